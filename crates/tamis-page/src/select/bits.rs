//! A set of positions, one bit each.

use std::ops::Range;

/// A set of numbers below a fixed bound: nodes of a document, or of a range of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(crate) fn new(bound: usize) -> Bits {
        Bits { words: vec![0; bound.div_ceil(64)] }
    }

    pub(crate) fn contains(&self, position: usize) -> bool {
        self.words[position / 64] >> (position % 64) & 1 == 1
    }

    /// Adds a position; false if it was there already.
    pub(crate) fn insert(&mut self, position: usize) -> bool {
        let word = &mut self.words[position / 64];
        let bit = 1 << (position % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    pub(crate) fn insert_range(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        let head = u64::MAX << (range.start % 64);
        let tail = u64::MAX >> (63 - (range.end - 1) % 64);
        if first == last {
            self.words[first] |= head & tail;
            return;
        }
        self.words[first] |= head;
        self.words[first + 1..last].fill(u64::MAX);
        self.words[last] |= tail;
    }

    /// The positions, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(word_idx, &word)| Ones { word, base: word_idx * 64 })
    }
}

struct Ones {
    word: u64,
    base: usize,
}

impl Iterator for Ones {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.word == 0 {
            return None;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.base + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_may_start_and_end_inside_words() {
        for range in [0..0, 3..7, 0..64, 63..65, 10..200, 64..128, 127..128] {
            let mut bits = Bits::new(256);
            bits.insert_range(range.clone());
            assert!(bits.iter().eq(range.clone()), "{range:?}");
        }
    }

    #[test]
    fn a_position_is_new_once() {
        let mut bits = Bits::new(70);
        assert!(bits.insert(69));
        assert!(!bits.insert(69));
        assert!(bits.contains(69) && !bits.contains(68));
    }
}
