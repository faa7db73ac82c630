//! What is no page, where pages say they are from, and what is said of mistakes with either.

#![cfg(unix)]

mod run;

use run::Room;

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xDE";
const FEED: &str =
    "<?xml version='1.0'?><rss version='2.0'><channel><item><link>https://a.example/1</link></item></channel></rss>";
const LIST: &str = "<ul><li><a href=a>One thing</a> x<li><a href=b>Another</a> y<li><a href=c>A third</a> z</ul>";

#[test]
fn what_is_no_page_says_what_it_is() {
    let room = Room::with(&[
        ("a.pdf", "%PDF-1.7\n1 0 obj\n"),
        ("a.json", "{\"html\": \"<p>Hello\"}"),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><text>Hello</text></svg>"),
        ("a.kml", "<?xml version='1.0'?><kml><name>Hello</name></kml>"),
        ("feed.html", FEED),
        (
            "page.xhtml",
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><body><p>Hello</p></body></html>",
        ),
        ("icons.html", "<svg xmlns='http://www.w3.org/2000/svg'><path/></svg><p>Hello"),
    ]);
    room.write("a.png", PNG);
    room.write("noise.html", &(0..8000_u32).map(|n| ((n * n) >> 3) as u8).collect::<Vec<u8>>());
    for command in ["text", "clean", "records", "segment"] {
        room.tamis(&format!("{command} a.png --render none"))
            .ends_with(4)
            .prints("")
            .says("error: a.png: this is a PNG image, not a page\nhint: tamis reads HTML");
    }
    room.tamis("text a.pdf").ends_with(4).says("this is a PDF document, not a page\nhint: ").says("pdftotext");
    room.tamis("text a.json").ends_with(4).says("this is JSON, not a page\nhint: ").says("jq");
    room.tamis("text a.svg").ends_with(4).says("this is an SVG image, not a page\nhint: ");
    room.tamis("text a.kml").ends_with(4).says("this is an XML document, not a page\nhint: ");
    room.tamis("text noise.html").ends_with(4).says("this is binary data, not a page\nhint: ");
    room.tamis("text feed.html").ends_with(4).says("this is a feed, not a page\nhint: ");
    room.tamis_reading("text -", FEED.as_bytes())
        .ends_with(4)
        .says("error: standard input: this is a feed, not a page");
    room.tamis_reading("text -", PNG).ends_with(4).says("error: standard input: this is a PNG image, not a page");
    room.tamis("text page.xhtml").ends_with(0).quietly().prints("Hello\n");
    room.tamis("text icons.html --method none").ends_with(0).quietly().prints("Hello\n");
    room.shell("printf '<p>Hello' | gzip > once.html; exec \"$TAMIS\" text once.html", b"")
        .ends_with(0)
        .prints("Hello\n");
    room.shell("printf '<p>Hello' | gzip | gzip > twice.html; exec \"$TAMIS\" text twice.html", b"")
        .ends_with(4)
        .says("this is a gzip archive, not a page\nhint: ");
}

#[cfg(not(feature = "network"))]
#[test]
fn a_feed_is_no_page_where_nothing_can_be_fetched() {
    let room = Room::with(&[("feed.xml", FEED)]);
    room.tamis("text feed.xml")
        .ends_with(4)
        .says("this is a feed, not a page\nhint: build it with the feature `network`");
}

#[test]
fn among_many_pages_it_costs_a_row() {
    let room = Room::with(&[("pages/a.html", "<p>Hello"), ("pages/c.html", "<p>Again")]);
    room.write("pages/b.html", PNG);
    room.write("pages/d.html", PNG);
    let ran = room.tamis("text pages").ends_with(4).says("4 pages: 2 written, 2 failed");
    assert_eq!(ran.stderr.matches("hint: ").count(), 1, "{}", ran.stderr);
    let lines = ran.lines();
    let statuses: Vec<_> = lines.iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, ["ok", "error", "ok", "error"]);
    assert_eq!(lines[1]["error"], "this is a PNG image, not a page");
    assert_eq!(lines[2]["text"], "Again");
}

