//! Archives that others write, and others that read ours: warcio and fastwarc, the two that most tools are built on.
//!
//! `./test` sets up a Python that has them and names it in `TAMIS_WARC_PYTHON`. Where there is none these tests fail and say how
//! to get one; `TAMIS_SKIP_PYTHON_TESTS=1` leaves them out.

mod fixtures;
mod server;

use fixtures::{members, numbers, pages, visit};
use server::coded::{gzip, zlib};
use server::{Answer, Server};
use std::path::{Path, PathBuf};
use std::process::Command;
use tamis_fetch::http::Client;
use tamis_fetch::warc::{Archive, NewRecord, ReadOptions, RecordKind, WarcWriter, store};

const HELP: &str =
    "help: python3 -m venv target/venv && target/venv/bin/pip install warcio fastwarc, or TAMIS_SKIP_PYTHON_TESTS=1";

fn is_left_out() -> bool {
    std::env::var_os("TAMIS_SKIP_PYTHON_TESTS").is_some_and(|value| value == "1")
}

fn python(command: &str, library: &str, path: &Path) -> String {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = std::env::var_os("TAMIS_WARC_PYTHON").map(PathBuf::from);
    let python = python.unwrap_or_else(|| here.join("../../target/venv/bin/python"));
    let output = Command::new(&python)
        .arg(here.join("tests/interop/archives.py"))
        .args([command, library])
        .arg(path)
        .output()
        .unwrap_or_else(|error| panic!("cannot start {}: {error}\n{HELP}", python.display()));
    assert!(output.status.success(), "{library}: {}\n{HELP}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn both_read_ours() {
    if is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ours.warc.gz");
    let mut records = pages(30);
    records.extend(visit("bytes", "application/octet-stream", &(0..=255).collect::<Vec<u8>>()));
    let metadata = NewRecord::new(RecordKind::Metadata, fixtures::DATE, "fetchTimeMs: 12\r\n");
    records.push(metadata.with_content_type("application/warc-fields").with_target("https://lamps.example/page/0"));
    std::fs::write(&path, members(&records).concat()).unwrap();
    for library in ["warcio", "fastwarc"] {
        let lines = python("read", library, &path);
        let found: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(found.len(), records.len(), "{library}");
        for (found, record) in found.iter().zip(&records) {
            assert_eq!(found[0], record.kind.name(), "{library}");
            assert_eq!(found[1].as_str(), record.target.as_deref(), "{library}");
            if let Some(start) = record.payload_start {
                assert_eq!(found[2], sha1_hex(&record.block[start..]), "{library}");
                assert_eq!(found[3], 200, "{library}");
            }
        }
    }
}

#[test]
fn both_read_what_was_fetched() {
    if is_left_out() {
        return;
    }
    let server = Server::start(|request| match request.path() {
        "/from" => Answer::redirect(302, "/gzip"),
        "/gzip" => Answer::html(gzip(b"<p>A lamp")).header("Content-Encoding", "gzip").chunked(5),
        "/deflate" => Answer::html(zlib(b"<p>A lamp")).header("Content-Encoding", "deflate"),
        "/empty" => Answer::new(204, ""),
        _ => Answer::html("<p>A lamp").until_closed(),
    });
    let client = Client::new(server.options()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fetched.warc.gz");
    let mut writer = WarcWriter::append(&path).unwrap();
    let mut exchanges = Vec::new();
    for page in ["/from", "/deflate", "/empty", "/plain"] {
        let fetched = client.get(&server.url(page)).unwrap();
        store(&mut writer, &fetched).unwrap();
        exchanges.extend(fetched.exchanges);
    }
    for library in ["warcio", "fastwarc"] {
        let lines = python("read", library, &path);
        let found: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (requests, responses): (Vec<_>, Vec<_>) = found.iter().partition(|record| record[0] == "request");
        assert_eq!((requests.len(), responses.len()), (exchanges.len(), exchanges.len()), "{library}");
        for (request, (response, exchange)) in requests.iter().zip(responses.iter().zip(&exchanges)) {
            assert_eq!(request[1], exchange.url.as_str(), "{library}");
            assert_eq!((&response[1], &response[3]), (&request[1], &exchange.status.into()), "{library}");
            let is_plain = !exchange.headers.iter().any(|(name, _)| name == "content-encoding");
            // warcio undoes content codings, fastwarc leaves that to its user.
            let body = if is_plain || library == "fastwarc" { &exchange.body[..] } else { b"<p>A lamp" };
            assert_eq!(response[2], sha1_hex(body), "{library}: {}", exchange.url);
        }
    }
}

fn sha1_hex(bytes: &[u8]) -> String {
    use sha1::Digest;
    sha1::Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn we_read_what_both_write() {
    if is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (library, name) in [
        ("warcio", "a.warc"),
        ("warcio", "a.warc.gz"),
        ("fastwarc", "a.warc"),
        ("fastwarc", "a.warc.gz"),
        ("fastwarc", "a.warc.zst"),
    ] {
        let path = folder.path().join(name);
        python("write", library, &path);
        let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
        let pages: Vec<_> = archive.by_ref().map(|page| page.unwrap()).collect();
        let statistics = archive.statistics();
        assert_eq!((statistics.damaged, statistics.unresolved_revisits), (0, 0), "{library} {name}");
        assert_eq!(pages.len(), if library == "warcio" { 21 } else { 20 }, "{library} {name}");
        for (number, page) in pages.iter().enumerate() {
            let number = number.min(19);
            let expect = format!("<!doctype html><title>{number}</title><p>{}", "ein Lämpchen ".repeat(number));
            assert_eq!(String::from_utf8_lossy(&page.capture.body), expect, "{library} {name}");
            assert_eq!(page.record.http_status, Some(200), "{library} {name}");
        }
        if library == "warcio" {
            assert_eq!(
                (pages[20].record.kind, pages[20].capture.url.as_ref().unwrap().path()),
                (RecordKind::Revisit, "/again")
            );
        }
    }
    // The fixtures of the other tests are the same for all.
    assert_eq!(numbers(&fixtures::read(&members(&pages(1)).concat()).0), [0]);
}
