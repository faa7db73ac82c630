//! Templates: their tags (in section 13.2.6.4.4) and the mode inside them (section 13.2.6.4.16).
//!
//! A template's content are the children of its element; the specification keeps them in a fragment of their own, which
//! only a live page needs.

use super::formatting::FormattingEntry;
use super::tags::{self, IN_HEAD};
use super::{Mode, Step, TreeBuilder};
use crate::document::node::flags;
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, NodeId, names};

impl TreeBuilder<'_> {
    pub(super) fn start_template(&mut self, tag: Tag) {
        let node = self.insert_html(tag);
        self.mark_shadow_root(node, tag);
        self.formatting.entries.push(FormattingEntry::Marker);
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
    }

    /// A declarative shadow root stays a `template` in the tree and is only marked.
    fn mark_shadow_root(&mut self, node: NodeId, tag: Tag) {
        let mut attributes = self.tokenizer.attributes(tag.attributes).iter();
        let Some(mode) = attributes.find(|attribute| attribute.name == names::SHADOWROOTMODE) else { return };
        let mode = self.tokenizer.text(mode.value);
        if mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed") {
            self.arena.get_mut(node).flags |= flags::SHADOW_ROOT;
        }
    }

    pub(super) fn end_template(&mut self) -> Step {
        if self.stack.has_template() {
            self.generate_implied_end_tags_thoroughly();
            self.pop_through(names::TEMPLATE);
            self.formatting.clear_to_last_marker();
            self.template_modes.pop();
            self.reset_insertion_mode();
        }
        Step::Done
    }

    pub(super) fn start_tag_in_template(&mut self, tag: Tag) -> Step {
        let mode = match tag.name {
            name if tags::has(name, IN_HEAD) => return self.start_tag_in_head(tag),
            names::CAPTION | names::COLGROUP | names::TBODY | names::TFOOT | names::THEAD => Mode::InTable,
            names::COL => Mode::InColumnGroup,
            names::TR => Mode::InTableBody,
            names::TD | names::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Step::Again
    }

    pub(super) fn end_tag_in_template(&mut self, name: Name) -> Step {
        if name == names::TEMPLATE { self.end_template() } else { Step::Done }
    }

    pub(super) fn end_of_file_in_template(&mut self) -> Step {
        if !self.stack.has_template() {
            return Step::Done;
        }
        self.pop_through(names::TEMPLATE);
        self.formatting.clear_to_last_marker();
        self.template_modes.pop();
        self.reset_insertion_mode();
        Step::Again
    }
}
