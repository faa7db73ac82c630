//! The value of an expression at a context node.

use super::syntax::{Comparison, Expr, Expression, Filter, Operator, Path};
use super::value::{Value, XPathNode, number_to_boolean, number_to_string, string_to_number};
use super::{TooCostly, exists::Answers};
use crate::document::{Document, Name, NodeId};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// One evaluation of an expression on a document.
pub(super) struct Evaluation<'a> {
    pub(super) document: &'a Document,
    expression: &'a Expression,
    /// The expression's names as this document numbers them; `None` for a name that the document does not use.
    pub(super) names: Vec<Option<Name>>,
    limit: u64,
    steps_left: u64,
    /// By slot: the nodes of an absolute path, which are the same from everywhere.
    absolute: Vec<Option<Rc<[XPathNode]>>>,
    pub(super) answers: Vec<Answers>,
    pub(super) by_id: Option<HashMap<&'a str, NodeId>>,
}

/// The context of an expression.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) node: XPathNode,
    pub(super) position: usize,
    pub(super) size: usize,
}

impl Context {
    pub(super) fn alone(node: XPathNode) -> Context {
        Context { node, position: 1, size: 1 }
    }
}

/// A value on the way, borrowing what it can.
#[derive(Debug)]
pub(super) enum Inner<'a> {
    Nodes(Vec<XPathNode>),
    Boolean(bool),
    Number(f64),
    String(Cow<'a, str>),
}

pub(super) type Evaluated<T> = Result<T, TooCostly>;

