//! Pages made to be slow or to break something: an answer, and soon.

use super::*;
use tamis_extract::testing::{nested, painted_paragraphs, paragraphs};
use tamis_page::{Color, Document, NodeKind, Rect, RenderedPage};

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
    check(&painted_paragraphs(10_000, 2, |_| Rect::new(5.0, 5.0, 20.0, 20.0)), 10_000);
    check(&painted_paragraphs(10_000, 1, |idx| Rect::new(5.0, 5.0, 20.0 + idx as f32, 20.0)), 10_000);
}

#[test]
fn boxes_around_each_other_from_the_inside_out() {
    let ring = |idx: usize| {
        Rect::new(5000.0 - idx as f32, 5000.0 - idx as f32, 2.0 * idx as f32 + 5.0, 2.0 * idx as f32 + 5.0)
    };
    check(&painted_paragraphs(5000, 1, ring), 5000);
}

#[test]
fn boxes_left_of_and_above_the_page_are_not_seen() {
    let page = painted_paragraphs(1000, 3, |idx| Rect::new(-500.0 + idx as f32, -30.0 + idx as f32, 10.0, 10.0));
    check(&page, 1000 - 491);
}

#[test]
fn a_hundred_thousand_boxes() {
    // An element and its text, each.
    let cell = |idx: usize| Rect::new((idx % 10 * 110) as f32, (idx / 10 * 22) as f32, 100.0, 18.0);
    check(&painted_paragraphs(50_000, 7, cell), 50_000);
    check(&paragraphs(10_000, |idx| Rect::new(0.0, 40.0 * idx as f32, 600.0, 18.0)), 10_000);
}

#[test]
fn stairs_that_would_make_a_grid_of_a_hundred_million_cells() {
    check(&painted_paragraphs(10_000, 5, |idx| Rect::new(30.0 * idx as f32, 30.0 * idx as f32, 15.0, 15.0)), 10_000);
}

#[test]
fn a_box_of_ten_million_pixels() {
    check(&painted_paragraphs(3, 2, |idx| Rect::new(0.0, 0.0, 1e7, 1e7 - idx as f32)), 3);
    check(
        &painted_paragraphs(2000, 2, |idx| {
            Rect::new(0.0, 50.0 * idx as f32, if idx % 2 == 0 { 1e7 } else { 9.0 }, 9.0)
        }),
        2000,
    );
}

#[test]
fn boxes_in_boxes_in_boxes() {
    let inset = |depth: usize, from: f32| {
        let inset = 2.0 * depth as f32;
        Rect::new(inset, inset, from - 2.0 * inset, from - 2.0 * inset)
    };
    let page = nested(400, |depth| (inset(depth, 9000.0), Color { red: (depth % 2 * 100) as u8, ..Color::WHITE }));
    check(&page, 1);
    // The document is flat, but each box lies in the one before it.
    check(&painted_paragraphs(10_000, 1, |idx| inset(idx, 1e5)), 10_000);
}
