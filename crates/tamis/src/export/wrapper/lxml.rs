//! A Python program with lxml.

use super::plan::{Plan, PlannedColumn, Selection, ValueSource};
use super::python::{self, node_name, node_names, quoted};
use super::{conversion, css_text, python::functions};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let needs = if plan.uses_css() { "lxml cssselect" } else { "lxml" };
    let usage = format!(
        "Run it, for one JSON object a row:\n\n    python rows.py page.html --url https://example.com/list\n\nor import \
         `rows`. Needs `pip install {needs}`."
    );
    let mut text = python::heading(plan, "lxml", &usage);
    text.push_str("import argparse\nimport codecs\nimport json\nimport re\nimport sys\n");
    text.push_str(&conversion::imports(plan));
    let has_class = plan.says("has-class(");
    let uses_etree = has_class || plan.n_nodes > 1;
    text.push('\n');
    if plan.translates_css() {
        text.push_str("from cssselect import HTMLTranslator\n");
    }
    text.push_str(if uses_etree { "from lxml import etree, html\n" } else { "from lxml import html\n" });
    let mut parts = vec![rows(plan)];
    if let Some(next) = &plan.next {
        parts.push(next_page(next));
    }
    let mut add = |is_needed: bool, part: &str| parts.extend(is_needed.then(|| part.to_owned()));
    add(plan.translates_css(), include_str!("python/css_below.py"));
    add(true, include_str!("python/lxml_tree.py"));
    add(plan.says("tbody"), include_str!("python/tbody.py"));
    add(plan.n_nodes > 1, include_str!("python/lxml_following.py"));
    add(plan.may_select_no_elements(), include_str!("python/lxml_elements.py"));
    add(has_class, include_str!("python/has_class.py"));
    add(true, include_str!("python/lxml_values.py"));
    add(conversion::has_addresses(plan), include_str!("python/lxml_base.py"));
    add(conversion::asks_page(plan), include_str!("python/lxml_page_currency.py"));
    parts.extend(conversion::functions(plan));
    parts.push(include_str!("python/decoded.py").to_owned());
    text.push_str(&functions(parts.iter().map(String::as_str)));
    text.push('\n');
    text.push_str(python::MAIN);
    text
}

fn rows(plan: &Plan<'_>) -> String {
    let mut text = String::from("def rows(page, url=None):\n    \"\"\"The records of a page, one dict each.\"\"\"\n");
    text.push_str("    tree = parse(page)\n");
    if plan.says("tbody") {
        text.push_str("    add_bodies(tree)\n");
    }
    text.push_str(&page_facts(plan, "tree"));
    let records = match &plan.record {
        None => select("tree", &plan.region),
        Some(record) => format!(
            "list(dict.fromkeys(record for region in {} for record in {}))",
            select("tree", &plan.region),
            if plan.may_select_no_elements() {
                format!("elements({})", select("region", record))
            } else {
                select("region", record)
            }
        ),
    };
    if plan.n_nodes == 1 {
        text.push_str(&format!("    for record in {records}:\n"));
    } else {
        text.push_str(&format!("    records = {records}\n"));
        let names = node_names(plan).join(", ");
        text.push_str(&format!("    for {names} in with_following(records, {}):\n", plan.n_nodes));
    }
    text.push_str(&python::row(plan, 8, "yield", value));
    text
}

/// What values need to know of the page.
pub(super) fn page_facts(plan: &Plan<'_>, tree: &str) -> String {
    let mut text = String::new();
    if plan.has_type(&[tamis_extract::ValueType::Url, tamis_extract::ValueType::Image]) {
        text.push_str(&format!("    base = base_of({tree}, url)\n"));
    }
    if conversion::asks_page(plan) {
        text.push_str(&format!("    named, language = page_currencies({tree})\n"));
    }
    text
}

fn next_page(next: &Selection) -> String {
    format!(
        "def next_page(page, url=None):\n    \"\"\"The address of the page that the list goes on with; None on the last \
         one.\"\"\"\n    tree = parse(page)\n    return other_page(attribute({}, \"href\"), base_of(tree, url), url)\n",
        select("tree", next)
    )
}

fn value(column: &PlannedColumn<'_>) -> String {
    let found = select(&node_name(column.column.node), &column.place);
    match (&column.place, &column.reading) {
        (Selection::XPath(_), ValueSource::Attribute(_)) => format!("attribute({found})"),
        (_, ValueSource::Attribute(name)) => format!("attribute({found}, {})", quoted(name)),
        (Selection::XPath(_), _) | (_, ValueSource::Text) => format!("text({found})"),
        (_, ValueSource::NthText(number)) => {
            format!("text([string for first in {found}[:1] for string in first.xpath(\"text()[{number}]\")])")
        }
    }
}

/// The Python that makes an `XPath` of a CSS selector as browsers read it.
pub(super) fn below(css: &str) -> String {
    let parts: Vec<String> = css_text::alternatives(css).into_iter().map(quoted).collect();
    format!("below({})", parts.join(", "))
}

fn select(from: &str, place: &Selection) -> String {
    match place {
        Selection::Here => format!("[{from}]"),
        Selection::XPath(path) => format!("{from}.xpath({})", quoted(path)),
        Selection::Css(css) => format!("{from}.cssselect({})", quoted(css)),
        Selection::CssAround(css) => format!("{from}.xpath({})", below(css)),
    }
}
