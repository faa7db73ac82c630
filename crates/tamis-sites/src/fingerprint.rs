//! How alike two pages are, by the tag paths that they share.
//!
//! Gottron (2008) compares pages by the sets of paths from the root to their leaves; paper 004 has the tag of an element
//! that bears an id be `tag#id`. Two pages of one template have most paths in common, whatever their words are and
//! however often a path occurs.
//!
//! Numbers in ids are one number: without that a shop's product ids make two pages of one template as unlike as two
//! sites. That does not help manuals, which give every section and every term an id in words, and whose sentences are full
//! of markup: of 1,000 pages of PostgreSQL's manual the paper's paths find 22 in a template. So there is a second set of
//! paths, of blocks alone and without ids: what the frame of a page is made of.

use crate::label::{Hash, id_number};
use std::cmp::Ordering;
use tamis_page::{Document, NodeId, TextDisplay, is_never_shown, names};

/// The paths of a page, each once.
///
/// ```
/// use tamis_page::Document;
/// use tamis_sites::Fingerprint;
///
/// let one = Fingerprint::of(&Document::parse("<div id=a><p>x</p></div><ul><li>y</ul>"));
/// let other = Fingerprint::of(&Document::parse("<div id=a><p>z</p></div>"));
/// assert_eq!(one.paths().similarity(other.paths()), 0.5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    paths: PathSet,
    blocks: PathSet,
}

impl Fingerprint {
    /// The paths of a page. What browsers never show is left out: heads and scripts say little about how a page looks.
    pub fn of(document: &Document) -> Fingerprint {
        let (mut paths, mut blocks) = (Walk::default(), Walk::default());
        let mut idx = 1;
        while idx < document.len() {
            let node = NodeId(idx as u32);
            if !document.is_element(node) {
                idx += 1;
                continue;
            }
            let end = document.subtree_range(node).end;
            if is_never_shown(document, node) {
                idx = end;
                continue;
            }
            let tag = document.tag_name(node).as_bytes();
            let id = document.attribute(node, names::ID);
            paths.open(idx, end, |hash| {
                let hash = hash.byte(b'/').bytes(tag);
                id.map_or(hash, |id| hash.byte(b'#').number(id_number(id)))
            });
            if !TextDisplay::by_name(document, node).is_in_line() {
                blocks.open(idx, end, |hash| hash.byte(b'/').bytes(tag));
            }
            idx += 1;
        }
        Fingerprint { paths: paths.finish(), blocks: blocks.finish() }
    }

    pub(crate) fn from_sets(paths: PathSet, blocks: PathSet) -> Fingerprint {
        Fingerprint { paths, blocks }
    }

    /// The paths of all elements, with ids, as in the paper.
    pub fn paths(&self) -> &PathSet {
        &self.paths
    }

    /// The paths of blocks, without ids and without what stands in a line of text.
    pub fn blocks(&self) -> &PathSet {
        &self.blocks
    }
}

/// Paths from the root to the elements that have no other in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathSet {
    /// Sorted. Two paths of a thousand have the same number on one pair of pages in ten thousand.
    numbers: Vec<u32>,
}

impl PathSet {
    pub(crate) fn from_numbers(mut numbers: Vec<u32>) -> PathSet {
        numbers.sort_unstable();
        numbers.dedup();
        PathSet { numbers }
    }

    /// The paths as numbers, sorted.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The number of paths.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is no path: the page has no element that can be seen.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The paths that both have, as a share of the paths of the page that has more; 1 − the common paths distance.
    pub fn similarity(&self, other: &PathSet) -> f64 {
        self.similarity_from(other, 0.0).unwrap_or(0.0)
    }

    /// The share of paths that both have, or `None` if it is below `at_least`. Most pages of other templates are told apart by the number of paths
    /// alone, and the others after a part of them.
    pub fn similarity_from(&self, other: &PathSet, at_least: f64) -> Option<f64> {
        self.share(other, self.len().max(other.len()), at_least)
    }

    /// The share of this page's paths that another one has, `None` if it is less than a bound.
    pub fn coverage_from(&self, other: &PathSet, at_least: f64) -> Option<f64> {
        self.share(other, self.len(), at_least)
    }

