//! What is read from an archive, in every form that it can have.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod fixtures;

use fixtures::{DATE, gzip, members, numbers, pages, plain, read, read_with, visit, zstd, zstd_with};
use std::fs;
use std::path::PathBuf;
use tamis_fetch::warc::{
    Archive, ArchivePage, Cdx, HttpResponse, MediaTypes, NewRecord, Others, ReadOptions, RecordKind, WarcWriter,
};
use tempfile::TempDir;
use url::Url;

fn url(path: &str) -> Url {
    Url::parse("https://lamps.example/").unwrap().join(path).unwrap()
}

fn file(name: &str, bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    (folder, path)
}

fn all(archive: &mut Archive) -> Vec<ArchivePage> {
    archive.by_ref().map(|page| page.unwrap()).collect()
}

/// Writes the records in every form; each form with its name.
fn forms(records: &[NewRecord]) -> Vec<(&'static str, Vec<u8>)> {
    let plain = plain(records);
    let dictionary = [b"WARC/1.1 lamp WARC-Type: response https://lamps.example/ ".as_slice(); 20].concat();
    let frame = |magic: u32, content: &[u8]| {
        [magic.to_le_bytes().as_slice(), &(content.len() as u32).to_le_bytes(), content].concat()
    };
    let with_dictionary = || plain.iter().flat_map(|record| zstd_with(record, &dictionary));
    vec![
        ("plain", plain.concat()),
        ("gzip, a member a record", members(records).concat()),
        ("gzip, one member", gzip(&plain.concat())),
        ("gzip, blocks of 100 bytes", plain.concat().chunks(100).flat_map(gzip).collect()),
        ("gzip, padded with zeros", [members(records).concat(), vec![0; 1000]].concat()),
        ("zstd, a frame a record", plain.iter().flat_map(|record| zstd(record)).collect()),
        ("zstd, one frame", zstd(&plain.concat())),
        ("zstd with a dictionary", frame(0x184D_2A5D, &dictionary).into_iter().chain(with_dictionary()).collect()),
        (
            "zstd with a compressed dictionary",
            frame(0x184D_2A5D, &zstd(&dictionary)).into_iter().chain(with_dictionary()).collect(),
        ),
        (
            "zstd with frames to skip",
            plain.iter().flat_map(|record| [frame(0x184D_2A50, b"skip"), zstd(record)].concat()).collect(),
        ),
    ]
}

#[test]
fn every_form_gives_the_same_pages() {
    for (name, bytes) in forms(&pages(50)) {
        let (pages, statistics) = read(&bytes);
        assert_eq!(numbers(&pages), (0..50).collect::<Vec<_>>(), "{name}");
        assert_eq!((statistics.records, statistics.pages, statistics.other_kinds), (101, 50, 51), "{name}");
        assert_eq!((statistics.damaged, statistics.bytes), (0, bytes.len() as u64), "{name}");
        let page = &pages[7];
        assert_eq!(page.capture.url, Some(url("page/7")), "{name}");
        assert_eq!(page.capture.charset_hint(), Some("utf-8"), "{name}");
        assert_eq!((page.record.kind, page.record.http_status), (RecordKind::Response, Some(200)), "{name}");
        assert_eq!(page.record.date.as_deref(), Some(DATE), "{name}");
        assert!(page.record.id.as_ref().unwrap().starts_with("urn:uuid:"), "{name}");
        assert!(page.record.digest.as_ref().unwrap().starts_with("sha1:"), "{name}");
    }
}

