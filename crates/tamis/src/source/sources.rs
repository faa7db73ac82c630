//! From what a user types to pages: files, directories, patterns, archives, addresses and standard input, in an order that is the
//! same every time.

#[cfg(feature = "archives")]
use super::Content;
use super::addresses::Addresses;
#[cfg(feature = "archives")]
use super::archive::{ArchivePages, ArchivePipe, OpenArchive};
#[cfg(feature = "archives")]
use super::arrivals::Awaited;
use super::files::{as_glob, find_in_directory, find_matches, is_archive_name, is_page_name};
use super::{FindError, Input, Origin, Source, SourceError, SourceNotes, SourceOptions, is_address, read_stream};
use crate::batch::Readiness;
use crate::page_url::{PathUrls, of_path};
use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use url::Url;

/// What a user named, one by one or as directories and patterns; `-` is standard input. Archives give the pages in them, and so
/// do sitemaps and feeds, in files and on the network.
#[derive(Debug)]
pub struct Sources {
    found: VecDeque<NamedSource>,
    /// The archive that is being read.
    #[cfg(feature = "archives")]
    open: Option<ArchivePages>,
    /// Whether the next page of a pipe is there.
    #[cfg(feature = "archives")]
    awaited: Awaited,
    addresses: Addresses,
    is_many: bool,
    options: SourceOptions,
    notes: SourceNotes,
}

/// What stands where a page was looked for.
#[derive(Debug)]
pub(super) enum NamedSource {
    File {
        path: PathBuf,
        place: PathBuf,
    },
    Archive(PathBuf),
    /// A directory that should have held pages.
    Unreadable {
        path: PathBuf,
        place: PathBuf,
        error: io::Error,
    },
    /// Standard input, and the first bytes of it.
    StandardInput(Vec<u8>),
    /// What an address stands for, or a list of them.
    Addresses,
    /// What can only fail.
    Failed(Origin, Box<SourceError>),
}

impl NamedSource {
    /// A file, which is an archive if its name says so.
    pub(super) fn at(place: PathBuf, path: PathBuf) -> NamedSource {
        if is_archive_name(&path) { NamedSource::Archive(path) } else { NamedSource::File { path, place } }
    }

    /// Names the source once more; `None` for what can be read only once.
    fn again(&self) -> Option<NamedSource> {
        Some(match self {
            NamedSource::File { path, place } => NamedSource::File { path: path.clone(), place: place.clone() },
            NamedSource::Archive(path) => NamedSource::Archive(path.clone()),
            NamedSource::Unreadable { path, place, error } => {
                NamedSource::Unreadable { path: path.clone(), place: place.clone(), error: error.kind().into() }
            }
            NamedSource::StandardInput(_) | NamedSource::Addresses | NamedSource::Failed(..) => return None,
        })
    }
}

impl Sources {
    /// Looks up what was named. A directory is searched for archives and for files with one of the
    /// [`PAGE_EXTENSIONS`](super::PAGE_EXTENSIONS), also in directories below it. A file that was named is an archive if its
    /// name or its first bytes say so, and a list of pages if it is a sitemap or a feed.
    ///
    /// An address that was named alone is fetched here, to know whether it is one page or a list of many.
    ///
    /// # Errors
    /// A directory holds no pages, a pattern fits nothing, or standard input was named twice. A file that does not exist
    /// is an error of that page, and so is an address that cannot be fetched.
    pub fn find(named: &[PathBuf], options: SourceOptions) -> Result<Sources, FindError> {
        let except = options.except.as_ref().and_then(|directory| directory.canonicalize().ok());
        let mut found = Vec::new();
        let mut is_many = named.len() > 1;
        let mut addresses = Addresses::default();
        for path in named {
            let n_before = found.len();
            if path == Path::new("-") {
                if found.iter().any(|found| matches!(found, NamedSource::StandardInput(_))) {
                    return Err(FindError::StandardInputTwice);
                }
                let start = first_bytes(io::stdin().lock()).map_err(FindError::StandardInput)?;
                is_many |= begins_archive(&start) && options.pages.len() != 1;
                found.push(NamedSource::StandardInput(start));
            } else if let Some(address) = path.to_str().filter(|text| is_address(text)) {
                found.push(addresses.add(address, &options)?);
            } else if path.is_dir() {
                is_many = true;
                find_in_directory(path, except.as_deref(), &mut found);
                if found.len() == n_before {
                    return Err(FindError::NoPages { directory: path.clone() });
                }
            } else if let Some(pattern) = as_glob(path) {
                is_many = true;
                find_matches(pattern, except.as_deref(), &mut found)?;
                if found.len() == n_before {
                    return Err(FindError::NoMatch { pattern: pattern.to_owned() });
                }
            } else if is_archive_name(path) || !is_page_name(path) && is_archive(path) {
                is_many |= options.pages.len() != 1;
                found.push(NamedSource::Archive(path.clone()));
            } else if !is_page_name(path) && addresses.add_listing(path, &options)? {
                is_many = true;
                found.push(NamedSource::Addresses);
            } else {
                let place = Origin::Path(path.clone()).place();
                found.push(NamedSource::File { path: path.clone(), place });
            }
        }
        addresses.prepare(&options)?;
        let list = addresses.add_list(&options)?;
        is_many |= !list.is_empty();
        found.extend(list);
        is_many |= !is_many && matches!(found[..], [NamedSource::Addresses]) && addresses.first_is_list();
        let mut sources = Sources {
            found: found.into(),
            #[cfg(feature = "archives")]
            open: None,
            #[cfg(feature = "archives")]
            awaited: Awaited::default(),
            addresses,
            is_many,
            options,
            notes: SourceNotes::default(),
        };
        sources.look_ahead();
        Ok(sources)
    }

