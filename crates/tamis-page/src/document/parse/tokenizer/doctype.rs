//! The document type declaration (DOCTYPE state and the sixteen after it).

use super::{DoctypeToken, Token, Tokenizer};
use crate::document::parse::scan;

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
