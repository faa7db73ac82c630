//! Requests made again, and the pace they are made at.

use crate::server::{Answer, Server};
use std::thread;
use std::time::{Duration, Instant, SystemTime};
use tamis_fetch::http::{Client, ClientOptions, FetchError};

const MS: Duration = Duration::from_millis(1);

/// How often a server that fails in this way is asked, and what comes out.
fn n_asked(answer: Answer, options: impl FnOnce(ClientOptions) -> ClientOptions) -> (usize, Result<u16, FetchError>) {
    let server = Server::start(move |_| answer.clone());
    let client = Client::new(options(server.options())).unwrap();
    let result = client.get(&server.url("/")).map(|fetched| fetched.status);
    (server.requests().len(), result)
}

#[test]
fn failures_that_may_pass_are_tried_again() {
    for status in [429, 502, 503, 504] {
        let (n_asked, result) = n_asked(Answer::status(status), |options| options);
        assert_eq!((n_asked, result.unwrap()), (3, status));
    }
    let (n, result) = n_asked(Answer::nothing(), |options| options.with_retries(4));
    assert!(n == 5 && matches!(result, Err(FetchError::Disconnected { .. })));
    let (n, result) = n_asked(Answer::html("abc").with_length(9), |options| options.with_retries(1));
    assert!(n == 2 && matches!(result, Err(FetchError::Disconnected { .. })));
    let slow = Answer::html("a").after(Duration::from_hours(1));
    let (n, result) = n_asked(slow, |options| options.with_timeout(2000 * MS).with_retries(1));
    assert!(n == 2 && matches!(result, Err(FetchError::TimedOut { .. })));
}

#[test]
fn others_are_not() {
    for status in [200, 400, 403, 404, 410, 500, 501] {
        assert_eq!(n_asked(Answer::status(status), |options| options).0, 1, "{status}");
    }
    assert_eq!(n_asked(Answer::raw("what?\r\n\r\n"), |options| options).0, 1);
    assert_eq!(n_asked(Answer::html("abc"), |options| options.with_max_bytes(2)).0, 1);
    assert_eq!(n_asked(Answer::status(503), |options| options.with_retries(0)).0, 1);
}

#[test]
fn a_server_that_recovers_answers() {
    let server = Server::start(|request| match request.n_before {
        0 => Answer::status(503).header("Connection", "close"),
        1 => Answer::nothing(),
        _ => Answer::html("<p>A lamp"),
    });
    let client = Client::new(server.options().with_retry_wait(20 * MS)).unwrap();
    let fetched = client.get(&server.url("/")).unwrap();
    assert_eq!((fetched.status, fetched.exchanges.len()), (200, 1));
    let at: Vec<Instant> = server.requests().iter().map(|request| request.at).collect();
    assert!(at[1] - at[0] >= 20 * MS && at[2] - at[1] >= 40 * MS, "it waits longer each time");
}

#[test]
fn a_server_that_asks_for_time_gets_it() {
    for (retry_after, at_least) in [("1", 1000 * MS), ("0", 10 * MS)] {
        let server = Server::start(move |request| match request.n_before {
            0 => Answer::status(429).header("Retry-After", retry_after),
            _ => Answer::html("<p>A lamp"),
        });
        let client = Client::new(server.options()).unwrap();
        assert_eq!(client.get(&server.url("/")).unwrap().status, 200);
        let at: Vec<Instant> = server.requests().iter().map(|request| request.at).collect();
        assert!(at[1] - at[0] >= at_least, "{:?}", at[1] - at[0]);
    }
}

#[test]
fn a_server_that_asks_for_too_much_time_is_not_asked_again() {
    for retry_after in ["30", "99999999999999999999", "Fri, 31 Dec 2999 23:59:59 GMT"] {
        let answer = Answer::status(503).header("Retry-After", retry_after);
        let (n_asked, result) = n_asked(answer, |options| options.with_max_retry_wait(Duration::from_secs(2)));
        assert_eq!((n_asked, result.unwrap()), (1, 503));
    }
}

#[test]
fn the_caller_is_told_when_to_ask_again() {
    let server = Server::start(|_| Answer::status(503).header("Retry-After", "7200"));
    let client = Client::new(server.options()).unwrap();
    let fetched = client.get(&server.url("/")).unwrap();
    assert_eq!(fetched.retry_after(SystemTime::now()), Some(Duration::from_hours(2)));
    let error = fetched.error_for_status().unwrap_err();
    assert!(error.is_transient());
    assert!(
        matches!(error, FetchError::Status { status: 503, retry_after: Some(wait), .. } if wait.as_secs() == 7200),
        "{error}"
    );
}

#[test]
fn requests_to_one_host_keep_their_distance() {
    let server = Server::start(|_| Answer::html("<p>A lamp"));
    let other = Server::start(|_| Answer::html("<p>A lamp"));
    let delay = 100 * MS;
    let policy = server.policy().allowing(other.address());
    let client = Client::new(server.options().with_policy(policy).with_delay(delay)).unwrap();
    let begin = Instant::now();
    thread::scope(|scope| {
        for number in 0..12 {
            let (client, server, other) = (&client, &server, &other);
            scope.spawn(move || {
                client.get(&server.url(&format!("/{number}"))).unwrap();
                client.get(&other.url(&format!("/{number}"))).unwrap();
            });
        }
    });
    for server in [&server, &other] {
        let mut at: Vec<Duration> = server.requests().iter().map(|request| request.at - begin).collect();
        at.sort();
        assert_eq!(at.len(), 12);
        // None before its turn. That each may be late on a busy machine is not what is promised here.
        for (number, at) in at.iter().enumerate() {
            assert!(*at >= delay * number as u32, "{number}: {at:?}");
        }
    }
    // Neither waits for the other, which would take an hour.
    let policy = server.policy().allowing(other.address());
    let client = Client::new(server.options().with_policy(policy).with_delay(Duration::from_hours(1))).unwrap();
    client.get(&server.url("/")).unwrap();
    client.get(&other.url("/")).unwrap();
}

#[test]
fn redirects_and_retries_keep_the_distance_too() {
    let server = Server::start(|request| match (request.path(), request.n_before) {
        ("/a", _) => Answer::redirect(302, "/b"),
        ("/b", 0) => Answer::status(503),
        _ => Answer::html("<p>A lamp"),
    });
    let client = Client::new(server.options().with_delay(100 * MS)).unwrap();
    let begin = Instant::now();
    client.get(&server.url("/a")).unwrap();
    let at: Vec<Instant> = server.requests().iter().map(|request| request.at).collect();
    assert_eq!(at.len(), 3);
    assert!(at[2] - begin >= 200 * MS, "{:?}", at[2] - begin);
}
