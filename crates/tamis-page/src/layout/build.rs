//! Building a layout, for renderers.

use super::rect::{from_steps, to_steps};
use super::{BoxState, Display, GivenUp, Layout, Line, Marks, NO_PAINT_ORDER, Placement, Rect, Style};
use crate::document::NodeId;
use crate::layout::Viewport;
use std::collections::HashMap;

/// Collects a [`Layout`] node by node, in any order. What is not set stays unknown.
#[derive(Clone, Debug)]
pub struct LayoutBuilder {
    layout: Layout,
    lines: Vec<(NodeId, Line)>,
    style_ids: HashMap<StyleKey, StyleId>,
}

/// Properties of a box besides its rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxFlags {
    /// Neither `visibility` nor `opacity`, of the node or above it, hides it. Default true.
    pub visible: bool,
    /// The content comes from elsewhere: an image, a video, a form control. Default false.
    pub replaced: bool,
}

impl Default for BoxFlags {
    fn default() -> BoxFlags {
        BoxFlags { visible: true, replaced: false }
    }
}

/// A style that was set before, so that it can be set again without comparing it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StyleId(pub(super) u32);

impl StyleId {
    pub(super) const NONE: StyleId = StyleId(u32::MAX);
}

impl LayoutBuilder {
    /// Starts a layout for `n_nodes` nodes, all of them unknown. `renderer` is its name and version.
    pub fn new(n_nodes: usize, viewport: Viewport, renderer: impl Into<String>) -> LayoutBuilder {
        let layout = Layout {
            viewport,
            renderer: renderer.into(),
            size: (0.0, 0.0),
            rects: vec![Rect::default(); n_nodes],
            marks: vec![Marks::default(); n_nodes],
            displays: vec![Display::default(); n_nodes],
            placements: vec![Placement::default(); n_nodes],
            style_ids: vec![StyleId::NONE; n_nodes],
            styles: Vec::new(),
            paint_order: vec![NO_PAINT_ORDER; n_nodes],
            line_ends: Vec::new(),
            lines: Vec::new(),
            given_up: Vec::new(),
        };
        LayoutBuilder { layout, lines: Vec::new(), style_ids: HashMap::new() }
    }

    /// Sets the size of the whole page.
    pub fn set_size(&mut self, width: f32, height: f32) {
        let rounded = Rect::new(0.0, 0.0, width, height);
        self.layout.size = (rounded.width, rounded.height);
    }

    /// Records a part of the page that was given up.
    pub fn give_up(&mut self, what: GivenUp) {
        if let Err(place) = self.layout.given_up.binary_search(&what) {
            self.layout.given_up.insert(place, what);
        }
    }

    /// Sets the box of a node.
    pub fn set_box(&mut self, node: NodeId, rect: Rect, flags: BoxFlags, display: Display) {
        self.layout.rects[node.index()] = rect.rounded();
        self.layout.displays[node.index()] = display;
        let visible = if flags.visible { Marks::VISIBLE } else { 0 };
        let replaced = if flags.replaced { Marks::REPLACED } else { 0 };
        self.layout.marks[node.index()] = Marks(BoxState::Rendered as u8 | visible | replaced);
    }

    /// Marks a node that takes part in no layout.
    pub fn set_not_rendered(&mut self, node: NodeId) {
        self.layout.rects[node.index()] = Rect::default();
        self.layout.displays[node.index()] = Display::None;
        self.layout.placements[node.index()] = Placement::default();
        self.layout.marks[node.index()] = Marks(BoxState::NotRendered as u8);
    }

    /// Sets how a box is placed among others, for boxes that are not plainly in the flow.
    pub fn set_placement(&mut self, node: NodeId, placement: Placement) {
        self.layout.placements[node.index()] = placement;
    }

    /// Sets how a node looks. Equal styles are kept once; the returned id sets the style on further nodes.
    pub fn set_style(&mut self, node: NodeId, mut style: Style) -> StyleId {
        style.font_size = from_steps(to_steps(style.font_size));
        for border in &mut style.borders {
            border.width = from_steps(to_steps(border.width).max(0));
        }
        let styles = &mut self.layout.styles;
        let id = *self.style_ids.entry(StyleKey::of(&style)).or_insert_with(|| {
            styles.push(style);
            StyleId(styles.len() as u32 - 1)
        });
        self.reuse_style(node, id);
        id
    }

    /// Gives a node a style that was set before.
    pub fn reuse_style(&mut self, node: NodeId, style: StyleId) {
        self.layout.style_ids[node.index()] = style;
    }

