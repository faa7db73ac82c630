//! `tamis crawl`: a site of the network, read as `tamis site` does, and going on after any end.

#![cfg(all(unix, feature = "crawl", feature = "sqlite"))]

mod run;

#[cfg(target_os = "linux")]
use run::{Ran, wait_for_grace};
use run::{Room, wait_until};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::{Command, Stdio};
use tamis::network::test_server::{Asked, Gate, Reply, Web};

const N_LISTS: usize = 6;
const N_LAMPS: usize = 5;

/// The page that is asked for last.
const LAST_LAMP: &str = "/lamp/5-4";

/// A shop with lists of lamps, a page each, and some that nobody should ask for.
fn shop(asked: &Asked) -> Reply {
    let words: Vec<&str> = asked.target.trim_start_matches('/').split(['/', '-']).collect();
    match words.as_slice() {
        ["robots.txt"] => Reply::new("text/plain", "User-agent: *\nDisallow: /basket\n"),
        [""] => {
            let mut links = String::new();
            for list in 0..N_LISTS {
                let _ = write!(links, "<a href=/list/{list}>List {list}</a> ");
            }
            Reply::html(format!(
                "<title>Lamps</title><h1>Lamps</h1>{links}<a href=/basket/1>Basket</a> <a href=/gone>Old</a> \
                 <a href=https://desks.example/>Desks</a>"
            ))
        }
        ["list", list] => {
            let mut items = String::new();
            for lamp in 0..N_LAMPS {
                let _ = write!(
                    items,
                    "<li><h3><a href=/lamp/{list}-{lamp}>Lamp {list}-{lamp}</a></h3><b>{lamp}.50 €</b></li>"
                );
            }
            Reply::html(format!(
                "<title>List</title><nav><a href=/>Home</a></nav><main><h1>List {list}</h1><ol>{items}</ol></main>"
            ))
        }
        ["lamp", list, lamp] => {
            let text =
                format!("<p>The lamp {list}-{lamp} is made of brass and stands on the desks of many people.</p>");
            Reply::html(format!(
                "<title>Lamp</title><nav><a href=/>Home</a></nav><article><h1>Lamp</h1>{}</article>",
                text.repeat(4)
            ))
        }
        _ => Reply::status(404),
    }
}

/// All pages of the shop.
fn expected(web: &Web) -> BTreeSet<String> {
    let lists = (0..N_LISTS).map(|list| format!("/list/{list}"));
    let lamps = (0..N_LISTS).flat_map(|list| (0..N_LAMPS).map(move |lamp| format!("/lamp/{list}-{lamp}")));
    std::iter::once("/".to_owned()).chain(lists).chain(lamps).map(|path| web.url(&path)).collect()
}

fn addresses(lines: &str) -> Vec<String> {
    let address = |line: &str| {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        line["url"].as_str().expect("a page has an address").to_owned()
    };
    lines.lines().map(address).collect()
}

#[test]
fn a_site_is_crawled_breadth_first_and_its_templates_are_learned() {
    let (room, web) = (Room::new(), Web::start(shop));
    let start = web.url("/");
    let line = format!(
        "crawl {start} --store s.tamis -o out.jsonl --warc out.warc.gz --report r.json --delay 0 --allow-private"
    );
    let ran = room.tamis(&line);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let found = addresses(&room.read("out.jsonl"));
    assert_eq!(found.len(), 1 + N_LISTS + N_LISTS * N_LAMPS);
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected(&web));
    assert!(found[1..=N_LISTS].iter().all(|address| address.contains("/list/")), "{found:?}");
    let used = room.read("out.jsonl").lines().filter(|line| line.contains("\"used\":true")).count();
    assert!(used > N_LISTS * N_LAMPS / 2, "{used} mapped");
    let targets = web.targets();
    assert!(!targets.iter().any(|target| target.starts_with("/basket")), "{targets:?}");
    assert!(ran.stderr.contains("forbidden by robots.txt: 1"), "{}", ran.stderr);
    assert!(ran.stderr.contains("404 1"), "{}", ran.stderr);
    let report: Value = serde_json::from_str(&room.read("r.json")).expect("the report is JSON");
    assert_eq!((&report["done"], &report["outgoing"][0]["site"]), (&found.len().into(), &"desks.example".into()));
    // What was stored is what was read.
    let again = room.tamis("text out.warc.gz --method none");
    let stored: Vec<Value> = again.lines().iter().map(|line| line["url"].clone()).collect();
    assert_eq!(stored, found);
    // There is nothing more: nothing is asked, and nothing written twice.
    let before = web.targets().len();
    let ran = room.tamis(&line);
    assert_eq!((ran.code, web.targets().len()), (0, before), "{}", ran.stderr);
    assert_eq!(addresses(&room.read("out.jsonl")), found);
}

