//! Links of small pages.

use super::*;

const PAGE: &str = "https://a.example/dir/page";

fn of_capture(capture: &Capture, agent: &str) -> Links {
    links(capture, &Document::parse(capture.clone().decode(None).text), agent)
}

fn read(html: &str) -> Links {
    of_capture(&Capture::new(html).with_url(Url::parse(PAGE).unwrap()), "tamis/0.1.0")
}

/// The addresses in order, relative to the host of the page; those that are not to be followed end with a minus.
#[track_caller]
fn check(html: &str, expect: &[&str]) {
    let found = read(html).links;
    let spelt = found.iter().map(|link| {
        let url = link.url.as_str();
        let minus = if link.is_nofollow { "-" } else { "" };
        format!("{}{minus}", url.strip_prefix("https://a.example").unwrap_or(url))
    });
    assert_eq!(spelt.collect::<Vec<_>>(), expect, "{html}");
}

#[test]
fn links_of_all_kinds_come_in_document_order() {
    check(
        "<link rel=next href=2><link rel='x PREV' href=0><link rel=stylesheet href=css><a href=/a>a</a>\
         <map><area href=//b.example/b></map><iframe src=c></iframe><a href='?d'>d</a><img src=x><form action=y></form>",
        &["/dir/2", "/dir/0", "/a", "https://b.example/b", "/dir/c", "/dir/page?d"],
    );
    check("<frameset><frame src=a><frame src=b></frameset>", &["/dir/a", "/dir/b"]);
    check("<svg><a xlink:href=/x><text>x</text></a><a href=/y></a></svg>", &["/x", "/y"]);
}

#[test]
fn each_address_comes_once_without_its_fragment() {
    check("<a href=/a#x>1</a><a href=/b>2</a><a href=/a#y>3</a><a href=/a>4</a>", &["/a", "/b"]);
}

#[test]
fn only_addresses_of_the_web_count() {
    check(
        "<a href=javascript:x()><a href=mailto:a@b><a href=tel:1><a href=data:,x><a href=ftp://a/b><a href=file:///a>\
         <a href=blob:https://a/b><a href='http://['><a href=''><a href=#top><a><a href='  HTTPS://A.example/\n x '>",
        &["/%20x"],
    );
}

#[test]
fn the_first_base_counts() {
    check("<base target=_top><base href=/b/><base href=/c/><a href=x>x</a>", &["/b/x"]);
    check("<a href=x>x</a><base href=https://b.example/>", &["https://b.example/x"]);
    check("<template><base href=/t/><a href=in></a></template><a href=x>x</a>", &["/dir/x"]);
    check("<iframe srcdoc='<base href=/f/><a href=in>in</a>'></iframe><a href=x>x</a>", &["/dir/x"]);
}

#[test]
fn a_link_is_followed_if_any_copy_of_it_may_be() {
    check(
        "<a href=/a rel=nofollow><a href=/b rel='noopener UGC'><a href=/c rel=sponsored><a href=/d rel=noreferrer>\
         <a href=/e rel=nofollow><a href=/e>",
        &["/a-", "/b-", "/c-", "/d", "/e"],
    );
}

#[test]
fn pages_say_what_crawlers_may_do() {
    let of = |html: &str| (read(html).is_noindex, read(html).is_nofollow);
    assert_eq!(of("<meta name=robots content='noindex, nofollow'>"), (true, true));
    assert_eq!(of("<meta name=ROBOTS content=None>"), (true, true));
    assert_eq!(of("<meta name=Tamis content=nofollow>"), (false, true));
    assert_eq!(of("<meta name=otherbot content=none>"), (false, false));
    assert_eq!(of("<meta name=robots content=noindex><meta name=robots content=nofollow>"), (true, true));
    assert_eq!(of("<p>nofollow"), (false, false));
    let capture =
        Capture::new("<a href=/a>").with_url(Url::parse(PAGE).unwrap()).with_header("X-Robots-Tag", "tamis: none");
    let found = of_capture(&capture, "Tamis/0.1.0");
    assert!(found.is_nofollow && found.is_noindex);
    assert_eq!(found.links.len(), 1, "the links are told all the same: the caller may be told to follow them");
}

#[test]
fn the_page_s_own_address_comes_from_the_page_or_its_header() {
    let canonical = |html: &str, header: &str| {
        let capture = Capture::new(html).with_url(Url::parse(PAGE).unwrap()).with_header("Link", header);
        of_capture(&capture, "tamis").canonical.map(|url| url.to_string())
    };
    let own = Some("https://a.example/own".to_owned());
    assert_eq!(canonical("<link rel=canonical href=/own#x>", ""), own);
    assert_eq!(
        canonical("<base href=https://b.example/><link rel=CANONICAL href=own>", "").as_deref(),
        Some("https://b.example/own")
    );
    assert_eq!(canonical("", "</own>; rel=\"canonical\""), own);
    assert_eq!(canonical("<link rel=canonical href=/own>", "</other>; rel=canonical"), own);
    assert_eq!(canonical("<link rel=canonical href=/own><link rel=canonical href=/own>", ""), own);
    assert_eq!(canonical("<link rel=canonical href=/own><link rel=canonical href=/other>", ""), None);
    assert_eq!(canonical("<link rel=canonical href=''><link rel=canonical href=ftp://x/y>", ""), None);
}

#[test]
fn a_refresh_is_a_link() {
    let found = read("<meta http-equiv=Refresh content='3; url=../next'><a href=/a>");
    assert_eq!(found.refresh.unwrap().as_str(), "https://a.example/next");
    check("<meta http-equiv=Refresh content='3; url=../next'><a href=/a>", &["/next", "/a"]);
    let capture = Capture::new("").with_url(Url::parse(PAGE).unwrap()).with_header("Refresh", "0;url=/x");
    assert_eq!(of_capture(&capture, "tamis").refresh.unwrap().as_str(), "https://a.example/x");
}

#[test]
fn a_page_without_address_has_its_absolute_links() {
    let found = of_capture(&Capture::new("<a href=/a><a href=https://b.example/>"), "tamis");
    assert_eq!(found.links.len(), 1);
}

#[test]
fn the_charset_of_the_page_counts() {
    let capture = Capture::new(b"<a href=/caf\xE9>".to_vec())
        .with_url(Url::parse(PAGE).unwrap())
        .with_header("Content-Type", "text/html; charset=latin1");
    assert_eq!(of_capture(&capture, "tamis").links[0].url.path(), "/caf%C3%A9");
}

#[test]
fn a_flood_of_links_ends_at_the_limit() {
    let html: String = (0..MAX_LINKS + 500).map(|i| format!("<a href=/{i}>")).collect();
    let found = read(&(html + "<a href=/1>"));
    assert_eq!((found.links.len(), found.n_over_limit), (MAX_LINKS, 500));
}
