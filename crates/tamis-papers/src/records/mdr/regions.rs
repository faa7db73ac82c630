//! Where generalized nodes repeat: the data regions of a page.

use super::compare::Comparer;
use tamis_page::budget;

/// Two or more adjacent generalized nodes of one parent, each like the one before it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Region {
    /// The tree node whose children they are.
    pub(crate) parent: u32,
    /// The sibling before the region.
    pub(crate) previous: Option<u32>,
    /// The children of `parent` that the region covers, in order.
    pub(crate) nodes: Vec<u32>,
    /// How many children one generalized node has.
    pub(crate) n_combined: usize,
    /// How similar each generalized node is to the next: one value less than there are generalized nodes.
    pub(crate) similarities: Vec<f64>,
}

/// Finds the regions below each of the starting nodes, parents before children. What lies in a region is not searched
/// again.
pub(crate) fn find_regions(comparer: &mut Comparer<'_>, max_combined: usize, start: &[u32]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut pending: Vec<u32> = start.iter().rev().copied().collect();
    while let Some(parent) = pending.pop() {
        // Below three levels there is nothing that a record could have in it.
        if comparer.tree.height(parent as usize) < 3 {
            continue;
        }
        let children: Vec<u32> = comparer.tree.children(parent as usize).map(|child| child as u32).collect();
        let found = regions_among(comparer, max_combined, &children);
        let mut uncovered = Vec::new();
        let mut next = 0;
        for region in &found {
            uncovered.extend(&children[next..region.first]);
            next = region.first + region.n_covered;
        }
        uncovered.extend(&children[next..]);
        pending.extend(uncovered.iter().rev());
        regions.extend(found.into_iter().map(|found| found.into_region(parent, &children)));
    }
    regions
}

/// A region as positions in a list of siblings.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SiblingRange {
    pub(crate) n_combined: usize,
    pub(crate) first: usize,
    pub(crate) n_covered: usize,
    similarities: Vec<f64>,
}

impl SiblingRange {
    fn into_region(self, parent: u32, siblings: &[u32]) -> Region {
        let nodes = siblings[self.first..self.first + self.n_covered].to_vec();
        let previous = self.first.checked_sub(1).map(|before| siblings[before]);
        Region { parent, previous, nodes, n_combined: self.n_combined, similarities: self.similarities }
    }
}

/// The regions among the children of one parent, from left to right. From each start the longest region wins, but not
/// over one that begins earlier.
///
/// Each offset of each size remembers how far it has been searched, and a candidate is only followed if it can win, so
/// the work is linear in the number of children however the regions lie.
pub(crate) fn regions_among(comparer: &mut Comparer<'_>, max_combined: usize, siblings: &[u32]) -> Vec<SiblingRange> {
    let mut hits = vec![0; max_combined * (max_combined + 1) / 2];
    let mut found = Vec::new();
    let mut start = 0;
    while start + 2 <= siblings.len() {
        budget::spend(max_combined * max_combined);
        let mut best: Option<SiblingRange> = None;
        for n_combined in 1..=max_combined.min((siblings.len() - start) / 2) {
            for offset in 0..n_combined {
                let limit = best.as_ref().map_or(siblings.len(), |best| best.first + 1);
                let hit = &mut hits[n_combined * (n_combined - 1) / 2 + (start + offset) % n_combined];
                *hit = (*hit).max(start + offset);
                let mut similarity = None;
                while *hit < limit && *hit + 2 * n_combined <= siblings.len() {
                    similarity = pair_similarity(comparer, siblings, *hit, n_combined);
                    if similarity.is_some() {
                        break;
                    }
                    *hit += n_combined;
                }
                if let Some(similarity) = similarity {
                    let candidate = follow(comparer, siblings, *hit, n_combined, similarity);
                    if best.as_ref().is_none_or(|best| best.n_covered < candidate.n_covered) {
                        best = Some(candidate);
                    }
                }
            }
            if best.as_ref().is_some_and(|best| best.first == start && best.n_covered == siblings.len() - start) {
                break;
            }
        }
        let Some(best) = best else { break };
        start = best.first + best.n_covered;
        found.push(best);
    }
    found
}

/// How similar the generalized nodes of this size at `position` and after it are.
fn pair_similarity(comparer: &mut Comparer<'_>, siblings: &[u32], position: usize, n_combined: usize) -> Option<f64> {
    let (one, other) = siblings[position..position + 2 * n_combined].split_at(n_combined);
    if comparer.gaps_allow(one, other) { comparer.similarity(one, other) } else { None }
}