    /// Whether the user asked for many pages, be there only one: a directory, a pattern, an archive, a list of addresses, a
    /// sitemap, a feed, or several names.
    pub fn is_many(&self) -> bool {
        self.is_many
    }

    /// Returns the pages that are still to come, to be read beside these; `None` if they can be read only once.
    pub fn again(&self) -> Option<Sources> {
        if self.addresses.is_open() || self.is_in_archive() {
            return None;
        }
        let found = self.found.iter().map(NamedSource::again).collect::<Option<VecDeque<NamedSource>>>()?;
        Some(Sources {
            found,
            #[cfg(feature = "archives")]
            open: None,
            #[cfg(feature = "archives")]
            awaited: Awaited::default(),
            addresses: Addresses::default(),
            is_many: self.is_many,
            options: self.options.clone(),
            notes: SourceNotes::default(),
        })
    }

    /// Whether the next page is there, for whoever has something else to do than to wait for it.
    pub fn readiness(&self) -> Readiness {
        let readiness = self.addresses.readiness();
        #[cfg(feature = "archives")]
        let readiness = self.awaited.readiness(readiness);
        readiness
    }

    /// What is noted while the pages are read.
    pub fn notes(&self) -> SourceNotes {
        self.notes.clone()
    }

    /// The files that are still to come, archives included.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.found.iter().filter_map(|found| match found {
            NamedSource::File { path, .. } | NamedSource::Archive(path) => Some(path.as_path()),
            _ => None,
        })
    }

    /// The pages in files of their own that are still to come, each with the place that its result is named after.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.found.iter().filter_map(|found| match found {
            NamedSource::File { path, place } => Some((path.as_path(), place.as_path())),
            _ => None,
        })
    }

    /// Standard input is read here and not by whoever takes the input: how long it takes is not the page's fault.
    fn read_standard_input(&self, start: Vec<u8>) -> Input {
        let origin = Origin::StandardInput;
        let result = read_stream(io::Cursor::new(start).chain(io::stdin().lock()), &origin, &self.options.limits);
        Input::read_already(origin, result)
    }
}

#[cfg(feature = "archives")]
impl Sources {
    fn next_in_archive(&mut self) -> Option<Input> {
        let input = self.open.as_mut()?.next();
        if input.is_none() {
            self.open = None;
        }
        input
    }

    /// Goes on with the pages of an archive; an input if that is not possible.
    fn open_archive(&mut self, found: NamedSource) -> Option<Input> {
        let opened = match found {
            NamedSource::Archive(path) if is_pipe(&path) => self.read_pipe(ArchivePipe::Named(path)),
            NamedSource::Archive(path) => {
                OpenArchive::open(path, &self.options, &self.notes).map(|archive| ArchivePages::File(Box::new(archive)))
            }
            NamedSource::StandardInput(start) => self.read_pipe(ArchivePipe::StandardInput(start)),
            _ => return None,
        };
        match opened {
            Ok(opened) => {
                self.open = Some(opened);
                None
            }
            Err(input) => Some(*input),
        }
    }

    fn read_pipe(&self, pipe: ArchivePipe) -> Result<ArchivePages, Box<Input>> {
        ArchivePages::come_from(pipe, &self.options, &self.notes, &self.awaited)
    }

    fn is_in_archive(&self) -> bool {
        self.open.is_some()
    }

