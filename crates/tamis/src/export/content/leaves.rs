//! Rich text while it is made: blocks that open when something is in them, lines, and what is in force in a line.

use super::formats::Formats;
use super::{Content, ContentPart, MAX_DEPTH, PartKind, Span};
use std::collections::BTreeSet;
use tamis_page::{NodeId, RunningText};

/// Rich text that grows at its end.
#[derive(Default)]
pub(super) struct Draft {
    parts: Vec<ContentPart>,
    text: String,
    /// The blocks around the next line, those that are not yet in `parts` last: a block with nothing in it never gets
    /// there.
    frames: Vec<Frame>,
    n_open: usize,
    line: Option<Line>,
    /// The one line that everything goes into until the element ends: of a heading, a term, a caption.
    flat: Option<(PartKind, NodeId)>,
    /// Where the paragraph around the next line ends.
    paragraph_end: Option<NodeId>,
    pub(super) formats: Formats,
    pub(super) running: RunningText,
    /// Line breaks since the last word.
    n_breaks: u32,
    /// Whether the last part is text that more can be added to.
    extends: bool,
    /// Where the last word of the line ends, if it is what the line ends with.
    word_end: Option<usize>,
}

/// A block that holds blocks.
struct Frame {
    kind: PartKind,
    end: NodeId,
    part: Option<usize>,
    /// Of a list: its last item that has something in it.
    last_item: Option<usize>,
    /// Whether it is there only because a line has to be in such a block, and ends with the line.
    is_for_line: bool,
}

/// The line that is being written, and what is open in it.
struct Line {
    part: usize,
    open: Vec<(PartKind, usize)>,
}

impl Draft {
    pub(super) fn finish(mut self) -> Content {
        self.close_line();
        while !self.frames.is_empty() {
            self.pop_frame();
        }
        while self.parts.pop_if(|part| part.kind == PartKind::Rule).is_some() {
            // A rule at the end of the page may be at the end of a block too.
            let len = self.parts.len();
            self.parts.iter_mut().for_each(|part| part.end = part.end.min(len));
        }
        let is_note = |part: &ContentPart| if let PartKind::Note(number) = part.kind { Some(number) } else { None };
        let notes: BTreeSet<u32> = self.parts.iter().filter_map(is_note).collect();
        for part in &mut self.parts {
            // A note that is not shown leaves its reference as the text that it is.
            if let PartKind::NoteReference(number, label) = &part.kind
                && !notes.contains(number)
            {
                part.kind = PartKind::Text(label.clone());
            }
        }
        Content { parts: self.parts, text: self.text, comments: Vec::new() }
    }

    /// Keeps a text that parts point to.
    pub(super) fn keep(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        self.extends = false;
        start..self.text.len()
    }

    /// Ends blocks whose elements end before `node`.
    pub(super) fn close_before(&mut self, node: NodeId) {
        if self.flat.as_ref().is_some_and(|&(_, end)| end <= node) {
            self.flat = None;
            self.close_line();
        }
        while self.frames.last().is_some_and(|frame| frame.end <= node) {
            self.close_line();
            if self.frames.last().is_some_and(|frame| frame.end <= node) {
                self.pop_frame();
            }
        }
        if self.paragraph_end.is_some_and(|end| end <= node) {
            self.paragraph_end = None;
        }
    }

    /// A block begins or ends here.
    pub(super) fn boundary(&mut self) {
        match &self.flat {
            Some((PartKind::Heading(_) | PartKind::Term, _)) => self.running.space(),
            Some(_) => self.n_breaks = self.n_breaks.max(1),
            None => self.close_line(),
        }
    }

    pub(super) fn line_break(&mut self) {
        self.n_breaks = self.n_breaks.saturating_add(1);
        self.running.restart();
    }

    /// The lines up to `end` are paragraphs.
    pub(super) fn paragraph(&mut self, end: NodeId) {
        self.paragraph_end = Some(end);
    }

    /// Everything up to `end` is one line of this kind.
    pub(super) fn open_flat(&mut self, kind: PartKind, end: NodeId) {
        self.close_line();
        self.flat = Some((kind, end));
    }

    pub(super) fn is_flat(&self) -> bool {
        self.flat.is_some()
    }

    /// Whether the line is a heading or a term.
    pub(super) fn is_in_title(&self) -> bool {
        matches!(self.flat, Some((PartKind::Heading(_) | PartKind::Term, _)))
    }

    /// The innermost block.
    pub(super) fn innermost(&self) -> Option<&PartKind> {
        self.frames.last().map(|frame| &frame.kind)
    }

