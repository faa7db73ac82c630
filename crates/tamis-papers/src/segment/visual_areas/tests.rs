//! The worked examples of the method, step by step. Pixels are counted from 0; the ends of bounds are behind them.

use super::area_tree::{AreaTree, Origin, ROOT};
use super::box_tree::{self, can_hold};
use super::boxes::{self, PageBox};
use super::grid::{Grid, Span};
use super::lines::{self, Joining};
use super::separators::{self, Separator, TextIndex};
use super::*;
use crate::segment::geometry::{Direction, PixelRect};
use tamis_extract::options::MethodOptions;
use tamis_extract::segment::{AreaId, AreaValue, Levels};
use tamis_extract::testing::draw_on;
use tamis_page::{NodeKind, RenderedPage};

fn areas(page: &RenderedPage) -> (Vec<PageBox>, AreaTree) {
    let boxes = boxes::list(&RenderedView::of(page));
    let tree = AreaTree::of(&boxes, &box_tree::nest(&boxes));
    (boxes, tree)
}

fn children(tree: &AreaTree, id: u32) -> Vec<PixelRect> {
    tree.get(id).children.iter().map(|&child| tree.get(child).bounds).collect()
}

/// The areas right below the page once lines are joined, as x and width.
#[track_caller]
fn check_lines(html: &str, expect: &[(i32, i32)]) {
    let page = draw_on(html, 400.0, 100.0);
    let (_, mut tree) = areas(&page);
    lines::join_all(&mut tree, Joining::Right, 1.5, false);
    let found: Vec<_> = children(&tree, ROOT).iter().map(|area| (area.left, area.width())).collect();
    assert_eq!(found, expect, "{html}");
}

#[test]
fn words_within_one_and_a_half_font_sizes_are_a_line() {
    check_lines("<b box='0 0 50 20'>One</b><b box='55 0 50 20'>two</b><b box='110 0 50 20'>three</b>", &[(0, 160)]);
    check_lines("<b box='0 0 50 20'>One</b><b box='73 0 50 20'>two</b>", &[(0, 123)]);
    check_lines("<b box='0 0 50 20'>One</b><b box='74 0 50 20'>two</b>", &[(0, 50), (74, 50)]);
    check_lines("<b box='0 0 50 20' font=32>One</b><b box='97 0 50 20' font=32>two</b>", &[(0, 147)]);
}

#[test]
fn what_is_drawn_between_two_words_keeps_them_apart() {
    let apart = [(0, 50), (60, 50)];
    check_lines("<b box='0 0 50 20'>One</b><b box='60 0 50 20' border='0 0 0 2'>two</b>", &apart);
    let painted = |one: u8, two: u8| {
        format!(
            "<p box='0 0 50 20' back={one}><b box='5 5 40 9'>One</b></p>\
             <p box='60 0 50 20' back={two}><b box='65 5 40 9'>two</b></p>"
        )
    };
    check_lines(&painted(90, 80), &apart);
    check_lines(&painted(90, 90), &[(0, 110)]);
}

#[test]
fn areas_of_different_height_are_a_line_only_if_there_is_room_to_level_them() {
    // The picture can be joined with the word beside its top, until another word stands below that one.
    let picture = "<img box='0 0 50 40'>";
    check_lines(&format!("{picture}<b box='60 0 50 20'>one</b>"), &[(0, 110)]);
    check_lines(
        &format!("{picture}<b box='60 0 50 20'>one</b><b box='60 20 50 20'>two</b>"),
        &[(0, 50), (60, 50), (60, 50)],
    );
    // What stands beside the lower word, and not across its own columns, is not in the way.
    check_lines(
        "<img box='0 0 50 40'><b box='60 0 50 20'>one</b><b box='200 20 50 20'>two</b>",
        &[(0, 110), (200, 50)],
    );
}

