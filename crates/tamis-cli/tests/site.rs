//! `tamis site` and `tamis templates`: whole sites, their templates and what is kept of them.

#![cfg(unix)]

mod run;

use run::{Ran, Room};
use serde_json::Value;
use std::fmt::Write;

/// An article with a menu, a sidebar and a number of paragraphs.
fn article(number: usize) -> String {
    let menu = "<nav id=menu><a href=/>Home</a> <a href=/news>News</a> <a href=/about>About us</a></nav>";
    let text =
        format!("<p>Paragraph of the article {number}: it goes on for some words, and then it ends with a stop.</p>");
    let aside =
        "<aside id=more><h3>Also read</h3><ul><li><a href=/1>One</a></li><li><a href=/2>Two</a></li></ul></aside>";
    format!(
        "<!DOCTYPE html><html lang=en><title>Article {number}</title><body>{menu}<main id=content><article><h1>Article \
         {number}</h1>{}</article></main>{aside}<footer id=foot><small>All rights reserved</small></footer>",
        text.repeat(3 + number % 4)
    )
}

/// A list of things with prices.
fn list(number: usize) -> String {
    let mut items = String::new();
    for item in 0..8 + number % 5 {
        let _ = write!(
            items,
            "<li class=item><h3><a href=/lamp/{number}-{item}>Lamp number {number}-{item} of the shop</a></h3>\
             <p class=stock>In stock, {item} left</p><b class=price>{item}.50 €</b></li>"
        );
    }
    format!(
        "<!DOCTYPE html><html lang=en><title>Lamps {number}</title><body><header><table><tr><td><a href=/>Shop</a></td>\
         </tr></table></header><section id=results><ol class=products>{items}</ol></section><div id=bottom><i>Imprint</i></div>"
    )
}

/// A site with two templates, another site, and pages that cannot be read.
fn sites() -> Room {
    let room = Room::new();
    for number in 0..12 {
        room.write(&format!("shop/a{number:02}.html"), article(number).as_bytes());
        room.write(&format!("shop/l{number:02}.html"), list(number).as_bytes());
        room.write(&format!("news/{number:02}.html"), article(number).as_bytes());
    }
    room.write("shop/broken.html.gz", b"\x1f\x8b\x08 this is no gzip data");
    room.write("shop/empty.html", b"");
    room
}

/// The lines of pages that did not fail.
fn pages(ran: &Ran) -> Vec<Value> {
    ran.lines().into_iter().filter(|line| line["status"] != "error").collect()
}

fn is_used(page: &Value) -> bool {
    page["template"]["used"].as_bool().expect("every page has a template")
}

#[test]
fn a_page_of_each_template_is_asked_and_the_others_are_mapped() {
    let ran = sites().tamis("site shop news").ends_with(4);
    let found = pages(&ran);
    assert_eq!((ran.lines().len(), found.len()), (38, 37));
    let asked: Vec<&str> =
        found.iter().filter(|page| !is_used(page)).filter_map(|page| page["source"].as_str()).collect();
    assert_eq!(asked, ["shop/a00.html", "shop/empty.html", "shop/l00.html", "news/00.html"]);
    for page in &found {
        let (source, template) = (page["source"].as_str().expect("it has one"), page["template"]["id"].as_str());
        let (site, _) = source.split_once('/').expect("it is in a directory");
        assert!(template.is_some_and(|id| id.starts_with(&format!("{site}/"))), "{source}: {template:?}");
        let path = if is_used(page) { "template" } else { "method" };
        assert_eq!(page["stats"]["path"], path);
        assert_eq!(page["template"]["reason"].is_null(), is_used(page));
    }
    let ran = ran.says("38 pages of 2 sites: 33 mapped (89.2 %), 4 new templates, 0 known before, 1 failed");
    assert!(ran.stderr.contains("broken.html.gz"), "{}", ran.stderr);
}

#[test]
fn a_mapped_page_has_the_blocks_the_text_and_the_records_of_its_own() {
    let found = pages(&sites().tamis("site shop"));
    let page = |name: &str| found.iter().find(|page| page["source"] == name).expect("it is there");
    let article = page("shop/a07.html");
    assert!(is_used(article) && article["blocks"]["children"].as_array().is_some_and(|blocks| blocks.len() >= 2));
    let text = article["text"].as_str().expect("it was asked");
    assert!(text.contains("Paragraph of the article 7") && !text.contains("Also read"), "{text}");
    assert_eq!(text.matches("Paragraph").count(), 6, "{text}");
    let list = page("shop/l03.html");
    let rows = list["tables"][0]["rows"].as_array().expect("it lists something");
    assert!(is_used(list) && rows.len() == 11, "{} rows", rows.len());
    assert!(rows[10]["text"].as_str().is_some_and(|text| text.contains("Lamp number 3-10")), "{}", rows[10]);
}

