//! How much of each box can be seen.

use super::{Display, Layout, Overflow, Placement, Position, Rect};
use crate::budget;
use crate::document::names::{BODY, HTML};
use crate::document::{Document, NodeId};

/// The visible parts of the boxes of a page, after the boxes around them have clipped what sticks out.
///
/// A box whose `overflow` is not visible cuts off what is in it at the inner edge of its border, on one axis or on both.
/// It does not cut off what it does not place: an absolute box is placed by the next box above that is not static, a
/// fixed one by the window. What `html` and `body` say holds for the window, which a reader scrolls, so neither cuts
/// anything off, however short it is; nor does an element that scrolls and fills most of the window, which is the page to
/// its reader. The document in a frame is cut off at the frame, and nothing can be seen left of or above the page.
///
/// This is about places alone: what `visibility` and `opacity` hide has its room all the same, and
/// [`Visibility`](crate::Visibility) tells whether it is seen.
///
/// ```
/// use tamis_page::{BoxFlags, Clipping, Display, Document, LayoutBuilder, Overflow, Placement, Rect, Viewport, names};
///
/// let document = Document::parse("<ul><li>One");
/// let (list, item) = (document.elements_named(names::UL).next().unwrap(), document.elements_named(names::LI).next().unwrap());
/// let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
/// builder.set_box(list, Rect::new(0.0, 0.0, 300.0, 50.0), BoxFlags::default(), Display::Block);
/// builder.set_placement(list, Placement { overflow_x: Overflow::Hidden, ..Placement::default() });
/// builder.set_box(item, Rect::new(200.0, 0.0, 200.0, 50.0), BoxFlags::default(), Display::Block);
/// let layout = builder.finish();
/// let clipping = Clipping::of(&document, &layout);
/// assert_eq!(clipping.visible_rect(item), Some(Rect::new(200.0, 0.0, 100.0, 50.0)));
/// assert_eq!(clipping.visible_area(item), 5000.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Clipping {
    /// Empty where nothing can be seen.
    visible: Vec<Rect>,
}

impl Clipping {
    /// Looks at all boxes of a page, each once.
    pub fn of(document: &Document, layout: &Layout) -> Clipping {
        budget::spend(document.len());
        let mut windows = vec![Window { left: 0.0, top: 0.0, right: f32::INFINITY, bottom: f32::INFINITY }];
        let mut inside: Vec<InnerWindows> = Vec::with_capacity(document.len());
        let mut visible = Vec::with_capacity(document.len());
        for node in document.nodes() {
            let above = document.parent(node).map_or(InnerWindows::default(), |parent| inside[parent.index()]);
            let Some(rect) = layout.rect(node) else {
                inside.push(above);
                visible.push(Rect::default());
                continue;
            };
            let around = Around::of(document, layout, node);
            let own = match around.position {
                Position::Absolute => above.absolute,
                Position::Fixed => above.fixed,
                Position::Static | Position::Relative | Position::Sticky => above.flow,
            };
            let window = windows[own as usize];
            visible.push(window.cut(rect));
            let flow = if around.overflow_x.clips() || around.overflow_y.clips() {
                windows.push(window.narrowed(layout, node, rect, around));
                windows.len() as u32 - 1
            } else {
                own
            };
            inside.push(InnerWindows {
                flow,
                absolute: if around.position != Position::Static || around.holds_fixed { flow } else { above.absolute },
                fixed: if around.holds_fixed { flow } else { above.fixed },
            });
        }
        Clipping { visible }
    }

    /// The part of a node's box that can be seen; `None` if none can, or the node has no box or an empty one.
    #[inline]
    pub fn visible_rect(&self, node: NodeId) -> Option<Rect> {
        Some(self.visible[node.index()]).filter(|rect| !rect.is_empty())
    }

    /// The area of that part.
    #[inline]
    pub fn visible_area(&self, node: NodeId) -> f64 {
        self.visible[node.index()].area()
    }
}

/// For the content of a box, the numbers of the windows through which it can be seen: content in the flow, absolute and fixed content.
#[derive(Clone, Copy, Default)]
struct InnerWindows {
    flow: u32,
    absolute: u32,
    fixed: u32,
}

/// How a box clips and places what is in it.
type Around = Placement;

