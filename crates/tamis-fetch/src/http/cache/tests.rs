use super::{Cache, CacheLookup, Stored};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;
use url::Url;

type Pairs<'a> = &'a [(&'a str, &'a str)];

const NOON: u64 = 1_700_049_600;
const NOON_DATE: &str = "Wed, 15 Nov 2023 12:00:00 GMT";
const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

fn pairs(pairs: Pairs) -> Vec<(String, String)> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn answer(headers: Pairs, body: &str) -> Stored {
    Stored { status: 200, headers: pairs(headers), body: body.into(), at: at(NOON) }
}

fn page() -> Url {
    Url::parse("https://shop.example/lamps?page=2").unwrap()
}

fn cache() -> (TempDir, Cache) {
    let directory = tempfile::tempdir().unwrap();
    let cache = Cache::open(directory.path()).unwrap();
    (directory, cache)
}

/// The files of entries, wherever they are.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for shard in fs::read_dir(directory).unwrap().flatten().filter(|shard| shard.path().is_dir()) {
        found.extend(fs::read_dir(shard.path()).unwrap().flatten().map(|file| file.path()));
    }
    found.sort();
    found
}

/// Stores an answer at noon and asks for it a while later: "miss", "fresh", or the conditions.
fn ask_later(status: u16, headers: Pairs, request: Pairs, later: u64) -> String {
    let (_directory, cache) = cache();
    let response = Stored { status, ..answer(headers, "hello") };
    cache.store(&page(), &[], &response, at(NOON));
    said(&cache.look_up(&page(), &pairs(request), at(NOON + later)))
}

fn said(found: &CacheLookup) -> String {
    match found {
        CacheLookup::Miss => "miss".into(),
        CacheLookup::Fresh(stored) => {
            assert_eq!(stored.body, b"hello");
            "fresh".into()
        }
        CacheLookup::Stale { conditions, stored } => {
            assert_eq!(stored.body, b"hello");
            conditions.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n")
        }
    }
}

#[track_caller]
fn check(headers: Pairs, later: u64, expect: &str) {
    assert_eq!(ask_later(200, headers, &[], later), expect, "{headers:?} after {later} s");
}

#[test]
fn an_answer_is_fresh_as_long_as_its_server_says() {
    check(&[("Cache-Control", "max-age=3600")], HOUR - 1, "fresh");
    check(&[("Cache-Control", "max-age=3600")], HOUR, "miss");
    check(&[("cache-control", "Public, Max-Age=3600")], HOUR - 1, "fresh");
    check(&[("Cache-Control", "s-maxage=3600")], 1, "miss");
    check(&[("Cache-Control", "private, max-age=60")], 1, "fresh");
    check(&[("Date", NOON_DATE), ("Expires", "Wed, 15 Nov 2023 13:00:00 GMT")], HOUR - 1, "fresh");
    check(&[("Date", NOON_DATE), ("Expires", "Wed, 15 Nov 2023 13:00:00 GMT")], HOUR, "miss");
    check(&[("Expires", "0")], 0, "miss");
    check(&[("Expires", "0"), ("Cache-Control", "max-age=9")], 8, "fresh");
    check(&[("Cache-Control", "max-age=18446744073709551615")], 10 * DAY, "fresh");
    check(&[("Cache-Control", "max-age=lots")], 0, "miss");
    check(&[("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=3600")], 59, "fresh");
}

#[test]
fn the_age_that_an_answer_came_with_counts() {
    check(&[("Cache-Control", "max-age=3600"), ("Age", "3000")], 599, "fresh");
    check(&[("Cache-Control", "max-age=3600"), ("Age", "3000")], 600, "miss");
    // An age that no sum holds, and one that is none.
    check(
        &[("Cache-Control", "max-age=3600"), ("Age", "18446744073709551615"), ("ETag", "\"a\"")],
        1,
        "if-none-match: \"a\"",
    );
    check(&[("Cache-Control", "max-age=3600"), ("Age", "old")], 1, "miss");
}

