//! From recipes to findings.

use super::{Findings, Found};
use crate::methods::{Answer, Needs};
use crate::page::{Page, PageError, PageReader, View, Warning};
use crate::recipe::Recipe;
use crate::source::SourceError;
use tamis_page::{Capture, Mask};

/// Something looks at boxes, and the page has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} needs a rendered page, and this page was not rendered")]
pub struct NotRendered {
    /// What looks at boxes: the name of a method, or of a view.
    pub what: &'static str,
}

/// Why a page has no findings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindingsError {
    /// Its bytes could not be had.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It could not be read.
    #[error(transparent)]
    Page(#[from] PageError),
    /// It was not rendered and had to be.
    #[error(transparent)]
    NotRendered(#[from] NotRendered),
}

/// Asks a page something; a later answer of one kind replaces an earlier one. A method cannot fail: where it finds
/// nothing, its answer is empty.
///
/// # Errors
/// A method looks at boxes, and the page was not rendered.
pub fn ask(page: &Page, recipes: &[Recipe]) -> Result<Findings, NotRendered> {
    let mut findings = Findings::of(page.clone());
    let view = page.view();
    for recipe in recipes {
        match answer(&view, recipe)? {
            Answer::Mask(answer) => findings.mask = Some(Found { answer, recipe: recipe.clone(), reason: None }),
            Answer::Tables { tables: answer, reason } => {
                findings.tables = Some(Found { answer, recipe: recipe.clone(), reason });
            }
        }
    }
    Ok(findings)
}

impl PageReader {
    /// Reads a page and asks it something. A reader with a [renderer on demand](PageReader::with_renderer_on_demand)
    /// lays the page out if a method looks at boxes, or if the answer without them [is
    /// unsure](Findings::wants_layout).
    ///
    /// # Errors
    /// The page could not be read, or it has no layout and a method looks at boxes. A page that could not be laid out
    /// for an unsure answer keeps that answer, with a [warning](Warning::NotLaidOut).
    pub fn ask(&mut self, capture: Capture, recipes: &[Recipe]) -> Result<Findings, FindingsError> {
        if !self.has_renderer_on_demand() || recipes.iter().any(|recipe| recipe.method().needs() == Needs::RenderedPage)
        {
            let page = if self.has_renderer_on_demand() { self.read_rendered(capture)? } else { self.read(capture)? };
            let mut findings = ask(&page, recipes)?;
            if findings.wants_layout() && self.misses_renderer() {
                findings.page = findings.page.with_warning(Warning::NoRenderer);
            }
            return Ok(findings);
        }
        let page = self.read(capture.clone())?;
        let mut findings = ask(&page, recipes)?;
        drop(page);
        if findings.wants_layout() {
            match self.read_rendered(capture) {
                Ok(page) => {
                    self.recycle(findings.into_page());
                    return Ok(ask(&page, recipes)?);
                }
                Err(_) => findings.page = findings.page.with_warning(Warning::NotLaidOut),
            }
        }
        Ok(findings)
    }
}

fn answer(view: &View<'_>, recipe: &Recipe) -> Result<Answer, NotRendered> {
    let mask = recipe.within().map(|cleaning| mask(view, &cleaning)).transpose()?.flatten();
    let answer = recipe.method().run(view, mask.as_ref(), recipe.raw_options());
    answer.ok_or(NotRendered { what: recipe.method().name() })
}

fn mask(view: &View<'_>, cleaning: &Recipe) -> Result<Option<Mask>, NotRendered> {
    Ok(match answer(view, cleaning)? {
        Answer::Mask(mask) => Some(mask),
        Answer::Tables { .. } => None,
    })
}
