//! Taking steps from many nodes at once, and predicates that count.

use super::axis;
use super::evaluate::{Context, Evaluated, Evaluation, PartialValue, in_document_order};
use super::syntax::{Axis, NodeTest, Predicate, Step};
use super::value::XPathNode;
use crate::document::{Document, NodeId};
use crate::select::bits::Bits;

/// From as few nodes an axis is walked one by one; from more, a table of the page is worth its making.
const FEW: usize = 16;

impl<'a> Evaluation<'a> {
    /// The nodes reached from `contexts`, in document order and each once.
    pub(super) fn walk(&mut self, contexts: Vec<XPathNode>, steps: &'a [Step]) -> Evaluated<Vec<XPathNode>> {
        let mut nodes = contexts;
        for step in steps {
            if nodes.is_empty() {
                break;
            }
            nodes = if step.is_position_free() {
                let reached = self.reach(step.axis, &step.test, &nodes)?;
                self.keep(reached, &step.predicates)?
            } else {
                let mut reached = Vec::new();
                for context in nodes {
                    reached.append(&mut self.take_counting(step, context)?);
                }
                in_document_order(reached)
            };
        }
        Ok(nodes)
    }

    /// The nodes on the axis from any of `contexts` that pass the test.
    pub(super) fn reach(&mut self, axis: Axis, test: &NodeTest, contexts: &[XPathNode]) -> Evaluated<Vec<XPathNode>> {
        let document = self.document;
        let mut reached = Vec::new();
        let overlaps = !matches!(axis, Axis::Child | Axis::Parent | Axis::SelfNode | Axis::Attribute);
        if overlaps && contexts.len() > FEW && !contexts.iter().any(|context| context.is_attribute()) {
            let contexts: Vec<NodeId> = contexts.iter().map(|context| context.node()).collect();
            let found = self.reach_at_once(axis, &contexts)?;
            reached.extend(found.into_iter().map(XPathNode::from).filter(|&node| self.passes(test, node)));
            return Ok(reached);
        }
        for &context in contexts {
            self.spend(1)?;
            for node in axis::nodes(document, axis, context) {
                self.spend(1)?;
                if self.passes(test, node) {
                    reached.push(node);
                }
            }
        }
        Ok(in_document_order(reached))
    }

    /// The nodes on one of the long axes from any of the sorted `contexts`, each visited once.
    fn reach_at_once(&mut self, axis: Axis, contexts: &[NodeId]) -> Evaluated<Vec<NodeId>> {
        let document = self.document;
        let (Some(&first), Some(&last)) = (contexts.first(), contexts.last()) else { return Ok(Vec::new()) };
        self.spend(contexts.len() + document.len() / 64)?;
        let reached: Vec<NodeId> = match axis {
            Axis::Descendant | Axis::DescendantOrSelf => {
                let includes_self = axis == Axis::DescendantOrSelf;
                let mut covered = 0;
                let mut reached = Vec::new();
                for &context in contexts {
                    let start = if includes_self { context.index() } else { context.index() + 1 };
                    let end = document.subtree_end(context).index();
                    reached.extend((start.max(covered)..end).map(|position| NodeId(position as u32)));
                    covered = covered.max(end);
                }
                reached
            }
            Axis::Following => {
                let start = contexts.iter().map(|&context| document.subtree_end(context)).min().unwrap_or(first);
                (start.0..document.len() as u32).map(NodeId).collect()
            }
            Axis::Preceding => (0..last.0).map(NodeId).filter(|&node| document.subtree_end(node) <= last).collect(),
            Axis::Ancestor => marked(document, contexts, Document::parent, Document::parent),
            Axis::AncestorOrSelf => marked(document, contexts, |_, node| Some(node), Document::parent),
            Axis::FollowingSibling => marked(document, contexts, Document::next_sibling, Document::next_sibling),
            Axis::PrecedingSibling => {
                marked(document, contexts, Document::previous_sibling, Document::previous_sibling)
            }
            Axis::Child | Axis::Parent | Axis::SelfNode | Axis::Attribute => contexts.to_vec(),
        };
        self.spend(reached.len())?;
        Ok(reached)
    }

    /// Takes one step from one node, with predicates that count positions among the nodes of the step.
    fn take_counting(&mut self, step: &'a Step, context: XPathNode) -> Evaluated<Vec<XPathNode>> {
        self.spend(1)?;
        // Most contexts of `//li[1]` are text and have no children.
        if step.axis == Axis::Child && self.document.first_child(context.node()).is_none() {
            return Ok(Vec::new());
        }
        if let Some(nodes) = self.take_last(step, context)? {
            return Ok(nodes);
        }
        // Up to the first predicate that needs to know how many there are, nodes pass through one by one.
        let n_lazy = step
            .predicates
            .iter()
            .position(|predicate| matches!(predicate, Predicate::Last | Predicate::Positional { needs_size: true, .. }))
            .unwrap_or(step.predicates.len());
        let (lazy, rest) = step.predicates.split_at(n_lazy);
        let mut counts = vec![0; lazy.len()];
        let mut passed = Vec::new();
        for node in axis::nodes(self.document, step.axis, context) {
            self.spend(1)?;
            if !self.passes(&step.test, node) {
                continue;
            }
            match self.pass_through(node, lazy, &mut counts)? {
                Passage::Refused => {}
                Passage::Passed => passed.push(node),
                Passage::RefusedAsLast => break,
                Passage::PassedAsLast => {
                    passed.push(node);
                    break;
                }
            }
        }
        self.keep(passed, rest)
    }

