use super::extract::{Block, EntryMode, Extractor};
use super::nodes::{Background, Nodes};
use super::rounds::threshold;
use super::rounds::{cut, of_weight, settle};
use super::rules::{Circumstances, Verdict, judge};
use super::separators::gaps;
use super::{Normalisation, PdocAt, Rule, RuleSet, Separator, Size, VipsArea, VipsOptions, VipsTrace};
use super::{segment, trace};
use crate::segment::{Direction, PixelRect};
use tamis_extract::RenderedView;
use tamis_extract::segment::{AreaValue, Levels};
use tamis_extract::testing::draw_in_flow;
use tamis_page::{NodeId, Rect, names};

fn separators_of(html: &str) -> Vec<Separator> {
    let page = draw_in_flow(html);
    trace(&RenderedView::of(&page), &VipsOptions::paper()).unwrap().separators
}

/// The only separator of a page.
#[track_caller]
fn check_separator(html: &str, direction: Direction, start: i32, end: i32, weight: u32) {
    assert_eq!(separators_of(html), [Separator { direction, start, end, weight }], "{html}");
}

#[test]
fn a_bare_vertical_separator_weighs_what_its_width_says() {
    let widths = [(8, 4), (9, 5), (15, 5), (16, 7), (25, 7), (26, 9), (36, 11), (46, 13), (56, 15), (100, 15)];
    for (width, weight) in widths {
        let html = format!("<div box='0 0 100 20'>a</div><div box='{} 0 100 20'>b</div>", 100 + width);
        check_separator(&html, Direction::Vertical, 100, 100 + width, weight);
    }
}

#[test]
fn a_menu_beside_a_text_is_separated_and_more_so_by_its_background() {
    let html = "<div box='0 0 200 400'>menu</div><div box='240 0 760 400'>text</div>";
    check_separator(html, Direction::Vertical, 200, 240, 11);
    let html = "<div box='0 0 200 400' back=200>menu</div><div box='240 0 760 400'>text</div>";
    check_separator(html, Direction::Vertical, 200, 240, 13);
}

#[test]
fn fonts_and_lines_change_the_weight_of_a_horizontal_separator() {
    let stack = |above: &str, between: &str, below: &str| format!("{above}{between}{below}");
    let (heading, text) = ("font='24 700'>Heading</p>", "font='16 400'>text</p>");
    let (upper, lower) = ("<p box='0 0 300 20' ", "<p box='0 40 300 20' ");
    let check = |html: String, weight| check_separator(&html, Direction::Horizontal, 20, 40, weight);
    check(stack(&format!("{upper}{heading}"), "", &format!("{lower}{text}")), 9);
    check(stack(&format!("{upper}{text}"), "", &format!("{lower}{heading}")), 11);
    check(stack(&format!("{upper}{text}"), "", &format!("{lower}{text}")), 5);
    let (picture, other) = ("<img box='0 0 300 20'>", "<img box='0 40 300 20'>");
    check(stack(picture, "", other), 7);
    check(stack(picture, "<hr box='0 29 300 2' back=0>", other), 9);
}

#[test]
fn separators_are_what_no_block_reaches_into() {
    assert_eq!(gaps(vec![(70, 90), (10, 30), (20, 50)], 3), [(50, 70)]);
    // Touching blocks, a gap that is too narrow, a block across everything.
    assert_eq!(gaps(vec![(0, 10), (10, 20), (22, 30)], 3), []);
    assert_eq!(gaps(vec![(0, 10), (20, 30), (0, 30)], 3), []);
    assert_eq!(gaps(vec![], 3), []);
}

#[test]
fn weights_become_degrees_of_coherence() {
    let degrees = |normalisation| [5, 9, 15].map(|weight| of_weight(weight, (5, 15), normalisation));
    assert_eq!(degrees(Normalisation::MinMax), [10, 6, 1]);
    assert_eq!(degrees(Normalisation::Fixed40), [11, 9, 8]);
    assert_eq!(of_weight(7, (7, 7), Normalisation::MinMax), 10);
}

