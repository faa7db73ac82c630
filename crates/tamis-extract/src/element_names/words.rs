//! Dividing a name into its words: `siteNav-main_2` is site, nav and main.

/// A word of a name, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NameWord<'a> {
    pub(super) letters: &'a [u8],
    /// Whether a digit stands right before or after it: made-up names such as `post-6900e5ad405` are full of short words.
    pub(super) touches_digit: bool,
}

/// The words of a name, in order: runs of ASCII letters, divided where a capital follows a small letter.
pub(super) fn words(name: &str) -> impl Iterator<Item = NameWord<'_>> {
    let bytes = name.as_bytes();
    let mut position = 0;
    std::iter::from_fn(move || {
        while !bytes.get(position)?.is_ascii_alphabetic() {
            position += 1;
        }
        let start = position;
        position += 1;
        while position < bytes.len()
            && bytes[position].is_ascii_alphabetic()
            && !(bytes[position].is_ascii_uppercase() && bytes[position - 1].is_ascii_lowercase())
        {
            position += 1;
        }
        let is_digit = |position: Option<usize>| position.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        let touches_digit = is_digit(start.checked_sub(1)) || is_digit(Some(position));
        Some(NameWord { letters: &bytes[start..position], touches_digit })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_divided_at_signs_and_capitals() {
        let words = |name| {
            let letters = words(name).map(|word| String::from_utf8_lossy(word.letters).to_lowercase());
            letters.collect::<Vec<_>>()
        };
        assert_eq!(words("siteNav-main_2 x"), ["site", "nav", "main", "x"]);
        assert_eq!(
            words("entry-meta post_author articleDate2"),
            ["entry", "meta", "post", "author", "article", "date"]
        );
        assert_eq!(words("FAQ"), ["faq"]);
        assert_eq!(words("éa-Ünder"), ["a", "nder"]);
        assert!(words("").is_empty() && words("-12 é").is_empty());
    }

    #[test]
    fn a_word_knows_its_digits() {
        let touch = |name| words(name).map(|word| word.touches_digit).collect::<Vec<_>>();
        assert_eq!(touch("5ad405 ad-2 ad2"), [true, false, true]);
    }
}
