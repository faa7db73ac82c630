//! A file of many pages that is not complete yet. Until it is, it stands beside its place as `FILE.partial`, with a journal
//! that says which pages are in it; then it gets its name, and the journal goes.

use crate::failure::{NothingToDo, failure, say};
use crate::interrupt;
use crate::output::directory::PAGE;
use crate::output::growing::GrowingFile;
use crate::output::journal::{DonePages, Journal, Reached, Status, changed};
use crate::output::own_file;
use crate::output::page_files::PageFiles;
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
    pub(crate) fn open(places: RunPaths, earlier: Earlier) -> Result<Unfinished> {
        let mut journal = Journal::hold(&places.journal, &places.target)?;
        match places.open_output(&mut journal, earlier) {
            Ok((output, reached)) => Ok(Unfinished { target: places.target, output, journal, reached }),
            Err(error) => {
                RunPaths::let_go(journal);
                Err(error)
            }
        }
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

    /// Adds bytes to a file that cannot be resumed; the error says nothing of `--resume`.
    pub(crate) fn add_to_whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.add(bytes)
    }

    /// Where it becomes complete.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Notes that all of a page is there.
    pub(crate) fn page_done(&mut self, origin: &Origin, status: Status) -> Result<()> {
        let noted = self.journal.note(origin, self.output.n_bytes(), status);
        noted.map_err(|error| cannot_go_on(error, self.journal.path()))
    }

    /// Leaves nothing of it.
    pub(crate) fn discard(self) {
        let _ = fs::remove_file(self.output.path());
        self.journal.remove();
    }

    /// Gives the file its name, when the disk has all of it. A kill in between leaves a journal without a file, which the next
    /// run removes; where it fails, what was done is kept.
    pub(crate) fn complete(self) -> Result<()> {
        self.output.sync().map_err(|error| cannot_go_on(error, self.output.path()))?;
        let renamed = fs::rename(self.output.path(), &self.target);
        renamed.with_context(|| format!("cannot write {}", self.target.display()))?;
        self.journal.remove();
        Ok(())
    }

    /// Gives a file that cannot be resumed its name; if that fails, nothing of it is left.
    pub(crate) fn complete_whole(self) -> io::Result<()> {
        let done = self.output.sync().and_then(|()| fs::rename(self.output.path(), &self.target));
        match done {
            Ok(()) => self.journal.remove(),
            Err(_) => self.discard(),
        }
        done
    }
}

/// Writes a file at once. Where that fails, nothing of it is left.
pub(crate) fn write_whole(target: &Path, bytes: &[u8]) -> Result<()> {
    let Unfinished { mut output, journal, .. } = Unfinished::open(RunPaths::of(target), Earlier::StartOver)?;
    let synced = output.add(bytes).and_then(|()| output.sync());
    let written = synced.and_then(|()| fs::rename(output.path(), target));
    if written.is_err() {
        let _ = fs::remove_file(output.path());
    }
    journal.remove();
    written.with_context(|| format!("cannot write {}", target.display()))
}

/// Whether a file can be written at its end: there is a place for it, and no other run is at it.
pub(crate) fn check_free(target: &Path) -> Result<()> {
    let places = RunPaths::of(target);
    let journal = Journal::hold(&places.journal, target)?;
    let checked = places.check_ours(&journal);
    RunPaths::let_go(journal);
    checked
}

/// The pages that the unfinished run of a file has done, by name.
pub(crate) fn done_pages(places: &RunPaths) -> Result<Vec<String>> {
    if places.is_complete() {
        let journal = Journal::hold(&places.journal, &places.target)?;
        places.check_unfinished(&journal)?;
        RunPaths::let_go(journal);
    }
    Ok(places.done().into_iter().flatten().map(|page| page.identity.page).collect())
}

