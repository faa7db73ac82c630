//! What can be seen of a whole page.

use super::markup::InlineStyle;
use super::{Sight, Sights};
use crate::budget;
use crate::document::names::STYLE;
use crate::document::{Document, Mask, NodeId, NodeKind};
use crate::layout::{BoxState, Layout, Rect};

/// Which nodes of a page can be seen, and which take room: by its layout, and by its markup where there is none.
///
/// An element that takes no room itself, such as one whose children float, is seen if something in it is.
#[derive(Clone, Debug)]
pub struct Visibility {
    seen: Mask,
    room: Mask,
}

/// What is known of a node, for itself and for what it hands on to its children.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NodeVisibility {
    is_seen: bool,
    takes_room: bool,
    /// Whether children without a layout of their own are gone, too.
    content_is_gone: bool,
    /// Nothing hides it but that it is empty, which it may be because an image in it was not loaded.
    is_placed: bool,
    /// Whether it is in an element that hides the page until a script has run; a layout without the script does not count there.
    is_waiting: bool,
}

const GONE: NodeVisibility =
    NodeVisibility { is_seen: false, takes_room: false, content_is_gone: true, is_placed: false, is_waiting: false };
/// Its content may still have boxes.
const GONE_BY_LAYOUT: NodeVisibility = NodeVisibility { content_is_gone: false, ..GONE };
const SEEN: NodeVisibility =
    NodeVisibility { is_seen: true, takes_room: true, content_is_gone: false, is_placed: true, is_waiting: false };

impl Visibility {
    /// Looks at all nodes of a page, and at their boxes if there is a layout.
    pub fn of(document: &Document, layout: Option<&Layout>) -> Visibility {
        budget::spend(document.len());
        let sights = Sights::of(document);
        let mut verdicts: Vec<NodeVisibility> = Vec::with_capacity(document.len());
        for node in document.nodes() {
            let above = document.parent(node).map_or(SEEN, |parent| verdicts[parent.index()]);
            let verdict = match layout {
                Some(layout) if is_unloaded(layout, node) => {
                    NodeVisibility { is_seen: above.is_placed, takes_room: above.is_placed, ..above }
                }
                Some(layout) if layout.state(node) == BoxState::Rendered => by_layout(layout, node, above),
                Some(layout) if layout.state(node) == BoxState::NotRendered && !above.is_waiting => {
                    if above.is_placed && sights.hides_most_of_the_page(node) {
                        NodeVisibility { is_waiting: true, ..above }
                    } else {
                        GONE_BY_LAYOUT
                    }
                }
                _ => by_markup(document, &sights, node, above),
            };
            verdicts.push(verdict);
        }
        // An element is there as long as something in it is; children come after their parent.
        for node in document.nodes().rev() {
            let inner = verdicts[node.index()];
            if let Some(parent) = document.parent(node) {
                let outer = &mut verdicts[parent.index()];
                outer.is_seen |= inner.is_seen;
                outer.takes_room |= inner.takes_room;
            }
        }
        Visibility {
            seen: mask(document, |node| verdicts[node.index()].is_seen),
            room: mask(document, |node| verdicts[node.index()].takes_room),
        }
    }

    /// Whether the node, or something in it, can be seen.
    #[inline]
    pub fn is_seen(&self, node: NodeId) -> bool {
        self.seen.keeps(node)
    }

    /// Keeps what can be seen.
    pub fn seen(&self) -> &Mask {
        &self.seen
    }

    /// Keeps what can be seen or has its room: also what is there and transparent, such as the back of a card that is
    /// turned when it is pointed at.
    pub fn room(&self) -> &Mask {
        &self.room
    }
}

/// Whether the node is an image or the like without a size: it was not loaded, and what it would look like is not known.
fn is_unloaded(layout: &Layout, node: NodeId) -> bool {
    layout.is_replaced(node) && layout.is_visible(node) && layout.rect(node).is_some_and(Rect::is_empty)
}

fn by_layout(layout: &Layout, node: NodeId, above: NodeVisibility) -> NodeVisibility {
    let Some(rect) = layout.rect(node) else { return GONE_BY_LAYOUT };
    let takes_room = !rect.is_empty() && rect.right() > 0.0 && rect.bottom() > 0.0;
    let is_seen = takes_room && layout.is_visible(node);
    let is_placed = is_seen || rect.is_empty() && above.is_placed && layout.is_visible(node);
    NodeVisibility { is_seen, takes_room, content_is_gone: false, is_placed, is_waiting: false }
}

fn by_markup(document: &Document, sights: &Sights<'_>, node: NodeId, above: NodeVisibility) -> NodeVisibility {
    if above.content_is_gone {
        return GONE;
    }
    match sights.sight(node) {
        Sight::Gone => GONE,
        Sight::Transparent => NodeVisibility { is_seen: false, ..above },
        Sight::Replaced => NodeVisibility { content_is_gone: true, ..above },
        // What is transparent can have something in it that says it is not.
        Sight::Seen if above.takes_room && !above.is_seen => {
            NodeVisibility { is_seen: is_visible(document, node), ..above }
        }
        Sight::Seen => above,
    }
}

fn is_visible(document: &Document, node: NodeId) -> bool {
    document.attribute(node, STYLE).is_some_and(|style| InlineStyle::of(style).is_visible())
}

/// Keeps the elements and texts that `is_kept` keeps, and the comments beside them.
fn mask(document: &Document, is_kept: impl Fn(NodeId) -> bool) -> Mask {
    let mut mask = Mask::keep_all(document);
    let mut node = NodeId(1);
    while node.index() < document.len() {
        let is_content = matches!(document.kind(node), NodeKind::Element | NodeKind::Text);
        node = if is_content && !is_kept(node) {
            mask.remove(document, node, "cannot be seen");
            document.subtree_end(node)
        } else {
            NodeId(node.0 + 1)
        };
    }
    mask
}
