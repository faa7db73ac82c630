//! Runs `examples/archive_to_parquet.rs` on an archive of two pages of the repository.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A page as a record of an archive.
fn record(url: &str, html: &str) -> String {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-02-03T10:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{:012}>\r\nContent-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{http}\r\n\r\n",
        html.len(),
        http.len()
    )
}

#[test]
fn an_archive_becomes_a_parquet_file() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate is two folders below the root");
    let page = |name: &str| fs::read_to_string(root.join("examples").join(name)).expect("it is in the repository");
    let room = tempfile::tempdir().expect("a temporary directory");
    let archive = record("https://slip-and-ash.example/kitchen", &page("shop.html"))
        + &record("https://slip-and-ash.example/kitchen?page=2", &page("shop-2.html"));
    fs::write(room.path().join("shop.warc"), archive).expect("there is room");

    let test = std::env::current_exe().expect("a test is a program");
    let folder = test.ancestors().nth(2).expect("it is in target/PROFILE/deps").join("examples");
    let program = folder.join("archive_to_parquet").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is not built: run `cargo build -p tamis-arrow --examples`", program.display());
    let ran = Command::new(program).args(["shop.warc", "shop.parquet"]).current_dir(room.path()).output();
    let ran = ran.expect("it is built");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "2 pages\n", "{}", String::from_utf8_lossy(&ran.stderr));
    let bytes = fs::read(room.path().join("shop.parquet")).expect("it was written");
    let rows = parquet::arrow::arrow_reader::ParquetRecordBatchReader::try_new(bytes::Bytes::from(bytes), 1024);
    let n_rows: usize = rows.expect("a Parquet file").map(|batch| batch.expect("rows").num_rows()).sum();
    assert_eq!(n_rows, 20);
}
