//! Does a wrapper still read what it was learned to read?
//!
//! A selector that breaks does not say so: the scraper goes on and a column is empty, or holds what stood beside it. What a
//! wrapper reads on new pages is compared with what it read on those that it was learned from. Pages of one template differ,
//! so a difference is called a *drift* only where it is larger than pages differ and holds on most of the pages that are
//! checked; a smaller one, or one of a single page among several, is a *notice*. What no page of the template lacks is a drift
//! on any page that lacks it: the region, records, and values of a column that nearly all records had.
//!
//! | kind | is said if |
//! |---|---|
//! | region missing, no records | a page has none |
//! | fewer records | less than half of the least learned number, and the text of the others is on the page or the list goes on |
//! | column empty, sparser | it had a value in half of the records and has none, or in half as many; nothing is known of it, and no page has it |
//! | incomplete records | a quarter of the records lack the first column, which nearly all had |
//! | column moved | its values come from other elements, and those that held it are still in the records |
//! | type, length, same value | values no longer fit the type, are three times as long or short, or are all the same |
//! | next missing | nearly all learned pages had the link, and no page of several full ones has it |

mod columns;
mod languages;
mod records;
#[cfg(test)]
mod tests;

pub(super) use columns::sign_of;

use super::learned::figures::ColumnFigures;
use super::learned::{RecordTexts, sketch};
use super::{CompiledWrapper, LearnedColumn};
use tamis_extract::records::{Row, Table};
use tamis_page::Document;

/// A page that a wrapper is checked on.
#[derive(Clone, Copy, Debug)]
pub struct CheckedPage<'a> {
    /// The page.
    pub document: &'a Document,
    /// Its address, if it has one.
    pub url: Option<&'a str>,
    /// What it is called in the report, such as the name of its file; its address if there is none.
    pub name: Option<&'a str>,
}

/// From where on a difference is a drift. The defaults are such that pages of one template, checked by a wrapper of another
/// of them, seldom differ by so much.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct CheckOptions {
    /// Fewer records than this share of the least learned number are few. Default 0.5.
    pub few_records: f64,
    /// More records than so many times the largest learned number are many. Default 3.
    pub many_records: f64,
    /// A column that had a value in at least this share of the records is to have values. Default 0.5.
    pub min_fill: f64,
    /// A column has lost values if it has them in less than this share of what it had. Default 0.5.
    pub fill_kept: f64,
    /// Values so many times as long or short as they were are others. Default 3.
    pub length_ratio: f64,
    /// A page that has less than this share of the template's paths is of another template. Default 0.2.
    pub min_similarity: f64,
}

/// What came of a check.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CheckReport {
    drifts: Vec<WrapperDrift>,
    notices: Vec<WrapperDrift>,
    /// What the wrapper found, a page.
    pub pages: Vec<PageFigures>,
    /// What the values are like now and what they were like, a column.
    pub columns: Vec<CheckedColumn>,
}

/// A way in which what a wrapper reads has changed.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct WrapperDrift {
    /// What has changed.
    pub kind: DriftKind,
    /// The column that it is about.
    pub column: Option<String>,
    /// The figure when the wrapper was learned: a share, a number of records or of characters.
    pub then: Option<f64>,
    /// That figure on the checked pages: the median of the pages that show it.
    pub now: Option<f64>,
    /// On which pages, by their places among those checked.
    pub pages: Vec<usize>,
    /// What changed, as a sentence.
    pub message: String,
}

/// What can change in what a wrapper reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum DriftKind {
    /// The region is not on the page.
    RegionMissing,
    /// The region has no records.
    NoRecords,
    /// There are far fewer records.
    FewerRecords,
    /// There are far more records.
    MoreRecords,
    /// Records lack their first column.
    IncompleteRecords,
    /// A column has no value any more.
    ColumnEmpty,
    /// A column has far fewer values.
    ColumnSparser,
    /// The values of a column come from other elements, while those that held it are still there.
    ColumnMoved,
    /// Two columns hold each other's values.
    ColumnsSwapped,
    /// Values do not fit the type any more.
    TypeChanged,
    /// All records have the same value.
    ValuesSame,
    /// Values are far longer or shorter.
    LengthChanged,
    /// The pages are built otherwise.
    OtherTemplate,
    /// The link to the next page is gone.
    NextMissing,
    /// The CSS selector and the `XPath` of a part select different things.
    SelectorsDisagree,
    /// The wrapper does not say what was learned, so that little can be compared.
    NotLearned,
}

