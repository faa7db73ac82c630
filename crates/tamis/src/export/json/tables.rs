//! Tables as JSON: rows with their values, columns with their types and selectors.

use super::schema::{ColumnObject, RecordObject, RejectedObject, RowObject, SelectorObject, TableObject};
use crate::export::values::Values;
use crate::page::Page;
use tamis_extract::records::{self, Column, ColumnSelector, Table, TableSelectors};
use tamis_page::{AbsolutePaths, Layout, NodeId, Rect, SelectorWriter, Selectors};

/// All tables, the main one first.
pub(super) fn tables<'a>(page: &Page, tables: &'a [Table]) -> Vec<TableObject<'a>> {
    let document = page.document();
    let values = Values::of(page);
    let mut paths = AbsolutePaths::new(document);
    let writer = SelectorWriter::new(document);
    let mut objects = Vec::new();
    for table in tables {
        let TableSelectors { region, record, columns, .. } = records::selectors(&writer, table);
        let row = |row_idx| row(&mut paths, &values, page.layout(), table, row_idx);
        let rows = (0..table.rows.len()).map(row).collect();
        let rejected = table.rejected.iter();
        let rejected =
            rejected.map(|rejected| RejectedObject { xpath: paths.of(rejected.node), reason: &rejected.reason });
        objects.push(TableObject {
            role: table.role.as_str(),
            confidence: rounded(table.confidence),
            region: selector(region),
            record: RecordObject { selector: selector(record), nodes_per_record: table.nodes_per_record },
            columns: table.columns.iter().zip(columns).map(column).collect(),
            rows,
            reasons: &table.reasons,
            rejected: rejected.collect(),
            warnings: &table.warnings,
        });
    }
    objects
}

fn selector(selectors: Selectors) -> SelectorObject {
    SelectorObject { xpath: selectors.xpath, css: selectors.css }
}

fn row<'a>(
    paths: &mut AbsolutePaths<'_>,
    values: &Values,
    layout: Option<&Layout>,
    table: &'a Table,
    row_idx: usize,
) -> RowObject<'a> {
    let row = &table.rows[row_idx];
    let names = table.columns.iter().map(|column| column.name.as_str());
    let found: Vec<(&str, Option<String>)> = names.zip(values.row(table, row_idx)).collect();
    let cells = row.cells.iter().zip(&found);
    let differs = cells.filter_map(|(cell, (name, value))| {
        let text = cell.as_ref()?.text.as_str();
        (value.as_deref() != Some(text)).then_some((*name, text))
    });
    RowObject {
        raw: differs.collect(),
        values: found,
        text: &row.text,
        xpaths: row.nodes.iter().map(|&node| paths.of(node)).collect(),
        confidence: rounded(row.similarity),
        ad: row.ad.is_some(),
        ad_reason: row.ad.as_deref(),
        edges: layout.map(|layout| edges(layout, &row.nodes)),
    }
}

/// Left, top, right and bottom of what the nodes cover together; `None` if none of them is known to have a place.
fn edges(layout: &Layout, nodes: &[NodeId]) -> Option<[i64; 4]> {
    let whole = nodes.iter().filter_map(|&node| layout.rect(node)).reduce(Rect::union)?;
    Some(edges_of(whole))
}

/// Left, top, right and bottom in whole pixels.
pub(super) fn edges_of(rect: Rect) -> [i64; 4] {
    [rect.x, rect.y, rect.right(), rect.bottom()].map(|edge| edge.round() as i64)
}

fn column((column, selector): (&Column, ColumnSelector)) -> ColumnObject<'_> {
    ColumnObject {
        name: &column.name,
        value_type: column.format.value_type.as_str(),
        xpath: selector.xpath,
        css: selector.css,
        attr: selector.attribute,
        node: selector.node,
        fill: rounded(column.fill),
        constant: column.constant,
        unit: column.format.unit.as_deref(),
    }
}

/// Four digits are more than a share is worth.
pub(super) fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}
