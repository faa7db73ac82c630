//! One walk over the page that gives each node of the sequence its path.
//!
//! Velloso's later work keeps of an element's classes only the one that the page uses most, without digits and words for a
//! position in a list, since generated and utility classes make every element a path of its own.

use super::{NO_PATH, Path, TagPaths};
use crate::view::tag_tree::Label;
use std::borrow::Cow;
use std::collections::HashMap;
use tamis_page::{Document, Namespace, NodeId, NodeKind, names};

/// Whether the node and all below it are left out of the sequence. These are the tags that the authors' program leaves
/// out, and the templates that came later; it is not all that cannot be seen (that is the visibility of tamis-page), for the
/// published lengths of sequences count styles and hidden elements.
#[inline]
fn is_left_out(document: &Document, node: NodeId) -> bool {
    match document.kind(node) {
        NodeKind::Element => {
            let Some(tag) = document.tag(node) else { return false };
            match tag {
                names::HEAD | names::SCRIPT | names::NOSCRIPT => document.namespace(node) == Namespace::Html,
                names::TEMPLATE => document.namespace(node) == Namespace::Html && !document.is_shadow_root(node),
                _ => false,
            }
        }
        NodeKind::Text => is_blank(document.text(node)),
        _ => true,
    }
}

/// A `tbody` that says nothing: the parser puts one into every table that is written without. Its rows continue the
/// path of the table, so that a page has one sequence whether it was saved as sent or as a browser writes it out.
#[inline]
pub(crate) fn is_bare_tbody(document: &Document, node: NodeId) -> bool {
    document.is_html(node, names::TBODY) && document.attributes(node).len() == 0
}

/// Blank as the markup sees it: white space and control characters; a no-break space is content.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte <= b' ')
}

pub(super) fn read<'d>(
    document: &'d Document,
    start: NodeId,
    style: impl Fn(NodeId) -> (&'d str, &'d str),
) -> TagPaths {
    let range = document.subtree_range(start);
    let mut symbols = Vec::with_capacity(range.len());
    let mut nodes = Vec::with_capacity(range.len());
    let mut paths: Vec<Path> = Vec::new();
    let mut text_paths: Vec<u32> = Vec::new();
    let mut numbers: HashMap<(u32, Label, &str, &str), u32> = HashMap::new();
    // The open elements: where each ends, and its path.
    let mut open: Vec<(usize, u32)> = Vec::new();

    let mut position = range.start;
    while position < range.end {
        let node = NodeId(position as u32);
        while open.last().is_some_and(|&(end, _)| end <= position) {
            open.pop();
        }
        let parent = open.last().map_or(NO_PATH, |&(_, symbol)| symbol);
        if is_left_out(document, node) {
            position = document.subtree_end(node).index();
            continue;
        }
        if is_bare_tbody(document, node) {
            position += 1;
            continue;
        }
        let next_symbol = paths.len() as u32;
        let symbol = match document.tag(node) {
            Some(tag) => {
                let (class, style) = style(node);
                let symbol = *numbers.entry((parent, Label::of(tag), class, style)).or_insert(next_symbol);
                let end = document.subtree_end(node).index();
                if end > position + 1 {
                    open.push((end, symbol));
                }
                symbol
            }
            // A text node below the body always has a parent on the stack.
            None => match text_paths.get_mut(parent as usize) {
                Some(text_path) if *text_path == NO_PATH => {
                    *text_path = next_symbol;
                    next_symbol
                }
                Some(text_path) => *text_path,
                None => {
                    position += 1;
                    continue;
                }
            },
        };
        if symbol == next_symbol {
            paths.push(Path { parent, node });
            text_paths.push(NO_PATH);
        }
        symbols.push(symbol);
        nodes.push(node);
        position += 1;
    }
    TagPaths { symbols, nodes, paths }
}

/// Words that say where in a list an element stands, not what it is.
const POSITION_WORDS: [&str; 8] = ["even", "feature", "first", "highlight", "item", "last", "odd", "special"];

pub(super) struct DominantClasses<'d> {
    /// How many elements use each class, by the class without its digits.
    counts: HashMap<Cow<'d, str>, u32>,
}

impl<'d> DominantClasses<'d> {
    pub(super) fn of(document: &'d Document, start: NodeId) -> DominantClasses<'d> {
        let mut counts = HashMap::new();
        for class in document.subtree(start).flat_map(|node| document.classes(node)) {
            *counts.entry(without_digits(class)).or_default() += 1;
        }
        DominantClasses { counts }
    }

    /// The dominant class of the node, empty if it has none; of equally frequent ones the first.
    pub(super) fn get<'s>(&'s self, document: &Document, node: NodeId) -> &'s str {
        let mut best = ("", 0);
        for class in document.classes(node) {
            let class = without_digits(class);
            if class.is_empty() || POSITION_WORDS.contains(&class.as_ref()) {
                continue;
            }
            match self.counts.get_key_value(class.as_ref()) {
                Some((known, &count)) if count > best.1 => best = (known, count),
                _ => {}
            }
        }
        best.0
    }
}

fn without_digits(class: &str) -> Cow<'_, str> {
    if class.bytes().any(|byte| byte.is_ascii_digit()) {
        Cow::Owned(class.chars().filter(|c| !c.is_ascii_digit()).collect())
    } else {
        Cow::Borrowed(class)
    }
}
