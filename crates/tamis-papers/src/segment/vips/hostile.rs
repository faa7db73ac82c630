//! Pages made to be slow or to break something: an answer, and soon.

use super::{VipsOptions, segment};
use std::fmt::Write as _;
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;
use tamis_extract::testing::{draw_in_flow, paragraphs};
use tamis_page::{Document, Rect, RenderedPage};

/// The answers of both profiles, which hold every text of the page at most once a level.
#[track_caller]
fn answers(page: &RenderedPage) -> [Regions; 2] {
    [VipsOptions::paper(), VipsOptions::default()].map(|options| {
        let regions = segment(&RenderedView::of(page), &options);
        for level in [regions.parts().collect::<Vec<_>>(), regions.blocks().collect()] {
            for pair in level.windows(2) {
                assert!(!regions.is_within(pair[1], pair[0]), "a block lies in another one");
            }
        }
        regions
    })
}

#[test]
fn a_page_without_boxes_is_one_area() {
    for html in ["", "<p>One<p>Two", "<frameset>"] {
        for regions in answers(&RenderedPage::unrendered(Document::parse(html))) {
            assert_eq!(regions.len(), 1, "{html}");
        }
    }
}

#[test]
fn boxes_on_one_spot_are_one_area() {
    for regions in answers(&paragraphs(20_000, |_| Rect::new(50.0, 50.0, 100.0, 20.0))) {
        assert_eq!(regions.len(), 1);
        assert_eq!(regions.blocks().count(), 1);
    }
}

#[test]
fn boxes_left_of_and_above_the_page_are_nowhere() {
    for regions in answers(&paragraphs(1000, |row| Rect::new(-500.0, -100.0 * row as f32 - 50.0, 100.0, 20.0))) {
        assert_eq!(regions.len(), 1);
    }
    let places = [(-50.0, 0.0, 100.0, 20.0), (-50.0, 100.0, 100.0, 20.0), (-500.0, 0.0, 10.0, 10.0)];
    let place = |idx: usize| Rect::new(places[idx].0, places[idx].1, places[idx].2, places[idx].3);
    for regions in answers(&paragraphs(3, place)) {
        assert_eq!(regions.parts().count(), 2);
    }
}

#[test]
fn a_hundred_thousand_boxes_in_a_grid_are_as_many_leaves() {
    let place = |idx: usize| Rect::new(40.0 * (idx % 300) as f32, 40.0 * (idx / 300) as f32, 20.0, 20.0);
    let options = VipsOptions::default().with_pdoc(11);
    let regions = segment(&RenderedView::of(&paragraphs(100_000, place)), &options);
    assert_eq!(regions.blocks().count(), 100_000);
}

#[test]
fn boxes_in_a_staircase_are_as_many_leaves() {
    let place = |idx: usize| Rect::new(10.0 * (idx % 3) as f32, 30.0 * idx as f32, 1000.0, 20.0);
    let options = VipsOptions::default().with_pdoc(11);
    assert_eq!(segment(&RenderedView::of(&paragraphs(20_000, place)), &options).blocks().count(), 20_000);
}

#[test]
fn boxes_that_overlap_like_tiles_have_no_separators() {
    for regions in answers(&paragraphs(20_000, |idx| Rect::new(7.0 * idx as f32, 11.0 * idx as f32, 20.0, 20.0))) {
        assert_eq!(regions.len(), 1);
    }
}

#[test]
fn a_box_of_ten_million_pixels_is_a_box() {
    let places = [Rect::new(0.0, 0.0, 1e7, 20.0), Rect::new(0.0, 100.0, 100.0, 1e7)];
    for regions in answers(&paragraphs(2, |idx| places[idx])) {
        assert_eq!(regions.parts().count(), 2);
    }
}

#[test]
fn deep_nesting_is_no_problem() {
    let page = draw_in_flow(&format!("<body>{}", "<div>a<b>".repeat(50_000)));
    for regions in answers(&page) {
        assert_eq!(regions.parts().count(), 1);
    }
}

#[test]
fn many_lines_between_many_columns_are_counted_once() {
    let mut html = String::new();
    for idx in 0..10_000 {
        let _ = write!(html, "<hr box='0 {} 9000 1' back=0>", 30 + idx % 40);
        let _ = write!(html, "<img box='{} {} 10 20'>", 20 * (idx % 400), 100 * (idx % 2));
    }
    for regions in answers(&draw_in_flow(&html)) {
        assert!(regions.parts().count() >= 2);
    }
}
