//! Creating and inserting nodes (section 13.2.6.1), the stack's upkeep, and the insertion mode after a pop.

use super::arena::InsertionPlace;
use super::open_elements::OpenElement;
use super::tags::{FORMATTING, IMPLIED_END, THOROUGHLY_IMPLIED_END};
use super::{Mode, TreeBuilder};
use crate::document::node::{Span, flags};
use crate::document::parse::tokenizer::{RawText, Tag};
use crate::document::{Name, Namespace, NodeId, NodeKind, names};

/// Pieces of text up to this many bytes together are joined by a copy; longer ones when the page is finished, so that a
/// text that grows piece by piece is not copied again and again.
const SHORT_TEXT: u32 = 64;

impl TreeBuilder<'_> {
    /// "Insert an HTML element" for a token.
    #[inline]
    pub(super) fn insert_html(&mut self, tag: Tag) -> NodeId {
        self.insert_html_element(tag.name, tag.attributes)
    }

    #[inline]
    pub(super) fn insert_html_element(&mut self, name: Name, attributes: Span) -> NodeId {
        self.insert_element(name, Namespace::Html, attributes)
    }

    /// Inserts an HTML element whose properties are known already.
    #[inline(always)]
    pub(super) fn insert_html_with(&mut self, tag: Tag, properties: u16) {
        match self.stack.top() {
            Some(&top) if !self.foster_parenting && self.stack.len() < self.limits.max_depth => {
                let (kind, namespace) = (NodeKind::Element, Namespace::Html);
                let node = self.arena.push_child(top.node, kind, tag.name, namespace, tag.attributes);
                self.push_open(OpenElement::html(node, tag.name, properties));
            }
            _ => _ = self.insert_html(tag),
        }
    }

    #[inline]
    pub(super) fn insert_element(&mut self, name: Name, namespace: Namespace, attributes: Span) -> NodeId {
        if let Some(&top) = self.stack.top()
            && !self.foster_parenting
            && self.stack.len() < self.limits.max_depth
        {
            let node = self.arena.push_child(top.node, NodeKind::Element, name, namespace, attributes);
            self.push_open(OpenElement::new(node, name, namespace));
            return node;
        }
        self.insert_element_elsewhere(name, namespace, attributes)
    }

    /// Inserts an element that does not simply become a child of the current one.
    #[inline(never)]
    fn insert_element_elsewhere(&mut self, name: Name, namespace: Namespace, attributes: Span) -> NodeId {
        let node = self.create_element(name, namespace, attributes);
        let place = match self.stack.top() {
            Some(&top) => self.appropriate_place(top),
            None => InsertionPlace::Append(NodeId::ROOT),
        };
        let place = self.within_depth(place);
        self.arena.insert(node, place);
        self.push_open(OpenElement::new(node, name, namespace));
        node
    }

    /// An element that is closed at once: `<br>`.
    pub(super) fn insert_void(&mut self, tag: Tag) {
        self.insert_html(tag);
        self.pop();
    }

    #[inline]
    pub(super) fn create_element(&mut self, name: Name, namespace: Namespace, attributes: Span) -> NodeId {
        self.arena.push(NodeKind::Element, name, namespace, attributes)
    }

    /// Past the cap for depth, elements become siblings of the node they would be children of, as in Chromium.
    #[inline]
    fn within_depth(&mut self, place: InsertionPlace) -> InsertionPlace {
        if self.stack.len() < self.limits.max_depth {
            return place;
        }
        self.limits_hit.depth = true;
        // Text that follows goes into the element that is open, before the siblings that were to be its children.
        self.arena.reordered = true;
        match place {
            InsertionPlace::Append(parent) => {
                InsertionPlace::Append(self.arena.get(parent).parent.some().unwrap_or(parent))
            }
            before @ InsertionPlace::Before(_) => before,
        }
    }

    /// "The appropriate place for inserting a node" with this target.
    #[inline]
    pub(super) fn appropriate_place(&mut self, target: OpenElement) -> InsertionPlace {
        if self.foster_parenting
            && target.namespace == Namespace::Html
            && matches!(target.name, names::TABLE | names::TBODY | names::TFOOT | names::THEAD | names::TR)
        {
            // Even the end of another element is not where the array ends.
            self.arena.reordered = true;
            return self.foster_place();
        }
        InsertionPlace::Append(target.node)
    }

    fn foster_place(&self) -> InsertionPlace {
        for (i, element) in self.stack.inwards_out() {
            if element.is_html(names::TEMPLATE) {
                return InsertionPlace::Append(element.node);
            }
            if element.is_html(names::TABLE) {
                return match self.arena.get(element.node).parent.some() {
                    Some(_) => InsertionPlace::Before(element.node),
                    None => InsertionPlace::Append(self.stack.get(i - 1).node),
                };
            }
        }
        InsertionPlace::Append(self.stack.get(0).node)
    }

    /// "Insert a character", for a run of them.
    #[inline(always)]
    pub(super) fn insert_text(&mut self, span: Span) {
        let Some(&top) = self.stack.top() else { return };
        if !self.foster_parenting {
            let last = self.arena.get(top.node).last;
            if last == NodeId::NONE || self.arena.get(last).kind != NodeKind::Text {
                self.arena.push_child(top.node, NodeKind::Text, names::HTML, Namespace::Html, span);
                return;
            }
        }
        self.insert_text_beside(top, span);
    }

    /// Inserts text that may continue another text or stand elsewhere.
    #[inline(never)]
    fn insert_text_beside(&mut self, top: OpenElement, span: Span) {
        let place = self.appropriate_place(top);
        let before = match place {
            InsertionPlace::Append(parent) => self.arena.get(parent).last,
            InsertionPlace::Before(sibling) => self.arena.get(sibling).previous,
        };
        let continues = before != NodeId::NONE && self.arena.get(before).kind == NodeKind::Text;
        if continues {
            let text = self.arena.get_mut(before);
            if text.span.end() == span.start {
                text.span.len += span.len;
                return;
            }
            // The line ends around `</body>` are the usual case, and short.
            if text.span.len + span.len <= SHORT_TEXT {
                text.span = self.tokenizer.join(text.span, span);
                return;
            }
            self.arena.has_continuations = true;
        }
        let node = self.arena.push(NodeKind::Text, names::HTML, Namespace::Html, span);
        if continues {
            self.arena.get_mut(node).flags |= flags::CONTINUES;
        }
        self.arena.insert(node, place);
    }

    /// Always inline: an element that is handed over in memory is written in parts and read as a whole, for which a
    /// processor waits.
    #[inline(always)]
    pub(super) fn push_open(&mut self, element: OpenElement) {
        self.mark_open(element);
        self.stack.push(element);
    }

    pub(super) fn remove_from_stack(&mut self, i: usize) {
        let element = self.stack.remove(i);
        self.mark_closed(element);
    }

    pub(super) fn replace_in_stack(&mut self, i: usize, element: OpenElement) {
        self.mark_closed(self.stack.get(i));
        self.mark_open(element);
        self.stack.replace(i, element);
    }

    pub(super) fn insert_into_stack(&mut self, i: usize, element: OpenElement) {
        self.mark_open(element);
        self.stack.insert(i, element);
    }

    /// Only formatting elements are ever asked whether they are open.
    #[inline(always)]
    fn mark_open(&mut self, element: OpenElement) {
        if element.has(FORMATTING) {
            self.arena.get_mut(element.node).flags |= flags::OPEN;
        }
    }

    #[inline]
    pub(super) fn mark_closed(&mut self, element: OpenElement) {
        if element.has(FORMATTING) {
            self.arena.get_mut(element.node).flags &= !flags::OPEN;
        }
    }

    /// Whether the current node is this HTML element.
    #[inline]
    pub(super) fn current_is(&self, name: Name) -> bool {
        self.stack.top().is_some_and(|top| top.is_html(name))
    }

    /// Pops up to and with the first HTML element of this name.
    pub(super) fn pop_through(&mut self, name: Name) {
        self.pop_through_any(|open| open == name);
    }

    pub(super) fn pop_through_any(&mut self, wanted: impl Fn(Name) -> bool) {
        while let Some(element) = self.pop() {
            if element.namespace == Namespace::Html && wanted(element.name) {
                return;
            }
        }
    }

    /// "Generate implied end tags", except for one name.
    pub(super) fn generate_implied_end_tags(&mut self, except: Option<Name>) {
        while self.stack.top().is_some_and(|top| top.has(IMPLIED_END) && Some(top.name) != except) {
            self.pop();
        }
    }

    /// "Generate all implied end tags thoroughly".
    pub(super) fn generate_implied_end_tags_thoroughly(&mut self) {
        while self.stack.top().is_some_and(|top| top.has(IMPLIED_END | THOROUGHLY_IMPLIED_END)) {
            self.pop();
        }
    }

    /// The generic raw text and RCDATA parsing algorithms.
    pub(super) fn insert_raw_text_element(&mut self, tag: Tag, kind: RawText) -> NodeId {
        let node = self.insert_html(tag);
        self.tokenizer.enter_raw_text(kind, Some(tag.name));
        self.original_mode = self.mode;
        self.mode = Mode::Text;
        node
    }

    /// Switches the tokenizer to the state that the context element of a fragment requires.
    pub(super) fn enter_raw_text_of(&mut self, context: Name) {
        let kind = match context {
            names::TITLE | names::TEXTAREA => RawText::Rcdata,
            names::STYLE | names::XMP | names::IFRAME | names::NOEMBED | names::NOFRAMES => RawText::RawText,
            names::NOSCRIPT if self.scripting => RawText::RawText,
            names::SCRIPT => RawText::Script,
            names::PLAINTEXT => RawText::Plaintext,
            _ => return,
        };
        // No start tag was read, so no end tag is the appropriate one: the raw text goes on to the end.
        self.tokenizer.enter_raw_text(kind, None);
    }

    /// "Reset the insertion mode appropriately".
    pub(super) fn reset_insertion_mode(&mut self) {
        self.mode = self.appropriate_mode();
    }

    fn appropriate_mode(&self) -> Mode {
        for i in (0..self.stack.len()).rev() {
            let last = i == 0;
            let element = match &self.context {
                Some(context) if last => context.element,
                _ => self.stack.get(i),
            };
            if element.namespace == Namespace::Html {
                match element.name {
                    names::TD | names::TH if !last => return Mode::InCell,
                    names::TR => return Mode::InRow,
                    names::TBODY | names::THEAD | names::TFOOT => return Mode::InTableBody,
                    names::CAPTION => return Mode::InCaption,
                    names::COLGROUP => return Mode::InColumnGroup,
                    names::TABLE => return Mode::InTable,
                    names::TEMPLATE => return self.template_modes.last().copied().unwrap_or(Mode::InBody),
                    names::HEAD if !last => return Mode::InHead,
                    names::BODY => return Mode::InBody,
                    names::FRAMESET => return Mode::InFrameset,
                    names::HTML => return if self.head.is_none() { Mode::BeforeHead } else { Mode::AfterHead },
                    _ => {}
                }
            }
        }
        Mode::InBody
    }
}
