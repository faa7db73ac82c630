//! From recipes to findings.

use super::bounds::{bound_rows, max_areas};
use super::{Findings, Found};
use crate::error::{Error, NotRendered};
use crate::methods::{Answer, Needs};
use crate::page::{Page, PageReader, View, Warning};
use crate::recipe::Recipe;
use tamis_page::{Capture, Mask, budget};

/// Asks a page something; a later answer of one kind replaces an earlier one. A method cannot fail: where it finds
/// nothing, its answer is empty.
///
/// # Errors
/// A method looks at boxes, and the page was not rendered.
pub fn ask(page: &Page, recipes: &[Recipe]) -> Result<Findings, Error> {
    let mut findings = Findings::of(page.clone());
    let view = page.view();
    for recipe in recipes {
        match answer(&view, recipe)? {
            Answer::Mask { mask: answer, comments, kind } => {
                findings.mask = Some(Found { answer, provenance: recipe.clone().into(), reason: None });
                findings.comments = comments;
                findings.kind = kind;
            }
            Answer::Tables { tables: mut answer, reason } => {
                let n_left_out = bound_rows(page, &mut answer);
                if n_left_out > 0 {
                    findings.page = findings.page.with_warning(Warning::TooManyRows { n_left_out });
                }
                findings.tables = Some(Found { answer, provenance: recipe.clone().into(), reason });
            }
            Answer::Regions(answer) => {
                let n_left_out = answer.len().saturating_sub(max_areas(page));
                if n_left_out > 0 {
                    findings.page = findings.page.with_warning(Warning::TooManyAreas { n_left_out });
                }
                findings.regions = Some(Found { answer, provenance: recipe.clone().into(), reason: None });
            }
        }
    }
    Ok(findings)
}

/// A page with more nodes is not laid out only because its answer is unsure: that would take many times as long as the
/// answer. The largest of 2,426 real pages has 34,450.
const MAX_NODES_ON_DEMAND: usize = 40_000;

impl PageReader {
    /// Reads a page and asks it something. A reader with a [renderer on demand](PageReader::with_renderer_on_demand)
    /// lays the page out if a method looks at boxes, or if the answer without them [is
    /// unsure](Findings::wants_layout).
    ///
    /// # Errors
    /// The page could not be read, or it has no layout and a method looks at boxes. A page that could not be laid out
    /// for an unsure answer keeps that answer, with a [warning](Warning::NotLaidOut).
    pub fn ask(&mut self, capture: Capture, recipes: &[Recipe]) -> Result<Findings, Error> {
        if self.renders_first(recipes) {
            let page = self.read_rendered(capture)?;
            return self.ask_page(&page, recipes);
        }
        let page = self.read_plain(capture.clone())?;
        self.ask_at_hand(page, &capture, recipes)
    }

    /// Asks a page that this reader has read from `capture` without laying it out. It is laid out where [`ask`](PageReader::ask)
    /// would do that, and not parsed again otherwise.
    pub(crate) fn ask_at_hand(&mut self, page: Page, capture: &Capture, recipes: &[Recipe]) -> Result<Findings, Error> {
        if self.renders_first(recipes) && page.layout().is_none() {
            let page = self.read_rendered(capture.clone())?;
            return self.ask_page(&page, recipes);
        }
        if !self.has_renderer_on_demand() {
            return self.ask_page(&page, recipes);
        }
        let mut findings = ask(&page, recipes)?;
        drop(page);
        if !findings.wants_layout() {
            return Ok(findings);
        }
        if findings.page().document().len() > MAX_NODES_ON_DEMAND {
            findings.page = findings.page.with_warning(Warning::NotLaidOut);
            return Ok(findings);
        }
        match self.read_rendered(capture.clone()) {
            Ok(page) => {
                self.recycle(findings.into_page());
                return ask(&page, recipes);
            }
            Err(_) => findings.page = findings.page.with_warning(Warning::NotLaidOut),
        }
        Ok(findings)
    }

    /// Whether a page is laid out before it is asked.
    fn renders_first(&self, recipes: &[Recipe]) -> bool {
        let needs_boxes = || recipes.iter().any(|recipe| recipe.method().needs() == Needs::RenderedPage);
        self.renders_all() || self.has_renderer_on_demand() && needs_boxes()
    }

    /// Asks a page that was read, as it is.
    pub(crate) fn ask_page(&self, page: &Page, recipes: &[Recipe]) -> Result<Findings, Error> {
        let mut findings = ask(page, recipes)?;
        if findings.wants_layout() && self.misses_renderer() {
            findings.page = findings.page.with_warning(Warning::NoRenderer);
        }
        Ok(findings)
    }
}

/// What a node costs in the walks over a page that are not counted one by one.
const STEPS_A_NODE: usize = 128;

