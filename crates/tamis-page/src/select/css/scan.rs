//! The characters of a selector: white space, identifiers, escapes, strings (CSS Syntax, section 4).

use crate::select::SelectorError;

pub(super) struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    pub(super) fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    /// Steps over `wanted` if it comes next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.position += wanted.len_utf8();
        }
        found
    }

    pub(super) fn expect(&mut self, wanted: char) -> Result<(), SelectorError> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(&format!("`{wanted}`"))) }
    }

    /// Steps over white space and comments; whether there was white space.
    pub(super) fn skip_space(&mut self) -> Result<bool, SelectorError> {
        let mut saw_space = false;
        loop {
            self.skip_comments()?;
            if !self.peek().is_some_and(is_space) {
                return Ok(saw_space);
            }
            self.advance();
            saw_space = true;
        }
    }

    /// Steps over comments, which may also stand inside a compound.
    pub(super) fn skip_comments(&mut self) -> Result<(), SelectorError> {
        while self.rest().starts_with("/*") {
            let Some(len) = self.rest()[2..].find("*/") else {
                return Err(self.error("comment without end"));
            };
            self.position += len + 4;
        }
        Ok(())
    }

    pub(super) fn at_identifier(&self) -> bool {
        starts_identifier(self.rest())
    }

    pub(super) fn identifier(&mut self) -> Result<String, SelectorError> {
        if !self.at_identifier() {
            return Err(self.unexpected("a name"));
        }
        Ok(self.name_characters())
    }

    /// Characters and escapes that may stand inside a name.
    fn name_characters(&mut self) -> String {
        let mut name = String::new();
        while let Some(next) = self.peek() {
            if is_name(next) {
                self.advance();
                name.push(if next == '\0' { char::REPLACEMENT_CHARACTER } else { next });
            } else if starts_escape(self.rest()) {
                self.advance();
                name.push(self.escaped());
            } else {
                break;
            }
        }
        name
    }

    /// What an escape stands for, the backslash being behind us.
    fn escaped(&mut self) -> char {
        let Some(first) = self.advance() else { return char::REPLACEMENT_CHARACTER };
        let Some(mut code) = first.to_digit(16) else {
            return if first == '\0' { char::REPLACEMENT_CHARACTER } else { first };
        };
        for _ in 0..5 {
            let Some(digit) = self.peek().and_then(|next| next.to_digit(16)) else { break };
            self.advance();
            code = code * 16 + digit;
        }
        // One white space ends the number and belongs to it.
        if self.rest().starts_with("\r\n") {
            self.position += 2;
        } else if self.peek().is_some_and(is_space) {
            self.advance();
        }
        char::from_u32(code).filter(|&escaped| escaped != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    pub(super) fn at_string(&self) -> bool {
        matches!(self.peek(), Some('"' | '\''))
    }

    pub(super) fn string(&mut self) -> Result<String, SelectorError> {
        let start = self.position;
        let quote = self.advance();
        let mut value = String::new();
        loop {
            let next = self.advance();
            match next {
                None | Some('\n' | '\r' | '\x0c') => {
                    return Err(SelectorError::new(start, "string without closing quote"));
                }
                Some('\\') => match self.peek() {
                    None => return Err(SelectorError::new(start, "string without closing quote")),
                    Some('\r') => {
                        self.advance();
                        self.eat('\n');
                    }
                    Some('\n' | '\x0c') => {
                        self.advance();
                    }
                    Some(_) => value.push(self.escaped()),
                },
                Some(_) if next == quote => return Ok(value),
                Some('\0') => value.push(char::REPLACEMENT_CHARACTER),
                Some(character) => value.push(character),
            }
        }
    }

    pub(super) fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let len = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.position += len;
        &rest[..len]
    }

    pub(super) fn error(&self, message: impl Into<String>) -> SelectorError {
        SelectorError::new(self.position, message)
    }

    /// "expected …, found …" at this place.
    pub(super) fn unexpected(&self, wanted: &str) -> SelectorError {
        match self.peek() {
            Some(found) => self.error(format!("expected {wanted}, found `{}`", found.escape_debug())),
            None => self.error(format!("expected {wanted}, found the end of the selector")),
        }
    }
}

pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || character == '\0' || !character.is_ascii()
}

fn is_name(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit() || character == '-'
}

fn starts_escape(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next() == Some('\\') && !matches!(characters.next(), Some('\n' | '\r' | '\x0c'))
}

fn starts_identifier(text: &str) -> bool {
    match text.chars().next() {
        Some('-') => {
            let after = &text[1..];
            after.starts_with(|next| is_name_start(next) || next == '-') || starts_escape(after)
        }
        Some(first) => is_name_start(first) || starts_escape(text),
        None => false,
    }
}
