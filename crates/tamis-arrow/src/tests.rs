//! Types of columns, schemas of rows, and files read back.

use crate::{ColumnType, Kind, Rows, Value, WrapperRows, table, typed_columns};
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal128Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field};
use std::collections::BTreeSet;
use tamis::export;
use tamis::source::{ArchivePlace, Origin};
use tamis::wrapper::{LearnOptions, Selectors, ValueFormat, ValueType, Wrapper, WrapperColumn};
use tamis::{Cell, Column, Findings, Limits, NodeId, Page, PageReader, Recipe, Row, Table, Task};

/// A table with one column of these values.
fn one_column(value_type: ValueType, values: &[Option<&str>]) -> Table {
    let column = Column::new("value".to_owned(), ValueFormat::of_type(value_type), None);
    let mut table = Table::new(NodeId(0), vec![column]);
    let row = |value: Option<&str>| {
        let cell = value.map(|value| Cell::new(Vec::new(), value.to_owned()));
        Row::new(Vec::new(), value.unwrap_or_default().to_owned(), vec![cell])
    };
    table.rows = values.iter().copied().map(row).collect();
    table
}

#[track_caller]
fn check(value_type: ValueType, values: &[Option<&str>], expect: ColumnType, given: &[Option<Value>]) {
    let columns = typed_columns(&Page::parse(""), &one_column(value_type, values));
    assert_eq!((columns[0].column_type, columns[0].values.as_slice()), (expect, given), "{values:?}");
}

#[expect(clippy::unnecessary_wraps, reason = "a value of a column may be missing")]
fn text(text: &str) -> Option<Value> {
    Some(Value::Text(text.to_owned()))
}

fn ask(html: &str, tasks: &[Task]) -> Findings {
    let recipes: Vec<Recipe> = tasks.iter().map(|&task| Recipe::default_for(task)).collect();
    tamis::ask(&Page::parse(html), &recipes).expect("they need no layout")
}

const SHOP: &str = "<title>Lamps</title><ul>\
    <li><a href=/1>Desk lamp</a> <b class=price>1.299,50 €</b> <i>2021-03-05</i>\
    <li><a href=/2>Wall lamp</a> <b class=price>12 €</b> <i>2021-03-06</i>\
    <li><a href=/3>Floor lamp</a> <b class=price>sold out</b> <i>2021-03-07</i>\
    <li><a href=/4>Garden lamp</a> <b class=price>7,25 €</b> <i>2021-03-08</i></ul>";

#[test]
fn a_column_is_typed_if_every_value_fits_exactly() {
    let number = |number| Some(Value::Integer(number));
    check(ValueType::Integer, &[Some("12"), None, Some("-3")], ColumnType::Integer, &[number(12), None, number(-3)]);
    check(ValueType::Integer, &[Some("12"), Some("many")], ColumnType::Text, &[text("12"), text("many")]);
    check(ValueType::Integer, &[Some("12"), Some("007")], ColumnType::Text, &[text("12"), text("007")]);
    let decimal = |number| Some(Value::Decimal(number));
    let two = ColumnType::Decimal { scale: 2 };
    check(ValueType::Decimal, &[Some("12.5"), Some("-0.25")], two, &[decimal(1250), decimal(-25)]);
    check(ValueType::Percentage, &[Some("12 %"), Some("5.25 %")], two, &[decimal(1200), decimal(525)]);
    check(ValueType::Text, &[Some("12")], ColumnType::Text, &[text("12")]);
    check(ValueType::Date, &[], ColumnType::Date, &[]);
}

#[test]
fn days_and_moments_are_told_apart() {
    let (day, moment) = (|day| Some(Value::Date(day)), |micros| Some(Value::Timestamp(micros)));
    check(ValueType::Date, &[Some("2. Januar 1970"), Some("1970-01-03")], ColumnType::Date, &[day(1), day(2)]);
    let with_zone = ColumnType::Timestamp { has_zone: true };
    check(ValueType::Date, &[Some("1970-01-01T01:00:01+01:00")], with_zone, &[moment(1_000_000)]);
    let without = ColumnType::Timestamp { has_zone: false };
    check(ValueType::Date, &[Some("1970-01-01 00:01")], without, &[moment(60_000_000)]);
    for mixed in ["1970-01-02 00:01", "20-Jan", "1/2/1970"] {
        check(
            ValueType::Date,
            &[Some("1970-01-02"), Some(mixed)],
            ColumnType::Text,
            &[text("1970-01-02"), text(mixed)],
        );
    }
}

