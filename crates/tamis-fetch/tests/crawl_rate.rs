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

/// Whether the rate is held: over all requests within 5 % on both sides, and in no 20 of them more than 5 % above.
fn check(times: &[Instant]) -> Result<(), String> {
    let expected = DELAY * (times.len() - 1) as u32;
    let ratio = (*times.last().unwrap() - times[0]).as_secs_f64() / expected.as_secs_f64();
    if !(0.95..=1.05).contains(&ratio) {
        return Err(format!("{ratio} of the time"));
    }
    let shortest = times.windows(21).map(|window| window[20] - window[0]).min().unwrap();
    if shortest < DELAY * 19 { Err(format!("20 requests within {shortest:?}")) } else { Ok(()) }
}

#[test]
fn requests_are_as_far_apart_as_they_should_be_and_no_farther() {
    for connections in [1, 4] {
        // The server's clock stands still while others have the processor. A crawl that is too fast or too slow is so
        // each time.
        let mut failures = Vec::new();
        while let Err(failure) = check(&times(connections)) {
            failures.push(failure);
            assert!(failures.len() < 3, "{connections} connections: {failures:?}");
        }
    }
}
