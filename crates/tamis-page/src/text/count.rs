//! Characters, words and punctuation marks of a text, for any script, in one pass.

use super::script::{Class, class_of};

/// What a text amounts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextCounts {
    /// Characters that a reader sees: no white space, no control characters, and a letter with its accents is one.
    pub characters: usize,
    /// Words; see [`count_words`].
    pub words: usize,
    /// Punctuation marks (Unicode's P categories).
    pub punctuation: usize,
}

/// The characters that a reader sees: white space, control and format characters do not count, nor do marks that are
/// drawn onto the character before them. A Han character is one, like a Latin letter; in bytes it would be three.
///
/// ```
/// use tamis_page::text::count_characters;
///
/// assert_eq!(count_characters("a b\n c"), 3);
/// assert_eq!(count_characters("漢字かな"), 4);
/// assert_eq!(count_characters("e\u{301}"), 1);
/// ```
pub fn count_characters(text: &str) -> usize {
    count(text).characters
}

/// The words of a text.
///
/// A word is a run of letters and digits; an apostrophe, a full stop or a low line inside it, and a comma or colon inside
/// a number, belong to it (`don't`, `example.com`, `1,299.00`), as in Unicode's rules for word boundaries.
/// Scripts without spaces between words need more: each Han or kana character counts as a word, as word processors do;
/// Thai, Lao, Khmer and Burmese count one for every four characters, about the length of a word there. Korean has spaces.
///
/// ```
/// use tamis_page::text::count_words;
///
/// assert_eq!(count_words("It isn't 1,299.00 — is it?"), 5);
/// assert_eq!(count_words("日本語 text"), 4);
/// assert_eq!(count_words("한국어 단어"), 2);
/// ```
pub fn count_words(text: &str) -> usize {
    count(text).words
}

/// Characters, words and punctuation marks at once.
pub fn count(text: &str) -> TextCounts {
    let bytes = text.as_bytes();
    let mut counter = Counter::default();
    let mut position = 0;
    while let Some(chunk) = bytes.get(position..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*chunk);
        if all_spaces(word) {
            counter.state = OUTSIDE;
            counter.unspaced_run = 0;
            position += 8;
        } else if word & HIGH_BITS == 0 {
            for &byte in chunk {
                counter.ascii(byte);
            }
            counter.unspaced_run = 0;
            position += 8;
        } else {
            position = counter.characters_between(text, position, position + 32);
        }
    }
    counter.characters_between(text, position, bytes.len());
    TextCounts {
        characters: counter.characters as usize,
        words: counter.words as usize,
        punctuation: counter.punctuation as usize,
    }
}

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Whether all eight bytes are ASCII spaces or controls: adding 0x5F to a byte above 0x20 sets its high bit.
#[inline]
fn all_spaces(word: u64) -> bool {
    (word.wrapping_add(0x5F5F_5F5F_5F5F_5F5F) | word) & HIGH_BITS == 0
}

/// Walks a small automaton over the text. A state is a shift: the entry of a byte holds, eight bits for each state, the
/// state that follows, so that a step is one load and one shift, whatever the byte.
#[derive(Default)]
struct Counter {
    state: u64,
    characters: u64,
    words: u64,
    punctuation: u64,
    /// Characters of the current run of a script that neither has spaces nor a word a character.
    unspaced_run: u64,
}

/// Characters a word in Thai and its neighbours, vowel signs included.
const UNSPACED_WORD: u64 = 4;

/// Not in a word.
const OUTSIDE: u64 = 0;
/// After a letter.
const LETTER: u64 = 8;
/// After a digit.
const DIGIT: u64 = 16;
/// In a word, after a mark that continues it if a letter or digit follows.
const JOINER: u64 = 24;
/// In a number, after a mark that continues it if a digit follows.
const NUMBER_JOINER: u64 = 32;
/// Set in the state after the first character of a word; shifts ignore it.
const STARTS_WORD: u64 = 64;
/// Set in the entry of a character that a reader sees.
const VISIBLE: u64 = 1 << 63;
/// Set in the entry of a punctuation mark.
const PUNCTUATION: u64 = 1 << 62;

static ASCII: [u64; 128] = {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = entry(match byte {
            b'0'..=b'9' => Class::Digit,
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'\'' | b'.' | b'_' => Class::Joiner,
            b',' | b':' => Class::NumberJoiner,
            b'$' | b'+' | b'<' | b'=' | b'>' | b'^' | b'`' | b'|' | b'~' => Class::Symbol,
            b'!'..=b'~' => Class::Punctuation,
            _ => Class::Space,
        });
        byte += 1;
    }
    table
};

