//! Selectors of a link that say where it leads.

use crate::wrapper::reading::text_of;
use crate::wrapper::spelling::{is_css_name, literals};
use tamis_extract::pagination::{Onward, direction};
use tamis_page::{Document, NodeId, Selectors, is_chosen_name, predicate};

/// The elements in and around the link that may say it: an item of a list of links, an icon.
const MAX_AROUND: usize = 2;
const MAX_INSIDE: usize = 4;

/// Whether an expression says where the link leads.
pub(super) fn says(xpath: &str, onward: Onward) -> bool {
    literals(xpath).into_iter().any(|text| direction(text.trim()) == Some(onward))
}

/// Ways to write a link by what it says, the plainest first.
pub(super) fn saying(document: &Document, link: NodeId, onward: Onward) -> Vec<Selectors> {
    let tag = document.tag_name(link);
    if !predicate::is_plain_name(tag) {
        return Vec::new();
    }
    let mut found: Vec<Selectors> = marks(document, link, onward)
        .map(|mark| Selectors { css: Some(mark.css_of(tag)), xpath: Some(format!(".//{tag}[{}]", mark.xpath)) })
        .collect();
    let label = text_of(document, link);
    if direction(&label) == Some(onward) {
        found.push(in_xpath(format!(".//{tag}[normalize-space()={}]", predicate::literal(&label))));
    }
    for around in document.ancestors(link).filter(|&node| document.is_element(node)).take(MAX_AROUND) {
        let outer = document.tag_name(around);
        if predicate::is_plain_name(outer) {
            found.extend(marks(document, around, onward).map(|mark| Selectors {
                css: Some(format!("{} {tag}", mark.css_of(outer))),
                xpath: Some(format!(".//{outer}[{}]//{tag}", mark.xpath)),
            }));
        }
    }
    let inside = document.subtree(link).skip(1).filter(|&node| document.is_element(node)).take(MAX_INSIDE);
    for inner in inside.filter(|&node| predicate::is_plain_name(document.tag_name(node))) {
        let name = document.tag_name(inner);
        let marks = marks(document, inner, onward);
        found.extend(marks.map(|mark| in_xpath(format!(".//{tag}[.//{name}[{}]]", mark.xpath))));
    }
    found
}

fn in_xpath(xpath: String) -> Selectors {
    Selectors { css: None, xpath: Some(xpath) }
}

/// A condition of an element, in both languages.
struct Mark {
    css: String,
    xpath: String,
}

impl Mark {
    /// The selector of an element of this name. An id or a class is enough.
    fn css_of(&self, tag: &str) -> String {
        if self.css.starts_with('[') { format!("{tag}{}", self.css) } else { self.css.clone() }
    }
}

/// The attributes of an element that say where a link leads.
fn marks(document: &Document, node: NodeId, onward: Onward) -> impl Iterator<Item = Mark> {
    let mut found = Vec::new();
    let points_on = |text: &str| direction(text) == Some(onward);
    let value = |name: &str| document.attribute(node, document.find_name(name)?);
    if let Some(rel) = value("rel").filter(|rel| points_on(rel) && is_css_name(rel)) {
        found.push(Mark { css: format!("[rel=\"{rel}\"]"), xpath: predicate::attribute_equals("rel", rel) });
    }
    if let Some(id) = value("id").filter(|id| points_on(id) && is_css_name(id)) {
        found.push(Mark { css: format!("#{id}"), xpath: predicate::attribute_equals("id", id) });
    }
    for class in document.classes(node).filter(|class| points_on(class) && is_css_name(class) && is_chosen_name(class))
    {
        found.push(Mark { css: format!(".{class}"), xpath: predicate::has_class(class) });
    }
    for name in ["aria-label", "title", "alt"] {
        if let Some(text) = value(name).filter(|text| points_on(text) && !text.contains(['"', '\\', '\n'])) {
            let xpath = predicate::attribute_equals(name, text);
            found.push(Mark { css: format!("[{name}=\"{text}\"]"), xpath });
        }
    }
    found.into_iter()
}
