//! May it be asked, and what comes back?

use super::head::{BadHead, Head, Request, read_head, request};
use super::server::Visit;
use super::tunnel::{download, tunnel};
use crate::address::{MAX_BESIDE_PROXY, Resolve, ResolveError, SystemResolver, resolve_checked};
use crate::http::authorization;
use crate::proxies::{NamedProxies, NamedProxy, Proxies};
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use url::{Position, Url};

/// A request that is answered by us: the status and the reason.
type RefusalAnswer = (u16, String);

/// Serves one connection: one request, or one tunnel.
pub(super) fn serve(mut client: TcpStream, visit: &Visit) {
    let options = &visit.house.options;
    drop(client.set_nodelay(true));
    drop(client.set_write_timeout(Some(options.idle_timeout)));
    let head = match read_head(&mut client, Vec::new(), options.max_head, options.idle_timeout) {
        Ok(head) => head,
        Err(BadHead::Gone) => return,
        Err(BadHead::TooLarge) => return refuse(client, 431, "the head is too large"),
        Err(BadHead::Malformed) => return refuse(client, 400, "not a request"),
    };
    let served = match request(&head) {
        Ok(Request::Tunnel { url }) => open_tunnel(&client, &head, &url, visit),
        Ok(Request::Forward { method, url, n_body, upgrade }) => {
            let asked = ProxyRequest { method: &method, url: &url, n_body, upgrade: upgrade.as_deref() };
            forward(&mut client, &head, &asked, visit)
        }
        Err((status, reason)) => Err((status, reason.to_owned())),
    };
    if let Err((status, reason)) = served {
        refuse(client, status, &reason);
    }
}

/// Answers without asking anybody, and ends the connection.
pub(super) fn refuse(mut client: TcpStream, status: u16, reason: &str) {
    let limit = Some(Duration::from_secs(1));
    if answer(&mut client, status, reason).is_err() || client.set_read_timeout(limit).is_err() {
        return;
    }
    // What the client still sends has to be read, or the system throws the answer away with the connection.
    drop(io::copy(&mut client.take(64 << 10), &mut io::sink()));
}

/// Answers without asking anybody. There is no body, because the frame that asked would show it.
pub(super) fn answer(client: &mut TcpStream, status: u16, reason: &str) -> io::Result<()> {
    let phrase = match status {
        403 => "Forbidden",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Bad Request",
    };
    let reason: String = reason.chars().map(|it| if matches!(it, ' '..='~') { it } else { '?' }).collect();
    let text = format!(
        "HTTP/1.1 {status} {phrase}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n\
         Tamis-Refused: {reason}\r\n\r\n"
    );
    client.set_write_timeout(Some(Duration::from_secs(1)))?;
    client.write_all(text.as_bytes())?;
    client.shutdown(Shutdown::Write)
}

fn open_tunnel(client: &TcpStream, head: &Head, url: &Url, visit: &Visit) -> Result<(), RefusalAnswer> {
    let options = &visit.house.options;
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or_default();
    let other = visit.house.others.secure(host, port);
    let mut server = connect(url, other, visit)?;
    let mut early = Vec::new();
    if let Some(other) = other {
        let authority = format!("{host}:{port}");
        let fields = [("Host", authority.as_str())].into_iter();
        let fields = fields.chain(other.authorization.as_deref().map(|it| ("Proxy-Authorization", it)));
        let ask = Head::write(&format!("CONNECT {authority} HTTP/1.1"), fields);
        server.write_all(&ask).map_err(|_| no_answer())?;
        let answer = read_head(&mut server, Vec::new(), options.max_head, options.connect_timeout);
        let answer = answer.map_err(|_| no_answer())?;
        if status_of(&answer) != Some(200) {
            return Err((502, "the other proxy refused".to_owned()));
        }
        early = answer.rest;
    }
    let mut to_client = client;
    let is_open = to_client
        .write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")
        .and_then(|()| to_client.write_all(&early))
        .and_then(|()| server.write_all(&head.rest));
    if is_open.is_ok() {
        tunnel(client, &server, options.idle_timeout);
    }
    Ok(())
}

/// A request in the clear.
struct ProxyRequest<'a> {
    method: &'a str,
    url: &'a Url,
    n_body: u64,
    upgrade: Option<&'a str>,
}