/// What a wrapper found on a page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct PageFigures {
    /// The address of the page, if it has one.
    pub url: Option<String>,
    /// What it is called: its name, or its address.
    pub name: Option<String>,
    /// Whether the region is there.
    pub has_region: bool,
    /// How many records there are.
    pub n_rows: usize,
    /// Whether the link to the next page is there; `None` if the wrapper knows none.
    pub has_next: Option<bool>,
    /// How much of the paths is common to the page and those learned from, from 0 to 1; `None` if that is not known.
    pub similarity: Option<f64>,
    /// The share of the records that have a value, a column.
    pub fills: Vec<f64>,
}

/// What the values of a column are like.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct CheckedColumn {
    /// Its name.
    pub name: String,
    /// What they were like.
    pub then: LearnedColumn,
    /// What they are like on all pages of the check together.
    pub now: ColumnFigures,
}

/// Checks a wrapper on pages, which are judged together.
///
/// ```
/// use tamis_page::{Document, Selectors};
/// use tamis_sites::wrapper::{CheckOptions, CheckedPage, DriftKind, Wrapper, check};
///
/// let region = Selectors { css: Some(".lamps".to_owned()), xpath: None };
/// let wrapper = Wrapper::new(region, None);
/// let page = Document::parse("<ul class=lights><li>Desk lamp</ul>");
/// let page = CheckedPage { document: &page, url: None, name: None };
/// let report = check(&wrapper.compile().unwrap(), &[page], &CheckOptions::default());
/// assert_eq!(report.drifts()[0].kind, DriftKind::RegionMissing);
/// ```
pub fn check(wrapper: &CompiledWrapper<'_>, pages: &[CheckedPage<'_>], options: &CheckOptions) -> CheckReport {
    let readings: Vec<PageReading<'_>> = pages.iter().map(|page| PageReading::of(wrapper, page)).collect();
    let wrapper = wrapper.wrapper();
    let mut said = DriftNotes::default();
    records::judge(wrapper, &readings, options, &mut said);
    columns::judge(wrapper, &readings, options, &mut said);
    records::judge_template(&readings, options, &mut said);
    languages::judge(wrapper, &readings, &mut said);
    let columns = wrapper.columns.iter().enumerate().map(|(place, column)| {
        let rows: Vec<(&Document, &Row)> = readings.iter().flat_map(PageReading::rows).collect();
        let now = ColumnFigures::of(&rows, place, &column.format);
        CheckedColumn { name: column.name.clone(), then: column.learned.clone(), now }
    });
    let columns = columns.collect();
    let figures = readings.iter().map(|reading| reading.figures(wrapper.next.is_some(), wrapper.columns.len()));
    CheckReport { drifts: said.drifts, notices: said.notices, pages: figures.collect(), columns }
}

/// What a wrapper reads on a page.
struct PageReading<'a> {
    page: &'a CheckedPage<'a>,
    table: Option<Table>,
    has_next: bool,
    texts: Option<RecordTexts>,
    similarity: Option<f64>,
}

/// What there is to say.
#[derive(Default)]
struct DriftNotes {
    drifts: Vec<WrapperDrift>,
    notices: Vec<WrapperDrift>,
}

impl<'a> PageReading<'a> {
    fn of(wrapper: &CompiledWrapper<'_>, page: &'a CheckedPage<'a>) -> PageReading<'a> {
        let applied = wrapper.apply(page.document);
        PageReading {
            page,
            texts: applied.table.as_ref().map(|table| RecordTexts::of(page.document, table)),
            table: applied.table,
            has_next: applied.next.is_some(),
            similarity: sketch::similarity(&wrapper.wrapper().learned.paths, page.document),
        }
    }

    fn rows(&self) -> impl Iterator<Item = (&Document, &Row)> {
        self.table.iter().flat_map(|table| &table.rows).map(|row| (self.page.document, row))
    }

    fn n_rows(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.rows.len())
    }

