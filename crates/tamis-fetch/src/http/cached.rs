//! Answers out of the cache.

use super::cache::{Cache, Found, Stored};
use super::client::Inner;
use super::error::FetchError;
use super::exchange::{codings, request_headers};
use super::fetched::{CacheUse, Exchange, Fetched};
use super::options::Ask;
use super::retry::retried;
use crate::address::without_credentials;
use crate::message::decoded;
use std::time::SystemTime;
use url::Url;

/// The answer out of the cache, or that of the server, which is then stored.
pub(super) fn cached(inner: &Inner, url: &Url) -> Result<Fetched, FetchError> {
    inner.options.policy.check_url(url).map_err(|reason| FetchError::refused(url, reason))?;
    let ask = Ask::default();
    let Some(cache) = &inner.cache else { return retried(inner, url, &ask) };
    let request = request_headers(inner, url, &ask);
    match cache.look_up(url, &request, SystemTime::now()) {
        Found::Fresh(stored) => out_of_cache(inner, url, request, stored, CacheUse::Fresh),
        Found::Miss => {
            let fetched = retried(inner, url, &ask)?;
            store(cache, url, &request, &fetched);
            Ok(fetched)
        }
        Found::Stale { conditions, stored } => {
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
