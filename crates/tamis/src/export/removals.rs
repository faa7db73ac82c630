//! What a mask leaves out, with the paths that a reader can follow.
//!
//! A path is as long as its node is deep, so a page of a hundred thousand deep nodes could make a list a thousand times
//! its own size. The list ends where its paths are several times as long as the page; no page that was not made for it
//! comes near.

use tamis_page::document::Removal;
use tamis_page::select::write::AbsolutePaths;
use tamis_page::{Document, Mask};

/// How long all paths together may be: so many bytes for any page, and so many for each byte of its source.
const BYTES_A_PAGE: usize = 1 << 20;
const BYTES_A_BYTE: usize = 4;

/// Removals and their absolute XPaths, up to the limit.
pub(super) struct Removals<'a> {
    pub(super) listed: Vec<(String, &'a Removal)>,
    /// How many more there are.
    pub(super) n_left_out: usize,
}

impl<'a> Removals<'a> {
    pub(super) fn of(document: &Document, mask: &'a Mask) -> Removals<'a> {
        let mut paths = AbsolutePaths::new(document);
        let mut room = BYTES_A_PAGE + BYTES_A_BYTE * document.source().len();
        let mut listed = Vec::new();
        for removal in mask.removals() {
            let path = paths.of(removal.node);
            let Some(left) = room.checked_sub(path.len()) else { break };
            room = left;
            listed.push((path, removal));
        }
        let n_left_out = mask.removals().len() - listed.len();
        Removals { listed, n_left_out }
    }

    /// What to tell the reader if the list is not whole.
    pub(super) fn warning(&self) -> Option<String> {
        (self.n_left_out > 0).then(|| format!("{} more removals are not listed: the page is too deep", self.n_left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_deep_nodes_does_not_make_a_list_a_thousand_times_its_size() {
        let document = Document::parse("<div>".repeat(20_000));
        let mut mask = Mask::keep_all(&document);
        for node in document.descendants(document.root()) {
            mask.explain(node, "noise");
        }
        let removals = Removals::of(&document, &mask);
        assert!(removals.listed.iter().map(|(path, _)| path.len()).sum::<usize>() <= (1 << 20) + 4 * 100_000);
        assert_eq!(removals.listed.len() + removals.n_left_out, document.len() - 1);
        assert!(removals.warning().is_some());
    }

    #[test]
    fn the_list_of_an_ordinary_page_is_whole() {
        let document = Document::parse("<nav>a</nav><p>b");
        let mut mask = Mask::keep_all(&document);
        mask.remove(&document, document.elements_named(tamis_page::names::NAV).next().expect("a nav"), "menu");
        let removals = Removals::of(&document, &mask);
        assert_eq!(removals.listed[0].0, "/html/body/nav");
        assert_eq!(removals.warning(), None);
    }
}
