//! Numbers for texts and places: the same text has the same number on every page and on every machine.

use tamis_page::{Document, NodeId, names};

/// A number that is made of one thing after the other.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64);

impl Key {
    /// FNV-1a, by its offset and its prime.
    pub const EMPTY: Key = Key(0xcbf2_9ce4_8422_2325);

    /// The key followed by bytes.
    pub fn bytes(self, bytes: &[u8]) -> Key {
        Key(bytes.iter().fold(self.0, |key, &byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// A text that ends here: `ab` and `c` are another key than `a` and `bc`.
    pub fn word(self, word: &str) -> Key {
        self.bytes(word.as_bytes()).bytes(&[0xff])
    }

    /// The key followed by a number.
    pub fn number(self, number: u64) -> Key {
        self.bytes(&number.to_le_bytes())
    }

    /// A name with its runs of digits as one: numbers in names count things or name the page.
    pub fn name_without_numbers(self, name: &str) -> Key {
        let mut key = self;
        for part in name.split(|letter: char| letter.is_ascii_digit()).filter(|part| !part.is_empty()) {
            key = key.bytes(part.as_bytes()).bytes(&[0xfe]);
        }
        key.bytes(&[0xff])
    }

    /// The words of a text, however they are spaced.
    pub fn words(self, text: &str) -> Key {
        text.split_whitespace().fold(self, Key::word)
    }

    /// The number that stands for all of it.
    pub fn finish(self) -> u64 {
        // The low bits of FNV are its weakest: those of the product's high half go in.
        self.0 ^ (self.0 >> 32)
    }
}

/// What an element is called: its tag, its classes and its id, digits left out. Of `html` and `body` the tag alone: their
/// classes tell one page from another, and all places are below them.
pub fn element_key(key: Key, document: &Document, element: NodeId) -> Key {
    let key = key.word(document.tag_name(element));
    if document.is_html(element, names::BODY) || document.is_html(element, names::HTML) {
        return key;
    }
    let key = document.classes(element).fold(key, Key::name_without_numbers).bytes(b"#");
    document.attribute(element, names::ID).map_or(key, |id| key.name_without_numbers(id))
}

/// The file that an image or a frame shows, without what is asked of the server besides it.
pub fn shown_file(document: &Document, element: NodeId) -> &str {
    let source = [names::SRC, names::DATA].into_iter().find_map(|name| document.attribute(element, name));
    source.unwrap_or("").split(['?', '#']).next().unwrap_or("")
}
