//! Tag path sequences on the pages of their paper.
//!
//! The published tables count by hand which records are the wanted ones. We take for the wanted ones, of all tables that
//! our record methods find on the whole page and that have about the published number of rows, the one with most text,
//! and call the content present if nine tenths of its text are kept. Wanted records that MDR misses count among its
//! records, before and after pruning: on four pages the published totals are higher by just their number.

use super::published::{PublishedRow, noise_removed, reduction};
use std::ops::Range;
use tamis::{Document, Mask};
use tamis_extract::PageView;
use tamis_extract::records;
use tamis_page::{visible_text, visible_text_under};
use tamis_papers::clean::tps::{self, Borders, TpsOptions};
use tamis_papers::records::depta::{self, DeptaOptions};
use tamis_papers::records::mdr::{self, MdrOptions};

/// Which published table is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// Table I of the paper of 2013.
    Paper,
    /// The table of the thesis of 2014.
    Thesis,
}

impl Table {
    fn options(self) -> TpsOptions {
        TpsOptions::default().with_borders(match self {
            Table::Paper => Borders::First,
            Table::Thesis => Borders::Gap,
        })
    }
}

/// What we measure on a page.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Elements and text nodes of the page.
    pub nodes: usize,
    /// Elements and text nodes that are left after pruning.
    pub nodes_pruned: usize,
    /// The length of the sequence.
    pub sequence: usize,
    /// The region in it.
    pub region: Range<usize>,
    /// Records that MDR finds on the page, and how many of them are wanted.
    pub records: (usize, usize),
    /// Records that MDR finds after pruning, and how many of them are wanted.
    pub records_pruned: (usize, usize),
    /// How many of the records before and after pruning are wanted ones that MDR itself misses.
    pub missed: (usize, usize),
    /// The text of the first wanted record, to check by eye what was taken for wanted.
    pub first_target: String,
    /// Whether the wanted content was kept.
    pub content_present: bool,
}

/// The share of a wanted record's text that must be kept for the record to be, and of the wanted records for the content
/// to be present. Pruning may cut off the first or the last of them.
const PRESENT: f64 = 0.9;
/// What a record has at least, on average; entries of menus have less.
const LETTERS_OF_A_RECORD: usize = 25;
/// How far the number of rows may be from the published number of targets.
const ROWS_MARGIN: f64 = 0.25;

/// Measures a page as the table did.
pub fn measure(document: &Document, table: Table, n_targets: usize) -> Measured {
    let view = PageView::of(document);
    let trace = tps::trace(&view, &table.options());
    let mask = trace.mask(document);
    let options = MdrOptions::tag_path_paper();
    let before = mdr::find(&view, &options);
    let after = mdr::find_under(&view, &mask, &options);
    let n_rows = |tables: &[records::Table]| tables.iter().map(|table| table.rows.len()).sum::<usize>();
    let targets = choose_targets(document, &before, n_targets);
    let kept: Vec<&records::Row> = targets.iter().filter(|row| is_kept(document, &mask, row)).collect();
    let n_kept = kept.len();
    let all: Vec<&records::Row> = targets.iter().collect();
    let missed = (n_missed(document, &all, &before), n_missed(document, &kept, &after));
    Measured {
        // The published counts have the html element too, which the sequence has not.
        nodes: trace.paths.nodes().len() + 1,
        nodes_pruned: trace.n_kept(document) + 1,
        sequence: trace.paths.nodes().len(),
        region: trace.region.range.clone(),
        records: (n_rows(&before) + missed.0, targets.len()),
        records_pruned: (n_rows(&after) + missed.1, n_kept),
        missed,
        first_target: targets.first().map(|row| row.text.chars().take(60).collect()).unwrap_or_default(),
        content_present: !targets.is_empty() && n_kept as f64 >= PRESENT * targets.len() as f64,
    }
}

/// The rows of the table that holds the wanted records. The tables behind the published counts come first; where they
/// lack the wanted records (the author seems to have counted some by hand), those of the other methods have them. Where
/// no table has about as many rows, records stand side by side in each row of the table with most text.
fn choose_targets(document: &Document, tables: &[records::Table], n_targets: usize) -> Vec<records::Row> {
    let view = PageView::of(document);
    let others = [mdr::find(&view, &MdrOptions::default()), depta::find(&view, &DeptaOptions::default())];
    let all = || tables.iter().chain(others.iter().flatten());
    let n_letters = |table: &records::Table| table.rows.iter().map(|row| row.text.len()).sum::<usize>();
    let margin = (ROWS_MARGIN * n_targets as f64).max(1.0);
    let has_about_as_many = |table: &&records::Table| table.rows.len().abs_diff(n_targets) as f64 <= margin;
    let is_no_menu = |table: &&records::Table| n_letters(table) >= LETTERS_OF_A_RECORD * table.rows.len();
    // Of tables with equally much text the first counts, so the last is looked at first.
    let all_reversed: Vec<&records::Table> = all().collect::<Vec<_>>().into_iter().rev().collect();
    let most_text = |tables: Vec<&records::Table>| tables.into_iter().max_by_key(|table| n_letters(table)).cloned();
    let close = all_reversed.iter().copied().filter(has_about_as_many).filter(is_no_menu).collect();
    most_text(close).or_else(|| most_text(all_reversed.clone())).map(|table| table.rows).unwrap_or_default()
}

