//! The tables of a page as JSON.

use super::values::Values;
use crate::page::Page;
use serde_json::{Map, Value, json};
use tamis_extract::records::{Column, Table};
use tamis_page::select::write::{absolute_xpath, css, xpath};
use tamis_page::{Document, NodeId};

/// All tables, the main one first.
pub(super) fn tables(page: &Page, tables: &[Table]) -> Value {
    let values = Values::of(page);
    let table = |(table_idx, table): (usize, &Table)| {
        let rows = (0..table.rows.len()).map(|row_idx| row(page.document(), &values, table, row_idx));
        json!({
            "role": if table_idx == 0 { "main" } else { "other" },
            "confidence": table.confidence,
            "region": place(page.document(), page.document().root(), &[table.region]),
            "record": record(page.document(), table),
            "columns": table.columns.iter().map(column).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
            "reasons": table.reasons,
            "rejected": table.rejected.iter().map(|rejected| json!({
                "xpath": absolute_xpath(page.document(), rejected.node),
                "reason": rejected.reason,
            })).collect::<Vec<_>>(),
            "warnings": table.warnings,
        })
    };
    tables.iter().enumerate().map(table).collect()
}

/// The values of a record, flat; its columns in order, a missing one `null`.
pub(super) fn row_values(values: &Values, table: &Table, row_idx: usize) -> Map<String, Value> {
    let names = table.columns.iter().map(|column| column.name.clone());
    names.zip(values.row(table, row_idx).into_iter().map(Value::from)).collect()
}

fn row(document: &Document, values: &Values, table: &Table, row_idx: usize) -> Value {
    let found = row_values(values, table, row_idx);
    let row = &table.rows[row_idx];
    // What the page says where the value says it in another form.
    let mut raw = Map::new();
    for (column, cell) in table.columns.iter().zip(&row.cells) {
        if let Some(cell) = cell.as_ref().filter(|cell| found[&column.name] != cell.text.as_str()) {
            raw.insert(column.name.clone(), cell.text.as_str().into());
        }
    }
    json!({
        "values": found,
        "raw": raw,
        "text": row.text,
        "xpaths": row.nodes.iter().map(|&node| absolute_xpath(document, node)).collect::<Vec<_>>(),
        "confidence": row.similarity,
    })
}

fn column(column: &Column) -> Value {
    let mut object = json!({
        "name": column.name,
        "type": column.format.value_type.as_str(),
        "xpath": column.selector.xpath,
        "css": column.selector.css,
        "attr": column.attribute,
        "node": column.selector.node,
        "fill": column.fill,
    });
    if let Some(unit) = &column.format.unit {
        object["unit"] = unit.as_str().into();
    }
    object
}

fn record(document: &Document, table: &Table) -> Value {
    let firsts: Vec<NodeId> = table.rows.iter().filter_map(|row| row.nodes.first().copied()).collect();
    let mut object = place(document, document.root(), &firsts);
    object["nodes_per_record"] = table.nodes_per_record.into();
    object
}

/// Selectors of exactly these nodes.
fn place(document: &Document, scope: NodeId, nodes: &[NodeId]) -> Value {
    json!({"xpath": xpath(document, scope, nodes), "css": css(document, scope, nodes)})
}
