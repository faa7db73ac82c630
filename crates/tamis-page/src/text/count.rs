//! Characters, words and punctuation marks of a text, for any script, in one pass.

use super::script::{Class, ascii_class, class_of};
use crate::swar::{self, HIGH_BITS, at_least, between, repeat, tally};

/// Characters, words and punctuation marks of a text.
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
/// use tamis_page::count_characters;
///
/// assert_eq!(count_characters("a b\n c"), 3);
/// assert_eq!(count_characters("漢字かな"), 4);
/// assert_eq!(count_characters("e\u{301}"), 1);
/// ```
pub fn count_characters(text: &str) -> usize {
    count_text(text).characters
}

/// The words of a text.
///
/// A word is a run of letters and digits; an apostrophe, a full stop or a low line inside it, and a comma or colon inside
/// a number, belong to it (`don't`, `example.com`, `1,299.00`), as in Unicode's rules for word boundaries.
/// Scripts without spaces between words need more: each Han or kana character counts as a word, as word processors do;
/// Thai, Lao, Khmer and Burmese count one for every four characters, about the length of a word there. Korean has spaces.
///
/// ```
/// use tamis_page::count_words;
///
/// assert_eq!(count_words("It isn't 1,299.00 — is it?"), 5);
/// assert_eq!(count_words("日本語 text"), 4);
/// assert_eq!(count_words("한국어 단어"), 2);
/// ```
pub fn count_words(text: &str) -> usize {
    count_text(text).words
}

/// Characters, words and punctuation marks at once.
#[inline]
pub fn count_text(text: &str) -> TextCounts {
    // Two of three text nodes are the white space between tags.
    if is_blank(text.as_bytes()) {
        return TextCounts::default();
    }
    let Sums { characters, words, punctuation } = count_visible(text);
    TextCounts { characters: characters as usize, words: words as usize, punctuation: punctuation as usize }
}

/// The counts as they come back from the loop: two registers, while three numbers would go through memory and wait there.
struct Sums {
    characters: u64,
    words: u32,
    punctuation: u32,
}

#[inline]
fn is_blank(bytes: &[u8]) -> bool {
    let are_spaces = |chunk: &[u8; 8]| {
        let chunk = u64::from_le_bytes(*chunk);
        (chunk.wrapping_add(repeat(0x5F)) | chunk) & HIGH_BITS == 0
    };
    let (chunks, rest) = bytes.as_chunks::<8>();
    bytes.first().is_none_or(|&first| first <= b' ')
        && chunks.iter().all(are_spaces)
        && match bytes.last_chunk() {
            Some(last) => are_spaces(last),
            None => rest.iter().all(|&byte| byte <= b' '),
        }
}

#[inline(never)]
fn count_visible(text: &str) -> Sums {
    let bytes = text.as_bytes();
    let mut counter = Counter::default();
    let mut position = 0;
    while let Some(chunk) = bytes.get(position..).and_then(<[u8]>::first_chunk::<8>) {
        let chunk = u64::from_le_bytes(*chunk);
        if chunk & HIGH_BITS == 0 {
            counter.eight(chunk);
            position += 8;
        } else {
            (counter, position) = counter.until_ascii(text, position);
        }
    }
    if position < bytes.len() {
        let rest = swar::from(bytes, position);
        if rest & HIGH_BITS == 0 {
            counter.eight(rest);
        } else {
            (counter, _) = counter.until_ascii(text, position);
        }
    }
    Sums { characters: counter.characters, words: counter.words as u32, punctuation: counter.punctuation as u32 }
}

/// Goes over the text eight ASCII bytes at a time, all eight at once in one number, as long as it can: a test is then a
/// few additions, which set the high bit of each byte that passes. `1,299.00 km` and such need what stood before a byte;
/// the four `after` fields hold that at the lowest byte's high bit, from one chunk to the next.
#[derive(Default)]
struct Counter {
    characters: u64,
    words: u64,
    punctuation: u64,
    /// A letter or digit stood last.
    after_word: u64,
    /// A digit stood last.
    after_digit: u64,
    /// A mark that joins letters and digits stood last, and one of these before it.
    after_joiner: u64,
    /// A mark that joins digits stood last, and a digit before it.
    after_number_joiner: u64,
}

/// Characters a word in Thai and its neighbours, vowel signs included.
const UNSPACED_WORD: u64 = 4;

