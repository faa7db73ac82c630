//! The columns with their names.

use super::super::reading::collapsed;
use super::super::{PageSet, WrapperColumn};
use super::texts::{Texts, most_of};
use super::value_selectors::{SelectorKind, ValueSelectors};
use super::values::{ValueColumn, ValueKind};
use std::borrow::Cow;
use tamis_extract::records::{Cell, Column, Row, column_names};
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::{Document, NodeId, names};

/// The columns with their names, the title first.
pub(super) fn columns(
    set: &PageSet,
    texts: &Texts,
    scopes: &[NodeId],
    written: Vec<(SelectorKind, ValueColumn, ValueSelectors)>,
) -> Vec<WrapperColumn> {
    let document = set.document();
    let format = |values: &ValueColumn| match values.kind {
        ValueKind::Image => ValueFormat::of_type(ValueType::Image),
        _ => ValueFormat::of_column(values.texts()),
    };
    let mut table_columns: Vec<Column> = written
        .iter()
        .map(|(_, values, written)| {
            Column::new(String::new(), format(values), written.attribute.is_some().then_some("src".into()))
        })
        .collect();
    let cell = |column: &Column, cell: &Option<(NodeId, String)>| {
        let (node, text) = cell.as_ref()?;
        let value = column.format.read(text);
        let mut cell = Cell::new(vec![*node], text.clone());
        cell.value = value;
        Some(cell)
    };
    let row = |(page, &scope): (usize, &NodeId)| {
        let cells =
            table_columns.iter().zip(&written).map(|(column, (_, values, _))| cell(column, &values.cells[page]));
        Row::new(vec![scope], String::new(), cells.collect())
    };
    let rows: Vec<Row> = scopes.iter().enumerate().map(row).collect();
    for (column, (_, values, _)) in table_columns.iter_mut().zip(&written) {
        column.fill = values.cells.iter().flatten().count() as f64 / scopes.len() as f64;
    }
    let named: Vec<Option<Cow<'_, str>>> =
        written.iter().map(|(_, values, _)| name_of(document, texts, values)).collect();
    let mut labels: Vec<Option<&str>> = named.iter().map(Option::as_deref).collect();
    let own_title = title(set, &written);
    if let Some(title) = own_title {
        labels[title] = Some("title");
    }
    let (mut names, title) = column_names(document, &table_columns, &rows, &labels);
    let title = own_title.or(title);
    if let Some((title, other)) = title.zip(names.iter().position(|name| name == "title")) {
        names.swap(title, other);
    }
    let mut columns: Vec<WrapperColumn> = Vec::new();
    for (((_, _, written), name), column) in written.into_iter().zip(names).zip(table_columns) {
        let mut learned = WrapperColumn::new(name, column.format, written.selectors);
        (learned.attribute, learned.text) = (written.attribute, written.text);
        columns.push(learned);
    }
    if let Some(title) = title {
        columns[..=title].rotate_right(1);
    }
    columns
}

/// The column that says what the page is about: it is a part of the title that the page has in its head, on most pages. Of
/// several a heading is taken, then the longest.
fn title(set: &PageSet, written: &[(SelectorKind, ValueColumn, ValueSelectors)]) -> Option<usize> {
    let document = set.document();
    let head_title = |&root: &NodeId| {
        let html = document.child_elements(root).next()?;
        let head = document.child_elements(html).next()?;
        let title = document.child_elements(head).find(|&node| document.is_html(node, names::TITLE))?;
        Some(collapsed(&document.text_content(title)).to_lowercase())
    };
    let titles: Vec<Option<String>> = set.roots().iter().map(head_title).collect();
    let heading = |values: &ValueColumn| {
        let mut above = values.nodes().take(1).flat_map(|node| document.ancestors(node).take(4));
        above.find_map(|node| [names::H1, names::H2, names::H3].iter().position(|&tag| document.is_html(node, tag)))
    };
    let mut best = None;
    let mut best_score = None;
    for (number, (way, values, _)) in written.iter().enumerate() {
        let is_worded = values.texts().any(|text| text.chars().any(char::is_alphabetic));
        if values.kind != ValueKind::Text || values.is_labelled() || !is_worded {
            continue;
        }
        let pairs = || values.cells.iter().zip(&titles).filter_map(|(cell, title)| cell.as_ref().zip(title.as_ref()));
        let n_in_title = pairs().filter(|((_, text), title)| title.contains(&text.to_lowercase())).count();
        let is_in_title = n_in_title >= most_of(titles.len());
        let heading = heading(values);
        let is_found_by_name = *way <= SelectorKind::FirstOfClass && is_in_title;
        if !is_found_by_name && heading.is_none_or(|level| level > 0 && !is_in_title) {
            continue;
        }
        let length = values.texts().map(str::len).sum::<usize>();
        let score = (is_in_title, std::cmp::Reverse(heading.unwrap_or(3)), length);
        if best_score.is_none_or(|best| score > best) {
            (best, best_score) = (Some(number), Some(score));
        }
    }
    best
}

/// The words of the page that name a column: its label, or the property that the markup says it is.
fn name_of<'t>(document: &'t Document, texts: &'t Texts, values: &'t ValueColumn) -> Option<Cow<'t, str>> {
    if let Some(prefix) = values.prefix() {
        return Some(prefix.into());
    }
    if let Some(labels) = values.label.as_ref().filter(|_| values.is_named) {
        return texts.of_node(*labels.iter().flatten().next()?).map(|text| text.words.as_str().into());
    }
    let above = document.ancestors(values.nodes().next()?).take(2);
    let property = { above }.find_map(|node| document.attribute(node, names::ITEMPROP))?;
    // The name of an author, the address of an image: of what, the property itself does not say.
    let is_whole = !matches!(property, "name" | "text" | "url" | "value");
    is_whole.then(|| {
        let apart = |c: char| if c.is_ascii_uppercase() { vec![' ', c] } else { vec![c] };
        property.chars().flat_map(apart).collect::<String>().into()
    })
}
