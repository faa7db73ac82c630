//! End tags and attributes as almost every page spells them, so that one comparison of eight bytes reads them: nine of ten
//! end tags close the current element, and three of four attributes have one of twenty names, an `=` and a double quote.

use crate::document::Name;
use crate::document::name::N_ELEMENT_NAMES;
#[allow(clippy::wildcard_imports, reason = "a table of names")]
use crate::document::names::*;

/// Up to eight bytes, and which of eight those are.
#[derive(Clone, Copy)]
struct Pattern {
    bytes: u64,
    mask: u64,
}

impl Pattern {
    /// Equal to nothing.
    const NONE: Pattern = Pattern { bytes: 1, mask: 0 };

    const fn new(name: &str, end: &str) -> Pattern {
        let (name, end) = (name.as_bytes(), end.as_bytes());
        let len = name.len() + end.len();
        if len > 8 {
            return Pattern::NONE;
        }
        let mut bytes = [0; 8];
        let mut i = 0;
        while i < len {
            bytes[i] = if i < name.len() { name[i] } else { end[i - name.len()] };
            assert!(!bytes[i].is_ascii_uppercase());
            i += 1;
        }
        Pattern { bytes: u64::from_le_bytes(bytes), mask: u64::MAX >> (64 - 8 * len) }
    }

    #[inline(always)]
    fn is_at(self, word: u64) -> bool {
        word & self.mask == self.bytes
    }
}

/// The eight bytes from `at` on as a number.
#[inline(always)]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The names of elements with the `>` of their end tag.
static END_TAGS: [Pattern; N_ELEMENT_NAMES] = {
    let mut table = [Pattern::NONE; N_ELEMENT_NAMES];
    let mut i = 0;
    while i < N_ELEMENT_NAMES {
        table[i] = Pattern::new(Name::numbered(i).spelling(), ">");
        i += 1;
    }
    table
};

/// The position after the end tag of `name` whose name begins at `at`; `None` if it is another or not spelt plainly.
#[inline(always)]
pub(super) fn after_end_tag(bytes: &[u8], at: usize, name: Name) -> Option<usize> {
    let pattern = END_TAGS.get(name.index())?;
    let len = 8 - pattern.mask.leading_zeros() as usize / 8;
    pattern.is_at(word(bytes, at)?).then_some(at + len)
}

#[derive(Clone, Copy)]
struct Attribute {
    pattern: Pattern,
    name: Name,
    len: u32,
}

#[rustfmt::skip]
const ATTRIBUTES: &[Name] = &[
    CLASS, HREF, ID, TYPE, STYLE, SRC, ROLE, REL, TITLE, NAME, VALUE, WIDTH, HEIGHT, ALT, TARGET, D, FOR, MEDIA, LANG,
];

const SLOT_BITS: u32 = 5;

/// Where an attribute stands in the table: the multiplier is one that keeps the names apart.
#[inline(always)]
const fn slot(word: u64) -> usize {
    ((word as u32 & 0xFFFF).wrapping_mul(MULTIPLIER) >> (32 - SLOT_BITS)) as usize
}

const MULTIPLIER: u32 = 0x41A7_FB5F;

static FREQUENT: [Attribute; 1 << SLOT_BITS] = {
    let mut table = [Attribute { pattern: Pattern::NONE, name: HTML, len: 0 }; 1 << SLOT_BITS];
    let mut i = 0;
    while i < ATTRIBUTES.len() {
        let name = ATTRIBUTES[i];
        let pattern = Pattern::new(name.spelling(), "=\"");
        let slot = slot(pattern.bytes);
        assert!(pattern.mask != 0 && table[slot].pattern.mask == 0, "each attribute has a slot of its own");
        table[slot] = Attribute { pattern, name, len: name.spelling().len() as u32 + 2 };
        i += 1;
    }
    table
};

/// The attribute at `at` and where its value begins, behind a double quote; `None` if it is another or not spelt plainly.
#[inline(always)]
pub(super) fn attribute(bytes: &[u8], at: usize) -> Option<(Name, usize)> {
    let word = word(bytes, at)?;
    let attribute = &FREQUENT[slot(word)];
    attribute.pattern.is_at(word).then_some((attribute.name, at + attribute.len as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_tag_is_known_by_its_whole_name() {
        assert_eq!(after_end_tag(b"</div>.......", 2, DIV), Some(6));
        assert_eq!(after_end_tag(b"</section>", 2, SECTION), Some(10));
        for (html, name) in [("</dir>......", DIV), ("</div >.....", DIV), ("</DIV>......", DIV), ("</div>", DIV)] {
            assert_eq!(after_end_tag(html.as_bytes(), 2, name), None, "{html}");
        }
        assert_eq!(after_end_tag(b"</blockquote>.....", 2, BLOCKQUOTE), None);
    }

    #[test]
    fn an_attribute_is_known_by_its_whole_name_and_a_double_quote() {
        for &name in ATTRIBUTES {
            let html = format!("{}=\"        ", name.spelling());
            assert_eq!(attribute(html.as_bytes(), 0), Some((name, name.spelling().len() + 2)), "{html}");
        }
        for html in ["class='x'     ", "classs=\"x\"  ", "class =\"x\"   ", "CLASS=\"x\"   ", "class=\""] {
            assert_eq!(attribute(html.as_bytes(), 0), None, "{html}");
        }
    }
}
