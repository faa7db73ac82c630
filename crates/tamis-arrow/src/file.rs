//! Batches as the bytes of a file: Parquet, or the file format of Arrow.
//!
//! Nothing here touches a disk. Bytes are taken as they become ready and in order, so that a file, a pipe or a test gets them
//! without ever going back; without those at the end it is no file. The same batches give the same bytes.
//!
//! # How memory is bounded
//! Small batches, such as those of one page, wait until they make a block of [`MAX_BLOCK_BYTES`] or [`MAX_BLOCK_ROWS`]. Parquet
//! holds the encoded columns of a row group back, up to [`MAX_GROUP_BYTES`] or [`MAX_GROUP_ROWS`]. Beyond that only the place of each
//! block is remembered, which the end of the file lists.

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter as ArrowFileWriter;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;
use std::fmt;
use std::sync::Arc;

/// Bytes of memory of the batches that wait.
const MAX_BLOCK_BYTES: usize = 8 << 20;
/// Their rows.
const MAX_BLOCK_ROWS: usize = 8 << 10;
/// Bytes of a row group, encoded. They are in memory twice while they are handed over, so that larger ones cost more than readers
/// gain by them.
const MAX_GROUP_BYTES: usize = 16 << 20;
/// Rows of a row group.
const MAX_GROUP_ROWS: usize = 128 << 10;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileFormat {
    /// Parquet, compressed with Zstandard, with statistics.
    Parquet,
    /// The file format of Arrow, also called Feather 2; not compressed, so that it can be used where it lies.
    Arrow,
}

/// Why batches did not become a file: one of them has other columns than the file, or is too large for its format.
#[derive(Debug, thiserror::Error)]
#[error("cannot be written as {format}: {reason}")]
pub struct FileError {
    format: FileFormat,
    reason: String,
}

/// Turns batches into the bytes of a file.
///
/// ```
/// use tamis_arrow::{FileFormat, FileWriter, RowKind, Rows};
///
/// let mut file = FileWriter::new(FileFormat::Parquet, RowKind::Text.schema())?;
/// file.write(Rows::new(RowKind::Text).finish())?;
/// let mut bytes = file.take();
/// bytes.extend(file.finish()?);
/// assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
/// # Ok::<(), tamis_arrow::FileError>(())
/// ```
pub struct FileWriter {
    schema: SchemaRef,
    encoder: Encoder,
    /// Batches that are too small by themselves.
    waiting: Vec<RecordBatch>,
    n_waiting_rows: usize,
    n_waiting_bytes: usize,
}

enum Encoder {
    Parquet(Box<ArrowWriter<Vec<u8>>>),
    Arrow(Box<ArrowFileWriter<Vec<u8>>>),
}

impl FileWriter {
    /// Begins a file of batches with these columns.
    ///
    /// # Errors
    /// The format has no place for one of the columns.
    pub fn new(format: FileFormat, schema: SchemaRef) -> Result<FileWriter, FileError> {
        let encoder = match format {
            FileFormat::Parquet => {
                let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties(&schema)));
                Encoder::Parquet(Box::new(writer.map_err(|error| fail(format, &error))?))
            }
            FileFormat::Arrow => {
                let writer = ArrowFileWriter::try_new(Vec::new(), &schema);
                Encoder::Arrow(Box::new(writer.map_err(|error| fail(format, &error))?))
            }
        };
        Ok(FileWriter { schema, encoder, waiting: Vec::new(), n_waiting_rows: 0, n_waiting_bytes: 0 })
    }

    /// A file of one batch.
    ///
    /// # Errors
    /// The format has no place for one of the columns, or a column has more than 2 GiB of text.
    pub fn whole(format: FileFormat, batch: RecordBatch) -> Result<Vec<u8>, FileError> {
        let mut file = FileWriter::new(format, batch.schema())?;
        file.write(batch)?;
        file.finish()
    }

    /// Adds rows.
    ///
    /// # Errors
    /// The batch has other columns, or a column of the block has more than 2 GiB of text.
    pub fn write(&mut self, batch: RecordBatch) -> Result<(), FileError> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        if !Arc::ptr_eq(batch.schema_ref(), &self.schema) && batch.schema_ref().fields() != self.schema.fields() {
            return Err(fail(self.format(), &"the rows have other columns than the file"));
        }
        let n_bytes = batch.get_array_memory_size();
        // One that is large stays alone: together they might be too large for their offsets.
        if n_bytes >= MAX_BLOCK_BYTES {
            self.write_waiting()?;
        }
        self.n_waiting_rows += batch.num_rows();
        self.n_waiting_bytes += n_bytes;
        self.waiting.push(batch);
        if self.n_waiting_rows >= MAX_BLOCK_ROWS || self.n_waiting_bytes >= MAX_BLOCK_BYTES {
            self.write_waiting()?;
        }
        Ok(())
    }

    fn write_waiting(&mut self) -> Result<(), FileError> {
        let waiting = std::mem::take(&mut self.waiting);
        (self.n_waiting_rows, self.n_waiting_bytes) = (0, 0);
        if waiting.is_empty() {
            return Ok(());
        }
        let format = self.format();
        let block = concat_batches(&self.schema, &waiting).map_err(|error| fail(format, &error))?;
        match &mut self.encoder {
            Encoder::Parquet(writer) => writer.write(&block).map_err(|error| fail(format, &error)),
            Encoder::Arrow(writer) => writer.write(&block).map_err(|error| fail(format, &error)),
        }
    }

    /// The bytes that are ready and were not taken yet.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(match &mut self.encoder {
            Encoder::Parquet(writer) => writer.inner_mut(),
            Encoder::Arrow(writer) => writer.get_mut(),
        })
    }

    /// The bytes that were not taken yet, to the end of the file.
    ///
    /// # Errors
    /// A column of the last block has more than 2 GiB of text.
    pub fn finish(mut self) -> Result<Vec<u8>, FileError> {
        self.write_waiting()?;
        let format = self.format();
        match self.encoder {
            Encoder::Parquet(writer) => writer.into_inner().map_err(|error| fail(format, &error)),
            Encoder::Arrow(writer) => writer.into_inner().map_err(|error| fail(format, &error)),
        }
    }

    fn format(&self) -> FileFormat {
        match self.encoder {
            Encoder::Parquet(_) => FileFormat::Parquet,
            Encoder::Arrow(_) => FileFormat::Arrow,
        }
    }
}

/// No clock and no machine is in a file: the same rows are the same bytes.
fn properties(schema: &SchemaRef) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("tamis ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(MAX_GROUP_ROWS))
        .set_max_row_group_bytes(Some(MAX_GROUP_BYTES));
    // Where programs look that do not know Arrow.
    let mut said: Vec<(&String, &String)> = schema.metadata().iter().collect();
    said.sort();
    let said = said.into_iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    properties = properties.set_key_value_metadata(Some(said.collect()));
    // No two pages have the same text: a dictionary of them would be built to be thrown away.
    for column in ["text", "markdown"].into_iter().filter(|name| schema.index_of(name).is_ok()) {
        properties = properties.set_column_dictionary_enabled(ColumnPath::from(column), false);
    }
    properties.build()
}

fn fail(format: FileFormat, reason: &dyn fmt::Display) -> FileError {
    FileError { format, reason: reason.to_string() }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            FileFormat::Parquet => "Parquet",
            FileFormat::Arrow => "Arrow",
        })
    }
}

impl fmt::Debug for FileWriter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("FileWriter").field("format", &self.format()).finish_non_exhaustive()
    }
}
