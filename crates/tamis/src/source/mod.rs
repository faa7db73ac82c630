//! From files and streams to a [`Capture`]: read, and inflate what was stored compressed.

mod beside;

pub use beside::beside;

use crate::page::Limits;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tamis_page::Capture;

/// Why nothing came out of a file or a stream.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The operating system refused.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A directory stands where a page was expected.
    #[error("{} is a directory, not a page", path.display())]
    IsDirectory {
        /// The directory.
        path: PathBuf,
    },
    /// The gzip data breaks off or is damaged.
    #[error("cannot inflate {}: the gzip data {}", path.display(), if *is_truncated { "ends too early" } else { "is damaged" })]
    Gzip {
        /// The file.
        path: PathBuf,
        /// Whether the data breaks off, as after an interrupted download.
        is_truncated: bool,
        /// What the decoder said.
        source: io::Error,
    },
    /// The page is larger than [`Limits::max_bytes`].
    #[error("{} has more than the {limit} bytes that are allowed", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: usize,
    },
}

/// Reads a page from a file, inflating it if it is gzip data under whatever name. Its style sheets and images are the
/// files [`beside`] it.
///
/// # Errors
/// The file cannot be read, is damaged gzip data, or holds more than [`Limits::max_bytes`].
pub fn read_file(path: &Path, limits: &Limits) -> Result<Capture, SourceError> {
    let failed = |source: io::Error| SourceError::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(SourceError::IsDirectory { path: path.to_owned() });
    }
    Ok(read_stream(file, path, limits)?.with_resources(beside(path)))
}

/// Reads a page from a stream, inflating it if it is gzip data; `name` is what errors call it.
///
/// # Errors
/// As [`read_file`].
pub fn read_stream(stream: impl Read, name: &Path, limits: &Limits) -> Result<Capture, SourceError> {
    let stored = read_up_to(stream, limits.max_bytes)
        .map_err(|source| SourceError::Read { path: name.to_owned(), source })?
        .ok_or_else(|| SourceError::TooLarge { path: name.to_owned(), limit: limits.max_bytes })?;
    if !stored.starts_with(&GZIP_MAGIC) {
        return Ok(Capture::new(stored));
    }
    // The limit holds for what comes out: a few kilobytes can inflate to gigabytes.
    let inflated = read_up_to(MultiGzDecoder::new(stored.as_slice()), limits.max_bytes)
        .map_err(|source| SourceError::Gzip {
            path: name.to_owned(),
            is_truncated: source.kind() == io::ErrorKind::UnexpectedEof,
            source,
        })?
        .ok_or_else(|| SourceError::TooLarge { path: name.to_owned(), limit: limits.max_bytes })?;
    Ok(Capture::new(inflated))
}

/// The first bytes of gzip data with its only compression method; no page begins so.
const GZIP_MAGIC: [u8; 3] = [0x1f, 0x8b, 8];

/// All bytes of the stream, `None` if there are more than `limit`.
fn read_up_to(stream: impl Read, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    stream.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= limit).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("writes to memory");
        encoder.finish().expect("writes to memory")
    }

    fn read(stored: &[u8], max_bytes: usize) -> Result<Vec<u8>, String> {
        read_stream(stored, Path::new("page"), &Limits::default().with_max_bytes(max_bytes))
            .map(|capture| capture.body)
            .map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check(stored: &[u8], expect: Result<&[u8], &str>) {
        assert_eq!(read(stored, 1000), expect.map(<[u8]>::to_vec).map_err(str::to_owned));
    }

    #[test]
    fn plain_bytes_come_through_as_they_are() {
        check(b"<p>Hello", Ok(b"<p>Hello"));
        check(b"", Ok(b""));
        check(b"\x1f\x8b", Ok(b"\x1f\x8b"));
    }

    #[test]
    fn gzip_data_is_inflated_with_all_its_members() {
        check(&gzip(b"<p>Hello"), Ok(b"<p>Hello"));
        check(&[gzip(b"<p>Hello"), gzip(b"<p>again")].concat(), Ok(b"<p>Hello<p>again"));
    }

    #[test]
    fn truncated_gzip_is_an_error_and_not_half_a_page() {
        let stored = gzip("<p>Some words that do not repeat: 0123456789".as_bytes());
        for len in 3..stored.len() {
            check(&stored[..len], Err("cannot inflate page: the gzip data ends too early"));
        }
    }

    #[test]
    fn damaged_gzip_says_so() {
        let mut stored = gzip(b"<p>Hello");
        let checksum = stored.len() - 8;
        stored[checksum] ^= 1;
        check(&stored, Err("cannot inflate page: the gzip data is damaged"));
    }

    #[test]
    fn the_limit_holds_for_what_is_inflated() {
        let bomb = gzip(&vec![b' '; 1_000_000]);
        assert!(bomb.len() < 2000);
        assert_eq!(read(&bomb, 2000), Err("page has more than the 2000 bytes that are allowed".to_owned()));
        assert_eq!(read(&[b' '; 11], 10), Err("page has more than the 10 bytes that are allowed".to_owned()));
        assert_eq!(read(&[b' '; 10], 10), Ok(vec![b' '; 10]));
    }

    #[test]
    fn a_directory_or_a_missing_file_is_an_error() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let limits = Limits::default();
        assert!(matches!(read_file(directory.path(), &limits), Err(SourceError::IsDirectory { .. })));
        assert!(matches!(read_file(&directory.path().join("none"), &limits), Err(SourceError::Read { .. })));
    }
}
