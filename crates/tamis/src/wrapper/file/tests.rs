use super::super::{
    DecimalMark, LearnedPage, RecordSelectors, SelectorLanguage, Selectors, ValueFormat, ValueType, Wrapper,
    WrapperColumn,
};
use super::*;

fn both(css: &str, xpath: &str) -> Selectors {
    Selectors { css: Some(css.to_owned()), xpath: Some(xpath.to_owned()) }
}

/// A wrapper with something in every member.
fn full() -> Wrapper {
    let mut wrapper = Wrapper::new(both("ul", "//ul"), Some(RecordSelectors::new(both("li", ".//li"), 2)));
    wrapper.language = SelectorLanguage::Css;
    let mut format = ValueFormat::of_type(ValueType::Money);
    (format.unit, format.decimal_mark) = (Some("EUR".to_owned()), DecimalMark::Comma);
    let mut price = WrapperColumn::new("price".to_owned(), format, both("b", ".//b/text()[2]"));
    (price.node, price.text) = (1, Some(2));
    price.learned.name = "amount \"net\"".to_owned();
    (price.learned.fill, price.learned.least_fill) = (0.75, Some(0.5));
    (price.learned.typed, price.learned.distinct, price.learned.length) = (1.0, 0.25, 6);
    (price.learned.short, price.learned.long) = (4, 9);
    price.learned.holder = Some("p.price > b".to_owned());
    price.learned.examples = vec!["1.299,00 €".to_owned(), "a\\b \"c\" {[,:]}".to_owned()];
    let mut link = WrapperColumn::new("link".to_owned(), ValueFormat::of_type(ValueType::Url), both("a", ".//a/@href"));
    link.attribute = Some("href".to_owned());
    wrapper.columns = vec![price, link];
    wrapper.next = Some(both("a[rel=next]", "//a[@rel='next']"));
    wrapper.learned.pages =
        vec![LearnedPage::new(Some("https://a.example/".to_owned()), 12), LearnedPage::new(None, 3)];
    wrapper.learned.paths = (0..40).map(|n| n * 99_999_989).collect();
    (wrapper.learned.outside, wrapper.learned.record_length) = (800, 70);
    wrapper
}

#[track_caller]
fn check_refused(file: &str, expect: &str, excerpt: Option<&str>) {
    let error = from_json(file.as_bytes()).expect_err(file);
    assert_eq!(error.to_string(), expect);
    assert_eq!(error.excerpt().as_deref(), excerpt);
}

