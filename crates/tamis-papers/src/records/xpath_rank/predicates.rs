//! Phase 2: what attributes tell some of the links from the others.
//!
//! Every class, id or other attribute of a link or of a node above it selects some of the links of its path. A
//! predicate that selects too few, or all, tells nothing, and of predicates that select the same links one is enough.

use super::seeds::SeedPath;
use super::seeds::SeedSet;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use tamis_page::{AttributeNamespace, Document, NodeId, names, predicate};

/// A condition on the attributes of one node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Predicate<'d> {
    /// The class is among its classes.
    Class(&'d str),
    /// Its id begins so; the ids of a list are often a word and a number.
    IdPrefix(&'d str),
    /// The attribute has this value.
    Equals(&'d str, &'d str),
}

/// A predicate on the nodes of one depth above the links.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Selection<'d> {
    pub(super) depth: usize,
    pub(super) predicate: Predicate<'d>,
    pub(super) seeds: SeedSet,
}

/// How many attributes of an element and words of a class are looked at, and how long a value may be. No page needs
/// more, and a selector with a longer value says little to its reader.
const MAX_ATTRIBUTES: usize = 64;
const MAX_CLASSES: usize = 32;
const MAX_VALUE: usize = 120;

impl<'d> Predicate<'d> {
    /// The predicates that a node's own attributes suggest.
    fn of(document: &'d Document, node: NodeId) -> Vec<Predicate<'d>> {
        let mut found = Vec::new();
        for attribute in document.attributes(node).take(MAX_ATTRIBUTES) {
            let (name, value) = (attribute.local_name, attribute.value);
            if attribute.name == names::HREF
                || attribute.namespace != AttributeNamespace::None
                || !predicate::is_plain_name(name)
                || value.contains(['"', '\''])
            {
                continue;
            }
            if attribute.name == names::CLASS {
                // XPath knows no form feed.
                let classes = value.split_ascii_whitespace().filter(|_| !value.contains('\x0c'));
                found.extend(classes.take(MAX_CLASSES).filter(|class| class.len() <= MAX_VALUE).map(Predicate::Class));
            } else if attribute.name == names::ID && id_prefix(value).is_some() {
                found.extend(id_prefix(value).filter(|prefix| prefix.len() <= MAX_VALUE).map(Predicate::IdPrefix));
            } else if value.len() <= MAX_VALUE {
                found.push(Predicate::Equals(name, value));
            }
        }
        found
    }

    /// Whether a node fulfils it.
    pub(super) fn holds(self, document: &Document, node: NodeId) -> bool {
        match self {
            Predicate::Class(class) => document.classes(node).any(|other| other == class),
            Predicate::IdPrefix(prefix) => document.attribute(node, names::ID).is_some_and(|id| id.starts_with(prefix)),
            Predicate::Equals(name, value) => {
                document.attributes(node).any(|attribute| attribute.local_name == name && attribute.value == value)
            }
        }
    }

    /// As XPath writes it.
    pub(super) fn spell(self) -> String {
        match self {
            Predicate::Class(class) => predicate::has_class(class),
            Predicate::IdPrefix(prefix) => predicate::attribute_starts_with("id", prefix),
            Predicate::Equals(name, value) => predicate::attribute_equals(name, value),
        }
    }

    /// The length of what varies in it, to compare predicates by.
    fn len(self) -> usize {
        match self {
            Predicate::Class(text) | Predicate::IdPrefix(text) => text.len(),
            Predicate::Equals(name, value) => name.len() + value.len(),
        }
    }
}

/// What stands before the number at the end of an id.
fn id_prefix(id: &str) -> Option<&str> {
    let prefix = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_number = prefix.len() < id.len();
    (has_number && !prefix.is_empty() && !prefix.contains(|c: char| c.is_ascii_digit())).then_some(prefix)
}

/// The predicates that select some of a path's links, those that select most first.
pub(super) fn find<'d>(document: &'d Document, path: &SeedPath<'_>, min_repetition: usize) -> Vec<Selection<'d>> {
    let mut selections = Vec::new();
    for depth in 0..path.levels.len() {
        selections.extend(at_depth(document, path, depth));
    }
    // Of several that select the same, the deepest is kept, then the shortest.
    selections.sort_by_key(|selection| (usize::MAX - selection.depth, selection.predicate.len(), selection.predicate));
    let mut seen: HashSet<SeedSet> = HashSet::new();
    selections.retain(|selection| {
        let n_seeds = selection.seeds.len();
        n_seeds >= min_repetition && n_seeds < path.n_seeds && seen.insert(selection.seeds.clone())
    });
    selections.sort_by_key(|selection| {
        let (n_seeds, len) = (selection.seeds.len(), selection.predicate.len());
        (usize::MAX - n_seeds, usize::MAX - selection.depth, usize::MAX - len, selection.predicate)
    });
    selections
}

/// All predicates of the nodes at one depth, with the links below the nodes that fulfil them.
fn at_depth<'d>(document: &'d Document, path: &SeedPath<'_>, depth: usize) -> Vec<Selection<'d>> {
    let mut sets: BTreeMap<Predicate<'d>, SeedSet> = BTreeMap::new();
    let mut id_prefixes: BTreeSet<&str> = BTreeSet::new();
    for (position, ancestor) in path.levels[depth].iter().enumerate() {
        for predicate in Predicate::of(document, ancestor.node) {
            match predicate {
                Predicate::IdPrefix(prefix) => {
                    id_prefixes.insert(prefix);
                }
                predicate => sets.entry(predicate).or_default().add(path.seeds_below(depth, position)),
            }
        }
    }
    // An id without a number can begin like those with one.
    if !id_prefixes.is_empty() {
        for (position, ancestor) in path.levels[depth].iter().enumerate() {
            let id = document.attribute(ancestor.node, names::ID).unwrap_or("");
            let starts = (1..=id.len().min(MAX_VALUE)).filter_map(|end| id.get(..end));
            for prefix in starts.filter_map(|start| id_prefixes.get(start)) {
                let set = sets.entry(Predicate::IdPrefix(prefix)).or_default();
                set.add(path.seeds_below(depth, position));
            }
        }
    }
    sets.into_iter().map(|(predicate, seeds)| Selection { depth, predicate, seeds }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{seeds, seeds::Outline};
    use super::*;
    use crate::view::paths::PagePaths;

    /// Each predicate with its depth and the number of links that it selects.
    #[track_caller]
    fn check(html: &str, expected: &[(&str, usize, usize)]) {
        let document = Document::parse(html);
        let paths = seeds::find(&document, &Outline::of(&document, &PagePaths::of(&document)), 2);
        let found = find(&document, &paths[0], 2);
        let shown: Vec<(String, usize, usize)> =
            found.iter().map(|found| (found.predicate.spell(), found.depth, found.seeds.len())).collect();
        let expected: Vec<(String, usize, usize)> = expected
            .iter()
            .map(|&(text, depth, n_seeds)| match text.strip_prefix('.') {
                Some(class) => (Predicate::Class(class).spell(), depth, n_seeds),
                None => (text.to_string(), depth, n_seeds),
            })
            .collect();
        assert_eq!(shown, expected, "{html}");
    }

    #[test]
    fn classes_ids_and_other_attributes_select_links() {
        check(
            "<p class='r x'><a>1</a><p class='r  y'><a rel=n>2</a><p class=s><a rel=n>3</a><p id=q><a>4</a>",
            &[("@rel='n'", 3, 2), (".r", 2, 2)],
        );
        check(
            "<p id=r1><a href=x>1</a><p id=r22><a href=x>2</a><p id=rest><a href=x>3</a><p id=s><a>4</a>",
            &[("starts-with(@id, 'r')", 2, 3)],
        );
    }

    #[test]
    fn of_predicates_that_select_the_same_the_deepest_and_shortest_is_kept() {
        check(
            "<div class=d><p class=p><a class='abc ab'>1</a></p></div><div class=d><p class=p><a class='abc ab'>2</a></p>
            </div><div><p><a>3</a></p></div>",
            &[(".ab", 4, 2)],
        );
    }

    #[test]
    fn what_selects_too_few_or_all_is_left_out() {
        check("<p class=all><a class=one>1</a><p class=all><a>2</a><p class=all><a title=\"it's\">3</a>", &[]);
    }
}
