//! What of an archive is a page.

use crate::message::MediaTypes;

/// What is read from an archive, and how much of it is held.
///
/// ```
/// use tamis_fetch::warc::{MediaTypes, ReadOptions};
///
/// let options = ReadOptions::default().with_max_bytes(1 << 20).with_media_types(MediaTypes::parse("text/*, image/png"));
/// assert_eq!(options.max_bytes, 1 << 20);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The largest record that is read, and the largest body after its codings are undone, in bytes. Default 32 MiB. What is
    /// larger is counted and left out. An archive is read in a few times this much memory at most, and 128 MiB for Zstandard, whatever is in it.
    pub max_bytes: usize,
    /// Which bodies are pages. Default HTML.
    pub media_types: MediaTypes,
    /// Which records are read besides responses and revisits of them. Default none.
    pub others: Others,
    /// How many records are remembered when a style sheet, an image or the original of a revisit has to be found, each with
    /// 72 bytes. Default a million. What comes after them in the archive is not found.
    pub max_indexed: usize,
}

/// Records that are pages besides responses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Others {
    /// None.
    #[default]
    None,
    /// `resource` records: files that came without a protocol.
    Resources,
    /// `resource` and `conversion` records: also what was made of another record.
    ResourcesAndConversions,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            max_bytes: 32 << 20,
            media_types: MediaTypes::html(),
            others: Others::None,
            max_indexed: 1_000_000,
        }
    }
}

tamis_page::setters! { ReadOptions;
    with_max_bytes max_bytes: usize = max_bytes, "Sets the largest record and body.";
    with_media_types media_types: MediaTypes = media_types, "Sets which bodies are pages.";
    with_others others: Others = others, "Sets which records are read besides responses.";
    with_max_indexed max_indexed: usize = max_indexed, "Sets how many records are remembered.";
}
