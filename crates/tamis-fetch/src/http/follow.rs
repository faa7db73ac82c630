//! Redirects followed.

use super::cached::cached;
use super::client::Inner;
use super::credentials::carried_over;
use super::error::FetchError;
use super::fetched::Fetched;
use crate::address::without_credentials;
use std::time::Instant;
use url::Url;

/// The answer at the end of all redirects.
pub(super) fn followed(inner: &Inner, url: &Url) -> Result<Fetched, FetchError> {
    let limit = inner.options.max_redirects;
    let begun = Instant::now();
    let mut url = url.clone();
    let mut chain = vec![bare(&url)];
    let mut exchanges = Vec::new();
    loop {
        let mut fetched = cached(inner, &url)?;
        exchanges.append(&mut fetched.exchanges);
        let Some(target) = target(&url, &fetched)? else {
            return Ok(Fetched { exchanges, ..fetched });
        };
        let is_circle = chain.contains(&bare(&target));
        chain.push(bare(&target));
        if is_circle {
            return Err(FetchError::RedirectLoop { chain });
        }
        if chain.len() - 1 > limit {
            return Err(FetchError::TooManyRedirects { chain, limit });
        }
        if begun.elapsed() >= inner.options.max_time {
            let (url, limit) = (bare(&url), inner.options.max_time);
            return Err(FetchError::TimedOut { url, limit, step: "following redirects" });
        }
        url = carried_over(&url, target);
    }
}

/// An address by which it is known whether one was there before.
fn bare(url: &Url) -> Url {
    let mut url = without_credentials(url);
    url.set_fragment(None);
    url
}

/// Where an answer redirects to.
fn target(from: &Url, fetched: &Fetched) -> Result<Option<Url>, FetchError> {
    if !matches!(fetched.status, 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    // Without a target it is an answer like any other.
    let Some(location) = fetched.header("location") else { return Ok(None) };
    let bad = |what: &str| FetchError::BadRedirect {
        url: without_credentials(from),
        reason: format!("{what}: {}", printable(location)),
    };
    let mut target = from.join(location).map_err(|_| bad("its target is no address"))?;
    if !matches!(target.scheme(), "http" | "https") {
        return Err(bad("its target is neither http nor https"));
    }
    if target.fragment().is_none() {
        target.set_fragment(from.fragment());
    }
    Ok(Some(target))
}

/// The start of a target, fit for a message: what may be credentials is left out.
fn printable(location: &str) -> String {
    let without = location.rsplit('@').next().unwrap_or_default();
    without.chars().take(100).map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
