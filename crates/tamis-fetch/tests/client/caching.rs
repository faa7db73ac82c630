//! What was fetched before is not fetched again, unless its server wants that.

use crate::server::coded::gzip;
use crate::server::{Answer, Server};
use tamis_fetch::http::{Ask, CacheUse, Client, FetchError};

fn client(server: &Server, folder: &tempfile::TempDir) -> Client {
    Client::new(server.options().with_cache(folder.path().join("cache"))).unwrap()
}

#[test]
fn a_fresh_answer_is_used_again() {
    let server = Server::start(|_| {
        Answer::html(gzip(b"<p>A lamp")).header("Content-Encoding", "gzip").header("Cache-Control", "max-age=600")
    });
    let folder = tempfile::tempdir().unwrap();
    let first = client(&server, &folder).get(&server.url("/")).unwrap();
    // Also by another client, later.
    let again = client(&server, &folder).get(&server.url("/#part")).unwrap();
    assert_eq!((first.from_cache, again.from_cache), (CacheUse::No, CacheUse::Fresh));
    assert_eq!((&again.body[..], again.status), (&b"<p>A lamp"[..], 200));
    assert_eq!(again.url, server.url("/#part"));
    assert_eq!(again.exchanges[0].body, first.exchanges[0].body);
    assert_eq!(again.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_stale_answer_is_asked_about() {
    let server = Server::start(|request| match request.header("if-none-match") {
        Some("\"one\"") if request.path() == "/same" => Answer::new(304, "").header("ETag", "\"one\""),
        Some(_) => Answer::html("<p>Another lamp").header("ETag", "\"two\"").header("Cache-Control", "max-age=600"),
        None => Answer::html("<p>A lamp").header("ETag", "\"one\"").header("Cache-Control", "no-cache"),
    });
    let folder = tempfile::tempdir().unwrap();
    let client = client(&server, &folder);
    for (path, expect) in [("/same", CacheUse::Revalidated), ("/other", CacheUse::No)] {
        client.get(&server.url(path)).unwrap();
        let again = client.get(&server.url(path)).unwrap();
        assert_eq!((again.from_cache, again.status), (expect, 200));
    }
    let again = client.get(&server.url("/same")).unwrap();
    assert_eq!(again.body, b"<p>A lamp");
    assert_eq!(again.exchanges.iter().map(|exchange| exchange.status).collect::<Vec<_>>(), [304, 200]);
    let other = client.get(&server.url("/other")).unwrap();
    assert_eq!((&other.body[..], other.from_cache), (&b"<p>Another lamp"[..], CacheUse::Fresh));
    assert_eq!(server.paths(), ["/same", "/same", "/other", "/other", "/same"]);
}

#[test]
fn redirects_are_stored_each() {
    let server = Server::start(|request| match request.path() {
        "/from" => Answer::redirect(301, "/to").header("Cache-Control", "max-age=600"),
        _ => Answer::html("<p>A lamp").header("Cache-Control", "no-store"),
    });
    let folder = tempfile::tempdir().unwrap();
    let client = client(&server, &folder);
    for _ in 0..2 {
        let fetched = client.get(&server.url("/from")).unwrap();
        assert_eq!((fetched.url, fetched.from_cache), (server.url("/to"), CacheUse::No));
    }
    assert_eq!(server.paths(), ["/from", "/to", "/to"]);
}

#[test]
fn the_cache_is_no_way_around_the_policy_or_the_limits() {
    let server = Server::start(|_| {
        Answer::html(gzip(&[b'a'; 5000])).header("Content-Encoding", "gzip").header("Cache-Control", "max-age=600")
    });
    let folder = tempfile::tempdir().unwrap();
    client(&server, &folder).get(&server.url("/")).unwrap();
    let options = server.options().with_cache(folder.path().join("cache"));
    let small = Client::new(options.clone().with_max_bytes(4999)).unwrap();
    assert!(matches!(small.get(&server.url("/")), Err(FetchError::TooLarge { .. })));
    let public = Client::new(options.with_policy(tamis_fetch::address::AddressPolicy::public())).unwrap();
    assert!(matches!(public.get(&server.url("/")), Err(FetchError::Refused { .. })));
}

#[test]
fn answers_for_those_with_credentials_are_not_stored() {
    let server = Server::start(|_| Answer::html("<p>A lamp").header("Cache-Control", "max-age=600"));
    let folder = tempfile::tempdir().unwrap();
    let client = client(&server, &folder);
    let mut url = server.url("/");
    url.set_username("aladdin").unwrap();
    client.get(&url).unwrap();
    client.get(&url).unwrap();
    client.get(&server.url("/")).unwrap();
    client.get_once(&server.url("/"), &Ask::default()).unwrap();
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_cache_that_cannot_be_opened_is_an_error() {
    let server = Server::start(|_| Answer::html("<p>A lamp"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "a").unwrap();
    let error = Client::new(server.options().with_cache(file)).unwrap_err();
    assert!(matches!(error, FetchError::Cache { .. }), "{error}");
}
