//! A place in the tokens of an expression.

use super::lex::{Token, tokens};
use crate::select::SelectorError;

pub(super) struct Cursor {
    tokens: Vec<(usize, Token)>,
    at: usize,
    /// The length of the text.
    end: usize,
}

impl Cursor {
    pub(super) fn new(text: &str) -> Result<Cursor, SelectorError> {
        Ok(Cursor { tokens: tokens(text)?, at: 0, end: text.len() })
    }

    pub(super) fn skip(&mut self, n_tokens: usize) {
        self.at += n_tokens;
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub(super) fn peek_is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if *found == sign)
    }

    pub(super) fn second_is(&self, sign: &str) -> bool {
        matches!(self.tokens.get(self.at + 1), Some((_, Token::Sign(found))) if *found == sign)
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let found = self.peek_is(sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(found)) if *found == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), SelectorError> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn position(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(position, _)| *position)
    }

    pub(super) fn error(&self, message: impl Into<String>) -> SelectorError {
        SelectorError::new(self.position(), message)
    }

    pub(super) fn unexpected(&self, wanted: &str) -> SelectorError {
        let found = match self.peek() {
            None => "the end of the expression".to_owned(),
            Some(Token::Sign(text) | Token::Word(text)) => format!("`{text}`"),
            Some(Token::Name(name)) => format!("`{name}`"),
            Some(Token::Star) => "`*`".to_owned(),
            Some(Token::PrefixStar(prefix)) => format!("`{prefix}:*`"),
            Some(Token::Literal(_)) => "a string".to_owned(),
            Some(Token::Number(number)) => format!("`{number}`"),
        };
        self.error(format!("expected {wanted}, found {found}"))
    }
}
