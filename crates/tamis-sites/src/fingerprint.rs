//! Common paths: how alike are two pages?
//!
//! Gottron (2008) compares pages by the sets of paths from the root to their leaves; paper 004 has the tag of an element
//! that bears an id be `tag#id`. Two pages of one template have most paths in common, whatever their words are and
//! however often a path occurs.
//!
//! Numbers in ids are one number: without that a shop's product ids make two pages of one template as unlike as two
//! sites.

use crate::label::{Hash, id_number};
use tamis_page::{Document, is_never_shown, names};

/// The paths of a page, each once.
///
/// ```
/// use tamis_page::Document;
/// use tamis_sites::Fingerprint;
///
/// let one = Fingerprint::of(&Document::parse("<div id=a><p>x</p></div><ul><li>y</ul>"));
/// let other = Fingerprint::of(&Document::parse("<div id=a><p>z</p></div>"));
/// assert_eq!(one.similarity(&other), 0.5);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fingerprint {
    /// Numbers of paths, sorted. Two paths of a thousand have the same number on one pair of pages in ten thousand.
    paths: Vec<u32>,
}

impl Fingerprint {
    /// The paths of the elements that have no element in them. What browsers never show is left out: heads and scripts
    /// say little about how a page looks.
    pub fn of(document: &Document) -> Fingerprint {
        let mut paths = Vec::new();
        // The hash of the path to each open element and the node after its subtree.
        let mut open: Vec<(Hash, usize)> = vec![(Hash::new(), document.len())];
        let mut leaf: Option<Hash> = None;
        let mut idx = 1;
        while idx < document.len() {
            let node = tamis_page::NodeId(idx as u32);
            if !document.is_element(node) {
                idx += 1;
                continue;
            }
            let end = document.subtree_range(node).end;
            if is_never_shown(document, node) {
                idx = end;
                continue;
            }
            let mut n_closed = 0;
            while open.last().is_some_and(|&(_, end)| end <= idx) {
                open.pop();
                n_closed += 1;
            }
            if n_closed > 0 {
                paths.extend(leaf.map(Hash::to_u32));
            }
            let above = open.last().map_or_else(Hash::new, |&(hash, _)| hash);
            let mut hash = above.byte(b'/').bytes(document.tag_name(node).as_bytes());
            if let Some(id) = document.attribute(node, names::ID) {
                hash = hash.byte(b'#').number(id_number(id));
            }
            leaf = Some(hash);
            open.push((hash, end));
            idx += 1;
        }
        paths.extend(leaf.map(Hash::to_u32));
        paths.sort_unstable();
        paths.dedup();
        Fingerprint { paths }
    }

    /// The number of paths.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether there is no path: the page has no element that can be seen.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The paths that both have, as a share of the paths of the page that has more; 1 − the common paths distance.
    pub fn similarity(&self, other: &Fingerprint) -> f64 {
        self.similarity_from(other, 0.0).unwrap_or(0.0)
    }

    /// The same, `None` if it is less than a bound. Most pages of other templates are told apart by the number of paths
    /// alone, and the others after a part of them.
    pub fn similarity_from(&self, other: &Fingerprint, at_least: f64) -> Option<f64> {
        let n_larger = self.len().max(other.len());
        if n_larger == 0 {
            return Some(1.0);
        }
        let share = |n: usize| n as f64 / n_larger as f64;
        let n_common = self.n_common(other, |n_possible| share(n_possible) < at_least)?;
        Some(share(n_common)).filter(|&similarity| similarity >= at_least)
    }

    /// The share of another page's paths that this one has.
    pub(crate) fn coverage(&self, other: &Fingerprint) -> f64 {
        let n_common = self.n_common(other, |_| false).unwrap_or(0);
        if other.is_empty() { 1.0 } else { n_common as f64 / other.len() as f64 }
    }

    /// The number of paths that both have; `None` if it became too small on the way.
    fn n_common(&self, other: &Fingerprint, is_too_small: impl Fn(usize) -> bool) -> Option<usize> {
        let (mut one, mut two) = (&self.paths[..], &other.paths[..]);
        let mut n_common = 0;
        while let (Some(a), Some(b)) = (one.first(), two.first()) {
            if is_too_small(n_common + one.len().min(two.len())) {
                return None;
            }
            match a.cmp(b) {
                std::cmp::Ordering::Less => one = &one[1..],
                std::cmp::Ordering::Greater => two = &two[1..],
                std::cmp::Ordering::Equal => {
                    n_common += 1;
                    (one, two) = (&one[1..], &two[1..]);
                }
            }
        }
        Some(n_common)
    }

    pub(crate) fn numbers(&self) -> &[u32] {
        &self.paths
    }

    pub(crate) fn from_numbers(mut paths: Vec<u32>) -> Fingerprint {
        paths.sort_unstable();
        paths.dedup();
        Fingerprint { paths }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(html: &str) -> Fingerprint {
        Fingerprint::of(&Document::parse(html))
    }

    #[test]
    fn a_path_counts_once_and_words_do_not_count() {
        let one = fingerprint("<ul><li>a<li>b</ul>");
        assert_eq!(one, fingerprint("<ul><li>c<li>d<li>e</ul>"));
        assert_eq!(one.len(), 1);
    }

    #[test]
    fn only_leaves_have_paths() {
        assert_eq!(fingerprint("<div><p>a</p><div><b>x</b></div></div><i>y</i>").len(), 3);
    }

    #[test]
    fn an_id_is_a_part_of_the_path_and_its_number_is_not() {
        assert_eq!(fingerprint("<p id=a>x").similarity(&fingerprint("<p id=b>x")), 0.0);
        assert_eq!(fingerprint("<p id=a1>x").similarity(&fingerprint("<p id=a22>x")), 1.0);
    }

    #[test]
    fn similarity_is_a_share_of_the_larger_page() {
        let (small, large) = (fingerprint("<p>x"), fingerprint("<p>x</p><b>y</b><i>z</i><u>w</u>"));
        assert_eq!((small.similarity(&large), large.similarity(&small)), (0.25, 0.25));
        assert_eq!(small.similarity_from(&large, 0.25), Some(0.25));
        assert_eq!(small.similarity_from(&large, 0.3), None);
    }

    #[test]
    fn pages_without_elements_are_alike() {
        assert_eq!(fingerprint("").similarity(&fingerprint("text")), 1.0);
        let built = Fingerprint::default();
        assert!(built.is_empty());
        assert_eq!(built.similarity(&fingerprint("<p>x")), 0.0);
    }
}
