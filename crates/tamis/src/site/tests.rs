//! Generated sites on one thread and on several.

use super::*;
use crate::batch::{self, Batch};
use crate::export::{Json, JsonPart};
use crate::page::PageReader;
use crate::recipe::Recipe;
use crate::source::Input;
use crate::task::Task;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tamis_page::{Capture, DecodedPage, Document, RenderError, RenderRequest, RenderedPage, Renderer, Viewport};

/// Lays nothing out. A page that says so makes it panic or never end.
struct Moody;

impl Renderer for Moody {
    fn render(&mut self, page: DecodedPage, _: RenderRequest) -> Result<RenderedPage, RenderError> {
        let text = page.into_text();
        assert!(!text.contains("cursed"), "the page is cursed");
        if text.contains("endless") {
            thread::sleep(Duration::from_hours(1));
        }
        Ok(RenderedPage::unrendered(Document::parse(text)))
    }
}

fn reader() -> PageReader {
    PageReader::default().with_renderer_on_demand(Some((Box::new(Moody), Viewport::default())))
}

/// A page of a template, which is the chain of elements around it; `n_items` of its list.
fn html(template: usize, n_items: usize, word: &str) -> String {
    let chain = (0..8).map(|bit| if template >> bit & 1 == 1 { "<section>" } else { "<div>" });
    let mut page = chain.collect::<String>();
    page.push_str("<nav id=menu><a href=/>Home</a> <a href=/x>About</a></nav><main>");
    for depth in 1..6 {
        let (open, close) = ("<div>".repeat(depth), "</div>".repeat(depth));
        let _ = write!(page, "{open}<p>{word} {depth}</p><em>{word}</em>{close}");
    }
    let items = format!("<li><h3>{word}</h3><b>5.00</b></li>").repeat(n_items);
    let _ = write!(page, "<ul>{items}</ul></main><footer><p>All rights reserved by {word}</footer>");
    page
}

/// Pages of three sites mixed: few templates, many templates, and one that is redone halfway.
fn pages(n: usize) -> Vec<(String, String)> {
    let page = |number: usize| match number % 4 {
        0 | 1 => ("few.example", html(number % 3, 2 + number % 5, &format!("lamp{number}"))),
        2 => ("many.example", html(number, 3, &format!("desk{number}"))),
        _ if number > n / 2 => ("redone.example", html(1, 3, "chair").replace("<ul>", "<section><ol>")),
        _ => ("redone.example", html(1, 3, "chair")),
    };
    (0..n).map(page).map(|(site, html)| (site.to_owned(), html)).collect()
}

struct Run {
    task: Task,
    n_threads: usize,
    timeout: Option<Duration>,
    reader: fn() -> PageReader,
    store: Box<dyn TemplateStore>,
}

impl Run {
    fn on(n_threads: usize) -> Run {
        let store = Box::new(store::MemoryStore::new());
        Run { task: Task::Segment, n_threads, timeout: None, reader, store }
    }

    /// Each page as a line, and at the end what was counted.
    fn lines(self, pages: Vec<(String, String)>) -> (Vec<String>, Result<SiteCounts, StoreError>) {
        let recipes = vec![Recipe::default_for(self.task)];
        let sites = Sites::new(recipes, None, ClusterOptions::default(), self.store);
        let mut options = Batch::default().with_threads(NonZeroUsize::new(self.n_threads).expect("not zero"));
        options.timeout = self.timeout;
        let inputs = pages.into_iter().enumerate().map(|(number, (site, html))| {
            let origin = Origin::Path(format!("{number}.html").into());
            (number, SiteInput::new(Input::read_already(origin, Ok(Capture::new(html)))).with_site(Some(site)))
        });
        let mut lines = Vec::new();
        let counts = sites.run(
            inputs,
            &options,
            self.reader,
            |page| {
                Json::of(&page.findings).with(JsonPart::Removed).with_origin(&page.origin).line()
                    + &page.notes.join("\n")
            },
            |number, result, counts| {
                assert_eq!(counts.n_pages, number + 1);
                lines.push(result.unwrap_or_else(|error| format!("{number}: {error}")));
                ControlFlow::Continue(())
            },
        );
        (lines, counts)
    }
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let (expect, counts) = Run::on(1).lines(pages(200));
    let counts = counts.expect("the store is in memory");
    assert_eq!((counts.n_pages, counts.n_failed), (200, 0));
    assert!(counts.n_mapped > 100 && counts.n_new >= 53, "{counts:?}");
    for n_threads in [2, 7] {
        let (lines, found) = Run::on(n_threads).lines(pages(200));
        assert_eq!(lines, expect, "{n_threads} threads");
        assert_eq!(found.expect("the store is in memory"), counts);
    }
}

