//! The records of a table as lines (JSON Lines, CSV, TSV, Markdown), and the values of its cells as every form writes them: numbers
//! in plain digits, addresses absolute, a missing value missing.
//!
//! A column of money is written as several: its amounts under its own name, `price`, each with its currency in
//! `price_currency`; and where a value says more or something else, such as "sold out" or "from 12 €", what the page
//! says in `price_text`. So no format loses a currency, and an amount is always a number.

use super::allowance::Allowance;
use super::columns::ColumnPart;
use super::json::Fields;
use crate::page::Page;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use tamis_extract::records::Table;
use tamis_extract::structured::{self, Value};
use tamis_extract::{CellValue, ValueType, currency_by_sign, declared_language, has_shared_sign, is_shared_sign};
use tamis_page::{absolute_url, budget, names};
use url::Url;

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

/// Reads the cells of a page's tables.
pub(super) struct Values<'p> {
    page: &'p Page,
    base: Option<Url>,
    allowance: Allowance,
    /// What the page says about currencies, read when a sign does not tell.
    currencies: OnceCell<(Vec<String>, Option<String>)>,
}

/// A column as it is written.
pub(super) struct WrittenColumn<'t> {
    /// Unique in the table.
    pub(super) name: Cow<'t, str>,
    pub(super) part: ColumnPart,
    /// Which column of the table it is, or is a part of.
    pub(super) column_idx: usize,
}

impl<'p> Values<'p> {
    pub(super) fn of(page: &'p Page) -> Values<'p> {
        Values { page, base: page.base_url(), allowance: Allowance::for_addresses(page), currencies: OnceCell::new() }
    }

    /// The value of a record in a column as it is written, `None` where there is none.
    pub(super) fn value(&self, table: &Table, row_idx: usize, column: &WrittenColumn<'_>) -> Option<String> {
        let cell = table.cell(row_idx, column.column_idx)?;
        match (&cell.value, column.part) {
            (CellValue::Money(money), ColumnPart::Value) => money.amount.map(|amount| amount.to_string()),
            (CellValue::Money(money), ColumnPart::Currency) => {
                let currency = money.currency.as_deref()?;
                Some(self.by_page(currency).unwrap_or(currency).to_owned())
            }
            (CellValue::Money(money), ColumnPart::Text) => (!money.is_all).then(|| cell.text.clone()),
            (CellValue::Number(number), _) => Some(number.to_string()),
            (CellValue::Address, _) => {
                let absolute = absolute_url(self.base.as_ref(), &cell.text).map(String::from);
                // Beyond the room an address stays as the page writes it.
                let fits = |absolute: &String| self.allowance.take(absolute.len().saturating_sub(cell.text.len()));
                Some(absolute.filter(fits).unwrap_or_else(|| cell.text.clone()))
            }
            _ => Some(cell.text.clone()),
        }
    }

    /// The value of a cell for a person: an amount with its currency in one, or as the page writes it where that says
    /// more.
    pub(super) fn shown(&self, table: &Table, row_idx: usize, column_idx: usize) -> Option<String> {
        let part = |part| WrittenColumn { name: Cow::Borrowed(""), part, column_idx };
        let value = self.value(table, row_idx, &part(ColumnPart::Value));
        if table.columns[column_idx].format.value_type != ValueType::Money {
            return value;
        }
        let currency = self.value(table, row_idx, &part(ColumnPart::Currency));
        let text = self.value(table, row_idx, &part(ColumnPart::Text));
        text.or_else(|| Some([value?].into_iter().chain(currency).collect::<Vec<_>>().join(" ")))
    }

    /// The values of a record, one a written column.
    pub(super) fn row(&self, table: &Table, row_idx: usize, columns: &[WrittenColumn<'_>]) -> Vec<Option<String>> {
        columns.iter().map(|column| self.value(table, row_idx, column)).collect()
    }

    /// The currency that all values of a column have, if they have one.
    pub(super) fn unit<'t>(&'t self, table: &'t Table, column_idx: usize) -> Option<&'t str> {
        let unit = table.columns[column_idx].format.unit.as_deref()?;
        Some(self.by_page(unit).unwrap_or(unit))
    }

    /// The currency that the page means by a sign that several share.
    fn by_page(&self, sign: &str) -> Option<&str> {
        if !is_shared_sign(sign) {
            return None;
        }
        let (named, language) = self
            .currencies
            .get_or_init(|| (named_currencies(self.page), declared_language(self.page.document()).map(str::to_owned)));
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        currency_by_sign(sign, &named, language.as_deref())
    }
}

/// The columns of a table as they are written.
pub(super) fn written_columns(table: &Table) -> Vec<WrittenColumn<'_>> {
    let mut taken: BTreeSet<Cow<'_, str>> =
        table.columns.iter().map(|column| Cow::Borrowed(column.name.as_str())).collect();
    let mut written = Vec::with_capacity(table.columns.len());
    for (column_idx, column) in table.columns.iter().enumerate() {
        written.push(WrittenColumn { name: Cow::Borrowed(&column.name), part: ColumnPart::Value, column_idx });
        if column.format.value_type != ValueType::Money {
            continue;
        }
        let mut add = |part, suffix: &str| {
            let name = unique(&format!("{}_{suffix}", column.name), &taken);
            taken.insert(name.clone());
            written.push(WrittenColumn { name, part, column_idx });
        };
        add(ColumnPart::Currency, "currency");
        let mut prices = (0..table.rows.len()).filter_map(|row_idx| table.cell(row_idx, column_idx)?.value.money());
        if prices.any(|money| !money.is_all) {
            add(ColumnPart::Text, "text");
        }
    }
    written
}

/// The name, with a number behind it where another column has it.
fn unique<'t>(name: &str, taken: &BTreeSet<Cow<'t, str>>) -> Cow<'t, str> {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    Cow::Owned(names.find(|name| !taken.contains(name.as_str())).unwrap_or_default())
}

