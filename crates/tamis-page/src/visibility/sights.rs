//! What the markup says of nodes, with the page in view.

use super::markup::is_closed_away;
use super::{Markup, Sight, is_never_shown, own_markup};
use crate::document::{Document, NodeId, NodeKind};
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// Says of the nodes of one page whether their markup hides them.
///
/// An element whose attributes hide most of the page's text is not hidden: that is a page that waits for its script,
/// which would show it. Servers that stream a page send its parts in hidden elements, and shops hide their whole content
/// until a visitor is let in.
#[derive(Clone, Debug)]
pub struct Sights<'d> {
    document: &'d Document,
    /// How many nodes were looked at for the text in and around hidden elements.
    n_scanned: Cell<usize>,
    /// The text before each node, in bytes; counted once that many were looked at.
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
        Sights { document, n_scanned: Cell::new(0), text_before: OnceCell::new() }
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

    /// Whether an element has most of the page's text. The text outside is counted from the start of the page until it
    /// is too much, which is soon on most pages; where that takes long, all text is counted once.
    fn is_most_of_the_page(&self, node: NodeId) -> bool {
        let range = self.document.subtree_range(node);
        if let Some(before) = self.text_before.get() {
            let inside = before[range.end] - before[range.start];
            return is_most(u64::from(inside), u64::from(before[self.document.len()] - inside));
        }
        let inside = texts(self.document, range.clone()).map(|(_, n_bytes)| n_bytes).sum();
        if inside < MIN_TEXT {
            self.n_scanned.set(self.n_scanned.get() + range.len());
            return false;
        }
        let (mut outside, mut last) = (0, 0);
        for (position, n_bytes) in texts(self.document, 0..range.start) {
            (outside, last) = (outside + n_bytes, position);
            if !is_most(inside, outside) {
                break;
            }
        }
        if is_most(inside, outside) {
            last = range.end;
            for (position, n_bytes) in texts(self.document, range.end..self.document.len()) {
                (outside, last) = (outside + n_bytes, position);
                if !is_most(inside, outside) {
                    break;
                }
            }
        }
        self.n_scanned.set(self.n_scanned.get() + range.len() + last);
        if self.n_scanned.get() > 2 * self.document.len() {
            self.text_before.get_or_init(|| text_before(self.document));
        }
        is_most(inside, outside)
    }
}

fn is_most(inside: u64, outside: u64) -> bool {
    inside >= MIN_TEXT && inside * MOST.1 >= (inside + outside) * MOST.0
}

/// The texts of a range of nodes that are not in a tag that is never shown: position and length in bytes.
fn texts(document: &Document, range: Range<usize>) -> impl Iterator<Item = (usize, u64)> + '_ {
    let mut hidden_until = NodeId::ROOT;
    range.filter_map(move |position| {
        let node = NodeId(position as u32);
        if node < hidden_until {
            return None;
        }
        match document.kind(node) {
            NodeKind::Element if is_never_shown(document, node) => hidden_until = document.subtree_end(node),
            NodeKind::Text => return Some((position, document.text(node).trim_ascii().len() as u64)),
            _ => {}
        }
        None
    })
}

/// The text before each node, and all of it last.
fn text_before(document: &Document) -> Vec<u32> {
    let mut before = vec![0; document.len() + 1];
    for (position, n_bytes) in texts(document, 0..document.len()) {
        before[position + 1] = n_bytes as u32;
    }
    for position in 0..document.len() {
        before[position + 1] += before[position];
    }
    before
}