impl<'a> Evaluation<'a> {
    pub(super) fn new(document: &'a Document, expression: &'a Expression, limit: u64) -> Evaluation<'a> {
        Evaluation {
            document,
            expression,
            names: expression.names.iter().map(|name| document.find_name(name)).collect(),
            limit,
            steps_left: limit,
            absolute: vec![None; expression.n_slots],
            answers: (0..expression.n_slots).map(|_| Answers::default()).collect(),
            by_id: None,
        }
    }

    pub(super) fn run(mut self, context: NodeId) -> Evaluated<Value> {
        let expression = self.expression;
        Ok(match self.value(&expression.root, Context::alone(context.into()))? {
            Inner::Nodes(nodes) => Value::Nodes(nodes),
            Inner::Boolean(value) => Value::Boolean(value),
            Inner::Number(value) => Value::Number(value),
            Inner::String(value) => Value::String(value.into_owned()),
        })
    }

    /// Counts nodes visited.
    pub(super) fn spend(&mut self, steps: usize) -> Evaluated<()> {
        match self.steps_left.checked_sub(steps as u64) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(TooCostly { limit: self.limit }),
        }
    }

    pub(super) fn spent(&self) -> u64 {
        self.limit - self.steps_left
    }

    pub(super) fn value(&mut self, expression: &'a Expr, context: Context) -> Evaluated<Inner<'a>> {
        Ok(match expression {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => Inner::Boolean(self.boolean(expression, context)?),
            Expr::Arithmetic(first, rest) => {
                let mut total = self.number(first, context)?;
                for (operator, operand) in rest {
                    let operand = self.number(operand, context)?;
                    total = match operator {
                        Operator::Add => total + operand,
                        Operator::Subtract => total - operand,
                        Operator::Multiply => total * operand,
                        Operator::Divide => total / operand,
                        Operator::Modulo => total % operand,
                    };
                }
                Inner::Number(total)
            }
            Expr::Negate(operand) => Inner::Number(-self.number(operand, context)?),
            Expr::Union(operands) => {
                let mut nodes = Vec::new();
                for operand in operands {
                    nodes.append(&mut self.nodes(operand, context)?);
                }
                Inner::Nodes(in_document_order(nodes))
            }
            Expr::Path(path) => Inner::Nodes(self.path(path, context.node)?),
            Expr::Filter(filter) => Inner::Nodes(self.filter(filter, context)?),
            Expr::Literal(text) => Inner::String((&**text).into()),
            Expr::Number(number) => Inner::Number(*number),
            Expr::Call(function, arguments) => self.call(*function, arguments, context)?,
        })
    }

    pub(super) fn nodes(&mut self, expression: &'a Expr, context: Context) -> Evaluated<Vec<XPathNode>> {
        match self.value(expression, context)? {
            Inner::Nodes(nodes) => Ok(nodes),
            // Expressions of another type are refused when read.
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn boolean(&mut self, expression: &'a Expr, context: Context) -> Evaluated<bool> {
        match expression {
            Expr::Or(operands) => {
                for operand in operands {
                    if self.boolean(operand, context)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Expr::And(operands) => {
                for operand in operands {
                    if !self.boolean(operand, context)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Expr::Compare(comparison, left, right) => self.compare_expressions(*comparison, left, right, context),
            Expr::Path(path) if path.is_absolute => Ok(!self.absolute_path(path)?.is_empty()),
            Expr::Path(path) => self.leads_somewhere(path, None, context.node),
            _ => {
                let value = self.value(expression, context)?;
                Ok(self.to_boolean(&value))
            }
        }
    }

    pub(super) fn number(&mut self, expression: &'a Expr, context: Context) -> Evaluated<f64> {
        let value = self.value(expression, context)?;
        self.to_number(value)
    }

    pub(super) fn string(&mut self, expression: &'a Expr, context: Context) -> Evaluated<Cow<'a, str>> {
        if let Expr::Path(path) = expression
            && let Some(value) = self.plain_attribute(path, context.node)
        {
            return Ok(value.unwrap_or("").into());
        }
        let value = self.value(expression, context)?;
        self.to_text(value)
    }

    fn path(&mut self, path: &'a Path, context: XPathNode) -> Evaluated<Vec<XPathNode>> {
        if path.is_absolute {
            return Ok(self.absolute_path(path)?.to_vec());
        }
        self.walk(vec![context], &path.steps)
    }

    fn absolute_path(&mut self, path: &'a Path) -> Evaluated<Rc<[XPathNode]>> {
        if let Some(nodes) = &self.absolute[path.slot] {
            let nodes = Rc::clone(nodes);
            self.spend(nodes.len())?;
            return Ok(nodes);
        }
        let nodes: Rc<[XPathNode]> = self.walk(vec![NodeId::ROOT.into()], &path.steps)?.into();
        self.absolute[path.slot] = Some(Rc::clone(&nodes));
        Ok(nodes)
    }

    fn filter(&mut self, filter: &'a Filter, context: Context) -> Evaluated<Vec<XPathNode>> {
        let nodes = self.nodes(&filter.primary, context)?;
        let kept = self.keep(nodes, &filter.predicates)?;
        self.walk(kept, &filter.steps)
    }

    fn to_boolean(&self, value: &Inner<'a>) -> bool {
        match value {
            Inner::Nodes(nodes) => !nodes.is_empty(),
            Inner::Boolean(value) => *value,
            Inner::Number(number) => number_to_boolean(*number),
            Inner::String(text) => !text.is_empty(),
        }
    }

    fn to_number(&mut self, value: Inner<'a>) -> Evaluated<f64> {
        Ok(match value {
            Inner::Number(number) => number,
            Inner::Boolean(value) => f64::from(u8::from(value)),
            other => string_to_number(&self.to_text(other)?),
        })
    }

    fn to_text(&mut self, value: Inner<'a>) -> Evaluated<Cow<'a, str>> {
        Ok(match value {
            Inner::Nodes(nodes) => match nodes.first() {
                Some(&first) => self.text(first)?,
                None => "".into(),
            },
            Inner::Boolean(value) => if value { "true" } else { "false" }.into(),
            Inner::Number(number) => number_to_string(number).into(),
            Inner::String(text) => text,
        })
    }

    /// The node's string-value, paid for by the nodes below it.
    pub(super) fn text(&mut self, node: XPathNode) -> Evaluated<Cow<'a, str>> {
        if !node.is_attribute() {
            self.spend(self.document.subtree_range(node.node()).len())?;
        }
        Ok(node.text(self.document))
    }

    /// XPath 1.0, section 3.4.
    fn compare_expressions(
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
            _ => {
                let left = self.value(left, context)?;
                let right = self.value(right, context)?;
                self.compare(comparison, left, right)
            }
        }
    }

    fn compare(&mut self, comparison: Comparison, left: Inner<'a>, right: Inner<'a>) -> Evaluated<bool> {
        match (left, right) {
            (Inner::Nodes(left), Inner::Nodes(right)) => self.compare_node_sets(comparison, &left, &right),
            (Inner::Nodes(nodes), Inner::Boolean(value)) => {
                Ok(compare_numbers(comparison, f64::from(u8::from(!nodes.is_empty())), f64::from(u8::from(value))))
            }
            (Inner::Nodes(nodes), constant) => {
                for node in nodes {
                    if self.compare_node(comparison, node, &constant)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            (constant, nodes @ Inner::Nodes(_)) => self.compare(comparison.mirrored(), nodes, constant),
            (left, right) => match comparison {
                Comparison::Equal | Comparison::NotEqual => {
                    let is_equal = match (&left, &right) {
                        (Inner::Boolean(_), _) | (_, Inner::Boolean(_)) => {
                            self.to_boolean(&left) == self.to_boolean(&right)
                        }
                        (Inner::String(left), Inner::String(right)) => left == right,
                        _ => {
                            let (left, right) = (self.to_number(left)?, self.to_number(right)?);
                            return Ok(compare_numbers(comparison, left, right));
                        }
                    };
                    Ok(is_equal == (comparison == Comparison::Equal))
                }
                _ => Ok(compare_numbers(comparison, self.to_number(left)?, self.to_number(right)?)),
            },
        }
    }

    /// Compares a node with a string or a number.
    pub(super) fn compare_node(
        &mut self,
        comparison: Comparison,
        node: XPathNode,
        constant: &Inner<'a>,
    ) -> Evaluated<bool> {
        let text = self.text(node)?;
        Ok(match (comparison, constant) {
            (Comparison::Equal, Inner::String(wanted)) => text == *wanted,
            (Comparison::NotEqual, Inner::String(wanted)) => text != *wanted,
            (_, Inner::String(wanted)) => {
                compare_numbers(comparison, string_to_number(&text), string_to_number(wanted))
            }
            (_, Inner::Number(wanted)) => compare_numbers(comparison, string_to_number(&text), *wanted),
            _ => false,
        })
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

#[expect(clippy::float_cmp, reason = "XPath compares numbers exactly")]
pub(super) fn compare_numbers(comparison: Comparison, left: f64, right: f64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterOrEqual => left >= right,
    }
}

pub(super) fn in_document_order(mut nodes: Vec<XPathNode>) -> Vec<XPathNode> {
    if !nodes.is_sorted_by(|one, next| one < next) {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}
