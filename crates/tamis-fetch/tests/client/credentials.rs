//! Credentials: sent to their host, and seen nowhere else.

use crate::server::{Answer, Server};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tamis_fetch::address::Resolve;
use tamis_fetch::http::{Ask, Client, ClientOptions, FetchError};
use url::Url;

fn with_credentials(mut url: Url) -> Url {
    url.set_username("aladdin").unwrap();
    url.set_password(Some("open-sesame")).unwrap();
    url
}

const HEADER: &str = "Basic YWxhZGRpbjpvcGVuLXNlc2FtZQ==";

#[test]
fn credentials_go_to_their_host_as_a_header() {
    let server = Server::start(|request| match request.path() {
        "/from" => Answer::redirect(302, "/to"),
        _ => Answer::html("<p>A lamp"),
    });
    let client = Client::new(server.options()).unwrap();
    let fetched = client.get(&with_credentials(server.url("/from"))).unwrap();
    for request in server.requests() {
        assert_eq!(request.header("authorization"), Some(HEADER), "{}", request.target);
    }
    assert_eq!(fetched.url, server.url("/to"));
    let all = format!("{fetched:?}");
    assert!(!all.contains("sesame") && !all.contains("aladdin") && !all.contains("YWxhZGRpb"), "{all}");
    // The next request without credentials has none.
    client.get(&server.url("/to")).unwrap();
    assert_eq!(server.requests()[2].header("authorization"), None);
}

#[test]
fn credentials_do_not_follow_a_redirect_to_another_host() {
    let other = Server::start(|_| Answer::html("<p>A lamp"));
    let to = other.url("/there").to_string();
    let server = Server::start(move |_| Answer::redirect(302, to.clone()));
    let policy = server.policy().allowing(other.address());
    let client = Client::new(server.options().with_policy(policy)).unwrap();
    client.get(&with_credentials(server.url("/"))).unwrap();
    assert_eq!(server.requests()[0].header("authorization"), Some(HEADER));
    assert_eq!((other.requests().len(), other.requests()[0].header("authorization")), (1, None));
}

#[test]
fn credentials_of_a_redirect_are_not_shown() {
    let server = Server::start(|request| {
        let host = request.header("host").unwrap();
        match request.path() {
            "/from" => Answer::redirect(302, format!("http://aladdin:open-sesame@{host}/to")),
            "/bad" => Answer::redirect(302, "http://aladdin:open-sesame@:99999999/"),
            "/scheme" => Answer::redirect(302, "ftp://aladdin:open-sesame@lamps.example/"),
            _ => Answer::html("<p>A lamp"),
        }
    });
    let client = Client::new(server.options()).unwrap();
    assert_eq!(client.get(&server.url("/from")).unwrap().url, server.url("/to"));
    assert_eq!(server.requests()[1].header("authorization"), Some(HEADER));
    for path in ["/bad", "/scheme"] {
        let told = format!("{0} {0:?}", client.get(&server.url(path)).unwrap_err());
        assert!(!told.contains("sesame"), "{told}");
    }
}

struct KnowsNobody;

impl Resolve for KnowsNobody {
    fn resolve(&self, host: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Err(io::Error::new(io::ErrorKind::NotFound, format!("who is {host}?")))
    }
}

#[test]
fn credentials_are_in_no_message() {
    /// What is told when this is asked with credentials.
    fn told(answer: Answer, path: &str, options: impl FnOnce(ClientOptions) -> ClientOptions) -> FetchError {
        let server = Server::start(move |_| answer.clone());
        let client = Client::new(options(server.options().with_retries(0))).unwrap();
        let url = with_credentials(server.url(path));
        client.get(&url).and_then(tamis_fetch::http::Fetched::error_for_status).unwrap_err()
    }
    let same = |options: ClientOptions| options;
    let short = |options: ClientOptions| options.with_timeout(Duration::from_millis(100));
    let mut errors = vec![
        told(Answer::status(404), "/", same),
        told(Answer::nothing(), "/", same),
        told(Answer::raw("what?\r\n\r\n"), "/", same),
        told(Answer::html("a").after(Duration::from_secs(9)), "/", short),
        told(Answer::html("abc"), "/", |options| options.with_max_bytes(2)),
        told(Answer::redirect(302, "/"), "/", same),
        told(Answer::redirect(302, "x/"), "/", |options| options.with_max_redirects(2)),
        told(Answer::redirect(302, "http://"), "/", same),
        told(Answer::redirect(302, "http://aladdin:open-sesame@127.0.0.1:1/"), "/", same),
        told(Answer::html("a"), &format!("/{}", "a".repeat(70_000)), same),
    ];
    let server = Server::start(|_| Answer::html("a"));
    let client = Client::new(server.options().with_resolver(Arc::new(KnowsNobody))).unwrap();
    let ask = Ask::default().with_condition("Bad Name", "a");
    errors.push(client.get_once(&with_credentials(server.url("/")), &ask).unwrap_err());
    for url in ["http://10.0.0.1/", "http://localhost/", "ftp://lamps.example/", "http://lamps.example:22/"] {
        errors.push(client.get(&with_credentials(Url::parse(url).unwrap())).unwrap_err());
    }
    errors.push(client.get(&with_credentials(Url::parse("http://lamps.example/").unwrap())).unwrap_err());
    assert_eq!(errors.len(), 16);
    for error in errors {
        let all = format!("{error} {error:?} {:?}", error.url());
        assert!(!all.contains("sesame") && !all.contains("aladdin"), "{all}");
    }
}
