//! Whether a node is one block, is divided, or is nothing: the rules of the report and which of them are asked for which
//! node.

use super::RuleSet;
use super::nodes::{Facts, Nodes};
use tamis_page::{Document, Name, NodeId, names};

/// A rule, by its number among the thirteen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// Reached by dividing what is above it, and cannot be divided: a text, a picture.
    Leaf,
    /// Nothing to see in it.
    Empty,
    /// One child, and that is no text.
    OneChild,
    /// The only node of its area.
    OnlyRoot,
    /// Nothing but text.
    AllText,
    /// A child breaks the line.
    LineBreak,
    /// A child is an `hr`.
    RuleLine,
    /// Its children need more room than it has.
    Overfull,
    /// A child has another background.
    OtherBackground,
    /// Small, with text.
    SmallWithText,
    /// All children are small.
    SmallChildren,
    /// Its sibling was divided.
    AsSibling,
    /// Divided if nothing else holds.
    ElseDivide,
    /// A block if nothing else holds.
    ElseBlock,
}

/// What becomes of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is no block and holds no block.
    Cut,
    Divide(Rule),
    /// Divided, and the children with another background are blocks.
    DivideByBackground,
    Block(Rule, u8),
}

/// What the rules ask about a node besides what can be seen of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    pub(super) is_only_root: bool,
    pub(super) is_sibling_divided: bool,
    /// The area below which a node is small, in square pixels.
    pub(super) threshold: f64,
}

impl Rule {
    const ALL: [Rule; 14] = [
        Rule::Leaf,
        Rule::Empty,
        Rule::OneChild,
        Rule::OnlyRoot,
        Rule::AllText,
        Rule::LineBreak,
        Rule::RuleLine,
        Rule::Overfull,
        Rule::OtherBackground,
        Rule::SmallWithText,
        Rule::SmallChildren,
        Rule::AsSibling,
        Rule::ElseDivide,
        Rule::ElseBlock,
    ];

    /// Its number in a rule set: 0 for a leaf and for a rule that the set lacks.
    pub fn number(self, rules: RuleSet) -> usize {
        let number = Rule::ALL.iter().position(|&rule| rule == self).unwrap_or_default();
        match rules {
            RuleSet::Thirteen => number,
            RuleSet::Twelve if self == Rule::Overfull => 0,
            RuleSet::Twelve => number - usize::from(number > 7),
        }
    }

    /// The number as a word.
    pub(super) fn word(self, rules: RuleSet) -> &'static str {
        const WORDS: [&str; 14] = [
            "leaf", "rule 1", "rule 2", "rule 3", "rule 4", "rule 5", "rule 6", "rule 7", "rule 8", "rule 9",
            "rule 10", "rule 11", "rule 12", "rule 13",
        ];
        WORDS[self.number(rules)]
    }
}

const INLINE: &[Rule] = {
    use Rule::{
        AllText, ElseDivide, Empty, LineBreak, OneChild, OnlyRoot, Overfull, RuleLine, SmallChildren, SmallWithText,
    };
    &[Empty, OneChild, OnlyRoot, AllText, LineBreak, RuleLine, Overfull, SmallWithText, SmallChildren, ElseDivide]
};
const TABLE: &[Rule] = {
    use Rule::{ElseBlock, Empty, OneChild, OnlyRoot, OtherBackground, SmallChildren};
    &[Empty, OneChild, OnlyRoot, OtherBackground, SmallChildren, ElseBlock]
};
const ROW: &[Rule] = {
    use Rule::{ElseBlock, Empty, OneChild, OnlyRoot, OtherBackground, Overfull, SmallChildren};
    &[Empty, OneChild, OnlyRoot, Overfull, OtherBackground, SmallChildren, ElseBlock]
};
const CELL: &[Rule] = {
    use Rule::{AllText, AsSibling, ElseBlock, Empty, OneChild, OnlyRoot, SmallChildren, SmallWithText};
    &[Empty, OneChild, OnlyRoot, AllText, SmallWithText, SmallChildren, AsSibling, ElseBlock]
};
const PARAGRAPH: &[Rule] = INLINE;
const OTHER: &[Rule] = {
    use Rule::{AllText, ElseDivide, Empty, OneChild, OnlyRoot, Overfull, RuleLine, SmallChildren, SmallWithText};
    &[Empty, OneChild, OnlyRoot, AllText, RuleLine, Overfull, SmallWithText, SmallChildren, ElseDivide]
};

