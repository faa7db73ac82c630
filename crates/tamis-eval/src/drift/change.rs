//! What redesigns do to a page.

use super::edits::{
    NAMES, all_classes, change_ids, change_labels, change_tags, move_records, remove_column, rename_classes, reverse,
};
use super::tree::Tree;
use crate::random::Random;
use tamis_extract::records::Table;
use tamis_page::NodeId;

/// A change of a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The classes of the records have other names, wherever they occur.
    RecordClass,
    /// The classes of the element that holds a column, or of the nearest one around it, have other names.
    ColumnClass,
    /// The classes of the region, or of the nearest element around it, have other names.
    RegionClass,
    /// All ids in the region and around it are others.
    Ids,
    /// A column is gone, with the box that held nothing else.
    ColumnRemoved,
    /// A box is around each record.
    RecordsWrapped,
    /// A box is around the element that holds a column.
    ColumnWrapped,
    /// A box is around the region.
    RegionWrapped,
    /// The parts of each record are in the reverse order.
    Order,
    /// The records are in a new section after the region.
    Moved,
    /// Boxes, headings and paragraphs are other elements.
    Tags,
    /// The words that all records share are others.
    Labels,
    /// A new frame: classes of records and region, ids, and a box around the region.
    NewFrame,
    /// New records: all their classes and tags.
    NewRecords,
    /// A new place: another section, other classes of the records, and a box around a column.
    NewPlace,
    /// Nearly all is new: all classes of region and records, boxes around these, another order.
    NewDesign,
}

/// What is changed: where a wrapper finds records and values.
pub(super) struct Target<'a> {
    pub(super) table: &'a Table,
}

/// A column that half of the records have is one that is missed.
const MIN_FILL: f64 = 0.5;

impl Change {
    /// All of them.
    pub const ALL: [Change; 16] = [
        Change::RecordClass,
        Change::ColumnClass,
        Change::RegionClass,
        Change::Ids,
        Change::ColumnRemoved,
        Change::RecordsWrapped,
        Change::ColumnWrapped,
        Change::RegionWrapped,
        Change::Order,
        Change::Moved,
        Change::Tags,
        Change::Labels,
        Change::NewFrame,
        Change::NewRecords,
        Change::NewPlace,
        Change::NewDesign,
    ];

    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Change::RecordClass => "class of records",
            Change::ColumnClass => "class of a column",
            Change::RegionClass => "class of the region",
            Change::Ids => "ids",
            Change::ColumnRemoved => "column removed",
            Change::RecordsWrapped => "box around records",
            Change::ColumnWrapped => "box around a column",
            Change::RegionWrapped => "box around the region",
            Change::Order => "order of columns",
            Change::Moved => "new section",
            Change::Tags => "tags",
            Change::Labels => "labels",
            Change::NewFrame => "redesign: frame",
            Change::NewRecords => "redesign: records",
            Change::NewPlace => "redesign: place",
            Change::NewDesign => "redesign: all",
        }
    }

    /// Changes a page; `None` if there is nothing on it that could change so.
    pub(super) fn apply(self, tree: &mut Tree, target: &Target<'_>, random: &mut Random) -> Option<()> {
        match self {
            Change::RecordClass => {
                let words: Vec<String> = target.records().flat_map(|record| tree.classes(record)).collect();
                rename_classes(tree, words, random)
            }
            Change::ColumnClass => {
                let column = target.pick_column(random, |node, record| classed_above(tree, node, record).is_some())?;
                let holders = target.holders(column).filter_map(|(node, record)| classed_above(tree, node, record));
                let words: Vec<String> = holders.flat_map(|holder| tree.classes(holder)).collect();
                rename_classes(tree, words, random)
            }
            Change::RegionClass => {
                let region = target.table.region.0 as usize;
                let classed = tree.ancestors(region).find(|&node| !tree.classes(node).is_empty())?;
                let words = tree.classes(classed);
                rename_classes(tree, words, random)
            }
            Change::Ids => change_ids(tree, target),
            Change::ColumnRemoved => remove_column(tree, target, random),
            Change::RecordsWrapped => {
                let class = random.pick(&NAMES);
                for row in &target.table.rows {
                    // Nodes of several parents cannot be wrapped together.
                    let nodes: Vec<usize> = row.nodes.iter().map(|node| node.0 as usize).collect();
                    let parent = tree.nodes[*nodes.first()?].parent;
                    let siblings: Vec<usize> =
                        nodes.into_iter().filter(|&node| tree.nodes[node].parent == parent).collect();
                    tree.wrap(&siblings, "div", class);
                }
                Some(())
            }
            Change::ColumnWrapped => {
                let column = target.pick_column(random, |node, record| node != record)?;
                let class = random.pick(&NAMES);
                let holders: Vec<(usize, usize)> = target.holders(column).collect();
                for (node, record) in holders {
                    let element = if tree.is_element(node) { node } else { tree.nodes[node].parent? };
                    let wrapped = if element == record { node } else { element };
                    tree.wrap(&[wrapped], "span", class);
                }
                Some(())
            }
            Change::RegionWrapped => {
                let region = target.table.region.0 as usize;
                if matches!(tree.name(region), "html" | "body" | "") {
                    return None;
                }
                tree.wrap(&[region], "div", random.pick(&NAMES));
                Some(())
            }
            Change::Order => reverse(tree, target),
            Change::Moved => move_records(tree, target, random),
            Change::Tags => change_tags(tree, target),
            Change::Labels => change_labels(tree, target),
            Change::NewFrame => any([
                Change::RecordClass.apply(tree, target, random),
                Change::RegionClass.apply(tree, target, random),
                Change::Ids.apply(tree, target, random),
                Change::RegionWrapped.apply(tree, target, random),
            ]),
            Change::NewRecords => any([all_classes(tree, target, random), Change::Tags.apply(tree, target, random)]),
            Change::NewPlace => any([
                Change::ColumnWrapped.apply(tree, target, random),
                Change::RecordClass.apply(tree, target, random),
                Change::Moved.apply(tree, target, random),
            ]),
            Change::NewDesign => any([
                all_classes(tree, target, random),
                Change::RegionClass.apply(tree, target, random),
                Change::Order.apply(tree, target, random),
                Change::RecordsWrapped.apply(tree, target, random),
            ]),
        }
    }
}

