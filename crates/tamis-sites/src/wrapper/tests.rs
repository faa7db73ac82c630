use super::*;
use tamis_extract::PageView;
use tamis_extract::records::auto;
use tamis_page::Document;

fn lamps(n_lamps: usize) -> Document {
    let lamps: String = (0..n_lamps)
        .map(|lamp| format!("<li class=lamp><h3><a href=/{lamp}>Lamp {lamp}</a></h3><p class=price>{lamp}.50 €</p>"))
        .collect();
    Document::parse(format!("<ul class=lamps>{lamps}</ul>"))
}

#[test]
fn what_is_learned_from_one_page_serves_on_another() {
    let page = lamps(5);
    let tables = auto::find(&PageView::of(&page), &auto::AutoOptions::default());
    let wrapper = learn(
        &[Sample { document: &page, url: None, table: tables.first(), pagination: None }],
        &LearnOptions::default(),
    )
    .expect("is learned");
    let other = lamps(9);
    let table = wrapper.compile().expect("is right").apply(&other).table.expect("has a region");
    assert_eq!(table.rows.len(), 9);
    let values: Vec<_> = (0..table.columns.len()).map(|column| table.value(8, column)).collect();
    assert_eq!(values, [Some("Lamp 8".to_owned()), Some("/8".to_owned()), Some("8.50".to_owned())]);
}

fn xpath(text: &str) -> Selectors {
    Selectors { css: None, xpath: Some(text.to_owned()) }
}

fn column(name: &str, selectors: Selectors) -> WrapperColumn {
    WrapperColumn::new(name.to_owned(), ValueFormat::default(), selectors)
}

#[test]
fn only_elements_are_records() {
    let n_rows = |record: &str| {
        let mut wrapper = Wrapper::new(xpath("//ul"), Some(RecordSelectors::new(xpath(record), 1)));
        wrapper.columns.push(column("all", xpath(".")));
        let page = Document::parse("<ul><li>one <a href=/1>first</a><li>two <a href=/2>second</a></ul>");
        wrapper.compile().expect("is right").apply(&page).table.expect("has a region").rows.len()
    };
    assert_eq!(n_rows(".//li"), 2);
    assert_eq!(n_rows(".//li/text()"), 0);
    assert_eq!(n_rows(".//a/@href"), 0);
    assert_eq!(n_rows(".//li | .//li/text() | .//a/@href"), 2);
}

#[test]
fn an_attribute_belongs_to_the_css() {
    let page = Document::parse("<p><a href=/1>first</a>");
    let value = |selectors: Selectors| {
        let mut wrapper = Wrapper::new(xpath("//p"), Some(RecordSelectors::new(xpath("./a"), 1)));
        wrapper.columns.push(WrapperColumn { attribute: Some("href".to_owned()), ..column("link", selectors) });
        let table = wrapper.compile().expect("is right").apply(&page).table.expect("has a region");
        table.rows[0].cells[0].as_ref().expect("has a value").text.clone()
    };
    assert_eq!(value(Selectors { css: Some(":scope".to_owned()), xpath: None }), "/1");
    // As of any other XPath, what it selects is the value.
    assert_eq!((value(xpath("self::a")), value(xpath("."))), ("first".to_owned(), "first".to_owned()));
    assert_eq!(value(xpath("./@href")), "/1");
}

#[test]
fn a_wrapper_that_reads_the_page_over_and_over_is_stopped() {
    let page = Document::parse("<p>A word of text, and some more of it.</p>".repeat(2000));
    let mut wrapper = Wrapper::new(xpath("//body"), Some(RecordSelectors::new(xpath(".//*"), 1)));
    wrapper.columns = (0..60).map(|number| column(&format!("all_{number}"), xpath("//body"))).collect();
    let table = wrapper.compile().expect("is right").apply(&page).table.expect("has a region");
    let cells = table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let n_bytes: usize = cells.map(|cell| cell.text.len()).sum();
    assert!(n_bytes <= ApplyLimits::of(&page).max_bytes, "{n_bytes}");
    assert_eq!(table.rows.len() + table.n_left_out, 2000);
    assert!(table.n_left_out > 1900);
    let checked = CheckedPage { document: &page, url: None, name: None };
    let report = check(&wrapper.compile().expect("is right"), &[checked], &CheckOptions::default());
    assert!(report.pages[0].n_rows < 100);
}