#[test]
fn every_page_is_found_again_at_its_place() {
    for (name, bytes) in forms(&pages(20)) {
        let (_folder, path) = file("a.warc", &bytes);
        let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
        let pages = all(&mut archive);
        assert_eq!(pages.len(), 20, "{name}");
        for page in &pages {
            let found = archive.page_of(page.capture.url.as_ref().unwrap()).unwrap();
            assert_eq!((&found.capture.body, &found.record.id), (&page.capture.body, &page.record.id), "{name}");
            if page.record.within == 0 {
                let found = archive.page_at(None, page.record.offset).unwrap().unwrap();
                assert_eq!(found.record.id, page.record.id, "{name}");
            }
            if let Some(length) = page.record.length.filter(|_| page.record.within == 0) {
                let alone = &bytes[page.record.offset as usize..(page.record.offset + length) as usize];
                assert!(name.contains("dictionary") || read(alone).0.len() == 1, "{name}");
            }
        }
        assert!(archive.page_at(None, bytes.len() as u64 + 5).unwrap().is_none(), "{name}");
        assert!(archive.page_at(None, 3).unwrap().is_none(), "{name}");
        assert_eq!(archive.page_of(&url("page/missing")), None, "{name}");
    }
}

#[test]
fn records_that_are_opened_elsewhere_are_the_same_pages() {
    let (_folder, path) = file("a.warc.gz", &members(&pages(30)).concat());
    let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
    let mut raw = Vec::new();
    while let Some(page) = archive.next_raw() {
        raw.push(page.unwrap());
    }
    let opened: Vec<ArchivePage> = std::thread::scope(|scope| {
        let threads: Vec<_> = raw.into_iter().map(|raw| scope.spawn(move || raw.open())).collect();
        threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect()
    });
    let mut again = Archive::open(&path, ReadOptions::default()).unwrap();
    let in_turn = all(&mut again);
    for (one, other) in opened.iter().zip(&in_turn) {
        assert_eq!((&one.capture.body, &one.record), (&other.capture.body, &other.record));
    }
    assert_eq!(opened.len(), 30);
    assert_eq!(archive.statistics(), again.statistics());
}

#[test]
fn an_archive_can_be_read_on_another_thread() {
    fn is_send<T: Send>() {}
    is_send::<Archive>();
    is_send::<tamis_fetch::warc::RawPage>();
    is_send::<Cdx>();
    is_send::<WarcWriter<fs::File>>();
}

#[test]
fn a_page_that_is_too_large_to_be_held_is_handed_out_and_cannot_be_opened() {
    let mut records = pages(2);
    records.extend(visit("large", "text/html", &vec![b'x'; 200_000]));
    records.extend(visit("large.png", "image/png", &vec![b'x'; 200_000]));
    records.extend(visit("small", "text/html", b"<p>lamp"));
    for (name, bytes) in forms(&records) {
        let options = ReadOptions::default().with_max_bytes(100_000);
        let mut archive = Archive::read(name, std::io::Cursor::new(bytes), options).unwrap();
        let raw: Vec<_> = std::iter::from_fn(|| archive.next_raw()).map(|page| page.unwrap()).collect();
        let large = raw[2].record();
        assert_eq!((large.target.as_deref(), large.http_status), (Some(url("large").as_str()), Some(200)), "{name}");
        let are_whole: Vec<bool> = raw.into_iter().map(|page| page.open().is_some()).collect();
        assert_eq!(are_whole, [true, true, false, true], "{name}");
        let statistics = archive.statistics();
        assert_eq!((statistics.pages, statistics.other_types, statistics.too_large), (4, 1, 0), "{name}");
    }
}

#[test]
fn what_is_not_asked_for_is_counted() {
    let mut records = pages(2);
    records.extend(visit("a.png", "image/png", b"\x89PNG"));
    records.extend(visit("odd", "", b"<html><p>no type"));
    records.extend(visit("odd.bin", "", b"\0\0\0"));
    records.extend(visit("large", "text/html", &[b'x'; 5000]));
    let resource = NewRecord::new(RecordKind::Resource, DATE, "<p>a file").with_content_type("text/html");
    records.push(resource.with_target("file:///a.html"));
    records.push(NewRecord::new(RecordKind::Conversion, DATE, "text").with_content_type("text/html"));
    let dns =
        NewRecord::new(RecordKind::Response, DATE, "20240102 lamps.example 1.2.3.4").with_content_type("text/dns");
    records.push(dns.with_target("dns:lamps.example"));
    for (name, bytes) in forms(&records) {
        let options = ReadOptions::default().with_max_bytes(4000);
        let (pages, statistics) = read_with(&bytes, options.clone());
        assert_eq!(pages.len(), 3, "{name}");
        assert_eq!(
            (
                statistics.other_types, statistics.too_large, statistics.not_http, statistics.other_kinds,
                statistics.damaged
            ),
            (2, 1, 1, 9, 0),
            "{name}"
        );
        let sum = statistics.pages + statistics.other_types + statistics.too_large + statistics.not_http;
        assert_eq!(sum + statistics.other_kinds, statistics.records, "{name}");
        let (pages, _) = read_with(&bytes, options.clone().with_others(Others::Resources));
        assert_eq!(pages.len(), 4, "{name}");
        let (pages, _) = read_with(&bytes, options.clone().with_others(Others::ResourcesAndConversions));
        assert_eq!(pages.len(), 5, "{name}");
        let (pages, _) = read_with(&bytes, options.with_media_types(MediaTypes::parse("image/*")));
        assert_eq!((pages.len(), pages[0].capture.media_type()), (1, Some("image/png")), "{name}");
    }
}

