//! An archive from its beginning to its end: what it is known by, its pages, and why it cannot be read.

use super::cdx::Cdx;
use super::container::Container;
use super::index::RecordKey;
use super::options::ReadOptions;
use super::page::{ArchivePage, RawPage, is_wanted, page_of};
use super::records::{RecordPosition, Records, SLACK_BYTES};
use super::shared::Shared;
use super::statistics::{Skipped, Statistics};
use super::stream::Stream;
use crate::message::inflated_start;
use std::fs::File;
use std::io;
use std::io::{Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;
use url::Url;

/// The pages of an archive, in its order.
///
/// An error ends the archive; damage does not, and is counted in the [statistics](Archive::statistics).
pub struct Archive {
    shared: Arc<Shared>,
    name: String,
    records: Option<Records>,
    /// The file that the records are of.
    file: usize,
    n_opened: usize,
    has_failed: bool,
    /// Records that begin there or behind are not read.
    end: u64,
}

impl Archive {
    /// Opens `.warc`, `.warc.gz`, `.warc.zst` or `.wacz`, whatever its name. A pipe is opened like a file, but nothing is
    /// found in it again: its revisits stay unresolved, and its pages have no style sheets.
    ///
    /// # Errors
    /// If it cannot be opened, or is no archive.
    pub fn open(path: &Path, options: ReadOptions) -> Result<Archive, ArchiveError> {
        let name = path.display().to_string();
        let Some(container) = Container::open(path)? else {
            let file = File::open(path).map_err(|source| ArchiveError::Open { path: path.to_owned(), source })?;
            return Archive::read(name, file, options);
        };
        let is_one_file = container.n_files() == 1;
        let shared = Arc::new(Shared::new(options, Some(container)));
        let mut archive =
            Archive { shared, name, records: None, file: 0, n_opened: 0, has_failed: false, end: u64::MAX };
        match archive.next_file()? {
            // Of several files, those that are archives count.
            Some(error) if is_one_file => Err(error),
            _ => Ok(archive),
        }
    }

    /// Opens a part of an archive that is a file: the records that begin in it. [`parts`](Archive::parts) says where parts may
    /// begin. What pages refer to is found in all of the archive.
    ///
    /// # Errors
    /// If it cannot be opened, or is no archive; or is a pipe or a WACZ, which have no parts.
    pub fn open_part(path: &Path, part: Range<u64>, options: ReadOptions) -> Result<Archive, ArchiveError> {
        let name = path.display().to_string();
        let Some(container) = Container::open(path)?.filter(|container| container.n_files() == 1) else {
            return Err(ArchiveError::Wacz { name, reason: "it is read as a whole, not in parts" });
        };
        let records = container.records_behind(part.start, &options)?.map(Records::with_large);
        let shared = Arc::new(Shared::new(options, Some(container)));
        Ok(Archive { shared, name, records, file: 0, n_opened: 1, has_failed: false, end: part.end })
    }

    /// Reads an archive from anywhere, such as a pipe; `name` is for messages. A WACZ has to be a file.
    ///
    /// # Errors
    /// If reading fails, or it is no archive.
    pub fn read(
        name: impl Into<String>,
        mut reader: impl Read + Send + 'static,
        options: ReadOptions,
    ) -> Result<Archive, ArchiveError> {
        let name = name.into();
        let failed = |source| ArchiveError::Read { name: name.clone(), source };
        let mut start = Vec::new();
        (&mut reader).take(4).read_to_end(&mut start).map_err(failed)?;
        if start == *b"PK\x03\x04" {
            return Err(ArchiveError::Wacz { name, reason: "it has to be a file, as its directory is at its end" });
        }
        let reader = Box::new(Cursor::new(start).chain(reader));
        let stream = Stream::open(reader, 0, options.max_bytes.saturating_add(SLACK_BYTES)).map_err(failed)?;
        let Some(stream) = stream else { return Err(ArchiveError::NotAnArchive { name }) };
        let records = Records::new(stream, options.max_bytes, None).with_large();
        let shared = Arc::new(Shared::new(options, None));
        Ok(Archive { shared, name, records: Some(records), file: 0, n_opened: 1, has_failed: false, end: u64::MAX })
    }

    /// Takes an index of the archive, so that what is looked for is found without reading the whole archive once.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn with_cdx(self, path: &Path) -> Result<Archive, ArchiveError> {
        let mut failure = None;
        let entries = Cdx::open(path)?.map_while(|entry| entry.map_err(|error| failure = Some(error)).ok());
        self.shared.use_index(entries);
        failure.map_or(Ok(self), Err)
    }

    /// What was read and what was left out, up to now.
    pub fn statistics(&self) -> Statistics {
        self.shared.counters.statistics()
    }

    /// The next page, unopened. Finding and decompressing records is done here, on one thread, and is fast; undoing the codings
    /// of the responses in them and whatever is done with the pages can be shared among threads. Whoever numbers the pages can
    /// put the results in their order again.
    pub fn next_raw(&mut self) -> Option<Result<RawPage, ArchiveError>> {
        let shared = Arc::clone(&self.shared);
        loop {
            match self.advance(|record, file| RawPage::of(record, file, &shared))? {
                Ok(Ok(page)) => {
                    shared.counters.page();
                    return Some(Ok(page));
                }
                Ok(Err(reason)) => shared.counters.skipped(reason),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// The page at an offset, which an index names; in a WACZ, of one of its files. `None` if no record begins there, or it
    /// is not a page that was asked for.
    ///
    /// # Errors
    /// If reading fails, or the archive is a pipe.
    pub fn page_at(&self, file: Option<&str>, offset: u64) -> Result<Option<ArchivePage>, ArchiveError> {
        let Some(container) = self.shared.container() else {
            let source = io::Error::from(io::ErrorKind::NotSeekable);
            return Err(ArchiveError::Read { name: self.name.clone(), source });
        };
        let Some(file) = file.map_or(Some(0), |name| container.file_named(name)) else { return Ok(None) };
        let place = RecordPosition { offset, within: 0 };
        container.record_at(file, place, self.shared.options(), |record| page_of(record, file, &self.shared).ok())
    }

    /// The first page with this address. With an index only its record is read.
    pub fn page_of(&self, url: &Url) -> Option<ArchivePage> {
        let index = self.shared.index()?;
        let wanted = super::index::surt(url);
        let mut entries = index.nearest(RecordKey::of_url(url), 0, RecordPosition::default()).into_iter();
        entries.find_map(|entry| {
            let file = entry.file as usize;
            self.shared.read(entry, |record| {
                let page = page_of(record, file, &self.shared).ok()?;
                page.capture.url.as_ref().is_some_and(|given| super::index::surt(given) == wanted).then_some(page)
            })
        })
    }

    /// Does something with the next record that can be a page.
    fn advance<T>(
        &mut self,
        mut take: impl FnMut(&super::records::Record<'_>, usize) -> T,
    ) -> Option<Result<T, ArchiveError>> {
        if self.has_failed {
            return None;
        }
        loop {
            let records = self.records.as_mut()?;
            match records.next(&self.shared.counters) {
                Ok(Some(record)) if record.place.offset >= self.end => {
                    self.records = None;
                    return None;
                }
                Ok(Some(record)) => {
                    self.shared.counters.record();
                    if is_wanted(record.head.kind(), self.shared.options().others) {
                        return Some(Ok(take(&record, self.file)));
                    }
                    self.shared.counters.skipped(Skipped::OtherKind);
                }
                Ok(None) => {
                    if let Err(error) = self.next_file() {
                        self.has_failed = true;
                        return Some(Err(error));
                    }
                }
                Err(source) => {
                    self.has_failed = true;
                    return Some(Err(ArchiveError::Read { name: self.name.clone(), source }));
                }
            }
        }
    }

    /// Goes on with the next file of a WACZ. One that is no archive costs itself; the last such is returned.
    fn next_file(&mut self) -> Result<Option<ArchiveError>, ArchiveError> {
        self.records = None;
        let mut not_an_archive = None;
        while let Some(container) = self.shared.container().filter(|container| self.n_opened < container.n_files()) {
            self.file = self.n_opened;
            self.n_opened += 1;
            match container.records(self.file, self.shared.options()) {
                Ok(records) => {
                    self.records = Some(records.with_large());
                    return Ok(None);
                }
                Err(error @ ArchiveError::NotAnArchive { .. }) => {
                    self.shared.counters.damage();
                    not_an_archive = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(not_an_archive)
    }
}

impl Iterator for Archive {
    type Item = Result<ArchivePage, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        let shared = Arc::clone(&self.shared);
        loop {
            match self.advance(|record, file| shared.counted(page_of(record, file, &shared)))? {
                Ok(None) => {}
                Ok(Some(page)) => return Some(Ok(page)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// How many of the first bytes [`begins_archive`] wants to see.
pub const START_BYTES: usize = 4096;

/// Whether these are the first bytes of a WARC file, compressed or not: of a pipe, or of a file whose name does not tell. The first
/// [`START_BYTES`] are enough. Zstandard is taken for an archive, as no page comes so; a WACZ is a file, and has a name.
///
/// ```
/// use tamis_fetch::warc::begins_archive;
///
/// assert!(begins_archive(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
/// assert!(!begins_archive(b"<!doctype html><title>WARC/1.1</title>"));
/// ```
pub fn begins_archive(start: &[u8]) -> bool {
    const RECORD: &[u8] = b"WARC/";
    match start {
        [0x1f, 0x8b, 8, ..] => inflated_start(start, RECORD.len()).starts_with(RECORD),
        // A frame, or the skippable one with the dictionary of all frames.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x5d, 0x2a, 0x4d, 0x18, ..] => true,
        _ => start.starts_with(RECORD),
    }
}

/// Why an archive or an index cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The file cannot be opened.
    #[error("cannot open {}", path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Reading failed on the way.
    #[error("cannot read {name}")]
    Read {
        /// The path, or what the reader is called.
        name: String,
        /// What the system says.
        source: io::Error,
    },
    /// There is no WARC record in it, compressed or not.
    #[error("{name} is not a WARC archive")]
    NotAnArchive {
        /// The path, or what the reader is called.
        name: String,
    },
    /// It is a zip file, but cannot be read as WACZ.
    #[error("cannot read {name} as WACZ: {reason}")]
    Wacz {
        /// The path, or what the reader is called.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

#[cfg(test)]
mod start_tests {
    use super::*;
    use crate::warc::{NewRecord, WarcWriter};

    #[test]
    fn an_archive_is_known_by_its_first_bytes() {
        let mut writer = WarcWriter::new(Vec::new());
        writer.write(&NewRecord::warcinfo("2024-01-02T03:04:05Z", &[("software", "example")])).expect("to memory");
        let archive = writer.into_inner();
        assert!(begins_archive(&archive));
        assert!(begins_archive(&archive[..100]));
        assert!(!begins_archive(&archive[..20]));
        assert!(!begins_archive(b""));
        // A page that was compressed.
        let page = [&archive[..10], &[0x4b, 0x4c, 0x4a, 0x06, 0x00]].concat();
        assert!(!begins_archive(&page));
    }
}
