//! Pages made to be slow or to break something: VIPS answers, and soon.

use super::tests::laid_out;
use super::{VipsOptions, segment};
use crate::RenderedView;
use crate::segment::Regions;
use std::fmt::Write as _;
use tamis_page::{Document, RenderedPage};

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

fn boxes(places: impl Iterator<Item = (i64, i64, i64, i64)>) -> RenderedPage {
    let mut html = String::new();
    for (x, y, width, height) in places {
        let _ = write!(html, "<div box='{x} {y} {width} {height}'>a</div>");
    }
    laid_out(&html)
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
    for regions in answers(&boxes((0..100_000).map(|_| (50, 50, 100, 20)))) {
        assert_eq!(regions.len(), 1);
        assert_eq!(regions.blocks().count(), 1);
    }
}

#[test]
fn boxes_left_of_and_above_the_page_are_nowhere() {
    for regions in answers(&boxes((0..1000).map(|row| (-500, -100 * row - 50, 100, 20)))) {
        assert_eq!(regions.len(), 1);
    }
    for regions in answers(&boxes([(-50, 0, 100, 20), (-50, 100, 100, 20), (-500, 0, 10, 10)].into_iter())) {
        assert_eq!(regions.parts().count(), 2);
    }
}

#[test]
fn a_hundred_thousand_boxes_in_a_grid_are_as_many_leaves() {
    let page = boxes((0..100_000).map(|idx| (40 * (idx % 300), 40 * (idx / 300), 20, 20)));
    let options = VipsOptions::default().with_pdoc(11);
    let regions = segment(&RenderedView::of(&page), &options);
    assert_eq!(regions.blocks().count(), 100_000);
}

#[test]
fn a_hundred_thousand_boxes_in_a_staircase_are_as_many_leaves() {
    let page = boxes((0..100_000).map(|idx| (10 * (idx % 3), 30 * idx, 1000, 20)));
    let options = VipsOptions::default().with_pdoc(11);
    assert_eq!(segment(&RenderedView::of(&page), &options).blocks().count(), 100_000);
}

#[test]
fn boxes_that_overlap_like_tiles_have_no_separators() {
    for regions in answers(&boxes((0..50_000).map(|idx| (7 * idx, 11 * idx, 20, 20)))) {
        assert_eq!(regions.len(), 1);
    }
}

#[test]
fn a_box_of_ten_million_pixels_is_a_box() {
    for regions in answers(&boxes([(0, 0, 10_000_000, 20), (0, 100, 100, 10_000_000)].into_iter())) {
        assert_eq!(regions.parts().count(), 2);
    }
}

#[test]
fn deep_nesting_is_no_problem() {
    let page = laid_out(&"<div>a<b>".repeat(50_000));
    for regions in answers(&page) {
        assert_eq!(regions.parts().count(), 1);
    }
}

#[test]
fn many_lines_between_many_columns_are_counted_once() {
    let mut html = String::new();
    for idx in 0..20_000 {
        let _ = write!(html, "<hr box='0 {} 9000 1' back=0>", 30 + idx % 40);
        let _ = write!(html, "<img box='{} {} 10 20'>", 20 * (idx % 400), 100 * (idx % 2));
    }
    for regions in answers(&laid_out(&html)) {
        assert!(regions.parts().count() >= 2);
    }
}
