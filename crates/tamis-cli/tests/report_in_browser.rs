//! The report in a real browser, opened from a file: it shows what it says, with the mouse and with the keyboard, asks
//! for nothing and complains of nothing. Left out with `TAMIS_SKIP_BROWSER_TESTS=1`.

#![cfg(unix)]

mod devtools;
mod run;

use devtools::Browser;
use run::Room;
use serde_json::json;
use std::path::Path;

/// A report on a golden page in a browser; none where browser tests are left out.
fn opened(slug: &str) -> Option<(Browser, Room)> {
    if std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_some_and(|value| value == "1") {
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages").join(slug);
    let room = Room::new();
    room.write("page.snapshot", &std::fs::read(folder.join("layout.snapshot")).expect("a golden page"));
    room.tamis("report page.snapshot --render none -o why.html").ends_with(0).quietly();
    let mut browser = Browser::start();
    browser.open(&format!("file://{}", room.path("why.html").display()));
    Some((browser, room))
}

/// The middle of the first part of an element that can be pointed at.
const MIDDLE: &str = "(element => { const box = element.getBoundingClientRect(); \
    return [box.x + Math.min(box.width / 2, 8), box.y + Math.min(box.height / 2, 3)]; })";

#[test]
fn pointing_at_a_block_shows_why_and_lights_its_row() {
    let Some((mut browser, _room)) = opened("search-results") else { return };
    for selector in ["#sheet", "#layer-blocks rect", "#tabs [role=tab]", ".tree .row", "#why"] {
        assert_eq!(browser.js(&format!("!!document.querySelector('{selector}')")), json!(true), "{selector}");
    }
    assert_eq!(browser.js("document.querySelectorAll('.on').length"), json!(0));
    let place = browser.js(&format!("{MIDDLE}(document.querySelector('#layer-blocks rect'))"));
    let (x, y) = (place[0].as_f64().expect("a number"), place[1].as_f64().expect("a number"));
    let of = browser.js(&format!("document.elementFromPoint({x}, {y}).dataset.for"));
    let of = of.as_str().expect("a block is there").to_owned();
    browser.point_at(x, y);
    let row = format!("document.getElementById('{of}')");
    assert_eq!(
        browser.js("document.querySelector('#why .tag').textContent"),
        browser.js(&format!("{row}.dataset.name"))
    );
    let why = browser.js("document.querySelector('#why').lastChild.textContent");
    assert_eq!(why, browser.js(&format!("{row}.dataset.why || 'no reason is known'")));
    assert_eq!(browser.js(&format!("{row}.classList.contains('on')")), json!(true), "its row is lit");
    browser.complains_of_nothing();
}

#[test]
fn the_keyboard_walks_through_the_blocks() {
    let Some((mut browser, _room)) = opened("search-results") else { return };
    // Address, picture, tabs, list: the tab key comes by each.
    for _ in 0..12 {
        browser.press("Tab");
        if browser.js("document.activeElement.matches('.tree .row')") == json!(true) {
            break;
        }
    }
    assert_eq!(browser.js("document.activeElement.id"), json!("b0"));
    let has_ring = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.js(has_ring), json!("solid"), "the focus can be seen");
    browser.press("ArrowDown");
    assert_eq!(browser.js("document.activeElement.id"), json!("b1"));
    let name = browser.js("document.activeElement.dataset.name");
    assert_eq!(browser.js("document.querySelector('#why .tag').textContent"), name);
    // On to a block with something to see in it: its box is lit.
    let n_boxes = "document.querySelectorAll(`.layer [data-for=\"${document.activeElement.id}\"]`).length";
    let mut n_steps = 0;
    while browser.js(n_boxes) == json!(0) && n_steps < 20 {
        browser.press("ArrowDown");
        n_steps += 1;
    }
    let lit = "Array.from(document.querySelectorAll('.layer rect.on')).map(box => box.dataset.for)";
    let id = browser.js("document.activeElement.id");
    assert_eq!(browser.js(lit), json!([id]));
    // Up to the page, which folds, and unfolds again.
    (0..=n_steps).for_each(|_| browser.press("ArrowUp"));
    assert_eq!(browser.js("document.activeElement.id"), json!("b0"));
    browser.press("ArrowLeft");
    assert_eq!(browser.js("document.querySelector('.tree details').open"), json!(false));
    browser.press("ArrowRight");
    assert_eq!(browser.js("document.querySelector('.tree details').open"), json!(true));
    browser.complains_of_nothing();
}

#[test]
fn each_tab_has_its_list_and_its_layer() {
    let Some((mut browser, _room)) = opened("search-results") else { return };
    let seen = "Array.from(document.querySelectorAll('section[role=tabpanel], .layer')) \
        .filter(element => getComputedStyle(element).display !== 'none').map(element => element.id)";
    assert_eq!(browser.js(seen), json!(["layer-blocks", "blocks"]));
    browser.js("document.getElementById('tab-blocks').focus()");
    let mut found = Vec::new();
    for _ in 0..4 {
        browser.press("ArrowRight");
        found.push(browser.js(seen));
    }
    let expect = [
        json!(["layer-dropped", "dropped"]),
        json!(["layer-table-0", "tables"]),
        json!(["layer-dropped", "text"]),
        json!(["methods"]),
    ];
    assert_eq!(found, expect);
    browser.js("document.getElementById('tab-tables').click()");
    browser.js("document.querySelector('#tables td').focus()");
    let colors = "(() => { const cell = document.activeElement, box = document.querySelector('.layer rect.on'); \
        return [getComputedStyle(cell).getPropertyValue('--c'), getComputedStyle(box).fill, box.dataset.for]; })()";
    let lit = browser.js(colors);
    assert_eq!(lit[2], json!("t0r0c0"));
    let hex = lit[0].as_str().expect("a colour").trim_start_matches('#').to_owned();
    let channel = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("a colour");
    assert_eq!(lit[1], json!(format!("rgb({}, {}, {})", channel(0), channel(2), channel(4))), "one colour for both");
    browser.complains_of_nothing();
}

#[test]
fn a_page_cannot_put_a_script_into_its_report() {
    if std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_some_and(|value| value == "1") {
        return;
    }
    let page = "<title>&lt;/title>&lt;script>window.hurt = 1&lt;/script></title><body>\
        <p>&lt;/script>&lt;script>window.hurt = 1&lt;/script> &lt;img src=x onerror='window.hurt = 1'> \" onload=\"window.hurt = 1\
        <ul><li><a href='javascript:window.hurt=1'>One</a> <b>1</b><li><a href=2>Two</a> <b>2</b><li><a href=3>Three</a> <b>3</b></ul>";
    let room = Room::with(&[("page.html", page)]);
    room.tamis("report page.html --render none -o why.html").ends_with(0);
    let mut browser = Browser::start();
    browser.open(&format!("file://{}", room.path("why.html").display()));
    assert_eq!(browser.js("typeof window.hurt"), json!("undefined"));
    assert_eq!(browser.js("document.scripts.length"), json!(1));
    browser.complains_of_nothing();
}
