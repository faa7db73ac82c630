//! The blocks of the pages of a data set, with what is true of them.

use super::labels::{self, Unlabelled};
use crate::datasets::cases;
use std::path::Path;
use tamis_extract::PageView;
use tamis_extract::clean::blocks::{self, BlocksOptions, BlocksTrace, Features};
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// The blocks of a page.
#[derive(Clone, Debug)]
pub struct BlockPage {
    /// The name of the data set.
    pub set: String,
    /// The site that the page is of.
    pub site: String,
    /// What kind of page it is.
    pub page_type: String,
    /// The words of the true text; `None` where only snippets of it are known.
    pub truth: Option<Vec<String>>,
    /// What must be in the answer, and what must not be.
    pub snippets: [Vec<String>; 2],
    /// The blocks in page order.
    pub blocks: Vec<PageBlock>,
}

/// A block.
#[derive(Clone, Debug)]
pub struct PageBlock {
    /// What is written there, as words.
    pub words: Vec<String>,
    /// What is written there.
    pub text: String,
    /// The share of the words that is main content; `None` where that is not known.
    pub share: Option<f32>,
    /// What the method says of it.
    pub features: [f32; Features::COUNT],
    /// The numbers of the tags around it.
    pub tags: [usize; 2],
    /// The words of class names around it.
    pub class_words: Vec<String>,
}

/// Reads the pages of a data set that say something about their main text.
///
/// # Errors
/// If the data set cannot be read.
pub fn read_pages(directory: &Path) -> anyhow::Result<Vec<BlockPage>> {
    let set = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut pages = Vec::new();
    for case in cases(directory)? {
        let Some(truth) = case.content()? else { continue };
        let page = case.page()?;
        let document = page.document();
        let trace = blocks::trace(&PageView::of(document), &BlocksOptions::default());
        let mut blocks: Vec<PageBlock> = (0..trace.n_blocks()).map(|idx| block(document, &trace, idx)).collect();
        let unlabelled: Vec<Unlabelled<'_>> = blocks
            .iter()
            .enumerate()
            .map(|(idx, block)| Unlabelled { words: &block.words, is_hidden: trace.is_hidden(idx) })
            .collect();
        let shares: Vec<Option<f32>> = match &truth.text {
            Some(text) => labels::shares(&unlabelled, text).into_iter().map(Some).collect(),
            None => blocks.iter().map(|block| by_snippets(block, &truth.with, &truth.without)).collect(),
        };
        for (block, share) in blocks.iter_mut().zip(shares) {
            block.share = share;
        }
        pages.push(BlockPage {
            set: set.clone(),
            site: case.site(),
            page_type: truth.page_type.clone().unwrap_or_default(),
            truth: truth.text.as_deref().map(labels::words),
            snippets: [truth.with, truth.without],
            blocks,
        });
    }
    Ok(pages)
}

fn block(document: &Document, trace: &BlocksTrace, idx: usize) -> PageBlock {
    let text = text_of(document, trace, idx);
    PageBlock {
        words: labels::words(&text),
        text,
        share: None,
        features: trace.features(idx).values(),
        tags: trace.tags(document, idx),
        class_words: trace.words_around(document, idx),
    }
}

fn text_of(document: &Document, trace: &BlocksTrace, idx: usize) -> String {
    let mut text = String::new();
    let mut skipped_until = NodeId::ROOT;
    for node in trace.nodes(idx).map(NodeId).filter(|node| document.kind(*node) != NodeKind::Comment) {
        if node < skipped_until {
            continue;
        }
        if document.is_element(node) {
            if is_never_shown(document, node) {
                skipped_until = document.subtree_end(node);
            }
            if matches!(document.tag(node), Some(names::A | names::BR)) {
                text.push(' ');
            }
        }
        text.push_str(document.text(node));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a block holds a snippet that must be there, or one that must not.
fn by_snippets(block: &PageBlock, with: &[String], without: &[String]) -> Option<f32> {
    let text = block.words.join(" ");
    let holds = |snippets: &[String]| {
        snippets
            .iter()
            .map(|snippet| labels::words(snippet).join(" "))
            .any(|snippet| !snippet.is_empty() && text.contains(&snippet))
    };
    if holds(with) {
        Some(1.0)
    } else if holds(without) {
        Some(0.0)
    } else {
        None
    }
}
