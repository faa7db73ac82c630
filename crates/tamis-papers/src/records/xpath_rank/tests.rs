//! The phases together: worked examples, what is written against what is selected, and pages made to be slow.

use super::{RankedXPath, XPathRankOptions, find, rank, trace};
use std::fmt::Write as _;
use tamis_extract::RenderedView;
use tamis_page::{BoxFlags, Display, Document, LayoutBuilder, NodeId, NodeKind, Rect, RenderedPage, Viewport, XPath};

/// A page whose boxes stand in attributes: `<p box='left top width height'>`. Elements without one take up the page,
/// and `box=none` makes no box, nor does what is in it.
fn page(html: &str) -> RenderedPage {
    let document = Document::parse(html);
    let box_name = document.find_name("box");
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    builder.set_size(1000.0, 1000.0);
    let mut hidden_until = NodeId::ROOT;
    for node in document.nodes().filter(|&node| document.is_element(node)) {
        if node < hidden_until {
            builder.set_not_rendered(node);
            continue;
        }
        let text = box_name.and_then(|name| document.attribute(node, name)).unwrap_or("0 0 1000 1000");
        let numbers: Vec<f32> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        match numbers.as_slice() {
            &[x, y, width, height] => {
                builder.set_box(node, Rect::new(x, y, width, height), BoxFlags::default(), Display::Block);
            }
            _ => {
                builder.set_not_rendered(node);
                hidden_until = document.subtree_end(node);
            }
        }
    }
    RenderedPage::new(document, builder.finish())
}

fn ranked(html: &str) -> Vec<RankedXPath> {
    rank(&RenderedView::of(&page(html)), &XPathRankOptions::paper())
}

/// The best XPath with the number of its nodes.
#[track_caller]
fn check(html: &str, expected: &str) {
    let found = ranked(html);
    let best = found.first().map_or("nothing".to_string(), |best| format!("{} {}", best.nodes.len(), best.xpath));
    assert_eq!(best, expected, "{html}");
}

/// Cards below one another, `width` pixels wide, 100 high.
fn cards(n_cards: usize, left: usize, width: usize) -> String {
    let card = |number: usize| {
        let top = 100 * number;
        format!("<li box='{left} {top} {width} 100'><h3><a href=x>name</a></h3><p>words</p></li>")
    };
    (0..n_cards).map(card).collect()
}

#[test]
fn three_items_with_a_link_each_are_found_by_a_short_path() {
    let html = format!("<div><ul>{}</ul></div>", cards(3, 0, 500));
    check(&html, "3 //li[./h3/a]");
    let best = &ranked(&html)[0];
    assert!((best.min_similarity - 1.0).abs() < 1e-12 && (best.mean_similarity - 1.0).abs() < 1e-12);
    assert_eq!((best.rows, best.columns), (3, 1));
    assert!((best.area - 150_000.0).abs() < 1e-6);
}

#[test]
fn similarity_is_the_cosine_with_what_all_have_in_common() {
    let html =
        "<ul><li box='0 0 9 9'><a>1</a><b>x</b><li box='0 9 9 9'><a>2</a><b>x</b><li box='0 18 9 9'><a>3</a></ul>";
    let best = &ranked(html)[0];
    let expected = [5.0 / (2_f64.sqrt() * 13_f64.sqrt()), 5.0 / (2_f64.sqrt() * 13_f64.sqrt()), 3.0 / 13_f64.sqrt()];
    for (found, expected) in best.similarities.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
    assert!((best.min_similarity - 0.832).abs() < 1e-3);
}

#[test]
fn a_menu_in_one_row_is_dropped() {
    let item = |left: usize| format!("<li box='{left} 0 90 20'><a href=x>entry</a></li>");
    check(&format!("<ul>{}{}{}</ul>", item(0), item(100), item(200)), "nothing");
}

#[test]
fn what_is_mostly_invisible_is_dropped() {
    let hidden = "<li box=none><h3><a href=x>name</a></h3><p>words</p></li>";
    check(&format!("<ul>{}{}</ul>", cards(3, 0, 500), hidden.repeat(4)), "7 //li[./h3/a]");
    check(&format!("<ul>{}{}</ul>", cards(3, 0, 500), hidden.repeat(6)), "nothing");
}

