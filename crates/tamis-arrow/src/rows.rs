//! The rows of many pages, whatever their tables look like: one schema a kind of output.

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use tamis::Findings;
use tamis::source::Origin;

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A page and its main text.
    Text,
    /// A record.
    Records,
    /// A page of a site: its template, text and records.
    Site,
}

impl Kind {
    /// The columns.
    pub fn schema(self) -> SchemaRef {
        let text = |name: &str| Field::new(name, DataType::Utf8, true);
        Arc::new(Schema::new(vec![text("url"), text("text"), text("error")]))
    }
}

/// Rows that become a batch.
#[derive(Debug)]
pub struct Rows {
    kind: Kind,
    columns: [StringBuilder; 3],
}

impl Rows {
    /// No rows yet.
    pub fn new(kind: Kind) -> Rows {
        Rows { kind, columns: Default::default() }
    }

    /// The rows of a page.
    pub fn add(&mut self, origin: &Origin, findings: &Findings) {
        let _ = origin;
        self.columns[0].append_option(findings.page().url());
        self.columns[1].append_value(findings.text());
        self.columns[2].append_null();
    }

    /// The row of a page that failed.
    pub fn add_failed(&mut self, origin: &Origin, url: Option<&str>, error: &str) {
        let _ = origin;
        self.columns[0].append_option(url);
        self.columns[1].append_null();
        self.columns[2].append_value(error);
    }

    /// How many there are.
    pub fn n_rows(&self) -> usize {
        0
    }

    /// About how many bytes of memory they take.
    pub fn n_bytes(&self) -> usize {
        0
    }

    /// The batch; there are no rows after it.
    pub fn finish(&mut self) -> RecordBatch {
        let columns = self.columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        RecordBatch::try_new(self.kind.schema(), columns).expect("invariant: the columns are those of the schema")
    }
}
