//! The tables of a page as JSON.

use super::values::Values;
use crate::page::Page;
use serde_json::{Map, Value, json};
use tamis_extract::records::{self, Column, ColumnSelector, Table};
use tamis_page::layout::Rect;
use tamis_page::select::write::{AbsolutePaths, SelectorWriter};
use tamis_page::{Layout, NodeId};

/// All tables, the main one first.
pub(super) fn tables(page: &Page, tables: &[Table]) -> Value {
    let document = page.document();
    let values = Values::of(page);
    let mut paths = AbsolutePaths::new(document);
    let writer = SelectorWriter::new(document);
    let mut objects = Vec::new();
    for (table_idx, table) in tables.iter().enumerate() {
        let selectors = records::selectors(&writer, table);
        let region = json!({"xpath": selectors.region.xpath, "css": selectors.region.css});
        let record = json!({
            "xpath": selectors.record.xpath,
            "css": selectors.record.css,
            "nodes_per_record": table.nodes_per_record,
        });
        let columns: Vec<Value> = table.columns.iter().zip(&selectors.columns).map(column).collect();
        let rows = (0..table.rows.len()).map(|row_idx| {
            let mut object = row(&mut paths, &values, table, row_idx);
            if let Some(layout) = page.layout() {
                object["box"] = edges(layout, &table.rows[row_idx].nodes);
            }
            object
        });
        let rows: Vec<Value> = rows.collect();
        let rejected = table.rejected.iter();
        let rejected = rejected.map(|rejected| json!({"xpath": paths.of(rejected.node), "reason": rejected.reason}));
        objects.push(json!({
            "role": if table_idx == 0 { "main" } else { "other" },
            "confidence": rounded(table.confidence),
            "region": region,
            "record": record,
            "columns": columns,
            "rows": rows,
            "reasons": table.reasons,
            "rejected": rejected.collect::<Vec<_>>(),
            "warnings": table.warnings,
        }));
    }
    objects.into()
}

/// The values of a record, flat; its columns in order, a missing one `null`.
pub(super) fn row_values(values: &Values, table: &Table, row_idx: usize) -> Map<String, Value> {
    let names = table.columns.iter().map(|column| column.name.clone());
    names.zip(values.row(table, row_idx).into_iter().map(Value::from)).collect()
}

fn row(paths: &mut AbsolutePaths<'_>, values: &Values, table: &Table, row_idx: usize) -> Value {
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
        "xpaths": row.nodes.iter().map(|&node| paths.of(node)).collect::<Vec<_>>(),
        "confidence": rounded(row.similarity),
    })
}

/// Left, top, right and bottom of what the nodes cover together; `null` if none of them is known to have a place.
fn edges(layout: &Layout, nodes: &[NodeId]) -> Value {
    let whole = nodes.iter().filter_map(|&node| layout.rect(node)).reduce(Rect::union);
    whole.map_or(Value::Null, |rect| {
        [rect.x, rect.y, rect.right(), rect.bottom()].iter().map(|edge| edge.round() as i64).collect()
    })
}

fn column((column, selector): (&Column, &ColumnSelector)) -> Value {
    let mut object = json!({
        "name": column.name,
        "type": column.format.value_type.as_str(),
        "xpath": selector.xpath,
        "css": selector.css,
        "attr": selector.attribute,
        "node": selector.node,
        "fill": rounded(column.fill),
    });
    if let Some(unit) = &column.format.unit {
        object["unit"] = unit.as_str().into();
    }
    object
}

/// Four digits are more than a share is worth.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
