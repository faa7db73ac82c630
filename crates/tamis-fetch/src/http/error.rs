//! What can go wrong between an address and its body, and what the errors of the HTTP library mean.

use crate::address::{Refused, ResolveError, without_credentials};
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;
use ureq::{Error, Timeout};
use url::Url;

/// Why there is no answer. Addresses in it have no credentials.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The address, or one that it led to, may not be asked.
    #[error("{url} is refused: {reason}")]
    Refused {
        /// What was asked for.
        url: Url,
        /// Why not.
        reason: Box<Refused>,
    },
    /// The host has no address.
    #[error("{url}: the host is not found: {source}")]
    Resolve {
        /// What was asked for.
        url: Url,
        /// What the resolver said.
        source: io::Error,
    },
    /// There is no way to the server, or to the proxy.
    #[error("{url}: cannot connect: {reason}")]
    Connect {
        /// What was asked for.
        url: Url,
        /// What was tried.
        reason: String,
    },
    /// The connection is not safe: a certificate that is not trusted, or no common protocol.
    #[error("{url}: the connection is not safe: {reason}")]
    Tls {
        /// What was asked for.
        url: Url,
        /// What is wrong with it.
        reason: String,
    },
    /// The server took too long.
    #[error("{url}: no answer within {} s, while {step}", limit.as_secs_f64())]
    TimedOut {
        /// What was asked for.
        url: Url,
        /// The limit.
        limit: Duration,
        /// What was being waited for.
        step: &'static str,
    },
    /// The connection ended before the answer did.
    #[error("{url}: the server ended the connection: {reason}")]
    Disconnected {
        /// What was asked for.
        url: Url,
        /// How it ended.
        reason: String,
    },
    /// The answer is larger than the limit.
    #[error("{url}: {part} {limit} {}", part.unit())]
    TooLarge {
        /// What was asked for.
        url: Url,
        /// What of it is too large.
        part: AnswerPart,
        /// The limit: bytes, or fields.
        limit: usize,
    },
    /// It is redirected more often than the limit.
    #[error("{}: more than {limit} redirects: {}", .chain[0], named(.chain))]
    TooManyRedirects {
        /// The addresses, the first one first.
        chain: Vec<Url>,
        /// The limit.
        limit: usize,
    },
    /// It is redirected to an address that it came from.
    #[error("{}: the redirects go in a circle: {}", .chain[0], named(.chain))]
    RedirectLoop {
        /// The addresses, the first one first; the last one was there before.
        chain: Vec<Url>,
    },
    /// It is redirected to something that is no address.
    #[error("{url} redirects to nowhere: {reason}")]
    BadRedirect {
        /// What redirects.
        url: Url,
        /// What is wrong with its target.
        reason: String,
    },
    /// The server answered that it has no page.
    #[error("{url}: the server answered {status}")]
    Status {
        /// What was asked for.
        url: Url,
        /// What the server answered.
        status: u16,
        /// When to ask again, if the server says so.
        retry_after: Option<Duration>,
    },
    /// What came is not HTTP.
    #[error("{url}: the answer is broken: {reason}")]
    Protocol {
        /// What was asked for.
        url: Url,
        /// Where it is broken.
        reason: String,
    },
    /// The request cannot be made: the address or a header cannot be written in one.
    #[error("{url}: the request cannot be made: {reason}")]
    BadRequest {
        /// What was asked for.
        url: Url,
        /// What cannot be written.
        reason: String,
    },
    /// The cache cannot be opened.
    #[error("cannot open the cache {}: {source}", path.display())]
    Cache {
        /// Its folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The options of a client are wrong: a proxy, a certificate, a user agent.
    #[error("{what}: {reason}")]
    Options {
        /// What is wrong.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// What of an answer has a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnswerPart {
    /// The body, as it was sent or with its codings undone.
    Body,
    /// The head.
    Head,
    /// The number of fields in the head.
    Fields,
}

impl AnswerPart {
    fn unit(self) -> &'static str {
        if self == AnswerPart::Fields { "fields" } else { "bytes" }
    }
}

impl fmt::Display for AnswerPart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            AnswerPart::Body => "the body is larger than",
            AnswerPart::Head => "the head is larger than",
            AnswerPart::Fields => "the head has more than",
        })
    }
}

impl FetchError {
    /// Whether the same request may succeed later.
    pub fn is_transient(&self) -> bool {
        match self {
            FetchError::TimedOut { .. } | FetchError::Disconnected { .. } | FetchError::Connect { .. } => true,
            // The library has no other word for a name server that does not answer just now.
            FetchError::Resolve { source, .. } => {
                let said = source.to_string();
                said.contains("emporary failure") || said.contains("Try again")
            }
            FetchError::Status { status, .. } => is_transient_status(*status),
            _ => false,
        }
    }

