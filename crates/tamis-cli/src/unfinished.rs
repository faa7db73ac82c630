//! A file of many pages that is not complete yet. Until it is, it stands beside its place as `FILE.partial`, with a journal
//! that says which pages are in it; then it gets its name, and the journal goes.

use crate::failure::{NothingToDo, failure, say};
use crate::growing::GrowingFile;
use crate::interrupt;
use crate::journal::{DonePages, Journal, Reached, Status, changed};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};
use tamis::source::{Input, Origin, Source, Sources};

/// A file that becomes `target`.
#[derive(Debug)]
pub(crate) struct Unfinished {
    target: PathBuf,
    output: GrowingFile,
    journal: Journal,
    /// What an earlier run has done, until it is passed over.
    reached: Reached,
}

/// What becomes of what an earlier run has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Earlier {
    /// It counts.
    Resume,
    /// It is dropped.
    StartOver,
}

impl Unfinished {
    /// Begins a file, or goes on with one.
    pub(crate) fn open(target: &Path, earlier: Earlier) -> Result<Unfinished> {
        let places = Places::of(target);
        if earlier == Earlier::Resume {
            places.check_unfinished()?;
            if places.partial.exists() {
                if let Some(unfinished) = Unfinished::resume(&places)? {
                    return Ok(unfinished);
                }
            } else {
                say(&format!("there is no unfinished run of {}: it begins with the first page", target.display()));
            }
        } else {
            places.say_dropped();
        }
        // The partial file first: a journal alone is that of a run which was complete.
        let mut output = places.open_partial()?;
        let journal = Journal::begin(&places.journal)?;
        output.cut_back(0)?;
        Ok(Unfinished { target: places.target, output, journal, reached: Reached::default() })
    }

    /// Goes on behind the last page that was done; `None` if nothing is known of the run.
    fn resume(places: &Places) -> Result<Option<Unfinished>> {
        let mut output = places.open_partial()?;
        let n_bytes = output.n_bytes_found()?.unwrap_or(0);
        if !places.journal.exists() && n_bytes > 0 {
            return Err(changed(format!(
                "nobody knows what is in {}: {} is not there",
                places.partial.display(),
                places.journal.display()
            )));
        }
        if !places.journal.exists() {
            return Ok(None);
        }
        let Some((journal, reached)) = Journal::resume(&places.journal, n_bytes)? else { return Ok(None) };
        output.cut_back(reached.end)?;
        say(&format!("going on with {}: {} pages are done", places.target.display(), reached.n_pages));
        Ok(Some(Unfinished { target: places.target.clone(), output, journal, reached }))
    }

    /// Takes the pages that are done from the sources; each is shown to `passed`.
    ///
    /// # Errors
    /// The first pages of the sources are not those that are done, or have changed.
    pub(crate) fn pass_over(&mut self, sources: &mut Sources, mut passed: impl FnMut(&Input, Status)) -> Result<()> {
        let reached = std::mem::take(&mut self.reached);
        for done in self.journal.done(reached)? {
            interrupt::check()?;
            let name = &done.identity.page;
            let Some(input) = sources.next_input() else {
                return Err(changed(format!(
                    "the pages are not those of the unfinished run: {name} is not among them"
                )));
            };
            let found = self.journal.identify(&input.origin);
            if found.page != *name {
                let message =
                    format!("the pages are not those of the unfinished run: {} is where {name} was", found.page);
                return Err(changed(message));
            }
            if found != done.identity {
                return Err(changed(format!("{name} has changed since the unfinished run read it")));
            }
            passed(&input, done.status);
        }
        interrupt::count_done(reached.n_pages);
        Ok(())
    }

    /// Adds what belongs to the next page.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<()> {
        self.output.add(bytes).map_err(|error| cannot_go_on(error, self.output.path()))
    }

    /// Notes that all of a page is there.
    pub(crate) fn page_done(&mut self, origin: &Origin, status: Status) -> Result<()> {
        let noted = self.journal.note(origin, self.output.n_bytes(), status);
        noted.map_err(|error| cannot_go_on(error, self.journal.path()))
    }

    /// Gives the file its name. A kill in between leaves a journal without a file, which the next run removes.
    pub(crate) fn complete(self) -> Result<()> {
        let renamed = fs::rename(self.output.path(), &self.target);
        renamed.with_context(|| format!("cannot write {}", self.target.display()))?;
        // That it stays is no reason for an error: the file is complete.
        let _ = fs::remove_file(self.journal.path());
        Ok(())
    }
}