#[test]
fn the_age_is_told() {
    let (_directory, cache) = cache();
    let headers = [("Cache-Control", "max-age=3600"), ("AGE", "5"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")];
    cache.store(&page(), &[], &answer(&headers, "hello"), at(NOON));
    let CacheLookup::Fresh(stored) = cache.look_up(&page(), &[], at(NOON + 7)) else { panic!("it is fresh") };
    let expect = [("Cache-Control", "max-age=3600"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("age", "12")];
    assert_eq!((stored.status, stored.headers, stored.at), (200, pairs(&expect), at(NOON)));
}

#[test]
fn an_answer_without_a_lifetime_is_fresh_for_a_tenth_of_its_age_and_at_most_a_day() {
    let ten_hours: Pairs = &[("Date", NOON_DATE), ("Last-Modified", "Wed, 15 Nov 2023 02:00:00 GMT")];
    check(ten_hours, HOUR - 1, "fresh");
    check(ten_hours, HOUR, "if-modified-since: Wed, 15 Nov 2023 02:00:00 GMT");
    let ten_years: Pairs = &[("Date", NOON_DATE), ("Last-Modified", "Fri, 15 Nov 2013 12:00:00 GMT")];
    check(ten_years, DAY, "fresh");
    check(ten_years, DAY + 1, "if-modified-since: Fri, 15 Nov 2013 12:00:00 GMT");
    check(&[], 0, "miss");
    check(&[("ETag", "\"a\"")], 0, "if-none-match: \"a\"");
}

#[test]
fn what_must_not_be_stored_or_used_unasked_is_not() {
    check(&[("Cache-Control", "no-store, max-age=3600"), ("ETag", "\"a\"")], 0, "miss");
    check(&[("Cache-Control", "No-Store"), ("ETag", "\"a\"")], 0, "miss");
    check(&[("Cache-Control", "no-cache, max-age=3600"), ("ETag", "\"a\"")], 0, "if-none-match: \"a\"");
    check(&[("Pragma", "no-cache"), ("ETag", "\"a\"")], 0, "if-none-match: \"a\"");
    check(&[("Vary", "*"), ("Cache-Control", "max-age=3600"), ("ETag", "\"a\"")], 0, "miss");
    let fresh: Pairs = &[("Cache-Control", "max-age=3600")];
    let with_tag: Pairs = &[("Cache-Control", "max-age=3600"), ("ETag", "\"a\"")];
    assert_eq!(ask_later(200, with_tag, &[("Cache-Control", "No-Cache")], 1), "if-none-match: \"a\"");
    assert_eq!(ask_later(200, with_tag, &[("Cache-Control", "max-age=10")], 11), "if-none-match: \"a\"");
    for (status, expect) in
        [(301, "fresh"), (302, "fresh"), (404, "fresh"), (206, "miss"), (500, "miss"), (304, "miss")]
    {
        assert_eq!(ask_later(status, fresh, &[], 1), expect, "{status}");
    }
    assert_eq!(ask_later(302, &[("ETag", "\"a\"")], &[], 1), "miss");
    assert_eq!(ask_later(99, fresh, &[], 1), "miss");
}

#[test]
fn an_answer_that_could_never_be_used_takes_no_room() {
    let (directory, cache) = cache();
    let headers: [Pairs; 5] = [
        &[],
        &[("Cache-Control", "no-cache, max-age=60")],
        &[("Cache-Control", "max-age=0")],
        &[("Cache-Control", "max-age=60"), ("Age", "60")],
        &[("Expires", "-1")],
    ];
    for headers in headers {
        cache.store(&page(), &[], &answer(headers, "hello"), at(NOON));
        assert_eq!(entries(directory.path()), Vec::<PathBuf>::new(), "{headers:?}");
    }
}

#[test]
fn a_stale_answer_is_asked_about_with_all_that_is_known() {
    let both: Pairs = &[("ETag", "W/\"a\""), ("Last-Modified", NOON_DATE), ("Cache-Control", "max-age=0")];
    check(both, 0, &format!("if-none-match: W/\"a\"\nif-modified-since: {NOON_DATE}"));
}

#[test]
fn a_body_that_broke_off_is_not_stored() {
    check(&[("Cache-Control", "max-age=60"), ("Content-Length", "5")], 0, "fresh");
    check(&[("Cache-Control", "max-age=60"), ("Content-Length", "6")], 0, "miss");
    check(&[("Cache-Control", "max-age=60"), ("Content-Length", "6"), ("Transfer-Encoding", "chunked")], 0, "fresh");
}

#[test]
fn an_answer_serves_requests_that_differ_in_nothing_it_varies_with() {
    let (directory, cache) = cache();
    let headers = [("Cache-Control", "max-age=60"), ("Vary", "Accept-Encoding, accept"), ("Vary", "X-None")];
    let request =
        [("Accept", "text/html"), ("accept-encoding", "gzip"), ("accept-encoding", "br"), ("X-Secret", "s3cret")];
    cache.store(&page(), &pairs(&request), &answer(&headers, "hello"), at(NOON));
    let ask = |request: Pairs| said(&cache.look_up(&page(), &pairs(request), at(NOON + 1)));
    assert_eq!(ask(&request), "fresh");
    assert_eq!(ask(&[("ACCEPT", "text/html"), ("accept-encoding", "gzip, br")]), "fresh");
    assert_eq!(ask(&[("Accept", "text/html"), ("accept-encoding", "gzip")]), "miss");
    assert_eq!(ask(&[("accept-encoding", "gzip, br")]), "miss");
    assert_eq!(ask(&[("Accept", "text/html"), ("accept-encoding", "gzip, br"), ("X-None", "1")]), "miss");
    let file = fs::read(&entries(directory.path())[0]).unwrap();
    assert!(!file.windows(6).any(|word| word == b"s3cret"), "other headers are not written down");
}

#[test]
fn the_last_variant_takes_the_place_of_the_one_before() {
    let (directory, cache) = cache();
    let headers = [("Cache-Control", "max-age=60"), ("Vary", "Accept")];
    cache.store(&page(), &pairs(&[("Accept", "a")]), &answer(&headers, "before"), at(NOON));
    cache.store(&page(), &pairs(&[("Accept", "b")]), &answer(&headers, "hello"), at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &pairs(&[("Accept", "a")]), at(NOON))), "miss");
    assert_eq!(said(&cache.look_up(&page(), &pairs(&[("Accept", "b")]), at(NOON))), "fresh");
    assert_eq!(entries(directory.path()).len(), 1);
}

#[test]
fn nothing_is_stored_or_served_for_someone_with_credentials_or_with_conditions_of_his_own() {
    let (directory, cache) = cache();
    let response = answer(&[("Cache-Control", "max-age=60"), ("ETag", "\"a\"")], "hello");
    let with_credentials = Url::parse("https://anna:s3cret@shop.example/lamps?page=2").unwrap();
    cache.store(&with_credentials, &[], &response, at(NOON));
    let requests = ["Authorization", "Proxy-Authorization", "cookie", "If-None-Match", "If-Modified-Since", "Range"];
    for name in requests {
        cache.store(&page(), &pairs(&[(name, "x")]), &response, at(NOON));
    }
    assert_eq!(entries(directory.path()), Vec::<PathBuf>::new());
    cache.store(&page(), &[], &response, at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "fresh");
    assert_eq!(cache.look_up(&with_credentials, &[], at(NOON)), CacheLookup::Miss);
    for name in requests {
        assert_eq!(cache.look_up(&page(), &pairs(&[(name, "x")]), at(NOON)), CacheLookup::Miss, "{name}");
    }
}

#[test]
fn an_address_is_the_same_without_its_fragment_and_another_with_any_other_letter() {
    let (_directory, cache) = cache();
    cache.store(&page(), &[], &answer(&[("Cache-Control", "max-age=60")], "hello"), at(NOON));
    let ask = |url: &str| said(&cache.look_up(&Url::parse(url).unwrap(), &[], at(NOON)));
    assert_eq!(ask("https://SHOP.example:443/lamps?page=2#third"), "fresh");
    assert_eq!(ask("http://shop.example/lamps?page=2"), "miss");
    assert_eq!(ask("https://shop.example/lamps?page=2&"), "miss");
    assert_eq!(ask("https://shop.example:8443/lamps?page=2"), "miss");
}

#[test]
fn an_address_of_any_kind_has_an_entry() {
    let (_directory, cache) = cache();
    let long = format!("https://shop.example/?{}", "x".repeat(100_000));
    for address in ["https://shop.example/{a}|b^`?q={\"}|<>`", "https://[::1]:8080/", long.as_str()] {
        let url = Url::parse(address).unwrap();
        cache.store(&url, &[], &answer(&[("Cache-Control", "max-age=60")], "hello"), at(NOON));
        assert_eq!(said(&cache.look_up(&url, &[], at(NOON))), "fresh", "{}", &address[..20]);
    }
}

#[test]
fn a_clock_that_went_backwards_makes_answers_stale() {
    let (_directory, cache) = cache();
    let headers = [("Cache-Control", "max-age=3600"), ("ETag", "\"a\"")];
    cache.store(&page(), &[], &answer(&headers, "hello"), at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON - 5))), "fresh", "clocks differ");
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON - DAY))), "if-none-match: \"a\"");
    assert_eq!(said(&cache.look_up(&page(), &[], UNIX_EPOCH - Duration::from_secs(DAY))), "if-none-match: \"a\"");
    assert_eq!(said(&cache.look_up(&page(), &[], at(1 << 40))), "if-none-match: \"a\"");
}

