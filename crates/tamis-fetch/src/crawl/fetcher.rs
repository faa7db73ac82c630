//! One address asked, and what came of it.

use super::frontier::{Address, AddressKind, StoredAnswer, StoredRobots};
use super::options::CrawlOptions;
use super::page::{PageNotes, capture_of, stored};
use super::{Links, canonical, links, site_of};
use crate::discover::{ListingLimits, listing};
use crate::http::{Ask, Client, FetchError, Fetched, carried_over};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tamis_page::{Body, Capture, ParsedPage};
use url::Url;

/// How many redirects of a robots.txt are followed, as RFC 9309 asks for.
const MAX_ROBOTS_REDIRECTS: usize = 5;
/// The largest robots.txt that is asked for. Of what is larger than half a megabyte the beginning counts.
const MAX_ROBOTS_BYTES: usize = 8 << 20;
/// How many redirects may lead from an address to a page.
pub(super) const MAX_HOPS: u32 = 10;
/// The largest sitemap, by its protocol.
const MAX_SITEMAP_BYTES: usize = 64 << 20;

/// What came of asking an address.
pub(super) enum Outcome {
    /// An answer to be kept.
    Answered(Box<Answered>),
    /// The URL is to be asked for in another spelling.
    Elsewhere(Url),
    /// It may be there later.
    Failed(Failure),
}

/// An answer to be kept.
pub(super) struct Answered {
    pub(super) answer: StoredAnswer,
    /// What was seen in it, if it is a page.
    pub(super) content: Option<PageContent>,
    /// Of the body, as it was sent.
    pub(super) n_bytes: u64,
}

impl Answered {
    fn outcome(answer: StoredAnswer, content: Option<PageContent>, n_bytes: u64) -> Outcome {
        Outcome::Answered(Box::new(Answered { answer, content, n_bytes }))
    }
}

/// Something that may pass.
pub(super) struct Failure {
    /// What it is counted as if it does not pass: `status` or `error`.
    pub(super) outcome: &'static str,
    pub(super) detail: String,
    /// What is to be left alone, besides the page.
    pub(super) trouble: Trouble,
}

/// What a failure says about the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// Nothing: others of its pages may be fine.
    None,
    /// It is busy, and may say for how long.
    Busy(Option<Duration>),
    /// It is not there.
    Gone,
}

/// Asks for a page.
pub(super) fn fetch(client: &Client, options: &CrawlOptions, address: &Address) -> Outcome {
    let mut ask = Ask { max_bytes: options.max_bytes, ..Ask::default() };
    match address.kind {
        AddressKind::Page => ask.media_types = Some(options.media_types.clone()),
        // It may be a sitemap.
        AddressKind::Start => {}
        AddressKind::Sitemap => {
            ask = ask.with_accept("application/xml,text/xml;q=0.9,*/*;q=0.8").with_max_bytes(MAX_SITEMAP_BYTES);
        }
    }
    match client.get_once(address.asked(), &ask) {
        Ok(fetched) => outcome_of(fetched, options, address, &client.options().user_agent()),
        Err(error) => outcome_of_error(&error),
    }
}

fn outcome_of(fetched: Fetched, options: &CrawlOptions, address: &Address, agent: &str) -> Outcome {
    let n_bytes = fetched.exchanges.last().map_or(0, |exchange| exchange.body.len() as u64);
    let closed = |outcome: &str, detail: String| {
        Answered::outcome(
            StoredAnswer { outcome: outcome.to_owned(), detail, ..StoredAnswer::default() },
            None,
            n_bytes,
        )
    };
    if let Some(location) = fetched.redirects_to() {
        let target = fetched.url.join(location.trim()).ok();
        return match target.map(|target| carried_over(address.asked(), target)) {
            // A server that insists on a session id sends everyone on to an address with one.
            Some(mut target) if canonical(&target) == address.url && address.n_hops < MAX_HOPS => {
                target.set_fragment(None);
                if target == *address.asked() {
                    closed("error", "redirect loop".to_owned())
                } else {
                    Outcome::Elsewhere(target)
                }
            }
            Some(target) => closed("redirect", target.into()),
            None => closed("error", "redirect to nowhere".to_owned()),
        };
    }
    match fetched.status {
        status @ (408 | 425 | 429 | 500..) => {
            let retry_after = fetched.retry_after(SystemTime::now());
            // One page may be broken; these say that there is too much to do.
            let is_busy = matches!(status, 429 | 502..=504) || retry_after.is_some();
            let trouble = if is_busy { Trouble::Busy(retry_after) } else { Trouble::None };
            Outcome::Failed(Failure { outcome: "status", detail: status.to_string(), trouble })
        }
        200..=299 if fetched.status != 204 && fetched.status != 205 => {
            if address.kind == AddressKind::Sitemap {
                let answer = StoredAnswer { outcome: "sitemap".to_owned(), ..stored(fetched, &PageNotes::default()) };
                return Answered::outcome(answer, None, n_bytes);
            }
            let media_type = fetched.header("content-type");
            if !options.media_types.accepts(media_type, &fetched.body) {
                if address.kind == AddressKind::Start && lists_pages(&fetched) {
                    let answer =
                        StoredAnswer { outcome: "sitemap".to_owned(), ..stored(fetched, &PageNotes::default()) };
                    return Answered::outcome(answer, None, n_bytes);
                }
                let media_type = media_type.map(|given| given.split(';').next().unwrap_or_default().trim());
                return closed("type", media_type.unwrap_or("unknown").to_ascii_lowercase());
            }
            let (content, notes) = look_into(&capture_of(&fetched), options, agent);
            Answered::outcome(stored(fetched, &notes), Some(content), n_bytes)
        }
        status => closed("status", status.to_string()),
    }
}

