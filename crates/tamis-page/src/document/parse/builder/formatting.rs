//! The list of active formatting elements (section 13.2.4.3): what must be opened again in the next block.

use super::TreeBuilder;
use super::arena::InsertionPlace;
use super::open_elements::OpenElement;
use super::tags::{SCOPE, SPECIAL};
use crate::document::node::{Attribute, Span, flags};
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, Namespace, NodeId};

#[derive(Clone, Copy, Debug)]
pub(super) enum FormattingEntry {
    /// Start of a cell, caption, object or template: what stands before does not reach into it.
    Marker,
    Element(FormattingElement),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FormattingElement {
    pub(super) node: NodeId,
    pub(super) name: Name,
    pub(super) attributes: Span,
}

#[derive(Default)]
pub(in crate::document::parse) struct FormattingList {
    pub(super) entries: Vec<FormattingEntry>,
}

impl FormattingList {
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| matches!(entry, FormattingEntry::Element(element) if element.node == node))
    }

    /// Whether the last entry is this element.
    #[inline]
    pub(super) fn ends_with(&self, node: NodeId) -> bool {
        matches!(self.entries.last(), Some(FormattingEntry::Element(last)) if last.node == node)
    }

    /// The last element with this name after the last marker.
    pub(super) fn find_after_marker(&self, name: Name) -> Option<(usize, FormattingElement)> {
        for (i, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                FormattingEntry::Marker => return None,
                FormattingEntry::Element(element) if element.name == name => return Some((i, *element)),
                FormattingEntry::Element(_) => {}
            }
        }
        None
    }

    pub(super) fn clear_to_last_marker(&mut self) {
        while let Some(FormattingEntry::Element(_)) = self.entries.pop() {}
    }
}

impl TreeBuilder<'_> {
    /// Pushes onto the list; of four equal elements the earliest goes ("Noah's Ark clause").
    pub(super) fn push_formatting(&mut self, node: NodeId, tag: Tag) {
        let mut n_equal = 0;
        let mut earliest_equal = 0;
        let mut n_since_marker = 0;
        for (i, entry) in self.formatting.entries.iter().enumerate().rev() {
            let FormattingEntry::Element(element) = entry else { break };
            n_since_marker += 1;
            if element.name == tag.name && self.same_attributes(element.attributes, tag.attributes) {
                n_equal += 1;
                earliest_equal = i;
            }
        }
        if n_equal >= 3 {
            self.formatting.entries.remove(earliest_equal);
        } else if n_since_marker >= self.limits.max_formatting {
            // Past the cap the earliest is given up, as the clause above gives up the earliest of its equals.
            let earliest = self.formatting.entries.len() - n_since_marker;
            self.formatting.entries.remove(earliest);
            self.limits_hit.formatting = true;
        }
        let element = FormattingElement { node, name: tag.name, attributes: tag.attributes };
        self.formatting.entries.push(FormattingEntry::Element(element));
    }

    fn same_attributes(&self, one: Span, other: Span) -> bool {
        let [one, other] = [one, other].map(|span| self.tokenizer.attributes(span));
        let text = |attribute: &Attribute| self.tokenizer.text(attribute.value);
        // Order does not matter; names are unique within one element.
        one.len() == other.len() && one.iter().all(|a| other.iter().any(|b| a.name == b.name && text(a) == text(b)))
    }

    /// "Reconstruct the active formatting elements".
    #[inline(always)]
    pub(super) fn reconstruct_formatting(&mut self) {
        match self.formatting.entries.last() {
            Some(FormattingEntry::Element(last)) if !self.is_open(last.node) => self.reopen_formatting(),
            _ => {}
        }
    }

    #[inline(never)]
    fn reopen_formatting(&mut self) {
        let closed =
            |entry: &FormattingEntry| matches!(entry, FormattingEntry::Element(element) if !self.is_open(element.node));
        let first = self.formatting.entries.iter().rposition(|entry| !closed(entry)).map_or(0, |i| i + 1);
        for i in first..self.formatting.entries.len() {
            let FormattingEntry::Element(element) = self.formatting.entries[i] else { continue };
            let node = self.insert_html_element(element.name, element.attributes);
            self.formatting.entries[i] = FormattingEntry::Element(FormattingElement { node, ..element });
        }
    }

    #[inline]
    fn is_open(&self, node: NodeId) -> bool {
        self.arena.get(node).has(flags::OPEN)
    }
}

