//! Writes the records of all pages of a web archive into a Parquet file.
//!
//! `cargo run -p tamis-arrow --features files --example archive_to_parquet -- pages.warc.gz records.parquet`
#![expect(clippy::print_stdout, reason = "the answer of an example")]

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::Write;
use tamis::source::{Source, SourceOptions, Sources};
use tamis::{PageReader, Recipe, Task};
use tamis_arrow::{FileFormat, FileWriter, RowKind, Rows};

/// Rows are handed to the file when they hold this many bytes.
const BATCH_BYTES: usize = 16 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(archive), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: archive_to_parquet ARCHIVE OUTPUT".into());
    };
    let mut output = File::create(output)?;
    let mut file = FileWriter::new(FileFormat::Parquet, RowKind::Records.schema())?;
    let mut rows = Rows::new(RowKind::Records);
    let mut reader = PageReader::default();
    let mut n_pages = 0;
    // The archive is read page by page, in constant memory.
    for input in Sources::find(&[archive.into()], SourceOptions::default())?.inputs() {
        let origin = input.origin.clone();
        let capture = input.read(&reader.limits())?;
        rows.add(&origin, &reader.ask(capture, &[Recipe::default_for(Task::Records)])?);
        n_pages += 1;
        if rows.n_bytes() > BATCH_BYTES {
            file.write(rows.finish())?;
            output.write_all(&file.take())?;
        }
    }
    file.write(rows.finish())?;
    output.write_all(&file.finish()?)?;
    println!("{n_pages} pages");
    Ok(())
}