    /// Adds a line to a text node, after those it has.
    pub fn push_line(&mut self, node: NodeId, line: Line) {
        self.lines.push((node, Line { rect: line.rect.rounded(), ..line }));
    }

    /// Sets when a node is painted; the highest number is on top.
    pub fn set_paint_order(&mut self, node: NodeId, order: u32) {
        self.layout.paint_order[node.index()] = order.min(NO_PAINT_ORDER - 1);
    }

    /// The layout.
    pub fn finish(mut self) -> Layout {
        self.lines.sort_by_key(|&(node, _)| node);
        let mut lines = self.lines.iter().peekable();
        let mut n_lines = 0;
        for node in 0..self.layout.rects.len() {
            while lines.next_if(|(of, _)| of.index() <= node).is_some() {
                n_lines += 1;
            }
            self.layout.line_ends.push(n_lines);
        }
        self.layout.lines = self.lines.into_iter().take(n_lines as usize).map(|(_, line)| line).collect();
        self.layout
    }
}

/// A style as something that can be looked up: lengths in steps instead of floating point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct StyleKey {
    font_family: String,
    font_size: i64,
    font_weight: u16,
    flags: [bool; 3],
    colors: [u32; 2],
    borders: [(i64, u32); 4],
}

impl StyleKey {
    fn of(style: &Style) -> StyleKey {
        StyleKey {
            font_family: style.font_family.clone(),
            font_size: to_steps(style.font_size),
            font_weight: style.font_weight,
            flags: [style.italic, style.decorated, style.background_image],
            colors: [style.color.to_bits(), style.background.to_bits()],
            borders: style.borders.map(|border| (to_steps(border.width), border.color.to_bits())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_by_node_in_the_order_they_came() {
        let mut builder = LayoutBuilder::new(4, Viewport::default(), "by hand");
        let line = |y: f32, start| Line { rect: Rect::new(0.0, y, 10.0, 10.0), start, end: start + 5 };
        builder.push_line(NodeId(3), line(0.0, 0));
        builder.push_line(NodeId(1), line(20.0, 0));
        builder.push_line(NodeId(1), line(30.0, 5));
        let layout = builder.finish();
        assert_eq!(layout.lines(NodeId(0)), []);
        assert_eq!(layout.lines(NodeId(1)), [line(20.0, 0), line(30.0, 5)]);
        assert_eq!(layout.lines(NodeId(2)), []);
        assert_eq!(layout.lines(NodeId(3)), [line(0.0, 0)]);
    }

    #[test]
    fn what_was_given_up_is_named_once_and_in_order() {
        let mut builder = LayoutBuilder::new(1, Viewport::default(), "by hand");
        for what in [GivenUp::Text, GivenUp::Rules, GivenUp::Text] {
            builder.give_up(what);
        }
        assert_eq!(builder.finish().given_up(), [GivenUp::Rules, GivenUp::Text]);
        assert!(GivenUp::ALL.is_sorted());
    }

    #[test]
    fn equal_styles_are_kept_once() {
        let mut builder = LayoutBuilder::new(3, Viewport::default(), "by hand");
        let bold = Style { font_weight: 700, ..Style::default() };
        let first = builder.set_style(NodeId(0), Style::default());
        let second = builder.set_style(NodeId(1), bold.clone());
        assert_eq!(builder.set_style(NodeId(2), bold.clone()), second);
        assert_ne!(first, second);
        let layout = builder.finish();
        assert_eq!(layout.style(NodeId(2)), Some(&bold));
        assert_eq!(layout.styles.len(), 2);
    }

    #[test]
    fn a_hidden_box_is_there_but_not_visible_and_an_absent_one_has_no_place() {
        let mut builder = LayoutBuilder::new(3, Viewport::default(), "by hand");
        let hidden = BoxFlags { visible: false, ..BoxFlags::default() };
        builder.set_box(NodeId(0), Rect::new(0.0, 0.0, 5.0, 5.0), hidden, Display::Block);
        builder.set_not_rendered(NodeId(1));
        let layout = builder.finish();
        assert!(layout.rect(NodeId(0)).is_some() && !layout.is_visible(NodeId(0)));
        assert_eq!((layout.state(NodeId(1)), layout.rect(NodeId(1))), (BoxState::NotRendered, None));
        assert_eq!((layout.state(NodeId(2)), layout.style(NodeId(2))), (BoxState::Unknown, None));
    }
}
