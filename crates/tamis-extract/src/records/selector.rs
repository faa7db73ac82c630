//! Where a column's item stands in a record, as selectors that can be taken elsewhere.

use super::grid::{Grid, GridColumn, ItemKind};
use crate::measure::tag_tree::{Label, TagTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use tamis_page::{Document, NodeId, NodeKind};

/// Selectors of one item, relative to a node of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selector {
    /// Which of the record's nodes the selectors start from; 0 where a record is one node.
    pub node: usize,
    /// An XPath from that node to the item: a text node, an attribute or an element.
    pub xpath: String,
    /// A CSS selector, below that node, of the element that holds the item; `None` where that is the node itself.
    pub css: Option<String>,
}

/// How many rows, and how many of their nodes, a selector is tried on.
const MAX_ROWS: usize = 16;
const MAX_NODES: usize = 4000;
/// How many classes of an element are considered.
const MAX_CLASSES: usize = 3;

/// Selectors for all columns of a grid. A short one (a class, a tag, a parent and a child) is taken if in every row
/// that was tried it selects the item and nothing else; otherwise the selector is the path with positions that most of
/// the rows have.
pub(super) fn for_columns(document: &Document, tree: &TagTree, grid: &Grid) -> Vec<Selector> {
    let samples = sample_rows(tree);
    let places: Vec<BTreeMap<u32, Place<'_>>> = grid
        .columns
        .iter()
        .map(|column| {
            let sampled = column.cells.iter().filter(|(row, _)| samples.contains_key(row));
            sampled.filter_map(|&(row, node)| Some((row, Place::of(document, tree, node as usize)?))).collect()
        })
        .collect();
    let wanted: BTreeSet<Short<'_>> =
        places.iter().filter_map(|cells| cells.values().next()).flat_map(|place| place.shorts(document)).collect();
    let counts: BTreeMap<u32, BTreeMap<Short<'_>, u32>> =
        samples.iter().map(|(&row, &record)| (row, count_shorts(document, tree, record, &wanted))).collect();
    let columns = grid.columns.iter().zip(&places);
    columns.map(|(column, cells)| choose(document, tree, column, cells, &counts)).collect()
}

/// The rows that selectors are tried on, with their tree nodes.
fn sample_rows(tree: &TagTree) -> BTreeMap<u32, usize> {
    let mut n_nodes = 0;
    let mut samples = BTreeMap::new();
    for (row, record) in tree.children(0).enumerate().take(MAX_ROWS) {
        n_nodes += tree.size(record);
        if row > 0 && n_nodes > MAX_NODES {
            break;
        }
        samples.insert(row as u32, record);
    }
    samples
}

/// Where an item is: the element that holds it and the way there.
struct Place<'d> {
    /// Which of the record's nodes it is in.
    node: usize,
    /// That node and the element that holds the item, on the page.
    record_node: NodeId,
    element: NodeId,
    /// For a text beside other items in its element, its position among the element's text nodes.
    text_position: Option<usize>,
    tags: Vec<(&'d str, usize)>,
}

/// A selector of one or two elements: the tag and class of the parent, if it has one, and of the element.
type Short<'d> = (Option<(&'d str, Option<&'d str>)>, &'d str, Option<&'d str>);