    fn figures(&self, knows_next: bool, n_columns: usize) -> PageFigures {
        let fills = self.table.as_ref().map(|table| table.columns.iter().map(|column| column.fill).collect());
        PageFigures {
            url: self.page.url.map(str::to_owned),
            name: self.page.called().map(str::to_owned),
            has_region: self.table.is_some(),
            n_rows: self.n_rows(),
            has_next: knows_next.then_some(self.has_next),
            similarity: self.similarity,
            fills: fills.unwrap_or_else(|| vec![0.0; n_columns]),
        }
    }
}

impl CheckedPage<'_> {
    /// Its name, or its address.
    fn called(&self) -> Option<&str> {
        self.name.or(self.url)
    }
}

impl DriftNotes {
    /// Says that something holds on some pages of several: a drift if these are most.
    fn on_pages(&mut self, n_all: usize, drift: WrapperDrift) {
        let list = if 2 * drift.pages.len() > n_all { &mut self.drifts } else { &mut self.notices };
        list.push(drift);
    }
}

/// How many pages are named in a sentence.
const MAX_NAMED: usize = 3;

/// `on the page`, `on both pages`, `on 2 of 3 pages (a.html, b.html)`.
fn on(pages: &[usize], readings: &[PageReading<'_>]) -> String {
    let names: Vec<&str> = pages.iter().filter_map(|&page| readings[page].page.called()).collect();
    match (pages.len(), readings.len()) {
        (1, 1) => "on the page".to_owned(),
        (2, 2) => "on both pages".to_owned(),
        (n, all) if n == all => format!("on all {all} pages"),
        (n, all) if names.is_empty() => format!("on {n} of {all} pages"),
        (n, all) => {
            let named = names[..names.len().min(MAX_NAMED)].join(", ");
            let others = if n > MAX_NAMED { format!(" and {} more", n - MAX_NAMED) } else { String::new() };
            format!("on {n} of {all} pages ({named}{others})")
        }
    }
}

/// The places of the pages of which something is so.
fn which(readings: &[PageReading<'_>], is_so: impl Fn(&PageReading<'_>) -> bool) -> Vec<usize> {
    (0..readings.len()).filter(|&page| is_so(&readings[page])).collect()
}

/// `1 record`, `5 records`.
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

impl Default for CheckOptions {
    fn default() -> CheckOptions {
        CheckOptions {
            few_records: 0.5,
            many_records: 3.0,
            min_fill: 0.5,
            fill_kept: 0.5,
            length_ratio: 3.0,
            min_similarity: 0.2,
        }
    }
}

impl CheckReport {
    /// Whether the wrapper does not read any more what it was learned to read.
    pub fn has_drift(&self) -> bool {
        !self.drifts.is_empty()
    }

    /// What has changed for the worse.
    pub fn drifts(&self) -> &[WrapperDrift] {
        &self.drifts
    }

    /// What is worth knowing and may be chance, or of no consequence.
    pub fn notices(&self) -> &[WrapperDrift] {
        &self.notices
    }
}

impl DriftKind {
    /// The name in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            DriftKind::RegionMissing => "region_missing",
            DriftKind::NoRecords => "no_records",
            DriftKind::FewerRecords => "fewer_records",
            DriftKind::MoreRecords => "more_records",
            DriftKind::IncompleteRecords => "incomplete_records",
            DriftKind::ColumnEmpty => "column_empty",
            DriftKind::ColumnSparser => "column_sparser",
            DriftKind::ColumnMoved => "column_moved",
            DriftKind::ColumnsSwapped => "columns_swapped",
            DriftKind::TypeChanged => "type_changed",
            DriftKind::ValuesSame => "values_same",
            DriftKind::LengthChanged => "length_changed",
            DriftKind::OtherTemplate => "other_template",
            DriftKind::NextMissing => "next_missing",
            DriftKind::SelectorsDisagree => "selectors_disagree",
            DriftKind::NotLearned => "not_learned",
        }
    }
}
