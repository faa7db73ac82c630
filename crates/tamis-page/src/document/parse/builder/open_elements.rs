//! The stack of open elements (section 13.2.4.2).

use super::tags::{self, SCOPE};
use crate::document::{Name, Namespace, NodeId, names};

/// How far down the stack a search goes. The stack is only deeper than this on a page that has passed the cap for
/// depth by far; without a bound, each of its tags could walk over all others.
pub(super) const SEARCH: usize = 2048;

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub(super) node: NodeId,
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    properties: u16,
}

impl OpenElement {
    #[inline(always)]
    pub(super) fn new(node: NodeId, name: Name, namespace: Namespace) -> OpenElement {
        OpenElement { node, name, namespace, properties: tags::properties(name, namespace) }
    }

    /// An HTML element whose properties are known.
    #[inline(always)]
    pub(super) fn html(node: NodeId, name: Name, properties: u16) -> OpenElement {
        OpenElement { node, name, namespace: Namespace::Html, properties }
    }

    #[inline]
    pub(super) fn is_html(&self, name: Name) -> bool {
        self.name == name && self.namespace == Namespace::Html
    }

    #[inline]
    pub(super) fn has(&self, property: u16) -> bool {
        self.properties & property != 0
    }
}

#[derive(Default)]
pub(in crate::document::parse) struct OpenElements {
    elements: Vec<OpenElement>,
    /// How many open elements have each name: most searches are for a name that is not open at all.
    counts: Vec<u32>,
}

impl OpenElements {
    pub(super) fn clear(&mut self) {
        self.elements.clear();
        self.counts.clear();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline(always)]
    pub(super) fn push(&mut self, element: OpenElement) {
        self.count(element.name, 1);
        self.elements.push(element);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<OpenElement> {
        let element = self.elements.pop()?;
        self.counts[element.name.index()] -= 1;
        Some(element)
    }

    #[inline(always)]
    fn count(&mut self, name: Name, more: u32) {
        match self.counts.get_mut(name.index()) {
            Some(count) => *count += more,
            None => self.count_new(name, more),
        }
    }

    #[inline(never)]
    fn count_new(&mut self, name: Name, more: u32) {
        self.counts.resize(name.index() + 64, 0);
        self.counts[name.index()] = more;
    }

    /// Whether an element of this name, of any namespace, is open.
    #[inline]
    pub(super) fn may_contain(&self, name: Name) -> bool {
        self.counts.get(name.index()).is_some_and(|&count| count > 0)
    }

    #[inline]
    pub(super) fn top(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    pub(super) fn get(&self, i: usize) -> OpenElement {
        self.elements[i]
    }

    /// The elements from the current node outwards, with their places.
    #[inline]
    pub(super) fn inwards_out(&self) -> impl Iterator<Item = (usize, &OpenElement)> {
        self.elements.iter().enumerate().rev().take(SEARCH)
    }

    /// The place of a node.
    pub(super) fn position(&self, node: NodeId) -> Option<usize> {
        self.inwards_out().find(|(_, element)| element.node == node).map(|(i, _)| i)
    }

    pub(super) fn insert(&mut self, i: usize, element: OpenElement) {
        self.count(element.name, 1);
        self.elements.insert(i, element);
    }

    pub(super) fn replace(&mut self, i: usize, element: OpenElement) {
        self.counts[self.elements[i].name.index()] -= 1;
        self.count(element.name, 1);
        self.elements[i] = element;
    }

    pub(super) fn remove(&mut self, i: usize) -> OpenElement {
        let element = self.elements.remove(i);
        self.counts[element.name.index()] -= 1;
        element
    }

    /// Whether there is an HTML element of one of `wanted` before the first element that ends the scope.
    #[inline]
    pub(super) fn has_in(&self, barriers: u16, wanted: impl Fn(Name) -> bool) -> bool {
        for (_, element) in self.inwards_out() {
            if element.namespace == Namespace::Html && wanted(element.name) {
                return true;
            }
            if element.has(barriers) {
                return false;
            }
        }
        false
    }

    /// "Has an element in scope", and with other barriers the other scopes.
    #[inline]
    pub(super) fn has_name_in(&self, barriers: u16, name: Name) -> bool {
        self.may_contain(name) && self.has_in(barriers, |open| open == name)
    }

    pub(super) fn has_in_scope(&self, name: Name) -> bool {
        self.has_name_in(SCOPE, name)
    }

    /// Whether there is a `template` at all.
    pub(super) fn has_template(&self) -> bool {
        self.may_contain(names::TEMPLATE) && self.inwards_out().any(|(_, element)| element.is_html(names::TEMPLATE))
    }
}
