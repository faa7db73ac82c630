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
    each_word_bytes(value, |word| found(std::str::from_utf8(word).unwrap_or("")));
}

/// The same, each word as its letters.
pub(crate) fn each_word_bytes(value: &str, mut found: impl FnMut(&[u8])) {
    // No word of the table is longer.
    const LONGEST: usize = 24;
    let mut word = [0; LONGEST];
    let (mut length, mut before) = (0, b' ');
    for byte in value.bytes().chain([b' ']) {
        let is_letter = byte.is_ascii_alphabetic();
        if !is_letter || byte.is_ascii_uppercase() && before.is_ascii_lowercase() {
            if (2..=LONGEST).contains(&length) {
                found(&word[..length]);
            }
            length = 0;
        }
        if is_letter {
            if let Some(place) = word.get_mut(length) {
                *place = byte.to_ascii_lowercase();
            }
            length += 1;
        }
        before = byte;
    }
}

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
