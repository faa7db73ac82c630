//! Pages of the network: addresses, lists of them, sitemaps and feeds, and `tamis fetch`.

#![cfg(all(unix, feature = "network"))]

mod run;

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use run::{Ran, Room, wait_until};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tamis::network::test_server::{Asked, Gate, Reply, Web};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

fn page(name: &str) -> String {
    format!(
        "<!DOCTYPE html><title>{name}</title><link rel=stylesheet href=/main.css><img src=/lamp.gif>\
         <p>This is the page {name} of a shop that sells lamps, and the café beside it."
    )
}

fn sitemap(base: &str, names: &[&str]) -> String {
    let urls: String = names.iter().map(|name| format!("<url><loc>{base}/page/{name}</loc></url>")).collect();
    format!("<?xml version='1.0'?><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{urls}</urlset>")
}

fn shop(asked: &Asked) -> Reply {
    let base = &asked.base;
    match asked.target.split('?').next().unwrap_or_default() {
        "/old" => Reply::status(301).header("Location", "/page/new"),
        "/small" => Reply::html(gzip(&page("small"))).header("Content-Encoding", "gzip"),
        "/form.pdf" => Reply::new("application/pdf", "%PDF-1.7"),
        "/index.xml" => Reply::new(
            "text/xml",
            format!(
                "<sitemapindex><sitemap><loc>{base}/a.xml.gz</loc></sitemap><sitemap><loc>{base}/none.xml</loc></sitemap>\
                 <sitemap><loc>{base}/index.xml</loc></sitemap><sitemap><loc>{base}/b.xml</loc></sitemap></sitemapindex>"
            ),
        ),
        "/a.xml.gz" => Reply::new("application/gzip", gzip(&sitemap(base, &["1", "2", "1"]))),
        "/b.xml" => Reply::new("text/plain", sitemap(base, &["2", "3"])),
        "/empty.xml" => Reply::new("text/xml", sitemap(base, &[])),
        "/feed" => Reply::new(
            "application/rss+xml",
            format!(
                "<rss version='2.0'><channel><link>{base}/</link><item><title>A</title><link>{base}/page/news</link></item></channel></rss>"
            ),
        ),
        "/private" if asked.header("authorization") == Some("Basic YW5uYTpzM2NyZXQ=") => Reply::html(page("private")),
        "/private" => Reply::status(401),
        "/main.css" => Reply::new("text/css", "@import 'more.css'; p { color: red }"),
        "/more.css" => Reply::new("text/css", "b { color: red }"),
        "/lamp.gif" => Reply::new("image/gif", "GIF89a\x10\x00\x20\x00\x00\x00\x00"),
        "/slow" => Reply::html(page("slow")).after(SLOW),
        path => path.strip_prefix("/page/").map_or_else(|| Reply::status(404), |name| Reply::html(page(name))),
    }
}

/// How long a slow page takes.
const SLOW: Duration = Duration::from_millis(3200);

/// The flags that let a test ask its own server, and not wait.
const HERE: &str = "--allow-private --delay 0 --retries 0";

fn sources(ran: &Ran) -> Vec<(String, String)> {
    let word = |line: &serde_json::Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    ran.lines().iter().map(|line| (word(line, "source"), word(line, "status"))).collect()
}

fn expected(web: &Web, pages: &[(&str, &str)]) -> Vec<(String, String)> {
    pages.iter().map(|(path, status)| (web.url(path), (*status).to_owned())).collect()
}

const TEXT: &str = "of a shop that sells lamps, and the café beside it.\n";

#[test]
fn one_address_is_one_page() {
    let (web, room) = (Web::start(shop), Room::new());
    for (path, name) in [("/page/1", "1"), ("/old", "new"), ("/small", "small")] {
        let ran = room.tamis(&format!("text {HERE} {}", web.url(path))).ends_with(0).quietly();
        ran.prints(&format!("This is the page {name} {TEXT}"));
    }
    let ran = room.tamis(&format!("text {HERE} --json {}", web.url("/old"))).ends_with(0);
    let json: serde_json::Value = serde_json::from_str(&ran.stdout).expect("one object");
    assert_eq!((&json["source"], &json["url"]), (&web.url("/old").into(), &web.url("/page/new").into()));
    assert_eq!(web.asked()[0].header("user-agent"), Some(concat!("tamis/", env!("CARGO_PKG_VERSION"))));
    let contact = format!("text {HERE} --contact anna@lamps.example {}", web.url("/page/1"));
    room.tamis(&contact).ends_with(0);
    let asked = web.asked();
    let agent = asked.last().and_then(|asked| asked.header("user-agent")).unwrap_or_default();
    assert!(agent.contains("anna@lamps.example"), "{agent}");
}