    /// Whether this many blocks can still be opened in each other.
    pub(super) fn has_room(&self, n_frames: usize) -> bool {
        self.flat.is_none() && self.frames.len() + n_frames <= MAX_DEPTH
    }

    /// Begins a block that holds blocks, if there is room for it.
    pub(super) fn push_frame(&mut self, kind: PartKind, end: NodeId) {
        self.boundary();
        if !self.has_room(2) {
            return;
        }
        if matches!(kind, PartKind::List(_)) && self.reopen_item(end) || belongs(self.innermost(), &kind) {
            self.frames.push(Frame { kind, end, part: None, last_item: None, is_for_line: false });
            return;
        }
        self.wrap(end, false);
        self.frames.push(Frame { kind, end, part: None, last_item: None, is_for_line: false });
    }

    /// A list right inside a list belongs to the item before it.
    fn reopen_item(&mut self, end: NodeId) -> bool {
        let Some(Frame { kind: PartKind::List(_), last_item: Some(item), .. }) = self.frames.last() else {
            return false;
        };
        let frame = Frame { kind: PartKind::Item, end, part: Some(*item), last_item: None, is_for_line: false };
        self.frames.push(frame);
        self.n_open = self.frames.len();
        true
    }

    /// Puts what comes into the block that it has to be in: an item of the list, a cell of the row.
    fn wrap(&mut self, end: NodeId, is_for_line: bool) {
        while let Some(kind) = self.innermost().and_then(missing_block) {
            self.frames.push(Frame { kind, end, part: None, last_item: None, is_for_line });
        }
    }

    /// Puts the blocks around the next line into the rich text.
    pub(super) fn open_frames(&mut self) {
        for frame in &mut self.frames[self.n_open..] {
            frame.part = Some(self.parts.len());
            self.parts.push(ContentPart { kind: frame.kind.clone(), end: 0 });
        }
        self.n_open = self.frames.len();
        self.extends = false;
    }

    fn pop_frame(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.n_open = self.n_open.min(self.frames.len());
        if let Some(part) = frame.part {
            self.parts[part].end = self.parts.len();
            if let Some(list) = self.frames.last_mut().filter(|_| frame.kind == PartKind::Item) {
                list.last_item = Some(part);
            }
        }
        self.extends = false;
    }

    /// Ends the line, and what is there for it alone.
    pub(super) fn close_line(&mut self) {
        self.running.restart();
        self.n_breaks = 0;
        self.word_end = None;
        let Some(mut line) = self.line.take() else { return };
        self.close_marks(&mut line.open, 0);
        self.parts[line.part].end = self.parts.len();
        while self.frames.last().is_some_and(|frame| frame.is_for_line) {
            self.pop_frame();
        }
    }

    fn close_marks(&mut self, open: &mut Vec<(PartKind, usize)>, n_left: usize) {
        for (_, part) in open.drain(n_left..).rev() {
            self.parts[part].end = self.parts.len();
            self.extends = false;
        }
    }

    /// The last character of the line.
    fn last_character(&self) -> Option<char> {
        self.text[..self.word_end?].chars().next_back()
    }

    /// A text node in the line; white space is collapsed.
    pub(super) fn text(&mut self, text: &str) {
        let mut running = self.running;
        let mut is_first = true;
        running.push(self.last_character(), text, |has_space, word| {
            if is_first {
                self.begin(has_space, true);
                is_first = false;
            } else if has_space {
                self.push(" ");
            }
            self.push(word);
        });
        if !is_first {
            self.running = running;
        } else if self.line.is_some() && self.n_breaks == 0 {
            // White space alone: it counts if a word follows.
            self.running = running;
        }
    }

    /// Whether the letters around the place between two elements say that a word ends there.
    pub(super) fn word_boundary(&mut self, next: &str) {
        if let Some(end) = self.word_end {
            self.running.word_boundary(&self.text[..end], next);
        }
    }

    /// Something in the line that is no text.
    pub(super) fn object(&mut self, kind: PartKind) {
        let (last, mut has_space) = (self.last_character(), false);
        let mut running = self.running;
        running.push(last, "x", |space, _| has_space = space);
        self.begin(has_space, false);
        self.running = running;
        let end = self.parts.len() + 1;
        self.parts.push(ContentPart { kind, end });
        (self.extends, self.word_end) = (false, None);
    }

