//! What an expression yields.

use crate::document::{AttributeRef, Document, Name, NodeId, NodeKind};
use std::borrow::Cow;

/// A node in the sense of XPath: a node of the document, or an attribute of one of its elements. The order is document
/// order, attributes between their element and its children.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct XPathNode {
    node: NodeId,
    attribute: Option<AttributePlace>,
}

/// The place comes first for the order, the name is what finds the value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct AttributePlace {
    place: u32,
    name: Name,
}

impl From<NodeId> for XPathNode {
    fn from(node: NodeId) -> XPathNode {
        XPathNode { node, attribute: None }
    }
}

impl XPathNode {
    pub(super) fn attribute_of(node: NodeId, place: usize, name: Name) -> XPathNode {
        XPathNode { node, attribute: Some(AttributePlace { place: place as u32, name }) }
    }

    /// The node; for an attribute, its element.
    pub fn node(self) -> NodeId {
        self.node
    }

    /// Whether this is an attribute.
    pub fn is_attribute(self) -> bool {
        self.attribute.is_some()
    }

    /// The attribute, `None` if this is a node of the document.
    pub fn attribute(self, document: &Document) -> Option<AttributeRef<'_>> {
        let name = self.attribute?.name;
        document.attributes(self.node).find(|attribute| attribute.name == name)
    }

    pub(super) fn attribute_name(self) -> Option<Name> {
        self.attribute.map(|attribute| attribute.name)
    }

    /// The string-value: an attribute's value, a text's or comment's characters, an element's text nodes joined.
    pub fn text(self, document: &Document) -> Cow<'_, str> {
        if let Some(attribute) = self.attribute {
            return document.attribute(self.node, attribute.name).unwrap_or("").into();
        }
        match document.kind(self.node) {
            NodeKind::Text | NodeKind::Comment => document.text(self.node).into(),
            _ => {
                let mut texts = document.descendants(self.node).filter(|&node| document.kind(node) == NodeKind::Text);
                match (texts.next(), texts.next()) {
                    (None, _) => "".into(),
                    (Some(only), None) => document.text(only).into(),
                    (Some(first), Some(second)) => {
                        let mut joined = document.text(first).to_owned() + document.text(second);
                        joined.extend(texts.map(|node| document.text(node)));
                        joined.into()
                    }
                }
            }
        }
    }
}

/// The value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nodes in document order, each once.
    Nodes(Vec<XPathNode>),
    /// Yes or no.
    Boolean(bool),
    /// A number, perhaps not a number.
    Number(f64),
    /// Characters.
    String(String),
}

impl Value {
    /// The value as XPath's `boolean()` gives it.
    pub fn to_boolean(&self) -> bool {
        match self {
            Value::Nodes(nodes) => !nodes.is_empty(),
            Value::Boolean(value) => *value,
            Value::Number(value) => number_to_boolean(*value),
            Value::String(value) => !value.is_empty(),
        }
    }

    /// The value as XPath's `number()` gives it.
    pub fn to_number(&self, document: &Document) -> f64 {
        match self {
            Value::Boolean(value) => f64::from(u8::from(*value)),
            Value::Number(value) => *value,
            Value::String(value) => string_to_number(value),
            Value::Nodes(_) => string_to_number(&self.to_text(document)),
        }
    }

    /// The value as XPath's `string()` gives it: of nodes, the first one's.
    pub fn to_text(&self, document: &Document) -> String {
        match self {
            Value::Nodes(nodes) => nodes.first().map_or_else(String::new, |node| node.text(document).into_owned()),
            Value::Boolean(value) => value.to_string(),
            Value::Number(value) => number_to_string(*value),
            Value::String(value) => value.clone(),
        }
    }

    /// The string-value of each node, or the one value as a string: what a scraper's `getall()` is after when the
    /// expression ends in `text()` or `@href`.
    pub fn texts(&self, document: &Document) -> Vec<String> {
        match self {
            Value::Nodes(nodes) => nodes.iter().map(|node| node.text(document).into_owned()).collect(),
            other => vec![other.to_text(document)],
        }
    }
}

pub(super) fn number_to_boolean(number: f64) -> bool {
    number != 0.0 && !number.is_nan()
}

/// `12`, `-0.5`, `NaN`, `Infinity`: never an exponent, and no sign on zero.
pub(super) fn number_to_string(number: f64) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else if number == 0.0 {
        "0".into()
    } else {
        number.to_string()
    }
}

/// White space, an optional minus, digits with at most one dot, white space; anything else is not a number.
pub(super) fn string_to_number(text: &str) -> f64 {
    let text = text.trim_matches(is_xml_space);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(|&byte| byte == b'.').count() <= 1
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// XML's white space, to which XPath's functions refer; a no-break space is not one.
pub(super) fn is_xml_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}
