use super::*;
use tamis_extract::PageView;
use tamis_extract::records::auto;
use tamis_page::Document;
use tamis_sites::wrapper::{CheckOptions, CheckedPage, LearnOptions, Sample, check, learn, repair};

fn lamps(price: &str) -> Document {
    let lamp = |n: usize| {
        format!(
            "<li class=lamp><h3><a href=/{n}>Lamp number {n}</a></h3><p class={price}>{n}.50 €</p><p>In stock {n}</p>"
        )
    };
    Document::parse(format!("<ul class=lamps>{}</ul>", (1..9).map(lamp).collect::<String>()))
}

fn reports(price: &str) -> (String, serde_json::Value) {
    let (page, changed) = (lamps("price"), lamps(price));
    let tables = |page: &Document| auto::find(&PageView::of(page), &auto::AutoOptions::default());
    let (before, after) = (tables(&page), tables(&changed));
    let sample = |document, table| Sample { document, url: None, table, pagination: None };
    let wrapper = learn(&[sample(&page, before.first())], &LearnOptions::default()).expect("is learned");
    let pages = [CheckedPage { document: &changed, url: Some("https://lamps.example/"), name: Some("lamps.html") }];
    let report = check(&wrapper.compile().expect("is right"), &pages, &CheckOptions::default());
    let repaired = repair(&wrapper, &[sample(&changed, after.first())], &LearnOptions::default()).ok();
    let repaired = repaired.as_ref().filter(|_| report.has_drift());
    let json = wrapper_check_json(&wrapper, &report, repaired);
    (wrapper_check_text(&wrapper, &report, repaired), serde_json::from_str(&json).expect("is JSON"))
}

#[test]
fn a_page_that_did_not_change_takes_a_line() {
    let (text, json) = reports("price");
    assert_eq!(text, "no drift: 8 records on 1 page\n");
    assert_eq!(json["drift"], false);
    assert_eq!(json["drifts"], serde_json::json!([]));
    assert_eq!(json["repair"], serde_json::Value::Null);
    assert_eq!(json["pages"][0]["rows"], 8);
    assert_eq!(
        (&json["pages"][0]["source"], &json["pages"][0]["url"]),
        (&"lamps.html".into(), &"https://lamps.example/".into())
    );
}

#[test]
fn a_lost_column_is_named_with_what_would_find_it_again() {
    let (text, json) = reports("cost");
    assert!(text.starts_with("1 drift: 8 records on 1 page\n"), "{text}");
    assert!(text.contains("  drift: `price` is empty on the page; 100 % of the records had it\n"), "{text}");
    assert!(text.contains("`price`: .price → .cost\n"), "{text}");
    assert_eq!(json["drift"], true);
    assert_eq!(json["drifts"][0]["kind"], "column_empty");
    assert_eq!((&json["drifts"][0]["pages"], &json["drifts"][0]["sources"][0]), (&1.into(), &"lamps.html".into()));
    assert_eq!((&json["drifts"][0]["then"], &json["drifts"][0]["now"]), (&1.0.into(), &0.0.into()));
    let price = json["repair"]["columns"].as_array().expect("is a list");
    let price = price.iter().find(|found| found["column"] == "price").expect("is there");
    assert_eq!((&price["status"], &price["now"]["css"]), (&"replaced".into(), &".cost".into()));
    assert_eq!(json["repair"]["parts"], serde_json::json!([]));
}