fn follow(
    comparer: &mut Comparer<'_>,
    siblings: &[u32],
    first: usize,
    n_combined: usize,
    first_similarity: f64,
) -> SiblingRange {
    let mut similarities = vec![first_similarity];
    let mut position = first + n_combined;
    while position + 2 * n_combined <= siblings.len() {
        let Some(similarity) = pair_similarity(comparer, siblings, position, n_combined) else { break };
        similarities.push(similarity);
        position += n_combined;
    }
    SiblingRange { n_combined, first, n_covered: position + n_combined - first, similarities }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::mdr::{Compare, MdrOptions};
    use crate::view::tag_tree::{TagTree, Texts};
    use std::fmt::Write as _;
    use tamis_page::Document;

    /// The regions among children whose tags are these letters, each with a child of its own and a grandchild, as
    /// size of the generalized nodes, first child and number of children.
    #[track_caller]
    fn check(children: &str, expect: &[(usize, usize, usize)]) {
        let mut html = String::new();
        for letter in children.chars() {
            let _ = write!(html, "<x-{letter}><y-{letter}><z-{letter}></z-{letter}></y-{letter}></x-{letter}>");
        }
        let document = Document::parse(html);
        for (compare, texts) in [(Compare::Strings, Texts::Omitted), (Compare::Trees, Texts::Separate)] {
            let tree = TagTree::of(&document, texts);
            let mut comparer = Comparer::new(&tree, &MdrOptions::default().with_compare(compare));
            let body = (0..tree.len()).find(|&node| Some(tree.page_node(node)) == document.body());
            let siblings = comparer.children(body.expect("a page has a body") as u32);
            let found: Vec<(usize, usize, usize)> = regions_among(&mut comparer, 10, &siblings)
                .iter()
                .map(|range| (range.n_combined, range.first, range.n_covered))
                .collect();
            assert_eq!(found, expect, "{children} by {compare:?}");
        }
    }

    #[test]
    fn alternating_children_are_generalized_nodes_of_two() {
        check("ababab", &[(2, 0, 6)]);
    }

    #[test]
    fn equal_children_between_others_are_generalized_nodes_of_one() {
        check("xaaay", &[(1, 1, 3)]);
        check("aaaaaa", &[(1, 0, 6)]);
    }

    #[test]
    fn one_parent_can_have_several_regions() {
        check("aabbb", &[(1, 0, 2), (1, 2, 3)]);
        check("aaxbcbcbcy", &[(1, 0, 2), (2, 3, 6)]);
    }

    #[test]
    fn a_longer_region_wins_only_if_it_begins_no_later() {
        check("aabaab", &[(3, 0, 6)]);
        check("aabcbcbc", &[(1, 0, 2), (2, 2, 6)]);
    }

    #[test]
    fn nothing_repeats() {
        check("", &[]);
        check("a", &[]);
        check("abcdefg", &[]);
    }

    #[test]
    fn a_generalized_node_has_at_most_ten_children() {
        check("abcdefghijabcdefghij", &[(10, 0, 20)]);
        check("abcdefghijklmnoabcdefghijklmno", &[]);
    }

    #[test]
    fn covered_children_are_not_searched_and_others_are() {
        let html = "<div><p><b><i></i></b></p><p><b><i></i></b></p></div><ul><li><b><i></i></b></li><li><b><i></i></b></li></ul>";
        let document = Document::parse(html);
        let tree = TagTree::of(&document, Texts::Omitted);
        let mut comparer = Comparer::new(&tree, &MdrOptions::default());
        let parents: Vec<&str> = find_regions(&mut comparer, 10, &[0])
            .iter()
            .map(|region| document.tag_name(tree.page_node(region.parent as usize)))
            .collect();
        assert_eq!(parents, ["div", "ul"]);
    }

    #[test]
    fn below_three_levels_nothing_is_searched() {
        let document = Document::parse("<ul><li></li><li></li></ul>");
        let tree = TagTree::of(&document, Texts::Omitted);
        let list = (0..tree.len()).find(|&node| document.tag_name(tree.page_node(node)) == "ul");
        let mut comparer = Comparer::new(&tree, &MdrOptions::default());
        assert!(find_regions(&mut comparer, 10, &[list.expect("written above") as u32]).is_empty());
    }
}