#[test]
fn nodes_all_over_the_page_are_dropped() {
    let place = |left: usize, top: usize| format!("<p box='{left} {top} 9 9'><a href=x>x</a></p>");
    let places: String = [(0, 0), (0, 100), (50, 33), (50, 77), (80, 41), (80, 21)].map(|(x, y)| place(x, y)).concat();
    // Two below each other and one beside each other are three places at most, and there are six nodes.
    check(&places, "nothing");
}

#[test]
fn the_largest_comes_first_and_what_is_not_similar_last() {
    let html = format!("<ul>{}</ul><ol>{}</ol>", cards(5, 0, 100), cards(5, 100, 800));
    check(&html, "5 //ol/li[./h3/a]");
    let unlike =
        "<tr box='0 0 900 500'><td><a>1</a><tr box='0 500 900 500'><td><a>2</a><b>x</b><b>x</b><b>x</b><b>x</b>
        <tr box='0 900 900 500'><td><a>3</a><i>x</i><i>x</i><i>x</i><i>x</i><i>x</i><i>x</i>";
    let found = ranked(&format!("<ul>{}</ul><table>{unlike}</table>", cards(5, 0, 100)));
    let tags: Vec<(&str, bool)> = found.iter().map(|found| (found.xpath.as_str(), found.is_similar)).collect();
    assert_eq!(tags[0], ("//li[./h3/a]", true));
    assert!(tags.contains(&("//tr[./td/a]", false)), "{tags:?}");
}

#[test]
fn rows_of_a_grid_make_way_for_what_is_in_them() {
    let card = |left: usize, top: usize| {
        format!("<div box='{left} {top} 300 100'><h3><a href=x>name</a></h3><p>words</p></div>")
    };
    let row = |top: usize| {
        let cards: String = [0, 300, 600].map(|left| card(left, top)).concat();
        format!("<section box='0 {top} 900 100'>{cards}</section>")
    };
    let rows: String = [0, 100, 200].map(row).concat();
    check(&format!("<main>{rows}</main>"), "9 //div[./h3/a]");
    let search = trace(&RenderedView::of(&page(&format!("<main>{rows}</main>"))), &XPathRankOptions::paper());
    assert_eq!(search.n_rows, 1);
}

#[test]
fn a_predicate_tells_records_from_others_with_the_same_tags() {
    let item = |class: &str, top: usize| {
        format!("<div class='{class}' box='0 {top} 500 100'><h3><a href=x>name</a></h3><p>words</p></div>")
    };
    let odd =
        "<div box='0 900 500 10'><h3><a href=x>x</a></h3><form><input><input><input><input><input><input></form></div>";
    let html = format!("{}{}{}{odd}", item("hit x", 0), item("hit", 100), item("y hit", 200));
    check(&html, "3 //div[contains(concat(' ', normalize-space(@class), ' '), ' hit ')][./h3/a]");
}

#[test]
fn the_id_of_a_node_above_all_makes_a_path_short() {
    let html = format!("<div id=results><ul>{}</ul></div><div><ul>{}</ul></div>", cards(5, 0, 500), cards(3, 500, 100));
    check(&html, "8 //li[./h3/a]");
    let xpaths: Vec<String> = ranked(&html).into_iter().map(|found| found.xpath).collect();
    assert!(xpaths.contains(&"//div[@id='results']/ul/li[./h3/a]".to_string()), "{xpaths:?}");
}

/// The best XPath of the tuned profile with the number of its nodes.
#[track_caller]
fn check_tuned(html: &str, expected: &str) {
    let found = rank(&RenderedView::of(&page(html)), &XPathRankOptions::default());
    let best = found.first().map_or("nothing".to_string(), |best| format!("{} {}", best.nodes.len(), best.xpath));
    assert_eq!(best, expected, "{html}");
}

#[test]
fn cards_of_different_heights_in_columns_are_records_when_tuned() {
    let card = |number: usize| {
        let (left, top) = (300 * (number % 3), 97 * number);
        format!("<li box='{left} {top} 280 90'><h3><a href=x>name</a></h3><p>words</p></li>")
    };
    let html = format!("<ul>{}</ul>", (0..12).map(card).collect::<String>());
    check(&html, "nothing");
    check_tuned(&html, "12 //li[./h3/a]");
}

#[test]
fn nodes_that_lie_on_each_other_are_no_records_when_tuned() {
    let entry = |number: usize| {
        let top = 20 * (number % 4);
        format!("<li box='0 {top} 200 20'><h3><a href=x>name</a></h3><p>words</p></li>")
    };
    let html = format!("<ul>{}</ul>", (0..12).map(entry).collect::<String>());
    check(&html, "12 //li[./h3/a]");
    check_tuned(&html, "nothing");
}

