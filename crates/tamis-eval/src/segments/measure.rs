//! A page with marked blocks, ready to measure answers on.

use super::Segmenter;
use crate::datasets::{Layouts, MarkedBlocks, PageCase};
use crate::metrics::segments::{Counted, LeafTexts, Level, PageFigures, SaidBlock, score};
use tamis::{NodeId, Page};

/// Something for each level.
pub type OfLevels<T> = [T; 2];

/// A page with marked blocks, and with a layout where one is at hand.
pub struct MarkedPage {
    /// The name of its folder.
    pub id: String,
    truth: MarkedBlocks,
    texts: LeafTexts,
    rendered: Option<Page>,
}

impl MarkedPage {
    /// Reads a page of a data set; `None` if it has no marks. With `layouts` it is laid out.
    ///
    /// # Errors
    /// If it cannot be read or laid out.
    pub fn read(case: &PageCase, layouts: Option<&mut Layouts>) -> anyhow::Result<Option<MarkedPage>> {
        let Some(truth) = case.marked_blocks()? else { return Ok(None) };
        let texts = LeafTexts::of(truth.page.document());
        let rendered = layouts.map(|layouts| layouts.page(case).map(Page::rendered)).transpose()?;
        Ok(Some(MarkedPage { id: case.id.clone(), truth, texts, rendered }))
    }

    /// The page as the truth knows it.
    pub fn page(&self) -> &Page {
        &self.truth.page
    }

    /// What somebody says of the page.
    ///
    /// # Errors
    /// A method needs a rendered page, and this one was not.
    pub fn ask(&self, segmenter: &Segmenter) -> anyhow::Result<Vec<SaidBlock>> {
        let page = self.rendered.as_ref().unwrap_or(&self.truth.page);
        segmenter.blocks(&self.id, page, &self.truth, &self.texts)
    }

    /// The elements that are blocks at a level.
    pub fn truth(&self, level: Level) -> &[NodeId] {
        self.truth.at(level)
    }

    /// The letters below a node.
    pub fn letters(&self, node: NodeId) -> u64 {
        self.texts.sizes()[self.texts.below(self.truth.page.document(), node)].iter().sum()
    }

    /// The figures of an answer at both levels; `None` where the truth has no text at the level.
    pub fn measure(&self, blocks: &[SaidBlock], counted: Counted) -> OfLevels<Option<PageFigures>> {
        let document = self.truth.page.document();
        Level::ALL.map(|level| score(document, &self.texts, self.truth.at(level), blocks, level, counted))
    }
}
