//! Images that could not be had: browsers show the words that stand for them.

use super::Changes;
use crate::dom::EngineTree;
use blitz_dom::BaseDocument;
use tamis_page::{Document, names};

/// The sign for a missing image, in pixels.
const SIGN: f32 = 16.0;

pub(super) fn repair(document: &Document, blitz: &BaseDocument, tree: &EngineTree, changes: &mut Changes) {
    for &image in &tree.missing_images {
        let words = document.attribute(image, names::ALT);
        let has_source = document.attribute(image, names::SRC).is_some_and(|source| !source.trim().is_empty());
        let Some(id) = tree.blitz_id(image).filter(|_| has_source) else { continue };
        let Some(style) = blitz.get_node(id).and_then(|node| Some(node.primary_styles()?.clone())) else { continue };
        let font_size = style.clone_font_size().used_size().px();
        let (width, height) = match words.map(str::trim) {
            Some("") => continue,
            None => (SIGN, SIGN),
            Some(words) => (SIGN + words.chars().count() as f32 * font_size * 0.42, SIGN.max(font_size * 1.15)),
        };
        if style.clone_width().is_auto() {
            changes.set(id, "width", format!("{width}px"));
            changes.set(id, "max-width", "100%");
        }
        if style.clone_height().is_auto() {
            changes.set(id, "height", format!("{height}px"));
        }
    }
}