#[test]
fn the_cells_of_a_table_row_are_no_records_when_tuned() {
    let row = |number: usize| {
        let top = 100 * number;
        format!(
            "<tr box='0 {top} 600 100'><td box='0 {top} 300 100'><a href=x><img src=x></a>
            <td box='300 {top} 300 100'><a href=x><span>name</span></a><p>words</p>"
        )
    };
    let html = format!("<table>{}</table>", (0..5).map(row).collect::<String>());
    let options = XPathRankOptions::paper().with_min_similarity(0.3).with_min_mean_similarity(0.3);
    assert_eq!(rank(&RenderedView::of(&page(&html)), &options)[0].nodes.len(), 10);
    check_tuned(&html, "5 //tr[./td/a]");
}

#[test]
fn a_menu_does_not_beat_smaller_records_when_tuned() {
    let entry = |number: usize| format!("<p box='0 {} 500 150'><a href=x>entry</a></p>", 150 * number);
    let html = format!("{}<ul>{}</ul>", (0..5).map(entry).collect::<String>(), cards(5, 600, 300));
    check(&html, "5 //p[./a]");
    check_tuned(&html, "5 //li[./h3/a]");
}

#[test]
fn records_of_two_kinds_in_one_column_are_joined_when_tuned() {
    let advert = |number: usize| {
        format!("<div box='0 {} 500 80'><b><a href=x>advert</a></b><i>words</i><u>x</u></div>", 500 + 100 * number)
    };
    let html = format!("<ul>{}</ul>{}", cards(5, 0, 500), (0..3).map(advert).collect::<String>());
    check(&html, "5 //li[./h3/a]");
    check_tuned(&html, "8 //li[./h3/a] | //div[./b/a]");
    let aside = html.replace("<div box='0 ", "<div box='500 ");
    check_tuned(&aside, "5 //li[./h3/a]");
}

#[test]
fn a_record_of_two_siblings_is_one_row_when_tuned() {
    let item = |number: usize| {
        let top = 100 * number;
        format!("<dt box='0 {top} 500 40'><b><a href=x>name</a></b><i>x</i><dd box='0 {} 500 60'>words", top + 40)
    };
    let page = page(&format!("<dl>{}</dl>", (0..4).map(item).collect::<String>()));
    let texts = |options: &XPathRankOptions| find(&RenderedView::of(&page), options)[0].rows[3].text.clone();
    assert_eq!(texts(&XPathRankOptions::paper()), "name x");
    assert_eq!(texts(&XPathRankOptions::default()), "name x words");
}

#[test]
fn each_xpath_selects_the_nodes_that_it_was_written_for() {
    let item = |number: usize| {
        let (class, top) = (["a", "b", "a c", "ab"][number % 4], 10 * number);
        let inner = if number.is_multiple_of(3) { "<i><a href=x>y</a></i>" } else { "" };
        format!(
            "<li id=r{number} class='{class}' box='0 {top} 50 10'><h3 data-n={}><a href=x>n</a></h3>{inner}</li>",
            number % 2
        )
    };
    let list: String = (0..24).map(item).collect();
    let table = "<tr box='0 0 5 5'><td><a name=x>1</a><td><a>2</a>".repeat(4);
    let html = format!("<ul id=main>{list}</ul><div><ul>{list}</ul></div><table>{table}</table><svg><a>x</a></svg>");
    let pages = [page(&html), RenderedPage::unrendered(Document::parse(&*html))];
    let profiles = [XPathRankOptions::paper(), XPathRankOptions::default()];
    for (page, options) in pages.iter().flat_map(|page| profiles.iter().map(move |options| (page, options))) {
        let found = rank(&RenderedView::of(page), options);
        assert!(found.len() > 5);
        for found in found {
            let xpath = XPath::parse(&found.xpath).expect("we write XPath");
            let document = page.document();
            assert_eq!(xpath.select(document, document.root()), found.nodes, "{}", found.xpath);
        }
    }
}