#[test]
fn every_command_takes_addresses() {
    let (web, room) = (Web::start(shop), Room::new());
    let (one, other) = (web.url("/page/1"), web.url("/page/2"));
    for command in ["clean", "text", "records", "segment", "site", "clean --method none"] {
        let ran = room.tamis(&format!("{command} {HERE} {one} {other}"));
        assert_eq!(ran.lines().len(), 2, "{command}: {}", ran.stderr);
        assert_eq!(ran.lines()[1]["url"], other, "{command}");
    }
    room.tamis(&format!("report {HERE} {one} -o why.html --render none")).ends_with(0).quietly();
    assert!(room.read("why.html").contains("page 1 of a shop"));
    room.tamis(&format!("text {HERE} {one} {other} --output-dir out")).ends_with(0).quietly();
    assert_eq!(room.list("out").len(), 3, "two pages and a manifest");
    room.tamis(&format!("text {HERE} --site {one} {other}")).ends_with(1).says("tamis fetch");
    room.tamis(&format!("text {HERE} --page {one} {other}")).ends_with(1).says("--page is for archives");
    room.tamis(&format!("text {HERE} --network {one}")).ends_with(1).says("--network is for laying pages out");
}

#[test]
fn what_is_no_page_costs_itself_and_says_what_it_is() {
    let (web, room) = (Web::start(shop), Room::with(&[("a.html", "<p>Hello")]));
    let all = ["/page/1", "/gone", "/form.pdf", "/page/2"].map(|path| web.url(path)).join(" ");
    let ran = room.tamis(&format!("text {HERE} {all} a.html http://127.0.0.1:9/")).ends_with(4);
    let statuses: Vec<_> = sources(&ran).into_iter().map(|(_, status)| status).collect();
    assert_eq!(statuses, ["ok", "error", "error", "ok", "ok", "error"]);
    let ran = ran.says("/gone: the server answered 404").says("/form.pdf is no page but application/pdf");
    ran.says("http://127.0.0.1:9/").says("6 pages: 3 written, 3 failed");
    room.tamis(&format!("text {HERE} {} --mime '*/*'", web.url("/form.pdf")))
        .ends_with(4)
        .prints("")
        .says("/form.pdf: this is a PDF document, not a page\nhint: ");
}

#[test]
fn this_machine_is_not_asked_unless_it_is_allowed() {
    let (web, room) = (Web::start(shop), Room::new());
    room.write("sitemap.xml", sitemap(&web.url(""), &["1"]).as_bytes());
    let ran = room.tamis(&format!("text {}", web.url("/page/1"))).ends_with(4).prints("");
    ran.says("is refused: 127.0.0.1 is an address of this machine").says("hint: --allow-private");
    room.tamis("text sitemap.xml").ends_with(4).says("is refused");
    room.tamis(&format!("fetch {} -o x.warc.gz", web.url("/page/1"))).ends_with(4).says("is refused");
    assert_eq!(web.targets(), [""; 0]);
}

#[test]
fn a_sitemap_stands_for_its_pages_in_order_each_once() {
    let (web, room) = (Web::start(shop), Room::new());
    let ran = room.tamis(&format!("text {HERE} {}", web.url("/index.xml"))).ends_with(4);
    let pages = [("/page/1", "ok"), ("/page/2", "ok"), ("/none.xml", "error"), ("/page/3", "ok")];
    assert_eq!(sources(&ran), expected(&web, &pages));
    let ran = room.tamis(&format!("text {HERE} {}", web.url("/feed"))).ends_with(0);
    assert_eq!(sources(&ran), expected(&web, &[("/page/news", "ok")]));
    room.write("map.xml.gz", &gzip(&sitemap(&web.url(""), &["7", "8"])));
    let ran = room.tamis(&format!("text {HERE} map.xml.gz")).ends_with(0);
    assert_eq!(sources(&ran), expected(&web, &[("/page/7", "ok"), ("/page/8", "ok")]));
    room.write("page.xml", b"<?xml version='1.0'?><html><p>An XHTML page is no list.");
    room.tamis("text page.xml").ends_with(0).quietly().prints("An XHTML page is no list.\n");
}

