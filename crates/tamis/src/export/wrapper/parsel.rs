//! A Python program with parsel, and the parts of it that a Scrapy spider has too.

use super::plan::{Plan, PlannedColumn, Selection, ValueSource};
use super::python::{self, functions, node_name, node_names, quoted};
use super::{conversion, lxml};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let usage = "Run it, for one JSON object a row:\n\n    python rows.py page.html --url https://example.com/list\n\nor import \
                 `rows`. Needs `pip install parsel`.";
    let mut text = python::heading(plan, "parsel", usage);
    text.push_str("import argparse\nimport codecs\nimport json\nimport re\nimport sys\n");
    text.push_str(&conversion::imports(plan));
    text.push('\n');
    if plan.translates_css() {
        text.push_str("from cssselect import HTMLTranslator\n");
    }
    if plan.n_nodes > 1 {
        text.push_str("from lxml import etree\n");
    }
    text.push_str("from parsel import Selector\n");
    let mut parts = vec![rows(plan)];
    if let Some(next) = &plan.next {
        parts.push(next_page(next));
    }
    parts.extend(shared_functions(plan));
    parts.push(include_str!("python/decoded.py").to_owned());
    text.push_str(&functions(parts.iter().map(String::as_str)));
    text.push('\n');
    text.push_str(python::MAIN);
    text
}

fn rows(plan: &Plan<'_>) -> String {
    let mut text = String::from("def rows(page, url=None):\n    \"\"\"The records of a page, one dict each.\"\"\"\n");
    text.push_str("    selector = Selector(text=page)\n");
    if plan.says("tbody") {
        text.push_str("    add_bodies(selector.root)\n");
    }
    text.push_str(&lxml::page_facts(plan, "selector.root"));
    text.push_str(&records(plan, "selector", 4));
    text.push_str(&python::row(plan, 8, "yield", value));
    text
}

/// The loop over the records.
pub(super) fn records(plan: &Plan<'_>, page: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut text = String::new();
    match &plan.record {
        None => text.push_str(&format!("{margin}records = {}\n", select(page, &plan.region))),
        Some(record) => {
            let found = select(&select(page, &plan.region), record);
            // A region in a region has the same records.
            let found = if plan.may_select_no_elements() { format!("elements({found})") } else { found };
            text.push_str(&format!("{margin}records = list({{found.root: found for found in {found}}}.values())\n"));
        }
    }
    if plan.n_nodes == 1 {
        text.push_str(&format!("{margin}for record in records:\n"));
    } else {
        let names = node_names(plan).join(", ");
        text.push_str(&format!("{margin}for {names} in with_following(records, {}):\n", plan.n_nodes));
    }
    text
}

pub(super) fn shared_functions(plan: &Plan<'_>) -> Vec<String> {
    let mut parts = Vec::new();
    let mut add = |is_needed: bool, part: &str| parts.extend(is_needed.then(|| part.to_owned()));
    add(plan.translates_css(), include_str!("python/css_below.py"));
    add(plan.says("tbody"), include_str!("python/tbody.py"));
    add(plan.n_nodes > 1, include_str!("python/parsel_following.py"));
    add(plan.may_select_no_elements(), include_str!("python/parsel_elements.py"));
    add(true, include_str!("python/parsel_values.py"));
    add(conversion::has_addresses(plan), include_str!("python/lxml_base.py"));
    add(conversion::asks_page(plan), include_str!("python/lxml_page_currency.py"));
    parts.extend(conversion::functions(plan));
    parts
}

fn next_page(next: &Selection) -> String {
    format!(
        "def next_page(page, url=None):\n    \"\"\"The address of the page that the list goes on with; None on the last \
         one.\"\"\"\n    selector = Selector(text=page)\n    return other_page({}, base_of(selector.root, url), url)\n",
        link("selector", next)
    )
}

/// The address of the first link that is selected.
pub(super) fn link(page: &str, next: &Selection) -> String {
    let found = select(page, next);
    let is_attribute = matches!(next, Selection::XPath(path) if super::xpath_text::attribute(path).is_some());
    if is_attribute { format!("attribute({found})") } else { format!("attribute({found}, \"href\")") }
}

pub(super) fn value(column: &PlannedColumn<'_>) -> String {
    let found = select(&node_name(column.column.node), &column.place);
    match (&column.place, &column.reading) {
        (Selection::XPath(_), ValueSource::Attribute(_)) => format!("attribute({found})"),
        (Selection::XPath(_), _) | (_, ValueSource::Text) => format!("text({found})"),
        (_, ValueSource::Attribute(name)) => format!("attribute({found}, {})", quoted(name)),
        (Selection::Here, ValueSource::NthText(number)) => format!("text({found}.xpath(\"text()[{number}]\"))"),
        (_, ValueSource::NthText(number)) => format!("text({found}[:1].xpath(\"text()[{number}]\"))"),
    }
}

fn select(from: &str, place: &Selection) -> String {
    match place {
        Selection::Here => format!("{from}.xpath(\".\")"),
        Selection::XPath(path) => format!("{from}.xpath({})", quoted(path)),
        Selection::Css(css) => format!("{from}.css({})", quoted(css)),
        Selection::CssAround(css) => format!("{from}.xpath({})", lxml::below(css)),
    }
}
