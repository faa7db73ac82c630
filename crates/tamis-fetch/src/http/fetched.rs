//! What was fetched.

use super::date::parse_http_date;
use super::error::FetchError;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};
use tamis_page::{Body, Capture};
use url::Url;

/// No server is waited for longer, whatever it asks for.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

/// An answer, and how it was come by.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fetched {
    /// The address that answered, after all redirects, without credentials.
    pub url: Url,
    /// The redirects, and last the answer. An answer out of the cache is here as it was when it was stored.
    pub exchanges: Vec<Exchange>,
    /// Its status.
    pub status: u16,
    /// Its headers as they came.
    pub headers: Vec<(String, String)>,
    /// Its body with every coding undone.
    pub body: Body,
    /// Whether it came out of the cache.
    pub from_cache: CacheUse,
}

/// One request and what came back.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Exchange {
    /// What was asked for, without credentials.
    pub url: Url,
    /// The headers of the request, without the one that holds credentials.
    pub request: Vec<(String, String)>,
    /// The status of the answer.
    pub status: u16,
    /// Its headers as they came, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its body as it was sent: chunks put together, but still compressed.
    pub body: Body,
    /// When it was asked.
    pub at: SystemTime,
    /// Which machine answered. Not known behind a proxy and out of the cache.
    pub ip: Option<IpAddr>,
}

/// Whether an answer came out of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CacheUse {
    /// The server sent it.
    #[default]
    No,
    /// Nobody was asked.
    Fresh,
    /// The server was asked, and said that it is still the same.
    Revalidated,
}

impl Fetched {
    /// The page: its address, the headers that describe it, and its bytes.
    pub fn into_capture(self) -> Capture {
        const OF_THE_TRANSFER: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];
        let mut capture = Capture::new(self.body).with_url(self.url);
        capture.headers = self.headers;
        capture.headers.retain(|(name, _)| !OF_THE_TRANSFER.iter().any(|other| name.eq_ignore_ascii_case(other)));
        capture
    }

    /// Nothing but answers that have a page: statuses 200 to 299.
    ///
    /// # Errors
    /// The status, if it is another one.
    pub fn error_for_status(self) -> Result<Fetched, FetchError> {
        if (200..300).contains(&self.status) {
            return Ok(self);
        }
        let retry_after = self.retry_after(SystemTime::now());
        Err(FetchError::Status { url: self.url, status: self.status, retry_after })
    }

    /// Where the answer redirects to, as its server wrote it. A redirect without a target is an answer like any other.
    pub(crate) fn redirects_to(&self) -> Option<&str> {
        self.header("location").filter(|_| matches!(self.status, 301 | 302 | 303 | 307 | 308))
    }

    /// The first value of a header; names are compared without regard to case.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// How long the server wants to be left alone, by its `Retry-After`: a number of seconds or a date. At most a day.
    pub fn retry_after(&self, now: SystemTime) -> Option<Duration> {
        retry_after(&self.headers, now)
    }
}

pub(super) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    headers.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

pub(super) fn retry_after(headers: &[(String, String)], now: SystemTime) -> Option<Duration> {
    let value = header(headers, "retry-after")?.trim();
    let wait = if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that is too large for anything is more than a day.
        Duration::from_secs(value.parse().unwrap_or(u64::MAX))
    } else {
        parse_http_date(value)?.duration_since(now).unwrap_or_default()
    };
    Some(wait.min(MAX_RETRY_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::UNIX_EPOCH;

    #[track_caller]
    fn check(value: &str, expect: Option<u64>) {
        let headers = [("Retry-After".to_owned(), value.to_owned())];
        // Sun, 06 Nov 1994 08:49:37 GMT
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777);
        assert_eq!(retry_after(&headers, now), expect.map(Duration::from_secs), "{value:?}");
    }

    #[test]
    fn retry_after_is_a_number_or_a_date() {
        check("0", Some(0));
        check(" 120 ", Some(120));
        check("Sun, 06 Nov 1994 08:50:00 GMT", Some(23));
        check("Sunday, 06-Nov-94 08:50:00 GMT", Some(23));
        check("Sun, 06 Nov 1994 08:00:00 GMT", Some(0));
        for nothing in ["", "-1", "1.5", "soon", "Sun, 06 Nov"] {
            check(nothing, None);
        }
    }

    #[test]
    fn nobody_is_waited_for_longer_than_a_day() {
        check("99999999999999999999999999", Some(86_400));
        check("18446744073709551615", Some(86_400));
        check("Fri, 31 Dec 9999 23:59:59 GMT", Some(86_400));
    }
}
