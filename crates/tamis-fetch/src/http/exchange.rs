//! One request and its answer.

use super::client::Inner;
use super::credentials::authorization;
use super::error::FetchError;
use super::error::{Limits, is_end, meaning};
use super::fetched::{CacheUse, Exchange, Fetched, header};
use super::options::Ask;
use super::transport::Trace;
use crate::address::without_credentials;
use crate::message::MediaTypes;
use crate::message::{decoded, text_of};
use std::io::Read;
use std::time::{Duration, Instant, SystemTime};
use tamis_page::Body;
use ureq::Body as AnswerBody;
use ureq::http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use ureq::http::{HeaderMap, Request, Response, Uri};
use url::Url;

/// The largest head of an answer. Those of servers that set many cookies have 20 KiB.
pub(super) const MAX_HEAD_BYTES: usize = 64 << 10;
/// What pages are asked for with.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const ACCEPT_ENCODING: &str = "gzip, deflate, br, zstd";
/// These say how the message is sent or to whom, which is not for the caller to say.
const OWN_FIELDS: [&str; 6] =
    ["host", "content-length", "transfer-encoding", "connection", "proxy-authorization", "accept-encoding"];

/// What is sent and not written down.
const SECRETS: [&str; 2] = ["authorization", "cookie"];

/// The headers of a request, without credentials: what is stored, and what the cache compares.
pub(super) fn request_headers(inner: &Inner, url: &Url, ask: &Ask) -> Vec<(String, String)> {
    let mut host = url.host_str().unwrap_or_default().to_owned();
    if let Some(port) = url.port() {
        host.push_str(&format!(":{port}"));
    }
    let mut headers = vec![
        ("host".to_owned(), host),
        ("user-agent".to_owned(), inner.user_agent.clone()),
        ("accept".to_owned(), ask.accept.clone().unwrap_or_else(|| ACCEPT.to_owned())),
        ("accept-encoding".to_owned(), ACCEPT_ENCODING.to_owned()),
    ];
    // What the caller says of these takes the place of what is said otherwise.
    headers.retain(|(own, _)| !ask.conditions.iter().any(|(name, _)| name.eq_ignore_ascii_case(own)));
    headers.extend(ask.conditions.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.clone())));
    headers
}

/// Asks once.
pub(super) fn exchange(inner: &Inner, url: &Url, ask: &Ask) -> Result<Fetched, FetchError> {
    inner.options.policy.check_url(url).map_err(|reason| FetchError::refused(url, reason))?;
    if let Some((name, _)) =
        ask.conditions.iter().find(|(name, _)| OWN_FIELDS.iter().any(|own| name.eq_ignore_ascii_case(own)))
    {
        return Err(FetchError::bad_request(url, format!("the header {name} is not for a caller to set")));
    }
    let timeout = ask.timeout.unwrap_or(inner.options.timeout);
    let limits = Limits { timeout, connect_timeout: inner.options.connect_timeout, max_head_bytes: MAX_HEAD_BYTES };
    let mut request_headers = request_headers(inner, url, ask);
    let request = request(url, &request_headers)?;
    request_headers.retain(|(name, _)| !SECRETS.contains(&name.as_str()));
    let is_proxied = inner.proxies.of(request.uri()).is_some();

    let at = SystemTime::now();
    let answer = asked(inner, &request, timeout)
        .map_err(|error| meaning(error, url, &limits, "waiting for the head of the answer"))?;
    let ip = Trace::so_far().ip().filter(|_| !is_proxied);
    let status = answer.status().as_u16();
    let headers = headers_of(answer.headers());
    let max_bytes = ask.max_bytes.unwrap_or(inner.options.max_bytes);
    let sent = if is_unwanted(ask, status, &headers) {
        // The connection ends with the answer: nobody knows how long the rest of it is.
        Body::default()
    } else {
        read_body(answer, &headers, url, max_bytes, &limits)?
    };

    let too_large = |_| FetchError::body_too_large(url, max_bytes);
    // Other codings of the transfer than chunks are not asked for; some servers send gzip all the same.
    let mut of_the_transfer = codings(&headers, "transfer-encoding");
    of_the_transfer.retain(|coding| coding != "chunked");
    let sent = decoded(&of_the_transfer, &sent, max_bytes).map_err(too_large)?;
    let body = decoded(&codings(&headers, "content-encoding"), &sent, max_bytes).map_err(too_large)?;
    let exchange = Exchange {
        url: without_credentials(url),
        request: request_headers,
        status,
        headers: headers.clone(),
        body: sent,
        at,
        ip,
    };
    let url = exchange.url.clone();
    Ok(Fetched { url, exchanges: vec![exchange], status, headers, body, from_cache: CacheUse::No })
}

