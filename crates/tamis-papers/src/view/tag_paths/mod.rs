//! The sequence of tag paths of a page.
//!
//! The tag path of a node is the chain of tags, with their styles, from the body down to the node. Paths are never
//! spelt out: a path is a number, given out in order of first appearance, and a new one is known by the number of its
//! parent's path, its tag and its style. So the sequence costs one table lookup an element and none a text node.

mod sequence;

pub(crate) use sequence::is_bare_tbody;

use sequence::DominantClasses;
use tamis_page::budget;
use tamis_page::{Document, NodeId, NodeKind, names};

tamis_extract::option_words! {
    /// What tells two elements with equal tags and equal parents apart.
    pub enum PathStyle {
        /// The `class` and the `style` attribute, to the letter.
        ClassAndStyle = "class+style",
        /// The one class of the element that the page uses most, digits left out, position words (`first`, `odd`, …)
        /// ignored. For pages whose classes are generated or are a list of utilities.
        DominantClass = "dominant-class",
        /// Nothing: only tags count.
        None = "none",
    }
}

/// The tag paths of a page in document order: one symbol an element or non-blank text node.
///
/// The sequence starts at the body (or frameset). It leaves out comments, blank text and all of `head`, `script`,
/// `noscript` and inert `template`; and each `tbody` without attributes, whose rows continue the path of the table, for
/// the parser adds one to every table that is written without.
///
/// ```
/// use tamis_papers::{PathStyle, TagPaths};
/// use tamis_page::Document;
///
/// let document = Document::parse("<ul><li>One<li>Two<li class=last>Three</ul>");
/// let paths = TagPaths::of(&document, PathStyle::ClassAndStyle);
/// assert_eq!(paths.symbols(), [0, 1, 2, 3, 2, 3, 4, 5]);
/// assert_eq!(paths.spell(&document, 5), "body/ul/li last/#text");
/// ```
#[derive(Clone, Debug)]
pub struct TagPaths {
    symbols: Vec<u32>,
    nodes: Vec<NodeId>,
    paths: Vec<Path>,
}

/// One distinct path: where it was first seen, and the path it continues.
#[derive(Clone, Copy, Debug)]
struct Path {
    parent: u32,
    node: NodeId,
}

/// "No path": the parent of the body's path.
const NO_PATH: u32 = u32::MAX;

impl TagPaths {
    /// Reads the sequence of a page.
    pub fn of(document: &Document, style: PathStyle) -> TagPaths {
        budget::spend(document.len());
        let Some(start) = document.body().or_else(|| document.html()) else {
            return TagPaths { symbols: Vec::new(), nodes: Vec::new(), paths: Vec::new() };
        };
        match style {
            PathStyle::ClassAndStyle => sequence::read(document, start, |node| {
                let class = document.attribute(node, names::CLASS).unwrap_or("");
                (class, document.attribute(node, names::STYLE).unwrap_or(""))
            }),
            PathStyle::DominantClass => {
                let classes = DominantClasses::of(document, start);
                sequence::read(document, start, |node| (classes.get(document, node), ""))
            }
            PathStyle::None => sequence::read(document, start, |_| ("", "")),
        }
    }

    /// The path of each node of the sequence; paths are numbered from 0 in order of first appearance.
    pub fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// The nodes of the sequence, in document order.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// The length of the sequence.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Whether the page has no element to start from.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// How many distinct paths there are.
    pub fn n_paths(&self) -> usize {
        self.paths.len()
    }

    /// The node on which the path was first seen.
    pub fn first_node(&self, symbol: u32) -> Option<NodeId> {
        self.paths.get(symbol as usize).map(|path| path.node)
    }

    /// The path that this one continues, `None` for the first.
    pub fn parent(&self, symbol: u32) -> Option<u32> {
        self.paths.get(symbol as usize).map(|path| path.parent).filter(|&parent| parent != NO_PATH)
    }