#[test]
fn a_number_that_is_too_long_stays_text() {
    let long = format!("0.{}", "1".repeat(60));
    check(ValueType::Decimal, &[Some(&long)], ColumnType::Text, &[text(&long)]);
    assert_eq!(
        crate::typed::decimal("12345678901234567890123456789.5", 9),
        Some(12_345_678_901_234_567_890_123_456_789_500_000_000)
    );
    assert_eq!(crate::typed::decimal("123456789012345678901234567890", 9), None);
    assert_eq!(
        crate::typed::decimal("1.2.3", 9).or(crate::typed::decimal("", 9)).or(crate::typed::decimal("-", 9)),
        None
    );
}

#[test]
fn a_table_has_the_arrow_types_of_its_columns() {
    let findings = ask(SHOP, &[Task::Records]);
    let batch = table(findings.page(), &findings.tables().expect("were asked for").answer[0]);
    let types: Vec<String> =
        batch.schema().fields().iter().map(|field| format!("{} {}", field.name(), field.data_type())).collect();
    let price = batch.column_by_name("price").unwrap_or_else(|| panic!("{types:?}"));
    assert_eq!(price.data_type(), &DataType::Decimal128(18, 2), "{types:?}");
    let amounts = price.as_primitive::<Decimal128Type>();
    assert_eq!(amounts.iter().collect::<Vec<_>>(), [Some(129_950), Some(1200), None, Some(725)]);
    assert_eq!(batch.column_by_name("price_text").map(|column| column.as_string::<i32>().value(2)), Some("sold out"));
    let day = batch.columns().iter().find_map(|column| column.as_primitive_opt::<Date32Type>());
    assert_eq!(day.map(|day| day.value(0)), Some(18_691), "{types:?}");
    assert!(batch.schema().fields().iter().all(|field| field.is_nullable()));
    assert_eq!(batch.schema().metadata()["tamis.schema"], "table");
}

/// A wrapper with a column of each type. Its selectors do not matter.
fn typed_wrapper() -> Wrapper {
    let mut wrapper = Wrapper::new(Selectors::default(), None);
    wrapper.columns = TYPES
        .iter()
        .map(|&value_type| {
            let format = ValueFormat::of_type(value_type);
            WrapperColumn::new(value_type.as_str().to_owned(), format, Selectors::default())
        })
        .collect();
    wrapper
}

const TYPES: [ValueType; 9] = [
    ValueType::Text,
    ValueType::Date,
    ValueType::Time,
    ValueType::Money,
    ValueType::Integer,
    ValueType::Decimal,
    ValueType::Percentage,
    ValueType::Image,
    ValueType::Url,
];

/// A table with a column of each type that a table can have.
fn typed_table() -> Table {
    let values = [
        ("text", ValueType::Text, "a lamp"),
        ("day", ValueType::Date, "2021-03-05"),
        ("moment", ValueType::Date, "2021-03-05T10:00:00Z"),
        ("clock", ValueType::Date, "2021-03-05 10:00"),
        ("time", ValueType::Time, "10:00"),
        ("price", ValueType::Money, "from 12,50 €"),
        ("integer", ValueType::Integer, "12"),
        ("decimal", ValueType::Decimal, "12.5"),
        ("percentage", ValueType::Percentage, "12 %"),
        ("url", ValueType::Url, "https://a.example/"),
    ];
    let column = |&(name, value_type, _): &(&str, ValueType, &str)| {
        let format = match value_type {
            ValueType::Money => ValueFormat::of_column(["from 12,50 €"]),
            _ => ValueFormat::of_type(value_type),
        };
        Column::new(name.to_owned(), format, None)
    };
    let mut table = Table::new(NodeId(0), values.iter().map(column).collect());
    let cells = values.iter().map(|(_, _, value)| Some(Cell::new(Vec::new(), (*value).to_owned()))).collect();
    table.rows = vec![Row::new(Vec::new(), "a lamp".to_owned(), cells)];
    table
}