fn forward(client: &mut TcpStream, head: &Head, asked: &ProxyRequest<'_>, visit: &Visit) -> Result<(), RefusalAnswer> {
    let options = &visit.house.options;
    let other = visit
        .house
        .others
        .plain(asked.url.host_str().unwrap_or_default(), asked.url.port_or_known_default().unwrap_or(80));
    let mut server = connect(asked.url, other, visit)?;
    server.write_all(&request_to_server(head, asked, other)).map_err(|_| no_answer())?;
    // Who does not want all of the body may have an answer all the same.
    drop(send_body(client, &mut server, head, asked.n_body, options.idle_timeout));
    let answer = final_answer(&mut server, asked, visit)?;
    if asked.upgrade.is_some() && status_of(&answer) == Some(101) {
        let fields = answer.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let switched = Head::write(&answer.first_line, fields);
        if client.write_all(&switched).and_then(|()| client.write_all(&answer.rest)).is_ok() {
            tunnel(client, &server, options.idle_timeout);
        }
        return Ok(());
    }
    // One request a connection: nothing that the client sends after it can be taken for a part of it, or for a request to
    // the same host.
    let fields = answer.passed_on().map(|(name, value)| (name.as_str(), value.as_str()));
    let passed_on = Head::write(&answer.first_line, fields.chain([("Connection", "close")]));
    if client.write_all(&passed_on).and_then(|()| client.write_all(&answer.rest)).is_ok() {
        download(client, &server, options.idle_timeout);
    }
    Ok(())
}

fn request_to_server(head: &Head, asked: &ProxyRequest<'_>, other: Option<&Other>) -> Vec<u8> {
    let ProxyRequest { method, url, upgrade, .. } = asked;
    let host = &url[Position::BeforeHost..Position::AfterPort];
    let path = &url[Position::BeforePath..Position::AfterQuery];
    let target = if other.is_some() { format!("http://{host}{path}") } else { path.to_owned() };
    // The host is the one that was checked, whatever the field said.
    let fields = [("Host", host)]
        .into_iter()
        .chain(
            head.passed_on()
                .map(|(name, value)| (name.as_str(), value.as_str()))
                .filter(|(name, _)| !name.eq_ignore_ascii_case("host")),
        )
        .chain(upgrade.map(|protocol| ("Upgrade", protocol)))
        .chain([("Connection", if upgrade.is_some() { "Upgrade" } else { "close" })])
        .chain(other.and_then(|it| it.authorization.as_deref()).map(|it| ("Proxy-Authorization", it)));
    Head::write(&format!("{method} {target} HTTP/1.1"), fields)
}

fn send_body(
    client: &mut TcpStream,
    server: &mut TcpStream,
    head: &Head,
    n_body: u64,
    idle_timeout: Duration,
) -> io::Result<()> {
    let n_early = (head.rest.len() as u64).min(n_body);
    server.write_all(&head.rest[..n_early as usize])?;
    client.set_read_timeout(Some(idle_timeout))?;
    io::copy(&mut client.take(n_body - n_early), server).map(|_| ())
}

/// The head of the answer, without those that come before it (100, 103).
fn final_answer(server: &mut TcpStream, asked: &ProxyRequest<'_>, visit: &Visit) -> Result<Head, RefusalAnswer> {
    const MAX_BEFORE: usize = 16;
    let options = &visit.house.options;
    let mut rest = Vec::new();
    for _ in 0..MAX_BEFORE {
        let answer = read_head(server, rest, options.max_head, options.idle_timeout).map_err(|_| no_answer())?;
        match status_of(&answer) {
            None => return Err(no_answer()),
            Some(101) if asked.upgrade.is_some() => return Ok(answer),
            Some(100..200) => rest = answer.rest,
            Some(_) => return Ok(answer),
        }
    }
    Err(no_answer())
}

fn status_of(answer: &Head) -> Option<u16> {
    let (version, rest) = answer.first_line.split_once(' ')?;
    let status = rest.split(' ').next().filter(|it| it.len() == 3 && version.starts_with("HTTP/1."))?;
    status.parse().ok().filter(|status| *status >= 100)
}

fn no_answer() -> RefusalAnswer {
    (502, "no answer that could be read".to_owned())
}

/// Connects to the host of an address, which is resolved once, and checked; or to the other proxy, after the same check.
fn connect(url: &Url, other: Option<&Other>, visit: &Visit) -> Result<TcpStream, RefusalAnswer> {
    let house = &visit.house;
    let limit = house.options.connect_timeout;
    // A page's script can read the reason, so it does not say where a name leads.
    house.policy.check_url(url).map_err(|refused| (403, refused.kind().to_owned()))?;
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or_default();
    let resolve_limit = if other.is_some() { limit.min(MAX_BESIDE_PROXY) } else { limit };
    let checked = resolve_checked(&house.policy, house.resolver.as_ref(), host, port, resolve_limit);
    let addresses = match (checked, other) {
        (Err(ResolveError::Refused(refused)), _) => return Err((403, refused.kind().to_owned())),
        (Err(ResolveError::BadName { .. }), _) => return Err((400, "not the name of a host".to_owned())),
        (Ok(addresses), None) => addresses,
        (Err(ResolveError::TimedOut { .. }), None) => return Err((504, "the host was not found in time".to_owned())),
        (Err(_), None) => return Err((502, "the host was not found".to_owned())),
        // Networks that have a proxy often have no other names than their own. The proxy's own address is nobody's choice
        // but the user's, so it is not checked.
        (_, Some(other)) => SystemResolver
            .resolve(other.host.trim_matches(['[', ']']), other.port, limit)
            .map_err(|_| (502, "the other proxy was not found".to_owned()))?,
    };
    let server = connect_to_one_of(&addresses, limit).map_err(|_| (504, "the host could not be reached".to_owned()))?;
    drop(server.set_nodelay(true));
    drop(server.set_write_timeout(Some(house.options.idle_timeout)));
    visit.watch(&server).map_err(|_| (503, "the proxy ends".to_owned()))?;
    Ok(server)
}

