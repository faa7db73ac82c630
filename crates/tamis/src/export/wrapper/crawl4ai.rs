//! A schema for crawl4ai's `JsonXPathExtractionStrategy`, in a Python program that makes typed values of what it extracts.
//!
//! The strategy reads elements only: it takes attributes and texts off them by the `type` of a field, leaves out rows
//! without a value, and has no bound for what follows a record. So the paths are written such that they select elements,
//! or texts to be taken as they are; a field with a default keeps empty rows; and the elements that follow a record are
//! none that begin another one.

use super::plan::{Plan, PlannedColumn, Selection, ValueSource};
use super::python::{self, functions, quoted};
use super::{WrapperExportError, conversion, css_text, lxml, xpath_text};
use tamis_sites::wrapper::WrapperPart;

/// A field of the schema.
enum Field {
    /// Of an element, by the Python of its path; `None` for the record itself.
    Text(Option<String>),
    Attribute(Option<String>, String),
    /// A text node.
    String(String),
    /// What is no node is evaluated on a copy of the element, by a path from it.
    Copy(Option<String>, String),
}

pub(super) fn write(plan: &Plan<'_>) -> Result<String, WrapperExportError> {
    if plan.may_select_no_elements() {
        return Err(plan.error(WrapperPart::Record, "it selects texts, and its strategy reads elements only"));
    }
    let fields: Vec<Field> = plan.columns.iter().map(|column| field(plan, column)).collect::<Result<_, _>>()?;
    let usage = "Run it, for one JSON object a row:\n\n    python rows.py https://example.com/list\n    python rows.py page.html \
                 --url https://example.com/list\n\nor use SCHEMA with JsonXPathExtractionStrategy. Needs `pip install crawl4ai`.";
    let mut text = python::heading(plan, "crawl4ai", usage);
    text.push_str("import argparse\nimport asyncio\nimport codecs\nimport json\nimport re\nimport sys\n");
    text.push_str(&conversion::imports(plan));
    text.push_str("\nfrom crawl4ai import AsyncWebCrawler, CrawlerRunConfig, JsonXPathExtractionStrategy\n");
    if plan.translates_css() {
        text.push_str("from cssselect import HTMLTranslator\n");
    }
    let has_copies = fields.iter().any(|field| matches!(field, Field::Copy(..)));
    let has_class = plan.says("has-class(");
    let needs_tree = conversion::has_addresses(plan) || conversion::asks_page(plan);
    match (has_copies || has_class, needs_tree) {
        (true, true) => text.push_str("from lxml import etree, html\n"),
        (true, false) => text.push_str("from lxml import etree\n"),
        (false, true) => text.push_str("from lxml import html\n"),
        (false, false) => {}
    }
    let mut parts = Vec::new();
    let mut add = |is_needed: bool, part: &str| parts.extend(is_needed.then(|| part.to_owned()));
    add(plan.translates_css(), include_str!("python/css_below.py"));
    add(plan.says("tbody"), include_str!("python/tbody.py"));
    add(plan.says("tbody"), STRATEGY_WITH_BODIES);
    add(has_class, include_str!("python/has_class.py"));
    add(true, &schema(plan, &fields)?);
    add(true, &rows(plan, &fields));
    add(needs_tree, include_str!("python/lxml_tree.py"));
    add(true, VALUES);
    add(has_copies, COPY);
    add(conversion::has_addresses(plan), include_str!("python/lxml_base.py"));
    add(conversion::asks_page(plan), include_str!("python/lxml_page_currency.py"));
    parts.extend(conversion::functions(plan));
    parts.push(include_str!("python/decoded.py").to_owned());
    parts.push(include_str!("python/crawl4ai_main.py").to_owned());
    text.push_str(&functions(parts.iter().map(String::as_str)));
    Ok(text)
}

const STRATEGY_WITH_BODIES: &str = r#"class TableStrategy(JsonXPathExtractionStrategy):
    """Tables have a `tbody` for it, as they have in a browser."""

    def _parse_html(self, html_content):
        tree = super()._parse_html(html_content)
        add_bodies(tree)
        return tree
"#;

const VALUES: &str = r#"def text(value):
    """A text with its white space collapsed; None if there is none."""
    return " ".join(value.split()) or None if value else None


def attribute(value):
    """An attribute without the white space around it; None if there is none."""
    return value.strip() or None if value else None
"#;

const COPY: &str = r#"def evaluated(element, path):
    """The value of an expression that selects no nodes, at an element that is given as XML."""
    return etree.fromstring(element, etree.XMLParser(recover=True)).xpath(path) if element else None