/// The currencies that the page names for machines, of those that share a sign with others. What else it says is not
/// read, as that may be as large as the page.
fn named_currencies(page: &Page) -> Vec<String> {
    let document = page.document();
    budget::spend(document.len());
    let mut codes = BTreeSet::new();
    let mut add = |code: &str| {
        let code = code.trim();
        if code.len() == 3 {
            let code = code.to_ascii_uppercase();
            codes.extend(has_shared_sign(&code).then_some(code));
        }
    };
    for node in document.nodes().filter(|&node| document.is_element(node)) {
        // Microdata, RDFa and OpenGraph.
        let mut properties =
            [names::ITEMPROP, names::PROPERTY].into_iter().filter_map(|name| document.attribute(node, name));
        if !properties.any(|names| names.split_ascii_whitespace().any(names_currency)) {
            continue;
        }
        match document.attribute(node, names::CONTENT) {
            Some(code) => add(code),
            None if document.subtree_range(node).len() <= MAX_CODE_NODES => add(&document.text_content(node)),
            None => {}
        }
    }
    let json_ld = structured::json_ld(document);
    let mut waiting: Vec<&Value> = json_ld.iter().collect();
    while let Some(value) = waiting.pop() {
        for (name, value) in value.members() {
            match value {
                Value::Text(code) if names_currency(name) => add(code),
                value => waiting.push(value),
            }
        }
        if let Value::List(items) = value {
            waiting.extend(items);
        }
    }
    codes.into_iter().collect()
}

/// Nodes of an element whose text is the code of a currency.
const MAX_CODE_NODES: usize = 8;

/// Whether a property of schema.org or OpenGraph holds the code of a currency.
fn names_currency(name: &str) -> bool {
    let name = name.rsplit(['/', '#']).next().unwrap_or(name);
    name == "priceCurrency" || name == "schema:priceCurrency" || name.ends_with("price:currency")
}

#[cfg(test)]
mod line_tests {
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

#[cfg(test)]
mod value_tests {
    use crate::export::{csv, markdown, record_lines, terminal, tsv};
    use crate::page::Page;
    use crate::recipe::Recipe;
    use crate::task::Task;
    use tamis_extract::records::Table;

    /// A list of things with these prices.
    fn shop(head: &str, prices: &[&str]) -> Page {
        let items = prices.iter().enumerate();
        let items = items.map(|(idx, price)| format!("<li><a href=/{idx}>Thing {idx}</a> <b class=price>{price}</b>"));
        Page::parse(format!("{head}<ul>{}</ul>", items.collect::<String>()))
    }

    fn written(page: &Page, write: impl Fn(&Page, &[Table]) -> String) -> String {
        let findings = crate::ask(page, &[Recipe::default_for(Task::Records)]).expect("it needs no layout");
        write(page, findings.tables().expect("they were asked for").answer)
    }

