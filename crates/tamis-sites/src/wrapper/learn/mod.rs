//! From tables of pages to a wrapper.
//!
//! A method that finds records errs on some rows and on some pages, and a selector that is exact about its errors is made of
//! positions and lists. So selectors are not taken as they come: several are written for the same thing, from all pages
//! together, from each page alone and from the rows that look alike, and each is tried on all rows. The one that serves nearly
//! all of them and will last is taken.
//!
//! Several pages stand side by side in one document ([`PageSet`](super::PageSet)), so that what differs between them is
//! not written into a selector and what they share is.

mod column_groups;
mod columns;
mod items;
mod judge;
mod lists;
mod next;
mod next_words;
mod pages;
mod region;
mod robustness;

use super::{SelectorLanguage, Wrapper, WrapperError, WrapperPart, detail_pages, learned};
use tamis_extract::pagination::Pagination;
use tamis_extract::records::Table;
use tamis_page::Document;

/// A page to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its address, if it has one.
    pub url: Option<&'a str>,
    /// Its records, as a method found them; `None` where it found none.
    pub table: Option<&'a Table>,
    /// Where its list goes on, if that was looked for.
    pub pagination: Option<&'a Pagination>,
}

/// What a wrapper is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LearnOptions {
    /// Which language is used to apply it.
    pub language: SelectorLanguage,
    /// What the pages are about.
    pub subject: Subject,
}

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Subject {
    /// One thing if there are several pages and half of them or more have no main list that is more likely one than not;
    /// else many. A single page is taken for a list: what differs between pages about one thing is not to be seen on it.
    #[default]
    Auto,
    /// Many things, each a record.
    Many,
    /// One thing: the page is the record.
    One,
}

/// Why there is no wrapper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// No page has records.
    #[error("no page has records to learn from")]
    NoRecords,
    /// There are records, and nothing in them is at a place that can be told.
    #[error("the records have no values that selectors could find")]
    NoColumns,
}

/// Learns a wrapper from pages of one template.
///
/// # Errors
/// There is nothing to learn.
pub fn learn(samples: &[Sample<'_>], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    let mut wrapper = learn_selectors(samples, options)?;
    learned::describe(&mut wrapper, samples);
    Ok(wrapper)
}

/// Learns the selectors alone, without figures of the pages, for callers that keep figures of their own.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "as the public function has it: options grow")]
pub(crate) fn learn_selectors(samples: &[Sample<'_>], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    runnable(if detail_pages::is_asked_for(samples, options.subject) {
        detail_pages::learn(samples, options)?
    } else {
        lists::learn(samples, options.language)?
    })
}

/// The wrapper without what cannot be run: one selector that is wrong does not cost the others.
fn runnable(mut wrapper: Wrapper) -> Result<Wrapper, LearnError> {
    while !wrapper.columns.is_empty() {
        let Err(wrong) = wrapper.compile() else { return Ok(wrapper) };
        let column = match wrong {
            WrapperError::NoSuchNode { column, .. }
            | WrapperError::SameName(column)
            | WrapperError::NoSelector(WrapperPart::Column(column))
            | WrapperError::Selector { part: WrapperPart::Column(column), .. } => column,
            WrapperError::NoSelector(WrapperPart::Next) | WrapperError::Selector { part: WrapperPart::Next, .. } => {
                wrapper.next = None;
                continue;
            }
            _ => return Err(LearnError::NoRecords),
        };
        let place = wrapper.columns.iter().rposition(|other| other.name == column).ok_or(LearnError::NoRecords)?;
        wrapper.columns.remove(place);
    }
    Err(LearnError::NoColumns)
}

#[cfg(test)]
mod tests;
