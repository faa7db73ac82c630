//! Block extraction: from the root nodes of an area down to its blocks.

use super::RuleSet;
use super::nodes::{Background, Font, Nodes};
use super::rules::{COHERENCE_OF_SET_OFF, Circumstances, Rule, Verdict, is_set_off, judge};
use crate::segment::geometry::PixelRect;
use tamis_page::budget;
use tamis_page::{Document, NodeId, names};

/// A node that a round takes for one thing.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Block {
    /// The node.
    pub node: NodeId,
    /// Where it is.
    pub rect: PixelRect,
    /// The rule that made it a block.
    pub rule: Rule,
    /// Its degree of coherence by that rule.
    pub coherence: u8,
    pub(super) font: Option<Font>,
    pub(super) background: Background,
}

impl Block {
    pub(super) fn new(nodes: &Nodes, node: NodeId, rule: Rule, coherence: u8) -> Block {
        let facts = nodes.get(node);
        Block { node, rect: facts.rect, rule, coherence, font: facts.font, background: facts.background }
    }

    /// Whether it is nothing but text.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.rule, Rule::Leaf | Rule::AllText) && self.font.is_some()
    }
}

/// Extracts the blocks of one area after the other.
pub(super) struct Extractor<'a> {
    document: &'a Document,
    nodes: &'a Nodes,
    rules: RuleSet,
    /// Of each node the number of the extraction that judged a child of it last, and whether that child was divided.
    last_judged: Vec<(u32, bool)>,
    n_extractions: u32,
    stack: Vec<(NodeId, Origin)>,
}

/// How the roots of an area are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EntryMode {
    /// Each by its own list of rules, an only one divided.
    Judged,
    /// Each divided: as they are, no separator is between them.
    LookedInto,
}

/// How the extraction came to a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A root that is divided in any case.
    Opened,
    Plain,
    /// It has another background than its parent, which was divided for that.
    SetOff,
}

/// What was found below the root nodes of an area.
#[derive(Debug, Default)]
pub(super) struct Extracted {
    pub(super) blocks: Vec<Block>,
    /// Where the `hr` between them are.
    pub(super) rule_lines: Vec<PixelRect>,
}

impl<'a> Extractor<'a> {
    pub(super) fn new(document: &'a Document, nodes: &'a Nodes, rules: RuleSet) -> Extractor<'a> {
        let last_judged = vec![(0, false); document.len()];
        Extractor { document, nodes, rules, last_judged, n_extractions: 0, stack: Vec::new() }
    }

    /// The blocks below the roots, in document order if the roots are.
    pub(super) fn extract(&mut self, roots: &[Block], threshold: f64, entry: EntryMode) -> Extracted {
        self.n_extractions += 1;
        let origin = if roots.len() == 1 || entry == EntryMode::LookedInto { Origin::Opened } else { Origin::Plain };
        let mut found = Extracted::default();
        self.stack.extend(roots.iter().rev().map(|root| (root.node, origin)));
        while let Some((node, origin)) = self.stack.pop() {
            budget::spend(32);
            if !self.nodes.get(node).is_valid {
                continue;
            }
            let parent = self.document.parent(node).unwrap_or(NodeId::ROOT);
            let verdict = if origin == Origin::SetOff {
                Verdict::Block(Rule::OtherBackground, COHERENCE_OF_SET_OFF)
            } else {
                let (number, is_divided) = self.last_judged[parent.index()];
                let is_sibling_divided = number == self.n_extractions && is_divided;
                let is_only_root = origin == Origin::Opened;
                let circumstances = Circumstances { is_only_root, is_sibling_divided, threshold };
                judge(self.document, self.nodes, node, circumstances, self.rules)
            };
            let is_divided = matches!(verdict, Verdict::Divide(_) | Verdict::DivideByBackground);
            self.last_judged[parent.index()] = (self.n_extractions, is_divided);
            match verdict {
                Verdict::Cut if self.document.is_html(node, names::HR) => {
                    found.rule_lines.push(self.nodes.get(node).rect);
                }
                Verdict::Cut => {}
                Verdict::Block(rule, coherence) => found.blocks.push(Block::new(self.nodes, node, rule, coherence)),
                Verdict::Divide(_) => self.divide(node, |_| Origin::Plain),
                Verdict::DivideByBackground => {
                    let nodes = self.nodes;
                    self.divide(
                        node,
                        |child| {
                            if is_set_off(nodes, node, child) { Origin::SetOff } else { Origin::Plain }
                        },
                    );
                }
            }
        }
        found
    }

    fn divide(&mut self, node: NodeId, origin: impl Fn(NodeId) -> Origin) {
        let begin = self.stack.len();
        self.stack.extend(self.document.children(node).map(|child| (child, origin(child))));
        self.stack[begin..].reverse();
    }
}
