//! A page costs one parse, no copy of its text and one run of a method, whatever it is asked for.
//!
//! The counts are of the whole process, so the tests of this file take turns.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use tamis::batch::Batch;
use tamis::export::{self, Json};
use tamis::site::{self, ClusterOptions, SiteInput, Sites};
use tamis::source::{Input, Origin};
use tamis::{Capture, PageReader, Recipe, RenderedPage, Task, Viewport};
use tamis_page::counts;
use tamis_page::{DecodedPage, Document, RenderError, RenderRequest, Renderer};

/// How often something was done: documents parsed, bodies copied, methods run.
type Work = [u64; 3];

static TURN: Mutex<()> = Mutex::new(());

#[track_caller]
fn check<T>(what: &str, expect: Work, work: impl FnOnce() -> T) -> T {
    let count = || [counts::parses(), counts::body_copies(), counts::method_runs()];
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = count();
    let done = work();
    let after = count();
    let counted: Work = std::array::from_fn(|idx| after[idx] - before[idx]);
    assert_eq!(counted, expect, "{what}: parses, copies, runs");
    done
}

/// Lays nothing out. It leaves documents as they are, or as a browser makes one of its own.
struct Unmeasured {
    is_browser: bool,
}

impl Renderer for Unmeasured {
    fn render(&mut self, page: DecodedPage, _: RenderRequest) -> Result<RenderedPage, RenderError> {
        Ok(RenderedPage::unrendered(Document::parse(page.into_text())))
    }

    fn lay_out(
        &mut self,
        page: DecodedPage,
        document: &Arc<Document>,
        request: RenderRequest,
    ) -> Result<RenderedPage, RenderError> {
        if self.is_browser {
            return self.render(page, request);
        }
        Ok(RenderedPage::unrendered(Arc::clone(document)))
    }
}

fn on_demand(is_browser: bool) -> PageReader {
    PageReader::default().with_renderer_on_demand(Some((Box::new(Unmeasured { is_browser }), Viewport::default())))
}

/// A page whose records nobody is sure of.
const UNSURE: &str = "<title>Things</title><p><a href=1>One thing</a> said<p><a href=2>Another thing</a> said<p><a href=3>A third</a> said so";

fn ask(mut reader: PageReader, tasks: &[Task]) -> tamis::Findings {
    let recipes: Vec<Recipe> = tasks.iter().map(|&task| Recipe::default_for(task)).collect();
    let findings = reader.ask(Capture::new(UNSURE.as_bytes().to_vec()), &recipes).expect("the page can be read");
    // What the commands write.
    for form in [Json::of(&findings).line(), export::html(&findings), export::explain(&findings)] {
        assert!(!form.contains('\0'));
    }
    findings
}

#[test]
fn a_page_that_is_not_laid_out_is_asked_once() {
    for task in Task::ALL {
        check(task.as_str(), [1, 0, 1], || ask(PageReader::default(), &[task]));
    }
    check("all tasks", [1, 0, 3], || ask(PageReader::default(), &[Task::Text, Task::Records, Task::Segment]));
}

#[test]
fn a_page_is_laid_out_before_a_method_that_wants_boxes_runs() {
    let findings = check("segment", [1, 0, 1], || ask(on_demand(false), &[Task::Segment]));
    assert!(findings.page().layout().is_some());
    check("all tasks", [1, 0, 3], || ask(on_demand(false), &[Task::Text, Task::Records, Task::Segment]));
    // With the renderer inside, if this build has it.
    check("the function", [1, 0, 1], || tamis::segment(UNSURE));
}

#[test]
fn only_what_is_unsure_is_asked_again() {
    let findings = check("records", [1, 0, 2], || ask(on_demand(false), &[Task::Records]));
    assert!(findings.page().layout().is_some());
    check("text", [1, 0, 1], || ask(on_demand(false), &[Task::Text]));
    let findings = check("text and records", [1, 0, 3], || ask(on_demand(false), &[Task::Text, Task::Records]));
    assert!(findings.page().layout().is_some() && findings.mask().is_some());
}

#[test]
fn a_browser_parses_once_more_and_is_asked_about_its_own_document() {
    check("segment", [2, 0, 1], || ask(on_demand(true), &[Task::Segment]));
    check("text and records", [2, 0, 4], || ask(on_demand(true), &[Task::Text, Task::Records]));
    let always = || PageReader::default().with_renderer(Box::new(Unmeasured { is_browser: true }), Viewport::default());
    check("every page", [1, 0, 2], || ask(always(), &[Task::Text, Task::Records]));
}

#[test]
fn of_several_recipes_for_one_answer_the_last_runs() {
    let recipes = ["weights", "blocks"].map(|name| Recipe::named(Task::Text, name).expect("it is in the table"));
    let page = check("parsing", [1, 0, 0], || tamis::Page::parse(UNSURE));
    let findings = check("two methods", [0, 0, 1], || tamis::ask(&page, &recipes).expect("no layout is needed"));
    assert_eq!(findings.mask().map(|mask| mask.provenance.name()), Some("blocks"));
    assert!(std::ptr::eq(page.metadata(), findings.page().metadata()), "metadata is read once for a page");
}

#[test]
fn of_a_site_one_page_is_asked_and_all_are_parsed_once() {
    const N_PAGES: u64 = 12;
    let page = |idx: u64| {
        let html = format!("<nav><a href=/>Home</a></nav><main><h1>Lamp {idx}</h1><p>All about lamp {idx}.</main>");
        let origin = Origin::Address(format!("https://shop.example/{idx}").parse().expect("an address"));
        (idx, SiteInput::new(Input::read_already(origin, Ok(Capture::new(html)))))
    };
    for reader in [|| PageReader::default(), || on_demand(false)] {
        let recipes = [Task::Text, Task::Segment].map(Recipe::default_for);
        let store = site::open_store(None).expect("a store in memory");
        let sites = Sites::new(recipes.to_vec(), None, ClusterOptions::default(), store);
        let counts = check("site", [N_PAGES, 0, 2], || {
            sites.run(
                (0..N_PAGES).map(page),
                &Batch::default(),
                reader,
                |page| Json::of(&page.findings).line().len(),
                |_, result, _| {
                    assert!(result.is_ok());
                    ControlFlow::Continue(())
                },
            )
        });
        assert_eq!(counts.expect("the store is in memory").n_new, 1);
    }
}
