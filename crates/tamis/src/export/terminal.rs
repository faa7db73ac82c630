//! The records of one table for a person at a terminal: columns aligned, long values cut.

use super::rows::Values;
use crate::page::Page;
use tamis_extract::ValueType;
use tamis_extract::records::{Column, Table};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The narrowest column that is worth showing; where more columns than fit are found, the last ones are left out.
const MIN_WIDTH: usize = 8;
/// Blanks between two columns.
const GAP: usize = 2;

/// A table no wider than `width` characters, with a line below it that says what it is and what was left out.
pub fn terminal(page: &Page, tables: &[Table], table_idx: usize, width: usize) -> String {
    let Some(table) = tables.get(table_idx) else { return String::new() };
    let (mut header, mut rows) = cells(page, table, |_| true);
    let is_too_wide =
        column_widths(&header, &rows, usize::MAX / 2).iter().map(|width| width + GAP).sum::<usize>() > width;
    if is_too_wide {
        // Addresses are long and tell a person least.
        let is_address = |column: &Column| matches!(column.format.value_type, ValueType::Url | ValueType::Image);
        let (shorter_header, shorter_rows) = cells(page, table, |column| !is_address(column));
        if !shorter_header.is_empty() {
            (header, rows) = (shorter_header, shorter_rows);
        }
    }
    let widths = column_widths(&header, &rows, width);
    let rule: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
    let mut text = line(&header, &widths);
    text.push_str(&line(&rule, &widths));
    for row in &rows {
        text.push_str(&line(row, &widths));
    }
    text.push_str(&caption(table, tables.len(), table_idx, table.columns.len() - widths.len()));
    text
}

/// Names and values of the columns that are wanted, each on one line.
fn cells(page: &Page, table: &Table, is_wanted: impl Fn(&Column) -> bool) -> (Vec<String>, Vec<Vec<String>>) {
    let values = Values::of(page);
    let wanted: Vec<usize> = (0..table.columns.len()).filter(|&idx| is_wanted(&table.columns[idx])).collect();
    let header = wanted.iter().map(|&column_idx| table.columns[column_idx].name.clone()).collect();
    let one_line = |value: Option<String>| value.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let row = |row_idx| {
        let cells = wanted.iter().map(|&column_idx| one_line(values.shown(table, row_idx, column_idx)));
        cells.collect::<Vec<_>>()
    };
    (header, (0..table.rows.len()).map(row).collect())
}

/// How wide each column is: as its widest value, but cut where the whole would be wider than the terminal, the widest
/// columns first. Columns for which there is no room at all are missing.
fn column_widths(header: &[String], rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let wanted = (0..header.len()).map(|column_idx| {
        let cells = rows.iter().filter_map(|row| row.get(column_idx)).chain(header.get(column_idx));
        cells.map(|cell| cell.width()).max().unwrap_or(0).max(1)
    });
    let mut wanted: Vec<usize> = wanted.collect();
    let n_shown = wanted.len().min((width + GAP) / (MIN_WIDTH + GAP)).max(1);
    wanted.truncate(n_shown);
    let room = (width + GAP).saturating_sub(n_shown * GAP).max(n_shown);
    // The largest cap under which all columns fit.
    let fits = |cap: usize| wanted.iter().map(|&width| width.min(cap)).sum::<usize>() <= room;
    let (mut fitting, mut too_wide) = (1, wanted.iter().copied().max().unwrap_or(1) + 1);
    while fitting + 1 < too_wide {
        let cap = usize::midpoint(fitting, too_wide);
        *(if fits(cap) { &mut fitting } else { &mut too_wide }) = cap;
    }
    wanted.into_iter().map(|width| width.min(fitting)).collect()
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, &width) in cells.iter().zip(widths) {
        let shown = cut(cell, width);
        line.push_str(&shown);
        line.push_str(&" ".repeat(width - shown.width() + GAP));
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}

/// The beginning of the text, with a mark if it is not all of it.
fn cut(text: &str, width: usize) -> String {
    // Control characters have no width of their own and would move the cursor.
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.width() <= width {
        return text;
    }
    let mut taken = 0;
    let fits = |c: &char| {
        taken += c.width().unwrap_or(0);
        taken < width
    };
    text.chars().take_while(fits).collect::<String>() + "…"
}

fn caption(table: &Table, n_tables: usize, table_idx: usize, n_hidden: usize) -> String {
    let count = |n: usize, thing: &str| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
    let records = count(table.rows.len(), "record");
    let columns = count(table.columns.len(), "column");
    let hidden = if n_hidden > 0 { format!(" ({n_hidden} not shown)") } else { String::new() };
    let which = if n_tables > 1 { format!("; table {} of {n_tables}", table_idx + 1) } else { String::new() };
    format!("\n{records}, {columns}{hidden}{which}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &[&str], rows: &[&[&str]], width: usize, expect: &[usize]) {
        let own = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let rows: Vec<_> = rows.iter().map(|row| own(row)).collect();
        let widths = column_widths(&own(header), &rows, width);
        assert_eq!(widths, expect);
        assert!(widths.iter().sum::<usize>() + GAP * (widths.len() - 1) <= width.max(MIN_WIDTH));
    }

    #[test]
    fn columns_are_as_wide_as_their_values_where_there_is_room() {
        check(&["name", "price"], &[&["Desk lamp", "1"], &["x", ""]], 80, &[9, 5]);
    }

    #[test]
    fn the_widest_columns_are_cut_first() {
        let long = "x".repeat(200);
        check(&["a", "b", "c"], &[&[&long, "12345", &long]], 80, &[35, 5, 35]);
        check(&["a"], &[&[&long]], 80, &[80]);
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out() {
        let long = "x".repeat(20);
        check(&["a"; 20], &[&[long.as_str(); 20]], 38, &[8, 8, 8, 8]);
        check(&["a"], &[&[&long]], 3, &[3]);
    }

    #[test]
    fn a_cut_counts_what_is_seen() {
        assert_eq!(cut("word", 4), "word");
        assert_eq!(cut("words", 4), "wor…");
        assert_eq!(cut("漢字漢字", 5), "漢字…");
        assert_eq!(cut("a\u{1b}[31mb", 9), "a[31mb");
    }
}