#[test]
fn bodies_are_as_they_were_before_they_were_sent() {
    let coded = gzip(b"<p>a lamp");
    let mut block =
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
            .to_vec();
    block.extend(format!("{:x}\r\n", coded.len()).bytes());
    block.extend(&coded);
    block.extend(b"\r\n0\r\n\r\n");
    let record = NewRecord::new(RecordKind::Response, DATE, block)
        .with_target("https://lamps.example/")
        .with_content_type("application/http;msgtype=response");
    // Gzip inside of gzip: where the inner one begins is not where the next member begins.
    let records = [vec![record; 3], pages(2)].concat();
    for (name, bytes) in forms(&records) {
        let (pages, statistics) = read(&bytes);
        assert_eq!((pages.len(), statistics.damaged), (5, 0), "{name}");
        assert_eq!(pages[0].capture.body, b"<p>a lamp", "{name}");
        assert_eq!(pages[0].capture.headers, [("Content-Type".to_owned(), "text/html".to_owned())], "{name}");
    }
}

#[test]
fn an_archive_inside_of_an_archive_stays_there() {
    let inner = members(&pages(3)).concat();
    let mut records = visit("inner.warc.gz", "application/warc", &inner).to_vec();
    records.extend(visit("plain.warc", "application/warc", &plain(&pages(3)).concat()));
    records.extend(pages(2));
    for (name, bytes) in forms(&records) {
        let (pages, statistics) = read(&bytes);
        assert_eq!((pages.len(), statistics.damaged), (2, 0), "{name}");
    }
}

fn revisit(path: &str) -> NewRecord {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\n\r\n";
    NewRecord::new(RecordKind::Revisit, "2025-01-01T00:00:00Z", head)
        .with_target(url(path).as_str())
        .with_content_type("application/http; msgtype=response")
}

#[test]
fn a_revisit_has_the_body_of_its_original() {
    let [_, original] = visit("first", "text/html", b"<p>the original");
    let original = original.with_id("urn:uuid:00000000-0000-0000-0000-000000000001");
    let digest = WarcWriter::new(Vec::new()).write(&original).unwrap().payload_digest.unwrap();
    let revisits = [
        revisit("by-id").with_field("WARC-Refers-To", "<urn:uuid:00000000-0000-0000-0000-000000000001>"),
        revisit("by-address")
            .with_field("WARC-Refers-To-Target-URI", url("first").as_str())
            .with_field("WARC-Refers-To-Date", DATE),
        revisit("by-digest").with_field("WARC-Payload-Digest", digest),
        revisit("unknown").with_field("WARC-Payload-Digest", "sha1:AAAA"),
        revisit("wrong-date")
            .with_field("WARC-Refers-To-Target-URI", url("first").as_str())
            .with_field("WARC-Refers-To-Date", "2020-01-01T00:00:00Z"),
    ];
    // One comes before its original.
    let mut records = vec![revisits[0].clone()];
    records.extend(pages(3));
    records.push(original);
    records.extend(revisits[1..].iter().cloned());
    for (name, bytes) in forms(&records) {
        let (_folder, path) = file("a.warc", &bytes);
        let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
        let pages = all(&mut archive);
        assert_eq!(archive.statistics().unresolved_revisits, 2, "{name}");
        let pages: Vec<_> = pages.iter().filter(|page| page.record.kind == RecordKind::Revisit).collect();
        let paths: Vec<_> = pages.iter().map(|page| page.capture.url.as_ref().unwrap().path()).collect();
        assert_eq!(paths, ["/by-id", "/by-address", "/by-digest"], "{name}");
        for page in pages {
            assert_eq!(page.capture.body, b"<p>the original", "{name}");
            assert_eq!(page.capture.charset_hint(), Some("latin1"), "{name}");
            assert_eq!(page.record.date.as_deref(), Some("2025-01-01T00:00:00Z"), "{name}");
        }
        // Nothing is found again in a pipe.
        assert_eq!(read(&bytes).1.unresolved_revisits, 5, "{name}");
        // Nor beyond what is remembered.
        let mut archive = Archive::open(&path, ReadOptions::default().with_max_indexed(2)).unwrap();
        let _ = all(&mut archive);
        assert_eq!(archive.statistics().unresolved_revisits, 5, "{name}");
    }
}