/// Whether the head says that the page is of a type that is not asked for.
fn is_unwanted(ask: &Ask, status: u16, headers: &[(String, String)]) -> bool {
    let content_type = header(headers, "content-type");
    let is_page = (200..300).contains(&status) && MediaTypes::decides_by(content_type);
    is_page && ask.media_types.as_ref().is_some_and(|wanted| !wanted.accepts(content_type, b""))
}

/// The answer, up to its body.
///
/// A server may end a connection that was kept open just when it is used again. That says nothing about the request, so
/// it is made again, once and over a new one (RFC 9112, 9.3.1).
fn asked(inner: &Inner, request: &Request<()>, timeout: Duration) -> Result<Response<AnswerBody>, ureq::Error> {
    let begin = Instant::now();
    Trace::begin();
    let configured = inner.agent.configure_request(request.clone()).timeout_global(Some(timeout)).build();
    match inner.agent.run(configured) {
        Err(ureq::Error::Io(error)) if is_end(error.kind()) && !Trace::so_far().has_connected => {
            Trace::begin();
            let left = timeout.saturating_sub(begin.elapsed());
            let configured = inner.agent.configure_request(request.clone());
            // The others that were kept open are too old by this, whatever their age.
            inner.agent.run(configured.timeout_global(Some(left)).max_idle_age(Duration::ZERO).build())
        }
        result => result,
    }
}

fn request(url: &Url, headers: &[(String, String)]) -> Result<Request<()>, FetchError> {
    let bad = |reason: &dyn ToString| FetchError::bad_request(url, reason.to_string());
    let mut target = without_credentials(url);
    target.set_fragment(None);
    let uri: Uri = target.as_str().parse().map_err(|error| bad(&error))?;
    let mut request = Request::new(());
    *request.uri_mut() = uri;
    // The host is the library's to send.
    for (name, value) in headers.iter().filter(|(name, _)| name != "host") {
        let name: HeaderName = name.parse().map_err(|error| bad(&error))?;
        let value = HeaderValue::from_bytes(value.as_bytes()).map_err(|error| bad(&error))?;
        request.headers_mut().append(name, value);
    }
    if let Some(authorization) = authorization(url) {
        let mut value = HeaderValue::from_str(&authorization).map_err(|error| bad(&error))?;
        value.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    Ok(request)
}

fn headers_of(headers: &HeaderMap) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| (name.as_str().to_owned(), text_of(value.as_bytes()).into_owned())).collect()
}

/// The words of a header that is a list of codings, in lower case.
pub(super) fn codings(headers: &[(String, String)], name: &str) -> Vec<String> {
    headers
        .iter()
        .filter(|(given, _)| given.eq_ignore_ascii_case(name))
        .flat_map(|(_, value)| value.split(','))
        .map(|word| word.trim().to_ascii_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// The body as it was sent, with its chunks put together.
fn read_body(
    answer: Response<AnswerBody>,
    headers: &[(String, String)],
    url: &Url,
    max_bytes: usize,
    limits: &Limits,
) -> Result<Body, FetchError> {
    let announced = header(headers, "content-length").and_then(|length| length.trim().parse::<u64>().ok());
    let has_body = answer.status() != 304;
    if has_body && announced.is_some_and(|length| length > max_bytes as u64) {
        return Err(FetchError::body_too_large(url, max_bytes));
    }
    let mut reader = answer.into_body().into_reader();
    let mut body = Vec::new();
    let mut chunk = vec![0; 64 << 10];
    loop {
        let n_bytes =
            reader.read(&mut chunk).map_err(|error| meaning(error.into(), url, limits, "reading the body"))?;
        if n_bytes == 0 {
            return Ok(body.into());
        }
        if body.len() + n_bytes > max_bytes {
            return Err(FetchError::body_too_large(url, max_bytes));
        }
        body.extend_from_slice(&chunk[..n_bytes]);
    }
}
