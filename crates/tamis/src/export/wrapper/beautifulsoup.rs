//! A Python program with Beautiful Soup, on the tree that browsers build.

use super::plan::{Plan, PlannedColumn, Selection, ValueSource};
use super::python::{self, functions, node_name, node_names, quoted};
use super::soup_steps::{self, SoupEnd, SoupPath};
use super::{WrapperExportError, conversion, css_text, lxml};
use tamis_sites::wrapper::{SelectorLanguage, WrapperPart};

pub(super) fn write(plan: &Plan<'_>) -> Result<String, WrapperExportError> {
    let usage = "Run it, for one JSON object a row:\n\n    python rows.py page.html --url https://example.com/list\n\nor import \
                 `rows`. Needs `pip install beautifulsoup4 html5lib`: html5lib builds the tree that browsers build.";
    let mut text = python::heading(plan, "Beautiful Soup", usage);
    text.push_str("import argparse\nimport codecs\nimport json\nimport re\nimport sys\n");
    text.push_str(&conversion::imports(plan));
    text.push_str(
        "\nfrom bs4 import BeautifulSoup, NavigableString, Tag\nfrom bs4.element import PreformattedString\n",
    );
    let mut parts = vec![rows(plan)?];
    if let Some(next) = &plan.next {
        parts.push(next_page(plan, next)?);
    }
    let uses_steps = plan.places().any(|place| matches!(place, Selection::XPath(_)));
    let uses_nth = plan.columns.iter().any(|column| match &column.place {
        Selection::XPath(path) => path.contains("text()"),
        _ => matches!(column.reading, ValueSource::NthText(_)),
    });
    let mut add = |is_needed: bool, part: &str| parts.extend(is_needed.then(|| part.to_owned()));
    add(true, PARSE);
    add(plan.n_nodes > 1, include_str!("python/soup_following.py"));
    add(uses_steps || uses_nth || plan.record.is_some() || plan.next.is_some(), include_str!("python/soup_order.py"));
    add(uses_steps, include_str!("python/soup_steps.py"));
    add(true, include_str!("python/soup_values.py"));
    add(uses_nth, include_str!("python/soup_nth_text.py"));
    add(conversion::has_addresses(plan), include_str!("python/soup_base.py"));
    add(conversion::asks_page(plan), include_str!("python/soup_page_currency.py"));
    parts.extend(conversion::functions(plan));
    parts.push(include_str!("python/decoded.py").to_owned());
    text.push_str(&functions(parts.iter().map(String::as_str)));
    text.push('\n');
    text.push_str(python::MAIN);
    Ok(text)
}

const PARSE: &str = r#"def parse(page):
    """The tree of a page, with its attributes as they are written."""
    return BeautifulSoup(page, "html5lib", multi_valued_attributes=None)
"#;

fn rows(plan: &Plan<'_>) -> Result<String, WrapperExportError> {
    let mut text = String::from("def rows(page, url=None):\n    \"\"\"The records of a page, one dict each.\"\"\"\n");
    text.push_str("    soup = parse(page)\n");
    text.push_str(&lxml::page_facts(plan, "soup"));
    let regions = elements(plan, "soup", &plan.region, &WrapperPart::Region)?;
    match &plan.record {
        None => text.push_str(&format!("    records = {regions}\n")),
        Some(record) => {
            let found = elements(plan, "region", record, &WrapperPart::Record)?;
            // A region in a region has the same records.
            text.push_str(&format!("    found = [record for region in {regions} for record in {found}]\n"));
            text.push_str("    records = in_order(soup, found)\n");
        }
    }
    if plan.n_nodes == 1 {
        text.push_str("    for record in records:\n");
    } else {
        let names = node_names(plan).join(", ");
        text.push_str(&format!("    for {names} in with_following(records, {}):\n", plan.n_nodes));
    }
    let values: Vec<String> = plan.columns.iter().map(|column| value(plan, column)).collect::<Result<_, _>>()?;
    let place_of = |column: &PlannedColumn<'_>| {
        plan.columns.iter().position(|other| std::ptr::eq(other.column, column.column)).unwrap_or(0)
    };
    text.push_str(&python::row(plan, 8, "yield", |column| values[place_of(column)].clone()));
    Ok(text)
}

