use super::*;
use tamis_extract::segment::{AreaValue, Levels};
use tamis_extract::testing::draw;
use tamis_page::{BoxFlags, Color, Display, Document, LayoutBuilder, NodeId, Rect, RenderedPage, Viewport};

fn reference(test: MergeTest) -> BcsOptions {
    BcsOptions::paper().with_merge_test(test)
}

fn traced(html: &str, options: &BcsOptions) -> BcsTrace {
    let page = draw(html);
    trace(&RenderedView::of(&page), options)
}

fn rects(clusters: &[Cluster]) -> Vec<[i32; 4]> {
    clusters.iter().map(|one| [one.rect.left, one.rect.top, one.rect.right, one.rect.bottom]).collect()
}

#[track_caller]
fn check_boxes(html: &str, expect: &[(&str, BoxKind)]) {
    let page = draw(html);
    let boxes = boxes::of_page(&RenderedView::of(&page), TextColor::Weighed);
    let document = page.document();
    let name = |node: NodeId| {
        if document.is_element(node) { document.tag_name(node) } else { document.text(node).trim() }.to_owned()
    };
    let found: Vec<(String, BoxKind)> = boxes.iter().map(|one| (name(one.node), one.kind)).collect();
    let expect: Vec<(String, BoxKind)> = expect.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
    assert_eq!(found, expect);
}

#[test]
fn boxes_are_the_texts_the_pictures_and_the_empty_elements_with_a_background() {
    check_boxes(
        "<p box='0 0 90 20'>One</p><img box='0 30 9 9'><div box='0 50 90 10' back='9 9 9'></div><div box='0 70 90 10'></div>",
        &[("One", BoxKind::Text), ("img", BoxKind::Image), ("div", BoxKind::Element)],
    );
}

#[test]
fn a_chain_ends_at_its_text_or_at_the_first_background_around_an_element() {
    let rest = "<p box='0 90 90 9'>Rest</p>";
    let text = ("Rest", BoxKind::Text);
    check_boxes(
        &format!("<div box='0 0 90 20'><i box='0 0 90 20'>One</i></div>{rest}"),
        &[("One", BoxKind::Text), text],
    );
    check_boxes(
        &format!("<div box='0 0 90 20' back='9 9 9'><i box='0 0 90 20'>One</i></div>{rest}"),
        &[("div", BoxKind::Element), text],
    );
    check_boxes(&format!("<div box='0 0 90 20' back='9 9 9'>One</div>{rest}"), &[("One", BoxKind::Text), text]);
    check_boxes(
        &format!("<div box='0 0 90 20' back='9 9 9'><i box='0 0 9 9'>A</i><i box='20 0 9 9'>B</i></div>{rest}"),
        &[("A", BoxKind::Text), ("B", BoxKind::Text), text],
    );
}

#[test]
fn a_later_box_hides_an_earlier_one_unless_they_only_touch_by_their_margins() {
    check_boxes("<p box='0 0 90 20'>Under</p><p box='40 5 59 20'>Over</p>", &[("Over", BoxKind::Text)]);
    let (one, two) = (("One", BoxKind::Text), ("Two", BoxKind::Text));
    check_boxes("<p box='0 0 90 20'>One</p><p box='0 18 90 20'>Two</p>", &[one, two]);
    check_boxes("<p box='0 0 90 20'>One</p><p box='0 17 90 20'>Two</p>", &[two]);
}

#[test]
fn a_box_around_another_and_the_second_of_equal_boxes_are_left_out() {
    // Too small to hide anything, so that both are there at first.
    check_boxes("<img box='0 0 9 9'><img box='4 4 2 2'>", &[("img", BoxKind::Image)]);
    let equal = draw("<img box='0 0 2 2'><img box='0 0 2 2'><img box='5 5 4 4'>");
    assert_eq!(boxes::of_page(&RenderedView::of(&equal), TextColor::Plain).len(), 2);
}

#[test]
fn what_is_left_of_the_page_or_empty_is_no_box() {
    check_boxes(
        "<p box='-200 0 100 20'>Off</p><p box='0 0 0 20'>Thin</p><p box='5 40 85 20'>On</p>",
        &[("On", BoxKind::Text)],
    );
}

#[test]
fn a_text_of_several_lines_is_several_boxes_of_one_block() {
    let document = Document::parse("<p>One two");
    let text = document.nodes().find(|&node| !document.text(node).is_empty()).unwrap();
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    builder.set_box(text, Rect::new(0.0, 0.0, 90.0, 36.0), BoxFlags::default(), Display::Inline);
    for (y, start) in [(0.0, 0), (20.0, 4)] {
        builder.push_line(text, tamis_page::Line { rect: Rect::new(0.0, y, 90.0, 16.0), start, end: start + 3 });
    }
    let page = RenderedPage::new(document, builder.finish());
    let view = RenderedView::of(&page);
    let trace = trace(&view, &BcsOptions::paper());
    assert_eq!(trace.boxes.len(), 2);
    assert_eq!(rects(&trace.blocks), [[0, 0, 90, 36]]);
    let regions = trace.regions(&view);
    assert_eq!(regions.len(), 2);
    assert!(regions.area_of(text).is_some());
}

