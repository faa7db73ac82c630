use super::*;
use crate::wrapper::{CheckedPage, check};
use tamis_extract::PageView;
use tamis_extract::records::auto;
use tamis_extract::{ValueFormat, ValueType};

const LAMP: &str = "<li class=lamp><h3 class=name><a href=/lamp/#>A fine desk lamp of type #</a></h3>\
    <p class=maker>Lumen works #</p><p class=price>#.50 €</p>";

fn shop(n_lamps: usize, lamp: &str) -> String {
    let lamps: String = (1..=n_lamps).map(|number| lamp.replace('#', &number.to_string())).collect();
    format!("<header><p>The shop of lamps</p></header><ul class=lamps>{lamps}</ul><footer>About us</footer>")
}

fn tables(page: &Document) -> Vec<Table> {
    auto::find(&PageView::of(page), &auto::AutoOptions::default())
}

fn old() -> Wrapper {
    let page = Document::parse(shop(12, LAMP));
    let tables = tables(&page);
    let sample = Sample { document: &page, url: None, table: tables.first(), pagination: None };
    let mut wrapper = learn(&[sample], &LearnOptions::default()).expect("is learned");
    // What a user did to it.
    wrapper.columns[0].name = "lamp".to_owned();
    wrapper.columns.swap(2, 3);
    wrapper
}

fn repaired(wrapper: &Wrapper, page: &Document) -> Repair {
    let tables = tables(page);
    let sample = |table| Sample { document: page, url: None, table: Some(table), pagination: None };
    // The main table comes last: all of them are looked at.
    let samples: Vec<Sample<'_>> = tables.iter().rev().map(sample).collect();
    repair(wrapper, &samples, &LearnOptions::default()).expect("is repaired")
}

fn rows(wrapper: &Wrapper, page: &Document) -> Vec<Vec<Option<String>>> {
    let table = wrapper.compile().expect("is right").apply(page).table.expect("has a region");
    let row = |row: &Row| row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.clone())).collect();
    table.rows.iter().map(row).collect()
}

/// The repaired wrapper reads on the changed page what the old one read on the page as it was.
#[track_caller]
fn check_repair(changed: &str, kinds: [MatchKind; 4], replaced: &[WrapperPart]) {
    let (wrapper, page) = (old(), Document::parse(changed));
    let repair = repaired(&wrapper, &page);
    let got: Vec<MatchKind> = repair.matches.iter().map(|found| found.kind).collect();
    assert_eq!(got, kinds, "{:#?}", repair.matches);
    assert_eq!(repair.replaced, replaced);
    let names: Vec<&str> = repair.wrapper.columns.iter().map(|column| column.name.as_str()).collect();
    let kept: Vec<bool> = kinds.iter().map(|kind| *kind != Missing).collect();
    let wanted = ["lamp", "title_url", "price", "maker"];
    assert_eq!(names, wanted.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(name, _)| *name).collect::<Vec<_>>());
    let before = rows(&wrapper, &Document::parse(shop(12, LAMP)));
    let before: Vec<Vec<Option<String>>> = before
        .into_iter()
        .map(|row| row.into_iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cell, _)| cell).collect())
        .collect();
    assert_eq!(rows(&repair.wrapper, &page), before);
    let pages = [CheckedPage { document: &page, url: None, name: None }];
    let report = check(&repair.wrapper.compile().expect("is right"), &pages, &CheckOptions::default());
    assert!(!report.has_drift(), "{:?}", report.drifts());
}

use MatchKind::{Kept, Missing, Replaced};

#[test]
fn a_wrapper_that_works_is_left_alone() {
    check_repair(&shop(12, LAMP), [Kept; 4], &[]);
    let (wrapper, page) = (old(), Document::parse(shop(12, LAMP)));
    let repair = repaired(&wrapper, &page);
    assert!(!repair.has_changes());
    assert_eq!(repair.wrapper.columns[0].selectors, wrapper.columns[0].selectors);
}

