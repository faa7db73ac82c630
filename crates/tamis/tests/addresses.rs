//! What the network gives to those who build on the library.

#![cfg(feature = "network")]

use std::path::PathBuf;
use std::time::Duration;
use tamis::errors::{FindError, SourceError};
use tamis::network::test_server::{Reply, Web};
use tamis::network::{Network, NetworkOptions};
use tamis::source::{Source, SourceOptions, Sources};
use tamis::{Capture, Url};

fn options() -> NetworkOptions {
    let mut options = NetworkOptions::default();
    options.allow_private = true;
    options.delay = Duration::ZERO;
    options.retries = 0;
    options
}

fn files() -> Web {
    Web::start(|asked| match asked.target.as_str() {
        "/main.css" => Reply::new("text/css", "p { color: red }"),
        "/away.css" => Reply::status(302).header("Location", "/main.css"),
        target if target.starts_with("/many/") => Reply::new("text/css", "p {}"),
        _ => Reply::status(404),
    })
}

fn address(text: &str) -> Url {
    text.parse().expect("an address")
}

#[test]
fn a_page_is_lent_what_it_does_not_bring_along() {
    let web = files();
    let network = Network::new(&options()).expect("can ask");
    let own = tamis_page::Resources::from_fn(None, |url| {
        (url.path() == "/own.css").then(|| tamis_page::Resource::new("b { color: red }"))
    });
    let page = network.lend(Capture::new("<p>x").with_resources(own));
    let load = |path: &str| {
        let found = page.resources.load(&address(&web.url(path)))?;
        Some((found.media_type.unwrap_or_default(), String::from_utf8(found.body.into_vec()).expect("text")))
    };
    assert_eq!(load("/own.css"), Some((String::new(), "b { color: red }".to_owned())));
    let sheet = Some(("text/css".to_owned(), "p { color: red }".to_owned()));
    assert_eq!((load("/main.css"), load("/away.css"), load("/main.css#x")), (sheet.clone(), sheet.clone(), sheet));
    assert_eq!(load("/none.css"), None);
    assert_eq!(page.resources.load(&address("file:///etc/hostname")), None);
    // The next page asks for nothing again.
    let n_asked = web.targets().len();
    assert!(network.lend(Capture::new("")).resources.load(&address(&web.url("/main.css"))).is_some());
    assert_eq!((web.targets().len(), n_asked), (4, 4), "{:?}", web.targets());
}

#[test]
fn a_page_is_lent_a_limited_number_of_files() {
    let web = files();
    let network = Network::new(&options()).expect("can ask");
    let page = network.lend(Capture::new(""));
    let load = |number: usize| page.resources.load(&address(&web.url(&format!("/many/{number}"))));
    let n_found = (0..300).filter(|&number| load(number).is_some()).count();
    assert_eq!(n_found, 256);
}

#[test]
fn a_failure_that_passes_is_not_remembered() {
    let n_asked = std::sync::atomic::AtomicUsize::new(0);
    let web = Web::start(move |_| match n_asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        0 => Reply::status(503),
        _ => Reply::new("text/css", "p {}"),
    });
    let network = Network::new(&options()).expect("can ask");
    let load = || network.lend(Capture::new("")).resources.load(&address(&web.url("/main.css")));
    assert_eq!((load().is_some(), load().is_some()), (false, true));
}

#[test]
fn the_files_of_a_page_are_handed_on_a_few_at_a_time_and_end_at_a_limit() {
    const FILE_BYTES: usize = 2 << 20;
    let web = Web::start(|asked| match asked.target.as_str() {
        "/" => Reply::html((0..100).map(|number| format!("<img src={number}.png>")).collect::<String>()),
        _ => Reply::new("image/png", vec![0; FILE_BYTES]),
    });
    let network = Network::new(&options()).expect("can ask");
    let page = network.fetch(&address(&web.url("/"))).expect("a page");
    let mut known = std::collections::HashSet::new();
    let (mut n_stored, mut n_failed, mut most_held) = (0, 0, 0);
    let taken = network.fetch_resources(&page, &mut known, |file| {
        *(if file.result.is_ok() { &mut n_stored } else { &mut n_failed }) += 1;
        most_held = most_held.max(web.targets().len() - n_stored);
        Ok::<(), ()>(())
    });
    assert!(taken.is_ok() && most_held <= 12, "{most_held} files at a time");
    // 64 MiB, and what was on its way.
    assert!((32..=44).contains(&n_stored) && n_stored + n_failed == 100, "{n_stored} stored, {n_failed} not");
    assert_eq!(known.len(), n_stored);
}

#[test]
fn a_page_reaches_nothing_on_this_machine() {
    let web = files();
    let network = Network::new(&NetworkOptions::default()).expect("can ask");
    let page = network.lend(Capture::new(""));
    assert_eq!(page.resources.load(&address(&web.url("/main.css"))), None);
    assert_eq!(web.targets(), [""; 0]);
}

#[test]
fn sources_ask_only_if_they_are_told_how() {
    let web = Web::start(|_| Reply::html("<p>Hello"));
    let named = [PathBuf::from(web.url("/"))];
    let found = Sources::find(&named, SourceOptions::default());
    assert!(matches!(found, Err(FindError::Network(_))));
    let mut how = SourceOptions::default();
    how.network = Some(NetworkOptions::default());
    let mut refused = Sources::find(&named, how.clone()).expect("finds an address");
    let input = refused.next_input().expect("a page").read(&tamis::Limits::default());
    let error = input.expect_err("this machine is not asked");
    assert!(matches!(&error, SourceError::Fetch { .. }), "{error}");
    assert_eq!(web.targets(), [""; 0]);
    how.network = Some(options());
    let mut sources = Sources::find(&named, how).expect("finds an address");
    assert!(!sources.is_many() && sources.readiness().is_ready());
    let page = sources.next_input().expect("a page").read(&tamis::Limits::default()).expect("is read");
    assert_eq!((&page.body[..], page.url.map(String::from)), (&b"<p>Hello"[..], Some(web.url("/"))));
    assert!(sources.next_input().is_none());
}
