//! The tree that the boxes of a rendered page make, whatever the nesting of its markup.
//!
//! Elements are taken in the order of the page. Each is a child of the last element before it whose box holds its own:
//! what lies inside another box is part of it, and what sticks out is not. An element or a text without a box of its own
//! is where the markup puts it.

use super::{Builder, Label, TagTree, Texts};
use tamis_page::{Document, Layout, Mask, NodeId, Rect, names};

/// By how much a box may stick out of another one that holds it, in pixels: positions are rounded.
const TOLERANCE: f32 = 1.0;

/// An element that may still get children.
struct Open {
    tree_node: u32,
    node: NodeId,
    /// `None` for what has no box, and for the page itself, which holds everything.
    rect: Option<Rect>,
}

impl TagTree {
    /// The tree of what a mask keeps of a rendered page, nested as the boxes are.
    pub(crate) fn by_boxes(document: &Document, mask: &Mask, texts: Texts<'_>, layout: &Layout) -> TagTree {
        let mut builder = Builder::new(document, Some(mask), texts);
        let mut open: Vec<Open> = Vec::new();
        let mut node = NodeId::ROOT;
        while node.index() < document.len() {
            let end = document.subtree_end(node);
            let sentence_end = builder.sentence_ends.get(&node).copied();
            let Some(label) = sentence_end.map(|_| Label::TEXT).or_else(|| builder.label(node)) else {
                node = end;
                continue;
            };
            let rect = layout.rect(node).filter(|rect| !rect.is_empty() && !is_page(document, node));
            while open.last().is_some_and(|outer| !holds(document, outer, node, rect)) {
                builder.close_last(&mut open);
            }
            let parent = open.last().map(|outer| outer.tree_node);
            if label == Label::TEXT {
                let end = sentence_end.unwrap_or(end);
                builder.push(label, node, end, parent);
                node = end;
                continue;
            }
            let tree_node = builder.push(label, node, end, parent);
            builder.find_sentences(document.children(node));
            open.push(Open { tree_node, node, rect });
            node = NodeId(node.0 + 1);
        }
        while !open.is_empty() {
            builder.close_last(&mut open);
        }
        builder.finish()
    }
}

impl Builder<'_> {
    fn close_last(&mut self, open: &mut Vec<Open>) {
        if let Some(outer) = open.pop() {
            self.close(outer.tree_node);
        }
    }
}

/// The body's own box is often lower than what floats in it.
fn is_page(document: &Document, node: NodeId) -> bool {
    document.is_html(node, names::HTML) || document.is_html(node, names::BODY)
}

fn holds(document: &Document, outer: &Open, node: NodeId, rect: Option<Rect>) -> bool {
    match (outer.rect, rect) {
        (Some(outer), Some(inner)) => {
            outer.x - TOLERANCE <= inner.x
                && outer.y - TOLERANCE <= inner.y
                && inner.right() <= outer.right() + TOLERANCE
                && inner.bottom() <= outer.bottom() + TOLERANCE
        }
        _ => document.contains(outer.node, node),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::{BoxFlags, Display, LayoutBuilder, Viewport};

    /// The tree below the body as nested tags; `data-box` has the box of an element as `x y width height`.
    #[track_caller]
    fn check(html: &str, expect: &str) {
        let document = Document::parse(html);
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        for node in document.nodes() {
            let text = document.find_name("data-box").and_then(|name| document.attribute(node, name));
            if let Some(text) = text {
                let numbers: Vec<f32> = text.split(' ').map(|number| number.parse().expect("a number")).collect();
                let rect = Rect::new(numbers[0], numbers[1], numbers[2], numbers[3]);
                builder.set_box(node, rect, BoxFlags::default(), Display::Block);
            }
        }
        let layout = builder.finish();
        let tree = TagTree::by_boxes(&document, &Mask::keep_all(&document), Texts::Separate, &layout);
        let body = (0..tree.len()).find(|&node| Some(tree.page_node(node)) == document.body());
        assert_eq!(super::super::tests::write(&document, &tree, body.expect("a page has a body")), expect, "{html}");
    }

    #[test]
    fn boxes_inside_boxes_nest_as_the_markup_does() {
        check(
            "<div data-box='0 0 100 50'><p data-box='0 0 100 20'>a</p><p data-box='0 20 100 20'>b</p></div>",
            "body(div(p('a') p('b')))",
        );
    }

    #[test]
    fn what_sticks_out_of_its_parent_belongs_to_what_holds_it() {
        check(
            "<div data-box='0 0 100 100'><p data-box='0 0 100 20'>a<b data-box='0 30 100 20'>b</b>c</p></div>",
            "body(div(p('a') b('b') 'c'))",
        );
    }

    #[test]
    fn what_lies_on_another_box_is_inside_it() {
        check("<div data-box='0 0 100 100'></div><p data-box='10 10 20 20'>a</p>", "body(div(p('a')))");
    }

    #[test]
    fn what_has_no_box_is_where_the_markup_puts_it() {
        check(
            "<ul data-box='0 0 100 100'><li>a<b data-box='0 0 10 10'>b</b></ul><p>c</p>",
            "body(ul(li('a' b('b'))) p('c'))",
        );
    }
}
