//! Where the true records stand on the page, and whether a method looked there.

use super::contestants::Answer;
use crate::metrics::records::TrueRecords;
use crate::metrics::{share, words};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use tamis_extract::records::Table;
use tamis_page::{Document, NodeId, NodeKind, is_code};

/// The share of a record's words that a node must hold to be its place.
const HELD: f64 = 0.8;
/// The share of records that must be in the main region; the place of a few may be taken wrongly.
const MOST: f64 = 0.9;
/// The largest share of kept words outside the main region.
const MAX_OUTSIDE: f64 = 0.05;

/// The places of a page's true records.
#[derive(Clone, PartialEq, Debug)]
pub struct TruePlaces {
    /// The smallest node that holds each record that was found on the page.
    pub records: Vec<NodeId>,
    /// The deepest node that holds most of them: the main data region.
    pub region: NodeId,
}

/// How right a method's region is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Region {
    /// Whether the method named one.
    pub has_answer: bool,
    /// Whether it is the main region: it holds the true records, and nothing was taken from elsewhere.
    pub is_right: bool,
    /// The texts that the rows and the true records share, as a share of those that either has.
    pub overlap: f64,
}

impl TruePlaces {
    /// Looks for the records by their words, from the top of the page down. `None` if none is there.
    pub fn find(document: &Document, truth: &TrueRecords) -> Option<TruePlaces> {
        let page = PageWords::of(document);
        let mut taken: BTreeSet<NodeId> = BTreeSet::new();
        let body = document.body()?;
        for text in &truth.texts {
            let wanted = page.bag(text);
            let n_words: usize = wanted.values().sum();
            let holds = |node: NodeId| {
                n_words > 0 && page.n_held(document.subtree_range(node), &wanted) as f64 >= HELD * n_words as f64
            };
            if !holds(body) {
                continue;
            }
            let mut node = body;
            while let Some(child) = document.child_elements(node).find(|&child| !taken.contains(&child) && holds(child))
            {
                node = child;
            }
            taken.insert(node);
        }
        let records: Vec<NodeId> = taken.into_iter().filter(|&node| node != body).collect();
        let holds_most = |node: NodeId| {
            let n_inside = records.iter().filter(|&&record| document.contains(node, record)).count();
            n_inside as f64 >= MOST * records.len() as f64
        };
        if records.is_empty() {
            return None;
        }
        let mut region = body;
        while let Some(child) = document.child_elements(region).find(|&child| holds_most(child)) {
            region = child;
        }
        Some(TruePlaces { records, region })
    }

    /// Judges an answer.
    pub(super) fn judge(&self, document: &Document, answer: &Answer) -> Region {
        let texts_in = |nodes: &[NodeId]| -> BTreeSet<usize> {
            let is_text = |node: &NodeId| document.kind(*node) == NodeKind::Text && !document.is_blank_text(*node);
            nodes.iter().flat_map(|&node| document.subtree(node)).filter(is_text).map(NodeId::index).collect()
        };
        let rows: Vec<NodeId> =
            answer.table.iter().flat_map(|table| &table.rows).flat_map(|row| row.nodes.clone()).collect();
        let (ours, theirs) = (texts_in(&rows), texts_in(&self.records));
        let overlap = share(ours.intersection(&theirs).count(), ours.union(&theirs).count());
        let is_right = match (&answer.mask, &answer.table) {
            (Some(mask), _) => {
                let kept = |node: &NodeId| mask.keeps(*node);
                let page = PageWords::of(document);
                let inside = document.subtree_range(self.region);
                let is_inside = |node: &NodeId| inside.contains(&node.index());
                let words_of =
                    |range: &dyn Fn(&NodeId) -> bool| page.words.iter().filter(|(node, _)| range(node)).count();
                let n_kept = words_of(&kept);
                let n_kept_outside = words_of(&|node| kept(node) && !is_inside(node));
                let n_records_kept = self.records.iter().filter(|&&record| mask.keeps(record)).count();
                n_records_kept as f64 >= MOST * self.records.len() as f64
                    && n_kept_outside as f64 <= MAX_OUTSIDE * n_kept as f64
            }
            (None, Some(table)) => self.is_region_of(document, table, &rows),
            (None, None) => false,
        };
        Region { has_answer: answer.table.is_some() || answer.mask.is_some(), is_right, overlap }
    }

