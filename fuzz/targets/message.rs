#![no_main]

use std::io::Cursor;
use tamis_fetch::warc::{Archive, MediaTypes, Others, ReadOptions};

// Any bytes are an answer of a server: its head is read, its codings are undone within the limit. Around them stands a record of
// an archive, which is the way for stored answers; `archive` looks for what is wrong with records themselves.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    const LIMIT: usize = 1 << 16;
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://fuzz.example/\r\nContent-Type: application/http;msgtype=response\r\n\
         WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:0>\r\nContent-Length: {}\r\n\r\n",
        data.len()
    );
    let record = [head.as_bytes(), data, b"\r\n\r\n"].concat();
    let options = ReadOptions::default()
        .with_max_bytes(LIMIT)
        .with_media_types(MediaTypes::all())
        .with_others(Others::ResourcesAndConversions);
    let Ok(archive) = Archive::read("fuzz", Cursor::new(record), options) else { return };
    for page in archive {
        let page = page.expect("memory can be read");
        assert!(page.capture.body.len() <= LIMIT.max(data.len()), "a body beyond the limit");
    }
});
