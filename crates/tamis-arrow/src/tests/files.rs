//! Files, read back.

use super::{SHOP, ask};
use crate::{FileFormat, FileWriter};
use crate::{RowKind, Rows};
use arrow_array::RecordBatch;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::RowGroupMetaData;
use tamis::Task;
use tamis::source::Origin;

fn rows(n_pages: usize) -> Vec<RecordBatch> {
    let findings = ask(SHOP, &[Task::Records]);
    let row = |number| {
        let mut rows = Rows::new(RowKind::Records);
        rows.add(&Origin::Path(format!("{number}.html").into()), &findings);
        rows.finish()
    };
    (0..n_pages).map(row).collect()
}

fn written(format: FileFormat, batches: &[RecordBatch]) -> Vec<u8> {
    let mut file = FileWriter::new(format, RowKind::Records.schema()).expect("begins");
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
    let all = arrow_select::concat::concat_batches(&RowKind::Records.schema(), &batches).expect("have one schema");
    let parquet = written(FileFormat::Parquet, &batches);
    assert_eq!(parquet, written(FileFormat::Parquet, &batches));
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(parquet)).expect("is Parquet");
    assert_eq!(reader.metadata().num_row_groups(), 1);
    assert!(reader.metadata().file_metadata().created_by().is_some_and(|by| by.starts_with("tamis ")));
    assert_eq!(reader.schema().metadata()["tamis.schema"], "records");
    let read: Vec<RecordBatch> = reader.build().expect("can be read").map(|batch| batch.expect("is read")).collect();
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
        let mut rows = Rows::new(RowKind::Text);
        rows.add_failed(&Origin::StandardInput, None, &(0..n_bytes).map(|_| letter()).collect::<String>());
        rows.finish()
    })
}

#[test]
fn row_groups_are_written_when_they_are_full_and_none_is_much_larger() {
    let mut file = FileWriter::new(FileFormat::Parquet, RowKind::Text.schema()).expect("begins");
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
    assert_eq!(reader.schema().fields(), RowKind::Records.schema().fields());
}

#[test]
fn rows_of_other_columns_are_refused() {
    let mut file = FileWriter::new(FileFormat::Parquet, RowKind::Text.schema()).expect("begins");
    let refused = rows(1).into_iter().try_for_each(|batch| file.write(batch)).and_then(|()| file.finish().map(drop));
    assert!(refused.is_err_and(|error| error.to_string().contains("Parquet")));
}
