//! What a crawl writes: a file that grows with it, and is cut back to the last page that was done when the crawl goes on.

use crate::failure::{ReaderLeft, failure};
use anyhow::{Context, Result, anyhow};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tamis::crawl::CrawlHandle;
use tamis::network::{ArchiveFile, Fetched};

/// Where the lines of a crawl go.
pub(crate) enum Lines {
    Standard,
    File { file: File, path: PathBuf, name: String, n_bytes: u64 },
}

impl Lines {
    /// Standard output, or a file. One that this crawl wrote to is cut back to what it knows of; any other is overwritten, as
    /// by every command.
    pub(crate) fn open(path: Option<&Path>, crawl: &CrawlHandle) -> Result<Lines> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Lines::Standard) };
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("cannot write {}", path.display()))?;
        let name = name_of(path)?;
        let n_bytes = resumed(path, &file, crawl.mark(&name)?)?;
        let cut = file.set_len(n_bytes).and_then(|()| file.seek(SeekFrom::Start(n_bytes)));
        cut.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Lines::File { file, path: path.to_owned(), name, n_bytes })
    }

    pub(crate) fn write(&mut self, line: &[u8]) -> Result<()> {
        match self {
            Lines::Standard => {
                let mut stdout = io::stdout().lock();
                match stdout.write_all(line).and_then(|()| stdout.flush()) {
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(ReaderLeft.into()),
                    written => written.context("cannot write standard output"),
                }
            }
            Lines::File { file, path, n_bytes, .. } => {
                file.write_all(line).with_context(|| format!("cannot write {}", path.display()))?;
                *n_bytes += line.len() as u64;
                Ok(())
            }
        }
    }

    /// How long the file is, for the crawl to remember.
    pub(crate) fn mark(&self) -> Option<(&str, u64)> {
        match self {
            Lines::Standard => None,
            Lines::File { name, n_bytes, .. } => Some((name, *n_bytes)),
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
    pub(crate) fn open(path: &Path, crawl: &CrawlHandle) -> Result<Stored> {
        let name = name_of(path)?;
        if let Some(mark) = crawl.mark(&name)?
            && let Ok(file) = OpenOptions::new().write(true).open(path)
        {
            let n_bytes = resumed(path, &file, Some(mark))?;
            file.set_len(n_bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let archive = ArchiveFile::append(path).map_err(|error| anyhow!(error))?;
        Ok(Stored { archive, path: path.to_owned(), name })
    }

    pub(crate) fn store(&mut self, fetched: &Fetched) -> Result<()> {
        self.archive.store(fetched).with_context(|| format!("cannot write {}", self.path.display()))
    }

    pub(crate) fn mark(&self) -> (&str, u64) {
        (&self.name, self.archive.n_bytes())
    }
}

/// How much of a file the crawl knows of: of one that it never wrote to, or that is gone, nothing.
fn resumed(path: &Path, file: &File, mark: Option<u64>) -> Result<u64> {
    let n_bytes = file.metadata().with_context(|| format!("cannot read {}", path.display()))?.len();
    match mark {
        None => Ok(0),
        Some(_) if n_bytes == 0 => Ok(0),
        Some(mark) if n_bytes >= mark => Ok(mark),
        Some(mark) => Err(failure(
            format!("{} has {n_bytes} bytes, and the crawl wrote {mark} to it", path.display()),
            "put the file back as it was, or name another one",
        )),
    }
}

/// What a file is called in the frontier, from wherever the command is run.
fn name_of(path: &Path) -> Result<String> {
    let whole = path.canonicalize().or_else(|_| std::path::absolute(path));
    let whole = whole.with_context(|| format!("cannot find {}", path.display()))?;
    Ok(whole.to_string_lossy().into_owned())
}
