//! The "in body" mode (section 13.2.6.4.7): end tags.

use super::tags::{self, BUTTON_SCOPE, FORMATTING, LIST_ITEM_SCOPE, SCOPE, SPECIAL, STARTS_BLOCK, is_heading};
use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
use crate::document::{Name, Namespace, names};

impl TreeBuilder<'_> {
    pub(super) fn end_tag_in_body(&mut self, name: Name) -> Step {
        match name {
            name if tags::has(name, FORMATTING) => self.adoption_agency(name),
            names::P => {
                if !self.stack.has_name_in(SCOPE | BUTTON_SCOPE, names::P) {
                    self.insert_html_element(names::P, Span::EMPTY);
                }
                self.close_paragraph();
            }
            names::BUTTON | names::LISTING | names::PRE | names::SELECT => self.end_block(name),
            name if tags::has(name, STARTS_BLOCK) => self.end_block(name),
            names::LI => {
                if self.stack.has_name_in(SCOPE | LIST_ITEM_SCOPE, names::LI) {
                    self.generate_implied_end_tags(Some(names::LI));
                    self.pop_through(names::LI);
                }
            }
            names::DD | names::DT => {
                if self.stack.has_in_scope(name) {
                    self.generate_implied_end_tags(Some(name));
                    self.pop_through(name);
                }
            }
            name if is_heading(name) => {
                if self.stack.has_in(SCOPE, is_heading) {
                    self.generate_implied_end_tags(None);
                    self.pop_through_any(is_heading);
                }
            }
            names::FORM => self.end_form(),
            names::BODY | names::HTML => return self.end_body(name),
            names::APPLET | names::MARQUEE | names::OBJECT => {
                if self.stack.has_in_scope(name) {
                    self.generate_implied_end_tags(None);
                    self.pop_through(name);
                    self.formatting.clear_to_last_marker();
                }
            }
            names::BR => {
                // "Act as described for a start tag br with no attributes".
                self.reconstruct_formatting();
                self.insert_html_element(names::BR, Span::EMPTY);
                self.pop();
                self.frameset_ok = false;
            }
            names::TEMPLATE => return self.end_template(),
            name => self.any_other_end_tag(name),
        }
        Step::Done
    }

    #[inline]
    fn end_block(&mut self, name: Name) {
        if self.current_is(name) {
            self.pop();
        } else if self.stack.has_in_scope(name) {
            self.generate_implied_end_tags(None);
            self.pop_through(name);
        }
    }

    fn end_form(&mut self) {
        if self.stack.has_template() {
            self.end_block(names::FORM);
            return;
        }
        let Some(form) = self.form.take() else { return };
        let Some(position) = self.stack.position(form) else { return };
        let in_scope = (position + 1..self.stack.len()).all(|i| !self.stack.get(i).has(SCOPE));
        if in_scope {
            self.generate_implied_end_tags(None);
            if let Some(position) = self.stack.position(form) {
                self.remove_from_stack(position);
            }
        }
    }

    /// `</body>` and `</html>` only change the mode: a page may go on after them.
    fn end_body(&mut self, name: Name) -> Step {
        if !self.stack.has_in_scope(names::BODY) {
            return Step::Done;
        }
        self.mode = Mode::AfterBody;
        if name == names::HTML { Step::Again } else { Step::Done }
    }

    /// "Any other end tag".
    pub(super) fn any_other_end_tag(&mut self, name: Name) {
        if self.current_is(name) {
            self.pop();
            return;
        }
        if !self.stack.may_contain(name) {
            return;
        }
        let mut found = None;
        for (i, element) in self.stack.inwards_out() {
            if element.name == name && element.namespace == Namespace::Html {
                found = Some(i);
                break;
            }
            if element.has(SPECIAL) {
                return;
            }
        }
        let Some(position) = found else { return };
        let node = self.stack.get(position).node;
        self.generate_implied_end_tags(Some(name));
        while let Some(element) = self.pop() {
            if element.node == node {
                break;
            }
        }
    }
}
