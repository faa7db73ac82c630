mod next;

use super::*;
use crate::wrapper::{RecordSelectors, WrapperColumn};
use tamis_extract::PageView;
use tamis_extract::pagination;
use tamis_extract::records::auto::{self, AutoOptions};
use tamis_extract::records::{Cell, Column, Row};
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::{NodeId, Selectors, XPath};

/// What is learned from pages, with the tables that the default method finds on them.
fn learned(pages: &[&str]) -> Wrapper {
    let documents: Vec<Document> = pages.iter().map(|page| Document::parse(*page)).collect();
    let tables: Vec<Vec<Table>> =
        documents.iter().map(|page| auto::find(&PageView::of(page), &AutoOptions::default())).collect();
    let turns: Vec<Pagination> = documents.iter().map(|page| pagination::find(&PageView::of(page), None)).collect();
    let samples: Vec<Sample<'_>> = (0..pages.len())
        .map(|page| Sample {
            document: &documents[page],
            url: None,
            table: tables[page].first(),
            pagination: Some(&turns[page]),
        })
        .collect();
    learn(&samples, &LearnOptions::default()).expect("there are records")
}

/// What is learned of the one column of such a table.
fn learned_from(page: &str, record: &str, value: &str, attribute: Option<&'static str>) -> Option<WrapperColumn> {
    let document = Document::parse(page);
    let table = table_of(&document, record, value, attribute);
    let sample = Sample { document: &document, url: None, table: Some(&table), pagination: None };
    learn(&[sample], &LearnOptions::default()).ok()?.columns.pop()
}

/// A table that is given by expressions: of its records, and of the value of its one column in each.
fn table_of(document: &Document, record: &str, value: &str, attribute: Option<&'static str>) -> Table {
    let select = |xpath: &str, scope: NodeId| XPath::parse(xpath).expect("an expression").evaluate(document, scope);
    let records = select(record, document.root()).into_nodes();
    let format = ValueFormat::of_type(ValueType::Text);
    let region = document.parent(records[0]).expect("records are in something");
    let mut table = Table::new(region, vec![Column::new("value".to_owned(), format, attribute.map(Into::into))]);
    for record in records {
        let nodes = select(value, record).into_nodes();
        let cell = (!nodes.is_empty()).then(|| Cell::read(document, nodes, attribute));
        let text = Cell::read(document, vec![record], None).text;
        table.rows.push(Row::new(vec![record], text, vec![cell]));
    }
    table.read_values(document);
    table
}

trait IntoNodes {
    fn into_nodes(self) -> Vec<NodeId>;
}

impl IntoNodes for tamis_page::XPathValue {
    fn into_nodes(self) -> Vec<NodeId> {
        match self {
            tamis_page::XPathValue::Nodes(nodes) => nodes.into_iter().map(tamis_page::XPathNode::node).collect(),
            _ => Vec::new(),
        }
    }
}

fn xpath_of(column: Option<WrapperColumn>) -> Option<String> {
    column?.selectors.xpath
}

fn shop(lamps: &[(&str, &str)]) -> String {
    let lamps: String = lamps
        .iter()
        .map(|(name, price)| {
            format!("<li class=lamp><h3><a href='/{name}'>{name} lamp</a></h3><p class=price>{price}</p>")
        })
        .collect();
    format!("<h1>Lamps</h1><ul class=lamps>{lamps}</ul><p>All prices in euros.</p>")
}

#[test]
fn on_the_learned_page_the_rows_are_those_of_the_table() {
    let html = shop(&[("Desk", "5 €"), ("Floor", "16 €"), ("Wall", "7,50 €"), ("Night", "9 €")]);
    let document = Document::parse(&html);
    let tables = auto::find(&PageView::of(&document), &AutoOptions::default());
    let wrapper = learned(&[&html]);
    let applied = wrapper.compile().expect("is right").apply(&document).table.expect("has a region");
    let cells = |table: &Table| -> Vec<Vec<Option<String>>> {
        let texts = |row: &Row| row.cells.iter().map(|cell| cell.as_ref().map(|cell| cell.text.clone())).collect();
        table.rows.iter().map(texts).collect()
    };
    assert_eq!(cells(&applied), cells(&tables[0]));
    assert_eq!(applied.rows[0].nodes, tables[0].rows[0].nodes);
    let names = |table: &Table| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&applied), names(&tables[0]));
    assert_eq!(applied.columns[2].format, tables[0].columns[2].format);
}