/// The rules that are asked for a node, in their order. The twelve are the thirteen without "overfull".
fn rules_for(facts: &Facts, tag: Option<Name>) -> &'static [Rule] {
    if facts.is_inline {
        return INLINE;
    }
    match tag {
        Some(names::TABLE) => TABLE,
        Some(names::TR) => ROW,
        Some(names::TD | names::TH) => CELL,
        Some(names::P) => PARAGRAPH,
        _ => OTHER,
    }
}

/// Asks the rules for a node; the first one that holds decides.
pub(super) fn judge(
    document: &Document,
    nodes: &Nodes,
    node: NodeId,
    circumstances: Circumstances,
    rule_set: RuleSet,
) -> Verdict {
    let facts = nodes.get(node);
    if !facts.is_valid {
        return Verdict::Cut;
    }
    if facts.is_text {
        return Verdict::Block(Rule::Leaf, 10);
    }
    let tag = document.tag(node);
    let is_small = |area: f64| area < circumstances.threshold;
    for &rule in rules_for(facts, tag) {
        match rule {
            Rule::Empty if facts.n_children == 0 => return Verdict::Cut,
            Rule::OneChild if facts.n_children == 1 && facts.n_texts == 0 => return Verdict::Divide(rule),
            Rule::OnlyRoot if circumstances.is_only_root => return Verdict::Divide(rule),
            Rule::AllText if facts.n_virtual_texts == facts.n_children => {
                return Verdict::Block(rule, if facts.has_one_font { 10 } else { 9 });
            }
            Rule::LineBreak if facts.has_line_break => return Verdict::Divide(rule),
            Rule::RuleLine if facts.has_rule_line => return Verdict::Divide(rule),
            Rule::Overfull if rule_set == RuleSet::Thirteen && facts.area_of_children > facts.area => {
                return Verdict::Divide(rule);
            }
            Rule::OtherBackground if has_other_background(document, nodes, node) => return Verdict::DivideByBackground,
            Rule::SmallWithText if facts.n_virtual_texts > 0 && is_small(facts.area) => {
                return Verdict::Block(rule, coherence_with_text(tag));
            }
            Rule::SmallChildren if is_small(facts.largest_child) => {
                return Verdict::Block(rule, if tag == Some(names::A) { 11 } else { 8 });
            }
            Rule::AsSibling if circumstances.is_sibling_divided => return Verdict::Divide(rule),
            Rule::ElseDivide => return Verdict::Divide(rule),
            Rule::ElseBlock => return Verdict::Block(rule, coherence_of_rest(tag)),
            _ => {}
        }
    }
    unreachable!("invariant: the last rule of every list holds always")
}

/// Whether a node that can be seen is painted on another background than its parent.
pub(super) fn is_set_off(nodes: &Nodes, parent: NodeId, child: NodeId) -> bool {
    let facts = nodes.get(child);
    facts.is_valid && facts.background != nodes.get(parent).background
}

fn has_other_background(document: &Document, nodes: &Nodes, node: NodeId) -> bool {
    document.children(node).any(|child| is_set_off(nodes, node, child))
}

/// How coherent the children with another background are: all programs at hand say 7, the report 6 to 8.
pub(super) const COHERENCE_OF_SET_OFF: u8 = 7;

/// The report says 5 to 8 by tag.
fn coherence_with_text(tag: Option<Name>) -> u8 {
    match tag {
        Some(names::DIV) => 5,
        Some(names::CODE | names::PRE) => 7,
        _ => 8,
    }
}

/// The report says "by tag", the programs at hand leave a placeholder; the more a tag holds, the less coherent it is.
fn coherence_of_rest(tag: Option<Name>) -> u8 {
    match tag {
        Some(names::LI | names::SPAN | names::SUP | names::IMG) => 8,
        Some(names::TR) => 6,
        Some(names::TABLE) => 5,
        _ => 7,
    }
}
