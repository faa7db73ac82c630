use super::*;
use crate::export::Format;
use crate::page::Page;
use crate::wrapper::ReadyWrapper;
use crate::{Recipe, Task, ask};

/// A list of lamps, asked for its records.
fn lamps(from: usize, to: usize) -> Findings {
    let lamp = |n: usize| {
        format!(
            "<li class=lamp data-id={n}><h3><a href=/{n}>Lamp number {n}</a></h3><p class=price>{n},50 €</p>\
             <p class=stock data-left=0{n}>In stock, {n} left</p>"
        )
    };
    let html = format!("<ul class=lamps>{}</ul>", (from..to).map(lamp).collect::<String>());
    ask(&Page::parse(html), &[Recipe::default_for(Task::Records)]).expect("it needs no layout")
}

/// The CSV that a wrapper learned with these changes gives of another page.
fn edited(edits: &[&str]) -> Result<String, ColumnEditError> {
    let pages = [lamps(1, 6), lamps(11, 20)];
    let mut wrapper = learn(&pages, &LearnOptions::default()).expect("is learned");
    // What it is called is not what is tested.
    wrapper.columns.truncate(3);
    for (column, name) in wrapper.columns.iter_mut().zip(["title", "url", "amount"]) {
        column.name = name.to_owned();
    }
    let edits: Vec<ColumnEdit> = edits.iter().map(|text| text.parse().expect("is an edit")).collect();
    edit(&mut wrapper, &edits, &pages)?;
    let ready = ReadyWrapper::new(wrapper)?;
    Ok(ready.apply(lamps(3, 4).page()).to_text(Format::Csv).expect("CSV is text"))
}

#[track_caller]
fn check(edits: &[&str], expect: &str) {
    assert_eq!(edited(edits).unwrap_or_else(|error| panic!("{error}")), expect, "{edits:?}");
}

#[track_caller]
fn check_refused(edits: &[&str], expect: &str) {
    assert_eq!(edited(edits).expect_err("it is refused").to_string(), expect);
}

#[test]
fn columns_are_renamed_pinned_typed_and_left_out() {
    check(&[], "title,url,amount,amount_currency\nLamp number 3,/3,3.50,EUR\n");
    check(&["price=amount", "-url"], "title,price,price_currency\nLamp number 3,3.50,EUR\n");
    check(&["amount:text"], "title,url,amount\nLamp number 3,/3,\"3,50 €\"\n");
    check(&["price:text=amount", "name=title"], "name,url,price\nLamp number 3,/3,\"3,50 €\"\n");
    check(&["-url", "-amount", "id=@data-id"], "title,id\nLamp number 3,3\n");
    check(&["-url", "-amount", "left=.stock@data-left"], "title,left\nLamp number 3,03\n");
    check(&["-url", "-amount", "title=.//p[@class='stock']/text()"], "title\n\"In stock, 3 left\"\n");
    check(&["-amount", "link=.//a/@href", "-url"], "title,link\nLamp number 3,/3\n");
    check(&["url=title", "title=url", "-amount"], "url,title\nLamp number 3,/3\n");
    check(
        &["-url", "amount=title", "title=.price", "what=amount", "amount:text"],
        "amount,what,what_currency,title,title_currency\nLamp number 3,3.50,EUR,3.50,EUR\n",
    );
    check(&["-url", "amount=.price"], "title,amount,amount_currency\nLamp number 3,3.50,EUR\n");
}

#[test]
fn the_type_of_a_pinned_column_is_that_of_its_values() {
    let pages = [lamps(1, 6)];
    let mut wrapper = learn(&pages, &LearnOptions::default()).expect("is learned");
    let edits = ["cost=.price", "link=a@href", "id=@data-id"].map(|text| text.parse().expect("is an edit"));
    edit(&mut wrapper, &edits, &pages).expect("they can be made");
    let pinned = &wrapper.columns[wrapper.columns.len() - 3..];
    let types: Vec<_> = pinned.iter().map(|column| column.format.value_type).collect();
    assert_eq!(types, [ValueType::Money, ValueType::Url, ValueType::Integer]);
    assert_eq!(pinned[0].format.unit.as_deref(), Some("EUR"));
    assert_eq!((pinned[0].learned.name.as_str(), pinned[0].learned.fill), ("cost", 1.0));
    assert_eq!(pinned[0].learned.examples.first().map(String::as_str), Some("1,50 €"));
}

