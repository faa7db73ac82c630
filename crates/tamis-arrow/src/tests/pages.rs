//! What the rows of pages say.

use super::{SHOP, ask, one_column, word, words};
use crate::{RowKind, Rows, WrapperRows};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal128Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use tamis::export;
use tamis::source::{ArchivePlace, Origin};
use tamis::wrapper::{LearnOptions, ValueType};
use tamis::{Findings, Limits, Page, PageReader, Recipe, Table, Task};

#[test]
fn every_page_has_a_row_also_without_records_and_if_it_failed() {
    let origin = Origin::Path("a.html".into());
    let mut rows = Rows::new(RowKind::Records);
    rows.add(&origin, &ask(SHOP, &[Task::Records]));
    rows.add(&origin, &ask("<p>Nothing is listed here.", &[Task::Records]));
    rows.add_failed(&origin, Some("https://a.example/"), "too large");
    let n_rows = rows.n_rows();
    let batch = rows.finish();
    assert!(n_rows == batch.num_rows() && rows.n_rows() == 0);
    let column = |name: &str| batch.column_by_name(name).unwrap_or_else(|| panic!("no {name}")).clone();
    let (status, error) = (column("status"), column("error"));
    let n_records = n_rows - 2;
    assert_eq!(status.as_string::<i32>().value(n_records), "nothing-found");
    assert_eq!(error.as_string::<i32>().value(n_records + 1), "too large");
    assert!(column("row_idx").is_null(n_records) && column("cells").is_null(n_records + 1));
    assert_eq!(column("row_idx").as_primitive::<Int64Type>().value(1), 1);
}

#[test]
fn a_cell_says_what_the_page_writes_and_what_that_is() {
    let mut rows = Rows::new(RowKind::Records);
    rows.add(&Origin::StandardInput, &ask(SHOP, &[Task::Records]));
    let batch = rows.finish();
    let cells = batch.column_by_name("cells").expect("is there").as_list::<i32>().value(0);
    let cells = cells.as_struct();
    let names = cells.column_by_name("name").expect("is there").as_string::<i32>().clone();
    let place = names.iter().position(|name| name == Some("price")).unwrap_or_else(|| panic!("{names:?}"));
    let word = |name: &str| cells.column_by_name(name).expect("is there").as_string::<i32>().value(place).to_owned();
    assert_eq!(
        [word("text"), word("value"), word("currency"), word("type")],
        ["1.299,50 €", "1299.50", "EUR", "money"]
    );
    let number = cells.column_by_name("number").expect("is there").as_primitive::<Decimal128Type>();
    assert_eq!(number.value(place), 1_299_500_000_000);
    let dates = cells.column_by_name("date").expect("is there").as_primitive::<Date32Type>();
    assert!(dates.iter().flatten().any(|day| day == 18_691), "{dates:?}");
}

#[test]
fn the_row_of_a_page_says_what_its_json_says() {
    let html = "<html lang=en><title>On lamps</title><meta property=article:published_time content=2021-03-05T10:00:00+01:00>\
        <meta name=author content='Ada Byron'><article><h1>On lamps</h1><p>A lamp turns power into light, and it has \
        done so for more than a hundred years by now.</p></article>";
    let findings = ask(html, &[Task::Text]);
    let mut rows = Rows::new(RowKind::Text);
    rows.add(&Origin::Path("a.html".into()), &findings);
    assert!(rows.n_bytes() > findings.text().len());
    let batch = rows.finish();
    let word = |name: &str| batch.column_by_name(name).expect("is there").as_string::<i32>().value(0).to_owned();
    assert_eq!((word("text"), word("title")), (findings.text().to_owned(), "On lamps".to_owned()));
    assert_eq!(word("published"), "2021-03-05T10:00:00+01:00");
    let at = batch.column_by_name("published_at").expect("is there").as_primitive::<TimestampMicrosecondType>();
    assert_eq!(at.value(0), 1_614_934_800_000_000);
    let authors = batch.column_by_name("authors").expect("is there").as_list::<i32>().value(0);
    assert_eq!(authors.as_string::<i32>().value(0), "Ada Byron");
}

