//! Pages merged into one tree, one after the other.

use super::{Siblings, StyleTreeOptions, TextFeatures};
use super::{StyleTree, TreeNode, importance};
use std::collections::HashMap;
use tamis_page::{Document, NodeId, NodeKind, is_never_shown};
use tamis_sites::noise::{Key, element_key, is_picture, shown_file};

/// What a tree may grow to, whatever the pages are: some 100 MB.
const MAX_ELEMENTS: usize = 1 << 20;
const MAX_STYLE_CHILDREN: usize = 1 << 22;
const MAX_FEATURES: usize = 1 << 22;
/// Ways in which one element is filled. More than this and it is as diverse as can be.
const MAX_STYLES: u32 = 256;
/// Words of one text. A text with more of them in the sample is no menu.
const MAX_FEATURES_OF_LEAF: usize = 256;

/// Pages on their way to a [`StyleTree`].
///
/// Pages are to be added in one order, that of the source: as long as no bound is reached the tree is the same in any
/// order, and the bounds drop what comes last.
#[derive(Clone, Debug)]
pub struct StyleTreeBuilder {
    options: StyleTreeOptions,
    pub(super) n_pages: u32,
    pub(super) elements: Vec<Element>,
    pub(super) styles: Vec<Style>,
    /// By parent and what the child is called there.
    children: HashMap<(u32, u64), u32>,
    /// By element and sequence of children.
    style_of: HashMap<(u32, u64), u32>,
    n_style_children: usize,
    n_features: usize,
}

/// An element node: the elements of all pages that have the same place in the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) n_pages: u32,
    pub(super) content: Content,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// The first of the element's styles, the number of its styles, and on how many pages it has yet another.
    Inner { first_style: Option<u32>, n_styles: u32, n_others: u32 },
    /// Words and files, each with the number of pages that have it, by its number; and how many had no room.
    Leaf { features: Vec<(u64, u32)>, n_others: u32 },
}

impl Default for Content {
    fn default() -> Content {
        Content::Inner { first_style: None, n_styles: 0, n_others: 0 }
    }
}

/// A style node: a sequence of children, and on how many pages the element has it.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) n_pages: u32,
    pub(super) children: Vec<u32>,
    /// The next style of the same element.
    pub(super) next: Option<u32>,
}

impl StyleTreeBuilder {
    /// A tree of no page yet.
    pub fn new(options: StyleTreeOptions) -> StyleTreeBuilder {
        StyleTreeBuilder {
            options,
            n_pages: 0,
            elements: vec![Element::default()],
            styles: Vec::new(),
            children: HashMap::new(),
            style_of: HashMap::new(),
            n_style_children: 0,
            n_features: 0,
        }
    }

    /// Merges a page.
    pub fn add(&mut self, document: &Document) {
        self.n_pages += 1;
        let Some(body) = document.body() else { return };
        self.elements[0].n_pages += 1;
        let mut found = Vec::new();
        // Children are above their parent in the stack, so it is never longer than the page.
        let mut open = vec![(body, 0)];
        while let Some((node, element)) = open.pop() {
            let sequence = children_of(document, node, self.options.siblings, &mut found);
            let mut ids = Vec::with_capacity(found.len());
            for child in &found {
                let Some(id) = self.child(element, child) else { continue };
                self.elements[id as usize].n_pages += 1;
                ids.push(id);
                if child.is_leaf {
                    self.add_features(id, document, child.node);
                } else {
                    open.push((child.node, id));
                }
            }
            self.add_style(element, sequence, ids);
        }
    }

    /// The pages that were merged.
    pub fn n_pages(&self) -> usize {
        self.n_pages as usize
    }

    /// Says of everything in the tree how important it is.
    pub fn finish(self) -> StyleTree {
        let importance = importance::of_all(&self.elements, &self.styles, self.options.gamma);
        let highest = importance::highest_below(&importance, &self.elements, &self.styles);
        let nodes = self.elements.iter().zip(importance.into_iter().zip(highest));
        let nodes = nodes.map(|(element, (importance, highest))| TreeNode {
            n_pages: element.n_pages,
            importance: importance as f32,
            highest: highest as f32,
        });
        StyleTree { options: self.options, n_pages: self.n_pages, nodes: nodes.collect(), children: self.children }
    }

