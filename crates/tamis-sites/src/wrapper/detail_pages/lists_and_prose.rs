//! Areas of a template that are one thing: lists of other things, and running text.

use super::super::PageSet;
use super::template_nodes::{self, TemplateNode};
use super::texts::{Texts, most_of};
use crate::label::Hash;
use std::collections::{BTreeMap, BTreeSet};
use tamis_page::{Document, NodeId, is_code, names};

/// What a place is a part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeContext {
    /// Nothing but the page.
    Page,
    /// An item of a list, or something in one: known by its number alone, and what the third item is says nothing.
    List,
    /// An element with running text, which is one value.
    Prose,
    /// A part of running text.
    InProse,
}

/// The parts of all places.
#[derive(Debug)]
pub(super) struct NodeContexts {
    all: Vec<NodeContext>,
}

impl NodeContexts {
    pub(super) fn of(set: &PageSet, texts: &Texts, places: &[TemplateNode]) -> NodeContexts {
        let is_item = items(set.document(), places);
        let mut all = vec![NodeContext::Page; places.len()];
        let prose = Prose::new(set, texts, places, &is_item);
        for (number, place) in places.iter().enumerate() {
            let around = place.parent.map_or(NodeContext::Page, |parent| all[parent]);
            all[number] = match around {
                NodeContext::List => NodeContext::List,
                NodeContext::Prose | NodeContext::InProse => NodeContext::InProse,
                NodeContext::Page if is_item[number] => NodeContext::List,
                NodeContext::Page if number > 0 && prose.is(number) => NodeContext::Prose,
                NodeContext::Page => NodeContext::Page,
            };
        }
        NodeContexts { all }
    }

    pub(super) fn of_place(&self, number: usize) -> NodeContext {
        self.all[number]
    }
}

/// Which places are items of a list: their number differs from page to page, or they are made alike.
fn items(document: &Document, places: &[TemplateNode]) -> Vec<bool> {
    /// So many lines of text are a list. Fewer may be a few things that are each said in a line.
    const MIN_LINES: usize = 8;
    const MIN_ITEMS: usize = 4;
    const MIN_ALIKE: usize = 3;
    let mut kin: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, place) in places.iter().enumerate().filter(|(_, place)| place.n_alike.0 >= MIN_ALIKE) {
        kin.entry(place.kin).or_default().push(number);
    }
    let mut is_item = vec![false; places.len()];
    for (first, members) in kin {
        let (most, fewest) = places[first].n_alike;
        let min_items = if template_nodes::is_text(document, &places[first]) { MIN_LINES } else { MIN_ITEMS };
        if most >= min_items && most != fewest || are_alike(document, places, &members) {
            for member in members {
                is_item[member] = true;
            }
        }
    }
    is_item
}

/// Whether siblings are made of the same parts: cards of other products, reviews.
fn are_alike(document: &Document, places: &[TemplateNode], members: &[usize]) -> bool {
    const MIN_PARTS: usize = 2;
    let shape = |&member: &usize| places[member].nodes.iter().flatten().next().map(|&node| shape(document, node));
    let shapes: Vec<BTreeSet<u32>> =
        members.iter().filter_map(shape).filter(|shape| shape.len() >= MIN_PARTS).collect();
    let alike = shapes.windows(2).filter(|pair| {
        let n_both = pair[0].intersection(&pair[1]).count();
        3 * n_both >= 2 * pair[0].union(&pair[1]).count()
    });
    // Two of three pairs.
    shapes.len() > 2 && 3 * alike.count() >= 2 * (members.len() - 1)
}

/// The ways down to the texts and images in an element, by tags.
fn shape(document: &Document, node: NodeId) -> BTreeSet<u32> {
    const MAX_NODES: usize = 300;
    let start = node.index();
    let mut ways: Vec<u32> = Vec::new();
    let mut shape = BTreeSet::new();
    for inner in document.subtree(node).take(MAX_NODES) {
        let above = document.parent(inner).and_then(|parent| ways.get(parent.index().checked_sub(start)?)).copied();
        let way = Hash::new().number(above.unwrap_or(0)).bytes(document.tag_name(inner).as_bytes()).to_u32();
        ways.push(way);
        let is_text = !document.is_element(inner) && !document.is_blank_text(inner) && !document.text(inner).is_empty();
        if is_text || document.is_html(inner, names::IMG) {
            shape.insert(way);
        }
    }
    shape
}

/// Which elements hold running text.
struct Prose {
    is_prose: Vec<bool>,
}

impl Prose {
    /// An element whose own parts come and go from page to page and have most of its text, little of it links.
    fn new(set: &PageSet, texts: &Texts, places: &[TemplateNode], is_item: &[bool]) -> Prose {
        const MIN_CHARACTERS: usize = 120;
        let (document, n_pages) = (set.document(), set.roots().len());
        let most = most_of(n_pages).max(2);
        let n_characters = |place: &TemplateNode| {
            let nodes = place.nodes.iter().flatten();
            let each = nodes.map(|&node| texts.n_characters(document, node));
            each.fold((0, 0), |(all, linked), (n, n_linked)| (all + n, linked + n_linked))
        };
        // What is in parts that are no places of their own.
        let mut loose = vec![0; places.len()];
        for (number, place) in places.iter().enumerate() {
            if let Some(parent) = place.parent.filter(|_| is_item[number] || place.n_pages() < most) {
                loose[parent] += n_characters(place).0;
            }
        }
        let (on_page, _) = n_characters(&places[0]);
        let is_prose = |(number, place): (usize, &TemplateNode)| {
            if place.n_pages() < most || loose[number] < MIN_CHARACTERS * place.n_pages() {
                return false;
            }
            let (all, linked) = n_characters(place);
            // Of an element with code in it the code would be read too.
            let has_code = |&node: &NodeId| document.descendants(node).any(|node| is_code(document, node));
            2 * loose[number] >= all
                && 4 * linked < all
                && 5 * all < 4 * on_page
                && !place.nodes.iter().flatten().any(has_code)
        };
        Prose { is_prose: places.iter().enumerate().map(is_prose).collect() }
    }

    fn is(&self, number: usize) -> bool {
        self.is_prose[number]
    }
}
