//! The table modes (sections 13.2.6.4.9 to 13.2.6.4.15) and foster parenting.

use super::formatting::FormattingEntry;
use super::tags::{self, TABLE_PART, TABLE_SCOPE};
use super::{Mode, Step, TreeBuilder};
use crate::document::node::Span;
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, Namespace, names};

fn is_table_body(name: Name) -> bool {
    matches!(name, names::TBODY | names::TFOOT | names::THEAD)
}

fn is_cell(name: Name) -> bool {
    matches!(name, names::TD | names::TH)
}

impl TreeBuilder<'_> {
    /// In table: text is collected first, because one character that is not white space moves all of it out.
    pub(super) fn text_in_table(&mut self, span: Span) -> Option<Span> {
        let in_table_structure = self.stack.top().is_some_and(|top| {
            top.namespace == Namespace::Html
                && (is_table_body(top.name) || matches!(top.name, names::TABLE | names::TEMPLATE | names::TR))
        });
        if in_table_structure {
            self.pending_table_text.clear();
            self.original_mode = self.mode;
            self.mode = Mode::InTableText;
            return Some(span);
        }
        self.foster_text(span);
        None
    }

    /// In table text, anything else: the collected text goes in, or is fostered, and the mode returns.
    pub(super) fn flush_table_text(&mut self) {
        self.mode = self.original_mode;
        let pending = std::mem::take(&mut self.pending_table_text);
        let all_space = pending.iter().all(|&span| self.split_leading_space(span).1.len == 0);
        for &span in &pending {
            if all_space {
                self.insert_text(span);
            } else {
                self.foster_text(span);
            }
        }
        self.pending_table_text = pending;
    }

    fn foster_text(&mut self, span: Span) {
        self.foster_parenting = true;
        self.text_in_body(span);
        self.foster_parenting = false;
    }

    fn foster_start_tag(&mut self, tag: Tag) -> Step {
        self.foster_parenting = true;
        let step = self.start_tag_in_body(tag);
        self.foster_parenting = false;
        step
    }

    fn foster_end_tag(&mut self, name: Name) -> Step {
        self.foster_parenting = true;
        let step = self.end_tag_in_body(name);
        self.foster_parenting = false;
        step
    }

    fn has_in_table_scope(&self, name: Name) -> bool {
        self.stack.has_name_in(TABLE_SCOPE, name)
    }

    /// "Clear the stack back to a table / table body / table row context".
    fn clear_stack_to(&mut self, is_context: impl Fn(Name) -> bool) {
        while let Some(top) = self.stack.top() {
            let stops = is_context(top.name) || matches!(top.name, names::TEMPLATE | names::HTML);
            if stops && top.namespace == Namespace::Html {
                return;
            }
            self.pop();
        }
    }

    /// Takes over a mode by opening the element that the page left out.
    fn imply(&mut self, name: Name, mode: Mode) -> Step {
        self.insert_html_element(name, Span::EMPTY);
        self.mode = mode;
        Step::Again
    }

    pub(super) fn start_tag_in_table(&mut self, tag: Tag) -> Step {
        let is_table = |name| name == names::TABLE;
        match tag.name {
            names::CAPTION => {
                self.clear_stack_to(is_table);
                self.formatting.entries.push(FormattingEntry::Marker);
                self.insert_html(tag);
                self.mode = Mode::InCaption;
            }
            names::COLGROUP => {
                self.clear_stack_to(is_table);
                self.insert_html(tag);
                self.mode = Mode::InColumnGroup;
            }
            names::COL => {
                self.clear_stack_to(is_table);
                return self.imply(names::COLGROUP, Mode::InColumnGroup);
            }
            name if is_table_body(name) => {
                self.clear_stack_to(is_table);
                self.insert_html(tag);
                self.mode = Mode::InTableBody;
            }
            names::TD | names::TH | names::TR => {
                self.clear_stack_to(is_table);
                return self.imply(names::TBODY, Mode::InTableBody);
            }
            names::TABLE => {
                if self.has_in_table_scope(names::TABLE) {
                    self.pop_through(names::TABLE);
                    self.reset_insertion_mode();
                    return Step::Again;
                }
            }
            names::STYLE | names::SCRIPT | names::TEMPLATE => return self.start_tag_in_head(tag),
            names::INPUT if self.is_hidden_input(tag) => self.insert_void(tag),
            names::FORM => {
                if !self.stack.has_template() && self.form.is_none() {
                    self.form = Some(self.insert_html(tag));
                    self.pop();
                }
            }
            _ => return self.foster_start_tag(tag),
        }
        Step::Done
    }

    pub(super) fn end_tag_in_table(&mut self, name: Name) -> Step {
        match name {
            names::TABLE => {
                if self.has_in_table_scope(names::TABLE) {
                    self.pop_through(names::TABLE);
                    self.reset_insertion_mode();
                }
            }
            names::BODY | names::HTML => {}
            name if tags::has(name, TABLE_PART) => {}
            names::TEMPLATE => return self.end_template(),
            _ => return self.foster_end_tag(name),
        }
        Step::Done
    }

    /// Closes the caption, if one is open.
    fn close_caption(&mut self) -> bool {
        if !self.has_in_table_scope(names::CAPTION) {
            return false;
        }
        self.generate_implied_end_tags(None);
        self.pop_through(names::CAPTION);
        self.formatting.clear_to_last_marker();
        self.mode = Mode::InTable;
        true
    }

    fn close_caption_and_retry(&mut self) -> Step {
        if self.close_caption() { Step::Again } else { Step::Done }
    }

    pub(super) fn start_tag_in_caption(&mut self, tag: Tag) -> Step {
        if tags::has(tag.name, TABLE_PART) { self.close_caption_and_retry() } else { self.start_tag_in_body(tag) }
    }

    pub(super) fn end_tag_in_caption(&mut self, name: Name) -> Step {
        match name {
            names::CAPTION => {
                self.close_caption();
                Step::Done
            }
            names::TABLE => self.close_caption_and_retry(),
            names::BODY | names::HTML => Step::Done,
            name if tags::has(name, TABLE_PART) => Step::Done,
            _ => self.end_tag_in_body(name),
        }
    }

    pub(super) fn text_in_column_group(&mut self, span: Span) -> Option<Span> {
        let (space, rest) = self.split_leading_space(span);
        if space.len > 0 {
            self.insert_text(space);
        }
        if rest.len == 0 || self.leave_column_group() == Step::Done {
            // Text that the column group of a template cannot leave is dropped up to its next white space.
            return (rest.len > 0).then(|| self.after_non_space(rest)).flatten();
        }
        Some(rest)
    }

    /// What is left of a text from its first white space on.
    fn after_non_space(&self, span: Span) -> Option<Span> {
        let text = self.tokenizer.text(span).as_bytes();
        let skipped = text.iter().position(|&byte| crate::document::parse::scan::is_space(byte))? as u32;
        Some(Span { start: span.start + skipped, len: span.len - skipped })
    }

    /// In column group, anything else.
    pub(super) fn leave_column_group(&mut self) -> Step {
        if !self.current_is(names::COLGROUP) {
            return Step::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_tag_in_column_group(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::HTML => self.start_tag_in_body(tag),
            names::COL => {
                self.insert_void(tag);
                Step::Done
            }
            names::TEMPLATE => self.start_tag_in_head(tag),
            _ => self.leave_column_group(),
        }
    }

    pub(super) fn end_tag_in_column_group(&mut self, name: Name) -> Step {
        match name {
            names::COLGROUP => {
                let _ = self.leave_column_group();
                Step::Done
            }
            names::COL => Step::Done,
            names::TEMPLATE => self.end_template(),
            _ => self.leave_column_group(),
        }
    }

    fn clear_to_table_body(&mut self) {
        self.clear_stack_to(is_table_body);
    }

    /// Closes the table body, so that the token can be processed in the table.
    fn close_table_body_and_retry(&mut self) -> Step {
        if !self.stack.has_in(TABLE_SCOPE, is_table_body) {
            return Step::Done;
        }
        self.clear_to_table_body();
        self.pop();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_tag_in_table_body(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::TR => {
                self.clear_to_table_body();
                self.insert_html(tag);
                self.mode = Mode::InRow;
                Step::Done
            }
            names::TH | names::TD => {
                self.clear_to_table_body();
                self.imply(names::TR, Mode::InRow)
            }
            name if tags::has(name, TABLE_PART) => self.close_table_body_and_retry(),
            _ => self.start_tag_in_table(tag),
        }
    }

    pub(super) fn end_tag_in_table_body(&mut self, name: Name) -> Step {
        match name {
            name if is_table_body(name) => {
                if self.has_in_table_scope(name) {
                    self.clear_to_table_body();
                    self.pop();
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            names::TABLE => self.close_table_body_and_retry(),
            names::BODY | names::HTML => Step::Done,
            name if tags::has(name, TABLE_PART) => Step::Done,
            _ => self.end_tag_in_table(name),
        }
    }

    /// Closes the row, if one is open.
    fn close_row(&mut self) -> Step {
        if !self.has_in_table_scope(names::TR) {
            return Step::Done;
        }
        self.clear_stack_to(|name| name == names::TR);
        self.pop();
        self.mode = Mode::InTableBody;
        Step::Again
    }

    pub(super) fn start_tag_in_row(&mut self, tag: Tag) -> Step {
        match tag.name {
            names::TH | names::TD => {
                self.clear_stack_to(|name| name == names::TR);
                self.insert_html(tag);
                self.mode = Mode::InCell;
                self.formatting.entries.push(FormattingEntry::Marker);
                Step::Done
            }
            name if tags::has(name, TABLE_PART) => self.close_row(),
            _ => self.start_tag_in_table(tag),
        }
    }

    pub(super) fn end_tag_in_row(&mut self, name: Name) -> Step {
        match name {
            names::TR => {
                let _ = self.close_row();
                Step::Done
            }
            names::TABLE => self.close_row(),
            name if is_table_body(name) => {
                if self.has_in_table_scope(name) {
                    self.close_row()
                } else {
                    Step::Done
                }
            }
            names::BODY | names::HTML => Step::Done,
            name if tags::has(name, TABLE_PART) => Step::Done,
            _ => self.end_tag_in_table(name),
        }
    }

    /// "Close the cell".
    fn close_cell(&mut self) {
        self.generate_implied_end_tags(None);
        self.pop_through_any(is_cell);
        self.formatting.clear_to_last_marker();
        self.mode = Mode::InRow;
    }

    pub(super) fn start_tag_in_cell(&mut self, tag: Tag) -> Step {
        if !tags::has(tag.name, TABLE_PART) {
            return self.start_tag_in_body(tag);
        }
        if !self.stack.has_in(TABLE_SCOPE, is_cell) {
            return Step::Done;
        }
        self.close_cell();
        Step::Again
    }

    pub(super) fn end_tag_in_cell(&mut self, name: Name) -> Step {
        match name {
            names::TD | names::TH => {
                if self.has_in_table_scope(name) {
                    self.generate_implied_end_tags(None);
                    self.pop_through(name);
                    self.formatting.clear_to_last_marker();
                    self.mode = Mode::InRow;
                }
                Step::Done
            }
            names::BODY | names::CAPTION | names::COL | names::COLGROUP | names::HTML => Step::Done,
            names::TABLE | names::TBODY | names::TFOOT | names::THEAD | names::TR => {
                if !self.has_in_table_scope(name) {
                    return Step::Done;
                }
                self.close_cell();
                Step::Again
            }
            _ => self.end_tag_in_body(name),
        }
    }
}
