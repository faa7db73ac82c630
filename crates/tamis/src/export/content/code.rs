//! Verbatim text: what stands in a `pre`, line by line.

use super::build::{Builder, Closing};
use super::{PartKind, Span, languages};
use tamis_page::{NodeId, TextDisplay};

/// Verbatim text that is being read.
pub(super) struct Code {
    text: String,
    language: Span,
    /// Whether the next text begins a line.
    pub(super) is_at_border: bool,
}

impl Builder<'_> {
    pub(super) fn open_code(&mut self, node: NodeId, end: NodeId) {
        self.draft.boundary();
        self.open.push((end, Closing::Block));
        self.open.push((end, Closing::Verbatim));
        let language = languages::language(self.document, node).unwrap_or("");
        let language = self.draft.keep(language);
        self.code = Some(Code { text: String::new(), language, is_at_border: false });
    }

    pub(super) fn element_in_code(&mut self, node: NodeId, display: TextDisplay) -> bool {
        let end = self.document.subtree_end(node);
        let Some(code) = &mut self.code else { return true };
        match display {
            TextDisplay::Hidden => return false,
            TextDisplay::Inline | TextDisplay::Separate | TextDisplay::Shadow | TextDisplay::Cell => {}
            TextDisplay::Break => code.text.push('\n'),
            _ => {
                code.is_at_border = true;
                self.open.push((end, Closing::Block));
            }
        }
        true
    }

    pub(super) fn close_code(&mut self) {
        let Some(Code { text, language, .. }) = self.code.take() else { return };
        let start = text.find(|character: char| !character.is_whitespace()).unwrap_or(text.len());
        // Empty lines before the code go, its indentation stays.
        let start = text[..start].rfind('\n').map_or(0, |line_feed| line_feed + 1);
        let text = text[start..].trim_end();
        if self.draft.is_flat() {
            self.draft.text(text);
        } else if !text.is_empty() {
            self.draft.block(PartKind::Code(language), Some(text));
        }
    }
}

impl Code {
    pub(super) fn push(&mut self, text: &str) {
        if std::mem::take(&mut self.is_at_border) && !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        // Of the control characters only these two mean something in a page.
        self.text.extend(text.chars().filter(|character| !character.is_control() || matches!(character, '\n' | '\t')));
    }
}
