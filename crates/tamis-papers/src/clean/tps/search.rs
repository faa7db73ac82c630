//! The search for the main region (Algorithm 3 of the paper).
//!
//! **Why it is linear.** A border for a threshold is where every symbol above the threshold that was seen has been
//! seen for the last time: only first and last occurrences matter. Thresholds are distinct whole numbers, so a symbol
//! that occurs *k* times is looked at under fewer than *k* of them, and all thresholds of one range together cost no
//! more than the length of the range, when symbols that fall below the threshold are dropped on the way. A range
//! whose first threshold already splits it costs the part before the border only. What remains is a page on which
//! splits are many, each small and each dearly bought; [`WORK_PER_NODE`] bounds it.

use super::occurrences::{End, Occurrences};
use super::{Borders, Side, Split};
use std::ops::Range;
use tamis_page::budget;

/// The search ends after this many steps for each symbol of the sequence; the range reached by then is the answer. None of
/// 2,807 real pages needs 16 (November 2026).
pub(super) const WORK_PER_NODE: usize = 128;

pub(super) struct FoundRegion {
    pub(super) range: Range<usize>,
    pub(super) splits: Vec<Split>,
    pub(super) limit_hit: bool,
}

/// Splits the sequence, keeping the larger side, until no border is left.
pub(super) fn search_region(symbols: &[u32], n_symbols: usize, margin: f64, borders: Borders) -> FoundRegion {
    let mut occurrences = Occurrences::of(symbols, n_symbols);
    let mut splits = Vec::new();
    let mut buffer = Vec::new();
    let mut work = 0;
    let mut n_counted = 0;
    let mut limit_hit = false;
    while let Some(border) = find_border(&mut occurrences, margin, borders, &mut buffer, &mut work) {
        budget::spend(work - n_counted);
        n_counted = work;
        let range = occurrences.range();
        let left = border.left;
        let right = range.len() - left;
        let kept = if right > left {
            occurrences.cut_before(border.position + 1);
            Side::Right
        } else {
            // The border symbol goes too, as in the program behind the paper's figures.
            occurrences.cut_from(border.position);
            Side::Left
        };
        splits.push(Split { range, threshold: border.threshold, border: border.position, left, right, kept });
        if work > WORK_PER_NODE * symbols.len() {
            limit_hit = true;
            break;
        }
    }
    FoundRegion { range: occurrences.range(), splits, limit_hit }
}

struct Border {
    threshold: u32,
    position: usize,
    /// The length of the left side.
    left: usize,
}

/// The border of the lowest threshold that has an acceptable one.
fn find_border(
    occurrences: &mut Occurrences<'_>,
    margin: f64,
    borders: Borders,
    ends: &mut Vec<End>,
    work: &mut usize,
) -> Option<Border> {
    let mut threshold = occurrences.lowest_count()?;
    let mut n_symbols = occurrences.n_symbols() - occurrences.n_symbols_of_count(threshold);
    let range = occurrences.range();

    ends.clear();
    let mut scan = Scan::new(&range, n_symbols, margin, borders);
    for end in occurrences.ends().filter(|end| end.count > threshold) {
        if n_symbols < 2 {
            return None;
        }
        ends.push(end);
        if let Some((position, left)) = scan.visit(end) {
            *work += ends.len();
            return Some(Border { threshold, position, left });
        }
    }
    *work += ends.len() + range.len() / 64;

    // The same for each higher threshold, dropping on the way what it filters out.
    while n_symbols >= 2 {
        threshold = ends.iter().map(|end| end.count).min()?;
        n_symbols -= occurrences.n_symbols_of_count(threshold);
        if n_symbols < 2 {
            return None;
        }
        *work += 2 * ends.len();
        let mut scan = Scan::new(&range, n_symbols, margin, borders);
        let mut accepted = None;
        ends.retain(|&end| {
            let stays = end.count > threshold;
            if stays && accepted.is_none() {
                accepted = scan.visit(end);
            }
            stays
        });
        if let Some((position, left)) = accepted {
            return Some(Border { threshold, position, left });
        }
    }
    None
}

/// One pass over the ends of the symbols above a threshold.
struct Scan {
    start: usize,
    len: usize,
    margin: f64,
    n_symbols: usize,
    n_seen: usize,
    n_open: usize,
    state: ScanState,
}

enum ScanState {
    /// The first border decides.
    First,
    /// No border of this pass can be accepted any more.
    Over,
    /// Borders after a rejected one count too; symbols seen since are not counted to the left side.
    Gap(usize),
    /// Before any border of the gap variant.
    BeforeGap,
}

impl Scan {
    fn new(range: &Range<usize>, n_symbols: usize, margin: f64, borders: Borders) -> Scan {
        let state = match borders {
            Borders::First => ScanState::First,
            Borders::Gap => ScanState::BeforeGap,
        };
        Scan { start: range.start, len: range.len(), margin, n_symbols, n_seen: 0, n_open: 0, state }
    }

    /// Takes the next end; if it is an acceptable border, its position and the length of the left side.
    #[inline]
    fn visit(&mut self, end: End) -> Option<(usize, usize)> {
        if end.is_first {
            self.n_open += 1;
            self.n_seen += 1;
            if let ScanState::Gap(gap) = &mut self.state {
                *gap += end.count as usize - 1;
            }
            return None;
        }
        self.n_open -= 1;
        if self.n_open > 0 {
            return None;
        }
        let position = end.position as usize;
        let left = position + 1 - self.start;
        let left = match self.state {
            ScanState::Over => return None,
            ScanState::First | ScanState::BeforeGap => left,
            ScanState::Gap(gap) => left.saturating_sub(gap),
        };
        let right = self.len - left;
        let has_unseen = self.n_seen < self.n_symbols;
        if has_unseen && left.abs_diff(right) as f64 / self.len as f64 > self.margin {
            return Some((position, left));
        }
        self.state = match self.state {
            ScanState::First | ScanState::Over => ScanState::Over,
            ScanState::BeforeGap | ScanState::Gap(_) => ScanState::Gap(1),
        };
        None
    }
}
