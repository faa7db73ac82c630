//! The tables of another page.

use super::choose::{Candidate, Chooser};
use super::pattern::Likeness;
use super::{AppliedTable, CellNodes, Fit, Misfit, RecordPosition, StoredTable, TableIndex, TableMap};
use crate::mapping::{Alignment, MatchKind, Mode, Pair, Skeleton, SkeletonId};
use tamis_extract::PageView;
use tamis_extract::records::{Cell, Rejected, Row, Table, TableRole, record_text};
use tamis_page::{Document, NodeId};

/// A node that is less similar to every pattern is no record.
const MIN_SIMILARITY: f64 = 0.4;

impl TableMap {
    /// What the wrappers of the tables find on another page, where that is like what they were learned from.
    pub(crate) fn apply(&self, document: &Document) -> Vec<AppliedTable> {
        let applied = self.tables.iter().map(|stored| {
            let wrapper = stored.wrapper.as_ref().map_err(|&reason| Misfit::NoWrapper(reason))?;
            let (region, rows) = wrapper.apply(document, &stored.columns)?;
            let mut table = stored.at(region);
            table.reasons = vec!["by the selectors of the template".to_owned()];
            table.rows = rows;
            table.read_values(document);
            Ok(table)
        });
        applied.collect()
    }

    /// How well tables of another page fit that were all applied.
    pub(crate) fn fit(&self, applied: &[Table]) -> Fit {
        let fits = self.tables.iter().zip(applied).map(|(stored, table)| stored.fit(std::slice::from_ref(table)));
        fits.fold(Fit::default(), Fit::and)
    }

    /// The tables of another page, in the order of the template's: those that were applied, and the others mapped. A table
    /// that is mapped is as often on the page as its region has copies with records; one that has no record is there once,
    /// without rows.
    pub(crate) fn map(
        &self,
        view: &PageView<'_>,
        skeleton: &Skeleton,
        alignment: &Alignment,
        mode: Mode,
        applied: Vec<Option<Table>>,
    ) -> (Vec<Table>, Fit) {
        let places = TableIndex::of(self, skeleton);
        let parents = skeleton.parents();
        let readers = self
            .tables
            .iter()
            .zip(&applied)
            .map(|(table, applied)| applied.is_none().then(|| Reader::new(view, table, &parents, mode)));
        let mut readers: Vec<Option<Reader<'_, '_>>> = readers.collect();
        let mut page_of: Vec<Option<NodeId>> = vec![None; skeleton.len()];
        for pair in alignment.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger) {
            page_of[pair.skeleton.index()].get_or_insert(pair.page);
            for &table in &places.regions[pair.skeleton.index()] {
                if let Some(reader) = &mut readers[table as usize] {
                    reader.begin(pair.page, pair.kind);
                }
            }
            for &(table, pattern) in &places.parts[pair.skeleton.index()] {
                if let Some(reader) = &mut readers[table as usize] {
                    reader.visit(*pair, pattern as usize);
                }
            }
        }
        let mut fit = Fit::default();
        let mut tables = Vec::new();
        for ((stored, reader), applied) in self.tables.iter().zip(readers).zip(applied) {
            let mut above = stored.region;
            while page_of[above.index()].is_none() && above != parents[above.index()] {
                above = parents[above.index()];
            }
            let region = page_of[above.index()].unwrap_or(NodeId::ROOT);
            let mapped = reader.map(|reader| reader.finish(region));
            let found: Vec<Table> = mapped.into_iter().flatten().chain(applied).collect();
            fit = fit.and(stored.fit(&found));
            tables.extend(found);
        }
        (tables, fit)
    }
}

/// Reads one table of the template.
struct Reader<'a, 'p> {
    view: &'a PageView<'p>,
    stored: &'a StoredTable,
    mode: Mode,
    chooser: Chooser<'a>,
    tables: Vec<Table>,
    /// Which of them is that of the region itself, not of a copy.
    own: Option<usize>,
    /// What may be a record of the table at hand.
    candidates: Vec<Candidate>,
    /// The record that is open.
    row: Option<OpenRow>,
}

struct OpenRow {
    nodes: Vec<NodeId>,
    cells: CellNodes,
    similarity: f64,
    is_ad: bool,
}

