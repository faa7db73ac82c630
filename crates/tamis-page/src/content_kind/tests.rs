use super::ContentKind::{
    self, Archive, Audio, Binary, Database, Document, Executable, Feed, Font, Html, Image, Json, Pdf, Sitemap, Video,
    Xml,
};

#[track_caller]
fn check(body: impl AsRef<[u8]>, expect: ContentKind) {
    let body = body.as_ref();
    let shown = String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
    assert_eq!(ContentKind::of(body), expect, "{shown:?}");
}

/// Bytes as compressed or encrypted data has them, the same every time.
fn noise(n: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    std::iter::repeat_with(next).take(n).collect()
}

/// A file that begins so and goes on with data.
fn file(start: &[u8]) -> Vec<u8> {
    [start, &noise(3000)].concat()
}

fn wide(text: &str, unit: impl Fn(char) -> Vec<u8>) -> Vec<u8> {
    text.chars().flat_map(unit).collect()
}

const PAGE: &str =
    "<!doctype html><title>Grüße</title><ul><li><a href=/1>Titel äöü № 1</a> <b>€ 1,99</b></ul><p>Ein Satz.";

#[test]
fn html_in_all_its_beginnings_is_a_page() {
    for start in
        ["<!DOCTYPE html>", "<html>", "\u{FEFF}<p>", "\r\n\n <div>", "<!-- a comment --><b>", "</p>", "<x-card>", "<a>"]
    {
        check(format!("{start}Hello"), Html);
    }
    check("<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'><html><p>Hello", Html);
    check("<?xml version='1.0'?>\n<!-- made by hand --><html xmlns='http://www.w3.org/1999/xhtml'><p>Hello", Html);
    check("<?xml version='1.0'?><div>Hello</div>", Html);
    for root in ["h3", "h6", "ol", "li", "dt", "img", "b", "i", "br", "pre", "BLOCKQUOTE", "iframe", "noscript", "tr"] {
        check(format!("<?xml version='1.0'?><{root}>Hello</{root}>"), Html);
    }
    for root in ["data", "object", "map", "menu", "source", "template"] {
        check(format!("<?xml version='1.0'?><{root}>Hello</{root}>"), Xml);
    }
    check("<?xml version='1.0'?><wml><card><p>Hello</p></card></wml>", Html);
    check("<?xml version='1.0'?><answer><html><p>Hello</html></answer>", Html);
    check("<?xml version='1.0'?>", Html);
    check("<svg xmlns='http://www.w3.org/2000/svg'><path/></svg><p>Hello", Html);
    check("<svg><path/></svg>", Html);
    check("<feed>Hello</feed><p>x", Html);
}

#[test]
fn text_is_a_page() {
    for text in [
        "",
        "Hello",
        "BMW builds cars",
        "MZ is not only a program",
        "GIF89a is a format",
        "PKZIP was a program",
        "RIFF and Rar!",
        "ID3 tags, OggS, fLaC, wOFF",
        "%PDF is how a document begins",
        "[Update] Hello",
        "[1] See below",
        "{{ page.title }}",
        "{ margin: 0 }",
        "body { margin: 0 }",
        "CWS\tFWS",
        "<",
        "< 3",
        "<3",
        "a\tb\n1\t2\n",
        "070701 is a number",
    ] {
        check(text, Html);
        check(text.repeat(500), Html);
    }
}

#[test]
fn text_in_any_charset_is_a_page() {
    let long = PAGE.repeat(30);
    let bare = "Ein Satz, der lang genug ist, um etwas zu sagen: <b>äöü</b>. ".repeat(30);
    for text in [long.as_str(), bare.as_str(), PAGE] {
        check(wide(text, |letter| (letter as u16).to_le_bytes().to_vec()), Html);
        check(wide(text, |letter| (letter as u16).to_be_bytes().to_vec()), Html);
        check(wide(text, |letter| (letter as u32).to_le_bytes().to_vec()), Html);
        check(wide(text, |letter| (letter as u32).to_be_bytes().to_vec()), Html);
    }
    for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::GB18030, encoding_rs::ISO_2022_JP, encoding_rs::EUC_KR] {
        let (bytes, _, _) = encoding.encode("今日は良い天気ですね。");
        check(bytes.repeat(100), Html);
    }
    // ISO-2022-KR, with a shift around each word, and Cyrillic in UTF-16, whose high bytes are control characters.
    check(b"\x1B$)C\x0E0!3*4Y\x0F \x0E6s\x0F ".repeat(50), Html);
    check(
        wide(&"\u{FEFF}Съешь же ещё этих мягких булок".repeat(30), |letter| {
            (letter as u16).to_le_bytes().to_vec()
        }),
        Html,
    );
}

