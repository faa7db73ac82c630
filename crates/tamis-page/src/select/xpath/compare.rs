//! Comparisons (XPath 1.0, section 3.4): a node-set compares as told if one of its nodes does.

use super::evaluate::{Context, Evaluated, Evaluation, PartialValue};
use super::syntax::{Axis, Comparison, Expr, Function, NodeTest, Path, Step};
use super::value::{XPathNode, is_xml_space, string_to_number};
use crate::document::{Document, NodeId, NodeKind};
use std::borrow::Cow;
use std::collections::HashSet;

impl<'a> Evaluation<'a> {
    pub(super) fn compare_expressions(
        &mut self,
        comparison: Comparison,
        left: &'a Expr,
        right: &'a Expr,
        context: Context,
    ) -> Evaluated<bool> {
        match (left, right) {
            (Expr::Path(path), constant @ (Expr::Literal(_) | Expr::Number(_))) if !path.is_absolute => {
                self.leads_somewhere(path, Some((comparison, constant)), context.node)
            }
            (constant @ (Expr::Literal(_) | Expr::Number(_)), Expr::Path(path)) if !path.is_absolute => {
                self.leads_somewhere(path, Some((comparison.mirrored(), constant)), context.node)
            }
            (Expr::Literal(wanted), text) | (text, Expr::Literal(wanted))
                if matches!(comparison, Comparison::Equal | Comparison::NotEqual) && is_of_context(text) =>
            {
                match self.says(context.node, wanted, TextExtent::Whole)? {
                    Some(says) => Ok(says == (comparison == Comparison::Equal)),
                    None => self.compare_values(comparison, left, right, context),
                }
            }
            _ => self.compare_values(comparison, left, right, context),
        }
    }

    fn compare_values(
        &mut self,
        comparison: Comparison,
        left: &'a Expr,
        right: &'a Expr,
        context: Context,
    ) -> Evaluated<bool> {
        let left = self.value(left, context)?;
        let right = self.value(right, context)?;
        self.compare(comparison, left, right)
    }