fn answer(view: &View<'_>, recipe: &Recipe) -> Result<Answer, NotRendered> {
    let mask = recipe.within().map(|cleaning| mask(view, &cleaning)).transpose()?.flatten();
    // The walks that every method does over the whole page, some dozens.
    budget::spend(STEPS_A_NODE * view.page().document().len());
    let answer = recipe.method().run(view, mask.as_ref(), recipe.raw_options());
    answer.ok_or(NotRendered { what: recipe.method().name() })
}

fn mask(view: &View<'_>, cleaning: &Recipe) -> Result<Option<Mask>, NotRendered> {
    Ok(match answer(view, cleaning)? {
        Answer::Mask { mask, .. } => Some(mask),
        Answer::Tables { .. } | Answer::Regions(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Task;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tamis_page::{DecodedPage, Document, RenderError, RenderRequest, RenderedPage, Renderer, Viewport};

    /// Counts the pages that it is asked for; lays nothing out, or fails.
    struct Counting {
        n_asked: Arc<AtomicUsize>,
        fails: bool,
    }

    impl Renderer for Counting {
        fn render(&mut self, page: DecodedPage, _: RenderRequest) -> Result<RenderedPage, RenderError> {
            self.n_asked.fetch_add(1, Ordering::Relaxed);
            if self.fails {
                return Err(RenderError::Unavailable { what: "it".to_owned(), hint: "none".to_owned() });
            }
            Ok(RenderedPage::unrendered(Document::parse(page.into_text())))
        }
    }

    /// How often the renderer was asked, and the findings.
    fn asked(html: &str, fails: bool) -> (usize, Findings) {
        let n_asked = Arc::new(AtomicUsize::new(0));
        let renderer = Counting { n_asked: Arc::clone(&n_asked), fails };
        let mut reader = PageReader::default().with_renderer_on_demand(Some((Box::new(renderer), Viewport::default())));
        let findings = reader.ask(Capture::new(html.as_bytes().to_vec()), &[Recipe::default_for(Task::Records)]);
        (n_asked.load(Ordering::Relaxed), findings.expect("the page can be read"))
    }

    fn list(n: usize) -> String {
        let record = |index: usize| {
            format!(
                "<li class=item><h3><a href=/{index}>Lamp number {index} of the shop</a></h3><p>In stock, {index} left</p><b>{index}.50 €</b>"
            )
        };
        format!("<main><ul class=products>{}</ul></main>", (10..10 + n).map(record).collect::<String>())
    }

    #[test]
    fn a_sure_answer_needs_no_layout_and_an_unsure_one_asks_for_it() {
        let (n_asked, findings) = asked(&list(24), false);
        assert_eq!((n_asked, findings.wants_layout()), (0, false));
        let unsure =
            "<p><a href=1>One thing</a> said<p><a href=2>Another thing</a> said<p><a href=3>A third</a> said so";
        let without = ask(&Page::parse(unsure), &[Recipe::default_for(Task::Records)]).expect("it needs no layout");
        assert!(without.wants_layout(), "{:?}", without.tables());
        let (n_asked, findings) = asked(unsure, false);
        assert_eq!((n_asked, findings.page().layout().is_some()), (1, true));
    }

    #[test]
    fn a_layout_that_cannot_be_had_leaves_the_answer_and_says_so() {
        let unsure =
            "<p><a href=1>One thing</a> said<p><a href=2>Another thing</a> said<p><a href=3>A third</a> said so";
        let (_, findings) = asked(unsure, true);
        assert_eq!(findings.page().warnings(), [Warning::NotLaidOut]);
        assert!(!findings.is_empty());
        let mut reader = PageReader::default().with_renderer_on_demand(None);
        let recipes = [Recipe::default_for(Task::Records)];
        let findings = reader.ask(Capture::new(unsure.as_bytes().to_vec()), &recipes).expect("the page can be read");
        assert_eq!(findings.page().warnings(), [Warning::NoRenderer]);
        let findings = PageReader::default().ask(Capture::new(unsure.as_bytes().to_vec()), &recipes);
        assert_eq!(findings.expect("the page can be read").page().warnings(), []);
    }

    #[test]
    fn a_huge_page_is_not_laid_out_for_an_unsure_answer() {
        let huge = "<p>x".repeat(MAX_NODES_ON_DEMAND);
        let without =
            ask(&Page::parse(huge.as_str()), &[Recipe::default_for(Task::Records)]).expect("no layout needed");
        assert!(without.wants_layout(), "the test needs an unsure page");
        let (n_asked, findings) = asked(&huge, false);
        assert_eq!(n_asked, 0);
        assert!(findings.page().warnings().contains(&Warning::NotLaidOut));
    }

    #[test]
    fn a_page_that_lists_nothing_is_not_laid_out() {
        let (n_asked, findings) = asked("<h1>Log in</h1><form><input><button>Go</button></form>", false);
        assert_eq!((n_asked, findings.is_empty()), (0, true));
        assert!(findings.tables().is_some_and(|tables| tables.reason.is_some()));
    }
}
