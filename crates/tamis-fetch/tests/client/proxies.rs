//! Proxies: which one is asked, how, and for what.

use crate::server::{Answer, Server};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tamis_fetch::address::{AddressPolicy, Resolve};
use tamis_fetch::http::{Client, ClientOptions, FetchError, Proxies};
use url::Url;

/// Knows one host.
struct Only(&'static str, &'static str);

impl Resolve for Only {
    fn resolve(&self, host: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        if host == self.0 {
            Ok(vec![SocketAddr::new(self.1.parse().unwrap(), port)])
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }
}

fn options(named: &[(&str, String)]) -> ClientOptions {
    let named = named.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    ClientOptions::default()
        .with_proxies(Proxies::Named(named))
        .with_resolver(Arc::new(Only("inside.example", "10.0.0.1")))
        .with_retries(0)
        .with_timeout(Duration::from_secs(10))
}

#[test]
fn a_web_proxy_is_asked_with_the_whole_address() {
    let proxy =
        Server::start(|request| Answer::html(format!("{} for {}", request.target, request.header("host").unwrap())));
    let address = format!("http://aladdin:open%20sesame@{}", proxy.address());
    let client = Client::new(options(&[("http_proxy", address)])).unwrap();
    for (url, expect) in [
        ("http://lamps.example/a?b#c", "http://lamps.example/a?b for lamps.example"),
        ("http://lamps.example:8080/", "http://lamps.example:8080/ for lamps.example:8080"),
        ("http://lamps.example/again", "http://lamps.example/again for lamps.example"),
    ] {
        let fetched = client.get(&Url::parse(url).unwrap()).unwrap();
        assert_eq!(String::from_utf8(fetched.body.into_vec()).unwrap(), expect);
        assert_eq!(fetched.exchanges[0].ip, None, "that of the proxy is not that of the server");
    }
    for request in proxy.requests() {
        assert_eq!(request.header("proxy-authorization"), Some("Basic YWxhZGRpbjpvcGVuIHNlc2FtZQ=="));
    }
    assert_eq!(proxy.n_connections(), 2, "connections are used again");
}

#[test]
fn those_who_are_excepted_are_asked_directly() {
    let server = Server::start(|_| Answer::html("directly"));
    let proxy = Server::start(|_| Answer::html("over the proxy"));
    let variables = [("http_proxy", format!("http://{}", proxy.address())), ("no_proxy", "127.0.0.0/8".to_owned())];
    let client = Client::new(options(&variables).with_policy(server.policy())).unwrap();
    assert_eq!(client.get(&server.url("/")).unwrap().body, b"directly");
    let client = Client::new(options(&variables[..1]).with_policy(server.policy())).unwrap();
    assert_eq!(client.get(&server.url("/")).unwrap().body, b"over the proxy");
}

#[test]
fn what_may_not_be_asked_is_not_asked_over_a_proxy_either() {
    let proxy = Server::start(|request| match request.target.as_str() {
        "http://lamps.example/" => Answer::redirect(302, "http://inside.example/"),
        _ => Answer::html("a secret"),
    });
    for name in ["http_proxy", "all_proxy"] {
        let client = Client::new(options(&[(name, format!("http://{}", proxy.address()))])).unwrap();
        for url in [
            "http://127.0.0.1/",
            "http://localhost/",
            "http://[::1]/",
            "http://inside.example/",
            "http://lamps.example/",
        ] {
            let error = client.get(&Url::parse(url).unwrap()).unwrap_err();
            assert!(matches!(error, FetchError::Refused { .. }), "{url}: {error}");
        }
    }
    assert_eq!(proxy.paths(), ["http://lamps.example/"; 2]);
}

#[test]
fn https_gets_a_tunnel() {
    // The tunnel ends where it begins: what matters is what is asked for, and that nothing else is.
    let proxy = Server::start(|_| Answer::status(403));
    let client = Client::new(options(&[("HTTPS_PROXY", format!("http://{}", proxy.address()))])).unwrap();
    let error = client.get(&Url::parse("https://lamps.example/secret").unwrap()).unwrap_err();
    assert!(matches!(error, FetchError::Connect { .. }), "{error}");
    let request = &proxy.requests()[0];
    assert_eq!((request.method.as_str(), request.target.as_str()), ("CONNECT", "lamps.example:443"));
    assert!(request.header("user-agent").unwrap().starts_with("tamis/"));
    assert_eq!(proxy.requests().len(), 1);
}

/// A SOCKS5 proxy that lets one connection pass, and tells what it was asked for.
fn socks(to: SocketAddr) -> (SocketAddr, thread::JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let running = thread::spawn(move || {
        let (mut client, _) = listener.accept().unwrap();
        let mut greeting = [0; 3];
        client.read_exact(&mut greeting).unwrap();
        client.write_all(&[5, 0]).unwrap();
        let mut asked = vec![0; 4];
        client.read_exact(&mut asked).unwrap();
        let length = if asked[3] == 3 {
            let mut length = [0];
            client.read_exact(&mut length).unwrap();
            usize::from(length[0])
        } else {
            4
        };
        let mut target = vec![0; length + 2];
        client.read_exact(&mut target).unwrap();
        client.write_all(&[5, 0, 0, 1, 0, 0, 0, 0, 0, 0]).unwrap();
        let mut server = TcpStream::connect(to).unwrap();
        let (mut from_server, mut to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from_server, &mut to_client));
        drop(io::copy(&mut client, &mut server));
        target.truncate(length);
        target
    });
    (address, running)
}

#[test]
fn socks_proxies_are_told_where_to_go() {
    let server = Server::start(|request| Answer::html(request.target.clone()).header("Connection", "close"));
    for (scheme, host, expect) in [
        ("socks5h", "lamps.example", &b"lamps.example"[..]),
        // The proxy gets the address that was checked, not the name.
        ("socks5", "inside.example", &[10, 0, 0, 1]),
    ] {
        let (address, running) = socks(server.address());
        let options = options(&[("ALL_PROXY", format!("{scheme}://{address}"))]).with_policy(AddressPolicy::any());
        let client = Client::new(options).unwrap();
        let fetched = client.get(&Url::parse(&format!("http://{host}/page")).unwrap()).unwrap();
        assert_eq!(fetched.body, b"/page");
        drop(client);
        assert_eq!(running.join().unwrap(), expect, "{scheme}");
    }
}

#[test]
fn a_proxy_that_is_not_there_is_an_error() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for url in ["http://lamps.example/", "https://lamps.example/"] {
        let client = Client::new(options(&[("all_proxy", format!("http://user:secret@{address}"))])).unwrap();
        let error = client.get(&Url::parse(url).unwrap()).unwrap_err();
        assert!(matches!(error, FetchError::Connect { .. }) && !format!("{error:?}").contains("secret"), "{error}");
    }
}
