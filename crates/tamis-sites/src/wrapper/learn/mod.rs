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
mod pages;
mod region;
mod robustness;

use super::{SelectorLanguage, Wrapper, one};
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
    /// Many things if most of the pages have records, else one.
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
}

/// Learns a wrapper from pages of one template.
///
/// # Errors
/// There is nothing to learn.
pub fn learn(samples: &[Sample<'_>], options: &LearnOptions) -> Result<Wrapper, LearnError> {
    if one::is_asked_for(samples, options.subject) {
        one::learn(samples, options)
    } else {
        lists::learn(samples, options.language)
    }
}

#[cfg(test)]
mod tests;
