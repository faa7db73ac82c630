//! The files of a page, fetched to be stored beside it: style sheets, what those import, their fonts, and images.

use super::{AddressError, FetchedAddress, Network};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{iter, thread};
use tamis_fetch::address::without_credentials;
use tamis_fetch::http::Fetched;
use tamis_page::{Capture, Document, absolute_url, image_source, names};
use url::Url;

/// How many files at a time.
const N_THREADS: usize = 6;

/// How many files are held at a time.
const N_HELD: usize = 12;

/// How many files a page has at most.
const MAX_FILES: usize = 512;

/// How many bytes of them. What is on its way when they are reached is still taken.
const MAX_BYTES: usize = 64 << 20;

/// How long they may take, from the first on.
const MAX_TIME: Duration = Duration::from_secs(30);

/// How far down style sheets that import others are followed.
const MAX_DEPTH: usize = 4;

impl Network {
    /// Fetches the style sheets, fonts and images that a page refers to, in the order of the page, less those that are
    /// `known`, which grows. Each is given to `take`, and only a few are held at a time. A page gets at most 512 files and
    /// 64 MiB, for 30 s; what it names beyond that is an error of that file.
    ///
    /// # Errors
    /// That of `take`, which ends it.
    pub fn fetch_resources<E>(
        &self,
        page: &Fetched,
        known: &mut HashSet<Url>,
        mut take: impl FnMut(FetchedAddress) -> Result<(), E>,
    ) -> Result<(), E> {
        if !(200..300).contains(&page.status) {
            return Ok(());
        }
        let begun = Instant::now();
        let (mut n_files, mut n_bytes) = (0, 0);
        let mut wanted = WantedFiles::new(MAX_FILES);
        wanted.add_page(&page.clone().into_capture(), known);
        let mut urls = wanted.finish();
        for _ in 0..MAX_DEPTH {
            n_files += urls.len();
            known.extend(urls.iter().cloned());
            let mut next = WantedFiles::new(MAX_FILES.saturating_sub(n_files));
            for some in urls.chunks(N_HELD) {
                let is_over = n_bytes >= MAX_BYTES || begun.elapsed() >= MAX_TIME;
                let files = if is_over { beyond_share(some) } else { self.fetch_at_once(some) };
                for (url, file) in some.iter().zip(files) {
                    match &file.result {
                        Ok(fetched) => {
                            n_bytes += fetched.body.len();
                            add_sheet(&mut next, fetched, known);
                        }
                        // The next page that names it may have more luck.
                        Err(error) if error.may_pass() => {
                            known.remove(url);
                        }
                        Err(_) => {}
                    }
                    take(file)?;
                }
            }
            urls = next.finish();
        }
        Ok(())
    }

    fn fetch_at_once(&self, urls: &[Url]) -> Vec<FetchedAddress> {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..N_THREADS.min(urls.len()) {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(url) = urls.get(number) else { return };
                        let result = self.resources.get(url).map_err(Into::into);
                        let fetched = FetchedAddress { url: without_credentials(url), result };
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, fetched));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(number, _)| *number);
        done.into_iter().map(|(_, fetched)| fetched).collect()
    }
}

fn beyond_share(urls: &[Url]) -> Vec<FetchedAddress> {
    let refused = |url: &Url| {
        let url = without_credentials(url);
        FetchedAddress { url: url.clone(), result: Err(AddressError::BeyondShare { url }) }
    };
    urls.iter().map(refused).collect()
}

fn add_sheet(wanted: &mut WantedFiles, file: &Fetched, known: &HashSet<Url>) {
    let is_sheet = file.header("content-type").is_some_and(|value| value.to_ascii_lowercase().contains("css"));
    if is_sheet && (200..300).contains(&file.status) {
        wanted.add_sheet(&String::from_utf8_lossy(&file.body), Some(&file.url), known);
    }
}

/// No server takes a longer address. One that every file of a page is read from would fill any memory.
const MAX_ADDRESS_BYTES: usize = 8 << 10;

