use super::{AutoOptions, Source, find, find_or_reason, trace};
use crate::records::table::{Table, TableRole};
use crate::testing::assert_sound;
use crate::view::PageView;
use std::fmt::Write as _;
use tamis_page::{Document, Mask, names};

fn tables(html: &str) -> Vec<Table> {
    let document = Document::parse(html);
    let tables = find(&PageView::of(&document), &AutoOptions::default());
    assert_sound(&document, &tables);
    tables
}

/// The texts of the main table's rows.
fn rows(html: &str) -> Vec<String> {
    tables(html).first().map(|table| table.rows.iter().map(|row| row.text.clone()).collect()).unwrap_or_default()
}

const WORDS: [&str; 12] = [
    "amber", "birch", "copper", "delta", "ember", "fjord", "garnet", "harbour", "indigo", "juniper", "kelp", "lantern",
];

fn title(index: usize) -> String {
    format!("The {} {} of {}", WORDS[index % 12], WORDS[(index * 5 + 3) % 12], WORDS[(index * 7 + 1) % 12])
}

/// A result as search pages show it.
fn result(index: usize) -> String {
    let title = title(index);
    format!(
        "<li class=result><h3><a href=/p/{index}>{title}</a></h3><p>What is known of {title}, in some detail and with a \
         few more words.</p><span class=date>{} May 2024</span></li>",
        index + 1
    )
}

fn results(n: usize) -> String {
    (0..n).map(result).collect()
}

const MENU: &str = "<nav><ul><li><a href=/>Home</a><li><a href=/a>News</a><li><a href=/b>Shop</a><li><a href=/c>Help</a>\
                    <li><a href=/d>Jobs</a><li><a href=/e>Press</a></ul></nav>";
const FOOTER: &str =
    "<footer><ul><li><a href=/x>Terms of use</a><li><a href=/y>Privacy</a><li><a href=/z>Contact</a></ul></footer>";

#[test]
fn results_win_over_menu_and_footer() {
    let html = format!("{MENU}<main><ul>{}</ul></main>{FOOTER}", results(8));
    let tables = tables(&html);
    assert_eq!((tables[0].rows.len(), tables[0].role), (8, TableRole::Main));
    assert!(tables[0].rows[2].text.starts_with(&title(2)), "{}", tables[0].rows[2].text);
    assert!(tables[0].confidence > 0.5, "{}", tables[0].confidence);
    assert!(tables.iter().skip(1).all(|table| table.role != TableRole::Main));
}

#[test]
fn an_article_is_no_list_and_says_so() {
    let paragraphs: String = (0..9)
        .map(|index| {
            format!(
                "<p>{} is a thing of which much can be said, and has been said, by many, in many places.",
                title(index)
            )
        })
        .collect();
    let document = Document::parse(format!("{MENU}<article><h1>On things</h1>{paragraphs}</article>{FOOTER}"));
    let found = find_or_reason(&PageView::of(&document), None, &AutoOptions::default().with_min_confidence(0.5));
    let reason = found.expect_err("no list");
    assert!(reason.contains("confidence"), "{reason}");
    for (html, why) in [("", "no text"), ("<p>Hello", "repeats")] {
        let document = Document::parse(html);
        let reason = find_or_reason(&PageView::of(&document), None, &AutoOptions::default()).expect_err("nothing");
        assert!(reason.contains(why), "{html:?}: {reason}");
    }
}

#[test]
fn cards_in_the_rows_of_a_grid_are_records() {
    let mut html = String::from("<main>");
    for row in 0..4 {
        html.push_str("<div class=row>");
        for column in 0..3 {
            let index = row * 3 + column;
            let _ = write!(
                html,
                "<div class=card><img src={index}.jpg><h4><a href=/{index}>{}</a></h4><b>{}.50 €</b></div>",
                title(index),
                index + 5
            );
        }
        html.push_str("</div>");
    }
    assert_eq!(rows(&html).len(), 12);
}

#[test]
fn terms_with_their_descriptions_are_records_of_two_nodes() {
    let list: String = (0..7)
        .map(|index| {
            format!(
                "<dt><a href=/{index}>{}</a><dd>A longer description of it, which says what it is good for.",
                title(index)
            )
        })
        .collect();
    let tables = tables(&format!("{MENU}<dl>{list}</dl>"));
    assert_eq!((tables[0].rows.len(), tables[0].nodes_per_record), (7, 2));
    assert!(tables[0].rows[0].text.contains("good for"));
}