#[test]
fn the_lines_are_the_same_on_any_number_of_threads() {
    let room = sites();
    let one = room.tamis("site shop news -j 1").ends_with(4);
    for jobs in [2, 3, 8] {
        let several = room.tamis(&format!("site shop news -j {jobs}")).ends_with(4);
        assert_eq!(several.stdout, one.stdout, "-j {jobs}");
        assert_eq!(several.stderr, one.stderr, "-j {jobs}");
    }
}

#[test]
fn what_is_asked_can_be_chosen() {
    let room = sites();
    let page = &pages(&room.tamis("site shop/a00.html shop/a01.html --ask text --text-method tps"))[1];
    assert_eq!(page["provenance"]["mask"]["method"], "tps");
    assert!(is_used(page) && page.get("blocks").is_none() && page.get("tables").is_none());
    room.tamis("site shop --ask text --segment-method tps").ends_with(1).says("hint: add segment to --ask");
    room.tamis("site shop --threshold 2").ends_with(1).says("a number from 0 to 1");
    let strict = room.tamis("site shop --profile paper --ask segment");
    assert_eq!(pages(&strict).len(), 25);
}

#[test]
fn the_site_of_a_page_can_be_said() {
    let room = sites();
    let found = pages(&room.tamis("site shop/a00.html news/01.html --site mine"));
    let ids: Vec<_> = found.iter().map(|page| page["template"]["id"].clone()).collect();
    assert!(ids[0] == ids[1] && ids[0].as_str().is_some_and(|id| id.starts_with("mine/")), "{ids:?}");
    let found = pages(&room.tamis("site shop/a00.html --url https://www.shop.example/x"));
    assert!(found[0]["template"]["id"].as_str().is_some_and(|id| id.starts_with("shop.example/")));
    let refused = room.tamis_reading("site -", article(1).as_bytes()).ends_with(1);
    refused.says("which site is the page on standard input of?").says("hint: add --site NAME or --url ADDRESS");
    let ran = room.tamis_reading("site - --site mine", article(1).as_bytes()).ends_with(0);
    assert_eq!(pages(&ran).len(), 1);
}

#[test]
fn two_directories_of_one_name_are_not_one_site() {
    let room = Room::with(&[("a/pages/x.html", &article(1)), ("b/pages/x.html", &article(2))]);
    room.tamis("site a/pages b/pages").ends_with(1).says("a/pages and b/pages would be one site").says("--site NAME");
    assert_eq!(pages(&room.tamis("site a/pages b/pages --site both").ends_with(0)).len(), 2);
    room.tamis("site a/pages a/pages/x.html").ends_with(0);
}

#[test]
fn results_go_into_a_directory_or_a_file() {
    let room = sites();
    room.tamis("site news --output-dir out").ends_with(0);
    assert_eq!(room.list("out").len(), 13, "twelve pages and a manifest");
    assert!(room.read("out/03.json").contains("\"used\": true"));
    room.tamis("site news -o all.jsonl").ends_with(0).prints("");
    assert_eq!(room.read("all.jsonl").lines().count(), 12);
}

#[cfg(feature = "sqlite")]
mod store {
    use super::*;

    #[test]
    fn the_next_run_goes_on_with_what_was_learned() {
        let room = sites();
        room.tamis("site news --store s.tamis").ends_with(0).says("1 new template, 0 known before");
        let again = room.tamis("site news --store s.tamis").ends_with(0);
        assert!(pages(&again).iter().all(is_used));
        let again = again.says("12 pages of 1 site: 12 mapped (100.0 %), 0 new templates, 1 known before");
        assert_eq!(again.stderr.lines().count(), 1);
        // Another question is another template.
        room.tamis("site news --store s.tamis --ask text").ends_with(0).says("1 new template, 0 known before");
    }

