//! What is known of a record and of its cells, a column each. Names mean what they mean in JSON.

use super::columns::{Column, ColumnInput, Group, Lists, SCALE, Type, column, fields, list_of};
use super::page::rounded;
use crate::batch::field;
use arrow_array::ArrayRef;
use arrow_schema::{Field, Fields};
use tamis::Findings;
use tamis::Table;
use tamis::export::{self, CellValue, ColumnPart, ColumnValues, Moment, RecordPaths};

/// A record.
pub(crate) struct RecordRow {
    table_idx: usize,
    table_role: &'static str,
    table_confidence: f64,
    row_idx: usize,
    text: String,
    ad: Option<String>,
    confidence: f64,
    xpaths: Vec<String>,
}

/// An item of a record.
pub(crate) struct CellRow {
    name: String,
    value_type: &'static str,
    value: Option<String>,
    text: String,
    number: Option<i128>,
    currency: Option<String>,
    moment: Option<Moment>,
    url: Option<String>,
}

const RECORD: &[Column<RecordRow>] = &[
    column("table_idx", Type::Whole, |row| ColumnInput::Whole(row.table_idx as i64)),
    column("table_role", Type::Text, |row| ColumnInput::Text(row.table_role)),
    column("table_confidence", Type::Share, |row| ColumnInput::Share(rounded(row.table_confidence))),
    column("row_idx", Type::Whole, |row| ColumnInput::Whole(row.row_idx as i64)),
    column("text", Type::Text, |row| ColumnInput::Text(&row.text)),
    column("ad", Type::Flag, |row| ColumnInput::Flag(row.ad.is_some())),
    column("ad_reason", Type::Text, |row| ColumnInput::text(row.ad.as_deref())),
    column("confidence", Type::Share, |row| ColumnInput::Share(rounded(row.confidence))),
    column("xpaths", Type::Texts, |row| ColumnInput::Texts(&row.xpaths)),
];

const CELL: &[Column<CellRow>] = &[
    column("name", Type::Text, |cell| ColumnInput::Text(&cell.name)),
    column("type", Type::Text, |cell| ColumnInput::Text(cell.value_type)),
    column("value", Type::Text, |cell| ColumnInput::text(cell.value.as_deref())),
    column("text", Type::Text, |cell| ColumnInput::Text(&cell.text)),
    column("number", Type::Number, |cell| cell.number.map_or(ColumnInput::Null, ColumnInput::Number)),
    column("currency", Type::Text, |cell| ColumnInput::text(cell.currency.as_deref())),
    column("date", Type::Day, |cell| cell.moment.map_or(ColumnInput::Null, |moment| ColumnInput::Day(moment.day))),
    column("timestamp", Type::Moment, |cell| {
        cell.moment.and_then(Moment::universal).map_or(ColumnInput::Null, ColumnInput::Moment)
    }),
    column("local_timestamp", Type::LocalMoment, |cell| {
        cell.moment.and_then(Moment::without_zone).map_or(ColumnInput::Null, ColumnInput::Moment)
    }),
    column("url", Type::Text, |cell| ColumnInput::text(cell.url.as_deref())),
];

/// The records of all tables of a page, each with its cells.
pub(crate) struct PageRecords {
    records: Vec<(RecordRow, Vec<CellRow>)>,
    /// What is said if something of them is left out.
    pub(crate) warning: Option<String>,
}

impl PageRecords {
    pub(crate) fn of(findings: &Findings) -> PageRecords {
        let tables = findings.tables().map_or(&[][..], |tables| tables.answer);
        let mut records = Vec::new();
        let RecordPaths { paths, warning, .. } = export::record_paths(findings.page(), tables);
        let mut paths = paths.into_iter();
        let columns = export::column_values_of_tables(findings.page(), tables);
        for (table_idx, (table, columns)) in tables.iter().zip(columns).enumerate() {
            let columns = TableColumns::of(columns);
            for row_idx in 0..table.rows.len() {
                let row = &table.rows[row_idx];
                let record = RecordRow {
                    table_idx,
                    table_role: table.role.as_str(),
                    table_confidence: table.confidence,
                    row_idx,
                    text: row.text.clone(),
                    ad: row.ad.clone(),
                    confidence: row.similarity,
                    xpaths: paths.next().unwrap_or_default(),
                };
                records.push((record, columns.cells(table, row_idx).collect()));
            }
        }
        PageRecords { records, warning }
    }

    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }
}

/// Records that grow one by one, each with the list of its cells.
pub(crate) struct Records {
    rows: Group<RecordRow>,
    cell_lists: Lists,
    cells: Group<CellRow>,
}

impl Records {
    pub(crate) fn new() -> Records {
        Records { rows: Group::new(RECORD), cell_lists: Lists::new(), cells: Group::new(CELL) }
    }

    /// The columns of a record.
    pub(crate) fn fields() -> Vec<Field> {
        let cells = field("cells", list_of(Fields::from(fields(CELL))));
        fields(RECORD).into_iter().chain([cells]).collect()
    }

    /// Adds a row without a record.
    pub(crate) fn append_null(&mut self) {
        self.rows.append(None);
        self.cell_lists.end(None);
    }

    /// About how many bytes of memory these would take.
    pub(crate) fn n_bytes_of(&self, records: &PageRecords) -> usize {
        let cells = |cells: &[CellRow]| cells.iter().map(|cell| self.cells.n_bytes_of(cell)).sum::<usize>();
        records.records.iter().map(|(row, of_row)| self.rows.n_bytes_of(row) + cells(of_row)).sum()
    }

    /// Adds the records of a page.
    pub(crate) fn append_all(&mut self, records: &PageRecords) {
        for (row, cells) in &records.records {
            self.rows.append(Some(row));
            for cell in cells {
                self.cells.append(Some(cell));
            }
            self.cell_lists.end(Some(self.cells.n_rows()));
        }
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.rows.n_rows()
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.rows.n_bytes() + self.cells.n_bytes()
    }

    pub(crate) fn finish(&mut self) -> Vec<ArrayRef> {
        let cells = self.cells.finish();
        let cells = self.cell_lists.finish(Fields::from(fields(CELL)), cells);
        self.rows.finish().into_iter().chain([cells]).collect()
    }
}

/// The columns of a table, those of money with their currencies beside them.
struct TableColumns {
    columns: Vec<(ColumnValues, Option<ColumnValues>)>,
}

impl TableColumns {
    fn of(values: Vec<ColumnValues>) -> TableColumns {
        let mut columns: Vec<(ColumnValues, Option<ColumnValues>)> = Vec::new();
        for column in values {
            match (column.part, columns.last_mut()) {
                (ColumnPart::Value, _) => columns.push((column, None)),
                (ColumnPart::Currency, Some((_, currency))) => *currency = Some(column),
                // The cell has all of what the page says.
                _ => {}
            }
        }
        TableColumns { columns }
    }

    /// The cells that a record has.
    fn cells(&self, table: &Table, row_idx: usize) -> impl Iterator<Item = CellRow> {
        self.columns.iter().filter_map(move |(column, currency)| {
            let cell = table.cell(row_idx, column.column_idx)?;
            let value = column.values[row_idx].clone();
            Some(CellRow {
                name: column.name.clone(),
                value_type: column.value_type.as_str(),
                text: cell.text.clone(),
                number: cell.value.number().and_then(|number| number.scaled(SCALE)),
                currency: currency.as_ref().and_then(|currency| currency.values[row_idx].clone()),
                moment: cell.value.moment(),
                url: value.clone().filter(|_| cell.value == CellValue::Address),
                value,
            })
        })
    }
}