#[test]
fn a_list_of_addresses_is_read_line_by_line() {
    let (web, room) = (Web::start(shop), Room::new());
    let list = format!("# lamps\n{}\n\nlamps.example\n{}\n", web.url("/page/2"), web.url("/page/1"));
    room.write("list.txt", list.as_bytes());
    let pages = [("/page/2", "ok"), ("/page/1", "ok")];
    let ran = room.tamis(&format!("text {HERE} --urls list.txt")).ends_with(4);
    assert_eq!(sources(&ran)[1..], expected(&web, &pages));
    ran.says("list.txt, line 4: \"lamps.example\" is no address");
    let ran = room.tamis_reading(&format!("text {HERE} --urls -"), list.as_bytes()).ends_with(4);
    assert_eq!(sources(&ran)[1..], expected(&web, &pages));
    room.write("empty.txt", b"# nothing\n");
    room.tamis("text --urls empty.txt").ends_with(1).says("there are no addresses in empty.txt");
    room.tamis("text").ends_with(1).says("SRC");
    room.tamis("fetch --urls empty.txt -o x.warc.gz").ends_with(1).says("there are no addresses");
    room.tamis("fetch --urls list.txt").ends_with(1).says("line 4");
    room.write("map.xml", sitemap(&web.url(""), &["1", "2", "3"]).as_bytes());
    room.tamis(&format!("text {HERE} --site map.xml")).ends_with(1).says("tamis fetch");
}

#[test]
fn slow_servers_keep_the_order_and_do_not_keep_others_waiting() {
    // The slow server answers when the quick one is asked, and takes longer then than a page may.
    let (gate, room) = (Gate::default(), Room::new());
    let held = gate.clone();
    let slow = Web::start(move |asked| {
        if asked.target == "/slow" {
            held.wait();
        }
        shop(asked)
    });
    let quick = Web::start(move |asked| {
        gate.open();
        shop(asked)
    });
    let urls = [slow.url("/slow"), quick.url("/page/1"), slow.url("/page/2"), quick.url("/page/3")];
    let ran = room.tamis(&format!("text {HERE} --timeout 3 {}", urls.join(" "))).ends_with(0);
    assert_eq!(sources(&ran), urls.clone().map(|url| (url, "ok".to_owned())));
    let slow = slow.asked();
    assert!(slow[1].at >= slow[0].at + SLOW, "a host was asked twice at a time");
}

#[test]
fn pages_of_one_host_are_some_time_apart() {
    let (web, room) = (Web::start(shop), Room::new());
    let urls = ["/page/1", "/page/2", "/page/3"].map(|path| web.url(path)).join(" ");
    let begun = Instant::now();
    room.tamis(&format!("text --allow-private --delay 0.3 {urls}")).ends_with(0);
    // None comes before its turn; each may be late.
    for (number, asked) in (0..).zip(web.asked()) {
        assert!(asked.at - begun >= number * Duration::from_millis(300), "{number}: {:?}", asked.at - begun);
    }
}

#[test]
fn what_is_fetched_and_stored_reads_like_the_address_itself() {
    let (web, room) = (Web::start(shop), Room::new());
    let (old, small, gone) = (web.url("/old"), web.url("/small"), web.url("/gone"));
    room.tamis(&format!("fetch {HERE} {old} {small} -o a.warc.gz")).ends_with(0).says("a.warc.gz: 2 answers stored");
    let stored = room.tamis(&format!("text a.warc.gz --page {}", web.url("/small"))).ends_with(0).quietly();
    room.tamis(&format!("text {HERE} {small}")).ends_with(0).prints(&stored.stdout);
    assert_eq!(room.tamis("text a.warc.gz").ends_with(0).quietly().lines().len(), 2);
    // One that breaks off is cut, and grows.
    let whole = std::fs::read(room.path("a.warc.gz")).expect("the archive");
    room.write("a.warc.gz", &[&whole[..], &whole[..40]].concat());
    let ran = room.tamis(&format!("fetch {HERE} -v {gone} {} -o a.warc.gz", web.url("/page/5"))).ends_with(4);
    ran.says("/gone: 404").says("/page/5: 200").says("2 answers stored, 1 failed");
    let ran = room.tamis("text a.warc.gz").ends_with(0).quietly();
    let urls: Vec<_> = ran.lines().iter().map(|line| line["url"].clone()).collect();
    assert_eq!(urls, ["/page/new", "/small", "/gone", "/page/5"].map(|path| web.url(path)));
    // Without an archive it is what is there.
    room.tamis(&format!("fetch {HERE} {}", web.url("/more.css"))).ends_with(0).quietly().prints("b { color: red }");
    room.tamis(&format!("fetch {HERE} {gone}")).ends_with(4).prints("").says("answered 404");
    room.tamis(&format!("fetch {HERE} {old} {small}")).ends_with(1).says("add -o x.warc.gz");
    room.tamis(&format!("fetch {HERE} {old} -o x.html")).ends_with(1).says(".warc.gz");
    room.write("no.warc.gz", b"something else");
    room.tamis(&format!("fetch {HERE} {old} -o no.warc.gz")).ends_with(1);
    assert_eq!(room.read("no.warc.gz"), "something else");
}

