//! The file.

use crate::server::{Answer, Server};
use crate::visit::{client, crawl, options, place};
use rusqlite::Connection;
use tamis_fetch::crawl::{Crawl, CrawlError, CrawlOptions};

fn small() -> Server {
    Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html("<a href=/a>a</a><a href=/b>b</a>"),
        _ => Answer::html("<p>a"),
    })
}

#[test]
fn a_frontier_in_use_is_refused() {
    let (server, place) = (small(), place());
    let first = Crawl::open(&place.path, client(&server), options(&server)).unwrap();
    let handle = first.handle();
    let second = Crawl::open(&place.path, client(&server), options(&server));
    assert!(matches!(second, Err(CrawlError::InUse { .. })), "{:?}", second.err());
    drop(first);
    // The handle may still have something to write.
    assert!(Crawl::open(&place.path, client(&server), options(&server)).is_err());
    drop(handle);
    assert_eq!(crawl(&place.path, client(&server), options(&server)).paths.len(), 3);
}

#[test]
fn another_process_is_refused_too() {
    let server = small();
    let directory = tempfile::tempdir().unwrap();
    let crawl = Crawl::open(&directory.path().join("frontier"), client(&server), options(&server)).unwrap();
    let child =
        crate::children::command(directory.path(), &server.url("/")).stderr(std::process::Stdio::null()).status();
    assert!(!child.unwrap().success());
    drop(crawl);
    assert!(crate::children::command(directory.path(), &server.url("/")).status().unwrap().success());
}

#[test]
fn what_is_no_frontier_is_not_touched() {
    let (server, place) = (small(), place());
    let open = || Crawl::open(&place.path, client(&server), options(&server)).err().unwrap();
    std::fs::write(&place.path, "<!doctype html><p>a page, and not a frontier, whatever one may think of it").unwrap();
    let before = std::fs::read(&place.path).unwrap();
    assert!(matches!(open(), CrawlError::Foreign { .. }));
    assert_eq!(std::fs::read(&place.path).unwrap(), before);

    std::fs::remove_file(&place.path).unwrap();
    Connection::open(&place.path).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
    let before = std::fs::read(&place.path).unwrap();
    assert!(matches!(open(), CrawlError::Foreign { .. }));
    assert_eq!(std::fs::read(&place.path).unwrap(), before);

    std::fs::remove_file(&place.path).unwrap();
    crawl(&place.path, client(&server), options(&server));
    Connection::open(&place.path).unwrap().pragma_update(None, "user_version", 7).unwrap();
    assert!(matches!(open(), CrawlError::Newer { found: 7, known: 1, .. }));

    std::fs::remove_file(&place.path).unwrap();
    std::fs::create_dir(&place.path).unwrap();
    assert!(matches!(open(), CrawlError::Foreign { .. }));
}

#[test]
fn without_a_start_there_is_nothing_to_do() {
    let (server, place) = (small(), place());
    let open = |options| Crawl::open(&place.path, client(&server), options);
    assert!(matches!(open(CrawlOptions::default()), Err(CrawlError::NoStart)));
    let mail = options(&server).with_start(vec!["mailto:a@b.example".parse().unwrap()]);
    assert!(matches!(open(mail), Err(CrawlError::Start { .. })));
    let private = options(&server).with_start(vec!["http://10.0.0.1/".parse().unwrap()]);
    assert!(matches!(open(private), Err(CrawlError::Start { .. })));
    assert!(matches!(open(options(&server).with_include(vec!["{".to_owned()])), Err(CrawlError::Pattern(_))));
    // A frontier knows where it began.
    assert_eq!(crawl(&place.path, client(&server), options(&server).with_max_pages(Some(1))).paths, ["/"]);
    assert_eq!(crawl(&place.path, client(&server), options(&server).with_start(vec![])).paths, ["/a", "/b"]);
}

