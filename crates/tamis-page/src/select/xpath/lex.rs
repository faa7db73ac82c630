//! The tokens of an expression (XPath 1.0, section 3.7).

use crate::select::SelectorError;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// One of `( ) [ ] . .. @ , :: / // | + - = != < <= > >=`, or `*` as an operator.
    Sign(&'static str),
    /// `and`, `or`, `div`, `mod` where an operator is due.
    Word(&'static str),
    /// `name` or `prefix:name`
    Name(String),
    /// `*` as a name test.
    Star,
    /// `prefix:*`
    PrefixStar(String),
    Literal(String),
    Number(f64),
}

/// Splits the text; each token with the position it starts at.
pub(super) fn tokens(text: &str) -> Result<Vec<(usize, Token)>, SelectorError> {
    let mut tokens: Vec<(usize, Token)> = Vec::new();
    let mut position = 0;
    loop {
        let rest = &text[position..];
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        if first.is_whitespace() {
            position += first.len_utf8();
            continue;
        }
        let wants_operator = tokens.last().is_some_and(|(_, token)| ends_operand(token));
        let (token, len) = if let Some(sign) = sign(rest) {
            (Token::Sign(sign), sign.len())
        } else if first == '*' {
            (if wants_operator { Token::Sign("*") } else { Token::Star }, 1)
        } else if first == '"' || first == '\'' {
            let Some(len) = rest[1..].find(first) else {
                return Err(SelectorError::new(position, "string without closing quote"));
            };
            (Token::Literal(rest[1..=len].to_owned()), len + 2)
        } else if first.is_ascii_digit() || first == '.' {
            let len = number_len(rest);
            (Token::Number(rest[..len].parse().unwrap_or(f64::NAN)), len)
        } else if is_name_start(first) {
            let word = ["and", "or", "div", "mod"].into_iter().find(|&word| word == &rest[..name_len(rest)]);
            match word.filter(|_| wants_operator) {
                Some(word) => (Token::Word(word), word.len()),
                None => name(rest),
            }
        } else if first == '$' {
            return Err(SelectorError::new(position, "variables are not supported, write the value itself"));
        } else {
            return Err(SelectorError::new(position, format!("unexpected character `{}`", first.escape_debug())));
        };
        tokens.push((position, token));
        position += len;
    }
}

/// After an operand, `*` multiplies and `and` is no name.
fn ends_operand(token: &Token) -> bool {
    match token {
        Token::Sign(sign) => matches!(*sign, ")" | "]" | "." | ".."),
        Token::Word(_) => false,
        Token::Name(_) | Token::Star | Token::PrefixStar(_) | Token::Literal(_) | Token::Number(_) => true,
    }
}

fn sign(rest: &str) -> Option<&'static str> {
    const SIGNS: [&str; 20] =
        ["..", "::", "//", "!=", "<=", ">=", "(", ")", "[", "]", "@", ",", "/", "|", "+", "-", "=", "<", ">", "."];
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign))?;
    let is_number = sign == "." && rest[1..].starts_with(|next: char| next.is_ascii_digit());
    (!is_number).then_some(sign)
}

fn number_len(rest: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    if rest[whole..].starts_with('.') { whole + 1 + digits(&rest[whole + 1..]) } else { whole }
}

fn name(rest: &str) -> (Token, usize) {
    let len = name_len(rest);
    let Some(after) = rest[len..].strip_prefix(':').filter(|after| !after.starts_with(':')) else {
        return (Token::Name(rest[..len].to_owned()), len);
    };
    if after.starts_with('*') {
        return (Token::PrefixStar(rest[..len].to_owned()), len + 2);
    }
    match name_len(after) {
        0 => (Token::Name(rest[..len].to_owned()), len),
        local => (Token::Name(rest[..len + 1 + local].to_owned()), len + 1 + local),
    }
}

/// The length of the name at the start of `text`, without a colon.
fn name_len(text: &str) -> usize {
    if !text.starts_with(is_name_start) {
        return 0;
    }
    text.find(|character| !is_name(character)).unwrap_or(text.len())
}

/// Whether a name of an element or attribute can stand in an expression as it is. Bad HTML has names with quotes and brackets in
/// them.
pub fn is_plain_name(text: &str) -> bool {
    !text.is_empty() && name_len(text) == text.len()
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '\u{B7}')
}

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
