//! What pages call their parts: the words of classes, ids, roles and item properties.

use tamis_page::{Document, Name, NodeId, names};

/// The attributes by which pages name their parts, with their values.
pub(crate) fn names_of(document: &Document, node: NodeId) -> impl Iterator<Item = (Name, &str)> {
    document.attributes_named(node, |name| matches!(name, names::CLASS | names::ID | names::ROLE | names::ITEMPROP))
}

/// The words of an element's names, as they are learned: lower case, two letters or more.
pub(crate) fn each_word_of(document: &Document, node: NodeId, mut found: impl FnMut(&str)) {
    names_of(document, node).for_each(|(_, value)| each_word(value, &mut found));
}

/// `siteNav-main_2` is site, nav, main.
pub(crate) fn each_word(value: &str, mut found: impl FnMut(&str)) {
    // No word that means something is longer.
    const LONGEST: usize = 24;
    each_run(value, |run| {
        let mut letters = [0; LONGEST];
        if let Some(word) = letters.get_mut(..run.len())
            && run.len() > 1
        {
            word.copy_from_slice(run);
            word.make_ascii_lowercase();
            found(std::str::from_utf8(word).unwrap_or(""));
        }
    });
}

/// The same, each word as its letters in whatever case and number they are.
pub(crate) fn each_run(value: &str, mut found: impl FnMut(&[u8])) {
    let bytes = value.as_bytes();
    let (mut start, mut before) = (0, Sign::Other);
    for (position, &byte) in bytes.iter().enumerate() {
        let sign = SIGNS[usize::from(byte)];
        if sign != before && !(sign == Sign::Lower && before == Sign::Upper) {
            if before != Sign::Other {
                found(&bytes[start..position]);
            }
            start = position;
        }
        before = sign;
    }
    if before != Sign::Other {
        found(&bytes[start..]);
    }
}

/// What a byte of a name is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Other,
    Lower,
    Upper,
}

static SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Other; 256];
    let mut byte = 0;
    while byte < 26 {
        signs[b'a' as usize + byte] = Sign::Lower;
        signs[b'A' as usize + byte] = Sign::Upper;
        byte += 1;
    }
    signs
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_divided_at_signs_and_capitals() {
        let words = |value| {
            let mut words = Vec::new();
            each_word(value, |word| words.push(word.to_owned()));
            words
        };
        assert_eq!(words("siteNav-main_2 x"), ["site", "nav", "main"]);
        assert_eq!(words("FAQ"), ["faq"]);
        assert!(words(&"x".repeat(100)).is_empty());
    }
}
