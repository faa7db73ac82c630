//! Numbers that stand for texts and elements where only equality counts.
//!
//! Their hash has no secret. A page that is written so that they collide makes its own answer worse and nothing slower.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use tamis_page::{Document, Name, NodeId, names};

/// A map by such numbers, which need no second hash.
pub(crate) type NumberMap<V> = HashMap<u64, V, BuildHasherDefault<NumberHasher>>;

/// Takes a number that was already [mixed](mix) for its own hash.
#[derive(Default)]
pub(crate) struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Spreads the bits of a number.
pub(crate) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (value ^ (value >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Equal for equal texts; reads eight bytes at a time.
pub(crate) fn of_text(text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let hash = words.iter().fold(text.len() as u64, |hash, word| step(hash, u64::from_le_bytes(*word)));
    // Fewer than eight, as one number too.
    mix(step(hash, rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))))
}

/// Equal for elements with one tag and one first class, digits left out: `item-3` and `item-4` are one kind.
pub(crate) fn of_element(document: &Document, node: NodeId, tag: Name) -> u64 {
    let start = mix(tag.index() as u64 + 1);
    document.classes(node).next().map_or(start, |class| of_class(class, start))
}

/// Equal for one class after one start, digits left out.
pub(crate) fn of_class(class: &str, start: u64) -> u64 {
    let letters = class.bytes().filter(|byte| !byte.is_ascii_digit());
    mix(letters.fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
}

/// Whether a tag only sets words off: it stands wherever the query has them, and is no place of its own.
pub(crate) fn is_set_off(tag: Name) -> bool {
    matches!(tag, names::B | names::STRONG | names::EM | names::I | names::MARK | names::FONT | names::U | names::WBR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_and_kinds_have_equal_numbers() {
        assert_eq!(of_text("a longer text"), of_text("a longer text"));
        assert_ne!(of_text("a longer text"), of_text("a longer texu"));
        let document = Document::parse("<p class='item-1 x'><p class=item-2><p class=card><b class=item-1>");
        let kinds: Vec<u64> = document
            .nodes()
            .filter(|&node| document.attribute(node, names::CLASS).is_some())
            .filter_map(|node| Some(of_element(&document, node, document.tag(node)?)))
            .collect();
        assert_eq!(kinds[0], kinds[1]);
        assert!(kinds[2] != kinds[0] && kinds[3] != kinds[0]);
    }
}
