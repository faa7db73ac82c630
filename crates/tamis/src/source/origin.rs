//! Where a page came from. Errors, output files and the JSON speak of it.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use url::Url;

/// Where a page came from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Origin {
    /// A file, by the path that the user would type.
    Path(PathBuf),
    /// The standard input of this process.
    StandardInput,
    /// An address on the network.
    Address(Url),
    /// A record of an archive.
    Archive {
        /// The file of the archive.
        path: PathBuf,
        /// Where the record begins in it, in bytes.
        offset: u64,
    },
}

impl Origin {
    /// A relative path to name a result after. It leads nowhere else: `..` and roots are left out.
    ///
    /// ```
    /// use tamis::source::Origin;
    /// use std::path::Path;
    ///
    /// assert_eq!(Origin::Path("pages/a.html".into()).place(), Path::new("a.html"));
    /// let address = Origin::Address("https://shop.example/c/lamps?page=2".parse()?);
    /// assert_eq!(address.place(), Path::new("shop.example/c/lamps?page=2"));
    /// # Ok::<(), url::ParseError>(())
    /// ```
    pub fn place(&self) -> PathBuf {
        match self {
            Origin::Path(path) => path.file_name().map_or_else(|| PathBuf::from("page"), PathBuf::from),
            Origin::StandardInput => PathBuf::from("stdin"),
            Origin::Address(url) => {
                let query = url.query().map(|query| format!("?{}", query.replace('/', "%2F"))).unwrap_or_default();
                let segments =
                    url.path_segments().into_iter().flatten().filter(|&part| !matches!(part, "" | "." | ".."));
                let mut place: PathBuf = url.host_str().into_iter().chain(segments).collect();
                if url.path().ends_with('/') || place.as_os_str().is_empty() {
                    place.push("index");
                }
                place.into_os_string().into_string().map_or_else(PathBuf::from, |place| PathBuf::from(place + &query))
            }
            Origin::Archive { path, offset } => {
                Path::new(path.file_name().unwrap_or("archive".as_ref())).join(offset.to_string())
            }
        }
    }

    /// The file, if that is where the page came from.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::Path(path) => Some(path),
            _ => None,
        }
    }
}

impl Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Path(path) => write!(out, "{}", path.display()),
            Origin::StandardInput => out.write_str("standard input"),
            Origin::Address(url) => write!(out, "{url}"),
            Origin::Archive { path, offset } => write!(out, "{} at byte {offset}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(origin: &Origin, name: &str, place: &str) {
        assert_eq!(origin.to_string(), name);
        assert_eq!(origin.place(), Path::new(place), "{name}");
    }

    #[test]
    fn every_origin_has_a_name_and_a_place() {
        check(&Origin::Path("a/b.html".into()), "a/b.html", "b.html");
        check(&Origin::Path("..".into()), "..", "page");
        check(&Origin::StandardInput, "standard input", "stdin");
        let archive = Origin::Archive { path: "crawl/x.warc.gz".into(), offset: 1234 };
        check(&archive, "crawl/x.warc.gz at byte 1234", "x.warc.gz/1234");
    }

    #[test]
    fn the_place_of_an_address_stays_below_its_host() {
        let check_address = |address: &str, place: &str| {
            check(&Origin::Address(address.parse().expect("an address")), address, place);
        };
        check_address("https://a.example/", "a.example/index");
        check_address("https://a.example/x/", "a.example/x/index");
        check_address("https://a.example/x?to=/etc", "a.example/x?to=%2Fetc");
        let dots = Origin::Address("https://a.example/%2e%2e/../x".parse().expect("an address"));
        assert_eq!(dots.place(), Path::new("a.example/x"));
    }
}