#[test]
fn damage_does_not_make_a_page_something_else() {
    let page = "Some words <b>in a page</b> without a head. ".repeat(100);
    let mut damaged = page.clone().into_bytes();
    for at in (0..damaged.len()).step_by(50) {
        damaged[at] = 0;
    }
    check(&damaged, Html);
    check("\0<p>\0a\0</p>\0".repeat(50), Html);
    check("\0\0\0\0ab<p>c</p>\u{1}\u{1}\0".repeat(50), Html);
    // Behind rubbish, as in a file of a cache, and before it.
    check([noise(200).as_slice(), b"<html><p>", page.as_bytes()].concat(), Html);
    check([b"\x0E\xFE\xFF".repeat(1000), b"<ul><li>A<li>B</ul>".repeat(20)].concat(), Html);
    check([b"<!doctype html><p>Hello", noise(100_000).as_slice()].concat(), Html);
}

#[test]
fn feeds_sitemaps_and_other_xml_say_what_they_are() {
    check("<?xml version='1.0'?><rss version='2.0'><channel>", Feed);
    check(
        "\u{FEFF}<?xml version='1.0'?>\n<?xml-stylesheet href='x.xsl'?><feed xmlns='http://www.w3.org/2005/Atom'>",
        Feed,
    );
    check("<rss version=\"0.91\"><channel>", Feed);
    check("<feed xmlns='http://www.w3.org/2005/Atom'>", Feed);
    check("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>", Feed);
    check("<!-- made by a plugin --><urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>", Sitemap);
    check("<?xml version='1.0'?><sitemapindex>", Sitemap);
    check("<?xml version='1.0'?><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>", Xml);
    check("<?xml version='1.0'?><!DOCTYPE note [<!ELEMENT note (#PCDATA)>]><note>Hello</note>", Xml);
    check("<?xml version='1.0'?><kml><Document>", Xml);
    check("<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b'><svg>", Image("SVG"));
    check("<svg xmlns=\"http://www.w3.org/2000/svg\"><path/></svg>\n", Image("SVG"));
    let feed = "\u{FEFF}<?xml version='1.0'?><rss version='2.0'>";
    check(wide(feed, |letter| (letter as u16).to_be_bytes().to_vec()), Feed);
    check(wide(&feed[3..], |letter| (letter as u16).to_le_bytes().to_vec()), Feed);
}

#[test]
fn json_is_recognised_by_its_grammar() {
    for json in [
        "{}",
        "[]",
        " {\"a\": [1, -2.5e3, true, null, \"\\\"\"]}\n",
        "[{\"html\":\"<p>Hello\"}]",
        "{\"a\":1}\n{\"a\":2}\n",
    ] {
        check(json, Json);
    }
    check(format!("[{}\"the end\"]", "{\"title\": \"Hello\", \"text\": \"<p>\"},\n".repeat(1000)), Json);
    check(format!("{{\"text\": \"{}\"}}", "word ".repeat(5000)), Json);
    for text in ["{\"a\" 1}", "[1 2]", "{\"a\": [1}", "{1: 2}", "[\"a\"] and more", "[tru]", "{\"a\": \"b\nc\"}", "[1,"]
    {
        check(text, Html);
    }
    check(format!("[\"a\nb\"{}", "word ".repeat(5000)), Html);
}

