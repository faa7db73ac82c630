//! Crawls of servers that make traps, which must end, and of servers that only look like it, which must not be cut short.

mod ending;
mod endless;
mod real;

use super::*;
use crate::crawl::canonical::canonical;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// What came of a crawl.
struct Crawled {
    n_pages: usize,
    n_traps: BTreeMap<TrapKind, usize>,
    details: Vec<String>,
}

/// Breadth-first from the root of a host, each address once, until there are no more or `limit` pages were asked for.
fn crawl(limit: usize, server: impl FnMut(&Url) -> Vec<String>) -> Crawled {
    crawl_with(Traps::default(), limit, server)
}

fn crawl_with(mut traps: Traps, limit: usize, mut server: impl FnMut(&Url) -> Vec<String>) -> Crawled {
    let start = Url::parse("https://site.example/").unwrap();
    assert_eq!(traps.look(&start, None), None);
    let mut known = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([start]);
    let mut crawled = Crawled { n_pages: 0, n_traps: BTreeMap::new(), details: Vec::new() };
    while let Some(page) = queue.pop_front() {
        crawled.n_pages += 1;
        if crawled.n_pages >= limit {
            break;
        }
        for href in server(&page) {
            let url = canonical(&page.join(&href).unwrap());
            if !known.insert(url.clone()) {
                continue;
            }
            match traps.look(&url, Some(&page)) {
                None => queue.push_back(url),
                Some(trap) => {
                    *crawled.n_traps.entry(trap.kind).or_default() += 1;
                    crawled.details.push(trap.detail);
                }
            }
        }
    }
    crawled
}

/// The crawl ends by itself, with a number of pages in the range, and reports traps of this kind alone.
#[track_caller]
fn check_trap(kind: TrapKind, pages: std::ops::Range<usize>, server: impl FnMut(&Url) -> Vec<String>) {
    let crawled = crawl(50_000, server);
    assert!(pages.contains(&crawled.n_pages), "{} pages, {:?}", crawled.n_pages, crawled.details.first());
    assert_eq!(crawled.n_traps.keys().collect::<Vec<_>>(), [&kind], "{:?}", crawled.details.first());
}

/// All pages are asked for.
#[track_caller]
fn check_site(n_pages: usize, server: impl FnMut(&Url) -> Vec<String>) {
    let crawled = crawl(n_pages + 1, server);
    assert_eq!((crawled.n_pages, crawled.details.first()), (n_pages, None));
}

fn parameter(url: &Url, name: &str) -> Option<u64> {
    url.query_pairs().find(|(given, _)| given == name).and_then(|(_, value)| value.parse().ok())
}

fn last_segment(url: &Url) -> &str {
    url.path().rsplit('/').next().unwrap()
}

/// One of a sequence of texts without order, in 32 hexadecimal digits.
fn random_text(i: u64) -> String {
    format!("{:016x}{:016x}", address::number_of(&i), address::number_of(&(i, i)))
}

/// A day by its number, in years with twelve months of 28 days.
fn day(number: u64) -> String {
    format!("{:04}-{:02}-{:02}", number / 336, number / 28 % 12 + 1, number % 28 + 1)
}

fn number_of_day(text: &str) -> u64 {
    let mut numbers = text.split('-').map(|number| number.parse::<u64>().unwrap());
    let mut next = || numbers.next().unwrap();
    next() * 336 + (next() - 1) * 28 + next() - 1
}