impl Around {
    fn of(document: &Document, layout: &Layout, node: NodeId) -> Around {
        use Display::{Contents, Inline, TableColumn, TableRow, TableRowGroup};
        if document.is_inlined_frame(node) {
            let hidden = Overflow::Hidden;
            return Placement { overflow_x: hidden, overflow_y: hidden, holds_fixed: true, ..layout.placement(node) };
        }
        let placement = layout.placement(node);
        let open = Placement { overflow_x: Overflow::Visible, overflow_y: Overflow::Visible, ..placement };
        if document.is_html(node, HTML) || document.is_html(node, BODY) {
            return open;
        }
        match layout.display(node) {
            Contents => Placement::default(),
            // These have no content box to cut at.
            Inline | TableRow | TableRowGroup | TableColumn => open,
            _ if is_the_page(layout, node, placement) => open,
            _ => placement,
        }
    }
}

/// Whether an element scrolls instead of the page: it covers more than half of the window, and scrolls downwards.
fn is_the_page(layout: &Layout, node: NodeId, placement: Placement) -> bool {
    if placement.overflow_y != Overflow::Scroll {
        return false;
    }
    let viewport = layout.viewport();
    let window = Rect::new(0.0, 0.0, viewport.width as f32, viewport.height as f32);
    let covered = layout.rect(node).and_then(|rect| rect.intersection(window)).map_or(0.0, Rect::area);
    covered > window.area() / 2.0
}

/// The part of the page that can be seen from inside a box.
#[derive(Clone, Copy)]
struct Window {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

impl Window {
    fn cut(self, rect: Rect) -> Rect {
        if rect.x >= self.left && rect.y >= self.top && rect.right() <= self.right && rect.bottom() <= self.bottom {
            return rect;
        }
        let (left, top) = (rect.x.max(self.left), rect.y.max(self.top));
        Rect::from_edges(left, top, rect.right().min(self.right), rect.bottom().min(self.bottom))
    }

