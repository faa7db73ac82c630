//! Wrappers as a user meets them: learned, looked at, edited, applied, and what is said when something is wrong.

#![cfg(unix)]

mod run;

use run::Room;
use serde_json::Value;
use std::path::Path;

/// A page of a shop's template: a menu, a list of lamps, and a pager.
fn lamps(from: usize, to: usize) -> String {
    let lamp = |n: usize| {
        let note = if n.is_multiple_of(3) { "<p class=note>Few left</p>" } else { "" };
        format!(
            "<li class=lamp data-id=x{n}><h3><a href=/lamps/{n}>Lamp number {n}</a></h3>\
             <p class=about>A lamp that is number {n} of the collection</p><p class=price>{n},50 €</p>{note}</li>\n"
        )
    };
    let list: String = (from..to).map(lamp).collect();
    format!(
        "<!DOCTYPE html><html lang=en><title>Lamps</title><nav><a href=/>Home</a> <a href=/desks>Desks</a></nav>\
         <main><h1>Lamps</h1><ul class=lamps>{list}</ul>\
         <p class=pager><a href='?page=1'>1</a> <a href='?page=2'>2</a> <a rel=next href='?page=3'>Next</a></p></main>"
    )
}

const ARTICLE: &str = "<!DOCTYPE html><title>Light</title><article><h1>On light</h1><p>A lamp turns power into light, \
    and there is no more to say about it than that.</p></article>";

fn shop() -> Room {
    Room::with(&[
        ("a.html", &lamps(1, 9)),
        ("b.html", &lamps(20, 32)),
        ("pages/c.html", &lamps(40, 44)),
        ("pages/d.html", &lamps(50, 53)),
        ("pages/e.html", ARTICLE),
        ("article.html", ARTICLE),
    ])
}

/// A wrapper whose columns have names of ours.
const BY_HAND: &str = r#"{
  "tamis_wrapper": 1,
  "use": "css",
  "region": {"css": "ul.lamps"},
  "record": {"css": "li.lamp"},
  "columns": [
    {"name": "title", "css": "h3 > a"},
    {"name": "url", "type": "url", "css": "h3 > a", "attribute": "href"},
    {"name": "price", "type": "money", "unit": "EUR", "decimal_mark": ",", "xpath": ".//p[@class='price']"}
  ],
  "next": {"css": "a[rel=next]"}
}
"#;

fn by_hand() -> Room {
    let room = shop();
    room.write("hand.json", BY_HAND.as_bytes());
    room
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn what_is_learned_from_a_page_gives_the_rows_that_records_finds() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root").join("examples");
    let room = Room::new();
    let shop = examples.join("shop.html");
    room.tamis(&format!("wrapper learn {} -o shop.json", shop.display())).ends_with(0).quietly().prints("");
    let found = room.tamis(&format!("records {} --format csv", shop.display())).ends_with(0);
    room.tamis(&format!("wrapper apply shop.json {} --format csv", shop.display()))
        .ends_with(0)
        .quietly()
        .prints(&found.stdout);
}

#[test]
fn a_wrapper_goes_through_a_pipe_and_serves_on_other_pages() {
    let room = shop();
    let ran = room.shell("\"$TAMIS\" wrapper learn a.html b.html | \"$TAMIS\" wrapper apply - pages/c.html", b"");
    let page = json(&ran.ends_with(0).quietly().stdout);
    assert_eq!(page["provenance"]["tables"]["method"], "wrapper");
    assert_eq!(page["tables"][0]["rows"].as_array().map(Vec::len), Some(4));
    let written = room.tamis("wrapper learn a.html b.html").ends_with(0).quietly().stdout;
    let wrapper = json(&written);
    assert_eq!(wrapper["tamis_wrapper"], 1);
    assert_eq!(wrapper["learned"]["pages"][1]["rows"], 12);
    assert_eq!(page["tables"][0]["region"]["xpath"], wrapper["region"]["xpath"], "JSON has the wrapper's selectors");
    room.write("shop.json", written.as_bytes());
    let again = room.tamis("wrapper learn a.html b.html").ends_with(0).stdout;
    assert_eq!(again, written, "the same pages give the same bytes");
    let css = json(&room.tamis("wrapper learn a.html --use css").ends_with(0).stdout);
    assert_eq!(css["use"], "css");
}

