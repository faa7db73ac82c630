//! From the tables of a page to patterns.

use super::pattern::Labels;
use super::{MAX_WRAPPERS, NoWrapper, Pattern, RecordPosition, StoredColumn, StoredTable, TableMap, TableWrapper};
use crate::annotation::uniform_subtrees::SubtreeContent;
use crate::label::{Label, children};
use crate::mapping::{Mode, Skeleton, SkeletonId};
use std::collections::{BTreeMap, BTreeSet};
use tamis_extract::PageView;
use tamis_extract::pagination::Pagination;
use tamis_extract::records::{Row, Table};
use tamis_page::{Document, NodeId, NodeKind};

/// How many patterns of records a table has, the most frequent ones, and how many of what is none.
const MAX_PATTERNS: usize = 48;
const MAX_OUTSIDE: usize = 8;
/// How many of what is no record and too large to be remembered are compared with the records.
const MAX_COMPARED: usize = 256;
/// What is no record and has more nodes is not remembered but for its place: it is unlike a record anyway, or a record that a
/// method missed.
const OUTSIDE_NODES: usize = 64;
/// A column that so many rows have is missed on a page where none has it.
const USUAL_FILL: f64 = 0.5;

/// The nodes of a page that a [`TableMap`] is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableNodes {
    /// Of each table its nodes among the records, in document order.
    parts: Vec<Vec<(NodeId, NodeInTable)>>,
}

/// What a node is to a table.
#[derive(Clone, Copy, PartialEq, Debug)]
struct NodeInTable {
    row: Option<u32>,
    place: RecordPosition,
}

impl TableNodes {
    /// The nodes of the records, and their siblings with the same tag that are none.
    pub(crate) fn of(document: &Document, tables: &[Table]) -> TableNodes {
        let parts = tables.iter().map(|table| {
            let mut parts: BTreeMap<NodeId, NodeInTable> = BTreeMap::new();
            for (number, row) in table.rows.iter().enumerate() {
                for (position, &node) in row.nodes.iter().enumerate() {
                    let place = if position == 0 { RecordPosition::First } else { RecordPosition::Further };
                    parts.insert(node, NodeInTable { row: Some(number as u32), place });
                }
            }
            let parents: BTreeSet<NodeId> = parts.keys().filter_map(|&node| document.parent(node)).collect();
            let tags: BTreeSet<&str> = parts.keys().map(|&node| document.tag_name(node)).collect();
            for sibling in parents.iter().flat_map(|&parent| children(document, parent)) {
                if tags.contains(document.tag_name(sibling)) {
                    let place =
                        if is_small(document, sibling) { RecordPosition::Outside } else { RecordPosition::Unknown };
                    parts.entry(sibling).or_insert(NodeInTable { row: None, place });
                }
            }
            parts.into_iter().collect()
        });
        TableNodes { parts: parts.collect() }
    }

    /// All nodes that are to be in the skeleton.
    pub(crate) fn nodes<'a>(&'a self, tables: &'a [Table]) -> impl Iterator<Item = NodeId> + 'a {
        let regions = tables.iter().map(|table| table.region);
        regions.chain(self.parts.iter().flatten().map(|&(node, _)| node))
    }
}

impl TableMap {
    pub(crate) fn new(
        view: &PageView<'_>,
        tables: &[Table],
        nodes: &TableNodes,
        pagination: Option<&Pagination>,
        place: impl Fn(NodeId) -> Option<SkeletonId>,
    ) -> TableMap {
        let mut learner = Learner { view, columns: vec![None; view.document().len()] };
        let stored = tables.iter().zip(&nodes.parts).enumerate().filter_map(|(number, (table, parts))| {
            let mut stored = learner.table(table, parts, &place)?;
            if number < MAX_WRAPPERS {
                // It is the main list that goes on.
                let pagination = pagination.filter(|_| number == 0);
                stored.wrapper = TableWrapper::learn(view.document(), table, pagination);
            }
            Some(stored)
        });
        TableMap { tables: stored.collect() }
    }
}

struct Learner<'a, 'p> {
    view: &'a PageView<'p>,
    /// Of the texts of the table at hand the column.
    columns: Vec<Option<u32>>,
}

/// Nodes that look the same.
struct PatternCount {
    pattern: Pattern,
    n_nodes: usize,
}

