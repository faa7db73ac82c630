//! Boxes and styles of every node, in one walk over the document.

use super::FramePlace;
use super::inline::{InlineBoxes, inline_boxes};
use super::placement::{Positions, has_layout};
use super::placement::{paint_turns, turn_of};
use super::styles::Displays;
use super::styles::{background_of, display_of, is_decorated, placement_of, style_of};
use crate::dom::EngineTree;
use blitz_dom::{BaseDocument, NodeId as BlitzId};
use std::collections::HashMap;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use style::values::computed::CSSPixelLength;
use tamis_page::{BoxFlags, Color, Display, Document, LayoutBuilder, Line, NodeId, NodeKind, Rect, StyleId, names};

/// Writes what is known about the nodes of a frame, and says where the frames in it are.
pub(crate) fn write(
    document: &Document,
    blitz: &BaseDocument,
    tree: &EngineTree,
    frame: &FramePlace,
    displays: &Displays,
    builder: &mut LayoutBuilder,
) -> Vec<FramePlace> {
    let range = document.subtree_range(frame.root);
    let mut positions = Positions::new(blitz, (frame.x, frame.y));
    let inline = inline_boxes(blitz, tree, &mut positions);
    let mut walk = Walk {
        document,
        blitz,
        tree,
        displays,
        first: range.start,
        inline: &inline,
        texts: text_rects(&inline),
        positions,
        places: vec![None; range.len()],
        style_ids: HashMap::new(),
    };
    walk.root(frame);
    for index in range.start + 1..range.end {
        walk.node(NodeId(index as u32), builder);
    }
    walk.rows();
    for index in range.start + 1..range.end {
        let node = NodeId(index as u32);
        match &walk.places[index - range.start] {
            Some(NodeBox { rect: Some(rect), flags, display, .. }) => builder.set_box(node, *rect, *flags, *display),
            Some(NodeBox { is_unknown: true, .. }) => {}
            _ => builder.set_not_rendered(node),
        }
    }
    for &(node, line) in &inline.lines {
        // A space or a letter that the engine put in can lead past the end of the node, or into a letter.
        let text = document.text(node);
        let start = text.floor_char_boundary(line.start as usize);
        let end = text.ceil_char_boundary(line.end as usize).max(start);
        builder.push_line(node, Line { start: start as u32, end: end as u32, ..line });
    }
    walk.paint_order(builder);
    if frame.root == NodeId::ROOT {
        let (width, height) = page_size(blitz, frame);
        builder.set_size(width, height);
    }
    tree.frames.iter().filter_map(|&inner| walk.frame(inner)).collect()
}

fn text_rects(inline: &InlineBoxes) -> HashMap<NodeId, Rect> {
    let mut rects = HashMap::new();
    for (node, line) in &inline.lines {
        rects.entry(*node).and_modify(|known: &mut Rect| *known = known.union(line.rect)).or_insert(line.rect);
    }
    rects
}

/// What is known of a node, and what it hands down.
#[derive(Clone)]
struct NodeBox {
    rect: Option<Rect>,
    flags: BoxFlags,
    display: Display,
    /// Nothing is known about it, because the engine does not look inside.
    is_unknown: bool,
    is_opaque: bool,
    decorated: bool,
    background: Color,
    style: Option<StyleId>,
}

struct Walk<'a> {
    document: &'a Document,
    blitz: &'a BaseDocument,
    tree: &'a EngineTree,
    displays: &'a Displays,
    first: usize,
    inline: &'a InlineBoxes,
    /// Where text nodes are: around all of their lines.
    texts: HashMap<NodeId, Rect>,
    positions: Positions<'a>,
    places: Vec<Option<NodeBox>>,
    /// Styles that were made before: the same computed values before the same background.
    style_ids: HashMap<(usize, Color, bool), StyleId>,
}

