//! How diverse an element is over the pages, in itself and with what is below it, and what of a page is noise for lack of it.

use super::merge::{Content, Element, Style, children_of};
use super::{Siblings, StyleTree, TreeNode};
use tamis_page::{Document, Mask};
use tamis_sites::noise::{Evidence, PageLines, Verdict, keep_labels, mask_of};

/// The composite importance of every element; a child stands after its parents.
pub(super) fn of_all(elements: &[Element], styles: &[Style], gamma: f64) -> Vec<f64> {
    let mut importance = vec![0.0; elements.len()];
    for (idx, element) in elements.iter().enumerate().rev() {
        importance[idx] = match &element.content {
            Content::Leaf { features, n_others } => leaf(element.n_pages, features, *n_others),
            Content::Inner { first_style, n_others, .. } => {
                let own = styles_of(styles, *first_style).map(|style| {
                    let sum: f64 = style.children.iter().map(|&child| importance[child as usize]).sum();
                    (style.n_pages, sum / style.children.len().max(1) as f64)
                });
                inner(element.n_pages, own, *n_others, gamma)
            }
        };
    }
    importance
}

/// The highest importance of each element and all below it.
pub(super) fn highest_below(importance: &[f64], elements: &[Element], styles: &[Style]) -> Vec<f64> {
    let mut highest = importance.to_vec();
    for (idx, element) in elements.iter().enumerate().rev() {
        if let Content::Inner { first_style, .. } = &element.content {
            let below = styles_of(styles, *first_style).flat_map(|style| &style.children);
            highest[idx] = below.map(|&child| highest[child as usize]).fold(highest[idx], f64::max);
        }
    }
    highest
}

fn styles_of(styles: &[Style], first: Option<u32>) -> impl Iterator<Item = &Style> {
    std::iter::successors(first.map(|first| &styles[first as usize]), |style| {
        style.next.map(|next| &styles[next as usize])
    })
}

/// A text or a picture: one less the mean entropy of its features over the pages. What stands on every page tells
/// nothing, what stands on one tells all.
pub(super) fn leaf(n_pages: u32, features: &[(u64, u32)], n_others: u32) -> f64 {
    if n_pages <= 1 {
        return 1.0;
    }
    let base = ln(n_pages);
    let entropy: f64 = features.iter().map(|&(_, n)| ln(n) / base).sum();
    // Features that had no room are taken for features of one page, which have no entropy.
    1.0 - entropy / (features.len() + n_others as usize).max(1) as f64
}

/// An element: the entropy of its styles, and the mean importance of what is in them; each style is given as the number
/// of its pages and the mean importance of its children.
pub(super) fn inner(n_pages: u32, styles: impl Iterator<Item = (u32, f64)>, n_others: u32, gamma: f64) -> f64 {
    if n_pages <= 1 {
        return 1.0;
    }
    let (base, total) = (ln(n_pages), f64::from(n_pages));
    let (mut node_importance, mut below, mut n_styles) = (0.0, 0.0, n_others);
    for (n, mean) in styles {
        let share = f64::from(n) / total;
        node_importance += share * (base - ln(n)) / base;
        below += share * mean;
        n_styles += 1;
    }
    // Each of the others is the style of one page; what was in it was not noted, so it counts as important.
    let others = f64::from(n_others) / total;
    let weight = power(gamma, n_styles);
    (1.0 - weight) * (node_importance + others) + weight * (below + others)
}

fn power(base: f64, exponent: u32) -> f64 {
    // By hand, as is the logarithm: those of the platform differ in the last digit.
    (0..exponent.min(1000)).fold(1.0, |power, _| power * base)
}

/// The natural logarithm of a whole number from 1 on: n = 2^e · x with x from 1 to 2, and ln x = 2 artanh((x-1)/(x+1)).
fn ln(n: u32) -> f64 {
    const LN_2: f64 = std::f64::consts::LN_2;
    let exponent = n.max(1).ilog2();
    let x = f64::from(n.max(1)) / f64::from(1_u32 << exponent);
    let ratio = (x - 1.0) / (x + 1.0);
    let square = ratio * ratio;
    // The ratio is a third at most: twenty terms are more than the digits of the number.
    let series = (0..20).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * LN_2 + 2.0 * ratio * series
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::LOG10_2;

    #[track_caller]
    fn close(found: f64, expect: f64) {
        assert!((found - expect).abs() < 1e-9, "{found}, not {expect}");
    }

    #[test]
    fn logarithms_are_those_of_mathematics() {
        for n in [1, 2, 3, 7, 10, 60, 500, 12_345, u32::MAX] {
            close(ln(n), f64::from(n).ln());
        }
    }

    #[test]
    fn two_styles_on_five_of_ten_pages_each_are_0_301() {
        // With gamma 0 the importance is that of the node alone.
        close(inner(10, [(5, 0.0), (5, 0.0)].into_iter(), 0, 0.0), LOG10_2);
        close(inner(10, [(10, 0.0)].into_iter(), 0, 0.0), 0.0);
        close(inner(10, [].into_iter(), 10, 0.0), 1.0);
    }

    #[test]
    fn what_is_below_counts_less_the_more_styles_there_are() {
        // (1 - 0.9²)·0.301 + 0.9²·(0.5·1 + 0.5·0)
        close(inner(10, [(5, 1.0), (5, 0.0)].into_iter(), 0, 0.9), 0.19 * LOG10_2 + 0.81 * 0.5);
        close(inner(10, [(10, 0.4)].into_iter(), 0, 0.9), 0.9 * 0.4);
        close(inner(1, [(1, 0.0)].into_iter(), 0, 0.9), 1.0);
    }

    #[test]
    fn a_text_of_every_page_tells_nothing_and_a_text_of_one_page_all() {
        close(leaf(10, &[(1, 10), (2, 10)], 0), 0.0);
        close(leaf(10, &(0..10).map(|word| (word, 1)).collect::<Vec<_>>(), 0), 1.0);
        close(leaf(1, &[(1, 1)], 0), 1.0);
        // "Price:" on all pages and a price on each.
        let mut features = vec![(0, 10)];
        features.extend((1..=9).map(|word| (word, 1)));
        close(leaf(10, &features, 0), 0.9);
        close(leaf(10, &[(1, 10)], 9), 0.9);
    }
}
