//! The bodies of the fuzz targets on pages that were cut, shuffled and spoilt: the same damage in every run.

#[path = "fixtures/mod.rs"]
mod fixtures;
#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the file is a library of its own for the fuzzer")]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many spoilt inputs a target gets for each golden page. Chosen for a second or so in a debug build; the fuzzer
/// itself is there for the long run.
const ROUNDS: usize = 24;

#[test]
fn any_bytes_decode() {
    spoil("decode", targets::decode);
}

#[test]
fn any_text_parses() {
    spoil("parse", targets::parse);
}

#[test]
fn any_selector_is_refused_or_answered() {
    const SELECTORS: [&str; 16] = [
        "ul > li:nth-child(2n + 1)",
        "div:has(> a[href^='/']) + *",
        ":is(h1, h2):not(.x) ~ p",
        "[class~=price i]",
        "*",
        "a, b, a",
        "td:nth-last-of-type(odd):empty",
        "p::first-line",
        "//li[position() mod 2 = 1]/a/@href",
        "//*[contains(concat(' ', @class, ' '), ' price ')]",
        "//table//tr[td[2] > 3 and not(th)]",
        "/html/body/*[last()]",
        "ancestor-or-self::node()/following-sibling::*[1]",
        "//text()[normalize-space() != '']",
        "count(//a) + string-length(//title)",
        "//a[starts-with(@href, '/')]/..",
    ];
    spoil("select", |data| {
        let selector = SELECTORS[data.len() % SELECTORS.len()];
        // A selector as it is on a spoilt page, and a spoilt selector on a small one.
        targets::select(&[selector.as_bytes(), b"\n", &data[..data.len().min(4000)]].concat());
        let mut broken = selector.as_bytes().to_vec();
        let at = data.len() % broken.len();
        broken[at] = data.first().copied().unwrap_or(0);
        targets::select(&broken);
    });
}

#[test]
fn a_page_settles_when_it_is_written_and_read() {
    spoil("serialize", targets::serialize);
}

#[test]
fn any_statements_are_read() {
    spoil("statements", |data| targets::statements(&data[..data.len().min(3000)]));
}

#[test]
fn any_lines_are_a_column() {
    spoil("values", |data| targets::values(&data[..data.len().min(3000)]));
}

#[test]
fn any_bytes_are_a_stored_template_or_none() {
    spoil("template", |data| targets::template(&data[..data.len().min(300)]));
}

#[test]
fn any_bytes_are_a_wrapper_or_none() {
    spoil("wrapper", |data| targets::wrapper(&data[..data.len().min(300)]));
}

#[test]
fn any_bytes_are_a_stored_page_or_none() {
    for (page_idx, page) in fixtures::golden_pages().iter().enumerate() {
        targets::snapshot(&page.snapshot);
        for round in 0..ROUNDS {
            let mut dice = Dice(0x9E37_79B9 + (page_idx * 1000 + round) as u64);
            let mut stored = page.snapshot.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(stored.len());
                stored[at] = dice.below(256) as u8;
            }
            stored.truncate(stored.len() - dice.below(2) * dice.below(stored.len()));
            targets::snapshot(&stored);
        }
    }
}

#[test]
fn a_golden_page_is_the_same_when_it_is_written_and_read() {
    for page in fixtures::golden_pages() {
        let decoded = tamis_page::decode(page.source, &tamis_page::CharsetHints::default());
        let written = tamis_page::Document::parse(decoded.text).to_html();
        let again = tamis_page::Document::parse(written.as_str()).to_html();
        assert!(written == again, "{} comes back as another tree", page.slug);
    }
}

/// Runs a target on every page as it is and on spoilt copies; a failure names the page, the round and the cause.
#[track_caller]
fn spoil(target: &str, run: impl Fn(&[u8])) {
    let pages = fixtures::golden_pages();
    for (page_idx, page) in pages.iter().enumerate() {
        let other = &pages[(page_idx + 1) % pages.len()].source;
        for round in 0..ROUNDS {
            let mut dice = Dice(0x9E37_79B9 + (page_idx * 1000 + round) as u64);
            let data = if round == 0 { page.source.clone() } else { spoilt(&page.source, other, &mut dice) };
            if let Err(cause) = catch_unwind(AssertUnwindSafe(|| run(&data))) {
                let cause = cause.downcast_ref::<String>().map_or("", String::as_str);
                panic!(
                    "{target} fails on page {} in round {round}: {cause}\n\
                     help: shrink it with `cargo fuzz tmin {target}`, then keep it as a test beside the code",
                    page.slug
                );
            }
        }
    }
}

/// A piece of the page of at most 12 kB with a few accidents.
fn spoilt(page: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut data = piece(page, 12_000, dice);
    for _ in 0..=dice.below(6) {
        let at = dice.below(data.len() + 1);
        match dice.below(6) {
            0 => data.truncate(at),
            1 => drop(data.splice(at..at, piece(other, 300, dice))),
            2 => drop(data.splice(at..at, *b"</table><b><p>")),
            3 => drop(data.drain(at..(at + dice.below(200)).min(data.len()))),
            4 => data.insert(at, dice.below(256) as u8),
            _ => {
                let again = piece(&data, 400, dice);
                drop(data.splice(at..at, again));
            }
        }
    }
    data
}

fn piece(from: &[u8], longest: usize, dice: &mut Dice) -> Vec<u8> {
    let start = dice.below(from.len().max(1));
    let end = (start + dice.below(longest)).min(from.len());
    from.get(start..end).unwrap_or(&[]).to_vec()
}

/// Throws that are the same in every run (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}