/// What the rules say of the first element of a name, which is not the only root of its area.
#[track_caller]
fn verdict(html: &str, tag: &str, threshold: f64, rules: RuleSet) -> Verdict {
    let page = draw_in_flow(html);
    let document = page.document();
    let nodes = Nodes::of(&RenderedView::of(&page));
    let tag = document.find_name(tag).expect("the page has the tag");
    let node = document.elements_named(tag).next().expect("the page has the element");
    let circumstances = Circumstances { is_only_root: false, is_sibling_divided: false, threshold };
    judge(document, &nodes, node, circumstances, rules)
}

#[track_caller]
fn check_rule(html: &str, tag: &str, threshold: f64, expect: Verdict) {
    assert_eq!(verdict(html, tag, threshold, RuleSet::Thirteen), expect, "{html}");
}

#[test]
fn nothing_but_text_is_one_block_and_more_so_in_one_font() {
    check_rule("<p>plain <b>x</b></p>", "p", 1e5, Verdict::Block(Rule::AllText, 9));
    check_rule("<p>a <span>b</span></p>", "p", 1e5, Verdict::Block(Rule::AllText, 10));
    let cell = "<table><tr><td box='0 0 50 20'>text</td></tr></table>";
    check_rule(cell, "td", 1e5, Verdict::Block(Rule::AllText, 10));
}

#[test]
fn an_only_child_is_what_counts_and_an_empty_node_does_not() {
    check_rule("<div><div>a</div></div>", "div", 1e5, Verdict::Divide(Rule::OneChild));
    check_rule("<div back=7></div>", "div", 1e5, Verdict::Cut);
    check_rule("<div></div>", "div", 1e5, Verdict::Cut);
}

#[test]
fn a_div_with_text_is_a_block_until_the_threshold_is_below_its_size() {
    let html = |height: u32| {
        format!(
            "<div box='0 0 300 300'>text<ul box='0 20 300 {height}'><li box='0 20 300 20'>a</li>\
             <li box='0 60 300 20'>b</li></ul></div>"
        )
    };
    for threshold in [140_000.0, 105_000.0] {
        check_rule(&html(280), "div", threshold, Verdict::Block(Rule::SmallWithText, 5));
    }
    check_rule(&html(270), "div", 75_000.0, Verdict::Divide(Rule::ElseDivide));
    check_rule(&html(200), "div", 75_000.0, Verdict::Block(Rule::SmallChildren, 8));
}

#[test]
fn what_is_small_shrinks_from_round_to_round() {
    let fixed = [1, 3, 10, 20].map(|round| threshold(Size::Fixed, round, 1e6) as u32);
    assert_eq!(fixed, [140_000, 75_000, 1, 1]);
    let shares = [1, 2, 3].map(|round| threshold(Size::Relative, round, 1e6).round() as u32);
    assert_eq!(shares, [50_000, 35_000, 24_500]);
}

#[test]
fn line_breaks_rule_lines_and_overflow_divide() {
    let large = "<p box='0 0 900 900'>text <b>x</b><div box='0 0 900 40'>a</div></p>";
    check_rule(large, "p", 1.0, Verdict::Block(Rule::AllText, 9));
    let broken = "<span box='0 0 900 900'>text<div box='0 40 900 40'>a</div></span>";
    check_rule(broken, "span", 1e9, Verdict::Divide(Rule::LineBreak));
    let ruled = "<div box='0 0 900 900'>text<hr box='0 40 900 2' back=0></div>";
    check_rule(ruled, "div", 1e9, Verdict::Divide(Rule::RuleLine));
    let overfull = "<div box='0 0 100 100'><ul box='0 0 100 90'>a</ul><ul box='0 50 100 90'>b</ul></div>";
    check_rule(overfull, "div", 1e9, Verdict::Divide(Rule::Overfull));
    // The twelve rules do not know that one.
    assert_eq!(verdict(overfull, "div", 1e9, RuleSet::Twelve), Verdict::Block(Rule::SmallChildren, 8));
}

