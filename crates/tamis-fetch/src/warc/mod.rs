//! Web archives: `.warc`, `.warc.gz`, `.warc.zst` and `.wacz`, read and written.

mod archive;
mod cdx;
mod container;
mod error;
mod head;
mod index;
mod inflated;
mod options;
mod page;
mod records;
mod resources;
mod shared;
mod statistics;
mod stream;
mod surt;
mod wacz;
mod write;

pub use archive::Archive;
pub use cdx::{Cdx, CdxEntry};
pub use error::ArchiveError;
pub use head::RecordKind;
pub use options::{MediaTypes, Others, ReadOptions};
pub use page::{ArchivePage, ArchiveRecord, RawPage};
pub use statistics::Statistics;
pub use surt::surt;
pub use write::{HttpResponse, NewRecord, WarcWriter, Written};
