//! Web archives: `.warc`, `.warc.gz`, `.warc.zst` and `.wacz`, read and written.
//!
//! ```no_run
//! use std::path::Path;
//! use tamis_fetch::warc::{Archive, ReadOptions};
//!
//! let mut archive = Archive::open(Path::new("crawl.warc.gz"), ReadOptions::default())?;
//! for page in archive.by_ref() {
//!     let page = page?;
//!     println!("{:?} at {}: {} bytes", page.record.target, page.record.offset, page.capture.body.len());
//! }
//! println!("{:?}", archive.statistics());
//! # Ok::<(), tamis_fetch::warc::ArchiveError>(())
//! ```
//!
//! # Steps
//! A file is a *window* of bytes, which a *stream* decompresses member by member (`stream`). Its bytes fall into *records*
//! (`records`), and a record with a response becomes a *page* (`page`). What is looked for again, the original of a revisit or a
//! style sheet, is found with an *index* (`index`).
//!
//! # What is promised
//! - Memory does not grow with the archive: a record is held whole up to a limit, and larger ones are left out and counted.
//! - Damage costs the member that it is in, and is counted. What can be found behind it is found. Without members it costs
//!   the record; there a length that is wrong and larger than the limit costs the rest of a pipe, but not of a file.
//! - The content of a page is never taken for records of the archive, unless the archive is damaged at that place: members end
//!   where their checksum says so, and records where the next begins.
//!
//! # Many cores
//! [`Archive::next_raw`] finds and decompresses records on one thread, in order, and hands them out; opening them and all that is
//! done with pages runs on as many as there are. Members could also be found by their first bytes and decompressed on all
//! threads. But a page that was archived as gzip, or an archive inside of the archive, has the same bytes, so that what is
//! found is only known to be a member when the one before it was decompressed. One thread reads 1,400 MB/s, and
//! one that extracts text takes 140: it keeps ten busy. With more than that, read several archives at once.
//!
//! # Revisits
//! A revisit names a record with the same content, by its id, its address and date, or its digest. When the first one is met in a
//! file, the file is read once more to note what is where, 72 bytes for each record up to
//! [`max_indexed`](ReadOptions::max_indexed); then each original is read at its place, whether it is before the revisit or behind
//! it, and compared with what was looked for. The same table finds style sheets and images.
//!
//! # Libraries
//! - libdeflate (C) for whole members: an archive is read at 1,420 MB/s with it and at 1,140 with flate2 (zlib-rs). That for what is
//!   decoded in steps: a file of one member, a body that breaks off. Both are needed: the first cannot stop halfway.
//! - zstd (C, through zstd-safe): 1,830 MB/s for an archive; ruzstd 0.9, the decoder in Rust, takes as long for a third of that.
//! - brotli-decompressor, which the fonts of the renderer bring with them anyway.
//! - sha1, of the family of the hashes that are here already; `serde_json` for CDXJ.
//! - No crate for zip files (`wacz`) and none for mapping files (`container`): reading takes 4 % of the time.

mod archive;
mod cdx;
mod container;
mod head;
mod index;
mod options;
mod page;
mod parts;
mod records;
mod resources;
mod shared;
mod statistics;
mod stream;
mod wacz;
mod write;

pub use crate::message::MediaTypes;
pub use archive::Archive;
pub use archive::ArchiveError;
pub use archive::{START_BYTES, begins_archive};
pub use cdx::{Cdx, CdxEntry};
pub use head::RecordKind;
pub use index::surt;
pub use options::{Others, ReadOptions};
pub use page::{ArchivePage, ArchiveRecord, RawPage};
pub use statistics::Statistics;
#[cfg(feature = "network")]
pub use write::store;
pub use write::{HttpResponse, NewRecord, WarcWriter, Written};
