//! Character references (character reference state and the seven after it).

use super::Tokenizer;
use super::entities::{LONGEST_WITHOUT_SEMICOLON, NAMED, WITHOUT_SEMICOLON};
use crate::document::node::Span;
use crate::document::parse::scan;

/// What a reference stands for: one character, or a named one, which may stand for two.
pub(super) enum Characters {
    One(char),
    Named(&'static str),
}

impl Characters {
    #[inline]
    pub(super) fn push_to(&self, text: &mut String) {
        match self {
            Characters::One(character) => text.push(*character),
            Characters::Named(characters) => text.push_str(characters),
        }
    }
}

/// Where a reference stands: the rules for a missing semicolon differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceIn {
    Text,
    Attribute,
}

impl Tokenizer<'_> {
    /// The source between two places with character references decoded and U+0000 replaced by U+FFFD.
    pub(super) fn decode_references(&mut self, start: usize, end: usize, place: ReferenceIn) -> Span {
        let bytes = &self.bytes[..end];
        let decoded_from = self.buffers.decoded.len();
        let mut from = start;
        let mut i = start;
        loop {
            i = if self.has_null {
                scan::find_either(bytes, i, b'&', 0)
            } else {
                scan::find_either(bytes, i, b'&', b'&')
            };
            let decoded = match bytes.get(i) {
                None => break,
                Some(0) => Some((i + 1, Characters::One('\u{FFFD}'))),
                Some(_) => self.character_reference(i, place),
            };
            let Some((after, characters)) = decoded else {
                i += 1;
                continue;
            };
            self.buffers.decoded.push_str(&self.source[from..i]);
            characters.push_to(&mut self.buffers.decoded);
            from = after;
            i = after;
        }
        if self.buffers.decoded.len() == decoded_from {
            return self.source_span(start, end);
        }
        self.buffers.decoded.push_str(&self.source[from..end]);
        self.decoded_span(decoded_from)
    }

    /// The reference whose `&` is at `at`: the position after it and its characters. `None` if the `&` is just a sign.
    pub(super) fn character_reference(&self, at: usize, place: ReferenceIn) -> Option<(usize, Characters)> {
        // These are nine tenths of all references on the web; attributes that hold JSON are full of the first.
        match self.bytes.get(at + 1..)? {
            [b'q', b'u', b'o', b't', b';', ..] => return Some((at + 6, Characters::One('"'))),
            [b'a', b'm', b'p', b';', ..] => return Some((at + 5, Characters::One('&'))),
            [b'n', b'b', b's', b'p', b';', ..] => return Some((at + 6, Characters::One('\u{A0}'))),
            [b'l', b't', b';', ..] => return Some((at + 4, Characters::One('<'))),
            [b'g', b't', b';', ..] => return Some((at + 4, Characters::One('>'))),
            _ => {}
        }
        match self.bytes.get(at + 1)? {
            b'#' => self.numeric_reference(at + 2),
            byte if byte.is_ascii_alphanumeric() => self.named_reference(at + 1, place),
            _ => None,
        }
    }

    fn named_reference(&self, start: usize, place: ReferenceIn) -> Option<(usize, Characters)> {
        // The longest name has 31 characters, so a longer run cannot be one; it may still begin with one.
        let run = &self.bytes[start..(start + 33).min(self.bytes.len())];
        let len = run.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(run.len());
        if run.get(len) == Some(&b';')
            && let Some(characters) = find_named(&run[..len])
        {
            return Some((start + len + 1, Characters::Named(characters)));
        }
        let longest = len.min(LONGEST_WITHOUT_SEMICOLON);
        let name = (2..=longest)
            .rev()
            .map(|len| &run[..len])
            .find(|name| WITHOUT_SEMICOLON.binary_search_by(|known| known.as_bytes().cmp(name)).is_ok())?;
        let end = start + name.len();
        // "For historical reasons": `?a=b&copy=c` in a link is not a copyright sign.
        if place == ReferenceIn::Attribute
            && self.bytes.get(end).is_some_and(|&next| next == b'=' || next.is_ascii_alphanumeric())
        {
            return None;
        }
        Some((end, Characters::Named(find_named(name)?)))
    }

    fn numeric_reference(&self, start: usize) -> Option<(usize, Characters)> {
        let (digits, radix) = match self.bytes.get(start)? {
            b'x' | b'X' => (start + 1, 16),
            _ => (start, 10),
        };
        let mut end = digits;
        let mut code = 0u32;
        while let Some(digit) = self.bytes.get(end).and_then(|&byte| char::from(byte).to_digit(radix)) {
            // Anything above the last code point is as wrong as the first one above it.
            code = (code * radix + digit).min(0x11_0000);
            end += 1;
        }
        if end == digits {
            return None;
        }
        end += usize::from(self.bytes.get(end) == Some(&b';'));
        Some((end, Characters::One(numeric_character(code))))
    }
}

fn find_named(name: &[u8]) -> Option<&'static str> {
    let i = NAMED.binary_search_by(|(known, _)| known.as_bytes().cmp(name)).ok()?;
    Some(NAMED[i].1)
}

/// Numeric character reference end state: what a code point is read as.
fn numeric_character(code: u32) -> char {
    /// What 0x80 to 0x9F mean in windows-1252; zero where it has nothing.
    const WINDOWS_1252: [u16; 32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D,
        0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,
        0x017E, 0x0178,
    ];
    let code = match code {
        0 => 0xFFFD,
        0x80..=0x9F => match WINDOWS_1252[code as usize - 0x80] {
            0 => code,
            mapped => u32::from(mapped),
        },
        _ => code,
    };
    char::from_u32(code).unwrap_or('\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::super::entities::{LONGEST_WITHOUT_SEMICOLON, NAMED, WITHOUT_SEMICOLON};
    use super::numeric_character;

    #[test]
    fn the_tables_are_sorted_and_complete() {
        assert_eq!((NAMED.len(), WITHOUT_SEMICOLON.len()), (2125, 106));
        assert!(NAMED.is_sorted_by(|a, b| a.0 < b.0) && WITHOUT_SEMICOLON.is_sorted_by(|a, b| a < b));
        assert!(WITHOUT_SEMICOLON.iter().all(|name| super::find_named(name.as_bytes()).is_some()));
        assert_eq!(WITHOUT_SEMICOLON.iter().map(|name| name.len()).max(), Some(LONGEST_WITHOUT_SEMICOLON));
    }

    #[test]
    fn numbers_outside_unicode_are_replaced() {
        assert_eq!(numeric_character(0), '\u{FFFD}');
        assert_eq!(numeric_character(0xD800), '\u{FFFD}');
        assert_eq!(numeric_character(0x11_0000), '\u{FFFD}');
        assert_eq!(numeric_character(0x80), '€');
        assert_eq!(numeric_character(0x81), '\u{81}');
    }
}
