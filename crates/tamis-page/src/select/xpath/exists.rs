//! Tests whether a path finds anything from a node, which is what most predicates ask: `[.//img]`, `[@class = 'x']`, `[not(a/b)]`.
//!
//! The first askers walk the path. When their walks add up to more than the page, the path is walked backwards from
//! all nodes at once, and the answer to everyone is a bit.

use super::axis;
use super::compare::compare_text;
use super::evaluate::{Evaluated, Evaluation, PartialValue};
use super::syntax::{Axis, Comparison, Expr, NodeTest, Path, Step};
use super::value::XPathNode;
use crate::document::Namespace;
use crate::select::bits::Bits;

/// What is known about a path from all nodes.
#[derive(Default)]
pub(super) struct Answers {
    spent: u64,
    yes: Option<Bits>,
}

/// What the node at the end of the path is compared with.
pub(super) type Comparand<'a> = Option<(Comparison, &'a Expr)>;

impl<'a> Evaluation<'a> {
    /// Whether the relative path reaches a node from `context`, one that compares as told if there is a target. A path
    /// is always asked with the same target.
    pub(super) fn leads_somewhere(
        &mut self,
        path: &'a Path,
        target: Comparand<'a>,
        context: XPathNode,
    ) -> Evaluated<bool> {
        match self.plain_attribute(path, context) {
            PlainAttribute::Value(value) => {
                self.spend(1)?;
                let compares = |(comparison, constant)| compare_text(comparison, value, &constant_value(constant));
                return Ok(target.is_none_or(compares));
            }
            PlainAttribute::Missing => {
                self.spend(1)?;
                return Ok(false);
            }
            PlainAttribute::OtherPath => {}
        }
        if !context.is_attribute()
            && let Some(yes) = &self.answers[path.slot].yes
        {
            let answer = yes.contains(context.node().index());
            self.spend(1)?;
            return Ok(answer);
        }
        let spent_before = self.spent();
        let nodes = self.walk(vec![context], &path.steps)?;
        let mut found = false;
        for node in nodes {
            found = match target {
                None => true,
                Some((comparison, constant)) => self.compare_node(comparison, node, &constant_value(constant))?,
            };
            if found {
                break;
            }
        }
        self.answers[path.slot].spent += self.spent() - spent_before;
        if path.is_reversible && self.answers[path.slot].spent > 2 * self.document.len() as u64 {
            let yes = self.walk_backwards(&path.steps, target)?;
            self.answers[path.slot].yes = Some(yes);
        }
        Ok(found)
    }

    /// What the path `@name` finds, without making a node of it: the commonest question of all.
    pub(super) fn plain_attribute(&self, path: &Path, context: XPathNode) -> PlainAttribute<'a> {
        let [Step { axis: Axis::Attribute, test: NodeTest::Name { written, lower }, predicates }] = &path.steps[..]
        else {
            return PlainAttribute::OtherPath;
        };
        if path.is_absolute || !predicates.is_empty() || context.is_attribute() {
            return PlainAttribute::OtherPath;
        }
        let document = self.document;
        let value = |name: usize| self.names[name].and_then(|name| document.attribute(context.node(), name));
        let is_html = document.namespace(context.node()) == Namespace::Html;
        let found = value(*lower).or_else(|| if is_html { None } else { value(*written) });
        found.map_or(PlainAttribute::Missing, PlainAttribute::Value)
    }

    /// The nodes from which the steps lead somewhere.
    fn walk_backwards(&mut self, steps: &'a [Step], target: Comparand<'a>) -> Evaluated<Bits> {
        let document = self.document;
        let mut ends: Vec<XPathNode> = document.nodes().map(XPathNode::from).collect();
        for (distance, step) in steps.iter().rev().enumerate() {
            self.spend(ends.len())?;
            let mut passing: Vec<XPathNode> = if step.axis == Axis::Attribute {
                let owned = ends.iter().flat_map(|end| axis::attributes(document, end.node()));
                owned.filter(|&attribute| self.passes(&step.test, attribute)).collect()
            } else {
                ends.iter().copied().filter(|&node| self.passes(&step.test, node)).collect()
            };
            passing = self.keep(passing, &step.predicates)?;
            if let (0, Some((comparison, constant))) = (distance, target) {
                let constant = constant_value(constant);
                let mut comparing = Vec::new();
                for node in passing {
                    if self.compare_node(comparison, node, &constant)? {
                        comparing.push(node);
                    }
                }
                passing = comparing;
            }
            ends = self.reach(inverse(step.axis), &NodeTest::AnyNode, &passing)?;
        }
        let mut yes = Bits::new(document.len());
        for end in ends {
            yes.insert(end.node().index());
        }
        Ok(yes)
    }
}

pub(super) enum PlainAttribute<'a> {
    /// The path is not of this kind.
    OtherPath,
    Missing,
    Value(&'a str),
}

fn constant_value(constant: &Expr) -> PartialValue<'_> {
    match constant {
        Expr::Number(number) => PartialValue::Number(*number),
        Expr::Literal(text) => PartialValue::String((&**text).into()),
        _ => PartialValue::Boolean(false),
    }
}

/// The axis that leads back.
fn inverse(axis: Axis) -> Axis {
    match axis {
        Axis::Ancestor => Axis::Descendant,
        Axis::AncestorOrSelf => Axis::DescendantOrSelf,
        Axis::Attribute | Axis::Child => Axis::Parent,
        Axis::Descendant => Axis::Ancestor,
        Axis::DescendantOrSelf => Axis::AncestorOrSelf,
        Axis::Following => Axis::Preceding,
        Axis::FollowingSibling => Axis::PrecedingSibling,
        Axis::Parent => Axis::Child,
        Axis::Preceding => Axis::Following,
        Axis::PrecedingSibling => Axis::FollowingSibling,
        Axis::SelfNode => Axis::SelfNode,
    }
}