/// Whether a start address is a sitemap or a feed.
fn lists_pages(fetched: &Fetched) -> bool {
    listing(&fetched.body, &fetched.url, fetched.header("content-type"), &listing_limits()).is_some()
}

/// What is read of a sitemap: as many pages as its protocol allows.
pub(super) fn listing_limits() -> ListingLimits {
    ListingLimits::default().with_max_bytes(MAX_SITEMAP_BYTES).with_max_entries(50_000)
}

/// What is seen in a page.
#[derive(Default)]
pub(super) struct PageContent {
    pub(super) links: Links,
    pub(super) parsed: Option<Box<ParsedPage>>,
}

/// Parses a page: its links, and what else it says.
pub(super) fn look_into(capture: &Capture, options: &CrawlOptions, agent: &str) -> (PageContent, PageNotes) {
    let look = || {
        let parsed = ParsedPage::of(capture.clone(), &options.parse);
        PageContent { links: links(capture, &parsed.document, agent), parsed: Some(Box::new(parsed)) }
    };
    // A page that breaks its reader costs its links, and not the crawl each time that it goes on.
    let content = catch_unwind(AssertUnwindSafe(look)).unwrap_or_default();
    let links = &content.links;
    let own = capture.url.as_ref().map(canonical);
    let site = own.as_ref().map(site_of);
    let is_other = |named: &Url| Some(named) != own.as_ref() && Some(site_of(named)) == site;
    let named = links.canonical.as_ref().map(canonical).filter(is_other);
    let notes = PageNotes { canonical: named, is_noindex: links.is_noindex };
    (content, notes)
}

fn outcome_of_error(error: &FetchError) -> Outcome {
    let detail = name_of(error).to_owned();
    if error.is_transient() {
        let trouble = match error {
            FetchError::Connect { .. } | FetchError::Resolve { .. } => Trouble::Gone,
            FetchError::TimedOut { .. } => Trouble::Busy(None),
            _ => Trouble::None,
        };
        return Outcome::Failed(Failure { outcome: "error", detail, trouble });
    }
    let outcome = if matches!(error, FetchError::TooLarge { .. }) { "too large" } else { "error" };
    Answered::outcome(StoredAnswer { outcome: outcome.to_owned(), detail, ..StoredAnswer::default() }, None, 0)
}

/// What went wrong, in a word or two under which failures are counted together.
fn name_of(error: &FetchError) -> &'static str {
    match error {
        FetchError::Refused { .. } => "refused address",
        FetchError::Resolve { .. } => "host not found",
        FetchError::Connect { .. } => "no connection",
        FetchError::Tls { .. } => "connection not safe",
        FetchError::TimedOut { .. } => "timed out",
        FetchError::Disconnected { .. } => "disconnected",
        FetchError::TooLarge { .. } => "",
        FetchError::Protocol { .. } => "broken answer",
        FetchError::BadRequest { .. } => "bad request",
        _ => "failed",
    }
}

/// A robots.txt, or why it cannot be had.
pub(super) enum RobotsOutcome {
    Answered {
        stored: StoredRobots,
        retry_after: Option<Duration>,
    },
    /// Later, perhaps.
    Failed {
        detail: String,
        trouble: Trouble,
    },
    /// The host may not be asked at all.
    Refused,
}

/// Asks a host for its robots.txt.
pub(super) fn fetch_robots(client: &Client, host: &str) -> RobotsOutcome {
    let Ok(mut url) = Url::parse(&format!("{host}/robots.txt")) else { return RobotsOutcome::Refused };
    let ask = Ask::default().with_accept("text/plain,*/*;q=0.8").with_max_bytes(MAX_ROBOTS_BYTES);
    for n_redirects in 0..=MAX_ROBOTS_REDIRECTS {
        let fetched = match client.get_once(&url, &ask) {
            Ok(fetched) => fetched,
            // Where a redirect leads says nothing about the host itself, whose rules are not known then.
            Err(FetchError::Refused { .. }) if n_redirects == 0 => return RobotsOutcome::Refused,
            Err(error) => {
                let trouble = match outcome_of_error(&error) {
                    Outcome::Failed(failure) => failure.trouble,
                    Outcome::Answered(_) | Outcome::Elsewhere(_) => Trouble::None,
                };
                return RobotsOutcome::Failed { detail: format!("robots.txt: {}", name_of(&error)), trouble };
            }
        };
        let target = fetched.header("location").and_then(|target| fetched.url.join(target.trim()).ok());
        match (fetched.status, target) {
            (300..=399, Some(target)) => url = target,
            (status, _) => {
                let retry_after = fetched.retry_after(SystemTime::now());
                let stored = StoredRobots { status, body: fetched.body, at: now_in_ms() };
                return RobotsOutcome::Answered { stored, retry_after };
            }
        }
    }
    // Redirects that do not end are as good as no file.
    let stored = StoredRobots { status: 404, body: Body::default(), at: now_in_ms() };
    RobotsOutcome::Answered { stored, retry_after: None }
}

/// Milliseconds since 1970.
pub(super) fn now_in_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}
