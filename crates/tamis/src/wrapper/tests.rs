//! What a wrapper finds on a page, in every form.

use super::ReadyWrapper;
use crate::export::{self, Format};
use crate::page::Page;
use crate::page::{Limits, PageReader, Warning};
use crate::wrapper::from_json;

fn ready(json: &str) -> ReadyWrapper {
    let wrapper = from_json(json.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    ReadyWrapper::new(wrapper).expect("it was checked")
}

const LAMPS: &str = r#"{"tamis_wrapper": 1, "use": "css", "region": {"css": "ul"}, "record": {"css": "li"},
    "columns": [{"name": "name", "css": "b"}, {"name": "price", "type": "money", "unit": "EUR", "css": "i"},
        {"name": "url", "type": "url", "xpath": "./a/@href"}, {"name": "id", "css": ":scope", "attribute": "id"},
        {"name": "rest", "css": ":scope", "text": 2}],
    "next": {"css": "a.next"}}"#;

const PAGE: &str = "<ul><li id=x> one <b>Desk\n lamp</b> two <i>5 €</i><a href=/1>go</a><li id=y><b>Floor lamp</b></ul>\
    <a class=next href='?p=2'>on</a>";

#[test]
fn rows_are_written_in_every_form() {
    let page = Page::parse(PAGE).with_url("https://a.example/l".parse().unwrap());
    let findings = ready(LAMPS).apply(&page);
    assert_eq!(
        findings.to_text(Format::Csv).expect("it is text"),
        "name,price,price_currency,url,id,rest\nDesk lamp,5,EUR,https://a.example/1,x,two\nFloor lamp,,,,y,\n"
    );
}

#[test]
fn json_has_the_selectors_of_the_wrapper_and_its_next_page() {
    let page = Page::parse(PAGE).with_url("https://a.example/l".parse().unwrap());
    let json: serde_json::Value = serde_json::from_str(&export::json(&ready(LAMPS).apply(&page))).expect("JSON");
    assert_eq!(json["provenance"]["tables"]["method"], "wrapper");
    assert_eq!(json["provenance"]["tables"]["options"], serde_json::json!({"use": "css"}));
    let table = &json["tables"][0];
    assert_eq!((&table["region"]["css"], &table["region"]["xpath"]), (&"ul".into(), &serde_json::Value::Null));
    assert_eq!((&table["record"]["css"], &table["record"]["nodes_per_record"]), (&"li".into(), &1.into()));
    let column = |idx: usize, key: &str| table["columns"][idx][key].clone();
    assert_eq!((column(0, "css"), column(0, "xpath")), ("b".into(), serde_json::Value::Null));
    assert_eq!((column(3, "xpath"), column(4, "attr")), ("./a/@href".into(), "id".into()), "after price_currency");
    assert_eq!((column(5, "css"), column(5, "text")), (serde_json::Value::Null, 2.into()));
    assert_eq!(json["pagination"]["next"], "https://a.example/l?p=2");
    assert_eq!(json["pagination"]["css"], "a.next");
}

#[test]
fn a_page_without_the_region_is_empty_with_a_reason() {
    let reason = |html: &str| {
        let findings = ready(LAMPS).apply(&Page::parse(html));
        assert!(findings.is_empty() && findings.tables().is_some_and(|tables| tables.answer.is_empty()));
        findings.tables().and_then(|tables| tables.reason.map(str::to_owned)).expect("there is a reason")
    };
    assert_eq!(reason("<ol><li><b>Desk lamp</b></ol>"), "the wrapper's region `ul` is not on the page");
    assert_eq!(reason("<ul></ul>"), "the wrapper's region is on the page, and no record is in it");
}

#[test]
fn a_page_about_one_thing_is_one_record() {
    let json = r#"{"tamis_wrapper": 1, "region": {"xpath": "//main"}, "record": null,
        "columns": [{"name": "title", "xpath": ".//h1"}, {"name": "colour", "xpath": ".//dt[.='Colour']/following-sibling::dd[1]"}]}"#;
    let page = Page::parse("<main><h1>Desk lamp</h1><dl><dt>Size<dd>3<dt>Colour<dd>red</dl></main>");
    assert_eq!(ready(json).apply(&page).to_text(Format::Csv).expect("it is text"), "title,colour\nDesk lamp,red\n");
}

#[test]
fn rows_are_bounded_as_those_of_methods() {
    let html = format!("<ul>{}</ul>", "<li><b>x</b>".repeat(500));
    let page = PageReader::new(Limits::default().with_max_rows(100)).read_text(html);
    let findings = ready(LAMPS).apply(&page);
    assert_eq!(findings.tables().map(|tables| tables.answer[0].rows.len()), Some(100));
    assert_eq!(findings.page().warnings(), [Warning::TooManyRows { n_left_out: 400 }]);
}

#[test]
fn a_wrapper_of_a_stranger_cannot_fill_the_memory() {
    // Each element is a record, and the whole text of the page is the value of each of its columns.
    let columns: Vec<String> = (0..900).map(|n| format!(r#"{{"name": "c{n}", "xpath": "/"}}"#)).collect();
    let json = format!(
        r#"{{"tamis_wrapper": 1, "region": {{"xpath": "//*"}}, "record": {{"xpath": ".//*"}}, "columns": [{}]}}"#,
        columns.join(", ")
    );
    let page = Page::parse("<p>some words and some more".repeat(20_000));
    let findings = ready(&json).apply(&page);
    let n_bytes = |table: &crate::Table| {
        table.rows.iter().flat_map(|row| row.cells.iter().flatten()).map(|cell| cell.text.len()).sum::<usize>()
    };
    let tables = findings.tables().expect("they were asked for");
    assert!(tables.answer.iter().map(n_bytes).sum::<usize>() <= page.max_output());
    assert!(matches!(findings.page().warnings(), [Warning::TooManyRows { n_left_out }] if *n_left_out > 20_000));
}
