//! A Python program that reads pages in a browser, with Playwright.

use super::plan::{Plan, PlannedColumn, Selection, ValueSource};
use super::python::{self, functions, optional, quoted};
use super::{conversion, lxml};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let usage = "Run it, for one JSON object a row:\n\n    python rows.py https://example.com/list\n    python rows.py page.html \
                 --url https://example.com/list\n\nor import `rows_of_page`. Needs `pip install playwright`, and a browser: \
                 `playwright install chromium`, or\n`--browser` or the variable CHROMIUM with the program of one.";
    let mut text = python::heading(plan, "Playwright", usage);
    text.push_str("import argparse\nimport json\nimport os\nimport re\nimport sys\nfrom pathlib import Path\n");
    text.push_str(&conversion::imports(plan));
    text.push_str("\nfrom playwright.sync_api import sync_playwright\n\n");
    text.push_str(&wrapper(plan));
    text.push_str("\n# Reads the values in the page, as it writes them.\nREAD = \"\"\"\n");
    text.push_str(include_str!("python/read_page.js"));
    text.push_str("\"\"\"\n");
    let mut parts = vec![rows(plan)];
    let mut add = |is_needed: bool, part: &str| parts.extend(is_needed.then(|| part.to_owned()));
    add(conversion::has_addresses(plan), include_str!("python/playwright_base.py"));
    add(conversion::asks_page(plan), include_str!("python/playwright_page_currency.py"));
    add(true, VALUES);
    parts.extend(conversion::functions(plan));
    if let Some(next) = &plan.next {
        parts.push(next_page(next));
    }
    parts.push(include_str!("python/playwright_main.py").to_owned());
    text.push_str(&functions(parts.iter().map(String::as_str)));
    text
}

const VALUES: &str = r#"def text(value):
    """A text with its white space collapsed; None if there is none."""
    return " ".join(value.split()) or None if value else None


def attribute(value):
    """An attribute without the white space around it; None if there is none."""
    return value.strip() or None if value else None
"#;

/// The wrapper as the script in the page takes it.
fn wrapper(plan: &Plan<'_>) -> String {
    let mut text = String::from(
        "# Where the records are, and for each column: the element of the record, the selector, the \
                                 attribute and the\n# number of the text that hold the value.\nWRAPPER = {\n",
    );
    text.push_str(&format!("    \"region\": {},\n", place(&plan.region)));
    let record = plan.record.as_ref().map_or_else(|| "None".to_owned(), place);
    text.push_str(&format!("    \"record\": {record},\n    \"nNodes\": {},\n    \"columns\": [\n", plan.n_nodes));
    for column in &plan.columns {
        let (attribute, number) = match (&column.place, &column.reading) {
            (Selection::XPath(_), _) | (_, ValueSource::Text) => (None, None),
            (_, ValueSource::Attribute(name)) => (Some(name.as_str()), None),
            (_, ValueSource::NthText(number)) => (None, Some(*number)),
        };
        let number = number.map_or_else(|| "None".to_owned(), |number| number.to_string());
        let (from, place) = (column.column.node, place(&column.place));
        text.push_str(&format!("        [{from}, {place}, {}, {number}],\n", optional(attribute)));
    }
    text.push_str("    ],\n}\n");
    text
}

fn rows(plan: &Plan<'_>) -> String {
    let mut text = String::from(
        "def rows(found, page, url=None):\n    \"\"\"Rows of the values found in a page, one dict each.\"\"\"\n",
    );
    text.push_str(&lxml::page_facts(plan, "page"));
    text.push_str("    for values in found:\n");
    let place_of = |column: &PlannedColumn<'_>| {
        plan.columns.iter().position(|other| std::ptr::eq(other.column, column.column)).unwrap_or(0)
    };
    let value = |column: &PlannedColumn<'_>| {
        let read = if matches!(column.reading, ValueSource::Attribute(_)) { "attribute" } else { "text" };
        format!("{read}(values[{}])", place_of(column))
    };
    text.push_str(&python::row(plan, 8, "yield", value));
    text
}

fn next_page(next: &Selection) -> String {
    let is_attribute = matches!(next, Selection::XPath(path) if super::xpath_text::attribute(path).is_some());
    let (name, number) = if is_attribute { ("None", "None") } else { ("\"href\"", "None") };
    format!(
        "def next_page(page, url=None):\n    \"\"\"The address of the page that the list goes on with; None on the last \
         one.\"\"\"\n    link = {{\"region\": [\"xpath\", \"/*\"], \"record\": None, \"nNodes\": 1, \"columns\": [[0, {}, {name}, \
         {number}]]}}\n    [[found]] = page.evaluate(READ, link)\n    return other_page(attribute(found), base_of(page, url), url)\n",
        place(next)
    )
}

fn place(place: &Selection) -> String {
    match place {
        Selection::Here => "[\"here\", \"\"]".to_owned(),
        Selection::XPath(path) => format!("[\"xpath\", {}]", quoted(path)),
        Selection::Css(css) | Selection::CssAround(css) => format!("[\"css\", {}]", quoted(css)),
    }
}
