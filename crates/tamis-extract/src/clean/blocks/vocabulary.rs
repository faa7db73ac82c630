//! The words that pages name their parts by: in classes, ids, roles and item properties.

use super::weights::WORDS;
use crate::compare::fingerprint::{self, NumberMap};
use crate::view::part_names::{each_word, names_of};
use std::sync::LazyLock;
use tamis_page::{Document, NodeId};

/// A set of words of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct WordSet([u64; 4]);

/// The most words that a table may have.
pub(super) const MAX_WORDS: usize = 256;

const _: () = assert!(WORDS.len() <= MAX_WORDS);

impl WordSet {
    /// Those of the words that are in the table.
    pub(super) fn of(words: &[&str]) -> WordSet {
        let mut set = WordSet::default();
        for idx in words.iter().filter_map(|word| NUMBERS.get(&fingerprint::of_text(word))) {
            set.insert(usize::from(*idx));
        }
        set
    }

    pub(super) fn has_any(self, other: WordSet) -> bool {
        self.0.iter().zip(other.0).any(|(bits, others)| bits & others != 0)
    }

    pub(super) fn with(self, other: WordSet) -> WordSet {
        let mut both = self;
        both.0.iter_mut().zip(other.0).for_each(|(bits, others)| *bits |= others);
        both
    }

    fn insert(&mut self, idx: usize) {
        self.0[idx / 64] |= 1 << (idx % 64);
    }

    /// The numbers of the words.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(idx, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(idx * 64 + bit as usize)
            })
        })
    }
}

/// The place of each word in the table, by its fingerprint.
static NUMBERS: LazyLock<NumberMap<u16>> = LazyLock::new(|| {
    WORDS.iter().enumerate().map(|(idx, (word, _))| (fingerprint::of_text(word), idx as u16)).collect()
});

/// Reads the words of elements, each spelling once.
#[derive(Debug, Default)]
pub(super) struct Reader {
    known: NumberMap<WordSet>,
}

impl Reader {
    pub(super) fn words(&mut self, document: &Document, node: NodeId) -> WordSet {
        let mut words = WordSet::default();
        for value in names_of(document, node) {
            let known = self.known.entry(fingerprint::of_text(value)).or_insert_with(|| {
                let mut found = WordSet::default();
                each_word(value, |word| {
                    if let Some(&idx) = NUMBERS.get(&fingerprint::of_text(word)) {
                        found.insert(usize::from(idx));
                    }
                });
                found
            });
            words = words.with(*known);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let mut set = WordSet::default();
        for idx in [0, 63, 64, 255] {
            set.insert(idx);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 255]);
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(WORDS.is_sorted_by(|(one, _), (other, _)| one < other));
    }
}
