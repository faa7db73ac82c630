//! Pages that no designer made: an answer, and soon.

use super::*;
use tamis_page::{
    BoxFlags, Color, Display, Document, LayoutBuilder, NodeId, NodeKind, Rect, RenderedPage, Style, Viewport, names,
};

/// A page of so many paragraphs with a word each, where `place` puts them; every `painted`th has a colour of its own.
fn paragraphs(n_paragraphs: usize, painted: usize, place: impl Fn(usize) -> Rect) -> RenderedPage {
    let document = Document::parse("<p>x".repeat(n_paragraphs));
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (idx, node) in document.elements_named(names::P).enumerate() {
        let shade = (idx % 250) as u8;
        let background = Color { red: shade, green: shade, blue: shade, alpha: 255 };
        let style = Style { background, ..Style::default() };
        for node in [node, NodeId(node.0 + 1)] {
            builder.set_box(node, place(idx), BoxFlags::default(), Display::Block);
            if idx % painted == 0 {
                builder.set_style(node, style.clone());
            }
        }
    }
    RenderedPage::new(document, builder.finish())
}

/// That the answer is whole: every text is in one area, and that area is there.
#[track_caller]
fn check(page: &RenderedPage, n_texts: usize) {
    let trace = trace(&RenderedView::of(page), &VisualAreasOptions::default());
    let regions = trace.regions;
    let document = page.document();
    let texts = document.nodes().filter(|&node| document.kind(node) == NodeKind::Text);
    let found: Vec<_> = texts.filter_map(|node| regions.area_of(node)).collect();
    assert_eq!(found.len(), n_texts);
    assert!(found.iter().all(|area| area.index() < regions.len()));
    assert!(regions.parts().count() >= usize::from(n_texts > 0));
}

#[test]
fn a_page_without_boxes_has_no_areas() {
    check(&RenderedPage::unrendered(Document::parse("")), 0);
    let page = RenderedPage::unrendered(Document::parse("<p>Nobody measured this."));
    assert!(segment(&RenderedView::of(&page), &VisualAreasOptions::default()).is_empty());
}

#[test]
fn all_boxes_on_one_spot() {
    check(&paragraphs(20_000, 2, |_| Rect::new(5.0, 5.0, 20.0, 20.0)), 20_000);
    check(&paragraphs(20_000, 1, |idx| Rect::new(5.0, 5.0, 20.0 + idx as f32, 20.0)), 20_000);
}

#[test]
fn boxes_around_each_other_from_the_inside_out() {
    let ring = |idx: usize| {
        Rect::new(5000.0 - idx as f32, 5000.0 - idx as f32, 2.0 * idx as f32 + 5.0, 2.0 * idx as f32 + 5.0)
    };
    check(&paragraphs(5000, 1, ring), 5000);
}

#[test]
fn boxes_left_of_and_above_the_page_are_not_seen() {
    let page = paragraphs(1000, 3, |idx| Rect::new(-500.0 + idx as f32, -30.0 + idx as f32, 10.0, 10.0));
    check(&page, 1000 - 491);
}

#[test]
fn a_hundred_thousand_boxes() {
    let cell = |idx: usize| Rect::new((idx % 10 * 110) as f32, (idx / 10 * 22) as f32, 100.0, 18.0);
    check(&paragraphs(50_000, 7, cell), 50_000);
    check(&paragraphs(50_000, 100_000, |idx| Rect::new(0.0, 40.0 * idx as f32, 600.0, 18.0)), 50_000);
}

#[test]
fn stairs_that_would_make_a_grid_of_a_hundred_million_cells() {
    check(&paragraphs(10_000, 5, |idx| Rect::new(30.0 * idx as f32, 30.0 * idx as f32, 15.0, 15.0)), 10_000);
}

#[test]
fn a_box_of_ten_million_pixels() {
    check(&paragraphs(3, 2, |idx| Rect::new(0.0, 0.0, 1e7, 1e7 - idx as f32)), 3);
    check(
        &paragraphs(2000, 2, |idx| Rect::new(0.0, 50.0 * idx as f32, if idx % 2 == 0 { 1e7 } else { 9.0 }, 9.0)),
        2000,
    );
}

#[test]
fn boxes_in_boxes_thirty_thousand_deep() {
    let document = Document::parse("<div>".repeat(400) + "x");
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    for (depth, node) in document.nodes().enumerate() {
        let (inset, shade) = (2.0 * depth as f32, (depth % 2 * 100) as u8);
        builder.set_box(
            node,
            Rect::new(inset, inset, 9000.0 - 2.0 * inset, 9000.0 - 2.0 * inset),
            BoxFlags::default(),
            Display::Block,
        );
        builder.set_style(node, Style { background: Color { red: shade, ..Color::WHITE }, ..Style::default() });
    }
    check(&RenderedPage::new(document, builder.finish()), 1);
    // The document is flat, but each box lies in the one before it.
    check(
        &paragraphs(30_000, 1, |idx| Rect::new(idx as f32, idx as f32, 1e5 - 2.0 * idx as f32, 1e5 - 2.0 * idx as f32)),
        30_000,
    );
}
