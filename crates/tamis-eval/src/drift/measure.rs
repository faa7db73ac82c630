//! One page changed: is it noticed, and is it mended?

use super::change::{Change, Target};
use super::extract;
use super::tree::Tree;
use crate::random::Random;
use tamis_extract::records::{Cell, Table};
use tamis_page::{Document, NodeId};
use tamis_sites::wrapper::{
    CheckOptions, CheckReport, CheckedPage, DriftKind, LearnOptions, MatchKind, Sample, Wrapper, check, repair,
};

/// What came of a change.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The share of the cells that the wrapper reads as before.
    pub read: f64,
    /// Whether a column is gone from the page.
    pub has_lost_column: bool,
    /// The kinds of drift that the check says.
    pub drifts: Vec<DriftKind>,
    /// The share of the cells that the repaired wrapper reads as the old one did; 0 if there is none.
    pub repaired: f64,
    /// What was done: for reports of what fails.
    pub notes: Vec<String>,
}

impl Outcome {
    /// So many cells must be the same for a change to be mended, or to have done no harm.
    pub const SAME: f64 = 0.95;

    /// Whether the wrapper reads the changed page as it read the page.
    pub fn is_harmless(&self) -> bool {
        !self.has_lost_column && self.read >= Self::SAME
    }

    /// Whether the check says that something has changed.
    pub fn is_noticed(&self) -> bool {
        !self.drifts.is_empty()
    }

    /// Whether the repaired wrapper reads what the old one read.
    pub fn is_repaired(&self) -> bool {
        self.repaired >= Self::SAME
    }
}

/// What the check says of pages that did not change.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Alarms {
    /// The messages of what is called a drift.
    pub drifts: Vec<(DriftKind, String)>,
    /// The messages of what is only worth knowing.
    pub notices: Vec<(DriftKind, String)>,
}

/// What a check of unchanged pages says.
pub fn alarms(wrapper: &Wrapper, pages: &[&Document]) -> Option<Alarms> {
    let report = checked(wrapper, pages)?;
    let tell = |drifts: &[tamis_sites::wrapper::WrapperDrift]| {
        drifts.iter().map(|drift| (drift.kind, drift.message.clone())).collect()
    };
    Some(Alarms { drifts: tell(report.drifts()), notices: tell(report.notices()) })
}

fn checked(wrapper: &Wrapper, pages: &[&Document]) -> Option<CheckReport> {
    let pages: Vec<CheckedPage<'_>> =
        pages.iter().map(|document| CheckedPage { document, url: None, name: None }).collect();
    Some(check(&wrapper.compile().ok()?, &pages, &CheckOptions::default()))
}

/// Changes a page, checks the wrapper on it and repairs it. `None` where the page cannot be changed so, or where the wrapper
/// has nothing to lose on it.
pub fn change_page(wrapper: &Wrapper, page: &Document, change: Change, seed: u64) -> Option<Outcome> {
    let before = wrapper.compile().ok()?.apply(page).table.filter(|table| table.rows.len() >= 2)?;
    let mut tree = Tree::of(page);
    change.apply(&mut tree, &Target { table: &before }, &mut Random::new(seed))?;
    let (changed, places) = tree.to_document();
    let expected = Expected::of(wrapper, &before, &changed, &places);
    if expected.cells.iter().flatten().all(Option::is_none) {
        return None;
    }
    let report = checked(wrapper, &[&changed])?;
    let mut notes: Vec<String> = report.drifts().iter().map(|drift| drift.message.clone()).collect();
    let now = wrapper.compile().ok()?.apply(&changed).table;
    let read = expected.share(wrapper, now.as_ref(), &changed);
    let tables = extract(&changed);
    let sample = |table| Sample { document: &changed, url: None, table, pagination: None };
    let mut samples: Vec<Sample<'_>> = tables.iter().map(|table| sample(Some(table))).collect();
    if samples.is_empty() {
        samples.push(sample(None));
    }
    let repaired = match repair(wrapper, &samples, &LearnOptions::default()) {
        Ok(repaired) => {
            let table = repaired.wrapper.compile().ok().and_then(|compiled| compiled.apply(&changed).table);
            notes.push(format!("replaced {:?}", repaired.replaced));
            let others = repaired.matches.iter().filter(|found| found.kind != MatchKind::Kept);
            notes.extend(others.map(|found| {
                let to = found.found.as_deref().unwrap_or("nothing");
                format!("{} -> {to} {:.2} ({})", found.column, found.score, found.reason)
            }));
            notes.extend(expected.losses(&repaired.wrapper, table.as_ref(), &changed));
            expected.share(&repaired.wrapper, table.as_ref(), &changed)
        }
        Err(error) => {
            notes.push(error.to_string());
            0.0
        }
    };
    let has_lost_column = (0..before.columns.len()).any(|at| {
        let is_lost = expected.cells.iter().all(|row| row[at].is_none());
        is_lost && before.columns[at].fill > 0.0
    });
    Some(Outcome {
        read,
        has_lost_column,
        drifts: report.drifts().iter().map(|drift| drift.kind).collect(),
        repaired,
        notes,
    })
}

/// The values of a record, by column.
type Cells = Vec<Option<String>>;

