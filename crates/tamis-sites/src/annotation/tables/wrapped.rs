//! Tables that are read by selectors, without mapping a node.
//!
//! A table is kept with its [wrapper](crate::wrapper) if that gives the table again on the page that it was learned from.
//! On another page it is trusted as far as what it finds is like what it was learned from; where it is not, the table is
//! mapped.

use super::StoredColumn;
use crate::wrapper::{
    ColumnFigures, CompiledWrapper, LearnOptions, Learned, LearnedColumn, LearnedPage, Sample, Subject, Wrapper,
    WrapperColumn, learn_selectors,
};
use std::cell::OnceCell;
use std::fmt;
use tamis_extract::pagination::Pagination;
use tamis_extract::records::{Cell, ColumnSelector, Row, Table, selectors};
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::{Document, NodeId, NodeKind, SelectorWriter, Selectors};

/// A wrapper whose selectors are longer than so many bytes in all is not kept, nor one of more columns, nor those of further
/// tables: nobody is to be made to hold more of what a stranger stored.
pub(crate) const MAX_BYTES: usize = 8 << 10;
pub(crate) const MAX_COLUMNS: usize = 256;
pub(crate) const MAX_WRAPPERS: usize = 32;
/// The character that stands for the test of a class in stored selectors. A wrapper whose selectors have it is not kept.
pub(crate) const STANDS_FOR_CLASS_TEST: char = '\u{1}';
/// What is said of a column is looked at in so many rows.
const MAX_ROWS_SEEN: usize = 64;

/// A wrapper that gives a table of a template again. It has the table's columns in their order.
#[derive(Clone, Debug)]
pub(crate) struct TableWrapper {
    compiled: CompiledWrapper<'static>,
    /// How far above its first record the region of the table is. Selectors may look for the records elsewhere, where they
    /// are told more surely.
    n_up: u32,
}

/// Why a table of a template is mapped on all pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoWrapper {
    /// The version that stored the template knew of none.
    NotLearned,
    NoRows,
    /// Selectors do not say which records are advertisements.
    Advertisements,
    NoSelectors,
    TooLarge,
    OtherRecords,
    OtherCells,
    /// Only so many tables of a template have one.
    TooManyTables,
}

/// Why a table is mapped on a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misfit {
    NoWrapper(NoWrapper),
    /// How often the region is on the page.
    Regions(usize),
    NoRecords,
    RecordsInRecords,
    /// What the selectors read is far longer than the page.
    TooLarge,
    EmptyColumn(String),
    OtherValues(String),
}

impl TableWrapper {
    /// The wrapper of a table on its page.
    pub(crate) fn learn(
        document: &Document,
        table: &Table,
        pagination: Option<&Pagination>,
    ) -> Result<TableWrapper, NoWrapper> {
        if table.rows.is_empty() {
            return Err(NoWrapper::NoRows);
        }
        if table.rows.iter().any(|row| row.ad.is_some()) {
            return Err(NoWrapper::Advertisements);
        }
        if table.columns.len() > MAX_COLUMNS {
            return Err(NoWrapper::TooLarge);
        }
        let sample = Sample { document, url: None, table: Some(table), pagination };
        let options = LearnOptions { subject: Subject::Many, ..LearnOptions::default() };
        let mut learned = learn_selectors(&[sample], &options).map_err(|_| NoWrapper::NoSelectors)?;
        let mut columns = Vec::with_capacity(table.columns.len());
        let written_columns = OnceCell::new();
        for (place, column) in table.columns.iter().enumerate() {
            let named = learned.columns.iter().position(|other| other.name == column.name);
            let mut own = match named {
                Some(named) => learned.columns.swap_remove(named),
                // Who learns a wrapper leaves out what is hardly worth a column; a template has all of them.
                None => written(
                    &written_columns.get_or_init(|| selectors(&SelectorWriter::new(document), table).columns)[place],
                ),
            };
            (own.name, own.format) = (column.name.clone(), column.format.clone());
            own.learned = described(table, place);
            columns.push(own);
        }
        let mut wrapper = Wrapper { columns, ..learned };
        let page = LearnedPage::new(None, table.rows.len());
        wrapper.learned = Learned { pages: vec![page], ..Learned::default() };
        let first = table.rows.first().and_then(|row| row.nodes.first().copied()).ok_or(NoWrapper::NoRows)?;
        let n_up = document.ancestors(first).position(|above| above == table.region);
        let n_up = n_up.and_then(|n_up| u32::try_from(n_up).ok()).ok_or(NoWrapper::OtherRecords)?;
        let wrapper = TableWrapper::of(&wrapper, n_up).ok_or(NoWrapper::NoSelectors)?;
        if wrapper.n_bytes() > MAX_BYTES {
            return Err(NoWrapper::TooLarge);
        }
        if texts_of(wrapper.wrapper()).any(|text| text.contains(STANDS_FOR_CLASS_TEST)) {
            return Err(NoWrapper::NoSelectors);
        }
        wrapper.gives(document, table).map(|()| wrapper)
    }