#[test]
fn an_answer_that_is_confirmed_has_new_headers_and_is_fresh_again() {
    let (_directory, cache) = cache();
    let headers = [
        ("Date", NOON_DATE),
        ("Age", "50"),
        ("Cache-Control", "max-age=60"),
        ("ETag", "\"a\""),
        ("Content-Type", "text/html"),
        ("Content-Length", "5"),
        ("X-Kept", "1"),
    ];
    cache.store(&page(), &[], &answer(&headers, "hello"), at(NOON));
    let CacheLookup::Stale { stored, .. } = cache.look_up(&page(), &[], at(NOON + DAY)) else { panic!("it is stale") };
    let not_modified = [
        ("cache-control", "max-age=120"),
        ("etag", "W/\"a\""),
        ("content-length", "0"),
        ("content-type", "text/plain"),
        ("Connection", "close, X-Hop"),
        ("x-hop", "1"),
        ("X-New", "2"),
    ];
    let confirmed = cache.revalidated(&page(), &[], stored, &pairs(&not_modified), at(NOON + DAY));
    let expect = [
        ("Content-Type", "text/html"),
        ("Content-Length", "5"),
        ("X-Kept", "1"),
        ("cache-control", "max-age=120"),
        ("etag", "W/\"a\""),
        ("X-New", "2"),
    ];
    assert_eq!((confirmed.headers, confirmed.at, &*confirmed.body), (pairs(&expect), at(NOON + DAY), &b"hello"[..]));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON + DAY + 119))), "fresh");
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON + DAY + 120))), "if-none-match: W/\"a\"");
}