    /// `…[last()]` from the far end, where only conditions come before it.
    fn take_last(&mut self, step: &'a Step, context: XPathNode) -> Evaluated<Option<Vec<XPathNode>>> {
        let n_conditions =
            step.predicates.iter().take_while(|predicate| matches!(predicate, Predicate::Condition(_))).count();
        let Some(Predicate::Last) = step.predicates.get(n_conditions) else { return Ok(None) };
        let Some(nodes) = axis::nodes_from_the_end(self.document, step.axis, context) else { return Ok(None) };
        let (conditions, rest) = (&step.predicates[..n_conditions], &step.predicates[n_conditions + 1..]);
        for node in nodes {
            self.spend(1)?;
            if self.passes(&step.test, node) && !self.keep(vec![node], conditions)?.is_empty() {
                return Ok(Some(self.keep(vec![node], rest)?));
            }
        }
        Ok(Some(Vec::new()))
    }

    fn pass_through(
        &mut self,
        node: XPathNode,
        predicates: &'a [Predicate],
        counts: &mut [usize],
    ) -> Evaluated<Passage> {
        let mut is_last = false;
        for (predicate, count) in predicates.iter().zip(counts) {
            *count += 1;
            let passes = match predicate {
                Predicate::At(position) => {
                    is_last |= *count >= *position;
                    *count == *position
                }
                Predicate::UpTo(position) => {
                    is_last |= *count >= *position;
                    *count <= *position
                }
                other => self.holds(other, Context { node, position: *count, size: 0 })?,
            };
            if !passes {
                return Ok(if is_last { Passage::RefusedAsLast } else { Passage::Refused });
            }
        }
        Ok(if is_last { Passage::PassedAsLast } else { Passage::Passed })
    }

    /// The nodes that the predicates keep, in the order given, which is the order of their places.
    pub(super) fn keep(&mut self, nodes: Vec<XPathNode>, predicates: &'a [Predicate]) -> Evaluated<Vec<XPathNode>> {
        let mut kept = nodes;
        for predicate in predicates {
            let size = kept.len();
            match predicate {
                Predicate::At(position) => {
                    kept = position.checked_sub(1).and_then(|idx| kept.get(idx)).copied().into_iter().collect();
                }
                Predicate::UpTo(position) => kept.truncate(*position),
                Predicate::Last => kept = kept.pop().into_iter().collect(),
                _ => {
                    let mut still_kept = Vec::new();
                    for (idx, node) in kept.into_iter().enumerate() {
                        self.spend(1)?;
                        if self.holds(predicate, Context { node, position: idx + 1, size })? {
                            still_kept.push(node);
                        }
                    }
                    kept = still_kept;
                }
            }
        }
        Ok(kept)
    }

    #[expect(clippy::float_cmp, reason = "XPath compares numbers exactly")]
    fn holds(&mut self, predicate: &'a Predicate, context: Context) -> Evaluated<bool> {
        match predicate {
            Predicate::Condition(expression) => self.boolean(expression, context),
            Predicate::Positional { expression, .. } => match self.value(expression, context)? {
                PartialValue::Number(number) => Ok(number == context.position as f64),
                other => Ok(other.is_true()),
            },
            Predicate::At(position) => Ok(context.position == *position),
            Predicate::UpTo(position) => Ok(context.position <= *position),
            Predicate::Last => Ok(context.position == context.size),
        }
    }
}

/// What became of a node on its way through predicates, and whether any after it can pass.
enum Passage {
    Refused,
    Passed,
    RefusedAsLast,
    PassedAsLast,
}

/// All nodes met on the ways from the contexts; a way that meets another has nothing new to show.
fn marked(
    document: &Document,
    contexts: &[NodeId],
    start: impl Fn(&Document, NodeId) -> Option<NodeId>,
    advance: impl Fn(&Document, NodeId) -> Option<NodeId>,
) -> Vec<NodeId> {
    let mut met = Bits::new(document.len());
    for &context in contexts {
        let mut next = start(document, context);
        while let Some(node) = next.filter(|node| met.insert(node.index())) {
            next = advance(document, node);
        }
    }
    met.iter().map(|position| NodeId(position as u32)).collect()
}
