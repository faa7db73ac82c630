//! One answer: what is read of it, and where it ends.

use crate::server::coded::{BOMB_BYTES, BROTLI_LAMPS, bombs, gzip, zlib, zstd};
use crate::server::{Answer, Server};
use std::thread;
use std::time::{Duration, Instant};
use tamis_fetch::http::{Ask, Client, ClientOptions, FetchError};

/// What one answer becomes, in words.
fn told(answer: Answer, options: impl FnOnce(ClientOptions) -> ClientOptions) -> String {
    let server = Server::start(move |_| answer.clone());
    let client = Client::new(options(server.options())).unwrap();
    match client.get_once(&server.url("/page"), &Ask::default()) {
        Ok(fetched) => format!("{} {}", fetched.status, String::from_utf8_lossy(&fetched.body)),
        Err(error) => error.to_string().replace(&server.url("").to_string(), "http://server/"),
    }
}

#[track_caller]
fn check(answer: Answer, expect: &str) {
    assert_eq!(told(answer, |options| options), expect);
}

#[test]
fn every_status_is_an_answer() {
    check(Answer::html("<p>A lamp"), "200 <p>A lamp");
    check(Answer::status(404), "404 <p>404");
    check(Answer::status(500), "500 <p>500");
    check(Answer::redirect(302, "/other"), "302 ");
    check(Answer::new(204, ""), "204 ");
    check(Answer::new(304, "").header("Content-Length", "999999999999"), "304 ");
}

#[test]
fn bodies_come_in_every_framing() {
    check(Answer::html("<p>A lamp").chunked(3), "200 <p>A lamp");
    check(Answer::html("<p>A lamp").until_closed(), "200 <p>A lamp");
    check(Answer::html(""), "200 ");
    check(Answer::html("").chunked(1), "200 ");
    check(Answer::html("<p>A lamp").dripping(2, Duration::from_millis(2)), "200 <p>A lamp");
    check(Answer::html("<p>A lamp").dripping_head(7, Duration::from_millis(2)), "200 <p>A lamp");
    check(Answer::raw("HTTP/1.0 200 OK\r\n\r\n<p>An old lamp"), "200 <p>An old lamp");
    check(Answer::raw("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na"), "200 a");
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na";
    check(Answer::raw(early), "200 a");
    // More than was announced is not read.
    check(Answer::html("<p>A lamp").with_length(4), "200 <p>A");
}

#[test]
fn codings_are_undone() {
    let plain = b"<p>A lamp";
    let coded = |coding: &str, body: Vec<u8>| Answer::html(body).header("Content-Encoding", coding);
    check(coded("gzip", gzip(plain)), "200 <p>A lamp");
    check(coded("x-gzip", gzip(plain)).chunked(5), "200 <p>A lamp");
    check(coded("deflate", zlib(plain)), "200 <p>A lamp");
    check(coded("deflate", zlib(plain)[2..].to_vec()), "200 <p>A lamp");
    check(coded("zstd", zstd(plain)), "200 <p>A lamp");
    check(coded("br", BROTLI_LAMPS.to_vec()), &format!("200 {}", "lamp ".repeat(1000)));
    check(coded("GZIP , zstd", zstd(&gzip(plain))), "200 <p>A lamp");
    check(coded("identity", plain.to_vec()), "200 <p>A lamp");
    // Servers that say so and do not do so.
    check(coded("gzip", plain.to_vec()), "200 <p>A lamp");
    check(Answer::html(gzip(plain)).header("Content-Encoding", "gzip").until_closed(), "200 <p>A lamp");
    check(coded("gzip", vec![]), "200 ");
}

