//! What the markup says of nodes, with the page in view.

use super::{Markup, Sight, is_closed_away, is_never_shown, own_markup};
use crate::document::{Document, NodeId, NodeKind};
use std::cell::OnceCell;

/// Says of the nodes of one page whether their markup hides them.
///
/// An element whose attributes hide most of the page's text is not hidden: that is a page that waits for its script,
/// which would show it. Servers that stream a page send its parts in hidden elements, and shops hide their whole content
/// until a visitor is let in.
#[derive(Clone, Debug)]
pub struct Sights<'d> {
    document: &'d Document,
    /// The text before each node, in bytes; counted when it is first asked for.
    text_before: OnceCell<Vec<u32>>,
}

/// The share of the page's text from which on an element is the page itself. Of 872 pages seven hide such a part that
/// readers do see, from 0.68 up; the largest parts that stay hidden, forms to sign in, have 0.61.
const MOST: (u64, u64) = (2, 3);
/// Less text than this, in bytes, is a message for later rather than a page.
const MIN_TEXT: u64 = 500;

impl<'d> Sights<'d> {
    /// Looks at a page; nothing is counted yet.
    pub fn of(document: &'d Document) -> Sights<'d> {
        Sights { document, text_before: OnceCell::new() }
    }

    /// What the markup says of a node; what is above it, other than a closed `details`, is not looked at.
    #[inline]
    pub fn sight(&self, node: NodeId) -> Sight {
        if is_closed_away(self.document, node) {
            return Sight::Gone;
        }
        if self.document.is_element(node) { self.markup(node).sight } else { Sight::Seen }
    }

    /// What the element's own tag and attributes say.
    #[inline]
    pub(crate) fn markup(&self, node: NodeId) -> Markup<'d> {
        let markup = own_markup(self.document, node);
        if markup.is_by_attribute && self.is_most_of_the_page(node) {
            return Markup { sight: Sight::Seen, ..markup };
        }
        markup
    }

    /// Whether the element's attributes hide most of the page, as until a script has run.
    pub(crate) fn hides_most_of_the_page(&self, node: NodeId) -> bool {
        self.document.is_element(node)
            && own_markup(self.document, node).is_by_attribute
            && self.is_most_of_the_page(node)
    }

    fn is_most_of_the_page(&self, node: NodeId) -> bool {
        let before = self.text_before.get_or_init(|| text_before(self.document));
        let range = self.document.subtree_range(node);
        let inside = u64::from(before[range.end] - before[range.start]);
        let all = u64::from(before[self.document.len()]);
        inside >= MIN_TEXT && inside * MOST.1 >= all * MOST.0
    }
}

fn text_before(document: &Document) -> Vec<u32> {
    let mut before = Vec::with_capacity(document.len() + 1);
    let (mut n_bytes, mut hidden_until) = (0_u32, NodeId::ROOT);
    for node in document.nodes() {
        before.push(n_bytes);
        if node < hidden_until {
            continue;
        }
        match document.kind(node) {
            NodeKind::Element if is_never_shown(document, node) => hidden_until = document.subtree_end(node),
            NodeKind::Text => n_bytes = n_bytes.saturating_add(document.text(node).trim_ascii().len() as u32),
            _ => {}
        }
    }
    before.push(n_bytes);
    before
}
