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
    Archive(Box<ArchivePlace>),
}

/// A record of an archive, and what it says of itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub struct ArchivePlace {
    /// The file of the archive; `-` for standard input.
    pub path: PathBuf,
    /// The file inside of a WACZ.
    pub file: Option<String>,
    /// Where the record begins, or the member that it is in, in bytes.
    pub offset: u64,
    /// How many decompressed bytes of the member are before it. Zero in every archive with a member for each record.
    pub within: u64,
    /// The address of the page as it was written.
    pub url: Option<String>,
    /// When it was fetched.
    pub date: Option<String>,
    /// The digest of its content, such as `sha1:` and 32 letters.
    pub digest: Option<String>,
    /// The status of the response.
    pub http_status: Option<u16>,
}

impl ArchivePlace {
    /// A record that begins at a place of a file, of which nothing else is known.
    pub fn new(path: impl Into<PathBuf>, offset: u64) -> ArchivePlace {
        ArchivePlace { path: path.into(), offset, ..ArchivePlace::default() }
    }
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
            Origin::Archive(place) => {
                let name = place.path.file_name().filter(|name| *name != "-").unwrap_or("archive".as_ref());
                let file = place
                    .file
                    .iter()
                    .flat_map(|file| file.split(['/', '\\']))
                    .filter(|part| !matches!(*part, "" | "." | ".."));
                let within = if place.within > 0 { format!("+{}", place.within) } else { String::new() };
                let mut path = PathBuf::from(name);
                path.extend(file);
                path.join(format!("{}{within}", place.offset))
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
            Origin::Archive(place) => {
                let ArchivePlace { path, file, offset, within, .. } = &**place;
                match path.to_str() {
                    Some("-") => out.write_str("standard input")?,
                    _ => write!(out, "{}", path.display())?,
                }
                file.iter().try_for_each(|file| write!(out, " {file}"))?;
                write!(out, " at byte {offset}")?;
                if *within > 0 { write!(out, " + {within}") } else { Ok(()) }
            }
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
        let place = ArchivePlace::new("crawl/x.warc.gz", 1234);
        check(&Origin::Archive(Box::new(place.clone())), "crawl/x.warc.gz at byte 1234", "x.warc.gz/1234");
        let file = Some("archive/../data.warc".to_owned());
        let inside = ArchivePlace { path: "x.wacz".into(), file, within: 9, ..place };
        let name = "x.wacz archive/../data.warc at byte 1234 + 9";
        check(&Origin::Archive(Box::new(inside)), name, "x.wacz/archive/data.warc/1234+9");
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
