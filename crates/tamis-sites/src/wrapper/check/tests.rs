use super::*;
use crate::wrapper::{LearnOptions, Sample, Wrapper, learn};
use tamis_extract::PageView;
use tamis_extract::records::auto;
use tamis_page::Selectors;

/// A page of a shop: lamps from a number on, each written by a pattern in which `#` is its number.
fn shop(from: usize, n_lamps: usize, lamp: &str) -> Document {
    let lamps: String = (from..from + n_lamps).map(|number| lamp.replace('#', &number.to_string())).collect();
    Document::parse(format!(
        "<header><p>The shop of lamps</p></header><ul class=lamps>{lamps}</ul><footer>About us</footer>"
    ))
}

const LAMP: &str = "<li class=lamp><h3 class=name><a href=/lamp/#>A fine desk lamp of type #</a></h3>\
    <p class=maker>Lumen works #</p><p class=price>#.50 €</p>";

fn learned(page: &Document) -> Wrapper {
    let tables = auto::find(&PageView::of(page), &auto::AutoOptions::default());
    let sample = Sample { document: page, url: None, table: tables.first(), pagination: None };
    learn(&[sample], &LearnOptions::default()).expect("is learned")
}

fn report(wrapper: &Wrapper, pages: &[&Document]) -> CheckReport {
    let pages: Vec<CheckedPage<'_>> =
        pages.iter().map(|document| CheckedPage { document, url: None, name: None }).collect();
    check(&wrapper.compile().expect("is right"), &pages, &CheckOptions::default())
}

/// What is said of a page whose lamps are written so, by a wrapper of pages as they were.
#[track_caller]
fn check_lamp(lamp: &str, expect: &[(DriftKind, &str)]) {
    let wrapper = learned(&shop(1, 12, LAMP));
    let report = report(&wrapper, &[&shop(30, 10, lamp)]);
    let said: Vec<(DriftKind, &str)> =
        report.drifts().iter().map(|drift| (drift.kind, drift.column.as_deref().unwrap_or_default())).collect();
    assert_eq!(said, expect, "{:#?}", report.drifts());
}

#[test]
fn nothing_is_said_of_other_pages_of_the_template() {
    check_lamp(LAMP, &[]);
    let wrapper = learned(&shop(1, 12, LAMP));
    assert_eq!(
        wrapper.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(),
        ["title", "title_url", "maker", "price"]
    );
    let pages = [&shop(1, 12, LAMP), &shop(20, 12, LAMP), &shop(100, 3, LAMP)];
    let report = report(&wrapper, &pages);
    assert!(!report.has_drift(), "{:?}", report.drifts());
    assert_eq!(report.pages.iter().map(|page| page.n_rows).collect::<Vec<_>>(), [12, 12, 3]);
    assert_eq!(report.pages[0].similarity, Some(1.0));
}

#[test]
fn a_column_that_is_silently_empty_is_noticed() {
    check_lamp(&LAMP.replace("class=price", "class=cost"), &[(DriftKind::ColumnEmpty, "price")]);
}

#[test]
fn a_column_that_most_records_lack_now_is_noticed() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let without = LAMP.replace("class=maker", "class=brand");
    let page = shop(1, 3, LAMP).to_html().replace("</ul>", "") + &shop(4, 9, &without).to_html();
    let page = Document::parse(page.replace("<ul class=lamps>", "").replacen("<li", "<ul class=lamps><li", 1));
    let report = report(&wrapper, &[&page]);
    assert_eq!(report.drifts()[0].kind, DriftKind::ColumnSparser);
    assert_eq!(report.drifts()[0].message, "25 % of the records have `maker` on the page; 100 % had it");
}

#[test]
fn records_without_their_first_column_are_noticed() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let banner = "<li class=lamp><p class=maker>Lumen works</p><p class=price>1.50 €</p>";
    let page = Document::parse(shop(1, 10, LAMP).to_html().replace("</ul>", &(banner.repeat(6) + "</ul>")));
    let report = report(&wrapper, &[&page]);
    assert_eq!(report.drifts()[0].kind, DriftKind::IncompleteRecords, "{:?}", report.drifts());
}