#[test]
fn shapes_are_compared_by_proportion_and_size() {
    let rect = |width, height| PixelRect::new(0, 0, width, height);
    let check = |one, other, proportion: f64, shape: f64| {
        assert!((graph::proportion(one, other) - proportion).abs() < 1e-4, "{one:?} {other:?}");
        assert!((graph::shape(one, other) - shape).abs() < 1e-4, "{one:?} {other:?}");
    };
    check(rect(200, 100), rect(100, 100), 0.6667, 0.5833);
    check(rect(50, 100), rect(100, 100), 0.6667, 0.5833);
    check(rect(100, 50), rect(50, 100), 1.0, 0.5);
    check(rect(70, 70), rect(70, 70), 0.0, 0.0);
}

#[test]
fn five_lines_of_a_paragraph_are_one_cluster() {
    let lines: String = (0..5).map(|line| format!("<p box='0 {} 300 16'>x</p>", line * 20)).collect();
    let trace = traced(&lines, &BcsOptions::paper());
    let differences: Vec<f64> = trace.pairs.iter().map(|pair| pair.difference).collect();
    assert_eq!(differences.len(), 4);
    assert!(differences.iter().all(|difference| (difference - 0.02).abs() < 1e-9), "{differences:?}");
    assert_eq!(rects(&trace.blocks), [[0, 0, 300, 96]]);
}

/// Two columns of three boxes each.
fn columns(top: i32, right_ink: &str) -> String {
    let one = |left: i32, top: i32, ink: &str| format!("<p box='{left} {top} 100 20' ink='{ink}'>x</p>");
    let row = |top| one(0, top, "255 0 0") + &one(300, top, right_ink);
    [top, top + 30, top + 60].map(row).concat()
}

#[test]
fn columns_of_different_colours_are_two_clusters() {
    let trace = traced(&columns(0, "0 0 255"), &BcsOptions::paper());
    for pair in &trace.pairs {
        let expect = if pair.direction == Direction::Vertical { 0.01 / 6.0 } else { 0.3041 };
        assert!((pair.difference - expect).abs() < 1e-4, "{pair:?}");
    }
    assert_eq!(trace.pairs.len(), 7);
    assert_eq!(rects(&trace.blocks), [[0, 0, 100, 80], [300, 0, 400, 80]]);
}

#[test]
fn columns_of_one_colour_are_one_cluster_to_the_program_and_two_as_intended() {
    let program = traced(&columns(0, "255 0 0"), &reference(MergeTest::Program));
    assert_eq!(rects(&program.blocks), [[0, 0, 400, 80]]);
    assert_eq!(program.merge_test, MergeTest::Program);
    let intended = traced(&columns(0, "255 0 0"), &reference(MergeTest::Intended));
    assert_eq!(rects(&intended.blocks), [[0, 0, 100, 80], [300, 0, 400, 80]]);
    assert!(intended.n_parked > 0);
}

#[test]
fn boxes_that_touch_are_the_same_whatever_their_colours() {
    let html = "<p box='0 0 100 20' ink='255 0 0'>x</p><p box='0 20 300 60' ink='0 0 255'>y</p>";
    for options in [BcsOptions::paper(), BcsOptions::rewrite()] {
        let trace = traced(html, &options.with_threshold(0.0));
        assert_eq!(trace.pairs.len(), 1);
        assert_eq!(trace.pairs[0].difference.to_bits(), 0.0f64.to_bits());
        assert_eq!(rects(&trace.blocks), [[0, 0, 300, 80]]);
    }
}

#[test]
fn a_page_of_two_boxes_is_one_cluster() {
    let trace = traced("<p box='0 0 100 20'>x</p><p box='0 25 100 20'>y</p>", &BcsOptions::paper());
    assert_eq!(rects(&trace.blocks), [[0, 0, 100, 45]]);
}

#[test]
fn a_cluster_absorbs_what_lies_between_its_boxes() {
    // The picture between the lines is unlike them.
    let html = "<p box='0 0 200 20'>x</p><p box='0 24 200 20'>y</p><p box='0 48 40 20'>z</p><img box='60 46 40 20'>
        <p box='0 72 200 20'>z</p>";
    let trace = traced(html, &BcsOptions::paper().with_threshold(0.05));
    let of_picture = trace.pairs.iter().filter(|pair| pair.boxes.contains(&3));
    assert!(of_picture.clone().count() > 0 && of_picture.clone().all(|pair| pair.difference > 0.05));
    assert_eq!(rects(&trace.blocks), [[0, 0, 200, 44], [0, 46, 200, 92]]);
    assert_eq!(trace.blocks[1].members, [2, 3, 4]);
}

