//! A file that grows page by page. When a run goes on, the file is cut back to the end of the last page that was done: what
//! is behind it is half a page, or one that nobody has noted.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file, and how far it is written.
#[derive(Debug)]
pub(crate) struct GrowingFile {
    file: File,
    path: PathBuf,
    n_bytes: u64,
}

impl GrowingFile {
    /// Opens a file, and makes it if it is not there; nothing in it is changed. Done before any page is read, so that a
    /// mistake shows at once.
    #[cfg(any(test, feature = "crawl"))]
    pub(crate) fn open(path: &Path) -> Result<GrowingFile> {
        let file = File::options().write(true).create(true).truncate(false).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(GrowingFile::of(file, path))
    }

    /// One that is open.
    pub(crate) fn of(file: File, path: &Path) -> GrowingFile {
        GrowingFile { file, path: path.to_owned(), n_bytes: 0 }
    }

    /// How long it is on disk; `None` if it is no file of a disk.
    pub(crate) fn n_bytes_found(&self) -> Result<Option<u64>> {
        let found = self.file.metadata().with_context(|| self.cannot_write())?;
        Ok(found.is_file().then_some(found.len()))
    }

    /// Cuts it back to so many bytes, to be added to from there.
    pub(crate) fn cut_back(&mut self, n_bytes: u64) -> Result<()> {
        let cut = self.file.set_len(n_bytes).and_then(|()| self.file.seek(SeekFrom::Start(n_bytes)));
        cut.with_context(|| self.cannot_write())?;
        self.n_bytes = n_bytes;
        Ok(())
    }

    /// Adds what belongs to a page.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.n_bytes += bytes.len() as u64;
        Ok(())
    }

    /// Waits until the disk has it: a name that is given before may outlive the bytes if the machine loses power.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Where the last page ends.
    pub(crate) fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_file_is_cut_back_to_the_last_page_and_grows_from_there() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("out");
        fs::write(&path, "one\ntwo\nthr").expect("is written");
        let mut growing = GrowingFile::open(&path).expect("is opened");
        assert_eq!(growing.n_bytes_found().expect("is there"), Some(11));
        growing.cut_back(8).expect("is cut");
        growing.add(b"three\n").expect("is added");
        assert_eq!(growing.n_bytes(), 14);
        assert_eq!(fs::read_to_string(&path).expect("is there"), "one\ntwo\nthree\n");
    }
}
