//! Features as columns of ones and zeros: a column for each bin, each tag and each word.

use super::BlockPage;
use std::collections::{BTreeMap, BTreeSet};
use tamis_extract::clean::blocks::{BlocksTrace, Features};

/// The columns, and those that each block has.
#[derive(Clone, Debug)]
pub struct Columns {
    /// The limits of the bins of each feature.
    pub limits: Vec<Vec<f32>>,
    /// The words of class names, in alphabetical order.
    pub words: Vec<String>,
    /// The columns of each block of each page.
    pub rows: Vec<Vec<Vec<u16>>>,
}

/// How many bins a feature has where its values are spread evenly.
const N_BINS: usize = 10;
/// A word counts if this many sites use it: it is then of the web and of no site.
const MIN_SITES: usize = 100;
/// The most words, by the number of sites that use them.
const MAX_WORDS: usize = 256;

impl Columns {
    /// Divides the features of all blocks into bins, and takes the words that many sites use.
    pub fn of(pages: &[BlockPage]) -> Columns {
        let limits = (0..Features::COUNT).map(|feature| {
            let blocks = pages.iter().flat_map(|page| &page.blocks);
            bin_limits(blocks.map(|block| block.features[feature]).collect())
        });
        let limits: Vec<Vec<f32>> = limits.collect();
        let words = common_words(pages);
        let mut columns = Columns { limits, words, rows: Vec::new() };
        columns.rows = pages.iter().map(|page| page.blocks.iter().map(|block| columns.row(block)).collect()).collect();
        columns
    }

    /// Where the columns of a feature begin.
    pub fn start_of_feature(&self, feature: usize) -> usize {
        self.limits[..feature].iter().map(|limits| limits.len() + 1).sum()
    }

    /// Where the columns of the outer or the inner tag begin.
    pub fn start_of_tags(&self, place: usize) -> usize {
        self.start_of_feature(self.limits.len()) + place * BlocksTrace::N_TAGS
    }

    /// Where the columns of the words begin.
    pub fn start_of_words(&self) -> usize {
        self.start_of_tags(2)
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.start_of_words() + self.words.len()
    }

    /// Whether there is no column.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn row(&self, block: &super::pages::PageBlock) -> Vec<u16> {
        let mut row = Vec::with_capacity(self.limits.len() + 12);
        let mut start = 0;
        for (limits, value) in self.limits.iter().zip(block.features) {
            row.push((start + limits.iter().filter(|&&limit| limit < value).count()) as u16);
            start += limits.len() + 1;
        }
        for (place, tag) in block.tags.into_iter().enumerate() {
            row.push((self.start_of_tags(place) + tag) as u16);
        }
        let words = block.class_words.iter().filter_map(|word| self.words.binary_search(word).ok());
        row.extend(words.map(|word| (self.start_of_words() + word) as u16));
        row
    }
}

/// Limits between which about equally many values lie; where most values are the least one, it has a bin of its own.
fn bin_limits(mut values: Vec<f32>) -> Vec<f32> {
    values.sort_by(f32::total_cmp);
    let Some((&least, &greatest)) = values.first().zip(values.last()) else { return Vec::new() };
    let mut different = values.clone();
    different.dedup();
    if different.len() <= N_BINS {
        return different.windows(2).map(|pair| f32::midpoint(pair[0], pair[1])).collect();
    }
    let evenly = |values: &[f32], n_bins: usize| -> Vec<f32> {
        (1..n_bins).map(|bin| values[bin * values.len() / n_bins]).collect()
    };
    // As they are written into the table.
    let rounded = |limit: f32| (limit * 1e4).round() / 1e4;
    let mut limits = evenly(&values, N_BINS);
    let rest = &values[values.partition_point(|&value| value <= least)..];
    if 2 * rest.len() < values.len() {
        limits.push(least);
        limits.extend(evenly(rest, N_BINS / 2));
    }
    for limit in &mut limits {
        *limit = rounded(*limit);
    }
    limits.sort_by(f32::total_cmp);
    limits.dedup();
    limits.retain(|&limit| limit < greatest);
    limits
}

fn common_words(pages: &[BlockPage]) -> Vec<String> {
    let mut sites: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for page in pages {
        for word in page.blocks.iter().flat_map(|block| &block.class_words) {
            sites.entry(word).or_default().insert(&page.site);
        }
    }
    let mut words: Vec<(usize, &str)> = sites.into_iter().map(|(word, sites)| (sites.len(), word)).collect();
    words.retain(|&(n_sites, _)| n_sites >= MIN_SITES);
    words.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
    words.truncate(MAX_WORDS);
    let mut words: Vec<String> = words.into_iter().map(|(_, word)| word.to_owned()).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_that_is_mostly_zero_has_a_bin_for_zero() {
        let values: Vec<f32> = (0..100).map(|number| if number < 80 { 0.0 } else { number as f32 }).collect();
        let limits = bin_limits(values);
        assert_eq!(limits[..1], [0.0]);
        assert!(limits.len() >= 4 && limits.is_sorted());
    }

    #[test]
    fn a_flag_has_two_bins() {
        assert_eq!(bin_limits(vec![0.0, 1.0, 0.0, 1.0]), [0.5]);
        assert!(bin_limits(vec![1.0, 1.0]).is_empty() && bin_limits(Vec::new()).is_empty());
    }
}