#[test]
fn style_sheets_and_images_come_from_the_archive() {
    let mut records = visit("main.css", "text/css; charset=utf-8", b"p { color: red }").to_vec();
    records.extend(pages(2));
    records.extend(visit("main.css", "text/css", b"p { color: blue }"));
    let headers = [("Location".to_owned(), "/main.css".to_owned())];
    let moved = HttpResponse { status: 301, headers: &headers, body: b"" };
    records.push(NewRecord::response(url("old.css"), DATE, moved));
    let headers = [("Location".to_owned(), "/loop.css".to_owned())];
    let moved = HttpResponse { status: 302, headers: &headers, body: b"" };
    records.push(NewRecord::response(url("loop.css"), DATE, moved));
    let missing = HttpResponse { status: 404, headers: &[], body: b"<p>not found" };
    records.push(NewRecord::response(url("missing.css"), DATE, missing));
    for (name, bytes) in forms(&records) {
        let (_folder, path) = file("a.warc", &bytes);
        let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
        let page = archive.next().unwrap().unwrap();
        let load = |path: &str| page.capture.resources.load(&url(path));
        let nearest = load("main.css").unwrap();
        assert_eq!(nearest.body, b"p { color: red }", "{name}");
        assert_eq!(nearest.media_type.as_deref(), Some("text/css; charset=utf-8"), "{name}");
        assert!(load("old.css").is_some(), "{name}");
        assert_eq!((load("loop.css"), load("missing.css"), load("none.css")), (None, None, None), "{name}");
    }
}

/// A zip file, with files that are stored or deflated.
fn zip(files: &[(&str, &[u8], bool)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes, is_deflated) in files {
        let content = if *is_deflated {
            let member = gzip(bytes);
            member[10..member.len() - 8].to_vec()
        } else {
            bytes.to_vec()
        };
        let method: u16 = if *is_deflated { 8 } else { 0 };
        let mut common = Vec::new();
        common.extend([20, 0, 0, 0]);
        common.extend(method.to_le_bytes());
        common.extend([0; 4]);
        common.extend(libdeflater::crc32(bytes).to_le_bytes());
        common.extend((content.len() as u32).to_le_bytes());
        common.extend((bytes.len() as u32).to_le_bytes());
        common.extend((name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        let offset = out.len() as u32;
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.bytes());
        out.extend(&content);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.bytes());
    }
    let start = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([files.len() as u8, 0, files.len() as u8, 0]);
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(start.to_le_bytes());
    out.extend([0, 0]);
    out
}