    /// Whether the rows are all in the main region and the table's region holds the true records.
    fn is_region_of(&self, document: &Document, table: &Table, rows: &[NodeId]) -> bool {
        let n_held = self.records.iter().filter(|&&record| document.contains(table.region, record)).count();
        // A few true records may stand outside the region; a row that is one of them is no stranger.
        let is_one = |row: NodeId, record: NodeId| document.contains(record, row) || document.contains(row, record);
        let is_inside = |row: &NodeId| {
            document.contains(self.region, *row) || self.records.iter().any(|&record| is_one(*row, record))
        };
        n_held as f64 >= MOST * self.records.len() as f64 && rows.iter().all(is_inside)
    }
}

/// The words of a page's texts in document order.
struct PageWords {
    numbers: BTreeMap<String, u32>,
    words: Vec<(NodeId, u32)>,
}

impl PageWords {
    fn of(document: &Document) -> PageWords {
        let mut page = PageWords { numbers: BTreeMap::new(), words: Vec::new() };
        let is_in_code = |node: NodeId| document.parent(node).is_some_and(|parent| is_code(document, parent));
        for node in document.nodes().filter(|&node| document.kind(node) == NodeKind::Text && !is_in_code(node)) {
            for word in words(document.text(node)) {
                let next = page.numbers.len() as u32;
                let number = *page.numbers.entry(word).or_insert(next);
                page.words.push((node, number));
            }
        }
        page
    }

    /// The words of a text with their counts; words that are nowhere on the page share a number.
    fn bag(&self, text: &str) -> BTreeMap<u32, usize> {
        let mut bag = BTreeMap::new();
        for word in words(text) {
            *bag.entry(self.numbers.get(&word).copied().unwrap_or(u32::MAX)).or_insert(0) += 1;
        }
        bag
    }

    /// How many of the wanted words are in a range of the page.
    fn n_held(&self, nodes: Range<usize>, wanted: &BTreeMap<u32, usize>) -> usize {
        let start = self.words.partition_point(|(node, _)| node.index() < nodes.start);
        let end = self.words.partition_point(|(node, _)| node.index() < nodes.end);
        let mut left = wanted.clone();
        let mut n_held = 0;
        for (_, word) in &self.words[start..end] {
            if let Some(n_left) = left.get_mut(word)
                && *n_left > 0
            {
                *n_left -= 1;
                n_held += 1;
            }
        }
        n_held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_extract::PageView;
    use tamis_page::names;
    use tamis_papers::records::mdr::{self, MdrOptions};

    const PAGE: &str = "<nav><ul><li><b>one</b><i>two</i><li><b>three</b><i>four</i><li><b>five</b><i>six</i></ul></nav>\
        <main><ul>\
        <li><b>a first</b><p>record here</p><li><b>a second</b><p>record here</p><li><b>a second</b><p>record here</p>\
        </ul></main>";

    fn truth() -> TrueRecords {
        let texts = ["a first record here", "a second record here", "a second record here"];
        TrueRecords { texts: texts.map(str::to_owned).to_vec(), cells: None, places: None }
    }

    #[test]
    fn each_record_is_the_smallest_node_with_its_words_and_copies_are_apart() {
        let document = Document::parse(PAGE);
        let places = TruePlaces::find(&document, &truth()).expect("they are there");
        let tags: Vec<&str> = places.records.iter().map(|&node| document.tag_name(node)).collect();
        assert_eq!(tags, ["li", "li", "li"]);
        assert_eq!(document.tag_name(places.region), "ul");
        assert!(document.parent(places.region).is_some_and(|parent| document.is_html(parent, names::MAIN)));
    }

    #[test]
    fn a_region_is_right_if_it_has_the_records_and_nothing_else() {
        let document = Document::parse(PAGE);
        let places = TruePlaces::find(&document, &truth()).expect("they are there");
        let tables = mdr::find(&PageView::of(&document), &MdrOptions::default());
        let judge = |table: Option<&Table>| places.judge(&document, &Answer { table: table.cloned(), mask: None });
        let main = tables.iter().find(|table| table.rows[0].text.contains("first"));
        let right = judge(main);
        assert!(right.is_right && right.has_answer);
        assert!((right.overlap - 1.0).abs() < 1e-12);
        let menu = tables.iter().find(|table| table.rows[0].text.contains("one"));
        assert!(menu.is_some());
        assert!(!judge(menu).is_right);
        assert!(!judge(None).has_answer);
    }
}
