//! What a crawl hands out.

use super::frontier::{Address, StoredAnswer};
use crate::http::{CacheUse, Exchange, Fetched, timestamp};
use serde_json::{Value, json};
use sha1::{Digest as _, Sha1};
use std::net::IpAddr;
use std::time::{Duration, UNIX_EPOCH};
use tamis_page::{Body, Capture, ParsedPage};
use url::Url;

/// The number of a page in its frontier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PageId(pub(super) i64);

/// A page of a crawl. It is handed out once, unless the crawl ends before it is [done](super::CrawlHandle::done).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawledPage {
    /// Its number, for [`CrawlHandle::done`](super::CrawlHandle::done).
    pub id: PageId,
    /// The site that it is part of.
    pub site: String,
    /// How many links it is away from a start address.
    pub depth: u32,
    /// The page: its address, the headers that describe its body, and the body with every coding undone.
    pub capture: Capture,
    /// The document in which the crawl found the links of the page, for readers who would parse it with the same
    /// [options](super::CrawlOptions::parse); `None` if it is not in memory any more.
    pub parsed: Option<Box<ParsedPage>>,
    /// The exchange: what was asked and what came, for an archive.
    pub fetched: Fetched,
    /// When it was asked for: `2026-03-01T12:00:00Z`.
    pub date: String,
    /// The status of the answer.
    pub status: u16,
    /// The address that the page itself names as its own (`rel=canonical`), if that is another one of the same site. The
    /// page it names is crawled like any that is linked to, and this one is handed out nevertheless: sites often
    /// name a wrong one.
    pub canonical: Option<Url>,
    /// Whether the page asks not to be shown by search engines (`noindex`).
    pub is_noindex: bool,
}

/// What a page says of itself, besides its links.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct PageNotes {
    pub(super) canonical: Option<Url>,
    pub(super) is_noindex: bool,
}

impl CrawledPage {
    pub(super) fn read(address: &Address, site: String, answer: StoredAnswer) -> Option<CrawledPage> {
        let head: Value = serde_json::from_str(answer.head.as_deref()?).ok()?;
        let is_other = answer.sent.is_some();
        let mut exchange = exchange_of(&head, answer.sent)?;
        let canonical = head["canonical"].as_str().and_then(|url| Url::parse(url).ok());
        let is_noindex = head["noindex"].as_bool()?;
        let body = answer.body?;
        if !is_other {
            exchange.body = body.clone();
        }
        let at = exchange.at;
        let fetched = Fetched {
            url: exchange.url.clone(),
            status: exchange.status,
            headers: exchange.headers.clone(),
            body,
            from_cache: CacheUse::No,
            exchanges: vec![exchange],
        };
        Some(CrawledPage {
            id: PageId(address.id),
            site,
            depth: address.depth,
            capture: capture_of(&fetched),
            parsed: None,
            date: timestamp(at),
            status: fetched.status,
            fetched,
            canonical,
            is_noindex,
        })
    }
}

/// The page in an answer.
pub(super) fn capture_of(fetched: &Fetched) -> Capture {
    Fetched { exchanges: Vec::new(), ..fetched.clone() }.into_capture()
}

/// An answer as it is stored: the body once, and as it was sent only if that is something else.
pub(super) fn stored(mut fetched: Fetched, notes: &PageNotes) -> StoredAnswer {
    let mut answer = StoredAnswer { outcome: "page".to_owned(), ..StoredAnswer::default() };
    if let Some(mut exchange) = fetched.exchanges.pop() {
        let at = exchange.at.duration_since(UNIX_EPOCH).unwrap_or_default();
        let head = json!({
            "url": exchange.url.as_str(),
            "status": exchange.status,
            "headers": exchange.headers,
            "request": exchange.request,
            "at": [at.as_secs(), at.subsec_nanos()],
            "ip": exchange.ip.map(|ip| ip.to_string()),
            "canonical": notes.canonical.as_ref().map(Url::as_str),
            "noindex": notes.is_noindex,
        });
        answer.head = Some(head.to_string());
        let sent = std::mem::take(&mut exchange.body);
        answer.sent = (sent != fetched.body).then_some(sent);
    }
    answer.digest = digest(&fetched.body);
    answer.body = Some(fetched.body);
    answer
}

fn exchange_of(head: &Value, sent: Option<Body>) -> Option<Exchange> {
    let pairs = |name: &str| -> Option<Vec<(String, String)>> {
        let pairs = head[name].as_array()?.iter();
        pairs.map(|pair| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()))).collect()
    };
    let nanoseconds = Duration::from_nanos(head["at"][1].as_u64()?);
    let at = Duration::from_secs(head["at"][0].as_u64()?).checked_add(nanoseconds)?;
    Some(Exchange {
        url: Url::parse(head["url"].as_str()?).ok()?,
        request: pairs("request")?,
        status: u16::try_from(head["status"].as_u64()?).ok()?,
        headers: pairs("headers")?,
        body: sent.unwrap_or_default(),
        at: UNIX_EPOCH.checked_add(at)?,
        ip: head["ip"].as_str().and_then(|ip| ip.parse::<IpAddr>().ok()),
    })
}

/// Stands for the content of a page.
fn digest(body: &[u8]) -> u64 {
    let digest = Sha1::digest(body);
    u64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_never_was_is_damage() {
        let exchange = |at: [u64; 2]| {
            let head = json!({ "url": "http://a.example/", "status": 200, "headers": [], "request": [], "at": at });
            exchange_of(&head, None).map(|exchange| exchange.at)
        };
        assert_eq!(exchange([5, 6]), Some(UNIX_EPOCH + Duration::new(5, 6)));
        for at in [[u64::MAX, 0], [u64::MAX, 4_000_000_000], [i64::MAX as u64, 1_000_000_000]] {
            assert_eq!(exchange(at), None, "{at:?}");
        }
    }
}
