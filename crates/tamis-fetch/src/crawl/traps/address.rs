//! Addresses that give themselves away.

use super::dates::{self, Dated};
use super::{Trap, TrapKind};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use url::Url;

/// Browsers of the past took up to 2,083 characters and sitemaps take 2,048, so what is meant to be found is shorter.
const MAX_LENGTH: usize = 2_048;

/// Trees of files are seldom ten deep, but shops that write parameters into the path (`/store/27/als/3/loc/68553/…`) have up
/// to 24 segments on pages with something on them.
const MAX_SEGMENTS: usize = 32;

/// One segment again and again: four times, as `/2/2/2` and `/news/news` are numbers and sections.
const MAX_REPEATS_OF_ONE: usize = 3;

/// A run of segments again and again: three times. `/a/b/a/b` is a path through a graph, the third round is a circle.
const MAX_REPEATS_OF_RUN: usize = 2;

/// One segment anywhere in the path: a relative link without its slash adds it once a page.
const MAX_OCCURRENCES: usize = 4;

/// A parameter with its value, again: nobody needs to say the same three times.
const MAX_SAME_PARAMETERS: usize = 2;

pub(super) fn look(url: &Url) -> Option<Trap> {
    let trap = |kind, detail| Some(Trap { kind, detail });
    let length = url.as_str().len();
    if length > MAX_LENGTH {
        return trap(TrapKind::TooLong, format!("the address has {length} characters, more than {MAX_LENGTH}"));
    }
    let segments: Vec<&str> = url.path().split('/').filter(|segment| !segment.is_empty()).collect();
    if segments.len() > MAX_SEGMENTS {
        let detail = format!("the path has {} segments, more than {MAX_SEGMENTS}", segments.len());
        return trap(TrapKind::TooDeep, detail);
    }
    let detail =
        repeated_run(&segments).or_else(|| repeated_anywhere(&segments)).or_else(|| repeated_parameter(url))?;
    trap(TrapKind::RepeatedSegments, detail)
}

/// Numbers repeat by chance, in ids that are cut into pieces and in dates.
fn is_word(segment: &str) -> bool {
    segment.bytes().any(|byte| !byte.is_ascii_digit() && !matches!(byte, b'-' | b'.' | b'_'))
}

/// A run of segments that follows itself too often. There are at most [`MAX_SEGMENTS`].
fn repeated_run(segments: &[&str]) -> Option<String> {
    for length in 1..=segments.len() / 2 {
        let most = if length == 1 { MAX_REPEATS_OF_ONE } else { MAX_REPEATS_OF_RUN };
        for start in 0..segments.len().saturating_sub(length * most) {
            let run = &segments[start..start + length];
            let n_times = segments[start..].chunks_exact(length).take_while(|chunk| *chunk == run).count();
            if n_times > most && run.iter().any(|segment| is_word(segment)) {
                return Some(format!("`/{}` stands {n_times} times in a row in the path", run.join("/")));
            }
        }
    }
    None
}

fn repeated_anywhere(segments: &[&str]) -> Option<String> {
    segments.iter().filter(|segment| is_word(segment) && segment.len() > 1).find_map(|segment| {
        let n_times = segments.iter().filter(|other| *other == segment).count();
        (n_times > MAX_OCCURRENCES).then(|| format!("`/{segment}` stands {n_times} times in the path"))
    })
}

fn repeated_parameter(url: &Url) -> Option<String> {
    let mut parameters: Vec<&str> = url.query()?.split('&').filter(|parameter| !parameter.is_empty()).collect();
    parameters.sort_unstable();
    let run = parameters.chunk_by(|one, other| one == other).find(|run| run.len() > MAX_SAME_PARAMETERS)?;
    Some(format!("`{}` stands {} times in the query", run[0], run.len()))
}

/// An address as the parts of this module look at it.
#[derive(Debug)]
pub(super) struct UrlParts<'a> {
    pub(super) url: &'a Url,
    /// Stands for scheme, host and port.
    pub(super) origin: u64,
    /// The segments of the path, without the empty one before the first slash.
    pub(super) segments: Vec<&'a str>,
    /// Names and values in their order.
    pub(super) parameters: Vec<(&'a str, &'a str)>,
    /// The month or day in the address, if there is one.
    pub(super) dated: Option<Dated>,
}

impl<'a> UrlParts<'a> {
    pub(super) fn of(url: &'a Url) -> UrlParts<'a> {
        let segments = url.path_segments().map(Iterator::collect).unwrap_or_default();
        let query = url.query().unwrap_or_default();
        let parameters = query
            .split('&')
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
            .collect();
        let origin = number_of(&(url.scheme(), url.host_str(), url.port()));
        let mut parts = UrlParts { url, origin, segments, parameters, dated: None };
        parts.dated = dates::find(&parts);
        parts
    }

    /// Stands for the address without its query.
    pub(super) fn page(&self) -> u64 {
        number_of(&(self.origin, self.url.path()))
    }
}

/// A number that stands for a value; the same on every run.
pub(super) fn number_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Parameters that choose a part of a list: numbers of pages, and where to start.
#[rustfmt::skip]
const PAGING: [&str; 17] = [
    "page", "p", "pg", "pn", "paged", "pagenum", "pageno", "pageindex", "page_no", "page_num", "seite", "start", "offset",
    "skip", "from", "first", "begin",
];

pub(super) fn is_paging(name: &str, value: &str) -> bool {
    if value.bytes().all(|byte| byte.is_ascii_digit()) {
        PAGING.iter().any(|known| name.eq_ignore_ascii_case(known))
    } else {
        name.eq_ignore_ascii_case("cursor")
    }
}
