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

mod tokens;

use super::value::{Value, object};
use std::borrow::Cow;
use tamis_page::Document;
use tokens::{Place, Token, Tokens};

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

    fn place(&self) -> Place {
        match self {
            Open::List(_) => Place::InList,
            Open::Object { name: None, .. } => Place::BeforeName,
            Open::Object { name: Some(_), .. } => Place::AfterName,
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
    while let Some(token) = tokens.next(stack.last().map_or(Place::Outside, Open::place)) {
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
