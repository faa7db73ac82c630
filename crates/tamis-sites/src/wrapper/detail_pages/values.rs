//! Which places hold values: what differs between the pages, and what has a label.

use super::super::PageSet;
use super::lists_and_prose::{NodeContext, NodeContexts};
use super::template_nodes::{self, TemplateNode};
use super::texts::{Label, Text, Texts, most_of};
use std::collections::{BTreeMap, HashMap};
use tamis_extract::records::Cell;
use tamis_page::{Document, NodeId, image_source, names};

/// A column to be: the value of each page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ValueColumn {
    pub(super) kind: ValueKind,
    /// By page: the node that holds the value, and the value.
    pub(super) cells: Vec<Option<(NodeId, String)>>,
    /// By page: the text before the value.
    pub(super) label: Option<Vec<Option<NodeId>>>,
    /// Whether that text names the value, and is not only what the template has there.
    pub(super) is_named: bool,
}

/// What a value is of its node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ValueKind {
    /// The text of a text node.
    Text,
    /// What follows a label, or a mark between the label and the value, in a text node.
    After(String),
    /// The address of an image.
    Image,
    /// All text of an element.
    Element,
}

impl ValueColumn {
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.cells.iter().flatten().map(|(node, _)| *node)
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> + '_ {
        self.cells.iter().flatten().map(|(_, text)| text.as_str())
    }

    /// The label that the values begin with.
    pub(super) fn prefix(&self) -> Option<&str> {
        match &self.kind {
            ValueKind::After(start) if start.chars().any(char::is_alphabetic) => Some(start),
            _ => None,
        }
    }

    /// Whether the page says what the values are.
    pub(super) fn is_labelled(&self) -> bool {
        self.is_named || self.prefix().is_some()
    }

    /// Whether all values of others are on pages that these have none on.
    fn is_elsewhere(&self, other: &ValueColumn) -> bool {
        let are_apart = self.cells.iter().zip(&other.cells).all(|(one, other)| one.is_none() || other.is_none());
        are_apart && self.kind == other.kind && self.is_named == other.is_named
    }

    fn add(&mut self, other: ValueColumn) {
        for (cell, other) in self.cells.iter_mut().zip(other.cells) {
            *cell = cell.take().or(other);
        }
        for (label, other) in self.label.iter_mut().flatten().zip(other.label.into_iter().flatten()) {
            *label = label.or(other);
        }
    }

    /// Whether the pages say different things.
    pub(super) fn differ(&self) -> bool {
        let first = self.texts().next();
        self.texts().any(|text| Some(text) != first)
    }
}

/// The columns of the pages, in the order of the first page that has them.
pub(super) fn of(set: &PageSet, texts: &Texts, places: &[TemplateNode]) -> Vec<ValueColumn> {
    let document = set.document();
    let n_pages = set.roots().len();
    let parts = NodeContexts::of(set, texts, places);
    let mut found: Vec<ValueColumn> = Vec::new();
    // The columns with a label, by the label and the tag of their values.
    let mut labelled: HashMap<(u32, &str), usize> = HashMap::new();
    for (number, place) in places.iter().enumerate() {
        let part = parts.of_place(number);
        if part == NodeContext::List || is_beside_content(document, place) {
            continue;
        }
        let values = match part {
            NodeContext::Prose => Some(element_values(document, place)),
            _ if template_nodes::is_text(document, place) => text_values(set, texts, place),
            _ => image_values(document, place),
        };
        let Some(values) = values.filter(|values| part != NodeContext::InProse || values.is_labelled()) else {
            continue;
        };
        let holder = values.nodes().next().and_then(|node| document.parent(node));
        if let Some((label, holder)) = label_number(texts, &values).zip(holder) {
            // The same row in another part of the page, which another page has in its place.
            let same = *labelled.entry((label, document.tag_name(holder))).or_insert(found.len());
            if let Some(other) = found.get_mut(same).filter(|other| other.is_elsewhere(&values)) {
                other.add(values);
                continue;
            }
        }
        found.push(values);
    }
    found.retain(|values| is_content(document, values, n_pages));
    in_page_order(found, n_pages)
}

/// The columns in the order of the first page; one that it lacks comes after the one before it on a page that has it.
fn in_page_order(found: Vec<ValueColumn>, n_pages: usize) -> Vec<ValueColumn> {
    let mut order: Vec<usize> = Vec::with_capacity(found.len());
    let mut is_placed = vec![false; found.len()];
    for page in 0..n_pages {
        let node = |column: usize| found[column].cells[page].as_ref().map(|(node, _)| *node);
        let mut here: Vec<usize> = (0..found.len()).filter(|&column| node(column).is_some()).collect();
        here.sort_by_key(|&column| node(column));
        let mut new_after: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        let mut before = None;
        for column in here {
            if is_placed[column] {
                before = Some(column);
            } else {
                is_placed[column] = true;
                new_after.entry(before).or_default().push(column);
            }
        }
        let old = std::mem::take(&mut order);
        for place in std::iter::once(None).chain(old.into_iter().map(Some)) {
            order.extend(place);
            order.extend(new_after.remove(&place).into_iter().flatten());
        }
    }
    let mut found: Vec<Option<ValueColumn>> = found.into_iter().map(Some).collect();
    order.into_iter().filter_map(|column| found[column].take()).collect()
}

fn is_content(document: &Document, values: &ValueColumn, n_pages: usize) -> bool {
    let n_values = values.cells.iter().flatten().count();
    let is_labelled = values.is_labelled();
    if n_pages == 1 {
        return is_labelled || values.nodes().any(|node| is_marked(document, node));
    }
    let least = if is_labelled { 2 } else { most_of(n_pages).max(2) };
    n_values >= least && (values.differ() || is_labelled && n_values < n_pages)
}

