//! The answers for the pages of a data set: made by a method, or read from a file that anybody's extractor wrote.
//!
//! A file has one JSON object a line: `{"id": …, "rows": [{"text": …, "values": {…}, "xpaths": […]}, …]}` for records and
//! `{"id": …, "text": …}` for main content, `{"id": …, "title": …, "author": …, "date": …, "sitename": …,
//! "description": …}` for metadata. A page without a line counts as an empty answer.

use crate::metrics::metadata::{FIELDS, FieldTexts};
use crate::metrics::records::Row;
use anyhow::{Context as _, bail};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tamis::{Page, Recipe};
use tamis_extract::metadata::Sourced;
use tamis_extract::records::Table;
use tamis_page::{AbsolutePaths, Document};

/// The rows of the main table that a method finds: the text of each record and of its text columns.
///
/// # Errors
/// The method needs a rendered page, and this one was not.
pub fn rows(page: &Page, recipe: &Recipe) -> anyhow::Result<Vec<Row>> {
    let findings = tamis::ask(page, std::slice::from_ref(recipe))?;
    let table = findings.tables().and_then(|tables| tables.answer.first());
    Ok(table.map(|table| table_rows(page.document(), table)).unwrap_or_default())
}

/// The text that a recipe keeps of a page.
///
/// # Errors
/// The method needs a rendered page, and this one was not.
pub fn text(page: &Page, recipe: &Recipe) -> anyhow::Result<String> {
    Ok(tamis::ask(page, std::slice::from_ref(recipe))?.text().to_owned())
}

/// The rows of a table: the text of each record and of its text columns.
pub fn table_rows(document: &Document, table: &Table) -> Vec<Row> {
    let mut xpaths = AbsolutePaths::new(document);
    let rows = table.rows.iter().map(|row| {
        let cells = table.columns.iter().zip(&row.cells).filter(|(column, _)| column.attribute.is_none());
        let values = cells.filter_map(|(column, cell)| Some((column.name.clone(), cell.as_ref()?.text.clone())));
        let places = row.nodes.iter().map(|&node| xpaths.of(node)).collect();
        Row { text: row.text.clone(), values: values.collect(), places }
    });
    rows.collect()
}

/// The line of a page's rows in a file of predictions.
pub fn rows_to_json(id: &str, rows: &[Row]) -> Value {
    let rows = rows.iter().map(|row| {
        let values = row.values.iter().map(|(name, value)| (name.clone(), json!(value)));
        json!({"text": row.text, "values": values.collect::<Map<_, _>>(), "xpaths": row.places})
    });
    json!({"id": id, "rows": rows.collect::<Vec<_>>()})
}

/// The line of a page's main content in a file of predictions.
pub fn text_to_json(id: &str, text: &str) -> Value {
    json!({"id": id, "text": text})
}

/// Reads a file of predictions: the object of each page by its name.
///
/// # Errors
/// If a line is not an object with an `id`, or two lines have the same.
pub fn read(text: &str) -> anyhow::Result<BTreeMap<String, Value>> {
    let mut by_id = BTreeMap::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let prediction: Value = serde_json::from_str(line).with_context(|| format!("line {}: not JSON", number + 1))?;
        let id = prediction.get("id").and_then(Value::as_str).with_context(|| format!("line {}: no id", number + 1))?;
        let id = id.to_owned();
        if by_id.insert(id.clone(), prediction).is_some() {
            bail!("line {}: two predictions for {id}", number + 1);
        }
    }
    Ok(by_id)
}

/// The rows of a prediction.
pub fn read_rows(prediction: &Value) -> Vec<Row> {
    let rows = prediction.get("rows").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let rows = rows.iter().map(|row| Row {
        text: row.get("text").and_then(Value::as_str).unwrap_or_default().to_owned(),
        values: row.get("values").and_then(Value::as_object).map(read_values).unwrap_or_default(),
        places: row.get("xpaths").and_then(Value::as_array).map(|list| texts(list)).unwrap_or_default(),
    });
    rows.collect()
}

fn texts(list: &[Value]) -> Vec<String> {
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn read_values(values: &Map<String, Value>) -> Vec<(String, String)> {
    let spell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    values.iter().map(|(name, value)| (name.clone(), spell(value))).collect()
}

/// The main content of a prediction.
pub fn read_text(prediction: &Value) -> String {
    prediction.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// What a page says about itself, by the fields that are scored.
pub fn metadata(page: &Page) -> FieldTexts {
    let found = page.metadata();
    let text = |field: &Option<Sourced<String>>| field.as_ref().map(|field| field.value.clone()).unwrap_or_default();
    let authors = found.authors.as_ref().map(|authors| authors.value.join("; "));
    let (title, date) = (text(&found.title), text(&found.published));
    [title, authors.unwrap_or_default(), date, text(&found.site_name), text(&found.description)]
}

/// The line of a page's metadata in a file of predictions.
pub fn metadata_to_json(id: &str, texts: &FieldTexts) -> Value {
    let fields = FIELDS
        .iter()
        .zip(texts)
        .map(|(field, text)| ((*field).to_owned(), if text.is_empty() { Value::Null } else { json!(text) }));
    std::iter::once(("id".to_owned(), json!(id))).chain(fields).collect::<Map<_, _>>().into()
}

/// The metadata of a prediction.
pub fn read_metadata(prediction: &Value) -> FieldTexts {
    FIELDS.map(|field| prediction.get(field).map(spell_field).unwrap_or_default())
}

/// A field of a truth or a prediction as a text; nothing for null.
pub fn spell_field(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