#[test]
fn a_record_of_another_kind_among_the_others_is_taken_in_and_a_heading_is_not() {
    let video = format!(
        "<div class=video><h3><a href=/v>{}</a></h3><p>What is known of it, in some detail and with a few more words.</p>\
         <em class=length>3:20 on 7 May</em></div>",
        title(9)
    );
    let html = format!(
        "{MENU}<main><div>{}{video}{}</div></main>",
        (0..4).map(|index| result(index).replace("li", "div")).collect::<String>(),
        (4..8).map(|index| result(index).replace("li", "div")).collect::<String>(),
    );
    assert_eq!(rows(&html).len(), 9);
}

#[test]
fn a_list_that_is_there_twice_is_read_once() {
    let list = |class: &str| format!("<div class={class}><ul>{}</ul></div>", results(6));
    let html = format!("<main>{}{}</main>", list("wide"), list("narrow"));
    assert_eq!(rows(&html).len(), 6);
}

#[test]
fn an_advertisement_stays_and_is_flagged_with_the_evidence() {
    let ad = result(7).replace("<span class=date>", "<span>Sponsored</span><span class=date>");
    let tables =
        tables(&format!("<main><ul>{}{ad}{}</ul></main>", results(4), (8..11).map(result).collect::<String>()));
    let ads: Vec<(usize, &str)> =
        tables[0].rows.iter().enumerate().filter_map(|(row, found)| Some((row, found.ad.as_deref()?))).collect();
    assert_eq!(ads, [(4, "it is labelled “Sponsored”")]);
}

#[test]
fn a_list_inside_each_record_stays_in_the_record() {
    let records: String = (0..6)
        .map(|index| {
            let tags: String = (0..4).map(|tag| format!("<li><a href=/t/{tag}>{}</a>", WORDS[(index + tag) % 12])).collect();
            format!(
                "<article><h2><a href=/{index}>{}</a></h2><p>Some words on what this is about, and more.</p><ul>{tags}</ul></article>",
                title(index)
            )
        })
        .collect();
    assert_eq!(rows(&format!("{MENU}<main>{records}</main>")).len(), 6);
}

#[test]
fn only_what_a_mask_keeps_is_looked_at() {
    let document = Document::parse(format!("<main><ul>{}</ul></main>", results(6)));
    let view = PageView::of(&document);
    let mut mask = Mask::keep_all(&document);
    let first = document.elements_named(names::LI).next().expect("there are six");
    mask.remove(&document, first, "test");
    let tables = super::find_under(&view, &mask, &AutoOptions::default());
    assert_eq!(tables[0].rows.len(), 5);
}

#[test]
fn the_trace_has_every_scored_candidate_in_order() {
    let document = Document::parse(format!("{MENU}<main><ul>{}</ul></main>", results(6)));
    let trace = trace(&PageView::of(&document), &AutoOptions::default());
    assert!(trace.candidates.iter().any(|candidate| candidate.source == Source::Siblings));
    assert!(trace.candidates.windows(2).all(|pair| pair[0].score >= pair[1].score));
    assert_eq!(trace.candidates[0].records.len(), trace.tables[0].rows.len());
}

#[test]
fn a_source_that_is_off_finds_nothing() {
    let document = Document::parse(format!("{MENU}<main><ul>{}</ul></main>", results(6)));
    let options =
        AutoOptions { siblings: false, tag_paths: false, classes: false, groups: false, ..AutoOptions::default() };
    let trace = trace(&PageView::of(&document), &options);
    assert!(trace.candidates.is_empty() && trace.reason.is_some());
}

/// Pages that are large in one way each.
#[test]
fn large_pages_give_a_sound_answer() {
    let wide = format!("<ul>{}</ul>", results(3000));
    let deep = "<div>x".repeat(3000);
    let different: String = (0..3000).map(|index| format!("<p class=c{}>word</p>", "x".repeat(index % 50))).collect();
    let nested = "<ul><li>a<li>b".repeat(300);
    for html in [wide, deep, different, nested, "<td>".repeat(5000), "<b>x</b> ".repeat(5000)] {
        tables(&html);
    }
}
