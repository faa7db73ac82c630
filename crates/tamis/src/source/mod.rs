//! Where pages come from: a [`Source`] gives one [`Input`] after the other, and an input becomes a [`Capture`] where
//! and when it is read. What a user can name, files, directories, patterns, archives, addresses and standard input, are
//! [`Sources`].

#[cfg_attr(not(feature = "network"), path = "addresses_not_built.rs")]
mod addresses;
#[cfg(feature = "archives")]
mod archive;
#[cfg(feature = "archives")]
mod arrivals;
mod error;
mod files;
mod options;
mod origin;
mod saved_files;
mod sources;

#[cfg(feature = "archives")]
pub use archive::archive_parts;
pub use error::{FindError, SourceError};
pub use files::PAGE_EXTENSIONS;
pub use options::{SourceNotes, SourceOptions};
pub use origin::{ArchivePlace, Origin};
pub use saved_files::saved_files;
pub use sources::Sources;

use crate::page::Limits;
use crate::page_url::is_host;
use files::is_page_name;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tamis_page::Capture;
use url::Url;

/// Pages, one after the other.
pub trait Source {
    /// The next page; `None` at the end.
    fn next_input(&mut self) -> Option<Input>;

    /// How many are still to come, where that is known.
    fn n_left(&self) -> Option<usize> {
        None
    }

    /// All that are still to come.
    fn inputs(self) -> impl Iterator<Item = Input>
    where
        Self: Sized,
    {
        let mut source = self;
        std::iter::from_fn(move || source.next_input())
    }
}

/// A page to be read. It is cheap to hand to another thread, which then does the reading.
#[derive(Debug)]
pub struct Input {
    /// Where it is from.
    pub origin: Origin,
    /// The relative path that a result is named after; below a directory it is the path from there.
    pub place: PathBuf,
    content: Content,
    /// The address that its path stands for.
    path_url: Option<Url>,
    /// What lends it the style sheets and images that it does not bring along.
    #[cfg(feature = "network")]
    network: Option<crate::network::Network>,
}

#[derive(Debug)]
enum Content {
    File(PathBuf),
    #[cfg(feature = "archives")]
    Archived(tamis_fetch::warc::RawPage),
    Read(Arc<Capture>),
    Failed(Box<SourceError>),
}

impl Input {
    /// A file that is still to be read.
    pub fn file(path: PathBuf) -> Input {
        let origin = Origin::Path(path.clone());
        Input::of(origin, Content::File(path))
    }

    /// A page that was read, or that could not be.
    pub fn read_already(origin: Origin, result: Result<Capture, SourceError>) -> Input {
        let content = match result {
            Ok(capture) => Content::Read(Arc::new(capture)),
            Err(error) => Content::Failed(Box::new(error)),
        };
        Input::of(origin, content)
    }

    fn of(origin: Origin, content: Content) -> Input {
        Input {
            place: origin.place(),
            origin,
            content,
            path_url: None,
            #[cfg(feature = "network")]
            network: None,
        }
    }

    /// A page of an archive that is still to be opened.
    #[cfg(feature = "archives")]
    pub(crate) fn archived(origin: Origin, page: tamis_fetch::warc::RawPage) -> Input {
        Input::of(origin, Content::Archived(page))
    }

    /// The address that its path stands for.
    pub(crate) fn path_url(&self) -> Option<&Url> {
        self.path_url.as_ref()
    }

    /// Returns the page to be read once more; `None` if it could not be read.
    pub fn again(&self) -> Option<Input> {
        let content = match &self.content {
            Content::File(path) => Content::File(path.clone()),
            #[cfg(feature = "archives")]
            Content::Archived(page) => Content::Archived(page.clone()),
            Content::Read(capture) => Content::Read(Arc::clone(capture)),
            Content::Failed(_) => return None,
        };
        let again = Input::of(self.origin.clone(), content).with_place(self.place.clone());
        let again = again.with_path_url(self.path_url.clone());
        #[cfg(feature = "network")]
        let again = again.with_network(self.network.clone());
        Some(again)
    }

    /// Sets the network that lends it the style sheets and images which it does not bring along.
    #[cfg(feature = "network")]
    #[must_use]
    pub fn with_network(mut self, network: Option<crate::network::Network>) -> Input {
        self.network = network;
        self
    }

