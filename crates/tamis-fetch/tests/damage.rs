//! What is broken costs itself and nothing else: any bytes, any cut, any flipped bit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod fixtures;

use fixtures::{gzip, members, numbers, pages, plain, read, read_with, zstd};
use proptest::prelude::*;
use tamis_fetch::warc::ReadOptions;

const N_PAGES: usize = 12;

/// Records as bytes, in forms where each is by itself.
fn separate(form: usize) -> Vec<Vec<u8>> {
    let records = pages(N_PAGES);
    match form {
        0 => members(&records),
        1 => plain(&records).iter().map(|record| checked_zstd(record)).collect(),
        _ => plain(&records),
    }
}

/// With a checksum: without one nobody can tell that a letter was flipped.
fn checked_zstd(bytes: &[u8]) -> Vec<u8> {
    let mut context = zstd_safe::CCtx::create();
    context.set_parameter(zstd_safe::CParameter::ChecksumFlag(true)).unwrap();
    let mut out = Vec::with_capacity(zstd_safe::compress_bound(bytes.len()));
    context.compress2(&mut out, bytes).unwrap();
    out
}

/// Which of the pages do not touch some bytes. Page `n` is record `2 + 2 n`.
fn untouched(parts: &[Vec<u8>], from: usize, until: usize) -> Vec<usize> {
    let mut end = 0;
    let ranges: Vec<(usize, usize)> = parts
        .iter()
        .map(|part| {
            end += part.len();
            (end - part.len(), end)
        })
        .collect();
    (0..N_PAGES).filter(|number| ranges[2 + 2 * number].1 <= from || ranges[2 + 2 * number].0 >= until).collect()
}

/// The pages that are there, of which the bodies may be changed.
fn found(bytes: &[u8]) -> (Vec<usize>, u64) {
    let (pages, statistics) = read(bytes);
    let number = |page: &tamis_fetch::warc::ArchivePage| {
        page.capture.url.as_ref()?.path().strip_prefix("/page/")?.parse::<usize>().ok()
    };
    (pages.iter().filter_map(number).collect(), statistics.damaged)
}

#[test]
fn a_broken_member_costs_itself() {
    for form in 0..2 {
        let mut parts = separate(form);
        let broken = parts[8].len() / 2;
        parts[8].drain(broken..broken + 20);
        let (pages, statistics) = read(&parts.concat());
        assert_eq!(numbers(&pages), [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], "form {form}");
        assert_eq!(statistics.damaged, 1, "form {form}");
    }
}

#[test]
fn a_file_that_begins_in_the_middle_is_read_from_its_first_whole_record() {
    for form in 0..3 {
        let parts = separate(form);
        let cut = parts[0].len() + parts[1].len() + 100;
        let (pages, statistics) = read(&parts.concat()[cut..]);
        assert_eq!(numbers(&pages), (1..N_PAGES).collect::<Vec<_>>(), "form {form}");
        assert_eq!(statistics.damaged, 1, "form {form}");
    }
}

#[test]
fn records_of_one_member_are_there_up_to_the_damage() {
    // Zstandard compresses 128 KiB at a time, and such a block is whole or lost.
    let plain = plain(&pages(1000));
    for whole in [gzip(&plain.concat()), zstd(&plain.concat())] {
        let (pages, statistics) = read(&whole[..whole.len() - 20]);
        assert!(pages.len() > 800, "{} pages", pages.len());
        assert_eq!(numbers(&pages), (0..pages.len()).collect::<Vec<_>>());
        assert_eq!(statistics.damaged, 1);
    }
}

#[test]
fn a_wrong_length_costs_its_record() {
    for (wrong, expect) in [("9", 1), ("200", 1), ("99999", 1), ("999999999999", 1), ("x", 1), ("", 1)] {
        let mut parts = plain(&pages(N_PAGES));
        let text = String::from_utf8(parts[8].clone()).unwrap();
        let at = text.find("Content-Length: ").unwrap() + 16;
        let end = at + text[at..].find('\r').unwrap();
        parts[8].splice(at..end, wrong.bytes());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.warc");
        std::fs::write(&path, parts.concat()).unwrap();
        let mut archive = tamis_fetch::warc::Archive::open(&path, ReadOptions::default()).unwrap();
        let found: Vec<_> = archive.by_ref().map(|page| page.unwrap()).collect();
        assert_eq!(numbers(&found), [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], "{wrong}");
        assert_eq!(archive.statistics().damaged, expect, "{wrong}");
        let members: Vec<u8> = parts.iter().flat_map(|part| gzip(part)).collect();
        let (found, statistics) = read(&members);
        assert_eq!(numbers(&found), [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11], "{wrong} in members");
        assert_eq!(statistics.damaged, expect, "{wrong} in members");
    }
}

