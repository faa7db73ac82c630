//! The records of one table as lines: JSON Lines, CSV, TSV, and a table in Markdown.

use super::json::Fields;
use super::values::{Values, written_columns};
use crate::page::Page;
use std::borrow::Cow;
use tamis_extract::records::Table;

/// One JSON object a record: its columns and values, flat. `source` comes first, as `_source`, where there is one.
pub fn record_lines(page: &Page, table: &Table, source: Option<&str>) -> String {
    let values = Values::of(page);
    let columns = written_columns(table);
    let mut lines = String::new();
    for row_idx in 0..table.rows.len() {
        let source = source.map(|source| (Cow::Borrowed("_source"), Some(source.to_owned())));
        let names = columns.iter().map(|column| Cow::Borrowed(&*column.name));
        let fields = names.zip(values.row(table, row_idx, &columns));
        let fields: Fields<'_, Option<String>> = source.into_iter().chain(fields).collect();
        lines.push_str(&serde_json::to_string(&fields).expect("invariant: texts are JSON"));
        lines.push('\n');
    }
    lines
}

/// Comma-separated values after RFC 4180, the columns' names first. Lines end with a line feed alone.
pub fn csv(page: &Page, table: &Table) -> String {
    lines(page, table, ",", |field| {
        if field.contains(['"', ',', '\n', '\r']) {
            Cow::Owned(format!("\"{}\"", field.replace('"', "\"\"")))
        } else {
            Cow::Borrowed(field)
        }
    })
}

/// Tab-separated values, the columns' names first. The format has no way to quote: tabs and line ends become blanks.
pub fn tsv(page: &Page, table: &Table) -> String {
    lines(page, table, "\t", |field| Cow::Owned(field.replace(['\t', '\n', '\r'], " ")))
}

/// A table in GitHub's Markdown.
pub fn markdown(page: &Page, table: &Table) -> String {
    let escape = |field: &str| {
        let one_line = field.split_whitespace().collect::<Vec<_>>().join(" ");
        one_line.replace('\\', "\\\\").replace('|', "\\|").replace('<', "\\<")
    };
    let line = |fields: Vec<String>| format!("| {} |\n", fields.join(" | "));
    let values = Values::of(page);
    let columns = written_columns(table);
    let mut text = line(columns.iter().map(|column| escape(&column.name)).collect());
    text.push_str(&line(vec!["---".to_owned(); columns.len()]));
    for row_idx in 0..table.rows.len() {
        let fields = values.row(table, row_idx, &columns).into_iter().map(|value| escape(&value.unwrap_or_default()));
        text.push_str(&line(fields.collect()));
    }
    text
}

fn lines(page: &Page, table: &Table, separator: &str, quote: impl Fn(&str) -> Cow<'_, str>) -> String {
    let values = Values::of(page);
    let columns = written_columns(table);
    let mut text = String::new();
    let mut line = |fields: &mut dyn Iterator<Item = &str>| {
        for (field_idx, field) in fields.enumerate() {
            if field_idx > 0 {
                text.push_str(separator);
            }
            text.push_str(&quote(field));
        }
        text.push('\n');
    };
    line(&mut columns.iter().map(|column| &*column.name));
    for row_idx in 0..table.rows.len() {
        line(&mut values.row(table, row_idx, &columns).iter().map(|value| value.as_deref().unwrap_or("")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;
    use crate::task::Task;
    use serde_json::Value;

    /// Three lamps; the last one lacks its price.
    const LAMPS: &str = "<ul>\
        <li><a href=/1>Lamp, \"desk\"</a><p><i>A</i></p><p><i>new</i></p><b>1.299,00 €</b>\
        <li><a href=/2>Lamp | floor</a><p><i>B</i></p><p><i>old</i></p><b>19,99 €</b>\
        <li><a href=/3>Lamp\\</a><p><i>C</i></p><p><i>old</i></p></ul>";

    #[track_caller]
    fn check(write: fn(&Page, &Table) -> String, expect: &[&str]) {
        let page = Page::parse(LAMPS).with_url("https://a.example/x".parse().expect("an address"));
        let recipe = Recipe::named(Task::Records, "mdr").expect("mdr is in the table");
        let findings = crate::ask(&page, &[recipe]).expect("mdr needs no layout");
        let text = write(&page, &findings.tables().expect("they were asked for").answer[0]);
        assert!(text.ends_with('\n'));
        // How the columns are called is the method's business.
        let found: Vec<_> = text.lines().filter(|line| line.contains("Lamp")).collect();
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        check(
            csv,
            &[
                "\"Lamp, \"\"desk\"\"\",https://a.example/1,A,new,1299.00,EUR",
                "Lamp | floor,https://a.example/2,B,old,19.99,EUR",
                "Lamp\\,https://a.example/3,C,old,,",
            ],
        );
    }

    #[test]
    fn a_missing_value_does_not_shift_its_neighbours() {
        check(
            tsv,
            &[
                "Lamp, \"desk\"\thttps://a.example/1\tA\tnew\t1299.00\tEUR",
                "Lamp | floor\thttps://a.example/2\tB\told\t19.99\tEUR",
                "Lamp\\\thttps://a.example/3\tC\told\t\t",
            ],
        );
    }

    #[test]
    fn markdown_escapes_its_own_signs() {
        check(
            markdown,
            &[
                "| Lamp, \"desk\" | https://a.example/1 | A | new | 1299.00 | EUR |",
                "| Lamp \\| floor | https://a.example/2 | B | old | 19.99 | EUR |",
                "| Lamp\\\\ | https://a.example/3 | C | old |  |  |",
            ],
        );
    }

    #[test]
    fn a_record_is_a_flat_object_on_a_line() {
        let values = |page: &Page, table: &Table| {
            let lines = record_lines(page, table, Some("p"));
            let objects = lines.lines().map(|line| serde_json::from_str(line).expect("one JSON object"));
            objects
                .map(|object: Value| {
                    let object = object.as_object().expect("one JSON object");
                    assert_eq!(object.keys().next().map(String::as_str), Some("_source"));
                    object.values().map(Value::to_string).collect::<Vec<_>>().join(" ") + "\n"
                })
                .collect()
        };
        check(
            values,
            &[
                r#""p" "Lamp, \"desk\"" "https://a.example/1" "A" "new" "1299.00" "EUR""#,
                r#""p" "Lamp | floor" "https://a.example/2" "B" "old" "19.99" "EUR""#,
                r#""p" "Lamp\\" "https://a.example/3" "C" "old" null null"#,
            ],
        );
    }
}
