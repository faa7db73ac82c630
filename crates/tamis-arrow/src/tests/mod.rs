//! Types of columns, schemas of rows, rows of pages, and files read back.

#[cfg(feature = "files")]
mod files;
mod pages;
mod schemas;
mod types;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use tamis::wrapper::{ValueFormat, ValueType};
use tamis::{Cell, Column, Findings, NodeId, Page, Recipe, Row, Table, Task};

fn ask(html: &str, tasks: &[Task]) -> Findings {
    let recipes: Vec<Recipe> = tasks.iter().map(|&task| Recipe::default_for(task)).collect();
    tamis::ask(&Page::parse(html), &recipes).expect("they need no layout")
}

const SHOP: &str = "<title>Lamps</title><ul>\
    <li><a href=/1>Desk lamp</a> <b class=price>1.299,50 €</b> <i>2021-03-05</i>\
    <li><a href=/2>Wall lamp</a> <b class=price>12 €</b> <i>2021-03-06</i>\
    <li><a href=/3>Floor lamp</a> <b class=price>sold out</b> <i>2021-03-07</i>\
    <li><a href=/4>Garden lamp</a> <b class=price>7,25 €</b> <i>2021-03-08</i></ul>";

/// The one value of a column.
#[track_caller]
fn word(batch: &RecordBatch, name: &str, row_idx: usize) -> Option<String> {
    let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
    let column = column.as_string::<i32>();
    column.is_valid(row_idx).then(|| column.value(row_idx).to_owned())
}

#[track_caller]
fn words(batch: &RecordBatch, name: &str, row_idx: usize) -> Vec<String> {
    let column =
        batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}")).as_list::<i32>().value(row_idx);
    column.as_string::<i32>().iter().flatten().map(str::to_owned).collect()
}

/// A table with one column of these values.
fn one_column(value_type: ValueType, values: &[Option<&str>]) -> Table {
    let column = Column::new("value".to_owned(), ValueFormat::of_type(value_type), None);
    let mut table = Table::new(NodeId(0), vec![column]);
    let row = |value: Option<&str>| {
        let cell = value.map(|value| Cell::new(Vec::new(), value.to_owned()));
        Row::new(Vec::new(), value.unwrap_or_default().to_owned(), vec![cell])
    };
    table.rows = values.iter().copied().map(row).collect();
    table.read_values(Page::parse("").document());
    table
}