/// Whether any of several changes could be made.
fn any<const N: usize>(done: [Option<()>; N]) -> Option<()> {
    done.into_iter().flatten().next()
}

impl Target<'_> {
    /// The first nodes of the records.
    pub(super) fn records(&self) -> impl Iterator<Item = usize> {
        self.table.rows.iter().filter_map(|row| row.nodes.first()).map(|node| node.0 as usize)
    }

    /// The nodes that hold a column, each with the node of the record that it is in.
    pub(super) fn holders(&self, column: usize) -> impl Iterator<Item = (usize, usize)> {
        self.table.rows.iter().filter_map(move |row| {
            let cell = row.cells[column].as_ref()?;
            let node = *cell.nodes.first()?;
            let record: NodeId = *row.nodes.iter().rev().find(|record| record.0 <= node.0)?;
            Some((node.0 as usize, record.0 as usize))
        })
    }

    /// A column at random, of those that enough records have and whose first holder will do.
    pub(super) fn pick_column(&self, random: &mut Random, will_do: impl Fn(usize, usize) -> bool) -> Option<usize> {
        let is_good = |&column: &usize| {
            let is_full = self.table.columns[column].fill >= MIN_FILL;
            is_full && self.holders(column).next().is_some_and(|(node, record)| will_do(node, record))
        };
        let good: Vec<usize> = (0..self.table.columns.len()).filter(is_good).collect();
        (!good.is_empty()).then(|| good[random.below(good.len())])
    }
}

/// The nearest element with a class that is in the record and not the record.
fn classed_above(tree: &Tree, node: usize, record: usize) -> Option<usize> {
    let mut inside = tree.ancestors(node).take_while(|&above| above != record);
    inside.find(|&above| !tree.classes(above).is_empty())
}