    /// Why there is no page, if that is known before it is read: an archive that cannot be opened, or not be read on.
    pub fn failure(&self) -> Option<&SourceError> {
        match &self.content {
            Content::Failed(error) => Some(error),
            _ => None,
        }
    }

    /// The bytes of the page.
    ///
    /// # Errors
    /// The page cannot be read, is damaged gzip data, or is larger than [`Limits::max_bytes`].
    pub fn read(self, limits: &Limits) -> Result<Capture, SourceError> {
        let capture = match self.content {
            Content::File(path) => read_file(&path, limits)?,
            #[cfg(feature = "archives")]
            Content::Archived(page) => archive::open(page, &self.origin, limits)?,
            Content::Read(capture) => Arc::unwrap_or_clone(capture),
            Content::Failed(error) => return Err(*error),
        };
        #[cfg(feature = "network")]
        let capture = match &self.network {
            Some(network) => network.lend(capture),
            None => capture,
        };
        Ok(match self.path_url {
            Some(url) => capture.with_path_url(Some(url)),
            None => capture,
        })
    }
}

tamis_page::setters! { Input;
    with_place place: PathBuf = place, "Sets the path that a result is named after.";
    with_path_url path_url: Option<Url> = path_url, "Sets the address that the path of the page stands for.";
}

/// Whether what a user named is an address.
pub fn is_address(named: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| named.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Whether what a user named would be an address with `https://` before it: it begins like a host.
///
/// ```
/// use tamis::source::lacks_scheme;
///
/// assert!(lacks_scheme("example.org/page") && lacks_scheme("www.example.org"));
/// assert!(!lacks_scheme("page.html") && !lacks_scheme("pages/page.html") && !lacks_scheme("https://example.org"));
/// ```
pub fn lacks_scheme(named: &str) -> bool {
    // Of a name alone the end may be that of a file.
    const DOMAINS: [&str; 14] =
        ["com", "org", "net", "edu", "gov", "info", "io", "dev", "app", "eu", "de", "ch", "uk", "fr"];
    let (host, rest) = named.split_once(['/', '?']).map_or((named, None), |(host, rest)| (host, Some(rest)));
    let ends_as_domain = || DOMAINS.iter().any(|domain| host.rsplit('.').next() == Some(domain));
    is_host(host) && !is_page_name(Path::new(host)) && (rest.is_some() || host.starts_with("www.") || ends_as_domain())
}

/// Reads a page from a file, inflating it if it is gzip data under whatever name. Its style sheets and images are the
/// [`saved_files`] beside it.
///
/// # Errors
/// The file cannot be read, is damaged gzip data, or holds more than [`Limits::max_bytes`].
pub fn read_file(path: &Path, limits: &Limits) -> Result<Capture, SourceError> {
    let origin = Origin::Path(path.to_owned());
    let failed = |source: io::Error| SourceError::Read { origin: origin.clone(), source };
    let file = File::open(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.is_dir() {
        return Err(SourceError::IsDirectory { origin });
    }
    Ok(read_stream(file, &origin, limits)?.with_resources(saved_files(path)))
}

/// Reads a page from a stream, inflating it if it is gzip data.
///
/// # Errors
/// The stream cannot be read, is damaged gzip data, or holds more than [`Limits::max_bytes`].
pub fn read_stream(stream: impl Read, origin: &Origin, limits: &Limits) -> Result<Capture, SourceError> {
    let too_large = || SourceError::TooLarge { origin: origin.clone(), limit: limits.max_bytes };
    let stored = read_up_to(stream, limits.max_bytes)
        .map_err(|source| SourceError::Read { origin: origin.clone(), source })?
        .ok_or_else(too_large)?;
    if !stored.starts_with(&GZIP_MAGIC) {
        return Ok(Capture::new(stored));
    }
    // The limit holds for what comes out: a few kilobytes can inflate to gigabytes.
    let inflated = read_up_to(MultiGzDecoder::new(stored.as_slice()), limits.max_bytes)
        .map_err(|source| SourceError::Gzip {
            origin: origin.clone(),
            is_truncated: source.kind() == io::ErrorKind::UnexpectedEof,
            source,
        })?
        .ok_or_else(too_large)?;
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
        read_stream(stored, &Origin::Path("page".into()), &Limits::default().with_max_bytes(max_bytes))
            .map(|capture| capture.body.into_vec())
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
