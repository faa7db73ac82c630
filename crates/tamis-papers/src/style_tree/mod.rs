//! Which parts of a page are the site's and not the page's, by the pages of the site merged into one tree.
//!
//! # What it decides
//! Of every text and picture of a page, whether it tells this page from the others. What says the same in the same place
//! of most pages is noise, wherever it stands; a place in which pages differ is content, also on the many pages that
//! happen to say the same there ("Automatic", "In stock").
//!
//! # Paper
//! Lan Yi, Bing Liu and Xiaoli Li, *Eliminating Noisy Information in Web Pages for Data Mining*, KDD 2003.
//!
//! # Steps
//! 1. [`StyleTreeBuilder::add`] merges the trees of the pages from the body down. An *element node* stands for the
//!    elements of all pages at one place; each sequence of children that it has on some page is a *style node*, which
//!    counts its pages.
//! 2. [`StyleTreeBuilder::finish`] says how important each node is. The importance of an element node is the entropy of
//!    its styles over its pages, to the base of their number. That of a text or picture is one less the mean entropy of
//!    its words and files over the pages: 0 where all pages say the same, 1 where each says something else. The composite
//!    importance of an element node mixes its own with that of what is below it, `gamma` to the power of the number of
//!    its styles.
//! 3. [`StyleTree::clean`] maps a page from the body down. What is not in the tree is kept; a part is left out where
//!    nothing in it is more important than `threshold`.
//!
//! # Where we differ
//! - Children of two pages are one where their tag, classes, id and rank among such siblings agree. In the paper they
//!   are one only where the whole sequence of children is the same, so one more banner on a page takes all that is
//!   beside and below it out of the comparison. `siblings=exact` is the paper's.
//! - A text is compared as a whole. The paper compares its words one by one, so that a date at the end of a long notice
//!   goes with the notice. `features=words` is the paper's.
//! - The threshold is 0.1. A place that half of the pages fill with one text and half with another has the importance
//!   ln 2 / ln m, which is 0.17 for m = 60 pages and 0.11 for 500: with the paper's 0.2 both values would go.
//! - What stands on fewer than half of the pages is kept: few pages agree by chance. `min-share=0` is the paper's, but
//!   for places that fewer than three pages have.
//! - A line of text goes whole or not at all, so that a label keeps its value and a sentence its words.
//!   `whole-lines=false` is the paper's.
//! - A label stays where what it is a label of stays: the first line of a row, of an item or of a part of the page whose
//!   other lines are all kept. `labels=false` is the paper's.
//! - Text that the tree does not know is kept, also inside an element that is noise on the pages of the sample. With
//!   `siblings=exact` it goes, as in the paper. Where a text is noise does not depend on the elements around it: a text
//!   node is an element node of its own.
//! - A word counts once for each page that has it (`features=words`), however often it stands in the text there. What links point to does
//!   not count: the same menu often carries the address of the page it stands on.
//! - The names of a place are tag, classes and id, digits left out; the paper takes attributes of its time such as
//!   `bgcolor`.
//! - The tree is bounded: 2,000 children and 256 styles of an element, 256 words of a text, a million element nodes. What
//!   does not fit counts as important.
//!
//! # Example
//! ```
//! use tamis_page::{Document, visible_text_under};
//! use tamis_papers::style_tree::{StyleTreeBuilder, StyleTreeOptions};
//!
//! let page = |name: &str| Document::parse(format!("<ul><li>Home<li>Lamps</ul><h1>{name}</h1>"));
//! let mut builder = StyleTreeBuilder::new(StyleTreeOptions::default());
//! for name in ["Desk lamp", "Wall light", "Lantern"] {
//!     builder.add(&page(name));
//! }
//! let tree = builder.finish();
//! let new = page("Candle");
//! let mask = tree.clean(&new);
//! assert_eq!(visible_text_under(&new, new.root(), &mask), "Candle");
//! assert_eq!(mask.removals()[0].reason, "the same words in the same place on 3 of 3 pages (importance 0.00)");
//! ```

mod importance;
mod merge;

pub use merge::StyleTreeBuilder;

use std::collections::HashMap;
use tamis_page::{Document, Mask};

/// The pages of a site as one tree, each part with its importance.
#[derive(Clone, Debug)]
pub struct StyleTree {
    options: StyleTreeOptions,
    n_pages: u32,
    /// The first is the body.
    nodes: Vec<TreeNode>,
    /// By parent and what the child is called there.
    children: HashMap<(u32, u64), u32>,
}

#[derive(Clone, Copy, Debug)]
struct TreeNode {
    n_pages: u32,
    importance: f32,
    /// The highest importance of the node and all below it.
    highest: f32,
}

impl StyleTree {
    /// Leaves out what the site repeats. A tree of fewer than three pages leaves out nothing.
    pub fn clean(&self, document: &Document) -> Mask {
        importance::clean(self, document)
    }

    /// The pages that the tree was made of.
    pub fn n_pages(&self) -> usize {
        self.n_pages as usize
    }

    /// The element nodes of the tree.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }
}

tamis_extract::options! {
    /// How pages are merged, and what is noise then.
    pub struct StyleTreeOptions {
        /// Importance up to which something is noise.
        threshold, with_threshold: f64 = 0.1, paper 0.2, in 0.0..=1.0;

        /// How much the importance below an element counts beside that of its own styles.
        gamma, with_gamma: f64 = 0.9, in 0.0..=1.0;

        /// Which children of two pages are one: of one name and rank, or at one position of one sequence.
        siblings, with_siblings: Siblings = Siblings::Aligned, paper Siblings::Exact;

        /// What of a text is compared with other pages: all of it, or each of its words.
        features, with_features: TextFeatures = TextFeatures::Text, paper TextFeatures::Words;

        /// Share of the pages on which something has to stand to be noise.
        /// With 0 three pages are enough.
        min_share, with_min_share: f64 = 0.5, paper 0.0, in 0.0..=1.0;

        /// Let a line of text go whole or not at all.
        whole_lines, with_whole_lines: bool = true, paper false;

        /// Keep a label with what it is a label of, though it repeats.
        labels, with_labels: bool = true, paper false;
    }
}

tamis_extract::option_words! {
    /// Which children of two pages are one.
    pub enum Siblings {
        /// Those with the same tag, classes, id and rank among such siblings.
        Aligned = "aligned",
        /// Those at the same position of the same sequence of children.
        Exact = "exact",
    }
}

tamis_extract::option_words! {
    /// What of a text is compared with that of other pages.
    pub enum TextFeatures {
        /// The whole text.
        Text = "text",
        /// Each of its words.
        Words = "words",
    }
}

#[cfg(test)]
mod tests;