impl Learner<'_, '_> {
    fn table(
        &mut self,
        table: &Table,
        parts: &[(NodeId, NodeInTable)],
        place: &impl Fn(NodeId) -> Option<SkeletonId>,
    ) -> Option<StoredTable> {
        let document = self.view.document();
        let room = self.view.visibility().room();
        let mut reads_hidden = false;
        let mut touched = Vec::new();
        let mut attributes: Vec<(NodeId, u32)> = Vec::new();
        for row in &table.rows {
            for (column, cell) in row.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                if table.columns[column].attribute.is_some() {
                    attributes.extend(cell.nodes.first().map(|&node| (node, column as u32)));
                    continue;
                }
                for text in cell.nodes.iter().flat_map(|&node| document.subtree(node)) {
                    if document.kind(text) == NodeKind::Text {
                        self.columns[text.index()] = Some(column as u32);
                        reads_hidden |= !room.keeps(text) && !document.is_blank_text(text);
                        touched.push(text);
                    }
                }
            }
        }
        attributes.sort_unstable();
        let mut looks: Vec<PatternCount> = Vec::new();
        let mut known: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let mut look_of = Vec::with_capacity(parts.len());
        for &(node, part) in parts {
            let row = part.row.map(|row| &table.rows[row as usize]);
            let pattern = self.pattern(node, part.place, row, &attributes);
            let look = *known.entry(key(&pattern)).or_insert(looks.len());
            match looks.get_mut(look) {
                Some(look) => {
                    look.n_nodes += 1;
                    look.pattern.is_ad &= pattern.is_ad;
                }
                None => looks.push(PatternCount { pattern, n_nodes: 1 }),
            }
            look_of.push(look);
        }
        for text in touched {
            self.columns[text.index()] = None;
        }
        let (mut patterns, number_of) = most_frequent(&looks);
        let unknown = parts.iter().zip(&look_of).filter(|((_, part), _)| part.place == RecordPosition::Unknown);
        for (&(node, _), &look) in unknown.take(MAX_COMPARED) {
            let Some(number) = number_of[look] else { continue };
            let mut labels = Labels::of(document, node);
            let tag = labels.get(document, node).tag;
            let is_tried = |pattern: &&Pattern| {
                pattern.place != RecordPosition::Unknown && pattern.tree.label(SkeletonId::ROOT).tag == tag
            };
            let tried = patterns.iter().filter(is_tried);
            let percents = tried.map(|pattern| pattern.likeness(document, &mut labels, Mode::Robust).percent());
            let percent = percents.max().unwrap_or(0);
            patterns[number as usize].percent = patterns[number as usize].percent.max(percent);
        }
        let parts = parts.iter().zip(look_of).filter_map(|(&(node, _), look)| Some((place(node)?, number_of[look]?)));
        let columns = table.columns.iter().map(|column| StoredColumn {
            name: column.name.clone(),
            format: column.format.clone(),
            // Methods read no other ones.
            attribute: ["href", "src"].into_iter().find(|&name| column.attribute.as_deref() == Some(name)),
            is_usual: column.fill >= USUAL_FILL,
        });
        Some(StoredTable {
            region: place(table.region)?,
            role: table.role,
            nodes_per_record: table.nodes_per_record as u32,
            weight: finite(table.weight),
            confidence: finite(table.confidence),
            reads_hidden,
            columns: columns.collect(),
            parts: parts.collect(),
            patterns,
            wrapper: Err(NoWrapper::TooManyTables),
        })
    }

    /// What a node looks like.
    fn pattern(&self, root: NodeId, place: RecordPosition, row: Option<&Row>, attributes: &[(NodeId, u32)]) -> Pattern {
        let document = self.view.document();
        let range = document.subtree_range(root);
        let start = range.start;
        let first = attributes.partition_point(|&(node, _)| node.index() < start);
        let last = attributes.partition_point(|&(node, _)| node.index() < range.end);
        let is_record = matches!(place, RecordPosition::First | RecordPosition::Further);
        let attributes = if is_record { &attributes[first..last] } else { &[] };
        let mut is_open = vec![false; range.len()];
        let mut held = vec![SubtreeContent::Nothing; range.len()];
        if is_record {
            self.hold(root, &mut held);
            for &(node, _) in attributes {
                for above in document.ancestors(node).take_while(|above| above.index() >= start) {
                    if std::mem::replace(&mut is_open[above.index() - start], true) {
                        break;
                    }
                }
            }
            for (is_open, held) in is_open.iter_mut().zip(&held) {
                *is_open |= *held == SubtreeContent::Several;
            }
        } else {
            is_open.fill(place == RecordPosition::Outside);
        }
        let mut parts: Vec<(Label, u32)> = Vec::new();
        let (mut texts, mut attribute_marks) = (Vec::new(), Vec::new());
        let mut stack: Vec<(Result<NodeId, usize>, bool)> = vec![(Ok(root), false)];
        while let Some((step, is_in_text)) = stack.pop() {
            match step {
                Err(place) => parts[place].1 = (parts.len() - place) as u32,
                Ok(node) => {
                    let (place, offset) = (parts.len(), node.index() - start);
                    parts.push((Label::of(document, node), 1));
                    let id = SkeletonId(place as u32);
                    let text = match held[offset] {
                        SubtreeContent::One(column) if !is_in_text => Some(column),
                        _ => None,
                    };
                    texts.extend(text.map(|column| (id, column)));
                    let from = attributes.partition_point(|&(other, _)| other < node);
                    let own = attributes[from..].iter().take_while(|&&(other, _)| other == node);
                    attribute_marks.extend(own.map(|&(_, column)| (id, column)));
                    if is_open[offset] {
                        let is_in_text = is_in_text || text.is_some();
                        stack.push((Err(place), is_in_text));
                        let first = stack.len();
                        stack.extend(children(document, node).map(|child| (Ok(child), is_in_text)));
                        stack[first..].reverse();
                    }
                }
            }
        }
        let tree = Skeleton::from_parts(parts.into_iter().map(|(label, n_nodes)| (label, 0, n_nodes)))
            .expect("invariant: a subtree is a tree");
        let is_ad = row.is_some_and(|row| row.ad.is_some());
        Pattern { tree, texts, attributes: attribute_marks, place, is_ad, percent: 0 }
    }

    /// What is in each node below a node.
    fn hold(&self, root: NodeId, held: &mut [SubtreeContent<Option<u32>>]) {
        let document = self.view.document();
        let start = root.index();
        for idx in (0..held.len()).rev() {
            let node = NodeId((start + idx) as u32);
            match document.kind(node) {
                NodeKind::Text if !document.is_blank_text(node) => {
                    held[idx] = SubtreeContent::One(self.columns[node.index()]);
                }
                NodeKind::Element if !tamis_page::is_never_shown(document, node) => {}
                _ => held[idx] = SubtreeContent::Nothing,
            }
            let Some(parent) = document.parent(node).filter(|_| idx > 0) else { continue };
            let above = parent.index() - start;
            held[above] = held[above].and(held[idx]);
        }
    }
}