    /// Begins with a pipe if that is what is next, so that nobody waits for its first page either.
    fn look_ahead_into_pipe(&mut self) {
        let is_pipe = match self.found.front() {
            Some(NamedSource::StandardInput(start)) => begins_archive(start),
            Some(NamedSource::Archive(path)) => is_pipe(path),
            _ => false,
        };
        if self.open.is_some() || !is_pipe {
            return;
        }
        let failed = self.found.pop_front().and_then(|found| self.open_archive(found));
        if let Some(Input { origin, content: Content::Failed(error), .. }) = failed {
            self.found.push_front(NamedSource::Failed(origin, error));
        }
    }
}

#[cfg(not(feature = "archives"))]
impl Sources {
    #[expect(clippy::unused_self, reason = "as where archives can be read")]
    fn next_in_archive(&mut self) -> Option<Input> {
        None
    }

    #[expect(clippy::unused_self, reason = "as where archives can be read")]
    fn open_archive(&mut self, found: NamedSource) -> Option<Input> {
        let NamedSource::Archive(path) = found else { return None };
        let origin = Origin::Path(path);
        Some(Input::read_already(origin.clone(), Err(SourceError::NotBuilt { origin, feature: "archives" })))
    }

    #[expect(clippy::unused_self, reason = "as where archives can be read")]
    fn is_in_archive(&self) -> bool {
        false
    }

    #[expect(clippy::unused_self, reason = "as where archives can be read")]
    fn look_ahead_into_pipe(&mut self) {}
}

impl Sources {
    /// Begins with addresses if those are what is next.
    fn look_ahead(&mut self) {
        while !self.addresses.goes_on(&self.notes) && matches!(self.found.front(), Some(NamedSource::Addresses)) {
            self.found.pop_front();
            self.addresses.begin();
        }
        if !self.addresses.is_open() {
            self.look_ahead_into_pipe();
        }
    }

    fn find_next(&mut self) -> Option<Input> {
        loop {
            if let Some(input) = self.addresses.next(&self.options, &self.notes) {
                return Some(input);
            }
            if let Some(input) = self.next_in_archive() {
                return Some(input);
            }
            return Some(match self.found.pop_front()? {
                NamedSource::File { path, place } => Input::file(path).with_place(place),
                NamedSource::Unreadable { path, place, error } => {
                    let origin = Origin::Path(path);
                    let error = SourceError::Read { origin: origin.clone(), source: error };
                    Input::read_already(origin, Err(error)).with_place(place)
                }
                NamedSource::StandardInput(start) if !begins_archive(&start) => self.read_standard_input(start),
                NamedSource::Failed(origin, error) => Input::read_already(origin, Err(*error)),
                NamedSource::Addresses => {
                    self.addresses.begin();
                    continue;
                }
                archive => match self.open_archive(archive) {
                    Some(input) => input,
                    None => continue,
                },
            });
        }
    }
}

impl Source for Sources {
    fn next_input(&mut self) -> Option<Input> {
        let input = self.find_next().map(|input| {
            let path_url = path_url(&input, &self.options.path_urls);
            self.addresses.lend(input, &self.options).with_path_url(path_url)
        });
        self.look_ahead();
        input
    }

    /// How many pages an archive or a list has is known at its end.
    fn n_left(&self) -> Option<usize> {
        let is_counted =
            |found: &NamedSource| matches!(found, NamedSource::File { .. } | NamedSource::Unreadable { .. });
        (!self.is_in_archive() && !self.addresses.is_open() && self.found.iter().all(is_counted))
            .then_some(self.found.len())
    }
}

/// The address that the place of a page stands for. Standard input has no path to add to the address that was given: that is
/// the page's.
fn path_url(input: &Input, urls: &PathUrls) -> Option<Url> {
    match (&input.origin, urls) {
        (Origin::StandardInput, PathUrls::Below(base)) => Some(base.clone()),
        (origin, urls) => of_path(origin.path()?, &input.place, urls),
    }
}

/// How much of standard input is looked at to know what it is.
#[cfg(feature = "archives")]
const START_BYTES: usize = tamis_fetch::warc::START_BYTES;
#[cfg(not(feature = "archives"))]
const START_BYTES: usize = 0;

