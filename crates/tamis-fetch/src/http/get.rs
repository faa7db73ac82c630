//! One address fetched: redirects are followed, the cache is asked, and what fails in a way that may pass is tried again.

use super::cache::{Cache, CacheLookup, Stored};
use super::client::Inner;
use super::credentials::carried_over;
use super::error::{FetchError, is_transient_status};
use super::exchange::{codings, exchange, request_headers};
use super::fetched::{CacheUse, Exchange, Fetched};
use super::options::{Ask, ClientOptions};
use super::pace::{back_off, host_and_port};
use crate::address::without_credentials;
use crate::message::decoded;
use std::thread;
use std::time::{Duration, Instant, SystemTime};
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
    let Some(location) = fetched.redirects_to() else { return Ok(None) };
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

/// The answer out of the cache, or that of the server, which is then stored.
pub(super) fn cached(inner: &Inner, url: &Url) -> Result<Fetched, FetchError> {
    inner.options.policy.check_url(url).map_err(|reason| FetchError::refused(url, reason))?;
    let ask = Ask::default();
    let Some(cache) = &inner.cache else { return retried(inner, url, &ask) };
    let request = request_headers(inner, url, &ask);
    match cache.look_up(url, &request, SystemTime::now()) {
        CacheLookup::Fresh(stored) => out_of_cache(inner, url, request, stored, CacheUse::Fresh),
        CacheLookup::Miss => {
            let fetched = retried(inner, url, &ask)?;
            store(cache, url, &request, &fetched);
            Ok(fetched)
        }
        CacheLookup::Stale { conditions, stored } => {
            let fetched = retried(inner, url, &Ask { conditions, ..ask })?;
            if fetched.status != 304 {
                store(cache, url, &request, &fetched);
                return Ok(fetched);
            }
            let stored = cache.revalidated(url, &request, stored, &fetched.headers, SystemTime::now());
            let mut whole = out_of_cache(inner, url, request, stored, CacheUse::Revalidated)?;
            whole.exchanges.splice(0..0, fetched.exchanges);
            Ok(whole)
        }
    }
}

fn store(cache: &Cache, url: &Url, request: &[(String, String)], fetched: &Fetched) {
    let Some(exchange) = fetched.exchanges.last() else { return };
    let stored = Stored {
        status: exchange.status,
        headers: exchange.headers.clone(),
        body: exchange.body.clone(),
        at: exchange.at,
    };
    cache.store(url, request, &stored, SystemTime::now());
}

/// What was stored, as if it had come now. The limits of today hold for it too.
fn out_of_cache(
    inner: &Inner,
    url: &Url,
    request: Vec<(String, String)>,
    stored: Stored,
    from_cache: CacheUse,
) -> Result<Fetched, FetchError> {
    let Stored { status, headers, body: sent, at } = stored;
    let max_bytes = inner.options.max_bytes;
    let body = decoded(&codings(&headers, "content-encoding"), &sent, max_bytes)
        .map_err(|_| FetchError::body_too_large(url, max_bytes))?;
    let url = without_credentials(url);
    let exchange = Exchange { url: url.clone(), request, status, headers: headers.clone(), body: sent, at, ip: None };
    Ok(Fetched { url, exchanges: vec![exchange], status, headers, body, from_cache })
}

/// Asks at the host's pace, and again if that fails in a way that may pass.
pub(super) fn retried(inner: &Inner, url: &Url, ask: &Ask) -> Result<Fetched, FetchError> {
    let options = &inner.options;
    let host = host_and_port(url);
    let mut n_retries = 0;
    loop {
        inner.pace.wait(&host, Duration::ZERO);
        let result = exchange(inner, url, ask);
        let asked_for = match &result {
            Ok(fetched) if is_transient_status(fetched.status) => fetched.retry_after(SystemTime::now()),
            Err(error) if error.is_transient() => None,
            _ => return result,
        };
        // Whoever asks for more time than there is gets it: they are not asked again.
        if n_retries >= options.retries || asked_for.is_some_and(|asked_for| asked_for > options.max_retry_wait) {
            return result;
        }
        let wait = staggered_back_off(options, &host, n_retries);
        match asked_for {
            // It is the host that wants to be left alone, by all.
            Some(asked_for) => inner.pace.pause(&host, wait.max(asked_for)),
            None => thread::sleep(wait),
        }
        n_retries += 1;
    }
}

/// Twice as long each time, and up to a quarter more, so that those who failed together do not come back together. By how
/// much is made out of the host and not by chance.
fn staggered_back_off(options: &ClientOptions, host: &str, n_retries: u32) -> Duration {
    let doubled = back_off(options.retry_wait, n_retries.saturating_add(1), options.max_retry_wait);
    let hash = host
        .bytes()
        .chain(n_retries.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let more = (doubled / 1024).saturating_mul((hash >> 32 & 0xff) as u32);
    doubled.saturating_add(more).min(options.max_retry_wait)
}

#[cfg(test)]
mod retry_tests {
    use super::*;

    #[test]
    fn waiting_doubles_up_to_the_limit() {
        let options = ClientOptions::default();
        let waits: Vec<f64> = (0..4)
            .map(|n_retries| staggered_back_off(&options, "lamps.example:443", n_retries).as_secs_f64())
            .collect();
        for (wait, expect) in waits.iter().zip([0.5, 1.0, 2.0, 4.0]) {
            assert!((expect..=expect * 1.25).contains(wait), "{waits:?}");
        }
        for n_retries in [7, 31, 32, u32::MAX] {
            assert_eq!(staggered_back_off(&options, "lamps.example:443", n_retries), options.max_retry_wait);
        }
        assert_eq!(staggered_back_off(&options, "a:80", 1), staggered_back_off(&options, "a:80", 1));
        assert_ne!(staggered_back_off(&options, "a:80", 1), staggered_back_off(&options, "b:80", 1));
    }
}
