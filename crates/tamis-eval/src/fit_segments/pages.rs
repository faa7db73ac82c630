//! Marked pages and their pieces.

use super::Evidence;
use crate::datasets::{self, LayoutSource, Layouts};
use crate::metrics::segments::Level;
use crate::segments::MarkedPage;
use anyhow::ensure;
use std::path::Path;
use tamis_extract::segment::auto::{self, AutoOptions, CutPiece};
use tamis_extract::{PageView, RenderedView};
use tamis_page::NodeId;

/// A page with marked blocks, and what the method sees of it.
pub struct FitPage {
    /// The page.
    pub marked: MarkedPage,
    /// What is looked at.
    pub evidence: Evidence,
    /// The pieces, the whole page first, each before those in it.
    pub pieces: Vec<CutPiece>,
}

impl FitPage {
    /// The elements that are marked at a level.
    pub fn truth(&self, level: Level) -> &[NodeId] {
        self.marked.truth(level)
    }
}

/// The pages of a data set, as one renderer or none lays them out.
///
/// # Errors
/// If a page cannot be read or laid out, or a renderer changed its nodes.
pub fn read_pages(directory: &Path, layout: &LayoutSource) -> anyhow::Result<Vec<FitPage>> {
    let evidence = if *layout == LayoutSource::None { Evidence::Markup } else { Evidence::Layout };
    let mut layouts = Layouts::of(layout.clone())?;
    let mut pages = Vec::new();
    for case in datasets::cases(directory)? {
        let Some(marked) = MarkedPage::read(&case, None)? else { continue };
        let options = AutoOptions::default();
        let trace = match evidence {
            Evidence::Markup => auto::trace(&PageView::of(marked.page().document()), &options),
            Evidence::Layout => {
                let rendered = layouts.page(&case)?;
                let is_same = datasets::same_nodes(rendered.document(), marked.page().document());
                ensure!(is_same, "{}: the renderer changed the page", case.id);
                auto::trace(&RenderedView::of(&rendered), &options)
            }
        };
        pages.push(FitPage { marked, evidence, pieces: trace.pieces });
    }
    Ok(pages)
}