#[test]
fn days_and_moments_of_a_page_are_there_for_every_text_in_iso() {
    let at = |date: &str| {
        let html =
            format!("<meta property=article:published_time content='{date}'><article><p>A lamp is a lamp.</article>");
        let mut rows = Rows::new(RowKind::Text);
        rows.add(&Origin::StandardInput, &ask(&html, &[Task::Text]));
        let batch = rows.finish();
        let day = batch.column_by_name("published_date").expect("is there").as_primitive::<Date32Type>().clone();
        let at =
            batch.column_by_name("published_at").expect("is there").as_primitive::<TimestampMicrosecondType>().clone();
        (day.iter().next().flatten(), at.iter().next().flatten())
    };
    let nine = 1_614_934_800_000_000;
    assert_eq!(at("2021-03-05T10:00:00.1234567+01:00"), (Some(18_691), Some(nine + 123_456)));
    assert_eq!(at("2021-03-05T10:00:00+01"), (Some(18_691), Some(nine)));
    assert_eq!(at("2021-03-05T09:00Z"), (Some(18_691), Some(nine)));
    assert_eq!(at("2021-03-05T23:59:60Z"), (Some(18_691), Some(18_692 * 86_400_000_000 - 1)));
    assert_eq!(at("2021-03-05T99:00:00Z"), (Some(18_691), None));
    assert_eq!(at("2021-03-05"), (Some(18_691), None));
}

#[test]
fn the_date_of_an_archive_may_be_coarse() {
    let mut rows = Rows::new(RowKind::Text);
    let dates = ["2021", "2021-03", "2021-03-05", "2021-03-05T10:00Z", "2021-03-05T10:00:00.123456789Z", "then"];
    for date in dates {
        let mut place = ArchivePlace::new("a.warc", 0);
        place.date = Some(date.to_owned());
        rows.add_failed(&Origin::Archive(place.into()), None, "cannot be read");
    }
    let batch = rows.finish();
    let found = batch.column_by_name("archive_date").expect("is there").as_primitive::<TimestampMicrosecondType>();
    let day = |day: i64| day * 86_400_000_000;
    let ten = day(18_691) + 36_000_000_000;
    let expect = [Some(day(18_628)), Some(day(18_687)), Some(day(18_691)), Some(ten), Some(ten + 123_456), None];
    assert_eq!(found.iter().collect::<Vec<_>>(), expect);
}

fn ask_within(html: &str, tasks: &[Task], limits: Limits) -> Findings {
    let recipes: Vec<Recipe> = tasks.iter().map(|&task| Recipe::default_for(task)).collect();
    let page = PageReader::new(limits).read_text(html.to_owned());
    tamis::ask(&page, &recipes).expect("they need no layout")
}

#[test]
fn rows_say_what_is_left_out() {
    let items: String =
        (0..400).map(|item| format!("<li><a href=/{item}>Lamp {item}</a> <b>{item},50 €</b>")).collect();
    let html = format!("<ul>{items}</ul>");
    let whole = ask(&html, &[Task::Records]);
    let n_rows = whole.tables().expect("were asked for").answer[0].rows.len();
    let cut = ask_within(&html, &[Task::Records], Limits::default().with_max_rows(100));
    let n_cut = cut.tables().expect("were asked for").answer[0].rows.len();
    assert!(n_cut > 0 && n_cut < n_rows, "{n_cut} of {n_rows}");
    let said: Vec<String> = cut.page().warnings().iter().map(|warning| warning.message().into_owned()).collect();
    assert!(said.iter().any(|warning| warning.contains("records")), "{said:?}");
    for kind in [RowKind::Records, RowKind::Site] {
        let mut rows = Rows::new(kind);
        rows.add(&Origin::StandardInput, &cut);
        let batch = rows.finish();
        let warnings = words(&batch, "warnings", 0);
        assert_eq!(warnings, said);
    }
    let wrapper = tamis::wrapper::learn(std::slice::from_ref(&whole), &LearnOptions::default()).expect("has records");
    let mut rows = WrapperRows::new(&wrapper);
    rows.add(&Origin::StandardInput, &cut);
    rows.add(&Origin::StandardInput, &ask("<p>Nothing is listed here.", &[Task::Records]));
    let batch = rows.finish();
    assert_eq!(words(&batch, "_warnings", 0), said);
    assert_eq!(word(&batch, "_status", n_cut).as_deref(), Some("nothing-found"));
    assert!(word(&batch, "_reason", n_cut).is_some() && word(&batch, "_reason", 0).is_none());
}