impl<'d> Place<'d> {
    fn of(document: &'d Document, tree: &TagTree, item: usize) -> Option<Place<'d>> {
        let mut top = item;
        let mut record = tree.parent(item)?;
        while tree.parent(record) != Some(0) {
            (top, record) = (record, tree.parent(record)?);
        }
        let node = tree.children(record).position(|child| child == top)?;
        let record_node = tree.page_node(top);
        let is_text = tree.label(item) == Label::TEXT;
        if is_text && top == item {
            // The record's own node is the text.
            let place = Place { node, record_node, element: record_node, text_position: None, tags: Vec::new() };
            return Some(place);
        }
        let element = if is_text { document.parent(tree.page_node(item))? } else { tree.page_node(item) };
        let text_position = if is_text { text_position(document, element, tree.page_node(item)) } else { None };
        let mut tags = Vec::new();
        let mut inner = element;
        while inner != record_node {
            tags.push((document.tag_name(inner), position_among_tag(document, inner)));
            inner = document.parent(inner)?;
        }
        tags.reverse();
        Some(Place { node, record_node, element, text_position, tags })
    }

    /// The short selectors that could select the element, most telling first.
    fn shorts(&self, document: &'d Document) -> Vec<Short<'d>> {
        if self.tags.is_empty() {
            return Vec::new();
        }
        let tag = document.tag_name(self.element);
        let mut shorts: Vec<Short<'d>> =
            classes(document, self.element).map(|class| (None, tag, Some(class))).collect();
        shorts.push((None, tag, None));
        if let Some(parent) = document.parent(self.element).filter(|&parent| parent != self.record_node) {
            let parent_tag = document.tag_name(parent);
            shorts.extend(classes(document, parent).map(|class| (Some((parent_tag, Some(class))), tag, None)));
            shorts.push((Some((parent_tag, None)), tag, None));
        }
        shorts
    }
}

fn classes(document: &Document, element: NodeId) -> impl Iterator<Item = &str> {
    let is_plain = |class: &&str| class.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let is_name = |class: &&str| !class.starts_with(|c: char| c.is_ascii_digit());
    document.classes(element).filter(is_plain).filter(is_name).take(MAX_CLASSES)
}

/// The position of a text among the text nodes of its element, `None` if it is the only one that shows.
fn text_position(document: &Document, element: NodeId, text: NodeId) -> Option<usize> {
    let mut position = None;
    let (mut n_texts, mut n_others) = (0, 0);
    for child in document.children(element) {
        if document.kind(child) == NodeKind::Text {
            n_texts += 1;
            if child == text {
                position = Some(n_texts);
            }
        }
        n_others += usize::from(!document.is_blank_text(child));
    }
    position.filter(|_| n_others > 1)
}

fn position_among_tag(document: &Document, element: NodeId) -> usize {
    let before = std::iter::successors(document.previous_sibling(element), |&node| document.previous_sibling(node));
    before.filter(|&node| document.tag(node) == document.tag(element)).count() + 1
}

/// How many elements of a record each of the wanted selectors selects.
fn count_shorts<'d>(
    document: &'d Document,
    tree: &TagTree,
    record: usize,
    wanted: &BTreeSet<Short<'d>>,
) -> BTreeMap<Short<'d>, u32> {
    let mut counts = BTreeMap::new();
    for top in tree.children(record) {
        for node in top + 1..tree.end(top) {
            let element = tree.page_node(node);
            if !document.is_element(element) || tree.label(node) == Label::TEXT {
                continue;
            }
            let place =
                Place { node: 0, record_node: tree.page_node(top), element, text_position: None, tags: vec![("", 0)] };
            for short in place.shorts(document) {
                if wanted.contains(&short) {
                    *counts.entry(short).or_insert(0) += 1;
                }
            }
        }
    }
    counts
}

fn choose(
    document: &Document,
    tree: &TagTree,
    column: &GridColumn,
    cells: &BTreeMap<u32, Place<'_>>,
    counts: &BTreeMap<u32, BTreeMap<Short<'_>, u32>>,
) -> Selector {
    let kind = column.kind;
    let fallback;
    let model = match cells.values().next() {
        Some(place) => place,
        // The column has no cell in the rows that were sampled.
        None => match column.cells.first().and_then(|&(_, node)| Place::of(document, tree, node as usize)) {
            Some(place) => {
                fallback = place;
                return fallback.by_path(kind);
            }
            None => return Selector { node: 0, xpath: ".".to_string(), css: None },
        },
    };
    let is_exact = |short: &Short<'_>| {
        counts.iter().all(|(row, counts)| {
            let selected = counts.get(short).copied().unwrap_or(0);
            match cells.get(row) {
                Some(place) => selected == 1 && place.shorts(document).contains(short),
                None => selected == 0,
            }
        })
    };
    match model.shorts(document).into_iter().find(is_exact) {
        Some(short) => model.by_short(kind, short),
        None => most_common_path(cells).unwrap_or(model).by_path(kind),
    }
}