#[test]
fn the_answer_is_kept_as_it_was_sent() {
    let server = Server::start(|_| {
        Answer::html(gzip(b"<p>A lamp")).header("Content-Encoding", "gzip").header("X-Name", "caf\u{e9}").chunked(4)
    });
    let client = Client::new(server.options().with_contact("owner@lamps.example")).unwrap();
    let fetched =
        client.get_once(&server.url("/a?b=c#d"), &Ask::default().with_condition("If-None-Match", "\"x\"")).unwrap();
    let [exchange] = fetched.exchanges.as_slice() else { panic!("one exchange") };
    assert_eq!(exchange.body, gzip(b"<p>A lamp"));
    assert_eq!(exchange.ip, Some(server.address().ip()));
    assert_eq!(fetched.header("Content-Type"), Some("text/html; charset=utf-8"));
    assert_eq!(fetched.header("X-NAME"), Some("café"));
    assert_eq!(fetched.url, server.url("/a?b=c#d"));
    let request = &server.requests()[0];
    assert_eq!((request.method.as_str(), request.target.as_str()), ("GET", "/a?b=c"));
    // What is noted of a request is what was sent, and nothing else was.
    let mut sent = request.headers.clone();
    let mut noted = exchange.request.clone();
    sent.sort();
    noted.sort();
    assert_eq!(sent, noted);
    let agent = request.header("user-agent").unwrap();
    assert!(agent.starts_with("tamis/") && agent.ends_with(" (+mailto:owner@lamps.example)"), "{agent}");
    assert_eq!(request.header("if-none-match"), Some("\"x\""));
    assert_eq!(request.header("accept-encoding"), Some("gzip, deflate, br, zstd"));

    let capture = fetched.into_capture();
    assert_eq!((&capture.body[..], capture.url), (&b"<p>A lamp"[..], Some(server.url("/a?b=c#d"))));
    assert_eq!(capture.headers.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["content-type", "x-name"]);
}

#[test]
fn connections_are_used_again_and_their_machine_is_known() {
    let server = Server::start(|_| Answer::html("<p>A lamp"));
    let client = Client::new(server.options()).unwrap();
    for _ in 0..5 {
        let fetched = client.get_once(&server.url("/"), &Ask::default()).unwrap();
        assert_eq!(fetched.exchanges[0].ip, Some(server.address().ip()));
    }
    assert_eq!((server.requests().len(), server.n_connections()), (5, 1));
}

#[test]
fn a_connection_that_ends_when_it_is_used_again_is_not_the_end() {
    let server = Server::start(|request| match (request.connection, request.path()) {
        (0, "/first") => Answer::html("<p>A lamp"),
        (0, _) | (_, "/never") => Answer::nothing(),
        _ => Answer::html("<p>Another lamp"),
    });
    let client = Client::new(server.options()).unwrap();
    let get = |path: &str| client.get_once(&server.url(path), &Ask::default()).map(|fetched| fetched.body);
    assert_eq!(get("/first").unwrap(), b"<p>A lamp");
    assert_eq!(get("/second").unwrap(), b"<p>Another lamp");
    assert_eq!(server.paths(), ["/first", "/second", "/second"]);
    // Over a connection that was made for it, it is: that is an answer of its own kind.
    assert!(matches!(get("/never"), Err(FetchError::Disconnected { .. })));
    assert_eq!(server.paths()[3..], ["/never", "/never"]);
    assert!(matches!(get("/never"), Err(FetchError::Disconnected { .. })));
    assert_eq!(server.paths()[5..], ["/never"]);
}

#[test]
fn what_the_caller_says_takes_the_place_of_what_is_said_otherwise() {
    let server = Server::start(|_| Answer::html("<p>A lamp"));
    let client = Client::new(server.options()).unwrap();
    let ask = Ask::default()
        .with_condition("User-Agent", "lamp/1")
        .with_condition("Authorization", "Bearer open-sesame")
        .with_condition("Cookie", "open=sesame");
    let fetched = client.get_once(&server.url("/"), &ask).unwrap();
    let request = &server.requests()[0];
    assert_eq!(request.headers.iter().filter(|(name, _)| name == "user-agent").count(), 1);
    assert_eq!(request.header("user-agent"), Some("lamp/1"));
    assert_eq!(request.header("authorization"), Some("Bearer open-sesame"));
    // These are sent, and not written down.
    assert!(!format!("{fetched:?}").contains("sesame"));
}

