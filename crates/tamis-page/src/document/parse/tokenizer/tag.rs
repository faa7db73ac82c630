//! Tags and attributes (tag name state to self-closing start tag state).

use super::character_references::ReferenceIn;
use super::{Tag, Tokenizer};
use crate::document::Name;
use crate::document::node::{Attribute, AttributeNamespace, Span};
use crate::document::parse::scan;

/// What a byte means inside a tag.
const NAME_END: u8 = 1;
const ATTRIBUTE_NAME_END: u8 = 2;
const UNQUOTED_END: u8 = 4;

static CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let spaces = b" \n\t\x0C\r";
    let mut i = 0;
    while i < spaces.len() {
        class[spaces[i] as usize] = NAME_END | ATTRIBUTE_NAME_END | UNQUOTED_END;
        i += 1;
    }
    class[b'/' as usize] = NAME_END | ATTRIBUTE_NAME_END;
    class[b'>' as usize] = NAME_END | ATTRIBUTE_NAME_END | UNQUOTED_END;
    class[b'=' as usize] = ATTRIBUTE_NAME_END;
    // Not an end, but a reason to leave the plain path.
    class[b'&' as usize] |= UNQUOTED_END;
    class[0] |= UNQUOTED_END;
    class
};

impl Tokenizer<'_> {
    /// A start tag whose name begins at `start`. `None` at the end of the file, which drops an unfinished tag.
    #[inline]
    pub(super) fn start_tag(&mut self, start: usize) -> Option<Tag> {
        let (name, after_name) = self.name(start, NAME_END);
        let first = self.buffers.attributes.len();
        let Some((end, self_closing)) = self.rest_of_tag(after_name, first) else {
            self.buffers.attributes.truncate(first);
            self.position = self.bytes.len();
            return None;
        };
        self.position = end;
        let len = self.buffers.attributes.len() - first;
        Some(Tag { name, attributes: Span { start: first as u32, len: len as u32 }, self_closing })
    }

    /// The name of an end tag that begins at `start`; its attributes are read and dropped.
    #[inline]
    pub(super) fn end_tag(&mut self, start: usize) -> Option<Name> {
        let (name, after_name) = self.name(start, NAME_END);
        if self.bytes.get(after_name) == Some(&b'>') {
            self.position = after_name + 1;
            return Some(name);
        }
        let first = self.buffers.attributes.len();
        let end = self.rest_of_tag(after_name, first);
        self.buffers.attributes.truncate(first);
        self.position = end.map_or(self.bytes.len(), |(end, _)| end);
        end.map(|_| name)
    }

    /// Attributes up to the `>`: the position after it, and whether a `/` stands before it.
    #[inline]
    fn rest_of_tag(&mut self, after_name: usize, first: usize) -> Option<(usize, bool)> {
        let bytes = self.bytes;
        let mut i = after_name;
        self.tag_serial += 1;
        loop {
            match *bytes.get(i)? {
                b'>' => return Some((i + 1, false)),
                b'/' if bytes.get(i + 1) == Some(&b'>') => return Some((i + 2, true)),
                byte if byte == b'/' || scan::is_space(byte) => i += 1,
                _ => i = self.attribute(i, first),
            }
        }
    }

    /// An attribute that begins at `start`; returns the position after it.
    #[inline(always)]
    fn attribute(&mut self, start: usize, first: usize) -> usize {
        let bytes = self.bytes;
        let (name, end) = self.name(start, ATTRIBUTE_NAME_END);
        let (value, after) = match bytes.get(end..end + 2) {
            Some(b"=\"") => self.quoted_value(end + 2, b'"'),
            Some(b"='") => self.quoted_value(end + 2, b'\''),
            _ => self.unusual_value(end),
        };
        if self.is_new_in_tag(name) {
            if self.buffers.attributes.len() - first < self.max_attributes as usize {
                self.buffers.attributes.push(Attribute { name, namespace: AttributeNamespace::None, value });
            } else {
                self.attributes_capped = true;
            }
        }
        after
    }

    /// The value from `start` to the closing quote, and the position after it.
    #[inline(always)]
    fn quoted_value(&mut self, start: usize, quote: u8) -> (Span, usize) {
        let stop = scan::find_either(self.bytes, start, quote, b'&');
        if self.bytes.get(stop) == Some(&quote) && !self.has_null {
            return (self.source_span(start, stop), stop + 1);
        }
        self.unusual_quoted_value(start, stop, quote)
    }

    /// What follows an attribute's name, in any form: white space around the `=`, no quotes, nothing at all.
    #[inline(never)]
    fn unusual_value(&mut self, after_name: usize) -> (Span, usize) {
        let empty = Span { start: after_name as u32, len: 0 };
        let mut i = scan::skip_space(self.bytes, after_name);
        if self.bytes.get(i) != Some(&b'=') {
            return (empty, i);
        }
        i = scan::skip_space(self.bytes, i + 1);
        match self.bytes.get(i) {
            Some(&quote @ (b'"' | b'\'')) => self.unusual_quoted_value(i + 1, i + 1, quote),
            Some(b'>') | None => (empty, i),
            Some(_) => self.unquoted_value(i),
        }
    }

    /// Only the first of several attributes with one name counts.
    #[inline(always)]
    fn is_new_in_tag(&mut self, name: Name) -> bool {
        match self.seen_in_tag.get_mut(name.index()) {
            Some(seen) => std::mem::replace(seen, self.tag_serial) != self.tag_serial,
            None => {
                self.seen_in_tag.resize(name.index() + 64, 0);
                self.seen_in_tag[name.index()] = self.tag_serial;
                true
            }
        }
    }

    /// The name from `start` up to a byte of `end_class`, in lower case. The first byte belongs to it whatever it is.
    #[inline(always)]
    fn name(&mut self, start: usize, end_class: u8) -> (Name, usize) {
        match scan::short_name(self.bytes, start) {
            Some((packed, len, end)) if CLASS[usize::from(end)] & end_class != 0 => {
                (self.interner.intern_packed(packed, &mut self.buffers.names), start + len)
            }
            _ => self.unusual_name(start, end_class),
        }
    }

    /// A long name, one with odd characters in it, or one at the end of the page.
    #[inline(never)]
    fn unusual_name(&mut self, start: usize, end_class: u8) -> (Name, usize) {
        let mut end = start + 1;
        let is_plain = |byte: u8| byte != 0 && !byte.is_ascii_uppercase();
        let mut plain = is_plain(self.bytes[start]);
        for &byte in &self.bytes[end..] {
            if CLASS[usize::from(byte)] & end_class != 0 {
                break;
            }
            plain &= is_plain(byte);
            end += 1;
        }
        let name = &self.source[start..end];
        if !plain {
            let name = name.to_ascii_lowercase().replace('\0', "\u{FFFD}");
            return (self.intern(&name), end);
        }
        (self.interner.intern(name, &mut self.buffers.names), end)
    }

    /// The same where the closing quote is not before `stop` and something may have to be decoded.
    #[inline(never)]
    fn unusual_quoted_value(&mut self, start: usize, stop: usize, quote: u8) -> (Span, usize) {
        let end = memchr::memchr(quote, &self.bytes[stop..]).map_or(self.bytes.len(), |i| stop + i);
        (self.decode_references(start, end, ReferenceIn::Attribute), (end + 1).min(self.bytes.len()))
    }

    /// The value from `start` to white space or `>`.
    fn unquoted_value(&mut self, start: usize) -> (Span, usize) {
        let mut end = start;
        let mut plain = true;
        while let Some(&byte) = self.bytes.get(end) {
            if CLASS[usize::from(byte)] & UNQUOTED_END != 0 {
                if byte != b'&' && byte != 0 {
                    break;
                }
                plain = false;
            }
            end += 1;
        }
        let value = if plain {
            self.source_span(start, end)
        } else {
            self.decode_references(start, end, ReferenceIn::Attribute)
        };
        (value, end)
    }
}