impl Counter {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the counter stays in registers: a sixth fewer instructions")]
    fn eight(&mut self, chunk: u64) {
        let visible = at_least(chunk, b'!');
        if visible == 0 {
            self.end_word();
            return;
        }
        let digits = between(chunk, b'0', b'9');
        let word = between(chunk | repeat(0x20), b'a', b'z') | digits;
        let after_word = word << 8 | self.after_word;
        let mut marks = visible & !word;
        let mut joined = self.after_joiner | self.after_number_joiner & digits;
        self.after_joiner = 0;
        self.after_number_joiner = 0;
        if marks != 0 {
            let (mut joiners, mut number_joiners) = (0, 0);
            // There is hardly ever more than one in eight bytes.
            while marks != 0 {
                let shift = marks.trailing_zeros() - 7;
                let mark = u64::from(MARKS[(chunk >> shift) as usize & 127]);
                joiners |= (mark & JOINS) << shift;
                number_joiners |= (mark & JOINS_NUMBERS) << 1 << shift;
                self.punctuation += mark & IS_PUNCTUATION;
                marks &= marks - 1;
            }
            joiners &= after_word;
            number_joiners &= digits << 8 | self.after_digit;
            joined |= joiners << 8 | number_joiners << 8 & digits;
            self.after_joiner = joiners >> 56;
            self.after_number_joiner = number_joiners >> 56;
        }
        self.characters += tally(visible);
        self.words += tally(word & !after_word & !joined);
        self.after_word = word >> 56;
        self.after_digit = digits >> 56;
    }

    /// Counts one character at a time, from `start` until only ASCII follows for a while; returns where the next one
    /// begins. The counter is taken and given back so that the caller's can stay in registers.
    #[inline(never)]
    fn until_ascii(mut self, text: &str, start: usize) -> (Counter, usize) {
        let bytes = text.as_bytes();
        let mut position = start;
        let mut state = self.state();
        // Characters of the current run of a script that has neither spaces nor a word a character.
        let mut unspaced_run = 0;
        for character in text[start..].chars() {
            if character.is_ascii() && bytes.get(position..position + 8).is_some_and(<[u8]>::is_ascii) {
                break;
            }
            position += character.len_utf8();
            let class = class_of(character);
            if unspaced_run > 0 || class == Class::Unspaced {
                let continues = class == Class::Unspaced || class == Class::Mark;
                self.words += u64::from(continues && unspaced_run % UNSPACED_WORD == 0);
                unspaced_run = if continues { unspaced_run + 1 } else { 0 };
            }
            let step = STEPS[class as usize];
            state = step.wrapping_shr(state as u32);
            self.words += state >> 6 & 1;
            self.characters += step >> 63;
            self.punctuation += step >> 62 & 1;
        }
        self.set_state(state);
        (self, position)
    }

    fn state(&self) -> u64 {
        match self {
            Counter { after_digit: 1.., .. } => DIGIT,
            Counter { after_word: 1.., .. } => LETTER,
            Counter { after_joiner: 1.., .. } => JOINER,
            Counter { after_number_joiner: 1.., .. } => NUMBER_JOINER,
            _ => OUTSIDE,
        }
    }

    fn set_state(&mut self, state: u64) {
        let is = |wanted| u64::from(state & 63 == wanted) << 7;
        self.after_digit = is(DIGIT);
        self.after_word = is(DIGIT) | is(LETTER);
        self.after_joiner = is(JOINER);
        self.after_number_joiner = is(NUMBER_JOINER);
    }

    #[inline]
    fn end_word(&mut self) {
        self.after_word = 0;
        self.after_digit = 0;
        self.after_joiner = 0;
        self.after_number_joiner = 0;
    }
}

// One character at a time is a small automaton. A state is a shift: the step of a class holds, eight bits for each state,
// the state that follows, so that a character costs one load and one shift whatever it is.

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
/// Set beside the state that begins a word; shifts ignore it.
const STARTS_WORD: u64 = 64;
/// Set in the step of a character that a reader sees.
const VISIBLE: u64 = 1 << 63;
/// Set in the step of a punctuation mark.
const PUNCTUATION: u64 = 1 << 62;

