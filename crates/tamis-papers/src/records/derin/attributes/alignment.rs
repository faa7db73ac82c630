//! The aligned records as a table.

use super::cohesion::{Cohesion, cohesion};
use super::concepts::{self, Concepts};
use super::units::Units;
use crate::records::derin::DerinOptions;
use crate::records::derin::screen::Screen;
use crate::records::grid::ColumnOrder;
use crate::view::tag_tree::{TagTree, Texts};
use tamis_extract::records::{Rejected, Table, TableRole, max_columns};
use tamis_page::{Document, NodeId};

/// Records with their candidate attributes aligned.
pub(crate) struct Aligned {
    /// The nodes of each record.
    pub(crate) records: Vec<Vec<NodeId>>,
    pub(crate) tree: TagTree,
    pub(crate) units: Units,
    pub(crate) concepts: Concepts,
}

/// Values that occur in fewer records may be equal by chance.
const MIN_CONSTANT: usize = 3;

impl Aligned {
    /// Reads the attributes of records, aligns them and takes out what is the same in all records.
    pub(crate) fn of(view: &Screen<'_, '_>, records: Vec<Vec<NodeId>>, options: &DerinOptions) -> Aligned {
        let texts = Texts::Joined(&view.content_sentences);
        let tree = TagTree::of_records(view.document(), view.content, texts, &records);
        let units = Units::of(view, &tree);
        let mut concepts = concepts::align(&units, options);
        concepts::remove_constants(&units, &mut concepts, options.min_children.max(MIN_CONSTANT));
        Aligned { records, tree, units, concepts }
    }

    /// How similar the records are by their attributes.
    pub(crate) fn cohesion(&self) -> Cohesion {
        cohesion(&self.concepts.sets(&self.units))
    }

    /// The table of these records, each with how similar it is to the others; `None` if they have no attribute.
    pub(crate) fn into_table(
        mut self,
        document: &Document,
        region: NodeId,
        similarities: &[f64],
        rejected: Vec<Rejected>,
    ) -> Option<Table> {
        concepts::remove_repeated(&self.units, &mut self.concepts);
        let n_rows = self.records.len();
        let mut order = ColumnOrder::default();
        for record in 0..n_rows {
            let mut previous = None;
            for index in self.units.of_record(record).filter(|&unit| self.concepts.is_alive[unit]) {
                let unit = &self.units.all[index];
                let place = (record, unit.tree_node as usize);
                order.add((self.concepts.of_unit[index], unit.kind), place, &mut previous, max_columns(n_rows));
            }
        }
        let grid = order.into_grid();
        if grid.columns.is_empty() {
            return None;
        }
        let nodes_per_record = most_common(self.records.iter().map(Vec::len));
        let (columns, rows) = grid.into_columns_and_rows(document, &self.tree, self.records, similarities);
        let mut table = Table::new(region, columns);
        table.role = TableRole::Main;
        table.nodes_per_record = nodes_per_record;
        table.rows = rows;
        table.confidence = similarities.iter().sum::<f64>() / similarities.len().max(1) as f64;
        table.rejected = rejected;
        if self.concepts.cut_short {
            table.warnings.push("the records have too many attributes to compare all of them".to_string());
        }
        Some(table)
    }
}

/// The value that occurs most often, the smaller of equally frequent ones.
fn most_common(values: impl Iterator<Item = usize>) -> usize {
    let mut sorted: Vec<usize> = values.collect();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|one, other| one == other);
    runs.rev().max_by_key(|run| run.len()).and_then(|run| run.first()).copied().unwrap_or(1)
}
