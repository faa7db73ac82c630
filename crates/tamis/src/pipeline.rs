//! One page through one method.

use crate::methods::Answer;
use crate::page::Page;
use crate::recipe::Recipe;
use std::cell::OnceCell;
use tamis_extract::records::Table;
use tamis_page::{Mask, names, text};

/// What a recipe found on a page, ready for [`export`](crate::export).
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    page: &'a Page,
    recipe: &'a Recipe,
    answer: Answer,
    text: OnceCell<String>,
}

/// Runs a recipe on a page. A method cannot fail: where it finds nothing, the outcome is empty.
pub fn run<'a>(page: &'a Page, recipe: &'a Recipe) -> Outcome<'a> {
    Outcome { page, recipe, answer: recipe.answer(page), text: OnceCell::new() }
}

impl<'a> Outcome<'a> {
    /// The page that was read.
    pub fn page(&self) -> &'a Page {
        self.page
    }

    /// The method and its options.
    pub fn recipe(&self) -> &'a Recipe {
        self.recipe
    }

    /// What the method said.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// What the method kept, if that is how it answers.
    pub fn mask(&self) -> Option<&Mask> {
        match &self.answer {
            Answer::Mask(mask) => Some(mask),
            Answer::Tables(_) => None,
        }
    }

    /// The records that the method found, if that is how it answers; the main table comes first.
    pub fn tables(&self) -> &[Table] {
        match &self.answer {
            Answer::Tables(tables) => tables,
            Answer::Mask(_) => &[],
        }
    }

    /// The text that a reader sees of what was kept; of records, one line each.
    pub fn text(&self) -> String {
        self.text_once().to_owned()
    }

    /// The text, made at the first call: an export needs it, and so does the verdict that nothing was found.
    pub(crate) fn text_once(&self) -> &str {
        self.text.get_or_init(|| match &self.answer {
            Answer::Mask(mask) => {
                let document = self.page.document();
                text::visible_text_under(document, document.root(), mask)
            }
            Answer::Tables(tables) => {
                let rows = tables.iter().flat_map(|table| &table.rows);
                rows.map(|row| row.text.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
            }
        })
    }

    /// Whether nothing was found: no visible text and no picture is kept, no record.
    pub fn is_empty(&self) -> bool {
        let document = self.page.document();
        match &self.answer {
            Answer::Mask(mask) => {
                let mut pictures = document.elements_named(names::IMG);
                !pictures.any(|node| mask.keeps(node)) && self.text_once().trim().is_empty()
            }
            Answer::Tables(tables) => tables.iter().all(|table| table.rows.is_empty()),
        }
    }
}
