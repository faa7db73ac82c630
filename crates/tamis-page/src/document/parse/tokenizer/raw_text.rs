//! Text in which tags are not tags: RCDATA, RAWTEXT, script data, PLAINTEXT, and CDATA sections.

use super::character_references::ReferenceIn;
use super::{Token, Tokenizer};
use crate::document::parse::scan;

/// How characters are read after a start tag that changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::enum_variant_names, reason = "the specification's words: RCDATA, RAWTEXT, PLAINTEXT")]
pub(in crate::document::parse) enum RawText {
    /// As usual.
    None,
    /// `title`, `textarea`: character references count, tags do not.
    Rcdata,
    /// `style`, `iframe` and the like: nothing counts but the end tag.
    RawText,
    /// `script`: as above, with the rules for `<!--` in it.
    Script,
    /// `plaintext`: nothing ends it.
    Plaintext,
    /// Inside `<![CDATA[`: up to `]]>`.
    Cdata,
}

impl Tokenizer<'_> {
    /// The text up to the end of the raw text, and then its end. `None` if there is no text and reading goes on as usual.
    pub(super) fn raw_text_token(&mut self) -> Option<Token> {
        let start = self.position;
        let end = match self.raw_text {
            RawText::None => return None,
            RawText::Rcdata | RawText::RawText => self.find_end_tag(start),
            RawText::Script => self.find_script_end(start),
            RawText::Plaintext => self.bytes.len(),
            RawText::Cdata => return self.cdata_token(),
        };
        let kind = std::mem::replace(&mut self.raw_text, RawText::None);
        if kind == RawText::Plaintext && start < end {
            self.raw_text = kind;
        }
        if start == end {
            return None;
        }
        self.position = end;
        Some(Token::Text(match kind {
            RawText::Rcdata => self.decode_references(start, end, ReferenceIn::Text),
            _ => self.span_without_nulls(start, end),
        }))
    }

    /// Where the appropriate end tag begins, or the end of the file.
    fn find_end_tag(&self, start: usize) -> usize {
        let mut i = start;
        while let Some(sign) = memchr::memchr(b'<', &self.bytes[i..]) {
            i += sign;
            if self.is_end_tag(i) {
                return i;
            }
            i += 1;
        }
        self.bytes.len()
    }

    /// Whether "an appropriate end tag" stands at `at`.
    fn is_end_tag(&self, at: usize) -> bool {
        self.bytes.get(at + 1) == Some(&b'/')
            && self.raw_text_end.is_some_and(|name| self.is_tag_name(at + 2, self.buffers.names.get(name).as_bytes()))
    }

    /// Whether `name` stands at `at`, with something after it that ends a tag name.
    fn is_tag_name(&self, at: usize, name: &[u8]) -> bool {
        scan::starts_with_ignoring_case(self.bytes, at, name)
            && self.bytes.get(at + name.len()).is_some_and(|&byte| scan::is_space(byte) || matches!(byte, b'/' | b'>'))
    }

    /// Script data: inside `<!-- … -->`, a `<script>` hides the next `</script>`.
    fn find_script_end(&self, start: usize) -> usize {
        #[derive(PartialEq)]
        enum Escape {
            None,
            Escaped,
            DoubleEscaped,
        }
        let mut escape = Escape::None;
        let mut i = start;
        loop {
            let found = match escape {
                Escape::None => memchr::memchr(b'<', &self.bytes[i..]),
                _ => memchr::memchr2(b'<', b'-', &self.bytes[i..]),
            };
            let Some(offset) = found else { return self.bytes.len() };
            i += offset;
            let rest = &self.bytes[i..];
            if rest[0] == b'-' {
                if rest.starts_with(b"-->") {
                    escape = Escape::None;
                }
            } else if escape == Escape::None {
                if self.is_end_tag(i) {
                    return i;
                }
                if rest.starts_with(b"<!--") {
                    escape = Escape::Escaped;
                    // The two dashes may already be those of `-->`.
                    i += 1;
                }
            } else if escape == Escape::Escaped {
                if self.is_end_tag(i) {
                    return i;
                }
                if self.is_tag_name(i + 1, b"script") {
                    escape = Escape::DoubleEscaped;
                }
            } else if rest.starts_with(b"</") && self.is_tag_name(i + 2, b"script") {
                escape = Escape::Escaped;
            }
            i += 1;
        }
    }

    /// The next piece of a CDATA section.
    fn cdata_token(&mut self) -> Option<Token> {
        let start = self.position;
        let mut stop = start;
        loop {
            stop = scan::find_any(self.bytes, stop, *b"]]\0");
            match self.bytes.get(stop) {
                Some(0) if stop == start => {
                    self.position = start + 1;
                    return Some(Token::Null);
                }
                Some(b']') if !self.bytes[stop..].starts_with(b"]]>") => stop += 1,
                Some(0) => {
                    self.position = stop;
                    break;
                }
                _ => {
                    self.raw_text = RawText::None;
                    self.position = (stop + 3).min(self.bytes.len());
                    break;
                }
            }
        }
        (start < stop).then(|| Token::Text(self.source_span(start, stop)))
    }
}
