//! Texts that name something: links, headings of rows, "Price:".

use super::index::SelectorIndex;
use crate::document::{Document, NodeId, NodeKind};
use crate::select::xpath;

/// The longest text that is taken for a label.
const MAX_LABEL: usize = 40;
/// The most nodes that are read for one: labels are short and flat.
const MAX_NODES: usize = 40;

/// What a text is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LabelUse {
    /// To recognise the element itself: what people click on and what names something else. Any other text is the
    /// content that the scraper is after, and differs on the next page.
    Itself,
    /// To recognise the value behind it.
    Next,
}

/// The element's text, if it looks like a label.
pub(super) fn label_text(index: &SelectorIndex, node: NodeId, saying: LabelUse) -> Option<String> {
    let text = short_text(index.document, node)?;
    let is_worded = text.chars().any(char::is_alphabetic) && !text.chars().any(|it| it.is_ascii_digit());
    let names_things = match index.document.tag_name(node) {
        "dt" | "th" | "label" | "legend" => true,
        "a" | "button" | "summary" | "option" => saying == LabelUse::Itself,
        "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => saying == LabelUse::Next || text.ends_with(':'),
        _ => text.ends_with(':'),
    };
    (is_worded && names_things).then_some(text)
}

/// The element's text as XPath's `normalize-space()` gives it, if it is short.
fn short_text(document: &Document, node: NodeId) -> Option<String> {
    if document.subtree_range(node).len() > MAX_NODES {
        return None;
    }
    let mut joined = String::new();
    for inner in document.descendants(node).filter(|&inner| document.kind(inner) == NodeKind::Text) {
        joined.push_str(document.text(inner));
        if joined.len() > 4 * MAX_LABEL + 256 {
            return None;
        }
    }
    let words: Vec<&str> = joined.split(is_xml_space).filter(|word| !word.is_empty()).collect();
    let normal = words.join(" ");
    (normal.len() <= MAX_LABEL).then_some(normal)
}

/// Whether the element's text, as XPath's `normalize-space()` gives it, is this one. Reads up to the first difference.
pub(super) fn has_text(document: &Document, node: NodeId, wanted: &str) -> bool {
    xpath::has_normal_text(document, node, wanted, xpath::TextExtent::Whole).0
}

fn is_xml_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::names;

    #[test]
    fn a_text_is_compared_with_its_white_space_normalised() {
        let document = Document::parse("<p> Pri<b>ce</b>\n per <i> </i>unit: ");
        let paragraph = document.elements_named(names::P).next().unwrap();
        assert_eq!(short_text(&document, paragraph).as_deref(), Some("Price per unit:"));
        assert!(has_text(&document, paragraph, "Price per unit:"));
        for other in ["", "Price", "Price per unit", "Price per unit: ", "Price  per unit:", "Price per unit:x"] {
            assert!(!has_text(&document, paragraph, other), "{other:?}");
        }
    }
}
