#![doc = include_str!("method.md")]

mod occurrences;
mod prune;
mod search;

use crate::view::PathStyle;
use crate::view::TagPaths;
use std::ops::Range;
use tamis_extract::PageView;
use tamis_page::{Document, Mask, NodeId};

/// Keeps the main region of the page.
pub fn clean(view: &PageView<'_>, options: &TpsOptions) -> Mask {
    trace(view, options).mask(view.document())
}

/// Searches the main region of the page and tells how.
pub fn trace(view: &PageView<'_>, options: &TpsOptions) -> TpsTrace {
    let document = view.document();
    let paths = TagPaths::of(document, options.style);
    let found = search::search_region(paths.symbols(), paths.n_paths(), options.margin, options.borders);
    let content_test = prune::test_content(view, &paths, &found.range, options.complement);
    let nodes = &paths.nodes()[found.range.clone()];
    let ends = nodes.first().copied().zip(nodes.last().copied());
    let region = TpsRegion {
        range: found.range,
        ends,
        enclosing: ends.map(|(first, last)| document.common_ancestor(first, last)),
        splits: found.splits,
        limit_hit: found.limit_hit,
    };
    TpsTrace { paths, region, content_test }
}

/// The sequence of a page and the region found in it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TpsTrace {
    /// The sequence.
    pub paths: TagPaths,
    /// The main region.
    pub region: TpsRegion,
    /// The test whether the region is content, if the options ask for one.
    pub content_test: Option<ContentTest>,
}

/// Whether a region is content.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ContentTest {
    /// The region's share of the page's punctuation marks.
    pub punctuation_share: f64,
    /// The least share that content has.
    pub least_share: f64,
    /// Whether the region passes.
    pub is_content: bool,
}

/// The main region and how it was reached.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TpsRegion {
    /// The range of the sequence.
    pub range: Range<usize>,
    /// The first and the last node of the range; `None` for an empty sequence.
    pub ends: Option<(NodeId, NodeId)>,
    /// The deepest node that contains all of the range.
    pub enclosing: Option<NodeId>,
    /// The splits that led here, in order.
    pub splits: Vec<Split>,
    /// Whether the search was cut short. Real pages do not come near the limit.
    pub limit_hit: bool,
}

/// One step of the search: a range of the sequence was split and one side kept.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Split {
    /// The range that was split.
    pub range: Range<usize>,
    /// Symbols that occur no more often than this in the range were disregarded.
    pub threshold: u32,
    /// The position in the sequence of the last symbol of the left side.
    pub border: usize,
    /// The length of the left side, border included.
    pub left: usize,
    /// The length of the right side.
    pub right: usize,
    /// The side that was searched further.
    pub kept: Side,
}

/// A side of a border.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Up to the border.
    Left,
    /// After the border.
    Right,
}

impl TpsTrace {
    /// Whether the answer is what lies outside of the region, because the region failed the content test.
    pub fn keeps_complement(&self) -> bool {
        self.content_test.is_some_and(|test| !test.is_content)
    }

    /// Keeps the region (or its complement), the ancestors of its nodes, and all that is outside of the body.
    pub fn mask(&self, document: &Document) -> Mask {
        prune::prune(document, self)
    }

    /// How many nodes of the sequence are kept, ancestors included: the paper's count of nodes after pruning.
    pub fn n_kept(&self, document: &Document) -> usize {
        prune::n_kept(document, self)
    }

    /// Why the node is kept or not, in words.
    pub fn explain(&self, document: &Document, node: NodeId) -> String {
        prune::explain(document, self, node)
    }
}

impl TpsRegion {
    /// Which split cut off this position of the sequence; `None` for the region itself.
    pub fn split_of(&self, position: usize) -> Option<usize> {
        let after = |split_idx: usize| self.splits.get(split_idx + 1).map_or(&self.range, |next| &next.range);
        (0..self.splits.len()).find(|&split_idx| !after(split_idx).contains(&position))
    }
}

tamis_extract::options! {
    /// How the main region is searched. The defaults are the paper's.
    pub struct TpsOptions {
        /// By how much of the whole one side must exceed the other for a split.
        /// Section 5.3 of the paper. Larger values split less.
        margin, with_margin: f64 = 0.2, in 0.0..=1.0;

        /// What tells elements of one tag apart.
        style, with_style: PathStyle = PathStyle::ClassAndStyle;

        /// Which borders of a threshold are looked at: the first, or also those after a rejected one.
        borders, with_borders: Borders = Borders::First;

        /// Keep the rest when the region has less than this share of the page's punctuation; try 0.2.
        /// With 0 the region is always the answer. Algorithm 6 of the paper: content of any kind is full of punctuation
        /// marks, menus are not. With a fifth, 43 wrong answers of 219 result pages turned around and no right one.
        complement, with_complement: f64 = 0.0, in 0.0..=1.0;
    }
}

tamis_extract::option_words! {
    /// Which borders of a threshold are looked at.
    pub enum Borders {
        /// The first one; if its sides are too equal, the next threshold is tried. The paper of 2013.
        First = "first",
        /// Also those after a rejected one; symbols seen in between count to neither side. The author's thesis of 2014.
        Gap = "gap",
    }
}

#[cfg(test)]
mod tests;