#[test]
fn every_form_and_the_next_page() {
    let room = by_hand();
    room.tamis("wrapper apply hand.json pages/d.html --format csv").ends_with(0).quietly().prints(
        "title,url,price,price_currency\nLamp number 50,/lamps/50,50.50,EUR\nLamp number 51,/lamps/51,51.50,EUR\n\
         Lamp number 52,/lamps/52,52.50,EUR\n",
    );
    room.tamis("wrapper apply hand.json pages/d.html --format jsonl --url https://shop.example/l").ends_with(0).prints(
        "{\"title\":\"Lamp number 50\",\"url\":\"https://shop.example/lamps/50\",\"price\":\"50.50\",\"price_currency\":\"EUR\"}\n\
         {\"title\":\"Lamp number 51\",\"url\":\"https://shop.example/lamps/51\",\"price\":\"51.50\",\"price_currency\":\"EUR\"}\n\
         {\"title\":\"Lamp number 52\",\"url\":\"https://shop.example/lamps/52\",\"price\":\"52.50\",\"price_currency\":\"EUR\"}\n",
    );
    let page =
        json(&room.tamis("wrapper apply hand.json pages/d.html --url https://shop.example/l").ends_with(0).stdout);
    assert_eq!(page["pagination"]["next"], "https://shop.example/l?page=3");
    assert_eq!(page["pagination"]["css"], "a[rel=next]");
    assert_eq!(page["provenance"]["tables"]["options"], json(r#"{"use": "css"}"#));
    let table = room.tamis("wrapper apply hand.json pages/d.html --format table").ends_with(0).stdout;
    assert!(table.contains("50.50 EUR") && table.ends_with("3 records, 3 columns\n"), "{table}");
    let markdown = room.tamis("wrapper apply hand.json pages/d.html --format md").ends_with(0).stdout;
    assert!(markdown.starts_with("| title | url | price | price_currency |\n"), "{markdown}");
    let explained = room.tamis("wrapper apply hand.json pages/d.html --explain").ends_with(0);
    assert!(explained.stderr.contains("wrapper found 1 table"), "{}", explained.stderr);
}

#[test]
fn columns_keep_their_selectors_where_others_are_left_out() {
    let room = shop();
    let with_shop =
        BY_HAND.replace(r#"{"name": "title","#, r#"{"name": "same", "xpath": "ancestor::main/h1"}, {"name": "title","#);
    room.write("hand.json", with_shop.as_bytes());
    let page = json(&room.tamis("wrapper apply hand.json pages/d.html --no-constant").ends_with(0).stdout);
    let columns = page["tables"][0]["columns"].as_array().expect("a table");
    let named = |name: &str| columns.iter().find(|column| column["name"] == name);
    assert!(named("same").is_none(), "{columns:?}");
    assert_eq!(named("title").expect("a title")["css"], "h3 > a");
    assert_eq!(named("url").expect("an address")["attr"], "href");
    assert_eq!(named("price").expect("a price")["xpath"], ".//p[@class='price']");
}

#[test]
fn many_pages_from_directories_and_archives_go_into_streams_files_and_directories() {
    let room = by_hand();
    let ran = room.tamis("wrapper apply hand.json pages").ends_with(0);
    let lines = ran.lines();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[2]["status"], &lines[2]["tables"]), (&"nothing-found".into(), &json("[]")));
    assert_eq!(lines[2]["reason"], "the wrapper's region `ul.lamps` is not on the page");
    assert!(ran.stderr.contains("pages/e.html: the wrapper's region `ul.lamps` is not on the page"), "{}", ran.stderr);
    let records = room.tamis("wrapper apply hand.json pages --format jsonl").ends_with(0).lines();
    assert_eq!((records.len(), &records[6]["_source"]), (7, &"pages/d.html".into()));
    room.tamis("wrapper apply hand.json pages --format csv --output-dir out").ends_with(0);
    assert_eq!(room.list("out"), ["c.csv", "d.csv", "e.csv", "index.jsonl"]);
    assert!(room.read("out/d.csv").contains("Lamp number 52"));
    for jobs in [1, 4] {
        let again = room.tamis(&format!("wrapper apply hand.json pages -j {jobs}")).ends_with(0);
        assert_eq!(again.stdout, ran.stdout, "-j {jobs}");
    }
}

#[cfg(feature = "archives")]
#[test]
fn pages_of_an_archive_are_read() {
    let room = by_hand();
    let mut archive = Vec::new();
    for (number, page) in [lamps(40, 44), lamps(50, 53)].iter().enumerate() {
        let http =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{page}", page.len());
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://shop.example/{number}\r\n\
             WARC-Date: 2024-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-00000000000{number}>\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n",
            http.len()
        );
        archive.extend_from_slice(format!("{head}{http}\r\n\r\n").as_bytes());
    }
    room.write("shop.warc", &archive);
    let lines = room.tamis("wrapper apply hand.json shop.warc").ends_with(0).quietly().lines();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1]["tables"][0]["rows"][2]["values"]["url"], "https://shop.example/lamps/52");
    let learned = json(&room.tamis("wrapper learn shop.warc").ends_with(0).stdout);
    assert_eq!(learned["learned"]["pages"][0]["url"], "https://shop.example/0");
}

