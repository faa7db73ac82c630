//! What a selector says of one record, while wrappers are learned: as a compiled wrapper reads it.

use tamis_extract::records::Cell;
use tamis_page::{Css, Document, NodeId, NodeKind, XPath, XPathValue};

/// What an expression says, and the node that says it; `None` if that is nothing.
pub(super) fn by_xpath(document: &Document, scope: NodeId, xpath: &XPath) -> Option<(NodeId, String)> {
    let found = match xpath.evaluate(document, scope) {
        XPathValue::Nodes(nodes) => {
            let first = *nodes.first()?;
            if first.is_attribute() {
                (first.node(), first.text(document).trim().to_owned())
            } else {
                (first.node(), text_of(document, first.node()))
            }
        }
        value => (scope, collapsed(&value.to_text(document))),
    };
    Some(found).filter(|(_, text)| !text.is_empty())
}

/// Reads the attribute or the text of what a CSS selector selects; without a selector, that of the record itself.
pub(super) fn by_css(
    document: &Document,
    scope: NodeId,
    css: Option<&Css>,
    attribute: Option<&str>,
    text: Option<usize>,
) -> Option<String> {
    let element = css.map_or(Some(scope), |css| css.select_first(document, scope))?;
    let value = match (attribute, text) {
        (Some(attribute), _) => document.attribute(element, document.find_name(attribute)?)?.trim().to_owned(),
        (None, Some(number)) => {
            let mut texts = document.children(element).filter(|&child| document.kind(child) == NodeKind::Text);
            text_of(document, texts.nth(number.checked_sub(1)?)?)
        }
        (None, None) => text_of(document, element),
    };
    Some(value).filter(|value| !value.is_empty())
}

/// All text of a node, white space collapsed.
pub(super) fn text_of(document: &Document, node: NodeId) -> String {
    Cell::read(document, vec![node], None).text
}

/// A text with one blank where it has white space.
pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