fn described(field: &Field, depth: usize, lines: &mut Vec<String>) {
    let word = match field.data_type() {
        DataType::Struct(_) => "struct".to_owned(),
        DataType::List(_) => "list".to_owned(),
        other => other.to_string(),
    };
    lines.push(format!("{}{} {word}", "  ".repeat(depth), field.name()));
    match field.data_type() {
        DataType::Struct(fields) => fields.iter().for_each(|field| described(field, depth + 1, lines)),
        DataType::List(item) => described(item, depth + 1, lines),
        _ => {}
    }
}

/// The columns of a list of schemas: of which kind, where, and of which type.
fn columns_of(schemas: &str) -> BTreeSet<(String, String, String)> {
    let mut kind = "";
    let mut path: Vec<&str> = Vec::new();
    let mut columns = BTreeSet::new();
    for line in schemas.lines().skip(1).filter(|line| !line.is_empty()) {
        let depth = (line.len() - line.trim_start().len()) / 2;
        if depth == 0 {
            kind = line;
            continue;
        }
        let (name, column_type) = line.trim_start().split_once(' ').expect("a name and a type");
        path.truncate(depth - 1);
        path.push(name);
        columns.insert((kind.to_owned(), path.join("/"), column_type.to_owned()));
    }
    columns
}

/// What of the old columns is not there any more as it was, though the version is the same.
fn lost(old: &str, new: &str) -> Vec<(String, String, String)> {
    if old.lines().next() != new.lines().next() {
        return Vec::new();
    }
    columns_of(old).difference(&columns_of(new)).cloned().collect()
}

/// A column that changes its type or goes makes programs of others fail: it needs a new `SCHEMA_VERSION`, under which the
/// file is then accepted. New columns are accepted under the same version.
#[test]
fn schemas_are_those_of_their_version() {
    let mut lines = vec![format!("version {}", crate::SCHEMA_VERSION)];
    let kinds = [Kind::Text, Kind::Records, Kind::Site].map(Kind::schema);
    let others = [WrapperRows::new(&typed_wrapper()).schema(), table(&Page::parse(""), &typed_table()).schema()];
    for schema in kinds.into_iter().chain(others) {
        assert_eq!(schema.metadata()["tamis.schema_version"], crate::SCHEMA_VERSION.to_string());
        lines.push(format!("\n{}", schema.metadata()["tamis.schema"]));
        schema.fields().iter().for_each(|field| described(field, 1, &mut lines));
    }
    let found = lines.join("\n") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/schemas.txt");
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    let lost = lost(&golden, &found);
    assert!(lost.is_empty(), "these go or change: raise SCHEMA_VERSION\n{lost:?}");
    if std::env::var_os("TAMIS_ACCEPT").is_some() {
        std::fs::write(path, &found).expect("can be written");
    } else {
        assert_eq!(golden, found, "there are new columns: TAMIS_ACCEPT=1 accepts them");
    }
}

#[test]
fn a_column_is_lost_if_only_another_kind_has_it_or_it_has_another_type() {
    let old = "version 1\n\ntext\n  url Utf8\n  authors list\n    item Utf8\n\nsite\n  url Utf8\n  records list\n    item struct\n      url Utf8\n";
    let lost_of =
        |new: &str| lost(old, new).into_iter().map(|(kind, path, _)| format!("{kind} {path}")).collect::<Vec<_>>();
    assert!(lost_of(old).is_empty());
    assert!(lost_of(&old.replace("  url Utf8\n  authors", "  nodes Int64\n  url Utf8\n  authors")).is_empty());
    assert_eq!(lost_of(&old.replace("text\n  url Utf8\n", "text\n")), ["text url"]);
    assert_eq!(lost_of(&old.replace("      url Utf8\n", "")), ["site records/item/url"]);
    assert_eq!(lost_of(&old.replace("site\n  url Utf8", "site\n  url Int64")), ["site url"]);
    assert!(lost_of(&old.replace("version 1", "version 2").replace("  url Utf8\n", "")).is_empty());
}

