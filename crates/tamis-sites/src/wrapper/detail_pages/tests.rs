use super::super::{CompiledWrapper, LearnOptions, Sample, SelectorLanguage, Subject, Wrapper, learn};
use tamis_page::Document;

const LAMPS: [(&str, &str, &str, u32); 5] = [
    ("Arc lamp", "$120.00", "Steel", 11),
    ("Desk lamp", "$35.50", "Oak and brass", 12),
    ("Floor lamp", "$80.00", "Steel", 13),
    ("Reading lamp", "$19.90", "Plastic", 14),
    ("Wall lamp", "$42.00", "Glass", 15),
];

/// A page of a shop. Every other one is on sale, and some have no material.
fn page(number: usize) -> Document {
    let (name, price, material, id) = LAMPS[number];
    let sale = if number % 2 == 1 { "<tr><td>Sale ends:</td><td>Sunday</td></tr>" } else { "" };
    let material = if number == 3 { String::new() } else { format!("<tr><td>Material</td><td>{material}</td></tr>") };
    let about = "<p>It gives a warm light to whoever sits below it.</p>".repeat(number + 4);
    let others: String = (0..number + 4)
        .map(|other| {
            format!("<li><img src=/{other}{id}.jpg><a href=/{other}>{name} {other}</a> for <b>{other} €</b></li>")
        })
        .collect();
    Document::parse(format!(
        "<title>{name} - Lamps</title><body><ul class=menu><li><a href=/>Home</a><li><a href=/all>All lamps</a></ul>
        <div id=shop><h1>{name}</h1><img class=photo src=/{id}.jpg><p class=price>{price}</p>
        <table>{sale}<tr><td>Number</td><td>{id}-{id}</td></tr>{material}<tr><td>Weight</td><td>{number}.5 kg</td></tr></table>
        <p>Maker: {name} Works</p><p><b>Sold by</b>: Shop {id}<br><b>Ships</b>: in {id} days</p>
        <div class=about>{about}</div><h2>Others like it</h2><ul>{others}</ul></div><p>All prices with tax</p>"
    ))
}

fn learned(pages: &[Document], subject: Subject) -> Wrapper {
    let sample = |document| Sample { document, url: None, table: None, pagination: None };
    let options = LearnOptions { subject, ..LearnOptions::default() };
    learn(&pages.iter().map(sample).collect::<Vec<_>>(), &options).expect("there is something to learn")
}

fn values(wrapper: &CompiledWrapper<'_>, page: &Document) -> Vec<(String, Option<String>)> {
    let table = wrapper.apply(page).table.expect("the region is there");
    assert_eq!(table.rows.len(), 1);
    let cells = table.rows[0].cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.clone()));
    table.columns.iter().map(|column| column.name.clone()).zip(cells).collect()
}

fn some(name: &str, value: &str) -> (String, Option<String>) {
    (name.to_owned(), Some(value.to_owned()))
}

#[test]
fn what_differs_between_the_pages_is_a_column_with_the_name_of_its_label() {
    let pages: Vec<Document> = (0..4).map(page).collect();
    let wrapper = learned(&pages, Subject::Auto);
    assert!(wrapper.record.is_none());
    let compiled = wrapper.compile().expect("is right");
    let about = "It gives a warm light to whoever sits below it.".repeat(8);
    assert_eq!(
        values(&compiled, &page(4)),
        [
            some("title", "Wall lamp"),
            some("image", "/15.jpg"),
            some("price", "$42.00"),
            ("sale_ends".to_owned(), None),
            some("number", "15-15"),
            some("material", "Glass"),
            some("weight", "4.5 kg"),
            some("maker", "Wall lamp Works"),
            some("sold_by", "Shop 15"),
            some("ships", "in 15 days"),
            some("about", &about),
        ]
    );
    let (without_material, on_sale) = (&values(&compiled, &pages[3])[5], &values(&compiled, &pages[3])[3]);
    assert_eq!((without_material.1.as_deref(), on_sale.1.as_deref()), (None, Some("Sunday")));
}

