//! Where results go: standard output, a file, or a directory with one file a page. A file appears under its name when
//! it is complete and not before: it is written beside its place under a temporary name, then renamed.

use crate::args::OutputArgs;
use crate::failure::{ReaderLeft, failure};
use crate::names::Names;
use anyhow::{Context, Result, anyhow};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tamis::source::Sources;
use tempfile::NamedTempFile;

/// Where results go.
#[derive(Debug)]
pub(crate) enum Output {
    /// Nobody wants them.
    Nowhere,
    Standard,
    /// A device or a pipe, which cannot be replaced.
    Device(File, PathBuf),
    File(NamedTempFile, PathBuf),
    Directory(Directory),
}

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
}

/// Why a result was not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// This one could not be; others may.
    Page(anyhow::Error),
    /// None will be.
    Fatal(anyhow::Error),
}

impl WriteError {
    pub(crate) fn into_error(self) -> anyhow::Error {
        match self {
            WriteError::Page(error) | WriteError::Fatal(error) => error,
        }
    }
}

impl Output {
    /// Opens the output before anything is read, so that a mistake shows at once.
    pub(crate) fn open(args: &OutputArgs, sources: &Sources) -> Result<Output> {
        if let Some(directory) = &args.output_dir {
            return Ok(Output::Directory(Directory::open(directory, sources)?));
        }
        let Some(path) = &args.output else { return Ok(Output::Standard) };
        if path == Path::new("-") {
            return Ok(Output::Standard);
        }
        remove_abandoned(directory_of(path));
        let cannot_write = || format!("cannot write {}", path.display());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                let hint = format!("--output-dir {} writes one file a page into it", path.display());
                Err(failure(format!("{} is a directory", path.display()), hint))
            }
            Ok(found) if !found.is_file() => {
                let device = File::options().write(true).open(path).with_context(cannot_write)?;
                Ok(Output::Device(device, path.clone()))
            }
            Ok(_) => {
                // A link stays a link: what it points to is replaced.
                let target = path.canonicalize().with_context(cannot_write)?;
                Ok(Output::File(temporary_beside(&target).with_context(cannot_write)?, target))
            }
            Err(_) => Ok(Output::File(temporary_beside(path).with_context(cannot_write)?, path.clone())),
        }
    }

    /// Whether results scroll by on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Output::Standard) && io::stdout().is_terminal()
    }

    /// Names the next result after the page at `place`. Every page gets a name, also one without a result, so that the
    /// names of the others are the same in every run.
    pub(crate) fn name(&mut self, place: &Path, extension: &str) {
        if let Output::Directory(directory) = self {
            directory.name = directory.names.give(place, extension);
        }
    }

    /// Writes the next result.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Standard => {
                let mut stdout = io::stdout().lock();
                let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
                written.map_err(|error| fatal(error, Path::new("standard output")))
            }
            Output::Device(device, path) => device.write_all(bytes).map_err(|error| fatal(error, path)),
            Output::File(file, path) => file.write_all(bytes).map_err(|error| fatal(error, path)),
            Output::Directory(directory) => directory.write(bytes),
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<()> {
        if let Output::File(file, path) = self {
            file.persist(&path).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

impl Directory {
    fn open(root: &Path, sources: &Sources) -> Result<Directory> {
        let made = fs::create_dir_all(root).and_then(|()| root.canonicalize());
        let root = made.with_context(|| format!("cannot create the directory {}", root.display()))?;
        let inputs = sources.paths().filter_map(|path| path.canonicalize().ok()).collect();
        Ok(Directory { root, names: Names::default(), name: PathBuf::new(), inputs, cleared: HashSet::new() })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let path = self.root.join(&self.name);
        self.check(&path).map_err(WriteError::Page)?;
        let written = temporary_beside(&path).and_then(|mut file| {
            file.write_all(bytes)?;
            Ok(file.persist(&path)?)
        });
        written.map(drop).map_err(|error| match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::ReadOnlyFilesystem => {
                fatal(error, &path)
            }
            _ => WriteError::Page(anyhow!(error).context(format!("cannot write {}", path.display()))),
        })
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

/// Writes a file as a whole.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = temporary_beside(path).and_then(|mut file| {
        file.write_all(bytes)?;
        Ok(file.persist(path)?)
    });
    written.map(drop).with_context(|| format!("cannot write {}", path.display()))
}

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file that becomes `path` when it is complete and vanishes when it never is.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = directory_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL_PREFIX).suffix(PARTIAL_SUFFIX);
    // Results are readable by whom the user's umask lets, as any other file that a command writes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(directory)?;
    // Tells other runs that somebody is at it. Where files cannot be locked, they cannot be removed as abandoned either.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// What temporary files are called.
const PARTIAL_PREFIX: &str = ".tamis-";
const PARTIAL_SUFFIX: &str = ".partial";

/// Removes what killed runs left in a directory: temporary files that no process has locked. That one of them cannot be
/// looked at or removed is no reason not to run.
fn remove_abandoned(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_partial = name.starts_with(PARTIAL_PREFIX) && name.ends_with(PARTIAL_SUFFIX);
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_partial && is_file {
            let is_abandoned = File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
            if is_abandoned {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn fatal(error: io::Error, path: &Path) -> WriteError {
    WriteError::Fatal(match error.kind() {
        io::ErrorKind::BrokenPipe => ReaderLeft.into(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => failure(
            format!("cannot write {}: {error}", path.display()),
            "nothing was left half-written; make room or choose another place, then run it again",
        ),
        _ => anyhow!(error).context(format!("cannot write {}", path.display())),
    })
}