/// Tries one after the other. Each gets its share of the time that is left, so that the first one does not take it all.
fn connect_to_one_of(addresses: &[SocketAddr], limit: Duration) -> io::Result<TcpStream> {
    let deadline = Instant::now() + limit;
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for (n_tried, address) in addresses.iter().enumerate() {
        let left = deadline.saturating_duration_since(Instant::now());
        let share = left / (addresses.len() - n_tried).min(4) as u32;
        if share.is_zero() {
            break;
        }
        match TcpStream::connect_timeout(address, share) {
            Ok(server) => return Ok(server),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The proxies that are named, as far as a browser's requests can be passed on to them.
#[derive(Default)]
pub(super) struct Others {
    plain: Option<Other>,
    secure: Option<Other>,
    named: NamedProxies,
}

/// Another proxy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Other {
    pub(super) host: String,
    pub(super) port: u16,
    /// The value of `Proxy-Authorization`.
    pub(super) authorization: Option<String>,
}

impl Others {
    pub(super) fn new(proxies: &Proxies) -> io::Result<Others> {
        let named = NamedProxies::read(proxies);
        let plain = named.http.as_ref().map(Other::parse).transpose()?;
        let secure = named.https.as_ref().map(Other::parse).transpose()?;
        Ok(Others { plain, secure, named })
    }

    /// The proxy for a host, asked in the clear.
    pub(super) fn plain(&self, host: &str, port: u16) -> Option<&Other> {
        self.plain.as_ref().filter(|_| !self.named.is_direct(host, port))
    }

    /// The proxy for a tunnel to a host.
    pub(super) fn secure(&self, host: &str, port: u16) -> Option<&Other> {
        self.secure.as_ref().filter(|_| !self.named.is_direct(host, port))
    }
}

impl Other {
    fn parse(NamedProxy { variable, value }: &NamedProxy) -> io::Result<Other> {
        // The value may hold a password, so it is in no message.
        let unusable = |what| io::Error::new(io::ErrorKind::Unsupported, format!("{variable} is {what}"));
        let url = if value.contains("://") { Url::parse(value) } else { Url::parse(&format!("http://{value}")) };
        let url = url.map_err(|_| unusable("not the address of a proxy"))?;
        if url.scheme() != "http" {
            return Err(unusable("a proxy of a kind that a browser's requests cannot be passed on to (http:// can)"));
        }
        let host = url.host_str().ok_or_else(|| unusable("not the address of a proxy"))?.to_owned();
        let authorization = authorization(&url);
        Ok(Other { host, port: url.port_or_known_default().unwrap_or(80), authorization })
    }
}

#[cfg(test)]
mod upstream_tests {
    use super::*;

    fn others(variables: &[(&str, &str)]) -> io::Result<Others> {
        let named = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Others::new(&Proxies::Named(named.collect()))
    }

    #[test]
    fn proxies_are_passed_on_to_unless_the_host_is_an_exception() {
        let found = others(&[
            ("HTTP_PROXY", "proxy.example:3128"),
            ("https_proxy", "http://me:s%65cret@10.0.0.1:8080/"),
            ("NO_PROXY", ".inside.example"),
        ])
        .unwrap();
        let plain = found.plain("shop.example", 80).map(|it| (it.host.as_str(), it.port));
        assert_eq!(plain, Some(("proxy.example", 3128)));
        let secure = found.secure("shop.example", 443).expect("a proxy");
        assert_eq!((secure.host.as_str(), secure.port), ("10.0.0.1", 8080));
        assert_eq!(secure.authorization.as_deref(), Some("Basic bWU6c2VjcmV0"));
        assert_eq!(found.plain("a.inside.example", 80), None);
        assert_eq!(found.secure("inside.example", 443), None);
    }

    #[test]
    fn a_proxy_that_cannot_be_used_is_an_error_without_its_password() {
        for value in ["socks5://me:secret@p:1080", "https://me:secret@p", "http://me:secret@"] {
            let error = others(&[("ALL_PROXY", value)]).err().expect(value).to_string();
            assert!(error.contains("ALL_PROXY") && !error.contains("secret"), "{error}");
        }
    }
}