#[test]
fn a_run_that_was_cut_short_goes_on_with_the_same_wrapper_only() {
    let room = by_hand();
    let whole = room.tamis("wrapper apply hand.json pages").ends_with(0).stdout;
    // A run that was killed after its first page leaves the same behind as one that cannot write the second.
    let first = room.tamis("wrapper apply hand.json pages/c.html").ends_with(0).stdout;
    assert!(whole.len() > first.len());
    room.shell("ulimit -f 2; trap '' XFSZ; \"$TAMIS\" wrapper apply hand.json pages -j 1 -o rows.jsonl", b"")
        .ends_with(1);
    let edited = BY_HAND.replace("\"title\"", "\"name\"");
    room.write("hand.json", edited.as_bytes());
    room.tamis("wrapper apply hand.json pages -o rows.jsonl --resume")
        .ends_with(1)
        .says("error: this is not the unfinished run: it was begun with another wrapper");
    room.write("hand.json", BY_HAND.as_bytes());
    room.tamis("wrapper apply hand.json pages -o rows.jsonl --resume").ends_with(0);
    assert_eq!(room.read("rows.jsonl"), whole);
    room.shell("\"$TAMIS\" wrapper apply - pages -o more.jsonl --resume < hand.json", b"")
        .ends_with(1)
        .says("error: a wrapper from standard input cannot be compared");
}

/// `TAMIS_ACCEPT=1 cargo test -p tamis-cli --test wrapper` takes what is learned today for the example.
#[test]
fn the_example_is_what_is_learned() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the root").join("examples");
    let page = examples.join("shop.html");
    let learned = Room::new().tamis(&format!("wrapper learn {} --without add_to_basket", page.display()));
    let learned = learned.ends_with(0).quietly().stdout;
    let file = examples.join("shop.json");
    if std::env::var_os("TAMIS_ACCEPT").is_some_and(|value| !value.is_empty() && value != "0") {
        std::fs::write(&file, &learned).expect("the example is written");
    }
    let expected = std::fs::read_to_string(&file).expect("the example is read");
    assert_eq!(learned, expected, "accept it with TAMIS_ACCEPT=1 cargo test -p tamis-cli --test wrapper");
}

#[test]
fn a_wrapper_without_columns_is_refused_everywhere() {
    let room = by_hand();
    let (head, rest) = BY_HAND.split_once("\"columns\": [").expect("has columns");
    let (_, tail) = rest.split_once("],").expect("they end");
    room.write("none.json", format!("{head}\"columns\": [],{tail}").as_bytes());
    for command in ["apply none.json a.html", "check none.json a.html", "export none.json --to lxml"] {
        room.tamis(&format!("wrapper {command}")).ends_with(1).says("the wrapper has no columns");
    }
    let columns = json(&room.tamis("wrapper learn a.html").ends_with(0).stdout);
    let columns = columns["columns"].as_array().expect("a list").iter();
    let without: String =
        columns.map(|column| format!(" --without {}", column["name"].as_str().expect("a name"))).collect();
    room.tamis(&format!("wrapper learn a.html{without}")).ends_with(1).says("error: no column is left\nhint: ");
}