#[test]
fn all_archives_of_a_wacz_are_read() {
    let first = members(&pages(5)).concat();
    let second = members(&visit("second", "text/html", b"<p>second")).concat();
    let style = visit("main.css", "text/css", b"p {}");
    let third = plain(&style).concat();
    for is_deflated in [false, true] {
        let bytes = zip(&[
            ("datapackage.json", b"{}", true),
            ("archive/2.warc.gz", &second, is_deflated),
            ("archive/1.warc.gz", &first, is_deflated),
            ("archive/3.warc", &third, is_deflated),
            ("archive/0-broken.warc", b"no archive", is_deflated),
            ("archive/4-broken.warc", b"no archive", is_deflated),
        ]);
        let (_folder, path) = file("a.wacz", &bytes);
        let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
        let pages = all(&mut archive);
        assert_eq!(pages.len(), 6);
        assert_eq!(pages[0].record.file.as_deref(), Some("archive/1.warc.gz"));
        assert_eq!(pages[5].record.file.as_deref(), Some("archive/2.warc.gz"));
        assert_eq!(pages[0].capture.resources.load(&url("main.css")).unwrap().body, b"p {}");
        let again = archive.page_at(Some("2.warc.gz"), pages[5].record.offset).unwrap().unwrap();
        assert_eq!(again.capture.body, b"<p>second");
        assert_eq!(archive.statistics().damaged, 2);
        assert!(Archive::read("pipe", std::io::Cursor::new(bytes), ReadOptions::default()).is_err());
    }
}

#[test]
fn an_index_leads_to_a_page() {
    let records = pages(5);
    let mut writer = WarcWriter::new(Vec::new());
    let mut lines = String::from(" CDX N b a m s k r M S V g\n");
    let mut json = String::new();
    for record in &records {
        let written = writer.write(record).unwrap();
        let Some(target) = record.target.as_ref().filter(|_| record.kind == RecordKind::Response) else { continue };
        let key = tamis_fetch::warc::surt(&Url::parse(target).unwrap());
        let (offset, length) = (written.offset, written.length);
        lines += &format!("{key} 20240102030405 {target} text/html 200 AAAA - - {length} {offset} a.warc.gz\n");
        json += &format!(
            "{key} 20240102030405 {{\"url\": \"{target}\", \"offset\": \"{offset}\", \"length\": \"{length}\", \"filename\": \"x/a.warc.gz\"}}\n"
        );
    }
    let (folder, path) = file("a.warc.gz", &writer.into_inner());
    for (name, bytes) in [
        ("a.cdx", lines.clone().into_bytes()),
        ("a.cdx.gz", gzip(lines.as_bytes())),
        ("a.cdxj", json.clone().into_bytes()),
        ("a.cdxj.gz", json.as_bytes().chunks(100).flat_map(gzip).collect()),
    ] {
        let index = folder.path().join(name);
        fs::write(&index, bytes).unwrap();
        let found = Cdx::open(&index).unwrap().lookup(&url("page/3")).unwrap();
        assert_eq!(found.len(), 1, "{name}");
        let archive = Archive::open(&path, ReadOptions::default()).unwrap().with_cdx(&index).unwrap();
        let page = archive.page_at(Some(&found[0].filename), found[0].offset).unwrap().unwrap();
        assert_eq!((page.capture.url.as_ref(), page.record.length), (Some(&url("page/3")), found[0].length), "{name}");
        assert_eq!(archive.page_of(&url("page/4")).unwrap().capture.url, Some(url("page/4")), "{name}");
        let wacz = zip(&[
            ("archive/a.warc.gz", &fs::read(&path).unwrap(), false),
            (&format!("indexes/{name}"), &fs::read(&index).unwrap(), true),
        ]);
        let wacz_path = folder.path().join("a.wacz");
        fs::write(&wacz_path, wacz).unwrap();
        let archive = Archive::open(&wacz_path, ReadOptions::default()).unwrap();
        assert_eq!(archive.page_of(&url("page/4")).unwrap().capture.url, Some(url("page/4")), "{name}");
    }
}

#[test]
fn what_is_no_archive_is_an_error_that_names_it() {
    for bytes in [&b""[..], b"<html>", b"PK\x03\x04 no zip", &[0; 3000]] {
        let (_folder, path) = file("x.warc", bytes);
        let error = Archive::open(&path, ReadOptions::default()).err().expect("it is no archive");
        assert!(error.to_string().contains("x.warc"), "{error}");
    }
    let error = Archive::open(&PathBuf::from("/no/such.warc"), ReadOptions::default()).err().expect("it is not there");
    assert_eq!(error.to_string(), "cannot open /no/such.warc");
}

