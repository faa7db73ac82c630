//! How fast archives are read: decompressed megabytes a second on one core, ours and, if it is there, Python's fastwarc.
//!
//! `TAMIS_BENCH_PAGES` names a folder with HTML files, of which an archive of `TAMIS_BENCH_MB` megabytes (200) is made; without
//! it pages are made up. With `TAMIS_BENCH_ARCHIVE` only that archive is read, and the memory that it took is told. `TAMIS_BENCH_PYTHON` is a Python that has fastwarc; `target/venv/bin/python` otherwise.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use tamis_fetch::warc::{Archive, HttpResponse, NewRecord, ReadOptions, RecordKind, WarcWriter};

const DATE: &str = "2024-01-02T03:04:05Z";
const N_RUNS: usize = 5;

fn main() {
    if let Some(archive) = std::env::var_os("TAMIS_BENCH_ARCHIVE") {
        let speed = (0..N_RUNS).map(|_| read(Path::new(&archive))).fold(0.0, f64::max);
        println!("{speed:.0} MB/s, most memory used: {}", peak_memory());
        return;
    }
    let n_megabytes =
        std::env::var("TAMIS_BENCH_MB").map_or(200, |text| text.parse().expect("TAMIS_BENCH_MB is a number"));
    let folder = tempfile::tempdir().expect("a temporary directory");
    let gz = folder.path().join("bench.warc.gz");
    let zst = folder.path().join("bench.warc.zst");
    let plain = folder.path().join("bench.warc");
    write(&gz, &pages(), n_megabytes << 20);
    recode(&gz, &zst, &plain);
    println!("{} MB, the best of {N_RUNS} runs", std::fs::metadata(&plain).unwrap().len() >> 20);
    for path in [&plain, &gz, &zst] {
        report(path);
    }
}

fn report(path: &Path) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let ours = (0..N_RUNS).map(|_| read(path)).fold(0.0, f64::max);
    let threads = (0..N_RUNS).map(|_| read_on_two_threads(path)).fold(0.0, f64::max);
    let theirs = fastwarc(path).map_or_else(|| "–".to_owned(), |speed| format!("{speed:.0}"));
    println!("{name:16} ours {ours:5.0} MB/s   opened on a second thread {threads:5.0}   Python fastwarc {theirs:>5}");
}

fn read(path: &Path) -> f64 {
    let started = Instant::now();
    let mut archive = Archive::open(path, ReadOptions::default()).unwrap();
    let n_bytes: usize = archive.by_ref().map(|page| page.unwrap().capture.body.len()).sum();
    assert!(n_bytes > 0);
    archive.statistics().decoded_bytes as f64 / started.elapsed().as_secs_f64() / f64::from(1 << 20)
}

fn read_on_two_threads(path: &Path) -> f64 {
    let started = Instant::now();
    let mut archive = Archive::open(path, ReadOptions::default()).unwrap();
    let (send, receive) = std::sync::mpsc::sync_channel(64);
    let n_bytes = std::thread::scope(|scope| {
        let opened = scope.spawn(move || {
            let pages = receive.into_iter().filter_map(tamis_fetch::warc::RawPage::open);
            pages.map(|page| page.capture.body.len()).sum::<usize>()
        });
        while let Some(raw) = archive.next_raw() {
            send.send(raw.unwrap()).unwrap();
        }
        drop(send);
        opened.join().unwrap()
    });
    assert!(n_bytes > 0);
    archive.statistics().decoded_bytes as f64 / started.elapsed().as_secs_f64() / f64::from(1 << 20)
}

/// Pages to fill an archive with.
fn pages() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("TAMIS_BENCH_PAGES") else { return Vec::new() };
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn write(path: &Path, pages: &[PathBuf], n_bytes: usize) {
    let mut writer = WarcWriter::append(path).unwrap();
    writer.write(&NewRecord::warcinfo(DATE, &[("software", "tamis")])).unwrap();
    let headers = [
        ("Content-Type".to_owned(), "text/html; charset=utf-8".to_owned()),
        ("Server".to_owned(), "nginx".to_owned()),
        ("Cache-Control".to_owned(), "max-age=600".to_owned()),
    ];
    let mut written = 0;
    for number in 0.. {
        if written >= n_bytes {
            break;
        }
        let body = match pages.get(number % pages.len().max(1)) {
            Some(page) => std::fs::read(page).unwrap(),
            None => made_up(number),
        };
        let target = format!("https://pages.example/{number}");
        let response = HttpResponse { status: 200, headers: &headers, body: &body };
        writer.write(&NewRecord::request(target.as_str(), DATE, "GET / HTTP/1.1\r\n\r\n")).unwrap();
        writer.write(&NewRecord::response(target.as_str(), DATE, response)).unwrap();
        let metadata = NewRecord::new(RecordKind::Metadata, DATE, "fetchTimeMs: 12\r\n").with_target(target);
        writer.write(&metadata).unwrap();
        written += body.len();
    }
}

fn made_up(number: usize) -> Vec<u8> {
    let mut page = String::from("<!doctype html><title>Lamps</title><ul>");
    let mut state = number as u64 + 1;
    for row in 0..400 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        page += &format!(
            "<li class=\"lamp item\"><a href=\"/lamps/{:x}\">Lamp {row}</a> <b>{} €</b></li>\n",
            state >> 40,
            state >> 54
        );
    }
    page.into_bytes()
}

/// Writes the records of a gzip archive again, as Zstandard frames and without compression.
fn recode(gz: &Path, zst: &Path, plain: &Path) {
    let mut zst = File::create(zst).unwrap();
    let mut plain = File::create(plain).unwrap();
    let bytes = std::fs::read(gz).unwrap();
    let mut rest = bytes.as_slice();
    let mut member = vec![0; 64 << 20];
    let mut frame = Vec::new();
    while !rest.is_empty() {
        let mut inflate = flate2::Decompress::new_gzip(15);
        inflate.decompress(rest, &mut member, flate2::FlushDecompress::Finish).unwrap();
        let record = &member[..inflate.total_out() as usize];
        rest = &rest[inflate.total_in() as usize..];
        frame.clear();
        frame.reserve(zstd_safe::compress_bound(record.len()));
        zstd_safe::compress(&mut frame, record, 3).unwrap();
        zst.write_all(&frame).unwrap();
        plain.write_all(record).unwrap();
    }
}

fn fastwarc(path: &Path) -> Option<f64> {
    const SCRIPT: &str = "
import sys, time
from fastwarc.warc import ArchiveIterator, WarcRecordType
best = 0
for _ in range(5):
    started = time.perf_counter()
    n = 0
    for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response, parse_http=True):
        n += len(record.reader.read())
    assert n
    best = max(best, int(sys.argv[2]) / (time.perf_counter() - started) / (1 << 20))
print(best)
";
    let n_bytes = std::fs::metadata(path.with_extension("").with_extension("warc"))
        .or_else(|_| std::fs::metadata(path))
        .ok()?
        .len();
    let python = std::env::var_os("TAMIS_BENCH_PYTHON")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/venv/bin/python"), PathBuf::from);
    let output = Command::new(python).args(["-c", SCRIPT]).arg(path).arg(n_bytes.to_string()).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}
