//! What a node is called when pages are compared.
//!
//! Two pages of one template have the same elements with other words in them. What an element is called is its tag, its
//! `id` and its classes; numbers in ids and classes name a thing of the page (`post-1834`), so all numbers are one.

use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// The name of a node as three numbers, each zero where there is nothing. They are stored, so the way they are made never
/// changes within a version of the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Label {
    /// The element's name, or that it is text.
    pub tag: u32,
    /// Its id.
    pub id: u32,
    /// Its classes.
    pub class: u32,
}

/// The `tag` of a text.
const TEXT: &[u8] = b"#text";

impl Label {
    pub(crate) fn of(document: &Document, node: NodeId) -> Label {
        if !document.is_element(node) {
            return Label { tag: Hash::new().bytes(TEXT).to_u32(), id: 0, class: 0 };
        }
        let id = document.attribute(node, names::ID).map_or(0, id_number);
        let mut class = 0;
        for word in document.classes(node) {
            // A sum, because the order of classes means nothing.
            class = u32::wrapping_add(class, Hash::new().without_numbers(word).to_u32());
        }
        Label { tag: Hash::new().bytes(document.tag_name(node).as_bytes()).to_u32(), id, class }
    }
}

/// An id as a number, zero for an empty one.
pub(crate) fn id_number(id: &str) -> u32 {
    match id.trim() {
        "" => 0,
        id => Hash::new().without_numbers(id).to_u32(),
    }
}

/// The children of a node that pages of one template share: elements that can have a box, and text. Comments, code and
/// white space come and go from page to page. What is in a `noscript` is shown where no scripts run.
pub(crate) fn children(document: &Document, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    document.children(node).filter(move |&child| match document.kind(child) {
        NodeKind::Element => !is_never_shown(document, child) || document.is_html(child, names::NOSCRIPT),
        NodeKind::Text => !document.is_blank_text(child),
        _ => false,
    })
}

/// FNV-1a, 64 bits. It is stored, and the standard library's hashes may change with its version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(u64);

impl Hash {
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    pub(crate) fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn byte(self, byte: u8) -> Hash {
        Hash((self.0 ^ u64::from(byte)).wrapping_mul(Self::PRIME))
    }

    pub(crate) fn bytes(self, bytes: &[u8]) -> Hash {
        bytes.iter().fold(self, |hash, &byte| hash.byte(byte))
    }

    pub(crate) fn number(self, number: u32) -> Hash {
        self.bytes(&number.to_le_bytes())
    }

    /// The text with every number, also a hexadecimal one, as one and the same.
    pub(crate) fn without_numbers(self, text: &str) -> Hash {
        let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let (mut hash, mut rest) = (self, text.as_bytes());
        while let Some(&first) = rest.first() {
            let n_hex = rest.iter().take_while(|byte| is_hex(byte)).count();
            let (run, after) = rest.split_at(n_hex.max(1));
            hash = match run.iter().any(u8::is_ascii_digit) {
                true => hash.byte(b'0'),
                false if n_hex > 0 => hash.bytes(run),
                false => hash.byte(first),
            };
            rest = after;
        }
        hash
    }

    /// Never zero.
    pub(crate) fn to_u32(self) -> u32 {
        // The high half is mixed better than the low one.
        ((self.0 >> 32) as u32 ^ self.0 as u32).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one() {
        let number = |id: &str| id_number(id);
        assert_eq!(number("post-1834"), number("post-9"));
        assert_eq!(number("row_3fa9c2"), number("row_1"));
        assert_ne!(number("face"), number("cafe"));
        assert_ne!(number("post-1"), number("post-"));
        assert_eq!(number("  "), 0);
    }

    #[test]
    fn a_label_is_tag_id_and_classes_in_any_order() {
        let document = Document::parse("<div id=a class='x y'></div><div class='y x' id=a></div><p class='x y'></p>t");
        let body = document.body().expect("every page has a body");
        let labels: Vec<Label> = children(&document, body).map(|node| Label::of(&document, node)).collect();
        assert_eq!(labels[0], labels[1]);
        assert_eq!((labels[2].class, labels[2].id), (labels[0].class, 0));
        assert_ne!(labels[2].tag, labels[3].tag);
    }

    #[test]
    fn code_comments_and_white_space_are_no_children() {
        let document =
            Document::parse("<body><!--c--><script>x</script> <template>y</template><p>z</p>\n<style></style>");
        let body = document.body().expect("every page has a body");
        assert_eq!(children(&document, body).count(), 1);
    }
}