#[cfg(feature = "archives")]
#[test]
fn an_archive_says_html_and_holds_none() {
    let record = |address: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", body.len());
        let length = head.len() + body.len();
        let start = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n"
        );
        [start.as_bytes(), head.as_bytes(), body, b"\r\n\r\n"].concat()
    };
    let room = Room::new();
    let records = [record("https://a.example/1", PNG), record("https://a.example/2", b"<p>Hello")];
    room.write("x.warc", &records.concat());
    let ran = room.tamis("text x.warc").ends_with(4);
    let lines = ran.lines();
    assert_eq!((lines.len(), &lines[0]["url"]), (2, &"https://a.example/1".into()));
    assert_eq!(lines[0]["error"], "this is a PNG image, not a page");
    assert_eq!((&lines[1]["text"], &lines[1]["url_from"]), (&"Hello".into(), &"given".into()));
}

#[test]
fn pages_say_their_own_address() {
    let room = Room::with(&[
        (
            "p/1.html",
            "<!-- saved from url=(0021)https://a.example/one -->\n<link rel=canonical href=https://b.example/><p>Hello",
        ),
        ("p/2.html", "<link rel=canonical href=https://a.example/two><p>Hello"),
        ("p/3.html", "<base href=https://a.example/three/><p>Hello"),
        ("p/4.html", "<link rel=canonical href=/four><p>Hello"),
    ]);
    let addresses = |arguments: &str| -> Vec<(String, String)> {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let ran = room.tamis(arguments).ends_with(0).quietly();
        ran.lines().iter().map(|line| (text(&line["url"]), text(&line["url_from"]))).collect()
    };
    let check = |arguments: &str, expect: [(&str, &str); 4]| {
        let found = addresses(arguments);
        assert_eq!(found, expect.map(|(url, from)| (url.to_owned(), from.to_owned())), "{arguments}");
    };
    let one = ("https://a.example/one", "saved-from");
    let two = ("https://a.example/two", "canonical");
    let three = ("https://a.example/three/", "base");
    let none = ("", "");
    check("text p", [one, two, three, none]);
    check("text p --url-from canonical,saved-from", [("https://b.example/", "canonical"), two, none, none]);
    check("text p --url-from none", [none; 4]);
    let below = |name| (name, "path");
    let paths = [
        "https://c.example/x/1.html",
        "https://c.example/x/2.html",
        "https://c.example/x/3.html",
        "https://c.example/x/4.html",
    ];
    check("text p --url https://c.example/x --url-from path", paths.map(below));
    check(
        "text p --url https://c.example/x --url-from base,path",
        [below(paths[0]), below(paths[1]), three, below(paths[3])],
    );
    room.tamis("text p --url-from none,base").ends_with(1).says("error: --url-from none stands alone\nhint: ");
    room.tamis("text p --url-from cannonical")
        .ends_with(1)
        .says("hint: one of saved-from, canonical, base, path, none");
    // What the user says comes before what the page says.
    let page = &room.tamis("text p/1.html --format jsonl --url https://d.example/").ends_with(0).lines()[0];
    assert_eq!((&page["url"], &page["url_from"]), (&"https://d.example/".into(), &"given".into()));
}

#[test]
fn the_paths_of_a_mirror_are_addresses() {
    let room =
        Room::with(&[("m/a.example/lamps/index.html", "<p><a href=desk>Desk</a>"), ("m/b.example/x.html", "<p>Hello")]);
    let ran = room.tamis("text m --url-from path").ends_with(0);
    let urls: Vec<_> = ran.lines().iter().map(|line| line["url"].clone()).collect();
    assert_eq!(urls, ["https://a.example/lamps/", "https://b.example/x.html"]);
    room.tamis("text m/a.example/lamps/index.html --method none --markdown --url-from path")
        .ends_with(0)
        .prints("[Desk](https://a.example/lamps/desk)\n");
    let ran = room.tamis("site m --url-from path --ask text").ends_with(0);
    ran.says("2 pages of 2 sites");
}