"#;

fn schema(plan: &Plan<'_>, fields: &[Field]) -> Result<String, WrapperExportError> {
    let mut text = format!("SCHEMA = {{\n    \"name\": \"rows\",\n    \"baseSelector\": {},\n", base(plan)?);
    text.push_str("    # The strategy leaves out records without any value, which this one gives to all.\n    \"baseFields\": \
                   [{\"name\": \"\", \"type\": \"attribute\", \"attribute\": \"class\", \"default\": \"\"}],\n    \"fields\": [\n");
    for (column, field) in plan.columns.iter().zip(fields) {
        let (path, rest) = match field {
            Field::Text(path) => (path.clone(), "\"type\": \"text\"".to_owned()),
            Field::Attribute(path, name) => {
                (path.clone(), format!("\"type\": \"attribute\", \"attribute\": {}", quoted(name)))
            }
            Field::String(path) => (Some(path.clone()), "\"type\": \"regex\", \"pattern\": \"(?s)(.*)\"".to_owned()),
            Field::Copy(path, _) => (path.clone(), "\"type\": \"html\"".to_owned()),
        };
        let path = path.map_or_else(String::new, |path| format!("\"selector\": {path}, "));
        text.push_str(&format!("        {{\"name\": {}, {path}{rest}}},\n", quoted(column.name())));
    }
    let strategy = if plan.says("tbody") { "TableStrategy" } else { "JsonXPathExtractionStrategy" };
    text.push_str(&format!("    ],\n}}\nSTRATEGY = {strategy}(SCHEMA)\n"));
    Ok(text)
}

/// The path of the records on the page, as Python.
fn base(plan: &Plan<'_>) -> Result<String, WrapperExportError> {
    let Some(record) = &plan.record else {
        return Ok(match &plan.region {
            Selection::Css(css) | Selection::CssAround(css) => on_page(css),
            Selection::XPath(path) => quoted(path),
            Selection::Here => quoted("/*"),
        });
    };
    let joined = match (&plan.region, record) {
        (Selection::XPath(region), Selection::XPath(record)) => {
            let record = xpath_text::without_brackets(record).unwrap_or_else(|| record.clone());
            xpath_text::behind(region, &record).map(|path| quoted(&path))
        }
        (Selection::XPath(region), Selection::Here) => Some(quoted(region)),
        (region, record) if is_one(region) && is_one(record) => {
            let region = match region {
                Selection::Css(css) | Selection::CssAround(css) => on_page(css),
                Selection::XPath(path) => quoted(path),
                Selection::Here => quoted("/*"),
            };
            match record {
                Selection::Css(css) | Selection::CssAround(css) => Some(format!("{region} + {}[1:]", lxml::below(css))),
                Selection::XPath(path) => {
                    xpath_text::behind("", path).map(|path| format!("{region} + {}", quoted(&path)))
                }
                Selection::Here => Some(region),
            }
        }
        _ => None,
    };
    let error = || plan.error(WrapperPart::Record, "region and record cannot be written as one path");
    joined.ok_or_else(error)
}

/// The Python of a path from the root of the page to what a CSS selector selects.
fn on_page(css: &str) -> String {
    let start = if css.starts_with(":scope") { "\"/*\" + " } else { "" };
    format!("{start}{}[1:]", lxml::below(css))
}

/// Whether the selector has no alternatives.
fn is_one(place: &Selection) -> bool {
    match place {
        Selection::Here => true,
        Selection::Css(css) | Selection::CssAround(css) => css_text::alternatives(css).len() == 1,
        Selection::XPath(path) => xpath_text::alternatives(path).len() == 1,
    }
}