#[test]
fn an_answer_that_is_confirmed_without_a_word_stays() {
    let (_directory, cache) = cache();
    let headers = [("Last-Modified", NOON_DATE), ("Cache-Control", "max-age=60")];
    let confirmed = cache.revalidated(&page(), &[], answer(&headers, "hello"), &[], at(NOON + DAY));
    assert_eq!(confirmed.headers, pairs(&headers));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON + DAY + 59))), "fresh");
}

#[test]
fn a_confirmation_of_another_answer_is_not_believed() {
    for not_modified in [[("ETag", "\"b\"")], [("Last-Modified", "Thu, 16 Nov 2023 12:00:00 GMT")]] {
        let (directory, cache) = cache();
        let headers = [("ETag", "\"a\""), ("Last-Modified", NOON_DATE), ("Cache-Control", "max-age=60")];
        let response = answer(&headers, "hello");
        cache.store(&page(), &[], &response, at(NOON));
        let confirmed = cache.revalidated(&page(), &[], response.clone(), &pairs(&not_modified), at(NOON + DAY));
        assert_eq!(confirmed, response, "{not_modified:?}");
        assert_eq!(entries(directory.path()), Vec::<PathBuf>::new(), "{not_modified:?}");
    }
    let (directory, cache) = cache();
    let headers = [("ETag", "\"a\""), ("Last-Modified", NOON_DATE), ("Cache-Control", "max-age=60")];
    let not_modified = pairs(&[("ETag", "\"a\""), ("Last-Modified", "Thu, 16 Nov 2023 12:00:00 GMT")]);
    cache.revalidated(&page(), &[], answer(&headers, "hello"), &not_modified, at(NOON + DAY));
    assert_eq!(entries(directory.path()).len(), 1, "the tag is the stronger");
}

#[test]
fn an_answer_that_may_not_be_stored_takes_the_old_one_away_and_an_error_does_not() {
    let (_directory, cache) = cache();
    cache.store(&page(), &[], &answer(&[("ETag", "\"a\"")], "hello"), at(NOON));
    for status in [429, 500, 503] {
        cache.store(&page(), &[], &Stored { status, ..answer(&[], "") }, at(NOON));
        assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "if-none-match: \"a\"", "{status}");
    }
    cache.store(&page(), &[], &answer(&[("Cache-Control", "no-store")], "new"), at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "miss");
}

