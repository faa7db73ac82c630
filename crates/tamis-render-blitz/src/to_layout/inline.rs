//! Lines of text: where each text node stands, and the elements that are in the lines with it.

use super::placement::Positions;
use crate::dom::EngineTree;
use blitz_dom::node::{Node, NodeData, TextBrush, TextLayout};
use blitz_dom::{BaseDocument, NodeId as BlitzId, local_name};
use parley::{Line as ParleyLine, PositionedLayoutItem};
use std::collections::HashMap;
use style::values::specified::box_::{DisplayInside, DisplayOutside};
use tamis_page::{Line, NodeId, Rect};

/// Everything that stands in lines.
#[derive(Default)]
pub(super) struct InlineBoxes {
    /// Lines of text nodes, in the order of the page for each node.
    pub(super) lines: Vec<(NodeId, Line)>,
    /// Rectangles of elements that are broken into lines.
    pub(super) rects: HashMap<BlitzId, Rect>,
}

/// Walks every paragraph of the document.
pub(super) fn inline_boxes(blitz: &BaseDocument, tree: &EngineTree, positions: &mut Positions<'_>) -> InlineBoxes {
    let mut found = InlineBoxes::default();
    for (id, node) in blitz.tree().iter() {
        let Some(data) = node.element_data().filter(|_| node.flags.is_inline_root()) else { continue };
        let Some(layout) = data.inline_layout_data.as_deref() else { continue };
        let (x, y) = positions.of(id);
        let inset = node.unrounded_layout().padding + node.unrounded_layout().border;
        let origin = (x + inset.left, y + inset.top + layout.block_offset);
        Paragraph { blitz, tree, root: id, layout, origin, ascents: HashMap::new() }.read(&mut found);
    }
    found
}

struct Paragraph<'a> {
    blitz: &'a BaseDocument,
    tree: &'a EngineTree,
    root: BlitzId,
    layout: &'a TextLayout,
    origin: (f32, f32),
    /// Height above and below the baseline of elements in the lines.
    ascents: HashMap<BlitzId, (f32, f32)>,
}

/// A range of a line: horizontally from the paragraph's left edge, vertically by its baseline.
#[derive(Clone, Copy)]
struct LineExtent {
    left: f32,
    right: f32,
    baseline: f32,
}

impl<'a> Paragraph<'a> {
    fn read(mut self, found: &mut InlineBoxes) {
        let sources = self.sources();
        let pieces = align(&self.layout.text, &sources);
        for line in self.layout.layout.lines() {
            self.read_line(&line, &pieces, found);
        }
    }

