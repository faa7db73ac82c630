//! Every golden page through every method, against what was accepted before.
//!
//! `tests/pages/SLUG/expected/METHOD.json` is what `tamis --format json` says of the page, less the HTML and the version,
//! laid out so that a change is a changed line. Methods that look at boxes get `tests/pages/SLUG/layout.snapshot`.
//!
//! - `TAMIS_ACCEPT=1 cargo test -p tamis --test golden` takes the answers of today for the expected ones.
//! - `TAMIS_PAGE=SLUG` looks at one page only.
//! - `scripts/new-page SLUG FILE` makes a new page.

#[path = "../fixtures/mod.rs"]
mod fixtures;

mod diff;
mod layout;
mod schema;

use fixtures::GoldenPage;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};
use tamis::export::{Json, JsonPart};
use tamis::methods::METHODS;
use tamis::{Capture, Method, Needs, Page, Recipe};

/// How many differences are shown in full.
const MOST_DIFFERENCES: usize = 5;

#[test]
fn every_method_finds_on_every_page_what_it_found_before() {
    let accepts = env::var_os("TAMIS_ACCEPT").is_some_and(|value| !value.is_empty() && value != "0");
    let only = env::var("TAMIS_PAGE").ok();
    let mut differences = Vec::new();
    for page in fixtures::golden_pages() {
        if only.as_ref().is_some_and(|only| *only != page.slug) {
            continue;
        }
        let expected = page.folder.join("expected");
        let found = answers(&page);
        if accepts {
            accept(&expected, &found);
        } else {
            compare(&page.slug, &expected, &found, &mut differences);
        }
    }
    report(&differences);
}

/// The answer of every method, by the name of its file.
fn answers(page: &GoldenPage) -> BTreeMap<String, String> {
    let read = |bytes: &[u8]| Page::read(Capture::new(bytes)).expect("a golden page is within the limits");
    let (parsed, rendered) = (read(&page.source), read(&page.snapshot));
    assert!(
        parsed.document().to_html() == rendered.document().to_html(),
        "{}: layout.snapshot is of another page\nhelp: scripts/render-pages makes it again",
        page.slug
    );
    // Areas are what a reader sees; the default looks at boxes where there are some.
    let is_rendered = |method: &Method| method.needs() >= Needs::LayoutOrDocument;
    let page_for = |method: &Method| if is_rendered(method) { &rendered } else { &parsed };
    METHODS.iter().map(|method| (file_name(method), answer(page_for(method), method))).collect()
}

fn answer(page: &Page, method: &'static Method) -> String {
    let findings = tamis::ask(page, &[Recipe::of(method)]).expect("the page has what the method needs");
    // Every part but those that say what another does: the text is there as HTML too.
    let parts = [JsonPart::Html, JsonPart::Text, JsonPart::Removed, JsonPart::Pagination];
    let json = Json::of(&findings).with_only(parts).pretty();
    let mut value: Value = serde_json::from_str(&json).expect("the export is JSON");
    schema::check(&value, method.name());
    let object = value.as_object_mut().expect("the export is an object");
    for key in ["schema_version", "generator", "url", "html"] {
        object.shift_remove(key);
    }
    if let Some(Value::String(text)) = object.get("text") {
        let paragraphs = text.split("\n\n").map(Value::from).collect();
        object.insert("text".into(), paragraphs);
    }
    if let Some(blocks) = object.get("blocks") {
        let mut cut = Vec::new();
        push_cut(blocks, &mut cut);
        object.insert("blocks".into(), cut.into());
    }
    layout::lines(&value)
}

/// The parts and blocks of a tree of areas, a line each. The areas between them are many, and change with these.
fn push_cut(block: &Value, lines: &mut Vec<Value>) {
    let levels = block["levels"].as_array().map_or(&[][..], Vec::as_slice);
    if !levels.is_empty() {
        let levels: Vec<String> = levels.iter().map(Value::to_string).collect();
        let n_more = block["xpaths"].as_array().map_or(0, |paths| paths.len() - 1);
        let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
        let edges = block.get("box").map_or_else(String::new, |edges| format!(" {edges}"));
        let text = |key: &str| block[key].as_str().unwrap_or("").to_owned();
        let (level, role, path, reason) = (levels.join("+"), text("role"), text("xpath"), text("reason"));
        lines.push(format!("{level} {role} {path}{more}{edges}: {reason}").into());
    }
    block["children"].as_array().into_iter().flatten().for_each(|child| push_cut(child, lines));
}

fn file_name(method: &Method) -> String {
    format!("{}.json", method.file_stem())
}

fn accept(expected: &Path, found: &BTreeMap<String, String>) {
    fs::create_dir_all(expected).expect("the folder of expected answers can be made");
    for stale in listed(expected).iter().filter(|name| !found.contains_key(*name)) {
        fs::remove_file(expected.join(stale)).expect("an answer that nobody gives any more can be removed");
    }
    for (name, answer) in found {
        let path = expected.join(name);
        // Only what changed is written, so that the times of the others stay.
        if fs::read_to_string(&path).ok().as_ref() != Some(answer) {
            fs::write(&path, answer).expect("an expected answer can be written");
        }
    }
}

fn compare(slug: &str, expected: &Path, found: &BTreeMap<String, String>, differences: &mut Vec<String>) {
    for stale in listed(expected).iter().filter(|name| !found.contains_key(*name)) {
        differences.push(format!("{slug}: no method gives {stale} any more\n"));
    }
    for (name, answer) in found {
        match fs::read_to_string(expected.join(name)) {
            Err(_) => differences.push(format!("{slug}: nothing is expected of {name} yet\n")),
            Ok(before) if before == *answer => {}
            Ok(before) => differences.push(format!("{slug}: {name} has changed\n{}", diff::lines(&before, answer))),
        }
    }
}

fn listed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("a listed file").file_name().to_string_lossy().into_owned()).collect()
}

fn report(differences: &[String]) {
    let shown = differences.iter().take(MOST_DIFFERENCES).map(String::as_str).collect::<Vec<_>>().join("\n");
    let rest = differences.len().saturating_sub(MOST_DIFFERENCES);
    let more = if rest > 0 { format!("\n… and {rest} more\n") } else { String::new() };
    assert!(
        differences.is_empty(),
        "{} answers differ (- expected, + found):\n\n{shown}{more}\n\
         help: if the new answers are better, accept them with\n      \
         TAMIS_ACCEPT=1 cargo test -p tamis --test golden\n      \
         and look at `git diff tests/pages` before you commit",
        differences.len()
    );
}
