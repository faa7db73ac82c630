//! Several hosts of a site, several sites, and sitemaps.

use crate::server::{Answer, Request, Server, coded};
use crate::visit::{Place, Visit, client_of, counts, crawl, options, place};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tamis_fetch::address::{AddressPolicy, Resolve};
use tamis_fetch::crawl::{Crawl, CrawlOptions, total};
use tamis_fetch::http::Client;
use url::Url;

/// Every name leads to this server.
struct Everywhere(SocketAddr);

impl Resolve for Everywhere {
    fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(vec![self.0])
    }
}

fn host(request: &Request) -> String {
    let host = request.header("host").unwrap_or_default();
    host.split(':').next().unwrap_or_default().to_owned()
}

/// Every host is on the port of this server.
fn start_at(server: &Server, host: &str) -> Vec<Url> {
    vec![format!("http://{host}:{}/", server.address().port()).parse().unwrap()]
}

/// Adds the port to the hosts in a text.
fn ported(request: &Request, text: &str) -> String {
    let port = request.header("host").and_then(|host| host.split(':').nth(1)).unwrap_or_default().to_owned();
    text.replace(".test", &format!(".test:{port}"))
}

fn client(server: &Server) -> Client {
    let resolver = Arc::new(Everywhere(server.address()));
    client_of(server.options().with_policy(AddressPolicy::any()).with_resolver(resolver))
}

fn visit(server: &Server, options: CrawlOptions) -> Visit {
    visit_in(&place(), server, options)
}

fn visit_in(place: &Place, server: &Server, options: CrawlOptions) -> Visit {
    crawl(&place.path, client(server), options)
}

/// The addresses of the pages, without the scheme.
fn addresses(visit: &Visit) -> Vec<String> {
    let address = |url: &Url| format!("{}{}", url.host_str().unwrap(), url.path());
    visit.pages.iter().map(|page| address(page.capture.url.as_ref().unwrap())).collect()
}

/// A shop whose front page links to so many pages on four hosts by turns.
fn shop_on_four_hosts(n_pages: usize) -> Server {
    Server::start(move |request| match (host(request).as_str(), request.path()) {
        (_, "/robots.txt") => Answer::status(404),
        ("www.shop.test", "/") => {
            let link = |number: usize| {
                let host = ["a", "b", "c", "www"][number % 4];
                format!("<a href='http://{host}.shop.test/{number}'>a</a>")
            };
            Answer::html(ported(request, &(0..n_pages).map(link).collect::<String>()))
        }
        _ => Answer::html("<p>a"),
    })
}

#[test]
fn hosts_of_one_site_are_asked_side_by_side() {
    const DELAY: Duration = Duration::from_millis(50);
    // If one waited for another, it would take an hour.
    let server = shop_on_four_hosts(3);
    let options = options(&server).with_start(start_at(&server, "www.shop.test")).with_connections(1);
    let once = visit(&server, options.clone().with_obey_robots(false).with_delay(Duration::from_hours(1)));
    assert_eq!(once.paths, ["/", "/0", "/1", "/2"]);
    let server = shop_on_four_hosts(40);
    let began = Instant::now();
    let visit = visit(&server, options.with_start(start_at(&server, "www.shop.test")).with_delay(DELAY));
    assert_eq!(visit.paths[1..], (0..40).map(|number| format!("/{number}")).collect::<Vec<_>>());
    let requests = server.requests();
    for name in ["www", "a", "b", "c"] {
        let own = requests.iter().filter(|request| host(request) == format!("{name}.shop.test"));
        // None comes before its turn; each may be late.
        for (number, request) in (0..).zip(own) {
            assert!(request.at - began >= DELAY * number, "{name}: {number} after {:?}", request.at - began);
        }
    }
}

/// A shop whose front page links to its blog, on a host of its own, before anything else. The rules of the blog come late:
/// at first as this answer.
fn shop_with_blog(first_rules: Answer, links: &'static str) -> Server {
    Server::start(move |request| match (host(request).as_str(), request.path()) {
        ("blog.shop.test", "/robots.txt") if request.n_before == 1 => first_rules.clone(),
        (_, "/robots.txt") => Answer::new(200, "User-agent: *\nDisallow: /forbidden\n"),
        ("www.shop.test", "/") => {
            Answer::html(ported(request, &format!("<a href='http://blog.shop.test/post'>a</a>{links}")))
        }
        _ => Answer::html("<p>a"),
    })
}