    /// The paths that both have, as a share of `n_paths`.
    fn share(&self, other: &PathSet, of: usize, at_least: f64) -> Option<f64> {
        if of == 0 {
            return Some(1.0);
        }
        let share = |n: usize| n as f64 / of as f64;
        let (mut one, mut two) = (&self.numbers[..], &other.numbers[..]);
        let mut n_common = 0;
        while let (Some(a), Some(b)) = (one.first(), two.first()) {
            if share(n_common + one.len().min(two.len())) < at_least {
                return None;
            }
            match a.cmp(b) {
                Ordering::Less => one = &one[1..],
                Ordering::Greater => two = &two[1..],
                Ordering::Equal => {
                    n_common += 1;
                    (one, two) = (&one[1..], &two[1..]);
                }
            }
        }
        Some(share(n_common)).filter(|&share| share >= at_least)
    }
}

/// The paths of a document that is walked through.
#[derive(Default)]
struct Walk {
    /// The path to each open element and the node after its subtree.
    open: Vec<(Hash, usize)>,
    /// The paths of elements that turned out to have no other in them.
    leaves: Vec<u32>,
}

impl Walk {
    /// The next element begins at a node and ends before another; its path is made from the one above.
    fn open(&mut self, start: usize, end: usize, path: impl FnOnce(Hash) -> Hash) {
        // The last element that was opened has no other in it if it ends before this one begins.
        if let Some((hash, _)) = self.open.last().filter(|&&(_, end)| end <= start) {
            self.leaves.push(hash.to_u32());
        }
        while self.open.last().is_some_and(|&(_, end)| end <= start) {
            self.open.pop();
        }
        let above = self.open.last().map_or_else(Hash::new, |&(hash, _)| hash);
        self.open.push((path(above), end));
    }

    fn finish(mut self) -> PathSet {
        self.leaves.extend(self.open.last().map(|(hash, _)| hash.to_u32()));
        PathSet::from_numbers(self.leaves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(html: &str) -> Fingerprint {
        Fingerprint::of(&Document::parse(html))
    }

    #[track_caller]
    fn check_similarity(one: &str, other: &str, expect: f64) {
        let (one, other) = (fingerprint(one), fingerprint(other));
        assert!((one.paths().similarity(other.paths()) - expect).abs() < 1e-12);
        assert!((other.paths().similarity(one.paths()) - expect).abs() < 1e-12);
    }

    #[test]
    fn a_path_counts_once_and_words_do_not_count() {
        let one = fingerprint("<ul><li>a<li>b</ul>");
        assert_eq!(one, fingerprint("<ul><li>c<li>d<li>e</ul>"));
        assert_eq!(one.paths().len(), 1);
    }

    #[test]
    fn only_leaves_have_paths() {
        assert_eq!(fingerprint("<div><p>a</p><div><b>x</b></div></div><i>y</i>").paths().len(), 3);
    }

    #[test]
    fn an_id_is_a_part_of_the_path_and_its_number_is_not() {
        check_similarity("<p id=a>x", "<p id=b>x", 0.0);
        check_similarity("<p id=a1>x", "<p id=a22>x", 1.0);
    }

    #[test]
    fn similarity_is_a_share_of_the_larger_page() {
        let (small, large) = ("<p>x", "<p>x</p><b>y</b><i>z</i><u>w</u>");
        check_similarity(small, large, 0.25);
        let (small, large) = (fingerprint(small), fingerprint(large));
        assert_eq!(small.paths().similarity_from(large.paths(), 0.25), Some(0.25));
        assert_eq!(small.paths().similarity_from(large.paths(), 0.3), None);
        assert_eq!(small.paths().coverage_from(large.paths(), 0.9), Some(1.0));
        assert_eq!(large.paths().coverage_from(small.paths(), 0.1), Some(0.25));
    }

    #[test]
    fn pages_without_elements_are_alike() {
        check_similarity("", "text", 1.0);
        let none = PathSet::default();
        assert!(none.is_empty());
        assert_eq!(none.similarity_from(fingerprint("<p>x").paths(), 0.1), None);
    }

    #[test]
    fn blocks_have_no_ids_and_nothing_of_a_line() {
        let one = fingerprint("<section id=intro><p>A <em>good</em> <a href=x id=y>lamp</a></section>");
        let other = fingerprint("<section id=usage><p>Plug it <code>in</code>.</section>");
        assert_eq!(one.blocks(), other.blocks());
        assert_ne!(one.paths(), other.paths());
        assert_eq!(one.blocks().len(), 1);
    }
}
