//! The value of an expression at a context node.

use super::TooCostly;
use super::exists::{Answers, PlainAttribute};
use super::syntax::{Expr, Expression, Filter, Operator, Path};
use super::value::{Value, XPathNode, number_to_boolean, number_to_string, string_to_number};
use crate::budget;
use crate::document::{Document, Name, NodeId};
use std::borrow::Cow;
use std::collections::HashMap;
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
pub(super) enum PartialValue<'a> {
    Nodes(Vec<XPathNode>),
    Boolean(bool),
    Number(f64),
    String(Cow<'a, str>),
}

impl PartialValue<'_> {
    pub(super) fn is_true(&self) -> bool {
        match self {
            PartialValue::Nodes(nodes) => !nodes.is_empty(),
            PartialValue::Boolean(value) => *value,
            PartialValue::Number(number) => number_to_boolean(*number),
            PartialValue::String(text) => !text.is_empty(),
        }
    }
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
            PartialValue::Nodes(nodes) => Value::Nodes(nodes),
            PartialValue::Boolean(value) => Value::Boolean(value),
            PartialValue::Number(value) => Value::Number(value),
            PartialValue::String(value) => Value::String(value.into_owned()),
        })
    }

    /// Counts nodes visited.
    pub(super) fn spend(&mut self, steps: usize) -> Evaluated<()> {
        budget::spend(steps);
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

    pub(super) fn value(&mut self, expression: &'a Expr, context: Context) -> Evaluated<PartialValue<'a>> {
        Ok(match expression {
            Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => PartialValue::Boolean(self.boolean(expression, context)?),
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
                PartialValue::Number(total)
            }
            Expr::Negate(operand) => PartialValue::Number(-self.number(operand, context)?),
            Expr::Union(operands) => {
                let mut nodes = Vec::new();
                for operand in operands {
                    nodes.append(&mut self.nodes(operand, context)?);
                }
                PartialValue::Nodes(in_document_order(nodes))
            }
            Expr::Path(path) => PartialValue::Nodes(self.path(path, context.node)?),
            Expr::Filter(filter) => PartialValue::Nodes(self.filter(filter, context)?),
            Expr::Literal(text) => PartialValue::String((&**text).into()),
            Expr::Number(number) => PartialValue::Number(*number),
            Expr::Call(function, arguments) => self.call(*function, arguments, context)?,
        })
    }

    pub(super) fn nodes(&mut self, expression: &'a Expr, context: Context) -> Evaluated<Vec<XPathNode>> {
        match self.value(expression, context)? {
            PartialValue::Nodes(nodes) => Ok(nodes),
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
                Ok(value.is_true())
            }
        }
    }

    pub(super) fn number(&mut self, expression: &'a Expr, context: Context) -> Evaluated<f64> {
        let value = self.value(expression, context)?;
        self.number_of(value)
    }

    pub(super) fn string(&mut self, expression: &'a Expr, context: Context) -> Evaluated<Cow<'a, str>> {
        if let Expr::Path(path) = expression {
            match self.plain_attribute(path, context.node) {
                PlainAttribute::Value(value) => return Ok(value.into()),
                PlainAttribute::Missing => return Ok("".into()),
                PlainAttribute::OtherPath => {}
            }
        }
        let value = self.value(expression, context)?;
        self.text_of(value)
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

    pub(super) fn number_of(&mut self, value: PartialValue<'a>) -> Evaluated<f64> {
        Ok(match value {
            PartialValue::Number(number) => number,
            PartialValue::Boolean(value) => f64::from(u8::from(value)),
            other => string_to_number(&self.text_of(other)?),
        })
    }

    fn text_of(&mut self, value: PartialValue<'a>) -> Evaluated<Cow<'a, str>> {
        Ok(match value {
            PartialValue::Nodes(nodes) => match nodes.first() {
                Some(&first) => self.text(first)?,
                None => "".into(),
            },
            PartialValue::Boolean(value) => if value { "true" } else { "false" }.into(),
            PartialValue::Number(number) => number_to_string(number).into(),
            PartialValue::String(text) => text,
        })
    }

    /// The node's string-value, paid for by the nodes below it.
    pub(super) fn text(&mut self, node: XPathNode) -> Evaluated<Cow<'a, str>> {
        if !node.is_attribute() {
            self.spend(self.document.subtree_range(node.node()).len())?;
        }
        Ok(node.text(self.document))
    }
}

pub(super) fn in_document_order(mut nodes: Vec<XPathNode>) -> Vec<XPathNode> {
    if !nodes.is_sorted_by(|one, next| one < next) {
        nodes.sort_unstable();
        nodes.dedup();
    }
    nodes
}
