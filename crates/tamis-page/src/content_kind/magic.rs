//! Formats by their magic numbers.
//!
//! Sources: the specifications of the formats, the MIME Sniffing standard, and the list of file signatures that Wikipedia keeps.
//! A new row needs a sample in the tests.

use super::ContentKind::{self, Archive, Audio, Database, Document, Executable, Font, Image, Pdf, Video};
use super::text_share::{self, TextEncoding};
use memchr::{memchr, memmem};

/// The format that the bytes have by a magic number.
pub(super) fn kind(body: &[u8]) -> Option<ContentKind> {
    let found = FORMATS.iter().find(|format| {
        format.magic.iter().all(|&(at, bytes)| body.get(at..).is_some_and(|rest| rest.starts_with(bytes)))
            && match format.proof {
                Proof::Alone => true,
                Proof::Control => head(body).iter().any(|&byte| text_share::is_control(byte)),
                Proof::NoText => matches!(text_share::encoding(body), TextEncoding::NoText),
            }
    });
    match found?.kind {
        Archive("zip") => Some(zipped(body)),
        // The boxes of the same container hold pictures, sounds and films.
        Video("MP4") => Some(boxed(body)),
        kind => Some(kind),
    }
}

/// How much is looked at for a byte that no text has: compressed data has one in ten of them.
fn head(body: &[u8]) -> &[u8] {
    &body[..body.len().min(1024)]
}

/// What besides the magic number tells the format from a text that begins with the same letters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Nothing: no other text begins so.
    Alone,
    /// A control character near the beginning.
    Control,
    /// The whole is no text: two or three letters say little.
    NoText,
}

struct Format {
    /// Bytes, and where they stand.
    magic: &'static [(usize, &'static [u8])],
    proof: Proof,
    kind: ContentKind,
}

const fn alone(magic: &'static [(usize, &'static [u8])], kind: ContentKind) -> Format {
    Format { magic, proof: Proof::Alone, kind }
}

const fn row(magic: &'static [(usize, &'static [u8])], kind: ContentKind) -> Format {
    Format { magic, proof: Proof::Control, kind }
}

const fn short(magic: &'static [(usize, &'static [u8])], kind: ContentKind) -> Format {
    Format { magic, proof: Proof::NoText, kind }
}