    #[track_caller]
    fn check(head: &str, prices: &[&str], expect: &str) {
        let text = written(&shop(head, prices), |page, tables| csv(page, &tables[0]));
        let without_links = text.lines().map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            fields[2..].join(",") + "\n"
        });
        assert_eq!(without_links.collect::<String>(), expect, "{text}");
    }

    #[test]
    fn every_amount_has_its_currency() {
        check(
            "",
            &["€ 12,00", "CHF 1250.–", "1 999,00 zł", "€ 7,00"],
            "price,price_currency\n12.00,EUR\n1250,CHF\n1999.00,PLN\n7.00,EUR\n",
        );
    }

    #[test]
    fn what_is_no_amount_is_kept_beside_it() {
        check(
            "",
            &["12 €", "sold out", "ab 7 €", "9 €"],
            "price,price_currency,price_text\n12,EUR,\n,,sold out\n7,EUR,ab 7 €\n9,EUR,\n",
        );
    }

    #[test]
    fn a_sign_is_the_currency_that_the_page_names() {
        let prices = ["$5", "$6", "$7"];
        check("", &prices, "price,price_currency\n5,$\n6,$\n7,$\n");
        check("<html lang=en-CA>", &prices, "price,price_currency\n5,CAD\n6,CAD\n7,CAD\n");
        let meta = "<html lang=en-CA><meta property=product:price:currency content=AUD>";
        check(meta, &prices, "price,price_currency\n5,AUD\n6,AUD\n7,AUD\n");
        let script = "<script type=application/ld+json>{\"@type\": \"Offer\", \"priceCurrency\": \"USD\"}</script>";
        check(script, &prices, "price,price_currency\n5,USD\n6,USD\n7,USD\n");
        let item = "<div itemscope><b itemprop=priceCurrency>USD</b></div>";
        check(item, &prices, "price,price_currency\n5,USD\n6,USD\n7,USD\n");
    }

    #[test]
    fn of_many_named_currencies_those_with_a_shared_sign_are_kept() {
        let letters = || (b'A'..=b'Z').map(char::from);
        let codes = letters().flat_map(|one| letters().map(move |other| format!("{one}S{other}")));
        let metas = codes.map(|code| format!("<meta itemprop=priceCurrency content={code}>")).collect::<String>();
        assert_eq!(super::named_currencies(&Page::parse(metas)), ["ISK", "USD"]);
    }

    #[test]
    fn every_form_has_both() {
        let page = shop("", &["5 €", "6 €", "sold out", "8 €"]);
        let table = |write: fn(&Page, &Table) -> String| written(&page, |page, tables| write(page, &tables[0]));
        assert!(table(tsv).contains("\tprice\tprice_currency\tprice_text\n"));
        assert!(table(markdown).contains("| price | price_currency | price_text |\n"));
        let lines = table(|page, table| record_lines(page, table, None));
        assert!(lines.contains(r#""price":"6","price_currency":"EUR","price_text":null}"#), "{lines}");
        assert!(lines.contains(r#""price":null,"price_currency":null,"price_text":"sold out"}"#), "{lines}");
        let seen = written(&page, |page, tables| terminal(page, tables, 0, 100));
        assert!(seen.contains("6 EUR\n") && seen.contains("sold out\n") && !seen.contains("price_text"), "{seen}");
    }

    #[test]
    fn the_json_describes_every_value() {
        let page = shop("", &["5 €", "6 CHF", "sold out", "8 €"]);
        let findings = crate::ask(&page, &[Recipe::default_for(Task::Records)]).expect("it needs no layout");
        let page: serde_json::Value = serde_json::from_str(&crate::export::json(&findings)).expect("JSON");
        let table = &page["tables"][0];
        let columns = table["columns"].as_array().expect("a list");
        let types: Vec<_> = columns.iter().map(|column| (column["name"].as_str(), column["type"].as_str())).collect();
        let expect = [("price", "money"), ("price_currency", "currency"), ("price_text", "text")];
        assert_eq!(types[2..], expect.map(|(name, kind)| (Some(name), Some(kind))));
        let names: Vec<_> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
        let values = table["rows"][1]["values"].as_object().expect("an object");
        assert_eq!(values.keys().map(String::as_str).collect::<Vec<_>>(), names);
        assert_eq!((&values["price"], &values["price_currency"]), (&"6".into(), &"CHF".into()));
        assert_eq!(table["rows"][1]["raw"]["price"], "6 CHF");
        assert_eq!(columns[3]["fill"], 0.75);
    }
}
