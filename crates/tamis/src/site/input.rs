//! A page on its way in, and which site it is of.

use crate::error::Error;
use crate::page::{Limits, Page, PageReader};
use crate::source::{Input, Origin, SourceError, Sources};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tamis_page::{Capture, ParsedPage, budget};
use url::Url;

/// The bytes that the name of a site may have. A key of the store has 2,048 at most, with the question and the name of a count in
/// it; a host has 253.
const MAX_SITE_BYTES: usize = 512;

/// A page to be read, and what is known about its site.
#[derive(Debug)]
pub struct SiteInput {
    input: Input,
    url: Option<Url>,
    site: Option<String>,
    /// Shared by all that read this page: the pages before it look at it ahead of its time.
    slot: Arc<Mutex<PageSlot>>,
    /// Pages that come after this one, to be read before their time.
    ahead: Vec<SiteInput>,
}

impl SiteInput {
    /// A page of the site that its address or its place says.
    pub fn new(input: Input) -> SiteInput {
        SiteInput { input, url: None, site: None, slot: Arc::default(), ahead: Vec::new() }
    }

    /// Hands over what was made of the page when its links were looked for.
    #[cfg(feature = "crawl")]
    #[must_use]
    pub(crate) fn with_parsed(self, parsed: Option<Box<ParsedPage>>) -> SiteInput {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner).parsed = parsed;
        self
    }

    /// Returns the page to be read once more; `None` if it could not be read.
    fn again(&self) -> Option<SiteInput> {
        let input = self.input.again()?;
        let (url, site, slot) = (self.url.clone(), self.site.clone(), Arc::clone(&self.slot));
        Some(SiteInput { input, url, site, slot, ahead: Vec::new() })
    }

    /// The pages that come after this one, as far as they can be read before their time.
    pub(super) fn take_ahead(&mut self) -> Vec<SiteInput> {
        std::mem::take(&mut self.ahead)
    }

    /// Where the page is from.
    pub fn origin(&self) -> &Origin {
        &self.input.origin
    }

    /// The name of its site as far as it is known without reading the page, for one that cannot be read.
    pub fn site(&self) -> String {
        let of_origin = || match self.origin() {
            Origin::Address(url) => Some(url.clone()),
            Origin::Archive(place) => place.url.as_deref().and_then(|url| url.parse().ok()),
            _ => None,
        };
        let url = self.url.clone().or_else(of_origin).or_else(|| self.input.path_url().cloned());
        let site = self.site.clone().or_else(|| url.as_ref().and_then(site_of));
        site.unwrap_or_else(|| name_of(&directory_of(&self.input)))
    }

    /// Reads and parses the page, unless somebody did that already. It costs the same steps either way, so that the budget of a
    /// page does not depend on which thread comes first.
    pub(super) fn open(self, reader: &mut PageReader) -> Result<OpenedPage, Error> {
        let slot = Arc::clone(&self.slot);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = slot.opened.clone() {
            drop(slot);
            budget::spend(usize::try_from(opened.n_steps).unwrap_or(usize::MAX));
            return Ok(opened);
        }
        let n_steps = budget::spent();
        let (site, capture) = self.read(&reader.limits())?;
        let page = reader.read_parsed(capture.clone(), slot.parsed.take().map(|parsed| *parsed))?;
        let opened = OpenedPage { site, capture, page, n_steps: budget::spent() - n_steps };
        slot.opened = Some(opened.clone());
        Ok(opened)
    }

    /// The bytes of the page and the name of its site: the one that was given, else the host of its address, or of that of its path,
    /// without `www.`, else the name of the [directory](directory_of) that it is from. A page whose site no store takes fails.
    fn read(self, limits: &Limits) -> Result<(String, Capture), SourceError> {
        let SiteInput { input, url, site, .. } = self;
        let (directory, origin) = (directory_of(&input), input.origin.clone());
        let capture = input.read(limits)?;
        let capture = match url {
            Some(url) => capture.with_url(url),
            None => capture,
        };
        let site = site
            .or_else(|| capture.url.as_ref().or(capture.path_url.as_ref()).and_then(site_of))
            .unwrap_or_else(|| name_of(&directory));
        // One page with an odd name fails alone; the store would end all pages of the run.
        match problem_of(&site) {
            Some(problem) => Err(SourceError::Read { origin, source: io::Error::other(problem) }),
            None => Ok((site, capture)),
        }
    }
}

tamis_page::setters! { SiteInput;
    with_url url: Option<Url> = url, "Sets the address of the page.";
    with_site site: Option<String> = site, "Sets the site of the page, whatever its address is.";
}

/// What is known of the content of a page.
#[derive(Debug, Default)]
struct PageSlot {
    /// Whoever fetched it has parsed it.
    parsed: Option<Box<ParsedPage>>,
    opened: Option<OpenedPage>,
}

/// A page that was read and parsed, and not laid out.
#[derive(Clone, Debug)]
pub(super) struct OpenedPage {
    pub(super) site: String,
    pub(super) capture: Capture,
    pub(super) page: Page,
    /// What that cost, of the [budget] of whoever opens it.
    n_steps: u64,
}

/// Why no store takes a site of this name.
fn problem_of(site: &str) -> Option<String> {
    if site.len() > MAX_SITE_BYTES {
        return Some(format!("the name of its site has more than {MAX_SITE_BYTES} bytes"));
    }
    site.contains('\0').then(|| "the name of its site has a NUL character".to_owned())
}