/// The number of the label that names all values.
fn label_number(texts: &Texts, values: &ValueColumn) -> Option<u32> {
    let in_text = || values.nodes().next().and_then(|node| texts.of_node(node)).map(|text| text.label);
    let before = || {
        let label = values.label.as_ref()?.iter().flatten().next()?;
        texts.of_node(*label).map(|text| text.label)
    };
    match values.prefix().and_then(|_| in_text()).or_else(before)? {
        Label::Whole(number) | Label::Prefix(number, _) => Some(number),
        Label::None => None,
    }
}

/// Whether a place is in a part that the markup says is not the content.
fn is_beside_content(document: &Document, place: &TemplateNode) -> bool {
    let Some(&node) = place.nodes.iter().flatten().next() else { return true };
    let beside = [names::NAV, names::FOOTER, names::ASIDE, names::BUTTON, names::OPTION];
    document.ancestors(node).take(MAX_UP).any(|node| document.tag(node).is_some_and(|tag| beside.contains(&tag)))
}

/// Whether the markup says what the text is.
fn is_marked(document: &Document, text: NodeId) -> bool {
    document.ancestors(text).take(3).any(|node| {
        document.is_html(node, names::H1)
            || [names::ITEMPROP, names::PROPERTY].iter().any(|&name| document.attribute(node, name).is_some())
    })
}

fn text_values(set: &PageSet, texts: &Texts, place: &TemplateNode) -> Option<ValueColumn> {
    let document = set.document();
    let found: Vec<Option<&Text>> = place.nodes.iter().map(|node| node.and_then(|node| texts.of_node(node))).collect();
    let first = found.iter().flatten().next()?;
    // The template's own words.
    if found.iter().flatten().all(|text| matches!(text.label, Label::Whole(_))) {
        return None;
    }
    let kind = match first.label {
        Label::Prefix(_, length) => Some(&first.words[..length]),
        // `<b>Publisher</b>: Lamp Press`
        _ => first.words.get(..1).filter(|mark| matches!(*mark, ":" | "-" | "=" | ">" | "|")),
    };
    let kind = kind.filter(|start| found.iter().flatten().all(|text| text.words.starts_with(start)));
    let start = kind.map_or(0, str::len);
    let cell = |text: Option<&Text>| text.map(|text| (text.node, text.words[start..].trim().to_owned()));
    let label = label_before(document, set, texts, &found);
    let labelled = label.iter().flatten().zip(place.nodes.iter()).find_map(|(label, value)| label.zip(*value));
    Some(ValueColumn {
        is_named: labelled.is_some_and(|(label, value)| names_value(document, texts, label, value)),
        kind: kind.map_or(ValueKind::Text, |start| ValueKind::After(start.to_owned())),
        cells: found.iter().copied().map(cell).collect(),
        label,
    })
}

/// The texts right before the values, where they are one and the same label.
fn label_before(
    document: &Document,
    set: &PageSet,
    texts: &Texts,
    values: &[Option<&Text>],
) -> Option<Vec<Option<NodeId>>> {
    let before = |(page, value): (usize, Option<&Text>)| {
        let before = texts.before(document, set.root(page), value?.node)?;
        let Label::Whole(label) = before.label else { return None };
        Some((label, before.node))
    };
    let labels: Vec<Option<(u32, NodeId)>> = values.iter().copied().enumerate().map(before).collect();
    let (label, _) = labels.iter().flatten().next()?;
    let n_values = values.iter().flatten().count();
    let is_same = labels.iter().flatten().filter(|(other, _)| other == label).count() == n_values;
    is_same.then(|| labels.iter().map(|found| found.map(|(_, node)| node)).collect())
}

fn image_values(document: &Document, place: &TemplateNode) -> Option<ValueColumn> {
    let first = place.nodes.iter().flatten().next()?;
    if !document.is_html(*first, names::IMG) {
        return None;
    }
    let source =
        |node: &Option<NodeId>| node.and_then(|node| Some((node, image_source(document, node)?.trim().to_owned())));
    Some(ValueColumn {
        kind: ValueKind::Image,
        cells: place.nodes.iter().map(source).collect(),
        label: None,
        is_named: false,
    })
}

fn element_values(document: &Document, place: &TemplateNode) -> ValueColumn {
    let read = |node: &Option<NodeId>| node.map(|node| (node, Cell::read(document, vec![node], None).text));
    let cells = place.nodes.iter().map(read).map(|cell| cell.filter(|(_, text)| !text.is_empty())).collect();
    ValueColumn { kind: ValueKind::Element, cells, label: None, is_named: false }
}

/// Whether a text names the value behind it: by its colon, by its element, or as the cell before it in a row.
fn names_value(document: &Document, texts: &Texts, label: NodeId, value: NodeId) -> bool {
    let above = || document.ancestors(label).take(3).filter_map(|node| document.tag(node));
    if above().any(|tag| tag == names::A) {
        return false;
    }
    if texts.of_node(label).is_some_and(|text| text.words.ends_with([':', '：'])) {
        return true;
    }
    let Some(around) = document.ancestors(label).take(MAX_UP).find(|&node| document.contains(node, value)) else {
        return false;
    };
    let is_near = texts.inside(document, around).len() <= MAX_NEAR;
    let names_things = [
        names::DT,
        names::TH,
        names::LABEL,
        names::B,
        names::STRONG,
        names::H2,
        names::H3,
        names::H4,
        names::H5,
        names::H6,
    ];
    is_near && (document.is_html(around, names::TR) || above().any(|tag| names_things.contains(&tag)))
        || document.is_html(around, names::DL)
}

/// How many levels above a value are looked at.
const MAX_UP: usize = 64;

/// A label and its values are this many texts at most.
const MAX_NEAR: usize = 4;
