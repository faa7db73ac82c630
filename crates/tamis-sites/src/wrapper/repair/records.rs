//! Where are the records now?

use super::{is_other, likeness};
use crate::wrapper::check::{CheckOptions, sign_of};
use crate::wrapper::learned::figures::ColumnFigures;
use crate::wrapper::{CompiledWrapper, Sample, Wrapper};
use tamis_extract::pagination::Pagination;
use tamis_extract::records::{Cell, Row, Table};
use tamis_page::{Document, NodeId, Selectors};

/// A page and what may be its records.
pub(super) struct PageRecords<'a> {
    pub(super) document: &'a Document,
    url: Option<&'a str>,
    pagination: Option<&'a Pagination>,
    /// The nodes of each, in page order.
    records: Vec<Vec<NodeId>>,
    /// The table that their cells are taken from.
    cells: Option<&'a Table>,
}

/// Records on all pages.
pub(super) struct RecordsOnPages<'a> {
    pub(super) pages: Vec<PageRecords<'a>>,
    /// Whether they are where the old wrapper finds them.
    pub(super) is_old: bool,
}

/// A page with all tables that were found on it.
struct PageTables<'a> {
    sample: Sample<'a>,
    tables: Vec<&'a Table>,
}

/// Of how many tables a page the records are looked for, the surest first.
const MAX_TABLES: usize = 12;
/// How far up or down from the rows of a table the old records are looked for: a method may call the box of a record the
/// record, or its content.
const LEVELS: std::ops::RangeInclusive<i32> = -2..=3;
/// Old records are given up only for others in which clearly more columns are found.
const OLD: f64 = 0.06;
const ROWS_THEMSELVES: f64 = 0.01;
/// What is found by other selectors may be another thing.
const FOUND: f64 = 0.9;
/// The share of the records that other selectors must select as well to be as good.
const SAME_RECORDS: f64 = 0.95;

/// The records in which most of the old columns are found.
pub(super) fn best<'a>(
    wrapper: &Wrapper,
    old: Option<&CompiledWrapper<'_>>,
    samples: &[Sample<'a>],
) -> Option<RecordsOnPages<'a>> {
    let pages = by_page(samples);
    let mut best: Option<(f64, RecordsOnPages<'a>)> = None;
    let mut offer = |bonus: f64, place: RecordsOnPages<'a>| {
        let score = place.score(wrapper, old) + bonus;
        if score > bonus && best.as_ref().is_none_or(|(best, _)| score > *best) {
            best = Some((score, place));
        }
    };
    if let Some(old) = old {
        let read = |page: &PageTables<'a>| page.read_by(old);
        offer(OLD, RecordsOnPages { pages: pages.iter().map(read).collect(), is_old: true });
        // The region is gone and the records are not.
        let mut anywhere = wrapper.clone();
        anywhere.region = Selectors { css: None, xpath: Some("/*".to_owned()) };
        if let Ok(anywhere) = anywhere.compile() {
            let read = |page: &PageTables<'a>| page.read_by(&anywhere);
            offer(OLD / 2.0, RecordsOnPages { pages: pages.iter().map(read).collect(), is_old: false });
        }
    }
    for level in LEVELS {
        let at_level = |page: &PageTables<'a>| {
            let places = page.tables.iter().filter_map(|table| page.at_level(table, level));
            let scored = places.map(|records| {
                let place = RecordsOnPages { pages: vec![records], is_old: false };
                (place.score(wrapper, old), place)
            });
            let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
            best.map_or_else(|| page.records(Vec::new(), None), |(_, mut place)| place.pages.remove(0))
        };
        let bonus = if level == 0 { ROWS_THEMSELVES } else { 0.0 };
        offer(bonus, RecordsOnPages { pages: pages.iter().map(at_level).collect(), is_old: false });
    }
    best.map(|(_, place)| place)
}

/// The samples by their page: several may be of one.
fn by_page<'a>(samples: &[Sample<'a>]) -> Vec<PageTables<'a>> {
    let mut pages: Vec<PageTables<'a>> = Vec::new();
    for sample in samples {
        let known = pages.iter_mut().find(|page| std::ptr::eq(page.sample.document, sample.document));
        match known {
            Some(page) => page.tables.extend(sample.table),
            None => pages.push(PageTables { sample: *sample, tables: sample.table.into_iter().collect() }),
        }
    }
    for page in &mut pages {
        page.tables.truncate(MAX_TABLES);
    }
    pages
}

/// The samples, one a page.
pub(super) fn one_a_page<'a>(samples: &[Sample<'a>]) -> Vec<Sample<'a>> {
    by_page(samples).into_iter().map(|page| page.sample).collect()
}