fn most_common_path<'a, 'd>(cells: &'a BTreeMap<u32, Place<'d>>) -> Option<&'a Place<'d>> {
    let mut votes: BTreeMap<(usize, &[(&str, usize)]), (usize, &Place<'_>)> = BTreeMap::new();
    for place in cells.values() {
        votes.entry((place.node, &place.tags)).or_insert((0, place)).0 += 1;
    }
    let mut best: Option<(usize, &Place<'_>)> = None;
    for &(n_votes, place) in votes.values() {
        if best.is_none_or(|(n_best, _)| n_votes > n_best) {
            best = Some((n_votes, place));
        }
    }
    best.map(|(_, place)| place)
}

impl Place<'_> {
    fn by_short(&self, kind: ItemKind, (parent, tag, class): Short<'_>) -> Selector {
        let mut xpath = ".//".to_string();
        let mut css = String::new();
        if let Some((parent_tag, parent_class)) = parent {
            push_step(&mut xpath, &mut css, parent_tag, parent_class);
            xpath.push('/');
            css.push_str(" > ");
        }
        push_step(&mut xpath, &mut css, tag, class);
        Selector { node: self.node, xpath: xpath + &self.tail(kind), css: Some(css) }
    }

    fn by_path(&self, kind: ItemKind) -> Selector {
        let mut xpath = ".".to_string();
        let mut css = ":scope".to_string();
        for (tag, position) in &self.tags {
            let _ = write!(xpath, "/{tag}[{position}]");
            let _ = write!(css, " > {tag}:nth-of-type({position})");
        }
        let css = (!self.tags.is_empty()).then_some(css);
        Selector { node: self.node, xpath: xpath + &self.tail(kind), css }
    }

    /// From the element to the value.
    fn tail(&self, kind: ItemKind) -> String {
        match (kind, self.text_position) {
            (ItemKind::Link, _) => "/@href".to_string(),
            (ItemKind::Image, _) => "/@src".to_string(),
            (ItemKind::Text, Some(position)) => format!("/text()[{position}]"),
            (ItemKind::Text, None) => String::new(),
        }
    }
}

fn push_step(xpath: &mut String, css: &mut String, tag: &str, class: Option<&str>) {
    xpath.push_str(tag);
    css.push_str(tag);
    if let Some(class) = class {
        let _ = write!(xpath, "[contains(concat(' ', normalize-space(@class), ' '), ' {class} ')]");
        let _ = write!(css, ".{class}");
    }
}

#[cfg(test)]
mod tests {
    use crate::records::{Table, mdr};
    use tamis_page::Document;

    #[track_caller]
    fn check(html: &str, expect: &[(&str, Option<&str>)]) {
        let document = Document::parse(html);
        let tables = mdr::find(&document, &mdr::MdrOptions::default());
        let got: Vec<(&str, Option<&str>)> = tables
            .first()
            .map_or(&[][..], |table: &Table| &table.columns)
            .iter()
            .map(|column| (column.selector.xpath.as_str(), column.selector.css.as_deref()))
            .collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn a_class_or_a_tag_that_is_unique_in_the_record_is_enough() {
        check(
            "<ul><li><h3><a href=1>One</a></h3><p class=price>5</p><p>x</p>
            <li><h3><a href=2>Two</a></h3><p class=price>6</p><p>y</p></ul>",
            &[
                (".//a/@href", Some("a")),
                (".//a", Some("a")),
                (".//p[contains(concat(' ', normalize-space(@class), ' '), ' price ')]", Some("p.price")),
                ("./p[2]", Some(":scope > p:nth-of-type(2)")),
            ],
        );
    }

    #[test]
    fn a_text_beside_others_is_found_by_its_position() {
        check(
            "<ul><li><div>One<br>two<br>three</div><img src=1><li><div>One<br>two<br>three</div><img src=2></ul>",
            &[
                (".//div/text()[1]", Some("div")),
                (".//div/text()[2]", Some("div")),
                (".//div/text()[3]", Some("div")),
                (".//img/@src", Some("img")),
            ],
        );
    }
}