#[test]
fn a_damaged_or_foreign_file_is_a_miss_and_is_replaced() {
    let (directory, cache) = cache();
    let response = answer(&[("Cache-Control", "max-age=60")], "hello");
    cache.store(&page(), &[], &response, at(NOON));
    let place = entries(directory.path()).remove(0);
    let whole = fs::read(&place).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for other in [&b""[..], &whole[..whole.len() - 1], &flipped, b"<html>"] {
        fs::write(&place, other).unwrap();
        assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss);
        cache.store(&page(), &[], &response, at(NOON));
        assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "fresh");
    }
    // An entry of another address in its place: as if two had the same hash.
    let other = Url::parse("https://shop.example/other").unwrap();
    cache.store(&other, &[], &response, at(NOON));
    let of_other = entries(directory.path()).into_iter().find(|file| *file != place).unwrap();
    fs::copy(&of_other, &place).unwrap();
    assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss);
    fs::remove_file(&place).unwrap();
    fs::create_dir(&place).unwrap();
    assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss);
    cache.store(&page(), &[], &response, at(NOON));
    assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss);
    assert_eq!(entries(directory.path()).len(), 2, "and no temporary file is left");
}

#[test]
fn a_directory_that_cannot_be_written_to_costs_the_entry_only() {
    let (directory, cache) = cache();
    let path = directory.path().to_owned();
    drop(directory);
    fs::write(&path, "in its place").unwrap();
    let response = answer(&[("Cache-Control", "max-age=60"), ("ETag", "\"a\"")], "hello");
    cache.store(&page(), &[], &response, at(NOON));
    assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss);
    let confirmed = cache.revalidated(&page(), &[], response, &pairs(&[("X", "1")]), at(NOON));
    assert_eq!(confirmed.body, b"hello");
    assert!(Cache::open(&path).is_err());
    fs::remove_file(&path).unwrap();
    cache.store(&page(), &[], &confirmed, at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "fresh", "and it is used again when it can be");
    fs::remove_dir_all(&path).unwrap();
}

#[test]
fn an_answer_that_cannot_be_written_takes_the_old_one_away() {
    let (directory, cache) = cache();
    let response = answer(&[("Cache-Control", "max-age=60")], "hello");
    cache.store(&page(), &[], &response, at(NOON));
    let shard = entries(directory.path()).remove(0).parent().unwrap().to_owned();
    // All names that it tries are taken.
    for number in 0..100 {
        fs::write(shard.join(format!("tmp-{}-{number}", std::process::id())), "").unwrap();
    }
    cache.store(&page(), &[], &answer(&[("Cache-Control", "max-age=60")], "new"), at(NOON));
    assert_eq!(cache.look_up(&page(), &[], at(NOON)), CacheLookup::Miss, "neither the new one nor the one before");
    fs::remove_dir_all(&shard).unwrap();
    cache.store(&page(), &[], &response, at(NOON));
    assert_eq!(said(&cache.look_up(&page(), &[], at(NOON))), "fresh");
}