    #[test]
    fn the_wrapper_of_a_template_becomes_a_file() {
        let room = sites();
        room.tamis("site shop --render none --store s.tamis -o all.jsonl").ends_with(4);
        let listed = room.tamis("templates ls shop --store s.tamis --format json").ends_with(0);
        let templates: Vec<Value> = serde_json::from_str(&listed.stdout).expect("an array");
        let lists = templates.iter().find(|template| template["rows"].as_u64() > Some(0)).expect("one has records");
        let name = format!("shop/{}", lists["id"].as_str().expect("it has an id"));
        room.tamis(&format!("templates wrapper {name} --store s.tamis -o w.json")).ends_with(0).quietly().prints("");
        let printed = room.tamis(&format!("templates wrapper {name} --store s.tamis")).ends_with(0).quietly().stdout;
        assert_eq!(printed, room.read("w.json"));
        // It gives the rows that site mode gives.
        let pages: Vec<Value> =
            room.read("all.jsonl").lines().map(|line| serde_json::from_str(line).expect("is JSON")).collect();
        let is_applied = |page: &&Value| page["template"]["applied"] == true && page["template"]["id"] == name.as_str();
        let page = pages.iter().find(is_applied).expect("a page was applied");
        let source = page["source"].as_str().expect("it has a source");
        let ran = room.tamis(&format!("wrapper apply w.json {source}")).ends_with(0);
        let applied: Value = serde_json::from_str(&ran.stdout).expect("is JSON");
        let values = |page: &Value| -> Vec<Value> {
            let rows = page["tables"][0]["rows"].as_array().cloned().unwrap_or_default();
            rows.iter().map(|row| row["values"].clone()).collect()
        };
        assert!(!values(page).is_empty());
        assert_eq!(values(&applied), values(page));
        room.tamis(&format!("templates wrapper {name} --store s.tamis --table 9")).ends_with(2).says("has no table 9");
        room.tamis("templates wrapper shop --store s.tamis").ends_with(1).says("shop has 3 templates");
        room.tamis("templates wrapper shop/none --store s.tamis").ends_with(1).says("there is no template shop/none");
    }

    #[test]
    fn templates_are_listed_shown_drawn_and_forgotten() {
        let room = sites();
        room.tamis("site shop news --render none --store s.tamis").ends_with(4);
        let listed = room.tamis("templates ls --store s.tamis").ends_with(0).quietly();
        assert_eq!(listed.stdout.lines().count(), 5, "{}", listed.stdout);
        assert!(listed.stdout.starts_with("template"), "{}", listed.stdout);
        let listed = room.tamis("templates ls shop --store s.tamis --format json").ends_with(0);
        let templates: Vec<Value> = serde_json::from_str(&listed.stdout).expect("an array");
        assert_eq!(templates.len(), 3);
        assert_eq!(templates.iter().map(|template| template["pages"].as_u64().unwrap_or(0)).sum::<u64>(), 22);
        assert!(templates.iter().all(|template| template["bytes"].as_u64() > Some(0)));

        let lists = templates.iter().find(|template| template["rows"].as_u64() > Some(0)).expect("one has records");
        let name = format!("shop/{}", lists["id"].as_str().expect("it has an id"));
        let shown = room.tamis(&format!("templates show {name} --store s.tamis")).ends_with(0);
        assert!(shown.stdout.starts_with(&format!("{name}\n")), "{}", shown.stdout);
        assert!(shown.stdout.contains("    page\n") && shown.stdout.contains("price"), "{}", shown.stdout);
        room.tamis("templates show shop/none --store s.tamis").ends_with(2).says("there are no such templates");

        let draw = format!("templates draw {name} --store s.tamis -o x.svg");
        room.tamis(&draw).ends_with(1).says("its first page was not rendered").says("hint: ");
        room.tamis("templates draw shop --store s.tamis -o x.svg").ends_with(1).says("shop has 3 templates");

        room.tamis(&format!("templates forget {name} --store s.tamis")).ends_with(0).says("forgot 1 template\n");
        room.tamis(&format!("templates forget {name} --store s.tamis")).ends_with(2).says("forgot 0 templates");
        room.tamis("site shop --render none --store s.tamis").ends_with(4).says("1 new template, 2 known before");
        room.tamis("templates forget shop --store s.tamis").ends_with(0).says("forgot 3 templates");
        room.tamis("templates ls shop --store s.tamis").ends_with(2);
        assert_eq!(room.tamis("templates ls --store s.tamis").ends_with(0).stdout.lines().count(), 2);
    }

