//! Words that stand together in footers: which of them a text holds.

use std::sync::LazyLock;

/// Which ideas of the lexicon occur in a text, one bit an idea.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FooterWords(u64);

impl FooterWords {
    /// How many different ideas.
    pub(super) fn n_distinct(self) -> u32 {
        self.0.count_ones()
    }

    pub(super) fn add(&mut self, other: FooterWords) {
        self.0 |= other.0;
    }

    /// The words of a text node. Footers are made of labels, so that long texts are not looked at.
    #[inline]
    pub(super) fn of(text: &str) -> FooterWords {
        if text.len() > LONGEST_LABEL { FooterWords::default() } else { LEXICON.find(text) }
    }
}

/// In bytes; a copyright line with its notice fits.
const LONGEST_LABEL: usize = 100;
/// The lead byte of characters from U+2000 on: all scripts of the lexicon that are written without spaces.
const FIRST_UNSPACED_BYTE: u8 = 0xE2;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("footer_words.txt")));

struct Lexicon {
    /// What each byte may be.
    bytes: [u8; 256],
    /// Entries by the first two bytes that they may begin with, in any letter case, and the bit of their idea; sorted.
    entries: Vec<(u16, Vec<char>, u64)>,
    /// A bit for each pair of bytes that an entry begins with: nine words of ten are done with here.
    pairs: Vec<u64>,
}

/// The byte belongs to a word, so that no word begins after it.
const IN_WORD: u8 = 1;
/// An entry begins with it.
const BEGINS: u8 = 2;
/// It is the first of a character of a script without spaces, where a word may begin anywhere.
const UNSPACED: u8 = 4;

impl Lexicon {
    fn parse(text: &str) -> Lexicon {
        let mut entries = Vec::new();
        let ideas = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
        for (idea_idx, (_, words)) in ideas.enumerate() {
            for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
                let entry: Vec<char> = word.chars().collect();
                let beginnings = beginnings(&entry);
                entries.extend(beginnings.into_iter().map(|pair| (pair, entry.clone(), 1 << idea_idx)));
            }
        }
        entries.sort();
        let mut bytes = [0; 256];
        for (byte, class) in (0u8..=255).zip(bytes.iter_mut()) {
            // From 0xC3 on, the first byte of letters; continuation bytes belong to what is before them.
            let is_letter = byte.is_ascii_alphanumeric() || byte >= 0xC3 || byte & 0xC0 == 0x80;
            *class = if is_letter { IN_WORD } else { 0 } | if byte >= FIRST_UNSPACED_BYTE { UNSPACED } else { 0 };
        }
        let mut pairs = vec![0; 1 << 10];
        for &(pair, ..) in &entries {
            bytes[usize::from(pair >> 8)] |= BEGINS;
            pairs[usize::from(pair >> 6)] |= 1 << (pair & 63);
        }
        Lexicon { bytes, entries, pairs }
    }

    fn find(&self, text: &str) -> FooterWords {
        let mut found = FooterWords::default();
        let mut is_in_word = 0;
        for (at, pair) in text.as_bytes().windows(2).enumerate() {
            let class = self.bytes[usize::from(pair[0])];
            let may_begin = class & BEGINS != 0 && (is_in_word == 0 || class & UNSPACED != 0);
            is_in_word = class & IN_WORD;
            let pair = u16::from_be_bytes([pair[0], pair[1]]);
            if may_begin && self.pairs[usize::from(pair >> 6)] >> (pair & 63) & 1 == 1 {
                found.add(self.at_start_of(&text[at..], pair));
            }
        }
        found
    }

    #[inline(never)]
    fn at_start_of(&self, text: &str, pair: u16) -> FooterWords {
        let mut found = FooterWords::default();
        let from = self.entries.partition_point(|&(other, ..)| other < pair);
        for (_, entry, idea) in self.entries[from..].iter().take_while(|&&(other, ..)| other == pair) {
            if begins_with(text, entry) {
                found.0 |= idea;
            }
        }
        found
    }
}

/// The first two bytes of the entry in all letter cases.
fn beginnings(entry: &[char]) -> Vec<u16> {
    let cases = |c: Option<&char>| -> Vec<String> {
        c.map_or(vec![String::new()], |c| vec![c.to_lowercase().collect(), c.to_uppercase().collect()])
    };
    let mut pairs = Vec::new();
    for first in cases(entry.first()) {
        for second in cases(entry.get(1)) {
            if let [one, two, ..] = [first.as_bytes(), second.as_bytes()].concat()[..] {
                pairs.push(u16::from_be_bytes([one, two]));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Whether the text begins with the entry, letter case apart, and the word ends where the entry does.
fn begins_with(text: &str, entry: &[char]) -> bool {
    let mut rest = text.chars();
    for &expected in entry {
        let Some(found) = rest.next() else { return false };
        let is_same = match expected {
            ' ' => found.is_whitespace(),
            _ if found.is_ascii() => found.to_ascii_lowercase() == expected,
            _ => found == expected || found.to_lowercase().eq([expected]),
        };
        if !is_same {
            return false;
        }
        if expected == ' ' {
            rest = rest.as_str().trim_start().chars();
        }
    }
    let is_spaced = |c: char| c.is_alphanumeric() && c < '\u{2E80}';
    let ends_in_letter = entry.last().is_some_and(|&last| is_spaced(last));
    !(ends_in_letter && rest.next().is_some_and(is_spaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, n_distinct: u32) {
        assert_eq!(FooterWords::of(text).n_distinct(), n_distinct, "{text}");
    }

    #[test]
    fn words_are_found_in_any_letter_case() {
        check("Contact", 1);
        check("CONTACT US", 1);
        check("Privacy  Policy | Terms of\nUse", 2);
        check("© 2012 Shop. All rights reserved.", 2);
    }

    #[test]
    fn a_longer_word_is_another_word() {
        check("helpful", 0);
        check("contactless aboutness", 0);
        check("underprivacy", 0);
    }

    #[test]
    fn languages_share_ideas() {
        check("Datenschutz · Impressum · Kontakt", 3);
        check("Kontakt Contact Контакты", 1);
        check("プライバシー利用規約お問い合わせ", 3);
        check("Über uns", 1);
        check("ÜBER UNS", 1);
    }

    #[test]
    fn long_texts_are_no_labels() {
        check(&format!("{} contact", "word ".repeat(40)), 0);
    }

    #[test]
    fn the_lexicon_has_fifteen_ideas() {
        let ideas = LEXICON.entries.iter().fold(0, |ideas, (_, _, idea)| ideas | idea);
        assert_eq!(ideas, (1 << 15) - 1);
        // Every entry can be found by its beginning.
        for (_, entry, idea) in &LEXICON.entries {
            let text: String = entry.iter().collect();
            assert_eq!(LEXICON.find(&text).0 & idea, *idea, "{text}");
            assert_eq!(LEXICON.find(&text.to_uppercase()).0 & idea, *idea, "{text}");
        }
    }
}
