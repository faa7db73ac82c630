//! Pages made to be slow: both profiles answer, and soon.

use super::{DerinOptions, trace};
use crate::records::hostile::N_MOVED_UP;
use crate::records::laid_out::laid_out;
use std::fmt::Write as _;
use tamis_extract::RenderedView;
use tamis_extract::testing::assert_sound;
use tamis_page::{Document, RenderedPage};

/// The number of rows by the paper's profile and by the tuned one.
fn n_rows(page: &RenderedPage) -> [usize; 2] {
    [DerinOptions::paper(), DerinOptions::default()].map(|options| {
        let trace = trace(&RenderedView::of(page), &options);
        assert!(!trace.tables.is_empty() || trace.reason.is_some(), "no table needs a reason");
        assert_sound(page.document(), &trace.tables);
        trace.tables.first().map_or(0, |table| table.rows.len())
    })
}

fn unrendered(html: String) -> RenderedPage {
    RenderedPage::unrendered(Document::parse(html))
}

#[test]
fn ten_thousand_equal_children_are_ten_thousand_records() {
    let html = format!("<ul>{}</ul>", "<li><a href=x>name</a><p>words</p></li>".repeat(10_000));
    assert_eq!(n_rows(&laid_out(&html)), [10_000; 2]);
}

#[test]
fn a_million_nodes_are_answered_with_and_without_boxes() {
    let html = format!("<body>{}<ul>{}</ul>", "<hr>".repeat(900_000), "<li><b>a</b><i>b</i></li>".repeat(20_000));
    let [_, tuned] = n_rows(&laid_out(&html));
    assert_eq!(tuned, 20_000);
    assert_eq!(n_rows(&unrendered(html)), [1, 20_000]);
}

#[test]
fn thirty_thousand_nested_elements_are_no_problem() {
    let html = "<div>x<hr><hr>".repeat(30_000);
    assert_eq!(n_rows(&laid_out(&html)), [N_MOVED_UP; 2]);
    assert_eq!(n_rows(&unrendered(html)), [1, N_MOVED_UP]);
}

#[test]
fn candidates_inside_candidates_are_read_within_a_budget() {
    // A hundred levels, each as large as the page and with a long list beside the next level.
    let level = format!("<div data-box='0 0 1000 1000'>{}", "<p>a<b>c</b></p>".repeat(300));
    let html = format!("<body data-box='0 0 1000 1000'>{}", level.repeat(100));
    assert_eq!(n_rows(&laid_out(&html)), [300, 30_000]);
}

#[test]
fn records_that_all_differ_have_a_bounded_number_of_columns() {
    let mut html = String::from("<body><ul>");
    for row in 0..2000_u32 {
        let bits = row.wrapping_mul(2_654_435_761) >> 8;
        html.push_str("<li>");
        for bit in 0..20 {
            let tag = ["b", "p", "u", "em"][(bits >> bit & 3) as usize];
            let _ = write!(html, "<{tag} data-font='f{} {} 400 0'>{row} {bit}</{tag}>", bits >> bit & 7, 8 + bit);
        }
        html.push_str("</li>");
    }
    let page = laid_out(&html);
    for options in [DerinOptions::paper(), DerinOptions::default()] {
        let trace = trace(&RenderedView::of(&page), &options);
        assert_sound(page.document(), &trace.tables);
        assert_eq!(trace.tables.first().map(|table| table.rows.len()), Some(2000));
    }
}

#[test]
fn attributes_without_a_pattern_are_cut_in_time() {
    let tags = ["p", "b", "i", "em", "u", "h3", "h4"];
    let mut html = String::from("<body><div>");
    for number in 0..6000_u32 {
        let tag = tags[(number.wrapping_mul(2_654_435_761) >> 20) as usize % tags.len()];
        let _ = write!(html, "<{tag} data-font='f{} 12 400 0'>{number}</{tag}>", number % 7);
    }
    assert_eq!(n_rows(&laid_out(&html)), [6000, 854]);
}
