//! What is known of one page after it was asked something.

mod ask;
mod bounds;
mod provenance;
mod ready_wrapper;

pub(crate) use ask::Plan;
pub use ask::ask;
pub(crate) use bounds::max_areas;
pub use provenance::Provenance;
pub use ready_wrapper::ReadyWrapper;

use crate::methods::Needs;
use crate::page::{Page, Warning};
use crate::recipe::Recipe;
use crate::site::TemplateUse;
use crate::site_noise::SiteNoise;
use crate::task::AnswerKind;
use std::sync::OnceLock;
use tamis_extract::clean::blocks::PageKind;
use tamis_extract::records::Table;
use tamis_extract::segment::Regions;
use tamis_extract::{Answers, MainContent};
use tamis_page::{Mask, NodeId, names, visible_text_under};

/// A page and the answers to what was asked of it, side by side, each with the method and the options that gave it.
///
/// Findings own what they hold (the page is a handle, so that is cheap) and can go to another thread.
/// [`export`](crate::export) writes them in every form.
///
/// ```
/// use tamis::{Page, Recipe, Task};
///
/// let page = Page::parse("<ul><li><b>Desk lamp</b> 5 €<li><b>Wall light</b> 7 €<li><b>Lantern</b> 9 €</ul>");
/// let findings = tamis::ask(&page, &[Recipe::default_for(Task::Text), Recipe::default_for(Task::Records)])?;
/// assert_eq!(findings.tables().map(|tables| tables.answer[0].rows.len()), Some(3));
/// assert!(findings.mask().is_some() && findings.text().contains("Lantern"));
/// # Ok::<(), tamis::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Findings {
    page: Page,
    answers: Answers,
    /// Who gave them, by their kind.
    provenance: [Option<Provenance>; 3],
    /// The link to the page that the list goes on with, where a wrapper says it.
    next: Option<NodeId>,
    template: Option<TemplateUse>,
    warnings: Vec<String>,
    site_noise: Option<SiteNoise>,
    /// What went because the site repeats it, in page order.
    removed_as_site_noise: Vec<NodeId>,
    text: OnceLock<String>,
}

/// An answer and where it is from.
#[derive(Debug)]
#[non_exhaustive]
pub struct AttributedAnswer<'f, T: ?Sized> {
    /// The answer.
    pub answer: &'f T,
    /// Who gave it: a method with its options, or a wrapper.
    pub provenance: &'f Provenance,
    /// Why there is nothing in the answer, where the method says so.
    pub reason: Option<&'f str>,
}

impl<T: ?Sized> Clone for AttributedAnswer<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for AttributedAnswer<'_, T> {}

impl Findings {
    /// The page, of which nothing was asked yet.
    pub fn of(page: Page) -> Findings {
        Findings {
            page,
            answers: Answers::default(),
            provenance: [const { None }; 3],
            next: None,
            template: None,
            warnings: Vec::new(),
            site_noise: None,
            removed_as_site_noise: Vec::new(),
            text: OnceLock::new(),
        }
    }

    /// Adds answers in place of earlier ones of their kinds. What is beyond the limits of the page is left out, with a
    /// warning.
    fn add(&mut self, answers: Answers, provenance: impl Fn(AnswerKind) -> Option<Provenance>) {
        let Answers { main, tables, regions, reason } = answers;
        if main.is_some() {
            self.answers.main = main;
            self.provenance[AnswerKind::Mask as usize] = provenance(AnswerKind::Mask);
        }
        if let Some(mut tables) = tables {
            let n_left_out = bounds::bound_rows(&self.page, &mut tables);
            if n_left_out > 0 {
                self.warn(Warning::TooManyRows { n_left_out });
            }
            (self.answers.tables, self.answers.reason) = (Some(tables), reason);
            self.provenance[AnswerKind::Tables as usize] = provenance(AnswerKind::Tables);
        }
        if let Some(regions) = regions {
            let n_left_out = regions.len().saturating_sub(max_areas(&self.page));
            if n_left_out > 0 {
                self.warn(Warning::TooManyAreas { n_left_out });
            }
            self.answers.regions = Some(regions);
            self.provenance[AnswerKind::Regions as usize] = provenance(AnswerKind::Regions);
        }
    }

