//! Addresses: absolute, and those that differ in one number.

use tamis_page::absolute_url;
use url::Url;

/// How the number of a page becomes a part of its address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The address with `{n}` in place of the number.
    pub template: String,
    /// What `{n}` is for the first page: 0, 1 or another start.
    pub first: i64,
    /// By how much `{n}` rises from page to page: 1 for numbers of pages, the length of a page for offsets.
    pub step: i64,
}

impl Pattern {
    /// The address of a page, counted from one; `None` before the first.
    pub fn address(&self, page: u32) -> Option<String> {
        let n = self.first + self.step * (i64::from(page) - 1);
        (n >= 0).then(|| self.template.replace("{n}", &n.to_string()))
    }

    /// The page, counted from one, that an address is of; `None` if it does not have this form.
    pub(super) fn page_of(&self, address: &str) -> Option<u32> {
        let mut parts = self.template.split("{n}");
        let mut rest = address.strip_prefix(parts.next()?)?;
        let mut number = None;
        for part in parts {
            let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let found: i64 = rest[..n_digits].parse().ok()?;
            if number.is_some_and(|number| number != found) {
                return None;
            }
            number = Some(found);
            rest = rest[n_digits..].strip_prefix(part)?;
        }
        let beyond = number? - self.first;
        (rest.is_empty() && beyond >= 0 && beyond % self.step == 0)
            .then(|| u32::try_from(beyond / self.step + 1).ok())
            .flatten()
    }
}

/// The number that differs between two addresses: its two values, and the address with `{n}` in its place. It may
/// stand in several places.
pub(super) fn one_number(one: &str, other: &str) -> Option<(i64, i64, String)> {
    let mut template = String::with_capacity(one.len() + 4);
    let mut numbers = None;
    let (mut ones, mut others) = (Pieces(one), Pieces(other));
    loop {
        match (ones.next(), others.next()) {
            (None, None) => break,
            (Some(piece), Some(other)) if piece == other => template.push_str(piece),
            (Some(piece), Some(other)) => {
                let found = (number(piece)?, number(other)?);
                if numbers.is_some_and(|numbers| numbers != found) {
                    return None;
                }
                numbers = Some(found);
                template.push_str("{n}");
            }
            _ => return None,
        }
    }
    let (one, other) = numbers?;
    Some((one, other, template))
}

fn number(piece: &str) -> Option<i64> {
    (piece.len() <= 9 && piece.as_bytes()[0].is_ascii_digit()).then(|| piece.parse().ok()).flatten()
}

/// Runs of digits and what is between them.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let is_digit = self.0.bytes().next()?.is_ascii_digit();
        let end = self.0.bytes().position(|byte| byte.is_ascii_digit() != is_digit).unwrap_or(self.0.len());
        let (piece, rest) = self.0.split_at(end);
        self.0 = rest;
        Some(piece)
    }
}

/// How an address is related to that of the page itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// It is the page itself.
    Same,
    /// One number differs: the page's own, and that of the address.
    OneNumber(i64, i64),
    /// The page's address with a number added: `…/page/2/`, `…?p=2`.
    NumberAdded(i64),
    /// The page's address less a number at its end: back to the first page.
    NumberRemoved,
    /// Another address.
    Other,
}

/// How `address` is related to the page at `own`, both without their fragments.
pub(super) fn relation(own: &str, address: &str) -> Relation {
    let same_scheme = |address: &'_ str| address.split_once("://").map_or(0, |(scheme, _)| scheme.len());
    // A page of either scheme is the same page.
    let (own, address) = (without_www(&own[same_scheme(own)..]), without_www(&address[same_scheme(address)..]));
    if own == address {
        return Relation::Same;
    }
    if let Some((own, other, _)) = one_number(own, address) {
        return Relation::OneNumber(own, other);
    }
    if let Some(number) = number_added(own, address) {
        return Relation::NumberAdded(number);
    }
    if number_added(address, own).is_some() { Relation::NumberRemoved } else { Relation::Other }
}

fn without_www(address: &str) -> &str {
    let address = address.trim_start_matches("://");
    address.strip_prefix("www.").unwrap_or(address)
}

/// Whether an address is that of a site's first page.
pub(super) fn is_home(address: &str) -> bool {
    matches!(after_host(address), "" | "/")
}

/// Whether an address is that of a later page of a site's first page: `/page/2`, `/index.php?p=2`.
pub(super) fn is_page_of_home(address: &str) -> bool {
    const FILES: [&str; 6] = ["index", "php", "html", "htm", "asp", "aspx"];
    let words = after_host(address).split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| !word.is_empty() && !FILES.contains(word)).count() <= 1
}

fn after_host(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest.find('/').map_or("", |start| &rest[start..]))
}