#[test]
fn pages_that_fail_panic_or_take_too_long_pass_their_turn_on() {
    let bad = || {
        let mut pages = pages(40);
        // A page that is to be learned, one that its site knows, and the first of all.
        pages[6].1.push_str("cursed");
        pages[13].1.push_str("cursed");
        pages[10].1.push_str("endless");
        pages[0].1.push_str("cursed");
        pages
    };
    let run = |n_threads| Run { timeout: Some(Duration::from_secs(6)), ..Run::on(n_threads) };
    let (expect, counts) = run(1).lines(bad());
    let counts = counts.expect("the store is in memory");
    assert_eq!(counts.n_failed, 3, "{counts:?}");
    assert!(expect[0].contains("the page is cursed") && expect[6].contains("the page is cursed"));
    assert!(expect[13].contains("\"used\":true"), "a page that is mapped is not laid out: {}", expect[13]);
    assert_eq!(expect[10], "10: the page took longer than 6 s");
    for n_threads in [2, 7] {
        let (lines, found) = run(n_threads).lines(bad());
        assert_eq!(lines, expect, "{n_threads} threads");
        assert_eq!(found.expect("the store is in memory"), counts);
    }
}

#[test]
fn a_mapped_page_says_so() {
    let (lines, _) =
        Run::on(2).lines(vec![("a.example".into(), html(0, 3, "lamp")), ("a.example".into(), html(0, 5, "desk"))]);
    let objects: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line.trim()).expect("one JSON object")).collect();
    assert_eq!((&objects[0]["template"]["used"], &objects[0]["stats"]["path"]), (&false.into(), &"method".into()));
    assert_eq!(objects[0]["template"]["reason"], "the first page of its site");
    let (first, second) = (&objects[0]["template"], &objects[1]["template"]);
    assert_eq!((&second["id"], &second["used"], &second["missing"]), (&first["id"], &true.into(), &0.into()));
    assert_eq!(objects[1]["stats"]["path"], "template");
    assert_eq!(objects[1]["provenance"]["blocks"]["method"], "auto");
    assert!(second["id"].as_str().is_some_and(|id| id.starts_with("a.example/")), "{second}");
}

#[test]
fn a_page_asked_for_records_is_applied_and_says_so_on_any_number_of_threads() {
    let pages = || {
        let page = |number: usize| ("a.example".to_owned(), html(0, 3 + number % 4, &format!("lamp{number}")));
        (0..20).map(page).collect::<Vec<_>>()
    };
    let run = |n_threads| Run { task: Task::Records, ..Run::on(n_threads) };
    let (expect, counts) = run(1).lines(pages());
    let counts = counts.expect("the store is in memory");
    assert_eq!((counts.n_mapped, counts.n_applied), (19, 19), "{counts:?}");
    let objects: Vec<serde_json::Value> =
        expect.iter().map(|line| serde_json::from_str(line.trim()).expect("one JSON object")).collect();
    assert_eq!((&objects[0]["template"]["used"], &objects[0]["template"]["applied"]), (&false.into(), &false.into()));
    for (number, object) in objects.iter().enumerate().skip(1) {
        let template = &object["template"];
        assert_eq!(
            (&template["used"], &template["applied"], &template["why_mapped"]),
            (&true.into(), &true.into(), &serde_json::Value::Null)
        );
        // The table of list items comes after that of paragraphs.
        assert_eq!(object["tables"][1]["rows"].as_array().map(Vec::len), Some(3 + number % 4), "{object}");
    }
    for n_threads in [2, 7] {
        let (lines, found) = run(n_threads).lines(pages());
        assert_eq!((lines, found.expect("the store is in memory")), (expect.clone(), counts), "{n_threads} threads");
    }
}

#[test]
fn templates_never_cross_sites() {
    let (lines, counts) =
        Run::on(3).lines((0..6).map(|site| (format!("{site}.example"), html(0, 3, "lamp"))).collect());
    assert_eq!(counts.expect("the store is in memory").n_new, 6);
    assert!(lines.iter().enumerate().all(|(site, line)| line.contains(&format!("\"id\":\"{site}.example/"))));
}

#[test]
fn a_site_that_is_redone_is_noticed_and_learned_again() {
    let before = (0..30).map(|number| ("a.example".to_owned(), html(0, 4, &format!("lamp{number}"))));
    // The same paths for the most part, but much of what the areas consist of is gone.
    let after = (0..30).map(|number| {
        let page = html(0, 4, &format!("lamp{number}"));
        ("a.example".to_owned(), page.replace("<p>", "<div>").replace("</p>", "</div>").replace("main>", "article>"))
    });
    let (lines, counts) = Run::on(3).lines(before.chain(after).collect());
    let counts = counts.expect("the store is in memory");
    let learned: Vec<&String> = lines.iter().filter(|line| !line.contains("\"used\":true")).collect();
    assert!(learned.len() >= 2 && counts.n_mapped >= 40, "{counts:?}");
    let n_warned =
        lines.iter().filter(|line| line.contains("% of what the template names is missing on the last")).count();
    assert!(n_warned <= 2, "said once and not on every page");
}

