//! What all Python files have in common: literals, the heading, the command line, the row.

use super::plan::{Plan, PlannedColumn};
use std::fmt::Write;
use tamis_extract::{DecimalMark, ValueType};

/// A Python literal of a text. Whatever the text is, the literal is one text.
pub(super) fn quoted(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    push_escaped(&mut literal, text);
    literal.push('"');
    literal
}

fn push_escaped(literal: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\\' => literal.push_str("\\\\"),
            '"' => literal.push_str("\\\""),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            '\t' => literal.push_str("\\t"),
            // Line ends of other systems, marks that turn the direction of what follows, blanks that nobody sees.
            c if c.is_control() || is_unseen(c) => {
                // Writing into a String cannot fail.
                let _ = match u32::from(c) {
                    code @ ..=0xff => write!(literal, "\\x{code:02x}"),
                    code @ ..=0xffff => write!(literal, "\\u{code:04x}"),
                    code => write!(literal, "\\U{code:08x}"),
                };
            }
            c => literal.push(c),
        }
    }
}

fn is_unseen(c: char) -> bool {
    let is_blank = c.is_whitespace() && c != ' ';
    is_blank
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A list literal of texts.
pub(super) fn quoted_list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    format!("[{}]", texts.into_iter().map(quoted).collect::<Vec<_>>().join(", "))
}

pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "None".to_owned(), quoted)
}

/// The docstring of a file: of which pages it reads what, with which library, and how it is run.
pub(super) fn heading(plan: &Plan<'_>, library: &str, usage: &str) -> String {
    let pages = &plan.wrapper.learned.pages;
    let learned = pages.iter().find_map(|page| page.url.as_deref());
    let of = learned.map_or_else(String::new, |url| format!(" of pages such as {}", in_prose(url)));
    let names: Vec<String> = plan.columns.iter().map(|column| in_prose(column.name())).collect();
    let version = env!("CARGO_PKG_VERSION");
    let columns = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    format!(
        "\"\"\"Rows{of}, by {library}.\n\nWritten by tamis {version} from a wrapper{columns}.\n\n{}\n\"\"\"\n\n",
        usage.trim_end()
    )
}

/// A text of the wrapper inside a docstring: on one line, and not longer than people read.
fn in_prose(text: &str) -> String {
    let mut literal = String::new();
    push_escaped(&mut literal, &text.chars().take(120).collect::<String>());
    literal
}

/// Functions one after the other, as people set them.
pub(super) fn functions<'t>(parts: impl IntoIterator<Item = &'t str>) -> String {
    parts.into_iter().map(|part| format!("\n\n{}\n", part.trim_end())).collect()
}

/// The names that stand for the elements of a record.
pub(super) fn node_names(plan: &Plan<'_>) -> Vec<String> {
    (0..plan.n_nodes).map(node_name).collect()
}

pub(super) fn node_name(node: usize) -> String {
    if node == 0 { "record".to_owned() } else { format!("following_{node}") }
}

/// A row as a dict after `before`, which may be `yield` or a name with `=`. `value` is a text of the page or `None`, as
/// Python.
pub(super) fn row(
    plan: &Plan<'_>,
    indent: usize,
    before: &str,
    value: impl Fn(&PlannedColumn<'_>) -> String,
) -> String {
    let margin = " ".repeat(indent);
    let mut first = String::new();
    let mut fields = String::new();
    let mut n_prices = 0;
    for column in &plan.columns {
        let text = value(column);
        let format = column.format();
        let mark = match format.decimal_mark {
            DecimalMark::Dot => "\".\"",
            DecimalMark::Comma => "\",\"",
        };
        let mut field = |name: &str, value: &str| {
            // Writing into a String cannot fail.
            let _ = writeln!(fields, "{margin}    {}: {value},", quoted(name));
        };
        match format.value_type {
            ValueType::Money => {
                n_prices += 1;
                let price = format!("price_{n_prices}");
                let _ =
                    writeln!(first, "{margin}{price} = money({text}, {mark}, {})", optional(format.unit.as_deref()));
                field(column.name(), &format!("{price}.amount"));
                let (currency, more) = column.money_names.as_ref().map_or(("", ""), |(one, two)| (one, two));
                field(currency, &format!("of_page({price}.currency, named, language)"));
                field(more, &format!("{price}.text"));
            }
            ValueType::Url | ValueType::Image => field(column.name(), &format!("absolute({text}, base)")),
            ValueType::Integer | ValueType::Decimal => field(column.name(), &format!("number({text}, {mark})")),
            ValueType::Percentage => field(column.name(), &format!("percentage({text}, {mark})")),
            _ => field(column.name(), &text),
        }
    }
    format!("{first}{margin}{before} {{\n{fields}{margin}}}\n")
}

/// The command line of programs that read a file.
pub(super) const MAIN: &str = r#"
def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("page", help="an HTML file")
    arguments.add_argument("--url", help="the address of the page, from which its links start")
    given = arguments.parse_args()
    with open(given.page, "rb") as file:
        page = decoded(file.read())
    sys.stdout.reconfigure(encoding="utf-8")
    for row in rows(page, given.url):
        print(json.dumps(row, ensure_ascii=False, default=lambda number: format(number, "f")))


if __name__ == "__main__":
    main()
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_cannot_be_left() {
        assert_eq!(quoted("a\"b\\\n'\u{2028}\u{202e}{x}"), "\"a\\\"b\\\\\\n'\\u2028\\u202e{x}\"");
        assert_eq!(quoted("\u{0}é"), "\"\\x00é\"");
    }
}