#[test]
fn the_oldest_entries_go_when_there_are_too_many() {
    const LIMIT: u64 = 100 * 4096;
    let (directory, cache) = cache();
    let cache = cache.with_limit(LIMIT);
    fs::create_dir(directory.path().join("00")).unwrap();
    fs::write(directory.path().join("00/notes.txt"), vec![b'x'; 1 << 20]).unwrap();
    fs::write(directory.path().join("00/tmp-1-1"), "abandoned").unwrap();
    let abandoned = fs::File::options().write(true).open(directory.path().join("00/tmp-1-1")).unwrap();
    abandoned.set_modified(SystemTime::now() - Duration::from_secs(2 * HOUR)).unwrap();
    fs::write(directory.path().join("00/tmp-1-2"), "of a process that writes now").unwrap();
    let response = answer(&[("Cache-Control", "max-age=3600")], &"x".repeat(3000));
    let address = |number: u64| Url::parse(&format!("https://shop.example/{number}")).unwrap();
    for number in 0..300 {
        cache.store(&address(number), &[], &response, at(NOON));
        // As if a minute lay between two of them.
        for file in entries(directory.path()) {
            let name = file.file_name().unwrap().to_str().unwrap().to_owned();
            let modified = fs::metadata(&file).unwrap().modified().unwrap();
            if name.len() == 38 && modified.elapsed().unwrap_or_default() < Duration::from_secs(HOUR) {
                let minutes = Duration::from_secs(60 * (1000 - number));
                fs::File::options().write(true).open(&file).unwrap().set_modified(SystemTime::now() - minutes).unwrap();
            }
        }
    }
    let kept: Vec<u64> =
        (0..300).filter(|&number| cache.look_up(&address(number), &[], at(NOON)) != CacheLookup::Miss).collect();
    // Between two sweeps a sixteenth of the limit is added.
    assert!((90..=107).contains(&kept.len()), "{}", kept.len());
    assert_eq!(kept, (300 - kept.len() as u64..300).collect::<Vec<_>>(), "the newest are kept");
    assert!(directory.path().join("00/notes.txt").exists(), "what is not ours stays");
    assert!(!directory.path().join("00/tmp-1-1").exists());
    assert!(directory.path().join("00/tmp-1-2").exists());
}

#[test]
fn processes_that_store_little_hold_the_limit_together() {
    let directory = tempfile::tempdir().unwrap();
    let response = answer(&[("Cache-Control", "max-age=3600")], &"x".repeat(3000));
    for number in 0..100 {
        let cache = Cache::open(directory.path()).unwrap().with_limit(64 * 4096);
        cache.store(&Url::parse(&format!("https://shop.example/{number}")).unwrap(), &[], &response, at(NOON));
    }
    let marker = directory.path().join("swept");
    assert!(marker.exists() && entries(directory.path()).len() > 64, "not each of them adds up the sizes");
    let marked = fs::File::options().write(true).open(&marker).unwrap();
    marked.set_modified(SystemTime::now() - Duration::from_secs(HOUR)).unwrap();
    Cache::open(directory.path()).unwrap().with_limit(64 * 4096).store(&page(), &[], &response, at(NOON));
    assert!(entries(directory.path()).len() <= 64);
}

#[test]
fn an_entry_that_would_drive_out_all_others_is_not_stored() {
    let (directory, cache) = cache();
    let cache = cache.with_limit(40_000);
    let headers: Pairs = &[("Cache-Control", "max-age=3600")];
    cache.store(&page(), &[], &answer(headers, &"x".repeat(9_000)), at(NOON));
    assert_eq!(entries(directory.path()).len(), 1);
    cache.store(&page(), &[], &answer(headers, &"x".repeat(10_000)), at(NOON));
    assert_eq!(entries(directory.path()), Vec::<PathBuf>::new(), "nor is the one before it kept");
}

#[test]
fn many_at_once_see_whole_answers() {
    let directory = tempfile::tempdir().unwrap();
    // Each with a cache of its own, as processes have.
    std::thread::scope(|scope| {
        for writer in 0..4u8 {
            let directory = directory.path();
            scope.spawn(move || {
                let cache = Cache::open(directory).unwrap();
                for round in 0..100usize {
                    let body = char::from(b'a' + writer).to_string().repeat(1 + 997 * round);
                    let length = body.len().to_string();
                    let headers = [("Cache-Control", "max-age=3600"), ("Content-Length", length.as_str())];
                    cache.store(&page(), &[], &answer(&headers, &body), at(NOON));
                    let CacheLookup::Fresh(stored) = cache.look_up(&page(), &[], at(NOON)) else {
                        panic!("it was stored")
                    };
                    assert!(stored.body.iter().all(|byte| *byte == stored.body[0]));
                    assert!(stored.headers.contains(&("Content-Length".to_owned(), stored.body.len().to_string())));
                }
            });
        }
    });
    assert_eq!(entries(directory.path()).len(), 1);
}

#[cfg(unix)]
#[test]
fn what_is_made_is_its_owners() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a/cache");
    let cache = Cache::open(&path).unwrap();
    cache.store(&page(), &[], &answer(&[("ETag", "\"a\"")], "hello"), at(NOON));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let entry = entries(&path).remove(0);
    assert_eq!((mode(&path), mode(entry.parent().unwrap()), mode(&entry)), (0o700, 0o700, 0o600));
}