#[test]
fn every_cell_with_another_background_is_a_block() {
    let html = "<table box='0 0 900 200'><tr box='0 0 900 200'><td box='0 0 280 200' back=200>a<p>b</td>\
                <td box='300 0 280 200'>c</td><td box='600 0 280 200' back=90>d<p>e</td></tr></table>";
    check_rule(html, "tr", 1.0, Verdict::DivideByBackground);
    let page = draw_in_flow(html);
    let trace = trace(&RenderedView::of(&page), &VipsOptions::paper().with_rounds(1)).unwrap();
    let rules: Vec<Rule> = trace.areas.iter().flat_map(|area| &area.blocks).map(|block| block.rule).collect();
    assert_eq!(rules, [Rule::OtherBackground, Rule::AllText, Rule::OtherBackground]);
}

#[test]
fn a_cell_is_divided_as_the_cell_before_it() {
    let list = |x: u32, y: u32| format!("<ul box='{x} {y} 400 400'><li box='{x} {y} 400 300'>a</ul>");
    let cell = |x: u32| format!("<td box='{x} 0 400 900'>{}{}</td>", list(x, 0), list(x, 450));
    // A cell that is divided because it has one child.
    let wrapped = format!("<td box='0 0 400 900'>{}</td>", list(0, 0));
    let n_blocks = |cells: String| {
        let page = draw_in_flow(&format!("<table box='0 0 900 900'><tr box='0 0 900 900'>{cells}</tr></table>"));
        let nodes = Nodes::of(&RenderedView::of(&page));
        let row = page.document().elements_named(names::TR).next().unwrap();
        let roots = [Block::new(&nodes, row, Rule::ElseBlock, 6)];
        let mut extractor = Extractor::new(page.document(), &nodes, RuleSet::Thirteen);
        extractor.extract(&roots, 1000.0, EntryMode::Judged).blocks.len()
    };
    assert_eq!(n_blocks(format!("{}{}", cell(0), cell(450))), 2);
    assert_eq!(n_blocks(format!("{wrapped}{}", cell(450))), 3);
}

#[test]
fn rules_have_two_numbers() {
    let numbers = |rule: Rule| [rule.number(RuleSet::Thirteen), rule.number(RuleSet::Twelve)];
    assert_eq!(numbers(Rule::Empty), [1, 1]);
    assert_eq!(numbers(Rule::RuleLine), [6, 6]);
    assert_eq!(numbers(Rule::Overfull), [7, 0]);
    assert_eq!(numbers(Rule::OtherBackground), [8, 7]);
    assert_eq!(numbers(Rule::ElseBlock), [13, 12]);
    assert_eq!(Rule::ElseBlock.word(RuleSet::Twelve), "rule 12");
}

fn block(coherence: u8) -> Block {
    let rect = PixelRect { left: 0, top: 0, right: 9, bottom: 9 };
    let background = Background::default();
    Block { node: NodeId(1), rect, rule: Rule::ElseBlock, coherence, font: None, background }
}

#[test]
fn an_area_is_divided_up_to_the_permitted_degree() {
    let mut areas = vec![VipsArea::page(block(1))];
    areas[0].blocks.clear();
    // Two areas in the page, with two leaves each.
    for (parent, leaf) in [(0, None), (0, None), (1, Some(5)), (1, Some(9)), (2, Some(6)), (2, Some(9))] {
        let mut area = VipsArea::below(parent, PixelRect::default(), 1);
        area.blocks.extend(leaf.map(block));
        areas.push(area);
    }
    let mut trace = VipsTrace { areas, separators: Vec::new(), rules: RuleSet::Thirteen };
    settle(&mut trace, Normalisation::Fixed40);
    let coherence: Vec<u8> = trace.areas.iter().map(|area| area.coherence).collect();
    assert_eq!(coherence, [1, 5, 6, 5, 9, 6, 9]);
    let given = |pdoc| -> Vec<usize> { (0..7).filter(|&area| cut(&trace, pdoc)[area]).collect() };
    assert_eq!(given(0), [1, 2]);
    assert_eq!(given(4), [1, 2]);
    assert_eq!(given(5), [2, 3, 4]);
    assert_eq!(given(11), [3, 4, 5, 6]);
}