/// Refuses pages that are the unfinished output itself, as a pattern may find them.
pub(crate) fn check_apart(target: &Path, sources: &Sources) -> Result<()> {
    let places = RunPaths::of(target);
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

/// Where the parts of a run are.
#[derive(Debug)]
pub(crate) struct RunPaths {
    target: PathBuf,
    partial: PathBuf,
    journal: PathBuf,
    /// Where the result of a page is until it has its name, if each has a file of its own.
    page: Option<PathBuf>,
}

impl RunPaths {
    /// Those of a run that writes one file.
    pub(crate) fn of(target: &Path) -> RunPaths {
        let partial = with_suffix(target, ".partial");
        RunPaths { target: target.to_owned(), journal: with_suffix(&partial, ".journal"), partial, page: None }
    }

    /// Those of a run that writes one file a page, and `manifest` beside them.
    pub(crate) fn of_manifest(manifest: &Path) -> RunPaths {
        RunPaths { page: Some(manifest.with_file_name(PAGE)), ..RunPaths::of(manifest) }
    }

    /// Begins with the first page, or goes on behind the last one that was done.
    fn open_output(&self, journal: &mut Journal, earlier: Earlier) -> Result<(GrowingFile, Reached)> {
        self.check_ours(journal)?;
        if earlier == Earlier::Resume {
            self.check_unfinished(journal)?;
            if !self.partial.exists() {
                say(&format!("there is no unfinished run of {}: it begins with the first page", self.target.display()));
            } else if let Some(found) = self.resume(journal)? {
                return Ok(found);
            }
        } else {
            self.say_dropped();
        }
        // Cut back first: what nobody knows of is never in it.
        let mut output = self.open_partial()?;
        output.cut_back(0)?;
        journal.begin()?;
        Ok((output, Reached::default()))
    }

    /// Goes on behind the last page that was done; `None` if nothing is known of the run.
    fn resume(&self, journal: &mut Journal) -> Result<Option<(GrowingFile, Reached)>> {
        let mut output = self.open_partial()?;
        let n_bytes = output.n_bytes_found()?.unwrap_or(0);
        let Some(reached) = journal.resume(n_bytes, self.files())? else { return Ok(None) };
        output.cut_back(reached.end)?;
        say(&format!("going on with {}: {} pages are done", self.target.display(), reached.n_pages));
        Ok(Some((output, reached)))
    }

    /// Refuses to write over files that may be somebody's: those of an unfinished run have a journal beside them.
    fn check_ours(&self, journal: &Journal) -> Result<()> {
        let mut own = [Some(&self.partial), self.page.as_ref()].into_iter().flatten();
        let Some(found) = own.find(|path| own_file::has_content(path)).filter(|_| !journal.is_known()) else {
            return Ok(());
        };
        let what = if journal.is_empty() { "is not there" } else { "does not say" };
        Err(failure(
            format!("nobody knows what is in {}: {} {what}", found.display(), self.journal.display()),
            "remove it if nobody needs it, or name another output",
        ))
    }

    fn is_complete(&self) -> bool {
        self.target.exists() && !self.partial.exists()
    }

    /// A complete file has no unfinished run.
    fn check_unfinished(&self, _held: &Journal) -> Result<()> {
        if !self.is_complete() {
            return Ok(());
        }
        // That of a run which was killed when its file had its name.
        let _ = fs::remove_file(&self.journal);
        Err(NothingToDo(format!(
            "{} is complete, there is nothing to do; without --resume it is written again",
            self.target.display()
        ))
        .into())
    }

    fn open_partial(&self) -> Result<GrowingFile> {
        let file = own_file::open(&self.partial);
        let file = file.with_context(|| format!("cannot write {}", self.target.display()))?;
        Ok(GrowingFile::of(file, &self.partial))
    }

    /// Leaves the journal to other runs as it was found.
    fn let_go(journal: Journal) {
        if journal.is_empty() {
            journal.remove();
        }
    }

    fn done(&self) -> Option<DonePages> {
        let n_bytes = fs::metadata(&self.partial).ok()?.len();
        let (_, mut pages) = DonePages::read(&self.journal, n_bytes).ok()??;
        pages.files = self.files();
        Some(pages)
    }

    /// The files of the pages, if each has one.
    fn files(&self) -> Option<PageFiles> {
        self.page.as_ref().and_then(|_| PageFiles::of(&self.partial).ok())
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
