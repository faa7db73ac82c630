//! The elements among which a selector has to tell the wanted ones apart, and sets of them.

use super::feature::{Compound, Dialect, Feature, Reach};
use crate::document::{Document, Name, Namespace, NodeId, NodeKind, QuirksMode, names};
use crate::select::bits::Bits;
use crate::select::css::ignores_case_of_value;
use std::cell::OnceCell;
use std::collections::HashMap;

/// How far behind its label, in siblings, a value is looked for.
const MAX_LABEL_DISTANCE: usize = 16;

/// One place to search in, and what is to be found there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) scope: NodeId,
    /// In document order.
    pub(super) nodes: &'a [NodeId],
}

/// The elements below the scopes. Sets of them are [`Bits`] over positions, counted from the first.
pub(super) struct Ground<'a> {
    pub(super) document: &'a Document,
    pub(super) dialect: Dialect,
    pub(super) scopes: Vec<NodeId>,
    start: usize,
    len: usize,
    pub(super) elements: Vec<NodeId>,
    by_tag: HashMap<Name, Vec<NodeId>>,
    /// By position: number among siblings of the same name, from the start and from the end. Made when first asked for.
    numbers: OnceCell<Vec<(u32, u32)>>,
}

impl<'a> Ground<'a> {
    pub(super) fn new(document: &'a Document, scopes: &[NodeId], dialect: Dialect) -> Ground<'a> {
        let mut scopes = scopes.to_vec();
        scopes.sort_unstable();
        scopes.dedup();
        let start = scopes.first().map_or(0, |scope| scope.index());
        let end = scopes.iter().map(|&scope| document.subtree_end(scope).index()).max().unwrap_or(start);
        let mut elements = Vec::new();
        let mut covered = start;
        for &scope in &scopes {
            let from = covered.max(scope.index() + 1);
            let to = document.subtree_end(scope).index();
            elements
                .extend((from..to).map(|position| NodeId(position as u32)).filter(|&node| document.is_element(node)));
            covered = covered.max(to);
        }
        let mut by_tag: HashMap<Name, Vec<NodeId>> = HashMap::new();
        for &element in &elements {
            if let Some(tag) = document.tag(element) {
                by_tag.entry(tag).or_default().push(element);
            }
        }
        Ground { document, dialect, scopes, start, len: end - start, elements, by_tag, numbers: OnceCell::new() }
    }

    pub(super) fn is_scope(&self, node: NodeId) -> bool {
        self.scopes.binary_search(&node).is_ok()
    }

    pub(super) fn empty(&self) -> Bits {
        Bits::new(self.len)
    }

    pub(super) fn set_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> Bits {
        let mut set = self.empty();
        for node in nodes {
            set.insert(node.index() - self.start);
        }
        set
    }

    pub(super) fn is_in(&self, set: &Bits, node: NodeId) -> bool {
        set.contains(node.index() - self.start)
    }

    pub(super) fn all(&self) -> Bits {
        self.set_of(self.elements.iter().copied())
    }

    pub(super) fn nodes<'s>(&self, set: &'s Bits) -> impl Iterator<Item = NodeId> + use<'s> {
        let start = self.start;
        set.iter().map(move |offset| NodeId((offset + start) as u32))
    }

    /// The elements that match the compound.
    pub(super) fn extent(&self, compound: &Compound<'a>) -> Bits {
        // Looking below every element would repeat itself; the partners are found the other way round.
        let (around, own): (Vec<_>, Vec<_>) =
            compound.features.iter().partition(|feature| matches!(feature, Feature::Has(..)));
        let candidates = compound.tag.map_or(&self.elements[..], |tag| self.elements_named(tag));
        let matches = |node: &NodeId| own.iter().all(|feature| self.holds(feature, *node));
        let mut extent = self.set_of(candidates.iter().copied().filter(matches));
        for feature in around {
            if let Feature::Has(reach, inner) = feature {
                let below = self.extent(inner);
                extent.intersect(&match reach {
                    Reach::Child => self.parents_of(&below),
                    Reach::Descendant => self.ancestors_of(&below),
                });
            }
        }
        extent
    }

    /// Whether the feature is true of the element, by the rules of the dialect.
    pub(super) fn holds(&self, feature: &Feature<'a>, node: NodeId) -> bool {
        let document = self.document;
        let is_css = self.dialect == Dialect::Css;
        let loose = is_css && document.quirks() == QuirksMode::Quirks;
        match feature {
            Feature::Id(id) => document.attribute(node, names::ID).is_some_and(|value| same(value, id, loose)),
            Feature::Class(class) => document.classes(node).any(|word| same(word, class, loose)),
            Feature::Attribute(name, wanted) => {
                let loose = || {
                    is_css
                        && document.namespace(node) == Namespace::Html
                        && ignores_case_of_value(document.spell(*name))
                };
                document.attribute(node, *name).is_some_and(|value| value == *wanted || same(value, wanted, loose()))
            }
            Feature::Prefix(name, wanted) => {
                document.attribute(node, *name).is_some_and(|value| value.starts_with(wanted))
            }
            Feature::HasAttribute(name) => document.attribute(node, *name).is_some(),
            Feature::Text(text) => normalized_text(document, node, text.len()).is_some_and(|found| found == *text),
            Feature::Nth(number) => self.number(node) == *number,
            Feature::Last => self.number_from_end(node) == 1,
            Feature::From(number) => self.number(node) >= *number,
            Feature::Until(number) => self.number_from_end(node) >= *number,
            Feature::Not(inner) => !self.holds(inner, node),
            // Answered for all elements at once by `extent`.
            Feature::Has(..) => false,
        }
    }

    pub(super) fn elements_named(&self, tag: Name) -> &[NodeId] {
        self.by_tag.get(&tag).map_or(&[], Vec::as_slice)
    }

    /// The place among siblings of the same name.
    pub(super) fn number(&self, node: NodeId) -> u32 {
        self.numbers()[node.index() - self.start].0
    }

    pub(super) fn number_from_end(&self, node: NodeId) -> u32 {
        self.numbers()[node.index() - self.start].1
    }

    fn numbers(&self) -> &[(u32, u32)] {
        self.numbers.get_or_init(|| {
            let key = |node: NodeId| (self.document.parent(node), self.document.tag(node));
            let mut counts: HashMap<(Option<NodeId>, Option<Name>), u32> = HashMap::new();
            let mut numbers = vec![(1, 1); self.len];
            for &node in &self.elements {
                let count = counts.entry(key(node)).or_insert(0);
                *count += 1;
                numbers[node.index() - self.start].0 = *count;
            }
            for &node in &self.elements {
                let numbers = &mut numbers[node.index() - self.start];
                numbers.1 = counts.get(&key(node)).copied().unwrap_or(numbers.0) - numbers.0 + 1;
            }
            numbers
        })
    }

    /// The parent, if it is not a scope.
    pub(super) fn parent_within(&self, node: NodeId) -> Option<NodeId> {
        self.document.parent(node).filter(|&parent| !self.is_scope(parent) && self.document.is_element(parent))
    }

    /// The ancestors up to the scope, nearest first.
    pub(super) fn ancestors_within(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent_within(node), |&node| self.parent_within(node))
    }

    pub(super) fn previous_element(&self, node: NodeId) -> Option<NodeId> {
        let mut siblings =
            std::iter::successors(self.document.previous_sibling(node), |&node| self.document.previous_sibling(node));
        siblings.find(|&sibling| self.document.is_element(sibling))
    }

    /// The elements below members of the set.
    pub(super) fn below(&self, set: &Bits) -> Bits {
        let mut below = self.empty();
        for node in self.nodes(set) {
            below.insert_range(node.index() + 1 - self.start..self.document.subtree_end(node).index() - self.start);
        }
        below
    }

    pub(super) fn children_of(&self, set: &Bits) -> Bits {
        self.set_of(
            self.elements.iter().copied().filter(|&node| {
                self.parent_within(node).is_some_and(|parent| set.contains(parent.index() - self.start))
            }),
        )
    }

    pub(super) fn children_of_scopes(&self) -> Bits {
        let is_child = |node: &NodeId| self.document.parent(*node).is_some_and(|parent| self.is_scope(parent));
        self.set_of(self.elements.iter().copied().filter(is_child))
    }

    /// Of each member of the set, the first sibling after it with this name.
    pub(super) fn following(&self, set: &Bits, tag: Option<Name>) -> Bits {
        let is_wanted = |node: &NodeId| self.document.is_element(*node) && self.document.tag(*node) == tag;
        self.set_of(self.nodes(set).filter_map(|node| {
            std::iter::successors(self.document.next_sibling(node), |&node| self.document.next_sibling(node))
                .take(MAX_LABEL_DISTANCE)
                .find(is_wanted)
        }))
    }

    /// The elements right after members of the set.
    pub(super) fn next_of(&self, set: &Bits) -> Bits {
        self.set_of(self.elements.iter().copied().filter(|&node| {
            self.previous_element(node).is_some_and(|previous| set.contains(previous.index() - self.start))
        }))
    }

    fn parents_of(&self, set: &Bits) -> Bits {
        self.set_of(self.nodes(set).filter_map(|node| self.parent_within(node)))
    }

    fn ancestors_of(&self, set: &Bits) -> Bits {
        let mut ancestors = self.empty();
        for node in self.nodes(set) {
            for ancestor in self.ancestors_within(node) {
                if !ancestors.insert(ancestor.index() - self.start) {
                    break;
                }
            }
        }
        ancestors
    }

    /// Whether the word is the whole `class` of every element that has it.
    pub(super) fn is_sole_class(&self, class: &str) -> bool {
        let values = self.elements.iter().filter_map(|&node| self.document.attribute(node, names::CLASS));
        values.filter(|value| value.split_ascii_whitespace().any(|word| word == class)).all(|value| value == class)
    }
}

fn same(value: &str, wanted: &str, loose: bool) -> bool {
    if loose { value.eq_ignore_ascii_case(wanted) } else { value == wanted }
}

/// The element's text as XPath's `normalize-space()` gives it, if it is no longer than `limit` bytes. Labels are short
/// and flat: large subtrees are not read.
pub(super) fn normalized_text(document: &Document, node: NodeId, limit: usize) -> Option<String> {
    if document.subtree_range(node).len() > 40 {
        return None;
    }
    let mut joined = String::new();
    for inner in document.descendants(node).filter(|&inner| document.kind(inner) == NodeKind::Text) {
        joined.push_str(document.text(inner));
        if joined.len() > 4 * limit + 256 {
            return None;
        }
    }
    let words: Vec<&str> = joined.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
    let normal = words.join(" ");
    (normal.len() <= limit).then_some(normal)
}
