//! Credentials in a start address.

use crate::server::{Answer, Server};
use crate::visit::{client, crawl, options, place};
use url::Url;

/// A site behind a password, and its start address.
fn closed_site() -> (Server, Url) {
    let server = Server::start(|request| {
        // `ada:secret`.
        if request.header("authorization") != Some("Basic YWRhOnNlY3JldA==") {
            return Answer::status(401);
        }
        let own = format!("http://{}", request.header("host").unwrap_or_default());
        match request.target.as_str() {
            "/" => Answer::html(format!("<a href=/a>a</a><a href='{own}/moved'>b</a><a href=/session>c</a>")),
            "/a" => Answer::html("<link rel=canonical href=/named><a href=/missing>a</a><a href=/>home</a>"),
            "/moved" => Answer::redirect(302, format!("{own}/target")),
            "/session" => Answer::redirect(302, "/session?PHPSESSID=1"),
            "/missing" => Answer::status(404),
            _ => Answer::html("<p>a"),
        }
    });
    let mut start = server.url("/");
    start.set_username("ada").unwrap();
    start.set_password(Some("secret")).unwrap();
    (server, start)
}

#[test]
fn credentials_open_the_whole_host_and_are_never_shown() {
    let (server, start) = closed_site();
    let place = place();
    let options = options(&server).with_start(vec![start]);
    // Also when the crawl goes on without being told where it began.
    let first = crawl(&place.path, client(&server), options.clone().with_max_pages(Some(1)));
    let rest = crawl(&place.path, client(&server), options.with_start(Vec::new()));
    assert_eq!(first.paths, ["/"]);
    assert_eq!(rest.paths, ["/a", "/session?PHPSESSID=1", "/target", "/named"]);
    let mut asked = server.paths();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), server.paths().len(), "each once: {:?}", server.paths());
    assert_eq!(rest.report.statuses[0].name, "404");
    let shown = format!("{:?} {:?} {:?} {:?}", first.pages, first.report, rest.pages, rest.report);
    for secret in ["ada", "secret", "YWRhOnNlY3JldA"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
}

#[test]
fn credentials_stay_with_their_host() {
    let other = Server::start(|_| Answer::html("<p>a"));
    let elsewhere = other.url("/x");
    let server = Server::start(move |request| match request.path() {
        "/" => Answer::html(format!("<a href='{elsewhere}'>a</a><a href=/moved>b</a>")),
        "/moved" => Answer::redirect(302, elsewhere.as_str()),
        _ => Answer::status(404),
    });
    let mut start = server.url("/");
    start.set_username("ada").unwrap();
    let policy = server.policy().allowing(other.address());
    let client = crate::visit::client_of(server.options().with_policy(policy));
    crawl(&place().path, client, options(&server).with_start(vec![start]).with_max_sites(2));
    assert!(
        server.requests().iter().any(|request| request.path() == "/moved" && request.header("authorization").is_some())
    );
    assert!(other.paths().contains(&"/x".to_owned()));
    assert!(other.requests().iter().all(|request| request.header("authorization").is_none()));
}