/// Files that are to be fetched: in their order, each once, and only so many.
#[derive(Debug)]
pub(super) struct WantedFiles {
    n_most: usize,
    seen: HashSet<Url>,
    urls: Vec<Url>,
}

impl WantedFiles {
    pub(super) fn new(n_most: usize) -> WantedFiles {
        WantedFiles { n_most, seen: HashSet::new(), urls: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<Url> {
        self.urls
    }

    /// Adds the files that a page names, less those that are known: style sheets before images.
    pub(super) fn add_page(&mut self, capture: &Capture, known: &HashSet<Url>) {
        let url = capture.url.clone();
        let document = Document::parse(capture.clone().decode(None).text);
        let base = document.base_url(url.as_ref());
        let base = base.as_ref();
        let links = document.elements_named(names::LINK).filter(|&link| {
            let relations = document.attribute(link, names::REL).unwrap_or_default();
            relations.split_ascii_whitespace().any(|relation| relation.eq_ignore_ascii_case("stylesheet"))
        });
        self.add(base, known, links.filter_map(|link| document.attribute(link, names::HREF)));
        for style in document.elements_named(names::STYLE) {
            self.add_sheet(&document.text_content(style), base, known);
        }
        let images = document.elements_named(names::IMG).flat_map(|image| {
            // What the page shows in the end, and what a renderer without scripts asks for.
            [image_source(&document, image), document.attribute(image, names::SRC)]
        });
        self.add(base, known, images.flatten());
    }

    /// Adds the files that a style sheet names and a layout depends on: other sheets, and fonts. Pictures behind the text
    /// move nothing.
    pub(super) fn add_sheet(&mut self, css: &str, base: Option<&Url>, known: &HashSet<Url>) {
        let css = without_comments(css);
        let lower = css.to_ascii_lowercase();
        self.add(base, known, addresses_behind("@import", &css, &lower));
        let fonts = addresses_behind("url(", &css, &lower).filter(|address| {
            let path = address.split(['?', '#']).next().unwrap_or_default();
            let is_font = |end: &&str| {
                path.get(path.len().wrapping_sub(end.len())..).is_some_and(|it| it.eq_ignore_ascii_case(end))
            };
            [".woff2", ".woff", ".ttf", ".otf"].iter().any(is_font)
        });
        self.add(base, known, fonts);
    }

    fn add<'a>(&mut self, base: Option<&Url>, known: &HashSet<Url>, addresses: impl Iterator<Item = &'a str>) {
        let base = base.filter(|base| base.as_str().len() <= MAX_ADDRESS_BYTES);
        for address in addresses {
            if self.urls.len() >= self.n_most {
                return;
            }
            if address.len() > MAX_ADDRESS_BYTES {
                continue;
            }
            let Some(mut url) = absolute_url(base, address) else { continue };
            url.set_fragment(None);
            let is_new = matches!(url.scheme(), "http" | "https") && !known.contains(&url) && !self.seen.contains(&url);
            if is_new && url.as_str().len() <= MAX_ADDRESS_BYTES {
                self.seen.insert(url.clone());
                self.urls.push(url);
            }
        }
    }
}

/// The addresses that stand behind a word. What is in one of them is not looked at again, so that this takes no longer than
/// the sheet is.
fn addresses_behind<'a>(word: &'a str, css: &'a str, lower: &'a str) -> impl Iterator<Item = &'a str> {
    let mut place = 0;
    iter::from_fn(move || {
        loop {
            place += lower[place..].find(word)? + word.len();
            let mut rest = css[place..].trim_start();
            if rest.get(..4).is_some_and(|start| word != "url(" && start.eq_ignore_ascii_case("url(")) {
                rest = &rest[4..];
            }
            let Some((found, after)) = address(rest) else { continue };
            place = css.len() - after.len();
            if !found.is_empty() {
                return Some(found);
            }
        }
    })
}

