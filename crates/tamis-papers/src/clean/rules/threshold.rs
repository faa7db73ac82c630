//! Where small subtrees end and large ones begin.

use super::survey::Sizes;
use super::survey::{Subtree, survey};
use tamis_page::Document;

/// Below this the paper could not remove noise effectively (section 5); above 60 whole articles would go.
pub(super) const LOWEST: u32 = 10;
const HIGHEST: u32 = 60;

/// Four bins an octave; no subtree has 2^32 tags.
const N_BINS: usize = 128;

/// Learns the threshold of one site from several of its pages: the valley in the histogram of their subtree sizes, from
/// 10 to 60. One page is enough; several even out what is peculiar to one.
///
/// ```
/// use tamis_papers::clean::rules::ThresholdLearner;
/// use tamis_page::Document;
///
/// let mut learner = ThresholdLearner::default();
/// learner.add(&Document::parse("<p>One page</p>"));
/// assert_eq!(learner.threshold(), 10, "where all subtrees are of one size it is the lowest");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThresholdLearner {
    histogram: [u64; N_BINS],
}

impl ThresholdLearner {
    /// Looks at a page.
    pub fn add(&mut self, document: &Document) {
        add_page(&survey(document, &Sizes::of(document), LOWEST), &mut self.histogram);
    }

    /// Takes over what another one has seen.
    pub fn merge(&mut self, other: &ThresholdLearner) {
        for (ours, theirs) in self.histogram.iter_mut().zip(&other.histogram) {
            *ours += theirs;
        }
    }

    /// The threshold for what was seen so far; the lowest if that is nothing.
    pub fn threshold(&self) -> u32 {
        valley(&self.histogram)
    }
}

impl Default for ThresholdLearner {
    fn default() -> ThresholdLearner {
        ThresholdLearner { histogram: [0; N_BINS] }
    }
}

pub(super) fn of_page(subtrees: &[Subtree]) -> u32 {
    let mut histogram = [0; N_BINS];
    add_page(subtrees, &mut histogram);
    valley(&histogram)
}

/// Counts the subtrees below the body by their sizes; a leaf is no subtree.
fn add_page(subtrees: &[Subtree], histogram: &mut [u64; N_BINS]) {
    for subtree in subtrees.iter().skip(1).filter(|subtree| subtree.n_tags > 0) {
        histogram[bin(subtree.n_tags)] += 1;
    }
}

/// The quarter of an octave: four times the logarithm to base two, in whole numbers, so that it is the same everywhere.
fn bin(size: u32) -> usize {
    u128::from(size).pow(4).ilog2() as usize
}

/// Otsu's method: the cut that separates the two sides' means best. Of equally good cuts, the lowest.
fn valley(histogram: &[u64; N_BINS]) -> u32 {
    let total: u64 = histogram.iter().sum();
    let total_moment: u64 = histogram.iter().enumerate().map(|(bin, n)| bin as u64 * n).sum();
    let (mut n_below, mut moment_below) = (0, 0);
    let mut best = (0.0, 0);
    for (cut, n) in histogram.iter().enumerate() {
        // Everything in bins below `cut` against the rest.
        let n_above = total - n_below;
        if n_below > 0 && n_above > 0 {
            let mean_below = moment_below as f64 / n_below as f64;
            let mean_above = (total_moment - moment_below) as f64 / n_above as f64;
            let between = n_below as f64 * n_above as f64 * (mean_above - mean_below) * (mean_above - mean_below);
            if between > best.0 {
                best = (between, cut);
            }
        }
        n_below += n;
        moment_below += cut as u64 * n;
    }
    (LOWEST..HIGHEST).find(|&size| bin(size) >= best.1).unwrap_or(HIGHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_valley_lies_between_two_heaps() {
        let mut histogram = [0; N_BINS];
        histogram[bin(3)] = 50;
        histogram[bin(5)] = 40;
        histogram[bin(100)] = 8;
        histogram[bin(300)] = 5;
        let threshold = valley(&histogram);
        assert!((10..100).contains(&threshold), "{threshold}");
    }

    #[test]
    fn the_threshold_is_held_between_10_and_60() {
        let mut histogram = [0; N_BINS];
        assert_eq!(valley(&histogram), 10);
        histogram[bin(1)] = 5;
        histogram[bin(2)] = 5;
        assert_eq!(valley(&histogram), 10);
        histogram = [0; N_BINS];
        histogram[bin(100)] = 5;
        histogram[bin(5000)] = 5;
        assert_eq!(valley(&histogram), 60);
    }

    #[test]
    fn bins_are_quarters_of_an_octave() {
        assert_eq!([1, 2, 3, 4, 10, 16, 60].map(bin), [0, 4, 6, 8, 13, 16, 23]);
        assert!(bin(u32::MAX) < N_BINS);
    }
}