/// The steps by class.
static STEPS: [u64; 10] = {
    let starts_letter = LETTER | STARTS_WORD;
    let starts_digit = DIGIT | STARTS_WORD;
    let mut steps = [0; 10];
    steps[Class::Mark as usize] = LETTER << LETTER | DIGIT << DIGIT | JOINER << JOINER | NUMBER_JOINER << NUMBER_JOINER;
    steps[Class::Letter as usize] = VISIBLE
        | starts_letter << OUTSIDE
        | LETTER << LETTER
        | LETTER << DIGIT
        | LETTER << JOINER
        | starts_letter << NUMBER_JOINER;
    steps[Class::Digit as usize] =
        VISIBLE | starts_digit << OUTSIDE | DIGIT << LETTER | DIGIT << DIGIT | DIGIT << JOINER | DIGIT << NUMBER_JOINER;
    steps[Class::Ideograph as usize] = VISIBLE
        | STARTS_WORD << OUTSIDE
        | STARTS_WORD << LETTER
        | STARTS_WORD << DIGIT
        | STARTS_WORD << JOINER
        | STARTS_WORD << NUMBER_JOINER;
    steps[Class::Unspaced as usize] = VISIBLE;
    steps[Class::Joiner as usize] = VISIBLE | PUNCTUATION | JOINER << LETTER | JOINER << DIGIT;
    steps[Class::NumberJoiner as usize] = VISIBLE | PUNCTUATION | NUMBER_JOINER << DIGIT;
    steps[Class::Punctuation as usize] = VISIBLE | PUNCTUATION;
    steps[Class::Symbol as usize] = VISIBLE;
    steps
};

/// In [`MARKS`]: continues a word.
const JOINS: u64 = 0x80;
/// In [`MARKS`]: continues a number.
const JOINS_NUMBERS: u64 = 0x40;
/// In [`MARKS`]: a punctuation mark.
const IS_PUNCTUATION: u64 = 1;

/// The class of each ASCII character that is neither white space nor a letter or digit.
static MARKS: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = match ascii_class(byte) {
            Class::Joiner => (JOINS | IS_PUNCTUATION) as u8,
            Class::NumberJoiner => (JOINS_NUMBERS | IS_PUNCTUATION) as u8,
            Class::Punctuation => IS_PUNCTUATION as u8,
            _ => 0,
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, characters: usize, words: usize, punctuation: usize) {
        assert_eq!(count_text(text), TextCounts { characters, words, punctuation }, "{text:?}");
        // The position in a chunk of eight bytes makes no difference.
        for n_spaces in 1..9 {
            let moved = format!("{}{text}", " ".repeat(n_spaces));
            assert_eq!(count_text(&moved), TextCounts { characters, words, punctuation }, "{moved:?}");
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

    /// The words by their definition, one character at a time; for text without marks and unspaced scripts.
    fn words_by_definition(text: &str) -> usize {
        let classes: Vec<Class> = text.chars().map(class_of).collect();
        let is_word = |i: usize| matches!(classes.get(i), Some(Class::Letter | Class::Digit));
        let is = |i: usize, class: Class| classes.get(i) == Some(&class);
        let starts = |i: &usize| {
            let i = *i;
            let continues = i > 0 && is_word(i - 1);
            let is_joined = i > 1 && is(i - 1, Class::Joiner) && is_word(i - 2);
            let is_number = i > 1 && is(i - 1, Class::NumberJoiner) && is(i - 2, Class::Digit) && is(i, Class::Digit);
            is(i, Class::Ideograph) || is_word(i) && !continues && !is_joined && !is_number
        };
        (0..classes.len()).filter(starts).count()
    }

    #[test]
    fn eight_at_a_time_is_one_at_a_time() {
        // Every pair of ASCII characters after a letter, a digit, a mark and a space, at every place in a chunk.
        for before in ["a", "7", "a.", "7,", "7.", " ", "-", "a'", "é", "語", "7:é,"] {
            for pair in 0..128 * 128u32 {
                let pair_of_characters = [pair % 128, pair / 128].into_iter().filter_map(char::from_u32);
                let text: String = before.chars().chain(pair_of_characters).collect();
                let text = format!("{:width$}{text}x1", "", width = pair as usize % 11);
                assert_eq!(count_words(&text), words_by_definition(&text), "{text:?}");
                let n_visible = text.chars().filter(|&character| class_of(character) != Class::Space).count();
                assert_eq!(count_characters(&text), n_visible, "{text:?}");
            }
        }
    }
}
