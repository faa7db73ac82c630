//! Which lines of a page stand on most pages of the site: the cheap way, for any directory of pages.
//!
//! # What it decides
//! Of every line of a page, whether most pages have the same line in the same place. A place is the path of tags, classes
//! and ids around the line, digits left out.
//!
//! # Paper
//! None. It is what people do by hand ("drop what is on all pages"), with the one thing added that saves values: a line
//! that many pages share is content where the other pages have something else in its stead.
//!
//! # Steps
//! 1. [`RepeatedLinesBuilder::add`] cuts a page into lines and counts, for each, the pages with that line in that
//!    place, the pages that have that many lines in that place (its slot), and the pages with that line in that slot.
//! 2. [`RepeatedLines::clean`] takes a line for noise if nearly all pages have it (`everywhere`), or if most have it
//!    (`share`) and the pages that fill its slot fill it with this line (`steady`). A label stays where what it is a label
//!    of stays: the first line of a row, of an item or of a part of the page whose other lines are all kept (`labels`). An
//!    element goes if all that it shows is noise.
//!
//! # Where we differ
//! There is no paper to differ from. Numbers in lines are not taken for the same: "12 visitors" and "27 visitors" differ
//! as "12 €" and "27 €" do, and prices are what people come for.
//!
//! # Example
//! ```
//! use tamis_page::{Document, visible_text_under};
//! use tamis_sites::repeated::{RepeatedLinesBuilder, RepeatedOptions};
//!
//! let page = |name: &str| Document::parse(format!("<ul><li>Home<li>Lamps</ul><h1>{name}</h1>"));
//! let mut builder = RepeatedLinesBuilder::new(RepeatedOptions::default());
//! for name in ["Desk lamp", "Wall light", "Lantern"] {
//!     builder.add(&page(name));
//! }
//! let lines = builder.finish();
//! let new = page("Candle");
//! let mask = lines.clean(&new);
//! assert_eq!(visible_text_under(&new, new.root(), &mask), "Candle");
//! assert_eq!(mask.removals()[0].reason, "the same words in the same place on 3 of 3 pages");
//! ```

mod count;
mod options;

pub use count::RepeatedLinesBuilder;
pub use options::RepeatedOptions;

use crate::noise::PageLines;
use crate::noise::keep_labels;
use crate::noise::{Evidence, Verdict, mask_of};
use count::{LineKeys, keys_of};
use std::collections::HashMap;
use tamis_page::{Document, Mask};

/// Pages below which nothing is said to repeat: two pages share a lot by chance.
const MIN_PAGES: u32 = 3;

/// The lines that most pages of a site have.
#[derive(Clone, Debug)]
pub struct RepeatedLines {
    options: RepeatedOptions,
    n_pages: u32,
    /// How many pages have each line, each slot, and each line in its slot.
    counts: HashMap<u64, u32>,
}

impl RepeatedLines {
    /// Leaves out the lines that repeat. With fewer than three pages there are none.
    pub fn clean(&self, document: &Document) -> Mask {
        let page = PageLines::of(document);
        let mut verdicts = Vec::with_capacity(page.pieces.len());
        for (line, keys) in page.lines.iter().zip(keys_of(&page)) {
            verdicts.resize(line.pieces.end, self.verdict(keys));
        }
        if self.options.labels {
            keep_labels(document, &page, &mut verdicts);
        }
        mask_of(document, &page.pieces, &verdicts)
    }

    /// The pages that were counted.
    pub fn n_pages(&self) -> usize {
        self.n_pages as usize
    }

    fn verdict(&self, keys: LineKeys) -> Verdict {
        let count = |key| self.counts.get(&key).copied().unwrap_or(0);
        let n_alike = count(keys.line);
        let share = f64::from(n_alike) / f64::from(self.n_pages.max(1));
        let is_steady =
            || f64::from(count(keys.line_in_slot)) >= self.options.steady * f64::from(count(keys.slot).max(1));
        let is_noise =
            n_alike >= MIN_PAGES && (share >= self.options.everywhere || share >= self.options.share && is_steady());
        is_noise.then_some(Evidence { n_alike, n_pages: self.n_pages, importance: None })
    }
}

#[cfg(test)]
mod tests;
