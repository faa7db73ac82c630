//! The pieces of a script of JSON.

use crate::structured::value::Value;

/// A piece. Colons are none: a text before one is a name by its place.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    OpenList,
    CloseList,
    OpenObject,
    CloseObject,
    Comma,
    /// A text, a number or a word.
    Value(Value),
}

/// Where the next piece stands. It tells which quotation marks end a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Outside,
    InList,
    BeforeName,
    AfterName,
}

pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text }
    }

    pub(super) fn next(&mut self, place: Place) -> Option<Token> {
        loop {
            self.rest =
                self.rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | ':' | ';'));
            let first = self.rest.chars().next()?;
            if let Some(after) = after_comment(self.rest) {
                self.rest = after;
                continue;
            }
            let token = match first {
                '[' => Token::OpenList,
                ']' => Token::CloseList,
                '{' => Token::OpenObject,
                '}' => Token::CloseObject,
                ',' => Token::Comma,
                '"' | '\'' => {
                    let (text, after) = take_text(&self.rest[1..], first, place);
                    self.rest = after;
                    return Some(Token::Value(Value::Text(text)));
                }
                _ => {
                    let end = self.rest.find(is_end_of_word).unwrap_or(self.rest.len()).max(first.len_utf8());
                    let (word, after) = self.rest.split_at(end);
                    self.rest = after;
                    return Some(Token::Value(word_value(word, place)));
                }
            };
            self.rest = &self.rest[1..];
            return Some(token);
        }
    }
}

/// A comment in the manner of HTML that is longer than this is taken for one around the data.
const LONGEST_REMARK: usize = 200;

fn is_end_of_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ':' | ';' | '[' | ']' | '{' | '}' | '"' | '\'' | '<')
}

/// What follows a comment or a mark of CDATA at the start of the text.
fn after_comment(text: &str) -> Option<&str> {
    if text.starts_with("//") {
        // `//]]>` and `//-->` end nothing that we opened.
        return Some(text.find('\n').map_or("", |end| &text[end..]));
    }
    if let Some(inner) = text.strip_prefix("/*") {
        return Some(inner.find("*/").map_or("", |end| &inner[end + 2..]));
    }
    for mark in ["<![CDATA[", "]]>", "-->"] {
        if let Some(after) = text.strip_prefix(mark) {
            return Some(after);
        }
    }
    let inner = text.strip_prefix("<!--")?;
    // A comment around the whole script hides it from browsers of old, not from us.
    let mut head = inner.char_indices().take(LONGEST_REMARK).take_while(|(_, c)| !matches!(c, '\n' | '{' | '['));
    let end = head.find(|&(at, c)| c == '-' && inner[at..].starts_with("-->"));
    Some(end.map_or(inner, |(at, _)| &inner[at + 3..]))
}

fn word_value(word: &str, place: Place) -> Value {
    if place == Place::BeforeName {
        return Value::text(word);
    }
    match word {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ if is_number(word) => Value::Number(word.to_owned()),
        _ => Value::Null,
    }
}

/// Whether JSON would take the word for a number.
fn is_number(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let word = word.strip_prefix('-').unwrap_or(word);
    let (mantissa, exponent) = match word.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (word, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// A text up to the quotation mark that ends it, and what follows.
fn take_text(text: &str, quote: char, place: Place) -> (String, &str) {
    let mut found = String::new();
    let mut rest = text;
    loop {
        let Some(at) = rest.find([quote, '\\']) else {
            found.push_str(rest);
            return (found, "");
        };
        found.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if rest.as_bytes()[at] == b'\\' {
            rest = take_escape(after, &mut found);
        } else if ends_text(after, place) {
            return (found, after);
        } else {
            found.push(quote);
            rest = after;
        }
    }
}

/// Whether a quotation mark before this ends its text. One that was meant to be escaped is followed by more text.
fn ends_text(after: &str, place: Place) -> bool {
    let next = after.trim_start();
    let Some(first) = next.chars().next() else { return true };
    match first {
        ':' => place == Place::BeforeName,
        ',' | '}' | ']' => true,
        '/' => next.starts_with("//") || next.starts_with("/*"),
        // A comma is missing at the end of a line.
        '"' => after[..after.len() - next.len()].contains('\n'),
        ';' | '<' => place == Place::Outside,
        _ => false,
    }
}

/// Writes what an escape stands for; `text` begins after its backslash.
fn take_escape<'a>(text: &'a str, found: &mut String) -> &'a str {
    let Some(letter) = text.chars().next() else { return "" };
    let after = &text[letter.len_utf8()..];
    match letter {
        'n' => found.push('\n'),
        't' => found.push('\t'),
        'r' => found.push('\r'),
        'b' => found.push('\u{8}'),
        'f' => found.push('\u{c}'),
        'u' => return take_unicode(after, found),
        // `\"`, `\\`, `\/`, and marks that need none.
        letter => found.push(letter),
    }
    after
}

fn take_unicode<'a>(text: &'a str, found: &mut String) -> &'a str {
    let unit = |text: &str| text.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(first) = unit(text) else { return text };
    let after = &text[4..];
    if (0xd800..0xdc00).contains(&first)
        && let Some(low) = after.strip_prefix("\\u").and_then(unit)
        && (0xdc00..0xe000).contains(&low)
    {
        let both = 0x10000 + ((first - 0xd800) << 10) + (low - 0xdc00);
        found.push(char::from_u32(both).unwrap_or('\u{fffd}'));
        return &after[6..];
    }
    found.push(char::from_u32(first).unwrap_or('\u{fffd}'));
    after
}
