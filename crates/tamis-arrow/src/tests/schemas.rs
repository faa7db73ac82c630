//! Schemas are those of their version.

use crate::{RowKind, WrapperRows, table};
use arrow_schema::{DataType, Field};
use std::collections::BTreeSet;
use tamis::wrapper::{Selectors, ValueFormat, ValueType, Wrapper, WrapperColumn};
use tamis::{Cell, Column, NodeId, Page, Row, Table};

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
    table.read_values(Page::parse("").document());
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
    let kinds = [RowKind::Text, RowKind::Records, RowKind::Site].map(RowKind::schema);
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
