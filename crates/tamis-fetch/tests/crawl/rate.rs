//! The rate limit, by the server's clock.

use crate::server::{Answer, Server};
use crate::visit::{options, visit};
use std::time::Duration;

/// Pages without end, one of which links to all others.
fn many(n_pages: usize) -> Server {
    Server::start(move |request| match request.path() {
        "/" => Answer::html((1..n_pages).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
        "/robots.txt" => Answer::status(404),
        path => Answer::html(format!("<p>{path}")),
    })
}

#[test]
fn requests_are_as_far_apart_as_they_should_be_and_no_farther() {
    const DELAY: Duration = Duration::from_millis(20);
    for connections in [1, 4] {
        let server = many(200);
        let visit = visit(&server, options(&server).with_delay(DELAY).with_connections(connections));
        assert_eq!(visit.paths.len(), 200);
        let times: Vec<_> = server.requests().into_iter().map(|request| request.at).collect();
        assert_eq!(times.len(), 201);
        let took = *times.last().unwrap() - times[0];
        let ratio = took.as_secs_f64() / (DELAY * 200).as_secs_f64();
        assert!((0.95..1.05).contains(&ratio), "{ratio} of the time, with {connections} connections");
        for window in times.windows(21) {
            let took = window[20] - window[0];
            assert!(took > DELAY * 19, "20 requests after the first within {took:?}");
        }
    }
}