/// What a character of a class adds, and the states it leads to.
const fn entry(class: Class) -> u64 {
    match class {
        Class::Letter => {
            let starts = LETTER | STARTS_WORD;
            VISIBLE
                | starts << OUTSIDE
                | LETTER << LETTER
                | LETTER << DIGIT
                | LETTER << JOINER
                | starts << NUMBER_JOINER
        }
        Class::Digit => {
            let starts = DIGIT | STARTS_WORD;
            VISIBLE | starts << OUTSIDE | DIGIT << LETTER | DIGIT << DIGIT | DIGIT << JOINER | DIGIT << NUMBER_JOINER
        }
        Class::Joiner => VISIBLE | PUNCTUATION | JOINER << LETTER | JOINER << DIGIT,
        Class::NumberJoiner => VISIBLE | PUNCTUATION | NUMBER_JOINER << DIGIT,
        Class::Punctuation => VISIBLE | PUNCTUATION,
        Class::Symbol => VISIBLE,
        Class::Space | Class::Mark | Class::Ideograph | Class::Unspaced => 0,
    }
}

impl Counter {
    #[inline]
    fn ascii(&mut self, byte: u8) {
        self.add(ASCII[usize::from(byte & 127)]);
    }

    /// Counts the characters that begin from `start` to before `end`; returns where the next one begins.
    fn characters_between(&mut self, text: &str, start: usize, end: usize) -> usize {
        let mut position = start;
        for character in text[start..].chars() {
            if position >= end {
                break;
            }
            position += character.len_utf8();
            if character.is_ascii() {
                self.ascii(character as u8);
                self.unspaced_run = 0;
            } else {
                self.other(character);
            }
        }
        position
    }

    fn other(&mut self, character: char) {
        let class = class_of(character);
        match class {
            Class::Mark => {
                if self.unspaced_run > 0 {
                    self.continue_unspaced_run();
                }
                return;
            }
            Class::Unspaced => {
                self.continue_unspaced_run();
                self.characters += 1;
                self.state = OUTSIDE;
                return;
            }
            Class::Ideograph => {
                self.words += 1;
                self.characters += 1;
                self.state = OUTSIDE;
            }
            _ => self.add(entry(class)),
        }
        self.unspaced_run = 0;
    }

    fn continue_unspaced_run(&mut self) {
        self.words += u64::from(self.unspaced_run.is_multiple_of(UNSPACED_WORD));
        self.unspaced_run += 1;
    }

    #[inline]
    fn add(&mut self, entry: u64) {
        self.state = entry.wrapping_shr(self.state as u32);
        self.words += self.state >> 6 & 1;
        self.characters += entry >> 63;
        self.punctuation += entry >> 62 & 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, characters: usize, words: usize, punctuation: usize) {
        assert_eq!(count(text), TextCounts { characters, words, punctuation }, "{text:?}");
        // The position in a chunk of eight bytes makes no difference, nor does what stands before a space.
        for n_spaces in 1..9 {
            let moved = format!("{}{text}", " ".repeat(n_spaces));
            assert_eq!(count(&moved), TextCounts { characters, words, punctuation }, "{moved:?}");
        }
    }

    #[test]
    fn white_space_is_neither_character_nor_word() {
        check("", 0, 0, 0);
        check(" \t\n\u{c}\r\u{a0}\u{3000}\u{200b}\u{feff}\u{2028}", 0, 0, 0);
        check("a b\u{a0}c\u{3000}d", 4, 4, 0);
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        check("The quick brown fox", 16, 4, 0);
        check("COVID-19 well-known", 18, 4, 2);
        check("naïve Straße Ωμέγα слово", 21, 4, 0);
        check("— | · $ 'a'", 7, 1, 4);
        check("___", 3, 0, 3);
    }

    #[test]
    fn marks_inside_words_and_numbers_do_not_split_them() {
        check("don't isn’t", 10, 2, 2);
        check("example.com snake_case", 21, 2, 2);
        check("1,299.00 12:30", 13, 2, 3);
        check("one,two a:b end. Next", 18, 6, 3);
        check("1,a", 3, 2, 1);
    }

    #[test]
    fn han_and_kana_count_by_the_character_and_hangul_by_the_space() {
        check("漢字かなカナ", 6, 6, 0);
        check("iPhone15手机，新品。", 14, 5, 2);
        check("한국어 단어 셋", 6, 3, 0);
        check("𠮷野家", 3, 3, 0);
    }

    #[test]
    fn thai_counts_a_word_every_four_characters() {
        // "I love the Thai language": five words.
        check("ฉันรักภาษาไทย", 11, 4, 0);
        check("ไทย ไทย", 6, 2, 0);
        check("ไทย abc ไทย", 9, 3, 0);
    }

    #[test]
    fn marks_belong_to_the_character_before_them() {
        check("e\u{301}te\u{301}", 3, 1, 0);
        check("हिन्दी भाषा", 5, 2, 0);
        check("👩\u{200d}🚀\u{fe0f}", 2, 0, 0);
    }

    #[test]
    fn punctuation_of_other_scripts_counts() {
        check("“a” «b» ¿c? 、。！？", 13, 3, 10);
        check("، ؛ ؟ ।", 4, 0, 4);
    }
}
