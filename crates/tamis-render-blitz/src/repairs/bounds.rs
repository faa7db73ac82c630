//! Styles that ask for more than the engine can lay out: it stops with an error, or does not come to an end.

use super::{Changes, Element, margin_pixels, padding_pixels, size_pixels};
use crate::dom::EngineTree;
use std::collections::BTreeSet;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Document, GivenUp, NodeId};

/// The largest font, in pixels: that of Chromium.
const MAX_FONT_SIZE: f32 = 10_000.0;
/// The longest length, in pixels. The engine adds lengths up in numbers of 24 bits, and compares lines to a pixel.
const MAX_LENGTH: f32 = 1_000_000.0;
/// Elements in the lines of one block. The engine numbers their styles, and those of what is generated before and after
/// each, in sixteen bits.
const MAX_IN_LINES: u32 = 20_000;
/// Elements of lines in each other around a block. For each of them the engine looks for the block anew.
const MAX_AROUND_BLOCK: u32 = 64;

/// Looks at every element of a frame in document order.
pub(super) struct Bounds {
    first: usize,
    places: Vec<LineNesting>,
    deepest: u32,
    pub(super) given_up: BTreeSet<GivenUp>,
}

/// How an element stands in lines.
#[derive(Clone, Copy, Default)]
struct LineNesting {
    /// The block whose lines its content is in.
    block: usize,
    /// Elements in the lines of this block so far.
    n_in_lines: u32,
    /// Elements of lines that it is in, itself included; 0 for an element that is not in a line.
    n_around: u32,
    is_block: bool,
}

impl Bounds {
    pub(super) fn new(document: &Document, root: NodeId) -> Bounds {
        let range = document.subtree_range(root);
        let places = vec![LineNesting::default(); range.len()];
        Bounds { first: range.start, places, deepest: 0, given_up: BTreeSet::new() }
    }

    pub(super) fn repair(&mut self, document: &Document, element: &Element, changes: &mut Changes) {
        self.sizes(element, changes);
        let at = element.node.index() - self.first;
        let parent = document.parent(element.node).and_then(|parent| parent.index().checked_sub(self.first));
        let outer = parent.map_or(LineNesting::default(), |parent| self.places[parent]);
        let is_in_lines = element.outside == DisplayOutside::Inline && element.inside == DisplayInside::Flow;
        if !is_in_lines && element.inside != DisplayInside::Contents {
            let is_block = element.outside == DisplayOutside::Block;
            self.places[at] = LineNesting { block: at, is_block, ..LineNesting::default() };
            return;
        }
        let n_around = outer.n_around + u32::from(is_in_lines);
        self.deepest = self.deepest.max(n_around);
        self.places[at] = LineNesting { block: outer.block, n_around, ..self.places[at] };
        let block = &mut self.places[outer.block];
        block.n_in_lines += 1;
        if is_in_lines && block.n_in_lines > MAX_IN_LINES {
            block.n_in_lines = 0;
            self.places[at].is_block = true;
            changes.set(element.id, "display", "block");
            self.given_up.insert(GivenUp::Lines);
        }
    }

    fn sizes(&mut self, element: &Element, changes: &mut Changes) {
        let style = &element.style;
        let mut limit = |is_beyond: bool, property, value: f32| {
            if is_beyond {
                changes.set(element.id, property, format!("{value}px"));
                self.given_up.insert(GivenUp::Values);
            }
        };
        let font_size = style.clone_font_size().used_size().px();
        limit(font_size.is_nan() || font_size > MAX_FONT_SIZE, "font-size", MAX_FONT_SIZE);
        // Lengths that go by the font get shorter with it. What is not a number is not within bounds either.
        let share = if font_size > MAX_FONT_SIZE { MAX_FONT_SIZE / font_size } else { 1.0 };
        let is_beyond = |length: f32| length.is_nan() || length.abs() * share > MAX_LENGTH;
        let sizes = [
            ("width", style.clone_width()),
            ("height", style.clone_height()),
            ("min-width", style.clone_min_width()),
            ("min-height", style.clone_min_height()),
        ];
        for (property, size) in sizes {
            limit(size_pixels(&size).is_some_and(is_beyond), property, MAX_LENGTH);
        }
        let (padding, margin) = (style.get_padding(), style.get_margin());
        let sides = [
            ("padding-left", padding_pixels(&padding.padding_left)),
            ("padding-right", padding_pixels(&padding.padding_right)),
            ("padding-top", padding_pixels(&padding.padding_top)),
            ("padding-bottom", padding_pixels(&padding.padding_bottom)),
            ("margin-left", margin_pixels(&margin.margin_left)),
            ("margin-right", margin_pixels(&margin.margin_right)),
            ("margin-top", margin_pixels(&margin.margin_top)),
            ("margin-bottom", margin_pixels(&margin.margin_bottom)),
        ];
        for (property, length) in sides {
            limit(is_beyond(length), property, MAX_LENGTH.copysign(length));
        }
    }

    /// Makes blocks of what is nested too deeply in lines and has a block in it.
    pub(super) fn finish(&mut self, document: &Document, tree: &EngineTree, changes: &mut Changes) {
        if self.deepest <= MAX_AROUND_BLOCK {
            return;
        }
        for at in (1..self.places.len()).rev() {
            let node = NodeId((self.first + at) as u32);
            let LineNesting { is_block, n_around, .. } = self.places[at];
            if !is_block {
                continue;
            }
            // Here `is_block` is also that of elements in lines around a block.
            if n_around > MAX_AROUND_BLOCK
                && let Some(id) = tree.blitz_id(node)
            {
                changes.set(id, "display", "block");
                self.given_up.insert(GivenUp::Nesting);
            }
            let parent = document.parent(node).and_then(|parent| parent.index().checked_sub(self.first));
            if let Some(parent) = parent.filter(|&parent| self.places[parent].n_around > 0) {
                self.places[parent].is_block = true;
            }
        }
    }
}
