//! What probabilities are worth: the figures of the pages that they choose blocks of.

use super::BlockPage;
use crate::metrics::content::{ContentScore, TrueContent, score};
use std::collections::BTreeMap;
use tamis_extract::clean::blocks::{Favor, choose};

/// The figures of each data set.
pub type Figures = BTreeMap<String, ContentScore>;

/// Chooses blocks by their probabilities and scores their text, data set by data set.
pub fn figures(pages: &[BlockPage], chances: &[Vec<f32>]) -> Figures {
    let mut sets: BTreeMap<String, Vec<(Option<&str>, _)>> = BTreeMap::new();
    for (page, chances) in pages.iter().zip(chances) {
        let blocks = page.blocks.iter().zip(chances);
        let words: Vec<(f32, u32)> = blocks.map(|(block, &chance)| (chance, block.words.len() as u32)).collect();
        let kept = choose(&words, Favor::Balance);
        let texts: Vec<&str> =
            page.blocks.iter().zip(kept).filter(|(_, kept)| *kept).map(|(block, _)| block.text.as_str()).collect();
        let [with, without] = page.snippets.clone();
        let text = page.truth.as_ref().map(|words| words.join(" "));
        let truth = TrueContent { text, with, without, page_type: Some(page.page_type.clone()) };
        let figures = score(&truth, &texts.join("\n"));
        sets.entry(page.set.clone()).or_default().push((Some(page.page_type.as_str()), figures));
    }
    sets.into_iter().map(|(set, pages)| (set, ContentScore::of(&pages))).collect()
}