    /// What the engine joined to this paragraph, in the same order.
    fn sources(&self) -> Vec<Source<'a>> {
        let mut sources = Vec::new();
        let Some(root) = self.blitz.get_node(self.root) else { return sources };
        let mut waiting: Vec<BlitzId> = children_and_pseudos(root).rev().collect();
        while let Some(id) = waiting.pop() {
            let Some(node) = self.blitz.get_node(id) else { continue };
            match &node.data {
                NodeData::Text(text) => match self.tree.node(id) {
                    Some(ours) => sources.push(Source::Text(ours, &text.content)),
                    None => sources.push(Source::Generated(&text.content)),
                },
                NodeData::Element(_) | NodeData::AnonymousBlock(_) => match kind_of(node) {
                    InlineKind::Break => sources.push(Source::Generated("\n")),
                    InlineKind::Text => waiting.extend(children_and_pseudos(node).rev()),
                    InlineKind::Contents => waiting.extend(node.children.iter().rev()),
                    InlineKind::Box => {}
                },
                _ => {}
            }
        }
        sources
    }

    fn read_line(&mut self, line: &ParleyLine<'a, TextBrush>, pieces: &[TextPiece], found: &mut InlineBoxes) {
        let metrics = *line.metrics();
        let mut last_run = None;
        let line_end = line.text_range().end;
        for item in line.items() {
            match item {
                PositionedLayoutItem::InlineBox(inline) => {
                    let extent =
                        LineExtent { left: inline.x, right: inline.x + inline.width, baseline: metrics.baseline };
                    self.widen_ancestors(BlitzId::from_u64(inline.id), extent, found);
                }
                PositionedLayoutItem::GlyphRun(glyphs) => {
                    let run = glyphs.run();
                    let range = run.text_range();
                    // A run is given once for each style in it; here it is taken as a whole.
                    if last_run == Some((run.index(), range.start)) {
                        continue;
                    }
                    last_run = Some((run.index(), range.start));
                    let hanging = if range.end == line_end && !run.is_rtl() { metrics.hanging_advance } else { 0.0 };
                    let font = run.font_metrics();
                    let height = (font.ascent.round(), font.descent.round());
                    let first = pieces.partition_point(|piece| piece.end <= range.start);
                    let here = pieces[first..].iter().take_while(|piece| piece.start < range.end);
                    let left = glyphs.offset();
                    if here.clone().count() == 1
                        && here.clone().all(|piece| piece.start <= range.start && piece.end >= range.end)
                    {
                        let right = left + run.advance() - hanging;
                        for piece in here {
                            self.add_text(
                                piece,
                                range.clone(),
                                LineExtent { left, right, baseline: glyphs.baseline() },
                                height,
                                found,
                            );
                        }
                        continue;
                    }
                    let here: &[TextPiece] = &pieces[first..first + here.count()];
                    let mut spans: Vec<(f32, f32)> = vec![(f32::MAX, f32::MIN); here.len()];
                    let mut x = left;
                    for cluster in run.visual_clusters() {
                        let byte = cluster.text_range().start;
                        let end = x + cluster.advance();
                        // Pieces stand in the order of their bytes, and there may be as many as letters.
                        let at = here.partition_point(|piece| piece.end <= byte);
                        if here.get(at).is_some_and(|piece| piece.start <= byte) {
                            spans[at] = (spans[at].0.min(x), spans[at].1.max(end));
                        }
                        x = end;
                    }
                    for (span, piece) in spans.into_iter().zip(here) {
                        if span.0 <= span.1 {
                            let shared = range.start.max(piece.start)..range.end.min(piece.end);
                            let extent = LineExtent { left: span.0, right: span.1, baseline: glyphs.baseline() };
                            self.add_text(piece, shared, extent, height, found);
                        }
                    }
                }
            }
        }
    }

    fn add_text(
        &mut self,
        piece: &TextPiece,
        range: std::ops::Range<usize>,
        extent: LineExtent,
        (ascent, descent): (f32, f32),
        found: &mut InlineBoxes,
    ) {
        let rect = self.rect(extent, ascent, descent);
        let text = &self.layout.text[range.clone()];
        let is_seen = text.contains(|letter: char| !letter.is_ascii_whitespace());
        let last = range.end - text.chars().next_back().map_or(0, char::len_utf8);
        let end_of_last = piece.node_offset(last) + (range.end - last);
        let line = Line { rect, start: piece.node_offset(range.start) as u32, end: end_of_last as u32 };
        if is_seen || extent.right > extent.left {
            match found.lines.last_mut() {
                // Runs of several fonts or directions in one line are one line.
                Some((node, before)) if *node == piece.node && (before.rect.y - rect.y).abs() < 1.0 => {
                    before.rect = before.rect.union(rect);
                    before.start = before.start.min(line.start);
                    before.end = before.end.max(line.end);
                }
                _ => found.lines.push((piece.node, line)),
            }
        }
        if let Some(id) = self.tree.blitz_id(piece.node) {
            self.widen_ancestors(id, extent, found);
        }
    }

    /// Widens the elements around a piece of a line to include it. Their height is that of their own font.
    fn widen_ancestors(&mut self, id: BlitzId, extent: LineExtent, found: &mut InlineBoxes) {
        let mut at = self.blitz.get_node(id).and_then(|node| node.parent);
        while let Some(id) = at.filter(|&id| id != self.root) {
            let Some(node) = self.blitz.get_node(id) else { break };
            if !node.is_non_atomic_inline() {
                break;
            }
            let (ascent, descent) = *self.ascents.entry(id).or_insert_with(|| ascent_of(node));
            let rect = self.rect(extent, ascent, descent);
            found.rects.entry(id).and_modify(|known| *known = known.union(rect)).or_insert(rect);
            at = node.parent;
        }
    }

    fn rect(&self, extent: LineExtent, ascent: f32, descent: f32) -> Rect {
        let (x, y) = self.origin;
        Rect::from_edges(
            x + extent.left,
            y + extent.baseline - ascent,
            x + extent.right.max(extent.left),
            y + extent.baseline + descent,
        )
    }
}

/// How high the embedded font reaches, and how low, for a font size of 1: the figures in its header.
const ASCENT: f32 = 0.905;
const DESCENT: f32 = 0.212;

fn ascent_of(node: &Node) -> (f32, f32) {
    let size = node.primary_styles().map_or(16.0, |style| style.clone_font_size().used_size().px());
    ((size * ASCENT).round(), (size * DESCENT).round())
}

/// How an element takes part in a paragraph, by the engine's rules.
enum InlineKind {
    Break,
    Text,
    Contents,
    Box,
}

fn kind_of(node: &Node) -> InlineKind {
    let display = node.primary_styles().map(|style| style.clone_display());
    let (outside, inside) =
        display.map_or((DisplayOutside::Inline, DisplayInside::Flow), |display| (display.outside(), display.inside()));
    match (outside, inside) {
        (DisplayOutside::None, DisplayInside::Contents) => InlineKind::Contents,
        (DisplayOutside::Inline, DisplayInside::Flow) => {
            if node.data.is_element_with_tag_name(&local_name!("br")) {
                InlineKind::Break
            } else if node.is_non_atomic_inline() || node.is_anonymous() {
                InlineKind::Text
            } else {
                InlineKind::Box
            }
        }
        _ => InlineKind::Box,
    }
}