#[test]
fn a_writer_goes_on_behind_the_last_whole_record() {
    let records = pages(4);
    let all_members = members(&records);
    let whole = all_members.concat();
    let n_last = all_members.last().unwrap().len();
    for n_missing in [0, 1, 5, n_last - 1, n_last, n_last + 1] {
        let (_folder, path) = file("a.warc.gz", &whole[..whole.len() - n_missing]);
        let mut writer = WarcWriter::append(&path).unwrap();
        let n_whole = if n_missing == 0 {
            whole.len()
        } else if n_missing > n_last {
            whole.len() - n_last - all_members[all_members.len() - 2].len()
        } else {
            whole.len() - n_last
        };
        assert_eq!(writer.offset(), n_whole as u64, "{n_missing} missing");
        writer.write(&visit("new", "text/html", b"<p>new")[1]).unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[..n_whole], whole[..n_whole]);
        let (pages, statistics) = read(&bytes);
        assert_eq!((&pages.last().unwrap().capture.body[..], statistics.damaged), (&b"<p>new"[..], 0));
    }
}

#[test]
fn a_writer_begins_a_file_and_leaves_others_alone() {
    let (folder, path) = file("notes.txt", b"important");
    assert!(WarcWriter::append(&path).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"important");
    let other = folder.path().join("notes.gz");
    fs::write(&other, gzip(b"important")).unwrap();
    assert!(WarcWriter::append(&other).is_err());
    assert_eq!(fs::read(&other).unwrap(), gzip(b"important"));
    // The first record itself may be cut off.
    let cut = folder.path().join("cut.warc.gz");
    fs::write(&cut, &members(&pages(1))[0][..40]).unwrap();
    assert_eq!(WarcWriter::append(&cut).unwrap().offset(), 0);
    let new = folder.path().join("new.warc.gz");
    assert_eq!(WarcWriter::append(&new).unwrap().offset(), 0);
}

#[test]
fn a_line_break_forges_no_field() {
    let headers = [("X\r\nEvil: 1".to_owned(), "a\r\n\r\n<p>body".to_owned())];
    let response = HttpResponse { status: 200, headers: &headers, body: b"<html>" };
    let record = NewRecord::response("https://a.example/\r\nWARC-Type: x", DATE, response).with_field("A\nB", "c\nd");
    let mut writer = WarcWriter::new(Vec::new());
    writer.write(&record).unwrap();
    let (pages, statistics) = read(&writer.into_inner());
    assert_eq!((statistics.records, statistics.damaged), (1, 0));
    assert_eq!(pages[0].capture.body, b"<html>");
    assert_eq!(pages[0].capture.header("evil"), None);
}

#[test]
fn a_redirect_is_no_page_and_is_counted() {
    let date = "2024-01-02T03:04:05Z";
    let headers = [("Content-Type".to_owned(), "text/html".to_owned()), ("Location".to_owned(), "/b".to_owned())];
    let mut writer = WarcWriter::new(Vec::new());
    for (status, body) in [(301, b"<p>Moved".as_slice()), (404, b"<p>Nothing here"), (200, b"<p>A lamp")] {
        let response = HttpResponse { status, headers: &headers, body };
        writer.write(&NewRecord::response("https://lamps.example/a", date, response)).unwrap();
    }
    let (_folder, path) = file("a.warc.gz", &writer.into_inner());
    let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
    let statuses: Vec<_> = all(&mut archive).into_iter().map(|page| page.record.http_status).collect();
    assert_eq!((statuses, archive.statistics().redirects), (vec![Some(404), Some(200)], 1));
    let mut archive = Archive::open(&path, ReadOptions::default()).unwrap();
    let raw: Vec<_> =
        std::iter::from_fn(|| archive.next_raw()).map(|page| page.unwrap().record().http_status).collect();
    assert_eq!((raw, archive.statistics().redirects), (vec![Some(404), Some(200)], 1));
}
