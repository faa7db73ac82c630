//! The boxes that a page is built of: the smallest things to see.

use super::colors;
use crate::segment::geometry::{PixelRect, RectTree};
use crate::segment::painted::{lines_of, own_paint};
use std::cmp::Reverse;
use tamis_extract::RenderedView;
use tamis_page::{Color, Document, Layout, NodeId, Style, names};

/// Something to see that has nothing else to see in it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct PageBox {
    /// The text, the picture or the element that it is of.
    pub node: NodeId,
    /// What is in it.
    pub kind: BoxKind,
    /// Where it is.
    pub rect: PixelRect,
    /// What it looks like from afar.
    pub color: Color,
    /// What it stands on.
    pub background: Color,
}

/// What a box is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoxKind {
    /// A line of a text.
    Text,
    /// A picture, a video, a control.
    Image,
    /// An element without text, seen by its background.
    Element,
}

/// Whether weight and slant count for the colour of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextColor {
    /// They make it stronger or weaker.
    Weighed,
    /// The colour alone.
    Plain,
}

impl PageBox {
    /// What of it hides an earlier box: a little less than all, because the line box of a text is higher than its
    /// letters; `None` if nothing is left.
    fn core(&self) -> Option<PixelRect> {
        let PixelRect { left, top, right, bottom } = self.rect;
        let margin = match self.kind {
            BoxKind::Text => (f64::from(self.rect.width().min(self.rect.height())) * 0.1).round() as i32,
            BoxKind::Image | BoxKind::Element => 1,
        };
        let core = PixelRect::new(left + margin, top + margin, right - margin, bottom - margin);
        (!core.is_empty()).then_some(core)
    }
}

/// The boxes of a page that no later one hides and that have no other in them, in document order.
pub(super) fn of_page(view: &RenderedView<'_>, text_color: TextColor) -> Vec<PageBox> {
    let boxes = Walk::of(view, text_color).boxes();
    without_containers(without_masked(boxes))
}

/// The walk over the elements that have something to see in them.
struct Walk<'v> {
    view: &'v RenderedView<'v>,
    document: &'v Document,
    layout: &'v Layout,
    text_color: TextColor,
    /// Of each node the number of its children with something to see, `None` if it has nothing to see itself.
    n_children: Vec<Option<u32>>,
    /// Of each node whether one in it, or itself, has several such children.
    branches: Vec<bool>,
}

