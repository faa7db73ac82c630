//! Tokenization (section 13.2.5), in direct style.
//!
//! The specification describes a machine of eighty states that looks at one character at a time. Here each construct is
//! one function that reads to its end: text, a tag, a comment. The whole input is in memory and already normalised, so
//! none of them ever has to stop in the middle.
//!
//! Tokens hold no strings. Text is a [`Span`] of the source, or of the buffer of decoded text where the source has
//! character references in it; attributes go straight to the document's attribute array.

mod character_references;
mod entities;
mod frequent;
mod markup;
mod raw_text;
mod tag;

pub(super) use raw_text::RawText;

use super::scan;
use crate::document::name::{Interner, LocalNames};
use crate::document::node::{Attribute, Span};
use crate::document::{Doctype, Name};
use character_references::ReferenceIn;

/// What the tokenizer hands to the tree builder.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// Characters other than U+0000.
    Text(Span),
    /// One U+0000 outside raw text; what becomes of it depends on where it stands.
    Null,
    StartTag(Tag),
    /// The name alone: the attributes of an end tag mean nothing.
    EndTag(Name),
    Comment(Span),
    /// See [`Tokenizer::take_doctype`].
    Doctype,
    EndOfFile,
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag {
    pub(super) name: Name,
    /// First attribute and number of attributes.
    pub(super) attributes: Span,
    pub(super) self_closing: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DoctypeToken {
    pub(super) doctype: Doctype,
    pub(super) has_name: bool,
    pub(super) force_quirks: bool,
}

/// The buffers that a tokenizer fills; they become the document's.
#[derive(Default)]
pub(super) struct TokenBuffers {
    pub(super) decoded: String,
    pub(super) attributes: Vec<Attribute>,
    pub(super) names: LocalNames,
}

pub(super) struct Tokenizer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    position: usize,
    pub(super) buffers: TokenBuffers,
    interner: &'a mut Interner,
    /// For each name, the serial number of the last tag that had it as an attribute: finds duplicates in one step.
    seen_in_tag: &'a mut Vec<u32>,
    tag_serial: u32,
    max_attributes: u32,
    pub(super) attributes_capped: bool,
    /// How the characters up to the next matching end tag are read; set by the tree builder after a start tag.
    raw_text: RawText,
    /// The name of the end tag that ends raw text; a fragment's raw text has none.
    raw_text_end: Option<Name>,
    /// Whether there is a U+0000 at all: pages without one skip all tests for it.
    has_null: bool,
    doctype: DoctypeToken,
}

