//! A page mapped onto the tree, and what of it is noise.

use super::children::children_of;
use super::{Siblings, StyleTree, TreeNode};
use tamis_page::{Document, Mask};
use tamis_sites::noise::PageLines;
use tamis_sites::noise::keep_labels;
use tamis_sites::noise::{Evidence, Verdict, mask_of};

/// Pages below which nothing is said to repeat: two pages share a lot by chance.
pub(super) const MIN_PAGES: u32 = 3;

/// The page less its noise. What is not in the tree is kept.
pub(super) fn clean(tree: &StyleTree, document: &Document) -> Mask {
    let page = PageLines::of(document);
    let mut verdicts = of_pieces(tree, document, &page);
    if tree.options.whole_lines {
        for line in &page.lines {
            let line = &mut verdicts[line.pieces.clone()];
            if line.iter().any(Option::is_none) {
                line.fill(None);
            }
        }
    }
    if tree.options.labels {
        keep_labels(document, &page, &mut verdicts);
    }
    mask_of(document, &page.pieces, &verdicts)
}

/// What the tree says of each text and picture of a page.
fn of_pieces(tree: &StyleTree, document: &Document, page: &PageLines) -> Vec<Verdict> {
    let mut verdicts = vec![None; page.pieces.len()];
    let Some(body) = document.body() else { return verdicts };
    let min_pages = (tree.options.min_share * f64::from(tree.n_pages)).max(f64::from(MIN_PAGES));
    let is_noise =
        |node: &TreeNode| f64::from(node.n_pages) >= min_pages && f64::from(node.highest) <= tree.options.threshold;
    // The paper leaves out an element that is noise with all that is in it, known or not.
    let takes_whole_elements = tree.options.siblings == Siblings::Exact;
    let mut found = Vec::new();
    let mut open = vec![(body, 0_u32)];
    while let Some((parent, element)) = open.pop() {
        children_of(document, parent, tree.options.siblings, &mut found);
        for child in &found {
            let Some(&id) = tree.children.get(&(element, child.key)) else { continue };
            let node = &tree.nodes[id as usize];
            if is_noise(node) && (child.is_leaf || takes_whole_elements) {
                let evidence =
                    Evidence { n_alike: node.n_pages, n_pages: tree.n_pages, importance: Some(node.importance) };
                let end = document.subtree_end(child.node);
                let first = page.pieces.partition_point(|&piece| piece < child.node);
                let n_inside = page.pieces[first..].partition_point(|&piece| piece < end);
                verdicts[first..first + n_inside].fill(Some(evidence));
            } else if !child.is_leaf {
                open.push((child.node, id));
            }
        }
    }
    verdicts
}