fn children_and_pseudos(node: &Node) -> impl DoubleEndedIterator<Item = BlitzId> + '_ {
    node.before().into_iter().chain(node.children.iter().copied()).chain(node.after())
}

/// The part of a paragraph that comes from one text node.
#[derive(Clone, PartialEq, Debug)]
struct TextPiece {
    pub(super) node: NodeId,
    /// Where it starts and ends in the paragraph.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Places where the distance between paragraph and node changes: a byte of each.
    breaks: Vec<(usize, usize)>,
}

impl TextPiece {
    /// The byte of the node that stands at a byte of the paragraph.
    fn node_offset(&self, at: usize) -> usize {
        let next = self.breaks.partition_point(|&(paragraph, _)| paragraph <= at);
        match next.checked_sub(1).map(|before| self.breaks[before]) {
            Some((paragraph, node)) => node + (at - paragraph),
            None => 0,
        }
    }
}

/// What the engine joined, in its order.
enum Source<'a> {
    /// A text node of the page.
    Text(NodeId, &'a str),
    /// Text that is not in the page: generated content, a line break, a bullet.
    Generated(&'a str),
}

/// Puts the sources side by side with the paragraph.
fn align(paragraph: &str, sources: &[Source<'_>]) -> Vec<TextPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for source in sources {
        match *source {
            Source::Generated(text) => {
                for letter in text.chars() {
                    at += matched(paragraph, at, letter).unwrap_or(0);
                }
            }
            Source::Text(node, text) => {
                let mut piece = TextPiece { node, start: at, end: at, breaks: Vec::new() };
                let mut is_started = false;
                let mut distance = None;
                for (offset, letter) in text.char_indices() {
                    let Some(length) = matched(paragraph, at, letter) else { continue };
                    if !is_started {
                        piece.start = at;
                        is_started = true;
                    }
                    if distance != Some(at as isize - offset as isize) {
                        piece.breaks.push((at, offset));
                    }
                    at += length;
                    distance = Some(at as isize - (offset + letter.len_utf8()) as isize);
                }
                piece.end = at;
                if is_started {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}

/// How many bytes of the paragraph stand for this letter; `None` if it was left out.
fn matched(paragraph: &str, at: usize, letter: char) -> Option<usize> {
    let rest = paragraph.get(at..)?;
    let next = rest.chars().next()?;
    if next == letter {
        return Some(next.len_utf8());
    }
    if is_white_space(letter) {
        return is_white_space(next).then(|| next.len_utf8());
    }
    if is_white_space(next) {
        // A space that no node accounts for: one that the engine put in. The letter comes after it.
        let spaces: usize = rest.chars().take_while(|&letter| is_white_space(letter)).map(char::len_utf8).sum();
        return matched(paragraph, at + spaces, letter).map(|length| spaces + length);
    }
    let is_prefix = |spelling: &str| rest.starts_with(spelling).then_some(spelling.len());
    let other_case = is_prefix(&letter.to_uppercase().collect::<String>());
    let other_case = other_case.or_else(|| is_prefix(&letter.to_lowercase().collect::<String>()));
    let is_unseen = letter.is_control() || matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}');
    other_case.or_else(|| (!is_unseen).then(|| next.len_utf8()))
}

fn is_white_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paragraph: &str, sources: &[Source<'_>], expect: &[(u32, &str)]) {
        let pieces = align(paragraph, sources);
        let found: Vec<_> = pieces.iter().map(|piece| (piece.node.0, &paragraph[piece.start..piece.end])).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn collapsed_white_space_belongs_to_the_node_that_it_first_stands_in() {
        let sources =
            [Source::Text(NodeId(1), "\n one  "), Source::Text(NodeId(2), " two\n"), Source::Text(NodeId(3), " \n")];
        check("one two", &sources, &[(1, "one "), (2, "two")]);
    }

    #[test]
    fn generated_text_belongs_to_no_node() {
        let sources = [
            Source::Generated("» "),
            Source::Text(NodeId(1), "a"),
            Source::Generated("\n"),
            Source::Text(NodeId(2), "b"),
        ];
        check("» a\nb", &sources, &[(1, "a"), (2, "b")]);
    }

    #[test]
    fn transformed_letters_are_found_again() {
        check("STRASSE", &[Source::Text(NodeId(1), "Straße")], &[(1, "STRASSE")]);
        let pieces = align("STRASSE", &[Source::Text(NodeId(1), "Straße")]);
        assert_eq!(pieces[0].node_offset(0), 0);
        assert_eq!(pieces[0].node_offset(6), 6);
    }

    #[test]
    fn a_byte_of_the_paragraph_leads_to_its_byte_in_the_node() {
        let text = "  one\n\n   two";
        let pieces = align("one two", &[Source::Text(NodeId(1), text)]);
        let piece = &pieces[0];
        assert_eq!(&text[piece.node_offset(0)..=piece.node_offset(2)], "one");
        assert_eq!(&text[piece.node_offset(4)..], "two");
    }
}
