//! A wrapper as a file: JSON, versioned, made to be read and edited by people.
//!
//! What is read comes from strangers. Whatever is in it, it is refused with a sentence that says what is wrong and where, or it
//! is a wrapper within bounds: so many bytes, columns and characters of a selector.

mod error;
mod lines;
mod objects;
mod read;
mod write;

pub use error::WrapperFileError;
#[cfg(feature = "schema")]
pub use objects::json_schema;
pub use read::from_json;
pub(super) use read::{check_name, type_named};
pub use write::to_json;

/// The version of the files that are written. It rises when a member changes its meaning; files of later versions are refused.
pub const VERSION: u32 = 1;

/// The longest file that is read. Ours have some kilobytes.
pub const MAX_BYTES: usize = 4 << 20;

/// The most columns of a wrapper.
pub(super) const MAX_COLUMNS: usize = 1000;

/// The longest selector, and the longest name, in bytes.
pub(super) const MAX_TEXT: usize = 8 << 10;

/// The most elements that a record consists of.
pub(super) const MAX_NODES: u32 = 1000;

#[cfg(test)]
mod tests;
