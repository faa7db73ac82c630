//! What the boxes of a page show: the lines of a text, and what an element paints itself with.

use super::PixelRect;
use tamis_extract::RenderedView;
use tamis_page::{Color, NodeId, Style};

/// The lines of a text that can be seen, each with its letters; all of the text where no lines are known.
pub(super) fn lines_of<'v>(view: &'v RenderedView<'_>, text: NodeId) -> impl Iterator<Item = (PixelRect, &'v str)> {
    let letters = view.document().text(text);
    let visible = view.clipping().visible_rect(text).map(PixelRect::nearest).unwrap_or_default();
    let lines = view.layout().lines(text);
    let whole = lines.is_empty().then_some((visible, letters));
    let lines = lines.iter().map(move |line| {
        let letters = letters.get(line.start as usize..line.end as usize).unwrap_or(letters);
        (PixelRect::nearest(line.rect).intersection(visible), letters)
    });
    whole.into_iter().chain(lines).filter(|(rect, _)| !rect.is_empty())
}

/// The colour that an element paints itself with, `None` if what is behind it shows. The background in a style is already
/// mixed with what is above the element in the document: where the two differ the element paints itself.
pub(super) fn own_paint(view: &RenderedView<'_>, element: NodeId, style: &Style) -> Option<Color> {
    let parent = view.document().parent(element).and_then(|parent| view.layout().style(parent));
    let behind = parent.map_or(Color::WHITE, |style| style.background);
    (style.background != behind).then_some(style.background)
}
