//! What the library says, in our words.

use super::error::{FetchError, Part};
use crate::address::{ResolveError, without_credentials};
use std::io::{self, ErrorKind};
use std::time::Duration;
use ureq::{Error, Timeout};
use url::Url;

/// As many fields as the library reads.
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
        Error::LargeResponseHeader(..) => FetchError::TooLarge { url, part: Part::Head, limit: limits.max_head_bytes },
        Error::Protocol(reason) => match reason.to_string() {
            reason if reason.contains("too many headers") => {
                FetchError::TooLarge { url, part: Part::Fields, limit: MAX_FIELDS }
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