#[test]
fn values_from_other_elements_are_noticed_where_the_old_ones_are_still_there() {
    let wrapper = {
        let mut wrapper = learned(&shop(1, 12, LAMP));
        let maker = &mut wrapper.columns[2];
        maker.selectors = Selectors { css: Some("p:nth-of-type(1)".to_owned()), xpath: Some("./p[1]".to_owned()) };
        wrapper
    };
    let swapped = "<li class=lamp><h3 class=name><a href=/lamp/#>A fine desk lamp of type #</a></h3>\
        <p class=seller>Lights and co #</p><p class=maker>Lumen works #</p><p class=price>#.50 €</p>";
    let report = report(&wrapper, &[&shop(30, 10, swapped)]);
    assert_eq!(report.drifts().len(), 1, "{:?}", report.drifts());
    assert_eq!(report.drifts()[0].kind, DriftKind::ColumnMoved);
    let message = "`maker` is read from `p.seller` on the page, although the records still have `p.maker`";
    assert_eq!(report.drifts()[0].message, message);
}

#[test]
fn columns_that_hold_each_others_values_are_one_drift() {
    let swapped = LAMP
        .replace("class=maker>Lumen works #", "class=x>#.50 €")
        .replace("class=price>#.50 €", "class=maker>Lumen works #");
    let swapped = swapped.replace("class=maker", "class=price").replace("class=x", "class=maker");
    check_lamp(&swapped, &[(DriftKind::ColumnsSwapped, "maker")]);
}

#[test]
fn a_title_column_that_holds_prices_is_noticed() {
    check_lamp(&LAMP.replace("A fine desk lamp of type #", "#.90 €"), &[(DriftKind::TypeChanged, "title")]);
}

#[test]
fn values_that_are_all_the_same_are_noticed() {
    check_lamp(&LAMP.replace("Lumen works #", "See more"), &[(DriftKind::ValuesSame, "maker")]);
}

#[test]
fn values_that_are_far_longer_are_noticed() {
    let long = LAMP.replace("Lumen works #", &"Our lamps # are made by hand in the old mill. ".repeat(3));
    check_lamp(&long, &[(DriftKind::LengthChanged, "maker")]);
}

#[test]
fn a_region_and_records_that_are_gone_are_noticed() {
    check_lamp(&LAMP.replace("class=lamp>", "class=light>"), &[(DriftKind::NoRecords, "")]);
    let wrapper = learned(&shop(1, 12, LAMP));
    let other = Document::parse(shop(1, 9, LAMP).to_html().replace("lamps", "lights"));
    assert_eq!(report(&wrapper, &[&other]).drifts()[0].message, "the region is missing on the page");
    // What all pages have is missed on any.
    let pages = [&shop(1, 12, LAMP), &other, &shop(1, 12, LAMP)];
    let some = report(&wrapper, &pages);
    assert_eq!(some.drifts()[0].message, "the region is missing on 1 of 3 pages");
    assert_eq!(some.drifts()[0].pages, [1]);
    // Unless a page that it was learned from lacked it.
    let mut wrapper = wrapper;
    describe(&mut wrapper, &[&shop(1, 12, LAMP), &other]);
    assert!(!report(&wrapper, &pages).has_drift());
    assert_eq!(report(&wrapper, &pages).notices()[0].kind, DriftKind::RegionMissing);
}

fn describe(wrapper: &mut Wrapper, pages: &[&Document]) {
    let samples: Vec<Sample<'_>> =
        pages.iter().map(|document| Sample { document, url: None, table: None, pagination: None }).collect();
    crate::wrapper::learned::describe(wrapper, &samples);
}

#[test]
fn a_usual_column_that_one_page_lacks_is_a_drift_of_that_page() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let without = shop(1, 12, &LAMP.replace("class=price", "class=cost"));
    let right = shop(20, 12, LAMP);
    let named = [("a.html", &right), ("b.html", &without), ("c.html", &right)];
    let pages: Vec<CheckedPage<'_>> = named
        .iter()
        .map(|(name, document)| CheckedPage { document, url: Some("https://lamps.example/"), name: Some(name) })
        .collect();
    let report = check(&wrapper.compile().expect("is right"), &pages, &CheckOptions::default());
    assert_eq!(report.drifts().len(), 1, "{:?}", report.drifts());
    let message = "`price` is empty on 1 of 3 pages (b.html); 100 % of the records had it";
    assert_eq!(report.drifts()[0].message, message);
    assert_eq!(report.pages[1].name.as_deref(), Some("b.html"));
}