impl<'a> PageTables<'a> {
    fn records(&self, records: Vec<Vec<NodeId>>, cells: Option<&'a Table>) -> PageRecords<'a> {
        let Sample { document, url, pagination, .. } = self.sample;
        PageRecords { document, url, pagination, records, cells }
    }

    /// The records that a wrapper finds, with the table that has most of them.
    fn read_by(&self, wrapper: &CompiledWrapper<'_>) -> PageRecords<'a> {
        let rows = wrapper.apply(self.sample.document).table.map(|table| table.rows).unwrap_or_default();
        let records: Vec<Vec<NodeId>> = rows.into_iter().map(|row| row.nodes).collect();
        let n_common = |table: &Table| pairs(self.sample.document, &records, table).flatten().count();
        let cells = self.tables.iter().rev().max_by_key(|table| n_common(table)).copied();
        let cells = cells.filter(|table| n_common(table) > 0);
        self.records(records, cells)
    }

    /// The rows of a table, or what is so many levels above or below each of them.
    fn at_level(&self, table: &'a Table, level: i32) -> Option<PageRecords<'a>> {
        let document = self.sample.document;
        if level == 0 {
            return Some(self.records(table.rows.iter().map(|row| row.nodes.clone()).collect(), Some(table)));
        }
        let mut nodes: Vec<NodeId> = table.rows.iter().filter_map(|row| row.nodes.first().copied()).collect();
        if table.nodes_per_record > 1 || nodes.is_empty() {
            return None;
        }
        for _ in 0..level.unsigned_abs() {
            nodes = if level > 0 { above(document, &nodes)? } else { below(document, &nodes)? };
        }
        Some(self.records(nodes.into_iter().map(|node| vec![node]).collect(), Some(table)))
    }
}

/// The parents of nodes, if each has one of its own.
fn above(document: &Document, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let parents: Vec<NodeId> = nodes.iter().map(|&node| document.parent(node)).collect::<Option<_>>()?;
    let is_apart =
        parents.windows(2).all(|pair| !document.contains(pair[0], pair[1]) && !document.contains(pair[1], pair[0]));
    (is_apart && parents.len() > 1).then_some(parents)
}

/// The children of nodes, if each has but one element.
fn below(document: &Document, nodes: &[NodeId]) -> Option<Vec<NodeId>> {
    let child = |&node: &NodeId| {
        let mut children = document.child_elements(node);
        children.next().filter(|_| children.next().is_none())
    };
    nodes.iter().map(child).collect()
}

/// For each record the row of the table that is in it, or that it is in.
fn pairs<'t>(document: &Document, records: &[Vec<NodeId>], table: &'t Table) -> impl Iterator<Item = Option<&'t Row>> {
    let mut at = 0;
    let found: Vec<Option<&'t Row>> = records
        .iter()
        .map(|record| {
            let (Some(&first), Some(&last)) = (record.first(), record.last()) else { return None };
            let end = document.subtree_end(last);
            // Both are in the order of the page.
            while table
                .rows
                .get(at)
                .and_then(|row| row.nodes.last())
                .is_some_and(|&row| document.subtree_end(row) <= first)
            {
                at += 1;
            }
            let row = table.rows.get(at)?;
            let &start = row.nodes.first()?;
            (start < end).then(|| {
                at += 1;
                row
            })
        })
        .collect();
    found.into_iter()
}

impl<'a> PageRecords<'a> {
    /// A page whose records are known and whose cells are not.
    pub(super) fn new(sample: &Sample<'a>, records: Vec<Vec<NodeId>>) -> PageRecords<'a> {
        let Sample { document, url, pagination, .. } = *sample;
        PageRecords { document, url, pagination, records, cells: None }
    }

    /// The page to learn from.
    pub(super) fn sample<'s>(&self, table: Option<&'s Table>) -> Sample<'s>
    where
        'a: 's,
    {
        Sample { document: self.document, url: self.url, table, pagination: self.pagination }
    }

    /// What a wrapper's columns read in the records.
    pub(super) fn read(&self, wrapper: &CompiledWrapper<'_>, n_nodes: usize) -> Vec<Row> {
        let first = |record: &Vec<NodeId>| record.first().copied();
        let firsts: Vec<NodeId> = self.records.iter().filter_map(first).collect();
        // Columns that read far more than the page has read nothing that was meant.
        wrapper.rows_of(self.document, &firsts, n_nodes).unwrap_or_else(|| {
            let empty = vec![None; wrapper.wrapper().columns.len()];
            firsts.iter().map(|&record| Row::new(vec![record], String::new(), empty.clone())).collect()
        })
    }