#[test]
fn nothing_on_any_page_is_exit_code_2() {
    by_hand()
        .tamis("wrapper apply hand.json article.html --format csv")
        .ends_with(2)
        .says("warning: article.html: the wrapper's region `ul.lamps` is not on the page")
        .prints("");
}

#[test]
fn columns_are_renamed_pinned_and_left_out() {
    let room = shop();
    let learned = json(&room.tamis("wrapper learn a.html b.html").ends_with(0).stdout);
    let first = learned["columns"][0]["name"].as_str().expect("a name").to_owned();
    let changes = format!(
        "--column name={first} --column id=@data-id --column cost=.price --column 'about=.//p[@class=\"about\"]/text()' \
         --column link:text=a@href"
    );
    let others = learned["columns"].as_array().expect("a list").iter().skip(1);
    let without: String =
        others.map(|column| format!(" --without {}", column["name"].as_str().expect("a name"))).collect();
    room.tamis(&format!("wrapper learn a.html b.html -o shop.json {changes}{without}")).ends_with(0).quietly();
    let ran = room.tamis("wrapper apply shop.json pages/d.html --format csv").ends_with(0).quietly();
    assert_eq!(
        ran.stdout.lines().take(2).collect::<Vec<_>>(),
        [
            "name,id,cost,cost_currency,about,link",
            "Lamp number 50,x50,50.50,EUR,A lamp that is number 50 of the collection,/lamps/50"
        ]
    );
    let wrapper = json(&room.read("shop.json"));
    assert_eq!(wrapper["columns"][0]["learned"]["name"], first.as_str(), "what it was called is remembered");
    assert_eq!(wrapper["columns"][2]["type"], "money");
    assert_eq!(wrapper["columns"][3].get("css"), None);
    let minus = room.tamis(&format!("wrapper learn a.html --column -{first}")).ends_with(0).stdout;
    assert!(json(&minus)["columns"].as_array().expect("a list").iter().all(|column| column["name"] != first.as_str()));
}

#[test]
fn a_change_of_columns_that_cannot_be_made_is_told() {
    let room = shop();
    let refused = |change: &str| room.tamis(&format!("wrapper learn a.html --column {change}")).ends_with(1).stderr;
    let unknown = refused("-cost");
    assert!(unknown.starts_with("error: there is no column `cost`\nhint: there are "), "{unknown}");
    let nothing = refused("cost=amount");
    assert!(nothing.starts_with("error: column `cost`: `amount` selects nothing in any record\nhint: "), "{nothing}");
    let wrong = refused("'cost=.price:frist'");
    assert!(
        wrong.starts_with(
            "error: column `cost` has a wrong css selector `.price:frist`: unknown pseudo-class `:frist` at position 6\n  \
             .price:frist\n        ^\nhint: an XPath begins with /"
        ),
        "{wrong}"
    );
    let typed = refused("cost:mony=.price");
    assert!(typed.contains("there is no type `mony`; there are text, date, time, money"), "{typed}");
    assert!(refused("cost").contains("`cost` is no change of a column; write NAME=COLUMN"));
}

