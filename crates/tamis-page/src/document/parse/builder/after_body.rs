//! After the body: the modes "after body" and "after after body" (sections 13.2.6.4.17 and 13.2.6.4.20).

use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
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