impl TreeBuilder<'_> {
    /// Runs the algorithm for the end tag (or repeated start tag) `subject`. The steps are numbered as in the
    /// specification.
    pub(super) fn adoption_agency(&mut self, subject: Name) {
        // 1, 2. The current node is closed, and if it is not in the list or at its end, that is all: there is
        // no block inside of it that steps 3 and 4 would have to take care of.
        if let Some(&top) = self.stack.top()
            && top.is_html(subject)
        {
            let position = self.formatting.position(top.node);
            if position.is_none_or(|position| position + 1 == self.formatting.entries.len()) {
                self.pop();
                self.formatting.entries.truncate(position.unwrap_or(self.formatting.entries.len()));
                return;
            }
        }
        // 3, 4.
        for _ in 0..8 {
            // 4.3
            let Some((list_position, formatting)) = self.formatting.find_after_marker(subject) else {
                self.any_other_end_tag(subject);
                return;
            };
            // 4.4
            let Some(stack_position) = self.stack.position(formatting.node) else {
                self.formatting.entries.remove(list_position);
                return;
            };
            // 4.5
            if !self.node_is_in_scope(formatting.node) {
                return;
            }
            // 4.7, 4.8
            let furthest_block = (stack_position + 1..self.stack.len()).find(|&i| self.stack.get(i).has(SPECIAL));
            let Some(furthest_block) = furthest_block else {
                while self.stack.len() > stack_position {
                    self.pop();
                }
                self.formatting.entries.remove(list_position);
                return;
            };
            self.adopt(formatting, stack_position, furthest_block);
        }
    }

    fn node_is_in_scope(&self, node: NodeId) -> bool {
        for (_, element) in self.stack.inwards_out() {
            if element.node == node {
                return true;
            }
            if element.has(SCOPE) {
                return false;
            }
        }
        false
    }

    /// Steps 4.9 to 4.20 with the formatting element and the furthest block at these places of the stack.
    fn adopt(&mut self, formatting: FormattingElement, stack_position: usize, furthest_block: usize) {
        let common_ancestor = self.stack.get(stack_position - 1);
        let block = self.stack.get(furthest_block);
        // 4.11 A bookmark: the new element goes after this entry of the list, or in place of the old one.
        let mut bookmark_after: Option<NodeId> = None;
        let mut last_node = block.node;
        // 4.13 From the furthest block outwards to the formatting element.
        let mut n_steps = 0;
        let mut i = furthest_block;
        loop {
            i -= 1;
            n_steps += 1;
            let node = self.stack.get(i);
            if node.node == formatting.node {
                break;
            }
            let mut in_list = self.formatting.position(node.node);
            if n_steps > 3
                && let Some(position) = in_list.take()
            {
                self.formatting.entries.remove(position);
            }
            let Some(position) = in_list else {
                self.remove_from_stack(i);
                continue;
            };
            let FormattingEntry::Element(old) = self.formatting.entries[position] else { continue };
            let new = self.create_element(old.name, Namespace::Html, old.attributes);
            self.formatting.entries[position] = FormattingEntry::Element(FormattingElement { node: new, ..old });
            self.replace_in_stack(i, OpenElement::new(new, old.name, Namespace::Html));
            if last_node == block.node {
                bookmark_after = Some(new);
            }
            self.arena.detach(last_node);
            self.arena.append(new, last_node);
            last_node = new;
        }
        // 4.14
        self.arena.detach(last_node);
        let place = self.appropriate_place(common_ancestor);
        self.arena.insert(last_node, place);
        // 4.15 to 4.17
        let new = self.create_element(formatting.name, Namespace::Html, formatting.attributes);
        self.arena.move_children(block.node, new);
        self.arena.insert(new, InsertionPlace::Append(block.node));
        // 4.18
        let entry = FormattingEntry::Element(FormattingElement { node: new, ..formatting });
        let old = self.formatting.position(formatting.node);
        match bookmark_after.and_then(|node| self.formatting.position(node)) {
            Some(position) => {
                self.formatting.entries.insert(position + 1, entry);
                if let Some(old) = old {
                    self.formatting.entries.remove(if old > position { old + 1 } else { old });
                }
            }
            None => match old {
                Some(old) => self.formatting.entries[old] = entry,
                None => self.formatting.entries.push(entry),
            },
        }
        // 4.19 The elements between were removed or replaced, so places are looked up again.
        if let Some(position) = self.stack.position(formatting.node) {
            self.remove_from_stack(position);
        }
        let below = self.stack.position(block.node).map_or(self.stack.len(), |position| position + 1);
        self.insert_into_stack(below, OpenElement::new(new, formatting.name, Namespace::Html));
    }
}
