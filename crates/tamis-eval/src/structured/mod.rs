//! Our structured data against extruct's, a Python library that many pipelines use: the same pages, statement by
//! statement.

mod extruct;
mod statements;

pub use extruct::Extruct;
pub use statements::{Agreement, agreement};

use serde_json::Value;
use tamis::export::{Json, JsonPart};
use tamis::{Findings, Page};

/// The vocabularies that both read.
pub const VOCABULARIES: [&str; 5] = ["json-ld", "microdata", "rdfa", "opengraph", "dublincore"];

/// Our answer for a page, as it is exported.
pub fn ours(page: &Page) -> Value {
    let findings = Findings::of(page.clone());
    let line = Json::of(&findings).with(JsonPart::Structured).line();
    let mut object: Value = serde_json::from_str(&line).expect("invariant: the export is JSON");
    object["structured"].take()
}
