//! The cells of a column that are looked at, and where they stand in their records.

use crate::records::table::{Cell, Column, ItemKind, Row};
use tamis_page::{Document, NodeId, NodeKind, names};

/// How many cells of a column are looked at. Names come from what most cells share; a few tell that as well as a
/// thousand.
pub(super) const MAX_CELLS: usize = 9;
/// How many elements around an item are asked for their names. Further up stand the record's parts, not the item's.
const MAX_LEVELS: usize = 5;

/// A column with its first cells.
pub(super) struct Sample<'t> {
    pub(super) kind: ItemKind,
    pub(super) column: &'t Column,
    pub(super) cells: Vec<SampledCell<'t>>,
    /// The cells whose elements are nested in the way that is most common in the column, by their number in `cells`.
    /// The first of them stands for the column.
    pub(super) alike: Vec<usize>,
    /// How many elements above those of the first cell hold a few other items beside it: lines of the record.
    pub(super) n_shared: usize,
}

/// A cell with the elements that hold it and no other item of the record, from the inside.
pub(super) struct SampledCell<'t> {
    pub(super) row: &'t Row,
    pub(super) row_idx: usize,
    pub(super) cell: &'t Cell,
    pub(super) levels: Levels,
}

/// A few elements, from the inside. There is one of these a cell, so it is no vector.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    elements: [NodeId; MAX_LEVELS],
    len: usize,
}

impl std::ops::Deref for Levels {
    type Target = [NodeId];

    fn deref(&self) -> &[NodeId] {
        &self.elements[..self.len]
    }
}

impl<'t> Sample<'t> {
    /// Looks at all columns of a table.
    pub(super) fn of_all(document: &Document, columns: &'t [Column], rows: &'t [Row]) -> Vec<Sample<'t>> {
        let mut items_of_row: Vec<Option<Vec<NodeId>>> = vec![None; rows.len()];
        let of_column = |(column_idx, column): (usize, &'t Column)| {
            let kind = match column.attribute.as_deref() {
                Some("href") => ItemKind::Link,
                Some("src") => ItemKind::Image,
                _ => ItemKind::Text,
            };
            let present = rows.iter().enumerate().filter_map(|(row_idx, row)| {
                let cell = row.cells.get(column_idx)?.as_ref()?;
                (!cell.nodes.is_empty()).then_some((row_idx, row, cell))
            });
            let cells: Vec<SampledCell<'t>> = present
                .take(MAX_CELLS)
                .map(|(row_idx, row, cell)| {
                    let items = items_of_row[row_idx].get_or_insert_with(|| items(columns, row));
                    SampledCell { row, row_idx, cell, levels: levels(document, row, cell, items) }
                })
                .collect();
            let alike = most_common_nesting(document, &cells);
            let first = alike.first().map(|&first| &cells[first]);
            let n_shared = first.map_or(0, |first| {
                let items = items_of_row[first.row_idx].as_deref().unwrap_or_default();
                n_shared(document, first.row, &first.levels, items)
            });
            Sample { kind, column, cells, alike, n_shared }
        };
        columns.iter().enumerate().map(of_column).collect()
    }

    /// The cell that stands for the column.
    pub(super) fn first(&self) -> Option<&SampledCell<'t>> {
        self.alike.first().map(|&cell| &self.cells[cell])
    }

    /// The cells that are nested like the first one.
    pub(super) fn alike(&self) -> impl Iterator<Item = &SampledCell<'t>> {
        self.alike.iter().map(|&cell| &self.cells[cell])
    }

    /// The elements that hold the first cell and no other item, from the inside.
    pub(super) fn levels(&self) -> &[NodeId] {
        self.first().map_or(&[], |cell| &cell.levels)
    }

    /// What `read` says of most cells, if it says the same of a clear majority of all that were looked at.
    pub(super) fn agreed<T: PartialEq>(&self, read: impl Fn(&SampledCell<'t>) -> Option<T>) -> Option<T> {
        // What most cells share, one of two does, unless both are odd.
        self.two().find_map(|cell| {
            let asked = read(cell)?;
            let n_agree = self.cells.iter().filter(|cell| read(cell).as_ref() == Some(&asked)).count();
            is_clear_majority(n_agree, self.cells.len()).then_some(asked)
        })
    }

    /// The cell that stands for the column, and another in case that it is odd.
    pub(super) fn two(&self) -> impl Iterator<Item = &SampledCell<'t>> {
        let middle = self.alike.len() / 2;
        self.alike().step_by(middle.max(1)).take(2)
    }
}

/// Two thirds: one odd record among three does not change a name, a tie does not make one.
pub(super) fn is_clear_majority(part: usize, whole: usize) -> bool {
    part > 0 && 3 * part >= 2 * whole
}

/// The first nodes of the texts and images of a row, sorted. Links are no items of their own here: they hold the others.
fn items(columns: &[Column], row: &Row) -> Vec<NodeId> {
    let cells = columns.iter().zip(&row.cells).filter(|(column, _)| column.attribute.as_deref() != Some("href"));
    let mut items: Vec<NodeId> = cells.filter_map(|(_, cell)| cell.as_ref()?.nodes.first().copied()).collect();
    items.sort_unstable();
    items
}