fn field(plan: &Plan<'_>, column: &PlannedColumn<'_>) -> Result<Field, WrapperExportError> {
    let part = || WrapperPart::Column(column.name().to_owned());
    let start = start(plan, column)?;
    let element = |path: &str| -> Result<String, WrapperExportError> {
        let error = || plan.error(part(), format!("`{path}` cannot be written for its strategy"));
        let path = xpath_text::without_brackets(path).unwrap_or_else(|| path.to_owned());
        xpath_text::behind(&start, &path).map(|path| quoted(&path)).ok_or_else(error)
    };
    let here = (start != ".").then(|| quoted(&start));
    Ok(match (&column.place, &column.reading) {
        (Selection::XPath(path), _) if xpath_text::is_value(path) => Field::Copy(here, path.clone()),
        (Selection::XPath(path), reading) => {
            let flat = xpath_text::without_brackets(path).unwrap_or_else(|| path.clone());
            let ends: Vec<_> = xpath_text::alternatives(&flat).into_iter().map(xpath_text::attribute).collect();
            match (reading, ends.first()) {
                (_, Some(&Some((_, name)))) if ends.iter().all(|end| end.is_some_and(|(_, other)| other == name)) => {
                    // The first attribute, not that of the first element.
                    let elements: Vec<String> = ends
                        .iter()
                        .flatten()
                        .map(|(before, name)| {
                            let before = if before.is_empty() { "." } else { before };
                            if *before == *"." { format!("self::*[@{name}]") } else { format!("{before}[@{name}]") }
                        })
                        .collect();
                    Field::Attribute(Some(element(&elements.join(" | "))?), name.to_owned())
                }
                _ if path.contains("text()") && xpath_text::nth_text(path).is_some() => Field::String(element(path)?),
                _ => Field::Text(Some(element(path)?)),
            }
        }
        (Selection::Here, ValueSource::Text) => Field::Text(here),
        (Selection::Here, ValueSource::Attribute(name)) => Field::Attribute(here, name.clone()),
        (Selection::Here, ValueSource::NthText(number)) => Field::String(element(&format!("./text()[{number}]"))?),
        (Selection::Css(css) | Selection::CssAround(css), reading) => {
            if start != "." && css_text::alternatives(css).len() > 1 {
                return Err(plan.error(part(), "several CSS selectors in one have no XPath behind another"));
            }
            let from = if start == "." { String::new() } else { format!("{} + ", quoted(&start)) };
            let cut = if start == "." { "" } else { "[1:]" };
            let path = format!("{from}{}{cut}", lxml::below(css));
            match reading {
                ValueSource::Text => Field::Text(Some(path)),
                ValueSource::Attribute(name) => Field::Attribute(Some(path), name.clone()),
                ValueSource::NthText(number) => {
                    // It reads a path only if that begins with a dot.
                    Field::String(format!("\"./self::node()[false()] | (\" + {path} + \")[1]/text()[{number}]\""))
                }
            }
        }
    })
}

/// The path from a record's first element to the one that a column starts from: it and none before it begins a record.
fn start(plan: &Plan<'_>, column: &PlannedColumn<'_>) -> Result<String, WrapperExportError> {
    let node = column.column.node;
    if node == 0 {
        return Ok(".".to_owned());
    }
    // Also where the records themselves are selected by CSS.
    let path = plan.wrapper.record.as_ref().and_then(|record| record.first.xpath.as_deref()).map(str::trim);
    let last = path.and_then(xpath_text::split_last_step).map(|(_, step)| step);
    let is_counted = |step: &str| {
        let mut predicates = step.split('[').skip(1).map(str::trim_start);
        step.contains("position()")
            || step.contains("last()")
            || predicates.any(|predicate| predicate.starts_with(|c: char| c.is_ascii_digit()))
    };
    let last = last.filter(|step| !is_counted(step) && !step.contains("::") && !step.is_empty() && *step != ".");
    let last = last.ok_or_else(|| {
        let reason =
            "records of several elements need an XPath of their first ones that ends in a name with conditions";
        plan.error(WrapperPart::Record, reason)
    })?;
    let mut path = format!("./following-sibling::*[{node}][not(self::{last})]");
    for before in 1..node {
        path.push_str(&format!("[not(preceding-sibling::*[{before}][self::{last}])]"));
    }
    Ok(path)
}

fn rows(plan: &Plan<'_>, fields: &[Field]) -> String {
    let mut text = String::from(
        "def rows(items, page, url=None):\n    \"\"\"Rows of what the strategy extracted from a page, one dict each.\"\"\"\n",
    );
    let facts = lxml::page_facts(plan, "tree");
    if !facts.is_empty() {
        text.push_str("    tree = parse(page)\n");
    }
    text.push_str(&facts);
    text.push_str("    for item in items:\n");
    let value = |column: &PlannedColumn<'_>| {
        let place = plan.columns.iter().position(|other| std::ptr::eq(other.column, column.column)).unwrap_or(0);
        let item = format!("item.get({})", quoted(column.name()));
        match &fields[place] {
            Field::Attribute(..) => format!("attribute({item})"),
            Field::Copy(_, path) => format!("text(evaluated({item}, {}))", quoted(path)),
            _ => format!("text({item})"),
        }
    };
    text.push_str(&python::row(plan, 8, "yield", value));
    text
}