#[test]
fn paths_that_are_left_out_are_counted() {
    let findings = ask(SHOP, &[Task::Records]);
    let table = findings.tables().expect("were asked for").answer[0].clone();
    let deep = ask_within(SHOP, &[Task::Records], Limits::default().with_max_growth(0));
    assert!(export::record_paths(deep.page(), std::slice::from_ref(&table)).warning.is_some());
    // Deep below others each path is longer than its record.
    let records: String =
        (1..201).map(|item| format!("<li><a href=/{item}>Lamp {item}</a> <b>{item},50 €</b>")).collect();
    let html = format!("{}<ul>{records}</ul>", "<div>".repeat(400));
    let deep = ask_within(&html, &[Task::Records], Limits::default().with_max_growth(1));
    let mut rows = Rows::new(RowKind::Records);
    rows.add(&Origin::StandardInput, &deep);
    let batch = rows.finish();
    let warnings = words(&batch, "warnings", 0);
    assert!(warnings.iter().any(|warning| warning.contains("paths of")), "{warnings:?}");
    let all = export::record_paths(findings.page(), std::slice::from_ref(&table));
    assert!(all.warning.is_none() && all.paths.len() == 4 && all.paths.iter().all(|paths| !paths.is_empty()));
}

#[test]
fn a_row_of_a_site_has_its_records_in_it() {
    let mut rows = Rows::new(RowKind::Site);
    rows.add_failed(&Origin::StandardInput, None, "cannot be read");
    rows.add_of_site(&Origin::StandardInput, "a.example", &ask(SHOP, &[Task::Text, Task::Records]));
    rows.add(&Origin::StandardInput, &ask(SHOP, &[Task::Text]));
    let batch: RecordBatch = rows.finish();
    let records = batch.column_by_name("records").expect("is there").as_list::<i32>().clone();
    let blocks = batch.column_by_name("blocks").expect("is there");
    assert!((0..3).all(|row_idx| blocks.is_null(row_idx)), "they were not asked for");
    assert!(records.is_null(0) && records.is_null(2) && records.value_length(1) >= 4);
    assert_eq!(word(&batch, "site", 1).as_deref(), Some("a.example"));
    assert_eq!(Rows::new(RowKind::Site).finish().num_rows(), 0);
    rows.add_failed_of_site(&Origin::StandardInput, "b.example", None, "cannot be read");
    let batch = rows.finish();
    assert_eq!(
        (word(&batch, "site", 0).as_deref(), word(&batch, "status", 0).as_deref()),
        (Some("b.example"), Some("error"))
    );
}

