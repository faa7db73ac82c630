//! How much of an answer is kept: what is written of a page stays within a multiple of the page
//! ([`Limits::max_growth`](crate::Limits::max_growth)), whatever the form.
//!
//! Rows are cut here, once, so that all forms have the same ones and the warning is the page's. The figures are those of
//! indented JSON, which is the longest form.

use crate::page::Page;
use tamis_extract::records::{Row, Table};

/// What a table, a column, a row, a cell and an area take besides their texts, with indentation and keys.
const TABLE: usize = 1200;
const COLUMN: usize = 320;
const ROW: usize = 240;
const CELL: usize = 24;
const AREA: usize = 320;

/// Cuts the tables to the limits; gives how many records are left out, those included that the method left out.
pub(super) fn bound_rows(page: &Page, tables: &mut Vec<Table>) -> usize {
    // The rest is for paths and absolute addresses.
    let mut room = page.max_output() / 8 * 5;
    let mut max_rows = page.limits().max_rows;
    let mut n_left_out = 0;
    for table in tables.iter_mut() {
        let names: usize = table.columns.iter().map(|column| column.name.len()).sum();
        let rows = table.rows.iter().take(max_rows);
        room = room.saturating_sub(TABLE + COLUMN * table.columns.len());
        let n_rows = rows.take_while(|row| take(&mut room, names + size(row))).count();
        max_rows -= n_rows;
        if n_rows < table.rows.len() {
            // Later tables do not get what was too little for this one.
            room = 0;
            table.truncate(n_rows);
        }
        n_left_out += table.n_left_out;
    }
    if n_left_out > 0 {
        tables.retain(|table| !table.rows.is_empty());
    }
    n_left_out
}

/// How many areas of a page are listed.
pub(crate) fn max_areas(page: &Page) -> usize {
    page.max_output() / 8 * 5 / AREA
}

fn take(room: &mut usize, size: usize) -> bool {
    let left = room.checked_sub(size);
    *room = left.unwrap_or(0);
    left.is_some()
}

fn size(row: &Row) -> usize {
    // A cell is there as a value, and once more where the page says it in another form.
    let cell = |text: usize| CELL + 2 * text;
    let cells = row.cells.iter().map(|one| cell(one.as_ref().map_or(2, |one| one.text.len())));
    ROW + row.text.len() + cells.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use crate::export::{self, Format};
    use crate::page::{Limits, PageReader, Warning};
    use crate::{Findings, Recipe, Task, ask};

    fn findings(html: String, task: Task, method: &str, limits: Limits) -> Findings {
        let page = PageReader::new(limits).read_text(html);
        ask(&page, &[Recipe::named(task, method).expect("a method")]).expect("it needs no layout")
    }

    fn n_rows(findings: &Findings) -> usize {
        findings.tables().map_or(0, |tables| tables.answer.iter().map(|table| table.rows.len()).sum())
    }

    /// Whether every bracket is closed. Areas may nest deeper than the parser at hand reads.
    fn is_whole(json: &str) -> bool {
        let (mut depth, mut is_text, mut is_escaped) = (0_i64, false, false);
        for byte in json.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = is_text,
                b'"' => is_text = !is_text,
                b'{' | b'[' if !is_text => depth += 1,
                b'}' | b']' if !is_text => depth -= 1,
                _ => {}
            }
        }
        depth == 0 && !is_text && json.ends_with("}\n")
    }

    #[test]
    fn records_beyond_the_limit_are_counted_and_left_out() {
        let html = "<ul>".to_owned() + &"<li><a href=/1>Some title</a> and some text".repeat(500);
        for method in ["auto", "depta", "mdr"] {
            let limits = Limits::default().with_max_rows(100);
            let findings = findings(html.clone(), Task::Records, method, limits);
            assert_eq!(n_rows(&findings), 100, "{method}");
            assert_eq!(findings.page().warnings(), [Warning::TooManyRows { n_left_out: 400 }], "{method}");
            assert!(export::json(&findings).contains("400 more records are not listed"), "{method}");
        }
    }

    #[test]
    fn what_is_written_of_a_page_is_not_many_times_its_size() {
        let deep = "<details open><summary>a</summary>".repeat(18_000);
        let spans = "<span>".repeat(80_000) + &"<p>a".repeat(20_000);
        for html in ["<p>x".repeat(140_000), deep, spans, "a<br>".repeat(110_000)] {
            for (task, method) in [(Task::Records, "auto"), (Task::Records, "depta"), (Task::Segment, "landmarks")] {
                let n_bytes = html.len();
                let findings = findings(html.clone(), task, method, Limits::default());
                let json = findings.to_text(Format::Json).expect("JSON is text");
                assert!(is_whole(&json), "{method}");
                assert!(json.len() < 20 * n_bytes, "{} bytes become {} by {method}", n_bytes, json.len());
            }
        }
    }

    #[test]
    fn a_long_base_is_not_repeated_in_every_link() {
        let row = "<li><a href=x>a title</a> text";
        for (n_base, is_used) in [(1_000, true), (5_000, false)] {
            let html = format!("<base href='https://a.example/{}/'><ul>{}", "b".repeat(n_base), row.repeat(20_000));
            let n_bytes = html.len();
            let findings = findings(html, Task::Records, "mdr", Limits::default());
            let csv = findings.to_text(Format::Csv).expect("CSV is text");
            assert_eq!(csv.contains("/x"), is_used);
            assert!(csv.len() < 20 * n_bytes, "{} bytes become {}", n_bytes, csv.len());
        }
    }

    #[test]
    fn an_ordinary_page_is_whole() {
        let figures = "<ul>".to_owned() + &"<li><b>1</b><i>2</i><u>3</u>".repeat(2_000);
        let words = "<ul>".to_owned() + &"<li>word</li>".repeat(10_000);
        for (html, method, n) in [(figures, "mdr", 2_000), (words, "auto", 10_000)] {
            let findings = findings(html, Task::Records, method, Limits::default());
            assert_eq!((n_rows(&findings), findings.page().warnings()), (n, &[][..]));
            assert!(!export::json(&findings).contains("\"xpaths\": []"));
        }
    }
}