    /// A block that holds nothing but text, or nothing at all.
    pub(super) fn block(&mut self, kind: PartKind, verbatim: Option<&str>) {
        self.close_line();
        self.wrap(NodeId(u32::MAX), true);
        self.open_frames();
        let part = self.parts.len();
        self.parts.push(ContentPart { kind, end: part + 1 });
        if let Some(text) = verbatim {
            let span = self.keep(text);
            self.parts.push(ContentPart { kind: PartKind::Text(span), end: part + 2 });
            self.parts[part].end = part + 2;
        }
        while self.frames.last().is_some_and(|frame| frame.is_for_line) {
            self.pop_frame();
        }
    }

    /// A rule between blocks; not before the first, nor in a block that has nothing in it yet.
    pub(super) fn rule(&mut self) {
        self.boundary();
        let is_between =
            self.n_open == self.frames.len() && self.innermost().is_none_or(|kind| missing_block(kind).is_none());
        let has_before = self.parts.last().is_some_and(|part| part.kind != PartKind::Rule && !part.kind.is_container());
        if self.flat.is_none() && is_between && has_before {
            self.block(PartKind::Rule, None);
        }
    }

    /// Makes the line ready for a word: the breaks before it, the line itself, the marks around the word.
    fn begin(&mut self, has_space: bool, is_text: bool) {
        let n_breaks = std::mem::take(&mut self.n_breaks);
        let (mut has_space, mut has_break) = (has_space, n_breaks > 0);
        if n_breaks > 0 && self.is_in_title() {
            (has_space, has_break) = (true, false);
        } else if n_breaks > 1 && self.flat.is_none() {
            self.close_line();
        }
        let is_new = self.line.is_none();
        if is_new {
            self.open_line();
        }
        let mut line = self.line.take().expect("invariant: the line was opened");
        let is_heading = matches!(self.parts[line.part].kind, PartKind::Heading(_));
        let wanted = self.formats.wanted(is_heading, is_text);
        let n_same = line.open.iter().zip(&wanted).take_while(|((open, _), wanted)| open == *wanted).count();
        self.close_marks(&mut line.open, n_same);
        // A reference right before a link would be the name of where it leads.
        let is_after_note = self.parts.last().is_some_and(|part| matches!(part.kind, PartKind::NoteReference(..)));
        has_space |= is_after_note && wanted[n_same..].iter().any(|kind| matches!(kind, PartKind::Link(_)));
        if has_break && !is_new {
            let end = self.parts.len() + 1;
            self.parts.push(ContentPart { kind: PartKind::Break, end });
            (self.extends, self.word_end) = (false, None);
        } else if has_space && !is_new {
            self.push(" ");
        }
        for kind in wanted.into_iter().skip(n_same) {
            line.open.push((kind.clone(), self.parts.len()));
            self.parts.push(ContentPart { kind, end: 0 });
            self.extends = false;
        }
        self.line = Some(line);
    }

    fn open_line(&mut self) {
        let kind = match &self.flat {
            Some((kind, _)) => kind.clone(),
            None if self.paragraph_end.is_some() => PartKind::Paragraph,
            None => PartKind::Line,
        };
        if !matches!(kind, PartKind::Term | PartKind::Caption) {
            self.wrap(NodeId(u32::MAX), true);
        }
        self.open_frames();
        self.line = Some(Line { part: self.parts.len(), open: Vec::new() });
        self.parts.push(ContentPart { kind, end: 0 });
        self.extends = false;
    }

    fn push(&mut self, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.word_end = Some(self.text.len());
        match self.parts.last_mut() {
            Some(ContentPart { kind: PartKind::Text(span), .. }) if self.extends => span.end = self.text.len(),
            _ => {
                let end = self.parts.len() + 1;
                self.parts.push(ContentPart { kind: PartKind::Text(start..self.text.len()), end });
                self.extends = true;
            }
        }
    }
}

/// Whether a block may stand right inside another.
fn belongs(outer: Option<&PartKind>, inner: &PartKind) -> bool {
    outer.is_none_or(|outer| match outer {
        PartKind::List(_) => *inner == PartKind::Item,
        PartKind::Definitions => *inner == PartKind::Definition,
        PartKind::Table => *inner == PartKind::Row,
        PartKind::Row => matches!(inner, PartKind::Cell { .. }),
        _ => true,
    })
}

/// The block that has to be right inside another, whatever is in it.
fn missing_block(outer: &PartKind) -> Option<PartKind> {
    match outer {
        PartKind::List(_) => Some(PartKind::Item),
        PartKind::Definitions => Some(PartKind::Definition),
        PartKind::Table => Some(PartKind::Row),
        PartKind::Row => Some(PartKind::Cell { is_header: false, n_columns: 1, n_rows: 1 }),
        _ => None,
    }
}
