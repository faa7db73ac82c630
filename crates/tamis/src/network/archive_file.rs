//! What was fetched, stored.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;
use tamis_fetch::http::{Fetched, timestamp};
use tamis_fetch::warc::{NewRecord, WarcWriter, store};

/// A web archive that grows: `.warc.gz`, one gzip member for each record. A run that is killed costs the record that it was
/// writing, which the next one cuts off.
pub struct ArchiveFile {
    writer: WarcWriter<File>,
}

impl ArchiveFile {
    /// Goes on behind the last whole record of a file, or makes a new one. The records of this run begin with one that says
    /// who writes them.
    ///
    /// # Errors
    /// The file cannot be read or written, or it is something else than a `.warc.gz`.
    pub fn append(path: &Path) -> Result<ArchiveFile, Box<dyn std::error::Error + Send + Sync>> {
        let mut writer = WarcWriter::append(path)?;
        let software = concat!("tamis/", env!("CARGO_PKG_VERSION"));
        let fields = [("software", software), ("format", "WARC File Format 1.1")];
        writer.write(&NewRecord::warcinfo(timestamp(SystemTime::now()), &fields))?;
        Ok(ArchiveFile { writer })
    }

    /// How long the file is.
    pub fn n_bytes(&self) -> u64 {
        self.writer.offset()
    }

    /// Stores requests and answers, redirects too.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn store(&mut self, fetched: &Fetched) -> io::Result<()> {
        store(&mut self.writer, fetched).map(drop)
    }
}

impl std::fmt::Debug for ArchiveFile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ArchiveFile").finish_non_exhaustive()
    }
}
