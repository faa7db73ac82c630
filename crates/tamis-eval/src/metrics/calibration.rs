//! Whether a confidence is what it says: of the answers with 0.8, eight in ten should be right.

use super::share;

/// What became of a page's main table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is right.
    Right,
    /// It is wrong, and there is a right one.
    Wrong,
    /// Whatever was found is wrong: the page lists nothing.
    ListsNothing,
}

/// The confidences of many pages, and what became of them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    pages: Vec<(f64, Outcome)>,
    /// Pages without a table that list something.
    pub n_lists_without: usize,
    /// Pages without a table that list nothing, as it should be.
    pub n_nothing_without: usize,
}

/// The pages whose confidence lies between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Pages.
    pub n_pages: usize,
    /// Those that list something.
    pub n_lists: usize,
    /// Those whose main table is right.
    pub n_right: usize,
}

/// Where the bins of a curve begin and end: finer where users decide whether to trust an answer.
pub const BOUNDS: [f64; 8] = [0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0];

impl Calibration {
    /// Adds a page with a table.
    pub fn add(&mut self, confidence: f64, outcome: Outcome) {
        self.pages.push((confidence, outcome));
    }

    /// Adds all pages of another one.
    pub fn extend(&mut self, other: &Calibration) {
        self.pages.extend_from_slice(&other.pages);
        self.n_lists_without += other.n_lists_without;
        self.n_nothing_without += other.n_nothing_without;
    }

    /// The bins of the curve: from, to, and the pages from the one to below the other; 1 belongs to the last bin.
    pub fn curve(&self) -> impl Iterator<Item = (f64, f64, Tally)> + '_ {
        BOUNDS.windows(2).map(|bounds| {
            let (from, to) = (bounds[0], bounds[1]);
            let is_last = to >= 1.0;
            (from, to, self.tally(|confidence| confidence >= from && (is_last || confidence < to)))
        })
    }

    /// All pages that list nothing.
    pub fn n_nothing(&self) -> usize {
        self.tally(|_| true).n_nothing() + self.n_nothing_without
    }

    /// The pages with a confidence above `least`.
    pub fn above(&self, least: f64) -> Tally {
        self.tally(|confidence| confidence > least)
    }

    /// The pages with a confidence below `most`.
    pub fn below(&self, most: f64) -> Tally {
        self.tally(|confidence| confidence < most)
    }

    fn tally(&self, is_in: impl Fn(f64) -> bool) -> Tally {
        let mut tally = Tally::default();
        for &(_, outcome) in self.pages.iter().filter(|page| is_in(page.0)) {
            tally.n_pages += 1;
            tally.n_lists += usize::from(outcome != Outcome::ListsNothing);
            tally.n_right += usize::from(outcome == Outcome::Right);
        }
        tally
    }
}

impl Tally {
    /// The share of pages whose main table is right.
    pub fn right(&self) -> f64 {
        share(self.n_right, self.n_pages)
    }

    /// Of the pages that list something, the share whose main table is right.
    pub fn right_of_lists(&self) -> f64 {
        share(self.n_right, self.n_lists)
    }

    /// The pages that list nothing.
    pub fn n_nothing(&self) -> usize {
        self.n_pages - self.n_lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_in_one_bin() {
        let mut calibration = Calibration::default();
        for confidence in [0.0, 0.49, 0.5, 0.6, 0.79, 0.9, 0.95, 1.0] {
            calibration.add(confidence, Outcome::Right);
        }
        let counts: Vec<usize> = calibration.curve().map(|(_, _, tally)| tally.n_pages).collect();
        assert_eq!(counts, [2, 1, 1, 1, 0, 1, 2]);
    }

    #[test]
    fn a_page_that_lists_nothing_is_never_right() {
        let mut calibration = Calibration::default();
        calibration.add(0.97, Outcome::Right);
        calibration.add(0.91, Outcome::Wrong);
        calibration.add(0.92, Outcome::ListsNothing);
        calibration.add(0.92, Outcome::Right);
        calibration.add(0.2, Outcome::ListsNothing);
        let above = calibration.above(0.9);
        assert_eq!((above.n_pages, above.n_lists, above.n_right, above.n_nothing()), (4, 3, 2, 1));
        assert!((above.right() - 0.5).abs() < 1e-12 && (above.right_of_lists() - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(calibration.below(0.5).n_pages, 1);
        calibration.n_nothing_without += 3;
        assert_eq!(calibration.n_nothing(), 5);
    }
}
