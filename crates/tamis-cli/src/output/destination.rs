//! Where results go: standard output, a file, or a directory with one file a page. A file appears under its name when
//! it is complete and not before: until then it is called `NAME.partial`.

use crate::args::OutputArgs;
use crate::failure::{ReaderLeft, failure};
use crate::output::directory::{Directory, MANIFEST};
use crate::output::journal::Status;
use crate::output::standard_output;
use crate::output::unfinished::{self, Earlier, RunPaths, Unfinished};
use anyhow::{Context, Error, Result, anyhow};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use tamis::export::{ManifestEntry, ManifestStatus};
use tamis::source::{Origin, Sources};

/// Where results go.
#[derive(Debug)]
pub(crate) enum Output {
    /// Results are thrown away.
    Nowhere,
    Standard,
    /// A device or a pipe, which cannot be replaced.
    Device(File, PathBuf),
    /// A file with one result, which is written as a whole.
    Whole(PathBuf, Vec<u8>),
    /// A file with many.
    Growing(Unfinished),
    /// A file with many that is worth nothing before its end, so that no run can go on with it.
    Indivisible(Unfinished),
    Directory(Box<Directory>),
}

/// Why a result was not written.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// This one could not be; others may.
    Page(Error),
    /// None will be.
    Fatal(Error),
}

impl WriteError {
    pub(crate) fn into_error(self) -> Error {
        match self {
            WriteError::Page(error) | WriteError::Fatal(error) => error,
        }
    }
}

impl Output {
    /// Opens the output before anything is read, so that a mistake shows at once.
    pub(crate) fn open(args: &OutputArgs, sources: &Sources) -> Result<Output> {
        let earlier = if args.resume { Earlier::Resume } else { Earlier::StartOver };
        if let Some(directory) = &args.output_dir {
            remove_abandoned(directory);
            return Ok(Output::Directory(Box::new(Directory::open(directory, sources, earlier)?)));
        }
        match Destination::of(args)? {
            Destination::File(path) if sources.is_many() => {
                remove_abandoned(directory_of(&path));
                unfinished::check_apart(&path, sources)?;
                Ok(Output::Growing(Unfinished::open(RunPaths::of(&path), earlier)?))
            }
            destination => destination.open(),
        }
    }

    /// Makes a growing file one that is worth nothing before its end, so that no run can go on with it.
    #[must_use]
    pub(crate) fn indivisible(self) -> Output {
        match self {
            Output::Growing(file) => Output::Indivisible(file),
            other => other,
        }
    }

    /// Leaves nothing of a file that no run can go on with.
    pub(crate) fn give_up(self) {
        if let Output::Indivisible(file) = self {
            file.discard();
        }
    }

    /// Opens the output for one result of all pages, which is called `name` in a directory.
    pub(crate) fn open_for_all(args: &OutputArgs, name: &str) -> Result<Output> {
        if args.resume {
            return Err(failure("there is one result of all pages, and none of some", "leave --resume out"));
        }
        match &args.output_dir {
            Some(directory) => {
                let made = fs::create_dir_all(directory);
                made.with_context(|| format!("cannot create the directory {}", directory.display()))?;
                Destination::File(directory.join(name)).open()
            }
            None => Destination::of(args)?.open(),
        }
    }

    /// Whether results scroll by on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Output::Standard) && io::stdout().is_terminal()
    }

    /// What to do after a run that was cut short.
    pub(crate) fn how_to_go_on(&self) -> &'static str {
        match self {
            Output::Growing(_) | Output::Directory(_) => "add --resume to the same command to go on",
            Output::Indivisible(_) => "nothing was written: run it again; --format jsonl -o FILE can be resumed",
            _ => "a run with -o FILE or --output-dir DIR can be resumed",
        }
    }

    /// Takes from the sources what an earlier run has done.
    pub(crate) fn pass_over(
        &mut self,
        sources: &mut Sources,
        extension: &str,
        mut passed: impl FnMut(Status),
    ) -> Result<()> {
        match self {
            Output::Growing(file) => file.pass_over(sources, |_, status| passed(status)),
            Output::Directory(directory) => directory.pass_over(sources, extension, passed),
            _ => Ok(()),
        }
    }

    /// Names the next result after the page at `place`. Every page gets a name, also one without a result, so that the
    /// names of the others are the same in every run.
    pub(crate) fn name(&mut self, place: &Path, extension: &str) {
        if let Output::Directory(directory) = self {
            directory.name(place, extension);
        }
    }

    /// Writes the next result.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        match self {
            Output::Nowhere => Ok(()),
            Output::Standard => standard_output::write(bytes).map_err(WriteError::Fatal),
            Output::Device(device, path) => device.write_all(bytes).map_err(|error| fatal(error, path)),
            Output::Whole(_, whole) => {
                whole.extend_from_slice(bytes);
                Ok(())
            }
            Output::Growing(file) => file.add(bytes).map_err(WriteError::Fatal),
            Output::Indivisible(file) => file.add_to_whole(bytes).map_err(|error| fatal(error, file.target())),
            Output::Directory(directory) => directory.write(bytes),
        }
    }

    /// Notes that a page is done. Without that the next run begins with it.
    pub(crate) fn page_done(&mut self, origin: &Origin, outcome: Outcome) -> Result<()> {
        match self {
            Output::Growing(file) => file.page_done(origin, outcome.status),
            Output::Directory(directory) => {
                let status = outcome.status;
                let entry = outcome.entry(directory.file());
                directory.page_done(origin, &entry, status)
            }
            _ => Ok(()),
        }
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Output::Whole(path, whole) => write_file(&path, &whole),
            Output::Growing(file) => file.complete(),
            Output::Indivisible(file) => {
                let target = file.target().to_owned();
                file.complete_whole().map_err(|error| fatal(error, &target).into_error())
            }
            Output::Directory(directory) => directory.complete(),
            Output::Nowhere | Output::Standard | Output::Device(..) => Ok(()),
        }
    }
}