impl<'a> Tokenizer<'a> {
    pub(super) fn new(
        source: &'a str,
        buffers: TokenBuffers,
        interner: &'a mut Interner,
        seen_in_tag: &'a mut Vec<u32>,
        max_attributes: u32,
        has_null: bool,
    ) -> Tokenizer<'a> {
        seen_in_tag.clear();
        Tokenizer {
            source,
            bytes: source.as_bytes(),
            position: 0,
            buffers,
            interner,
            seen_in_tag,
            tag_serial: 0,
            max_attributes,
            attributes_capped: false,
            raw_text: RawText::None,
            raw_text_end: None,
            has_null,
            doctype: DoctypeToken::default(),
        }
    }

    /// The content of the last [`Token::Doctype`].
    pub(super) fn take_doctype(&mut self) -> DoctypeToken {
        std::mem::take(&mut self.doctype)
    }

    /// Reads what follows as raw text up to the end tag `end`.
    pub(super) fn enter_raw_text(&mut self, kind: RawText, end: Option<Name>) {
        self.raw_text = kind;
        self.raw_text_end = end;
    }

    pub(super) fn intern(&mut self, name: &str) -> Name {
        self.interner.intern(name, &mut self.buffers.names)
    }

    /// The characters of a span.
    #[inline]
    pub(super) fn text(&self, span: Span) -> &str {
        span.text(self.source, &self.buffers.decoded)
    }

    /// The attributes of a tag.
    #[inline]
    pub(super) fn attributes(&self, span: Span) -> &[Attribute] {
        &self.buffers.attributes[span.range()]
    }

    /// The bytes ahead, and the three functions after this, are [`next`](Self::next) for the tokens that pages are made
    /// of: the tree builder sees what comes and goes straight to what it does with it. A token that is put together first
    /// and looked at afterwards is a jump that no processor foresees. Nothing is ahead inside of raw text.
    #[inline(always)]
    pub(super) fn ahead(&self) -> &'a [u8] {
        if self.raw_text == RawText::None { self.bytes.get(self.position..).unwrap_or(&[]) } else { &[] }
    }

    /// The start tag at the position; `None` if the end of the file cuts it off.
    #[inline(always)]
    pub(super) fn next_start_tag(&mut self) -> Option<Tag> {
        self.start_tag(self.position + 1)
    }

    /// Whether the end tag at the position is one of `name` and spelt plainly; it is then read.
    #[inline(always)]
    pub(super) fn next_is_end_tag_of(&mut self, name: Name) -> bool {
        match frequent::after_end_tag(self.bytes, self.position + 2, name) {
            Some(after) => {
                self.position = after;
                true
            }
            None => false,
        }
    }

    /// The text at the position.
    #[inline(always)]
    pub(super) fn next_text(&mut self) -> Span {
        let start = self.position;
        if !self.has_null {
            let stop = scan::find_either(self.bytes, start, b'<', b'&');
            if self.bytes.get(stop) == Some(&b'<') && self.opens_markup(stop) {
                self.position = stop;
                return self.source_span(start, stop);
            }
        }
        self.text_run(start)
    }

    /// The next token. `allow_cdata` says whether `<![CDATA[` opens a section, as it does inside SVG and MathML.
    #[inline(never)]
    pub(super) fn next(&mut self, allow_cdata: bool) -> Token {
        if self.raw_text != RawText::None
            && let Some(token) = self.raw_text_token()
        {
            return token;
        }
        loop {
            let start = self.position;
            match self.bytes.get(start) {
                None => return Token::EndOfFile,
                Some(b'<') => {
                    if let Some(token) = self.markup(allow_cdata) {
                        return token;
                    }
                }
                Some(0) => {
                    self.position += 1;
                    return Token::Null;
                }
                Some(_) => return Token::Text(self.text_run(start)),
            }
        }
    }

    /// What begins with `<`: a tag, a comment, a declaration, or a lone sign that is text. `None` for `</>`, which is
    /// nothing, and for a tag that the end of the file cuts off.
    fn markup(&mut self, allow_cdata: bool) -> Option<Token> {
        let start = self.position;
        match self.bytes.get(start + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => self.start_tag(start + 1).map(Token::StartTag),
            Some(b'/') => match self.bytes.get(start + 2) {
                Some(byte) if byte.is_ascii_alphabetic() => self.end_tag(start + 2).map(Token::EndTag),
                Some(b'>') => {
                    self.position = start + 3;
                    None
                }
                Some(_) => Some(self.bogus_comment(start + 2)),
                None => Some(Token::Text(self.text_run(start))),
            },
            Some(b'!') => Some(self.markup_declaration(start + 2, allow_cdata)),
            Some(b'?') => Some(self.bogus_comment(start + 1)),
            _ => Some(Token::Text(self.text_run(start))),
        }
    }

    /// Characters up to the next tag, comment or U+0000; the byte at `start` is taken as text whatever it is.
    #[inline(never)]
    fn text_run(&mut self, start: usize) -> Span {
        let bytes = self.bytes;
        let mut from = start + usize::from(bytes[start] == b'<');
        loop {
            let stop = self.find_text_end(from);
            match bytes.get(stop) {
                Some(b'&') => return self.text_run_with_references(start, stop),
                Some(b'<') if !self.opens_markup(stop) => from = stop + 1,
                _ => {
                    self.position = stop;
                    return self.source_span(start, stop);
                }
            }
        }
    }

    /// Reads text with character references; the first is at `ampersand`.
    #[inline(never)]
    fn text_run_with_references(&mut self, start: usize, ampersand: usize) -> Span {
        let decoded_from = self.buffers.decoded.len();
        let mut from = start;
        let mut stop = ampersand;
        loop {
            match self.bytes.get(stop) {
                Some(b'&') => {
                    stop = match self.character_reference(stop, ReferenceIn::Text) {
                        Some((end, characters)) => {
                            self.buffers.decoded.push_str(&self.source[from..stop]);
                            characters.push_to(&mut self.buffers.decoded);
                            from = end;
                            end
                        }
                        None => stop + 1,
                    };
                }
                Some(b'<') if !self.opens_markup(stop) => stop += 1,
                _ => break,
            }
            stop = self.find_text_end(stop);
        }
        self.position = stop;
        if self.buffers.decoded.len() == decoded_from {
            return self.source_span(start, stop);
        }
        self.buffers.decoded.push_str(&self.source[from..stop]);
        self.decoded_span(decoded_from)
    }

    /// The next byte that may end text or begin a character reference.
    #[inline(always)]
    fn find_text_end(&self, from: usize) -> usize {
        if self.has_null {
            scan::find_any(self.bytes, from, *b"<&\0")
        } else {
            scan::find_either(self.bytes, from, b'<', b'&')
        }
    }

    /// Whether the `<` at `at` begins anything but text.
    #[inline]
    fn opens_markup(&self, at: usize) -> bool {
        match self.bytes.get(at + 1) {
            Some(b'/') => at + 2 < self.bytes.len(),
            Some(byte) => byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?'),
            None => false,
        }
    }

    #[inline]
    fn source_span(&self, start: usize, end: usize) -> Span {
        debug_assert!(end <= self.source.len());
        Span { start: start as u32, len: (end - start) as u32 }
    }

    /// The span of what was pushed to the decoded text since it was `from` bytes long.
    fn decoded_span(&self, from: usize) -> Span {
        Span { start: (self.source.len() + from) as u32, len: (self.buffers.decoded.len() - from) as u32 }
    }

    /// A copy of two texts as one.
    pub(super) fn join(&mut self, one: Span, other: Span) -> Span {
        let from = self.buffers.decoded.len();
        for span in [one, other] {
            let start = span.start as usize;
            match start.checked_sub(self.source.len()) {
                None => self.buffers.decoded.push_str(&self.source[start..start + span.len as usize]),
                Some(start) => self.buffers.decoded.extend_from_within(start..start + span.len as usize),
            }
        }
        self.decoded_span(from)
    }

    /// A span that holds one U+FFFD.
    pub(super) fn push_replacement_character(&mut self) -> Span {
        let from = self.buffers.decoded.len();
        self.buffers.decoded.push('\u{FFFD}');
        self.decoded_span(from)
    }

    /// The source between two places as a span, with U+0000 replaced by U+FFFD.
    fn span_without_nulls(&mut self, start: usize, end: usize) -> Span {
        let text = &self.source[start..end];
        if !self.has_null || !text.contains('\0') {
            return self.source_span(start, end);
        }
        let from = self.buffers.decoded.len();
        for (i, part) in text.split('\0').enumerate() {
            if i > 0 {
                self.buffers.decoded.push('\u{FFFD}');
            }
            self.buffers.decoded.push_str(part);
        }
        self.decoded_span(from)
    }
}