#[test]
fn an_edited_wrapper_is_told_what_is_wrong_where() {
    let room = by_hand();
    let check = |from: &str, to: &str, expect: &str| {
        assert!(BY_HAND.contains(from), "{from}");
        room.write("edited.json", BY_HAND.replacen(from, to, 1).as_bytes());
        let stderr = room.tamis("wrapper apply edited.json a.html").ends_with(1).stderr;
        assert_eq!(stderr, expect);
    };
    check(
        "\"name\": \"title\", \"css\": \"h3 > a\"",
        "\"name\": \"title\", \"css\": \"h3 > a:frist\"",
        "error: edited.json: column `title` has a wrong css selector `h3 > a:frist`: unknown pseudo-class `:frist` at \
         position 6\n  h3 > a:frist\n        ^\n",
    );
    check(
        "\"attribute\": \"href\"",
        "\"atribute\": \"href\"",
        "error: edited.json: line 8, column 53: there is no member `atribute`, expected one of `name`, `type`, `unit`, \
         `decimal_mark`, `css`, `xpath`, `attribute`, `text`, `node`, `learned`\n  …l\", \"type\": \"url\", \"css\": \"h3 > a\", \"atribute\": \"href\"},\n                                       ^\n",
    );
    check(
        "{\"css\": \"li.lamp\"},",
        "{\"css\": \"li.lamp\"}",
        "error: edited.json: line 6, column 3: expected `,` or `}`\n    \"columns\": [\n    ^\nhint: this is not JSON: look for a comma, a quote or a bracket here or just before, or for a file that was cut\n",
    );
    check(
        "\"tamis_wrapper\": 1",
        "\"tamis_wrapper\": 7",
        "error: edited.json: this wrapper is of version 7, and this tamis reads version 1\nhint: it was written by a later \
         tamis: use that, or learn it again\n",
    );
    check(
        "\"css\": \"ul.lamps\"",
        "\"css\": \"\"",
        "error: edited.json: the region has no selector\nhint: give it a member `css` or `xpath`\n",
    );
}

#[test]
fn swapped_arguments_and_other_files_are_told() {
    let room = by_hand();
    room.tamis("wrapper apply a.html hand.json")
        .ends_with(1)
        .says("error: a.html: this is a page, not a wrapper\nhint: the wrapper comes first: hand.json is one\n");
    room.tamis("wrapper apply a.html b.html")
        .ends_with(1)
        .says("error: a.html: this is a page, not a wrapper\nhint: the wrapper comes first, then the pages; ");
    room.tamis("wrapper apply none.json b.html")
        .ends_with(1)
        .says("hint: `tamis wrapper learn page.html -o shop.json`");
    room.tamis("wrapper apply pages a.html").ends_with(1).says("hint: the wrapper comes first, then the pages");
    room.tamis("wrapper apply - -")
        .ends_with(1)
        .says("error: standard input is the wrapper or a page, not both\nhint: ");
    room.tamis("wrapper apply https://shop.example/w.json a.html").ends_with(1).says("takes a path on this machine");
    room.tamis("records a.html -o found.json").ends_with(0);
    room.tamis("wrapper apply found.json a.html").ends_with(1).says("this is what was found on a page, not a wrapper");
}

#[test]
fn pages_that_do_not_fit_are_named() {
    let room = shop();
    room.tamis("wrapper learn article.html --subject many")
        .ends_with(2)
        .says("warning: nothing was learned: no page has records to learn from\nhint: `tamis records article.html --explain`")
        .prints("");
    room.tamis("wrapper learn a.html --table 9 --subject many")
        .ends_with(2)
        .says("warning: nothing was learned: no page has a table 9, only 1\nhint: `tamis records a.html` shows them\n");
    room.write("empty.html", b"<title>Empty</title>");
    room.tamis("wrapper learn empty.html --subject one -o none.json")
        .ends_with(2)
        .says("the pages have no values that make a record of each\nhint: give several pages of one template");
    assert!(!room.list(".").contains(&"none.json".to_owned()), "nothing is written");
    let ran = room.tamis("wrapper learn a.html b.html article.html -o shop.json").ends_with(0);
    assert!(
        ran.stderr.contains("warning: article.html looks like a page of another template: it is "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("warning: article.html: the wrapper finds nothing here"), "{}", ran.stderr);
    room.tamis("wrapper learn a.html none.html -o shop.json").ends_with(4).says("error: cannot read none.html");
    assert_eq!(json(&room.read("shop.json"))["learned"]["pages"].as_array().map(Vec::len), Some(1));
    room.tamis("wrapper learn a.html --resume -o shop.json").ends_with(1).says("leave --resume out");
}

#[test]
fn a_wrapper_that_costs_too_much_costs_its_page() {
    let room = by_hand();
    // Every element is a record, and each value walks over all of the page again and again.
    let costly = r#"{"tamis_wrapper": 1, "region": {"xpath": "//*"}, "record": {"xpath": ".//*"},
        "columns": [{"name": "a", "xpath": "count(//*[count(//*) > count(preceding::*)])"}]}"#;
    room.write("costly.json", costly.as_bytes());
    room.write("large.html", lamps(0, 300).as_bytes());
    let ran = room.tamis("wrapper apply costly.json large.html a.html --max-steps 1000000 --timeout 20").ends_with(4);
    assert!(ran.stderr.contains("took more than the 1000000 steps that are allowed"), "{}", ran.stderr);
}

