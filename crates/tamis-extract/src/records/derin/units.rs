//! Candidate attributes: everything that a record shows or points to, with what it is compared by.

use super::style::{StyleFeatures, StyleReader};
use crate::measure::tag_tree::{Label, TagTree};
use crate::measure::value_types::{ValueFormat, ValueType};
use crate::records::grid::{ItemKind, item_kind, item_text};
use std::collections::HashMap;
use tamis_page::NodeId;
use tamis_page::render::RenderedPage;

/// One candidate attribute.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unit {
    pub(super) record: u32,
    /// Its node in the tree of the records, and on the page.
    pub(super) tree_node: u32,
    pub(super) node: NodeId,
    pub(super) kind: ItemKind,
    pub(super) text: String,
    pub(super) value_type: ValueType,
    pub(super) path: u32,
    pub(super) style: StyleFeatures,
}

/// The candidate attributes of all records, record by record and in page order.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    pub(super) all: Vec<Unit>,
    /// Where the units of each record end.
    ends: Vec<usize>,
    pub(super) paths: Paths,
    /// Whether a record has more units than are read.
    pub(super) cut_short: bool,
}

/// The most candidate attributes that are read of the records of a page. Real result pages have up to five thousand.
const MAX_UNITS: usize = 60_000;

impl Units {
    /// The units of the records that are the children of the tree's root.
    pub(super) fn of(page: &RenderedPage, tree: &TagTree) -> Units {
        let document = page.document();
        let mut units = Units::default();
        let mut styles = StyleReader::new(page);
        let mut path_of: HashMap<usize, u32> = HashMap::new();
        for (record, root) in tree.children(0).enumerate() {
            path_of.clear();
            for node in root + 1..tree.end(root) {
                let above = tree.parent(node).and_then(|parent| path_of.get(&parent)).copied().unwrap_or(0);
                let path = match tree.label(node) {
                    Label::TEXT => above,
                    label => units.paths.below(above, label),
                };
                path_of.insert(node, path);
                let Some(kind) = item_kind(document, tree, node) else { continue };
                if units.all.len() >= MAX_UNITS {
                    units.cut_short = true;
                    break;
                }
                let text = item_text(document, tree, kind, node);
                let value_type = match kind {
                    ItemKind::Image => ValueType::Image,
                    ItemKind::Link => ValueType::Url,
                    ItemKind::Text => ValueFormat::of_column([text.as_str()]).value_type,
                };
                let page_node = tree.page_node(node);
                units.all.push(Unit {
                    record: record as u32,
                    tree_node: node as u32,
                    node: page_node,
                    kind,
                    text,
                    value_type,
                    path,
                    style: styles.read(page_node),
                });
            }
            units.ends.push(units.all.len());
        }
        units
    }

    pub(super) fn n_records(&self) -> usize {
        self.ends.len()
    }

    /// The numbers of a record's units.
    pub(super) fn of_record(&self, record: usize) -> std::ops::Range<usize> {
        let start = record.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[record]
    }

    /// The unit before or after another one in the same record.
    pub(super) fn neighbours(&self, unit: usize) -> (Option<usize>, Option<usize>) {
        let range = self.of_record(self.all[unit].record as usize);
        ((unit > range.start).then(|| unit - 1), (unit + 1 < range.end).then(|| unit + 1))
    }
}

/// Tag paths from the record down, each known by a number; 0 is the empty path.
#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    numbers: HashMap<(u32, Label), u32>,
    steps: Vec<(u32, Label)>,
}

impl Paths {
    /// The path that is one step longer.
    pub(super) fn below(&mut self, above: u32, label: Label) -> u32 {
        let next = self.steps.len() as u32 + 1;
        let number = *self.numbers.entry((above, label)).or_insert(next);
        if number == next {
            self.steps.push((above, label));
        }
        number
    }

    /// The labels of a path, from the last to the first. A very deep one is cut off above.
    pub(super) fn labels(&self, path: u32) -> Vec<Label> {
        const MAX_STEPS: usize = 128;
        let mut labels = Vec::new();
        let mut path = path;
        while path > 0 && labels.len() < MAX_STEPS {
            let (above, label) = self.steps[path as usize - 1];
            labels.push(label);
            path = above;
        }
        labels
    }
}