#[test]
fn what_is_written_is_read_again_and_written_the_same() {
    let mut one = full();
    one.record = None;
    one.columns[0].node = 0;
    for wrapper in [full(), one] {
        let written = to_json(&wrapper);
        let read = from_json(written.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(read, wrapper);
        assert_eq!(to_json(&read), written);
        let value: serde_json::Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(value["record"].is_null(), wrapper.record.is_none());
    }
}

#[test]
fn short_objects_stand_on_a_line() {
    let written = to_json(&full());
    assert!(written.starts_with("{\n  \"tamis_wrapper\": 1,\n  \"generator\": {\"name\": \"tamis\", "), "{written}");
    assert!(written.contains("\n  \"region\": {\"css\": \"ul\", \"xpath\": \"//ul\"},\n"), "{written}");
    assert!(written.contains(r#""examples": ["1.299,00 €", "a\\b \"c\" {[,:]}"]"#), "{written}");
    assert!(
        written.contains(r#""typed": 1.0, "distinct": 0.25, "length": 6,"#),
        "what is learned fills lines: {written}"
    );
    assert!(written.lines().all(|line| line.chars().count() <= 120), "{written}");
    let mut wide = full();
    wide.columns[0].learned.examples = (0..30).map(|n| format!("example {n}, quite \"long\" {{[")).collect();
    let written = to_json(&wide);
    assert_eq!(from_json(written.as_bytes()).expect("is one"), wide);
    assert!(written.lines().all(|line| line.chars().count() <= 120), "{written}");
    assert!(written.lines().filter(|line| line.contains("quite")).count() < 15, "{written}");
}

#[test]
fn a_file_by_hand_says_little() {
    let file = r#"{"tamis_wrapper": 1, "region": {"css": "ul"}, "record": {"css": "li"},
        "columns": [{"name": "title", "css": "h3"}, {"name": "url", "type": "url", "css": "a", "attribute": "href"}]}"#;
    let wrapper = from_json(file.as_bytes()).expect("is one");
    assert_eq!((wrapper.language, wrapper.columns.len(), wrapper.next), (SelectorLanguage::XPath, 2, None));
    assert_eq!(wrapper.record.map(|record| record.n_nodes), Some(1));
    assert_eq!(wrapper.columns[0].format, ValueFormat::default());
}

#[test]
fn a_slip_in_a_member_is_told_with_its_place() {
    check_refused(
        "{\n  \"tamis_wrapper\": 1,\n  \"region\": {\"csss\": \"ul\"},\n  \"record\": null, \"columns\": []\n}",
        "line 3, column 14: there is no member `csss`, expected `css` or `xpath`",
        Some("    \"region\": {\"csss\": \"ul\"},\n               ^"),
    );
    check_refused(
        "{\"tamis_wrapper\": 1, \"region\": {\"css\": \"ul\"}, \"columns\": []}",
        "line 1, column 60: there is no member `record`",
        Some("  …egion\": {\"css\": \"ul\"}, \"columns\": []}\n                                       ^"),
    );
    check_refused(
        "{\"tamis_wrapper\": 1,\n\"region\": {\"css\": \"ul\"} \"record\": null}",
        "line 2, column 25: expected `,` or `}`",
        Some("  \"region\": {\"css\": \"ul\"} \"record\": null}\n                          ^"),
    );
    check_refused(
        "{\"tamis_wrapper\": 1,\n\"region\": {\"css\": \"ul\"}, \"record\": null, \"columns\": [{\"name\": \"p\", \"type\": \"mony\"}]}",
        "line 2, column 76: there is no word `mony`, expected one of `text`, `date`, `time`, `money`, `integer`, `decimal`, \
         `percentage`, `image`, `url`",
        Some("  …, \"columns\": [{\"name\": \"p\", \"type\": \"mony\"}]}\n                                       ^"),
    );
}

#[test]
fn a_wrong_selector_is_told_with_its_column_and_place() {
    let file = |selector: &str| {
        format!(
            r#"{{"tamis_wrapper": 1, "region": {{"css": "ul"}}, "record": {{"css": "li"}}, "columns": [{{"name": "price", {selector}}}]}}"#
        )
    };
    check_refused(
        &file(r#""css": "p > .price:frist""#),
        "column `price` has a wrong css selector `p > .price:frist`: unknown pseudo-class `:frist` at position 10",
        Some("  p > .price:frist\n            ^"),
    );
    let error = from_json(file(r#""css": "a::attr(href)""#).as_bytes()).expect_err("CSS has none");
    assert_eq!(error.hint(), Some("write the attribute's name into the member `attribute`, and leave ::attr() out"));
    check_refused(&file(r#""css": " ""#), "column `price` has no selector", None);
    check_refused(
        &file(r#""css": "p", "node": 1"#),
        "column `price` starts from node 1 of the record, which has 1",
        None,
    );
    check_refused(&file(r#""css": "p", "text": 0"#), "column `price` has text 0: the first text is 1", None);
    check_refused(
        &file(r#""css": "p", "text": 1, "attribute": "href""#),
        "column `price` has an attribute and a text: a value is one of them",
        None,
    );
    check_refused(&file(r#""css": "p"}, {"name": "price", "css": "b""#), "two columns are called `price`", None);
    check_refused(&file(r#""css": "p"}, {"name": " ", "css": "b""#), "column ` ` has no name", None);
}

#[test]
fn what_is_no_wrapper_is_told_what_it_is() {
    check_refused("<!doctype html><p>x", "this is a page, not a wrapper", None);
    check_refused(" \n", "this is an empty file, not a wrapper", None);
    check_refused("[1]", "this is something else, not a wrapper", None);
    check_refused("{\"a\": 1}", "this is JSON without the member `tamis_wrapper`, not a wrapper", None);
    check_refused("{\"schema_version\": 1}", "this is what was found on a page, not a wrapper", None);
    check_refused(
        "{\"tamis_wrapper\": 2, \"what\": {\"is\": \"new\"}}",
        "this wrapper is of version 2, and this tamis reads version 1",
        None,
    );
}

#[test]
fn a_file_of_a_stranger_is_within_bounds_or_refused() {
    let file = |record: &str, columns: &str| {
        format!(r#"{{"tamis_wrapper": 1, "region": {{"css": "ul"}}, "record": {record}, "columns": [{columns}]}}"#)
    };
    let many: Vec<String> = (0..5000).map(|n| format!(r#"{{"name": "c{n}", "css": "p"}}"#)).collect();
    check_refused(&file("null", &many.join(",")), "a wrapper has at most 1000 columns, and this has 5000", None);
    for nodes in ["0", "1001", "4000000000"] {
        let expect = format!("the record consists of 1 to 1000 elements, not of {nodes}");
        check_refused(&file(&format!(r#"{{"css": "li", "nodes": {nodes}}}"#), ""), &expect, None);
    }
    for nodes in ["-1", "1e9", "99999999999", "1.5"] {
        let refused = from_json(file(&format!(r#"{{"css": "li", "nodes": {nodes}}}"#), "").as_bytes());
        assert!(
            matches!(&refused, Err(WrapperFileError::Json { message, .. }) if message.contains("whole number")),
            "{refused:?}"
        );
    }
    let deep = file("null", "").replace("\"ul\"", &format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000)));
    assert!(matches!(from_json(deep.as_bytes()), Err(WrapperFileError::Json { .. })));
    let long = file("null", &format!(r#"{{"name": "c", "css": "{}"}}"#, "a ".repeat(50_000)));
    assert_eq!(
        from_json(long.as_bytes()).expect_err("too long").to_string(),
        "column `c` has a selector of more than 8192 bytes"
    );
    let nested = file("null", &format!(r#"{{"name": "c", "css": "{}a{}"}}"#, ":not(".repeat(900), ")".repeat(900)));
    assert!(matches!(from_json(nested.as_bytes()), Err(WrapperFileError::Wrapper(_))));
    let huge = vec![b'{'; MAX_BYTES + 1];
    assert_eq!(from_json(&huge).expect_err("too large"), WrapperFileError::TooLarge);
    let paths = file("null", "").replace("\"columns\"", "\"learned\": {\"paths\": [\"0123456\"]}, \"columns\"");
    check_refused(&paths, "what was learned has paths that are no lines of eight hexadecimal digits each", None);
}
