//! Every page once, in one order.

use crate::shop::{self, MAX_BYTES};
use crate::visit::{counts, options, sorted, visit};
use std::collections::BTreeMap;
use tamis_fetch::crawl::{TrapKind, total};

#[test]
fn every_reachable_page_is_handed_out_once_and_none_that_is_forbidden_is_asked() {
    let server = shop::start();
    let first = visit(&server, options(&server).with_max_bytes(Some(MAX_BYTES)).with_connections(8));

    let in_calendar = |path: &String| path.starts_with("/calendar/");
    let (months, paths): (Vec<String>, Vec<String>) = first.paths.iter().cloned().partition(in_calendar);
    let with_sessions = paths.iter().filter(|path| path.contains("session?PHPSESSID=")).count();
    assert_eq!(with_sessions, 2);
    let without = paths.into_iter().filter(|path| !path.contains("session")).collect();
    assert_eq!(sorted(without), sorted(shop::pages()));
    assert!(months.len() < 500, "a calendar has an end: {}", months.len());

    let mut asked: BTreeMap<String, usize> = BTreeMap::new();
    for request in server.requests() {
        assert!(!shop::is_forbidden(&request.target), "{}", request.target);
        *asked.entry(request.target).or_default() += 1;
    }
    asked.retain(|_, n| *n > 1);
    let asked: Vec<_> = asked.iter().map(|(target, n)| (target.as_str(), *n)).collect();
    let again = [("/always-cut", 4), ("/always-sick", 4), ("/busy", 2), ("/cut-once", 2), ("/sick", 3)];
    assert_eq!(asked, again, "asked more than once");

    let report = &first.report;
    assert_eq!((report.pages, report.done, report.queue), (first.paths.len() as u64, first.paths.len() as u64, 0));
    assert_eq!(counts(&report.statuses), [("404", 1), ("410", 1), ("500", 1)]);
    assert_eq!(report.statuses[0].example, server.url("/missing").as_str());
    assert_eq!(counts(&report.types), [("application/pdf", 1), ("image/gif", 1)]);
    assert_eq!(counts(&report.too_large), [("", 2)]);
    let errors = [
        ("redirect loop", 2),
        ("redirect to nowhere", 2),
        ("broken answer", 1),
        ("disconnected", 1),
        ("too many redirects", 1),
    ];
    assert_eq!(counts(&report.errors), errors);
    assert_eq!(total(&report.robots), 50 + 1 + 2);
    assert_eq!(total(&report.nofollow), 4);
    assert_eq!(counts(&report.session_ids), [("PHPSESSID", 1)]);
    assert_eq!(counts(&report.traps), [(TrapKind::Calendar.name(), 1)]);
    assert!(report.traps[0].example.contains("/calendar/"));
    let outgoing: Vec<_> = report.outgoing.iter().map(|site| (site.site.as_str(), site.links)).collect();
    assert_eq!(outgoing, [("elsewhere.example", 3), ("other.example", 1)]);

    let page = |path: &str| first.pages.iter().find(|page| crate::visit::path(page) == path).unwrap();
    assert!(page("/noindex").is_noindex && !page("/behind-noindex").is_noindex);
    assert_eq!(page("/variant?b=2&a=1").canonical, Some(server.url("/named")));
    assert_eq!(page("/named").canonical, None);
    assert_eq!(page("/gzip").capture.body, b"<p>packed");
    assert_ne!(page("/gzip").fetched.exchanges[0].body, b"<p>packed");
    assert_eq!((page("/deep/59").depth, page("/").depth, page("/p/4").depth), (60, 0, 3));

    let second = shop::start();
    let again =
        visit(&second, options(&second).with_max_bytes(Some(MAX_BYTES)).with_connections(3).with_max_waiting(20));
    assert_eq!(first.paths.len(), again.paths.len());
    assert!(first.paths == again.paths, "the order is another one with other connections");
    let depths: Vec<u32> = again.pages.iter().map(|page| page.depth).collect();
    assert!(depths.is_sorted());
}

#[test]
fn budgets_count_from_the_beginning_and_can_be_raised() {
    let server = shop::start();
    let place = crate::visit::place();
    let crawl = |options| crate::visit::crawl(&place.path, crate::visit::client(&server), options);
    let other = shop::start();
    let whole = visit(&other, options(&other).with_max_depth(Some(4)));
    let first = crawl(options(&server).with_max_pages(Some(10)));
    assert_eq!(first.paths.len(), 10);
    assert!(server.requests().len() < 40, "little more is asked than is wanted");
    assert!(first.report.queue > 0);
    let second = crawl(options(&server).with_max_pages(Some(10)));
    assert_eq!(second.paths.len(), 0);
    let third = crawl(options(&server).with_max_pages(None).with_max_depth(Some(2)));
    let fourth = crawl(options(&server).with_max_depth(Some(4)));
    let all: Vec<String> = [first, third, fourth].into_iter().flat_map(|visit| visit.paths).collect();
    assert_eq!(sorted(all), sorted(whole.paths));
}

#[test]
fn patterns_decide_and_may_change() {
    let server = shop::start();
    let place = crate::visit::place();
    let crawl = |options| crate::visit::crawl(&place.path, crate::visit::client(&server), options);
    let patterns = |include: &str, exclude: &str| {
        let list = |text: &str| text.split(' ').filter(|text| !text.is_empty()).map(str::to_owned).collect();
        options(&server).with_include(list(include)).with_exclude(list(exclude))
    };
    let deep = crawl(patterns("*/deep/*", "*/deep/5*"));
    assert_eq!(
        sorted(deep.paths),
        sorted(["/"].into_iter().map(str::to_owned).chain((0..5).map(|n| format!("/deep/{n}"))).collect())
    );
    assert!(server.paths().iter().all(|path| path == "/" || path == "/robots.txt" || path.starts_with("/deep/")));
    assert!(total(&deep.report.patterns) > 0);
    let more = crawl(patterns("*/deep/*", ""));
    assert_eq!(more.paths.len(), shop::N_DEEP - 5);
    let calendar = crawl(patterns("*/calendar*", ""));
    assert_eq!(calendar.paths[..2], ["/calendar", "/calendar/2020-02"]);
}
