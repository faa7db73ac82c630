//! The rate limit, by the server's clock. A program of its own, so that no other test takes the processor away.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod server;

use server::{Answer, Server};
use std::time::{Duration, Instant};
use tamis_fetch::crawl::{Crawl, CrawlOptions};
use tamis_fetch::http::Client;

const DELAY: Duration = Duration::from_millis(20);
const N_PAGES: usize = 200;

/// When each request came.
fn times(connections: usize) -> Vec<Instant> {
    let server = Server::start(move |request| match request.path() {
        "/" => Answer::html((1..N_PAGES).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
        "/robots.txt" => Answer::status(404),
        path => Answer::html(format!("<p>{path}")),
    });
    let directory = tempfile::tempdir().unwrap();
    let options =
        CrawlOptions::default().with_start(vec![server.url("/")]).with_delay(DELAY).with_connections(connections);
    let client = Client::new(server.options()).unwrap();
    let crawl = Crawl::open(&directory.path().join("frontier"), client, options).unwrap();
    let handle = crawl.handle();
    let n_pages = crawl.map(|page| handle.done(page.unwrap().id, &[]).unwrap()).count();
    assert_eq!(n_pages, N_PAGES);
    server.requests().into_iter().map(|request| request.at).collect()
}

#[test]
fn requests_are_as_far_apart_as_they_should_be_and_no_farther() {
    for connections in [1, 4] {
        // A machine that has no time for the crawl makes every request late; waiting that adds up does so each time, and between
        // any two requests.
        let holds_the_rate = (0..10).any(|_| {
            let begun = Instant::now();
            let times = times(connections);
            for (number, at) in (0..).zip(&times) {
                assert!(*at >= begun + DELAY * number, "{connections} connections: request {number} comes too early");
            }
            let shortest = times.windows(21).map(|window| window[20] - window[0]).min();
            shortest.is_some_and(|shortest| shortest <= DELAY * 21)
        });
        assert!(holds_the_rate, "{connections} connections: requests are farther apart than they should be");
    }
}
