use super::*;
use crate::network::test_server::{Reply, Web};
use crate::network::{Network, NetworkOptions};
use std::time::Duration;
use tamis_fetch::discover::listing;

fn url(text: &str) -> Url {
    text.parse().expect("an address")
}

fn entries(urls: &[&str]) -> FetchQueue {
    let mut entries = FetchQueue::default();
    entries.add_group(urls.iter().map(|text| url(text)).collect(), AddressRole::Named);
    entries
}

fn fail(entries: &mut FetchQueue, turn: &FetchTurn) {
    entries.answer(turn, Err(AddressError::Panicked { url: turn.url.clone() }), None);
}

#[test]
fn one_request_to_a_host_is_on_its_way() {
    let mut entries = entries(&["http://a.example/1", "http://a.example/2", "http://b.example/1"]);
    let first = entries.take_turn().expect("a turn");
    let second = entries.take_turn().expect("a turn");
    assert_eq!((first.url.as_str(), second.url.as_str()), ("http://a.example/1", "http://b.example/1"));
    assert!(entries.take_turn().is_none());
    fail(&mut entries, &first);
    assert_eq!(entries.take_turn().expect("a turn").url.path(), "/2");
}

#[test]
fn answers_are_given_in_the_order_of_the_addresses() {
    let mut entries = entries(&["http://a.example/", "http://b.example/"]);
    let turns = [entries.take_turn().expect("a turn"), entries.take_turn().expect("a turn")];
    fail(&mut entries, &turns[1]);
    assert!(!entries.is_next_there() && matches!(entries.next(), NextFetch::NotYet));
    fail(&mut entries, &turns[0]);
    assert!(entries.is_next_there());
    for expect in ["http://a.example/", "http://b.example/"] {
        assert!(matches!(entries.next(), NextFetch::Answer(url, result) if url.as_str() == expect && result.is_err()));
    }
    assert!(matches!(entries.next(), NextFetch::End));
}

#[test]
fn only_so_many_addresses_are_asked_ahead() {
    let urls: Vec<String> = (0..100).map(|number| format!("http://{number}.example/")).collect();
    let mut entries = entries(&urls.iter().map(String::as_str).collect::<Vec<_>>());
    let turns: Vec<FetchTurn> = std::iter::from_fn(|| entries.take_turn()).collect();
    assert_eq!(turns.len(), MAX_AHEAD);
    fail(&mut entries, &turns[0]);
    assert!(entries.take_turn().is_none());
    assert!(matches!(entries.next(), NextFetch::Answer(..)));
    assert!(entries.take_turn().is_some());
}

#[test]
fn credentials_of_a_list_are_for_its_own_pages_and_are_not_shown() {
    let list = url("https://anna:s3cret@a.example/sitemap.xml");
    let [own, other] = ["https://a.example/1", "https://b.example/1"].map(|page| carried_over(&list, url(page)));
    assert_eq!((own.password(), other.password()), (Some("s3cret"), None));
    let mut entries = entries(&[own.as_str()]);
    let turn = entries.take_turn().expect("a turn");
    fail(&mut entries, &turn);
    assert!(matches!(entries.next(), NextFetch::Answer(url, _) if url.as_str() == "https://a.example/1"));
}

/// An answer of so many bytes.
fn page(n_bytes: usize) -> Fetched {
    let web = Web::start(move |_| Reply::html(" ".repeat(n_bytes)));
    let options = NetworkOptions { allow_private: true, delay: Duration::ZERO, ..NetworkOptions::default() };
    Network::new(&options).and_then(|network| network.fetch(&url(&web.url("/")))).expect("an answer")
}

/// Answers each address with an index of those that `listed` gives for it, until nothing is left to be asked.
fn follow(entries: &mut FetchQueue, page: &Fetched, listed: impl Fn(&Url) -> Vec<String>) -> Followed {
    let mut followed = Followed { asked: Vec::new(), errors: Vec::new() };
    loop {
        match entries.next() {
            NextFetch::End => return followed,
            NextFetch::Answer(_, result) => followed.errors.extend(result.err().map(|error| error.to_string())),
            NextFetch::NotYet => {
                let turn = entries.take_turn().expect("something can be asked");
                assert!(followed.asked.len() < 1000, "this does not end");
                followed.asked.push(turn.url.path().to_owned());
                let sitemaps: String =
                    listed(&turn.url).iter().map(|path| format!("<sitemap><loc>{path}</loc></sitemap>")).collect();
                let body = format!("<sitemapindex>{sitemaps}</sitemapindex>");
                let found = listing(body.as_bytes(), &turn.url, None, &ListingLimits::default());
                let mut fetched = page.clone();
                fetched.url = turn.url.clone();
                entries.answer(&turn, Ok(fetched), found);
            }
        }
    }
}

struct Followed {
    asked: Vec<String>,
    errors: Vec<String>,
}

