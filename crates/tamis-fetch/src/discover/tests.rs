use super::text::gunzip_tests::gzip;
use super::{LeftOut, Listing, ListingLimits, listing};
use url::Url;

fn base() -> Url {
    Url::parse("https://shop.example/maps/all.xml").unwrap()
}

fn read(body: &[u8], media_type: Option<&str>) -> Option<Listing> {
    listing(body, &base(), media_type, &ListingLimits::default())
}

/// `kind`, then each page as `address | modified | title` or each sitemap as its address. What was left out comes last.
fn told(listing: Option<Listing>) -> String {
    let (mut lines, left_out) = match listing {
        None => return "no listing".into(),
        Some(Listing::Pages { kind, entries, left_out }) => {
            let mut lines = vec![format!("{kind:?}")];
            for entry in entries {
                let mut line = entry.url.to_string();
                for field in [entry.modified, entry.title] {
                    line += &format!(" | {}", field.unwrap_or_default());
                }
                lines.push(line.trim_end_matches([' ', '|']).to_owned());
            }
            (lines, left_out)
        }
        Some(Listing::Index { sitemaps, left_out }) => {
            let mut lines = vec!["Index".to_owned()];
            lines.extend(sitemaps.iter().map(Url::to_string));
            (lines, left_out)
        }
    };
    if left_out != LeftOut::default() {
        let LeftOut { n_other_schemes, n_without_address, n_beyond_limit, is_cut_off } = left_out;
        let cut_off = if is_cut_off { " cut off" } else { "" };
        lines.push(format!("left out: {n_other_schemes} {n_without_address} {n_beyond_limit}{cut_off}"));
    }
    lines.join("\n")
}

#[track_caller]
fn check(body: &str, expect: &str) {
    assert_eq!(told(read(body.as_bytes(), Some("text/xml"))), expect);
}

#[test]
fn a_sitemap_is_read() {
    check(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>https://shop.example/a</loc><lastmod> 2026-01-31 </lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>
  <url>
    <loc>
      https://shop.example/b?c=1&amp;d=2
    </loc>
  </url>
</urlset>"#,
        "Sitemap\nhttps://shop.example/a | 2026-01-31\nhttps://shop.example/b?c=1&d=2",
    );
    check("<urlset/>", "Sitemap");
}

#[test]
fn a_sitemap_of_sitemaps_is_an_index() {
    check(
        "<sitemapindex><sitemap><loc>https://shop.example/1.xml.gz</loc><lastmod>2026</lastmod></sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>",
        "Index\nhttps://shop.example/1.xml.gz\nhttps://shop.example/2.xml",
    );
    check("<sitemapindex/>", "Index");
    // By the name of the other.
    check("<urlset><sitemap><loc>/2.xml</loc></sitemap></urlset>", "Index\nhttps://shop.example/2.xml");
    check("<sitemapindex><url><loc>/2</loc></url></sitemapindex>", "Sitemap\nhttps://shop.example/2");
}

#[test]
fn extensions_of_a_sitemap_are_not_pages() {
    check(
        r#"<urlset><url>
<image:image><image:loc>https://img.example/1.jpg</image:loc><image:title>A picture</image:title></image:image>
<xhtml:link rel="alternate" hreflang="de" href="https://shop.example/de/a"/>
<video:video><video:player_loc>https://v.example/</video:player_loc><video:title>Film</video:title></video:video>
<image:loc>https://img.example/2.jpg</image:loc>
<loc>https://shop.example/a</loc>
<news:news><news:publication><news:name>N</news:name></news:publication><news:title>Lamps &amp; more</news:title></news:news>
</url><url><image:image><image:loc>https://img.example/3.jpg</image:loc></image:image></url></urlset>"#,
        "Sitemap\nhttps://shop.example/a |  | Lamps & more\nleft out: 0 1 0",
    );
}

#[test]
fn prefixes_need_not_be_declared() {
    check("<ns:urlset><ns:url><ns:loc>/a</ns:loc></ns:url></ns:urlset>", "Sitemap\nhttps://shop.example/a");
    check("<urlset><url><ns:loc>/a</ns:loc></url></urlset>", "Sitemap\nhttps://shop.example/a");
    check("<urlset><url><ns:loc>/b</ns:loc><loc>/a</loc></url></urlset>", "Sitemap\nhttps://shop.example/a");
    check("<SitemapIndex><Sitemap><Loc>/a</Loc></Sitemap></SitemapIndex>", "Index\nhttps://shop.example/a");
}

