//! What an unfinished run has done: a file with a line a page, which says how far the output reaches with that page. The
//! line is written after the page's output, so that a kill at any moment costs no more than the pages on their way.

use crate::command_line::CommandLine;
use crate::failure::{failure, say};
use crate::output::own_file;
use crate::output::page_files::PageFiles;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use tamis::source::Origin;

/// The journal of a run, held against other runs.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    pages: Identities,
}

/// A page that is done.
#[derive(Serialize, Deserialize, Debug)]
pub(crate) struct DonePage {
    #[serde(flatten)]
    pub(crate) identity: Identity,
    /// Where the output of the page ends.
    end: u64,
    pub(crate) status: Status,
}

/// What became of a page.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Written,
    Empty,
    Failed,
}

/// Which page it is, and in which state.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    /// As errors and results name it: a path, an address, a place in an archive.
    pub(crate) page: String,
    /// Size and time of the file that the page is, or of the archive that it is the first page of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    state: Option<String>,
}

/// How far a run came.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub(crate) n_pages: usize,
    /// Where the output of the last page ends.
    pub(crate) end: u64,
}

impl Journal {
    /// Holds the journal of `target` against other runs, and makes it if it is not there. Nothing else of an output is
    /// touched before: another run may be at it.
    pub(crate) fn hold(path: &Path, target: &Path) -> Result<Journal> {
        loop {
            let file = own_file::open(path).with_context(|| format!("cannot write {}", target.display()))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(failure(
                        format!("another run is at it: {} is in use", path.display()),
                        "wait for its end, or name another output",
                    ));
                }
                // Where files cannot be locked, it is up to the user.
                _ if own_file::is_at(&file, path) => {
                    return Ok(Journal { file, path: path.to_owned(), pages: Identities::default() });
                }
                // That of a run which was complete in the meantime, and removed it.
                _ => {}
            }
        }
    }

    /// Whether nothing is in it, as if it was not there.
    pub(crate) fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|found| found.len() == 0)
    }

    /// Whether it is one: its first line says of which run.
    pub(crate) fn is_known(&self) -> bool {
        DonePages::read(&self.path, 0).is_ok_and(|read| read.is_some())
    }

    /// Begins it. Whatever was in it is gone.
    pub(crate) fn begin(&mut self) -> Result<()> {
        let header = serde_json::to_string(&CommandLine::of_this_run())? + "\n";
        let cut = self.file.set_len(0).and_then(|()| self.file.seek(SeekFrom::Start(0)));
        let written = cut.and_then(|_| self.file.write_all(header.as_bytes()));
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Goes on with it, as far as the output reaches; `None` if nothing was noted.
    ///
    /// # Errors
    /// It is of a run that was asked for something else.
    pub(crate) fn resume(&mut self, n_output_bytes: u64, files: Option<PageFiles>) -> Result<Option<Reached>> {
        let Some((earlier, mut pages)) = DonePages::read(&self.path, n_output_bytes)? else { return Ok(None) };
        pages.files = files;
        if let Some(difference) = CommandLine::of_this_run().difference_from(&earlier) {
            return Err(changed(format!("this is not the unfinished run: {difference}")));
        }
        let mut reached = Reached::default();
        for page in &mut pages {
            reached = Reached { n_pages: reached.n_pages + 1, end: page.end };
        }
        if let Some(file) = pages.files.as_ref().and_then(PageFiles::first_changed) {
            let file = file.display();
            say(&format!("warning: {file} is not as it was written: its page and those behind it are done again"));
        }
        // A line that breaks off is that of a page whose output is cut off too.
        let cut = self.file.set_len(pages.n_bytes).and_then(|()| self.file.seek(SeekFrom::Start(pages.n_bytes)));
        cut.with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(Some(reached))
    }

    /// Removes it as long as it is held. That it stays is no reason for an error: the next run removes it.
    pub(crate) fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }

    /// The pages that are done, in their order.
    pub(crate) fn done(&self, reached: Reached) -> Result<impl Iterator<Item = DonePage> + use<>> {
        let read = DonePages::read(&self.path, reached.end)?;
        Ok(read.into_iter().flat_map(|(_, pages)| pages).take(reached.n_pages))
    }

    /// What is said of the next page.
    pub(crate) fn identify(&mut self, origin: &Origin) -> Identity {
        self.pages.identify(origin)
    }

    /// Notes that a page is done, and where its output ends.
    pub(crate) fn note(&mut self, origin: &Origin, end: u64, status: Status) -> io::Result<()> {
        let line = serde_json::to_string(&DonePage { identity: self.identify(origin), end, status })? + "\n";
        self.file.write_all(line.as_bytes())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// What is wrong when a run cannot go on.
pub(crate) fn changed(message: String) -> anyhow::Error {
    failure(message, "put it as it was, or leave --resume out to begin again with the first page")
}

/// The lines of a journal that can be believed: whole ones, as far as the output reaches.
pub(crate) struct DonePages {
    lines: BufReader<File>,
    n_output_bytes: u64,
    /// Those that have to be there too, where each page has one.
    pub(crate) files: Option<PageFiles>,
    /// How long the journal is up to here.
    n_bytes: u64,
    is_over: bool,
}

impl DonePages {
    /// The run that a journal is of, and its pages; `None` if not even that was noted.
    pub(crate) fn read(path: &Path, n_output_bytes: u64) -> Result<Option<(CommandLine, DonePages)>> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut pages =
            DonePages { lines: BufReader::new(file), n_output_bytes, files: None, n_bytes: 0, is_over: false };
        let Some(line) = pages.next_line() else { return Ok(None) };
        pages.n_bytes = line.len() as u64;
        Ok(serde_json::from_slice(&line).ok().map(|run| (run, pages)))
    }

    /// The next whole line.
    fn next_line(&mut self) -> Option<Vec<u8>> {
        const MOST_BYTES: u64 = 1 << 20;
        let mut line = Vec::new();
        self.lines.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).ok()?;
        line.ends_with(b"\n").then_some(line)
    }
}