#[test]
fn links_are_relative_to_the_base_before_any_address() {
    let room = Room::with(&[(
        "p.html",
        "<link rel=canonical href=https://a.example/x/y><base href=/z/><p><a href=desk>Desk</a>",
    )]);
    room.tamis("text p.html --method none --markdown").ends_with(0).prints("[Desk](https://a.example/z/desk)\n");
}

#[test]
fn one_address_is_not_that_of_many_pages() {
    let room = Room::with(&[("p/1.html", "<p>Hello"), ("p/2.html", "<p>Hello")]);
    for sources in ["p", "p/1.html p/2.html", "'p/*.html'"] {
        room.tamis(&format!("text {sources} --url https://a.example/"))
            .ends_with(1)
            .prints("")
            .says("error: --url is the address of one page, and there may be many here\nhint: leave it out: ")
            .says("--url-from path");
    }
    room.tamis("text p/1.html --url https://a.example/").ends_with(0).quietly();
}

#[test]
fn an_address_in_the_place_of_a_file_is_answered() {
    let room = Room::with(&[("p.html", "<p>Hello")]);
    for option in ["-o", "--output-dir", "--cdx"] {
        let ran = room.tamis(&format!("text p.html {option} https://me:s3cret@a.example/x"));
        let ran = ran.ends_with(1).says("takes a path on this machine, not an address\nhint: ");
        assert!(!ran.stderr.contains("s3cret"), "{}", ran.stderr);
    }
    #[cfg(feature = "network")]
    room.tamis("text --urls https://a.example/sitemap.xml")
        .ends_with(1)
        .says("hint: give the address of a page, a sitemap");
    room.tamis("site p.html --store https://a.example/x")
        .ends_with(1)
        .says("hint: give a file, as in --store shop.tamis");
    for named in ["example.org/page", "www.example.org", "example.org", "example.org/page?id=2"] {
        room.tamis(&format!("text '{named}'"))
            .ends_with(4)
            .says("hint: there is no such file; for a page of the web write https:// before it");
    }
    room.tamis("text missing.html").ends_with(4).says("hint: check the spelling");
    room.tamis("text file:///tmp/missing.html").ends_with(4).says("hint: only http and https addresses are fetched");
    room.tamis("text notes/missing.html").ends_with(4).says("hint: check the spelling");
}

#[test]
fn nothing_found_is_said_whatever_the_command_and_the_form() {
    let room =
        Room::with(&[("empty.html", "<!doctype html><title>x</title>"), ("pages/a.html", ""), ("pages/b.html", " ")]);
    for command in [
        "text empty.html",
        "text empty.html --format json",
        "text empty.html --markdown",
        "text empty.html -o out.txt",
        "clean empty.html",
        "clean empty.html --format jsonl",
        "segment empty.html --render none",
        "records empty.html --render none",
        "records empty.html --render none --format csv",
        "records empty.html --method mdr",
        "text empty.html --output-dir out",
    ] {
        let ran = room.tamis(command).ends_with(2);
        assert!(ran.stderr.starts_with("warning: empty.html: "), "{command}: {:?}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{command}: {:?}", ran.stderr);
    }
    for command in
        ["text pages", "clean pages", "records pages --render none", "segment pages --output-dir out --render none"]
    {
        room.tamis(command).ends_with(2).says("2 pages: 2 written, nothing found on 2");
    }
    room.write("list.html", LIST.as_bytes());
    room.tamis("text list.html empty.html").ends_with(0).quietly();
    room.tamis("text list.html empty.html -v").ends_with(0).says("2 pages: 2 written, nothing found on 1");
}