#[test]
fn every_page_has_a_row_also_without_records_and_if_it_failed() {
    let origin = Origin::Path("a.html".into());
    let mut rows = Rows::new(Kind::Records);
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
    let mut rows = Rows::new(Kind::Records);
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
    let mut rows = Rows::new(Kind::Text);
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
        let mut rows = Rows::new(Kind::Text);
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
    let mut rows = Rows::new(Kind::Text);
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

/// The one value of a column.
#[track_caller]
fn word(batch: &RecordBatch, name: &str, row_idx: usize) -> Option<String> {
    let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}"));
    let column = column.as_string::<i32>();
    column.is_valid(row_idx).then(|| column.value(row_idx).to_owned())
}

#[track_caller]
fn words(batch: &RecordBatch, name: &str, row_idx: usize) -> Vec<String> {
    let column =
        batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}")).as_list::<i32>().value(row_idx);
    column.as_string::<i32>().iter().flatten().map(str::to_owned).collect()
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
    for kind in [Kind::Records, Kind::Site] {
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
    let mut rows = Rows::new(Kind::Records);
    rows.add(&Origin::StandardInput, &deep);
    let batch = rows.finish();
    let warnings = words(&batch, "warnings", 0);
    assert!(warnings.iter().any(|warning| warning.contains("paths of")), "{warnings:?}");
    let all = export::record_paths(findings.page(), std::slice::from_ref(&table));
    assert!(all.warning.is_none() && all.paths.len() == 4 && all.paths.iter().all(|paths| !paths.is_empty()));
}

