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
    pub(super) fn of(text: &str) -> FooterWords {
        let mut found = FooterWords::default();
        if text.len() > LONGEST_LABEL {
            return found;
        }
        let lexicon = &*LEXICON;
        let mut in_word = false;
        for (at, &byte) in text.as_bytes().iter().enumerate() {
            // Continuation bytes belong to the character before them.
            if byte & 0xC0 == 0x80 {
                continue;
            }
            // A word of a script without spaces may begin anywhere.
            let may_begin = !in_word || byte >= FIRST_UNSPACED_BYTE;
            in_word = byte.is_ascii_alphanumeric() || byte >= 0xC3;
            if may_begin && lexicon.may_begin_with(byte) {
                found.add(lexicon.at_start_of(&text[at..]));
            }
        }
        found
    }
}

/// In bytes; a copyright line with its notice fits.
const LONGEST_LABEL: usize = 160;
/// The lead byte of characters from U+2000 on: all scripts of the lexicon that are written without spaces.
const FIRST_UNSPACED_BYTE: u8 = 0xE2;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("footer_words.txt")));

struct Lexicon {
    /// By the first byte that an entry may begin with, in either letter case.
    first_bytes: [bool; 256],
    /// Entries and the bit of their idea, grouped by their first character.
    entries: Vec<(Vec<char>, u64)>,
}

impl Lexicon {
    fn parse(text: &str) -> Lexicon {
        let mut entries = Vec::new();
        let ideas = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(':'));
        for (idea_idx, (_, words)) in ideas.enumerate() {
            let words = words.split(',').map(str::trim).filter(|word| !word.is_empty());
            entries.extend(words.map(|word| (word.chars().collect::<Vec<char>>(), 1 << idea_idx)));
        }
        entries.sort();
        let mut first_bytes = [false; 256];
        for first in entries.iter().filter_map(|(entry, _)| entry.first()) {
            for character in first.to_lowercase().chain(first.to_uppercase()) {
                let mut buffer = [0; 4];
                first_bytes[usize::from(character.encode_utf8(&mut buffer).as_bytes()[0])] = true;
            }
        }
        Lexicon { first_bytes, entries }
    }

    #[inline]
    fn may_begin_with(&self, byte: u8) -> bool {
        self.first_bytes[usize::from(byte)]
    }

    fn at_start_of(&self, text: &str) -> FooterWords {
        let mut found = FooterWords::default();
        let Some(first) = text.chars().flat_map(char::to_lowercase).next() else { return found };
        let from = self.entries.partition_point(|(entry, _)| entry[0] < first);
        for (entry, idea) in self.entries[from..].iter().take_while(|(entry, _)| entry[0] == first) {
            if begins_with(text, entry) {
                found.0 |= idea;
            }
        }
        found
    }
}

/// Whether the text begins with the entry, letter case apart, and the word ends where the entry does.
fn begins_with(text: &str, entry: &[char]) -> bool {
    let mut characters = text.chars().flat_map(char::to_lowercase).peekable();
    for &expected in entry {
        if expected == ' ' {
            if !characters.next().is_some_and(char::is_whitespace) {
                return false;
            }
            while characters.next_if(|c| c.is_whitespace()).is_some() {}
        } else if characters.next() != Some(expected) {
            return false;
        }
    }
    let is_spaced = |c: char| c.is_alphanumeric() && c < '\u{2E80}';
    let ends_in_letter = entry.last().is_some_and(|&last| is_spaced(last));
    !(ends_in_letter && characters.peek().is_some_and(|&next| is_spaced(next)))
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
        let ideas = LEXICON.entries.iter().fold(0, |ideas, (_, idea)| ideas | idea);
        assert_eq!(ideas, (1 << 15) - 1);
        assert!(LEXICON.entries.iter().all(|(entry, _)| !entry.is_empty()));
    }
}
