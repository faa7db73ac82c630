//! The words that pages name their parts by: in classes, ids, roles and item properties.

use super::weights::WORDS;
use crate::compare::fingerprint::{self, NumberMap};
use crate::view::part_names::{each_run, names_of};
use tamis_page::names::{CLASS, ROLE};
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
        for idx in words.iter().filter_map(|word| number_of(word.as_bytes())) {
            set.insert(idx);
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

/// The place of a word in the table, whatever its case.
fn number_of(word: &[u8]) -> Option<usize> {
    /// Where the words begin that have these first two letters or later ones: few have the same.
    static STARTS: [u16; 26 * 26 + 1] = {
        let mut starts = [0; 26 * 26 + 1];
        let (mut pair, mut idx) = (0, 0);
        while pair < starts.len() {
            while idx < WORDS.len() && pair_of(WORDS[idx].0.as_bytes()) < pair {
                idx += 1;
            }
            starts[pair] = idx as u16;
            pair += 1;
        }
        starts
    };
    if word.len() < 2 {
        return None;
    }
    let pair = pair_of(word);
    let (start, end) = (*STARTS.get(pair)?, *STARTS.get(pair + 1)?);
    (usize::from(start)..usize::from(end)).find(|&idx| WORDS[idx].0.as_bytes().eq_ignore_ascii_case(word))
}

/// The number of the first two letters of a word, in the order of the table.
const fn pair_of(word: &[u8]) -> usize {
    let (first, second) = ((word[0] | 0x20).wrapping_sub(b'a'), (word[1] | 0x20).wrapping_sub(b'a'));
    first as usize * 26 + second as usize
}

/// What an element is called.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PartNames<'a> {
    /// The words of its names.
    pub(super) words: WordSet,
    /// Equal for one first class, digits left out: `item-3` and `item-4` are one kind. 0 if it has no class.
    pub(super) first_class: u64,
    /// Its role.
    pub(super) role: Option<&'a str>,
}

/// Reads the names of elements, each spelling once.
#[derive(Debug, Default)]
pub(super) struct Reader {
    known: NumberMap<Spelling>,
}

/// What one value of an attribute says.
#[derive(Clone, Copy, Debug)]
struct Spelling {
    words: WordSet,
    first_class: u64,
}

impl Reader {
    pub(super) fn names<'a>(&mut self, document: &'a Document, node: NodeId) -> PartNames<'a> {
        let mut names = PartNames::default();
        for (name, value) in names_of(document, node) {
            let spelling = self.known.entry(fingerprint::of_text(value)).or_insert_with(|| Spelling::of(value));
            names.words = names.words.with(spelling.words);
            match name {
                CLASS => names.first_class = spelling.first_class,
                ROLE => names.role = Some(value),
                _ => {}
            }
        }
        names
    }
}

impl Spelling {
    fn of(value: &str) -> Spelling {
        let mut words = WordSet::default();
        each_run(value, |word| {
            if let Some(idx) = number_of(word) {
                words.insert(idx);
            }
        });
        let first_class = value.split_ascii_whitespace().next().map_or(0, |class| fingerprint::of_class(class, 1));
        Spelling { words, first_class }
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
    fn every_word_is_found_and_no_other() {
        for (idx, (word, _)) in WORDS.iter().enumerate() {
            assert_eq!(number_of(word.as_bytes()), Some(idx));
            assert_eq!(number_of(word.to_uppercase().as_bytes()), Some(idx));
            assert_eq!(number_of(format!("{word}q").as_bytes()), None, "{word}");
        }
        for other in ["", "a", "zz", "qx", "\u{e9}\u{e9}", "[[", "{{"] {
            assert_eq!(number_of(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn the_table_is_in_order() {
        assert!(WORDS.is_sorted_by(|(one, _), (other, _)| one < other));
    }
}
