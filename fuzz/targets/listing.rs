#![no_main]

use tamis_fetch::discover::{Listing, ListingLimits, listing, read_list};
use url::Url;

// Any bytes are a listing of addresses that can be asked, within the limits, or none. The body is here and not in the library of
// targets for the same reason as that of `archive`; `crates/tamis-fetch/tests/listings.rs` holds the same.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    const TYPES: [Option<&str>; 4] = [None, Some("text/html"), Some("text/plain"), Some("text/xml; charset=gb18030")];
    let (choice, body) = data.split_first().unwrap_or((&0, &[]));
    let base = Url::parse("https://fuzz.example/a/map.xml").expect("it is an address");
    let limits = ListingLimits::default().with_max_bytes(1 << 16).with_max_entries(100);
    let is_asked = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    match listing(body, &base, TYPES[usize::from(choice & 3)], &limits) {
        Some(Listing::Pages { entries, .. }) => {
            assert!(entries.len() <= 100 && entries.iter().all(|entry| is_asked(&entry.url)));
        }
        Some(Listing::Index { sitemaps, .. }) => assert!(sitemaps.len() <= 100 && sitemaps.iter().all(is_asked)),
        None => {}
    }
    assert!(read_list(body).0.iter().all(is_asked));
});
