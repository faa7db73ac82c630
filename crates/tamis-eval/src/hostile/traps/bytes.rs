//! Charsets and compression.

use super::{Group, Trap, made};
use crate::hostile::pattern::grow;
use crate::random::Random;
use flate2::{Compression, write::GzEncoder};
use std::io::Write as _;

const fn row(name: &'static str, n: usize, make: fn(usize) -> Vec<u8>) -> Trap {
    made(Group::Bytes, name, n, make)
}

pub(super) const TRAPS: &[Trap] = &[
    row("gzip-paragraphs", 100_000, |n| gzip(grow("«<p>x»", n).as_bytes())),
    row("gzip-rows", 40_000, |n| gzip(grow("<table>«<tr><td><a href=/>x</a><td>5 €»", n).as_bytes())),
    row("gzip-items", 60_000, |n| gzip(grow("<ul>«<li><a href=/>x</a>»", n).as_bytes())),
    row("gzip-of-gzip", 100_000, |n| gzip(&gzip(grow("«<p>x»", n).as_bytes()))),
    row("gzip-in-many-parts", 10_000, |n| gzip(b"<p>x").repeat(n)),
    row("gzip-in-empty-parts", 20_000, |n| [gzip(b"").repeat(n), gzip(b"<p>lamp")].concat()),
    row("gzip-cut-off", 30_000, |n| cut(gzip(grow("«<p>lamp ⅰ»", n).as_bytes()), 2)),
    row("gzip-with-a-long-name", 300_000, |n| [&b"\x1f\x8b\x08\x08\0\0\0\0\0\x03"[..], &b"n".repeat(n)].concat()),
    row("gzip-beyond-any-limit", 50_000_000, |n| gzip(&vec![b' '; n.min(200_000_000)])),
    row("utf-16", 30_000, |n| utf_16(&grow("\u{feff}<p>«lampe à »", n))),
    row("utf-16-halves", 200_000, |n| [&b"\xff\xfe<\0p\0>\0"[..], &b"\x00\xd8".repeat(n)].concat()),
    row("utf-8-overlong", 100_000, |n| {
        [&b"<meta charset=utf-8><p>"[..], &b"\xc0\xaf\xed\xa0\x80\xf4\x90".repeat(n)].concat()
    }),
    row("utf-8-without-beginnings", 500_000, |n| [&b"<p>lamp"[..], &b"\x80".repeat(n)].concat()),
    row("escapes-of-iso-2022", 60_000, |n| {
        [&b"<meta charset=iso-2022-jp><p>"[..], &b"\x1b$B!!\x1b(B".repeat(n)].concat()
    }),
    row("four-bytes-of-gb18030", 60_000, |n| {
        [&b"<meta charset=gb18030><p>"[..], &b"\x81\x30\x81\x30\xfe\x39\xff".repeat(n)].concat()
    }),
    row("shift-jis-halves", 150_000, |n| [&b"<meta charset=shift_jis><p>"[..], &b"\x83\x5c\x81<".repeat(n)].concat()),
    row("marks-of-byte-order", 60_000, |n| [&b"\xef\xbb\xbf".repeat(n)[..], b"<p>lamp"].concat()),
    row("a-charset-said-late", 1_000_000, |n| [&b" ".repeat(n)[..], b"<meta charset=gbk><p>\xc4\xe3"].concat()),
    row("many-words-charset", 60_000, |n| {
        [&b"<meta http-equiv=content-type content='"[..], &b"charset=".repeat(n), b"'><p>lamp"].concat()
    }),
    row("noise", 300_000, noise),
    row("noise-of-markup", 300_000, |n| {
        noise(n).iter().map(|&byte| b"<>/='\"&;!- \nabp\0"[usize::from(byte % 16)]).collect()
    }),
    row("zeros", 1_000_000, |n| vec![0; n]),
    row("returns", 500_000, |n| [&b"<pre>"[..], &b"\r\r\n".repeat(n)].concat()),
    row("controls", 30_000, |n| (0..32_u8).collect::<Vec<_>>().repeat(n)),
];

pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

fn cut(mut bytes: Vec<u8>, part: usize) -> Vec<u8> {
    bytes.truncate(bytes.len() / part);
    bytes
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn noise(n: usize) -> Vec<u8> {
    let mut random = Random::new(3);
    (0..n.div_ceil(8)).flat_map(|_| random.next().to_le_bytes()).take(n).collect()
}
