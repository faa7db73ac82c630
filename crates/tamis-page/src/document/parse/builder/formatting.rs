//! The list of active formatting elements (section 13.2.4.3): what must be opened again in the next block.

use super::TreeBuilder;
use crate::document::node::{Attribute, Span, flags};
use crate::document::parse::tokenizer::Tag;
use crate::document::{Name, NodeId};

#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
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
    pub(super) entries: Vec<Entry>,
}

impl FormattingList {
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.entries.iter().rposition(|entry| matches!(entry, Entry::Element(element) if element.node == node))
    }

    /// Whether the last entry is this element.
    #[inline]
    pub(super) fn ends_with(&self, node: NodeId) -> bool {
        matches!(self.entries.last(), Some(Entry::Element(last)) if last.node == node)
    }

    /// The last element with this name after the last marker.
    pub(super) fn find_after_marker(&self, name: Name) -> Option<(usize, FormattingElement)> {
        for (i, entry) in self.entries.iter().enumerate().rev() {
            match entry {
                Entry::Marker => return None,
                Entry::Element(element) if element.name == name => return Some((i, *element)),
                Entry::Element(_) => {}
            }
        }
        None
    }

    pub(super) fn clear_to_last_marker(&mut self) {
        while let Some(Entry::Element(_)) = self.entries.pop() {}
    }
}

impl TreeBuilder<'_> {
    /// Pushes onto the list; of four equal elements the earliest goes ("Noah's Ark clause").
    pub(super) fn push_formatting(&mut self, node: NodeId, tag: Tag) {
        let mut n_equal = 0;
        let mut earliest_equal = 0;
        let mut n_since_marker = 0;
        for (i, entry) in self.formatting.entries.iter().enumerate().rev() {
            let Entry::Element(element) = entry else { break };
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
        self.formatting.entries.push(Entry::Element(element));
    }

    fn same_attributes(&self, one: Span, other: Span) -> bool {
        let [one, other] =
            [one, other].map(|span| &self.tokenizer.buffers.attributes[span.start as usize..span.end() as usize]);
        let text = |attribute: &Attribute| self.tokenizer.text(attribute.value);
        // Order does not matter; names are unique within one element.
        one.len() == other.len() && one.iter().all(|a| other.iter().any(|b| a.name == b.name && text(a) == text(b)))
    }

    /// "Reconstruct the active formatting elements".
    #[inline(always)]
    pub(super) fn reconstruct_formatting(&mut self) {
        match self.formatting.entries.last() {
            Some(Entry::Element(last)) if !self.is_open(last.node) => self.reopen_formatting(),
            _ => {}
        }
    }

    #[inline(never)]
    fn reopen_formatting(&mut self) {
        let closed = |entry: &Entry| matches!(entry, Entry::Element(element) if !self.is_open(element.node));
        let first = self.formatting.entries.iter().rposition(|entry| !closed(entry)).map_or(0, |i| i + 1);
        for i in first..self.formatting.entries.len() {
            let Entry::Element(element) = self.formatting.entries[i] else { continue };
            let node = self.insert_html_element(element.name, element.attributes);
            self.formatting.entries[i] = Entry::Element(FormattingElement { node, ..element });
        }
    }

    #[inline]
    fn is_open(&self, node: NodeId) -> bool {
        self.arena.get(node).has(flags::OPEN)
    }
}