#[test]
fn a_length_that_is_a_little_too_small_is_a_miscount() {
    let mut parts = plain(&pages(N_PAGES));
    let end = parts[8].len() - 4;
    parts[8].splice(end..end, *b"abc");
    let together = parts.concat();
    let members: Vec<u8> = parts.iter().flat_map(|part| gzip(part)).collect();
    for bytes in [together, members] {
        let (pages, statistics) = read(&bytes);
        assert_eq!(numbers(&pages), (0..N_PAGES).collect::<Vec<_>>());
        assert_eq!(statistics.damaged, 1);
    }
}

#[test]
fn what_looks_like_many_beginnings_is_read_in_time() {
    // Each would be decompressed for as long as possible if it were tried from every beginning.
    let stored = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0][..], &[0xFF, 0xFF, 0, 0]].concat();
    let started = std::time::Instant::now();
    let (pages, statistics) = read(&stored.repeat(300_000));
    assert_eq!(pages.len(), 0);
    assert!(statistics.damaged > 0);
    let (pages, _) = read(&b"WARC/1.0\r\nContent-Length: 30000000\r\n\r\n".repeat(100_000));
    assert_eq!(pages.len(), 0);
    let (pages, _) = read(&b"WARC/1.0\n".repeat(500_000));
    assert_eq!(pages.len(), 0);
    let (pages, _) = read(&b"\x28\xB5\x2F\xFD\x00\x58\x01\xFF\xFF".repeat(300_000));
    assert_eq!(pages.len(), 0);
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
fn a_bomb_is_too_large() {
    let mut record = plain(&pages(1)).pop().unwrap();
    let text = String::from_utf8_lossy(&record).into_owned();
    let at = text.find("Content-Length: ").unwrap() + 16;
    let end = at + text[at..].find('\r').unwrap();
    let head_end = text.find("\r\n\r\n").unwrap() + 4;
    record.truncate(head_end);
    record.splice(at..end, (100 << 20).to_string().bytes());
    record.resize(record.len() + (100 << 20), b'x');
    record.extend(b"\r\n\r\n");
    let after = members(&pages(2)).concat();
    for bomb in [gzip(&record), zstd(&record)] {
        let next =
            if bomb[0] == 0x1f { after.clone() } else { plain(&pages(2)).iter().flat_map(|part| zstd(part)).collect() };
        let (pages, statistics) = read_with(&[bomb, next].concat(), ReadOptions::default().with_max_bytes(1 << 20));
        assert_eq!(numbers(&pages), [0, 1]);
        assert_eq!((statistics.too_large, statistics.damaged), (1, 0));
    }
}

/// Bytes that cannot be compressed.
fn noise(n_bytes: usize) -> Vec<u8> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..n_bytes).map(|_| next()).collect()
}

