//! Structured data as statements: the way to a value, and the value.

use crate::metrics::Bag;
use serde_json::Value;

/// What two answers have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Agreement {
    /// Statements that we make.
    pub n_ours: usize,
    /// Statements that the other makes.
    pub n_theirs: usize,
    /// Statements that both make.
    pub n_common: usize,
}

impl Agreement {
    /// Whether both say the same.
    pub fn is_full(&self) -> bool {
        self.n_common == self.n_ours && self.n_common == self.n_theirs
    }

    /// Adds the statements of another page.
    pub fn add(&mut self, other: Agreement) {
        self.n_ours += other.n_ours;
        self.n_theirs += other.n_theirs;
        self.n_common += other.n_common;
    }
}

/// Compares two answers, and names up to `n_examples` statements that only one of them makes.
pub fn agreement(ours: &Value, theirs: &Value, n_examples: usize) -> (Agreement, Vec<String>) {
    let (ours, theirs) = (statements(ours), statements(theirs));
    let bag = |list: &[String]| list.iter().cloned().collect::<Bag<String>>();
    let (our_bag, their_bag) = (bag(&ours), bag(&theirs));
    let found = Agreement { n_ours: our_bag.len(), n_theirs: their_bag.len(), n_common: our_bag.common(&their_bag) };
    let only = |list: &[String], other: &Bag<String>, who: &str| {
        let missing = list.iter().filter(|one| other.common(&bag(std::slice::from_ref(*one))) == 0);
        missing.take(n_examples).map(|statement| format!("only {who}: {statement}")).collect::<Vec<_>>()
    };
    let mut examples = only(&ours, &their_bag, "ours");
    examples.extend(only(&theirs, &our_bag, "theirs"));
    (found, examples)
}

/// The statements of an answer. White space in texts does not count: where a text is made of several elements, the two
/// put different blanks between them. Names of nameless things do not count either.
fn statements(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), value)];
    while let Some((way, value)) = waiting.pop() {
        match value {
            Value::Object(members) => {
                waiting.extend(members.iter().rev().map(|(name, value)| (format!("{way}/{name}"), value)));
            }
            Value::Array(items) => waiting.extend(items.iter().rev().map(|item| (way.clone(), item))),
            Value::String(text) if text.starts_with("_:") => found.push(format!("{way} = _:")),
            Value::String(text) => {
                let text: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
                // `https://a.example` and `https://a.example/` are one address.
                let is_address = text.starts_with("http");
                found.push(format!("{way} = {}", if is_address { text.trim_end_matches('/') } else { &text }));
            }
            other => found.push(format!("{way} = {other}")),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn statements_are_compared_without_regard_to_order_and_blanks() {
        let ours = json!([{"a": {"b": ["x y", 1]}}, {"@id": "_:b0"}]);
        let theirs = json!([{"@id": "_:N12"}, {"a": {"b": [1, "x\ny"]}}]);
        assert!(agreement(&ours, &theirs, 0).0.is_full());
        let (found, examples) = agreement(&ours, &json!([{"a": {"b": "z"}}]), 9);
        assert_eq!((found.n_ours, found.n_theirs, found.n_common), (3, 1, 0));
        assert_eq!(examples.len(), 4);
    }
}