#[test]
fn sloppy_files_are_read() {
    let expect = "Sitemap\nhttps://shop.example/a?b=1&c=2\nhttps://shop.example/d";
    check(
        "\n\n  <?xml version='1.0'?><urlset><url><loc>/a?b=1&c=2</loc></url><url><loc>/d</loc></url></urlset>",
        expect,
    );
    check(
        "\u{feff}\n<urlset><url><loc><![CDATA[/a?b=1&c=2]]></loc></url><url><loc>/d</loc></url></urlset>junk <a>",
        expect,
    );
    check("<urlset><url><loc>/a?b=1&#38;c=2</loc><url><loc>/d</loc></urlset>", expect);
    check("<urlset><url><loc>/a?b=1&amp;c=2<lastmod></url><url><x/></y><loc>/d</LOC></url></urlset>", expect);
    check(
        "<!-- map --><?xml-stylesheet href='a.xsl'?><urlset><url><loc>/a?b=1&amp;c=2</loc></url><!x><url><loc>/d</loc></url></urlset>",
        expect,
    );
    check(
        "<urlset><url><loc>/a?b=1&c=2</loc></url><url><loc>/d</loc></url>",
        &format!("{expect}\nleft out: 0 0 0 cut off"),
    );
}

#[test]
fn entries_without_an_address_that_can_be_asked_are_counted() {
    check(
        "<urlset><url><loc>mailto:a@b.example</loc></url><url><loc>javascript:void(0)</loc></url><url><loc> </loc></url><url/><url><loc>http://</loc></url></urlset>",
        "Sitemap\nleft out: 2 3 0",
    );
}

#[test]
fn rss_is_read() {
    check(
        r#"<?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Shop</title><link>https://shop.example/</link>
<atom:link href="https://shop.example/feed" rel="self"/><image><url>https://shop.example/logo.png</url><link>https://shop.example/</link></image>
<item><media:title>Other</media:title><title>Caf&eacute; <![CDATA[<b>&amp;</b>]]>
  lamps</title><atom:link href="/wrong" rel="self"/><link>https://shop.example/1</link><guid>https://shop.example/guid</guid><pubDate>Sat, 31 Jan 2026 10:00:00 GMT</pubDate><dc:date>2026</dc:date></item>
<item><guid isPermaLink="true">https://shop.example/2</guid></item>
<item><guid isPermaLink="false">https://shop.example/3</guid><description>A &lt;a href="https://shop.example/4"></description></item>
<item><guid>tag:shop.example,2026:5</guid></item>
<item><link href="/6"/></item>
</channel></rss>"#,
        "Rss\nhttps://shop.example/1 | Sat, 31 Jan 2026 10:00:00 GMT | Café <b>&amp;</b> lamps\nhttps://shop.example/2\nhttps://shop.example/6\nleft out: 1 1 0",
    );
}

#[test]
fn rss_in_rdf_is_read_and_other_rdf_is_not() {
    check(
        r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="/c"><link>/</link>
<items><rdf:Seq><rdf:li rdf:resource="/1"/></rdf:Seq></items></channel>
<item rdf:about="https://shop.example/about"><title>One</title><link>/1</link><dc:date>2026-01-31</dc:date></item><item rdf:about="/2"/></rdf:RDF>"#,
        "Rss\nhttps://shop.example/1 | 2026-01-31 | One\nhttps://shop.example/2",
    );
    check("<rdf:RDF><foaf:Person rdf:about='/me'/></rdf:RDF>", "no listing");
}

#[test]
fn atom_is_read() {
    check(
        r#"<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/x/"><title>Blog</title><link href="/"/>
<entry><title type="xhtml"><div>One <b>lamp</b></div></title><link rel="self" href="/wrong"/><link rel="alternate" type="application/json" href="/1.json"/><link type="text/html" href="1?a=b&amp;c"/><published>2025</published><updated>2026</updated>
<content type="xhtml"><div><title>No</title><link href="/no"/></div></content><source><title>No</title><link href="/no"/></source></entry>
<entry xml:base="y/"><link href="2"/><published>2025</published></entry>
<entry><link rel="enclosure" href="/3.mp3"/></entry>
</feed>"#,
        "Atom\nhttps://blog.example/x/1?a=b&c | 2026 | One lamp\nhttps://blog.example/x/y/2 | 2025\nleft out: 0 1 0",
    );
    check(
        "<a:feed xmlns:a='http://purl.org/atom/ns#'><a:entry><a:link href='/1'/></a:entry></a:feed>",
        "Atom\nhttps://shop.example/1",
    );
    check("<feed xmlns='https://prices.example/'><entry><link href='/1'/></entry></feed>", "no listing");
}

