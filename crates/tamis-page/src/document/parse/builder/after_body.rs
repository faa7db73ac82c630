//! After the body: the modes "after body" and "after after body" (sections 13.2.6.4.17 and 13.2.6.4.20).

use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
use crate::document::parse::scan;
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, names};

impl TreeBuilder<'_> {
    /// White space is kept in the body; anything else reopens it.
    pub(super) fn text_after_body(&mut self, span: Span) -> Option<Span> {
        let (space, rest) = self.split_leading_space(span);
        if space.len > 0 {
            self.arena.reordered |= self.content_after_body;
            self.text_in_body(space);
        }
        if rest.len == 0 {
            return None;
        }
        let _ = self.leave_after_body();
        Some(rest)
    }

    /// Anything else: the body goes on.
    pub(super) fn leave_after_body(&mut self) -> Step {
        self.arena.reordered |= self.content_after_body;
        self.mode = Mode::InBody;
        Step::Again
    }

    pub(super) fn start_tag_after_body(&mut self, tag: Tag) -> Step {
        if tag.name == names::HTML { self.start_tag_in_body(tag) } else { self.leave_after_body() }
    }

    pub(super) fn end_tag_after_body(&mut self, name: Name) -> Step {
        if name == names::HTML && self.mode == Mode::AfterBody {
            if self.context.is_none() {
                self.mode = Mode::AfterAfterBody;
            }
            return Step::Done;
        }
        self.leave_after_body()
    }
}

impl TreeBuilder<'_> {
    /// Only white space is kept, wherever it stands in the text.
    pub(super) fn text_in_frameset(&mut self, mode: Mode, span: Span) {
        let mut at = 0;
        while at < span.len {
            let text = self.tokenizer.text(span).as_bytes();
            let end = scan::skip_space(text, at as usize) as u32;
            let next = text[end as usize..].iter().position(|&byte| scan::is_space(byte));
            let next = next.map_or(span.len, |i| end + i as u32);
            if end > at {
                let space = Span { start: span.start + at, len: end - at };
                if mode == Mode::AfterAfterFrameset {
                    self.arena.reordered = true;
                    self.text_in_body(space);
                } else {
                    self.insert_text(space);
                }
            }
            at = next;
        }
    }

    pub(super) fn start_tag_in_frameset(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => return self.start_tag_in_body(tag),
            names::FRAMESET => {
                self.insert_html(tag);
            }
            names::FRAME => self.insert_void(tag),
            names::NOFRAMES => return self.start_tag_in_head(tag),
            _ => {}
        }
        Step::Done
    }

    pub(super) fn start_tag_after_frameset(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => self.start_tag_in_body(tag),
            names::NOFRAMES => {
                self.arena.reordered |= self.mode == Mode::AfterAfterFrameset;
                self.start_tag_in_head(tag)
            }
            _ => Step::Done,
        }
    }

    pub(super) fn end_tag_in_frameset(&mut self, mode: Mode, name: Name) -> Step {
        match (mode, name) {
            (Mode::InFrameset, names::FRAMESET) if self.stack.len() > 1 => {
                self.pop();
                if self.context.is_none() && !self.current_is(names::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            (Mode::AfterFrameset, names::HTML) => self.mode = Mode::AfterAfterFrameset,
            _ => {}
        }
        Step::Done
    }
}