impl<'v> Walk<'v> {
    fn of(view: &'v RenderedView<'v>, text_color: TextColor) -> Walk<'v> {
        let n_nodes = view.document().len();
        let mut walk = Walk {
            view,
            document: view.document(),
            layout: view.layout(),
            text_color,
            n_children: vec![None; n_nodes],
            branches: vec![false; n_nodes],
        };
        // Children come after their parent, so what is in a node is known when the node's turn comes.
        for node in walk.document.nodes().rev() {
            let inside = walk.n_children[node.index()];
            if inside.is_none() && !walk.is_seen_by_itself(node) {
                continue;
            }
            let n_children = inside.unwrap_or(0);
            walk.n_children[node.index()] = Some(n_children);
            walk.branches[node.index()] |= n_children > 1;
            if let Some(parent) = walk.document.parent(node) {
                walk.branches[parent.index()] |= walk.branches[node.index()];
                *walk.n_children[parent.index()].get_or_insert(0) += 1;
            }
        }
        walk
    }

    fn is_seen_by_itself(&self, node: NodeId) -> bool {
        if !self.view.visibility().is_seen(node) || self.view.clipping().visible_rect(node).is_none() {
            return false;
        }
        if self.document.is_element(node) {
            return self.layout.is_visible(node) && (self.is_replaced(node) || self.has_background(node));
        }
        !self.document.text(node).trim().is_empty()
    }

    fn is_replaced(&self, node: NodeId) -> bool {
        let is_drawing = matches!(self.document.tag(node), Some(names::SVG | names::CANVAS | names::IFRAME));
        self.layout.is_replaced(node) || is_drawing && !self.document.is_inlined_frame(node)
    }

    /// Whether the element looks different from what it stands on.
    fn has_background(&self, node: NodeId) -> bool {
        let differs = |style: &Style| style.background_image || own_paint(self.view, node, style).is_some();
        self.layout.style(node).is_some_and(differs)
    }

    fn boxes(&self) -> Vec<PageBox> {
        let mut boxes = Vec::new();
        let mut node = self.document.root();
        while node.index() < self.document.len() {
            let Some(n_children) = self.n_children[node.index()] else {
                node = self.document.subtree_end(node);
                continue;
            };
            let is_chain = n_children <= 1 && !self.branches[node.index()];
            if self.document.is_element(node) && (is_chain || self.is_replaced(node)) {
                self.push(self.end_of_chain(node), &mut boxes);
                node = self.document.subtree_end(node);
                continue;
            }
            if !self.document.is_element(node) && node != self.document.root() {
                self.push(node, &mut boxes);
            }
            node = NodeId(node.0 + 1);
        }
        boxes
    }

    /// Down from an element with one child after the other: to the text or the picture at the end, or to the first that
    /// has a background and an element in it.
    fn end_of_chain(&self, mut node: NodeId) -> NodeId {
        loop {
            let inside = self.document.children(node).find(|child| self.n_children[child.index()].is_some());
            let Some(child) = inside.filter(|_| !self.is_replaced(node)) else { return node };
            let is_stop = self.document.is_element(child) && self.has_background(node);
            if is_stop && self.view.clipping().visible_rect(node).is_some() {
                return node;
            }
            node = child;
        }
    }

    fn push(&self, node: NodeId, boxes: &mut Vec<PageBox>) {
        let style = self.layout.style(node);
        let background = style.map_or(Color::WHITE, |style| style.background);
        if self.document.is_element(node) {
            let kind = if self.is_replaced(node) { BoxKind::Image } else { BoxKind::Element };
            let color = match kind {
                BoxKind::Image => colors::MID_GREY,
                _ => background,
            };
            let rect = self.view.clipping().visible_rect(node).map(PixelRect::nearest);
            let rect = rect.filter(|rect| !rect.is_empty());
            boxes.extend(rect.map(|rect| PageBox { node, kind, rect, color, background }));
            return;
        }
        let color = style.map_or(Color::BLACK, |style| match self.text_color {
            TextColor::Weighed => colors::of_text(style),
            TextColor::Plain => style.color.over(style.background),
        });
        let line = |(rect, _)| PageBox { node, kind: BoxKind::Text, rect, color, background };
        boxes.extend(lines_of(self.view, node).map(line));
    }
}

/// Leaves out what a later box hides: that still reaches into it when it is a little smaller.
fn without_masked(boxes: Vec<PageBox>) -> Vec<PageBox> {
    let rects: Vec<PixelRect> = boxes.iter().map(|one| one.rect).collect();
    // A box is in the tree from its turn on.
    let mut tree = RectTree::awaiting(&rects);
    let mut is_masked = vec![false; boxes.len()];
    let mut hidden: Vec<u32> = Vec::new();
    for (number, one) in boxes.iter().enumerate() {
        if let Some(mask) = one.core() {
            hidden.clear();
            tree.overlapping_beyond(mask, PixelRect::NOWHERE, |earlier| hidden.push(earlier));
            for &earlier in &hidden {
                is_masked[earlier as usize] = true;
                tree.remove(earlier);
            }
        }
        tree.set(number as u32, one.rect);
    }
    let mut is_masked = is_masked.into_iter();
    boxes.into_iter().filter(|_| is_masked.next() == Some(false)).collect()
}

/// Leaves out boxes with another in them, and of equal ones all but the last, which is on top.
fn without_containers(boxes: Vec<PageBox>) -> Vec<PageBox> {
    let mut distinct: Vec<usize> = (0..boxes.len()).collect();
    distinct.sort_unstable_by_key(|&number| (boxes[number].rect, Reverse(number)));
    distinct.dedup_by_key(|number| boxes[*number].rect);
    // Only these are asked: a page may have thousands of boxes at one place, and each would look at all the others.
    let rects: Vec<PixelRect> = distinct.iter().map(|&number| boxes[number].rect).collect();
    let tree = RectTree::new(&rects);
    let mut is_kept = vec![false; boxes.len()];
    for (&number, &rect) in distinct.iter().zip(&rects) {
        is_kept[number] = !tree.any_touching(rect, |_, inner| inner != rect && rect.contains(inner));
    }
    let mut is_kept = is_kept.into_iter();
    boxes.into_iter().filter(|_| is_kept.next() == Some(true)).collect()
}
