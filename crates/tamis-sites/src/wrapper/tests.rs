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