fn next_page(plan: &Plan<'_>, next: &Selection) -> Result<String, WrapperExportError> {
    let found = elements(plan, "soup", next, &WrapperPart::Next)?;
    Ok(format!(
        "def next_page(page, url=None):\n    \"\"\"The address of the page that the list goes on with; None on the last \
         one.\"\"\"\n    soup = parse(page)\n    link = first_of(soup, {found})\n    return other_page(attribute(link, \
         \"href\"), base_of(soup, url), url)\n"
    ))
}

/// All elements that are selected.
fn elements(plan: &Plan<'_>, from: &str, place: &Selection, part: &WrapperPart) -> Result<String, WrapperExportError> {
    Ok(match place {
        Selection::Here => format!("[{from}]"),
        Selection::Css(css) | Selection::CssAround(css) => format!("{from}.select({})", quoted(css)),
        Selection::XPath(path) => {
            let path = read(plan, path, part)?;
            if matches!(path.end, SoupEnd::Text(_)) || path.call.is_some() {
                return Err(plan.error(part.clone(), "it selects texts, which are no elements of Beautiful Soup"));
            }
            format!("steps({}, [{}])", if path.is_absolute { "soup" } else { from }, path.steps.join(", "))
        }
    })
}

fn value(plan: &Plan<'_>, column: &PlannedColumn<'_>) -> Result<String, WrapperExportError> {
    let from = node_name(column.column.node);
    // Where XPath is the wrapper's language, the value is the first attribute or text, not that of the first element.
    let by_value = plan.wrapper.language == SelectorLanguage::XPath && column.column.selectors.xpath.is_some();
    Ok(match (&column.place, &column.reading) {
        (Selection::XPath(path), _) => {
            let path = read(plan, path, &WrapperPart::Column(column.name().to_owned()))?;
            of_steps(&from, &path)
        }
        (Selection::Here, ValueSource::Text) => format!("text({from})"),
        (Selection::Here, ValueSource::Attribute(name)) => format!("attribute({from}, {})", quoted(name)),
        (Selection::Here, ValueSource::NthText(number)) => {
            format!("text(first_of({from}, nth_text([{from}], {number})))")
        }
        (Selection::Css(css) | Selection::CssAround(css), ValueSource::Text) => {
            format!("text({from}.select_one({}))", quoted(css))
        }
        (Selection::Css(css) | Selection::CssAround(css), ValueSource::Attribute(name)) => {
            let css = if by_value { with_attribute(css, name) } else { css.clone() };
            format!("attribute({from}.select_one({}), {})", quoted(&css), quoted(name))
        }
        (Selection::Css(css) | Selection::CssAround(css), ValueSource::NthText(number)) => {
            let first = if by_value { "" } else { "[:1]" };
            format!("text(first_of({from}, nth_text({from}.select({}){first}, {number})))", quoted(css))
        }
    })
}

fn of_steps(from: &str, path: &SoupPath) -> String {
    let start = if path.is_absolute { "soup" } else { from };
    let found = format!("steps({start}, [{}])", path.steps.join(", "));
    let first = format!("first_of({start}, {found})");
    let value = match &path.end {
        SoupEnd::Attribute(name) if path.call.is_none() => return format!("attribute({first}, {})", quoted(name)),
        SoupEnd::Attribute(name) => format!("attribute({first}, {})", quoted(name)),
        SoupEnd::Text(number) => format!("first_of({start}, nth_text({found}, {number}))"),
        SoupEnd::Element => first,
    };
    match &path.call {
        None => format!("text({value})"),
        Some((call, part)) if call == "substring_after" => format!("text(after({value}, {part}))"),
        Some((_, part)) => format!("text(before({value}, {part}))"),
    }
}

fn read(plan: &Plan<'_>, path: &str, part: &WrapperPart) -> Result<SoupPath, WrapperExportError> {
    // The call around values that are no nodes is not needed: all text is read in any case.
    let inner = path.strip_prefix("string(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(path);
    soup_steps::read(inner).map_err(|reason| plan.error(part.clone(), reason))
}

/// The selector of elements that have an attribute.
fn with_attribute(css: &str, name: &str) -> String {
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return css.to_owned();
    }
    css_text::alternatives(css).iter().map(|part| format!("{part}[{name}]")).collect::<Vec<_>>().join(", ")
}