impl Iterator for DonePages {
    type Item = DonePage;

    fn next(&mut self) -> Option<DonePage> {
        let line = self.next_line().filter(|_| !self.is_over);
        let page = line.and_then(|line| {
            let page: DonePage = serde_json::from_slice(&line).ok()?;
            let is_there =
                page.end <= self.n_output_bytes && self.files.as_mut().is_none_or(|files| files.has_next(page.end));
            is_there.then_some((page, line.len() as u64))
        });
        // Nothing counts behind a line that does not.
        self.is_over = page.is_none();
        let (page, n_bytes) = page?;
        self.n_bytes += n_bytes;
        Some(page)
    }
}

/// Tells pages by where they are from, and whether that has changed.
#[derive(Default, Debug)]
struct Identities {
    /// The archive that the last page was of: its state is noted once.
    archive: Option<PathBuf>,
}

impl Identities {
    fn identify(&mut self, origin: &Origin) -> Identity {
        let state = match origin {
            Origin::Path(path) => state(path),
            Origin::Archive(place) if self.archive.as_ref() != Some(&place.path) => {
                self.archive = Some(place.path.clone());
                state(&place.path)
            }
            _ => None,
        };
        Identity { page: origin.to_string(), state }
    }
}

/// Size and time of a file.
fn state(path: &Path) -> Option<String> {
    let found = fs::metadata(path).ok()?;
    let changed = found.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some(format!("{} bytes of {}.{:09}", found.len(), changed.as_secs(), changed.subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(journal: &[u8], n_output_bytes: u64) -> Option<(Vec<String>, u64)> {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("journal");
        fs::write(&path, journal).expect("is written");
        let (_, mut pages) = DonePages::read(&path, n_output_bytes).expect("can be read")?;
        let found = pages.by_ref().map(|page| page.identity.page).collect();
        Some((found, pages.n_bytes))
    }

    #[test]
    fn whole_lines_count_as_far_as_the_output_reaches() {
        let header = serde_json::to_string(&CommandLine::of_this_run()).expect("JSON") + "\n";
        let line = |page: &str, end: u64| {
            let identity = Identity { page: page.to_owned(), state: None };
            serde_json::to_string(&DonePage { identity, end, status: Status::Written }).expect("JSON") + "\n"
        };
        let whole = [header.clone(), line("a", 10), line("b\n", 10), line("c", 30)];
        let n_bytes = |n_lines: usize| whole[..n_lines].iter().map(|line| line.len() as u64).sum::<u64>();
        let all = whole.concat();
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(pages(all.as_bytes(), 30), Some((names(&["a", "b\n", "c"]), n_bytes(4))));
        assert_eq!(pages(all.as_bytes(), 29), Some((names(&["a", "b\n"]), n_bytes(3))));
        for n_lost in 1..whole[3].len() {
            let broken = &all.as_bytes()[..all.len() - n_lost];
            assert_eq!(pages(broken, 30), Some((names(&["a", "b\n"]), n_bytes(3))), "{n_lost} bytes lost");
        }
        let torn = [&whole[0], &whole[1], "{\"pa\n", &whole[3]].concat();
        assert_eq!(pages(torn.as_bytes(), 30), Some((names(&["a"]), n_bytes(2))));
        for n_kept in 0..header.len() {
            assert_eq!(pages(&header.as_bytes()[..n_kept], 30), None);
        }
    }
}