    /// The element node of a child; `None` if there is no room for a new one.
    fn child(&mut self, parent: u32, child: &Child) -> Option<u32> {
        let next = self.elements.len();
        if next >= MAX_ELEMENTS {
            return self.children.get(&(parent, child.key)).copied();
        }
        let id = *self.children.entry((parent, child.key)).or_insert(next as u32);
        if id as usize == next {
            let content =
                if child.is_leaf { Content::Leaf { features: Vec::new(), n_others: 0 } } else { Content::default() };
            self.elements.push(Element { n_pages: 0, content });
        }
        Some(id)
    }

    fn add_style(&mut self, element: u32, sequence: u64, children: Vec<u32>) {
        let Content::Inner { first_style, n_styles, n_others } = &mut self.elements[element as usize].content else {
            return;
        };
        if let Some(&style) = self.style_of.get(&(element, sequence)) {
            self.styles[style as usize].n_pages += 1;
        } else if *n_styles < MAX_STYLES && self.n_style_children + children.len() <= MAX_STYLE_CHILDREN {
            self.n_style_children += children.len();
            let id = self.styles.len() as u32;
            self.style_of.insert((element, sequence), id);
            self.styles.push(Style { n_pages: 1, children, next: first_style.replace(id) });
            *n_styles += 1;
        } else {
            *n_others += 1;
        }
    }

    fn add_features(&mut self, leaf: u32, document: &Document, node: NodeId) {
        let Content::Leaf { features, n_others } = &mut self.elements[leaf as usize].content else { return };
        let mut words: Vec<u64> = if document.is_element(node) {
            vec![Key::EMPTY.bytes(&[0xfd]).word(shown_file(document, node)).finish()]
        } else {
            let text = document.text(node);
            match self.options.features {
                TextFeatures::Text => vec![Key::EMPTY.words(text).finish()],
                TextFeatures::Words => text.split_whitespace().map(|word| Key::EMPTY.word(word).finish()).collect(),
            }
        };
        words.sort_unstable();
        words.dedup();
        for word in words {
            match features.binary_search_by_key(&word, |&(known, _)| known) {
                Ok(place) => features[place].1 += 1,
                Err(place) if features.len() < MAX_FEATURES_OF_LEAF && self.n_features < MAX_FEATURES => {
                    features.insert(place, (word, 1));
                    self.n_features += 1;
                }
                Err(_) => *n_others += 1,
            }
        }
    }
}

/// Children of one element that are looked at; the rest of a longer list is in no tree and is kept.
const MAX_CHILDREN: usize = 2000;

/// A child, and what it is called among its siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) node: NodeId,
    pub(super) key: u64,
    /// Whether it is a text or a picture.
    pub(super) is_leaf: bool,
}

/// Puts the children of an element that can be seen into `found`, and answers with the number of their sequence.
pub(super) fn children_of(document: &Document, node: NodeId, siblings: Siblings, found: &mut Vec<Child>) -> u64 {
    found.clear();
    let mut sequence = Key::EMPTY;
    for child in document.children(node) {
        let (key, is_leaf) = match document.kind(child) {
            NodeKind::Text if !document.is_blank_text(child) => (Key::EMPTY.word("#text"), true),
            NodeKind::Element if is_never_shown(document, child) => continue,
            NodeKind::Element => (element_key(Key::EMPTY, document, child), is_picture(document, child)),
            _ => continue,
        };
        let key = key.finish();
        sequence = sequence.number(key);
        if found.len() < MAX_CHILDREN {
            found.push(Child { node: child, key, is_leaf });
        }
    }
    let sequence = sequence.finish();
    match siblings {
        Siblings::Aligned => number_alike(found),
        Siblings::Exact => {
            for (position, child) in found.iter_mut().enumerate() {
                child.key = Key::EMPTY.number(sequence).number(position as u64).finish();
            }
        }
    }
    sequence
}

/// Tells children of one key apart by their rank.
fn number_alike(children: &mut [Child]) {
    children.sort_by_key(|child| (child.key, child.node));
    for alike in children.chunk_by_mut(|one, other| one.key == other.key) {
        for (rank, child) in alike.iter_mut().enumerate() {
            child.key = Key::EMPTY.number(child.key).number(rank as u64).finish();
        }
    }
    children.sort_by_key(|child| child.node);
}
