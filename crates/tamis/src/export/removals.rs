//! What a mask leaves out, with the paths that a reader can follow. Neighbours that go for one reason are one entry: a
//! menu of twenty items is one decision.
//!
//! A path is as long as its node is deep, so a page of a hundred thousand deep nodes could make a list a thousand times
//! its own size. The list ends where its paths are several times as long as the page; no page that was not made for it
//! comes near.

use super::excerpt::excerpt;
use std::ops::Range;
use tamis_page::{AbsolutePaths, Document, Mask, NodeId, NodeKind, Removal};

/// How long all paths together may be: so many bytes for any page, and so many for each byte of its source.
const BYTES_A_PAGE: usize = 1 << 20;
const BYTES_A_BYTE: usize = 4;

/// Removals in page order, up to the limit.
pub(super) struct Removals<'a> {
    pub(super) listed: Vec<RemovedRun<'a>>,
    /// How many more nodes were removed.
    pub(super) n_left_out: usize,
}

/// Neighbours that were removed for one reason.
pub(super) struct RemovedRun<'a> {
    /// The path of the first of them.
    pub(super) first: String,
    /// The path of the last, where there are several.
    pub(super) last: Option<String>,
    pub(super) n_nodes: usize,
    /// The nodes from the first to the end of the last.
    pub(super) range: Range<usize>,
    pub(super) reason: &'a str,
    pub(super) excerpt: String,
}

impl<'a> Removals<'a> {
    pub(super) fn of(document: &Document, mask: &'a Mask) -> Removals<'a> {
        let mut removals: Vec<&Removal> = mask.removals().iter().collect();
        removals.sort_by_key(|removal| removal.node);
        let mut paths = AbsolutePaths::new(document);
        let mut room = BYTES_A_PAGE + BYTES_A_BYTE * document.n_source_bytes();
        let mut listed = Vec::new();
        let mut n_listed = 0;
        let runs = removals.chunk_by(|one, other| {
            one.reason == other.reason && next_of_weight(document, one.node) == Some(other.node)
        });
        for run in runs {
            let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
            let first_path = paths.of(first.node);
            let last_path = (run.len() > 1).then(|| paths.of(last.node));
            let needed = first_path.len() + last_path.as_ref().map_or(0, String::len);
            let Some(left) = room.checked_sub(needed) else { break };
            room = left;
            n_listed += run.len();
            let range = first.node.index()..document.subtree_end(last.node).index();
            listed.push(RemovedRun {
                first: first_path,
                last: last_path,
                n_nodes: run.len(),
                excerpt: excerpt(document, range.clone()),
                range,
                reason: &first.reason,
            });
        }
        Removals { listed, n_left_out: removals.len() - n_listed }
    }

    /// What to tell the reader if the list is not whole.
    pub(super) fn warning(&self) -> Option<String> {
        (self.n_left_out > 0).then(|| format!("{} more removals are not listed: the page is too deep", self.n_left_out))
    }
}

/// The next sibling that is neither a comment nor blank.
fn next_of_weight(document: &Document, node: NodeId) -> Option<NodeId> {
    let siblings = std::iter::successors(document.next_sibling(node), |&node| document.next_sibling(node));
    siblings.into_iter().find(|&node| document.kind(node) != NodeKind::Comment && !document.is_blank_text(node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    #[test]
    fn a_page_of_deep_nodes_does_not_make_a_list_a_thousand_times_its_size() {
        let document = Document::parse("<div>".repeat(20_000));
        let mut mask = Mask::keep_all(&document);
        for node in document.descendants(document.root()) {
            mask.explain(node, format!("noise {}", node.0));
        }
        let removals = Removals::of(&document, &mask);
        assert!(removals.listed.iter().map(|run| run.first.len()).sum::<usize>() <= (1 << 20) + 4 * 100_000);
        let n_listed: usize = removals.listed.iter().map(|run| run.n_nodes).sum();
        assert_eq!(n_listed + removals.n_left_out, document.len() - 1);
        assert!(removals.warning().is_some());
    }

    #[test]
    fn the_list_of_an_ordinary_page_is_whole() {
        let document = Document::parse("<nav>a</nav><p>b");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(names::NAV).next().expect("a nav"), "menu");
        let removals = Removals::of(&document, &mask);
        assert_eq!(removals.listed[0].first, "/html/body/nav");
        assert_eq!(removals.warning(), None);
    }

    #[test]
    fn neighbours_that_go_for_one_reason_are_one_entry() {
        let document = Document::parse("<p>a</p> <!-- x --><p>b</p><p>c</p><hr><p>d</p>");
        let mut mask = Mask::keep_all(&document);
        let paragraphs: Vec<_> = document.elements_named(names::P).collect();
        for (node, reason) in paragraphs.into_iter().zip(["menu", "menu", "advert", "advert"]) {
            mask.remove(&document, node, reason);
        }
        let removals = Removals::of(&document, &mask);
        let found: Vec<_> = removals.listed.iter().map(|run| (run.n_nodes, run.reason, run.excerpt.as_str())).collect();
        assert_eq!(found, [(2, "menu", "a b"), (1, "advert", "c"), (1, "advert", "d")]);
        assert_eq!(removals.listed[0].last.as_deref(), Some("/html/body/p[2]"));
    }
}
