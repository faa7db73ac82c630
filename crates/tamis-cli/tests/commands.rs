//! What a user meets: inputs, outputs, names, formats, messages and exit codes.

#![cfg(unix)]

mod run;

use run::Room;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use tamis::Task;

/// A page with a menu that `tps` removes.
fn shop() -> String {
    let menu = "<li><a href=/>Menu</a></li>".repeat(3);
    let rows = "<p><b>Lamp</b> <i>1.00</i></p>".repeat(9);
    format!("<!DOCTYPE html><html lang=en><title>Lamps</title><ul>{menu}</ul><div>{rows}</div>")
}

fn shop_room() -> Room {
    Room::with(&[
        ("shop.html", &shop()),
        ("pages/a/page.html", &shop()),
        ("pages/b/page.html", "<p>Hello"),
        ("pages/c.htm", ""),
        ("pages/notes.txt", "no page"),
    ])
}

#[test]
fn one_page_is_cleaned_to_html() {
    let ran = shop_room().tamis("clean shop.html").ends_with(0).quietly();
    assert!(ran.stdout.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("Menu") && ran.stdout.contains("<p><b>Lamp</b> <i>1.00</i></p>"), "{}", ran.stdout);
}

#[test]
fn one_page_is_read_as_text() {
    let room = shop_room();
    room.tamis("text pages/b/page.html").ends_with(0).quietly().prints("Hello\n");
    let ran = room.tamis("text shop.html --method none").ends_with(0);
    assert!(ran.stdout.contains("Menu") && ran.stdout.contains("Lamp 1.00"), "{}", ran.stdout);
    let ran = room.tamis("text shop.html --method tps").ends_with(0);
    assert!(!ran.stdout.contains("Menu") && ran.stdout.contains("Lamp 1.00"), "{}", ran.stdout);
}

/// Pages of one site: a menu, a page's own words, a footer.
fn site_room() -> Room {
    let room = Room::new();
    for idx in 0..6 {
        let page =
            format!("<ul><li>Home<li>Lamps</ul><h1>Lamp {idx}</h1><table><tr><th>Price<td>{idx}9 €</table><p>Imprint");
        room.write(&format!("site/{idx}.html"), page.as_bytes());
    }
    room
}

#[test]
fn what_the_pages_of_a_site_repeat_is_left_out_on_any_number_of_threads() {
    let room = site_room();
    for (flags, out) in [("--site -j 1", "a"), ("--site=repeated -j 4", "b"), ("--site=style-tree -j 3", "c")] {
        room.tamis(&format!("text site --method none {flags} --output-dir {out}")).ends_with(0).quietly();
        assert_eq!(room.read(&format!("{out}/3.txt")), "Lamp 3\n\nPrice\t39 €\n");
    }
    room.tamis("clean site --method none --site --output-dir d").ends_with(0).quietly();
    assert!(room.read("d/2.html").ends_with(
        "<body><h1>Lamp 2</h1><table><tbody><tr><th>Price</th><td>29 €</td></tr></tbody></table></body></html>"
    ));
    room.tamis("text site --method none --output-dir e").ends_with(0).quietly();
    assert!(room.read("e/3.txt").contains("Imprint"), "nothing goes unless it is asked");
}

#[test]
fn the_json_says_what_went_because_the_site_repeats_it() {
    let room = site_room();
    let one = room
        .tamis("clean site --method none --site --site-option share=0.8 -j 1 --with removed")
        .ends_with(0)
        .quietly();
    let other = room
        .tamis("clean site --method none --site --site-option share=0.8 -j 4 --with removed")
        .ends_with(0)
        .quietly();
    assert_eq!(one.stdout, other.stdout);
    let page: serde_json::Value = serde_json::from_str(one.stdout.lines().nth(1).expect("six lines")).expect("JSON");
    assert_eq!(page["provenance"]["mask"]["method"], "none");
    let site = &page["provenance"]["site"];
    assert_eq!((&site["method"], &site["pages"]), (&"repeated".into(), &6.into()));
    assert_eq!(site["options"]["share"], 0.8);
    let removed = page["removed"].as_array().expect("a list");
    assert_eq!(removed.len(), 2, "{removed:?}");
    assert_eq!(removed[0]["method"], "repeated");
    assert_eq!(removed[0]["reason"], "the same words in the same place on 6 of 6 pages");
    let explained = room.tamis("clean site --site --explain").ends_with(0);
    assert!(
        explained.stderr.contains("less what repeated found to repeat on 6 pages of the site"),
        "{}",
        explained.stderr
    );
}

