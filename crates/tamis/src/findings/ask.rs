//! From recipes to findings.

use super::{Findings, Found};
use crate::methods::Answer;
use crate::page::{Page, PageError, View};
use crate::recipe::Recipe;
use crate::source::SourceError;
use tamis_page::Mask;

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
            Answer::Mask(answer) => findings.mask = Some(Found { answer, recipe: recipe.clone() }),
            Answer::Tables(answer) => findings.tables = Some(Found { answer, recipe: recipe.clone() }),
        }
    }
    Ok(findings)
}

fn answer(view: &View<'_>, recipe: &Recipe) -> Result<Answer, NotRendered> {
    let mask = recipe.within().map(|cleaning| mask(view, &cleaning)).transpose()?.flatten();
    let answer = recipe.method().run(view, mask.as_ref(), recipe.raw_options());
    answer.ok_or(NotRendered { what: recipe.method().name() })
}

fn mask(view: &View<'_>, cleaning: &Recipe) -> Result<Option<Mask>, NotRendered> {
    Ok(match answer(view, cleaning)? {
        Answer::Mask(mask) => Some(mask),
        Answer::Tables(_) => None,
    })
}