    fn warn(&mut self, warning: Warning) {
        self.page = self.page.clone().with_warning(warning);
    }

    fn with_warning(mut self, warning: Warning) -> Findings {
        self.warn(warning);
        self
    }

    /// What was said of a page that has got a layout since. Its tables are to be found again.
    fn on_rendered(self, page: Page) -> Findings {
        let is_kept = |warning: &Warning| matches!(warning, Warning::TooManyAreas { .. });
        let page = self.page.warnings().iter().copied().filter(is_kept).fold(page, Page::with_warning);
        Findings { page, ..self }
    }

    /// What methods would have said of a page, mapped from a template.
    pub(crate) fn mapped(page: Page, recipes: &[Recipe], answers: Answers) -> Findings {
        let (mut findings, plan) = (Findings::of(page), Plan::of(recipes));
        findings.add(answers, |kind| plan.recipe(kind).cloned().map(Provenance::from));
        findings
    }

    /// What a wrapper says of a page: its table, the link to the next page, and why there is nothing.
    pub(crate) fn wrapped(
        page: Page,
        wrapper: &ReadyWrapper,
        table: Option<Table>,
        next: Option<NodeId>,
        reason: Option<String>,
    ) -> Findings {
        let answers = Answers { tables: Some(table.into_iter().collect()), reason, ..Answers::default() };
        let mut findings = Findings { next, ..Findings::of(page) };
        findings.add(answers, |_| Some(Provenance::Wrapper(wrapper.clone())));
        findings
    }

    /// Sets the template of the page, and adds what is odd about that to the warnings.
    pub(crate) fn with_template(mut self, template: TemplateUse, warnings: Vec<String>) -> Findings {
        self.template = Some(template);
        self.warnings.extend(warnings);
        self
    }

    /// The page.
    pub fn page(&self) -> &Page {
        &self.page
    }

