//! From recipes to findings.

use super::Findings;
use crate::batch::Batch;
use crate::error::{Error, NotRendered};
use crate::methods::Needs;
use crate::page::{Page, PageReader, Rendering, View, Warning};
use crate::recipe::Recipe;
use crate::source::{Input, Origin, Source};
use crate::task::AnswerKind;
use std::ops::ControlFlow;
use tamis_extract::Answers;
use tamis_page::{Capture, Mask, SharedText, budget};

/// Asks a page something; a later answer of one kind replaces an earlier one. A method cannot fail: where it finds
/// nothing, its answer is empty.
///
/// # Errors
/// A method looks at boxes, and the page was not rendered.
pub fn ask(page: &Page, recipes: &[Recipe]) -> Result<Findings, Error> {
    Ok(Plan::of(recipes).ask(page)?)
}

/// What is asked of a page: a recipe for each kind of answer. It says before a method runs whether the page is to be
/// laid out, so that no method runs for an answer that is thrown away.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'r> {
    recipes: Vec<&'r Recipe>,
}

impl<'r> Plan<'r> {
    /// Of several recipes that give one kind of answer, the last.
    pub(crate) fn of(recipes: &'r [Recipe]) -> Plan<'r> {
        let kind = |recipe: &Recipe| recipe.method().answers();
        let is_last = |idx: usize| recipes[idx + 1..].iter().all(|later| kind(later) != kind(&recipes[idx]));
        Plan { recipes: (0..recipes.len()).filter(|&idx| is_last(idx)).map(|idx| &recipes[idx]).collect() }
    }

    /// The recipe that gives this kind of answer.
    pub(crate) fn recipe(&self, kind: AnswerKind) -> Option<&'r Recipe> {
        self.recipes.iter().copied().find(|recipe| recipe.method().answers() == kind)
    }

    /// What the methods together look at.
    fn needs(&self) -> Needs {
        self.recipes.iter().map(|recipe| recipe.method().needs()).max().unwrap_or(Needs::Document)
    }

    fn ask(&self, page: &Page) -> Result<Findings, NotRendered> {
        let mut findings = Findings::of(page.clone());
        let view = page.view();
        for recipe in &self.recipes {
            findings.add(answer(&view, recipe)?, |_| Some((*recipe).clone().into()));
        }
        Ok(findings)
    }

    /// Asks a page again that was laid out because of an unsure answer. Answers that no layout can change are kept, unless a
    /// script has made another document of the page.
    fn ask_again(&self, page: &Page, first: Findings) -> Result<Findings, NotRendered> {
        if !page.has_document_of(first.page()) {
            return self.ask(page);
        }
        let mut findings = first.on_rendered(page.clone());
        let view = page.view();
        for recipe in self.recipes.iter().filter(|recipe| recipe.method().needs() != Needs::Document) {
            findings.add(answer(&view, recipe)?, |_| Some((*recipe).clone().into()));
        }
        Ok(findings)
    }
}

/// A page with more nodes is not laid out only because its answer is unsure: that would take many times as long as the
/// answer. The largest of 2,426 real pages has 34,450.
const MAX_NODES_ON_DEMAND: usize = 40_000;

impl Batch {
    /// Asks every page of a source and hands the findings over with the origin of the page, in the order of the pages, on the
    /// calling thread. `reader` makes the reader of each thread. When `each` breaks, no further page is started.
    ///
    /// ```no_run
    /// use std::ops::ControlFlow;
    /// use tamis::batch::Batch;
    /// use tamis::source::{SourceOptions, Sources};
    /// use tamis::{PageReader, Recipe, Task};
    ///
    /// let pages = Sources::find(&["pages".into()], SourceOptions::default())?;
    /// Batch::default().ask(pages, vec![Recipe::default_for(Task::Text)], PageReader::default, |origin, findings| {
    ///     match findings {
    ///         Ok(findings) => println!("{origin}: {}", findings.text().len()),
    ///         Err(error) => println!("{origin}: {}", error.with_causes()),
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// # Ok::<(), tamis::Error>(())
    /// ```
    pub fn ask(
        &self,
        pages: impl Source,
        recipes: Vec<Recipe>,
        reader: impl Fn() -> PageReader + Send + Sync + 'static,
        each: impl FnMut(Origin, Result<Findings, Error>) -> ControlFlow<()>,
    ) {
        let work = move |reader: &mut PageReader, input: Input| {
            let capture = input.read(&reader.limits())?;
            reader.ask(capture, &recipes)
        };
        self.run(pages.inputs().map(|input| (input.origin.clone(), input)), reader, work, each);
    }
}