#[test]
fn only_the_column_whose_class_changed_is_replaced() {
    check_repair(&shop(12, &LAMP.replace("class=price", "class=cost")), [Kept, Kept, Replaced, Kept], &[]);
    let repair = repaired(&old(), &Document::parse(shop(12, &LAMP.replace("class=price", "class=cost"))));
    let price = &repair.matches[2];
    assert!(price.score > 0.8, "{price:?}");
    assert!(price.reason.starts_with("same examples, type"), "{price:?}");
    assert_eq!(repair.wrapper.columns[2].format.value_type, ValueType::Money);
}

#[test]
fn records_with_another_class_are_found_and_columns_kept() {
    check_repair(&shop(12, &LAMP.replace("class=lamp>", "class=light>")), [Kept; 4], &[WrapperPart::Record]);
}

#[test]
fn a_region_with_another_class_costs_nothing_else() {
    check_repair(&shop(12, LAMP).replace("class=lamps", "class=lights"), [Kept; 4], &[WrapperPart::Region]);
}

#[test]
fn a_column_that_is_gone_is_left_out_and_named() {
    let page = shop(12, &LAMP.replace("<p class=price>#.50 €</p>", ""));
    check_repair(&page, [Kept, Kept, Missing, Kept], &[]);
    let repair = repaired(&old(), &Document::parse(page));
    assert_eq!(repair.missing().collect::<Vec<_>>(), ["price"]);
}

#[test]
fn records_in_a_new_section_with_boxes_around_them_are_found() {
    let moved: String = (1..=12)
        .map(|number| {
            let lamp = LAMP.replace('#', &number.to_string()).replace("<li class=lamp>", "<article class=tile>");
            format!("<div class=cell>{lamp}</article></div>")
        })
        .collect();
    let page =
        format!("<header><p>The shop of lamps</p></header><ul class=lamps></ul><section class=grid>{moved}</section>");
    check_repair(&page, [Kept; 4], &[WrapperPart::Region, WrapperPart::Record]);
}

#[test]
fn a_new_design_in_another_order_is_matched_by_what_values_are_like() {
    let lamp = "<div class=tile><span class=cost>#.50 €</span><em class=by>Lumen works #</em>\
        <h2 class=head><a href=/lamp/#>A fine desk lamp of type #</a></h2></div>";
    let page = shop(12, lamp).replace("<ul class=lamps>", "<div class=grid>").replace("</ul>", "</div>");
    // The title is read from an `h3`, which is an `h2` now.
    check_repair(&page, [Replaced, Kept, Replaced, Replaced], &[WrapperPart::Region, WrapperPart::Record]);
}

#[test]
fn formats_are_the_users() {
    let mut wrapper = old();
    wrapper.columns[2].format = ValueFormat::default();
    let repair = repaired(&wrapper, &Document::parse(shop(12, &LAMP.replace("class=price", "class=cost"))));
    assert_eq!(repair.wrapper.columns[2].format, ValueFormat::default());
    assert_eq!(repair.wrapper.columns[2].learned.name, "price");
}

#[test]
fn pages_without_records_repair_nothing() {
    let page = Document::parse("<h1>Sold out</h1><p>Come back soon.</p>");
    let sample = Sample { document: &page, url: None, table: None, pagination: None };
    assert_eq!(repair(&old(), &[sample], &LearnOptions::default()), Err(LearnError::NoRecords));
}

#[test]
fn a_page_about_one_thing_keeps_what_works() {
    let page = Document::parse("<main class=lamp><h1>Lamp 5</h1><p class=price>5.50 €</p></main>");
    let selectors = |css: &str| tamis_page::Selectors { css: Some(css.to_owned()), xpath: None };
    let mut wrapper = Wrapper::new(selectors(".lamp"), None);
    for (name, css) in [("name", "h1"), ("price", ".price")] {
        wrapper.columns.push(WrapperColumn::new(name.to_owned(), ValueFormat::default(), selectors(css)));
    }
    let sample = |document| Sample { document, url: None, table: None, pagination: None };
    learned::describe(&mut wrapper, &[sample(&page)]);
    let changed = Document::parse("<main class=lamp><h1>Lamp 6</h1><p>6.50 €</p></main>");
    let repair = repair(&wrapper, &[sample(&changed)], &LearnOptions::default()).expect("is repaired");
    assert_eq!(repair.matches[0].kind, Kept);
    assert!(repair.wrapper.columns.iter().any(|column| column.name == "name"));
}

