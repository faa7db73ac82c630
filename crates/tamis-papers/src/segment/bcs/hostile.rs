//! Pages made to be slow or to break something: an answer, and soon.

use super::*;
use tamis_extract::testing::{draw, nested, paragraphs, pictures};
use tamis_page::{Color, Rect, RenderedPage};

/// Runs every way of clustering. A step that is quadratic in the number of boxes would not come back.
fn clusters(page: &RenderedPage) -> [BcsTrace; 3] {
    [BcsOptions::default(), BcsOptions::paper(), BcsOptions::rewrite()].map(|options| clusters_with(page, &options))
}

fn clusters_with(page: &RenderedPage, options: &BcsOptions) -> BcsTrace {
    let view = RenderedView::of(page);
    let trace = trace(&view, options);
    let n_members: usize = trace.blocks.iter().map(|block| block.members.len()).sum();
    assert_eq!(n_members, trace.boxes.len(), "every box is in one block");
    let regions = trace.regions(&view);
    assert!(regions.len() <= 1 + trace.blocks.len() + trace.parts.as_ref().map_or(0, Vec::len));
    trace
}

#[test]
fn no_box_is_an_empty_answer() {
    for html in ["", "<p>Nobody measured", "<p box='0 0 0 0'>x</p>"] {
        for trace in clusters(&draw(html)) {
            assert!(trace.boxes.is_empty() && trace.blocks.is_empty());
        }
    }
}

#[test]
fn all_boxes_on_one_spot_are_the_last_one() {
    for trace in clusters(&paragraphs(20_000, |_| Rect::new(5.0, 5.0, 50.0, 20.0))) {
        assert_eq!(trace.boxes.len(), 1);
    }
    // Too small to hide each other, with four places for all of them.
    let small = |number: usize| Rect::new((number % 2) as f32, (number / 2 % 2) as f32, 1.0, 1.0);
    // Two rows one above the other stay apart by the merge test as it was intended.
    for (trace, n_blocks) in clusters(&pictures(20_000, small)).iter().zip([2, 1, 1]) {
        assert_eq!((trace.boxes.len(), trace.blocks.len()), (4, n_blocks));
    }
}

#[test]
fn a_hundred_thousand_boxes() {
    let place = |number: usize| Rect::new((number % 300) as f32 * 20.0, (number / 300) as f32 * 10.0, 16.0, 8.0);
    let trace = clusters_with(&paragraphs(100_000, place), &BcsOptions::default());
    assert_eq!(trace.boxes.len(), 100_000);
    assert!(trace.blocks.len() < 100_000);
}

#[test]
fn boxes_in_a_column_a_row_and_a_grid() {
    let column = |number: usize| Rect::new(0.0, number as f32 * 10.0, 100.0, 8.0);
    let row = |number: usize| Rect::new(number as f32 * 20.0, 0.0, 16.0, 8.0);
    let grid = |number: usize| Rect::new((number % 100) as f32 * 20.0, (number / 100) as f32 * 10.0, 16.0, 8.0);
    for page in [paragraphs(10_000, column), paragraphs(10_000, row), paragraphs(10_000, grid)] {
        for trace in clusters(&page) {
            assert_eq!(trace.boxes.len(), 10_000);
            assert!(trace.blocks.len() < trace.boxes.len());
        }
    }
}

#[test]
fn boxes_that_cross_each_other() {
    // Half of them lie and half of them stand, one pixel thick: each crosses half of the others and hides none.
    let n_boxes = 3_000;
    let place = |number: usize| {
        let step = (number / 2 * 3) as f32;
        if number.is_multiple_of(2) { Rect::new(0.0, step, 30_000.0, 1.0) } else { Rect::new(step, 0.0, 1.0, 30_000.0) }
    };
    for trace in clusters(&pictures(n_boxes, place)) {
        assert_eq!(trace.boxes.len(), n_boxes);
        assert!(!trace.blocks.is_empty() && trace.pairs.len() < 100 * n_boxes);
    }
}

#[test]
fn a_staircase_of_boxes_that_overlap_a_little() {
    let place = |number: usize| Rect::new(number as f32 * 9.0, number as f32 * 9.0, 10.0, 10.0);
    for trace in clusters(&paragraphs(20_000, place)) {
        assert_eq!(trace.boxes.len(), 20_000);
    }
}

#[test]
fn absurd_coordinates() {
    let places = [
        Rect::new(-500.0, -500.0, 100.0, 100.0),
        Rect::new(-50.0, 10.0, 100.0, 20.0),
        Rect::new(0.0, 40.0, 1e7, 20.0),
        Rect::new(0.0, 70.0, 20.0, 1e7),
        Rect::new(1e7, 1e7, 1e7, 1e7),
        Rect::new(f32::NAN, f32::INFINITY, 1e30, 1e30),
    ];
    for trace in clusters(&paragraphs(places.len(), |number| places[number])) {
        assert!((3..=5).contains(&trace.boxes.len()), "{}", trace.boxes.len());
        assert!(trace.boxes.iter().all(|one| one.rect.left >= 0 && one.rect.top >= 0));
    }
    // One box of 10^7 pixels among many small ones.
    let place = |number: usize| match number {
        0 => Rect::new(1000.0, 0.0, 1e7, 1e7),
        _ => Rect::new((number % 9) as f32 * 100.0, (number / 9) as f32 * 30.0, 80.0, 20.0),
    };
    for trace in clusters(&paragraphs(10_000, place)) {
        assert_eq!(trace.boxes.len(), 10_000);
    }
}

#[test]
fn deep_nesting() {
    let page = nested(100_000, |_| (Rect::new(0.0, 0.0, 50.0, 20.0), Color::WHITE));
    for trace in clusters(&page) {
        assert_eq!(trace.boxes.len(), 1);
        assert_eq!(page.document().text(trace.boxes[0].node), "x");
    }
}

#[test]
fn the_same_page_is_always_clustered_the_same_way() {
    let place = |number: usize| Rect::new((number * 37 % 900) as f32, (number * 101 % 5000) as f32, 30.0, 12.0);
    let page = paragraphs(3000, place);
    assert_eq!(clusters(&page), clusters(&page));
}