impl PageReader {
    /// Reads a page and asks it something. A reader with a [renderer on demand](PageReader::with_renderer_on_demand)
    /// lays the page out if a method looks at boxes, or if the answer without them [is
    /// unsure](Findings::wants_layout).
    ///
    /// # Errors
    /// The page could not be read, or it has no layout and a method looks at boxes. A page that could not be laid out
    /// for an unsure answer keeps that answer, with a [warning](Warning::NotLaidOut).
    pub fn ask(&mut self, capture: Capture, recipes: &[Recipe]) -> Result<Findings, Error> {
        let plan = Plan::of(recipes);
        if self.lays_out_all(&plan) {
            return Ok(plan.ask(&self.read_rendered(capture)?)?);
        }
        let page = self.read_plain(capture.clone())?;
        self.ask_at_hand(&page, &capture, recipes)
    }

    /// Asks a page that is already text.
    pub(crate) fn ask_text(&mut self, html: &str, recipes: &[Recipe]) -> Result<Findings, Error> {
        let text = SharedText::from(html);
        let page = self.read_text(text.clone());
        self.ask_at_hand(&page, &Capture::new(text), recipes)
    }

    /// Asks a page that this reader has read from `capture` without a layout, and lays it out where [`ask`](PageReader::ask)
    /// would.
    pub(crate) fn ask_at_hand(
        &mut self,
        page: &Page,
        capture: &Capture,
        recipes: &[Recipe],
    ) -> Result<Findings, Error> {
        let (plan, rendering) = (Plan::of(recipes), self.rendering());
        if page.as_rendered().is_some() || rendering == Rendering::Never {
            return Ok(plan.ask(page)?);
        }
        if self.lays_out_all(&plan) {
            return Ok(plan.ask(&self.lay_out(page, capture)?)?);
        }
        let first = if rendering == Rendering::OnDemand && plan.needs() == Needs::LayoutOrDocument {
            None
        } else {
            let findings = plan.ask(page)?;
            if !findings.wants_layout() {
                return Ok(findings);
            }
            if rendering == Rendering::Unavailable {
                return Ok(findings.with_warning(Warning::NoRenderer));
            }
            Some(findings)
        };
        let is_small = page.document().len() <= MAX_NODES_ON_DEMAND;
        let laid_out = if is_small { self.lay_out(page, capture).ok() } else { None };
        Ok(match (laid_out, first) {
            (Some(page), Some(first)) => plan.ask_again(&page, first)?,
            (Some(page), None) => plan.ask(&page)?,
            (None, first) => first.map_or_else(|| plan.ask(page), Ok)?.with_warning(Warning::NotLaidOut),
        })
    }

    /// Whether every page that is asked this gets a layout, and none is read without one first.
    fn lays_out_all(&self, plan: &Plan<'_>) -> bool {
        match self.rendering() {
            Rendering::Always => true,
            Rendering::OnDemand => plan.needs() == Needs::RenderedPage,
            Rendering::Never | Rendering::Unavailable => false,
        }
    }
}

/// What a node costs in the walks over a page that are not counted one by one.
const STEPS_A_NODE: usize = 128;

fn answer(view: &View<'_>, recipe: &Recipe) -> Result<Answers, NotRendered> {
    let mask = recipe.within().map(|cleaning| mask(view, &cleaning)).transpose()?.flatten();
    // The walks that every method does over the whole page, some dozens.
    budget::spend(STEPS_A_NODE * view.page().document().len());
    let answer = recipe.method().run(view, mask.as_ref(), recipe.raw_options());
    answer.ok_or(NotRendered { what: recipe.method().name() })
}

fn mask(view: &View<'_>, cleaning: &Recipe) -> Result<Option<Mask>, NotRendered> {
    Ok(answer(view, cleaning)?.main.map(|main| main.mask))
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
