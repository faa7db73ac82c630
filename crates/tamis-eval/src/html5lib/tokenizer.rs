//! Tokenizer cases: the JSON format, and running them.

use super::report::{Kind, Outcome};
use anyhow::Context as _;
use serde_json::{Value, json};

/// One case of a `.test` file.
#[derive(Clone, PartialEq, Debug)]
pub struct TokenizerCase {
    /// What the case is about.
    pub description: String,
    /// The characters to read; `None` if they cannot be written as a Rust string because a surrogate stands alone.
    pub input: Option<String>,
    /// The states to start in.
    pub initial_states: Vec<State>,
    /// The name of the last start tag before the input.
    pub last_start_tag: Option<String>,
    /// The tokens that must come out, in the format of the suite.
    pub expected: Value,
}

/// The states that a case may start in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// The data state.
    Data,
    /// The PLAINTEXT state.
    Plaintext,
    /// The RCDATA state.
    Rcdata,
    /// The RAWTEXT state.
    Rawtext,
    /// The script data state.
    ScriptData,
    /// The CDATA section state.
    CdataSection,
}

impl State {
    fn read(name: &str) -> Option<State> {
        Some(match name {
            "Data state" => State::Data,
            "PLAINTEXT state" => State::Plaintext,
            "RCDATA state" => State::Rcdata,
            "RAWTEXT state" => State::Rawtext,
            "Script data state" => State::ScriptData,
            "CDATA section state" => State::CdataSection,
            _ => return None,
        })
    }
}

/// Reads the cases of a `.test` file.
///
/// # Errors
/// If the file is not JSON or a case lacks a field.
pub fn read_cases(text: &str) -> anyhow::Result<Vec<TokenizerCase>> {
    let file: Value = serde_json::from_str(text)?;
    let cases = file.get("tests").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    cases.iter().map(read_case).collect()
}

fn read_case(case: &Value) -> anyhow::Result<TokenizerCase> {
    let text = |name: &str| case.get(name).and_then(Value::as_str).map(str::to_owned);
    let description = text("description").context("a case without description")?;
    let mut input = Some(text("input").with_context(|| format!("{description}: no input"))?);
    let mut expected = case.get("output").cloned().with_context(|| format!("{description}: no output"))?;
    if case.get("doubleEscaped").and_then(Value::as_bool) == Some(true) {
        input = input.as_deref().and_then(unescape);
        unescape_all(&mut expected);
    }
    let initial_states = match case.get("initialStates").and_then(Value::as_array) {
        None => vec![State::Data],
        Some(names) => {
            let states = names.iter().map(|name| name.as_str().and_then(State::read));
            states.collect::<Option<Vec<_>>>().with_context(|| format!("{description}: unknown initial state"))?
        }
    };
    Ok(TokenizerCase { description, input, initial_states, last_start_tag: text("lastStartTag"), expected })
}

/// Replaces `\uHHHH`; `None` if a surrogate stands alone.
fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escaped = rest.strip_prefix("\\u").and_then(|rest| rest.get(..4));
        if let Some(unit) = escaped.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
            units.push(unit);
            rest = &rest[6..];
        } else {
            units.extend_from_slice(first.encode_utf16(&mut [0; 2]));
            rest = &rest[first.len_utf8()..];
        }
    }
    String::from_utf16(&units).ok()
}

fn unescape_all(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(plain) = unescape(text) {
                *text = plain;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(unescape_all),
        Value::Object(members) => {
            let unescaped = std::mem::take(members).into_iter().map(|(name, mut value)| {
                unescape_all(&mut value);
                (unescape(&name).unwrap_or(name), value)
            });
            *members = unescaped.collect();
        }
        _ => {}
    }
}

/// The tokens of one run in the format of the suite, adjacent characters joined.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TokenList {
    tokens: Vec<Value>,
    text: String,
}

impl TokenList {
    /// Adds characters.
    pub fn characters(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a start tag; of attributes with the same name the first counts.
    pub fn start_tag<'a>(
        &mut self,
        name: &str,
        attributes: impl Iterator<Item = (&'a str, &'a str)>,
        self_closing: bool,
    ) {
        let mut members = serde_json::Map::new();
        for (name, value) in attributes {
            members.entry(name).or_insert_with(|| json!(value));
        }
        self.push(if self_closing {
            json!(["StartTag", name, members, true])
        } else {
            json!(["StartTag", name, members])
        });
    }

    /// Adds an end tag.
    pub fn end_tag(&mut self, name: &str) {
        self.push(json!(["EndTag", name]));
    }

    /// Adds a comment.
    pub fn comment(&mut self, text: &str) {
        self.push(json!(["Comment", text]));
    }

    /// Adds a document type declaration.
    pub fn doctype(
        &mut self,
        name: Option<&str>,
        public_id: Option<&str>,
        system_id: Option<&str>,
        force_quirks: bool,
    ) {
        self.push(json!(["DOCTYPE", name, public_id, system_id, !force_quirks]));
    }

    /// The finished list.
    pub fn finish(mut self) -> Value {
        self.flush();
        Value::Array(self.tokens)
    }

    fn push(&mut self, token: Value) {
        self.flush();
        self.tokens.push(token);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.tokens.push(json!(["Character", text]));
        }
    }
}

/// Runs the cases of one file with the tokenizer behind `tokenize`.
pub fn run(
    file: &str,
    cases: &[TokenizerCase],
    mut tokenize: impl FnMut(&str, State, Option<&str>) -> Value,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    for case in cases {
        for &state in &case.initial_states {
            let got = case.input.as_deref().map(|input| tokenize(input, state, case.last_start_tag.as_deref()));
            outcomes.push(Outcome {
                kind: Kind::Tokenizer,
                file: file.to_owned(),
                // An input that cannot be written is named by its description.
                input: case.input.clone().unwrap_or_else(|| case.description.clone()),
                variant: format!("{}, from {state:?}", case.description),
                passed: got.as_ref() == Some(&case.expected),
                expected: case.expected.to_string(),
                got: got.map_or_else(|| "not a Unicode string".to_owned(), |got| got.to_string()),
            });
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_escaped_text_is_unescaped_and_lone_surrogates_are_refused() {
        assert_eq!(unescape(r"a\u0041\uD83D\uDE00é\u00").as_deref(), Some("aA😀é\\u00"));
        assert_eq!(unescape(r"\uD800"), None);
    }

    #[test]
    fn adjacent_characters_are_joined_and_the_first_of_two_attributes_counts() {
        let mut tokens = TokenList::default();
        tokens.characters("a");
        tokens.characters("b");
        tokens.start_tag("p", [("x", "1"), ("x", "2")].into_iter(), true);
        assert_eq!(tokens.finish(), json!([["Character", "ab"], ["StartTag", "p", {"x": "1"}, true]]));
    }
}