/// Whether a subtree has few nodes.
fn is_small(document: &Document, root: NodeId) -> bool {
    let mut stack = vec![root];
    let mut n_nodes = 0;
    while let Some(node) = stack.pop() {
        n_nodes += 1;
        stack.extend(children(document, node).take(OUTSIDE_NODES));
        if n_nodes + stack.len() > OUTSIDE_NODES {
            return false;
        }
    }
    true
}

/// All that makes two patterns the same, as numbers.
fn key(pattern: &Pattern) -> Vec<u32> {
    let Pattern { tree, texts, attributes, place, .. } = pattern;
    let mut key = vec![*place as u32, tree.len() as u32];
    for node in (0..tree.len() as u32).map(SkeletonId) {
        let Label { tag, id, class } = tree.label(node);
        key.extend([tag, id, class, tree.subtree(node).len() as u32]);
    }
    key.push(texts.len() as u32);
    key.extend(texts.iter().flat_map(|&(node, column)| [node.0, column.map_or(0, |column| column + 1)]));
    key.extend(attributes.iter().flat_map(|&(node, column)| [node.0, column]));
    key
}

/// The patterns that are worth remembering, in the order of the page, and the number of each look among them. A record
/// that is not remembered has the number of any record.
fn most_frequent(looks: &[PatternCount]) -> (Vec<Pattern>, Vec<Option<u32>>) {
    let mut order: Vec<usize> = (0..looks.len()).collect();
    order.sort_by_key(|&look| std::cmp::Reverse(looks[look].n_nodes));
    let (mut n_records, mut n_outside) = (0, 0);
    let mut is_kept = vec![false; looks.len()];
    for look in order {
        let (n, most) = match looks[look].pattern.place {
            RecordPosition::First | RecordPosition::Further => (&mut n_records, MAX_PATTERNS),
            RecordPosition::Outside | RecordPosition::Unknown => (&mut n_outside, MAX_OUTSIDE),
        };
        is_kept[look] = *n < most;
        *n += 1;
    }
    let mut number_of = vec![None; looks.len()];
    let mut patterns = Vec::new();
    let mut record = None;
    for (look, PatternCount { pattern, .. }) in looks.iter().enumerate().filter(|&(look, _)| is_kept[look]) {
        number_of[look] = Some(patterns.len() as u32);
        if pattern.place == RecordPosition::First {
            record = record.or(number_of[look]);
        }
        patterns.push(pattern.clone());
    }
    for (number, PatternCount { pattern, .. }) in number_of.iter_mut().zip(looks) {
        if matches!(pattern.place, RecordPosition::First | RecordPosition::Further) {
            *number = number.or(record);
        }
    }
    (patterns, number_of)
}

/// What is no number is nothing to compare tables by.
fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}
