//! A rendered page on disk, so that every method runs again without a renderer.
//!
//! # Format
//!
//! Lines of text, then compressed columns:
//!
//! ```text
//! tamis-snapshot 1
//! renderer blitz 0.3.0
//! viewport 1280 1024
//! column node.depth delta 2412 3120
//! column box.x delta 1980 4011
//! …
//! (an empty line)
//! (the columns one after the other, as one zlib stream)
//! ```
//!
//! A `column` line has the column's name, its encoding, the number of its values and the bytes they take uncompressed,
//! so a reader can pass over columns it does not know and do without columns that are not there: a file of an older
//! version loads, with what it does not say unknown, and so does a file of a newer version that only adds columns. The
//! number in the first line changes when that is no longer true.
//!
//! `box.placement` is a byte a node: `position` in bits 0 to 2, `overflow-x` in 3 and 4, `overflow-y` in 5 and 6, and in 7
//! whether it places what is fixed inside. A file without it says that nothing cuts anything off.
//!
//! Numbers are varints of zigzag-coded values (`number`) or of differences to the value before (`delta`); `text` is
//! UTF-8. Lengths are in 64ths of a pixel. Columns of boxes have a value for each node that has a box, and so on: see
//! [`write()`]. A line `limits` names the limits that kept parts of the page out of the document, if there were some, and a
//! line `given-up` what the page was laid out without, by the words of [`GivenUp::as_str`](crate::GivenUp::as_str); words that
//! a reader does not know are passed over.

mod columns;
mod read;
mod write;

pub use read::{SnapshotError, read, read_layout, read_within};
pub use write::{write, write_layout};

use crate::document::LimitsHit;

/// Whether bytes begin as a snapshot does.
pub fn is_snapshot(bytes: &[u8]) -> bool {
    bytes.strip_prefix(FIRST_LINE.as_bytes()).is_some_and(|rest| rest.starts_with(b" "))
}

const FIRST_LINE: &str = "tamis-snapshot";
const VERSION: u32 = 1;

/// The limits of a document by the words for them in a `limits` line.
fn limits(hit: &mut LimitsHit) -> [(&'static str, &mut bool); 5] {
    let LimitsHit { depth, formatting, attributes, nodes, bytes } = hit;
    [("depth", depth), ("formatting", formatting), ("attributes", attributes), ("nodes", nodes), ("bytes", bytes)]
}

#[cfg(test)]
mod tests;
