//! The files of the pages that an unfinished run has done, where each has one: whether they are still as they were written.

use serde::Deserialize;
use std::char::REPLACEMENT_CHARACTER;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// The files that a manifest names, in the order of its lines.
pub(crate) struct PageFiles {
    manifest: BufReader<File>,
    directory: PathBuf,
    /// Where the last line ends.
    end: u64,
    first_changed: Option<PathBuf>,
}

/// What counts here of a line.
#[derive(Deserialize)]
struct Line {
    file: Option<String>,
    bytes: u64,
}

impl PageFiles {
    /// Those of a manifest, which stands in the directory of the files.
    pub(crate) fn of(manifest: &Path) -> io::Result<PageFiles> {
        let directory = manifest.parent().unwrap_or(Path::new("")).to_owned();
        Ok(PageFiles { manifest: BufReader::new(File::open(manifest)?), directory, end: 0, first_changed: None })
    }

    /// Whether the file of the next line, which ends at `end`, is there with as many bytes as were written.
    pub(crate) fn has_next(&mut self, end: u64) -> bool {
        let n_bytes = end.saturating_sub(self.end);
        self.end = end;
        let mut line = Vec::new();
        if self.manifest.by_ref().take(n_bytes).read_to_end(&mut line).is_err() {
            return false;
        }
        let Ok(Line { file, bytes }) = serde_json::from_slice(&line) else { return false };
        // The manifest has not every name as it is.
        let Some(file) = file.filter(|file| !file.contains(REPLACEMENT_CHARACTER)) else { return true };
        let path = self.directory.join(file);
        let is_there = fs::symlink_metadata(&path).is_ok_and(|found| found.is_file() && found.len() == bytes);
        if !is_there {
            self.first_changed.get_or_insert(path);
        }
        is_there
    }

    /// The first that was not.
    pub(crate) fn first_changed(&self) -> Option<&Path> {
        self.first_changed.as_deref()
    }
}
