//! The answers of the browser as it writes them. Fields that we do not need, and those of later browsers, are left out.
//!
//! Everything is an index into a table of strings, −1 for none. Nothing here trusts an index.

use serde::Deserialize;

/// The answer of `DOMSnapshot.captureSnapshot`.
#[derive(Deserialize)]
pub(super) struct CapturedDom {
    /// The page first, then its frames.
    pub(super) documents: Vec<CapturedDocument>,
    pub(super) strings: Vec<String>,
}

/// An index into the strings.
pub(super) type StringIndex = i32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(super) struct CapturedDocument {
    #[serde(rename = "documentURL")]
    pub(super) document_url: StringIndex,
    pub(super) public_id: StringIndex,
    pub(super) system_id: StringIndex,
    pub(super) nodes: Nodes,
    pub(super) layout: LayoutTree,
    pub(super) text_boxes: TextBoxes,
    pub(super) scroll_offset_x: f32,
    pub(super) scroll_offset_y: f32,
    pub(super) content_width: f32,
    pub(super) content_height: f32,
}

/// The nodes in the order of drawing; a parent stands before its children.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Nodes {
    pub(super) parent_index: Vec<i32>,
    pub(super) node_type: Vec<u8>,
    pub(super) shadow_root_type: Rare,
    pub(super) node_name: Vec<StringIndex>,
    pub(super) node_value: Vec<StringIndex>,
    pub(super) backend_node_id: Vec<i64>,
    /// Names and values in turn.
    pub(super) attributes: Vec<Vec<StringIndex>>,
    pub(super) pseudo_type: RareIndexes,
    pub(super) content_document_index: Rare,
}

/// A value that few nodes have.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Rare {
    pub(super) index: Vec<u32>,
    pub(super) value: Vec<i32>,
}

/// The nodes that have a value, whatever it is.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct RareIndexes {
    pub(super) index: Vec<u32>,
}

impl Rare {
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        self.index.iter().zip(&self.value).map(|(&index, &value)| (index as usize, value))
    }
}

/// The boxes, in the order of drawing.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct LayoutTree {
    pub(super) node_index: Vec<i32>,
    pub(super) styles: Vec<Vec<StringIndex>>,
    pub(super) bounds: Vec<Bounds>,
    pub(super) paint_orders: Vec<u32>,
}

/// The ranges of text that were shaped at once, box by box.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct TextBoxes {
    pub(super) layout_index: Vec<u32>,
    pub(super) bounds: Vec<Bounds>,
    pub(super) start: Vec<u32>,
    pub(super) length: Vec<u32>,
}

/// Left, top, width, height.
pub(super) type Bounds = [f32; 4];

impl CapturedDom {
    /// The string at an index, empty for −1.
    pub(super) fn string(&self, index: StringIndex) -> &str {
        usize::try_from(index).ok().and_then(|index| self.strings.get(index)).map_or("", String::as_str)
    }

    /// Whether the page has shadow trees of its own making; those of the browser are not listed.
    pub(super) fn has_shadow_trees(&self) -> bool {
        self.documents.iter().any(|document| {
            let kinds = &document.nodes.shadow_root_type.value;
            kinds.iter().any(|&kind| matches!(self.string(kind), "open" | "closed"))
        })
    }
}

/// The answer of `DOM.getDocument`.
#[derive(Deserialize)]
pub(super) struct RootNode {
    pub(super) root: DocumentRoot,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentRoot {
    #[serde(default)]
    pub(super) compatibility_mode: String,
}

/// The answer of `DOM.getOuterHTML`.
#[derive(Deserialize)]
pub(super) struct OuterHtml {
    #[serde(rename = "outerHTML")]
    pub(super) outer_html: String,
}

/// The answer of `DOM.getFlattenedDocument`.
#[derive(Deserialize)]
pub(super) struct FlatDocument {
    /// Children before their parents; the numbers of the nodes are in document order.
    pub(super) nodes: Vec<FlatNode>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FlatNode {
    pub(super) node_id: u32,
    #[serde(default)]
    pub(super) parent_id: u32,
    pub(super) backend_node_id: i64,
    pub(super) node_type: u8,
    pub(super) node_name: String,
    #[serde(default)]
    pub(super) node_value: String,
    #[serde(default)]
    pub(super) attributes: Vec<String>,
    #[serde(default)]
    pub(super) shadow_roots: Vec<ShadowRoot>,
    pub(super) content_document: Option<ContentDocument>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ShadowRoot {
    pub(super) node_id: u32,
    #[serde(default)]
    pub(super) shadow_root_type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContentDocument {
    pub(super) node_id: u32,
    #[serde(default, rename = "documentURL")]
    pub(super) document_url: String,
}