#[test]
fn a_crawl_with_other_options_goes_on_where_a_forbidden_page_waits_for_an_earlier_one() {
    let busy = Answer::status(503).header("Retry-After", "60");
    let server = shop_with_blog(busy, "<a href=/forbidden>b</a><a href=/a>c</a>");
    let options = options(&server).with_start(start_at(&server, "www.shop.test"));
    let place = place();
    let mut crawl = Crawl::open(&place.path, client(&server), options.clone()).unwrap();
    let first = crawl.next().unwrap().unwrap();
    crawl.handle().done(first.id, &[]).unwrap();
    // What is forbidden is settled before the one after it is asked.
    while !server.paths().contains(&"/a".to_owned()) {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(crawl);
    let rest = visit_in(&place, &server, options.clone().with_exclude(vec!["*/nothing".to_owned()]));
    assert_eq!(rest.paths, ["/post", "/a"]);
    assert_eq!(total(&rest.report.robots), 1);
    // Whoever disobeys robots.txt still gets nothing that a new pattern leaves out.
    let without = options.with_obey_robots(false).with_exclude(vec!["*/forbidden".to_owned()]);
    assert_eq!(visit_in(&place, &server, without).paths, Vec::<String>::new());
}

#[test]
fn a_budget_has_room_for_a_page_that_comes_late() {
    let late = || Answer::status(404).after(Duration::from_millis(300));
    let shop = |links| shop_with_blog(late(), links);
    let crawl = |server: &Server, max_pages| {
        let options = options(server).with_start(start_at(server, "www.shop.test"));
        visit(server, options.with_max_pages(Some(max_pages))).paths
    };
    let server = shop("<a href=/a>b</a><a href=/b>c</a><a href=/c>d</a>");
    assert_eq!(crawl(&server, 3), ["/", "/post", "/a"]);
    assert!(!server.paths().contains(&"/b".to_owned()), "no more is asked than is handed out");
    let server = shop("<a href=/forbidden/1>b</a><a href=/forbidden/2>c</a><a href=/a>d</a><a href=/b>e</a>");
    assert_eq!(crawl(&server, 3), ["/", "/post", "/a"]);
}

/// Three sites that link to each other.
fn three_sites() -> Server {
    Server::start(|request| match (host(request).as_str(), request.path()) {
        (_, "/robots.txt") => Answer::status(404),
        ("one.test", "/") => {
            Answer::html(ported(request, "<a href='//two.test/b'>a</a><a href=/1>b</a><a href='//three.test/'>c</a>"))
        }
        ("one.test", "/1") => {
            Answer::html(ported(request, "<a href='//www.two.test/'>a</a><a href='//two.test/b'>b</a>"))
        }
        ("two.test", "/b") => Answer::html(ported(request, "<a href=/c>a</a><a href='//one.test/late'>b</a>")),
        ("old.test", _) => Answer::redirect(301, ported(request, "http://one.test/")),
        _ => Answer::html("<p>a"),
    })
}

#[test]
fn sites_are_crawled_one_after_the_other() {
    let server = three_sites();
    let options = options(&server).with_start(start_at(&server, "one.test"));
    let one = visit(&server, options.clone());
    assert_eq!(addresses(&one), ["one.test/", "one.test/1"]);
    let outgoing =
        |visit: &Visit| visit.report.outgoing.iter().map(|site| (site.site.clone(), site.links)).collect::<Vec<_>>();
    assert_eq!(outgoing(&one), [("two.test".to_owned(), 3), ("three.test".to_owned(), 1)]);

    let two = visit(&server, options.clone().with_max_sites(2));
    assert_eq!(addresses(&two), ["one.test/", "one.test/1", "two.test/b", "www.two.test/", "two.test/c"]);
    assert_eq!(
        two.pages.iter().map(|page| (page.site.as_str(), page.depth)).collect::<Vec<_>>(),
        [("one.test", 0), ("one.test", 1), ("two.test", 0), ("two.test", 0), ("two.test", 1)]
    );
    assert_eq!(outgoing(&two), [("three.test".to_owned(), 1)]);
    assert_eq!(two.report.sites, 2);

    let both =
        visit(&server, options.with_start([start_at(&server, "three.test"), start_at(&server, "one.test")].concat()));
    assert_eq!(addresses(&both), ["three.test/", "one.test/", "one.test/1"]);
}

#[test]
fn a_start_that_has_moved_to_another_site_is_crawled_there() {
    let server = three_sites();
    let visit = visit(&server, options(&server).with_start(start_at(&server, "old.test")));
    assert_eq!(addresses(&visit), ["one.test/", "one.test/1"]);
}

#[test]
fn sitemaps_of_robots_are_further_starting_points() {
    let urls = |paths: &[&str]| {
        let entry = |path: &&str| format!("<url><loc>http://shop.test{path}</loc></url>");
        format!("<urlset>{}</urlset>", paths.iter().map(entry).collect::<String>())
    };
    let server = Server::start(move |request| match (host(request).as_str(), request.path()) {
        ("shop.test", "/robots.txt") => {
            let robots = "User-agent: *\nDisallow: /secret\nSitemap: /index.xml\nSitemap: http://lists.test/x\nSitemap: /none.xml\n";
            Answer::new(200, ported(request, robots))
        }
        (_, "/robots.txt") => Answer::status(404),
        ("shop.test", "/index.xml") => Answer::new(
            200,
            "<sitemapindex><sitemap><loc>/1.xml.gz</loc></sitemap><sitemap><loc>/index.xml</loc></sitemap></sitemapindex>",
        ),
        ("shop.test", "/1.xml.gz") => {
            Answer::new(200, coded::gzip(ported(request, &urls(&["/listed", "/secret", "/"])).as_bytes()))
        }
        ("lists.test", "/x") => {
            Answer::new(200, ported(request, "http://shop.test/by-others\nhttp://elsewhere.test/\n"))
                .header("Content-Type", "text/plain")
        }
        ("shop.test", "/listed") => Answer::html("<a href=/behind>a</a>"),
        ("shop.test", "/none.xml") => Answer::html("<p>This is not a sitemap"),
        ("shop.test", "/start.xml") => {
            Answer::new(200, ported(request, &urls(&["/listed"]))).header("Content-Type", "text/xml")
        }
        _ => Answer::html("<p>a"),
    });
    let options = options(&server).with_start(start_at(&server, "shop.test"));
    assert_eq!(visit(&server, options.clone()).paths, ["/"]);
    let listed = visit(&server, options.clone().with_sitemaps(true));
    assert_eq!(listed.paths, ["/", "/by-others", "/listed", "/behind"]);
    assert_eq!(counts(&listed.report.errors), [("no sitemap", 1)]);
    assert_eq!(listed.report.outgoing[0].site, "elsewhere.test");
    // A start address may be a list by itself.
    let start = vec![start_at(&server, "shop.test")[0].join("/start.xml").unwrap()];
    assert_eq!(visit(&server, options.with_start(start)).paths, ["/listed", "/behind"]);
}