#[test]
fn clients_are_shared_between_threads() {
    fn check<T: Send + Sync + Clone + 'static>(_: &T) {}
    let server = Server::start(|request| Answer::html(request.target.clone()).after(Duration::from_millis(20)));
    let client = Client::new(server.options()).unwrap();
    check(&client);
    let threads: Vec<_> = (0..8)
        .map(|number| {
            let (client, url) = (client.clone(), server.url(&format!("/{number}")));
            thread::spawn(move || {
                for _ in 0..10 {
                    assert_eq!(client.get(&url).unwrap().body, url.path().as_bytes());
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(server.requests().len() == 80 && server.n_connections() <= 8, "{}", server.n_connections());
}

#[test]
fn broken_answers_are_errors_that_say_so() {
    const NO_END: &str = "http://server/page: the server ended the connection: Peer disconnected";
    check(Answer::nothing(), NO_END);
    check(Answer::html("<p>A lamp").cut_after(20), NO_END);
    check(Answer::html("<p>A lamp").with_length(100), NO_END);
    check(Answer::html("<p>A lamp").chunked(3).cut_after(105), NO_END);
    check(
        Answer::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"),
        "http://server/page: the answer is broken: chunk length cannot be read as a number",
    );
    check(
        Answer::raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n"),
        "http://server/page: the answer is broken: chunk expected crlf as next character",
    );
    for (raw, reason) in [
        ("SSH-2.0-OpenSSH_9.6\r\n\r\n", "http parse fail: invalid HTTP version"),
        ("<p>A lamp of the first days\r\n\r\n", "http parse fail: invalid HTTP version"),
        ("HTTP/1.1 abc\r\n\r\n", "http parse fail: invalid response status"),
        ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "content-length header not a number"),
    ] {
        check(Answer::raw(raw), &format!("http://server/page: the answer is broken: {reason}"));
    }
}

#[test]
fn heads_end_at_a_limit() {
    let large = "http://server/page: the head is larger than 65536 bytes";
    check(Answer::html("a").header("X-Name", "a".repeat(66 << 10)), large);
    check(Answer::raw([b"HTTP/1.1 200 OK\r\nX-Name: ".to_vec(), vec![b'a'; 4 << 20]].concat()), large);
    let fields = |n_fields| (0..n_fields).fold(Answer::html("a"), |answer, n| answer.header(format!("X-{n}"), "a"));
    check(fields(120), "200 a");
    check(fields(200), "http://server/page: the head has more than 128 fields");
}

#[test]
fn bodies_end_at_a_limit() {
    let limited = |answer: Answer| told(answer, |options| options.with_max_bytes(1000));
    let large = "http://server/page: the body is larger than 1000 bytes";
    let thousand = format!("200 {}", "x".repeat(1000));
    for (n_bytes, expect) in [(1000, thousand.as_str()), (1001, large)] {
        let body = vec![b'x'; n_bytes];
        assert_eq!(limited(Answer::html(body.clone())), expect);
        assert_eq!(limited(Answer::html(body.clone()).chunked(77)), expect);
        assert_eq!(limited(Answer::html(body.clone()).until_closed()), expect);
        assert_eq!(limited(Answer::html(gzip(&body)).header("Content-Encoding", "gzip")), expect);
    }
    // Nothing of it is waited for if its length says enough.
    assert_eq!(limited(Answer::html("a").with_length(1 << 40).dripping(1, Duration::from_hours(1))), large);
}

#[test]
fn bombs_end_at_the_limit() {
    for (coding, bomb) in bombs() {
        assert!(bomb.len() < BOMB_BYTES / 50, "{coding}");
        let answer = Answer::html(bomb).header("Content-Encoding", coding);
        let told = told(answer, |options| options.with_max_bytes(2 << 20));
        assert_eq!(told, "http://server/page: the body is larger than 2097152 bytes", "{coding}");
    }
}

#[test]
fn slow_answers_end_at_the_limit() {
    const LIMIT: Duration = Duration::from_secs(3);
    let step = Duration::from_millis(100);
    let head = "waiting for the head of the answer";
    let cases = [
        (Answer::html("a").after(Duration::from_hours(1)), head),
        (Answer::html("a").dripping_head(1, step), head),
        (Answer::html(vec![b'a'; 1000]).dripping(1, step), "reading the body"),
        (Answer::html(vec![b'a'; 1000]).chunked(1).dripping(1, step), "reading the body"),
        (Answer::html(vec![b'a'; 1000]).until_closed().dripping(1, step), "reading the body"),
    ];
    thread::scope(|scope| {
        for (answer, expect) in cases {
            scope.spawn(move || {
                let begin = Instant::now();
                let told = told(answer, |options| options.with_timeout(LIMIT));
                assert_eq!(told, format!("http://server/page: no answer within 3 s, while {expect}"));
                assert!(begin.elapsed() >= LIMIT);
            });
        }
    });
}

#[test]
fn one_request_may_have_limits_of_its_own() {
    let server = Server::start(|_| Answer::html(vec![b'a'; 1000]).dripping(100, Duration::from_millis(100)));
    let client = Client::new(server.options()).unwrap();
    let ask = |ask: Ask| client.get_once(&server.url("/"), &ask);
    assert!(matches!(ask(Ask::default().with_max_bytes(999)), Err(FetchError::TooLarge { .. })));
    assert!(matches!(ask(Ask::default().with_timeout(Duration::from_millis(200))), Err(FetchError::TimedOut { .. })));
    assert_eq!(ask(Ask::default().with_accept("text/css").with_max_bytes(1000)).unwrap().body.len(), 1000);
    assert_eq!(server.requests()[2].header("accept"), Some("text/css"));
}

#[test]
fn what_cannot_be_sent_is_refused_before_it_is() {
    let server = Server::start(|_| Answer::html("a"));
    let client = Client::new(server.options()).unwrap();
    for (name, value) in
        [("Host", "evil.example"), ("X-Name", "a\r\nHost: evil.example"), ("X Name", "a"), ("Content-Length", "5")]
    {
        let told = client.get_once(&server.url("/"), &Ask::default().with_condition(name, value));
        assert!(matches!(told, Err(FetchError::BadRequest { .. })), "{name}: {told:?}");
    }
    assert_eq!(server.n_connections(), 0);
    let told = Client::new(server.options().with_contact("a\r\nHost: evil.example")).map(|_| ());
    assert!(matches!(told, Err(FetchError::Options { .. })), "{told:?}");
}

#[test]
fn nobody_listens_there() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start(|_| Answer::html("a"));
    let client = Client::new(server.options().with_policy(server.policy().allowing(address))).unwrap();
    let error = client.get_once(&format!("http://{address}/").parse().unwrap(), &Ask::default()).unwrap_err();
    assert!(matches!(error, FetchError::Connect { .. }) && error.is_transient(), "{error}");
}

#[test]
fn a_connection_that_ended_costs_one_more_request_whatever_the_number_of_those_kept_open() {
    let server = Server::start(|request| match request.path() {
        "/gone" => Answer::nothing(),
        _ => Answer::html("<p>A lamp").after(Duration::from_millis(100)),
    });
    let client = Client::new(server.options()).unwrap();
    // As many connections as are under way at once are kept open.
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| client.get_once(&server.url("/"), &Ask::default()).unwrap());
        }
    });
    assert_eq!(server.n_connections(), 3);
    client.get_once(&server.url("/gone"), &Ask::default()).unwrap_err();
    let n_asked = server.paths().iter().filter(|path| *path == "/gone").count();
    assert_eq!((n_asked, server.n_connections()), (2, 4));
}
