//! What a page says about itself for machines: JSON-LD, microdata, `RDFa`, `OpenGraph`, Twitter cards, Dublin Core.
//!
//! The answers have the shapes that users of extruct know, so that one can take the place of the other:
//!
//! | vocabulary | where it stands | shape |
//! |---|---|---|
//! | [`json_ld`](Structured::json_ld) | `<script type="application/ld+json">` | the objects as they are written |
//! | [`microdata`](Structured::microdata) | `itemscope`, `itemprop` | `{"type": …, "properties": {name: value or list}}` |
//! | [`rdfa`](Structured::rdfa) | `vocab`, `typeof`, `property`, `resource`, `prefix` | one object a subject, full names, values in lists |
//! | [`open_graph`](Structured::open_graph) | `<meta property="og:…">` | `{"namespace": {…}, "properties": [[name, value], …]}` |
//! | [`twitter`](Structured::twitter) | `<meta name="twitter:…">` | `{"properties": [[name, value], …]}` |
//! | [`dublin_core`](Structured::dublin_core) | `<meta name="dc.…">`, `<link rel="dc.…">` | `{"namespaces": {…}, "elements": […], "terms": […]}` |
//!
//! [`metadata`](crate::metadata) is what these and the visible page amount to.
//!
//! ```
//! use tamis_extract::structured;
//! use tamis_page::Document;
//!
//! let page = Document::parse("<script type='application/ld+json'>{\"@type\": \"Recipe\", // a cake\n \"name\": \"Cake\",}</script>");
//! let found = structured::read(&page, None);
//! assert_eq!(found.json_ld[0].get("name").and_then(|name| name.as_text()), Some("Cake"));
//! ```

mod dublin_core;
mod json;
mod meta_pairs;
mod microdata;
mod rdfa;
mod rdfa_names;
mod value;

pub(crate) use json::decoded;
pub use value::Value;

use tamis_page::{Document, NodeId, budget, names};
use url::Url;

/// What a page says about itself for machines, by vocabulary.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Structured {
    /// The objects of all JSON-LD scripts.
    pub json_ld: Vec<Value>,
    /// The items that are not a property of another item.
    pub microdata: Vec<Value>,
    /// The subjects, in page order.
    pub rdfa: Vec<Value>,
    /// At most one object.
    pub open_graph: Vec<Value>,
    /// At most one object.
    pub twitter: Vec<Value>,
    /// At most one object.
    pub dublin_core: Vec<Value>,
}

/// Reads everything that a page says about itself for machines. Relative addresses of microdata and `RDFa` are made
/// absolute by `base`, where it is known.
pub fn read(document: &Document, base: Option<&Url>) -> Structured {
    // One walk for each vocabulary.
    budget::spend(document.len().saturating_mul(6));
    Structured {
        json_ld: json_ld(document),
        microdata: microdata::read(document, base),
        rdfa: rdfa::read(document, base),
        open_graph: meta_pairs::open_graph(document),
        twitter: meta_pairs::twitter(document),
        dublin_core: dublin_core::read(document),
    }
}

impl Structured {
    /// Whether the page says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Structured::default()
    }
}

/// The objects of all JSON-LD scripts.
pub fn json_ld(document: &Document) -> Vec<Value> {
    let scripts = document.elements_named(names::SCRIPT).filter(|&node| is_json_ld(document, node));
    scripts.flat_map(|script| json_ld_of(document, script)).collect()
}

/// The objects of one script; a list of objects stands for its members.
pub(crate) fn json_ld_of(document: &Document, script: NodeId) -> Vec<Value> {
    let text = document.text_content(script);
    budget::spend(text.len());
    let mut objects = Vec::new();
    for value in json::read(&text) {
        match value {
            Value::List(members) => objects.extend(members.into_iter().filter(|member| !member.is_blank())),
            Value::Object(_) if !value.is_blank() => objects.push(value),
            _ => {}
        }
    }
    objects
}

/// Whether an element is a script that holds JSON-LD. Pages write parameters after the type, and capitals.
pub(crate) fn is_json_ld(document: &Document, node: NodeId) -> bool {
    let media_type = document.attribute(node, names::TYPE).unwrap_or("");
    let essence = media_type.split(';').next().unwrap_or("").trim();
    essence.eq_ignore_ascii_case("application/ld+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_scripts_and_lists_give_one_list_of_objects() {
        let page = Document::parse(
            "<script type='application/ld+json'>[{\"a\":1},{},{\"a\":2}]</script>\
             <script type='text/javascript'>{\"a\":3}</script>\
             <script type='Application/LD+JSON; charset=utf-8'>{\"a\":4}{\"a\":5}</script>",
        );
        let found = read(&page, None);
        let numbers: Vec<_> = found.json_ld.iter().filter_map(|object| object.get("a")).collect();
        assert_eq!(numbers, [1, 2, 4, 5].map(|number| Value::Number(number.to_string())).iter().collect::<Vec<_>>());
    }

    #[test]
    fn a_page_that_says_nothing_is_empty() {
        assert!(read(&Document::parse("<p>x"), None).is_empty());
    }
}
