//! What a cell holds: its kind, its value, and how many of them a table may have.

use tamis_page::{Document, NodeId, NodeKind, image_source};

/// What a record can show or point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ItemKind {
    /// Words.
    Text,
    /// A picture.
    Image,
    /// The address of a link.
    Link,
}

/// The most columns of a table, and the most cells, present or missing. A table of ten thousand rows whose records all
/// differ would otherwise have as many columns as rows.
const MAX_COLUMNS: usize = 256;
const MAX_CELLS: usize = 1_000_000;

/// How many columns a table of so many rows may have.
pub fn max_columns(n_rows: usize) -> usize {
    (MAX_CELLS / n_rows.max(1)).clamp(8, MAX_COLUMNS)
}

/// The value that the nodes of a cell hold, as the methods read it: in an attribute, or all their texts with the white
/// space between them.
pub(in crate::records) fn cell_text(document: &Document, nodes: &[NodeId], attribute: Option<&str>) -> String {
    let in_attribute = |name: &str| {
        let node = *nodes.first()?;
        if name == "src" { image_source(document, node) } else { document.attribute(node, document.find_name(name)?) }
    };
    if let Some(name) = attribute {
        return in_attribute(name).unwrap_or("").trim().to_string();
    }
    let mut text = String::new();
    let mut next = NodeId::ROOT;
    let mut texts: Vec<NodeId> = Vec::new();
    for &node in nodes {
        // White space that stands between two nodes stands between their texts.
        let between = if texts.is_empty() { node.0..node.0 } else { next.0..node.0 };
        texts.extend(between.map(NodeId).filter(|&blank| document.is_blank_text(blank)));
        texts.extend(document.subtree(node).filter(|&inner| document.kind(inner) == NodeKind::Text));
        next = document.subtree_end(node);
    }
    push_texts(document, texts.into_iter(), &mut text);
    text
}

/// Appends texts as one, white space collapsed.
fn push_texts(document: &Document, texts: impl Iterator<Item = NodeId>, text: &mut String) {
    let mut at_start = true;
    let mut blank_before = false;
    for node in texts {
        let raw = document.text(node);
        blank_before |= raw.starts_with(char::is_whitespace);
        for word in raw.split_whitespace() {
            if blank_before && !at_start {
                text.push(' ');
            }
            text.push_str(word);
            (at_start, blank_before) = (false, true);
        }
        blank_before = raw.ends_with(char::is_whitespace);
    }
}
