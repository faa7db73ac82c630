//! Which type a column of a table has.

use super::{SHOP, ask, one_column, word};
use crate::{ColumnType, Value, table, typed_columns};
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Decimal128Type};
use arrow_schema::DataType;
use tamis::wrapper::ValueType;
use tamis::{NodeId, Page, Row, Table, Task};

#[track_caller]
fn check(value_type: ValueType, values: &[Option<&str>], expect: ColumnType, given: &[Option<Value>]) {
    let columns = typed_columns(&Page::parse(""), &one_column(value_type, values));
    assert_eq!((columns[0].column_type, columns[0].values.as_slice()), (expect, given), "{values:?}");
}

#[expect(clippy::unnecessary_wraps, reason = "a value of a column may be missing")]
fn text(text: &str) -> Option<Value> {
    Some(Value::Text(text.to_owned()))
}

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
    let many = "1".repeat(18);
    let number = many.parse().ok().map(Value::Decimal);
    check(ValueType::Decimal, &[Some(&many)], ColumnType::Decimal { scale: 0 }, &[number]);
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

#[test]
fn a_table_without_columns_has_the_texts_of_its_records() {
    let mut empty = Table::new(NodeId(0), Vec::new());
    empty.rows = vec![Row::new(Vec::new(), "a lamp".to_owned(), Vec::new())];
    let batch = table(&Page::parse(""), &empty);
    assert_eq!((batch.num_columns(), word(&batch, "text", 0).as_deref()), (1, Some("a lamp")));
}