#[test]
fn what_differs_between_pages_is_not_written_into_selectors() {
    let page = |number: usize| {
        let items: String = (0..5)
            .map(|item| format!("<div class='hit q{number}'><a class=name href=/{number}{item}>Hit {number}{item}</a><i>{item} km</i></div>"))
            .collect();
        format!("<div id=list{number} class='results s{number}'>{items}</div>")
    };
    let wrapper = learned(&[&page(71), &page(82)]);
    assert_eq!(wrapper.region.css.as_deref(), Some(".results"));
    let record = wrapper.record.as_ref().expect("is a list");
    assert_eq!(record.first.css.as_deref(), Some(".hit"));
    let other = Document::parse(page(93));
    let table = wrapper.compile().expect("is right").apply(&other).table.expect("has a region");
    assert_eq!(table.rows.len(), 5);
    assert!(table.rows.iter().all(|row| row.cells.iter().all(Option::is_some)));
}

#[test]
fn columns_of_the_pages_become_one_set() {
    let one = shop(&[("Desk", "5 €"), ("Floor", "16 €"), ("Wall", "7,50 €")]);
    let with_note = one.replace("</h3>", "</h3><em class=note>sold out</em>").replacen("sold out", "new today", 1);
    let wrapper = learned(&[&one, &with_note]);
    let xpaths: Vec<&str> = wrapper.columns.iter().filter_map(|column| column.selectors.css.as_deref()).collect();
    assert_eq!(xpaths, ["h3", "a", ".price", ".note"]);
    let names: Vec<&str> = wrapper.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names[..3], ["title", "title_url", "price"]);
}

