//! On how many pages each line stands.

use super::{RepeatedLines, RepeatedOptions};
use crate::noise::Key;
use crate::noise::PageLines;
use std::collections::HashMap;
use tamis_page::Document;

/// Numbers that are kept at most, some 100 MB. What comes after them is not learned and so is kept.
const MAX_COUNTS: usize = 1 << 21;

/// Pages on their way to [`RepeatedLines`].
///
/// Pages are to be added in one order, that of the source: as long as there is room for all lines the answer is the
/// same in any order.
#[derive(Clone, Debug)]
pub struct RepeatedLinesBuilder {
    options: RepeatedOptions,
    n_pages: u32,
    counts: HashMap<u64, Count>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    n_pages: u32,
    last_page: u32,
}

/// What is counted of a line: the line anywhere in its place, its rank in that place, and the line at that rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineKeys {
    pub(super) line: u64,
    pub(super) slot: u64,
    pub(super) line_in_slot: u64,
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
        let min_pages = (self.options.share * f64::from(self.n_pages)).max(f64::from(super::MIN_PAGES));
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
                *count = Count { n_pages: count.n_pages + 1, last_page: page };
            }
        } else if self.counts.len() < MAX_COUNTS {
            self.counts.insert(key, Count { n_pages: 1, last_page: page });
        }
    }
}

/// What is counted of each line of a page.
pub(super) fn keys_of(page: &PageLines) -> Vec<LineKeys> {
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