#[test]
fn kills_cost_no_page_and_write_none_twice() {
    let room = Room::new();
    // The last page does not come before all kills: the crawl cannot end before them.
    let gate = Gate::default();
    let held = gate.clone();
    let web = Web::start(move |asked| {
        if asked.target == LAST_LAMP {
            held.wait();
        }
        shop(asked)
    });
    let arguments = [
        "crawl",
        &web.url("/"),
        "--store",
        "s.tamis",
        "-o",
        "out.jsonl",
        "--delay",
        "0.01",
        "--connections",
        "2",
        "--allow-private",
        "--ask",
        "text",
    ];
    let n_kills = 12;
    for attempt in 0..n_kills {
        let n_before = web.targets().len();
        let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(arguments)
            .current_dir(room.path(""))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        // Some right at the beginning, most when some pages more are asked for, or nothing is left but the last.
        wait_until("the crawl goes on", || {
            let since = web.targets().split_off(n_before);
            since.len() >= attempt % 6 || since.iter().any(|target| target == LAST_LAMP)
        });
        child.kill().expect("can be killed");
        assert_eq!(child.wait().expect("has ended").code(), None, "the crawl ended by itself");
    }
    gate.open();
    web.settle();
    let ran = room.tamis(&arguments.join(" "));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let found = addresses(&room.read("out.jsonl"));
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected(&web));
    assert_eq!(found.len(), expected(&web).len(), "no page twice");
    let mut n_asked: BTreeMap<String, usize> = BTreeMap::new();
    for target in web.targets() {
        *n_asked.entry(target).or_default() += 1;
    }
    let n_again: usize = n_asked.values().map(|n| n - 1).sum();
    // What was on its way, and robots.txt if that was.
    assert!(n_again <= 2 * n_kills, "{n_again} asked again after {n_kills} kills: {n_asked:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_crawl_says_so_and_goes_on() {
    let room = Room::new();
    let gate = Gate::default();
    let held = gate.clone();
    let web = Web::start(move |asked| {
        if asked.target == "/lamp/0-0" {
            held.wait();
        }
        shop(asked)
    });
    let line = format!("crawl {} --store s.tamis -o out.jsonl --delay 0.01 --allow-private --ask text", web.url("/"));
    let child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(line.split(' '))
        .current_dir(room.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    wait_until("pages are done", || fs::read_to_string(room.path("out.jsonl")).is_ok_and(|text| text.contains('\n')));
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
    wait_for_grace(&child);
    gate.open();
    let ended = child.wait_with_output().expect("ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let ran = Ran { code: ended.status.code().unwrap_or(-1), stdout: text(ended.stdout), stderr: text(ended.stderr) };
    let ran = ran.ends_with(143).says("pages are done\nhint: the same command goes on\n");
    assert!(!ran.stderr.contains("error:"), "{}", ran.stderr);
    let n_before = addresses(&room.read("out.jsonl")).len();
    assert!((1..expected(&web).len()).contains(&n_before), "{n_before}");
    room.tamis(&line).ends_with(0);
    let found = addresses(&room.read("out.jsonl"));
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected(&web));
    assert_eq!(found.len(), expected(&web).len(), "no page twice");
}

#[test]
fn budgets_and_patterns_hold_over_all_runs() {
    let (room, web) = (Room::new(), Web::start(shop));
    let start = web.url("/");
    let common = format!("crawl {start} --frontier f --delay 0 --allow-private --ask text -o out.jsonl");
    assert_eq!(room.tamis(&format!("{common} --max-pages 3")).code, 0);
    assert_eq!(addresses(&room.read("out.jsonl")).len(), 3);
    let ran = room.tamis(&format!("{common} --max-depth 1 --exclude '*/list/5'"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let found = addresses(&room.read("out.jsonl"));
    assert_eq!(found.len(), 1 + N_LISTS - 1, "{found:?}");
    assert!(!web.targets().iter().any(|target| target == "/list/5" || target.starts_with("/lamp")));
}

#[test]
fn mistakes_are_told_before_anything_is_asked() {
    let (room, web) = (Room::new(), Web::start(shop));
    let refused = room.tamis(&format!("crawl {} --frontier f --delay 0 --ask text", web.url("/")));
    assert!(web.targets().is_empty(), "{}", refused.stderr);
    assert!(refused.stderr.contains("127.0.0.1"), "{}", refused.stderr);
    let ran = room.tamis("crawl --delay 0");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("there is no address to begin with"), "{}", ran.stderr);
    room.write("page.frontier", b"<p>This is no frontier but a page of somebody.");
    let ran = room.tamis(&format!("crawl {} --frontier page.frontier --allow-private", web.url("/")));
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("is no frontier of a crawl"), "{}", ran.stderr);
    assert_eq!(room.read("page.frontier"), "<p>This is no frontier but a page of somebody.");
    let ran = room.tamis(&format!("crawl {} --frontier f2 --allow-private --include '['", web.url("/")));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
}

#[test]
fn what_earlier_runs_wrote_is_never_cut_off() {
    let (room, web) = (Room::new(), Web::start(shop));
    let line = |more: &str| format!("crawl {} --delay 0 --allow-private --ask text {more}", web.url("/"));
    let first = room.tamis(&line("--frontier a/f --max-pages 5 -o a/out.jsonl --warc a/out.warc.gz"));
    assert_eq!(first.code, 1, "the directory is not there: {}", first.stderr);
    assert!(web.targets().is_empty(), "nothing is asked before the output is open");
    room.write("a/note.txt", b"");
    assert_eq!(room.tamis(&line("--frontier a/f --max-pages 5 -o a/out.jsonl --warc a/out.warc.gz")).code, 0);
    // Elsewhere, with its files.
    fs::rename(room.path("a"), room.path("b")).expect("is moved");
    assert_eq!(room.tamis(&line("--frontier b/f --max-pages 9 -o b/out.jsonl --warc b/out.warc.gz")).code, 0);
    let found = addresses(&room.read("b/out.jsonl"));
    assert_eq!(found.len(), 9);
    assert_eq!(room.tamis("text b/out.warc.gz --method none").lines().len(), 9);
    // A file of somebody else, while the pages are in another one.
    room.write("b/other.jsonl", b"precious\n");
    let ran = room.tamis(&line("--frontier b/f -o b/other.jsonl"));
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("this crawl has written its pages elsewhere"), "{}", ran.stderr);
    assert_eq!(room.read("b/other.jsonl"), "precious\n");
    // Something shorter than what was written.
    room.write("b/out.jsonl", b"{}\n");
    let ran = room.tamis(&line("--frontier b/f -o b/out.jsonl"));
    assert!(ran.stderr.contains("and the crawl wrote"), "{}", ran.stderr);
    assert_eq!(room.tamis(&line("--frontier c --max-pages 2 -o /dev/null")).code, 0);
}

#[test]
fn sites_with_one_store_have_crawls_of_their_own() {
    let (room, one, other) = (Room::new(), Web::start(shop), Web::start(shop));
    for web in [&one, &other] {
        let line = format!("crawl {} --store s.tamis --max-pages 4 --delay 0 --allow-private --ask text", web.url("/"));
        let ran = room.tamis(&line);
        assert_eq!(addresses(&ran.stdout).len(), 4, "{}", ran.stderr);
        assert!(ran.stdout.contains(&web.url("/")));
    }
    assert_eq!(room.list("").iter().filter(|name| name.ends_with(".frontier")).count(), 2);
}

#[test]
fn a_list_of_addresses_from_standard_input_begins_a_crawl() {
    let (room, web) = (Room::new(), Web::start(shop));
    let list = format!("# lamps\n{}\n", web.url("/list/1"));
    let line = "crawl --urls - --max-depth 0 --delay 0 --allow-private --ask text";
    let ran = room.tamis_reading(line, list.as_bytes());
    assert_eq!(addresses(&ran.stdout), [web.url("/list/1")], "{}", ran.stderr);
}