#[test]
fn a_page_whose_table_is_of_another_list_is_outvoted() {
    let menu = "<ul id=menu><li><a href=/a>Desks</a><li><a href=/b>Beds</a><li><a href=/c>Rugs</a></ul>";
    let page =
        |name: &str| format!("{menu}{}", shop(&[(name, "5 €"), ("Floor", "16 €"), ("Wall", "7 €"), ("Night", "8 €")]));
    let documents = ["Desk", "Bed", "Table"].map(|name| Document::parse(page(name)));
    let tables: Vec<Table> = ["//ul[@id='menu']/li", "//li[@class='lamp']", "//li[@class='lamp']"]
        .iter()
        .zip(&documents)
        .map(|(records, document)| table_of(document, records, ".//a", None))
        .collect();
    let sample =
        |page: usize| Sample { document: &documents[page], url: None, table: Some(&tables[page]), pagination: None };
    let css = |samples: &[Sample<'_>]| learn(samples, &LearnOptions::default()).expect("there are records").region.css;
    assert_eq!(css(&[sample(0)]).as_deref(), Some("#menu"));
    assert_eq!(css(&[sample(0), sample(1), sample(2)]).as_deref(), Some(".lamps"));
}

#[test]
fn a_class_is_asked_for_as_one_of_several() {
    let wrapper = learned(&[&shop(&[("Desk", "5 €"), ("Floor", "16 €"), ("Wall", "7 €")])]);
    let other =
        shop(&[("Desk", "5 €"), ("Floor", "16 €"), ("Wall", "7 €")]).replace("class=price", "class='price low'");
    let table = wrapper.compile().expect("is right").apply(&Document::parse(other)).table.expect("has a region");
    assert_eq!(table.value(1, 2).as_deref(), Some("16"));
}

#[test]
fn one_odd_row_does_not_spoil_the_selector() {
    let row = |price: &str| format!("<li><b class=name>Lamp</b> <i class=price>{price}</i>");
    let rows: String = ["5 €", "6 €", "7 €", "8 €", "9 €", "10 €"].map(row).concat();
    let odd = "<li><b class=name>Lamp</b> <u>from 3 €</u>";
    let page = format!("<ul class=lamps>{rows}{odd}</ul>");
    let column = learned_from(&page, "//li", "./i | ./u", None);
    let written = ".//i[contains(concat(' ', normalize-space(@class), ' '), ' price ')]";
    assert_eq!(xpath_of(column).as_deref(), Some(written));
}

#[test]
fn the_first_of_several_needs_no_position() {
    let row = |name: &str| {
        format!("<li><div><a href=/{name}>{name}</a></div><div><a href=/x>Buy</a> <a href=/y>Keep</a></div>")
    };
    let page = format!("<ul>{}</ul>", ["Desk", "Floor", "Wall"].map(row).concat());
    let column = learned_from(&page, "//li", ".//a[1][not(../a[2])]", Some("href")).expect("is found");
    assert_eq!(column.selectors.xpath.as_deref(), Some(".//a/@href"));
    assert_eq!((column.attribute.as_deref(), column.selectors.css.as_deref()), (Some("href"), Some("a")));
}

#[test]
fn a_sentence_of_texts_and_inline_elements_is_the_element_around_it() {
    let row = |word: &str| {
        format!("<li><h3>{word}</h3><p class=snippet>The <b>{word}</b> lamp turns power <em>into</em> light …</p>")
    };
    let page = format!("<ul>{}</ul>", ["desk", "floor", "wall"].map(row).concat());
    let column = learned_from(&page, "//li", "./p/node()", None).expect("is found");
    assert_eq!(column.selectors.css.as_deref(), Some(".snippet"));
    assert_eq!(column.text, None);
}

#[test]
fn a_text_beside_elements_is_a_text_of_its_element() {
    let row = |word: &str| format!("<li><h3>{word}</h3><p>Made in <b>Norway</b> by {word}</p>");
    let page = format!("<ul>{}</ul>", ["Ann", "Bo", "Cid"].map(row).concat());
    let column = learned_from(&page, "//li", "./p/text()[2]", None).expect("is found");
    assert_eq!(column.selectors.xpath.as_deref(), Some(".//p/text()[2]"));
    assert_eq!((column.text, column.selectors.css.as_deref()), (Some(2), Some("p")));
}

#[test]
fn images_that_load_late_are_read_from_the_attribute_that_holds_them() {
    let row = |name: &str| format!("<li><img src=blank.gif data-src=/{name}.jpg><h3>{name}</h3>");
    let page = format!("<ul>{}</ul>", ["desk", "floor", "wall"].map(row).concat());
    let column = learned_from(&page, "//li", ".//img", Some("src")).expect("is found");
    assert_eq!(column.selectors.xpath.as_deref(), Some(".//img/@data-src"));
    assert_eq!(column.attribute.as_deref(), Some("data-src"));
}

#[test]
fn noise_is_left_out() {
    // Something at another place in every row.
    let row = |place: usize| {
        let cells: String =
            (0..6).map(|cell| format!("<span>{}</span>", if cell == place { "x1" } else { "-" })).collect();
        format!("<li><b>Lamp</b>{cells}")
    };
    let page = format!("<ul>{}</ul>", [0, 3, 1, 5, 2, 4].map(row).concat());
    assert_eq!(xpath_of(learned_from(&page, "//li", "./span[.='x1']", None)), None);
    // And without a column there is no wrapper.
    let document = Document::parse(&page);
    let table = table_of(&document, "//li", "./span[.='x1']", None);
    let sample = Sample { document: &document, url: None, table: Some(&table), pagination: None };
    assert_eq!(learn(&[sample], &LearnOptions::default()).err(), Some(LearnError::NoColumns));
}

#[test]
fn steps_through_a_table_body_are_left_out() {
    // Other parsers add no `tbody` that the page does not write.
    let row = |price: &str| format!("<li><table><tr><td>Price<td>{price}</table>");
    let page = format!("<ul>{}</ul>", ["5 €", "6 €", "7 €"].map(row).concat());
    let xpath = xpath_of(learned_from(&page, "//li", ".//td[2]", None)).expect("is found");
    assert!(!xpath.contains("tbody"), "{xpath}");
}

#[test]
fn records_of_several_elements_start_from_the_first() {
    let row = |name: &str| {
        format!("<dt><a href=/{name}>{name}</a><dd class=price>{} €<dd class=note>A {name} lamp", name.len())
    };
    let page = format!("<dl class=lamps>{}</dl>", ["desk", "floor", "bedside", "wall"].map(row).concat());
    let document = Document::parse(&page);
    let select = |xpath: &str| XPath::parse(xpath).expect("an expression").select(&document, document.root());
    let (firsts, prices) = (select("//dt"), select("//dd[@class='price']"));
    let notes = select("//dd[@class='note']");
    let format = ValueFormat::of_type(ValueType::Text);
    let mut table = Table::new(select("//dl")[0], vec![Column::new("price".to_owned(), format, None)]);
    table.nodes_per_record = 3;
    for row in 0..firsts.len() {
        let cell = Some(Cell::read(&document, vec![prices[row]], None));
        table.rows.push(Row::new(vec![firsts[row], prices[row], notes[row]], String::new(), vec![cell]));
    }
    let sample = Sample { document: &document, url: None, table: Some(&table), pagination: None };
    let wrapper = learn(&[sample], &LearnOptions::default()).expect("there are records");
    assert_eq!(wrapper.record.as_ref().map(|record| record.n_nodes), Some(3));
    assert_eq!((wrapper.columns[0].node, wrapper.columns[0].selectors.xpath.as_deref()), (1, Some(".")));
    let applied = wrapper.compile().expect("is right").apply(&document).table.expect("has a region");
    assert_eq!(applied.value(2, 0).as_deref(), Some("7 €"));
}

#[test]
fn a_page_without_records_teaches_nothing() {
    let document = Document::parse("<p>Nothing here.</p>");
    let sample = Sample { document: &document, url: None, table: None, pagination: None };
    let options = LearnOptions { subject: Subject::Many, ..LearnOptions::default() };
    assert_eq!(learn(&[sample], &options).err(), Some(LearnError::NoRecords));
}

#[test]
fn what_only_long_records_have_is_out_of_reach() {
    // Nine records in ten have two elements.
    let record = |number: usize| {
        let price = if number.is_multiple_of(12) { format!("<p class=x>${number}.00</p>") } else { String::new() };
        format!("<h3>Lamp {number}</h3><p>It is lamp {number}</p>{price}")
    };
    let html = format!("<div>{}</div>", (0..36).map(record).collect::<String>());
    let document = Document::parse(&html);
    let select = |xpath: &str| XPath::parse(xpath).expect("an expression").select(&document, document.root());
    let format = || ValueFormat::of_type(ValueType::Text);
    let columns = ["title", "price"].map(|name| Column::new(name.to_owned(), format(), None));
    let mut table = Table::new(select("//div")[0], columns.into());
    let after = |node: NodeId, n: usize| {
        std::iter::successors(Some(node), |&node| document.next_sibling(node))
            .nth(n)
            .filter(|&it| document.tag_name(it) == "p")
    };
    for title in select("//h3") {
        let price = after(title, 2);
        let nodes: Vec<NodeId> = [Some(title), after(title, 1), price].into_iter().flatten().collect();
        let cell = |node: NodeId| Cell::read(&document, vec![node], None);
        table.rows.push(Row::new(nodes, String::new(), vec![Some(cell(title)), price.map(cell)]));
    }
    table.read_values(&document);
    let sample = Sample { document: &document, url: None, table: Some(&table), pagination: None };
    let wrapper = learn(&[sample], &LearnOptions::default()).expect("there are records");
    assert_eq!(wrapper.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["title"]);
    let applied = wrapper.compile().expect("is right").apply(&document).table.expect("has a region");
    assert_eq!(applied.rows.len(), 36);
}

#[test]
fn what_cannot_be_run_is_left_out() {
    let selectors = |xpath: &str| Selectors { css: None, xpath: Some(xpath.to_owned()) };
    let mut wrapper = Wrapper::new(selectors("//ul"), Some(RecordSelectors::new(selectors("./li"), 1)));
    wrapper.next = Some(selectors("//a["));
    let format = ValueFormat::of_type(ValueType::Text);
    for (name, xpath) in [("title", ".//h3"), ("wrong", ".///h3"), ("title", ".//b")] {
        wrapper.columns.push(WrapperColumn::new(name.to_owned(), format.clone(), selectors(xpath)));
    }
    let runnable = runnable(wrapper.clone()).expect("has a column");
    assert!(runnable.compile().is_ok() && runnable.next.is_none());
    assert_eq!(runnable.columns, wrapper.columns[..1]);
    wrapper.region = selectors("//ul[");
    assert_eq!(super::runnable(wrapper), Err(LearnError::NoRecords));
}

#[test]
fn records_are_not_counted_out() {
    // A method errs on each third record: positions would be exact about that.
    let record = |number: usize| {
        let price = if number.is_multiple_of(3) { format!("<p class=x>${number}.00</p>") } else { String::new() };
        format!("<h3>Lamp {number}</h3><p>It is lamp {number}</p>{price}")
    };
    let html = format!("<div class=lamps>{}</div>", (0..30).map(record).collect::<String>());
    let document = Document::parse(&html);
    let table = table_of(&document, "//h3[not(preceding-sibling::*[1][@class='x'])] | //p[@class='x']", ".", None);
    let sample = Sample { document: &document, url: None, table: Some(&table), pagination: None };
    let wrapper = learn(&[sample], &LearnOptions::default()).expect("there are records");
    let xpath = wrapper.record.and_then(|record| record.first.xpath).expect("is a list");
    assert!(robustness::n_places(&xpath) == 0, "{xpath}");
}