    /// The address that failed; none if it was not about one.
    pub fn url(&self) -> Option<&Url> {
        match self {
            FetchError::Refused { url, .. }
            | FetchError::Resolve { url, .. }
            | FetchError::Connect { url, .. }
            | FetchError::Tls { url, .. }
            | FetchError::TimedOut { url, .. }
            | FetchError::Disconnected { url, .. }
            | FetchError::TooLarge { url, .. }
            | FetchError::BadRedirect { url, .. }
            | FetchError::Status { url, .. }
            | FetchError::Protocol { url, .. }
            | FetchError::BadRequest { url, .. } => Some(url),
            FetchError::TooManyRedirects { chain, .. } | FetchError::RedirectLoop { chain } => chain.first(),
            FetchError::Cache { .. } | FetchError::Options { .. } => None,
        }
    }

    pub(super) fn refused(url: &Url, reason: Refused) -> FetchError {
        FetchError::Refused { url: without_credentials(url), reason: Box::new(reason) }
    }

    pub(super) fn body_too_large(url: &Url, limit: usize) -> FetchError {
        FetchError::TooLarge { url: without_credentials(url), part: AnswerPart::Body, limit }
    }

    pub(super) fn bad_request(url: &Url, reason: impl Into<String>) -> FetchError {
        FetchError::BadRequest { url: without_credentials(url), reason: reason.into() }
    }
}

/// Whether a server that answers this may answer otherwise soon.
pub(super) fn is_transient_status(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

fn named(chain: &[Url]) -> String {
    chain.iter().map(Url::as_str).collect::<Vec<_>>().join(" → ")
}

/// The most fields that the library reads.
const MAX_FIELDS: usize = 128;

/// What an exchange was limited by, for the message.
pub(super) struct Limits {
    pub(super) timeout: Duration,
    pub(super) connect_timeout: Duration,
    pub(super) max_head_bytes: usize,
}

/// What the failure of an exchange means. `step` is what was being done.
pub(super) fn meaning(error: Error, url: &Url, limits: &Limits, step: &'static str) -> FetchError {
    let url = without_credentials(url);
    match error {
        Error::Other(other) => match other.downcast::<ResolveError>().map(|error| *error) {
            Ok(ResolveError::Refused(reason)) => FetchError::Refused { url, reason: Box::new(reason) },
            Ok(ResolveError::TimedOut { .. }) => {
                let limit = limits.connect_timeout.min(limits.timeout);
                FetchError::TimedOut { url, limit, step: "looking up the host" }
            }
            Ok(ResolveError::NotFound { source, .. }) => FetchError::Resolve { url, source },
            Ok(error) => FetchError::Resolve { url, source: io::Error::other(error.to_string()) },
            Err(other) => FetchError::Connect { url, reason: other.to_string() },
        },
        Error::HostNotFound => FetchError::Resolve { url, source: ErrorKind::NotFound.into() },
        Error::Timeout(Timeout::Connect) => {
            FetchError::TimedOut { url, limit: limits.connect_timeout, step: "connecting" }
        }
        Error::Timeout(Timeout::Resolve) => {
            FetchError::TimedOut { url, limit: limits.timeout, step: "looking up the host" }
        }
        Error::Timeout(_) => FetchError::TimedOut { url, limit: limits.timeout, step },
        Error::LargeResponseHeader(..) => {
            FetchError::TooLarge { url, part: AnswerPart::Head, limit: limits.max_head_bytes }
        }
        Error::Protocol(reason) => match reason.to_string() {
            reason if reason.contains("too many headers") => {
                FetchError::TooLarge { url, part: AnswerPart::Fields, limit: MAX_FIELDS }
            }
            reason => FetchError::Protocol { url, reason },
        },
        Error::Io(error) => io_meaning(&error, url, limits, step),
        Error::Tls(reason) => FetchError::Tls { url, reason: reason.to_owned() },
        Error::TlsRequired | Error::Rustls(_) | Error::Pem(_) => FetchError::Tls { url, reason: error.to_string() },
        Error::ConnectionFailed | Error::ConnectProxyFailed(_) => {
            FetchError::Connect { url, reason: error.to_string() }
        }
        Error::Http(_) | Error::BadUri(_) => FetchError::BadRequest { url, reason: error.to_string() },
        other => FetchError::Protocol { url, reason: other.to_string() },
    }
}

fn io_meaning(error: &io::Error, url: Url, limits: &Limits, step: &'static str) -> FetchError {
    let reason = error.to_string();
    match error.kind() {
        ErrorKind::TimedOut | ErrorKind::WouldBlock => FetchError::TimedOut { url, limit: limits.timeout, step },
        kind if is_end(kind) => FetchError::Disconnected { url, reason },
        // How rustls hands on what it does not like.
        ErrorKind::InvalidData if url.scheme() == "https" => FetchError::Tls { url, reason },
        _ => FetchError::Connect { url, reason },
    }
}

/// Whether it is the end of a connection.
pub(super) fn is_end(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected
    )
}