impl Walk<'_> {
    fn place(&self, node: NodeId) -> Option<&NodeBox> {
        self.places.get(node.index().checked_sub(self.first)?)?.as_ref()
    }

    fn root(&mut self, frame: &FramePlace) {
        self.places[0] = Some(NodeBox {
            rect: Some(Rect::new(frame.x, frame.y, 0.0, 0.0)),
            flags: BoxFlags { visible: frame.visible, replaced: false },
            display: Display::Block,
            is_unknown: false,
            is_opaque: frame.visible,
            decorated: false,
            background: Color::WHITE,
            style: None,
        });
    }

    fn node(&mut self, node: NodeId, builder: &mut LayoutBuilder) {
        let Some(parent) = self.document.parent(node).and_then(|parent| self.place(parent)).cloned() else { return };
        let place = match self.document.kind(node) {
            _ if parent.is_unknown => Some(parent),
            NodeKind::Text => self.text(node, &parent, builder),
            NodeKind::Element => self.element(node, &parent, builder),
            _ => None,
        };
        self.places[node.index() - self.first] = place;
    }

    /// A text node is where its lines are. White space that takes no room is not rendered.
    fn text(&self, node: NodeId, parent: &NodeBox, builder: &mut LayoutBuilder) -> Option<NodeBox> {
        let rect = *self.texts.get(&node)?;
        if let Some(style) = parent.style {
            builder.reuse_style(node, style);
        }
        let flags = BoxFlags { replaced: false, ..parent.flags };
        Some(NodeBox { rect: Some(rect), flags, display: Display::Inline, ..parent.clone() })
    }

    fn element(&mut self, node: NodeId, parent: &NodeBox, builder: &mut LayoutBuilder) -> Option<NodeBox> {
        let id = self.tree.blitz_id(node)?;
        let engine_node = self.blitz.get_node(id)?;
        let values = engine_node.primary_styles()?;
        let display = display_of(&values);
        if display == Display::None {
            return None;
        }
        let asked_display = self.displays.of(node).unwrap_or(display);
        let is_opaque = parent.is_opaque && values.get_effects().opacity > 0.0;
        let visible = is_opaque && values.get_inherited_box().visibility == Visibility::Visible;
        // Lines along text go on into everything that stands in the same lines.
        let decorated = is_decorated(&values) || (parent.decorated && is_in_same_text(&values, asked_display));
        let background = background_of(&values).over(parent.background);
        let style = self.style(node, &values, background, decorated, builder);
        builder.set_placement(node, placement_of(&values));
        let rect = match display {
            Display::Contents | Display::TableColumn => None,
            _ => Some(self.rect(id, parent)),
        };
        Some(NodeBox {
            rect,
            flags: BoxFlags { visible, replaced: is_replaced(self.document, node) },
            display: asked_display,
            is_unknown: false,
            is_opaque,
            decorated,
            background,
            style: Some(style),
        })
    }

    fn style(
        &mut self,
        node: NodeId,
        values: &ComputedValues,
        background: Color,
        decorated: bool,
        builder: &mut LayoutBuilder,
    ) -> StyleId {
        let key = (std::ptr::from_ref(values).addr(), background, decorated);
        if let Some(&style) = self.style_ids.get(&key) {
            builder.reuse_style(node, style);
            return style;
        }
        let style = builder.set_style(node, style_of(values, background, decorated));
        self.style_ids.insert(key, style);
        style
    }

    fn rect(&mut self, id: BlitzId, parent: &NodeBox) -> Rect {
        if let Some(&rect) = self.inline.rects.get(&id) {
            return with_padding(self.blitz, id, rect);
        }
        let is_laid_out =
            self.blitz.get_node(id).is_some_and(|node| has_layout(node) && node.containing_block().is_some());
        let is_root = self.blitz.try_root_element().is_some_and(|root| root.id == id);
        match self.positions.rect(id) {
            Some(rect) if is_laid_out || is_root => rect,
            // What the engine left out stands where its parent begins and takes no room.
            _ => parent.rect.map_or(Rect::default(), |outer| Rect::new(outer.x, outer.y, 0.0, 0.0)),
        }
    }

    /// The engine gives rows and groups of rows no box: they are as large as their cells. A cell of several rows belongs to
    /// the first of them and does not make it higher.
    fn rows(&mut self) {
        for index in (0..self.places.len()).rev() {
            let node = NodeId((self.first + index) as u32);
            let Some(place) = &self.places[index] else { continue };
            if !matches!(place.display, Display::TableRow | Display::TableRowGroup)
                || self.document.kind(node) != NodeKind::Element
            {
                continue;
            }
            let mut whole: Option<Rect> = None;
            let mut low: Option<Rect> = None;
            for child in self.document.child_elements(node) {
                let Some(NodeBox { rect: Some(rect), display, .. }) = self.place(child) else { continue };
                if !matches!(display, Display::TableCell | Display::TableRow) {
                    continue;
                }
                whole = Some(whole.map_or(*rect, |known| known.union(*rect)));
                let spans_rows = self
                    .document
                    .attributes(child)
                    .any(|attribute| attribute.local_name == "rowspan" && attribute.value.trim() != "1");
                if !spans_rows {
                    low = Some(low.map_or(*rect, |known| known.union(*rect)));
                }
            }
            if let Some(whole) = whole {
                let low = low.unwrap_or(whole);
                let rect = Rect::new(whole.x, low.y, whole.width, low.height);
                if let Some(place) = &mut self.places[index] {
                    place.rect = Some(rect);
                }
            }
        }
    }

    /// Nodes by the turn of their box, then in the order of the page.
    fn paint_order(&self, builder: &mut LayoutBuilder) {
        let turns = paint_turns(self.blitz);
        let mut painted: Vec<(u32, NodeId)> = Vec::new();
        for (index, place) in self.places.iter().enumerate().skip(1) {
            let node = NodeId((self.first + index) as u32);
            if place.as_ref().is_some_and(|place| place.rect.is_some() && !place.is_unknown)
                && let Some(turn) = turn_of(self.blitz, self.tree, &turns, node)
            {
                painted.push((turn, node));
            }
        }
        painted.sort_unstable();
        for (order, (_, node)) in painted.into_iter().enumerate() {
            builder.set_paint_order(node, order as u32);
        }
    }

    /// Where the document of a frame is shown.
    fn frame(&self, frame: NodeId) -> Option<FramePlace> {
        let place = self.place(frame)?;
        let layout = self.tree.blitz_id(frame).and_then(|id| self.blitz.get_node(id))?.unrounded_layout();
        let rect = place.rect?;
        let inset = layout.border + layout.padding;
        let content = Rect::from_edges(
            rect.x + inset.left,
            rect.y + inset.top,
            rect.right() - inset.right,
            rect.bottom() - inset.bottom,
        );
        (!content.is_empty()).then(|| FramePlace::inner(frame, content, place.flags.visible))
    }
}

