//! What happens at the end of what a batch holds, and what is said of tables.

use super::page::table_warnings;
use super::{RowKind, Rows, WrapperRows};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use tamis::source::Origin;
use tamis::wrapper::{LearnOptions, learn};
use tamis::{Findings, Page, Recipe, Task};

fn lamps(tasks: &[Task]) -> Findings {
    let items: String = (1..9).map(|item| format!("<li><a href=/{item}>Lamp {item}</a> <b>{item},50 €</b>")).collect();
    // Longer than what is said of a page that failed.
    let text = "A lamp turns power into light. ".repeat(100);
    let page = Page::parse(format!("<main><h1>Lamps</h1><p>{text}</p><ul>{items}</ul></main>"));
    let recipes: Vec<Recipe> = tasks.iter().map(|&task| Recipe::default_for(task)).collect();
    tamis::ask(&page, &recipes).expect("they need no layout")
}

fn texts(batch: &RecordBatch, name: &str) -> Vec<Option<String>> {
    let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
    column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
}

/// Adds the page until there is no room, with room for two of them and something.
#[track_caller]
fn check(kind: RowKind, tasks: &[Task]) {
    let (origin, findings) = (Origin::Path("a.html".into()), lamps(tasks));
    let mut one = Rows::new(kind);
    one.add(&origin, &findings);
    let (n_bytes, n_rows) = (one.n_bytes(), one.n_rows());
    let mut rows = Rows::new(kind);
    rows.max_bytes = 2 * n_bytes + n_bytes / 2;
    (0..3).for_each(|_| rows.add(&origin, &findings));
    assert!(rows.n_bytes() <= rows.max_bytes, "{kind:?}");
    let batch = rows.finish();
    assert_eq!(batch.num_rows(), 2 * n_rows + 1, "{kind:?}");
    let errors = texts(&batch, "error");
    assert!(errors.last().is_some_and(|error| error.as_deref().is_some_and(|error| error.contains("batch"))));
    assert_eq!(errors.iter().flatten().count(), 1);
    assert_eq!(texts(&batch, "source").last(), Some(&Some("a.html".to_owned())));
    // Beyond all room a page is still a row.
    rows.max_bytes = 0;
    rows.add(&origin, &findings);
    rows.add_failed(&origin, None, "cannot be read");
    let batch = rows.finish();
    assert_eq!(texts(&batch, "status"), [Some("error".to_owned()), Some("error".to_owned())]);
}

#[test]
fn warnings_of_the_tables_behind_the_main_one_name_it() {
    let findings = lamps(&[Task::Records]);
    let mut table = findings.tables().expect("were asked for").answer[0].clone();
    table.warnings = vec!["some cells were cut".to_owned()];
    let said: Vec<String> = table_warnings(&[table.clone(), table]).collect();
    assert_eq!(said, ["some cells were cut", "table_idx 1: some cells were cut"]);
}

#[test]
fn a_page_that_does_not_fit_into_a_batch_is_a_row_that_says_so() {
    check(RowKind::Text, &[Task::Text]);
    check(RowKind::Records, &[Task::Records]);
    check(RowKind::Site, &[Task::Text, Task::Records]);
}

#[test]
fn the_records_of_a_wrapper_that_do_not_fit_are_a_row_that_says_so() {
    let (origin, findings) = (Origin::Path("a.html".into()), lamps(&[Task::Records]));
    let wrapper = learn(std::slice::from_ref(&findings), &LearnOptions::default()).expect("has records");
    let mut rows = WrapperRows::new(&wrapper);
    rows.add(&origin, &findings);
    let (n_bytes, n_rows) = (rows.n_bytes(), rows.n_rows());
    assert!(n_rows >= 8);
    rows.max_bytes = 2 * n_bytes - 1;
    rows.add(&origin, &findings);
    let batch = rows.finish();
    assert_eq!(batch.num_rows(), n_rows + 1);
    assert!(texts(&batch, "_error")[n_rows].as_deref().is_some_and(|error| error.contains("batch")));
}