#[test]
fn lists_and_what_pages_refer_to_are_stored_on_request() {
    let (web, room) = (Web::start(shop), Room::new());
    let stored = |name: &str| -> Vec<String> {
        let ran = room.tamis(&format!("text {name} --mime '*/*' --method none"));
        let urls = ran.lines().into_iter().map(|line| line["url"].as_str().unwrap_or_default().to_owned());
        urls.map(|url| url.replace(&web.url(""), "")).collect()
    };
    room.tamis(&format!("fetch {HERE} {} -o list.warc.gz", web.url("/b.xml"))).ends_with(0);
    assert_eq!(stored("list.warc.gz"), ["/b.xml"]);
    let all = format!("fetch {HERE} --follow-lists --with-resources {} -o all.warc.gz", web.url("/b.xml"));
    room.tamis(&all).ends_with(0).says("2 answers stored, with 3 style sheets, fonts and images");
    assert_eq!(stored("all.warc.gz"), ["/page/2", "/main.css", "/lamp.gif", "/more.css", "/page/3"]);
}

#[test]
fn a_killed_run_leaves_an_archive_that_can_be_read() {
    // One page never comes: the run cannot end before it is killed.
    let gate = Gate::default();
    let (held, room) = (gate.clone(), Room::new());
    let web = Web::start(move |asked| {
        if asked.target == "/page/20" {
            held.wait();
        }
        shop(asked)
    });
    let urls: Vec<String> = (0..200).map(|number| web.url(&format!("/page/{number}"))).collect();
    room.write("list.txt", urls.join("\n").as_bytes());
    let fetch = "--allow-private --delay 0.01 --urls list.txt -o x.warc.gz";
    let mut run = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .arg("fetch")
        .args(fetch.split(' '))
        .env("NO_PROXY", "127.0.0.1")
        .current_dir(room.path(""))
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    wait_until("a page is asked for", || web.targets().contains(&"/page/20".to_owned()));
    wait_until("a page is stored", || {
        room.path("x.warc.gz").exists()
            && room.tamis("text x.warc.gz").lines().iter().any(|line| line["url"].is_string())
    });
    run.kill().expect("can be ended");
    assert_eq!(run.wait().expect("has ended").code(), None, "the run ended by itself");
    let n_pages = room.tamis("text x.warc.gz").ends_with(0).lines().len();
    assert!((1..200).contains(&n_pages), "{n_pages} pages were stored before it was killed");
    gate.open();
}

#[test]
fn credentials_are_sent_and_appear_nowhere() {
    let (web, room) = (Web::start(shop), Room::new());
    let (private, gone) = (web.url_with_credentials("/private"), web.url_with_credentials("/gone"));
    room.write("list.txt", format!("{private}\n{gone}\nftp://anna:s3cret@a.example/\n").as_bytes());
    let runs = [
        room.tamis(&format!("text {HERE} -v --explain --json {private}")).ends_with(0),
        room.tamis(&format!("text {HERE} -v --urls list.txt --cache cache")).ends_with(4),
        room.tamis(&format!("fetch {HERE} -v --with-resources --urls list.txt -o x.warc.gz")).ends_with(4),
        room.tamis(&format!("text {private}")).ends_with(4),
        room.tamis("text http://anna:s3cret@").ends_with(1),
        room.tamis("fetch ftp://anna:s3cret@a.example/").ends_with(1),
        room.tamis_reading(&format!("text - --json --url {private}"), b"<p>Hello").ends_with(0),
    ];
    for ran in runs {
        assert!(!(ran.stdout + &ran.stderr).contains("s3cret"));
    }
    for file in room.list("cache") {
        let bytes = std::fs::read(room.path("cache").join(&file)).expect("can be read");
        assert!(!String::from_utf8_lossy(&bytes).contains("s3cret"), "{file}");
    }
    let archive = std::fs::File::open(room.path("x.warc.gz")).expect("the archive");
    let mut text = Vec::new();
    MultiGzDecoder::new(archive).read_to_end(&mut text).expect("is gzip");
    let text = String::from_utf8_lossy(&text);
    assert!(text.contains("/private HTTP/1.1") && !text.contains("s3cret") && !text.contains("YW5uYTpzM2NyZXQ"));
}