/// How many more wanted records there are than rows where they stand.
fn n_missed(document: &Document, targets: &[&records::Row], tables: &[records::Table]) -> usize {
    let overlap = |row: &records::Row, target: &records::Row| {
        let nested = |one, other| document.contains(one, other) || document.contains(other, one);
        row.nodes.iter().any(|&one| target.nodes.iter().any(|&other| nested(one, other)))
    };
    let rows = tables.iter().flat_map(|table| &table.rows);
    let n_there = rows.filter(|row| targets.iter().any(|target| overlap(row, target))).count();
    targets.len().saturating_sub(n_there)
}

fn is_kept(document: &Document, mask: &Mask, row: &records::Row) -> bool {
    let n_letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
    let whole: usize = row.nodes.iter().map(|&node| n_letters(&visible_text(document, node))).sum();
    let kept: usize = row.nodes.iter().map(|&node| n_letters(&visible_text_under(document, node, mask))).sum();
    kept as f64 >= PRESENT * whole as f64
}

/// One page, published and measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// What was published.
    pub published: PublishedRow,
    /// What we measure.
    pub ours: Measured,
}

/// How far a reduction may be from the published one.
const REDUCTION_MARGIN: f64 = 0.03;
/// How far a number of records may be from the published one.
const RECORDS_MARGIN: f64 = 0.10;

impl Comparison {
    /// How much smaller the page becomes.
    pub fn our_reduction(&self) -> f64 {
        reduction(self.ours.nodes, self.ours.nodes_pruned)
    }

    /// The share of unwanted records that pruning removes; `None` if the wanted ones go too.
    pub fn our_noise_removed(&self) -> Option<f64> {
        self.ours.content_present.then(|| noise_removed(self.ours.records, self.ours.records_pruned)).flatten()
    }

    /// Whether the region is the published one; `None` if the sequences are not of the same length, because the
    /// author's parser built another tree.
    pub fn same_region(&self) -> Option<bool> {
        let (sequence, region) = self.published.region.as_ref()?;
        (*sequence == self.ours.sequence).then_some(*region == self.ours.region)
    }

    /// Whether the reduction is within three points of the published one.
    pub fn same_reduction(&self) -> bool {
        (self.our_reduction() - self.published.reduction()).abs() <= REDUCTION_MARGIN
    }

    /// Whether the content is present here and there, or absent here and there.
    pub fn same_content(&self) -> bool {
        self.ours.content_present == self.published.content_present
    }

    /// Whether the numbers of records before and after pruning are within a tenth of the published ones.
    pub fn same_records(&self) -> bool {
        self.has_about_as_many(self.ours.records.0, self.ours.records_pruned.0)
    }

    /// Whether the numbers of records that MDR finds by itself, before and after pruning, are within a tenth of the published ones.
    pub fn same_records_alone(&self) -> bool {
        let Measured { records, records_pruned, missed, .. } = &self.ours;
        self.has_about_as_many(records.0 - missed.0, records_pruned.0 - missed.1)
    }

    fn has_about_as_many(&self, before: usize, after: usize) -> bool {
        let close =
            |ours: usize, published: usize| ours.abs_diff(published) as f64 <= RECORDS_MARGIN * published as f64;
        close(before, self.published.records.0) && close(after, self.published.records_pruned.0)
    }
}

/// Compares one page.
pub fn compare(document: &Document, table: Table, published: PublishedRow) -> Comparison {
    let ours = measure(document, table, published.records.1);
    Comparison { published, ours }
}

/// How many pages of a table agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Pages.
    pub n_pages: usize,
    /// Pages whose sequences have the published length.
    pub n_comparable_regions: usize,
    /// Pages whose region is the published one.
    pub n_same_region: usize,
    /// Pages whose reduction is within three points.
    pub n_same_reduction: usize,
    /// Pages with the same verdict on the content.
    pub n_same_content: usize,
    /// Pages whose numbers of records are within a tenth.
    pub n_same_records: usize,
    /// Pages whose numbers of records are within a tenth if the wanted records that MDR misses are not counted.
    pub n_same_records_alone: usize,
}

impl Summary {
    /// Counts the pages that agree.
    pub fn of(comparisons: &[Comparison]) -> Summary {
        let count = |agrees: fn(&Comparison) -> bool| comparisons.iter().filter(|page| agrees(page)).count();
        Summary {
            n_pages: comparisons.len(),
            n_comparable_regions: count(|page| page.same_region().is_some()),
            n_same_region: count(|page| page.same_region() == Some(true)),
            n_same_reduction: count(Comparison::same_reduction),
            n_same_content: count(Comparison::same_content),
            n_same_records: count(Comparison::same_records),
            n_same_records_alone: count(Comparison::same_records_alone),
        }
    }
}
