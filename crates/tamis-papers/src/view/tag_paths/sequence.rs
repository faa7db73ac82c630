//! One walk over the page that gives each node of the sequence its path.

use super::intern::{PathKey, PathTable};
use super::{NO_PATH, Path, TagPaths};
use crate::view::tag_tree::Label;
use tamis_page::{Document, Namespace, NodeId, NodeKind, names};

/// Whether the node and all below it are left out of the sequence. These are the tags that the authors' program leaves
/// out, and the templates that came later; it is not all that cannot be seen ([`tamis_page::visibility`]), for the
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
#[inline]
fn is_blank(text: &str) -> bool {
    // Half of a page's nodes are the white space between its tags: eight bytes at a time.
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let is_blank_word = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        // Adding 0x5F sets the high bit of each byte from 0x21 on.
        (word.wrapping_add(0x5F5F_5F5F_5F5F_5F5F) | word) & 0x8080_8080_8080_8080 == 0
    };
    words.iter().all(is_blank_word) && rest.iter().all(|&byte| byte <= 0x20)
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
    let mut table = PathTable::default();
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
                let symbol = table.intern(PathKey { parent, label: Label::of(tag), class, style }, next_symbol);
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
