//! Whether an answer may be stored and used again: `http-cache-semantics`, which is asked for its judgement only.
//!
//! It is given the few headers that it judges by, and in a form that it takes: it compares directives with regard to case and
//! adds up ages without looking for an overflow. The headers that it makes for an answer are not used, because it keeps one
//! value of each.

use super::Stored;
use super::entry::CacheEntry;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response};
use http_cache_semantics::{BeforeRequest, CacheOptions, CachePolicy};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The headers of an answer that say how long it may be used.
const JUDGED: [&str; 8] = ["cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary"];
/// Requests with these pass by the cache: with credentials or cookies the answer is meant for one person, with conditions or
/// ranges it is not an answer that others could use.
const PASSING_BY: [&str; 9] = [
    "authorization", "proxy-authorization", "cookie", "range", "if-match", "if-none-match", "if-modified-since",
    "if-unmodified-since", "if-range",
];
/// Headers that belong to one message, and those that describe the body it came with: 304 has no body.
const NOT_UPDATED: [&str; 15] = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade", "content-encoding", "content-length", "content-md5", "content-range",
    "content-type", "digest",
];
/// Ages beyond this are this (RFC 9111, 1.2.2).
const MAX_AGE: u64 = 1 << 31;
/// How long an answer is fresh at most if its server has not said so. A page that has not changed for ten years would be taken
/// unseen for a whole one.
const MAX_GUESSED: Duration = Duration::from_hours(24);
/// By how much the clocks of two that share a disk may differ.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(10);
/// The last second that can be written as a date.
const END_OF_9999: Duration = Duration::from_secs(253_402_300_799);

/// Whether a request may be answered from the cache, and its answer stored.
pub(super) fn is_cached(request: &[(String, String)]) -> bool {
    !request.iter().any(|(name, _)| PASSING_BY.iter().any(|passing| name.eq_ignore_ascii_case(passing)))
}

/// Whether an answer may be stored, is whole, and could ever be used: most pages that are made on request say nothing about how
/// long they are good for, and have nothing to be asked about with.
pub(super) fn is_storable(request: &[(String, String)], response: &Stored) -> bool {
    let varies_with_anything = values(&response.headers, "vary").any(|value| value.contains('*'));
    if varies_with_anything || !has_its_length(response) {
        return false;
    }
    let policy = policy(request, response);
    let has = |name| values(&response.headers, name).next().is_some();
    policy.is_storable() && (has("etag") || has("last-modified") || !policy.is_stale(response.at))
}

/// How an entry may be used.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum EntryUse {
    /// Not for this request.
    No,
    /// It can be used as it is; `age` says how old it is by now, in seconds.
    Fresh { age: u64 },
    /// If the server confirms it.
    Stale { conditions: Vec<(String, String)> },
}

/// How an entry may be used for a request.
pub(super) fn usable(entry: &CacheEntry, request: &[(String, String)], now: SystemTime) -> EntryUse {
    let now = now.clamp(UNIX_EPOCH, UNIX_EPOCH + END_OF_9999);
    let policy = policy(&entry.varying, &entry.stored);
    let mut asked = asked(request);
    let is_of_the_future = entry.stored.at > now + CLOCK_TOLERANCE;
    let is_guess_too_old = !has_lifetime(&entry.stored.headers) && policy.age(now) > MAX_GUESSED;
    if is_of_the_future || is_guess_too_old {
        // The clock went backwards, and nobody knows the age of the answer; or it was guessed.
        asked.headers_mut().insert("cache-control", HeaderValue::from_static("no-cache"));
    }
    match policy.before_request(&asked, now) {
        BeforeRequest::Fresh(_) => EntryUse::Fresh { age: policy.age(now).as_secs() },
        BeforeRequest::Stale { matches: false, .. } => EntryUse::No,
        BeforeRequest::Stale { request, .. } => {
            let condition = |name: &str| {
                let value = request.headers.get(name)?.to_str().ok()?;
                Some((name.to_owned(), value.to_owned()))
            };
            let conditions: Vec<_> = ["if-none-match", "if-modified-since"].into_iter().filter_map(condition).collect();
            if conditions.is_empty() { EntryUse::No } else { EntryUse::Stale { conditions } }
        }
    }
}

/// The headers of a request that an answer varies with.
pub(super) fn varying(request: &[(String, String)], response: &Stored) -> Vec<(String, String)> {
    let mut names: Vec<String> = values(&response.headers, "vary")
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_ascii_lowercase())
        .collect();
    names.sort_unstable();
    names.dedup();
    let value_of = |name: String| joined(request, &name).map(|value| (name, value));
    names.into_iter().filter_map(value_of).collect()
}

