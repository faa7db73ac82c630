//! What a word is.

use regex::Regex;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// A character of Japanese, Chinese or Korean is a word of its own; otherwise runs of letters and digits are words.
static WORD: LazyLock<Regex> =
    LazyLock::new(|| regex(r"[\u{3040}-\u{30ff}\u{3400}-\u{9fff}\u{f900}-\u{faff}\u{ac00}-\u{d7af}]|[\p{L}\p{N}]+"));
static LETTER_WORD: LazyLock<Regex> = LazyLock::new(|| regex(r"[\p{L}\p{N}_]+"));

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("invariant: the pattern is a constant")
}

/// The words of a record or a cell: compatibility forms unified, lower case, the scripts without spaces by character.
pub fn words(text: &str) -> Vec<String> {
    let plain = text.nfkc().collect::<String>().to_lowercase();
    WORD.find_iter(&plain).map(|word| word.as_str().to_owned()).collect()
}

/// The words of main content: runs of letters, digits and low lines, as they stand.
pub fn letter_words(text: &str) -> impl Iterator<Item = &str> {
    LETTER_WORD.find_iter(text).map(|word| word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(words(text), expected);
    }

    #[test]
    fn words_are_lower_case_runs_of_letters_and_digits() {
        check("Desk-Lamp, 1.299,00 €", &["desk", "lamp", "1", "299", "00"]);
        check("snake_case naïve", &["snake", "case", "naïve"]);
    }

    #[test]
    fn a_cjk_character_is_a_word_unless_a_run_of_letters_leads_to_it() {
        check("日本 漢", &["日", "本", "漢"]);
        check("abc日本", &["abc日本"]);
        check("かabc", &["か", "abc"]);
    }

    #[test]
    fn compatibility_forms_are_unified() {
        check("ＡＢＣ ﬁne ①", &["abc", "fine", "1"]);
    }

    #[test]
    fn combining_marks_are_not_letters() {
        // As in the reference's regular expressions: only letters and numbers count, not what is alphabetic by extension.
        check("हिन्दी", &["ह", "न", "द"]);
    }
}
