//! What may not be asked is not asked, whatever way leads there.

use crate::server::{Answer, Server};
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tamis_fetch::address::Resolve;
use tamis_fetch::http::{Ask, Client, FetchError};
use url::Url;

/// Spellings of addresses that are not public; `PORT` is where something listens that must not be asked.
const PRIVATE: [&str; 30] = [
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0x7f.0.0.0x1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://１２７.0.0.1:PORT/",
    "http://0:PORT/",
    "http://0.0.0.0:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST.:PORT/",
    "http://a.localhost:PORT/",
    "//127.0.0.1:PORT/",
    "http:\\\\127.0.0.1:PORT\\",
    "http://user:sesame@127.0.0.1:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://metadata.google.internal/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
];

#[test]
fn redirects_to_private_addresses_are_refused() {
    let secret = Server::start(|_| Answer::html("a secret"));
    let port = secret.address().port().to_string();
    let targets: Vec<String> = PRIVATE.iter().map(|target| target.replace("PORT", &port)).collect();
    for status in [301, 307] {
        for target in &targets {
            let location = target.clone();
            let server = Server::start(move |_| Answer::redirect(status, location.clone()));
            let error = Client::new(server.options()).unwrap().get(&server.url("/")).unwrap_err();
            assert!(matches!(error, FetchError::Refused { .. }), "{target}: {error}");
            assert!(!error.to_string().contains("sesame"), "{error}");
            assert_eq!(server.requests().len(), 1, "{target}");
        }
    }
    assert_eq!(secret.n_connections(), 0);
}

#[test]
fn private_addresses_are_refused_when_they_are_asked_for() {
    let secret = Server::start(|_| Answer::html("a secret"));
    let other = Server::start(|_| Answer::html("a page"));
    let client = Client::new(other.options()).unwrap();
    for target in PRIVATE.iter().filter(|target| target.contains("://")) {
        let url = Url::parse(&target.replace("PORT", &secret.address().port().to_string())).unwrap();
        for error in [client.get(&url).unwrap_err(), client.get_once(&url, &Ask::default()).unwrap_err()] {
            assert!(matches!(error, FetchError::Refused { .. }) && !error.is_transient(), "{target}: {error}");
        }
    }
    for other in ["file:///etc/passwd", "ftp://lamps.example/", "data:text/html,a", "http://lamps.example:22/"] {
        let error = client.get(&Url::parse(other).unwrap()).unwrap_err();
        assert!(matches!(error, FetchError::Refused { .. }), "{other}: {error}");
    }
    assert_eq!(secret.n_connections(), 0);
}

/// Answers one list of addresses after the other, and the last one again and again.
struct Changing {
    answers: Vec<Vec<&'static str>>,
    n_asked: AtomicUsize,
}

impl Changing {
    fn new(answers: &[&[&'static str]]) -> Arc<Changing> {
        Arc::new(Changing {
            answers: answers.iter().map(|answer| answer.to_vec()).collect(),
            n_asked: AtomicUsize::new(0),
        })
    }
}

impl Resolve for Changing {
    fn resolve(&self, host: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        if host != "lamps.example" {
            return Err(io::ErrorKind::NotFound.into());
        }
        let n_before = self.n_asked.fetch_add(1, Ordering::SeqCst);
        let answer = &self.answers[n_before.min(self.answers.len() - 1)];
        Ok(answer.iter().map(|ip| SocketAddr::new(ip.parse().unwrap(), port)).collect())
    }
}

/// Two machines with the same port: the first may be asked, the second has a secret.
fn two_machines() -> (Server, Server) {
    for _ in 0..100 {
        let open = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = open.local_addr().unwrap().port();
        if let Ok(closed) = TcpListener::bind(("127.0.0.2", port)) {
            let open = Server::listen(open, |request| match request.path() {
                "/away" => Answer::redirect(302, format!("http://{}/secret", request.header("host").unwrap())),
                "/close" => Answer::html("a page").until_closed(),
                _ => Answer::html("a page"),
            });
            return (open, Server::listen(closed, |_| Answer::html("a secret")));
        }
    }
    panic!("no port is free on both");
}

#[test]
fn a_name_that_changes_its_mind_is_connected_to_where_it_was_checked() {
    let (open, secret) = two_machines();
    let resolver = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let client = Client::new(open.options().with_resolver(resolver.clone())).unwrap();
    let url = Url::parse(&format!("http://lamps.example:{}/close", open.address().port())).unwrap();
    // Once it is looked up, checked and connected to.
    let fetched = client.get(&url).unwrap();
    assert_eq!((&fetched.body[..], fetched.exchanges[0].ip), (&b"a page"[..], Some(IpAddr::from([127, 0, 0, 1]))));
    assert_eq!(resolver.n_asked.load(Ordering::SeqCst), 1);
    // Then it leads elsewhere.
    let told = client.get(&url).unwrap_err();
    assert!(matches!(told, FetchError::Refused { .. }), "{told}");
    assert_eq!(secret.n_connections(), 0);
}

#[test]
fn a_name_that_changes_its_mind_between_redirects_is_refused() {
    let (open, secret) = two_machines();
    let resolver = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"]]);
    let client = Client::new(open.options().with_resolver(resolver)).unwrap();
    let url = Url::parse(&format!("http://lamps.example:{}/away", open.address().port())).unwrap();
    let told = client.get(&url).unwrap_err();
    assert!(matches!(told, FetchError::Refused { .. }), "{told}");
    assert_eq!((open.paths(), secret.n_connections()), (vec!["/away".to_owned()], 0));
}

#[test]
fn one_private_address_among_others_refuses_the_host() {
    let (open, secret) = two_machines();
    for answer in [["127.0.0.1", "127.0.0.2"], ["127.0.0.2", "127.0.0.1"]] {
        let client = Client::new(open.options().with_resolver(Changing::new(&[&answer]))).unwrap();
        let url = Url::parse(&format!("http://lamps.example:{}/", open.address().port())).unwrap();
        assert!(matches!(client.get(&url), Err(FetchError::Refused { .. })));
    }
    assert_eq!((open.n_connections(), secret.n_connections()), (0, 0));
}

#[test]
fn a_name_that_leads_nowhere_is_an_error_that_does_not_pass() {
    let open = Server::start(|_| Answer::html("a page"));
    let client = Client::new(open.options().with_resolver(Changing::new(&[&[]]))).unwrap();
    for host in ["lamps.example", "other.example"] {
        let error = client.get(&Url::parse(&format!("http://{host}/")).unwrap()).unwrap_err();
        assert!(matches!(error, FetchError::Resolve { .. }) && !error.is_transient(), "{error}");
    }
}

#[test]
fn the_next_address_is_tried_where_one_does_not_answer() {
    let (open, other) = two_machines();
    let port = open.address().port();
    drop(open);
    let both = other.policy().allowing(SocketAddr::new([127, 0, 0, 1].into(), port));
    let resolver = Changing::new(&[&["127.0.0.1", "127.0.0.2"]]);
    let client = Client::new(other.options().with_policy(both).with_resolver(resolver)).unwrap();
    let fetched = client.get(&Url::parse(&format!("http://lamps.example:{port}/")).unwrap()).unwrap();
    assert_eq!((fetched.exchanges[0].ip, &fetched.body[..]), (Some([127, 0, 0, 2].into()), &b"a secret"[..]));
}