/// The headers of an answer that its server has confirmed (RFC 9111, 3.2), or `None` if what it has confirmed is another one.
pub(super) fn updated(stored: &Stored, not_modified: &[(String, String)]) -> Option<Vec<(String, String)>> {
    let is_other = |name: &str| {
        let before = values(&stored.headers, name).next().map(validator);
        let after = values(not_modified, name).next().map(validator);
        before.is_some() && after.is_some() && before != after
    };
    // The tag is the stronger of the two: some servers send the time of the request as that of the last change.
    let has_tags = values(&stored.headers, "etag").next().is_some() && values(not_modified, "etag").next().is_some();
    if is_other("etag") || !has_tags && is_other("last-modified") {
        return None;
    }
    let of_this_message: Vec<String> = values(not_modified, "connection")
        .flat_map(|value| value.split(','))
        .map(|name| name.trim().to_owned())
        .collect();
    let is_kept = |name: &str| {
        NOT_UPDATED.iter().any(|kept| kept.eq_ignore_ascii_case(name))
            || of_this_message.iter().any(|listed| listed.eq_ignore_ascii_case(name))
    };
    let news: Vec<&(String, String)> = not_modified.iter().filter(|(name, _)| !is_kept(name)).collect();
    let is_replaced = |name: &str| {
        // How old the answer was counts from now on.
        let is_time = name.eq_ignore_ascii_case("age") || name.eq_ignore_ascii_case("date");
        is_time || news.iter().any(|(new, _)| new.eq_ignore_ascii_case(name))
    };
    let old = stored.headers.iter().filter(|(name, _)| !is_replaced(name));
    Some(old.chain(news.iter().copied()).cloned().collect())
}

/// An entity tag or a date as it is compared here: weakly.
fn validator(value: &str) -> &str {
    let value = value.trim();
    value.strip_prefix("W/").unwrap_or(value)
}

fn policy(request: &[(String, String)], response: &Stored) -> CachePolicy {
    let mut answer = Response::new(());
    // A status that cannot be is one that is not stored.
    *answer.status_mut() = http::StatusCode::from_u16(response.status).unwrap_or(http::StatusCode::IM_A_TEAPOT);
    for name in JUDGED {
        for value in values(&response.headers, name) {
            let value = match name {
                "cache-control" | "pragma" => value.to_ascii_lowercase(),
                "age" => value.trim().parse().map_or(MAX_AGE, |age: u64| age.min(MAX_AGE)).to_string(),
                _ => value.trim().to_owned(),
            };
            if let Ok(value) = HeaderValue::try_from(value) {
                append(answer.headers_mut(), name, value);
            }
        }
    }
    let options = CacheOptions { shared: false, ..CacheOptions::default() };
    CachePolicy::new_options(&asked(request), &answer, response.at, options)
}

/// A request with one value of each header, for they are compared by the first one. Every entry is of one address, which has
/// been compared, and of its host: both are left out here, as not every address is one for the library.
fn asked(request: &[(String, String)]) -> Request<()> {
    let mut asked = Request::new(());
    for (name, _) in request {
        let Ok(parsed) = HeaderName::try_from(name.as_str()) else { continue };
        if parsed == http::header::HOST || asked.headers().contains_key(&parsed) {
            continue;
        }
        let value = joined(request, name).unwrap_or_default();
        let value = if parsed == http::header::CACHE_CONTROL { value.to_ascii_lowercase() } else { value };
        if let Ok(value) = HeaderValue::try_from(value) {
            append(asked.headers_mut(), parsed.as_str(), value);
        }
    }
    asked
}

/// There are fewer headers than any map holds, or the rest is not looked at.
fn append(headers: &mut HeaderMap, name: &str, value: HeaderValue) {
    if let Ok(name) = HeaderName::try_from(name) {
        let _ = headers.try_append(name, value);
    }
}

fn has_lifetime(headers: &[(String, String)]) -> bool {
    let says = |value: &str| {
        let value = value.to_ascii_lowercase();
        value.contains("max-age") || value.contains("immutable")
    };
    values(headers, "expires").next().is_some() || values(headers, "cache-control").any(says)
}

/// A body that is shorter than its server said broke off on the way.
fn has_its_length(response: &Stored) -> bool {
    let is_framed_otherwise = values(&response.headers, "transfer-encoding").next().is_some();
    let is_length = |value: &str| value.trim().parse() == Ok(response.body.len());
    is_framed_otherwise || values(&response.headers, "content-length").all(is_length)
}

fn joined(headers: &[(String, String)], name: &str) -> Option<String> {
    let values: Vec<&str> = values(headers, name).map(str::trim).collect();
    if values.is_empty() { None } else { Some(values.join(", ")) }
}

fn values<'a>(headers: &'a [(String, String)], name: &str) -> impl Iterator<Item = &'a str> {
    headers.iter().filter(move |(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}