/// The beginning of a stream: as much as it takes to know what it is. The rest of an archive may be long in coming.
fn first_bytes(mut stream: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let mut buffer = [0; START_BYTES];
    while start.len() < buffer.len() && !begins_archive(&start) {
        match stream.read(&mut buffer[start.len()..]) {
            Ok(0) => break,
            Ok(n_bytes) => start.extend_from_slice(&buffer[start.len()..][..n_bytes]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(start)
}

/// Whether something with the name of an archive is a pipe.
#[cfg(feature = "archives")]
fn is_pipe(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Whether a file is an archive by its first bytes. One that cannot be read is an error when its turn comes.
fn is_archive(path: &Path) -> bool {
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    is_file && std::fs::File::open(path).and_then(first_bytes).is_ok_and(|start| begins_archive(&start))
}

#[cfg(feature = "archives")]
fn begins_archive(start: &[u8]) -> bool {
    tamis_fetch::warc::begins_archive(start)
}

#[cfg(not(feature = "archives"))]
fn begins_archive(_: &[u8]) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tamis_page::Capture;

    fn tree() -> tempfile::TempDir {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let files =
            ["b.html", "a/page.html", "a/style.css", "a/deep/x.HTM", "c.htm/page.xhtml", "z.html.gz", ".hidden/x.html"];
        for file in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().expect("has a parent")).expect("is created");
            fs::write(path, "<p>x").expect("is written");
        }
        directory
    }

    #[track_caller]
    fn find(named: &[PathBuf], except: Option<&Path>) -> Sources {
        Sources::find(named, SourceOptions::default().with_except(except.map(Path::to_owned))).expect("finds something")
    }

    #[test]
    fn standard_input_has_the_address_that_paths_are_below() {
        let base = Url::parse("https://example.org/lamps/").expect("an address");
        let input = |origin| Input::read_already(origin, Ok(Capture::new(b"<p>x".to_vec())));
        let below = PathUrls::Below(base.clone());
        assert_eq!(path_url(&input(Origin::StandardInput), &below), Some(base));
        assert_eq!(path_url(&input(Origin::StandardInput), &PathUrls::No), None);
        let file = input(Origin::Path("brass.html".into())).with_place("brass.html".into());
        assert_eq!(path_url(&file, &below).map(String::from).as_deref(), Some("https://example.org/lamps/brass.html"));
    }

    #[track_caller]
    fn check(source: &str, expect: &[&str]) {
        let tree = tree();
        let source = tree.path().join(source);
        let files = find(&[source], None);
        let found: Vec<_> = files.paths().map(|path| path.strip_prefix(tree.path()).expect("in the tree")).collect();
        assert_eq!(found, expect.iter().map(Path::new).collect::<Vec<_>>());
    }

    #[test]
    fn a_directory_gives_its_pages_by_name() {
        check("", &["a/deep/x.HTM", "a/page.html", "b.html", "c.htm/page.xhtml", "z.html.gz"]);
        check("a", &["a/deep/x.HTM", "a/page.html"]);
    }

    #[test]
    fn a_pattern_gives_the_files_that_match() {
        check("*.html", &["b.html"]);
        check("*/page.*", &["a/page.html", "c.htm/page.xhtml"]);
        check("**/page.{html,xhtml}", &["a/page.html", "c.htm/page.xhtml"]);
        check("a/s*", &["a/style.css"]);
    }

    #[test]
    fn a_file_is_taken_whatever_its_name() {
        check("a/style.css", &["a/style.css"]);
        check("missing.html", &["missing.html"]);
    }

    #[test]
    fn a_place_is_the_path_below_what_was_typed() {
        let tree = tree();
        let files = find(&[tree.path().join("a"), tree.path().join("b.html")], None);
        assert_eq!((files.is_many(), files.n_left()), (true, Some(3)));
        let places: Vec<_> = files.inputs().map(|input| input.place).collect();
        assert_eq!(places, ["deep/x.HTM", "page.html", "b.html"].map(PathBuf::from));
    }

    #[test]
    fn a_directory_without_pages_is_a_mistake() {
        let empty = tempfile::tempdir().expect("a temporary directory");
        let error = |named: &[PathBuf]| Sources::find(named, SourceOptions::default()).expect_err("finds nothing");
        assert!(matches!(error(&[empty.path().to_owned()]), FindError::NoPages { .. }));
        assert!(matches!(error(&[empty.path().join("*.html")]), FindError::NoMatch { .. }));
        assert!(matches!(error(&[empty.path().join("[")]), FindError::BadPattern { .. }));
        assert!(matches!(error(&["-".into(), "-".into()]), FindError::StandardInputTwice));
    }

    #[test]
    fn the_output_directory_is_no_input() {
        let tree = tree();
        let files = find(&[tree.path().to_owned()], Some(&tree.path().join("a")));
        assert_eq!(files.n_left(), Some(3));
    }

    #[cfg(unix)]
    #[test]
    fn links_to_directories_are_not_followed_and_links_to_pages_are() {
        let tree = tree();
        std::os::unix::fs::symlink(tree.path(), tree.path().join("a/circle")).expect("is linked");
        std::os::unix::fs::symlink(tree.path().join("b.html"), tree.path().join("a/linked.html")).expect("is linked");
        assert_eq!(find(&[tree.path().join("a")], None).n_left(), Some(3));
    }
}
