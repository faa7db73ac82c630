//! What was found, as HTML, text or JSON. Only here a new tree or a new file format is written; the forms are made by
//! hand, and the JSON carries the version of its schema.

mod explain;
mod json;

pub use explain::explain;
pub use json::{Json, SCHEMA_VERSION, error_line};

use crate::methods::Stage;
use crate::pipeline::Outcome;

/// A form that an outcome can be written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Format {
    /// The page itself, less what was removed.
    Html,
    /// What a reader sees.
    Text,
    /// Everything that is known, one object a page; indented.
    Json,
    /// The same, one line a page.
    JsonLines,
}

/// The page less what was removed. Parsed again it gives the same tree.
pub fn html(outcome: &Outcome<'_>) -> String {
    let document = outcome.page().document();
    outcome.mask().map_or_else(|| document.to_html(), |mask| document.to_html_under(mask))
}

/// Everything that is known about the page, as an indented JSON object; see [`Json`] for more.
pub fn json(outcome: &Outcome<'_>) -> String {
    Json::of(outcome).pretty()
}

/// The outcome in the form that is asked for.
pub fn write(outcome: &Outcome<'_>, format: Format) -> String {
    match format {
        Format::Html => html(outcome),
        Format::Text => outcome.text(),
        Format::Json => json(outcome),
        Format::JsonLines => Json::of(outcome).line(),
    }
}

impl Format {
    /// The forms that an answer of this stage can be written in, the default for one page first.
    pub fn for_stage(stage: Stage) -> &'static [Format] {
        match stage {
            Stage::Clean => &[Format::Html, Format::Text, Format::Json, Format::JsonLines],
            Stage::Text => &[Format::Text, Format::Html, Format::Json, Format::JsonLines],
            Stage::Records | Stage::Segment => &[Format::Json, Format::JsonLines],
        }
    }

    /// The name, as the command line spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Html => "html",
            Format::Text => "text",
            Format::Json => "json",
            Format::JsonLines => "jsonl",
        }
    }

    /// The extension of a file in this form.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            other => other.as_str(),
        }
    }
}