fn is_in_same_text(values: &ComputedValues, display: Display) -> bool {
    use style::values::computed::Float;
    let leaves = values.clone_position().is_absolutely_positioned() || values.clone_float() != Float::None;
    !leaves
        && !matches!(display, Display::InlineBlock | Display::InlineTable | Display::InlineFlex | Display::InlineGrid)
}

/// An inline element's padding and border are outside its text.
fn with_padding(blitz: &BaseDocument, id: BlitzId, rect: Rect) -> Rect {
    let Some(values) = blitz.get_node(id).and_then(|node| Some(node.primary_styles()?.clone())) else { return rect };
    let padding = values.get_padding();
    let border = values.get_border();
    let pixels = |side: &style::values::computed::NonNegativeLengthPercentage| {
        side.0.to_length().map_or(0.0, CSSPixelLength::px)
    };
    let width =
        |width: f32, style: style::values::computed::BorderStyle| if style.none_or_hidden() { 0.0 } else { width };
    let top = pixels(&padding.padding_top) + width(border.border_top_width.0.to_f32_px(), border.border_top_style);
    let bottom =
        pixels(&padding.padding_bottom) + width(border.border_bottom_width.0.to_f32_px(), border.border_bottom_style);
    // The room before and after the words was made for its margin, too.
    let margin = values.get_margin();
    let outside = |side: &style::values::computed::Margin| match side {
        style::values::computed::Margin::LengthPercentage(length) => length.to_length().map_or(0.0, CSSPixelLength::px),
        _ => 0.0,
    };
    let (left, right) = (outside(&margin.margin_left), outside(&margin.margin_right));
    Rect::from_edges(rect.x + left, rect.y - top, (rect.right() - right).max(rect.x + left), rect.bottom() + bottom)
}

fn is_replaced(document: &Document, node: NodeId) -> bool {
    let Some(tag) = document.tag(node) else { return false };
    match tag {
        names::SVG => true,
        _ if !document.is_html(node, tag) => false,
        names::IMG
        | names::VIDEO
        | names::AUDIO
        | names::CANVAS
        | names::IFRAME
        | names::EMBED
        | names::OBJECT
        | names::INPUT
        | names::TEXTAREA
        | names::SELECT
        | names::BUTTON
        | names::PROGRESS
        | names::METER => true,
        _ => false,
    }
}

fn page_size(blitz: &BaseDocument, frame: &FramePlace) -> (f32, f32) {
    let (mut width, mut height) = (frame.viewport.width as f32, frame.viewport.height as f32);
    if let Some(root) = blitz.try_root_element() {
        let layout = root.unrounded_layout();
        width = width.max(layout.location.x + layout.size.width).max(layout.scrollable_overflow_rect.right);
        height = height.max(layout.location.y + layout.size.height).max(layout.scrollable_overflow_rect.bottom);
    }
    (width, height)
}
