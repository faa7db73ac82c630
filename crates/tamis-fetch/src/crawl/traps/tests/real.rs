//! Addresses of real pages.

use super::*;
use crate::crawl::canonical::session_id;
use crate::crawl::links;
use tamis_page::{Capture, Document};

/// The links of all pages below a directory, in the order of their names: `TAMIS_PAGES=… cargo test real_addresses -- --nocapture`.
/// A page is called `page.html`, and its address stands in a `truth.json` beside it, or the page names it.
#[test]
#[expect(clippy::print_stdout, reason = "the numbers are what one runs it for")]
fn few_real_addresses_are_traps() {
    let Some(pages) = std::env::var_os("TAMIS_PAGES") else { return };
    let mut folders: Vec<_> = std::fs::read_dir(pages)
        .unwrap()
        .flat_map(|set| std::fs::read_dir(set.unwrap().path()).into_iter().flatten())
        .map(|folder| folder.unwrap().path())
        .collect();
    folders.sort();
    let mut traps = Traps::default();
    let mut known = HashSet::new();
    let mut found: BTreeMap<TrapKind, Vec<String>> = BTreeMap::new();
    let (mut n_pages, mut n_sessions) = (0, 0);
    for folder in folders {
        let Ok(html) = std::fs::read(folder.join("page.html")) else { continue };
        let truth: serde_json::Value = std::fs::read(folder.join("truth.json"))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let address = truth["url"].as_str().or(truth["Page URL"].as_str()).and_then(|url| Url::parse(url).ok());
        let mut capture = Capture::new(html);
        let document = Document::parse(capture.clone().decode(None).text);
        capture.url = address.or_else(|| links(&capture, &document, "tamis").canonical);
        n_pages += 1;
        let page = capture.url.as_ref().map(canonical);
        for link in links(&capture, &document, "tamis").links {
            n_sessions += usize::from(session_id(&link.url).is_some());
            let url = canonical(&link.url);
            if known.insert(url.clone())
                && let Some(trap) = traps.look(&url, page.as_ref())
            {
                found.entry(trap.kind).or_default().push(format!("{:.160} ({})", url.as_str(), trap.detail));
            }
        }
    }
    let n_traps: usize = found.values().map(Vec::len).sum();
    println!("{n_pages} pages, {} addresses, {n_sessions} with a session id, {n_traps} traps", known.len());
    println!("{found:#?}");
    assert!(n_traps * 1_000 < known.len());
}
