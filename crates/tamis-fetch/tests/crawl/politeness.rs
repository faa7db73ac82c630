//! What hosts ask for is given.

use crate::server::{Answer, Request, Server};
use crate::visit::{client, counts, crawl, options, path, place, sorted, visit};
use std::net::TcpListener;
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use tamis_fetch::crawl::Crawl;

#[test]
fn a_crawl_delay_wins_over_a_shorter_delay_up_to_the_longest() {
    let start = |robots: &'static str| {
        Server::start(move |request| match request.path() {
            "/robots.txt" => Answer::new(200, robots).header("Content-Type", "text/plain"),
            "/" => Answer::html((1..6).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
            _ => Answer::html("<p>a"),
        })
    };
    for (robots, max_delay, expect) in [
        ("User-agent: *\nCrawl-delay: 0.1\n", 600_000, 100),
        ("User-agent: *\nCrawl-delay: 600\n", 80, 80),
        ("User-agent: *\nCrawl-delay: 0.01\n", 600_000, 50),
    ] {
        let server = start(robots);
        let options =
            options(&server).with_delay(Duration::from_millis(50)).with_max_delay(Duration::from_millis(max_delay));
        let began = Instant::now();
        assert_eq!(visit(&server, options).paths.len(), 6);
        // None comes before its turn; each may be late, but not by the delay that does not count.
        for (number, request) in (0..).zip(server.requests().into_iter().skip(1)) {
            let after = request.at - began;
            assert!(after >= Duration::from_millis(expect) * number, "{robots:?}: {number} after {after:?}");
        }
        assert!(began.elapsed() < Duration::from_mins(8), "{robots:?}: {:?}", began.elapsed());
    }
}

#[test]
fn retry_after_holds_back_the_whole_host() {
    const ASKED_FOR: Duration = Duration::from_secs(1);
    let refused: OnceLock<Instant> = OnceLock::new();
    let server = Server::start(move |request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html((0..20).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
        "/3" if request.n_before == 0 => {
            refused.set(request.at).unwrap();
            Answer::status(429).header("Retry-After", "1")
        }
        // What was under way is answered when that time is over: its connection sends nothing else before.
        _ if refused.get().is_some_and(|refused| request.at < *refused + ASKED_FOR) => {
            Answer::html("<p>a").after(ASKED_FOR)
        }
        _ => Answer::html("<p>a"),
    });
    let visit = visit(&server, options(&server).with_delay(Duration::from_millis(5)).with_connections(3));
    assert_eq!(visit.paths.len(), 21);
    let requests = server.requests();
    let refused = requests.iter().find(|request| request.path() == "/3").unwrap().at;
    let soon = requests.iter().filter(|request| request.at > refused && request.at < refused + ASKED_FOR);
    // At most one on each of the other connections.
    assert!(soon.count() <= 2);
    // In its own depth, but after all others.
    assert_eq!(visit.paths.last().unwrap(), "/3");
}

#[test]
fn who_asks_for_too_long_a_time_is_left_for_the_next_run() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html("<a href=/1>a</a><a href=/2>b</a>"),
        "/1" if request.n_before == 0 => Answer::status(503).header("Retry-After", "3600"),
        _ => Answer::html("<p>a"),
    });
    let place = place();
    let options = options(&server).with_connections(1);
    let first = crawl(&place.path, client(&server), options.clone());
    assert_eq!(first.paths, ["/"]);
    assert_eq!(first.report.unreachable.len(), 1);
    assert_eq!(first.report.unreachable[0].n, 2);
    let second = crawl(&place.path, client(&server), options);
    assert_eq!(second.paths, ["/1", "/2"]);
    assert_eq!(counts(&second.report.unreachable), []);
}

#[test]
fn who_asks_to_be_left_alone_for_long_is_not_asked_once_more() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html("<a href=/1>a</a><a href=/2>b</a>"),
        "/1" => Answer::status(503).header("Retry-After", "3600"),
        _ => Answer::html("<p>a"),
    });
    // The second has its time already when the first is answered, and that is long before.
    let options = options(&server).with_connections(2).with_delay(Duration::from_secs(3));
    assert_eq!(visit(&server, options).paths, ["/"]);
    assert_eq!(server.paths(), ["/robots.txt", "/", "/1"]);
}

#[test]
fn delays_without_end_are_delays() {
    let server = Server::start(|request| match request.path() {
        "/" => Answer::html("<p>a"),
        _ => Answer::status(404),
    });
    let options = options(&server).with_obey_robots(false).with_max_pages(Some(1));
    let endless = options.with_delay(Duration::MAX).with_max_delay(Duration::MAX).with_back_off(Duration::MAX);
    assert_eq!(visit(&server, endless.with_max_wait(Duration::MAX)).paths, ["/"]);
}

#[test]
fn robots_that_lead_to_a_refused_address_forbid_everything_for_now() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::redirect(302, "http://10.0.0.1/robots.txt"),
        _ => Answer::html("<p>a"),
    });
    let visit = visit(&server, options(&server));
    assert_eq!(visit.paths, Vec::<String>::new());
    assert!(server.paths().iter().all(|path| path == "/robots.txt"), "{:?}", server.paths());
    assert!(visit.report.unreachable[0].name.ends_with("robots.txt: refused address"), "{:?}", visit.report);
}

