//! Ways to cut a page that take no thought: what a method should beat.

use crate::metrics::segments::{LeafTexts, SaidBlock};
use tamis_page::{Document, NodeId, NodeKind};

/// A way to cut a page by its markup alone. Its blocks count at both levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Baseline {
    /// One block.
    WholePage,
    /// Every text is a block.
    Leaves,
    /// The children of the body, below wrappers around everything.
    BodyChildren,
    /// The elements at a depth below the body, and what lies beside them.
    Depth(u32),
    /// The elements that HTML has for the parts of a page.
    SemanticTags,
}

impl Baseline {
    /// The deepest depth.
    pub const MAX_DEPTH: u32 = 8;

    /// All of them.
    pub fn all() -> Vec<Baseline> {
        let mut all = vec![Baseline::WholePage, Baseline::Leaves, Baseline::BodyChildren];
        all.extend((1..=Baseline::MAX_DEPTH).map(Baseline::Depth));
        all.push(Baseline::SemanticTags);
        all
    }

    /// The name on the command line.
    pub fn name(self) -> String {
        match self {
            Baseline::WholePage => "whole-page".to_owned(),
            Baseline::Leaves => "leaves".to_owned(),
            Baseline::BodyChildren => "body-children".to_owned(),
            Baseline::Depth(depth) => format!("depth-{depth}"),
            Baseline::SemanticTags => "semantic-tags".to_owned(),
        }
    }

    /// The baseline of a name.
    pub fn named(name: &str) -> Option<Baseline> {
        Baseline::all().into_iter().find(|baseline| baseline.name() == name)
    }

    /// The blocks of a page.
    pub fn blocks(self, document: &Document, texts: &LeafTexts) -> Vec<SaidBlock> {
        let nodes: Vec<NodeId> = match self {
            Baseline::WholePage => document.html().into_iter().collect(),
            Baseline::Leaves => texts.nodes().collect(),
            Baseline::BodyChildren => body_children(document, texts),
            Baseline::Depth(depth) => at_depth(document, depth),
            Baseline::SemanticTags => document.nodes().filter(|&node| is_semantic(document, node)).collect(),
        };
        let with_text = nodes.into_iter().filter(|&node| texts.any_below(document, node));
        with_text.map(SaidBlock::at_both_levels).collect()
    }
}

/// The children of the first element from the body down that holds text in more than one child.
fn body_children(document: &Document, texts: &LeafTexts) -> Vec<NodeId> {
    let Some(mut around) = document.body() else { return Vec::new() };
    loop {
        let children: Vec<NodeId> =
            document.children(around).filter(|&child| texts.any_below(document, child)).collect();
        match children[..] {
            [only] if document.is_element(only) => around = only,
            _ => return children,
        }
    }
}

fn at_depth(document: &Document, depth: u32) -> Vec<NodeId> {
    let Some(body) = document.body() else { return Vec::new() };
    let mut found = vec![body];
    for _ in 0..depth {
        found = found.into_iter().flat_map(|node| document.child_elements(node)).collect();
    }
    found
}

fn is_semantic(document: &Document, node: NodeId) -> bool {
    document.kind(node) == NodeKind::Element
        && matches!(document.tag_name(node), "main" | "nav" | "header" | "footer" | "aside" | "article" | "section")
}
