use super::*;
use tamis_page::visible_text_under;

fn tree(pages: &[String], options: StyleTreeOptions) -> StyleTree {
    let mut builder = StyleTreeBuilder::new(options);
    for page in pages {
        builder.add(&Document::parse(page.as_str()));
    }
    builder.finish()
}

#[track_caller]
fn check(pages: &[String], options: StyleTreeOptions, page: &str, expect: &str) {
    let document = Document::parse(page);
    let mask = tree(pages, options).clean(&document);
    assert_eq!(visible_text_under(&document, document.root(), &mask).replace("\n\n", "\n"), expect);
}

fn pages(n: usize, page: impl Fn(usize) -> String) -> Vec<String> {
    (0..n).map(page).collect()
}

#[test]
fn a_menu_of_ten_pages_goes_and_a_title_of_each_stays() {
    let pages = pages(10, |idx| format!("<nav><a href=/>Home</a> <a href=/b>Lamps</a></nav><h1>Lamp{idx}</h1>"));
    check(&pages, StyleTreeOptions::default(), &pages[3], "Lamp3");
    check(&pages, StyleTreeOptions::paper(), &pages[3], "Lamp3");
}

#[test]
fn a_value_of_most_pages_stays_where_others_have_another() {
    let gear = |idx: usize| if idx == 7 { "Manual" } else { "Automatic" };
    let pages = pages(10, |idx| format!("<p class=name>Car{idx}<p class=gear>{}<p class=foot>Imprint", gear(idx)));
    check(&pages, StyleTreeOptions::default(), &pages[3], "Car3\nAutomatic");
}

#[test]
fn a_value_of_half_of_the_pages_stays_and_goes_by_the_paper() {
    let pages = pages(60, |idx| format!("<p class=name>Car{idx}<p class=kind>{}", ["New", "Used"][idx % 2]));
    check(&pages, StyleTreeOptions::default(), &pages[3], "Car3\nUsed");
    check(&pages, StyleTreeOptions::paper(), &pages[3], "Car3");
}

#[test]
fn a_date_in_a_long_notice_stays_and_goes_by_the_paper() {
    let notice = "This page was made with care from what the makers say and may have changed since the day";
    let pages = pages(20, |idx| format!("<h1>Car{idx}</h1><p>{notice} D{idx}"));
    check(&pages, StyleTreeOptions::default(), &pages[3], &format!("Car3\n{notice} D3"));
    // Seventeen different words on every page and one more on each of twenty: 1 - 17/37 is 0.54.
    check(&pages, StyleTreeOptions::paper().with_threshold(0.55), &pages[3], "Car3");
}

#[test]
fn one_more_child_on_some_pages_does_not_hide_the_menu_from_us_but_from_the_paper() {
    let banner = |idx: usize| "<div class=sale>Sale</div>".repeat(idx % 4);
    let pages = pages(8, |idx| format!("{}<ul><li>Home<li>Lamps</ul><h1>Lamp{idx}</h1>", banner(idx)));
    check(&pages, StyleTreeOptions::default(), &pages[4], "Lamp4");
    check(&pages, StyleTreeOptions::paper(), &pages[4], "Home\nLamps\nLamp4");
}

#[test]
fn a_label_keeps_its_value_on_one_line() {
    let pages = pages(10, |idx| format!("<p>Price: <b>{idx}5</b></p><p>Imprint</p>"));
    check(&pages, StyleTreeOptions::default(), &pages[4], "Price: 45");
    check(&pages, StyleTreeOptions { whole_lines: false, ..StyleTreeOptions::default() }, &pages[4], "45");
}

#[test]
fn what_the_tree_does_not_know_is_kept() {
    let pages = pages(10, |idx| format!("<p>Imprint</p><h1>Lamp{idx}</h1>"));
    check(&pages, StyleTreeOptions::default(), "<p>Imprint</p><h2>News</h2><div>more</div>", "News\nmore");
    check(&pages[..2], StyleTreeOptions::default(), &pages[1], "Imprint\nLamp1");
    check(&[], StyleTreeOptions::default(), "<p>Imprint", "Imprint");
}

#[test]
fn the_order_of_the_pages_does_not_matter_below_the_bounds() {
    let pages = pages(12, |idx| format!("<div class=c{}><p>Menu{}<p>Text {idx}</div>", "x".repeat(idx % 3), idx % 2));
    let mut turned = pages.clone();
    turned.reverse();
    let (one, other) = (tree(&pages, StyleTreeOptions::default()), tree(&turned, StyleTreeOptions::default()));
    for page in &pages {
        let document = Document::parse(page.as_str());
        assert_eq!(one.clean(&document), other.clean(&document));
    }
}

#[test]
fn hostile_pages_are_merged_within_bounds() {
    let hostile = [
        "<div>".repeat(200_000),
        "<p>x".repeat(200_000),
        "<b class=a>x</b><i>y</i>".repeat(100_000),
        (0..100_000).map(|idx| format!("w{idx} ")).collect(),
    ];
    for html in hostile {
        let tree = tree(&[html.clone(), html.clone(), html.clone()], StyleTreeOptions::default());
        let document = Document::parse(html);
        let mask = tree.clean(&document);
        assert!(mask.keeps(document.root()));
    }
}
