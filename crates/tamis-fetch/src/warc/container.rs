//! The files that an archive consists of: itself, or those inside of a WACZ.

use super::archive::ArchiveError;
use super::cdx::Cdx;
use super::options::ReadOptions;
use super::records::{Record, RecordPosition, Records, SLACK_BYTES};
use super::statistics::Counters;
use super::stream::Stream;
use super::wacz;
use super::wacz::Inflated;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// An archive on disk.
///
/// It is read, not mapped into memory: a file that is cut while it is mapped ends the process with a signal that no one can
/// handle without `unsafe`, and copying compressed bytes costs a few per cent of decompressing them.
pub(super) struct Container {
    path: PathBuf,
    files: Vec<StoredFile>,
    /// Indexes inside of a WACZ.
    indexes: Vec<StoredFile>,
    is_wacz: bool,
}

/// A part of a file on disk that is a file itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredFile {
    pub(super) name: String,
    pub(super) start: u64,
    /// How many bytes it takes as it is stored.
    pub(super) length: u64,
    pub(super) is_deflated: bool,
}

impl Container {
    /// `None` if it is not a file that can be read twice, such as a pipe.
    pub(super) fn open(path: &Path) -> Result<Option<Container>, ArchiveError> {
        let open = |source| ArchiveError::Open { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(open)?;
        let metadata = file.metadata().map_err(open)?;
        if !metadata.is_file() {
            return Ok(None);
        }
        let mut start = Vec::new();
        let read = |source| ArchiveError::Read { name: path.display().to_string(), source };
        (&mut file).take(4).read_to_end(&mut start).map_err(read)?;
        if start == *b"PK\x03\x04" {
            let name = || path.display().to_string();
            let parts = wacz::parts(&mut file, metadata.len()).map_err(read)?;
            let parts = parts.map_err(|reason| ArchiveError::Wacz { name: name(), reason })?;
            let (files, rest): (Vec<StoredFile>, Vec<StoredFile>) =
                parts.into_iter().partition(|part| wacz::is_archive(&part.name));
            if files.is_empty() {
                return Err(ArchiveError::Wacz { name: name(), reason: "there is no archive in it" });
            }
            let indexes = rest.into_iter().filter(|part| wacz::is_index(&part.name)).collect();
            return Ok(Some(Container { path: path.to_owned(), files, indexes, is_wacz: true }));
        }
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let whole = StoredFile { name, start: 0, length: metadata.len(), is_deflated: false };
        Ok(Some(Container { path: path.to_owned(), files: vec![whole], indexes: Vec::new(), is_wacz: false }))
    }

    pub(super) fn n_files(&self) -> usize {
        self.files.len()
    }

    pub(super) fn n_indexes(&self) -> usize {
        self.indexes.len()
    }

    /// The name of a file inside of a WACZ.
    pub(super) fn file_name(&self, file: usize) -> Option<String> {
        self.is_wacz.then(|| self.files[file].name.clone())
    }

    /// The file that an index means; some name it with the folders in which it was.
    pub(super) fn file_named(&self, name: &str) -> Option<usize> {
        let last = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let wanted = last(name);
        self.files.iter().position(|part| last(&part.name) == wanted)
    }

    /// All records of a file.
    pub(super) fn records(&self, file: usize, options: &ReadOptions) -> Result<Records, ArchiveError> {
        self.records_from(file, 0, options)
    }

    /// Reads one record. `None` if there is none at this very place.
    pub(super) fn record_at<T>(
        &self,
        file: usize,
        place: RecordPosition,
        options: &ReadOptions,
        read: impl FnOnce(&Record<'_>) -> Option<T>,
    ) -> Result<Option<T>, ArchiveError> {
        let failed = |source| ArchiveError::Read { name: self.path.display().to_string(), source };
        if place.offset >= self.files[file].length && !self.files[file].is_deflated {
            return Ok(None);
        }
        let mut records = match self.records_from(file, place.offset, options) {
            Err(ArchiveError::NotAnArchive { .. }) => return Ok(None),
            result => result?,
        };
        self.lend_dictionary(file, &mut records, options)?;
        records.skip(place.within).map_err(failed)?;
        let record = records.next(&Counters::default()).map_err(failed)?;
        Ok(record.filter(|record| record.place == place).and_then(|record| read(&record)))
    }

    /// The records of the first file from a place on; `None` if that is behind its end.
    pub(super) fn records_behind(&self, offset: u64, options: &ReadOptions) -> Result<Option<Records>, ArchiveError> {
        if offset > 0 && offset >= self.files[0].length {
            return Ok(None);
        }
        let mut records = self.records_from(0, offset, options)?;
        self.lend_dictionary(0, &mut records, options)?;
        Ok(Some(records))
    }

    /// Frames of Zstandard may need what stands at the very start of their file.
    fn lend_dictionary(&self, file: usize, records: &mut Records, options: &ReadOptions) -> Result<(), ArchiveError> {
        if records.stream().needs_dictionary() {
            let mut first = self.records_from(file, 0, options)?;
            if let Some(dictionary) = first.stream().dictionary() {
                records.stream().set_dictionary(dictionary);
            }
        }
        Ok(())
    }

    fn records_from(&self, file: usize, offset: u64, options: &ReadOptions) -> Result<Records, ArchiveError> {
        let part = &self.files[file];
        let failed = |source| ArchiveError::Read { name: self.path.display().to_string(), source };
        let reader = self.reader(part, offset).map_err(failed)?;
        let limit = options.max_bytes.saturating_add(SLACK_BYTES);
        let stream = Stream::open(reader, offset, limit).map_err(failed)?;
        let stream = stream.ok_or_else(|| ArchiveError::NotAnArchive {
            name: if self.is_wacz {
                format!("{} in {}", part.name, self.path.display())
            } else {
                self.path.display().to_string()
            },
        })?;
        Ok(Records::new(stream, options.max_bytes, (!part.is_deflated).then_some(part.length)))
    }

    /// An index inside of a WACZ.
    pub(super) fn index(&self, index: usize) -> Result<Cdx, ArchiveError> {
        let name = self.path.display().to_string();
        match self.reader(&self.indexes[index], 0) {
            Ok(reader) => Cdx::read(name, reader),
            Err(source) => Err(ArchiveError::Read { name, source }),
        }
    }

    fn reader(&self, part: &StoredFile, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.path)?;
        if part.is_deflated {
            file.seek(SeekFrom::Start(part.start))?;
            let mut inflated = Inflated::new(file.take(part.length));
            io::copy(&mut (&mut inflated).take(offset), &mut io::sink())?;
            return Ok(Box::new(inflated));
        }
        file.seek(SeekFrom::Start(part.start.saturating_add(offset)))?;
        Ok(Box::new(file.take(part.length.saturating_sub(offset))))
    }
}
