//! The places of a template: which nodes of the pages are one and the same.

use super::super::PageSet;
use super::texts::{Label, Texts};
use crate::label::{self, Label as NodeLabel};
use std::collections::{HashMap, HashSet};
use tamis_page::{Document, Name, NodeId, NodeKind, budget, names};

/// A place of the template, with the node that is there on each page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TemplateNode {
    /// The place around it.
    pub(super) parent: Option<usize>,
    /// By page.
    pub(super) nodes: Vec<Option<NodeId>>,
    /// How many siblings on a page are told apart by nothing but their order: the most, and the fewest.
    pub(super) n_alike: (usize, usize),
    /// The first of these siblings.
    pub(super) kin: usize,
}

impl TemplateNode {
    fn new(number: usize, parent: Option<usize>, n_pages: usize) -> TemplateNode {
        TemplateNode { parent, nodes: vec![None; n_pages], n_alike: (1, 1), kin: number }
    }

    /// On how many pages there is such a node.
    pub(super) fn n_pages(&self) -> usize {
        self.nodes.iter().flatten().count()
    }
}

/// The places of all pages, those around others before these.
///
/// A child of a place is known by what nothing beside it is called: its tag, else its id and classes, else the label that
/// it begins with or that stands before it (`<dt>`, `Price:`), and only then by counting. An element with an id or classes
/// that nothing else on its page has is at one place wherever it stands.
pub(super) fn of(set: &PageSet, texts: &Texts) -> Vec<TemplateNode> {
    let document = set.document();
    let n_pages = set.roots().len();
    budget::spend(8 * document.len());
    let mut places = vec![TemplateNode::new(0, None, n_pages)];
    for (page, &root) in set.roots().iter().enumerate() {
        places[0].nodes[page] = super::body(document, root);
    }
    let anchors = anchors(set);
    for nodes in &anchors.nodes {
        places.push(TemplateNode { nodes: nodes.clone(), ..TemplateNode::new(places.len(), Some(0), n_pages) });
    }
    let mut next = 0;
    while next < places.len() {
        let children = children(document, texts, &places[next].nodes, &anchors.all);
        add_children(&mut places, next, children, n_pages);
        next += 1;
    }
    places
}

/// Elements that are called what nothing else on their page is.
struct Anchors {
    /// By name, the element of each page.
    nodes: Vec<Vec<Option<NodeId>>>,
    all: HashSet<NodeId>,
}

