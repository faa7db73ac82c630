//! The attributes of an element as the engine may see them.

use super::spans::Span;
use crate::css::is_too_much_style;
use blitz_dom::node::Attribute;
use blitz_dom::{LocalName, QualName, ns};
use std::collections::HashMap;
use tamis_page::{AttributeNamespace, AttributeRef, Document, Name, NodeId, names};
use url::Url;

/// Selectors that ask for more of a value than this are not met; it saves copying images out of `data:` addresses.
const MAX_VALUE: usize = 4096;

/// Names in the engine's spelling, looked up once a page.
#[derive(Default)]
pub(super) struct LocalNames {
    by_name: HashMap<Name, LocalName>,
}

impl LocalNames {
    pub(super) fn get(&mut self, name: Name, spelling: &str) -> LocalName {
        self.by_name.entry(name).or_insert_with(|| LocalName::from(spelling)).clone()
    }
}

/// What the engine gets of an element's attributes: all that a selector may ask for, less what would make the engine fetch,
/// panic or allocate by itself.
pub(super) fn attributes_of(
    document: &Document,
    element: NodeId,
    base: &Url,
    span: Option<Span>,
    local_names: &mut LocalNames,
) -> Vec<Attribute> {
    let tag = document.tag(element).filter(|&tag| document.is_html(element, tag));
    let mut attributes = Vec::with_capacity(document.attributes(element).len() + 1);
    for attribute in document.attributes(element) {
        let Some(value) = allowed(tag, &attribute, base, span) else { continue };
        let local = match attribute.namespace {
            AttributeNamespace::None => local_names.get(attribute.name, attribute.local_name),
            _ => LocalName::from(attribute.local_name),
        };
        let namespace = if attribute.namespace == AttributeNamespace::Xml { ns!(xml) } else { ns!() };
        attributes.push(Attribute { name: QualName::new(None, namespace, local), value });
    }
    attributes
}

/// An attribute of our own.
pub(super) fn marker(name: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), LocalName::from(name)), value: String::new() }
}

fn allowed(tag: Option<Name>, attribute: &AttributeRef<'_>, base: &Url, span: Option<Span>) -> Option<String> {
    let value = attribute.value;
    if attribute.name == names::STYLE && is_too_much_style(value) {
        return None;
    }
    if attribute.name == names::STYLE || attribute.name == names::CLASS || attribute.name == names::ID {
        return Some(value.to_owned());
    }
    let whole = |least: u32, most: u32| value.trim().parse::<u32>().ok().map(|number| number.clamp(least, most));
    match (tag, attribute.local_name) {
        // Sheets and frames are read here, not by the engine.
        (Some(names::LINK), "rel" | "href")
        | (Some(names::IFRAME), "src" | "srcdoc")
        | (Some(names::CANVAS), "src") => None,
        // The engine takes it for granted that an address can be resolved.
        (Some(names::IMG), "src") => (value.len() <= MAX_VALUE && base.join(value).is_ok()).then(|| value.to_owned()),
        (Some(names::TD | names::TH), "colspan") => Some(span?.columns.to_string()),
        (Some(names::TD | names::TH), "rowspan") => Some(span?.rows.to_string()),
        (Some(names::COL | names::COLGROUP), "span") => Some(whole(1, 100)?.to_string()),
        (Some(names::TEXTAREA), "rows" | "cols") => Some(whole(1, 1000)?.to_string()),
        // The engine counts down from it.
        (Some(names::OL), "start") => Some(whole(1, 1_000_000)?.to_string()),
        // The engine compares with lower case.
        (Some(names::INPUT | names::BUTTON), "type") => Some(value.trim().to_ascii_lowercase()),
        _ => Some(cut(value).to_owned()),
    }
}

fn cut(value: &str) -> &str {
    let mut end = value.len().min(MAX_VALUE);
    while !value.is_char_boundary(end) {
        end -= 1;
    }
    &value[..end]
}
