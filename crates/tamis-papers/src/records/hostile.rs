//! Pages made to be slow, and pages with nothing in them: every records method answers, and soon.

use super::depta::{self, DeptaOptions};
use super::mdr::{self, MdrOptions};
use std::fmt::Write as _;
use tamis_extract::PageView;
use tamis_extract::records::Table;
use tamis_extract::testing::assert_sound;
use tamis_page::Document;

/// The number of rows of the largest table by MDR, by MDR as in the tag path sequence paper, and by DEPTA.
fn most_rows(html: &str) -> [usize; 3] {
    let document = Document::parse(html);
    let view = PageView::of(&document);
    [
        most(&document, &mdr::find(&view, &MdrOptions::default())),
        most(&document, &mdr::find(&view, &MdrOptions::tag_path_paper())),
        most(&document, &depta::find(&view, &DeptaOptions::default())),
    ]
}

/// The number of rows of the largest table, after a look at all of them.
#[track_caller]
fn most(document: &Document, tables: &[Table]) -> usize {
    assert_sound(document, tables);
    tables.iter().map(|table| table.rows.len()).max().unwrap_or(0)
}

#[test]
fn pages_without_records_give_no_tables() {
    for html in ["", "text", "<p>", "<frameset><frame></frameset>", "<!-- -->", "\0", "<table>", "<ul><li>one</ul>"] {
        assert_eq!(most_rows(html), [0; 3], "{html:?}");
    }
}

#[test]
fn a_page_of_text_alone_gives_no_tables() {
    assert_eq!(most_rows(&"words and words ".repeat(100_000)), [0; 3]);
}

#[test]
fn ten_thousand_equal_children_are_ten_thousand_records() {
    let html = format!("<ul>{}</ul>", "<li><a href=x>name</a><p>words</p>".repeat(10_000));
    assert_eq!(most_rows(&html), [10_000; 3]);
}

#[test]
fn ten_thousand_children_of_many_kinds_are_compared_in_linear_time() {
    let mut html = String::new();
    for number in 0..10_000_u32 {
        html.push_str("<div><h3>name</h3>");
        for bit in 0..4 {
            html.push_str(if number.wrapping_mul(2_654_435_761) >> bit & 1 == 1 { "<p>x</p>" } else { "<b>y</b>" });
        }
        html.push_str("</div>");
    }
    let document = Document::parse(html);
    let tables = depta::find(&PageView::of(&document), &DeptaOptions::default());
    assert!(most(&document, &tables) > 1000);
}

#[test]
fn ten_thousand_children_without_a_pattern_are_read_in_linear_time() {
    let tags = ["p", "b", "i", "em", "u"];
    let mut html = String::new();
    for number in 0..10_000_u32 {
        let tag = tags[(number.wrapping_mul(2_654_435_761) >> 20) as usize % tags.len()];
        let rule = if number % 7 == 0 { "<hr>" } else { "" };
        let _ = write!(html, "<{tag}>x</{tag}>{rule}");
    }
    assert_eq!(most_rows(&html), [0, 21, 1308]);
}

/// The parser keeps as many levels as browsers do; what is nested deeper becomes a sibling at the last of them.
pub(super) const N_MOVED_UP: usize = 29_491;

#[test]
fn thirty_thousand_nested_elements_are_no_problem() {
    assert_eq!(most_rows(&"<div>x".repeat(30_000)), [0, N_MOVED_UP, N_MOVED_UP]);
    let document = Document::parse("<b>x<i>".repeat(15_000));
    let tables = depta::find(&PageView::of(&document), &DeptaOptions::default());
    assert_eq!(most(&document, &tables), 0);
}

#[test]
fn large_and_different_neighbours_are_not_compared_for_ever() {
    let mut html = String::new();
    for outer in 0..6_u32 {
        html.push_str("<div>");
        for inner in 0..600_u32 {
            let bits = (outer * 600 + inner).wrapping_mul(2_654_435_761) >> 13;
            html.push_str(["<p>x</p>", "<b>y</b>", "<i>z</i>", "<hr>"][bits as usize % 4]);
        }
        html.push_str("</div>");
    }
    assert_eq!(most_rows(&html), [6; 3]);
}

#[test]
fn a_million_nodes_are_read_in_seconds() {
    let document = Document::parse("<hr>".repeat(1_000_000) + &"<ul><li>a<li>b</ul>".repeat(1000));
    assert!(document.len() > 1_000_000);
    let tables = mdr::find(&PageView::of(&document), &MdrOptions::default());
    assert_sound(&document, &tables);
    assert_eq!(tables[0].rows.len(), 1000);
}

#[test]
fn records_that_all_differ_have_a_bounded_number_of_columns() {
    let mut html = String::from("<ul>");
    for row in 0..600 {
        let name = format!("x-{row}");
        let _ = write!(html, "<li><b>a</b><i>b</i><u>c</u><p>d</p><em>e</em><{name}>f</{name}></li>");
    }
    let document = Document::parse(html);
    let tables = depta::find(&PageView::of(&document), &DeptaOptions::default());
    assert_sound(&document, &tables);
    assert_eq!(tables[0].rows.len(), 600);
    assert!(tables[0].rows[599].text.contains('f'));
}
