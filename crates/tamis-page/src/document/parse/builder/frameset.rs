//! Framesets: the modes "in frameset", "after frameset" and "after after frameset" (sections 13.2.6.4.18, .19, .21).

use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
use crate::document::parse::scan;
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, names};

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