    /// A wrapper made ready; `None` if it is wrong.
    pub(crate) fn of(wrapper: &Wrapper, n_up: u32) -> Option<TableWrapper> {
        let is_list = wrapper.record.as_ref().is_some_and(|record| record.n_nodes > 0);
        let compiled = wrapper.compile().ok().filter(|_| is_list)?.into_owned();
        Some(TableWrapper { compiled, n_up })
    }

    pub(crate) fn wrapper(&self) -> &Wrapper {
        self.compiled.wrapper()
    }

    pub(crate) fn n_up(&self) -> u32 {
        self.n_up
    }

    /// How long its selectors are.
    fn n_bytes(&self) -> usize {
        let attributes = self.wrapper().columns.iter().filter_map(|column| column.attribute.as_ref());
        texts_of(self.wrapper()).chain(attributes).map(String::len).sum()
    }

    /// Whether the table comes out again: all of its records and nearly all of its cells.
    fn gives(&self, document: &Document, table: &Table) -> Result<(), NoWrapper> {
        let Ok(records) = self.records(document) else { return Err(NoWrapper::OtherRecords) };
        let firsts = table.rows.iter().map(|row| row.nodes.first().copied());
        if !firsts.eq(records.iter().map(|&record| Some(record))) {
            return Err(NoWrapper::OtherRecords);
        }
        let (mut n_same, mut n_cells) = (0_u32, 0_u32);
        let rows = self.compiled.rows(document, &records).ok_or(NoWrapper::OtherCells)?;
        for (own, row) in rows.iter().zip(&table.rows) {
            if own.nodes != row.nodes {
                return Err(NoWrapper::OtherRecords);
            }
            let text = |cell: &Option<Cell>| cell.as_ref().map(|cell| cell.text.clone());
            let pairs = own.cells.iter().zip(&row.cells).filter(|(own, cell)| own.is_some() || cell.is_some());
            for (own, cell) in pairs {
                n_cells += 1;
                n_same += u32::from(text(own) == text(cell));
            }
        }
        if f64::from(n_same) < MIN_CELLS * f64::from(n_cells) {
            return Err(NoWrapper::OtherCells);
        }
        Ok(())
    }

    /// The rows of another page and the region that they are in, if they are like those that it was learned from.
    pub(super) fn apply(&self, document: &Document, columns: &[StoredColumn]) -> Result<(NodeId, Vec<Row>), Misfit> {
        let records = self.records(document)?;
        let region = document.ancestors(records[0]).nth(self.n_up as usize).unwrap_or(document.root());
        let mut rows = self.compiled.rows(document, &records).ok_or(Misfit::TooLarge)?;
        let seen = &rows[..rows.len().min(MAX_ROWS_SEEN)];
        for (place, (column, own)) in columns.iter().zip(&self.wrapper().columns).enumerate() {
            let values = || seen.iter().filter_map(|row| row.cells.get(place)?.as_ref());
            let n_values = values().count();
            if (n_values as f64) < MIN_FILL * own.learned.fill * seen.len() as f64 && column.is_usual {
                return Err(Misfit::EmptyColumn(column.name.clone()));
            }
            let n_typed = values().filter(|cell| is_of_type(&column.format, &cell.text)).count();
            if (n_typed as f64) < MIN_TYPED * own.learned.typed * n_values as f64 {
                return Err(Misfit::OtherValues(column.name.clone()));
            }
        }
        for row in &mut rows {
            for cell in row
                .cells
                .iter_mut()
                .zip(columns)
                .filter_map(|(cell, column)| cell.as_mut().filter(|_| column.attribute.is_none()))
            {
                cell.nodes = texts(document, &cell.nodes);
            }
        }
        Ok((region, rows))
    }

    /// The first nodes of the records in the one region of a page, at least one and side by side.
    fn records(&self, document: &Document) -> Result<Vec<NodeId>, Misfit> {
        let regions = self.compiled.regions(document);
        let &[region] = regions.as_slice() else { return Err(Misfit::Regions(regions.len())) };
        let records = self.compiled.records_in(document, region);
        if records.is_empty() {
            return Err(Misfit::NoRecords);
        }
        if records.windows(2).any(|pair| document.contains(pair[0], pair[1])) {
            return Err(Misfit::RecordsInRecords);
        }
        Ok(records)
    }
}

