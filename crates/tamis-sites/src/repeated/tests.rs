use super::*;
use tamis_page::visible_text_under;

fn learned(pages: &[String]) -> RepeatedLines {
    let mut builder = RepeatedLinesBuilder::new(RepeatedOptions::default());
    for page in pages {
        builder.add(&Document::parse(page.as_str()));
    }
    builder.finish()
}

#[track_caller]
fn check(pages: &[String], page: &str, expect: &str) {
    let document = Document::parse(page);
    let mask = learned(pages).clean(&document);
    assert_eq!(visible_text_under(&document, document.root(), &mask).replace("\n\n", "\n"), expect);
}

fn pages(n: usize, page: impl Fn(usize) -> String) -> Vec<String> {
    (0..n).map(page).collect()
}

#[test]
fn what_all_pages_have_goes_wherever_it_stands_in_its_place() {
    let item = |idx: usize| "<li>News".repeat(idx % 3);
    let pages = pages(10, |idx| format!("<ul>{}<li>Home<li>Lamps</ul><h1>Lamp{idx}</h1>", item(idx)));
    check(&pages, &pages[3], "Lamp3");
}

#[test]
fn a_value_of_most_pages_stays_where_others_have_another() {
    let gear = |idx: usize| if idx == 7 || idx == 8 { "Manual" } else { "Automatic" };
    let pages = pages(10, |idx| format!("<p class=name>Car{idx}<p class=gear>{}<p class=foot>Imprint", gear(idx)));
    check(&pages, &pages[3], "Car3\nAutomatic");
    check(&pages, &pages[7], "Car7\nManual");
}

#[test]
fn a_box_of_most_pages_goes_where_nothing_else_stands_in_its_place() {
    let offer = |idx: usize| if idx.is_multiple_of(3) { "" } else { "<p class=offer>Subscribe now" };
    let pages = pages(12, |idx| format!("<h1>Lamp{idx}</h1>{}", offer(idx)));
    check(&pages, &pages[4], "Lamp4");
}

#[test]
fn the_same_words_in_another_place_stay() {
    let pages = pages(5, |idx| format!("<nav>Lamps</nav><h1>Lamp{idx}</h1>"));
    check(&pages, "<nav>Lamps</nav><h1>Lamps</h1>", "Lamps");
}

#[test]
fn a_label_stays_with_its_value_and_goes_without_it() {
    let pages = pages(9, |idx| {
        format!(
            "<table><tr><th>Price<td>{idx}5 €<tr><th>Delivery<td>Free</table><dl><dt>Colour<dd>C{idx}<dt>Origin<dd>Home</dl>\
             <div><h2>Details</h2><p>Words of {idx}</div><ul><li>Home<li>Imprint</ul>"
        )
    });
    check(&pages, &pages[3], "Price\t35 €\nColour\nC3\nDetails\nWords of 3");
}

#[test]
fn a_line_at_the_top_of_the_page_or_a_long_one_is_no_label() {
    let notice = "All prices with tax and without delivery";
    let pages = pages(9, |idx| format!("The shop<p>Lamp {idx}</p><div><p>{notice}<p>No {idx}</div>"));
    check(&pages, &pages[3], "Lamp 3\nNo 3");
}

#[test]
fn two_pages_say_nothing() {
    let pages = pages(2, |idx| format!("<p>Imprint<h1>Lamp{idx}</h1>"));
    check(&pages, &pages[0], "Imprint\nLamp0");
    check(&[], &pages[0], "Imprint\nLamp0");
}

#[test]
fn numbers_are_content() {
    let pages = pages(9, |idx| format!("<p>Price: {idx}9 €"));
    check(&pages, &pages[0], "Price: 09 €");
}

#[test]
fn the_order_of_the_pages_does_not_matter() {
    let pages = pages(9, |idx| format!("<p>Menu{}<p>Text {idx}<p>Foot", idx % 2));
    let mut turned = pages.clone();
    turned.reverse();
    for page in &pages {
        let document = Document::parse(page.as_str());
        assert_eq!(learned(&pages).clean(&document), learned(&turned).clean(&document));
    }
}

#[test]
fn hostile_pages_are_counted() {
    let hostile = ["<div>".repeat(200_000) + "x", "<p>x".repeat(300_000), "x ".repeat(300_000)];
    for html in hostile {
        let lines = learned(&[html.clone(), html.clone(), html.clone()]);
        let document = Document::parse(html);
        assert_eq!(visible_text_under(&document, document.root(), &lines.clean(&document)), "");
    }
}
