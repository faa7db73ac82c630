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

use crate::noise::{Evidence, Key, PageLines, Verdict, keep_labels, mask_of};
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
    /// Leaves out the lines that repeat. With fewer than three pages nothing repeats.
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

/// Numbers that are kept at most, some 100 MB. What comes after them is not learned and so is kept.
const MAX_COUNTS: usize = 1 << 21;

/// Counts the lines of pages, to make [`RepeatedLines`].
///
/// Pages are to be added in one order, that of the source: as long as there is room for all lines the answer is the
/// same in any order.
#[derive(Clone, Debug)]
pub struct RepeatedLinesBuilder {
    options: RepeatedOptions,
    n_pages: u32,
    counts: HashMap<u64, LineCount>,
}

#[derive(Clone, Copy, Debug)]
struct LineCount {
    n_pages: u32,
    last_page: u32,
}

/// What is counted of a line: the line anywhere in its place, its rank in that place, and the line at that rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LineKeys {
    line: u64,
    slot: u64,
    line_in_slot: u64,
}

impl RepeatedLinesBuilder {
    /// No page yet.
    pub fn new(options: RepeatedOptions) -> RepeatedLinesBuilder {
        RepeatedLinesBuilder { options, n_pages: 0, counts: HashMap::new() }
    }

    /// Counts the lines of a page.
    pub fn add(&mut self, document: &Document) {
        self.n_pages += 1;
        for keys in keys_of(&PageLines::of(document)) {
            for key in [keys.line, keys.slot, keys.line_in_slot] {
                self.count(key);
            }
        }
    }

    /// The pages that were counted.
    pub fn n_pages(&self) -> usize {
        self.n_pages as usize
    }

    /// Forgets what stands on too few pages to be noise.
    pub fn finish(self) -> RepeatedLines {
        let min_pages = (self.options.share * f64::from(self.n_pages)).max(f64::from(MIN_PAGES));
        let counts = self.counts.into_iter().map(|(key, count)| (key, count.n_pages));
        // Where the line itself is kept by the share, its slot has at least as many pages as the line in it.
        let least = (min_pages * self.options.steady) as u32;
        let counts = counts.filter(|&(_, n_pages)| n_pages >= least).collect();
        RepeatedLines { options: self.options, n_pages: self.n_pages, counts }
    }

    fn count(&mut self, key: u64) {
        let page = self.n_pages;
        if let Some(count) = self.counts.get_mut(&key) {
            if count.last_page != page {
                *count = LineCount { n_pages: count.n_pages + 1, last_page: page };
            }
        } else if self.counts.len() < MAX_COUNTS {
            self.counts.insert(key, LineCount { n_pages: 1, last_page: page });
        }
    }
}

/// What is counted of each line of a page.
fn keys_of(page: &PageLines) -> Vec<LineKeys> {
    let mut n_in_place: HashMap<u64, u64> = HashMap::new();
    let keys = page.lines.iter().map(|line| {
        let rank = n_in_place.entry(line.place).or_default();
        let place = Key::EMPTY.number(line.place);
        let slot = place.number(*rank).bytes(b"slot");
        *rank += 1;
        LineKeys {
            line: place.number(line.text).finish(),
            slot: slot.finish(),
            line_in_slot: slot.number(line.text).finish(),
        }
    });
    keys.collect()
}

tamis_extract::options! {
    /// How often a line has to repeat to be noise.
    pub struct RepeatedOptions {
        /// Share of the pages from which a line is noise if its place has the same line on nearly all of them.
        share, with_share: f64 = 0.5, in 0.0..=1.0;

        /// Share of the pages from which a line is noise whatever else stands in its place.
        everywhere, with_everywhere: f64 = 0.95, in 0.0..=1.0;

        /// Share of the pages with a place that have to have the same line there.
        steady, with_steady: f64 = 0.9, in 0.0..=1.0;

        /// Keep a label with what it is a label of, though it repeats.
        labels, with_labels: bool = true;
    }
}

#[cfg(test)]
mod tests;