    #[test]
    fn a_template_of_a_rendered_page_is_drawn() {
        let room = Room::new();
        let pages = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
        room.write("shop/1.snapshot", &std::fs::read(pages.join("shop-list/layout.snapshot")).expect("it is there"));
        room.tamis("site shop/1.snapshot --store s.tamis").ends_with(0);
        let listed: Vec<Value> =
            serde_json::from_str(&room.tamis("templates ls --store s.tamis --format json").stdout).expect("an array");
        let areas = listed[0]["areas"].as_array().expect("they are known");
        let roles: Vec<&str> = areas
            .iter()
            .skip(1)
            .filter(|area| !area["box"].is_null())
            .filter_map(|area| area["role"].as_str())
            .collect();
        assert!(roles.len() >= 4, "{areas:?}");
        let name = format!("shop/{}", listed[0]["id"].as_str().expect("it has an id"));
        room.tamis(&format!("templates draw {name} --store s.tamis -o x.svg")).ends_with(0).quietly().prints("");
        let svg = room.read("x.svg");
        assert!(svg.contains(&format!("<title>{name} · ")), "{svg}");
        assert!(roles.iter().all(|role| svg.contains(&format!("<title>{role} "))), "{roles:?}");
        room.tamis(&format!("templates draw {name} --store s.tamis -o x.gif")).ends_with(1).says(".svg or .png");
        let drawn = room.tamis(&format!("templates draw {name} --store s.tamis -o x.png"));
        if cfg!(feature = "pictures") {
            drawn.ends_with(0);
            assert!(std::fs::read(room.path("x.png")).expect("it is written").starts_with(b"\x89PNG"));
        } else {
            drawn.ends_with(1).says("this build draws no pictures");
        }
    }

    #[test]
    fn a_store_that_cannot_be_used_is_said_before_anything_is_read() {
        let room = sites();
        room.write("foreign.tamis", b"this is no database, it is a letter to a friend");
        room.tamis("site news --store foreign.tamis").ends_with(1).prints("").says("is no store of templates");
        room.tamis("site news --store no/such/dir/s.tamis").ends_with(1).prints("").says("there is no directory");
        room.tamis("templates ls --store none.tamis").ends_with(1).says("there is no store none.tamis");
        assert!(!room.path("none.tamis").exists(), "a store that is looked at is not made");
    }

    /// Runs SQL on a store.
    fn change(room: &Room, sql: &str) {
        let store = rusqlite::Connection::open(room.path("s.tamis")).expect("is opened");
        store.execute_batch(sql).expect("is changed");
    }

    /// A store that takes no template of the second site, as if its disk was full by then.
    const FULL: &str = "CREATE TRIGGER full BEFORE INSERT ON templates WHEN NEW.site = 'news'
        BEGIN SELECT RAISE(FAIL, 'no room'); END";

    #[test]
    fn a_store_that_fails_in_the_middle_leaves_the_old_file_and_the_lines_to_go_on_with() {
        let room = sites();
        room.tamis("site shop --render none --ask text --store s.tamis").ends_with(4);
        change(&room, FULL);
        room.write("all.jsonl", b"old");
        let line = "site shop news -j 1 --render none --store s.tamis -o all.jsonl";
        room.tamis(line).ends_with(1).says("s.tamis").says("add --resume to the same command");
        assert_eq!(room.read("all.jsonl"), "old");
        // What is learned on the way to later pages is stored with an earlier one, so that this may be one of the first site.
        let n_lines = room.read("all.jsonl.partial").lines().count();
        assert!((1..=26).contains(&n_lines), "{n_lines} lines");
        change(&room, "DROP TRIGGER full");
        room.tamis(&format!("{line} --resume")).ends_with(4).says(&format!("{n_lines} pages are done"));
        assert_eq!(room.read("all.jsonl").lines().count(), 38);
        assert!(!room.path("all.jsonl.partial").exists());
    }

    #[cfg(feature = "arrow")]
    #[test]
    fn a_store_that_fails_in_the_middle_leaves_nothing_of_a_file_that_is_whole_or_not_at_all() {
        let room = sites();
        room.tamis("site shop --render none --ask text --store s.tamis").ends_with(4);
        change(&room, FULL);
        for format in ["parquet", "arrow"] {
            room.write("all", b"old");
            let line = format!("site shop news --render none --store s.tamis --format {format} -o all");
            room.tamis(&line).ends_with(1).says("s.tamis").says("nothing was written");
            assert_eq!(room.read("all"), "old");
            assert!(!room.list("").iter().any(|name| name.contains("partial")), "{:?}", room.list(""));
        }
    }

    #[test]
    fn a_store_that_fails_behind_the_last_page_leaves_the_whole_output() {
        let room = sites();
        room.tamis("site news --render none --store s.tamis").ends_with(0).says("1 new template");
        // Of a template that is known there are only counts to store, and they come at the end.
        change(&room, "CREATE TRIGGER full BEFORE INSERT ON counts BEGIN SELECT RAISE(FAIL, 'no room'); END");
        room.write("all.jsonl", b"old");
        let ran = room.tamis("site news --render none --store s.tamis -o all.jsonl").ends_with(1).says("s.tamis");
        assert!(!ran.stderr.contains("not complete"), "{}", ran.stderr);
        assert_eq!(room.read("all.jsonl").lines().count(), 12);
        assert!(!room.path("all.jsonl.partial").exists());
    }
}