#[test]
fn one_page_that_tells_is_not_all() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let short = shop(1, 2, LAMP);
    let long = shop(1, 20, &LAMP.replace("class=price", "class=cost"));
    let price_of = |report: &CheckReport| {
        report.drifts().iter().find(|drift| drift.column.is_some()).map(|drift| drift.message.clone())
    };
    let all = report(&wrapper, &[&short, &short, &long, &short, &short]);
    assert_eq!(price_of(&all).as_deref(), Some("`price` is empty on 1 of 5 pages; 100 % of the records had it"));
    // Other signs want most of the pages.
    let longer = shop(1, 20, &LAMP.replace("Lumen works #", &"Our lamps # are made by hand in the mill. ".repeat(3)));
    assert_eq!(price_of(&report(&wrapper, &[&short, &short, &longer, &short, &short])), None);
    assert!(price_of(&report(&wrapper, &[&short, &longer, &longer])).is_some());
}

#[test]
fn what_a_learned_page_lacked_is_not_missed_on_it() {
    let (with, without) = (shop(1, 12, LAMP), shop(20, 12, &LAMP.replace("class=price", "class=note")));
    let mut wrapper = learned(&with);
    describe(&mut wrapper, &[&with, &shop(40, 12, LAMP), &without]);
    assert_eq!(wrapper.columns[3].learned.least_fill, Some(0.0));
    assert!(!report(&wrapper, &[&without]).has_drift(), "{:?}", report(&wrapper, &[&without]).drifts());
    // A page without records has no say.
    describe(&mut wrapper, &[&with, &shop(1, 0, LAMP)]);
    assert_eq!(wrapper.columns[3].learned.least_fill, Some(1.0));
    assert!(report(&wrapper, &[&without]).has_drift());
}

#[test]
fn values_that_were_the_same_on_a_learned_page_may_be_so() {
    let (different, same) = (shop(1, 12, LAMP), shop(1, 12, &LAMP.replace("Lumen works #", "Lumen works")));
    let mut wrapper = learned(&different);
    describe(&mut wrapper, &[&different, &shop(20, 12, LAMP), &same]);
    assert!(wrapper.columns[2].learned.distinct > 0.5);
    assert!(!report(&wrapper, &[&same]).has_drift(), "{:?}", report(&wrapper, &[&same]).drifts());
}

#[test]
fn a_next_link_that_learned_pages_lacked_is_no_drift() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    wrapper.next = Some(Selectors { css: Some("a[rel=next]".to_owned()), xpath: None });
    let last = shop(1, 12, LAMP);
    let with = Document::parse(last.to_html() + "<a rel=next href=2>More</a>");
    describe(&mut wrapper, &[&with, &last, &last]);
    assert_eq!(
        wrapper.learned.pages.iter().map(|page| page.has_next).collect::<Vec<_>>()[..2],
        [Some(true), Some(false)]
    );
    assert!(!report(&wrapper, &[&last, &last]).has_drift());
    describe(&mut wrapper, &[&with, &with]);
    assert!(report(&wrapper, &[&last, &last]).has_drift());
    // Short pages are ends of lists.
    let end = shop(1, 5, LAMP);
    assert!(!report(&wrapper, &[&end, &end]).has_drift());
}

#[test]
fn a_column_of_which_nothing_is_known_is_to_be_there() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    wrapper.learned = crate::wrapper::Learned::default();
    wrapper.columns.iter_mut().for_each(|column| column.learned = LearnedColumn::default());
    let page = shop(1, 12, LAMP);
    let all = report(&wrapper, &[&page]);
    assert!(!all.has_drift());
    assert_eq!(all.notices()[0].kind, DriftKind::NotLearned);
    wrapper.columns[2].selectors = Selectors { css: Some("h9".to_owned()), xpath: None };
    assert_eq!(report(&wrapper, &[&page, &page]).drifts()[0].message, "`maker` is empty on both pages");
}

#[test]
fn numbers_of_an_edited_file_and_odd_options_do_no_harm() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    wrapper.learned.pages = vec![crate::wrapper::LearnedPage::new(None, usize::MAX); 2];
    wrapper.learned.record_length = usize::MAX;
    let page = shop(1, 12, LAMP);
    assert_eq!(report(&wrapper, &[&page]).notices()[0].kind, DriftKind::FewerRecords);
    let wrapper = learned(&page);
    let pages = [CheckedPage { document: &shop(1, 14, LAMP), url: None, name: None }];
    let options = CheckOptions { few_records: 2.0, ..CheckOptions::default() };
    let report = check(&wrapper.compile().expect("is right"), &pages, &options);
    assert_eq!(report.pages[0].n_rows, 14);
}

#[test]
fn a_list_that_goes_on_is_not_at_its_end() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    wrapper.next = Some(Selectors { css: Some("a[rel=next]".to_owned()), xpath: None });
    let page = Document::parse(shop(1, 2, LAMP).to_html() + "<a rel=next href=2>More</a>");
    let report = report(&wrapper, &[&page]);
    let message = "2 records on the page, 12 or more were learned, and the list goes on";
    assert_eq!(report.drifts()[0].message, message);
}