#[test]
fn pages_are_not_listings() {
    for page in [
        "<!doctype html><urlset><url><loc>/a</loc></url></urlset>",
        "<html><body><rss><channel><item><link>/a</link></item></channel></rss>",
        "<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'><html xmlns='http://www.w3.org/1999/xhtml'/>",
        "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><link rel='alternate' type='application/rss+xml'/>",
        "text before <rss/>",
        "</rss><rss/>",
        "<svg/>",
        "{\"urlset\": 1}",
        "<urlset",
        "<!-- <urlset></urlset> -->",
        "",
        " ",
    ] {
        for media_type in [None, Some("text/html"), Some("application/xml"), Some("text/plain")] {
            assert_eq!(told(read(page.as_bytes(), media_type)), "no listing", "{page} as {media_type:?}");
        }
    }
}

#[test]
fn the_first_element_counts_and_not_the_type() {
    for media_type in [None, Some("text/html; charset=utf-8"), Some("text/plain"), Some("image/png"), Some("")] {
        let found = read(b"<urlset><url><loc>/a</loc></url></urlset>", media_type);
        assert_eq!(told(found), "Sitemap\nhttps://shop.example/a", "{media_type:?}");
    }
}

#[test]
fn a_first_element_far_down_is_found() {
    let license = format!("<!-- {} -->", "all rights reserved ".repeat(1000));
    check(&format!("{license}<urlset><url><loc>/a</loc></url></urlset>"), "Sitemap\nhttps://shop.example/a");
    check(&format!("{license}<html><url><loc>/a</loc></url></html>"), "no listing");
}

#[test]
fn compressed_listings_are_known_by_their_bytes() {
    let sitemap = gzip(b"<urlset><url><loc>/a</loc></url><url><loc>/b</loc></url></urlset>");
    for media_type in [None, Some("text/xml"), Some("text/html"), Some("application/x-gzip")] {
        assert_eq!(told(read(&sitemap, media_type)), "Sitemap\nhttps://shop.example/a\nhttps://shop.example/b");
    }
    let text = gzip(b"https://shop.example/a\n");
    assert_eq!(told(read(&text, Some("application/gzip"))), "Text\nhttps://shop.example/a");
    assert_eq!(told(read(&gzip(b"<!doctype html>"), None)), "no listing");
}

#[test]
fn charsets_other_than_utf_8_are_read() {
    let sitemap = b"<?xml version='1.0' encoding='windows-1251'?><urlset><url><loc>/\xE9</loc></url></urlset>";
    assert_eq!(told(read(sitemap, Some("text/xml"))), "Sitemap\nhttps://shop.example/%D0%B9");
    let wide: Vec<u8> =
        "\u{feff}<urlset><url><loc>/é</loc></url></urlset>".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(told(read(&wide, Some("text/html"))), "Sitemap\nhttps://shop.example/%C3%A9");
}

#[test]
fn a_text_is_a_listing_if_every_line_is_an_address() {
    let text = |body: &str, media_type| told(read(body.as_bytes(), media_type));
    let expect = "Text\nhttps://shop.example/a\nhttps://shop.example/b";
    let lines = "\u{feff}https://shop.example/a\r\n\r\n  https://shop.example/b  \r\n";
    for media_type in [None, Some("text/plain; charset=utf-8"), Some("application/octet-stream")] {
        assert_eq!(text(lines, media_type), expect);
    }
    for media_type in [Some("text/html"), Some("text/xml"), Some("text/csv"), Some("application/json")] {
        assert_eq!(text(lines, media_type), "no listing");
    }
    assert_eq!(
        text("https://shop.example/a\nftp://shop.example/b", None),
        "Text\nhttps://shop.example/a\nleft out: 1 0 0"
    );
    for other in [
        "ftp://shop.example/a",
        "https://shop.example/a\nshop.example/b",
        "https://shop.example/a b",
        "# https://a.example/",
    ] {
        assert_eq!(text(other, Some("text/plain")), "no listing", "{other}");
    }
}

