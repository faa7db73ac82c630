//! The "in body" mode (section 13.2.6.4.7): text and start tags.

use super::formatting::FormattingEntry;
use super::tags::{self, BUTTON_SCOPE, FORMATTING, IN_HEAD, SCOPE, SPECIAL, STARTS_BLOCK, TABLE_PART, is_heading};
use super::{Mode, Step, TreeBuilder};
use crate::document::node::{Span, flags};
use crate::document::parse::tokenizer::{RawText, Tag};
use crate::document::{Name, Namespace, NodeId, QuirksMode, names};

impl TreeBuilder<'_> {
    #[inline(always)]
    pub(super) fn text_in_body(&mut self, span: Span) {
        self.reconstruct_formatting();
        self.insert_text(span);
        if self.frameset_ok {
            let (_, rest) = self.split_leading_space(span);
            self.frameset_ok = rest.len == 0;
        }
    }

    pub(super) fn start_tag_in_body(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::A => self.start_anchor(tag),
            names::LI => self.start_list_item(tag, |open| open == names::LI),
            names::DD | names::DT => self.start_list_item(tag, |open| matches!(open, names::DD | names::DT)),
            names::NOBR => {
                self.reconstruct_formatting();
                if self.stack.has_in_scope(names::NOBR) {
                    self.adoption_agency(names::NOBR);
                    self.reconstruct_formatting();
                }
                self.insert_formatting(tag);
            }
            name if tags::has(name, FORMATTING) => {
                self.reconstruct_formatting();
                self.insert_formatting(tag);
            }
            name if tags::has(name, STARTS_BLOCK) => {
                self.close_paragraph();
                self.insert_html(tag);
            }
            name if tags::has(name, IN_HEAD) => return self.start_tag_in_head(tag),
            names::AREA | names::BR | names::EMBED | names::IMG | names::KEYGEN | names::WBR => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            // "Parse error. Change the token's tag name to img and reprocess it. (Don't ask.)"
            names::IMAGE => return self.start_tag_in_body(Tag { name: names::IMG, ..tag }),
            name if is_heading(name) => {
                self.close_paragraph();
                if self.stack.top().is_some_and(|top| top.namespace == Namespace::Html && is_heading(top.name)) {
                    self.pop();
                }
                self.insert_html(tag);
            }
            names::INPUT => self.start_input(tag),
            names::BUTTON => {
                if self.stack.has_in_scope(names::BUTTON) {
                    self.generate_implied_end_tags(None);
                    self.pop_through(names::BUTTON);
                }
                self.reconstruct_formatting();
                self.insert_html(tag);
                self.frameset_ok = false;
            }
            names::FORM => {
                if self.form.is_none() || self.stack.has_template() {
                    self.close_paragraph();
                    let node = self.insert_html(tag);
                    if !self.stack.has_template() {
                        self.form = Some(node);
                    }
                }
            }
            names::TABLE => {
                if self.quirks != QuirksMode::Quirks {
                    self.close_paragraph();
                }
                self.insert_html(tag);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            names::PRE | names::LISTING => {
                self.close_paragraph();
                self.insert_html(tag);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            names::TEXTAREA => {
                self.insert_raw_text_element(tag, RawText::Rcdata);
                self.skip_line_feed = true;
                self.frameset_ok = false;
            }
            names::SELECT => self.start_select(tag),
            names::OPTION | names::OPTGROUP => self.start_option(tag),
            names::HR => {
                self.close_paragraph();
                if self.stack.has_in_scope(names::SELECT) {
                    self.generate_implied_end_tags(None);
                }
                self.insert_void(tag);
                self.frameset_ok = false;
            }
            names::PARAM | names::SOURCE | names::TRACK => self.insert_void(tag),
            names::SVG => return self.start_foreign(tag, Namespace::Svg),
            names::MATH => return self.start_foreign(tag, Namespace::MathMl),
            names::IFRAME => {
                self.frameset_ok = false;
                let iframe = self.insert_raw_text_element(tag, RawText::RawText);
                if self.inline_frames && self.tokenizer.buffers.has_srcdoc(tag.attributes) {
                    self.arena.get_mut(iframe).flags |= flags::FRAME;
                    self.has_frames = true;
                }
            }
            names::NOEMBED => {
                self.insert_raw_text_element(tag, RawText::RawText);
            }
            names::NOSCRIPT if self.scripting => {
                self.insert_raw_text_element(tag, RawText::RawText);
            }
            names::XMP => {
                self.close_paragraph();
                self.reconstruct_formatting();
                self.frameset_ok = false;
                self.insert_raw_text_element(tag, RawText::RawText);
            }
            names::PLAINTEXT => {
                self.close_paragraph();
                self.insert_html(tag);
                self.tokenizer.enter_raw_text(RawText::Plaintext, None);
            }
            names::APPLET | names::MARQUEE | names::OBJECT => {
                self.reconstruct_formatting();
                self.insert_html(tag);
                self.formatting.entries.push(FormattingEntry::Marker);
                self.frameset_ok = false;
            }
            names::RB | names::RTC => {
                if self.stack.has_in_scope(names::RUBY) {
                    self.generate_implied_end_tags(None);
                }
                self.insert_html(tag);
            }
            names::RP | names::RT => {
                if self.stack.has_in_scope(names::RUBY) {
                    self.generate_implied_end_tags(Some(names::RTC));
                }
                self.insert_html(tag);
            }
            names::HTML => self.start_second_html(tag),
            names::BODY => self.start_second_body(tag),
            names::FRAMESET => self.start_frameset_in_body(tag),
            names::FRAME | names::HEAD => {}
            name if tags::has(name, TABLE_PART) => {}
            _ => {
                self.reconstruct_formatting();
                self.insert_html(tag);
            }
        }
        Step::Done
    }

    /// "If the stack of open elements has a p element in button scope, then close a p element".
    #[inline]
    pub(super) fn close_paragraph(&mut self) {
        if self.stack.has_name_in(SCOPE | BUTTON_SCOPE, names::P) {
            self.generate_implied_end_tags(Some(names::P));
            self.pop_through(names::P);
        }
    }

    fn insert_formatting(&mut self, tag: Tag) {
        let node = self.insert_html(tag);
        self.push_formatting(node, tag);
    }

    /// An `a` inside an `a` closes the first.
    fn start_anchor(&mut self, tag: Tag) {
        if let Some((_, open)) = self.formatting.find_after_marker(names::A) {
            self.adoption_agency(names::A);
            if let Some(position) = self.formatting.position(open.node) {
                self.formatting.entries.remove(position);
            }
            if let Some(position) = self.stack.position(open.node) {
                self.remove_from_stack(position);
            }
        }
        self.reconstruct_formatting();
        self.insert_formatting(tag);
    }

    /// `li`, `dd`, `dt`: closes an open one of its kind, unless a block stands between.
    fn start_list_item(&mut self, tag: Tag, closes: impl Fn(Name) -> bool) {
        self.frameset_ok = false;
        let mut to_close = None;
        for (_, element) in self.stack.inwards_out() {
            if element.namespace == Namespace::Html && closes(element.name) {
                to_close = Some(element.name);
                break;
            }
            let passes =
                element.namespace == Namespace::Html && matches!(element.name, names::ADDRESS | names::DIV | names::P);
            if element.has(SPECIAL) && !passes {
                break;
            }
        }
        if let Some(name) = to_close {
            self.generate_implied_end_tags(Some(name));
            self.pop_through(name);
        }
        self.close_paragraph();
        self.insert_html(tag);
    }

    fn start_input(&mut self, tag: Tag) {
        if self.context_is_select() {
            return;
        }
        if self.stack.has_in_scope(names::SELECT) {
            self.pop_through(names::SELECT);
        }
        self.reconstruct_formatting();
        self.insert_void(tag);
        if !self.is_hidden_input(tag) {
            self.frameset_ok = false;
        }
    }

    /// Whether the tag has `type=hidden`.
    pub(super) fn is_hidden_input(&self, tag: Tag) -> bool {
        let mut attributes = self.tokenizer.attributes(tag.attributes).iter();
        attributes.any(|attribute| {
            attribute.name == names::TYPE && self.tokenizer.text(attribute.value).eq_ignore_ascii_case("hidden")
        })
    }

    fn context_is_select(&self) -> bool {
        self.context.as_ref().is_some_and(|context| context.element.is_html(names::SELECT))
    }

    fn start_select(&mut self, tag: Tag) {
        if self.context_is_select() {
            return;
        }
        if self.stack.has_in_scope(names::SELECT) {
            self.pop_through(names::SELECT);
            return;
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
        self.frameset_ok = false;
    }

    fn start_option(&mut self, tag: Tag) {
        if self.stack.has_in_scope(names::SELECT) {
            let except = (tag.name == names::OPTION).then_some(names::OPTGROUP);
            self.generate_implied_end_tags(except);
        } else if self.current_is(names::OPTION) {
            self.pop();
        }
        self.reconstruct_formatting();
        self.insert_html(tag);
    }

    /// A second `html` tag only adds attributes that the first has not.
    fn start_second_html(&mut self, tag: Tag) {
        if !self.stack.has_template() && self.stack.len() > 0 {
            self.add_missing_attributes(self.stack.get(0).node, tag);
        }
    }

    fn start_second_body(&mut self, tag: Tag) {
        if self.stack.len() < 2 || !self.stack.get(1).is_html(names::BODY) || self.stack.has_template() {
            return;
        }
        self.frameset_ok = false;
        self.add_missing_attributes(self.stack.get(1).node, tag);
    }

    /// Collects attributes that an element does not have yet; they are put behind its own when the page is read.
    fn add_missing_attributes(&mut self, node: NodeId, tag: Tag) {
        let attributes = &mut self.tokenizer.buffers.attributes;
        let own = self.arena.get(node).span;
        let late = match self.late_attributes.iter().position(|(late_node, _)| *late_node == node) {
            Some(i) => &mut self.late_attributes[i].1,
            None => {
                self.late_attributes.push((node, Vec::new()));
                &mut self.late_attributes.last_mut().expect("invariant: one was pushed").1
            }
        };
        for attribute in &attributes[tag.attributes.range()] {
            let mut present = attributes[own.range()].iter().chain(late.iter());
            if present.any(|present| present.name == attribute.name) {
                continue;
            }
            if own.len as usize + late.len() < self.limits.max_attributes as usize {
                late.push(*attribute);
            } else {
                self.limits_hit.attributes = true;
            }
        }
        attributes.truncate(tag.attributes.start as usize);
    }

    /// Joins the attributes of the first tag and of those after it.
    pub(super) fn place_late_attributes(&mut self) {
        let attributes = &mut self.tokenizer.buffers.attributes;
        for (node, late) in std::mem::take(&mut self.late_attributes) {
            let own = self.arena.get(node).span;
            let start = attributes.len() as u32;
            attributes.extend_from_within(own.range());
            attributes.extend_from_slice(&late);
            self.arena.get_mut(node).span = Span { start, len: attributes.len() as u32 - start };
        }
    }

    /// A frameset may take the place of a body that has shown nothing yet.
    fn start_frameset_in_body(&mut self, tag: Tag) {
        if self.stack.len() < 2 || !self.stack.get(1).is_html(names::BODY) || !self.frameset_ok {
            return;
        }
        self.arena.detach(self.stack.get(1).node);
        while self.stack.len() > 1 {
            self.pop();
        }
        self.insert_html(tag);
        self.mode = Mode::InFrameset;
    }
}