#[test]
fn what_was_learned_of_a_renamed_column_stays() {
    let pages = [lamps(1, 6)];
    let mut wrapper = learn(&pages, &LearnOptions::default()).expect("is learned");
    let (old, learned) = (wrapper.columns[0].name.clone(), wrapper.columns[0].learned.clone());
    edit(&mut wrapper, &[format!("what={old}").parse().expect("is an edit")], &pages).expect("can be made");
    assert_eq!((wrapper.columns[0].name.as_str(), &wrapper.columns[0].learned), ("what", &learned));
}

#[test]
fn changes_that_cannot_be_made_leave_the_wrapper_alone() {
    check_refused(&["-note"], "there is no column `note`");
    check_refused(&["note:text"], "there is no column `note`");
    check_refused(&["url=title"], "there is a column `url` already");
    check_refused(&["price=amuont"], "column `price`: `amuont` selects nothing in any record");
    check_refused(
        &["price=.price >"],
        "column `price` has a wrong css selector `.price >`: expected a selector, found the end of the selector at position 8",
    );
    check_refused(&["price=title", "price=url"], "there is a column `price` already");
    check_refused(&["-title", "-url", "-amount"], "no column is left");
    match edited(&["amount=.cost"]) {
        Err(ColumnEditError::Nothing { columns, .. }) => assert_eq!(columns, ["title", "url", "amount"]),
        other => panic!("{other:?}"),
    }
    let pages = [lamps(1, 6)];
    let mut wrapper = learn(&pages, &LearnOptions::default()).expect("is learned");
    let before = wrapper.clone();
    let first = wrapper.columns[0].name.clone();
    let edits = [format!("-{first}").parse().expect("is an edit"), "-note".parse().expect("is an edit")];
    edit(&mut wrapper, &edits, &pages).expect_err("there is no note");
    assert_eq!(wrapper, before);
}

#[test]
fn a_page_of_another_template_is_odd() {
    let article = "<article><h1>Light</h1><p>A lamp turns <em>power</em> into <a href=/light>light</a>.<footer><p>Us";
    let article = Findings::of(Page::parse(article));
    let odd = odd_pages(&[lamps(1, 6), article.clone(), lamps(7, 9)]);
    assert_eq!(odd.iter().map(|&(place, typical, _)| (place, typical)).collect::<Vec<_>>(), [(1, 0)]);
    assert!(odd[0].2 < 0.3, "{odd:?}");
    assert_eq!(odd_pages(&[lamps(1, 3), lamps(7, 50)]), []);
    assert_eq!(odd_pages(&[]), []);
}

#[test]
fn a_summary_names_every_column_with_its_selector_and_an_example() {
    let wrapper = learn(&[lamps(1, 6)], &LearnOptions::default()).expect("is learned");
    let summary = crate::wrapper::summary(&wrapper, 100);
    for column in &wrapper.columns {
        let line = summary.lines().find(|line| line.starts_with(&format!("{} ", column.name))).expect("has a line");
        assert!(line.contains(&column.learned.examples[0]) && line.contains("100 %"), "{line}");
    }
    assert!(summary.contains("learned  from 1 page: 5 records\n"), "{summary}");
    let xpath = wrapper.region.xpath.as_deref().expect("has both");
    assert!(summary.starts_with("region   .lamps\n") && xpath.len() > ".lamps".len(), "the shorter one: {summary}");
    assert!(summary.contains(" .price ") && summary.contains(" a @href "), "{summary}");
    let narrow = crate::wrapper::summary(&wrapper, 40);
    assert!(narrow.lines().all(|line| line.chars().count() <= 40), "{narrow}");
}
