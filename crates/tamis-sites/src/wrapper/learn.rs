//! From tables of pages to a wrapper.

use super::{RecordSelectors, SelectorLanguage, Wrapper, WrapperColumn, learned, one};
use tamis_extract::pagination::Pagination;
use tamis_extract::records::{Table, selectors};
use tamis_page::{Document, SelectorWriter, Selectors};

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
        return one::learn(samples, options);
    }
    let (document, table) =
        samples.iter().find_map(|sample| Some((sample.document, sample.table?))).ok_or(LearnError::NoRecords)?;
    let written = selectors(&SelectorWriter::new(document), table);
    let mut wrapper = Wrapper::new(written.region, Some(RecordSelectors::new(written.record, table.nodes_per_record)));
    wrapper.language = options.language;
    for (column, selector) in table.columns.iter().zip(written.columns) {
        let selectors =
            Selectors { css: Some(selector.css.unwrap_or_else(|| ":scope".to_owned())), xpath: Some(selector.xpath) };
        let mut learned = WrapperColumn::new(column.name.clone(), column.format.clone(), selectors);
        (learned.node, learned.attribute) = (selector.node, selector.attribute);
        wrapper.columns.push(learned);
    }
    learned::describe(&mut wrapper, samples);
    Ok(wrapper)
}
