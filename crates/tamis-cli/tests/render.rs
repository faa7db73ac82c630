//! Pages with their boxes: rendered, stored, drawn, listed, by the renderer inside and by a real browser.

#![cfg(all(unix, feature = "blitz", feature = "chromium", feature = "pictures"))]

mod run;

use run::Room;
use std::fs;

/// A list of lamps, three in a row, with its style sheet in a file of its own.
fn lamps() -> Room {
    let item = |number: u32| {
        format!(
            "<li><a href=/{number}><img src=lamp.gif width=200 height=150></a><h2>Lamp number {number}</h2>\
             <p>Light for every desk, whatever stands on it.</p><b>€ {number}.00</b></li>"
        )
    };
    let items: String = (1..=9).map(item).collect();
    let page = format!(
        "<!doctype html><title>Lamps</title><link rel=stylesheet href=look/lamps.css>\
         <nav><a href=/>Home</a> <a href=/all>All lamps</a></nav><ul>{items}</ul><footer>Imprint</footer>\
         <script>document.body.insertAdjacentHTML('beforeend', '<p id=made>Made by a script</p>')</script>"
    );
    let look = "body { margin: 0; font: 16px/20px Arial } h2 { line-height: 30px } ul { margin: 0; padding: 0; list-style: none }\
                li { float: left; width: 400px; height: 300px } footer { clear: both; color: #123456 }";
    Room::with(&[("lamps.html", &page), ("look/lamps.css", look), ("more/two.html", "<p>Two")])
}

#[test]
fn a_page_is_stored_with_its_layout_and_read_again_without_a_renderer() {
    let room = lamps();
    room.tamis("render lamps.html -o lamps.snapshot").ends_with(0).quietly();
    let listed = room.tamis("inspect layout lamps.snapshot --render none").ends_with(0).quietly().stdout;
    assert!(listed.starts_with("renderer: blitz"), "{listed}");
    let boxes: Vec<&str> = listed.lines().filter(|line| line.trim_start().starts_with("li ")).collect();
    assert_eq!(boxes.len(), 9, "{listed}");
    assert!(boxes.iter().all(|line| line.contains(" 400×300 ")), "{listed}");
    assert!(listed.contains("#123456"), "the linked style sheet holds: {listed}");
    assert!(!listed.contains("Made by a script"), "{listed}");
    let records = room.tamis("records lamps.snapshot --method derin --format csv").ends_with(0).stdout;
    assert_eq!(records.lines().count(), 10, "{records}");
    assert!(records.contains("Lamp number 7") && records.contains("7.00"), "{records}");
}

#[test]
fn a_method_that_looks_at_boxes_asks_for_the_renderer_itself() {
    let room = lamps();
    room.tamis("render lamps.html -o lamps.snapshot").ends_with(0);
    let fresh = room.tamis("records lamps.html --method xpath-rank --format csv").ends_with(0).stdout;
    let again = room.tamis("records lamps.snapshot --method xpath-rank --format csv").ends_with(0).stdout;
    assert_eq!(fresh, again);
    let json = room.tamis("records lamps.html --method derin --format json").ends_with(0).stdout;
    let page: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!(page["tables"][0]["rows"][4]["box"], serde_json::json!([400, 320, 800, 620]), "{page}");
    room.tamis("records lamps.html --method derin --render none").ends_with(4).says("this page was not rendered");
}

#[test]
fn the_limit_on_nodes_holds_for_rendered_pages() {
    let room = lamps();
    let limited = |render: &str| {
        let run = room.tamis_with_browser(&format!("text lamps.html --method none --max-nodes 40 --render {render}"));
        run.ends_with(0).says("more nodes than the limit").stdout
    };
    let plain = limited("none");
    assert!(plain.contains("Lamp number 1") && !plain.contains("Lamp number 9"), "{plain}");
    assert_eq!(limited("embedded"), plain);
    if has_browser() {
        let browser = limited("chromium");
        assert!(browser.contains("Lamp number 1") && !browser.contains("Lamp number 9"), "{browser}");
    }
}

#[test]
fn a_charset_that_is_insisted_on_holds_for_rendered_pages() {
    let room = lamps();
    fs::write(room.path("old.html"), b"<meta charset=latin1><p>\xCF\xF0\xE8\xE2\xE5\xF2").expect("is written");
    let read = |flags: &str| {
        let run = room.tamis_with_browser(&format!("text old.html --method none --charset windows-1251 {flags}"));
        run.ends_with(0).stdout
    };
    assert_eq!(read("").trim(), "Привет");
    assert_eq!(read("--render embedded").trim(), "Привет");
    if has_browser() {
        assert_eq!(read("--render chromium").trim(), "Привет");
    }
}