#[test]
fn a_member_that_is_too_large_to_be_held_is_read_in_steps() {
    let large = noise(9 << 20);
    // An archive, with many beginnings of members.
    let records: Vec<_> = large.chunks(8 << 10).flat_map(|body| fixtures::visit("inner", "text/html", body)).collect();
    let inner = members(&records).concat();
    assert!(inner.len() > 9 << 20);
    for body in [&large, &inner] {
        let records = [&pages(2)[..], &fixtures::visit("large", "image/png", body)[1..], &pages(2)[1..]].concat();
        let of_gzip = members(&records);
        let of_zstd: Vec<Vec<u8>> = plain(&records).iter().map(|record| checked_zstd(record)).collect();
        for parts in [of_gzip, of_zstd, plain(&records)] {
            let options = ReadOptions::default().with_media_types(tamis_fetch::warc::MediaTypes::all());
            let (found, statistics) = read_with(&parts.concat(), options.clone());
            assert_eq!((found.len(), statistics.damaged), (5, 0));
            assert!(found[2].capture.body == *body, "the body is as it was");
            let (found, statistics) = read_with(&parts.concat(), options.with_max_bytes(1 << 18));
            assert_eq!((numbers(&found), statistics.too_large, statistics.damaged), (vec![0, 1, 0, 1], 1, 0));
            // Damage anywhere in it costs nothing else.
            let n_bytes = parts[5].len();
            for place in [n_bytes / 100, n_bytes / 2, n_bytes - 100] {
                let mut parts = parts.clone();
                parts[5].drain(place..place + 50);
                let (found, statistics) = read(&parts.concat());
                let found: Vec<_> = found.iter().map(|page| page.capture.url.as_ref().unwrap().path()).collect();
                assert!(
                    found.starts_with(&["/page/0", "/page/1"]) && found.ends_with(&["/page/0", "/page/1"]),
                    "{found:?}"
                );
                assert!(statistics.damaged > 0);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..3000), start in 0usize..5) {
        let start: &[u8] = [&b""[..], b"WARC/1.0\r\n", b"\x1f\x8b\x08\0", b"\x28\xB5\x2F\xFD", b"\x5D\x2A\x4D\x18"][start];
        let bytes = [start, &bytes].concat();
        let (pages, statistics) = read(&bytes);
        prop_assert!(pages.len() as u64 == statistics.pages);
        prop_assert!(statistics.bytes == 0 || statistics.bytes == bytes.len() as u64);
    }

    #[test]
    fn a_cut_costs_what_is_behind_it(form in 0usize..3, at in 0.0..1.0f64) {
        let parts = separate(form);
        let whole = parts.concat();
        let cut = (whole.len() as f64 * at) as usize;
        let (pages, statistics) = read(&whole[..cut]);
        let expect = untouched(&parts, cut, whole.len());
        let found = numbers(&pages);
        // Without compression a record is whole before the line breaks behind it.
        prop_assert!(found == expect || form == 2 && found.len() == expect.len() + 1 && found.starts_with(&expect));
        prop_assert!(statistics.damaged <= 1);
    }

    #[test]
    fn a_flipped_bit_costs_one_record(form in 0usize..3, at in 0.0..1.0f64, bit in 0u8..8) {
        let parts = separate(form);
        let mut whole = parts.concat();
        let place = (whole.len() as f64 * at) as usize;
        whole[place] ^= 1 << bit;
        let (found, damaged) = found(&whole);
        let expect = untouched(&parts, place, place + 1);
        let missing: Vec<_> = expect.iter().filter(|number| !found.contains(number)).collect();
        // Without members the record before may lose its end, if the flip hides where the next begins.
        let is_before = |number: usize| form == 2 && untouched(&parts, place.saturating_sub(8), place + 8).contains(&number);
        prop_assert!(missing.iter().all(|number| form == 2 && !is_before(**number)), "missing {missing:?}, damaged {damaged}");
        prop_assert!(found.len() <= N_PAGES, "{found:?}");
        if form < 2 {
            // What is found behind a checksum is as it was. Without one the flip may also be in the number of a page.
            prop_assert_eq!(&numbers(&read(&whole).0), &found);
        }
        let mut rest = found.iter();
        let in_order = expect.iter().filter(|number| found.contains(number)).all(|number| rest.any(|other| other == number));
        prop_assert!(in_order, "in order {found:?}");
    }

    #[test]
    fn records_that_swallow_others_are_noticed(from in 0.0..1.0f64, n_bytes in 1usize..400, form in 0usize..3) {
        let parts = separate(form);
        let mut whole = parts.concat();
        let from = (whole.len() as f64 * from) as usize;
        let until = (from + n_bytes).min(whole.len());
        whole[from..until].fill(b'#');
        let (found, _) = found(&whole);
        let expect = untouched(&parts, from.saturating_sub(8), until + 8);
        prop_assert!(expect.iter().all(|number| found.contains(number)), "{expect:?} in {found:?}");
    }

    #[test]
    fn what_is_written_is_read(
        body in prop::collection::vec(any::<u8>(), 0..2000),
        headers in prop::collection::vec(("[A-Za-z-]{1,12}", "[ -~]{0,20}"), 0..5),
        status in prop_oneof![100u16..300, 400u16..600],
        path in "[a-z0-9/]{0,20}",
    ) {
        use tamis_fetch::warc::{HttpResponse, MediaTypes, NewRecord, WarcWriter};
        let target = format!("https://lamps.example/{path}");
        let mut writer = WarcWriter::new(Vec::new());
        let record = NewRecord::response(target.as_str(), fixtures::DATE, HttpResponse { status, headers: &headers, body: &body });
        let written = writer.write(&record).unwrap();
        let bytes = writer.into_inner();
        let (pages, statistics) = read_with(&bytes, ReadOptions::default().with_media_types(MediaTypes::all()));
        prop_assert_eq!(statistics.damaged, 0);
        let page = &pages[0];
        prop_assert_eq!(&page.capture.body, &body);
        prop_assert_eq!(page.record.http_status, Some(status));
        prop_assert_eq!(page.record.target.as_deref(), Some(target.as_str()));
        prop_assert_eq!((page.record.offset, page.record.length), (0, Some(bytes.len() as u64)));
        prop_assert_eq!(page.record.id.as_deref(), Some(written.id.as_str()));
        prop_assert_eq!(&page.record.digest, &written.payload_digest);
        let expect: Vec<(String, String)> = headers
            .iter()
            .filter(|(name, _)| !["content-length", "content-encoding", "transfer-encoding"].contains(&name.to_ascii_lowercase().as_str()))
            .map(|(name, value)| (name.clone(), value.trim().to_owned()))
            .collect();
        prop_assert_eq!(&page.capture.headers[..expect.len()], &expect[..]);
    }
}
