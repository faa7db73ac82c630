//! What a reader sees of a rendered page.

use super::hidden::is_hidden;
use tamis_page::layout::{BoxState, Layout};
use tamis_page::render::RenderedPage;
use tamis_page::{Document, Mask, NodeId, NodeKind};

/// Keeps what the page shows. Left out is what takes no room, is hidden by its style or lies left of or above the page,
/// unless something inside it is shown. Where nobody measured a node, it is shown if its parent is, and if its own
/// markup does not hide it.
pub fn shown(page: &RenderedPage) -> Mask {
    keep(page, Hidden::LeftOut)
}

/// Keeps what the page shows or has room for: as [`shown`], but with what is there and transparent or hidden by
/// `visibility`, such as the back of a card that is turned when it is pointed at.
pub fn takes_room(page: &RenderedPage) -> Mask {
    keep(page, Hidden::Kept)
}

/// What becomes of a box that cannot be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    LeftOut,
    Kept,
}

fn keep(page: &RenderedPage, hidden: Hidden) -> Mask {
    let (document, layout) = (page.document(), page.layout());
    let mut is_shown = own_verdicts(document, layout, hidden);
    let mut has_shown = is_shown.clone();
    for node in document.nodes().rev() {
        is_shown[node.index()] = has_shown[node.index()];
        if let Some(parent) = document.parent(node) {
            has_shown[parent.index()] |= has_shown[node.index()];
        }
    }
    let mut mask = Mask::keep_all(document);
    let mut node = NodeId::ROOT;
    while node.index() < document.len() {
        node = if node != NodeId::ROOT && !is_shown[node.index()] && is_content(document, node) {
            mask.remove(document, node, "is not shown");
            document.subtree_end(node)
        } else {
            NodeId(node.0 + 1)
        };
    }
    mask
}

fn is_content(document: &Document, node: NodeId) -> bool {
    matches!(document.kind(node), NodeKind::Element | NodeKind::Text)
}

/// Whether each node is shown for its own part, whatever is inside it.
fn own_verdicts(document: &Document, layout: &Layout, hidden: Hidden) -> Vec<bool> {
    let mut verdicts = vec![true; document.len()];
    for node in document.nodes() {
        let inherited = document.parent(node).is_none_or(|parent| verdicts[parent.index()]);
        verdicts[node.index()] = match layout.state(node) {
            BoxState::NotRendered => false,
            BoxState::Unknown => inherited && !(document.is_element(node) && is_hidden(document, node)),
            BoxState::Rendered => {
                let is_on_page =
                    |rect: tamis_page::layout::Rect| !rect.is_empty() && rect.right() > 0.0 && rect.bottom() > 0.0;
                (hidden == Hidden::Kept || layout.is_visible(node)) && layout.rect(node).is_some_and(is_on_page)
            }
        };
    }
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::layout::{BoxFlags, Display, LayoutBuilder, Rect};
    use tamis_page::names;
    use tamis_page::render::Viewport;

    /// The texts that are shown; a `p` is measured as `set` says, everything else is unknown.
    #[track_caller]
    fn check(html: &str, set: impl Fn(&mut LayoutBuilder, NodeId), expect: &str) {
        let document = Document::parse(html);
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        for node in document.elements_named(names::P) {
            set(&mut builder, node);
        }
        let page = RenderedPage::new(document, builder.finish());
        let mask = shown(&page);
        let texts = mask.kept().map(|node| page.document().text(node)).collect::<String>();
        assert_eq!(texts, expect, "{html}");
    }

    fn boxed(rect: Rect, visible: bool) -> impl Fn(&mut LayoutBuilder, NodeId) {
        move |builder, node| builder.set_box(node, rect, BoxFlags { visible, ..BoxFlags::default() }, Display::Block)
    }

    #[test]
    fn what_takes_no_room_is_hidden_or_off_the_page_is_not_shown() {
        let room = Rect::new(0.0, 0.0, 10.0, 10.0);
        check("<p>a</p>b", boxed(room, true), "ab");
        check("<p>a</p>b", boxed(room, false), "b");
        check("<p>a</p>b", boxed(Rect::new(0.0, 0.0, 10.0, 0.0), true), "b");
        check("<p>a</p>b", boxed(Rect::new(-999.0, 0.0, 10.0, 10.0), true), "b");
        check("<p>a<b>c</b></p>b", LayoutBuilder::set_not_rendered, "b");
    }

    #[test]
    fn what_is_hidden_in_its_place_takes_room() {
        let document = Document::parse("<p>a</p>");
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        let paragraph = document.elements_named(names::P).next().expect("there is one");
        boxed(Rect::new(0.0, 0.0, 10.0, 10.0), false)(&mut builder, paragraph);
        let page = RenderedPage::new(document, builder.finish());
        assert!(takes_room(&page).keeps(paragraph) && !shown(&page).keeps(paragraph));
    }

    #[test]
    fn what_nobody_measured_follows_its_parent_and_its_markup() {
        check("a<i hidden>b</i><i style='display:none'>c</i>", |_, _| {}, "a");
        check("<p><i>a</i></p>", boxed(Rect::default(), true), "");
    }
}