/// A header over a menu and two texts.
const PAGE: &str = "<h1 box='0 0 1000 20' font='32 700'>Lamps</h1><div box='0 120 200 300' back=220>Menu</div>\
                    <div box='240 120 700 300'><p box='240 120 700 20'>One</p><p box='240 150 700 20'>Two</p></div>";

#[test]
fn the_heaviest_separator_divides_first() {
    let page = draw_in_flow(PAGE);
    let regions = segment(&RenderedView::of(&page), &VipsOptions::default());
    let tree: Vec<(usize, String)> = regions
        .areas()
        .map(|(id, _)| {
            let texts = regions.content(page.document(), id).into_iter().map(|node| page.document().text_content(node));
            (regions.depth(id), texts.collect::<Vec<_>>().join("|"))
        })
        .collect();
    let expect =
        [(0, "LampsMenuOneTwo"), (1, "Lamps"), (1, "Menu|OneTwo"), (2, "Menu"), (2, "OneTwo"), (3, "One"), (3, "Two")];
    let tree: Vec<(usize, &str)> = tree.iter().map(|(depth, text)| (*depth, text.as_str())).collect();
    assert_eq!(tree, expect);
    let levels: Vec<Levels> = regions.areas().map(|(_, area)| area.levels).collect();
    let (none, part, block, both) = (Levels::NONE, Levels::PART, Levels::BLOCK, Levels::BOTH);
    assert_eq!(levels, [none, both, part, block, block, none, none]);
    let menu = regions.areas().nth(3).unwrap().1;
    assert_eq!(menu.attribute("doc"), Some(AreaValue::Number(10.0)));
    assert_eq!(menu.attribute("rule"), Some(AreaValue::Word("leaf")));
    let lower = regions.areas().nth(2).unwrap().1;
    assert_eq!(lower.attribute("separator-weight"), Some(AreaValue::Number(13.0)));
    assert_eq!(menu.rect, Some(Rect::new(0.0, 120.0, 200.0, 300.0)));
}

#[test]
fn a_leaf_that_is_coherent_enough_is_not_looked_at_again() {
    let page = draw_in_flow(PAGE);
    let n_areas = |options: VipsOptions| trace(&RenderedView::of(&page), &options).unwrap().areas.len();
    let options = VipsOptions::paper().with_pdoc_at(PdocAt::Loop);
    assert_eq!(n_areas(VipsOptions::paper()), 7);
    // The menu and the texts below the header are blocks of degree 10 and 8.
    assert_eq!(n_areas(options.with_pdoc(7)), 3);
    assert_eq!(n_areas(options.with_pdoc(8)), 7);
}

#[test]
fn rows_that_touch_are_looked_into() {
    // Two painted rows without a gap, in each a heading far above a text.
    let row = |y: u32, shade: u32| {
        format!(
            "<tr box='0 {y} 900 400'><td box='0 {y} 900 400' back={shade}><p box='0 {} 900 20'>a</p>\
             <p box='0 {} 900 20'>b</p></td></tr>",
            y + 10,
            y + 300
        )
    };
    let page = draw_in_flow(&format!("<table box='0 0 900 800'>{}{}</table>", row(0, 200), row(400, 90)));
    let n_areas = |options: VipsOptions| segment(&RenderedView::of(&page), &options).len();
    assert_eq!(n_areas(VipsOptions::paper()), 1);
    assert!(n_areas(VipsOptions::default()) > 4);
}

#[test]
fn what_is_cut_off_is_where_its_neighbour_is() {
    let html = "<h1 box='0 0 900 20'>Lamps</h1><div box='0 100 900 50' clips><p box='0 100 900 20'>News</p>\
                <p box='0 130 900 20'>More</p><p box='0 200 900 20'>Later</p></div>";
    let page = draw_in_flow(html);
    let regions = segment(&RenderedView::of(&page), &VipsOptions::default().with_pdoc(11));
    let texts: Vec<String> = regions
        .blocks()
        .map(|id| {
            regions.content(page.document(), id).into_iter().map(|node| page.document().text_content(node)).collect()
        })
        .collect();
    assert_eq!(texts, ["Lamps", "News", "MoreLater"]);
}
