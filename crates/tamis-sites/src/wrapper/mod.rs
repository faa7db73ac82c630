//! Wrappers: the table of a template as selectors, learned once and run on any page of the template, here or in a scraper of
//! the user's own.
//!
//! A [`Wrapper`] is data: what a user can read, edit and send to a colleague. It says where the records are and, in each of
//! them, where the value of every column is. [`learn`] writes one from pages and their tables, [`Wrapper::compile`] checks
//! it and makes it ready to [apply](CompiledWrapper::apply).
//!
//! # What a wrapper says of a page
//! 1. The *region* is selected on the page. Without one the page is not of the template.
//! 2. The *records* are selected in the region: their first nodes. A record of several nodes goes on with the elements that
//!    follow, up to the first of the next record. Where the wrapper has no selector of records the region itself is the one
//!    record: a page about one thing.
//! 3. The *value* of a column is the first thing that its selector selects in the record: an attribute, a text, or all text of an
//!    element, white space collapsed. An empty one is missing.
//!
//! These rules are all that a program in another language has to know to give the same rows.

mod apply;
mod check;
mod detail_pages;
mod learn;
mod learned;
mod page_set;
mod reading;
mod repair;
mod spelling;

pub use apply::{Applied, ApplyLimits, CompiledWrapper, WrapperError, WrapperPart};
pub use check::{CheckOptions, CheckReport, CheckedColumn, CheckedPage, DriftKind, PageFigures, WrapperDrift, check};
pub(crate) use learn::learn_selectors;
pub use learn::{LearnError, LearnOptions, Sample, Subject, learn};
pub use learned::describe;
pub use learned::figures::ColumnFigures;
pub use page_set::PageSet;
pub use repair::{ColumnMatch, MatchKind, Repair, repair};

use tamis_extract::ValueFormat;
use tamis_page::Selectors;

/// Where the records of a template and their values are.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Wrapper {
    /// Which of the two languages is used where a selector is there in both.
    pub language: SelectorLanguage,
    /// The element that the records are in, on the page.
    pub region: Selectors,
    /// The records in the region; `None` where the region is the one record.
    pub record: Option<RecordSelectors>,
    /// Where the values are, by column.
    pub columns: Vec<WrapperColumn>,
    /// The link to the page that the list goes on with, on the page.
    pub next: Option<Selectors>,
    /// What the pages that it was learned from were like.
    pub learned: Learned,
}

/// A language of selectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SelectorLanguage {
    /// `XPath` 1.0, which can say more: labels, texts beside elements.
    #[default]
    XPath,
    /// CSS, which more people read.
    Css,
}

/// Where the records are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RecordSelectors {
    /// Their first nodes, in the region.
    pub first: Selectors,
    /// Of how many elements a record consists: 1 on most pages. The others are the siblings that follow the first.
    pub n_nodes: usize,
}

/// Where the values of a column are.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct WrapperColumn {
    /// Its name, unique in the wrapper.
    pub name: String,
    /// What the values are and how they are written.
    pub format: ValueFormat,
    /// From which of the record's elements the selectors start; 0 where a record is one.
    pub node: usize,
    /// The CSS selector is of the element that holds the value, `:scope` if that is the record's own; the `XPath` leads to the
    /// value itself (`.//a/@href`, `.//p/text()[2]`), or to an element whose whole text it is.
    pub selectors: Selectors,
    /// The attribute of that element which holds the value.
    pub attribute: Option<String>,
    /// Where the value is one of several texts of that element, which of its text nodes, from 1.
    pub text: Option<usize>,
    /// What the values were like.
    pub learned: LearnedColumn,
}

/// What the pages that a wrapper was learned from were like.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Learned {
    /// The pages, in the order in which they were given.
    pub pages: Vec<LearnedPage>,
    /// A sample of the paths of these pages, by which the distance of another page from the template is told.
    pub paths: Vec<u32>,
    /// How much text there is on a page outside of the records, in characters: the median of the pages.
    pub outside: usize,
    /// How much text there is in a record, in characters: the median of the records.
    pub record_length: usize,
}

/// A page that a wrapper was learned from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LearnedPage {
    /// Its address, if it has one.
    pub url: Option<String>,
    /// How many records the wrapper finds on it.
    pub n_rows: usize,
    /// Whether the link to the next page is on it; `None` if that is not known.
    pub has_next: Option<bool>,
}

/// What the values of a column were like on the pages that a wrapper was learned from.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct LearnedColumn {
    /// What the column was called before anybody renamed it.
    pub name: String,
    /// The share of the records that have a value, from 0 to 1.
    pub fill: f64,
    /// The smallest such share on one page, of the pages with several records; `None` if that is not known.
    pub least_fill: Option<f64>,
    /// The share of the values that fit the type, from 0 to 1.
    pub typed: f64,
    /// The share of the values that are different ones, from 0 to 1.
    pub distinct: f64,
    /// The smallest such share on one page, of the pages with several values; `None` if that is not known.
    pub least_distinct: Option<f64>,
    /// The median of their lengths in characters.
    pub length: usize,
    /// One value in ten is shorter than so many characters.
    pub short: usize,
    /// One value in ten is longer than so many characters.
    pub long: usize,
    /// The element that holds most of the values, from the nearest one with a class: `h3.title > a`.
    pub holder: Option<String>,
    /// Some of them, as the pages write them.
    pub examples: Vec<String>,
}

impl SelectorLanguage {
    /// The name in files and options.
    pub fn as_str(self) -> &'static str {
        match self {
            SelectorLanguage::XPath => "xpath",
            SelectorLanguage::Css => "css",
        }
    }

    /// The selector in this language, or in the other where there is none in this.
    pub fn of(self, selectors: &Selectors) -> Option<(SelectorLanguage, &str)> {
        let css = selectors.css.as_deref().map(|text| (SelectorLanguage::Css, text));
        let xpath = selectors.xpath.as_deref().map(|text| (SelectorLanguage::XPath, text));
        match self {
            SelectorLanguage::XPath => xpath.or(css),
            SelectorLanguage::Css => css.or(xpath),
        }
    }
}

impl Wrapper {
    /// A wrapper without columns. All else is set by its field.
    pub fn new(region: Selectors, record: Option<RecordSelectors>) -> Wrapper {
        Wrapper {
            language: SelectorLanguage::default(),
            region,
            record,
            columns: Vec::new(),
            next: None,
            learned: Learned::default(),
        }
    }
}

impl LearnedPage {
    /// A page on which the wrapper found so many records.
    pub fn new(url: Option<String>, n_rows: usize) -> LearnedPage {
        LearnedPage { url, n_rows, has_next: None }
    }
}

impl RecordSelectors {
    /// Records of so many elements each.
    pub fn new(first: Selectors, n_nodes: usize) -> RecordSelectors {
        RecordSelectors { first, n_nodes }
    }
}

impl WrapperColumn {
    /// A column whose values are all text of what the selectors select.
    pub fn new(name: String, format: ValueFormat, selectors: Selectors) -> WrapperColumn {
        WrapperColumn {
            name,
            format,
            node: 0,
            selectors,
            attribute: None,
            text: None,
            learned: LearnedColumn::default(),
        }
    }
}

#[cfg(test)]
mod tests;