/// The address at the beginning of a text, with or without quotation marks, and what comes after it.
fn address(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (text, end) = match text.chars().next()? {
        quote @ ('"' | '\'') => (&text[1..], text[1..].find(quote)),
        _ => (text, text.find([')', ';', ' ', '\n', '\t'])),
    };
    let (found, after) = text.split_at(end.unwrap_or(text.len()));
    Some((found.trim(), after))
}

fn without_comments(css: &str) -> String {
    let mut kept = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept + rest
}

#[cfg(test)]
mod references_tests {
    use super::*;

    fn base() -> Url {
        "https://shop.example/a/page".parse().expect("an address")
    }

    fn of_page(page: &str, n_most: usize) -> Vec<Url> {
        let mut wanted = WantedFiles::new(n_most);
        wanted.add_page(&Capture::new(page).with_url(base()), &HashSet::new());
        wanted.finish()
    }

    fn of_sheet(css: &str) -> Vec<Url> {
        let mut wanted = WantedFiles::new(100);
        wanted.add_sheet(css, Some(&base()), &HashSet::new());
        wanted.finish()
    }

    #[test]
    fn a_page_names_sheets_and_images() {
        let page = "<base href=/b/><link rel='preload Stylesheet' href=one.css><link rel=icon href=x.ico>\
            <style>@import 'two.css';</style><img src=lamp.png#x><img src=lamp.png><img src=data:image/gif;base64,R0 data-src=/late.jpg>";
        let found = of_page(page, 100);
        let paths: Vec<&str> = found.iter().map(Url::path).collect();
        assert_eq!(paths, ["/b/one.css", "/b/two.css", "/b/lamp.png", "/late.jpg"]);
    }

    #[test]
    fn a_sheet_names_sheets_and_fonts() {
        let css = "@IMPORT url( \"one.css\" ) screen; @import two.css; /* @import 'no.css'; */ \
            @font-face { src: url(f.woff2?v=1) format('woff2'), url('F.TTF') } body { background: url(big.png) } @import";
        let found = of_sheet(css);
        let paths: Vec<&str> = found.iter().map(Url::path).collect();
        assert_eq!(paths, ["/a/one.css", "/a/two.css", "/a/f.woff2", "/a/F.TTF"]);
        assert_eq!(of_sheet("@import 'file:///etc/passwd'; @import url("), []);
    }

    #[test]
    fn a_sheet_is_read_once_whatever_is_in_it() {
        for (word, n_words) in [("@import", 20_000), ("url(", 20_000), ("@import url(", 2), ("@import'", 4)] {
            let css = word.repeat(n_words);
            let lower = css.to_ascii_lowercase();
            for behind in ["@import", "url("] {
                let n_bytes: usize = addresses_behind(behind, &css, &lower).map(str::len).sum();
                assert!(n_bytes <= css.len(), "{n_bytes} bytes of addresses in {} of {word}", css.len());
            }
        }
        assert_eq!(of_sheet(&"@import".repeat(20_000)), []);
        assert_eq!(of_sheet("@import url() @import;@import '';@import 'a.css'").len(), 1);
    }

    #[test]
    fn a_page_has_so_many_files_and_short_addresses() {
        let images: String = (0..2000).map(|number| format!("<img src=a{number}>")).collect();
        assert_eq!(of_page(&images, 512).len(), 512);
        let long = "b".repeat(100_000);
        let page = format!("<base href=/{long}/>{images}<img src=https://shop.example/whole>");
        let n_bytes: usize = of_page(&page, 512).iter().map(|url| url.as_str().len()).sum();
        assert_eq!(n_bytes, "https://shop.example/whole".len());
        assert_eq!(of_page(&format!("<img src=/{long}>"), 512), []);
    }

    #[test]
    fn what_is_known_takes_no_place() {
        let known = HashSet::from([base().join("a").expect("an address")]);
        let mut wanted = WantedFiles::new(1);
        wanted.add_page(&Capture::new("<img src=a><img src=b><img src=c>").with_url(base()), &known);
        assert_eq!(wanted.finish(), [base().join("b").expect("an address")]);
    }
}