    /// Which nodes are kept and why others are not, if that was asked.
    pub fn mask(&self) -> Option<AttributedAnswer<'_, Mask>> {
        self.found(AnswerKind::Mask, self.answers.main.as_ref().map(|main| &main.mask))
    }

    /// All answers, without their provenance.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    fn found<'f, T: ?Sized>(&'f self, kind: AnswerKind, answer: Option<&'f T>) -> Option<AttributedAnswer<'f, T>> {
        let provenance = self.provenance[kind as usize].as_ref()?;
        let reason = self.answers.reason.as_deref().filter(|_| kind == AnswerKind::Tables);
        Some(AttributedAnswer { answer: answer?, provenance, reason })
    }

    /// What readers said about the page, in page order: the root of each comment, outside of what the mask keeps. Empty
    /// where the method that gave the mask knows of none.
    pub fn comments(&self) -> &[NodeId] {
        self.answers.main.as_ref().map_or(&[], |main| &main.comments)
    }

    /// What kind of page it is and how often such an answer is right, if a method that knows was asked.
    pub fn kind(&self) -> Option<(PageKind, f64)> {
        self.answers.main.as_ref()?.kind
    }

    /// Sets the comments, as a method would give them.
    #[cfg(test)]
    pub(crate) fn with_comments(mut self, comments: Vec<NodeId>) -> Findings {
        self.answers.main.as_mut().expect("a mask was asked for").comments = comments;
        self
    }

    /// Sets the areas, as a method would give them.
    #[cfg(test)]
    pub(crate) fn with_regions(mut self, answer: Regions) -> Findings {
        self.add(answer.into(), |_| Some(Recipe::default_for(crate::Task::Segment).into()));
        self
    }

    /// The records, if they were asked for; the main table comes first.
    pub fn tables(&self) -> Option<AttributedAnswer<'_, [Table]>> {
        self.found(AnswerKind::Tables, self.answers.tables.as_deref())
    }

    /// The areas of the page, if they were asked for.
    pub fn regions(&self) -> Option<AttributedAnswer<'_, Regions>> {
        self.found(AnswerKind::Regions, self.answers.regions.as_ref())
    }

    /// The link to the page that the list goes on with, where the tables are of a [wrapper](Provenance::Wrapper) that says it.
    pub fn next(&self) -> Option<NodeId> {
        self.next
    }

    /// Which template of its site the page is of; `None` if it was asked by itself.
    pub fn template(&self) -> Option<&TemplateUse> {
        self.template.as_ref()
    }

    /// What a user should know before trusting the findings, beside the [warnings of the page](Page::warnings).
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The text that a reader sees of what is kept; where only records were asked for, theirs, one line each; where
    /// nothing was asked, all of it.
    pub fn text(&self) -> &str {
        // Made once: an export needs it, and so does the verdict that nothing was found.
        self.text.get_or_init(|| {
            let document = self.page.document();
            match (&self.answers.main, &self.answers.tables) {
                (Some(main), _) => visible_text_under(document, document.root(), &main.mask),
                (None, Some(tables)) => {
                    let rows = tables.iter().flat_map(|table| &table.rows);
                    rows.map(|row| row.text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
                }
                (None, None) => self.page.visible_text(),
            }
        })
    }

    /// Whether no answer holds anything: no visible text and no picture is kept, no record and no area was found.
    pub fn is_empty(&self) -> bool {
        let Answers { main, tables, regions, .. } = &self.answers;
        let keeps_something = main.as_ref().is_some_and(|main| {
            let mut pictures = self.page.document().elements_named(names::IMG);
            pictures.any(|node| main.mask.keeps(node)) || !self.text().trim().is_empty()
        });
        let has_records = tables.iter().flatten().any(|table| !table.rows.is_empty());
        let has_areas = regions.as_ref().is_some_and(|regions| !regions.is_empty());
        !keeps_something && !has_records && !has_areas
    }

    /// Whether a layout would make an answer better, and the page has none: areas are what a reader sees, so a method
    /// that reads boxes is always better with them; records are where the main table is less sure than 0.9. On result and
    /// list pages of sites that the method was not fitted on, surer tables were right in 93 to 98 of 100 cases without a
    /// layout. Where nothing was found a layout finds nothing either: most such pages are articles.
    pub fn wants_layout(&self) -> bool {
        const SURE: f64 = 0.9;
        let is_from = |kind: AnswerKind, needs: Needs| {
            let recipe = self.provenance[kind as usize].as_ref().and_then(Provenance::recipe);
            recipe.is_some_and(|recipe| recipe.method().needs() == needs)
        };
        let main_table = self.answers.tables.as_ref().and_then(|tables| tables.first());
        let is_unsure = main_table.is_some_and(|table| table.confidence < SURE)
            && is_from(AnswerKind::Tables, Needs::DocumentThenLayout);
        let lacks_boxes = is_from(AnswerKind::Regions, Needs::LayoutOrDocument);
        self.page.as_rendered().is_none() && (is_unsure || lacks_boxes)
    }

    /// Makes another table the main one; if there is no such table, none is left.
    #[must_use]
    pub fn with_main_table(mut self, table_idx: usize) -> Findings {
        if let Some(tables) = &mut self.answers.tables {
            if table_idx < tables.len() {
                tables.swap(0, table_idx);
            } else {
                tables.clear();
            }
        }
        self
    }

    /// Removes the columns that have the same value in every row.
    #[must_use]
    pub fn without_constant_columns(mut self) -> Findings {
        if let Some(tables) = &mut self.answers.tables {
            *tables = tables.iter().map(Table::without_constant).collect();
        }
        self
    }

    /// Removes from the mask, if there is one, what the pages of its site repeat.
    /// Tables and areas stay as they are.
    #[must_use]
    pub fn without_site_noise(mut self, noise: &SiteNoise) -> Findings {
        if let Some(MainContent { mask, .. }) = &mut self.answers.main {
            let document = self.page.document();
            for removal in noise.clean(document).removals() {
                if mask.keeps(removal.node) {
                    mask.remove(document, removal.node, removal.reason.clone());
                    self.removed_as_site_noise.push(removal.node);
                }
            }
            self.site_noise = Some(noise.clone());
            self.text = OnceLock::new();
        }
        self
    }

    /// What the mask is less of because the pages of the site repeat it, if that was asked.
    pub fn site_noise(&self) -> Option<&SiteNoise> {
        self.site_noise.as_ref()
    }

    /// Whether a node that was removed went because the site repeats it.
    pub(crate) fn is_removed_as_site_noise(&self, node: NodeId) -> bool {
        self.removed_as_site_noise.binary_search(&node).is_ok()
    }

    /// The tables alone; none if they were not asked for.
    pub fn into_tables(self) -> Vec<Table> {
        self.answers.tables.unwrap_or_default()
    }

    /// The page again, without the answers.
    pub fn into_page(self) -> Page {
        self.page
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Task;

    #[test]
    fn findings_can_be_owned_anywhere() {
        fn check<T: Send + Sync + 'static>() {}
        check::<Findings>();
    }

    #[test]
    fn answers_stand_side_by_side_with_their_provenance() {
        let page = Page::parse("<ul><li>a <b>1</b><li>b <b>2</b><li>c <b>3</b></ul>");
        let recipes = [("mdr", Task::Records), ("tps", Task::Clean)];
        let recipes = recipes.map(|(name, task)| Recipe::named(task, name).expect("it is in the table"));
        let findings = ask(&page, &recipes).expect("no method needs a layout");
        assert_eq!(findings.tables().map(|found| found.provenance.name()), Some("mdr"));
        assert_eq!(findings.mask().map(|found| found.provenance.name()), Some("tps"));
        assert!(!findings.is_empty());
    }

    #[test]
    fn a_page_that_was_not_rendered_is_an_error_for_a_method_that_looks_at_boxes() {
        let recipe = Recipe::named(Task::Records, "derin").expect("it is in the table");
        let error = ask(&Page::parse("<p>x"), &[recipe]).expect_err("there are no boxes");
        assert_eq!(error.to_string(), "derin needs a rendered page, and this page was not rendered");
    }

    #[test]
    fn what_the_site_repeats_goes_from_what_the_method_keeps() {
        use crate::site_noise::{SiteNoiseLearner, SiteRecipe};
        let page = |idx: usize| Page::parse(format!("<p>Imprint</p><h1>Lamp {idx}</h1><p hidden>x</p>"));
        for &(name, _) in SiteRecipe::METHODS {
            let mut learner = SiteNoiseLearner::new(SiteRecipe::named(name).expect("it is a way"));
            for idx in 0..4 {
                learner.add(&page(idx));
            }
            let noise = learner.finish();
            let recipe = Recipe::named(Task::Text, "none").expect("it is in the table");
            let plain = ask(&page(2), &[recipe]).expect("it needs no layout");
            assert_eq!(plain.text(), "Imprint\n\nLamp 2");
            let findings = plain.without_site_noise(&noise);
            assert_eq!(findings.text(), "Lamp 2", "{name}");
            assert_eq!(findings.site_noise().map(SiteNoise::n_pages), Some(4));
            let found = findings.mask().expect("it was asked for");
            assert!(found.answer.removals().iter().all(|removal| findings.is_removed_as_site_noise(removal.node)));
        }
    }

    #[test]
    fn nothing_found_is_empty() {
        let ask_for = |html: &str, task| {
            ask(&Page::parse(html), &[Recipe::default_for(task)]).expect("no method needs a layout").is_empty()
        };
        assert!(ask_for("", Task::Text) && ask_for("<p>x", Task::Records));
        assert!(!ask_for("<p>x", Task::Text) && !ask_for("<img src=a>", Task::Clean));
    }
}