    fn compare(&mut self, comparison: Comparison, left: PartialValue<'a>, right: PartialValue<'a>) -> Evaluated<bool> {
        match (left, right) {
            (PartialValue::Nodes(left), PartialValue::Nodes(right)) => {
                self.compare_node_sets(comparison, &left, &right)
            }
            (PartialValue::Nodes(nodes), PartialValue::Boolean(value)) => {
                Ok(compare_numbers(comparison, f64::from(u8::from(!nodes.is_empty())), f64::from(u8::from(value))))
            }
            (PartialValue::Nodes(nodes), constant) => {
                for node in nodes {
                    if self.compare_node(comparison, node, &constant)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (constant, nodes @ PartialValue::Nodes(_)) => self.compare(comparison.mirrored(), nodes, constant),
            (left, right) => match comparison {
                Comparison::Equal | Comparison::NotEqual => {
                    let is_equal = match (&left, &right) {
                        (PartialValue::Boolean(_), _) | (_, PartialValue::Boolean(_)) => {
                            left.is_true() == right.is_true()
                        }
                        (PartialValue::String(left), PartialValue::String(right)) => left == right,
                        _ => {
                            let (left, right) = (self.number_of(left)?, self.number_of(right)?);
                            return Ok(compare_numbers(comparison, left, right));
                        }
                    };
                    Ok(is_equal == (comparison == Comparison::Equal))
                }
                _ => Ok(compare_numbers(comparison, self.number_of(left)?, self.number_of(right)?)),
            },
        }
    }

    /// Compares a node with a string or a number.
    pub(super) fn compare_node(
        &mut self,
        comparison: Comparison,
        node: XPathNode,
        constant: &PartialValue<'a>,
    ) -> Evaluated<bool> {
        let text = self.text(node)?;
        Ok(compare_text(comparison, &text, constant))
    }

    /// Whether some pair compares so, without looking at all pairs.
    fn compare_node_sets(
        &mut self,
        comparison: Comparison,
        left: &[XPathNode],
        right: &[XPathNode],
    ) -> Evaluated<bool> {
        let mut texts = |nodes: &[XPathNode]| -> Evaluated<Vec<Cow<'a, str>>> {
            nodes.iter().map(|&node| self.text(node)).collect()
        };
        let (left, right) = (texts(left)?, texts(right)?);
        Ok(match comparison {
            Comparison::Equal => {
                let left: HashSet<Cow<str>> = left.into_iter().collect();
                right.iter().any(|text| left.contains(text))
            }
            Comparison::NotEqual => match (left.first(), right.first()) {
                // All pairs are equal only if all texts are.
                (Some(first), Some(_)) => left.iter().chain(&right).any(|text| text != first),
                _ => false,
            },
            _ => {
                let numbers = |texts: &[Cow<str>]| -> Vec<f64> {
                    texts.iter().map(|text| string_to_number(text)).filter(|number| !number.is_nan()).collect()
                };
                let (left, right) = (numbers(&left), numbers(&right));
                let least = |numbers: &[f64]| numbers.iter().copied().fold(f64::INFINITY, f64::min);
                let most = |numbers: &[f64]| numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                !left.is_empty()
                    && !right.is_empty()
                    && match comparison {
                        Comparison::Less | Comparison::LessOrEqual => {
                            compare_numbers(comparison, least(&left), most(&right))
                        }
                        _ => compare_numbers(comparison, most(&left), least(&right)),
                    }
            }
        })
    }
}

/// Compares a node's string-value with a string or a number.
pub(super) fn compare_text(comparison: Comparison, text: &str, constant: &PartialValue) -> bool {
    match (comparison, constant) {
        (Comparison::Equal, PartialValue::String(wanted)) => *text == **wanted,
        (Comparison::NotEqual, PartialValue::String(wanted)) => *text != **wanted,
        (_, PartialValue::String(wanted)) => {
            compare_numbers(comparison, string_to_number(text), string_to_number(wanted))
        }
        (_, PartialValue::Number(wanted)) => compare_numbers(comparison, string_to_number(text), *wanted),
        _ => false,
    }
}

#[expect(clippy::float_cmp, reason = "XPath compares numbers exactly")]
fn compare_numbers(comparison: Comparison, left: f64, right: f64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

/// How much of a text is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::select) enum TextExtent {
    Whole,
    Start,
}

/// Whether a node's string-value is this text, or begins with it, once its white space is normalised: and how many nodes
/// were read, up to the first difference.
pub(in crate::select) fn has_normal_text(
    document: &Document,
    node: NodeId,
    wanted: &str,
    extent: TextExtent,
) -> (bool, usize) {
    let mut rest = wanted.chars();
    let (mut at_start, mut after_space) = (true, false);
    let mut n_read = 0;
    for inner in document.subtree(node) {
        n_read += 1;
        if document.kind(inner) != NodeKind::Text {
            continue;
        }
        for character in document.text(inner).chars() {
            if is_xml_space(character) {
                after_space = true;
                continue;
            }
            let is_apart = after_space && !at_start;
            for found in is_apart.then_some(' ').into_iter().chain([character]) {
                match rest.next() {
                    Some(wanted) if wanted == found => {}
                    None if extent == TextExtent::Start => return (true, n_read),
                    _ => return (false, n_read),
                }
            }
            (at_start, after_space) = (false, false);
        }
    }
    (rest.next().is_none(), n_read)
}

/// Whether the expression is `normalize-space()` of the context node.
pub(super) fn is_of_context(expression: &Expr) -> bool {
    let Expr::Call(Function::NormalizeSpace, arguments) = expression else { return false };
    let [Expr::Path(Path { is_absolute: false, steps, .. })] = &arguments[..] else { return false };
    matches!(&steps[..], [Step { axis: Axis::SelfNode, test: NodeTest::AnyNode, predicates }] if predicates.is_empty())
}

impl Evaluation<'_> {
    /// The answer for a node, `None` for one whose string-value is not the text in it.
    pub(super) fn says(&mut self, node: XPathNode, wanted: &str, extent: TextExtent) -> Evaluated<Option<bool>> {
        let is_plain = |node| matches!(self.document.kind(node), NodeKind::Element | NodeKind::Text);
        if node.is_attribute() || !is_plain(node.node()) {
            return Ok(None);
        }
        let (says, n_read) = has_normal_text(self.document, node.node(), wanted, extent);
        self.spend(n_read)?;
        Ok(Some(says))
    }
}