#[test]
fn a_wrapper_is_exported_for_other_tools() {
    let room = by_hand();
    room.tamis("wrapper export hand.json --to scrapy -o shop.py --start https://shop.example/lamps")
        .ends_with(0)
        .quietly();
    let spider = room.read("shop.py");
    assert!(spider.contains("scrapy") && spider.contains("https://shop.example/lamps"), "{spider}");
    let list = room.tamis("wrapper export hand.json --to css").ends_with(0).quietly().stdout;
    assert!(list.contains("ul.lamps") && list.contains("h3 > a"), "{list}");
    room.tamis("wrapper export hand.json --to perl").ends_with(1).says("hint: one of scrapy, parsel, lxml");
    for name in ["lxml.py", "new/scrapy.py", "json.py"] {
        room.tamis(&format!("wrapper export hand.json --to lxml -o {name}"))
            .ends_with(1)
            .says("hint: give the file another name, such as rows.py");
    }
    let css = r#"{"tamis_wrapper": 1, "region": {"css": "ul:has(li)"}, "record": {"css": "li"}, "columns": [{"name": "a", "css": "b"}]}"#;
    room.write("css.json", css.as_bytes());
    room.tamis("wrapper export css.json --to lxml").ends_with(1).says("hint: give it an `xpath` in the file, or try");
    room.tamis("wrapper export css.json --to beautifulsoup").ends_with(0).quietly();
    room.tamis("wrapper export a.html --to css").ends_with(1).says("error: a.html: this is a page, not a wrapper");
}

#[test]
fn drift_is_exit_code_3_and_a_repair_mends_it() {
    let room = shop();
    room.tamis("wrapper learn a.html b.html -o shop.json").ends_with(0).quietly();
    let same = room.tamis("wrapper check shop.json pages/c.html pages/d.html").ends_with(0).quietly();
    assert!(same.stdout.starts_with("no drift: 7 records on 2 pages\n"), "{}", same.stdout);
    let renamed = |page: String| page.replace("class=price", "class=cost").replace("class=lamps", "class=all-lamps");
    room.write("new/1.html", renamed(lamps(1, 9)).as_bytes());
    room.write("new/2.html", renamed(lamps(9, 20)).as_bytes());
    let drifted = room.tamis("wrapper check shop.json new --json --repair fixed.json").ends_with(3);
    assert_eq!(json(&drifted.stdout)["drift"], true);
    assert!(drifted.stderr.contains("a repaired wrapper is in fixed.json"), "{}", drifted.stderr);
    let rows = |wrapper: &str, page: &str| {
        room.tamis(&format!("wrapper apply {wrapper} {page} --format csv")).ends_with(0).quietly().stdout
    };
    room.write("old.html", lamps(1, 9).as_bytes());
    assert_eq!(rows("fixed.json", "new/1.html"), rows("shop.json", "old.html"));
    room.tamis("wrapper check a.html shop.json").ends_with(1).says("hint: the wrapper comes first: shop.json is one");
    room.tamis("wrapper check shop.json new -o report.txt").ends_with(3);
    let report = room.read("report.txt");
    assert!(report.contains("drift"));
    assert!(
        report.ends_with("\n\nhint: `--repair FILE` writes a wrapper that fits these pages, or learn it again\n"),
        "{report}"
    );
}

#[test]
fn the_help_has_examples_and_the_codes() {
    let room = Room::new();
    for command in ["wrapper", "wrapper learn", "wrapper apply", "wrapper export", "wrapper check"] {
        let help = room.tamis(&format!("{command} --help")).ends_with(0).stdout;
        assert!(help.contains("Examples:\n  tamis wrapper "), "{help}");
    }
    assert!(room.tamis("--help").ends_with(0).stdout.contains("  3  the pages are no longer as a wrapper"));
    let completions = room.tamis("completions bash").ends_with(0).stdout;
    assert!(completions.contains("wrapper"), "completions follow");
}
