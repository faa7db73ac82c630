//! Comments, declarations and CDATA sections (markup declaration open state to CDATA section end state).

use super::{Token, Tokenizer};
use crate::document::node::Span;
use crate::document::parse::scan;

impl Tokenizer<'_> {
    /// What follows `<!`, whose next byte is at `start`.
    pub(super) fn markup_declaration(&mut self, start: usize, allow_cdata: bool) -> Token {
        let rest = &self.bytes[start..];
        if rest.starts_with(b"--") {
            Token::Comment(self.comment(start + 2))
        } else if scan::starts_with_ignoring_case(self.bytes, start, b"doctype") {
            self.doctype(start + 7)
        } else if allow_cdata && rest.starts_with(b"[CDATA[") {
            self.cdata_section(start + 7)
        } else {
            self.bogus_comment(start)
        }
    }

    /// The content of a comment that begins at `start`.
    fn comment(&mut self, start: usize) -> Span {
        let rest = &self.bytes[start..];
        // `<!-->` and `<!--->` are empty comments.
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            self.position = start + if rest[0] == b'>' { 1 } else { 2 };
            return self.source_span(start, start);
        }
        let mut i = start;
        while let Some(dash) = memchr::memchr(b'-', &self.bytes[i..]) {
            i += dash;
            let rest = &self.bytes[i..];
            let closing = if rest.starts_with(b"-->") {
                3
            } else if rest.starts_with(b"--!>") {
                4
            } else {
                i += 1;
                continue;
            };
            self.position = i + closing;
            return self.span_without_nulls(start, i);
        }
        // At the end of the file, what could have been the start of the closing is not content.
        self.position = self.bytes.len();
        let content = &self.bytes[start..];
        let unfinished = ["--!", "--", "-"].into_iter().find(|end| content.ends_with(end.as_bytes()));
        let end = self.bytes.len() - unfinished.map_or(0, str::len);
        self.span_without_nulls(start, end)
    }

    /// A comment from `start` to the next `>`.
    pub(super) fn bogus_comment(&mut self, start: usize) -> Token {
        let end = memchr::memchr(b'>', &self.bytes[start..]).map_or(self.bytes.len(), |i| start + i);
        self.position = (end + 1).min(self.bytes.len());
        Token::Comment(self.span_without_nulls(start, end))
    }

    /// The text of a CDATA section, in pieces if it holds U+0000, which the tree builder sees apart.
    fn cdata_section(&mut self, start: usize) -> Token {
        // Reading goes on in `raw_text_token`, which also serves the pieces.
        self.raw_text = super::RawText::Cdata;
        self.position = start;
        self.raw_text_token().unwrap_or_else(|| self.next(true))
    }
}