#[test]
fn the_environment_names_proxies() {
    let proxy =
        Web::start(|asked| Reply::html(page(if asked.target.starts_with("http://") { "proxied" } else { "wrong" })));
    let room = Room::new();
    let line = format!("http_proxy={} NO_PROXY= no_proxy= exec \"$TAMIS\" text http://93.184.216.34/", proxy.url(""));
    room.shell(&line, b"").ends_with(0).prints(&format!("This is the page proxied {TEXT}"));
    assert_eq!(proxy.targets(), ["http://93.184.216.34/"]);
}

#[test]
fn a_cache_asks_once() {
    let web = Web::start(|asked| shop(asked).header("Cache-Control", "max-age=600"));
    let room = Room::new();
    for _ in 0..2 {
        room.tamis(&format!("text {HERE} --cache kept {}", web.url("/page/1"))).ends_with(0).quietly();
    }
    assert_eq!(web.targets(), ["/page/1"]);
}

#[cfg(feature = "blitz")]
#[test]
fn the_embedded_renderer_loads_style_sheets_where_it_is_told_to() {
    let web = Web::start(|asked| match asked.target.as_str() {
        "/" => Reply::html("<!doctype html><link rel=stylesheet href=look.css><p>A lamp turns power into light."),
        "/look.css" => Reply::new("text/css", "p { color: #123456 }"),
        _ => Reply::status(404),
    });
    let (room, url) = (Room::new(), web.url("/"));
    let layout =
        |flags: &str| room.tamis_with_browser(&format!("inspect layout {HERE} {flags} {url}")).ends_with(0).stdout;
    assert!(!layout("").contains("#123456"));
    assert_eq!(web.targets(), ["/"]);
    assert!(layout("--network").contains("#123456"));
    // Stored with the page, they need no network.
    room.tamis(&format!("fetch {HERE} --with-resources {url} -o lamp.warc.gz")).ends_with(0);
    let stored = room.tamis_with_browser(&format!("inspect layout lamp.warc.gz --page {url}")).ends_with(0).stdout;
    assert!(stored.contains("#123456"), "{stored}");
}

const HELP: &str =
    "help: python3 -m venv target/venv && target/venv/bin/pip install warcio fastwarc, or TAMIS_SKIP_PYTHON_TESTS=1";

/// As in the tests of the archives themselves.
#[test]
fn others_read_the_archive() {
    if std::env::var_os("TAMIS_SKIP_PYTHON_TESTS").is_some_and(|value| value == "1") {
        return;
    }
    let (web, room) = (Web::start(shop), Room::new());
    room.tamis(&format!("fetch {HERE} {} {} -o x.warc.gz", web.url("/old"), web.url("/small"))).ends_with(0);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = std::env::var_os("TAMIS_WARC_PYTHON").map(PathBuf::from);
    let python = python.unwrap_or_else(|| here.join("../../target/venv/bin/python"));
    let script = here.join("../tamis-fetch/tests/interop/archives.py");
    let output = Command::new(&python).arg(script).args(["read", "warcio"]).arg(room.path("x.warc.gz")).output();
    let output = output.unwrap_or_else(|error| panic!("cannot start {}: {error}\n{HELP}", python.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("it prints text");
    let records: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let responses = records.iter().filter(|record| record[0] == "response");
    let responses: Vec<_> = responses.map(|record| (record[1].clone(), record[3].clone())).collect();
    let expect = [("/old", 301), ("/page/new", 200), ("/small", 200)];
    assert_eq!(responses, expect.map(|(path, status)| (web.url(path).into(), status.into())));
    assert_eq!(records[0][0], "warcinfo");
}

#[test]
fn a_list_without_pages_says_so() {
    let (room, web) = (Room::new(), Web::start(shop));
    let ran = room.tamis(&format!("text {} --allow-private --delay 0", web.url("/empty.xml")));
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("empty.xml"), "{}", ran.stderr);
}
