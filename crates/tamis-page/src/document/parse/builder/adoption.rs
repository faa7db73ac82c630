//! The adoption agency algorithm (in section 13.2.6.4.7): what `<b><p></b></p>` becomes.

use super::TreeBuilder;
use super::arena::Place;
use super::formatting::{Entry, FormattingElement};
use super::open_elements::OpenElement;
use super::tags::{SCOPE, SPECIAL};
use crate::document::{Name, Namespace, NodeId};

impl TreeBuilder<'_> {
    /// Runs the algorithm for the end tag (or repeated start tag) `subject`. The steps are numbered as in the
    /// specification.
    pub(super) fn adoption_agency(&mut self, subject: Name) {
        // 1, 2. The current node is closed, and if nobody or only the end of the list remembers it, that is all: there is
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
            let Entry::Element(old) = self.formatting.entries[position] else { continue };
            let new = self.create_element(old.name, Namespace::Html, old.attributes);
            self.formatting.entries[position] = Entry::Element(FormattingElement { node: new, ..old });
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
        self.arena.insert(new, Place::Append(block.node));
        // 4.18
        let entry = Entry::Element(FormattingElement { node: new, ..formatting });
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