/// What became of a page, for who looks for it later.
pub(crate) struct Outcome {
    pub(crate) status: Status,
    /// Why there is no result, if there is none.
    pub(crate) error: Option<String>,
    pub(crate) warnings: Vec<String>,
    pub(crate) n_bytes: usize,
}

impl Outcome {
    fn entry(self, file: String) -> ManifestEntry {
        let Outcome { status, error, warnings, n_bytes } = self;
        let (file, status) = match status {
            Status::Written => (Some(file), ManifestStatus::Written),
            Status::Empty => (Some(file), ManifestStatus::Empty),
            Status::Failed => (None, ManifestStatus::Failed(error.unwrap_or_default())),
        };
        ManifestEntry { file, status, warnings, n_bytes: n_bytes as u64 }
    }
}

/// The pages that are done of the run that is to be resumed, by name; none if none is.
pub(crate) fn done_pages(args: &OutputArgs) -> Result<Vec<String>> {
    if !args.resume {
        return Ok(Vec::new());
    }
    if let Some(directory) = &args.output_dir {
        return unfinished::done_pages(&RunPaths::of_manifest(&directory.join(MANIFEST)));
    }
    match Destination::of(args)? {
        Destination::File(path) => unfinished::done_pages(&RunPaths::of(&path)),
        Destination::Standard | Destination::Device(_) => {
            Err(failure("only files know what was written to them", "--resume goes with -o FILE or --output-dir DIR"))
        }
    }
}

/// What `-o` names.
enum Destination {
    Standard,
    Device(PathBuf),
    File(PathBuf),
}

impl Destination {
    fn of(args: &OutputArgs) -> Result<Destination> {
        let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
            return Ok(Destination::Standard);
        };
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                let hint = format!("--output-dir {} writes one file a page into it", path.display());
                Err(failure(format!("{} is a directory", path.display()), hint))
            }
            Ok(found) if !found.is_file() => Ok(Destination::Device(path.to_owned())),
            // A link stays a link: what it points to is replaced.
            Ok(_) => Ok(Destination::File(path.canonicalize().with_context(|| cannot_write(path))?)),
            Err(_) => Ok(Destination::File(path.to_owned())),
        }
    }

    fn open(self) -> Result<Output> {
        Ok(match self {
            Destination::Standard => {
                standard_output::check()?;
                Output::Standard
            }
            Destination::Device(path) => {
                let device = File::options().write(true).open(&path).with_context(|| cannot_write(&path))?;
                Output::Device(device, path)
            }
            Destination::File(path) => {
                remove_abandoned(directory_of(&path));
                unfinished::check_free(&path)?;
                Output::Whole(path, Vec::new())
            }
        })
    }
}

/// Writes a file as a whole.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    unfinished::write_whole(path, bytes).map_err(|error| match error.downcast_ref::<io::Error>() {
        Some(found) if unfinished::is_full(found) => {
            failure(format!("cannot write {}: {found}", path.display()), standard_output::MAKE_ROOM)
        }
        _ => error,
    })
}

fn directory_of(path: &Path) -> &Path {
    path.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What temporary files of earlier versions are called.
const PARTIAL_PREFIX: &str = ".tamis-";
const PARTIAL_SUFFIX: &str = ".partial";

/// Removes what killed runs of earlier versions left in a directory: temporary files that no process has locked. That one of
/// them cannot be looked at or removed is no reason not to run.
pub(crate) fn remove_abandoned(directory: &Path) {
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

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn fatal(error: io::Error, path: &Path) -> WriteError {
    WriteError::Fatal(match error.kind() {
        io::ErrorKind::BrokenPipe => ReaderLeft.into(),
        _ if unfinished::is_full(&error) => {
            failure(format!("cannot write {}: {error}", path.display()), standard_output::MAKE_ROOM)
        }
        _ => anyhow!(error).context(cannot_write(path)),
    })
}
