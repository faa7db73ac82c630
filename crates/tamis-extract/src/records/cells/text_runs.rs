//! Which neighbouring texts are one cell.
//!
//! A text continues a run if one of the two neighbours is bare text of their common parent (`by <b>Ada</b> today`), if the
//! run ends with a colon (`Price: 5 €`), or if words are set off twice in a row in one sentence. It never does across a
//! block, a line break, an image or a field, nor from one link to another.

use super::items::ElementContext;
use tamis_page::{Document, NodeId, names};

/// Texts that are one cell so far.
#[derive(Default)]
pub(super) struct TextRun {
    nodes: Vec<NodeId>,
    text: String,
    /// Whether something came after the last text that ends a cell.
    is_cut: bool,
    ends_with_blank: bool,
    /// Where the last text stands: its label and the link around it.
    last_label: u64,
    last_link: Option<NodeId>,
    /// The element whose bare text is in the run, with the label of what is set off in it.
    mixed: Option<(NodeId, u64)>,
}

impl TextRun {
    /// White space after the last text.
    pub(super) fn add_blank(&mut self) {
        self.ends_with_blank = true;
    }

    /// Ends the run at the next text.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Whether the next text node belongs to the run.
    pub(super) fn is_continued_by(&self, document: &Document, node: NodeId, place: ElementContext) -> bool {
        let Some(&last) = self.nodes.last().filter(|_| !self.is_cut) else { return false };
        if self.last_link.is_some() && place.link.is_some() && self.last_link != place.link {
            return false;
        }
        let (Some(one), Some(other)) = (document.parent(last), document.parent(node)) else { return false };
        let is_bare = document.contains(one, node) || document.contains(other, last);
        let is_set_off_again =
            self.mixed.is_some_and(|(parent, label)| label == place.label && document.contains(parent, node));
        let are_found_words = || {
            let tag = document.tag(one).filter(|&tag| matches!(tag, names::EM | names::MARK));
            tag.is_some() && tag == document.tag(other) && document.parent(one) == document.parent(other)
        };
        let is_labelled = self.text.ends_with(':') && self.last_link.is_none() && place.link.is_none();
        is_bare || is_set_off_again || is_labelled || are_found_words()
    }

    /// Adds a text node, white space collapsed.
    pub(super) fn add(&mut self, document: &Document, node: NodeId, place: ElementContext) {
        let raw = document.text(node);
        if !self.text.is_empty() && (self.ends_with_blank || raw.starts_with(char::is_whitespace)) {
            self.text.push(' ');
        }
        for (position, word) in raw.split_whitespace().enumerate() {
            if position > 0 {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
        self.ends_with_blank = raw.ends_with(char::is_whitespace);
        let above = |node: NodeId| document.parent(node).unwrap_or(node);
        if let Some(&last) = self.nodes.last().filter(|&&last| above(last) != above(node)) {
            if document.contains(above(last), node) {
                self.mixed = Some((above(last), place.label));
            } else if document.contains(above(node), last) {
                self.mixed = Some((above(node), self.last_label));
            }
        }
        (self.last_label, self.last_link) = (place.label, place.link);
        self.nodes.push(node);
    }

    /// The text nodes and their text.
    pub(super) fn into_parts(self) -> (Vec<NodeId>, String) {
        (self.nodes, self.text)
    }
}
