//! `normalize-space() = 'Price:'`: what scrapers ask of every cell of a page, of which nearly all begin otherwise.

use super::evaluate::{Evaluated, Evaluation};
use super::syntax::{Axis, Expr, Function, NodeTest, Path, Step};
use super::value::{XPathNode, is_xml_space};
use crate::document::{Document, NodeId, NodeKind};

/// How much of a text is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::select) enum Extent {
    Whole,
    Start,
}

/// Whether a node's string-value is this text, or begins with it, once its white space is normalised: and how many nodes
/// were read, up to the first difference.
pub(in crate::select) fn has_normal_text(
    document: &Document,
    node: NodeId,
    wanted: &str,
    extent: Extent,
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
                    None if extent == Extent::Start => return (true, n_read),
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
    pub(super) fn says(&mut self, node: XPathNode, wanted: &str, extent: Extent) -> Evaluated<Option<bool>> {
        let is_plain = |node| matches!(self.document.kind(node), NodeKind::Element | NodeKind::Text);
        if node.is_attribute() || !is_plain(node.node()) {
            return Ok(None);
        }
        let (says, n_read) = has_normal_text(self.document, node.node(), wanted, extent);
        self.spend(n_read)?;
        Ok(Some(says))
    }
}
