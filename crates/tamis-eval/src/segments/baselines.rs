//! Ways to cut a page that take no thought: what a method should beat.

use crate::metrics::segments::{LeafTexts, SaidBlock};
use tamis_page::{Document, NodeId};

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
            Baseline::Depth(depth) => at_depth(document, texts, depth),
            Baseline::SemanticTags => document.nodes().filter(|&node| is_semantic(document, node)).collect(),
        };
        let with_text = nodes.into_iter().filter(|&node| texts.any_below(document, node));
        with_text.map(|node| SaidBlock::of(vec![node], None)).collect()
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

/// The elements at a depth. One that has no such elements below it stays whole, and so does what stands between
/// elements higher up, so that all text is in a block.
fn at_depth(document: &Document, texts: &LeafTexts, depth: u32) -> Vec<NodeId> {
    let mut around: Vec<NodeId> = document.body().into_iter().collect();
    let mut whole = Vec::new();
    for _ in 0..depth {
        let mut below = Vec::new();
        for node in around {
            let children = document.children(node).filter(|&child| texts.any_below(document, child));
            let (blocks, inline): (Vec<_>, Vec<_>) = children.partition(|&child| is_block_level(document, child));
            if blocks.is_empty() {
                whole.push(node);
            } else {
                below.extend(blocks);
                whole.extend(inline);
            }
        }
        around = below;
    }
    whole.extend(around);
    whole
}

/// Whether a node is an element that does not stand within a line of text.
fn is_block_level(document: &Document, node: NodeId) -> bool {
    const INLINE: [&str; 35] = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "button", "cite", "code", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
        "svg", "textarea", "time", "tt", "u", "var",
    ];
    document.is_element(node) && !INLINE.contains(&document.tag_name(node))
}

fn is_semantic(document: &Document, node: NodeId) -> bool {
    document.is_element(node)
        && matches!(document.tag_name(node), "main" | "nav" | "header" | "footer" | "aside" | "article" | "section")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(baseline: &str, html: &str, expect: &[&str]) {
        let document = Document::parse(html);
        let blocks = Baseline::named(baseline).expect("it is one").blocks(&document, &LeafTexts::of(&document));
        let mut texts: Vec<String> =
            blocks.iter().map(|block| block.nodes.iter().map(|&node| document.text_content(node)).collect()).collect();
        texts.sort();
        assert_eq!(texts, expect);
    }

    const PAGE: &str =
        "<body><script>s</script><div><header>a<b>b</b></header><div><p>c</p>d<section>e</section></div></div>";

    #[test]
    fn each_baseline_cuts_in_its_own_way() {
        check("leaves", PAGE, &["a", "b", "c", "d", "e"]);
        check("body-children", PAGE, &["ab", "cde"]);
        check("depth-1", PAGE, &["abcde"]);
        check("depth-2", PAGE, &["ab", "cde"]);
        check("depth-3", PAGE, &["ab", "c", "d", "e"]);
        check("depth-8", PAGE, &["ab", "c", "d", "e"]);
        check("semantic-tags", PAGE, &["ab", "e"]);
        check("whole-page", "<p>a<p>b", &["ab"]);
    }

    #[test]
    fn a_page_without_text_has_no_blocks() {
        for baseline in Baseline::all() {
            check(&baseline.name(), "<body><div><img></div>", &[]);
            check(&baseline.name(), "<frameset><frame></frameset>", &[]);
        }
    }
}