#[test]
fn what_is_not_done_is_handed_out_again_with_the_mark_of_what_is() {
    let (server, place) = (small(), place());
    let open = || Crawl::open(&place.path, client(&server), options(&server)).unwrap();
    let mut crawl = open();
    assert_eq!(crawl.handle().mark("output").unwrap(), None);
    let first = crawl.next().unwrap().unwrap();
    crawl.handle().done(first.id, &[("output", 12)]).unwrap();
    // Twice is once.
    crawl.handle().done(first.id, &[("output", 99)]).unwrap();
    let second = crawl.next().unwrap().unwrap();
    drop(crawl);
    let mut crawl = open();
    assert_eq!(crawl.handle().mark("output").unwrap(), Some(12));
    let again = crawl.next().unwrap().unwrap();
    assert_eq!((again.id, &again.capture, &again.fetched), (second.id, &second.capture, &second.fetched));
    assert_eq!(crawl.count(), 1);
    let mut paths = server.paths();
    paths.sort();
    assert_eq!(paths, ["/", "/a", "/b", "/robots.txt"]);
}

#[test]
fn a_crawl_that_is_stopped_goes_on_later() {
    let (server, place) = (small(), place());
    let mut crawl = Crawl::open(&place.path, client(&server), options(&server).with_connections(1)).unwrap();
    let handle = crawl.handle();
    let first = crawl.next().unwrap().unwrap();
    handle.done(first.id, &[]).unwrap();
    handle.stop();
    for page in crawl {
        handle.done(page.unwrap().id, &[]).unwrap();
    }
    let done = handle.progress().done;
    drop(handle);
    let rest = crate::visit::crawl(&place.path, client(&server), options(&server));
    assert_eq!(done + rest.paths.len() as u64, 3);
}

#[test]
fn a_start_that_is_known_and_too_deep_is_asked() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html("<a href=/a>a</a>"),
        "/a" => Answer::html("<a href=/a/b>b</a>"),
        "/a/b" => Answer::html("<a href=/a/b/c>c</a>"),
        _ => Answer::html("<p>a"),
    });
    let place = place();
    let crawl = |options: CrawlOptions| crawl(&place.path, client(&server), options.with_max_depth(Some(1)));
    assert_eq!(crawl(options(&server)).paths, ["/", "/a"]);
    let named = crawl(options(&server).with_start(vec![server.url("/a/b")]));
    assert_eq!(named.paths, ["/a/b", "/a/b/c"]);
    assert_eq!(named.pages[0].depth, 0);
    // Left out by a pattern, and too deep as well.
    let place = crate::visit::place();
    let crawl =
        |options: CrawlOptions| crate::visit::crawl(&place.path, client(&server), options.with_max_depth(Some(1)));
    let without = options(&server).with_exclude(vec!["*/b".to_owned()]);
    assert_eq!(crawl(without.clone()).paths, ["/", "/a"]);
    assert_eq!(crawl(without.with_start(vec![server.url("/a/b")])).paths, ["/a/b", "/a/b/c"]);
}

#[test]
fn an_archive_that_is_walked_forwards_is_crawled_to_the_day_on_which_the_crawl_began() {
    let server = Server::start(|request| match request.path() {
        "/robots.txt" => Answer::status(404),
        "/" => Answer::html("<a href=/2010/01>First</a>"),
        path => {
            let (year, month) = path[1..].split_once('/').unwrap();
            let next = year.parse::<u32>().unwrap() * 12 + month.parse::<u32>().unwrap();
            Answer::html(format!("<p>{path}<a href=/{}/{:02}>Next</a>", next / 12, next % 12 + 1))
        }
    });
    let place = place();
    crawl(&place.path, client(&server), options(&server).with_max_pages(Some(1)));
    let began = |date: &str| {
        let values = ("began", date);
        Connection::open(&place.path).unwrap().execute("UPDATE meta SET value = ?2 WHERE name = ?1", values).unwrap()
    };
    // The date is that of the first run, however much later the next one is.
    assert_eq!(began("2013-05-01T00:00:00Z"), 1);
    let rest = crawl(&place.path, client(&server), options(&server));
    assert_eq!(rest.paths.last().unwrap(), "/2015/05");
    assert_eq!(rest.report.traps[0].n, 1);
}
