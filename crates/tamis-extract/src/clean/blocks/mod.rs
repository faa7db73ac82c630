#![doc = include_str!("method.md")]

mod choice;
mod comments;
mod features;
mod groups;
mod mask;
mod page_kind;
mod score;
mod self_description;
mod survey;
mod tree;
mod weights;
mod words;

pub use choice::{Favor, choose};
pub use features::Features;
pub use page_kind::PageKind;

use crate::element_names::each_word;
use crate::view::PageView;
use features::{TAGS, inner};
use self_description::{DeclaredTypes, SelfDescription};
use std::ops::Range;
use survey::Survey;
use tamis_page::{Document, Mask, NodeId};
use tree::Tree;

/// Keeps the blocks that are main content.
pub fn clean(view: &PageView<'_>, options: &BlocksOptions) -> Mask {
    trace(view, options).mask(view.document())
}

/// Scores the blocks of the page and chooses among them.
pub fn trace(view: &PageView<'_>, options: &BlocksOptions) -> BlocksTrace {
    let document = view.document();
    let laid_out = view.measured_layout().filter(|_| options.layout).map(|_| view.visibility());
    let survey = Survey::of(document, laid_out);
    let tree = Tree::of(document, view.names(), &survey);
    let said = SelfDescription::of(document);
    let features = features::of(document, &survey, &tree, &said);
    let scores = survey.blocks.iter().zip(score::by_features(&features)).map(|(block, by_features)| {
        let context = tree.context(inner(document, block));
        (score::probability(score::score(document, block, context, by_features)), block.text.words)
    });
    let scores: Vec<(f32, u32)> = scores.collect();
    let mut kept = choose(&scores, options.favor);
    if options.whole_lists {
        choice::complete_lists(document, &survey, &tree, &mut kept);
    }
    BlocksTrace {
        survey,
        tree,
        features,
        probabilities: scores.into_iter().map(|(chance, _)| chance).collect(),
        kept,
        declared: said.declared,
    }
}

/// The blocks of a page, scored and chosen.
#[derive(Debug)]
pub struct BlocksTrace {
    survey: Survey,
    tree: Tree,
    features: Vec<Features>,
    probabilities: Vec<f32>,
    kept: Vec<bool>,
    declared: DeclaredTypes,
}

impl BlocksTrace {
    /// Returns the nodes that are kept, with a reason for each that is not.
    pub fn mask(&self, document: &Document) -> Mask {
        mask::of(document, self)
    }

    /// The comments of readers that are not part of the main content, each by its root.
    pub fn comments(&self, view: &PageView<'_>) -> Vec<NodeId> {
        comments::of(view, self)
    }

    /// What kind of page it is, and how often such an answer is right, from 0 to 1.
    pub fn kind(&self) -> (PageKind, f64) {
        page_kind::of(self)
    }

    /// How many blocks the page has.
    pub fn n_blocks(&self) -> usize {
        self.survey.blocks.len()
    }

    /// The nodes of a block, from its first text to its last.
    pub fn nodes(&self, block: usize) -> Range<u32> {
        let block = &self.survey.blocks[block];
        block.first.0..block.end.0
    }

    /// How likely a block is main content, from 0 to 1.
    pub fn probability(&self, block: usize) -> f64 {
        f64::from(self.probabilities[block])
    }

    /// Whether a block is kept.
    pub fn is_kept(&self, block: usize) -> bool {
        self.kept[block]
    }

    /// Whether a block can be seen at once.
    pub fn is_hidden(&self, block: usize) -> bool {
        self.survey.blocks[block].is_hidden
    }

    /// The words of a block.
    pub fn n_words(&self, block: usize) -> u32 {
        self.survey.blocks[block].text.words
    }

    /// The features of a block, for fitting the weights.
    pub fn features(&self, block: usize) -> &Features {
        &self.features[block]
    }

    /// The number of the tag around a block, and that of the tag around its first text; below [`N_TAGS`](Self::N_TAGS).
    pub fn tags(&self, document: &Document, block: usize) -> [usize; 2] {
        score::tags(document, &self.survey.blocks[block])
    }

    /// How many tags are told apart.
    pub const N_TAGS: usize = TAGS.len() + 1;

    /// The words of class names around a block that can say something about it, for learning the vocabulary.
    pub fn words_around(&self, document: &Document, block: usize) -> Vec<String> {
        let total = f64::from(self.survey.total().prose.max(1));
        let mut words = Vec::new();
        for node in document.ancestors(self.survey.blocks[block].first).filter(|&node| document.is_element(node)) {
            let prose = self.survey.sums(&self.survey.range(document, node)).prose;
            if f64::from(prose) >= tree::LARGE_PART * total {
                break;
            }
            each_word(document, node, |word| words.push(word));
        }
        words.sort_unstable();
        words.dedup();
        words
    }

    /// Why a block is not kept.
    fn reason(&self, document: &Document, block: usize) -> String {
        let (features, probability) = (&self.features[block], self.probabilities[block]);
        let block = &self.survey.blocks[block];
        score::reason(document, block, self.tree.context(inner(document, block)), features, probability)
    }
}

crate::options! {
    /// How blocks are chosen.
    pub struct BlocksOptions {
        /// What is worse: to keep noise (precision), to lose content (recall), or both alike.
        favor, with_favor: Favor = Favor::Balance;

        /// Keep lists and tables whole where most of them is kept.
        whole_lists, with_whole_lists: bool = true;

        /// Let a layout say what can be seen, where there is one.
        layout, with_layout: bool = true;
    }
}

#[cfg(test)]
mod tests;