/// Gives each page those that come after it.
pub(super) fn looking_ahead<L>(
    pages: impl Iterator<Item = (L, SiteInput)>,
    n_pages: usize,
) -> impl Iterator<Item = (L, SiteInput)> {
    let mut pages = pages.fuse();
    let mut waiting: VecDeque<(L, SiteInput)> = VecDeque::new();
    std::iter::from_fn(move || {
        while waiting.len() < n_pages.max(1)
            && let Some(page) = pages.next()
        {
            waiting.push_back(page);
        }
        let (label, mut input) = waiting.pop_front()?;
        input.ahead = waiting.iter().filter_map(|(_, input)| input.again()).collect();
        Some((label, input))
    })
}

/// Two directories that pages come from whose sites would have the same name, though they are not the same.
pub fn same_name(sources: &Sources) -> Option<(PathBuf, PathBuf)> {
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    for (path, place) in sources.places() {
        let directory = above(path, place);
        let name = name_of(&directory);
        match known.get(&name) {
            None => {
                known.insert(name, directory);
            }
            Some(before) if is_same(before, &directory) => {}
            Some(before) => return Some((before.clone(), directory)),
        }
    }
    None
}

fn is_same(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| whole(path).canonicalize().ok();
    one == other || resolved(one).is_some_and(|one| Some(one) == resolved(other))
}

/// The site that a page at this address is of: its host, without `www.` and with its port if it has one of its own; `None`
/// for an address without a host.
///
/// ```
/// let address = "https://www.shop.example/lamps".parse()?;
/// assert_eq!(tamis::site::site_of(&address).as_deref(), Some("shop.example"));
/// # Ok::<(), url::ParseError>(())
/// ```
pub fn site_of(url: &Url) -> Option<String> {
    let host = url.host_str().filter(|host| !host.is_empty())?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    Some(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// The directory that was named or that a named file is in: the path less the part below what was named.
fn directory_of(input: &Input) -> PathBuf {
    match &input.origin {
        Origin::Path(path) => above(path, &input.place),
        Origin::Archive(place) => place.path.clone(),
        _ => PathBuf::from("pages"),
    }
}

/// The path less the part below what was named.
fn above(path: &Path, place: &Path) -> PathBuf {
    path.ancestors().nth(place.components().count()).unwrap_or(Path::new("")).to_owned()
}

fn whole(directory: &Path) -> &Path {
    if directory.as_os_str().is_empty() { Path::new(".") } else { directory }
}

/// What a directory is called, also where it was typed as `.` or `..`.
fn name_of(directory: &Path) -> String {
    let resolved = whole(directory).canonicalize();
    let name = directory.file_name().or_else(|| resolved.as_ref().ok().and_then(|path| path.file_name()));
    name.map_or_else(|| "pages".to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: SiteInput, expect: &str) {
        assert_eq!(input.site(), expect, "before it is read");
        let input = match input.input.origin.clone() {
            Origin::Path(_) => {
                let place = input.input.place.clone();
                let read = Input::read_already(input.input.origin, Ok(Capture::new("<p>x"))).with_place(place);
                SiteInput { input: read, ..input }
            }
            _ => input,
        };
        let (site, _) = input.read(&Limits::default()).expect("it was read already");
        assert_eq!(site, expect);
    }

    fn file(path: &str, place: &str) -> SiteInput {
        SiteInput::new(Input::file(path.into()).with_place(place.into()))
    }

    #[test]
    fn a_site_is_what_was_said_else_the_host_else_the_directory() {
        let url: Url = "https://www.shop.example/lamps?page=2".parse().expect("an address");
        check(file("a/b/c.html", "c.html").with_url(Some(url.clone())).with_site(Some("mine".into())), "mine");
        check(file("a/b/c.html", "c.html").with_url(Some(url)), "shop.example");
        let port = "http://127.0.0.1:8080/".parse().expect("an address");
        check(file("a/b/c.html", "c.html").with_url(Some(port)), "127.0.0.1:8080");
        check(file("a/b/c.html", "c.html"), "b");
        check(file("a/b/c.html", "b/c.html"), "a");
        let offline = "file:///pages/c.html".parse().expect("an address");
        check(file("a/b/c.html", "c.html").with_url(Some(offline)), "b");
    }

    #[test]
    fn a_page_whose_site_no_store_takes_fails_alone() {
        let page = || SiteInput::new(Input::read_already(Origin::StandardInput, Ok(Capture::new("<p>x"))));
        let long: Url = format!("https://{}.example/", "a".repeat(2048)).parse().expect("an address");
        for input in [page().with_url(Some(long)), page().with_site(Some("a\0b".into()))] {
            let failed = input.read(&Limits::default()).expect_err("no store takes it");
            assert!(matches!(failed, SourceError::Read { .. }), "{failed:?}");
        }
        assert!(page().with_site(Some("a".repeat(MAX_SITE_BYTES))).read(&Limits::default()).is_ok());
    }

    #[test]
    fn a_directory_without_a_name_is_looked_up() {
        let here = std::env::current_dir().expect("there is one");
        let name = here.file_name().expect("it has a name").to_string_lossy().into_owned();
        check(file("c.html", "c.html"), &name);
        check(file("./c.html", "c.html"), &name);
    }
}