/// Of the cells of the template's own page so many must come out as they are: from here on tables that are applied were no less
/// like those of the methods than tables that are mapped, on three pages of each of 73 sites (November 2026).
const MIN_CELLS: f64 = 0.95;
/// A column that has values in fewer rows than this share of those that it was learned from have them, or of whose values
/// fewer fit its type, is not the one that was learned.
const MIN_FILL: f64 = 0.5;
const MIN_TYPED: f64 = 0.5;

impl PartialEq for TableWrapper {
    fn eq(&self, other: &TableWrapper) -> bool {
        (self.n_up, self.wrapper()) == (other.n_up, other.wrapper())
    }
}

/// All selectors of a wrapper.
fn texts_of(wrapper: &Wrapper) -> impl Iterator<Item = &String> {
    let record = wrapper.record.as_ref().map(|record| &record.first);
    let columns = wrapper.columns.iter().map(|column| &column.selectors);
    let all = std::iter::once(&wrapper.region).chain(record).chain(&wrapper.next).chain(columns);
    all.flat_map(|selectors| selectors.css.iter().chain(&selectors.xpath))
}

/// A column by the selectors that are written for this page alone.
fn written(column: &ColumnSelector) -> WrapperColumn {
    // Of several texts of an element the expression alone says which.
    let is_one_text = column.xpath.contains("/text()");
    let css = column.css.clone().unwrap_or_else(|| ":scope".to_owned());
    let selectors = Selectors { css: Some(css).filter(|_| !is_one_text), xpath: Some(column.xpath.clone()) };
    let mut own = WrapperColumn::new(String::new(), ValueFormat::default(), selectors);
    (own.node, own.attribute) = (column.node, column.attribute.clone());
    own
}

/// The texts in nodes: a cell of a method has those, and selectors are written from them.
fn texts(document: &Document, nodes: &[NodeId]) -> Vec<NodeId> {
    let inside = nodes.iter().flat_map(|&node| document.subtree(node));
    inside.filter(|&node| document.kind(node) == NodeKind::Text && !document.is_blank_text(node)).collect()
}

/// What the values of a column are like on the first page, in hundredths: finer figures would only take room in a store.
fn described(table: &Table, place: usize) -> LearnedColumn {
    let values: Vec<&str> =
        table.rows.iter().filter_map(|row| Some(row.cells[place].as_ref()?.text.as_str())).collect();
    let format = &table.columns[place].format;
    let figures = ColumnFigures::of_values(&values, format);
    let n_typed = values.iter().filter(|value| is_of_type(format, value)).count();
    LearnedColumn {
        name: table.columns[place].name.clone(),
        fill: hundredths(values.len() as f64 / table.rows.len().max(1) as f64),
        typed: hundredths(n_typed as f64 / values.len().max(1) as f64),
        distinct: hundredths(figures.distinct),
        length: figures.length,
        ..LearnedColumn::default()
    }
}

fn hundredths(share: f64) -> f64 {
    (100.0 * share.clamp(0.0, 1.0)).round() / 100.0
}

/// Whether a value is one that a column of this format has.
fn is_of_type(format: &ValueFormat, value: &str) -> bool {
    match format.value_type {
        ValueType::Text | ValueType::Url | ValueType::Image => true,
        _ => format.fits(value),
    }
}

impl fmt::Display for NoWrapper {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            NoWrapper::NotLearned => "the template was stored without selectors",
            NoWrapper::NoRows => "the template's own table has no records",
            NoWrapper::Advertisements => {
                "some of the template's records are advertisements, which selectors do not tell"
            }
            NoWrapper::NoSelectors => "there are no selectors for its columns",
            NoWrapper::TooLarge => "its selectors are too long",
            NoWrapper::OtherRecords => "selectors find other records on the template's first page",
            NoWrapper::OtherCells => "selectors find other values on the template's first page",
            NoWrapper::TooManyTables => "the template has many tables, and selectors are kept for the first of them",
        })
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::NoWrapper(reason) => reason.fmt(out),
            Misfit::Regions(0) => out.write_str("its region is not on the page"),
            Misfit::Regions(n) => write!(out, "the page has {n} such regions"),
            Misfit::NoRecords => out.write_str("its region has no records"),
            Misfit::RecordsInRecords => out.write_str("its records are in one another"),
            Misfit::TooLarge => out.write_str("its selectors read far more than the page has"),
            Misfit::EmptyColumn(column) => write!(out, "the column {column} has fewer values than in the template"),
            Misfit::OtherValues(column) => write!(out, "the column {column} has other values than in the template"),
        }
    }
}