#[test]
fn lines_below_each_other_are_joined_if_they_begin_in_one_column() {
    let page =
        draw_on("<b box='0 0 50 20'>One</b><b box='0 25 90 20'>two</b><b box='10 50 50 20'>three</b>", 400.0, 100.0);
    let (_, mut tree) = areas(&page);
    lines::join_all(&mut tree, Joining::Down, 1.5, false);
    assert_eq!(children(&tree, ROOT), [PixelRect::new(0, 0, 90, 45), PixelRect::new(10, 50, 60, 70)]);
}

#[test]
fn a_grid_has_a_column_for_each_child_and_each_gap() {
    let area = PixelRect::new(0, 0, 300, 50);
    let grid = Grid::of(area, &[PixelRect::new(10, 0, 110, 50), PixelRect::new(150, 0, 250, 50)]);
    assert_eq!(grid.columns, [0, 10, 110, 150, 250, 300]);
    assert_eq!(grid.rows, [0, 50], "no row behind the last one");
    assert_eq!(grid.places[0].columns, Span { start: 1, end: 2 });
    assert_eq!(grid.places[1].columns, Span { start: 3, end: 4 });
}

#[test]
fn four_fifths_of_a_box_must_lie_in_another_one_to_be_held() {
    let inner = PixelRect::new(0, 0, 10, 10);
    assert!(can_hold(PixelRect::new(0, -90, 50, 8), inner));
    assert!(!can_hold(PixelRect::new(0, -90, 50, 7), inner));
    assert!(!can_hold(inner, inner), "boxes on the same spot do not nest");
    assert!(!can_hold(PixelRect::new(0, 0, 10, 9), inner), "nor does a box hold the one around it");
}

#[test]
fn the_later_of_two_boxes_that_hold_a_third_is_its_parent() {
    // The large one comes later in the document and is the parent, though the other one is smaller.
    let page = draw_on(
        "<p box='5 5 60 60' back=10></p><p box='0 0 90 90' back=20></p><p box='10 10 10 10' back=30></p>",
        100.0,
        100.0,
    );
    let boxes = boxes::list(&RenderedView::of(&page));
    let tree = box_tree::nest(&boxes);
    assert_eq!(tree.parents[1..], [0, 0, 2]);
    let page = draw_on("<p box='5 5 60 60' back=10></p><p box='5 5 60 60' back=20></p>", 100.0, 100.0);
    let boxes = boxes::list(&RenderedView::of(&page));
    assert_eq!(box_tree::nest(&boxes).parents[1..], [0, 0]);
}

#[test]
fn a_single_border_adds_its_strip_to_what_is_inside() {
    let page = draw_on("<div box='0 0 100 50' border='0 0 0 2'><b box='20 10 40 20'>Text</b></div>", 200.0, 200.0);
    let (_, tree) = areas(&page);
    assert_eq!(children(&tree, ROOT), [PixelRect::new(0, 0, 60, 50)]);
    // Two borders, a background or a bullet show where the whole box is; without any of them it is not seen at all.
    let bounds = |attributes: &str| {
        let html = format!("<div box='0 0 100 50' {attributes}><b box='20 10 40 20'>Text</b></div>");
        children(&areas(&draw_on(&html, 200.0, 200.0)).1, ROOT)
    };
    assert_eq!(bounds("border='1 0 0 2'"), [PixelRect::new(0, 0, 100, 50)]);
    assert_eq!(bounds("back=9"), [PixelRect::new(0, 0, 100, 50)]);
    assert_eq!(bounds("item"), [PixelRect::new(0, 0, 100, 50)]);
    assert_eq!(bounds(""), [PixelRect::new(20, 10, 60, 30)]);
}

