//! Where a column's item stands in a record, as selectors that can be taken elsewhere.

use super::grid::{Grid, ItemKind};
use crate::view::tag_tree::{Label, TagTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use tamis_page::{Document, NodeId, NodeKind};

/// Selectors of one item, relative to a node of the record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selector {
    /// Which of the record's nodes the selectors start from; 0 where a record is one node.
    pub node: usize,
    /// An `XPath` from that node to the item: a text node, an attribute, or an element with no other text. Of a sentence
    /// that stands beside other items in its element it selects the first text node.
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
pub(super) fn for_columns(document: &Document, tree: &TagTree, grid: &Grid, records: &[Vec<NodeId>]) -> Vec<Selector> {
    let samples = sample_rows(tree);
    let places: Vec<BTreeMap<u32, Place<'_>>> = grid
        .columns
        .iter()
        .map(|column| {
            let sampled = column.cells.iter().filter(|(row, _)| samples.contains_key(row));
            sampled.filter_map(|&(row, node)| Some((row, Place::of(document, tree, records, (row, node))?))).collect()
        })
        .collect();
    let wanted: BTreeSet<Short<'_>> =
        places.iter().filter_map(|cells| cells.values().next()).flat_map(|place| place.shorts(document)).collect();
    let counts: BTreeMap<u32, BTreeMap<Short<'_>, u32>> =
        samples.iter().map(|(&row, &record)| (row, count_shorts(document, tree, record, &wanted))).collect();
    let columns = grid.columns.iter().zip(&places);
    columns
        .map(|(column, cells)| {
            let model = cells.values().next();
            model.and_then(|model| choose(document, model, column.kind, cells, &counts)).unwrap_or_else(|| {
                // The column has no cell in the rows that were sampled, or none of the short selectors is exact.
                let first = || column.cells.first().and_then(|&cell| Place::of(document, tree, records, cell));
                let by_path = |place: &Place<'_>| place.by_path(column.kind);
                let path = most_common_path(cells).map(by_path).or_else(|| first().as_ref().map(by_path));
                path.unwrap_or(Selector { node: 0, xpath: ".".to_string(), css: None })
            })
        })
        .collect()
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
    fn of(
        document: &'d Document,
        tree: &TagTree,
        records: &[Vec<NodeId>],
        (row, item): (u32, u32),
    ) -> Option<Place<'d>> {
        let item = item as usize;
        let mut top = item;
        let mut record = tree.parent(item)?;
        while tree.parent(record) != Some(0) {
            (top, record) = (record, tree.parent(record)?);
        }
        let record_node = tree.page_node(top);
        let node = records[row as usize].iter().position(|&node| node == record_node)?;
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

/// The first short selector that is exact in all rows that were sampled.
fn choose<'d>(
    document: &'d Document,
    model: &Place<'d>,
    kind: ItemKind,
    cells: &BTreeMap<u32, Place<'d>>,
    counts: &BTreeMap<u32, BTreeMap<Short<'d>, u32>>,
) -> Option<Selector> {
    let is_exact = |short: &Short<'_>| {
        counts.iter().all(|(row, counts)| {
            let selected = counts.get(short).copied().unwrap_or(0);
            match cells.get(row) {
                Some(place) => selected == 1 && place.node == model.node && place.shorts(document).contains(short),
                None => selected == 0,
            }
        })
    };
    model.shorts(document).into_iter().find(is_exact).map(|short| model.by_short(kind, short))
}

/// A place on the path that the largest number of places share.
fn most_common_path<'a, 'd>(cells: &'a BTreeMap<u32, Place<'d>>) -> Option<&'a Place<'d>> {
    let same_path = |one: &Place<'_>, other: &Place<'_>| one.node == other.node && one.tags == other.tags;
    let n_like = |place: &Place<'_>| cells.values().filter(|other| same_path(place, other)).count();
    // The first of equally common ones: `max_by_key` takes the last.
    cells.values().rev().max_by_key(|place| n_like(place))
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
    use tamis_page::select::{Css, XPath};

    #[track_caller]
    fn check(html: &str, expect: &[(&str, Option<&str>)]) {
        let document = Document::parse(html);
        let tables = mdr::find(&crate::PageView::of(&document), &mdr::MdrOptions::default());
        let got: Vec<(&str, Option<&str>)> = tables
            .first()
            .map_or(&[][..], |table: &Table| &table.columns)
            .iter()
            .map(|column| (column.selector.xpath.as_str(), column.selector.css.as_deref()))
            .collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn selectors_select_the_cells_of_all_rows() {
        let html = "<ul><li class=hit><h3><a href=1>One</a></h3><p class='note price'>5 €</p><p class=note>x</p>y<br>z
            <li class=hit><h3><a href=2>Two</a></h3><p class='note price'>6 €</p><p class=note>x</p>y<br>z
            <li class=hit><h3><a href=3>Three</a></h3><p class=note>x</p>y<br>z</ul>";
        let document = Document::parse(html);
        for options in
            [mdr::MdrOptions::default(), mdr::MdrOptions::default().with_comparison(mdr::Comparison::tree_matching())]
        {
            let tables = mdr::find(&crate::PageView::of(&document), &options);
            assert_eq!((tables[0].rows.len(), tables[0].columns.len()), (3, 6));
            for row in &tables[0].rows {
                for (column, cell) in tables[0].columns.iter().zip(&row.cells) {
                    let xpath = XPath::parse(&column.selector.xpath).expect("it is an XPath");
                    let context = row.nodes[column.selector.node];
                    let found: Vec<String> = xpath.evaluate(&document, context).texts(&document);
                    let found: Vec<&str> = found.iter().map(|text| text.trim()).collect();
                    let expect: Vec<&str> = cell.iter().map(|cell| cell.text.as_str()).collect();
                    assert_eq!(found, expect, "{:?} of {}", column.selector, row.text);
                    if let (Some(css), None, Some(cell)) = (&column.selector.css, column.attribute, cell) {
                        let found = Css::parse(css).expect("it is a selector").select(&document, context);
                        assert!(found.iter().any(|&element| document.contains(element, cell.nodes[0])), "{css}");
                    }
                }
            }
        }
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
