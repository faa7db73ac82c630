//! JSON by its beginning.

use super::ContentKind;

/// How much has to follow the grammar. Prose in brackets fails at its first word.
const HEAD_BYTES: usize = 4096;

/// JSON, also one value a line; `None` for what does not follow its grammar.
pub(super) fn kind(body: &[u8]) -> Option<ContentKind> {
    if !matches!(body.first(), Some(b'{' | b'[')) {
        return None;
    }
    let head = &body[..body.len().min(HEAD_BYTES)];
    let mut reading = JsonPrefix { open: Vec::new(), awaits: Awaits::Value };
    let mut rest = head;
    loop {
        rest = rest.trim_ascii_start();
        let Some(&first) = rest.first() else { break };
        // After a whole value another may come: JSON Lines.
        if reading.open.is_empty() && reading.awaits == Awaits::Next {
            reading.awaits = Awaits::Value;
            if !matches!(first, b'{' | b'[') {
                return None;
            }
        }
        let length = match token(rest) {
            // It goes on beyond what is looked at.
            Token::Unfinished if head.len() < body.len() => break,
            Token::Unfinished | Token::Broken => return None,
            Token::Whole(length) => length,
        };
        if !reading.take(first) {
            return None;
        }
        rest = &rest[length..];
    }
    let is_whole = reading.open.is_empty() && reading.awaits == Awaits::Next;
    (is_whole || head.len() < body.len()).then_some(ContentKind::Json)
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Awaits {
    Value,
    /// A value, or the end of an array that has none.
    FirstValue,
    Key,
    /// A key, or the end of an object that has none.
    FirstKey,
    Colon,
    /// A comma, or the end of what is open.
    Next,
}

struct JsonPrefix {
    /// The brackets that are open, at most one for each byte that is looked at.
    open: Vec<u8>,
    awaits: Awaits,
}

impl JsonPrefix {
    /// Takes a token by its first byte; `false` if it does not belong there.
    fn take(&mut self, token: u8) -> bool {
        use Awaits::{Colon, FirstKey, FirstValue, Key, Next, Value};
        self.awaits = match (token, self.awaits) {
            (b'{', Value | FirstValue) => {
                self.open.push(b'}');
                FirstKey
            }
            (b'[', Value | FirstValue) => {
                self.open.push(b']');
                FirstValue
            }
            (b'}', Next | FirstKey) | (b']', Next | FirstValue) if self.open.pop() == Some(token) => Next,
            (b',', Next) => match self.open.last() {
                Some(b'}') => Key,
                Some(_) => Value,
                None => return false,
            },
            (b':', Colon) => Value,
            (b'"', Key | FirstKey) => Colon,
            (b'{' | b'[' | b'}' | b']' | b',' | b':', _) => return false,
            (_, Value | FirstValue) => Next,
            _ => return false,
        };
        true
    }
}

enum Token {
    /// With its length.
    Whole(usize),
    Unfinished,
    Broken,
}

/// The token at the beginning.
fn token(rest: &[u8]) -> Token {
    match rest {
        [b'{' | b'[' | b'}' | b']' | b',' | b':', ..] => Token::Whole(1),
        [b'"', ..] => string(rest),
        [b'-' | b'0'..=b'9', ..] => {
            let is_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
            Token::Whole(rest.iter().position(|byte| !is_number(byte)).unwrap_or(rest.len()))
        }
        _ => {
            let words = [&b"true"[..], b"false", b"null"];
            match words.iter().find(|word| rest.starts_with(word)) {
                Some(word) => Token::Whole(word.len()),
                None if words.iter().any(|word| word.starts_with(rest)) => Token::Unfinished,
                None => Token::Broken,
            }
        }
    }
}

fn string(rest: &[u8]) -> Token {
    let mut position = 1;
    loop {
        match rest.get(position) {
            Some(b'"') => return Token::Whole(position + 1),
            Some(b'\\') => position += 2,
            Some(0..=0x1F) => return Token::Broken,
            Some(_) => position += 1,
            None => return Token::Unfinished,
        }
    }
}