/// Two by two cards of 200 by 100 pixels.
fn cards(font_size: u32, gutter_x: i32, gutter_y: i32) -> RenderedPage {
    let (right, below) = (200 + gutter_x, 100 + gutter_y);
    let card = |x: i32, y: i32, text: &str| format!("<p box='{x} {y} 200 100' font={font_size}>{text}</p>");
    let html = card(0, 0, "One") + &card(right, 0, "Two") + &card(0, below, "Three") + &card(right, below, "Four");
    draw_on(&html, (right + 200) as f32, (below + 100) as f32)
}

/// The weights of the horizontal and of the vertical separators.
fn weights(page: &RenderedPage) -> (Vec<i32>, Vec<i32>) {
    let (boxes, tree) = areas(page);
    let found = separators::of_area(&tree, ROOT, &TextIndex::of(&boxes));
    let (horizontal, vertical): (Vec<Separator>, Vec<Separator>) =
        found.into_iter().partition(|separator| separator.direction == Direction::Horizontal);
    let weights = |some: Vec<Separator>| some.iter().map(|separator| separator.weight).collect();
    (weights(horizontal), weights(vertical))
}

#[test]
fn a_separator_counts_if_it_is_wide_beside_the_letters() {
    assert_eq!(weights(&cards(16, 20, 20)), (vec![2], vec![4]));
    assert_eq!(weights(&cards(9, 20, 20)), (vec![2], vec![4]));
    assert_eq!(weights(&cards(20, 20, 20)), (vec![2], vec![4]));
    assert_eq!(weights(&cards(32, 20, 20)), (vec![], vec![4]));
    assert_eq!(weights(&cards(16, 40, 8)), (vec![], vec![8]));
    assert_eq!(weights(&cards(16, 8, 8)), (vec![], vec![]));
    assert_eq!(weights(&cards(9, 8, 8)), (vec![0], vec![0]), "small letters have no threshold");
}

/// The areas below the page once super areas are made: whether each was made, and where it is.
fn super_areas_of(page: &RenderedPage) -> Vec<(bool, PixelRect)> {
    let (boxes, mut tree) = areas(page);
    super_areas::group_super_areas(&mut tree, &TextIndex::of(&boxes), 2);
    let children = tree.get(ROOT).children.iter().map(|&child| tree.get(child));
    children.map(|area| (area.origin == Origin::Super, area.bounds)).collect()
}

#[test]
fn cards_that_are_all_kept_apart_are_not_grouped() {
    assert!(super_areas_of(&cards(16, 20, 20)).iter().all(|&(is_new, _)| !is_new));
}

#[test]
fn cards_kept_apart_one_way_are_grouped_the_other_way() {
    let columns = [(true, PixelRect::new(0, 0, 200, 208)), (true, PixelRect::new(240, 0, 440, 208))];
    assert_eq!(super_areas_of(&cards(16, 40, 8)), columns);
}

#[test]
fn cards_that_nothing_keeps_apart_need_no_group() {
    let found = super_areas_of(&cards(16, 8, 8));
    assert_eq!((found.len(), found.iter().any(|&(is_new, _)| is_new)), (4, false));
}

#[test]
fn an_area_is_expanded_over_smaller_ones_that_fill_its_width_together() {
    // A title over two words that are as wide as it is, together; a word stands far below.
    let page = draw_on(
        "<p box='0 0 200 20'>Title</p><b box='0 22 100 20'>one</b><b box='100 22 100 20'>two</b><p box='0 90 50 20'>end</p>",
        200.0,
        110.0,
    );
    assert_eq!(super_areas_of(&page), [(true, PixelRect::new(0, 0, 200, 42)), (false, PixelRect::new(0, 90, 50, 110))]);
}

#[test]
fn lines_of_one_style_are_grouped_apart_from_their_heading() {
    let page = draw_on(
        "<p box='0 0 200 30' font=24>Title</p><p box='0 30 200 40' lines='0 30 200 20; 0 50 200 20'>one two</p>",
        200.0,
        70.0,
    );
    let (boxes, mut tree) = areas(&page);
    super_areas::group_homogeneous(&mut tree, &TextIndex::of(&boxes));
    assert_eq!(children(&tree, ROOT), [PixelRect::new(0, 0, 200, 30), PixelRect::new(0, 30, 200, 70)]);
    let text = tree.get(tree.get(ROOT).children[1]);
    assert_eq!((text.origin, text.children.len()), (Origin::Homogeneous, 2));
}

