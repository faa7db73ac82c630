//! Files of a cache: found by their address, put in their place at once, and the oldest removed when there are too many.

use sha1::{Digest, Sha1};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// What a small file takes on most disks.
const BLOCK_BYTES: u64 = 4096;
/// Touched when the sizes were added up, so that processes that live for a second do not each do so.
const MARKER: &str = "swept";
/// How long sizes are not added up again for that reason.
const MARKER_HOLDS: Duration = Duration::from_mins(10);
/// A temporary file of this age was left by a process that was killed.
const ABANDONED: Duration = Duration::from_hours(1);
/// The mark of a temporary file in its name, which no entry has.
const TEMPORARY: &str = "tmp-";

/// The directory of a cache.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    next_temporary: AtomicU64,
}

impl Directory {
    /// Makes the directory if it is not there.
    pub(super) fn open(path: &Path) -> io::Result<Directory> {
        make(path)?;
        Ok(Directory { path: path.to_owned(), next_temporary: AtomicU64::new(0) })
    }

    /// Where the entry of an address is.
    pub(super) fn place_of(&self, address: &str) -> PathBuf {
        let name: String = Sha1::digest(address.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        self.path.join(&name[..2]).join(&name[2..])
    }

    /// The bytes of a file, if it is one and not larger than `limit`.
    pub(super) fn read(place: &Path, limit: u64) -> Option<Vec<u8>> {
        // Not followed, and not opened if it is something to wait at.
        let found = fs::symlink_metadata(place).ok()?;
        if !found.is_file() || found.len() > limit {
            return None;
        }
        fs::read(place).ok()
    }

    /// Puts a file in its place: whole, or not at all.
    pub(super) fn write(&self, place: &Path, bytes: &[u8]) -> io::Result<()> {
        let shard = place.parent().unwrap_or(&self.path);
        if !shard.is_dir() {
            make(shard)?;
        }
        let (temporary, mut file) = self.temporary(shard)?;
        // Not synchronised with the disk: after a power cut the checksum tells, and the page is fetched again.
        let written = file.write_all(bytes).and_then(|()| {
            drop(file);
            fs::rename(&temporary, place)
        });
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    pub(super) fn remove(place: &Path) {
        let _ = fs::remove_file(place);
    }

    fn temporary(&self, shard: &Path) -> io::Result<(PathBuf, File)> {
        // Another machine may have given its process the same number.
        const TRIES: usize = 16;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut result = Err(io::ErrorKind::AlreadyExists.into());
        for _ in 0..TRIES {
            let number = self.next_temporary.fetch_add(1, Ordering::Relaxed);
            let path = shard.join(format!("{TEMPORARY}{}-{number}", std::process::id()));
            result = options.open(&path).map(|file| (path, file));
            if !matches!(&result, Err(error) if error.kind() == io::ErrorKind::AlreadyExists) {
                break;
            }
        }
        result
    }

    /// Whether the sizes have not been added up for a while, by anyone.
    pub(super) fn is_sweep_due(&self) -> bool {
        let marked = fs::metadata(self.path.join(MARKER)).and_then(|marker| marker.modified());
        // A marker of the future is from before the clock was set back.
        !marked.is_ok_and(|marked| marked.elapsed().is_ok_and(|age| age < MARKER_HOLDS))
    }

    /// Adds up the sizes; if they are more than `limit`, the oldest entries go until there is room again for a tenth of it.
    /// Files that are not ours stay.
    pub(super) fn sweep(&self, limit: u64) {
        let _ = File::create(self.path.join(MARKER)).and_then(|marker| marker.set_modified(SystemTime::now()));
        let mut entries = Vec::new();
        for shard in 0..=u8::MAX {
            let Ok(files) = fs::read_dir(self.path.join(format!("{shard:02x}"))) else { continue };
            for file in files.flatten() {
                let Ok(found) = file.metadata() else { continue };
                let Ok(modified) = found.modified() else { continue };
                let name = file.file_name();
                let Some(name) = name.to_str().filter(|_| found.is_file()) else { continue };
                if is_entry_name(name) {
                    entries.push((modified, n_bytes_on_disk(found.len()), file.path()));
                } else if name.starts_with(TEMPORARY) && modified.elapsed().is_ok_and(|age| age > ABANDONED) {
                    let _ = fs::remove_file(file.path());
                }
            }
        }
        let mut total: u64 = entries.iter().map(|(_, n_bytes, _)| n_bytes).sum();
        if total <= limit {
            return;
        }
        entries.sort_unstable();
        for (_, n_bytes, path) in entries {
            if total <= limit / 10 * 9 {
                break;
            }
            // Where another process was faster, the room is there all the same.
            let _ = fs::remove_file(path);
            total -= n_bytes;
        }
    }
}

/// Makes a directory and those above it. Nobody else may look into it: what is in there was fetched for its owner.
fn make(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// What a file takes on disk.
pub(super) fn n_bytes_on_disk(length: u64) -> u64 {
    length.saturating_add(BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES
}

fn is_entry_name(name: &str) -> bool {
    name.len() == 38 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
