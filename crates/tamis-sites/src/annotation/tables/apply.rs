//! The tables of another page.

use super::pattern::{Labels, Likeness};
use super::{CellNodes, Fit, Place, Places, StoredTable, TableMap};
use crate::mapping::{Alignment, MatchKind, Mode, Pair, Skeleton, SkeletonId};
use std::collections::BTreeSet;
use tamis_extract::records::{Cell, Column, Rejected, Row, Table, TableRole, record_text};
use tamis_extract::{PageView, ValueFormat, ValueType};
use tamis_page::{Mask, NodeId};

/// A node that is less similar to every pattern is no record.
const MIN_SIMILARITY: f64 = 0.4;
/// After so many nodes of patterns were compared on a page, a node is compared with the pattern at its place alone.
const MAX_COMPARED: usize = 4_000_000;

impl TableMap {
    /// The tables of another page, in the order of the template's. A table is as often on the page as its region has
    /// copies with records; one that has no record is there once, without rows.
    pub(crate) fn apply(
        &self,
        view: &PageView<'_>,
        skeleton: &Skeleton,
        alignment: &Alignment,
        mode: Mode,
    ) -> (Vec<Table>, Fit) {
        let places = Places::of(self, skeleton);
        let parents = skeleton.parents();
        let readers = self.tables.iter().map(|table| Reader::new(view, table, &parents, mode));
        let mut readers: Vec<Reader<'_, '_>> = readers.collect();
        let mut page_of: Vec<Option<NodeId>> = vec![None; skeleton.len()];
        for pair in alignment.pairs.iter().filter(|pair| pair.kind != MatchKind::Stranger) {
            page_of[pair.skeleton.index()].get_or_insert(pair.page);
            for &table in &places.regions[pair.skeleton.index()] {
                readers[table as usize].begin(pair.page, pair.kind);
            }
            for &(table, pattern) in &places.parts[pair.skeleton.index()] {
                readers[table as usize].visit(*pair, pattern as usize);
            }
        }
        let mut fit = Fit::default();
        let mut tables = Vec::new();
        for reader in readers {
            let mut above = reader.stored.region;
            while page_of[above.index()].is_none() && above != parents[above.index()] {
                above = parents[above.index()];
            }
            let stored = reader.stored;
            let found = reader.finish(page_of[above.index()].unwrap_or(NodeId::ROOT));
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
    /// What can be read; `None` for all.
    room: Option<&'a Mask>,
    tables: Vec<Table>,
    /// Which of them is that of the region itself, not of a copy.
    own: Option<usize>,
    /// The record that is open.
    row: Option<OpenRow>,
    /// Of each node of the skeleton its parent.
    parents: &'a [SkeletonId],
    /// The patterns that occur below each parent.
    below: BTreeSet<(SkeletonId, usize)>,
    /// The pattern of the node before.
    last: Option<usize>,
    n_compared: usize,
}

struct OpenRow {
    nodes: Vec<NodeId>,
    cells: CellNodes,
    similarity: f64,
    is_ad: bool,
}

impl<'a, 'p> Reader<'a, 'p> {
    fn new(view: &'a PageView<'p>, stored: &'a StoredTable, parents: &'a [SkeletonId], mode: Mode) -> Reader<'a, 'p> {
        let below = stored.parts.iter().map(|&(node, pattern)| (parents[node.index()], pattern as usize)).collect();
        let room = if stored.reads_hidden { None } else { Some(view.visibility().room()) };
        Reader {
            view,
            stored,
            mode,
            room,
            parents,
            below,
            tables: Vec::new(),
            own: None,
            row: None,
            last: None,
            n_compared: 0,
        }
    }

    /// Begins a table in a region.
    fn begin(&mut self, region: NodeId, kind: MatchKind) {
        self.end_row();
        self.last = None;
        if kind == MatchKind::Same && self.own.is_none() {
            self.own = Some(self.tables.len());
        }
        self.tables.push(self.empty_table(region));
    }

    fn empty_table(&self, region: NodeId) -> Table {
        let stored = self.stored;
        let column =
            |column: &super::StoredColumn| Column::new(column.name.clone(), column.format.clone(), column.attribute);
        let mut table = Table::new(region, stored.columns.iter().map(column).collect());
        table.role = stored.role;
        table.nodes_per_record = stored.nodes_per_record as usize;
        table.weight = stored.weight;
        table.confidence = stored.confidence;
        table.reasons = vec!["as in the template".to_owned()];
        table
    }

    /// Takes in a node that stands where the template has a record or something among them.
    fn visit(&mut self, pair: Pair, own: usize) {
        let Some((pattern, likeness)) = self.choose(pair, own) else { return };
        let stored = &self.stored.patterns[pattern];
        if stored.place == Place::Outside {
            return;
        }
        if likeness.similarity < MIN_SIMILARITY {
            let reason = format!("it is only {:.2} similar to the records of the template", likeness.similarity);
            if let Some(table) = self.tables.last_mut() {
                table.rejected.push(Rejected::new(pair.page, reason));
            }
            return;
        }
        self.last = Some(pattern);
        if stored.place == Place::First || self.row.is_none() {
            self.end_row();
            let cells = vec![Vec::new(); self.stored.columns.len()];
            self.row = Some(OpenRow { nodes: Vec::new(), cells, similarity: likeness.similarity, is_ad: stored.is_ad });
        }
        if let Some(row) = &mut self.row {
            row.nodes.push(pair.page);
            row.similarity = row.similarity.min(likeness.similarity);
            stored.add_cells(self.view.document(), &likeness, self.room, &mut row.cells);
        }
    }

    /// The pattern that a node is most similar to, and of several the one with most nodes. Of several again, as where an
    /// optional part looks like another, the one that the template has in this element,
    /// then the one whose cells hold values of the right type, then the one that followed the last node in the template, then the one at
    /// this place.
    fn choose(&mut self, pair: Pair, own: usize) -> Option<(usize, Likeness)> {
        let document = self.view.document();
        let patterns = &self.stored.patterns;
        let mut labels = Labels::of(document, pair.page);
        if self.mode == Mode::Strict {
            return Some((own, patterns.get(own)?.likeness(document, &mut labels, self.mode)));
        }
        let tag = labels.get(document, pair.page).tag;
        let mut best: Vec<(usize, Likeness)> = Vec::new();
        let mut outside: Option<(usize, Likeness)> = None;
        let is_worth = |number: usize, n_compared: usize| {
            patterns[number].tree.label(SkeletonId::ROOT).tag == tag && (n_compared <= MAX_COMPARED || number == own)
        };
        let rank = |&(number, ref likeness): &(usize, Likeness)| (likeness.similarity, patterns[number].tree.len());
        for number in 0..patterns.len() {
            if !is_worth(number, self.n_compared) {
                continue;
            }
            let pattern = &patterns[number];
            self.n_compared += pattern.tree.len();
            let likeness = pattern.likeness(document, &mut labels, self.mode);
            let found = (number, likeness);
            if pattern.place == Place::Outside {
                if outside.as_ref().is_none_or(|before| rank(&found) > rank(before)) {
                    outside = Some(found);
                }
                continue;
            }
            let most = best.first().map_or((0.0, 0), rank);
            if rank(&found) > most {
                best.clear();
            }
            if rank(&found) >= most {
                best.push(found);
            }
        }
        if best.len() > 1 {
            let evidence = |&(number, ref likeness): &(usize, Likeness)| {
                let follows = self.last.is_some_and(|last| self.follows(last, number));
                let is_usual_here = self.below.contains(&(self.parents[pair.skeleton.index()], number));
                (is_usual_here, self.n_right_values(number, likeness), follows, number == own)
            };
            let evidence: Vec<_> = best.iter().map(evidence).collect();
            let first_best = (0..best.len()).rev().max_by_key(|&idx| evidence[idx])?;
            best.swap(0, first_best);
            best.truncate(1);
        }
        match (best.pop(), outside) {
            (Some(best), Some(outside)) => Some(if rank(&outside) > rank(&best) { outside } else { best }),
            (best, outside) => best.or(outside),
        }
    }

    fn follows(&self, last: usize, next: usize) -> bool {
        self.stored.parts.windows(2).any(|two| (two[0].1, two[1].1) == (last as u32, next as u32))
    }

    /// How many cells hold a value of their column's type, less those that hold another.
    fn n_right_values(&self, pattern: usize, likeness: &Likeness) -> i64 {
        let document = self.view.document();
        let mut cells: CellNodes = vec![Vec::new(); self.stored.columns.len()];
        self.stored.patterns[pattern].add_cells(document, likeness, self.room, &mut cells);
        let mut n_right = 0;
        for (column, nodes) in self.stored.columns.iter().zip(cells) {
            if column.attribute.is_some() || nodes.is_empty() {
                continue;
            }
            let cell = Cell::read(document, nodes, None);
            let value_type = ValueFormat::of_column([cell.text.as_str()]).value_type;
            let expected = column.format.value_type;
            n_right += match value_type == expected {
                true if expected != ValueType::Text => 1,
                true => 0,
                false => -1,
            };
        }
        n_right
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
        row.similarity = open.similarity.min(1.0);
        row.ad = open.is_ad.then(|| "such records are advertisements in the template".to_owned());
        if let Some(table) = self.tables.last_mut() {
            table.rows.push(row);
        }
    }

    /// The tables; one without rows where there is none, at `region`.
    fn finish(mut self, region: NodeId) -> Vec<Table> {
        self.end_row();
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
            table.count_values();
        }
        self.tables
    }
}