/// Has room for so many templates, then the disk is full. Templates are counted and not merges, because a merge takes what was
/// learned since the one before, and how much that is depends on how far ahead the other threads are.
struct Filling {
    n_left: usize,
    n_merges: Arc<AtomicUsize>,
}

impl Filling {
    fn with_room_for(n_left: usize) -> Filling {
        Filling { n_left, n_merges: Arc::default() }
    }
}

impl TemplateStore for Filling {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        Ok(Vec::new())
    }

    fn load(&mut self, site: &str) -> Result<store::Delta, StoreError> {
        if site == "unreadable.example" { Err(full()) } else { Ok(store::Delta::new()) }
    }

    fn merge(&mut self, delta: &store::Delta) -> Result<(), StoreError> {
        self.n_left = self.n_left.checked_sub(delta.templates().len()).ok_or_else(full)?;
        self.n_merges.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn forget(&mut self, _: &str, _: Option<&str>) -> Result<usize, StoreError> {
        Ok(0)
    }
}

fn full() -> StoreError {
    StoreError::Full { location: "s".to_owned(), source: "no room".into() }
}

#[test]
fn a_store_that_fails_ends_the_run_and_not_before_what_it_kept_is_handed_over() {
    for n_threads in [1, 4] {
        let store = Filling::with_room_for(3 * n_threads * batch::PAGES_PER_THREAD);
        let n_merges = Arc::clone(&store.n_merges);
        let n_pages = store.n_left + 6;
        let run = Run { store: Box::new(store), ..Run::on(n_threads) };
        let pages = (0..n_pages).map(|number| ("a.example".to_owned(), html(number, 3, "lamp"))).collect();
        let (lines, counts) = run.lines(pages);
        assert!(matches!(counts, Err(StoreError::Full { .. })));
        let n_merges = n_merges.load(Ordering::Relaxed);
        assert!(n_merges > 0 && (n_merges..n_pages).contains(&lines.len()), "{n_merges} merges, {} lines", lines.len());
    }
    let run = Run { store: Box::new(Filling::with_room_for(5)), ..Run::on(3) };
    let (lines, counts) = run.lines(vec![
        ("a.example".to_owned(), html(0, 3, "lamp")),
        ("unreadable.example".to_owned(), html(0, 3, "lamp")),
        ("a.example".to_owned(), html(0, 4, "lamp")),
    ]);
    assert!(matches!(counts, Err(StoreError::Full { .. })));
    assert_eq!(lines.len(), 1);
}

/// A site in files, of one template; its first page has something that no other has.
#[test]
fn the_most_typical_of_the_next_pages_is_learned_instead_of_an_odd_first_one() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let page = |number: usize| {
        let odd = if number == 0 { "<aside><dl><dt>Notice<dd>We move</dl></aside>" } else { "" };
        html(0, 2 + number % 3, &format!("lamp{number}")) + odd
    };
    let paths: Vec<_> = (0..12).map(|number| directory.path().join(format!("{number:02}.html"))).collect();
    for (number, path) in paths.iter().enumerate() {
        std::fs::write(path, page(number)).expect("it can be written");
    }
    let run = |n_threads: usize, look_ahead: usize| {
        let mut options = ClusterOptions::default();
        options.look_ahead = look_ahead;
        let store = Box::new(store::MemoryStore::new());
        let sites = Sites::new(vec![Recipe::default_for(Task::Segment)], None, options, store);
        let batch = Batch::default().with_threads(NonZeroUsize::new(n_threads).expect("not zero"));
        let inputs = paths.iter().map(|path| ((), SiteInput::new(Input::file(path.clone()))));
        let mut used = Vec::new();
        let each = |(), result: Result<Option<TemplateUse>, _>, _: &SiteCounts| {
            used.push(result.expect("all pages can be read").expect("all pages have a template"));
            ControlFlow::Continue(())
        };
        let counts = sites.run(inputs, &batch, reader, |page| page.findings.template().cloned(), each);
        (used, counts.expect("the store is in memory"))
    };
    let (expect, counts) = run(1, 8);
    assert!(expect.iter().all(|template| template.is_used), "{expect:?}");
    assert!(expect[0].distance > 0.0 && expect[1].distance < expect[0].distance, "{expect:?}");
    assert_eq!((counts.n_new, counts.n_mapped), (1, 12));
    assert!((counts.hit_ratio() - 11.0 / 12.0).abs() < 1e-12);
    for n_threads in [2, 7] {
        assert_eq!(run(n_threads, 8), (expect.clone(), counts), "{n_threads} threads");
    }
    let (first_learned, _) = run(2, 1);
    assert!(!first_learned[0].is_used && first_learned[1].is_used);
}
