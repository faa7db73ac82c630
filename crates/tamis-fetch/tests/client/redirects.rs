//! Redirects: followed to their end, or to a limit.

use crate::server::{Answer, Server};
use std::time::Duration;
use tamis_fetch::http::{Client, FetchError};
use url::Url;

fn path_and_query(url: &Url) -> String {
    url[url::Position::BeforePath..].to_owned()
}

/// A server that redirects `/from` with this status and target, and has a page everywhere else.
#[track_caller]
fn check(status: u16, location: &str, expect: &str) {
    let location = location.to_owned();
    let server = Server::start(move |request| match request.path() {
        "/a/from" => Answer::redirect(status, location.clone()),
        _ => Answer::html("<p>A lamp"),
    });
    let client = Client::new(server.options()).unwrap();
    let fetched = client.get(&server.url("/a/from?x=1#part")).unwrap();
    assert_eq!((path_and_query(&fetched.url).as_str(), fetched.status), (expect, 200));
    let statuses: Vec<u16> = fetched.exchanges.iter().map(|exchange| exchange.status).collect();
    assert_eq!(statuses, [status, 200]);
    assert_eq!(fetched.exchanges[0].url, server.url("/a/from?x=1#part"));
    assert_eq!(fetched.body, b"<p>A lamp");
}

#[test]
fn each_kind_is_followed() {
    for status in [301, 302, 303, 307, 308] {
        check(status, "/to", "/to#part");
    }
}

#[test]
fn targets_are_resolved_against_where_they_come_from() {
    check(302, "to", "/a/to#part");
    check(302, "../to?y=2", "/to?y=2#part");
}

#[test]
fn a_fragment_is_carried_over_unless_there_is_another() {
    check(302, "/to#there", "/to#there");
    check(302, "/to", "/to#part");
    check(302, "/to#", "/to#");
}

#[test]
fn targets_are_read_as_browsers_read_them() {
    check(302, "/caf\u{e9} \"lamp\"", "/caf%C3%A9%20%22lamp%22#part");
    check(302, "\\to", "/to#part");
    check(302, " /to ", "/to#part");
}

#[test]
fn a_redirect_without_a_target_is_an_answer() {
    let server = Server::start(|_| Answer::status(302));
    let client = Client::new(server.options()).unwrap();
    assert_eq!(client.get(&server.url("/")).unwrap().status, 302);
    let server = Server::start(|_| Answer::redirect(300, "/to"));
    assert_eq!(Client::new(server.options()).unwrap().get(&server.url("/")).unwrap().status, 300);
}

#[test]
fn circles_are_errors_that_name_the_way() {
    let server = Server::start(|request| match request.path() {
        "/a" => Answer::redirect(302, "/b#x"),
        "/b" => Answer::redirect(302, "/c"),
        "/c" => Answer::redirect(302, "/a#y"),
        _ => Answer::redirect(302, ""),
    });
    let client = Client::new(server.options()).unwrap();
    let url = |path: &str| server.url(path).to_string();
    let told = client.get(&server.url("/a#z")).unwrap_err().to_string();
    let [a, b, c] = ["/a", "/b", "/c"].map(url);
    assert_eq!(told, format!("{a}: the redirects go in a circle: {a} → {b} → {c} → {a}"));
    assert_eq!(server.paths(), ["/a", "/b", "/c"]);
    assert!(matches!(client.get(&server.url("/self")), Err(FetchError::RedirectLoop { chain }) if chain.len() == 2));
}

#[test]
fn too_many_are_an_error() {
    let server = Server::start(|request| {
        let number: u64 = request.path()[1..].parse().unwrap();
        if number == 0 { Answer::html("<p>A lamp") } else { Answer::redirect(302, format!("/{}", number - 1)) }
    });
    let client = Client::new(server.options().with_max_redirects(3)).unwrap();
    assert_eq!(client.get(&server.url("/3")).unwrap().exchanges.len(), 4);
    let error = client.get(&server.url("/4")).unwrap_err();
    assert_eq!(error.url(), Some(&server.url("/4")));
    let told = error.to_string();
    assert!(told.contains("more than 3 redirects: ") && told.ends_with(&server.url("/0").to_string()), "{told}");
    assert_eq!(server.requests().len(), 4 + 4, "the last target is not asked for");
}

#[test]
fn targets_that_are_no_web_address_are_errors() {
    for location in [
        "file:///etc/passwd", "ftp://lamps.example/", "data:text/html,<p>a", "javascript:alert(1)", "http://",
        "http://a b/",
    ] {
        let server = Server::start(move |_| Answer::redirect(302, location));
        let error = Client::new(server.options()).unwrap().get(&server.url("/")).unwrap_err();
        assert!(matches!(&error, FetchError::BadRedirect { .. }), "{location}: {error}");
        assert_eq!(server.requests().len(), 1);
    }
}

#[test]
fn one_exchange_follows_nothing() {
    let server = Server::start(|_| Answer::redirect(302, "/to"));
    let client = Client::new(server.options()).unwrap();
    let fetched = client.get_once(&server.url("/"), &tamis_fetch::http::Ask::default()).unwrap();
    assert_eq!((fetched.status, fetched.header("location")), (302, Some("/to")));
    assert_eq!(server.paths(), ["/"]);
}

#[test]
fn redirects_that_dawdle_are_not_followed_for_ever() {
    let server = Server::start(|request| {
        let number: u32 = request.path().trim_start_matches('/').parse().unwrap_or_default();
        Answer::redirect(302, format!("/{}", number + 1)).after(Duration::from_millis(150))
    });
    let options = server.options().with_max_time(Duration::from_millis(400)).with_max_redirects(1000);
    let error = Client::new(options).unwrap().get(&server.url("/0")).unwrap_err();
    assert!(matches!(error, FetchError::TimedOut { step: "following redirects", .. }), "{error}");
    assert!(server.paths().len() <= 3, "{:?}", server.paths());
}