#[test]
fn a_row_of_a_site_has_the_blocks_of_the_page_and_where_its_list_goes_on() {
    let html = format!(
        "<header>Head</header><main>{SHOP}</main><p class=pager><a rel=next href='/?p=2'>Next</a></p><footer>Foot</footer>"
    );
    let page = Page::parse(html).with_url("https://a.example/".parse().expect("an address"));
    let recipes = [Recipe::named(Task::Segment, "landmarks").expect("a method"), Recipe::default_for(Task::Records)];
    let findings = tamis::ask(&page, &recipes).expect("they need no layout");
    let mut rows = Rows::new(RowKind::Site);
    rows.add_failed(&Origin::StandardInput, None, "cannot be read");
    rows.add(&Origin::StandardInput, &findings);
    let batch = rows.finish();
    assert_eq!(word(&batch, "next_url", 1).as_deref(), Some("https://a.example/?p=2"));
    let lists = batch.column_by_name("blocks").expect("is there").as_list::<i32>().clone();
    assert!(lists.is_null(0));
    let blocks = lists.value(1);
    let blocks = blocks.as_struct();
    let text = |name: &str, idx: usize| {
        let column = blocks.column_by_name(name).unwrap_or_else(|| panic!("no {name}")).as_string::<i32>().clone();
        column.is_valid(idx).then(|| column.value(idx).to_owned())
    };
    let expect = export::blocks_in_order(&findings).expect("they were asked for").blocks;
    assert!(expect.len() >= 4 && blocks.len() == expect.len());
    for (idx, block) in expect.iter().enumerate() {
        assert_eq!(text("id", idx).as_ref(), Some(&block.id));
        assert_eq!(text("parent", idx), block.parent);
        assert_eq!(
            (text("role", idx).as_deref(), text("xpath", idx).as_ref()),
            (Some(block.role), block.xpaths.first())
        );
    }
    assert!(blocks.column_by_name("box").expect("is there").is_null(0), "the page was not laid out");
    let mut rows = Rows::new(RowKind::Records);
    rows.add(&Origin::StandardInput, &findings);
    let batch = rows.finish();
    assert_eq!(word(&batch, "next_url", 0).as_deref(), Some("https://a.example/?p=2"));
    assert_eq!(word(&batch, "prev_url", 0), None);
}

#[test]
fn times_without_a_zone_have_columns_of_their_own() {
    let items: String = (1..6)
        .map(|item| format!("<li><a href=/{item}>Lamp {item}</a> <i class=date>2021-03-0{item} 10:00</i>"))
        .collect();
    let findings = ask(&format!("<ul>{items}</ul>"), &[Task::Records]);
    let mut rows = Rows::new(RowKind::Records);
    rows.add(&Origin::StandardInput, &findings);
    let batch = rows.finish();
    let cells = batch.column_by_name("cells").expect("is there").as_list::<i32>().value(0);
    let moments = |name: &str| {
        let column = cells.as_struct().column_by_name(name).expect("is there").clone();
        column.as_primitive::<TimestampMicrosecondType>().iter().flatten().collect::<Vec<_>>()
    };
    let ten = 18_687 * 86_400_000_000 + 36_000_000_000;
    assert_eq!((moments("timestamp"), moments("local_timestamp")), (vec![], vec![ten]));
    let wrapper =
        tamis::wrapper::learn(std::slice::from_ref(&findings), &LearnOptions::default()).expect("has records");
    let dates = wrapper.columns.iter().find(|column| column.format.value_type == ValueType::Date).expect("has dates");
    let mut rows = WrapperRows::new(&wrapper);
    rows.add(&Origin::StandardInput, &findings);
    let batch = rows.finish();
    let moment = |suffix: &str| {
        let name = format!("{}_{suffix}", dates.name);
        let column = batch.column_by_name(&name).unwrap_or_else(|| panic!("no {name}")).clone();
        column.as_primitive::<TimestampMicrosecondType>().iter().next().flatten()
    };
    assert_eq!((moment("at"), moment("local_at")), (None, Some(ten)));
    assert!(word(&batch, &format!("{}_text", dates.name), 0).is_some());
}

#[test]
fn the_tables_of_a_page_share_the_room_for_addresses() {
    let mut table = one_column(ValueType::Url, &[Some("1"), Some("2"), Some("3")]);
    table.columns[0].name = "link".to_owned();
    let address = format!("https://a.example/{}/", "lamps".repeat(100));
    let page = PageReader::new(Limits::default().with_max_growth(1)).read_text("x".repeat(6400));
    let page = page.with_url(address.parse().expect("an address"));
    let absolute = |tables: &[Table]| {
        let columns = export::column_values_of_tables(&page, tables);
        columns
            .iter()
            .flat_map(|columns| &columns[0].values)
            .flatten()
            .filter(|value| value.starts_with("https"))
            .count()
    };
    let alone = absolute(std::slice::from_ref(&table));
    let tables = vec![table; 50];
    assert!(alone == 3 && absolute(&tables) < 150, "{alone} {}", absolute(&tables));
}