#[test]
fn a_record_goes_on_as_far_as_its_columns() {
    let rows = |lamp: &str| -> String {
        let lamps = (1..=12).map(|number| lamp.replace('#', &number.to_string()));
        format!("<div class=lamps>{}</div>", lamps.collect::<String>())
    };
    let lamp = "<h3 class=name>A fine desk lamp of type #</h3><p class=price>#.50 €</p>";
    let page = Document::parse(rows(lamp));
    let found = tables(&page);
    let sample = Sample { document: &page, url: None, table: found.first(), pagination: None };
    let wrapper = learn(&[sample], &LearnOptions::default()).expect("is learned");
    assert_eq!(wrapper.record.as_ref().map(|record| record.n_nodes), Some(2));
    let longer = lamp.replace("<p class=price>", "<p class=maker>Made by Lumen works #</p><p class=cost>");
    let page = Document::parse(rows(&longer));
    let repair = repaired(&wrapper, &page);
    assert_eq!(repair.wrapper.compile().err(), None);
    assert_eq!(repair.matches.iter().map(|found| found.kind).collect::<Vec<_>>(), [Kept, Replaced]);
    assert_eq!(repair.wrapper.record.as_ref().map(|record| record.n_nodes), Some(3));
    assert!(repair.wrapper.columns[1].learned.fill > 0.9);
}

#[test]
fn a_wrapper_of_one_column_is_repaired_in_its_own_list() {
    let lamp = "<div class=tile><a href=/l/#><img src=/l/#.jpg></a><h2 class=head><a href=/lamp/#>A fine lamp of type #</a></h2>\
        <em class=by>Lumen works #</em><p class=text>Made by hand in the old mill, number #</p><i class=cost>#.50 €</i></div>";
    let card = "<div class=card><i class=value>#0 €</i><b>Gift card for a friend, number #</b></div>";
    let list = |class: &str, item: &str, from: usize| -> String {
        let items = (from..from + 12).map(|number| item.replace('#', &number.to_string()));
        format!("<div class={class}>{}</div>", items.collect::<String>())
    };
    let mut wrapper = old();
    wrapper.columns = vec![wrapper.columns.swap_remove(2)];
    let page = Document::parse(list("cards", card, 3) + &list("grid", lamp, 31));
    let repair = repaired(&wrapper, &page);
    assert_eq!(rows(&repair.wrapper, &page)[0], [Some("31.50 €".to_owned())], "{:#?}", repair.matches);
}

#[test]
fn a_page_about_one_thing_is_one_page_however_many_tables_it_has() {
    let lamp = |number: usize, price: &str| {
        Document::parse(format!(
            "<main class=lamp><h1>Lamp {number}</h1><p class={price}>{number}.50 €</p></main><p>The shop</p>"
        ))
    };
    let selectors = |css: &str| tamis_page::Selectors { css: Some(css.to_owned()), xpath: None };
    let mut wrapper = Wrapper::new(selectors(".lamp"), None);
    for (name, css) in [("name", "h1"), ("price", ".price")] {
        wrapper.columns.push(WrapperColumn::new(name.to_owned(), ValueFormat::default(), selectors(css)));
    }
    let (first, second) = (lamp(5, "price"), lamp(6, "price"));
    let sample = |document| Sample { document, url: None, table: None, pagination: None };
    learned::describe(&mut wrapper, &[sample(&first), sample(&second)]);
    let changed = [lamp(7, "cost"), lamp(8, "cost")];
    // Each page twice, as if it had two tables.
    let samples: Vec<Sample<'_>> = changed.iter().flat_map(|page| [sample(page), sample(page)]).collect();
    let repair = repair(&wrapper, &samples, &LearnOptions::default()).expect("is repaired");
    assert_eq!(repair.wrapper.learned.pages.len(), 2);
}