#[test]
fn robots_are_asked_once_and_stored() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::redirect(301, "/elsewhere.txt"),
        "/elsewhere.txt" => Answer::new(200, "User-agent: *\nDisallow: /b\n"),
        "/" => Answer::html("<a href=/a>a</a><a href=/b>b</a>"),
        _ => Answer::html("<p>a"),
    });
    let place = place();
    let crawl = |options| crawl(&place.path, client(&server), options);
    assert_eq!(crawl(options(&server).with_max_pages(Some(1))).paths, ["/"]);
    assert_eq!(crawl(options(&server)).paths, ["/a"]);
    assert_eq!(server.paths(), ["/robots.txt", "/elsewhere.txt", "/", "/a"]);
    // Whoever decides otherwise gets what was left out.
    assert_eq!(crawl(options(&server).with_obey_robots(false)).paths, ["/b"]);
}

#[test]
fn robots_that_cannot_be_had_forbid_everything_for_now() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" if request.n_before < 6 => Answer::status(500),
        "/robots.txt" => Answer::new(200, ""),
        _ => Answer::html("<p>a"),
    });
    let place = place();
    let first = crawl(&place.path, client(&server), options(&server));
    assert_eq!(first.paths, Vec::<String>::new());
    assert_eq!(server.paths(), vec!["/robots.txt"; 4]);
    assert_eq!(first.report.unreachable[0].n, 1);
    // The next run has more luck, though not at once.
    let second = crawl(&place.path, client(&server), options(&server));
    assert_eq!(second.paths, ["/"]);
    assert_eq!(server.paths().len(), 8);
}

#[test]
fn a_host_that_is_gone_is_not_asked_without_end() {
    let server = Server::start(|_| Answer::html("<p>a"));
    let (options, client) = (options(&server), client(&server));
    drop(server);
    let place = place();
    let began = Instant::now();
    let visit = crawl(&place.path, client, options);
    assert_eq!(visit.paths, Vec::<String>::new());
    assert_eq!(visit.report.unreachable.len(), 1);
    assert_eq!(visit.report.errors, []);
    // 20 ms, doubled twice.
    assert!(began.elapsed() > Duration::from_millis(140) && began.elapsed() < Duration::from_mins(5));
}

#[test]
fn a_host_that_goes_away_is_left_for_the_next_run() {
    let answer = |request: &Request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html((0..40).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
        _ => Answer::html("<p>a"),
    };
    // Half of the pages do not come before it goes.
    let server = Server::start(move |request| {
        let number = request.path()[1..].parse::<usize>();
        let is_held = number.is_ok_and(|number| number >= 20);
        answer(request).after(if is_held { Duration::from_hours(1) } else { Duration::ZERO })
    });
    let (address, options, client) =
        (server.address(), options(&server).with_delay(Duration::from_millis(5)), client(&server));
    let place = place();
    let crawl = Crawl::open(&place.path, client.clone(), options.clone()).unwrap();
    let handle = crawl.handle();
    let mut server = Some(server);
    let mut paths = Vec::new();
    for page in crawl {
        let page = page.unwrap();
        handle.done(page.id, &[]).unwrap();
        paths.push(path(&page));
        if paths.len() == 10 {
            server.take();
        }
    }
    let report = handle.report().unwrap();
    assert!((10..=21).contains(&paths.len()), "it went away: {paths:?}");
    assert_eq!(report.unreachable[0].n + paths.len() as u64, 41);
    assert_eq!(report.errors, []);
    drop(handle);
    let _server = Server::listen(TcpListener::bind(address).unwrap(), answer);
    paths.extend(crate::visit::crawl(&place.path, client, options).paths);
    // What was under way when it went may come later than its turn.
    let all = ["/".to_owned()].into_iter().chain((0..40).map(|number| format!("/{number}"))).collect();
    assert_eq!(sorted(paths), sorted(all));
}

#[test]
fn pages_that_are_not_done_stop_the_crawl() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html((0..100).map(|number| format!("<a href=/{number}>a</a>")).collect::<String>()),
        _ => Answer::html("<p>a"),
    });
    let place = place();
    let mut crawl = Crawl::open(&place.path, client(&server), options(&server).with_max_waiting(10)).unwrap();
    let handle = crawl.handle();
    let first = crawl.next().unwrap().unwrap();
    while server.requests().len() < 11 || handle.progress().pages < 10 {
        std::thread::yield_now();
    }
    assert!(crawl.is_ready());
    let done = Instant::now();
    handle.done(first.id, &[]).unwrap();
    while server.requests().len() < 12 {
        std::thread::yield_now();
    }
    assert!(server.requests()[11].at >= done, "it was asked for before there was room");
    // Whoever takes all without being done with any gets them one by one.
    let rest: Vec<_> = crawl.by_ref().map(Result::unwrap).collect();
    assert_eq!(rest.len(), 100);
    assert_eq!(handle.progress().done, 1);
}