/// The elements from the one that holds the item up to the last that holds no other item. A record's only node is not
/// among them, unless it is itself the item: its names are those of the record.
fn levels(document: &Document, row: &Row, cell: &Cell, items: &[NodeId]) -> Levels {
    let mut levels = Levels { elements: [NodeId::ROOT; MAX_LEVELS], len: 0 };
    let first = cell.nodes[0];
    let is_one_element = cell.nodes.len() == 1 && document.is_element(first);
    let holder = if is_one_element || is_record_node(row, first) { Some(first) } else { document.parent(first) };
    let Some(holder) = holder else { return levels };
    // Items that begin before this one, and those that begin after it.
    let before = items.partition_point(|&item| item < first);
    let after = before + items[before..].partition_point(|&item| item == first);
    let previous = before.checked_sub(1).map(|index| items[index]);
    let next = items.get(after).copied();
    let mut element = holder;
    loop {
        if document.is_element(element) {
            levels.elements[levels.len] = element;
            levels.len += 1;
        }
        if is_record_node(row, element) || levels.len >= MAX_LEVELS {
            break;
        }
        let Some(parent) = document.parent(element) else { break };
        let holds_others = previous.is_some_and(|previous| previous >= parent)
            || next.is_some_and(|next| next < document.subtree_end(parent));
        let is_record = row.nodes.len() == 1 && row.nodes[0] == parent;
        if holds_others || is_record {
            break;
        }
        element = parent;
    }
    levels
}

/// How many elements around the item's own hold a few others too: lines of the record.
fn n_shared(document: &Document, row: &Row, levels: &[NodeId], items: &[NodeId]) -> usize {
    const MAX_ITEMS: usize = 4;
    const MAX_SHARED: usize = 2;
    let Some(&last) = levels.last() else { return 0 };
    let is_line = |&element: &NodeId| {
        let start = items.partition_point(|&item| item < element);
        let end = items.partition_point(|&item| item < document.subtree_end(element));
        !is_record_node(row, element) && end - start <= MAX_ITEMS && end - start < items.len()
    };
    if is_record_node(row, last) {
        return 0;
    }
    document.ancestors(last).take(MAX_SHARED).take_while(is_line).count()
}

/// The cells whose elements have the tags that most cells have.
fn most_common_nesting(document: &Document, cells: &[SampledCell<'_>]) -> Vec<usize> {
    let is_alike = |one: &SampledCell<'_>, other: &SampledCell<'_>| {
        one.levels.len() == other.levels.len()
            && one.levels.iter().zip(other.levels.iter()).all(|(&one, &other)| document.tag(one) == document.tag(other))
    };
    let mut best: Vec<usize> = Vec::new();
    let mut is_grouped = [false; MAX_CELLS];
    for first in 0..cells.len() {
        if is_grouped[first] {
            continue;
        }
        let group: Vec<usize> = (first..cells.len())
            .filter(|&other| !is_grouped[other] && is_alike(&cells[first], &cells[other]))
            .collect();
        for &cell in &group {
            is_grouped[cell] = true;
        }
        if group.len() > best.len() {
            best = group;
        }
        if 2 * best.len() >= cells.len() {
            break;
        }
    }
    best
}

/// How far up from an item its link and its table cell are looked for.
pub(super) const MAX_UP: usize = 32;

/// Whether the node is one of those that the record consists of; they are in page order.
pub(super) fn is_record_node(row: &Row, node: NodeId) -> bool {
    row.nodes.binary_search(&node).is_ok()
}

/// The nearest link around the item, inside the record.
pub(super) fn link_around(document: &Document, cell: &SampledCell<'_>) -> Option<NodeId> {
    let first = cell.cell.nodes[0];
    for node in std::iter::once(first).chain(document.ancestors(first)).take(MAX_UP) {
        if document.is_html(node, names::A) && document.attribute(node, names::HREF).is_some() {
            return Some(node);
        }
        if is_record_node(cell.row, node) {
            return None;
        }
    }
    None
}

/// The last text of the record before the item. Looks back a few nodes only: a label stands beside its value.
pub(super) fn text_before(document: &Document, cell: &SampledCell<'_>) -> Option<NodeId> {
    const MAX_BACK: usize = 12;
    let first = cell.cell.nodes[0];
    let &start = cell.row.nodes.first()?;
    let mut node = first;
    for _ in 0..MAX_BACK {
        if node <= start {
            return None;
        }
        node = NodeId(node.0 - 1);
        if is_shown_text(document, node) {
            return Some(node);
        }
    }
    None
}

/// The first text of the record after the item.
pub(super) fn text_after(document: &Document, cell: &SampledCell<'_>) -> Option<NodeId> {
    const MAX_AHEAD: usize = 8;
    let last = *cell.cell.nodes.last()?;
    let end = document.subtree_end(*cell.row.nodes.last()?);
    let from = document.subtree_end(last);
    let to = end.0.min(from.0 + MAX_AHEAD as u32);
    (from.0..to).map(NodeId).find(|&node| is_shown_text(document, node))
}

fn is_shown_text(document: &Document, node: NodeId) -> bool {
    // A label does not begin after pages of blanks, and a blank text of a megabyte is not read for every column.
    const MAX_BLANKS: usize = 256;
    document.kind(node) == NodeKind::Text
        && document.text(node).chars().take(MAX_BLANKS).any(|c| !c.is_whitespace())
        && !document.parent(node).is_some_and(|parent| {
            matches!(document.tag(parent), Some(names::SCRIPT | names::STYLE | names::NOSCRIPT | names::TEMPLATE))
        })
}