#[test]
fn selectors_name_what_they_select_and_go_by_labels_before_they_count() {
    let pages: Vec<Document> = (0..4).map(page).collect();
    let wrapper = learned(&pages, Subject::One);
    assert_eq!(wrapper.region.xpath.as_deref(), Some("//div[@id='shop']"));
    let xpaths: Vec<&str> = wrapper.columns.iter().filter_map(|column| column.selectors.xpath.as_deref()).collect();
    assert_eq!(
        xpaths,
        [
            ".//h1",
            ".//img[contains(concat(' ', normalize-space(@class), ' '), ' photo ')]/@src",
            ".//p[contains(concat(' ', normalize-space(@class), ' '), ' price ')]",
            ".//td[normalize-space()='Sale ends:']/following-sibling::td[1]",
            ".//td[normalize-space()='Number']/following-sibling::td[1]",
            ".//td[normalize-space()='Material']/following-sibling::td[1]",
            ".//td[normalize-space()='Weight']/following-sibling::td[1]",
            "normalize-space(substring-after(.//p[starts-with(normalize-space(), 'Maker:')], 'Maker:'))",
            "normalize-space(substring-after(.//b[normalize-space()='Sold by']/following-sibling::text()[normalize-space()][1], ':'))",
            "normalize-space(substring-after(.//b[normalize-space()='Ships']/following-sibling::text()[normalize-space()][1], ':'))",
            ".//div[contains(concat(' ', normalize-space(@class), ' '), ' about ')]",
        ]
    );
}

#[test]
fn a_class_is_asked_for_as_one_of_several() {
    let page = |number: usize, class: &str| {
        Document::parse(format!("<h1>Lamp {number}</h1><p class='{class}'>${number}.00</p><p>Free returns</p>"))
    };
    let wrapper = learned(&[page(1, "price"), page(2, "price")], Subject::One);
    let found = values(&wrapper.compile().expect("is right"), &page(3, "price sale"));
    assert_eq!(found, [some("title", "Lamp 3"), some("price", "$3.00")]);
}

#[test]
fn both_languages_select_the_same() {
    let pages: Vec<Document> = (0..4).map(page).collect();
    let wrapper = learned(&pages, Subject::One);
    let mut in_css = wrapper.clone();
    in_css.language = SelectorLanguage::Css;
    for page in &pages {
        let (xpath, css) = (wrapper.compile().expect("is right"), in_css.compile().expect("is right"));
        let [xpath, css] = [xpath, css].map(|compiled| values(&compiled, page));
        for ((column, xpath), css) in wrapper.columns.iter().zip(xpath).zip(css) {
            assert_eq!(xpath, css, "{:?}", column.selectors);
        }
    }
}

#[test]
fn rows_in_another_part_of_the_page_are_found_by_their_labels() {
    let page = |number: u32| {
        let row = format!(
            "<table><tr><td>Pages</td><td>{number}0</td></tr><tr><td>Year</td><td>200{number}</td></tr></table>"
        );
        let (left, right) = if number.is_multiple_of(2) { (row.as_str(), "") } else { ("", row.as_str()) };
        Document::parse(format!("<h1>Book {number}</h1><div>{left}</div><form>{right}</form><p>All books</p>"))
    };
    let pages: Vec<Document> = (1..5).map(page).collect();
    let wrapper = learned(&pages, Subject::One);
    let compiled = wrapper.compile().expect("is right");
    for (number, page) in [(7, page(7)), (8, page(8))] {
        let expected = [
            some("title", &format!("Book {number}")),
            some("pages", &format!("{number}0")),
            some("year", &format!("200{number}")),
        ];
        assert_eq!(values(&compiled, &page), expected);
    }
}

#[test]
fn of_one_page_what_is_labelled_or_marked_up_is_learned() {
    let page = Document::parse(
        "<ul><li><a href=/>Home</a><li><a href=/books>Books</a></ul><h1>The Lamp</h1><p>by Ada</p>
        <span itemprop=price>12.00</span><dl><dt>Pages<dd>320<dt>Year<dd>2009</dl><p>ISBN: 4711</p><p>Some words.</p>",
    );
    let wrapper = learned(std::slice::from_ref(&page), Subject::One);
    let expected = [
        some("title", "The Lamp"),
        some("price", "12.00"),
        some("pages", "320"),
        some("year", "2009"),
        some("isbn", "4711"),
    ];
    assert_eq!(values(&wrapper.compile().expect("is right"), &page), expected);
}

#[test]
fn pages_that_say_nothing_of_their_own_give_no_wrapper() {
    let pages = ["<p>The same</p>", "<p>The same</p>", ""].map(Document::parse);
    let sample = |document| Sample { document, url: None, table: None, pagination: None };
    let samples: Vec<Sample<'_>> = pages.iter().map(sample).collect();
    assert!(learn(&samples, &LearnOptions::default()).is_err());
    assert!(learn(&[], &LearnOptions::default()).is_err());
}

#[test]
fn deep_and_wide_pages_take_their_time_and_no_more() {
    let deep = |number: u32| Document::parse(format!("{}<p>{number}</p>", "<div>".repeat(20_000)));
    let wide = |number: u32| {
        let rows: String = (0..20_000).map(|row| format!("<b>Row {row}:</b> {number}{row}<br>")).collect();
        Document::parse(rows)
    };
    for pages in [[deep(1), deep(2)], [wide(1), wide(2)]] {
        assert!(!learned(&pages, Subject::One).columns.is_empty());
    }
}
