//! `--with`: the parts of JSON that are there when they are asked for, by name.

use clap::builder::{PossibleValue, PossibleValuesParser};
use tamis::export::JsonPart;

/// What the flag does.
pub(crate) const HELP: &str = "What JSON holds beside the answer";

/// The word for all parts.
const ALL: &str = "all";

/// The names of these parts.
pub(crate) fn words(parts: &'static [JsonPart]) -> PossibleValuesParser {
    let words = parts.iter().map(|part| PossibleValue::new(part.as_str()).help(part.summary()));
    PossibleValuesParser::new(words.chain([PossibleValue::new(ALL).help("all of these")]))
}

/// The parts by these names, in their own order.
pub(crate) fn named(words: &[&str], parts: &[JsonPart]) -> Vec<JsonPart> {
    let is_asked = |part: &JsonPart| words.iter().any(|&word| word == ALL || word == part.as_str());
    parts.iter().copied().filter(is_asked).collect()
}
