use crate::{Mode, Template};
use tamis_extract::PageView;
use tamis_extract::records::{Table, TableRole, auto, selectors};
use tamis_page::{Document, SelectorWriter, XPath};

fn item(name: &str, price: &str) -> String {
    let price = if price.is_empty() { String::new() } else { format!("<span class=price>{price}</span>") };
    format!("<li class=hit><h3><a href=/{name}>{name}</a></h3>{price}<p>All about {name}, in a few words.</p></li>")
}

fn page(items: &[(&str, &str)]) -> String {
    let items: String = items.iter().map(|(name, price)| item(name, price)).collect();
    format!(
        "<header><a href=/>Shop</a></header><main><h1>Lamps</h1><ul class=hits>{items}</ul></main><footer>Imprint</footer>"
    )
}

const FIRST: &[(&str, &str)] = &[("Anna", "5 €"), ("Bert", ""), ("Cora", "7 €"), ("Dora", "8 €"), ("Emil", "9 €")];

/// A template whose tables are mapped.
fn learn(html: &str) -> Template {
    learn_wrapped(html).without_wrappers()
}

fn learn_wrapped(html: &str) -> Template {
    let document = Document::parse(html);
    let view = PageView::of(&document);
    let tables = auto::find(&view, &auto::AutoOptions::default());
    assert!(!tables.is_empty(), "the page has a table");
    Template::learn(&view, &tables.clone().into(), None)
}

/// The main table of another page, as lines of its cells.
fn map(template: &Template, html: &str, mode: Mode) -> (Vec<String>, Table, f64) {
    let document = Document::parse(html);
    let mapped = template.map(&PageView::of(&document), mode);
    let table = mapped.answers.tables.expect("tables were learned").swap_remove(0);
    let cell =
        |cell: &Option<tamis_extract::records::Cell>| cell.as_ref().map_or("-".to_owned(), |cell| cell.text.clone());
    let lines = table.rows.iter().map(|row| row.cells.iter().map(cell).collect::<Vec<_>>().join(" | "));
    (lines.collect(), table, mapped.fit.missing())
}

fn line(name: &str, price: &str) -> String {
    format!("{name} | /{name} | {price} | All about {name}, in a few words.")
}

#[test]
fn more_records_and_fewer_are_found() {
    let template = learn(&page(FIRST));
    let many: Vec<(String, String)> = (1..40).map(|number| (format!("Lamp{number}"), format!("{number} €"))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, price)| (name.as_str(), price.as_str())).collect();
    let (lines, table, missing) = map(&template, &page(&many), Mode::Robust);
    assert_eq!(lines, many.iter().map(|(name, price)| line(name, price)).collect::<Vec<_>>());
    assert_eq!((table.role, table.columns[2].fill, missing), (TableRole::Main, 1.0, 0.0));
    assert_eq!(
        table.columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>()[..2],
        ["title", "title_url"]
    );
    let (lines, _, missing) = map(&template, &page(&many[..1]), Mode::Robust);
    assert_eq!((lines, missing), (vec![line("Lamp1", "1 €")], 0.0));
}