#[test]
fn the_boxes_are_drawn() {
    let room = lamps();
    room.tamis("render lamps.html --png lamps.png").ends_with(0).quietly().prints("");
    let picture = fs::read(room.path("lamps.png")).expect("the picture is there");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 1000);
}

#[test]
fn a_drawing_and_a_report_ask_for_the_renderer_themselves() {
    let room = lamps();
    let svg = room.tamis("segment lamps.html --svg").ends_with(0).quietly().stdout;
    assert!(svg.contains(">Lamp number 7</text>"), "{} bytes", svg.len());
    room.tamis("report lamps.html -o why.html").ends_with(0).quietly();
    let report = room.read("why.html");
    assert!(report.contains("id=\"sheet\"") && report.contains("layout by blitz"), "{} bytes", report.len());
    assert!(report.contains("id=\"layer-table-0\""));
}

#[test]
fn what_cannot_be_done_is_said_before_any_page_is_read() {
    let room = lamps();
    room.tamis("render lamps.html more/two.html -o x").ends_with(1).says("hint: add --output-dir DIR");
    room.tamis("render lamps.html more/two.html --output-dir x --png y").ends_with(1).says("a picture is of one page");
    room.tamis("text lamps.html --scripts").ends_with(1).says("hint: add --render chromium");
    room.tamis("render lamps.html -o x --viewport 0x5").ends_with(1).says("such as 1280x1024");
    let embedded = room.tamis("render lamps.html -o x --screenshot y --render embedded").ends_with(1);
    embedded.says("hint: add --render chromium; --png draws");
    assert!(!room.path("x").exists());
}

#[test]
fn many_pages_become_a_folder_of_snapshots() {
    let room = lamps();
    room.tamis("render lamps.html more/two.html --output-dir out").ends_with(0);
    for name in ["lamps.snapshot", "two.snapshot"] {
        assert!(room.path("out").join(name).is_file(), "{name}");
    }
}

#[test]
fn a_damaged_snapshot_is_an_error_with_its_reason() {
    let room = lamps();
    room.tamis("render lamps.html -o lamps.snapshot").ends_with(0);
    let whole = fs::read(room.path("lamps.snapshot")).expect("it was written");
    fs::write(room.path("half.snapshot"), &whole[..whole.len() / 2]).expect("it is written");
    room.tamis("inspect layout half.snapshot").ends_with(4).says("the snapshot is damaged");
}

/// Whether tests may start a browser; see `crates/tamis-render-chromium`.
fn has_browser() -> bool {
    std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_none()
}

#[test]
fn a_real_browser_puts_the_boxes_where_the_renderer_inside_does() {
    if !has_browser() {
        return;
    }
    let room = lamps();
    let places = |render: &str| {
        let listed = room.tamis_with_browser(&format!("inspect layout lamps.html {render}")).ends_with(0).stdout;
        let elements = listed.lines().filter(|line| !line.contains('“')).map(str::trim);
        let has_place =
            |line: &&str| ["ul ", "li ", "img ", "nav ", "body ", "h2 "].iter().any(|tag| line.starts_with(tag));
        elements.filter(has_place).map(str::to_owned).collect::<Vec<_>>()
    };
    let (inside, browser) = (places("--render embedded"), places("--render chromium"));
    assert_eq!(inside, browser);
    assert_eq!(inside.len(), 1 + 1 + 1 + 3 * 9);
}

#[test]
fn a_browser_runs_scripts_when_told_to_and_takes_screenshots() {
    if !has_browser() {
        return;
    }
    let room = lamps();
    let without = room.tamis_with_browser("text lamps.html --method none --render chromium").ends_with(0).stdout;
    let with = room.tamis_with_browser("text lamps.html --method none --render chromium --scripts").ends_with(0).stdout;
    assert!(!without.contains("Made by a script") && with.contains("Made by a script"), "{without}\n{with}");
    room.tamis_with_browser("render lamps.html --render chromium --screenshot seen.png").ends_with(0);
    assert!(fs::read(room.path("seen.png")).expect("the picture is there").starts_with(b"\x89PNG"));
}
