//! The elements of our document that a browser with scripts would have below `body`.

use tamis_page::{Document, Namespace, NodeId, names};

/// An element and its depth below `body`, which has depth 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PageElement {
    pub(super) depth: u32,
    pub(super) node: NodeId,
}

/// `body` and its elements in document order, without those that are no elements of this page to a browser: the
/// contents of templates, of frames, and of `noscript`, which is text where scripts run.
pub(super) fn below_body(document: &Document) -> Vec<PageElement> {
    let Some(body) = document.body() else { return Vec::new() };
    let end = document.subtree_end(body);
    let mut found = Vec::new();
    let mut open_until: Vec<NodeId> = Vec::new();
    let mut node = body;
    while node < end {
        while open_until.last().is_some_and(|&until| until <= node) {
            open_until.pop();
        }
        let node_end = document.subtree_end(node);
        if document.is_element(node) && document.namespace(node) == Namespace::Html {
            found.push(PageElement { depth: open_until.len() as u32, node });
            open_until.push(node_end);
        }
        let is_closed =
            [names::TEMPLATE, names::IFRAME, names::NOSCRIPT].iter().any(|&tag| document.is_html(node, tag));
        node = if is_closed { node_end } else { NodeId(node.0 + 1) };
    }
    found
}