/// Whether there is a year and a month in a piece of an address: the pages of a calendar.
fn names_month(piece: &str) -> bool {
    let mut pieces = Pieces(piece).peekable();
    while let Some(number) = pieces.next() {
        let is_year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
        if is_year && pieces.next_if(|between| matches!(*between, "-" | "/")).is_some() {
            let is_month = pieces.peek().is_some_and(|month| (1..=12).contains(&month.parse().unwrap_or(0)));
            if is_month {
                return true;
            }
        }
    }
    false
}

/// The last number of a short piece that `longer` has beyond `shorter`.
fn number_added(shorter: &str, longer: &str) -> Option<i64> {
    const MAX_PIECE: usize = 40;
    let stem = shorter.trim_end_matches('/');
    let stem = ["index.html", "index.php", ".html", ".htm"].iter().fold(stem, |stem, end| {
        let shorter = stem.strip_suffix(end).unwrap_or(stem);
        if stem.contains('?') { stem } else { shorter }
    });
    let stem = stem.trim_end_matches('/');
    let piece = longer.strip_prefix(stem)?;
    let starts_well = piece.starts_with(['/', '?', '&', '-', '_', '.', ';', ',', ':']);
    if !starts_well || piece.len() > MAX_PIECE || names_month(piece) {
        return None;
    }
    Pieces(piece).filter_map(|piece| piece.as_bytes()[0].is_ascii_digit().then(|| number(piece)).flatten()).last()
}

/// Longer addresses are not compared: a page may hold many of them.
const MAX_BYTES: usize = 4096;

/// The address of a page, and what those of its links are relative to.
pub(super) struct PageAddress<'u> {
    base: Option<Url>,
    page: Option<&'u Url>,
    own: Option<String>,
}

impl<'u> PageAddress<'u> {
    pub(super) fn of(base: Option<Url>, page: Option<&'u Url>) -> PageAddress<'u> {
        let page = page.filter(|page| page.as_str().len() <= MAX_BYTES);
        let own = page.map(|page| without_fragment(page.clone()));
        PageAddress { base: base.filter(|base| base.as_str().len() <= MAX_BYTES), page, own }
    }

    /// The address of the page itself.
    pub(super) fn own(&self) -> Option<&str> {
        self.own.as_deref()
    }

    /// An address as others compare with it. One that cannot be made absolute stays as it is.
    pub(super) fn absolute(&self, href: &str) -> Option<String> {
        if href.len() > MAX_BYTES {
            return None;
        }
        match absolute_url(self.base.as_ref(), href) {
            Some(url) => matches!(url.scheme(), "http" | "https" | "file").then(|| without_fragment(url)),
            None => self.base.is_none().then(|| href.split('#').next().unwrap_or(href).to_owned()),
        }
    }

    /// Whether an address is of another site.
    pub(super) fn is_elsewhere(&self, address: &str) -> bool {
        let Some(own) = self.page.and_then(Url::host_str) else { return false };
        let plain = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_ascii_lowercase();
        let host = address.split_once("://").map(|(_, rest)| rest.split(['/', '?', ':']).next().unwrap_or(rest));
        host.is_some_and(|host| plain(host) != plain(own))
    }
}

fn without_fragment(mut url: Url) -> String {
    url.set_fragment(None);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_may_stand_in_several_places() {
        let found = one_number("/c/btm_9?p=9&id=77", "/c/btm_10?p=10&id=77");
        assert_eq!(found, Some((9, 10, "/c/btm_{n}?p={n}&id=77".to_owned())));
        assert_eq!(one_number("/c/1/2", "/c/2/1"), None);
        assert_eq!(one_number("/c/a", "/c/b"), None);
    }

    #[test]
    fn patterns_count_pages_from_one() {
        let pattern = Pattern { template: "/l?start={n}".to_owned(), first: 0, step: 10 };
        assert_eq!(pattern.address(3).as_deref(), Some("/l?start=20"));
        assert_eq!(pattern.page_of("/l?start=30"), Some(4));
        assert_eq!(pattern.page_of("/l?start=35"), None);
        assert_eq!(pattern.page_of("/l?start=30&x"), None);
    }

    #[test]
    fn a_page_and_its_neighbours_are_related() {
        let own = "https://a.example/lamps/";
        assert_eq!(relation(own, "https://a.example/lamps/page/2/"), Relation::NumberAdded(2));
        assert_eq!(relation(own, "https://a.example/lamps?p=3"), Relation::NumberAdded(3));
        assert_eq!(relation(own, "http://www.a.example/lamps/"), Relation::Same);
        assert_eq!(relation(own, "https://a.example/chairs/"), Relation::Other);
        assert_eq!(relation("https://a.example/p4", "https://a.example/p5"), Relation::OneNumber(4, 5));
        assert_eq!(relation("https://a.example/l/page/2/", "https://a.example/l/"), Relation::NumberRemoved);
        assert_eq!(relation(own, "https://a.example/lamps?month=2016-04"), Relation::Other);
        assert_eq!(relation("https://a.example/l.html", "https://a.example/l-2.html"), Relation::NumberAdded(2));
    }
}
