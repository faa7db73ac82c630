//! Parquet and Arrow: what goes into a file of one page, and a file of many that is made as the pages come.

use crate::failure::failure;
use anyhow::{Error, Result};
use std::sync::Arc;
use tamis::Findings;
use tamis::export::Format;
use tamis::export::content::ContentOptions;
use tamis::source::Origin;
use tamis::wrapper::Wrapper;
use tamis_arrow::{FileError, FileFormat, FileWriter, RecordBatch, RowKind, Rows, SchemaRef, WrapperRows};

/// Which rows a page becomes.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Those of a kind of output.
    Rows(RowKind, ContentOptions, bool),
    /// Those that a wrapper declares.
    Wrapper(Arc<Wrapper>),
}

/// The rows of a page.
pub(crate) type PageRows = RecordBatch;

impl Shape {
    /// A row a page, with its text.
    pub(crate) fn text(content: ContentOptions, has_markdown: bool) -> Shape {
        Shape::Rows(RowKind::Text, content, has_markdown)
    }

    /// A row a record.
    pub(crate) fn records() -> Shape {
        Shape::Rows(RowKind::Records, ContentOptions::for_format(Format::Json), false)
    }

    /// A row a page, with its template, text, records and blocks.
    pub(crate) fn site() -> Shape {
        Shape::Rows(RowKind::Site, ContentOptions::for_format(Format::Json), false)
    }

    /// A row a record, with the columns of a wrapper.
    pub(crate) fn wrapper(wrapper: &Wrapper) -> Shape {
        Shape::Wrapper(Arc::new(wrapper.clone()))
    }

    /// The rows of a page.
    pub(crate) fn rows(&self, origin: &Origin, site: Option<&str>, findings: &Findings) -> PageRows {
        match self {
            Shape::Rows(kind, content, has_markdown) => {
                let mut rows = Rows::new(*kind).with_content(*content, *has_markdown);
                match site {
                    Some(site) => rows.add_of_site(origin, site, findings),
                    None => rows.add(origin, findings),
                }
                rows.finish()
            }
            Shape::Wrapper(wrapper) => {
                let mut rows = WrapperRows::new(wrapper);
                rows.add(origin, findings);
                rows.finish()
            }
        }
    }

    /// The row of a page that failed.
    fn failed(&self, origin: &Origin, site: Option<&str>, error: &str) -> PageRows {
        match self {
            Shape::Rows(kind, ..) => {
                let mut rows = Rows::new(*kind);
                match site {
                    Some(site) => rows.add_failed_of_site(origin, site, None, error),
                    None => rows.add_failed(origin, None, error),
                }
                rows.finish()
            }
            Shape::Wrapper(wrapper) => {
                let mut rows = WrapperRows::new(wrapper);
                rows.add_failed(origin, None, error);
                rows.finish()
            }
        }
    }

    fn schema(&self) -> SchemaRef {
        match self {
            Shape::Rows(kind, ..) => kind.schema(),
            Shape::Wrapper(wrapper) => WrapperRows::new(wrapper).schema(),
        }
    }
}

/// A file with the rows of one page.
pub(crate) fn file_of_page(format: Format, rows: PageRows) -> Result<Vec<u8>> {
    FileWriter::whole(file_format(format), rows).map_err(Error::new)
}

/// A file with one table, its columns in their own types.
pub(crate) fn file_of_table(format: Format, findings: &Findings, table_idx: usize) -> Result<Vec<u8>> {
    let table = findings.tables().and_then(|tables| tables.answer.get(table_idx));
    let rows = table.map_or_else(tamis_arrow::empty_table, |table| tamis_arrow::table(findings.page(), table));
    file_of_page(format, rows)
}

/// A file of many pages. It hands over its bytes as they become ready.
pub(crate) struct ColumnarFile {
    shape: Shape,
    writer: FileWriter,
}

impl ColumnarFile {
    /// Begins the file.
    pub(crate) fn begin(format: Format, shape: Shape) -> Result<ColumnarFile> {
        let writer = FileWriter::new(file_format(format), shape.schema()).map_err(explain)?;
        Ok(ColumnarFile { shape, writer })
    }

    /// Adds the rows of a page.
    pub(crate) fn add(&mut self, rows: PageRows) -> Result<Vec<u8>> {
        self.writer.write(rows).map_err(explain)?;
        Ok(self.writer.take())
    }

    /// Adds the row of a page that failed.
    pub(crate) fn add_failed(&mut self, origin: &Origin, site: Option<&str>, error: &str) -> Result<Vec<u8>> {
        let rows = self.shape.failed(origin, site, error);
        self.add(rows)
    }

    /// The end of the file.
    pub(crate) fn finish(self) -> Result<Vec<u8>> {
        self.writer.finish().map_err(explain)
    }
}

fn file_format(format: Format) -> FileFormat {
    if format == Format::Parquet { FileFormat::Parquet } else { FileFormat::Arrow }
}

fn explain(error: FileError) -> Error {
    failure(Error::new(error), "use --format jsonl, which has no such limit")
}