    /// The path in words, for people: `body/div box/ul/li`. Class and style are those of its first node, whatever the
    /// [`PathStyle`]; an unknown symbol is the empty text.
    pub fn spell(&self, document: &Document, symbol: u32) -> String {
        let mut steps = Vec::new();
        let mut next = Some(symbol);
        while let Some((symbol, node)) = next.and_then(|symbol| Some((symbol, self.first_node(symbol)?))) {
            let mut step = match document.kind(node) {
                NodeKind::Element => document.tag_name(node).to_owned(),
                _ => "#text".to_owned(),
            };
            for name in [names::CLASS, names::STYLE] {
                if let Some(value) = document.attribute(node, name).filter(|value| !value.is_empty()) {
                    step.push(' ');
                    step.push_str(value);
                }
            }
            steps.push(step);
            next = self.parent(symbol);
        }
        steps.reverse();
        steps.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, style: PathStyle, expected: &[u32]) {
        let paths = TagPaths::of(&Document::parse(html), style);
        assert_eq!(paths.symbols(), expected);
        assert_eq!(paths.nodes().len(), expected.len());
    }

    #[test]
    fn figure_2_numbers_the_paths_in_order_of_appearance() {
        let html = "<table><tr><td></td><td></td></tr><tr><td></td><td></td></tr></table>";
        check(html, PathStyle::ClassAndStyle, &[0, 1, 2, 3, 3, 2, 3, 3]);
        // As a browser would save the same table.
        let html = html.replace("<table>", "<table><tbody>").replace("</table>", "</tbody></table>");
        check(&html, PathStyle::ClassAndStyle, &[0, 1, 2, 3, 3, 2, 3, 3]);
        check("<table><tbody class=x><tr></table>", PathStyle::ClassAndStyle, &[0, 1, 2, 3]);
    }

    #[test]
    fn class_and_style_tell_paths_apart_and_nothing_else_does() {
        let html = "<p class=a>x<p class=b>x<p style=b>x<p class=a id=q title=t>x<p>x";
        check(html, PathStyle::ClassAndStyle, &[0, 1, 2, 3, 4, 5, 6, 1, 2, 7, 8]);
        check(html, PathStyle::None, &[0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    }

    #[test]
    fn the_same_tag_under_another_parent_is_another_path() {
        check("<div><b></b></div><p><b></b></p><div><b></b></div>", PathStyle::None, &[0, 1, 2, 3, 4, 1, 2]);
    }

    #[test]
    fn comments_blank_text_scripts_and_templates_are_left_out() {
        let html =
            "<p> <!-- x --><script>x</script></p><noscript><i>x</i></noscript>\n<template><i>x</i></template><p>\u{a0}";
        check(html, PathStyle::ClassAndStyle, &[0, 1, 1, 2]);
    }

    #[test]
    fn the_dominant_class_ignores_position_words_digits_and_rare_classes() {
        let html =
            "<i class='card first x1'></i><i class='card odd y2'></i><i class='z9 card'></i><i class=odd></i><i></i>";
        check(html, PathStyle::DominantClass, &[0, 1, 1, 1, 2, 2]);
        check("<i class=row-1></i><i class=row-22></i>", PathStyle::DominantClass, &[0, 1, 1]);
    }

    #[test]
    fn a_frameset_page_and_an_empty_page_have_a_sequence() {
        check("<frameset><frame><frame></frameset>", PathStyle::ClassAndStyle, &[0, 1, 1]);
        check("", PathStyle::ClassAndStyle, &[0]);
    }

    #[test]
    fn a_path_is_spelt_from_the_body_down() {
        let document = Document::parse("<div class='a b' style='color: red'>x");
        let paths = TagPaths::of(&document, PathStyle::ClassAndStyle);
        assert_eq!(paths.spell(&document, 2), "body/div a b color: red/#text");
        assert_eq!(paths.spell(&document, 99), "");
        assert_eq!(paths.parent(2), Some(1));
        assert_eq!(paths.parent(0), None);
    }
}