#[test]
fn a_row_of_a_site_has_its_records_in_it() {
    let mut rows = Rows::new(Kind::Site);
    rows.add_failed(&Origin::StandardInput, None, "cannot be read");
    rows.add_of_site(&Origin::StandardInput, "a.example", &ask(SHOP, &[Task::Text, Task::Records]));
    rows.add(&Origin::StandardInput, &ask(SHOP, &[Task::Text]));
    let batch: RecordBatch = rows.finish();
    let records = batch.column_by_name("records").expect("is there").as_list::<i32>().clone();
    let blocks = batch.column_by_name("blocks").expect("is there");
    assert!((0..3).all(|row_idx| blocks.is_null(row_idx)), "they were not asked for");
    assert!(records.is_null(0) && records.is_null(2) && records.value_length(1) >= 4);
    assert_eq!(word(&batch, "site", 1).as_deref(), Some("a.example"));
    assert_eq!(Rows::new(Kind::Site).finish().num_rows(), 0);
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
    let mut rows = Rows::new(Kind::Site);
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
    let mut rows = Rows::new(Kind::Records);
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
    let mut rows = Rows::new(Kind::Records);
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
fn a_table_without_columns_has_the_texts_of_its_records() {
    let mut empty = Table::new(NodeId(0), Vec::new());
    empty.rows = vec![Row::new(Vec::new(), "a lamp".to_owned(), Vec::new())];
    let batch = table(&Page::parse(""), &empty);
    assert_eq!((batch.num_columns(), word(&batch, "text", 0).as_deref()), (1, Some("a lamp")));
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

#[cfg(feature = "files")]
mod files {
    use super::*;
    use crate::{FileFormat, FileWriter};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use parquet::file::metadata::RowGroupMetaData;

    fn rows(n_pages: usize) -> Vec<RecordBatch> {
        let findings = ask(SHOP, &[Task::Records]);
        let row = |number| {
            let mut rows = Rows::new(Kind::Records);
            rows.add(&Origin::Path(format!("{number}.html").into()), &findings);
            rows.finish()
        };
        (0..n_pages).map(row).collect()
    }

    fn written(format: FileFormat, batches: &[RecordBatch]) -> Vec<u8> {
        let mut file = FileWriter::new(format, Kind::Records.schema()).expect("begins");
        let mut bytes = Vec::new();
        for batch in batches {
            file.write(batch.clone()).expect("is written");
            bytes.extend(file.take());
        }
        bytes.extend(file.finish().expect("ends"));
        bytes
    }

    #[test]
    fn what_is_written_is_read_again_in_few_blocks() {
        let batches = rows(3000);
        let all = arrow_select::concat::concat_batches(&Kind::Records.schema(), &batches).expect("have one schema");
        let parquet = written(FileFormat::Parquet, &batches);
        assert_eq!(parquet, written(FileFormat::Parquet, &batches));
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(parquet)).expect("is Parquet");
        assert_eq!(reader.metadata().num_row_groups(), 1);
        assert!(reader.metadata().file_metadata().created_by().is_some_and(|by| by.starts_with("tamis ")));
        assert_eq!(reader.schema().metadata()["tamis.schema"], "records");
        let read: Vec<RecordBatch> =
            reader.build().expect("can be read").map(|batch| batch.expect("is read")).collect();
        let read = arrow_select::concat::concat_batches(&read[0].schema(), &read).expect("have one schema");
        assert_eq!(read.columns(), all.columns());
        let arrow = written(FileFormat::Arrow, &batches);
        let reader = arrow_ipc::reader::FileReader::try_new(std::io::Cursor::new(arrow), None).expect("is Arrow");
        assert!(reader.num_batches() < 20, "{}", reader.num_batches());
        assert_eq!(reader.schema().metadata()["tamis.schema"], "records");
        let read: Vec<RecordBatch> = reader.map(|batch| batch.expect("is read")).collect();
        let read = arrow_select::concat::concat_batches(&read[0].schema(), &read).expect("have one schema");
        assert_eq!(read.columns(), all.columns());
    }

    /// Rows that no compression makes shorter than about four fifths.
    fn incompressible(n_rows: usize, n_bytes: usize) -> impl Iterator<Item = RecordBatch> {
        let mut state = 1_u64;
        let mut letter = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b' ' + ((state >> 33) % 94) as u8)
        };
        (0..n_rows).map(move |_| {
            let mut rows = Rows::new(Kind::Text);
            rows.add_failed(&Origin::StandardInput, None, &(0..n_bytes).map(|_| letter()).collect::<String>());
            rows.finish()
        })
    }

    #[test]
    fn row_groups_are_written_when_they_are_full_and_none_is_much_larger() {
        let mut file = FileWriter::new(FileFormat::Parquet, Kind::Text.schema()).expect("begins");
        let (mut bytes, mut n_pieces) = (Vec::new(), 0);
        for batch in incompressible(800, 64 << 10) {
            file.write(batch).expect("is written");
            let ready = file.take();
            n_pieces += usize::from(!ready.is_empty());
            // What is held back of one group, and the block that filled it.
            assert!(ready.len() <= (16 + 8) << 20, "{} bytes at once", ready.len());
            bytes.extend(ready);
        }
        assert!(bytes.len() > 16 << 20 && n_pieces >= 2, "{} bytes in {n_pieces} pieces before the end", bytes.len());
        bytes.extend(file.finish().expect("ends"));
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(bytes)).expect("is Parquet");
        let groups = reader.metadata().row_groups();
        let sizes: Vec<i64> = groups.iter().map(RowGroupMetaData::compressed_size).collect();
        assert!(groups.len() >= 3 && sizes.iter().all(|&size| size <= (16 + 8) << 20), "{sizes:?}");
        assert_eq!(groups.iter().map(RowGroupMetaData::num_rows).sum::<i64>(), 800);
    }

    #[test]
    fn a_file_without_rows_has_its_columns() {
        for format in [FileFormat::Parquet, FileFormat::Arrow] {
            assert!(!written(format, &[]).is_empty());
        }
        let bytes = bytes::Bytes::from(written(FileFormat::Parquet, &[]));
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).expect("is Parquet");
        assert_eq!(reader.schema().fields(), Kind::Records.schema().fields());
    }

    #[test]
    fn rows_of_other_columns_are_refused() {
        let mut file = FileWriter::new(FileFormat::Parquet, Kind::Text.schema()).expect("begins");
        let refused =
            rows(1).into_iter().try_for_each(|batch| file.write(batch)).and_then(|()| file.finish().map(drop));
        assert!(refused.is_err_and(|error| error.to_string().contains("Parquet")));
    }
}