#[test]
fn magic_numbers_say_the_format() {
    check("%PDF-1.7\n1 0 obj", Pdf);
    check("\r\n%PDF-2.0\n", Pdf);
    check(r"{\rtf1\ansi Hello}", Document("RTF"));
    check("%!PS-Adobe-3.0\n", Document("PostScript"));
    for (start, kind) in [
        (&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], Image("PNG")),
        (b"\xEF\xBB\xBF\n\x89PNG\r\n\x1A\n", Image("PNG")),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", Image("JPEG")),
        (b"GIF89a\x10\0\x10\0", Image("GIF")),
        (b"RIFF\x10\x20\0\0WEBPVP8 ", Image("WebP")),
        (b"BM\x36\x10\0\0\0\0\0\0\x36\0\0\0", Image("BMP")),
        (b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0", Image("ICO")),
        (b"II*\0\x08\0\0\0", Image("TIFF")),
        (b"\0\0\0\x1CftypavifXXXX", Image("AVIF")),
        (b"\0\0\0\x18ftypisomXXXX", Video("MP4")),
        (b"\0\0\0\x18ftypM4A XXXX", Audio("M4A")),
        (b"\x1A\x45\xDF\xA3\x01\0", Video("Matroska")),
        (b"\0\0\x01\xBA\x44", Video("MPEG")),
        (b"RIFF\x10\x20\0\0WAVEfmt ", Audio("WAV")),
        (b"RIFF\x10\x20\0\0AVI LIST", Video("AVI")),
        (b"ID3\x04\0\0", Audio("MP3")),
        (b"\xFF\xFB\x90\x64\0", Audio("MP3")),
        (b"OggS\0\x02\0\0\0\0", Audio("Ogg")),
        (b"fLaC\0\0\0\x22", Audio("FLAC")),
        (b"wOFF\0\x01\0\0", Font("WOFF")),
        (b"wOF2\0\x01\0\0", Font("WOFF2")),
        (b"\0\x01\0\0\0\x0F\0\x80", Font("TrueType")),
        (b"OTTO\0\x0B", Font("OpenType")),
        (b"PK\x03\x04\x14\0\0\0\x08\0notes.txt", Archive("zip")),
        (b"PK\x03\x04\x14\0\0\0\0\0mimetypeapplication/epub+zip", Document("EPUB")),
        (b"PK\x03\x04\x14\0\0\0\0\0mimetypeapplication/vnd.oasis.opendocument.text", Document("OpenDocument")),
        (b"PK\x03\x04\x14\0[Content_Types].xml PK\x03\x04 xl/workbook.xml", Document("Excel")),
        (b"PK\x03\x04\x14\0META-INF/MANIFEST.MF", Executable("Java")),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Document("Microsoft Office")),
        (b"\x1F\x8B\x08\0", Archive("gzip")),
        (b"7z\xBC\xAF\x27\x1C\0\x04", Archive("7z")),
        (b"Rar!\x1A\x07\x01\0", Archive("RAR")),
        (b"BZh91AY&SY", Archive("bzip2")),
        (b"\xFD7zXZ\0", Archive("xz")),
        (b"\x28\xB5\x2F\xFD", Archive("Zstandard")),
        (b"\x7FELF\x02\x01\x01\0", Executable("ELF")),
        (b"MZ\x90\0\x03\0\0\0", Executable("Windows")),
        (b"\xCF\xFA\xED\xFE\x07\0\0\x01", Executable("Mach-O")),
        (b"\xCA\xFE\xBA\xBE\0\0\0\x34\0\x20", Executable("Java")),
        (b"\xCA\xFE\xBA\xBE\0\0\0\x02\0\0\0\x07", Executable("Mach-O")),
        (b"\0asm\x01\0\0\0", Executable("WebAssembly")),
        (b"SQLite format 3\0\x10\0", Database("SQLite")),
        (b"PAR1\x15\x04", Database("Parquet")),
    ] {
        check(file(start), kind);
    }
    let mut tar = vec![0; 1024];
    tar[..9].copy_from_slice(b"notes.txt");
    tar[257..262].copy_from_slice(b"ustar");
    check(&tar, Archive("tar"));
}

#[test]
fn a_page_that_was_saved_as_a_letter_is_none() {
    let saved = "From: <Saved by a browser>\r\nSnapshot-Content-Location: https://example.org/\r\nSubject: Lamps\r\n\
                 MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"x\"\r\n\r\n\
                 --x\r\nContent-Type: text/html\r\n\r\n<html><p>Hello\r\n--x--\r\n";
    check(saved, Archive("MHTML"));
    check(
        saved.replace("multipart/related;\r\n\ttype", "\n  Multipart/Related; type").replace('\r', ""),
        Archive("MHTML"),
    );
    assert_eq!(Archive("MHTML").to_string(), "an MHTML archive");
    assert!(Archive("MHTML").hint().is_some_and(|hint| hint.contains("browser")));
    // A text about it.
    check("How letters begin:\n\nMIME-Version: 1.0\nContent-Type: multipart/related", Html);
    check("Note: see below\nthen\nMIME-Version: 1.0\nContent-Type: multipart/related", Html);
}

#[test]
fn what_has_no_magic_number_is_told_by_its_control_characters() {
    check(noise(1_000_000), Binary);
    check(noise(100), Binary);
    check([0; 1000], Binary);
    check((0..32).collect::<Vec<u8>>().repeat(100), Binary);
    // Small numbers, as in a table of 32 bits each.
    check((0_u32..3000).flat_map(|n| (n * 7 % 1000).to_le_bytes()).collect::<Vec<u8>>(), Binary);
    // A text before data, as in a script that unpacks itself.
    check([b"#!/bin/sh\nexit 0\n".repeat(100), noise(100_000)].concat(), Binary);
}

#[test]
fn a_kind_has_words_and_says_what_to_do() {
    let words = |kind: ContentKind| kind.to_string();
    assert_eq!(words(Pdf), "a PDF document");
    assert_eq!(words(Image("SVG")), "an SVG image");
    assert_eq!(words(Executable("ELF")), "an ELF program");
    assert_eq!(words(Archive("7z")), "a 7z archive");
    assert_eq!(words(Archive("xz")), "an xz archive");
    assert_eq!(words(Document("Excel")), "an Excel document");
    assert_eq!(words(Audio("MP3")), "an MP3 sound file");
    assert_eq!(words(Audio("FLAC")), "a FLAC sound file");
    assert_eq!(words(Database("SQLite")), "a SQLite file of data");
    assert_eq!((Html.hint(), Html.is_page()), (None, true));
    for kind in [Feed, Sitemap, Xml, Json, Pdf, Binary, Image("PNG"), Document("RTF"), Font("WOFF")] {
        assert!(kind.hint().is_some() && !kind.is_page(), "{kind}");
    }
}