fn index(limits: ListingLimits) -> FetchQueue {
    let mut entries = FetchQueue::new(limits, MAX_AHEAD_BYTES);
    entries.add_group(vec![url("http://a.example/i")], AddressRole::Named);
    entries
}

#[test]
fn each_list_is_asked_for_once() {
    let page = page(1);
    let mut entries = index(ListingLimits::default());
    let listed = |url: &Url| match url.path() {
        "/i" => ["/i", "/a", "/a#x", "/b"].repeat(2000).into_iter().map(str::to_owned).collect(),
        _ => vec!["/i".to_owned(), "/b".to_owned()],
    };
    let followed = follow(&mut entries, &page, listed);
    assert_eq!((followed.asked.join(" "), followed.errors.len()), ("/i /a /b".to_owned(), 0));
    assert_eq!(entries.n_waiting_list_bytes, 0);
}

#[test]
fn limits_of_lists_hold_before_they_are_asked() {
    let page = page(100);
    let two_more = |url: &Url| (0..2).map(|number| format!("{}{number}", url.path())).collect();
    let followed = follow(&mut index(ListingLimits::default().with_max_depth(3)), &page, two_more);
    assert_eq!((followed.asked.len(), followed.errors.len()), (1 + 2 + 4 + 8, 8), "by depth");
    assert_eq!(followed.errors[0], "http://a.example/i0000 is not read: there are more than 3 indexes above it");

    let many = |url: &Url| match url.path() {
        "/i" => (0..5000).map(|number| format!("/{number}")).collect(),
        _ => Vec::new(),
    };
    let followed = follow(&mut index(ListingLimits::default().with_max_listings(50)), &page, many);
    assert_eq!((followed.asked.len(), followed.errors.len()), (51, 1), "by number");

    let mut entries = index(ListingLimits::default().with_max_total_bytes(2000));
    let followed = follow(&mut entries, &page, many);
    // Those that are near were taken before.
    assert!((20..=21 + MAX_AHEAD).contains(&followed.asked.len()), "{}", followed.asked.len());
    assert_eq!((followed.errors.len(), entries.n_waiting_list_bytes), (1, 0), "by bytes");
}

#[test]
fn lists_that_wait_keep_others_from_being_asked() {
    let page = page(1);
    let mut entries = FetchQueue::new(ListingLimits::default(), 10_000);
    let named = (0..8).map(|number| url(&format!("http://{number}.example/list"))).collect();
    entries.add_group(named, AddressRole::Named);
    let first = entries.take_turn().expect("a turn");
    let second = entries.take_turn().expect("a turn");
    let pages: String = (0..1000).map(|number| format!("http://page.example/{number}\n")).collect();
    let found = listing(pages.as_bytes(), &second.url, None, &ListingLimits::default());
    entries.answer(&second, Ok(page), found);
    assert_eq!(entries.take_turn().expect("a page may be asked").url.host_str(), Some("page.example"));
    assert!(entries.take_turn().is_none(), "there is room for another list");
    fail(&mut entries, &first);
}

#[test]
fn what_was_done_before_is_not_asked_for() {
    let mut entries =
        entries(&["http://a.example/1", "http://l.example/list", "http://a.example/1", "http://b.example/2"]);
    // The first page, two of the list; the page that comes again is not among them.
    entries.skip(["http://a.example/1", "http://c.example/p", "http://c.example/q"].map(url).to_vec());
    let list = entries.take_turn().expect("the list has to be read");
    assert_eq!(list.url.as_str(), "http://l.example/list");
    assert!(entries.take_turn().is_none(), "nobody knows yet what comes after the list");
    let passed = |entries: &mut FetchQueue, expect: &str| match entries.next() {
        NextFetch::Answer(url, result) => {
            assert_eq!(url.as_str(), expect);
            assert!(matches!(*result, Err(AddressError::DoneBefore { .. })), "{expect}");
        }
        other => panic!("{expect}: {other:?}"),
    };
    passed(&mut entries, "http://a.example/1");
    let web = Web::start(|_| Reply::html("<p>A list."));
    let options = NetworkOptions { allow_private: true, delay: Duration::ZERO, ..NetworkOptions::default() };
    let page = Network::new(&options).expect("can ask").fetch(&url(&web.url("/"))).expect("an answer");
    let lines = "http://c.example/p\nhttp://c.example/q\nhttp://c.example/r";
    let found = listing(lines.as_bytes(), &url("http://l.example/list"), None, &ListingLimits::default());
    entries.answer(&list, Ok(page), found);
    passed(&mut entries, "http://c.example/p");
    passed(&mut entries, "http://c.example/q");
    let turns: Vec<String> = std::iter::from_fn(|| entries.take_turn()).map(|turn| turn.url.to_string()).collect();
    assert_eq!(turns, ["http://c.example/r", "http://a.example/1", "http://b.example/2"]);
}