/// The first that fits counts.
const FORMATS: &[Format] = &[
    // Documents. The first ones are text themselves.
    alone(&[(0, b"%PDF-1.")], Pdf),
    alone(&[(0, b"%PDF-2.")], Pdf),
    alone(&[(0, b"%!PS-Adobe-")], Document("PostScript")),
    alone(&[(0, br"{\rtf1")], Document("RTF")),
    row(&[(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")], Document("Microsoft Office")),
    row(&[(0, b"\xC5\xD0\xD3\xC6")], Document("PostScript")),
    row(&[(0, b"AT&TFORM")], Document("DjVu")),
    row(&[(0, b"ITSF\x03")], Document("Windows help")),
    row(&[(60, b"BOOKMOBI")], Document("Kindle")),
    row(&[(0, b"\xF7\x02\x01\x83\x92\xC0")], Document("DVI")),
    // Images.
    row(&[(0, b"\x89PNG\r\n\x1A\n")], Image("PNG")),
    row(&[(0, b"\xFF\xD8\xFF")], Image("JPEG")),
    row(&[(0, b"GIF87a")], Image("GIF")),
    row(&[(0, b"GIF89a")], Image("GIF")),
    row(&[(0, b"RIFF"), (8, b"WEBP")], Image("WebP")),
    row(&[(0, b"II*\0")], Image("TIFF")),
    row(&[(0, b"MM\0*")], Image("TIFF")),
    row(&[(0, b"BM"), (6, b"\0\0\0\0")], Image("BMP")),
    row(&[(0, b"8BPS\0\x01")], Image("Photoshop")),
    row(&[(0, b"\0\0\0\x0CjP  \r\n\x87\n")], Image("JPEG 2000")),
    row(&[(0, b"\0\0\0\x0CJXL \r\n\x87\n")], Image("JPEG XL")),
    row(&[(0, b"qoif"), (12, b"\x03")], Image("QOI")),
    row(&[(0, b"qoif"), (12, b"\x04")], Image("QOI")),
    row(&[(0, b"gimp xcf ")], Image("GIMP")),
    row(&[(0, b"\0\0\x01\0"), (5, b"\0"), (9, b"\0")], Image("ICO")),
    row(&[(0, b"\0\0\x02\0"), (5, b"\0"), (9, b"\0")], Image("cursor")),
    // Sound and film.
    row(&[(0, b"RIFF"), (8, b"WAVE")], Audio("WAV")),
    row(&[(0, b"RIFF"), (8, b"AVI ")], Video("AVI")),
    row(&[(0, b"FORM"), (8, b"AIFF")], Audio("AIFF")),
    row(&[(0, b"FORM"), (8, b"AIFC")], Audio("AIFF")),
    row(&[(0, b"fLaC\0")], Audio("FLAC")),
    row(&[(0, b"MThd\0\0\0\x06")], Audio("MIDI")),
    row(&[(0, b"#!AMR\n")], Audio("AMR")),
    row(&[(0, b"ID3\x02")], Audio("MP3")),
    row(&[(0, b"ID3\x03")], Audio("MP3")),
    row(&[(0, b"ID3\x04")], Audio("MP3")),
    row(&[(0, b"OggS\0\x02"), (28, b"\x80theora")], Video("Ogg")),
    row(&[(0, b"OggS\0")], Audio("Ogg")),
    row(&[(0, b"\x1A\x45\xDF\xA3")], Video("Matroska")),
    row(&[(0, b"FLV\x01")], Video("Flash")),
    row(&[(0, b"\0\0\x01\xBA")], Video("MPEG")),
    row(&[(0, b"\0\0\x01\xB3")], Video("MPEG")),
    short(&[(0, b"G"), (188, b"G"), (376, b"G")], Video("MPEG")),
    row(&[(0, b"\x30\x26\xB2\x75\x8E\x66\xCF\x11")], Video("Windows Media")),
    row(&[(4, b"ftyp")], Video("MP4")),
    row(&[(4, b"moov")], Video("QuickTime")),
    row(&[(4, b"mdat")], Video("QuickTime")),
    short(&[(0, b"\xFF\xFB")], Audio("MP3")),
    short(&[(0, b"\xFF\xFA")], Audio("MP3")),
    short(&[(0, b"\xFF\xF3")], Audio("MP3")),
    short(&[(0, b"\xFF\xF2")], Audio("MP3")),
    short(&[(0, b"\xFF\xF1")], Audio("AAC")),
    short(&[(0, b"\xFF\xF9")], Audio("AAC")),
    // Fonts.
    row(&[(0, b"wOFF")], Font("WOFF")),
    row(&[(0, b"wOF2")], Font("WOFF2")),
    row(&[(0, b"OTTO\0")], Font("OpenType")),
    row(&[(0, b"ttcf\0")], Font("TrueType")),
    row(&[(0, b"\0\x01\0\0\0")], Font("TrueType")),
    row(&[(0, b"true\0")], Font("TrueType")),
    row(&[(8, b"\x01\0\x02\0"), (34, b"LP")], Font("EOT")),
    row(&[(8, b"\x02\0\x02\0"), (34, b"LP")], Font("EOT")),
    // Archives and compressed files.
    row(&[(0, b"PK\x03\x04")], Archive("zip")),
    row(&[(0, b"PK\x05\x06")], Archive("zip")),
    row(&[(0, b"PK\x07\x08")], Archive("zip")),
    row(&[(0, b"\x1F\x8B\x08")], Archive("gzip")),
    row(&[(257, b"ustar")], Archive("tar")),
    row(&[(0, b"7z\xBC\xAF\x27\x1C")], Archive("7z")),
    row(&[(0, b"Rar!\x1A\x07")], Archive("RAR")),
    row(&[(0, b"BZh"), (4, b"1AY&SY")], Archive("bzip2")),
    row(&[(0, b"\xFD7zXZ\0")], Archive("xz")),
    row(&[(0, b"\x28\xB5\x2F\xFD")], Archive("Zstandard")),
    row(&[(0, b"\x04\x22\x4D\x18")], Archive("LZ4")),
    row(&[(0, b"LZIP\x01")], Archive("lzip")),
    row(&[(0, b"\x5D\0\0")], Archive("LZMA")),
    row(&[(0, b"\x1F\x9D")], Archive("compress")),
    row(&[(0, b"MSCF\0\0\0\0")], Archive("cabinet")),
    row(&[(2, b"-lh"), (6, b"-")], Archive("LHA")),
    row(&[(0, b"\xED\xAB\xEE\xDB")], Archive("RPM")),
    row(&[(0, b"!<arch>\ndebian")], Archive("Debian")),
    row(&[(0, b"!<arch>\n")], Archive("ar")),
    row(&[(0, b"070701")], Archive("cpio")),
    row(&[(0, b"xar!\0")], Archive("xar")),
    row(&[(0, b"Cr24\x03\0\0\0")], Archive("Chrome extension")),
    row(&[(0, b"hsqs")], Archive("squashfs")),
    row(&[(32769, b"CD001")], Archive("ISO 9660")),
    // Programs.
    row(&[(0, b"\x7FELF")], Executable("ELF")),
    row(&[(0, b"\xFE\xED\xFA\xCE")], Executable("Mach-O")),
    row(&[(0, b"\xFE\xED\xFA\xCF")], Executable("Mach-O")),
    row(&[(0, b"\xCE\xFA\xED\xFE")], Executable("Mach-O")),
    row(&[(0, b"\xCF\xFA\xED\xFE")], Executable("Mach-O")),
    // Also a Java class; the fourth byte after it counts the machines of a program, and there are few.
    row(&[(0, b"\xCA\xFE\xBA\xBE\0\0\0"), (8, b"\0\0\0")], Executable("Mach-O")),
    row(&[(0, b"\xCA\xFE\xBA\xBE")], Executable("Java")),
    row(&[(0, b"\0asm")], Executable("WebAssembly")),
    row(&[(0, b"dex\n03")], Executable("Android")),
    row(&[(0, b"BC\xC0\xDE")], Executable("LLVM")),
    row(&[(0, b"CWS"), (4, b"\0")], Executable("Flash")),
    short(&[(0, b"CWS")], Executable("Flash")),
    short(&[(0, b"FWS")], Executable("Flash")),
    short(&[(0, b"ZWS")], Executable("Flash")),
    short(&[(0, b"MZ")], Executable("Windows")),
    row(&[(2, b"\r\n\0\0\0\0")], Executable("Python")),
    short(&[(2, b"\r\n")], Executable("Python")),
    // Data.
    row(&[(0, b"SQLite format 3\0")], Database("SQLite")),
    row(&[(0, b"\0\x01\0\0Standard Jet DB\0")], Database("Access")),
    row(&[(0, b"\0\x01\0\0Standard ACE DB\0")], Database("Access")),
    row(&[(0, b"PAR1")], Database("Parquet")),
    row(&[(0, b"ARROW1\0\0")], Database("Arrow")),
    row(&[(0, b"ORC\x08")], Database("ORC")),
    row(&[(0, b"Obj\x01")], Database("Avro")),
    row(&[(0, b"\x89HDF\r\n\x1A\n")], Database("HDF5")),
    row(&[(0, b"\x93NUMPY")], Database("NumPy")),
    row(&[(0, b"\xDE\x12\x04\x95")], Database("gettext")),
    row(&[(0, b"\x95\x04\x12\xDE")], Database("gettext")),
    row(&[(0, b"TZif")], Database("time zone")),
    row(&[(0, b"bplist00")], Database("property list")),
];

/// A zip archive, or what office programs and others store in one: by the name of its first files.
fn zipped(body: &[u8]) -> ContentKind {
    let head = &body[..body.len().min(4096)];
    let holds = |name: &[u8]| memmem::find(head, name).is_some();
    // The first file is stored and not compressed.
    if holds(b"mimetypeapplication/epub+zip") {
        return Document("EPUB");
    }
    if holds(b"mimetypeapplication/vnd.oasis.opendocument") {
        return Document("OpenDocument");
    }
    if holds(b"[Content_Types].xml") || holds(b"_rels/.rels") {
        let program = [(&b"word/"[..], "Word"), (b"xl/", "Excel"), (b"ppt/", "PowerPoint")];
        // They stand in the list at the end, whatever the order of the files.
        let end = &body[body.len().saturating_sub(64 << 10)..];
        let named = program.iter().find(|(directory, _)| holds(directory) || memmem::find(end, directory).is_some());
        return Document(named.map_or("Microsoft Office", |(_, name)| name));
    }
    if holds(b"META-INF/") {
        return Executable("Java");
    }
    Archive("zip")
}

/// Which of the formats in boxes it is, by its brand.
fn boxed(body: &[u8]) -> ContentKind {
    match body.get(8..12) {
        Some(b"avif" | b"avis") => Image("AVIF"),
        Some(b"heic" | b"heix" | b"heim" | b"heis" | b"hevc" | b"mif1" | b"msf1") => Image("HEIF"),
        Some(b"crx ") => Image("Canon"),
        Some(b"M4A " | b"M4B " | b"M4P ") => Audio("M4A"),
        Some(b"qt  ") => Video("QuickTime"),
        _ => Video("MP4"),
    }
}

pub(super) const MHTML: &str = "MHTML";

/// How much of the head is looked at: browsers write the address and the title of the page into it.
const HEAD_BYTES: usize = 16 << 10;

/// MHTML, a page that a browser saved as a letter with its pictures as enclosures, by the head of the letter.
pub(super) fn letter(body: &[u8]) -> Option<ContentKind> {
    let head = &body[..body.len().min(HEAD_BYTES)];
    let (mut has_version, mut has_parts) = (false, false);
    let mut is_type = false;
    for line in head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end) {
        if !line.starts_with(b" ") && !line.starts_with(b"\t") {
            // The head ends with an empty line; text that is no letter has a line that is no field before.
            let Some(name) = field_name(line) else { break };
            has_version |= name.eq_ignore_ascii_case(b"MIME-Version");
            is_type = name.eq_ignore_ascii_case(b"Content-Type");
        }
        has_parts |= is_type && memmem::find(&line.to_ascii_lowercase(), b"multipart/related").is_some();
    }
    (has_version && has_parts).then_some(Archive(MHTML))
}

/// What stands before the colon of `Subject: A page`.
fn field_name(line: &[u8]) -> Option<&[u8]> {
    let name = &line[..memchr(b':', line)?];
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    is_name.then_some(name)
}