    /// The records as a table, with the cells that were found in them; `None` if there are none.
    pub(super) fn table(&self) -> Option<Table> {
        let (first, last) = (*self.records.first()?.first()?, *self.records.last()?.last()?);
        let parent = self.document.parent(first)?;
        let columns = self.cells.map(|table| table.columns.clone()).unwrap_or_default();
        let n_columns = columns.len();
        let mut region = self.document.common_ancestor(parent, self.document.parent(last)?);
        if let Some(known) = self.cells.map(|table| table.region).filter(|&known| self.document.contains(known, region))
        {
            region = known;
        }
        let mut table = Table::new(region, columns);
        table.nodes_per_record = self.n_nodes();
        let rows: Vec<Option<&Row>> = match self.cells {
            Some(cells) => pairs(self.document, &self.records, cells).collect(),
            None => vec![None; self.records.len()],
        };
        for (nodes, row) in self.records.iter().zip(rows) {
            let is_in = |cell: &&Cell| {
                cell.nodes.iter().all(|&node| nodes.iter().any(|&record| self.document.contains(record, node)))
            };
            let cells = match row {
                Some(row) => row.cells.iter().map(|cell| cell.as_ref().filter(is_in).cloned()).collect(),
                None => vec![None; n_columns],
            };
            let text = Cell::read(self.document, nodes.clone(), None).text;
            table.rows.push(Row::new(nodes.clone(), text, cells));
        }
        table.read_values(self.document);
        Some(table)
    }

    fn n_nodes(&self) -> usize {
        let mut counts: Vec<usize> = self.records.iter().map(Vec::len).collect();
        crate::wrapper::learned::figures::median(&mut counts).max(1)
    }
}

impl RecordsOnPages<'_> {
    pub(super) fn n_nodes(&self) -> usize {
        self.pages.iter().map(PageRecords::n_nodes).max().unwrap_or(1)
    }

    /// Whether a wrapper selects these records and hardly any others.
    pub(super) fn is_selected_by(&self, wrapper: &Wrapper) -> bool {
        let Ok(compiled) = wrapper.compile() else { return false };
        self.pages.iter().filter(|page| !page.records.is_empty()).all(|page| {
            let rows = compiled.apply(page.document).table.map(|table| table.rows).unwrap_or_default();
            let found: Vec<NodeId> = rows.iter().filter_map(|row| row.nodes.first().copied()).collect();
            let wanted: Vec<NodeId> = page.records.iter().filter_map(|record| record.first().copied()).collect();
            let n_common = wanted.iter().filter(|node| found.binary_search(node).is_ok()).count();
            n_common as f64 >= SAME_RECORDS * found.len().max(wanted.len()) as f64
        })
    }

    /// How much of the old wrapper is found in these records, from 0 to about 1.
    fn score(&self, wrapper: &Wrapper, old: Option<&CompiledWrapper<'_>>) -> f64 {
        let n_rows: usize = self.pages.iter().map(|page| page.records.len()).sum();
        let n_pages = self.pages.iter().filter(|page| !page.records.is_empty()).count();
        if n_rows == 0 || wrapper.columns.is_empty() {
            return 0.0;
        }
        let n_nodes = wrapper.record.as_ref().map_or(1, |record| record.n_nodes);
        let read: Vec<(&Document, Vec<Row>)> = match old {
            Some(old) => self.pages.iter().map(|page| (page.document, page.read(old, n_nodes))).collect(),
            None => Vec::new(),
        };
        let rows: Vec<(&Document, &Row)> =
            read.iter().flat_map(|(document, rows)| rows.iter().map(move |row| (*document, row))).collect();
        let fullest = self.pages.iter().max_by_key(|page| page.records.len());
        let fresh = fullest.and_then(|page| Some((page.document, page.table()?)));
        let fresh_rows: Vec<(&Document, &Row)> =
            fresh.iter().flat_map(|(document, table)| table.rows.iter().map(|row| (*document, row))).collect();
        let n_columns = wrapper.columns.len();
        let mut sum = 0.0;
        for (at, column) in wrapper.columns.iter().enumerate() {
            let now = ColumnFigures::of(&rows, at, &column.format);
            let is_right = now.n_values > 0 && !is_other(sign_of(wrapper, at, &now, &rows, &CheckOptions::default()));
            let kept = if is_right { likeness::of_kept(column, at, &rows).score } else { 0.0 };
            let found = fresh
                .iter()
                .flat_map(|(_, table)| table.columns.iter().enumerate().map(move |found| (table, found)))
                .map(|(table, (fresh_at, fresh))| {
                    let place = (at, n_columns, fresh_at, table.columns.len());
                    likeness::of_table(column, fresh, place, &fresh_rows).score
                });
            let weight = column.learned.fill.max(0.1);
            sum += weight * kept.max(FOUND * found.fold(0.0, f64::max));
        }
        let weights: f64 = wrapper.columns.iter().map(|column| column.learned.fill.max(0.1)).sum();
        sum / weights * (0.5 + 0.5 * number_fits(wrapper, n_rows as f64 / n_pages.max(1) as f64))
    }
}

/// How well the number of records of a page fits those learned, from 0 to 1.
fn number_fits(wrapper: &Wrapper, now: f64) -> f64 {
    let counts = || wrapper.learned.pages.iter().map(|page| page.n_rows as f64).filter(|&n| n > 0.0);
    let (Some(least), Some(most)) = (counts().reduce(f64::min), counts().reduce(f64::max)) else { return 1.0 };
    if now < least { now / least } else { (2.0 * most / now).min(1.0) }
}
