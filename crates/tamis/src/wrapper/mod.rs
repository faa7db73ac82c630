//! Wrappers: the table of a template as selectors, learned once and run on any page of the template.
//!
//! A [`Wrapper`] is [learned](learn()) from findings of one or several pages of a template, kept [as JSON](to_json) that
//! people read and edit, [read again](from_json) with errors that say what is wrong where, and [applied](ReadyWrapper) to
//! pages without any method running. The three rules of what it says of a page are those of `tamis_sites::wrapper`; the file
//! and the command are described in `docs/wrapper.md`.
//!
//! ```
//! use tamis::wrapper::{self, LearnOptions, ReadyWrapper};
//! use tamis::{Page, Recipe, Task};
//!
//! let shop = |lamps: &[&str]| {
//!     let lamp = |name: &&str| format!("<li class=lamp><h3><a href=/{name}>{name} lamp</a></h3><p class=price>9.50 €</p>");
//!     Page::parse(format!("<ul class=lamps>{}</ul>", lamps.iter().map(lamp).collect::<String>()))
//! };
//! let findings = tamis::ask(&shop(&["Desk", "Wall", "Floor", "Reading"]), &[Recipe::default_for(Task::Records)])?;
//! let learned = wrapper::learn(&[findings], &LearnOptions::default())?;
//! let file = wrapper::to_json(&learned);
//!
//! let ready = ReadyWrapper::new(wrapper::from_json(file.as_bytes())?)?;
//! let findings = ready.apply(&shop(&["Garden", "Cellar"]));
//! let table = &findings.tables().expect("a wrapper answers with tables").answer[0];
//! assert_eq!(table.value(1, 0).as_deref(), Some("Cellar lamp"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod columns;
mod file;
mod learn;
mod summary;
#[cfg(test)]
mod tests;

pub use check::{check, repair};
pub use columns::{ColumnEdit, ColumnEditError};
#[cfg(feature = "schema")]
pub use file::json_schema;
pub use file::{MAX_BYTES, VERSION, WrapperFileError, from_json, to_json};
pub use learn::{edit, learn, odd_pages};
pub(crate) use summary::shortest;
pub use summary::summary;

pub use crate::findings::ReadyWrapper;
pub use tamis_extract::{DecimalMark, ValueFormat, ValueType};
pub use tamis_page::Selectors;
pub use tamis_sites::wrapper::{
    CheckOptions, CheckReport, CheckedColumn, ColumnFigures, ColumnMatch, CompiledWrapper, DriftKind, LearnError,
    LearnOptions, Learned, LearnedColumn, LearnedPage, MatchKind, PageFigures, RecordSelectors, Repair,
    SelectorLanguage, Subject, Wrapper, WrapperColumn, WrapperDrift, WrapperError, WrapperPart,
};