    /// What is left within the padding box of a box that cuts off.
    fn narrowed(self, layout: &Layout, node: NodeId, rect: Rect, around: Around) -> Window {
        let [top, right, bottom, left] =
            layout.style(node).map_or([0.0; 4], |style| style.borders.map(|border| border.width));
        let mut window = self;
        if around.overflow_x.clips() {
            window.left = window.left.max(rect.x + left);
            window.right = window.right.min(rect.right() - right);
        }
        if around.overflow_y.clips() {
            window.top = window.top.max(rect.y + top);
            window.bottom = window.bottom.min(rect.bottom() - bottom);
        }
        window
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Viewport;
    use crate::layout::{Border, BoxFlags, LayoutBuilder, Style};

    /// Lays elements out by their attributes: `box` is x, y, width, height, `style` one of the words below, `border` a
    /// width. Says what can be seen of the element `x`.
    fn visible(html: &str) -> Option<Rect> {
        let document = Document::parse(html);
        let mut builder = LayoutBuilder::new(document.len(), Viewport { width: 1000, height: 1000 }, "by hand");
        let mut wanted = None;
        for node in document.nodes().filter(|&node| document.is_element(node)) {
            let attribute =
                |name: &str| document.attributes(node).find(|it| it.local_name == name).map_or("", |it| it.value);
            let edges: Vec<f32> = attribute("box").split(' ').filter_map(|number| number.parse().ok()).collect();
            let &[x, y, width, height] = edges.as_slice() else { continue };
            let has = |word: &str| attribute("style").split(' ').any(|it| it == word);
            let overflow = |both: &str, one: &str| {
                if has(both) || has(one) { Overflow::Hidden } else { Overflow::Visible }
            };
            let scroll = if has("scroll") { Overflow::Scroll } else { overflow("hidden", "hidden-y") };
            let position = attribute("style").split(' ').map(Position::from_css).max().unwrap_or_default();
            let display = if has("inline") { Display::Inline } else { Display::Block };
            builder.set_box(node, Rect::new(x, y, width, height), BoxFlags::default(), display);
            builder.set_placement(
                node,
                Placement {
                    position,
                    overflow_x: overflow("hidden", "hidden-x"),
                    overflow_y: scroll,
                    holds_fixed: has("transform"),
                },
            );
            let border = Border { width: attribute("border").parse().unwrap_or(0.0), ..Border::default() };
            builder.set_style(node, Style { borders: [border; 4], ..Style::default() });
            if document.tag_name(node) == "x" {
                wanted = Some(node);
            }
        }
        let layout = builder.finish();
        Clipping::of(&document, &layout).visible_rect(wanted.expect("an element x"))
    }

    #[track_caller]
    fn check(html: &str, expect: [f32; 4]) {
        let [x, y, width, height] = expect;
        assert_eq!(visible(html), Some(Rect::new(x, y, width, height)));
    }

    #[test]
    fn a_box_is_cut_off_at_the_inside_of_the_border_of_what_is_around_it() {
        check("<div box='0 0 100 100' style=hidden border=5><x box='50 50 100 100'>", [50.0, 50.0, 45.0, 45.0]);
        check("<div box='0 0 100 100'><x box='50 50 100 100'>", [50.0, 50.0, 100.0, 100.0]);
        check("<div box='0 0 100 100' style=hidden><p><x box='50 50 10 10'>", [50.0, 50.0, 10.0, 10.0]);
    }

    #[test]
    fn each_axis_is_cut_on_its_own_and_all_that_is_around_cuts() {
        check("<div box='0 0 100 100' style=hidden-x><x box='50 50 100 100'>", [50.0, 50.0, 50.0, 100.0]);
        check("<div box='0 0 100 100' style=hidden-y><x box='50 50 100 100'>", [50.0, 50.0, 100.0, 50.0]);
        check(
            "<div box='0 0 100 100' style=hidden-x><div box='0 0 200 80' style=hidden-y><x box='50 50 100 100'>",
            [50.0, 50.0, 50.0, 30.0],
        );
    }

    #[test]
    fn what_lies_outside_cannot_be_seen_at_all() {
        assert_eq!(visible("<div box='0 0 100 100' style=hidden><x box='100 0 50 50'>"), None);
        assert_eq!(visible("<x box='-50 0 50 50'>"), None);
        assert_eq!(visible("<x box='0 0 0 50'>"), None);
        check("<x box='-50 -10 100 50'>", [0.0, 0.0, 50.0, 40.0]);
    }

    #[test]
    fn what_is_placed_from_further_up_is_not_cut_off() {
        let around = "<div box='0 0 100 100' style=hidden>";
        check(&format!("{around}<x box='50 50 100 100' style=absolute>"), [50.0, 50.0, 100.0, 100.0]);
        check(&format!("{around}<x box='50 50 100 100' style=fixed>"), [50.0, 50.0, 100.0, 100.0]);
        let placing = "<div box='0 0 100 100' style='hidden relative'>";
        check(&format!("{placing}<x box='50 50 100 100' style=absolute>"), [50.0, 50.0, 50.0, 50.0]);
        check(&format!("{placing}<x box='50 50 100 100' style=fixed>"), [50.0, 50.0, 100.0, 100.0]);
        let moved = "<div box='0 0 100 100' style=hidden><p box='0 0 300 100' style=transform>";
        check(&format!("{moved}<x box='50 50 100 100' style=fixed>"), [50.0, 50.0, 50.0, 50.0]);
        // What is in the absolute box leaves with it.
        let menu = "<div box='0 0 100 100' style=hidden><p box='50 0 200 200' style='absolute hidden'>";
        check(&format!("{menu}<x box='60 60 500 20'>"), [60.0, 60.0, 190.0, 20.0]);
    }

    #[test]
    fn the_window_scrolls_so_html_and_body_cut_nothing_off() {
        check(
            "<html box='0 0 100 20' style=hidden><body box='0 0 100 10' style=hidden><x box='0 50 100 100'>",
            [0.0, 50.0, 100.0, 100.0],
        );
        // An element that scrolls in place of the page, and one beside it that does not.
        check("<div box='0 0 900 1000' style='scroll hidden-x'><x box='0 5000 100 100'>", [0.0, 5000.0, 100.0, 100.0]);
        assert_eq!(visible("<div box='0 0 200 1000' style=scroll><x box='0 5000 100 100'>"), None);
    }

    #[test]
    fn what_stands_in_lines_cuts_nothing_off() {
        check("<span box='0 0 10 10' style='hidden inline'><x box='0 0 50 50'>", [0.0, 0.0, 50.0, 50.0]);
    }

    #[test]
    fn a_layout_that_says_nothing_cuts_nothing_off() {
        let document = Document::parse("<p>a");
        let body = document.body().expect("a body");
        let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
        builder.set_box(body, Rect::new(1.0, 2.0, 3.0, 4.0), BoxFlags::default(), Display::Block);
        let clipping = Clipping::of(&document, &builder.finish());
        assert_eq!(clipping.visible_rect(body), Some(Rect::new(1.0, 2.0, 3.0, 4.0)));
        assert_eq!(clipping.visible_rect(document.root()), None);
    }
}
