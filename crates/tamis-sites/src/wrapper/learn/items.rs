//! Where the value of a cell is in its record.

use crate::wrapper::reading::text_of;
use crate::wrapper::spelling::with_last_step;
use tamis_extract::records::Cell;
use tamis_page::predicate::is_plain_name;
use tamis_page::{AttributeRef, Document, NodeId, NodeKind};

/// Where the value of one row is.
#[derive(Clone, Debug)]
pub(super) struct ItemLocation {
    /// Which of the record's elements it is in.
    pub(super) node: usize,
    /// The element that holds it, and those around it, up to the record, that have no other text.
    pub(super) holders: Vec<NodeId>,
    /// Its number among the text nodes of the element, where it is one and the element has other text too.
    pub(super) text: Option<usize>,
    /// The attribute that holds it.
    pub(super) attribute: Option<String>,
}

/// So many elements around a value are looked at.
const MAX_HOLDERS: usize = 6;

impl ItemLocation {
    /// Where the nodes of a cell are in a record of these elements; `None` if they are not there.
    pub(super) fn of(
        document: &Document,
        elements: &[NodeId],
        nodes: &[NodeId],
        cell: &Cell,
        attribute: Option<&str>,
    ) -> Option<ItemLocation> {
        let (&first, &last) = (nodes.first()?, nodes.last()?);
        let node = elements.iter().position(|&element| document.contains(element, first))?;
        let scope = elements[node];
        if let Some(usual) = attribute {
            let attribute = Some(attribute_of(document, first, usual, &cell.text));
            return Some(ItemLocation { node, holders: vec![first], text: None, attribute });
        }
        let above = std::iter::successors(Some(first), |&node| document.parent(node));
        let above = above.take_while(|&node| document.contains(scope, node));
        let mut around: Vec<NodeId> =
            above.filter(|&node| document.is_element(node) && document.contains(node, last)).collect();
        around.truncate(MAX_HOLDERS);
        let inner = *around.first()?;
        let is_text = nodes.len() == 1 && document.kind(first) == NodeKind::Text;
        let whole = text_of(document, inner);
        let is_alone = !is_text || whole == text_of(document, first);
        let n_same = around.iter().take_while(|&&outer| text_of(document, outer) == whole).count();
        around.truncate(if is_alone { n_same } else { 1 });
        let text = (!is_alone).then(|| text_number(document, first));
        Some(ItemLocation { node, holders: around, text, attribute: None })
    }

    /// From the element that holds the value to the value.
    pub(super) fn last_step(&self) -> ValueStep {
        match (&self.attribute, self.text) {
            (Some(attribute), _) => ValueStep::Attribute(attribute.clone()),
            (None, Some(number)) => ValueStep::Text(number),
            (None, None) => ValueStep::Here,
        }
    }
}

/// From an element to a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ValueStep {
    /// Its whole text.
    Here,
    /// One of its texts, from 1.
    Text(usize),
    Attribute(String),
}

impl ValueStep {
    /// The expression of an element, and then of the value.
    pub(super) fn after(&self, xpath: &str) -> String {
        let step = match self {
            ValueStep::Here => return xpath.to_owned(),
            ValueStep::Text(number) => format!("/text()[{number}]"),
            ValueStep::Attribute(name) => format!("/@{name}"),
        };
        with_last_step(xpath, &step)
    }
}

/// The attribute that holds the value: the usual one, or one from which a script will fill it.
fn attribute_of(document: &Document, element: NodeId, usual: &str, value: &str) -> String {
    let holds = |attribute: &AttributeRef<'_>| attribute.value.trim() == value && is_plain_name(attribute.local_name);
    let mut holding = document.attributes(element).filter(holds).map(|attribute| attribute.local_name);
    let first = holding.next();
    let is_usual = first == Some(usual) || { holding }.any(|name| name == usual);
    let name = if is_usual { usual } else { first.unwrap_or(usual) };
    name.to_owned()
}

/// The number of a text among the text nodes of its parent.
fn text_number(document: &Document, text: NodeId) -> usize {
    let before = std::iter::successors(document.previous_sibling(text), |&node| document.previous_sibling(node));
    before.filter(|&node| document.kind(node) == NodeKind::Text).count() + 1
}
