//! What a page calls its elements: the words of their classes, ids, roles and item properties.
//!
//! Authors name the parts of a page by the same few hundred words: `siteNav`, `post-author`, `results__item`. Each method
//! that goes by such names asks here, so that a name is divided into words in one way, and each spelling once a page.

mod content_words;
mod vocabulary;
mod words;

pub(crate) use content_words::CONTENT_WORDS;
pub(crate) use vocabulary::{ContentWords, NameWords};

use crate::compare::fingerprint::{self, NumberMap, mix};
use std::cell::RefCell;
use tamis_page::{Document, Name, NodeId, names};

/// The names of a page's elements, read when they are first asked for.
#[derive(Debug)]
pub(crate) struct ElementNames(RefCell<NamesRead>);

/// What the attributes of an element call it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementName {
    /// The words of its classes and its id.
    pub(crate) in_class: NameWords,
    /// The words of its role and its item properties.
    pub(crate) in_role: NameWords,
    /// The words of all of them that speak for or against main content.
    pub(crate) content_words: ContentWords,
    /// Equal for one first class, digits left out: `item-3` and `item-4` are one kind. 0 if it has no class.
    pub(crate) first_class: u64,
}

impl ElementName {
    /// The words of all attributes.
    pub(crate) fn all(&self) -> NameWords {
        self.in_class | self.in_role
    }
}

/// The names read so far, each combination of attributes once.
#[derive(Debug)]
struct NamesRead {
    different: Vec<ElementName>,
    /// Their places there, by attribute and value, or by two such numbers.
    places: NumberMap<u32>,
    /// Of each node: 0 if it was not read yet, else one more than the place.
    of_nodes: Vec<u32>,
}

impl ElementNames {
    pub(crate) fn of_page(document: &Document) -> ElementNames {
        ElementNames(RefCell::new(NamesRead {
            different: vec![ElementName::default()],
            places: NumberMap::default(),
            of_nodes: vec![0; document.len()],
        }))
    }

    /// What an element is called. A node that is not an element has no name.
    pub(crate) fn of(&self, document: &Document, node: NodeId) -> ElementName {
        let mut read = self.0.borrow_mut();
        let place = match read.of_nodes[node.index()] {
            0 => {
                let place = read.place(document, node);
                read.of_nodes[node.index()] = place + 1;
                place
            }
            known => known - 1,
        };
        read.different[place as usize]
    }
}

impl NamesRead {
    fn place(&mut self, document: &Document, node: NodeId) -> u32 {
        let (mut key, mut place) = (0, 0);
        for (attribute, value) in named_by(document, node) {
            let key_of_value = mix(fingerprint::of_text(value) ^ attribute.index() as u64);
            let of_value = self.place_of(key_of_value, || ElementName::of(attribute, value));
            if key == 0 {
                (key, place) = (key_of_value, of_value);
            } else {
                key = mix(key ^ key_of_value.rotate_left(17));
                let (one, other) = (self.different[place as usize], self.different[of_value as usize]);
                place = self.place_of(key, || one.with(other));
            }
        }
        place
    }

    fn place_of(&mut self, key: u64, name: impl FnOnce() -> ElementName) -> u32 {
        let different = &mut self.different;
        *self.places.entry(key).or_insert_with(|| {
            different.push(name());
            different.len() as u32 - 1
        })
    }
}

impl ElementName {
    fn of(attribute: Name, value: &str) -> ElementName {
        let (words, content_words) = vocabulary::words_of(value);
        let is_class = matches!(attribute, names::CLASS | names::ID);
        let first_class = value.split_ascii_whitespace().next().filter(|_| attribute == names::CLASS);
        ElementName {
            in_class: if is_class { words } else { NameWords::default() },
            in_role: if is_class { NameWords::default() } else { words },
            content_words,
            first_class: first_class.map_or(0, |class| fingerprint::of_class(class, 1)),
        }
    }

    /// The name of an element with the attributes of both.
    fn with(self, other: ElementName) -> ElementName {
        ElementName {
            in_class: self.in_class | other.in_class,
            in_role: self.in_role | other.in_role,
            content_words: self.content_words.with(other.content_words),
            // Only one of them has a class.
            first_class: self.first_class | other.first_class,
        }
    }
}

/// The attributes by which pages name their parts, with their values.
fn named_by(document: &Document, node: NodeId) -> impl Iterator<Item = (Name, &str)> {
    document.attributes_named(node, |name| matches!(name, names::CLASS | names::ID | names::ROLE | names::ITEMPROP))
}

/// Each word of an element's names of 2 to 24 letters, in lower case: what a vocabulary is learned from.
pub(crate) fn each_word(document: &Document, node: NodeId, mut found: impl FnMut(String)) {
    for word in named_by(document, node).flat_map(|(_, value)| words::words(value)) {
        if (2..=24).contains(&word.letters.len()) {
            found(String::from_utf8_lossy(word.letters).to_ascii_lowercase());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_called_what_all_of_its_attributes_say() {
        let html =
            "<p class='item-1 menu' id=top role=banner><p id=top class='item-2 menu' role=main><p role=banner><p>";
        let document = Document::parse(html);
        let names = ElementNames::of_page(&document);
        let called: Vec<ElementName> =
            document.elements_named(names::P).map(|node| names.of(&document, node)).collect();
        let class = NameWords::LIST | NameWords::MENU | NameWords::LOGO;
        assert_eq!((called[0].in_class, called[0].in_role), (class, NameWords::HEADER));
        assert_eq!((called[1].in_class, called[1].in_role), (class, NameWords::MAIN));
        assert_eq!((called[0].first_class, called[2].first_class), (called[1].first_class, 0));
        assert_eq!(called[2].all(), NameWords::HEADER);
        assert_eq!(called[3].all(), NameWords::default());
    }
}