#[test]
fn two_clusters_stay_apart_if_a_third_lies_between_them() {
    // Two red lines, two blue ones to their right and lower, and two red ones below the first.
    let pair = |left: i32, top: i32, ink: &str| {
        let line = |top: i32| format!("<p box='{left} {top} 100 20' ink='{ink}'>x</p>");
        line(top) + &line(top + 24)
    };
    let html = pair(0, 0, "255 0 0") + &pair(60, 60, "0 0 255") + &pair(0, 120, "255 0 0");
    let trace = traced(&html, &BcsOptions::paper().with_threshold(0.15));
    assert_eq!(rects(&trace.blocks), [[0, 0, 100, 44], [60, 60, 160, 104], [0, 120, 100, 164]]);
}

#[test]
fn the_rewrite_takes_the_plain_mean_and_reaches_over_all_boxes_in_line() {
    let html = "<p box='0 0 100 20'>x</p><p box='0 30 100 20'>y</p><p box='0 90 100 20'>z</p>";
    let trace = traced(html, &BcsOptions::rewrite().with_threshold(0.1));
    let expect = [(10.0 / 70.0 + 10.0 / 40.0) / 6.0, (40.0 / 40.0 + 40.0 / 70.0) / 6.0];
    for (pair, expect) in trace.pairs.iter().zip(expect) {
        assert!((pair.difference - expect).abs() < 1e-9, "{pair:?}");
    }
    assert_eq!(trace.pairs.len(), 2);
    assert_eq!(rects(&trace.blocks), [[0, 0, 100, 50], [0, 90, 100, 110]]);
}

#[test]
fn the_rewrite_swallows_what_overlaps_once() {
    // The small blue box lies in the rectangle around the first two, and is unlike both.
    let html = "<p box='0 0 150 20'>x</p><p box='0 60 100 20'>y</p><p box='110 30 30 20' ink='0 0 255'>z</p>
        <p box='0 200 100 20'>far</p>";
    let trace = traced(html, &BcsOptions::rewrite().with_threshold(0.25));
    assert_eq!(rects(&trace.blocks), [[0, 0, 150, 80], [0, 200, 100, 220]]);
    assert_eq!(trace.blocks[0].members, [0, 1, 2]);
}

#[test]
fn boxes_in_no_cluster_are_blocks_or_left_out() {
    let html = "<p box='0 0 100 20'>x</p><p box='0 24 100 20'>y</p><h1 box='300 400 600 200' ink='255 0 0'>z</h1>";
    let page = draw(html);
    let view = RenderedView::of(&page);
    let kept = segment(&view, &BcsOptions::paper().with_unclustered(Unclustered::Keep));
    let dropped = segment(&view, &BcsOptions::paper());
    assert_eq!((kept.len(), dropped.len()), (3, 2));
    let (_, block) = dropped.areas().nth(1).unwrap();
    assert_eq!(block.levels, Levels::BOTH);
    assert_eq!(block.rect, Some(Rect::new(0.0, 0.0, 100.0, 44.0)));
    assert_eq!(block.attribute("members"), Some(AreaValue::Number(2.0)));
}

#[test]
fn columns_side_by_side_are_one_part_and_what_stands_on_another_colour_is_another() {
    let html = format!(
        "<header box='0 0 400 30' back='20 20 60'><p box='20 0 90 20' ink='255 255 255'>Name</p>
        <p box='120 0 90 20' ink='255 255 255'>Menu</p></header><main>{}</main><p box='0 260 100 20'>Imprint</p>",
        columns(40, "0 0 255")
    );
    let page = draw(&html);
    let view = RenderedView::of(&page);
    let trace = trace(&view, &BcsOptions::default());
    let parts = rects(trace.parts.as_deref().unwrap());
    assert_eq!(parts.len(), 3, "{parts:?} of {:?}", rects(&trace.blocks));
    let regions = trace.regions(&view);
    let levels = |wanted: Levels| regions.areas().filter(|(_, area)| area.levels == wanted).count();
    assert_eq!(regions.parts().count(), 3);
    assert!(levels(Levels::BLOCK) >= 2 && levels(Levels::BOTH) >= 1);
    for block in regions.blocks() {
        assert!(regions.parts().any(|part| regions.is_within(block, part)));
    }
}

#[test]
fn bands_with_the_widest_room_between_them_stay_apart() {
    let block = |top, bottom| bands::Block {
        rect: PixelRect::new(0, top, 100, bottom),
        backgrounds: vec![(Color::WHITE, 100)],
    };
    let blocks = [block(0, 50), block(40, 100), block(110, 200), block(300, 400)];
    let members = |threshold| {
        let parts = bands::of_blocks(&blocks, threshold);
        parts.into_iter().map(|part| part.members).collect::<Vec<_>>()
    };
    // 10 of 100 pixels, times the weight of position: 0.02.
    assert_eq!(members(0.01), [vec![0, 1], vec![2], vec![3]]);
    assert_eq!(members(0.03), [vec![0, 1, 2], vec![3]]);
    assert_eq!(members(0.2), [vec![0, 1, 2, 3]]);
    assert!(bands::of_blocks(&[], 0.5).is_empty());
}
