#![no_main]

use std::io::Cursor;
use tamis_fetch::warc::{Cdx, surt};
use url::Url;

// Any bytes are an index of an archive or none, and every entry can be looked for by its own address.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(index) = Cdx::read("fuzz", Cursor::new(data.to_vec())) else { return };
    // What cannot be read ends the index; it is never a panic, and never the same entry for ever.
    let entries: Vec<_> = index.map_while(Result::ok).take(data.len() + 1).collect();
    assert!(entries.len() <= data.len(), "more entries than bytes");
    for entry in &entries {
        if let Ok(url) = Url::parse(&entry.url) {
            assert_eq!(surt(&url), surt(&url.clone()));
        }
    }
});
