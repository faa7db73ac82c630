//! Comments, declarations and CDATA sections (markup declaration open state to CDATA section end state).

use super::{DoctypeToken, Token, Tokenizer};
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

impl Tokenizer<'_> {
    /// The declaration whose keyword ends at `start`.
    pub(super) fn doctype(&mut self, start: usize) -> Token {
        let mut token = DoctypeToken::default();
        let read_to = self.doctype_parts(start, &mut token);
        let next = scan::skip_space(self.bytes, read_to);
        // Whatever else stands before the `>` is ignored; a declaration cut off before that means quirks.
        token.force_quirks |= next == self.bytes.len();
        self.position = memchr::memchr(b'>', &self.bytes[next..]).map_or(self.bytes.len(), |i| next + i + 1);
        self.doctype = token;
        Token::Doctype
    }

    /// Name and identifiers; returns where it stopped understanding.
    fn doctype_parts(&self, start: usize, token: &mut DoctypeToken) -> usize {
        let name_start = scan::skip_space(self.bytes, start);
        let mut i = name_start;
        while self.bytes.get(i).is_some_and(|&byte| byte != b'>' && !scan::is_space(byte)) {
            i += 1;
        }
        if i == name_start {
            token.force_quirks = true;
            return i;
        }
        token.has_name = true;
        token.doctype.name = self.source[name_start..i].to_ascii_lowercase().replace('\0', "\u{FFFD}");
        i = scan::skip_space(self.bytes, i);
        if matches!(self.bytes.get(i), None | Some(b'>')) {
            return i;
        }
        let is_public = scan::starts_with_ignoring_case(self.bytes, i, b"public");
        if !is_public && !scan::starts_with_ignoring_case(self.bytes, i, b"system") {
            token.force_quirks = true;
            return i;
        }
        i = scan::skip_space(self.bytes, i + 6);
        if is_public {
            let Some(after) = self.quoted_identifier(i, &mut token.doctype.public_id, &mut token.force_quirks) else {
                token.force_quirks = true;
                return i;
            };
            i = scan::skip_space(self.bytes, after);
            if token.force_quirks || matches!(self.bytes.get(i), None | Some(b'>')) {
                return i;
            }
        }
        match self.quoted_identifier(i, &mut token.doctype.system_id, &mut token.force_quirks) {
            Some(after) => after,
            None => {
                token.force_quirks = true;
                i
            }
        }
    }

    /// A quoted identifier at `at`; a `>` ends it too, as an error. `None` if there is no quote.
    fn quoted_identifier(&self, at: usize, id: &mut Option<String>, force_quirks: &mut bool) -> Option<usize> {
        let &quote = self.bytes.get(at).filter(|byte| matches!(byte, b'"' | b'\''))?;
        let end = memchr::memchr2(quote, b'>', &self.bytes[at + 1..]).map_or(self.bytes.len(), |i| at + 1 + i);
        *id = Some(self.source[at + 1..end].replace('\0', "\u{FFFD}"));
        if self.bytes.get(end) == Some(&quote) {
            return Some(end + 1);
        }
        *force_quirks = true;
        Some(end)
    }
}