#[test]
fn without_boxes_the_text_decides_and_the_answer_says_so() {
    let item = "<li><h3><a href=x>A result</a></h3><p>with words that a reader would read</p></li>";
    let html = format!("<nav>{}</nav><ul>{}</ul>", "<p><a href=x>menu</a></p>".repeat(5), item.repeat(4));
    let unrendered = RenderedPage::unrendered(Document::parse(html));
    let tables = find(&RenderedView::of(&unrendered), &XPathRankOptions::paper());
    assert_eq!(tables[0].rows.len(), 4);
    assert_eq!(tables[0].rows[0].text, "A result with words that a reader would read");
    assert_eq!(tables[0].warnings, ["the page was not rendered: the number of characters stands for the area"]);
}

#[test]
fn a_table_names_its_xpath_and_its_figures() {
    let tables = find(&RenderedView::of(&page(&format!("<ul>{}</ul>", cards(4, 0, 500)))), &XPathRankOptions::paper());
    assert_eq!(
        tables[0].reasons,
        [
            "//li[./h3/a] selects 4 nodes that are similar: similarity 1.00 on average, 1.00 at least",
            "they take up 200000 square pixels, 4 below and 1 beside each other"
        ]
    );
    let cells: Vec<&str> = tables[0].rows[0].cells.iter().flatten().map(|cell| cell.text.as_str()).collect();
    assert_eq!(cells, ["x", "name", "words"]);
    assert_eq!(tables.len(), 1, "what is inside a table is not another");
}

#[test]
fn pages_without_records_give_no_answer() {
    for html in ["", "text", "<a>", "<a>1</a><a>2</a>", "<frameset><frame></frameset>", "<ul><li>1<li>2<li>3</ul>"] {
        assert!(find(&RenderedView::of(&page(html)), &XPathRankOptions::paper()).is_empty(), "{html:?}");
    }
}

#[test]
fn boxes_of_some_nodes_may_be_unknown() {
    let document = Document::parse(format!("<ul>{}</ul>", cards(4, 0, 500)));
    let mut builder = LayoutBuilder::new(document.len(), Viewport::default(), "by hand");
    let items: Vec<NodeId> = document.elements_named(tamis_page::names::LI).collect();
    for (number, &item) in items.iter().enumerate().take(3) {
        let rect = Rect::new(0.0, 100.0 * number as f32, 500.0, 100.0);
        builder.set_box(item, rect, BoxFlags::default(), Display::Block);
    }
    // The fourth has no box of its own; its heading has.
    let heading = document.first_child(items[3]).expect("an item has a heading");
    builder.set_box(heading, Rect::new(0.0, 300.0, 500.0, 50.0), BoxFlags::default(), Display::Block);
    let found = rank(&RenderedView::of(&RenderedPage::new(document, builder.finish())), &XPathRankOptions::paper());
    assert_eq!(found[0].nodes, items);
    assert!((found[0].area - 175_000.0).abs() < 1e-6);
}

#[test]
fn two_hundred_thousand_links_are_ranked_in_near_linear_time() {
    let mut html = String::new();
    for number in 0_u32..200_000 {
        let class = number.wrapping_mul(2_654_435_761) >> 17;
        write!(html, "<p class='c{class} d{}' title=t{}><a href=x>x</a>", class % 7, number / 3)
            .expect("a string grows");
    }
    let page = RenderedPage::unrendered(Document::parse(html));
    assert_eq!(trace(&RenderedView::of(&page), &XPathRankOptions::default()).ranked[0].nodes.len(), 200_000);
}

#[test]
fn deep_and_repetitive_pages_end() {
    let nested = "<div class=a><a href=x>x</a><a href=x>y</a><a href=x>z</a>";
    let found = trace(
        &RenderedView::of(&RenderedPage::unrendered(Document::parse(nested.repeat(20_000)))),
        &XPathRankOptions::paper(),
    );
    assert!(found.n_seed_paths > 100);
    let many_attributes: String = (0..500).map(|number| format!(" a{number}=v")).collect();
    let link = format!("<p><b><i><a{many_attributes}>x</a></i></b>");
    let plain = "<p><b><i><a>x</a></i></b>";
    let html: String =
        (0_u32..2000).map(|number| if number.is_multiple_of(2) { link.as_str() } else { plain }).collect();
    let document = Document::parse(html);
    assert!(document.nodes().any(|node| document.kind(node) == NodeKind::Text));
    let found = trace(&RenderedView::of(&RenderedPage::unrendered(document)), &XPathRankOptions::paper());
    assert_eq!(found.ranked[0].nodes.len(), 2000);
}