#[test]
fn a_short_page_is_an_end_unless_its_text_is_elsewhere() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let short = report(&wrapper, &[&shop(1, 2, LAMP)]);
    assert!(!short.has_drift(), "{:?}", short.drifts());
    assert_eq!(short.notices()[0].kind, DriftKind::FewerRecords);
    let moved = shop(3, 10, &LAMP.replace("class=lamp>", "class=light>")).to_html();
    let page = Document::parse(shop(1, 2, LAMP).to_html() + &moved.replace("class=lamps", "class=more"));
    let report = report(&wrapper, &[&page]);
    assert_eq!(report.drifts()[0].kind, DriftKind::FewerRecords, "{:?}", report.drifts());
    assert_eq!((report.drifts()[0].then, report.drifts()[0].now), (Some(12.0), Some(2.0)));
}

#[test]
fn a_list_that_is_longer_is_worth_a_notice() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let report = report(&wrapper, &[&shop(1, 60, LAMP)]);
    assert!(!report.has_drift());
    assert_eq!(report.notices()[0].kind, DriftKind::MoreRecords);
}

#[test]
fn a_next_link_that_all_pages_lack_is_a_drift() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    wrapper.next = Some(Selectors { css: Some("a[rel=next]".to_owned()), xpath: None });
    let page = shop(1, 12, LAMP);
    assert!(!report(&wrapper, &[&page]).has_drift());
    assert_eq!(report(&wrapper, &[&page]).notices()[0].kind, DriftKind::NextMissing);
    let all = report(&wrapper, &[&page, &page]);
    assert_eq!(all.drifts()[0].message, "the link to the next page is missing on both pages");
    let with = Document::parse(page.to_html() + "<a rel=next href=2>More</a>");
    assert!(!report(&wrapper, &[&page, &with]).has_drift());
    assert_eq!(report(&wrapper, &[&with]).pages[0].has_next, Some(true));
}

#[test]
fn selectors_that_were_edited_in_one_language_are_told() {
    let mut wrapper = learned(&shop(1, 12, LAMP));
    assert!(report(&wrapper, &[&shop(1, 12, LAMP)]).notices().is_empty());
    wrapper.columns[2].selectors.css = Some(".price".to_owned());
    let report = report(&wrapper, &[&shop(1, 12, LAMP)]);
    assert!(!report.has_drift());
    assert_eq!(
        report.notices()[0].message,
        "the CSS selector and the XPath of `maker` select different things on the page"
    );
}

#[test]
fn another_template_is_named_beside_what_it_breaks() {
    let wrapper = learned(&shop(1, 12, LAMP));
    let other =
        Document::parse("<main><article><h1>Lamps</h1><p>How they are made</p><p>And sold</p></article></main>");
    let kinds: Vec<DriftKind> = report(&wrapper, &[&other]).drifts().iter().map(|drift| drift.kind).collect();
    assert_eq!(kinds, [DriftKind::RegionMissing, DriftKind::OtherTemplate]);
}

#[test]
fn pages_of_one_record_are_judged_together() {
    let lamp = |number: usize, price: &str| {
        Document::parse(format!(
            "<main class=lamp><h1>Lamp {number}</h1><p class=maker>Lumen {number}</p><p class={price}>{number}.50 €</p></main>"
        ))
    };
    let selectors = |css: &str| Selectors { css: Some(css.to_owned()), xpath: None };
    let mut wrapper = Wrapper::new(selectors(".lamp"), None);
    for (name, css) in [("name", "h1"), ("maker", ".maker"), ("price", ".price")] {
        let format = tamis_extract::ValueFormat::default();
        wrapper.columns.push(crate::wrapper::WrapperColumn::new(name.to_owned(), format, selectors(css)));
    }
    let pages: Vec<Document> = (1..7).map(|number| lamp(number, "price")).collect();
    let sample = |document| Sample { document, url: None, table: None, pagination: None };
    crate::wrapper::learned::describe(&mut wrapper, &pages.iter().map(sample).collect::<Vec<_>>());
    assert!(!report(&wrapper, &[&pages[0], &pages[3]]).has_drift());
    let changed = [&lamp(8, "cost"), &lamp(9, "cost")];
    let report = report(&wrapper, &changed);
    assert_eq!(report.drifts()[0].message, "`price` is empty on both pages; 100 % of the records had it");
}
