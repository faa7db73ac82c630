//! The tables, with a colour for each column, here and on the page.

use super::picture::{Mark, Picture};
use super::{Panel, cut, push_attribute, push_rest, push_text};
use crate::export::overlay::palette::COLUMNS;
use crate::export::rows::Values;
use crate::findings::Findings;
use std::fmt::Write;
use tamis_extract::ValueType;
use tamis_extract::records::Table;
use tamis_page::Rect;

/// The most tables, rows and columns of one, cells of all together, and characters of a value.
const MAX_TABLES: usize = 5;
const MAX_ROWS: usize = 300;
const MAX_COLUMNS: usize = 40;
const MAX_CELLS: usize = 10_000;
const MAX_VALUE: usize = 200;

pub(super) fn panel(findings: &Findings, picture: &mut Picture<'_>) -> Option<Panel> {
    let found = findings.tables()?;
    let values = Values::of(findings.page());
    let mut html = String::new();
    if found.answer.is_empty() {
        html.push_str("<p class=\"note\">The page lists nothing");
        if let Some(reason) = &found.reason {
            html.push_str(": ");
            push_text(&mut html, reason);
        }
        html.push_str(".</p>\n");
    }
    let mut n_left = MAX_CELLS;
    for (idx, table) in found.answer.iter().take(MAX_TABLES).enumerate() {
        let shown = Shown {
            idx,
            table,
            n_columns: table.columns.len().min(MAX_COLUMNS),
            n_rows: table.rows.len().min(MAX_ROWS).min(n_left / table.columns.len().clamp(1, MAX_COLUMNS)),
        };
        n_left -= shown.n_columns * shown.n_rows;
        shown.push(&mut html, &values, picture);
    }
    push_rest(&mut html, found.answer.len().saturating_sub(MAX_TABLES), "tables");
    let n_entries = Some(found.answer.len());
    let hint = "Each column has its colour on the page. Point at a cell here or there, or walk with the arrow keys.";
    Some(Panel { id: "tables", title: "Tables", n_entries, hint, html })
}

/// What is shown of a table.
struct Shown<'a> {
    idx: usize,
    table: &'a Table,
    n_columns: usize,
    n_rows: usize,
}

impl Shown<'_> {
    fn push(&self, html: &mut String, values: &Values<'_>, picture: &mut Picture<'_>) {
        let Shown { idx, table, n_columns, n_rows } = *self;
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "<details class=\"table\" data-layer=\"layer-table-{idx}\"{}><summary>{} list: {} records, {} columns, {:.0} % sure</summary>",
            if idx == 0 { " open" } else { "" },
            table.role.as_str(),
            table.rows.len(),
            table.columns.len(),
            table.confidence * 100.0
        );
        html.push_str("<ul class=\"reasons\">");
        for reason in table.reasons.iter().chain(&table.warnings).take(20) {
            html.push_str("<li>");
            push_text(html, cut(reason, 500));
            html.push_str("</li>");
        }
        html.push_str("</ul>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">#</th>");
        for (column_idx, column) in table.columns.iter().enumerate().take(n_columns) {
            let _ = write!(html, "<th scope=\"col\" data-c=\"{}\">", color(column_idx));
            push_text(html, cut(&column.name, MAX_VALUE));
            let _ = write!(html, "<span class=\"type\">{}</span></th>", column.format.value_type.as_str());
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        let colors: Vec<String> = (0..n_columns).map(color).collect();
        let mut boxes = Vec::new();
        for row_idx in 0..n_rows {
            self.push_row(html, row_idx, values, picture, &colors, &mut boxes);
        }
        html.push_str("</tbody>\n</table></div>\n");
        push_rest(html, table.columns.len() - n_columns, "columns");
        push_rest(html, table.rows.len() - n_rows, "records");
        html.push_str("</details>\n");
        picture.add_layer(format!("table-{idx}"), &boxes);
    }

    fn push_row<'c>(
        &self,
        html: &mut String,
        row_idx: usize,
        values: &Values<'_>,
        picture: &mut Picture<'_>,
        colors: &'c [String],
        boxes: &mut Vec<Mark<'c>>,
    ) {
        let row = &self.table.rows[row_idx];
        let id = |column_idx: usize| format!("t{}r{row_idx}c{column_idx}", self.idx);
        if let Some(rect) = picture.around(&row.nodes) {
            boxes.push(Mark { of: format!("t{}r{row_idx}", self.idx), color: "other", class: "record", rect });
        }
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", row_idx + 1);
        let rects: Vec<Option<Rect>> =
            (0..colors.len()).map(|column_idx| picture.around(&row.cells.get(column_idx)?.as_ref()?.nodes)).collect();
        for (column_idx, color) in colors.iter().enumerate() {
            let _ = write!(html, "<td class=\"row\" tabindex=\"0\" id=\"{}\" data-c=\"{color}\"", id(column_idx));
            if let Some(rect) = rects[column_idx] {
                let owner = self.owner(&rects, rect);
                if owner == column_idx {
                    boxes.push(Mark { of: id(column_idx), color, class: "cell", rect });
                } else {
                    push_attribute(html, "data-at", &id(owner));
                }
            }
            let name = cut(&self.table.columns[column_idx].name, MAX_VALUE);
            push_attribute(html, "data-name", &format!("{name}, record {}", row_idx + 1));
            let value = values.shown(self.table, row_idx, column_idx);
            let value = value.as_deref().map(|value| cut(value, MAX_VALUE));
            push_attribute(html, "data-why", value.unwrap_or("not there"));
            html.push('>');
            push_text(html, value.unwrap_or_default());
            html.push_str("</td>");
        }
        html.push_str("</tr>\n");
    }

    /// The column whose colour a place has: the text and the address of a link are one place, and the text comes first.
    fn owner(&self, rects: &[Option<Rect>], rect: Rect) -> usize {
        let same = (0..rects.len()).filter(|&column_idx| rects[column_idx] == Some(rect));
        let is_address = |&column_idx: &usize| self.table.columns[column_idx].format.value_type == ValueType::Url;
        same.min_by_key(is_address).unwrap_or_default()
    }
}

/// The name of a column's colour.
fn color(column_idx: usize) -> String {
    format!("c{}", column_idx % COLUMNS.len())
}
