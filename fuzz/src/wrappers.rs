//! Wrappers in files: what strangers send and people edit.

use super::stored::spoilt;
use tamis::wrapper::{ReadyWrapper, from_json, to_json};
use tamis::{Page, batch::budget};

const WRAPPER: &str = r#"{"tamis_wrapper": 1, "use": "css", "region": {"css": "ul", "xpath": "//ul[@class='lamps']"},
 "record": {"css": "li", "xpath": "./li", "nodes": 1},
 "columns": [{"name": "title", "type": "text", "css": "h3 > a", "xpath": ".//h3/a/text()[1]", "node": 0},
  {"name": "price", "type": "money", "unit": "EUR", "decimal_mark": ",", "css": ".price", "text": 2},
  {"name": "link", "type": "url", "css": "a", "attribute": "href", "learned": {"name": "url", "fill": 0.5}}],
 "next": {"css": "a[rel=next]"}, "learned": {"pages": [{"url": null, "rows": 3}], "paths": ["0123456789abcdef"]}}"#;

const PAGE: &str = "<ul class=lamps><li><h3><a href=1>One</a></h3><p class=price><b>5</b> €<li><h3>Two</h3><li></ul><a rel=next href=2>on";

/// Any bytes are a wrapper or refused in words; one that was read is written and read again as the same, and says something of a
/// page, or runs out of its budget.
pub fn wrapper(data: &[u8]) {
    check(data);
    check(&spoilt(WRAPPER.as_bytes().to_vec(), data));
}

fn check(file: &[u8]) {
    let wrapper = match from_json(file) {
        Ok(wrapper) => wrapper,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let _ = (error.excerpt(), error.hint());
            return;
        }
    };
    let written = to_json(&wrapper);
    let again = from_json(written.as_bytes()).expect("what was written can be read");
    assert!(to_json(&again) == written, "a wrapper comes back as another one");
    let ready = ReadyWrapper::new(again).expect("it was checked");
    let budget = budget::Budget { max_steps: 1_000_000, stop: None };
    if let Ok(findings) = budget::within(&budget, || ready.apply(&Page::parse(PAGE))) {
        let tables = findings.tables().expect("a wrapper answers with tables");
        assert_eq!(tables.answer.is_empty(), tables.reason.is_some(), "nothing has a reason");
        assert!(
            tables
                .answer
                .iter()
                .flat_map(|table| &table.rows)
                .all(|row| row.cells.len() == ready.wrapper().columns.len())
        );
    }
}
