//! The words of texts as numbers, for what a page says twice.

use crate::compare::fingerprint::mix;
use tamis_page::swar::{self, HIGH_BITS};

/// The words of a text as numbers. Upper and lower case give the same number.
#[derive(Debug, Default)]
pub(super) struct Words {
    numbers: Vec<u64>,
}

impl Words {
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
    }

    /// The words of one text alone.
    pub(super) fn of(&mut self, text: &str) -> &[u64] {
        self.clear();
        self.add(text);
        &self.numbers
    }

    /// All words since they were cleared.
    pub(super) fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// A word is a run of ASCII letters and digits and of all bytes that are not ASCII; up to eight are read at once, since
    /// every text of a page comes through here.
    pub(super) fn add(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (mut position, mut word) = (0, 0_u64);
        while position < bytes.len() {
            let chunk = swar::from(bytes, position);
            let in_words = in_words(chunk);
            let n_in_word = swar::n_before(in_words ^ HIGH_BITS);
            if n_in_word > 0 {
                // A letter in lower case; digits have that bit anyway.
                let lower = chunk | (!chunk & HIGH_BITS) >> 2;
                let n_other_bits = 64 - 8 * n_in_word;
                let part = lower << n_other_bits >> n_other_bits;
                word = (word.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            } else if word == 0 {
                position += swar::n_before(in_words);
                continue;
            }
            position += n_in_word;
            if n_in_word < 8 {
                self.numbers.push(mix(word));
                word = 0;
                position += 1;
            }
        }
        if word != 0 {
            self.numbers.push(mix(word));
        }
    }
}

/// The bytes that are letters, digits or not ASCII.
#[inline]
fn in_words(chunk: u64) -> u64 {
    let ascii = chunk & !HIGH_BITS;
    // With this bit a capital letter is its small one, and no other byte becomes a letter.
    let letters = swar::between(ascii | swar::repeat(0x20), b'a', b'z');
    letters | swar::between(ascii, b'0', b'9') | swar::not_ascii(chunk)
}

/// Each run of three words as a number.
pub(super) fn runs(words: &[u64]) -> impl Iterator<Item = u64> + '_ {
    words.windows(3).map(|run| mix(run[0] ^ run[1].rotate_left(21) ^ run[2].rotate_left(42)))
}

/// A set of numbers for questions that are mostly answered with no: one bit answers most of them.
#[derive(Debug, Default)]
pub(super) struct NumberSet {
    sorted: Vec<u64>,
    bits: Vec<u64>,
}

impl NumberSet {
    pub(super) fn extend(&mut self, numbers: impl IntoIterator<Item = u64>) {
        self.sorted.extend(numbers);
    }

    /// To be called before it is asked.
    pub(super) fn finish(&mut self) {
        self.sorted.sort_unstable();
        self.sorted.dedup();
        // About one bit of sixteen is set, so that few others have it by chance.
        self.bits = vec![0; (self.sorted.len() / 4).next_power_of_two()];
        for &number in &self.sorted {
            let (word, bit) = place(number, self.bits.len());
            self.bits[word] |= 1 << bit;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    #[inline]
    pub(super) fn contains(&self, number: u64) -> bool {
        let (word, bit) = place(number, self.bits.len());
        self.bits.get(word).is_some_and(|bits| bits >> bit & 1 == 1) && self.sorted.binary_search(&number).is_ok()
    }
}

/// Returns the word of the bit set, and the bit in it, that stand for a number. `n_words` is a power of two.
#[inline]
fn place(number: u64, n_words: usize) -> (usize, u32) {
    ((number >> 6) as usize & n_words.wrapping_sub(1), (number & 63) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_wherever_they_begin() {
        let words = |text: &str| Words::default().of(text).to_vec();
        let apart = ["a", "lamp", "12", "Straße", "abcdefgh", "abcdefghi", "abcdefghijklmnopqrstuvwxyz0123456789"];
        let alone: Vec<u64> = apart.iter().flat_map(|word| words(word)).collect();
        assert_eq!(alone.len(), apart.len());
        assert!((1..alone.len()).all(|idx| !alone[..idx].contains(&alone[idx])));
        for gap in [" ", ", ", "\n                 ", "-", "<>@[`{/:"] {
            for n_before in 0..9 {
                let text = format!("{}{}{gap}", " ".repeat(n_before), apart.join(gap));
                assert_eq!(words(&text), alone, "{text:?}");
                assert_eq!(words(&text.to_ascii_uppercase()), alone, "{text:?}");
            }
        }
        assert!(words("").is_empty() && words(" -\n.").is_empty());
    }

    #[test]
    fn a_set_has_what_was_put_in_and_nothing_else() {
        for n in [0, 1, 3, 100, 1000] {
            let mut set = NumberSet::default();
            set.extend((0..n).chain(0..n).map(mix));
            set.finish();
            assert!((0..n).all(|number| set.contains(mix(number))));
            assert!((n..2 * n + 10).all(|number| !set.contains(mix(number))));
        }
    }
}
