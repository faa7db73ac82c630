//! What was fetched, written as an archive and read again.

mod server;

use server::coded::{BROTLI_LAMPS, gzip};
use server::{Answer, Server};
use std::io::Cursor;
use tamis_fetch::http::Client;
use tamis_fetch::warc::{Archive, MediaTypes, ReadOptions, RecordKind, WarcWriter, store};

fn site() -> Server {
    Server::start(|request| match request.path() {
        "/from" => Answer::redirect(301, "/gzip#part"),
        "/gzip" => Answer::html(gzip(b"<p>A lamp")).header("Content-Encoding", "gzip").chunked(7),
        "/br" => Answer::html(BROTLI_LAMPS).header("Content-Encoding", "br"),
        "/same" if request.header("if-none-match").is_some() => Answer::new(304, ""),
        "/same" => Answer::html("<p>The same lamp").header("ETag", "\"a\"").header("Cache-Control", "no-cache"),
        "/forged" => Answer::html("HTTP/1.1 200 OK\r\n\r\nWARC/1.1\r\nWARC-Type: response\r\n\r\n"),
        _ => Answer::status(404),
    })
}

fn plain(record: &[u8]) -> String {
    let mut bytes = vec![0; 1 << 20];
    let n_bytes = libdeflater::Decompressor::new().gzip_decompress(record, &mut bytes).expect("it is gzip");
    String::from_utf8_lossy(&bytes[..n_bytes]).into_owned()
}

/// The start of a body, as all of it would fill the screen.
fn text(body: &[u8]) -> String {
    format!("{} bytes: {}", body.len(), String::from_utf8_lossy(&body[..body.len().min(60)]))
}

#[test]
fn each_exchange_is_a_request_and_a_response() {
    let server = site();
    let client = Client::new(server.options()).unwrap();
    let mut url = server.url("/from#part");
    url.set_username("aladdin").unwrap();
    url.set_password(Some("open-sesame")).unwrap();
    let fetched = client.get(&url).unwrap();
    let mut writer = WarcWriter::new(Vec::new());
    let written = store(&mut writer, &fetched).unwrap();
    assert_eq!(written.len(), 4);
    let bytes = writer.into_inner();
    let records: Vec<String> = written
        .iter()
        .map(|record| plain(&bytes[record.offset as usize..(record.offset + record.length) as usize]))
        .collect();
    let address = server.address();
    assert!(records[0].contains("WARC-Type: request\r\n"), "{}", records[0]);
    assert!(records[0].contains(&format!("WARC-Target-URI: http://{address}/from\r\n")), "{}", records[0]);
    assert!(records[0].contains(&format!("\r\n\r\nGET /from HTTP/1.1\r\nhost: {address}\r\n")), "{}", records[0]);
    assert!(records[3].contains(&format!("WARC-Concurrent-To: <{}>\r\n", written[2].id)), "{}", records[3]);
    assert!(records[3].contains("WARC-IP-Address: 127.0.0.1\r\n"), "{}", records[3]);
    assert!(
        records[3].contains("\r\ncontent-encoding: gzip\r\nX-Crawl-transfer-encoding: chunked\r\n"),
        "{}",
        records[3]
    );
    for record in &records {
        for word in ["sesame", "aladdin", "uthorization", "YWxhZGRpb"] {
            assert!(!record.contains(word), "{record}");
        }
    }
}

#[test]
fn what_is_stored_is_what_was_fetched() {
    let server = site();
    let folder = tempfile::tempdir().unwrap();
    let client = Client::new(server.options().with_cache(folder.path().join("cache"))).unwrap();
    let mut writer = WarcWriter::new(Vec::new());
    let mut expect = Vec::new();
    // The same twice: the second one is confirmed by the server, and stored as it was.
    for path in ["/from", "/br", "/same", "/same", "/forged", "/none"] {
        let fetched = client.get(&server.url(path)).unwrap();
        store(&mut writer, &fetched).unwrap();
        expect.push((fetched.url.path().to_owned(), fetched.status, text(&fetched.body)));
    }
    let options = ReadOptions::default().with_media_types(MediaTypes::all());
    let mut archive = Archive::read("stored", Cursor::new(writer.into_inner()), options).unwrap();
    let pages: Vec<_> = archive.by_ref().map(|page| page.unwrap()).collect();
    assert_eq!(archive.statistics().damaged, 0);
    let found: Vec<_> = pages
        .into_iter()
        .filter(|page| page.record.http_status.is_some_and(|status| !(300..400).contains(&status)))
        .map(|page| {
            assert_eq!(page.record.kind, RecordKind::Response);
            let url = page.capture.url.unwrap();
            assert_eq!(url.fragment(), None);
            (url.path().to_owned(), page.record.http_status.unwrap(), text(&page.capture.body))
        })
        .collect();
    assert_eq!(found, expect);
}
