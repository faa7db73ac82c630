#![no_main]

use std::io::Cursor;
use tamis_fetch::warc::{Archive, MediaTypes, Others, ReadOptions};

// Any bytes are read to their end or are no archive, and every record is a page or counted under one reason. The body is here
// and not in the library of targets: the test that shares those (`crates/tamis/tests/soup.rs`) does not know archives, and
// `crates/tamis-fetch/tests/damage.rs` holds the same for them.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let options = ReadOptions::default()
        .with_max_bytes(1 << 16)
        .with_media_types(MediaTypes::all())
        .with_others(Others::ResourcesAndConversions);
    let Ok(mut archive) = Archive::read("fuzz", Cursor::new(data.to_vec()), options) else { return };
    let pages: Vec<_> = archive.by_ref().collect::<Result<_, _>>().expect("memory can be read");
    let found = archive.statistics();
    let left_out = found.other_kinds
        + found.not_http
        + found.other_types
        + found.redirects
        + found.too_large
        + found.unresolved_revisits;
    assert_eq!(
        (found.pages, found.pages + left_out, found.bytes),
        (pages.len() as u64, found.records, data.len() as u64)
    );
});