#[test]
fn listings_end_at_their_limits() {
    let limits = ListingLimits::default().with_max_entries(2).with_max_bytes(100);
    let limited = |body: &[u8]| told(listing(body, &base(), None, &limits));
    let four: String = (1..=4).map(|number| format!("<url><loc>/{number}</loc></url>")).collect();
    let expect = "Sitemap\nhttps://shop.example/1\nhttps://shop.example/2\nleft out: 0 0 1 cut off";
    assert_eq!(limited(format!("<urlset>{four}</urlset>").as_bytes()), expect);
    assert_eq!(limited(&gzip(format!("<urlset>{four}</urlset>").as_bytes())), expect);
    assert_eq!(
        limited("https://a.example/1\n".repeat(9).as_bytes()),
        "Text\nhttps://a.example/1\nhttps://a.example/1\nleft out: 0 0 3 cut off"
    );
    assert_eq!(limited(&gzip(&vec![b' '; 1 << 20])), "no listing");
}

#[test]
fn nothing_that_a_file_declares_is_expanded_or_fetched() {
    let mut bomb =
        "<!DOCTYPE urlset [<!ENTITY a0 \"https://shop.example/\"><!ENTITY passwd SYSTEM \"file:///etc/passwd\">"
            .to_owned();
    for level in 1..30 {
        bomb += &format!("<!ENTITY a{level} \"{}\">", format!("&a{};", level - 1).repeat(10));
    }
    bomb += "]><urlset><url><loc>/x?&a29;&passwd;</loc></url></urlset>";
    check(&bomb, "Sitemap\nhttps://shop.example/x?&a29;&passwd;");
}

#[test]
fn deep_files_are_read_without_recursion() {
    let deep = "<a>".repeat(200_000);
    check(
        &format!("<urlset><url><loc>/a</loc>{deep}</url><url><loc>/b</loc></url>{deep}"),
        "Sitemap\nhttps://shop.example/a\nhttps://shop.example/b\nleft out: 0 0 0 cut off",
    );
    let closed = format!("<urlset><url>{deep}{}<loc>/a</loc></url></urlset>", "</a>".repeat(200_000));
    check(&closed, "Sitemap\nhttps://shop.example/a");
}

#[test]
fn an_address_without_end_is_none() {
    let long = "x".repeat(100_000);
    check(
        &format!("<urlset><url><loc>/&amp;{long}&amp;b</loc></url><url><loc>/a</loc></url></urlset>"),
        "Sitemap\nhttps://shop.example/a\nleft out: 0 1 0",
    );
}

#[test]
fn a_long_base_is_not_repeated_for_every_entry() {
    let n_entries = 2000;
    let entries = "<entry><link href='a'/></entry>".repeat(n_entries);
    let feed = |base: &str| format!("<feed xmlns='http://www.w3.org/2005/Atom' xml:base='/{base}/'>{entries}</feed>");
    let limits = ListingLimits::default().with_max_bytes(200_000);
    let n_bytes = |feed: &str, at: &Url| match listing(feed.as_bytes(), at, None, &limits) {
        Some(Listing::Pages { entries, left_out, .. }) => {
            assert_eq!(entries.len() + left_out.n_beyond_limit + left_out.n_without_address, n_entries);
            entries.iter().map(|page| page.url.as_str().len()).sum::<usize>()
        }
        other => panic!("{other:?}"),
    };
    // Within the length of an address: the limit of the listing ends it.
    assert!((190_000..=200_000).contains(&n_bytes(&feed(&"b".repeat(5000)), &base())));
    // Beyond it there is no base, and where the listing was found counts.
    assert_eq!(n_bytes(&feed(&"b".repeat(60_000)), &base()), n_entries * "https://shop.example/maps/a".len());
    let far = base().join(&format!("/{}/", "b".repeat(60_000))).unwrap();
    assert_eq!(n_bytes(&feed("."), &far), n_entries * "https://shop.example/a".len());
    assert_eq!(n_bytes(&format!("<feed>{entries}</feed>"), &far), 0);
}