#[test]
fn a_site_is_several_pages() {
    let room = site_room();
    let ran = room.tamis("text site/0.html site/1.html --method none --site").ends_with(0);
    assert!(
        ran.stderr.contains("warning: --site needs at least 3 pages to see what repeats, and read 2"),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.contains("Imprint"));
    room.tamis("text - --site")
        .ends_with(1)
        .says("error: standard input is one page, and --site compares several\nhint: ");
    room.tamis("text site --site=tree").ends_with(1).says("hint: one of repeated, style-tree");
    room.tamis("text site --site --site-option size=1")
        .ends_with(1)
        .says("error: the method 'repeated' has no option 'size'\nhint: repeated has profile, share");
    room.tamis("text site --site --site-option share").ends_with(1).says("hint: write --site-option NAME=VALUE");
    room.tamis("text site --site-option share=1").ends_with(1);
    let ran = room.tamis("text site/0.html site/none.html site/1.html site/2.html --method none --site").ends_with(4);
    assert!(ran.stdout.contains(r#""text":"Lamp 2\n\nPrice\t29 €""#), "{}", ran.stdout);
    assert!(ran.stdout.contains(r#""pages":3"#), "a page that cannot be read teaches nothing: {}", ran.stdout);
}

#[test]
fn text_has_the_forms_and_flags_of_trafilatura() {
    let page = "<html lang=en><title>Lamps</title><h1>Lamps</h1><p>All <b>new</b>, <a href=/x>see</a>.<table><tr><th>a<th>b<tr><td>1<td>2</table>";
    let room = Room::with(&[("p.html", page), ("q.html", "<p>Hello")]);
    let run = |flags: &str| {
        room.tamis(&format!("text p.html --method none {flags} --url https://a.example/")).ends_with(0).quietly()
    };
    run("").prints("Lamps\n\nAll new, see.\n\na\tb\n1\t2\n");
    run("--no-tables").prints("Lamps\n\nAll new, see.\n");
    run("--include-formatting --no-tables").prints("# Lamps\n\nAll **new**, see.\n");
    let table = "| a | b |\n| --- | --- |\n| 1 | 2 |\n";
    run("--markdown").prints(&format!("# Lamps\n\nAll **new**, [see](https://a.example/x).\n\n{table}"));
    run("--format markdown --no-links --no-formatting").prints(&format!("# Lamps\n\nAll new, see.\n\n{table}"));
    let metadata =
        "---\ntitle: Lamps\nurl: https://a.example/\nhostname: a.example\nsitename: a.example\nlanguage: en\n---\n\n";
    run("--with-metadata --no-tables").prints(&format!("{metadata}Lamps\n\nAll new, see.\n"));
    assert!(run("--html").stdout.contains("<article>\n<h1>Lamps</h1>\n<p>All <strong>new</strong>"));
    assert!(run("--xmltei").stdout.contains("<ab type=\"header\" rend=\"h1\">Lamps</ab>\n<p>All new, see.</p>"));
    let json = &run("--format jsonl --markdown --no-tables").lines()[0];
    assert_eq!(json["comments"], serde_json::json!([]));
    assert_eq!(json["markdown"], "# Lamps\n\nAll **new**, [see](https://a.example/x).\n");
    assert_eq!(json["text"], "Lamps\n\nAll new, see.");
    assert_eq!(
        room.tamis("text p.html q.html --markdown --method none").ends_with(0).lines()[1]["markdown"],
        "Hello\n"
    );
    room.tamis("text p.html --format text --markdown").ends_with(1).says("hint: give --markdown alone, or with --json");
}

#[test]
fn records_are_blocks_of_the_text() {
    let item =
        |n: u32| format!("<li><h3><a href=/{n}>Lamp number {n}</a></h3><p>In stock, {n} left</p><b>{n}.50 €</b>");
    let page = format!("<h1>Lamps</h1><main><ul>{}</ul></main>", (10..34).map(item).collect::<String>());
    let room = Room::with(&[("p.html", &page)]);
    let ran = room.tamis("text p.html --method none --records --render none").ends_with(0);
    assert!(ran.stdout.contains("\n\nLamp number 11\nIn stock, 11 left\n11.50 €\n\n"), "{}", ran.stdout);
}

#[test]
fn standard_input_is_a_page() {
    let room = Room::new();
    room.tamis_reading("text -", b"<p>Hello").ends_with(0).quietly().prints("Hello\n");
    room.tamis_reading("text - -", b"<p>Hello").ends_with(1).says("error: standard input can be read only once");
}

#[test]
fn json_says_what_was_done_and_what_went() {
    let room = shop_room();
    let ran = room.tamis(
        "clean shop.html --method tps --margin 0.1 --option style=none --format jsonl --url https://a.example/x \
         --with removed",
    );
    let page = &ran.ends_with(0).lines()[0];
    assert_eq!(page["schema_version"], 1);
    assert_eq!(page["source"], "shop.html");
    assert_eq!(page["url"], "https://a.example/x");
    assert_eq!(page["status"], "ok");
    let provenance = &page["provenance"]["mask"];
    assert_eq!(provenance["method"], "tps");
    assert_eq!(provenance["options"]["profile"], "tuned");
    assert_eq!(provenance["options"]["margin"], 0.1);
    assert_eq!(provenance["options"]["style"], "none");
    assert_eq!(page["page"]["title"], "Lamps");
    assert_eq!(page["page"]["language"], "en");
    let menu = &page["removed"][0];
    assert_eq!(menu["xpath"], "/html/body/ul");
    assert_eq!(menu["text"], "Menu Menu Menu");
    assert!(menu["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert_eq!(page["stats"]["bytes"], shop().len());
    assert_eq!(page["stats"].get("ms"), None);
    let ran = room.tamis("clean shop.html --format jsonl -v").ends_with(0).says("shop.html: ");
    assert!(ran.lines()[0]["stats"]["ms"].is_number());
}

#[test]
fn explain_tells_a_person() {
    let ran = shop_room().tamis("clean shop.html --method tps --explain -o out.html").ends_with(0);
    let ran = ran.says("tps kept ").says("\nremoved /html/body/ul: ").says("\"Menu Menu Menu\"");
    assert_eq!(ran.stdout, "");
}

#[test]
fn many_pages_are_json_lines_in_the_order_of_their_names() {
    let room = shop_room();
    let ran = room.tamis("text pages -j 1").ends_with(0).quietly();
    let sources: Vec<_> = ran.lines().iter().map(|line| line["source"].clone()).collect();
    assert_eq!(sources, ["pages/a/page.html", "pages/b/page.html", "pages/c.htm"]);
    assert_eq!(ran.lines()[2]["status"], "nothing-found");
    for same in
        ["text pages -j 4", "text pages/ -j 2 --progress none", "text 'pages/**/*.htm*'", "text pages --format json"]
    {
        let again = room.tamis(same).ends_with(0).stdout.replace("pages//", "pages/");
        assert_eq!(again, ran.stdout, "{same}");
    }
}

#[test]
fn many_pages_need_a_form_that_fits_on_one_stream() {
    let room = shop_room();
    room.tamis("clean pages --format html")
        .ends_with(1)
        .says("error: many pages as html do not fit on one stream\nhint: add --output-dir DIR");
}

#[test]
fn an_output_directory_holds_one_file_a_page() {
    let room = shop_room();
    room.tamis("clean pages shop.html pages/b/page.html --output-dir out").ends_with(0).quietly().prints("");
    assert_eq!(room.list("out"), ["a/page.html", "b/page.html", "c.html", "index.jsonl", "page.html", "shop.html"]);
    assert_eq!(room.read("out/b/page.html"), "<html><head></head><body><p>Hello</p></body></html>");
    let mode = fs::metadata(room.path("out/shop.html")).expect("was written").permissions().mode();
    let ours = fs::metadata(room.path("shop.html")).expect("was written").permissions().mode();
    assert_eq!(mode, ours, "a result has the permissions of any other file");
    // A second run replaces the files of the first and does not read them.
    room.tamis("text . --output-dir out --format text").ends_with(0);
    assert!(!room.list("out").iter().any(|name| name.starts_with("out")));
}

#[test]
fn a_result_never_replaces_its_page() {
    let room = shop_room();
    room.tamis("clean pages --output-dir pages").ends_with(1).says("error: there are no pages in pages");
    room.tamis("clean shop.html --output-dir .").ends_with(4).says("the result would replace the page itself");
    assert_eq!(room.read("shop.html"), shop());
    // A file that is named is the user's word.
    room.tamis("clean shop.html -o shop.html").ends_with(0);
    assert!(!room.read("shop.html").contains("Menu"));
}

#[test]
fn an_output_file_is_replaced_at_the_end_or_not_at_all() {
    let room = shop_room();
    room.write("out.txt", b"old");
    room.tamis("text missing.html -o out.txt").ends_with(4);
    assert_eq!(room.read("out.txt"), "old");
    std::os::unix::fs::symlink("out.txt", room.path("link.txt")).expect("is linked");
    room.tamis("text pages/b/page.html -o link.txt").ends_with(0);
    assert_eq!(room.read("out.txt"), "Hello\n");
    room.tamis("text shop.html -o no/such/place.txt").ends_with(1).says("error: cannot write no/such/place.txt");
    room.tamis("text shop.html -o pages").ends_with(1).says("error: pages is a directory\nhint: --output-dir pages");
    room.tamis("text shop.html --output-dir shop.html")
        .ends_with(1)
        .says("error: cannot create the directory shop.html");
}

#[test]
fn a_link_in_the_output_directory_does_not_lead_out_of_it() {
    let room = shop_room();
    fs::create_dir(room.path("elsewhere")).expect("is made");
    fs::create_dir(room.path("out")).expect("is made");
    std::os::unix::fs::symlink("../elsewhere", room.path("out/a")).expect("is linked");
    room.tamis("clean pages --output-dir out").ends_with(4).says("a link leads out of the output directory");
    assert_eq!(room.list("elsewhere"), [""; 0]);
    assert!(room.list("out").contains(&"b/page.html".to_owned()));
}

#[test]
fn mistakes_are_answered_with_a_hint_and_exit_code_1() {
    let room = shop_room();
    room.tamis("").ends_with(1).says("Usage: tamis <COMMAND>");
    room.tamis("claen shop.html").ends_with(1).says("hint: did you mean clean?");
    room.tamis("records shop.html --all-pages").ends_with(1).says("hint: `tamis help records` lists what there is");
    room.tamis("clean").ends_with(1).says("error: the following required arguments were not provided");
    room.tamis("clean shop.html --method tsp").ends_with(1).says("hint: one of auto, blocks, weights, tps, ");
    room.tamis("clean shop.html --threshold 12").ends_with(1).says("hint: rules has it: add --method rules");
    room.tamis("clean shop.html --method tps --margin 3").ends_with(1).says("takes a number from 0 to 1, not '3'");
    room.tamis("clean shop.html --option margin").ends_with(1).says("expected NAME=VALUE");
    room.tamis("clean shop.html --option size=3").ends_with(1).says("hint: auto has favor, ");
    room.tamis("clean shop.html -j 0").ends_with(1).says("error: invalid value '0' for '--jobs <N>'");
    room.tamis("clean shop.html --url example.org").ends_with(1).says("https://");
    room.tamis("clean shop.html -o a --output-dir b").ends_with(1).says("cannot be used with");
    room.tamis("clean 'shop-*.html'").ends_with(1).says("error: no file matches shop-*.html\nhint: ");
    fs::create_dir(room.path("empty")).expect("is made");
    room.tamis("clean empty").ends_with(1).says("error: there are no pages in empty\nhint: ");
}

#[test]
fn a_missing_file_is_a_failed_page() {
    let room = shop_room();
    room.tamis("clean missing.html").ends_with(4).prints("").says("error: cannot read missing.html: No such file");
    let ran = room.tamis("text missing.html pages/b/page.html").ends_with(4).says("2 pages: 1 written, 1 failed");
    assert_eq!(ran.lines()[0]["status"], "error");
    assert_eq!(ran.lines()[1]["text"], "Hello");
}

#[test]
fn every_method_of_a_command_runs_with_its_defaults() {
    let room = shop_room();
    for task in Task::ALL {
        for method in tamis::methods::for_task(task) {
            let ran = room.tamis(&format!("{} shop.html --method {} --format json", task.as_str(), method.name()));
            let page: serde_json::Value = serde_json::from_str(&ran.ends_with(0).quietly().stdout).expect("JSON");
            let answer = match task {
                Task::Records => "tables",
                Task::Segment => "blocks",
                _ => "mask",
            };
            assert_eq!(page["provenance"][answer]["method"], method.name());
        }
    }
}

#[test]
fn the_help_shows_every_method_and_option_of_the_table() {
    let room = Room::new();
    let all = room.tamis("help methods").ends_with(0).quietly().stdout;
    for task in Task::ALL {
        let help = room.tamis(&format!("{} --help", task.as_str())).ends_with(0).quietly().stdout;
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        for method in tamis::methods::for_task(task) {
            assert!(help.contains(&format!("- {}: {}", method.name(), method.summary())), "{}", method.name());
            let one = room.tamis(&format!("help methods {}", method.name())).ends_with(0).quietly().stdout;
            for option in method.options() {
                let line = format!("    --{:<22} {}\n", option.name, option.doc);
                assert!(all.contains(&line) && one.contains(&line), "{line}");
            }
        }
    }
    room.tamis("help methods nothing").ends_with(1).says("hint: `tamis help methods` lists them");
    room.tamis("--version").ends_with(0).prints(concat!("tamis ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn the_help_of_a_command_fits_on_two_screens_and_begins_with_what_people_use() {
    let room = Room::new();
    for command in ["clean", "text", "records", "segment", "site", "wrapper learn", "wrapper check"] {
        let help = room.tamis(&format!("help {command}")).ends_with(0).quietly().stdout;
        let n_lines = help.lines().count();
        assert!(n_lines <= 100, "{command}: {n_lines} lines");
    }
    let help = room.tamis("help records").ends_with(0).quietly().stdout;
    assert!(help.lines().count() < 80, "{help}");
    let options = help.find("\nOutput:\n  -o, --output <FILE>").expect("output comes first");
    assert!(help.find("--format <FORMAT>") > Some(options) && help.find("--format") < help.find("--method"), "{help}");
    room.tamis("help").ends_with(0).quietly();
    room.tamis("help claen").ends_with(1).says("hint: did you mean clean?");
}

#[test]
fn records_are_json_on_a_pipe_and_other_forms_on_request() {
    let room = shop_room();
    let page: serde_json::Value =
        serde_json::from_str(&room.tamis("records shop.html --method mdr").ends_with(0).stdout).expect("JSON");
    let table = &page["tables"][0];
    assert_eq!(table["role"], "main");
    assert_eq!(table["rows"].as_array().map(Vec::len), Some(9));
    assert_eq!(table["rows"][8]["text"], "Lamp 1.00");
    assert_eq!(table["rows"][8]["xpaths"][0], "/html/body/div/p[9]");
    let n_columns = table["columns"].as_array().map_or(0, Vec::len);
    for (format, n_lines) in [("csv", 10), ("tsv", 10), ("md", 11), ("jsonl", 9), ("table", 13)] {
        let ran = room.tamis(&format!("records shop.html --method mdr --format {format}")).ends_with(0).quietly();
        assert_eq!(ran.stdout.lines().count(), n_lines, "{format}: {}", ran.stdout);
    }
    let ran = room.tamis("records shop.html --method mdr --format csv").ends_with(0);
    assert!(ran.stdout.lines().all(|line| line.split(',').count() == n_columns), "{}", ran.stdout);
    let ran = room.tamis("records shop.html --method mdr --explain -o out.json").ends_with(0);
    ran.says("mdr found 2 tables\ntable 1 (main, confidence 1.00): 9 records");
    room.tamis("records shop.html --method mdr --table 9 --format csv")
        .ends_with(2)
        .prints("")
        .says("warning: shop.html: the page has no table 9, only 2");
    room.tamis("records pages/b/page.html").ends_with(2);
}

#[test]
fn records_of_many_pages_are_lines_that_name_their_page() {
    let room = shop_room();
    let ran = room.tamis("records pages --method mdr --format jsonl").ends_with(0).quietly();
    assert_eq!(ran.lines().len(), 9);
    assert!(ran.lines().iter().all(|line| line["_source"] == "pages/a/page.html"));
    let ran = room.tamis("records pages --method mdr").ends_with(0).quietly();
    let statuses: Vec<_> = ran.lines().iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, ["ok", "nothing-found", "nothing-found"]);
}

#[test]
fn shells_complete_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = Room::new().tamis(&format!("completions {shell}")).ends_with(0).quietly();
        assert!(ran.stdout.contains("output-dir"), "{shell}");
    }
}

#[test]
fn inspect_shows_the_splits() {
    let ran = shop_room().tamis("inspect tag-paths shop.html").ends_with(0).quietly();
    assert!(ran.stdout.contains("splits:") && ran.stdout.contains("within /html/body/div"), "{}", ran.stdout);
}

#[test]
fn the_page_and_its_text_are_two_forms_of_one_answer() {
    let room = shop_room();
    let json = |command: &str| room.tamis(command).ends_with(0).lines().remove(0);
    let clean = json("clean shop.html --method blocks --format jsonl --with all");
    let text = json("text shop.html --format jsonl --with text,removed");
    let shared: Vec<_> = text.as_object().expect("an object").keys().filter(|key| clean.get(key).is_some()).collect();
    assert!(["provenance", "text", "removed", "stats"].iter().all(|&key| shared.iter().any(|shared| *shared == key)));
    for key in shared {
        assert_eq!(clean[key], text[key], "{key}");
    }
}

#[test]
fn json_holds_the_answer_and_what_else_was_asked_for() {
    let room = shop_room();
    let keys = |command: &str| {
        room.tamis(&format!("{command} --format json -o out.json")).ends_with(0);
        let page: serde_json::Value = serde_json::from_str(&room.read("out.json")).expect("JSON");
        let parts = ["html", "text", "comments", "markdown", "removed", "structured", "pagination"];
        parts.into_iter().filter(|&part| page.get(part).is_some()).collect::<Vec<_>>()
    };
    assert_eq!(keys("text shop.html"), ["text", "comments"]);
    assert_eq!(keys("text shop.html --with html,removed"), ["html", "text", "comments", "removed"]);
    assert_eq!(keys("text shop.html --structured --markdown"), ["text", "comments", "markdown", "structured"]);
    assert_eq!(keys("text shop.html --with all").len(), 6, "nothing says where the list goes on");
    assert_eq!(keys("clean shop.html"), ["html"]);
    assert_eq!(keys("clean shop.html --with text --with removed"), ["html", "text", "comments", "removed"]);
    assert_eq!(keys("records shop.html --with structured"), ["structured"]);
    let page = room.tamis("text shop.html --with removed").ends_with(0).stdout;
    assert!(page.contains("\"removed\": ["), "parts that are asked for are asked for as JSON");
    room.tamis("text shop.html --with removed --format md")
        .ends_with(1)
        .says("error: removed is a part of JSON and does not fit into md\nhint: use --format json with --with removed");
    room.tamis("records shop.html --with html").ends_with(1).says("structured, pagination, all");
}

#[test]
fn an_option_that_is_not_read_is_refused_with_the_one_that_lets_it() {
    let room = shop_room();
    room.tamis("records shop.html --method derin --min-cohesion 0.4")
        .ends_with(1)
        .says("error: the method 'derin' does not read 'min-cohesion' with profile=tuned")
        .says("hint: it is read with --profile paper");
    room.tamis("records shop.html --method mdr --min-similarity 0.7")
        .ends_with(1)
        .says("hint: it is read with --compare trees");
    room.tamis("records shop.html --method mdr --min-similarity 0.7 --compare trees").ends_with(0);
}

#[test]
fn a_method_that_looks_at_boxes_says_that_there_are_none() {
    shop_room()
        .tamis("records shop.html --method derin --render none")
        .ends_with(4)
        .prints("")
        .says("error: shop.html: derin needs a rendered page, and this page was not rendered")
        .says("hint: use --render embedded");
}

#[test]
fn pages_of_one_name_get_results_of_their_own_whether_or_not_others_fail() {
    let room = Room::with(&[("a/page.html", "<p>A"), ("b/page.html", "<p>B"), ("c/page.html", "<p>C")]);
    room.tamis("text a/page.html b/page.html c/page.html --format text --output-dir out").ends_with(0);
    assert_eq!(["out/page.txt", "out/page-2.txt", "out/page-3.txt"].map(|name| room.read(name)), ["A\n", "B\n", "C\n"]);
    fs::remove_file(room.path("b/page.html")).expect("is removed");
    room.tamis("text a/page.html b/page.html c/page.html --format text --output-dir again").ends_with(4);
    assert_eq!(room.list("again"), ["index.jsonl", "page-3.txt", "page.txt"]);
    assert_eq!(room.read("again/page-3.txt"), "C\n");
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let room = shop_room();
    for name in ["out/.tamis-a1.partial", "out/a/.tamis-a2.partial", ".tamis-a3.partial"] {
        room.write(name, b"half a res");
    }
    // Another run is at this one.
    room.write("out/.tamis-b.partial", b"half a res");
    let held = fs::File::open(room.path("out/.tamis-b.partial")).expect("is opened");
    held.lock().expect("is locked");
    room.tamis("text pages --output-dir out --format text").ends_with(0);
    room.tamis("text shop.html -o shop.txt").ends_with(0);
    assert!(room.path("out/.tamis-b.partial").exists());
    for name in ["out/.tamis-a1.partial", "out/a/.tamis-a2.partial", ".tamis-a3.partial"] {
        assert!(!room.path(name).exists(), "{name}");
    }
}

#[test]
fn the_threshold_of_rules_is_learnt_from_all_pages() {
    let room = shop_room();
    let learnt = room.tamis("inspect threshold shop.html pages").ends_with(0).quietly().stdout;
    let threshold: usize = learnt.trim().parse().expect("a number");
    assert!((10..=60).contains(&threshold), "{threshold}");
    room.tamis(&format!("clean shop.html --method rules --threshold {threshold}")).ends_with(0);
    room.tamis("inspect threshold missing.html shop.html").ends_with(4).says("cannot read missing.html");
}

#[cfg(not(feature = "network"))]
#[test]
fn a_build_without_the_network_says_so() {
    let ran = shop_room().tamis("text https://anna:s3cret@shop.example/").ends_with(4).prints("");
    let ran =
        ran.says("this build cannot read https://shop.example/").says("hint: build it with the feature `network`");
    assert!(!ran.stderr.contains("s3cret"));
}