/// What a wrapper should read on a changed page: the values of the same nodes, wherever they are now.
struct Expected {
    columns: Vec<String>,
    /// The first node of each record that is still there.
    records: Vec<NodeId>,
    cells: Vec<Cells>,
    /// What the cells were before the change.
    before: Vec<Cells>,
}

impl Expected {
    fn of(wrapper: &Wrapper, before: &Table, changed: &Document, places: &[Option<NodeId>]) -> Expected {
        let place = |node: NodeId| places[node.0 as usize];
        let mut rows: Vec<(NodeId, (Cells, Cells))> = Vec::new();
        for row in &before.rows {
            let Some(record) = row.nodes.first().and_then(|&node| place(node)) else { continue };
            let value = |(cell, column): (&Option<Cell>, &tamis_sites::wrapper::WrapperColumn)| {
                let nodes: Vec<NodeId> = cell.as_ref()?.nodes.iter().map(|&node| place(node)).collect::<Option<_>>()?;
                let text = match &column.attribute {
                    Some(name) => changed.attribute(*nodes.first()?, changed.find_name(name)?)?.trim().to_owned(),
                    None => Cell::read(changed, nodes, None).text,
                };
                Some(text).filter(|text| !text.is_empty())
            };
            let before = row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.clone()));
            rows.push((record, (row.cells.iter().zip(&wrapper.columns).map(value).collect(), before.collect())));
        }
        rows.sort_by_key(|(record, _)| *record);
        let columns = wrapper.columns.iter().map(|column| column.name.clone()).collect();
        let (records, (cells, before)) = rows.into_iter().unzip();
        Expected { columns, records, cells, before }
    }

    /// The rows of a table by the record that each is: the one that it is in, or that is in it.
    fn by_record<'t>(&self, table: &'t Table, changed: &Document) -> Vec<Option<&'t [Option<Cell>]>> {
        let find = |record: &NodeId| {
            let is_it = |node: NodeId| changed.contains(node, *record) || changed.contains(*record, node);
            table.rows.iter().find(|row| row.nodes.iter().any(|&node| is_it(node))).map(|row| &row.cells[..])
        };
        self.records.iter().map(find).collect()
    }

    /// The share of the cells that a table has as they should be, of all that either has.
    fn share(&self, wrapper: &Wrapper, table: Option<&Table>, changed: &Document) -> f64 {
        let Some(table) = table else { return 0.0 };
        let n_same: usize = self.columns.iter().map(|name| self.n_same(wrapper, table, changed, name)).sum();
        let n_expected = self.cells.iter().flatten().flatten().count();
        let n_read = table.rows.iter().flat_map(|row| &row.cells).flatten().count();
        // A value that is gone from its place and stands elsewhere too, such as the address of two links, is no error.
        let n_read = n_read - self.n_elsewhere(wrapper, table, changed);
        n_same as f64 / n_expected.max(n_read).max(1) as f64
    }

    /// How many cells are what they were, although their place is gone.
    fn n_elsewhere(&self, wrapper: &Wrapper, table: &Table, changed: &Document) -> usize {
        let places: Vec<Option<usize>> =
            self.columns.iter().map(|name| wrapper.columns.iter().position(|column| column.name == *name)).collect();
        let rows = self.by_record(table, changed);
        let of_row = |at: usize| {
            let is_elsewhere = |&(column, place): &(usize, &Option<usize>)| {
                let cell = place.and_then(|place| rows[at]?[place].as_ref());
                let before = self.before[at][column].as_deref();
                self.cells[at][column].is_none() && before.is_some() && cell.map(|cell| cell.text.as_str()) == before
            };
            places.iter().enumerate().filter(is_elsewhere).count()
        };
        (0..rows.len()).map(of_row).sum()
    }

    /// How many cells of a column are as they should be.
    fn n_same(&self, wrapper: &Wrapper, table: &Table, changed: &Document, name: &str) -> usize {
        let Some(place) = wrapper.columns.iter().position(|column| column.name == *name) else { return 0 };
        let Some(expected) = self.columns.iter().position(|column| column == name) else { return 0 };
        let rows = self.by_record(table, changed);
        let is_same = |(cells, wanted): (Option<&[Option<Cell>]>, &Cells)| {
            let value = cells.and_then(|cells| cells[place].as_ref()).map(|cell| cell.text.as_str());
            value.is_some() && value == wanted[expected].as_deref()
        };
        rows.into_iter().zip(&self.cells).filter(|&pair| is_same(pair)).count()
    }

    /// What a table lacks, by column, for a report.
    fn losses(&self, wrapper: &Wrapper, table: Option<&Table>, changed: &Document) -> Vec<String> {
        let Some(table) = table else { return vec!["no region".to_owned()] };
        let mut told = vec![format!("{} rows of {}", table.rows.len(), self.records.len())];
        for (place, name) in self.columns.iter().enumerate() {
            let n_same = self.n_same(wrapper, table, changed, name);
            let n_wanted = self.cells.iter().filter(|row| row[place].is_some()).count();
            if n_same < n_wanted {
                told.push(format!("{name}: {n_same} of {n_wanted}"));
            }
        }
        told
    }
}
