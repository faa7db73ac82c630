//! An address in its parts, and numbers that stand for texts.

use super::dates::{self, Dated};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use url::Url;

/// An address as the parts of this module look at it.
#[derive(Debug)]
pub(super) struct Parts<'a> {
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

impl<'a> Parts<'a> {
    pub(super) fn of(url: &'a Url) -> Parts<'a> {
        let segments = url.path_segments().map(Iterator::collect).unwrap_or_default();
        let query = url.query().unwrap_or_default();
        let parameters = query
            .split('&')
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
            .collect();
        let origin = number_of(&(url.scheme(), url.host_str(), url.port()));
        let mut parts = Parts { url, origin, segments, parameters, dated: None };
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
