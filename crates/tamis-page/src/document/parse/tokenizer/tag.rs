//! Tags and attributes (tag name state to self-closing start tag state).

use super::character_references::ReferenceIn;
use super::{Tag, Tokenizer, frequent};
use crate::document::Name;
use crate::document::name::find_short;
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

/// How a tag ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TagEnd {
    Plain,
    SelfClosing,
    /// The end of the file cuts it off.
    CutOff,
}

impl Tokenizer<'_> {
    /// A start tag whose name begins at `start`. `None` at the end of the file, which drops an unfinished tag.
    #[inline(always)]
    pub(super) fn start_tag(&mut self, start: usize) -> Option<Tag> {
        let (name, after_name) = self.name(start, NAME_END);
        let first = self.buffers.attributes.len();
        let end = if self.bytes.get(after_name) == Some(&b'>') {
            self.position = after_name + 1;
            TagEnd::Plain
        } else {
            self.rest_of_tag(after_name, first)
        };
        if end == TagEnd::CutOff {
            self.buffers.attributes.truncate(first);
            return None;
        }
        let len = self.buffers.attributes.len() - first;
        let attributes = Span { start: first as u32, len: len as u32 };
        Some(Tag { name, attributes, self_closing: end == TagEnd::SelfClosing })
    }

    /// The name of an end tag that begins at `start`; its attributes are read and dropped.
    #[inline(never)]
    pub(super) fn end_tag(&mut self, start: usize) -> Option<Name> {
        let (name, after_name) = self.name(start, NAME_END);
        if self.bytes.get(after_name) == Some(&b'>') {
            self.position = after_name + 1;
            return Some(name);
        }
        let first = self.buffers.attributes.len();
        let end = self.rest_of_tag(after_name, first);
        self.buffers.attributes.truncate(first);
        (end != TagEnd::CutOff).then_some(name)
    }

    /// Attributes up to the `>`, behind which reading goes on.
    ///
    /// Neither this nor what it calls hands back a pair of a span and a position: that goes through memory, and a
    /// processor waits when it reads eight bytes that were written as two times four.
    #[inline(never)]
    fn rest_of_tag(&mut self, after_name: usize, first: usize) -> TagEnd {
        let bytes = self.bytes;
        let mut i = after_name;
        self.tag_serial += 1;
        loop {
            let Some(&byte) = bytes.get(i) else {
                self.position = bytes.len();
                return TagEnd::CutOff;
            };
            match byte {
                b'>' => {
                    self.position = i + 1;
                    return TagEnd::Plain;
                }
                b'/' if bytes.get(i + 1) == Some(&b'>') => {
                    self.position = i + 2;
                    return TagEnd::SelfClosing;
                }
                byte if byte == b'/' || scan::is_space(byte) => i += 1,
                _ => i = self.attribute(i, first),
            }
        }
    }

    /// An attribute that begins at `start`; returns the position after it.
    #[inline(always)]
    fn attribute(&mut self, start: usize, first: usize) -> usize {
        if let Some((name, value_start)) = frequent::attribute(self.bytes, start)
            && let Some(stop) = self.plain_value(value_start, b'"')
        {
            self.push_attribute(name, self.source_span(value_start, stop), first);
            return stop + 1;
        }
        self.other_attribute(start, first)
    }

    /// Reads an attribute whose name is not among the frequent ones.
    #[inline(never)]
    fn other_attribute(&mut self, start: usize, first: usize) -> usize {
        let (name, end) = self.name(start, ATTRIBUTE_NAME_END);
        let Some(&[b'=', quote @ (b'"' | b'\'')]) = self.bytes.get(end..end + 2) else {
            let (value, after) = self.unusual_value(end);
            self.push_attribute(name, value, first);
            return after;
        };
        if let Some(stop) = self.plain_value(end + 2, quote) {
            self.push_attribute(name, self.source_span(end + 2, stop), first);
            return stop + 1;
        }
        let (value, after) = self.unusual_quoted_value(end + 2, quote);
        self.push_attribute(name, value, first);
        after
    }

    /// Of several attributes with one name only the first counts.
    #[inline(always)]
    fn push_attribute(&mut self, name: Name, value: Span, first: usize) {
        if self.is_new_in_tag(name) {
            if self.buffers.attributes.len() - first < self.max_attributes as usize {
                self.buffers.attributes.push(Attribute { name, namespace: AttributeNamespace::None, value });
            } else {
                self.attributes_capped = true;
            }
        }
    }

    /// Where the closing quote of the value from `start` on stands; `None` if something in the value must be decoded.
    #[inline(always)]
    fn plain_value(&self, start: usize, quote: u8) -> Option<usize> {
        let stop = scan::find_either(self.bytes, start, quote, b'&');
        (self.bytes.get(stop) == Some(&quote) && !self.has_null).then_some(stop)
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
            Some(&quote @ (b'"' | b'\'')) => self.unusual_quoted_value(i + 1, quote),
            Some(b'>') | None => (empty, i),
            Some(_) => self.unquoted_value(i),
        }
    }

    /// Whether the tag has no attribute of this name yet.
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
        let Some(chunk) = self.bytes.get(start..).and_then(<[u8]>::first_chunk::<16>) else {
            return self.unusual_name(start, end_class);
        };
        let len = scan::name_len(chunk);
        if let 1..=8 = len
            && let Some(name) = find_short(scan::first_bytes(chunk, len))
            && CLASS[usize::from(chunk[len])] & end_class != 0
        {
            return (name, start + len);
        }
        self.other_name(start, chunk, len, end_class)
    }

    /// A name that is not a short one of the web at large; `len` of the 16 bytes from `start` on may belong to it.
    #[inline(never)]
    fn other_name(&mut self, start: usize, chunk: &[u8; 16], len: usize, end_class: u8) -> (Name, usize) {
        if let 1..=15 = len
            && CLASS[usize::from(chunk[len])] & end_class != 0
        {
            let packed = scan::packed_name(chunk, len);
            return (self.interner.intern_packed(packed, &mut self.buffers.names), start + len);
        }
        // A name of sixteen bytes or more, or one with odd characters in it.
        let mut end = start + 16;
        while let Some(chunk) = self.bytes.get(end..).and_then(<[u8]>::first_chunk::<16>)
            && len == 16
        {
            let more = scan::name_len(chunk);
            end += more;
            if more < 16 {
                let name = &self.source.as_bytes()[start..end];
                if CLASS[usize::from(chunk[more])] & end_class == 0 || name.iter().any(u8::is_ascii_uppercase) {
                    break;
                }
                return (self.interner.intern(&self.source[start..end], &mut self.buffers.names), end);
            }
        }
        self.unusual_name(start, end_class)
    }

    /// A name with odd characters in it or at the end of the page, a byte at a time.
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

    /// The value from `start` to the closing quote, where something may have to be decoded, and the position after it.
    #[inline(never)]
    fn unusual_quoted_value(&mut self, start: usize, quote: u8) -> (Span, usize) {
        let end = memchr::memchr(quote, &self.bytes[start..]).map_or(self.bytes.len(), |i| start + i);
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