/// A head across the page, a text of two lines in the middle with a column beside it, a foot.
fn whole_page() -> RenderedPage {
    draw_on(
        "<body box='0 0 1000 800'><div box='0 0 1000 100' back=50><b box='20 40 200 20'>Lamps</b></div>\
         <p box='0 160 600 40' lines='0 160 600 20; 0 180 500 20'>A text</p>\
         <p box='0 230 600 120'>More.</p><p box='700 160 300 190'>See also</p>\
         <div box='0 700 1000 100' back=50><b box='20 740 200 20'>Imprint</b></div>",
        1000.0,
        800.0,
    )
}

#[test]
fn parts_are_what_wide_gaps_and_painted_areas_keep_apart_and_blocks_what_smaller_gaps_do() {
    let page = whole_page();
    let (document, regions) = (page.document(), segment(&RenderedView::of(&page), &VisualAreasOptions::default()));
    let texts = |id: AreaId| {
        let nodes = regions.content(document, id).into_iter();
        let below = nodes.flat_map(|node| (node.0..document.subtree_end(node).0).map(tamis_page::NodeId));
        below.map(|node| document.text(node)).collect::<Vec<_>>().join("|").trim_matches('|').replace("||", "|")
    };
    let parts: Vec<String> = regions.parts().map(texts).collect();
    assert_eq!(parts, ["Lamps", "A text|More.", "See also", "Imprint"]);
    let blocks: Vec<String> = regions.blocks().map(texts).collect();
    assert_eq!(blocks, ["Lamps", "A text", "More.", "See also", "Imprint"]);
    let head = regions.area(regions.parts().next().expect("there are four"));
    assert_eq!((head.levels, head.attribute("origin")), (Levels::BOTH, Some(AreaValue::Word("box"))));
    assert_eq!(head.attribute("row"), Some(AreaValue::Number(0.0)));
}

#[test]
fn every_text_that_is_seen_is_in_a_part_and_in_a_block_of_it() {
    let page = whole_page();
    let (document, regions) = (page.document(), segment(&RenderedView::of(&page), &VisualAreasOptions::default()));
    for node in document.nodes().filter(|&node| document.kind(node) == NodeKind::Text) {
        let area = regions.area_of(node).expect("every text has a box");
        let above = |is_in: fn(Levels) -> bool| {
            let mut areas = std::iter::successors(Some(area), |&id| regions.area(id).parent);
            areas.find(|&id| is_in(regions.area(id).levels))
        };
        let (part, block) = (above(|levels| levels.is_part), above(|levels| levels.is_block));
        assert!(regions.is_within(block.expect("in a block"), part.expect("in a part")));
    }
}

#[test]
fn the_steps_are_told() {
    let page = whole_page();
    let trace = trace(&RenderedView::of(&page), &VisualAreasOptions::default());
    let names: Vec<_> = trace.steps.iter().map(|step| step.name).collect();
    assert_eq!(names, ["areas", "lines", "homogeneous", "super-areas", "collapse", "levels"]);
    assert_eq!((trace.steps[0].n_areas, trace.steps[0].n_leaves), (9, 6));
    assert_eq!(trace.n_boxes, 14);
}

#[test]
fn every_option_is_read_as_it_was_set() {
    for spec in VisualAreasOptions::table() {
        for value in ["false", "true", "0", "1", "2"] {
            let mut options = VisualAreasOptions::default();
            if spec.set(&mut options, value) {
                assert_eq!(spec.get(&options).to_string(), value, "{}", spec.name());
            }
        }
    }
}
