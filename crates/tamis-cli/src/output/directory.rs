//! A directory with one file a page, and a manifest that says which file is of which page: `index.jsonl`.

use crate::output::journal::Status;
use crate::output::names::Names;
use crate::output::own_file;
use crate::output::unfinished::{Earlier, RunPaths, Unfinished, cannot_go_on, is_full};
use crate::output::{WriteError, remove_abandoned};
use anyhow::{Context, Result, anyhow};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tamis::export::ManifestEntry;
use tamis::source::{Origin, Sources};

/// What the manifest is called.
pub(crate) const MANIFEST: &str = "index.jsonl";
/// What a result is called until it is complete.
pub(crate) const PAGE: &str = "page.partial";

/// One file a page.
#[derive(Debug)]
pub(crate) struct Directory {
    /// With links resolved, to see whether a file would land elsewhere.
    root: PathBuf,
    names: Names,
    /// What the next result is called.
    name: PathBuf,
    /// The files that are being read.
    inputs: HashSet<PathBuf>,
    /// The directories that were cleared of what killed runs left there.
    cleared: HashSet<PathBuf>,
    manifest: Unfinished,
}

impl Directory {
    pub(crate) fn open(named: &Path, sources: &Sources, earlier: Earlier) -> Result<Directory> {
        let made = fs::create_dir_all(named).and_then(|()| named.canonicalize());
        let root = made.with_context(|| format!("cannot create the directory {}", named.display()))?;
        let inputs: HashSet<PathBuf> = sources.paths().filter_map(|path| path.canonicalize().ok()).collect();
        if inputs.contains(&root.join(MANIFEST)) {
            return Err(anyhow!("the manifest would replace a page: {}", named.join(MANIFEST).display()));
        }
        let places = RunPaths::of_manifest(&named.join(MANIFEST));
        let manifest = Unfinished::open(places, earlier)?;
        let names = Names::without(Path::new(MANIFEST));
        Ok(Directory { root, names, name: PathBuf::new(), inputs, cleared: HashSet::new(), manifest })
    }

    /// Passes over the pages that are done, whose files keep their names.
    pub(crate) fn pass_over(
        &mut self,
        sources: &mut Sources,
        extension: &str,
        mut passed: impl FnMut(Status),
    ) -> Result<()> {
        let names = &mut self.names;
        self.manifest.pass_over(sources, |input, status| {
            names.give(&input.place, extension);
            passed(status);
        })
    }

    /// Names the next result.
    pub(crate) fn name(&mut self, place: &Path, extension: &str) {
        self.name = self.names.give(place, extension);
    }

    /// What the next result is called, as the manifest has it.
    pub(crate) fn file(&self) -> String {
        let parts: Vec<_> = self.name.iter().map(|part| part.to_string_lossy()).collect();
        parts.join("/")
    }

    /// Writes the next result.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let path = self.root.join(&self.name);
        self.check(&path).map_err(|error| match error.downcast::<io::Error>() {
            Ok(error) if is_full(&error) => WriteError::Fatal(cannot_go_on(error, &path)),
            Ok(error) => WriteError::Page(anyhow!(error).context(format!("cannot write {}", path.display()))),
            Err(error) => WriteError::Page(error),
        })?;
        // Without waiting for the disk, which would cost more than the page; pages whose files are shorter than the manifest
        // says are done again. One name for all of them: a killed run leaves one such file at most, and the next one replaces it.
        let partial = self.partial();
        let written = own_file::replace(&partial).and_then(|mut file| file.write_all(bytes));
        written.and_then(|()| fs::rename(&partial, &path)).map_err(|error| {
            // One that is left is replaced by the next page.
            let _ = fs::remove_file(&partial);
            if is_full(&error) {
                return WriteError::Fatal(cannot_go_on(error, &path));
            }
            WriteError::Page(anyhow!(error).context(format!("cannot write {}", path.display())))
        })
    }

    fn partial(&self) -> PathBuf {
        self.root.join(PAGE)
    }

    /// Notes what became of the page.
    pub(crate) fn page_done(&mut self, origin: &Origin, entry: &ManifestEntry, status: Status) -> Result<()> {
        self.manifest.add(entry.line(origin).as_bytes())?;
        self.manifest.page_done(origin, status)
    }

    pub(crate) fn complete(self) -> Result<()> {
        let _ = fs::remove_file(self.partial());
        self.manifest.complete()
    }

    /// Makes the directory of a file and refuses places where it would do harm.
    fn check(&mut self, path: &Path) -> Result<()> {
        let directory = path.parent().unwrap_or(&self.root);
        let made = fs::create_dir_all(directory).and_then(|()| directory.canonicalize());
        let directory = made.with_context(|| format!("cannot create the directory {}", directory.display()))?;
        if !directory.starts_with(&self.root) {
            return Err(anyhow!("a link leads out of the output directory: {}", path.display()));
        }
        if path.canonicalize().is_ok_and(|path| self.inputs.contains(&path)) {
            return Err(anyhow!("the result would replace the page itself: {}", path.display()));
        }
        if !self.cleared.contains(&directory) {
            remove_abandoned(&directory);
            self.cleared.insert(directory);
        }
        Ok(())
    }
}
