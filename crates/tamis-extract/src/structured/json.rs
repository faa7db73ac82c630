//! A reader of JSON as pages write it.
//!
//! A strict reader such as `serde_json` gives up at the first slip, and with it the page's title, author and date: one
//! page in thirty or so has a slip somewhere. They are always the same ones, so this reader goes on after
//!
//! - comments (`//`, `/* */`, `<!-- -->`) and the CDATA marks of XHTML times,
//! - commas too many, too few, or at the end, semicolons, and several values in one script,
//! - line breaks, tabs and quotation marks inside a text that should have been escaped,
//! - texts in single quotes, names without quotes, words that only scripts know (`undefined`, `NaN`),
//! - a script that was escaped as if it were HTML (`{&quot;@type&quot;: …`),
//! - a script that was cut off: what is open at the end is closed.
//!
//! What is not JSON at all gives no value. The reader keeps its open lists and objects on a stack of its own: what lies
//! deeper than [`MAX_DEPTH`] is dropped, and reading stops at [`MAX_VALUES`], so that neither the reader nor anybody who
//! walks its answer can run out of stack or memory.

use super::value::{Value, object};
use std::borrow::Cow;
use tamis_page::Document;

/// Real pages stay below 20.
const MAX_DEPTH: usize = 64;
/// Real pages stay below 50 000.
const MAX_VALUES: usize = 500_000;

/// All values of a script, in order.
pub(super) fn read(text: &str) -> Vec<Value> {
    // JSON that says anything has quotation marks.
    if !text.contains('"') && text.contains("&quot;") { read_raw(&decoded(text)) } else { read_raw(text) }
}

/// The text with its character references decoded, by the parser of pages: there is one table of them.
pub(crate) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    // Nothing but its own end tag ends a text area, and its first line break is not its content.
    let page = Document::parse(format!("<textarea>\n{text}"));
    Cow::Owned(page.text_content(page.root()))
}

/// A list or an object that is not closed yet.
enum Open {
    List(Vec<Value>),
    Object { members: Vec<(String, Value)>, name: Option<String> },
}

impl Open {
    fn close(self) -> Value {
        match self {
            Open::List(items) => Value::List(items),
            Open::Object { members, .. } => object(members),
        }
    }

    fn context(&self) -> TokenContext {
        match self {
            Open::List(_) => TokenContext::InList,
            Open::Object { name: None, .. } => TokenContext::BeforeName,
            Open::Object { name: Some(_), .. } => TokenContext::AfterName,
        }
    }
}

fn read_raw(text: &str) -> Vec<Value> {
    let mut tokens = Tokens::of(text);
    let mut stack: Vec<Open> = Vec::new();
    let mut values = Vec::new();
    let mut n_values = 0;
    // Lists and objects that are open and too deep to be kept.
    let mut n_too_deep = 0;
    while let Some(token) = tokens.next(stack.last().map_or(TokenContext::Outside, Open::context)) {
        let value = match token {
            Token::OpenList | Token::OpenObject if n_too_deep > 0 || stack.len() == MAX_DEPTH => {
                n_too_deep += 1;
                continue;
            }
            Token::CloseList | Token::CloseObject if n_too_deep > 0 => {
                n_too_deep -= 1;
                continue;
            }
            Token::OpenList => {
                stack.push(Open::List(Vec::new()));
                continue;
            }
            Token::OpenObject => {
                stack.push(Open::Object { members: Vec::new(), name: None });
                continue;
            }
            Token::CloseList | Token::CloseObject => {
                // A bracket of the other kind closes what it was meant to close, if that is open at all.
                let is_list = token == Token::CloseList;
                let Some(at) = stack.iter().rposition(|open| matches!(open, Open::List(_)) == is_list) else {
                    continue;
                };
                while stack.len() > at + 1 {
                    close(&mut stack, &mut values);
                }
                close(&mut stack, &mut values);
                continue;
            }
            Token::Comma => {
                // A name without a value.
                if let Some(Open::Object { members, name }) = stack.last_mut()
                    && let Some(name) = name.take()
                {
                    members.push((name, Value::Null));
                }
                continue;
            }
            Token::Value(value) => value,
        };
        n_values += 1;
        if n_values > MAX_VALUES {
            break;
        }
        if n_too_deep == 0 {
            put(&mut stack, &mut values, value);
        }
    }
    while !stack.is_empty() {
        close(&mut stack, &mut values);
    }
    values
}

fn close(stack: &mut Vec<Open>, values: &mut Vec<Value>) {
    if let Some(open) = stack.pop() {
        put(stack, values, open.close());
    }
}

fn put(stack: &mut [Open], values: &mut Vec<Value>, value: Value) {
    match stack.last_mut() {
        None if matches!(value, Value::List(_) | Value::Object(_)) => values.push(value),
        // A word outside of everything is a script, not data.
        None => {}
        Some(Open::List(items)) => items.push(value),
        Some(Open::Object { members, name }) => match name.take() {
            Some(name) => members.push((name, value)),
            None => {
                *name = match value {
                    Value::Text(text) | Value::Number(text) => Some(text),
                    _ => None,
                }
            }
        },
    }
}

/// A token. A colon is not a token: the text before it is a name because of where it stands.
#[derive(Clone, PartialEq, Debug)]
enum Token {
    OpenList,
    CloseList,
    OpenObject,
    CloseObject,
    Comma,
    /// A text, a number or a word.
    Value(Value),
}

/// Where the next token stands. It tells which quotation marks end a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenContext {
    Outside,
    InList,
    BeforeName,
    AfterName,
}

struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn of(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text }
    }

    fn next(&mut self, context: TokenContext) -> Option<Token> {
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
                    let (text, after) = take_text(&self.rest[1..], first, context);
                    self.rest = after;
                    return Some(Token::Value(Value::Text(text)));
                }
                _ => {
                    let end = self.rest.find(is_end_of_word).unwrap_or(self.rest.len()).max(first.len_utf8());
                    let (word, after) = self.rest.split_at(end);
                    self.rest = after;
                    return Some(Token::Value(word_value(word, context)));
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

fn word_value(word: &str, context: TokenContext) -> Value {
    if context == TokenContext::BeforeName {
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
fn take_text(text: &str, quote: char, context: TokenContext) -> (String, &str) {
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
        } else if ends_text(after, context) {
            return (found, after);
        } else {
            found.push(quote);
            rest = after;
        }
    }
}

/// Whether a quotation mark before this ends its text. One that was meant to be escaped is followed by more text.
fn ends_text(after: &str, context: TokenContext) -> bool {
    let next = after.trim_start();
    let Some(first) = next.chars().next() else { return true };
    match first {
        ':' => context == TokenContext::BeforeName,
        ',' | '}' | ']' => true,
        '/' => next.starts_with("//") || next.starts_with("/*"),
        // A comma is missing at the end of a line.
        '"' => after[..after.len() - next.len()].contains('\n'),
        ';' | '<' => context == TokenContext::Outside,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expect: &str) {
        let found: Vec<String> = read(json).iter().map(spell).collect();
        assert_eq!(found.join(" "), expect, "{json}");
    }

    fn spell(value: &Value) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.clone(),
            Value::Text(text) => format!("{text:?}"),
            Value::List(items) => format!("[{}]", items.iter().map(spell).collect::<Vec<_>>().join(",")),
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| format!("{name:?}:{}", spell(value)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
        }
    }

    #[test]
    fn json_is_read_as_it_is() {
        check(
            r#"{"a": [1, -2.5e3, true, false, null], "b": {"c": "d"}}"#,
            r#"{"a":[1,-2.5e3,true,false,null],"b":{"c":"d"}}"#,
        );
        check(r#"{"a": "\u00e4\ud83d\ude00\n\/\"x\\"}"#, "{\"a\":\"ä😀\\n/\\\"x\\\\\"}");
        check("[]", "[]");
        check("", "");
    }

    #[test]
    fn comments_and_cdata_are_passed_over() {
        check("<!-- x -->\n{\"a\": 1}\n<!-- y -->", r#"{"a":1}"#);
        check("<!--\n{\"a\": 1}\n//-->", r#"{"a":1}"#);
        check("//<![CDATA[\n{\"a\": 1}\n//]]>", r#"{"a":1}"#);
        check("/* <![CDATA[ */{\"a\": 1}/* ]]> */", r#"{"a":1}"#);
        check("<![CDATA[{\"a\": \"http://x/y\" // why\n, /* z */ \"b\": 2}]]>", r#"{"a":"http://x/y","b":2}"#);
    }

    #[test]
    fn commas_may_be_too_many_or_too_few() {
        check("{\"a\": 1,, \"b\": [1, 2,],}", r#"{"a":1,"b":[1,2]}"#);
        check("{\"a\": \"x\"\n\"b\": \"y\"}", r#"{"a":"x","b":"y"}"#);
        check("{\"a\": 1} {\"b\": 2},{\"c\": 3};", r#"{"a":1} {"b":2} {"c":3}"#);
        check("{\"a\": , \"b\": 1}", r#"{"a":null,"b":1}"#);
    }

    #[test]
    fn texts_may_hold_line_breaks_and_quotes() {
        check("{\"a\": \"one\ntwo\tthree\"}", "{\"a\":\"one\\ntwo\\tthree\"}");
        check(r#"{"a": "the "big" one", "b": 1}"#, r#"{"a":"the \"big\" one","b":1}"#);
        check(r#"{"a": "it\'s", 'b': 'so "so"', c: undefined}"#, r#"{"a":"it's","b":"so \"so\"","c":null}"#);
    }

    #[test]
    fn a_script_escaped_as_html_is_read() {
        check("{&quot;a&quot;: &quot;x &amp;amp; y&quot;}", r#"{"a":"x &amp; y"}"#);
        check(r#"{"a": "x &amp; y"}"#, r#"{"a":"x &amp; y"}"#);
    }

    #[test]
    fn what_was_cut_off_is_closed() {
        check("{\"a\": [{\"b\": \"c", r#"{"a":[{"b":"c"}]}"#);
        check("{\"a\": [1, {\"b\": 2]}", r#"{"a":[1,{"b":2}]}"#);
        check("}]{\"a\": 1}", r#"{"a":1}"#);
    }

    #[test]
    fn what_is_no_json_gives_nothing() {
        for text in ["window.dataLayer", "\"text\"", "12", "<p>x</p>"] {
            check(text, "");
        }
    }

    #[test]
    fn a_hostile_script_is_read_in_bounds() {
        let deep = "[".repeat(1_000_000);
        assert_eq!(read(&deep).len(), 1);
        let deep = "{\"a\":".repeat(300_000);
        assert_eq!(read(&deep).len(), 1);
        let wide = format!("[{}]", "0,".repeat(1_000_000));
        assert_eq!(read(&wide)[0].items().len(), MAX_VALUES);
        assert!(read(&"\"".repeat(300_000)).is_empty());
        assert_eq!(read(&format!("{{{}", "\"a\" ".repeat(100_000))).len(), 1);
    }
}