/// The pages that the unfinished run of a file has done, by name.
pub(crate) fn done_pages(target: &Path) -> Result<Vec<String>> {
    let places = Places::of(target);
    places.check_unfinished()?;
    Ok(places.done().into_iter().flatten().map(|page| page.identity.page).collect())
}

/// Refuses pages that are the unfinished output itself, as a pattern may find them.
pub(crate) fn check_apart(target: &Path, sources: &Sources) -> Result<()> {
    let places = Places::of(target);
    let own = [&places.partial, &places.journal].map(|path| path.canonicalize().ok());
    let is_own = |path: &&Path| path.canonicalize().is_ok_and(|path| own.contains(&Some(path)));
    let has_name =
        |path: &&Path| [&places.partial, &places.journal].iter().any(|own| own.file_name() == path.file_name());
    match sources.paths().find(|path| has_name(path) && is_own(path)) {
        None => Ok(()),
        Some(path) => Err(failure(
            format!("{} is where an unfinished run writes to, and no page", path.display()),
            "name the pages so that it is not among them, as in 'pages/*.html'",
        )),
    }
}

/// Drops the unfinished run of a file that is about to be written as a whole, and says so.
pub(crate) fn drop_earlier(target: &Path) {
    let places = Places::of(target);
    places.say_dropped();
    let _ = fs::remove_file(&places.journal);
}

/// Where the parts of a run are.
struct Places {
    target: PathBuf,
    partial: PathBuf,
    journal: PathBuf,
}

impl Places {
    fn of(target: &Path) -> Places {
        let partial = partial_name(target);
        Places { target: target.to_owned(), journal: with_suffix(&partial, ".journal"), partial }
    }

    /// A complete file has no unfinished run.
    fn check_unfinished(&self) -> Result<()> {
        if self.partial.exists() || !self.target.exists() {
            return Ok(());
        }
        let _ = fs::remove_file(&self.journal);
        Err(NothingToDo(format!(
            "{} is complete, there is nothing to do; without --resume it is written again",
            self.target.display()
        ))
        .into())
    }

    /// A link in its place is somebody else's doing, and leads who knows where.
    fn open_partial(&self) -> Result<GrowingFile> {
        if self.partial.is_symlink() {
            fs::remove_file(&self.partial).with_context(|| format!("cannot write {}", self.partial.display()))?;
        }
        GrowingFile::open(&self.partial).with_context(|| format!("cannot write {}", self.target.display()))
    }

    fn done(&self) -> Option<DonePages> {
        let n_bytes = fs::metadata(&self.partial).ok()?.len();
        DonePages::read(&self.journal, n_bytes).ok()?.map(|(_, pages)| pages)
    }

    /// Says that there was an unfinished run, if there was.
    fn say_dropped(&self) {
        let n_pages = self.done().map_or(0, Iterator::count);
        if n_pages > 0 {
            say(&format!(
                "warning: an unfinished run of {} was there, with {n_pages} pages done: it begins again; --resume goes on",
                self.target.display()
            ));
        }
    }
}

/// What a file is called as long as it is not complete.
pub(crate) fn partial_name(path: &Path) -> PathBuf {
    with_suffix(path, ".partial")
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// What is said when there is no room for more.
pub(crate) fn cannot_go_on(error: io::Error, path: &Path) -> anyhow::Error {
    if is_full(&error) || error.kind() == io::ErrorKind::FileTooLarge {
        let message = format!("cannot write {}: {error}", path.display());
        return failure(message, "what was done is kept: make room, then add --resume to the same command");
    }
    anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
}

/// Whether no other file could be written either.
pub(crate) fn is_full(error: &io::Error) -> bool {
    use io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem)
}
