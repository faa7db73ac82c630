//! Where results go: standard output, a file, or a directory with one file a page. A file appears under its name when
//! it is complete and not before: it is written beside its place under a temporary name, then renamed.

use crate::args::OutputArgs;
use crate::failure::{ReaderLeft, failure};
use crate::inputs::Inputs;
use crate::names::Names;
use anyhow::{Context, Result, anyhow};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
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
    /// The files that are being read.
    inputs: HashSet<PathBuf>,
}

/// Why a result was not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// This one could not be; others may.
    Page(anyhow::Error),
    /// None will be.
    Fatal(anyhow::Error),
}

impl Output {
    /// Opens the output before anything is read, so that a mistake shows at once.
    pub(crate) fn open(args: &OutputArgs, inputs: &Inputs) -> Result<Output> {
        if let Some(directory) = &args.output_dir {
            return Ok(Output::Directory(Directory::open(directory, inputs)?));
        }
        let Some(path) = &args.output else { return Ok(Output::Standard) };
        if path == Path::new("-") {
            return Ok(Output::Standard);
        }
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

    /// Writes the result of the page at `place`.
    pub(crate) fn write(&mut self, place: &Path, extension: &str, bytes: &[u8]) -> Result<(), WriteError> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Standard => {
                let mut stdout = io::stdout().lock();
                let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
                written.map_err(|error| fatal(error, Path::new("standard output")))
            }
            Output::Device(device, path) => device.write_all(bytes).map_err(|error| fatal(error, path)),
            Output::File(file, path) => file.write_all(bytes).map_err(|error| fatal(error, path)),
            Output::Directory(directory) => directory.write(place, extension, bytes),
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
    fn open(root: &Path, inputs: &Inputs) -> Result<Directory> {
        let made = fs::create_dir_all(root).and_then(|()| root.canonicalize());
        let root = made.with_context(|| format!("cannot create the directory {}", root.display()))?;
        let inputs = inputs.pages.iter().filter_map(|page| page.name.canonicalize().ok()).collect();
        Ok(Directory { root, names: Names::default(), inputs })
    }

    fn write(&mut self, place: &Path, extension: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let path = self.root.join(self.names.give(place, extension));
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
    fn check(&self, path: &Path) -> Result<()> {
        let directory = path.parent().unwrap_or(&self.root);
        let made = fs::create_dir_all(directory).and_then(|()| directory.canonicalize());
        let directory = made.with_context(|| format!("cannot create the directory {}", directory.display()))?;
        if !directory.starts_with(&self.root) {
            return Err(anyhow!("a link leads out of the output directory: {}", path.display()));
        }
        if path.canonicalize().is_ok_and(|path| self.inputs.contains(&path)) {
            return Err(anyhow!("the result would replace the page itself: {}", path.display()));
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

/// A file that becomes `path` when it is complete and vanishes when it never is.
fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".tamis-").suffix(".partial");
    // Results are readable by whom the user's umask lets, as any other file that a command writes.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
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