impl<'a, 'p> Reader<'a, 'p> {
    fn new(view: &'a PageView<'p>, stored: &'a StoredTable, parents: &'a [SkeletonId], mode: Mode) -> Reader<'a, 'p> {
        let room = if stored.reads_hidden { None } else { Some(view.visibility().room()) };
        let chooser = Chooser::new(view.document(), stored, room, parents, mode);
        Reader { view, stored, mode, chooser, tables: Vec::new(), own: None, candidates: Vec::new(), row: None }
    }

    /// Begins a table in a region.
    fn begin(&mut self, region: NodeId, kind: MatchKind) {
        self.end_table();
        if kind == MatchKind::Same && self.own.is_none() {
            self.own = Some(self.tables.len());
        }
        self.tables.push(self.empty_table(region));
    }

    fn empty_table(&self, region: NodeId) -> Table {
        let mut table = self.stored.at(region);
        table.reasons = vec!["as in the template".to_owned()];
        table
    }

    /// Takes in a node that stands where the template has a record or something among them.
    fn visit(&mut self, pair: Pair, own: usize) {
        let candidate = self.chooser.compare(pair, own);
        self.candidates.push(candidate);
    }

    /// Makes rows of what was taken in.
    fn end_table(&mut self) {
        let candidates = std::mem::take(&mut self.candidates);
        for (pair, pattern, likeness) in self.chooser.settle(candidates) {
            self.add(pair, pattern, &likeness);
        }
        self.end_row();
    }

    fn add(&mut self, pair: Pair, pattern: usize, likeness: &Likeness) {
        let (number, pattern) = (pattern, &self.stored.patterns[pattern]);
        if matches!(pattern.place, RecordPosition::Outside | RecordPosition::Unknown) {
            return;
        }
        let similarity = likeness.similarity;
        if similarity < MIN_SIMILARITY {
            let reason = format!("it is only {similarity:.2} similar to the records of the template");
            if let Some(table) = self.tables.last_mut() {
                table.rejected.push(Rejected::new(pair.page, reason));
            }
            return;
        }
        if pattern.place == RecordPosition::First {
            self.end_row();
        }
        let n_columns = self.stored.columns.len();
        let row = self.row.get_or_insert_with(|| OpenRow {
            nodes: Vec::new(),
            cells: vec![Vec::new(); n_columns],
            similarity,
            is_ad: pattern.is_ad,
        });
        row.nodes.push(pair.page);
        row.similarity = row.similarity.min(similarity);
        pattern.add_cells(self.view.document(), likeness, self.chooser.room, &mut row.cells);
        if similarity < 1.0 && self.mode == Mode::Robust {
            self.chooser.add_missing(pair.page, number, likeness, &mut row.cells);
        }
    }

    fn end_row(&mut self) {
        let Some(open) = self.row.take() else { return };
        let document = self.view.document();
        let cells = self.stored.columns.iter().zip(open.cells).map(|(column, nodes)| {
            let cell = (!nodes.is_empty()).then(|| Cell::read(document, nodes, column.attribute));
            cell.filter(|cell| !cell.text.is_empty())
        });
        let cells = cells.collect();
        let text = record_text(self.view, &open.nodes);
        let mut row = Row::new(open.nodes, text, cells);
        row.similarity = open.similarity;
        row.ad = open.is_ad.then(|| "such records are advertisements in the template".to_owned());
        if let Some(table) = self.tables.last_mut() {
            table.rows.push(row);
        }
    }

    /// The tables; one without rows where there is none, at `region`.
    fn finish(mut self, region: NodeId) -> Vec<Table> {
        self.end_table();
        if self.tables.is_empty() {
            self.tables.push(self.empty_table(region));
        }
        // The table of the region itself comes first.
        let own = self.own.unwrap_or(0);
        self.tables[..=own].rotate_right(1);
        let first_with_rows = self.tables.iter().position(|table| !table.rows.is_empty()).unwrap_or(0);
        let mut number = 0..;
        self.tables.retain(|table| number.next() == Some(first_with_rows) || !table.rows.is_empty());
        for (number, table) in self.tables.iter_mut().enumerate() {
            // A page has one main table.
            if number > 0 && table.role == TableRole::Main {
                table.role = TableRole::List;
            }
            table.read_values(self.view.document());
        }
        self.tables
    }
}
