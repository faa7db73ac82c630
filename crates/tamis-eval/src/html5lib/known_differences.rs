//! The cases that are known to come out differently, each with its reason.

use super::Outcome;
use anyhow::{Context as _, bail};
use std::collections::BTreeMap;

/// The list, by file and input.
#[derive(Clone, Debug, Default)]
pub struct KnownDifferences {
    by_case: BTreeMap<(String, String), String>,
}

impl KnownDifferences {
    /// The list that belongs to the parser of this version.
    pub fn shipped() -> KnownDifferences {
        KnownDifferences::read(include_str!("../../known/html5lib.jsonl")).expect("invariant: checked by a test")
    }

    /// Reads a list: one JSON object a line with `file`, `input` and `reason`.
    ///
    /// # Errors
    /// If a line is not such an object, or names a case a second time.
    pub fn read(text: &str) -> anyhow::Result<KnownDifferences> {
        let mut by_case = BTreeMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let entry: serde_json::Value =
                serde_json::from_str(line).with_context(|| format!("line {}: not JSON", number + 1))?;
            let field = |name: &str| {
                let value = entry.get(name).and_then(serde_json::Value::as_str);
                value.map(str::to_owned).with_context(|| format!("line {}: no text `{name}`", number + 1))
            };
            let (file, input, reason) = (field("file")?, field("input")?, field("reason")?);
            if by_case.insert((file, input), reason).is_some() {
                bail!("line {}: the case is already listed", number + 1);
            }
        }
        Ok(KnownDifferences { by_case })
    }

    /// Why the case comes out differently, if it is listed.
    pub fn reason(&self, outcome: &Outcome) -> Option<&str> {
        self.by_case.get(&(outcome.file.clone(), outcome.input.clone())).map(String::as_str)
    }

    /// The listed cases that were run and passed in every variant.
    pub fn outdated<'a>(&'a self, outcomes: &'a [Outcome]) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.by_case.keys().filter_map(move |(file, input)| {
            let mut runs =
                outcomes.iter().filter(|outcome| outcome.file == *file && outcome.input == *input).peekable();
            (runs.peek().is_some() && runs.all(|outcome| outcome.passed)).then_some((file.as_str(), input.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_list_can_be_read() {
        let text = include_str!("../../known/html5lib.jsonl");
        assert_eq!(KnownDifferences::shipped().by_case.len(), text.lines().count());
    }

    #[test]
    fn a_case_may_be_listed_once_only() {
        let line = r#"{"file": "a.dat", "input": "x", "reason": "y"}"#;
        assert!(KnownDifferences::read(line).is_ok());
        assert!(KnownDifferences::read(&format!("{line}\n{line}")).is_err());
    }
}