/// What an element can be called alone on its page.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Alone<'d> {
    Id(&'d str),
    /// The tag and all classes.
    Class(Name, &'d str),
    Tag(Name),
}

/// The elements whose id, classes or tag are on most pages, and once on each.
fn anchors(set: &PageSet) -> Anchors {
    let document = set.document();
    let n_pages = set.roots().len();
    let mut numbers: HashMap<Alone<'_>, usize> = HashMap::new();
    let mut nodes: Vec<Vec<Option<NodeId>>> = Vec::new();
    let mut is_single: Vec<bool> = Vec::new();
    for (page, &root) in set.roots().iter().enumerate() {
        for node in document.descendants(root) {
            let Some(tag) = document.tag(node) else { continue };
            if matches!(tag, names::HTML | names::HEAD | names::BODY) {
                continue;
            }
            let attribute = |name: Name| document.attribute(node, name).map(str::trim).filter(|text| !text.is_empty());
            let is_heading = matches!(tag, names::H1 | names::MAIN | names::ARTICLE);
            let called = [
                attribute(names::ID).map(Alone::Id),
                attribute(names::CLASS).map(|class| Alone::Class(tag, class)),
                is_heading.then_some(Alone::Tag(tag)),
            ];
            for name in called.into_iter().flatten() {
                let number = *numbers.entry(name).or_insert_with(|| {
                    nodes.push(vec![None; n_pages]);
                    is_single.push(true);
                    nodes.len() - 1
                });
                is_single[number] &= nodes[number][page].is_none();
                nodes[number][page] = Some(node);
            }
        }
    }
    let least = super::texts::most_of(n_pages).max(2);
    let mut is_single = is_single.into_iter();
    nodes.retain(|nodes| is_single.next() == Some(true) && nodes.iter().flatten().count() >= least);
    // The name that is on the most pages says where an element is, an id before a class.
    nodes.sort_by_key(|nodes| std::cmp::Reverse(nodes.iter().flatten().count()));
    let mut all = HashSet::new();
    for nodes in &mut nodes {
        if nodes.iter().flatten().any(|node| all.contains(node)) {
            nodes.fill(None);
        }
        all.extend(nodes.iter().flatten());
    }
    nodes.retain(|nodes| nodes.iter().any(Option::is_some));
    Anchors { nodes, all }
}

/// A child of the node that a page has at a place.
struct Child {
    page: usize,
    node: NodeId,
    called: NodeLabel,
    /// The label that it begins with, or that stands before it.
    label: Option<u32>,
}

fn children(document: &Document, texts: &Texts, nodes: &[Option<NodeId>], anchors: &HashSet<NodeId>) -> Vec<Child> {
    let mut found = Vec::new();
    for (page, node) in nodes.iter().enumerate() {
        let Some(node) = node.filter(|&node| document.is_element(node)) else { continue };
        let mut before = None;
        for child in label::children(document, node) {
            let inside = texts.inside(document, child);
            let is_cell = matches!(document.tag(child), Some(names::TD | names::TH));
            // What is empty comes and goes, unless a table counts on it.
            if inside.is_empty() && !is_cell && !has_image(document, child) {
                continue;
            }
            let own = inside.first().and_then(|first| match first.label {
                Label::Whole(label) if inside.len() <= MAX_ROW_TEXTS || is_in_heading(document, first.node) => {
                    Some(label)
                }
                Label::Prefix(label, _) if inside.len() <= MAX_ROW_TEXTS => Some(label),
                _ => None,
            });
            if !anchors.contains(&child) {
                found.push(Child { page, node: child, called: NodeLabel::of(document, child), label: own.or(before) });
            }
            if let [only] = inside
                && let Label::Whole(label) = only.label
            {
                before = Some(label);
            }
        }
    }
    found
}

/// A row has a label and a few values; what begins with a label and has more texts is called something else.
const MAX_ROW_TEXTS: usize = 8;

fn is_in_heading(document: &Document, text: NodeId) -> bool {
    let heading = [names::H1, names::H2, names::H3, names::H4, names::H5, names::H6, names::LEGEND, names::CAPTION];
    document.ancestors(text).take(3).any(|node| document.tag(node).is_some_and(|tag| heading.contains(&tag)))
}

fn has_image(document: &Document, node: NodeId) -> bool {
    document.subtree(node).take(200).any(|node| document.is_html(node, names::IMG))
}

/// What a child is known by among its siblings.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ChildName {
    Tag(u32),
    Called(NodeLabel),
    Labelled(u32, u32),
}

fn add_children(places: &mut Vec<TemplateNode>, parent: usize, children: Vec<Child>, n_pages: usize) {
    let mut seen: HashSet<(usize, ChildName)> = HashSet::new();
    let mut several: HashSet<ChildName> = HashSet::new();
    for child in &children {
        for known in [ChildName::Tag(child.called.tag), ChildName::Called(child.called)] {
            if !seen.insert((child.page, known)) {
                several.insert(known);
            }
        }
    }
    let mut numbers: HashMap<(ChildName, usize), usize> = HashMap::new();
    let mut n_before: HashMap<(usize, ChildName), usize> = HashMap::new();
    let mut known_of: Vec<ChildName> = Vec::new();
    let first = places.len();
    for child in children {
        let NodeLabel { tag, .. } = child.called;
        let known = if !several.contains(&ChildName::Tag(tag)) {
            ChildName::Tag(tag)
        } else if !several.contains(&ChildName::Called(child.called)) {
            ChildName::Called(child.called)
        } else if let Some(label) = child.label {
            ChildName::Labelled(tag, label)
        } else {
            ChildName::Called(child.called)
        };
        let n = n_before.entry((child.page, known)).or_default();
        let place = *numbers.entry((known, *n)).or_insert_with(|| {
            places.push(TemplateNode::new(places.len(), Some(parent), n_pages));
            known_of.push(known);
            places.len() - 1
        });
        places[place].nodes[child.page] = Some(child.node);
        *n += 1;
    }
    for (place, known) in places[first..].iter_mut().zip(known_of) {
        let n_on = |page: usize| n_before.get(&(page, known)).copied().unwrap_or(0);
        place.n_alike = (0..n_pages).map(n_on).fold((0, usize::MAX), |(most, fewest), n| (most.max(n), fewest.min(n)));
        place.kin = numbers.get(&(known, 0)).copied().unwrap_or(place.kin);
    }
}

/// Whether the node at a place is a text.
pub(super) fn is_text(document: &Document, place: &TemplateNode) -> bool {
    place.nodes.iter().flatten().next().is_some_and(|&node| document.kind(node) == NodeKind::Text)
}
