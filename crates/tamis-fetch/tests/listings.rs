//! What must hold for listings of any bytes, and for those that are cut off at any place.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use proptest::prelude::*;
use tamis_fetch::discover::{ListedPage, Listing, ListingLimits, listing, read_list};
use url::Url;

const SITEMAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- made by <url><loc>/no</loc></url> nobody -->
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://shop.example/café?a=1&amp;b=2</loc><lastmod>2026-01-31</lastmod></url>
<url><lastmod>2026-02-01</lastmod><loc><![CDATA[https://shop.example/<b>]]></loc><image:image><image:loc>/no.jpg</image:loc></image:image></url>
<url><loc>/🪔</loc><news:news><news:title>Lampe à huile</news:title></news:news></url>
</urlset>
"#;

const RSS: &str = r#"<rss version="2.0"><channel><title>Shop</title><link>https://shop.example/</link>
<item><title>One &eacute; <![CDATA[<b>1</b>]]></title><link>https://shop.example/1</link><pubDate>Sat, 31 Jan 2026 10:00:00 GMT</pubDate></item>
<item><guid>https://shop.example/2</guid><link>https://shop.example/two</link></item>
</channel></rss>"#;

const ATOM: &str = r#"<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title>
<entry><title type="xhtml"><div>One <b>lamp</b></div></title><link href="/1.json" type="application/json"/><link href="/1"/><updated>2026</updated></entry>
<entry><link href="/2"/><published>2025</published></entry>
</feed>"#;

const INDEX: &str =
    "<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap><sitemap><loc>/b.xml</loc></sitemap></sitemapindex>";

fn base() -> Url {
    Url::parse("https://shop.example/map").unwrap()
}

/// The pages of a listing; the sitemaps of an index.
fn entries(body: &[u8], media_type: Option<&str>) -> Vec<Result<ListedPage, Url>> {
    match listing(body, &base(), media_type, &ListingLimits::default()) {
        Some(Listing::Pages { entries, .. }) => entries.into_iter().map(Ok).collect(),
        Some(Listing::Index { sitemaps, .. }) => sitemaps.into_iter().map(Err).collect(),
        _ => Vec::new(),
    }
}

/// Cut off anywhere, a listing is a prefix of itself, and grows with every entry.
#[track_caller]
fn check_cut_off(whole: &[u8], n_entries: usize) {
    let all = entries(whole, None);
    assert_eq!(all.len(), n_entries);
    let mut longest = 0;
    for end in 0..whole.len() {
        let found = entries(&whole[..end], None);
        assert!(all.starts_with(&found), "up to {end}: {found:?}");
        assert!(found.len() >= longest, "up to {end}");
        longest = found.len();
    }
    assert_eq!(longest, n_entries, "the last entry does not wait for the end of the file");
}

#[test]
fn a_listing_that_is_cut_off_has_its_first_entries() {
    for (text, n_entries) in [(SITEMAP, 3), (RSS, 2), (ATOM, 2), (INDEX, 2)] {
        check_cut_off(text.as_bytes(), n_entries);
        let wide: Vec<u8> = format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        check_cut_off(&wide, n_entries);
    }
}

/// Bytes that look a little like a listing.
fn almost_a_listing() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "<urlset>",
            "</urlset>",
            "<url>",
            "</url>",
            "<loc>",
            "</loc>",
            "<sitemapindex>",
            "<sitemap>",
            "</sitemap>",
            "<rss>",
            "<channel>",
            "<item>",
            "</item>",
            "<link>",
            "</link>",
            "<link href='/a'/>",
            "<feed>",
            "<entry>",
            "</entry>",
            "<title>",
            "</title>",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "<!DOCTYPE a [",
            "]>",
            "<?xml encoding='koi8-r'?>",
            "&amp;",
            "&#",
            ";",
            "&",
            "<",
            ">",
            "/",
            "\"",
            "https://a.example/",
            "mailto:a",
            "\n",
            "\u{feff}",
            "é",
            "xml:base='b/'",
            "<a xml:base=\"b\">",
            "\0",
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn check_anything(body: &[u8], media_type: Option<&str>) -> Result<(), TestCaseError> {
    let found = entries(body, media_type);
    prop_assert_eq!(&found, &entries(body, media_type), "the same bytes give the same answer");
    for entry in &found {
        let url = entry.as_ref().map_or_else(|url| url, |page| &page.url);
        prop_assert!(matches!(url.scheme(), "http" | "https") && url.has_host(), "{}", url);
    }
    let limits = ListingLimits::default().with_max_entries(1).with_max_bytes(50);
    if let Some(Listing::Pages { entries, .. }) = listing(body, &base(), media_type, &limits) {
        prop_assert!(entries.len() <= 1);
    }
    let (urls, bad_lines) = read_list(body);
    prop_assert!(urls.len() + bad_lines.len() <= body.len());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes_are_a_listing_of_addresses_or_none(body in prop::collection::vec(any::<u8>(), 0..300)) {
        check_anything(&body, None)?;
        check_anything(&body, Some("text/xml; charset=shift_jis"))?;
    }

    #[test]
    fn almost_any_listing_is_one_of_addresses_or_none(body in almost_a_listing()) {
        check_anything(&body, None)?;
        check_anything(&[b"<urlset>", &body[..]].concat(), None)?;
        check_anything(&[b"<rss><channel>", &body[..]].concat(), Some("text/html"))?;
        check_anything(&[b"\x1f\x8b\x08\0\0\0\0\0\0\0", &body[..]].concat(), None)?;
    }

    #[test]
    fn a_spoilt_listing_is_read(place in 0..SITEMAP.len(), n_bytes in 0..40usize, new in prop::collection::vec(any::<u8>(), 0..10)) {
        let mut body = SITEMAP.as_bytes().to_vec();
        let end = (place + n_bytes).min(body.len());
        body.splice(place..end, new);
        check_anything(&body, Some("application/xml"))?;
    }
}
