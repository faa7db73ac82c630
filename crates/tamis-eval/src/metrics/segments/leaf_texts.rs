//! The texts of a page that segmentation is measured on.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;
use tamis_page::{Document, NodeId, NodeKind, names};

/// The runs of text that hold more than white space, in document order, outside of what no reader sees by its markup
/// alone. Style sheets are not applied, so that the same text counts for every renderer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeafTexts {
    /// The first and the last node of each run; almost always one node.
    runs: Vec<(NodeId, NodeId)>,
    sizes: Vec<u64>,
}

impl LeafTexts {
    /// The texts of a document.
    pub fn of(document: &Document) -> LeafTexts {
        let mut texts = LeafTexts { runs: Vec::new(), sizes: Vec::new() };
        let mut unseen_until = NodeId::ROOT;
        for node in document.nodes() {
            if node < unseen_until {
                continue;
            }
            match document.kind(node) {
                NodeKind::Element if is_unseen(document, node) => unseen_until = document.subtree_end(node),
                NodeKind::Text => texts.add(document, node),
                _ => {}
            }
        }
        texts
    }

    fn add(&mut self, document: &Document, node: NodeId) {
        let size = document.text(node).chars().filter(|&char| !is_white_space(char)).count() as u64;
        if size == 0 {
            return;
        }
        // Two text nodes side by side, as the parser may leave them behind where it moves an element away, are one text.
        if let (Some(run), Some(before)) = (self.runs.last_mut(), self.sizes.last_mut())
            && run.1.0 + 1 == node.0
            && document.parent(run.1) == document.parent(node)
        {
            run.1 = node;
            *before += size;
            return;
        }
        self.runs.push((node, node));
        self.sizes.push(size);
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The characters other than white space of each text.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// The first node of each text.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.runs.iter().map(|&(first, _)| first)
    }

    /// The texts below a node, the node itself included.
    pub fn below(&self, document: &Document, node: NodeId) -> Range<usize> {
        let end = document.subtree_end(node);
        self.runs.partition_point(|run| run.1 < node)..self.runs.partition_point(|run| run.0 < end)
    }

    /// Whether there is text below a node.
    pub fn any_below(&self, document: &Document, node: NodeId) -> bool {
        !self.below(document, node).is_empty()
    }
}

fn is_unseen(document: &Document, element: NodeId) -> bool {
    const UNSEEN: [&str; 11] = [
        "head", "script", "style", "noscript", "template", "iframe", "noframes", "noembed", "object", "select",
        "datalist",
    ];
    static UNSEEN_STYLE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(display\s*:\s*none|visibility\s*:\s*hidden)").expect("invariant: it is a regular expression")
    });
    UNSEEN.iter().any(|name| document.tag_name(element).eq_ignore_ascii_case(name))
        || document.attribute(element, names::HIDDEN).is_some()
        || document.attribute(element, names::STYLE).is_some_and(|style| UNSEEN_STYLE.is_match(style))
}

/// White space as the referee's language splits by it: Unicode's, and the four separators of ASCII.
fn is_white_space(char: char) -> bool {
    char.is_whitespace() || matches!(char, '\u{1c}'..='\u{1f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expect: &[u64]) {
        assert_eq!(LeafTexts::of(&Document::parse(html)).sizes(), expect);
    }

    #[test]
    fn comments_and_tags_part_texts_and_hidden_ones_do_not_count() {
        check(
            "<body><script>x</script><p>a<!--c-->b c<br>d</p><p hidden>z</p><i style='display: none'>y</i><p> </p></body>",
            &[1, 2, 1],
        );
        check("<title>a</title><svg><style>b</style><text>c</text></svg><u style='VISIBILITY:\nhidden'>d</u>", &[1]);
        check("<select><option>a</select><noscript>b</noscript><object>c</object><b style='display:block'>d</b>", &[1]);
    }

    #[test]
    fn white_space_of_every_script_weighs_nothing() {
        check("<p>a\u{a0}b\u{3000}c\u{1c}d\u{200b}", &[5]);
        check("<p>\u{1f}\u{2003}", &[]);
    }

    #[test]
    fn what_is_below_a_node_is_a_range_of_texts() {
        let document = Document::parse("<body>a<div>b<p>c</p></div>d");
        let texts = LeafTexts::of(&document);
        let below = |name: &str| {
            let node = document.nodes().find(|&node| document.tag_name(node) == name).expect("it is there");
            texts.below(&document, node)
        };
        assert_eq!((below("body"), below("div"), below("p")), (0..4, 1..3, 2..3));
        let last = texts.nodes().last().expect("there are four");
        assert_eq!(texts.below(&document, last), 3..4);
        assert!(!texts.any_below(&document, document.head().expect("every document has one")));
    }
}