#[test]
fn a_missing_cell_leaves_the_others_in_their_columns() {
    let template = learn(&page(FIRST));
    let (lines, table, _) = map(&template, &page(&[("X", ""), ("Y", "1 €"), ("Z", "")]), Mode::Robust);
    assert_eq!(lines, [line("X", "-"), line("Y", "1 €"), line("Z", "-")]);
    assert!((table.columns[2].fill - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn cells_that_look_alike_are_told_apart_by_their_values() {
    let item = |name: &str, day: &str, price: &str| {
        let span = |text: &str| if text.is_empty() { String::new() } else { format!("<span>{text}</span>") };
        format!("<li class=hit><h3><a href=/{name}>{name}</a></h3>{}{}<p>About {name}</p></li>", span(day), span(price))
    };
    let page = |items: &[String]| format!("<main><h1>Lamps</h1><ul>{}</ul></main>", items.concat());
    let template = learn(&page(&[
        item("Anna", "1 May 2020", "5 €"),
        item("Bert", "", "6 €"),
        item("Cora", "2 May 2020", "7 €"),
        item("Dora", "3 May 2020", ""),
        item("Emil", "4 May 2020", "9 €"),
    ]));
    let other = page(&[item("X", "", "3 €"), item("Y", "", "4 €"), item("Z", "5 June 2021", "")]);
    let (lines, ..) = map(&template, &other, Mode::Robust);
    let expect = ["X | /X | - | 3 € | About X", "Y | /Y | - | 4 € | About Y", "Z | /Z | 5 June 2021 | - | About Z"];
    assert_eq!(lines, expect);
}

#[test]
fn optional_cells_that_no_record_has_together_are_found_together() {
    let item = |name: &str, stars: &str, badge: &str| {
        format!("<li class=hit><h3><a href=/{name}>{name}</a></h3>{stars}<p>About {name}</p>{badge}</li>")
    };
    let (stars, badge) = ("<i class=stars>4 of 5</i>", "<b class=badge>new in</b>");
    let page = |items: &[String]| format!("<main><h1>Lamps</h1><ul>{}</ul></main>", items.concat());
    let first = [item("Anna", stars, ""), item("Bert", "", badge), item("Cora", stars, ""), item("Dora", "", badge)];
    let template = learn(&page(&first));
    let (lines, ..) = map(&template, &page(&[item("X", stars, badge), item("Y", "", "")]), Mode::Robust);
    assert_eq!(lines, ["X | /X | 4 of 5 | About X | new in", "Y | /Y | - | About Y | -"]);
}

#[test]
fn a_stranger_among_the_records_is_none() {
    let template = learn(&page(FIRST));
    let html = page(FIRST).replace(
        "<li class=hit><h3><a href=/Cora",
        "<li class=ad><iframe src=x></iframe></li><li class=hit><h3><a href=/Cora",
    );
    let (lines, table, _) = map(&template, &html, Mode::Robust);
    assert_eq!((lines.len(), table.rejected.len()), (5, 1));
    assert!(lines[2].starts_with("Cora"), "{lines:?}");
}

#[test]
fn something_new_in_a_record_moves_nothing() {
    let template = learn(&page(FIRST));
    let html = page(FIRST).replace("<p>All about Cora", "<div class=stars>4 of 5</div><p>All about Cora");
    let (lines, ..) = map(&template, &html, Mode::Robust);
    assert_eq!(lines[2], line("Cora", "7 €"));
}

#[test]
fn by_position_only_the_same_list_is_found() {
    let template = learn(&page(FIRST));
    assert_eq!(map(&template, &page(FIRST), Mode::Strict).0.len(), FIRST.len());
    let (lines, _, missing) = map(&template, &page(&FIRST[1..]), Mode::Strict);
    assert_eq!((lines.len(), missing), (0, 1.0));
}

#[test]
fn an_empty_list_is_a_table_without_rows_that_is_missing() {
    let template = learn(&page(FIRST));
    for html in [page(&[]), "<p>Nothing was found.".to_owned(), String::new()] {
        let (lines, table, missing) = map(&template, &html, Mode::Robust);
        assert_eq!((lines.len(), missing, table.columns.len()), (0, 1.0, 4));
        let document = Document::parse(html.clone());
        let written = selectors(&SelectorWriter::new(&document), &table);
        assert_eq!(written.columns.len(), 4);
    }
}

#[test]
fn selectors_of_a_mapped_table_find_its_cells() {
    let template = learn(&page(FIRST));
    let html = page(&[("X", ""), ("Y", "1 €"), ("Z", "2 €")]);
    let document = Document::parse(html.clone());
    let (_, table, _) = map(&template, &html, Mode::Robust);
    let written = selectors(&SelectorWriter::new(&document), &table);
    assert_eq!(written.region.css.as_deref(), Some(".hits"));
    for row in &table.rows {
        for (column, cell) in written.columns.iter().zip(&row.cells) {
            let found =
                XPath::parse(&column.xpath).expect("it is an XPath").evaluate(&document, row.nodes[column.node]);
            let found: Vec<String> = found.texts(&document).iter().map(|text| text.trim().to_owned()).collect();
            assert_eq!(found, cell.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>(), "{column:?}");
        }
    }
}

#[test]
fn records_of_several_nodes_stay_together() {
    let list = |names: &[&str]| {
        let record = |name: &&str| format!("<dt><a href=/{name}>{name}</a></dt><dd>All about {name}.</dd>");
        format!("<main><h1>Words</h1><dl>{}</dl></main>", names.iter().map(record).collect::<String>())
    };
    let template = learn(&list(&["ant", "bee", "cat", "dog"]));
    let (lines, table, _) = map(&template, &list(&["eel", "fox", "gnu", "hen", "ibex", "jay"]), Mode::Robust);
    assert_eq!((lines.len(), table.nodes_per_record), (6, 2));
    assert!(table.rows.iter().all(|row| row.nodes.len() == 2));
    assert_eq!(lines[5], "jay | /jay | All about jay.");
}

#[test]
fn hostile_pages_have_an_answer() {
    let template = learn(&page(FIRST));
    let many = "<main><h1>Lamps</h1><ul class=hits>".to_owned() + &"<li class=hit>x".repeat(500_000);
    assert_eq!(map(&template, &many, Mode::Robust).1.columns.len(), 4);
    let in_one = "<main><h1>Lamps</h1><ul class=hits><li class=hit>".to_owned()
        + &"<span class=price>1 €</span>".repeat(300_000);
    assert!(map(&template, &in_one, Mode::Robust).0.len() <= 1);
    let deep = "<main><h1>Lamps</h1>".to_owned() + &"<ul class=hits><li class=hit>".repeat(30_000);
    assert_eq!(map(&template, &deep, Mode::Robust).1.columns.len(), 4);
}

/// What is applied: lines and table, and why it was not.
fn apply(template: &Template, html: &str) -> (Vec<String>, Table, Option<String>) {
    let document = Document::parse(html);
    let why_mapped = template.map(&PageView::of(&document), Mode::Robust).why_mapped;
    let (lines, table, _) = map(template, html, Mode::Robust);
    (lines, table, why_mapped)
}

#[test]
fn a_table_with_a_wrapper_is_read_by_it_and_is_as_if_it_were_mapped() {
    let template = learn_wrapped(&page(FIRST));
    assert!(template.wrappers().all(|wrapper| wrapper.is_ok()));
    let html = page(&[("X", ""), ("Y", "1 €"), ("Z", "2 €"), ("W", "3 €")]);
    let (lines, table, why_mapped) = apply(&template, &html);
    let (mapped_lines, mapped, _) = map(&learn(&page(FIRST)), &html, Mode::Robust);
    assert_eq!((&lines, why_mapped), (&mapped_lines, None));
    assert_eq!(table.reasons, ["by the selectors of the template"]);
    assert_eq!((&table.columns, table.region, table.role), (&mapped.columns, mapped.region, mapped.role));
    for (row, mapped) in table.rows.iter().zip(&mapped.rows) {
        // Other selectors are written from the nodes, and the text of a record is what a reader sees of it.
        assert_eq!((&row.nodes, &row.cells, &row.text), (&mapped.nodes, &mapped.cells, &mapped.text));
    }
}

#[test]
fn what_is_unlike_the_template_is_mapped_and_the_reason_is_said() {
    let template = learn_wrapped(&page(FIRST));
    let check = |html: &str, expect: &str| {
        let (lines, _, why_mapped) = apply(&template, html);
        assert_eq!(why_mapped.as_deref(), Some(expect));
        assert_eq!(lines, map(&learn(&page(FIRST)), html, Mode::Robust).0);
    };
    check(&page(FIRST).replace("class=hits", "class=found"), "its region is not on the page");
    check(&page(FIRST).replace("</main>", "<ul class=hits></ul></main>"), "the page has 2 such regions");
    check(&page(&[]), "its region has no records");
    let renamed = page(FIRST).replace("class=price", "class=cost");
    check(&renamed, "the column price has fewer values than in the template");
    let words = page(&[("X", "on request"), ("Y", "ask us"), ("Z", "none")]);
    check(&words, "the column price has other values than in the template");
    let nested =
        page(FIRST).replace("<li class=hit><h3><a href=/Cora", "<li class=hit><ul><li class=hit><h3><a href=/Cora");
    check(&nested, "its records are in one another");
}

#[test]
fn advertisements_are_flagged_and_so_such_a_table_is_mapped() {
    let document = Document::parse(page(FIRST));
    let view = PageView::of(&document);
    let mut tables = auto::find(&view, &auto::AutoOptions::default());
    tables[0].rows[1].ad = Some("it says so".to_owned());
    let template = Template::learn(&view, &tables.clone().into(), None);
    let reason = template.wrappers().next().expect("there is a table").expect_err("it is mapped");
    assert!(reason.contains("advertisements"), "{reason}");
    let mapped = template.map(&view, Mode::Robust);
    assert_eq!((mapped.n_applied, mapped.why_mapped), (0, Some(reason)));
    assert!(mapped.answers.tables.is_some_and(|tables| tables[0].rows[1].ad.is_some()));
}

#[test]
fn hostile_pages_have_an_answer_of_a_wrapper_too() {
    let template = learn_wrapped(&page(FIRST));
    let many = "<main><h1>Lamps</h1><ul class=hits>".to_owned() + &"<li class=hit>x".repeat(200_000);
    assert_eq!(apply(&template, &many).1.columns.len(), 4);
    let in_one = "<main><h1>Lamps</h1><ul class=hits><li class=hit>".to_owned()
        + &"<span class=price>1 €</span>".repeat(200_000);
    assert!(apply(&template, &in_one).0.len() <= 1);
    for deep in ["<ul class=hits><li class=hit>", "<li class=hit>"] {
        let deep = "<main><h1>Lamps</h1><ul class=hits>".to_owned() + &deep.repeat(30_000);
        assert_eq!(apply(&template, &deep).1.columns.len(), 4);
    }
}

#[test]
fn selectors_that_read_far_more_than_the_page_are_not_applied() {
    use crate::wrapper::{RecordSelectors, Wrapper, WrapperColumn};
    let xpath = |text: &str| tamis_page::Selectors { css: None, xpath: Some(text.to_owned()) };
    let document = Document::parse("<p>A word of text, and some more of it.</p>".repeat(2000));
    let misfit = |selector: &str| {
        let mut wrapper = Wrapper::new(xpath("//body"), Some(RecordSelectors::new(xpath("./p"), 1)));
        wrapper.columns = (0..12)
            .map(|number| {
                WrapperColumn::new(format!("all_{number}"), tamis_extract::ValueFormat::default(), xpath(selector))
            })
            .collect();
        super::TableWrapper::of(&wrapper, 0).expect("is right").apply(&document, &[]).map(|(_, rows)| rows.len())
    };
    assert_eq!(misfit("./text()"), Ok(2000));
    assert_eq!(misfit("/*"), Err(super::Misfit::TooLarge));
}

#[test]
fn tables_beyond_those_that_have_selectors_say_so() {
    let document = Document::parse(page(FIRST));
    let view = PageView::of(&document);
    let tables = auto::find(&view, &auto::AutoOptions::default());
    let many = vec![tables[0].clone(); super::MAX_WRAPPERS + 1];
    let template = Template::learn(&view, &many.clone().into(), None);
    let wrappers: Vec<_> = template.wrappers().collect();
    assert!(wrappers[super::MAX_WRAPPERS - 1].is_ok());
    let reason = "the template has many tables, and selectors are kept for the first of them";
    assert_eq!(wrappers[super::MAX_WRAPPERS].as_ref().map(|_| ()), Err(&reason.to_owned()));
}
