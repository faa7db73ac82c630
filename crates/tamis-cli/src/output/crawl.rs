//! What a crawl writes: files that grow with it, and are cut back to the last page that was done when the crawl goes on.

use crate::failure::failure;
use crate::output::growing::GrowingFile;
use crate::output::standard_output;
use anyhow::{Context, Result, anyhow};
use std::path::{Path, PathBuf};
use tamis::crawl::CrawlHandle;
use tamis::network::{ArchiveFile, Fetched};

/// A file that a crawl adds to, by the name that its frontier knows it by.
pub(crate) struct Growing {
    file: GrowingFile,
    name: String,
}

impl Growing {
    /// Opens a file, and makes it if it is not there; nothing in it is changed. Done before anything is asked, so that a
    /// mistake shows at once.
    pub(crate) fn open(path: &Path, frontier: &Path) -> Result<Growing> {
        Ok(Growing { file: GrowingFile::open(path)?, name: name_of(path, frontier)? })
    }

    /// Cuts the file back to what the crawl knows of, and notes where it is added to; `None` if it is no file of a disk.
    fn cut_back(&mut self, crawl: &CrawlHandle, unknown: Unknown) -> Result<Option<u64>> {
        let Some(n_bytes) = self.file.n_bytes_found()? else { return Ok(None) };
        let path = self.file.path().display();
        let n_bytes = match (crawl.mark(&self.name).map_err(tamis::Error::from)?, n_bytes) {
            (_, 0) => 0,
            (Some(mark), n_bytes) if n_bytes >= mark => mark,
            (Some(mark), n_bytes) => {
                return Err(failure(
                    format!("{path} has {n_bytes} bytes, and the crawl wrote {mark} to it"),
                    "put the file back as it was, or name another one",
                ));
            }
            (None, n_bytes) if unknown == Unknown::Keep => n_bytes,
            (None, _) if crawl.progress().done == 0 => 0,
            // Its pages would not come again: it may well be where they are.
            (None, _) => {
                return Err(failure(
                    format!("{path} is there, and this crawl has written its pages elsewhere"),
                    "name the file of the earlier runs, or one that is not there yet",
                ));
            }
        };
        self.file.cut_back(n_bytes)?;
        crawl.set_mark(&self.name, n_bytes).map_err(tamis::Error::from)?;
        Ok(Some(n_bytes))
    }
}

/// What becomes of a file that the crawl has not written to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// It is overwritten, as by every command.
    Overwrite,
    /// It is added to.
    Keep,
}

/// Where the lines of a crawl go.
pub(crate) enum Lines {
    Standard,
    File(Growing),
    /// A device or a pipe, which has no length.
    Device(Growing),
}

impl Lines {
    /// Standard output, or a file.
    pub(crate) fn begin(file: Option<Growing>, crawl: &CrawlHandle) -> Result<Lines> {
        let Some(mut file) = file else { return standard_output::check().map(|()| Lines::Standard) };
        let is_file = file.cut_back(crawl, Unknown::Overwrite)?.is_some();
        Ok(if is_file { Lines::File(file) } else { Lines::Device(file) })
    }

    pub(crate) fn write(&mut self, line: &[u8]) -> Result<()> {
        match self {
            Lines::Standard => standard_output::write(line),
            Lines::File(Growing { file, .. }) | Lines::Device(Growing { file, .. }) => {
                file.add(line).with_context(|| format!("cannot write {}", file.path().display()))
            }
        }
    }

    /// How long the file is, for the crawl to remember.
    pub(crate) fn mark(&self) -> Option<(&str, u64)> {
        match self {
            Lines::Standard | Lines::Device(_) => None,
            Lines::File(Growing { file, name }) => Some((name, file.n_bytes())),
        }
    }
}

/// The archive that a crawl stores its pages in.
pub(crate) struct Stored {
    archive: ArchiveFile,
    path: PathBuf,
    name: String,
}

impl Stored {
    /// Goes on behind the last page that was done; an archive of another origin grows at its end.
    pub(crate) fn begin(mut file: Growing, crawl: &CrawlHandle) -> Result<Stored> {
        file.cut_back(crawl, Unknown::Keep)?;
        let Growing { file, name } = file;
        let path = file.path().to_owned();
        let archive = ArchiveFile::append(&path).map_err(|error| anyhow!(error))?;
        Ok(Stored { archive, path, name })
    }

    pub(crate) fn store(&mut self, fetched: &Fetched) -> Result<()> {
        self.archive.store(fetched).with_context(|| format!("cannot write {}", self.path.display()))
    }

    pub(crate) fn mark(&self) -> (&str, u64) {
        (&self.name, self.archive.n_bytes())
    }
}

/// What a file is called in the frontier: beside it by the path from there, so that both can be moved together.
fn name_of(path: &Path, frontier: &Path) -> Result<String> {
    let whole = path.canonicalize().with_context(|| format!("cannot find {}", path.display()))?;
    let beside = frontier.parent().filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = beside.canonicalize().ok();
    let name = beside.and_then(|directory| whole.strip_prefix(directory).ok().map(Path::to_owned)).unwrap_or(whole);
    Ok(name.to_string_lossy().into_owned())
}
