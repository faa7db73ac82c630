//! Web archives as sources: every page once, with its address and its place in the archive, whatever is broken around it.

#![cfg(all(unix, feature = "archives"))]

mod run;

use flate2::{Compression, write::GzEncoder};
use run::Room;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const DATE: &str = "2024-01-02T03:04:05Z";
const DIGEST: &str = "sha1:SKWOBKZZJDIBC3G47IZOQUYS6NG2JXQ4";

fn page(number: usize) -> String {
    let text = format!("The lamp {number} is made of brass, and it has stood on many desks since it was made. ");
    format!(
        "<title>Lamp {number}</title><nav><a href=/>Home</a></nav><main><h1>Lamp {number}</h1><p>{}</main>",
        text.repeat(5)
    )
}

/// Writes an archive with a gzip member for each record, and says where each response begins.
fn archive(room: &Room, name: &str, responses: &[(String, u16, &str, Vec<u8>)]) -> Vec<u64> {
    let mut archive = member("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields", b"software: example\r\n");
    let mut offsets = Vec::new();
    for (address, status, content_type, body) in responses {
        offsets.push(archive.len() as u64);
        let head = format!(
            "WARC-Type: response\r\nWARC-Target-URI: {address}\r\nWARC-Date: {DATE}\r\nWARC-Payload-Digest: {DIGEST}\r\n\
             Content-Type: application/http; msgtype=response"
        );
        let mut block = format!("HTTP/1.1 {status} Fine\r\nContent-Type: {content_type}\r\n\r\n").into_bytes();
        block.extend_from_slice(body);
        archive.extend(member(&head, &block));
    }
    room.write(name, &archive);
    offsets
}

fn member(head: &str, block: &[u8]) -> Vec<u8> {
    let head = format!("WARC/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n", block.len());
    gzip(&[head.as_bytes(), block, b"\r\n\r\n"].concat())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

/// Twenty pages, with a redirect and a style sheet between them.
fn lamps(room: &Room) -> Vec<u64> {
    let html = "text/html; charset=utf-8";
    let mut responses = Vec::new();
    for number in 0..20 {
        responses.push((format!("https://lamps.example/{number}"), 200, html, page(number).into_bytes()));
    }
    responses.insert(3, ("https://lamps.example/old".to_owned(), 301, html, b"<p>Moved".to_vec()));
    responses.insert(7, ("https://lamps.example/a.css".to_owned(), 200, "text/css", b"h1 { width: 321px }".to_vec()));
    archive(room, "lamps.warc.gz", &responses)
}

#[test]
fn every_page_of_an_archive_is_a_line_with_its_address_and_place() {
    let room = Room::new();
    let offsets = lamps(&room);
    let ran = room.tamis("text lamps.warc.gz");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let lines = ran.lines();
    let addresses: Vec<&str> = lines.iter().filter_map(|line| line["url"].as_str()).collect();
    let expect: Vec<String> = (0..20).map(|number| format!("https://lamps.example/{number}")).collect();
    assert_eq!(addresses, expect);
    let place = &lines[0]["archive"];
    assert_eq!(
        (&place["path"], &place["date"], &place["http_status"]),
        (&"lamps.warc.gz".into(), &DATE.into(), &200.into())
    );
    assert_eq!(place["offset"], offsets[0]);
    assert_eq!(lines[3]["archive"]["offset"], offsets[4], "the redirect before it is no page");
    assert_eq!(place["digest"], DIGEST);
    assert!(lines[19]["text"].as_str().is_some_and(|text| text.contains("The lamp 19 is made of brass")));
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let room = Room::new();
    lamps(&room);
    for command in ["text", "records", "clean", "segment --method landmarks", "site --ask text"] {
        let one = room.tamis(&format!("{command} lamps.warc.gz --render none -j 1"));
        let many = room.tamis(&format!("{command} lamps.warc.gz --render none -j 4"));
        assert_eq!(one.stdout, many.stdout, "{command}");
        assert_eq!(one.lines().len(), 20, "{command}: {}", one.stderr);
    }
}

#[test]
fn an_archive_reads_as_its_pages_do() {
    let room = Room::new();
    let offsets = lamps(&room);
    for number in 0..20 {
        room.write(&format!("pages/{number:02}.html"), page(number).as_bytes());
    }
    let text = |ran: &run::Ran| ran.lines().iter().map(|line| line["text"].clone()).collect::<Vec<_>>();
    assert_eq!(text(&room.tamis("text lamps.warc.gz")), text(&room.tamis("text pages")));
    let piped = room.tamis_reading("text -", &std::fs::read(room.path("lamps.warc.gz")).expect("was written"));
    assert_eq!(text(&piped), text(&room.tamis("text lamps.warc.gz")));
    assert_eq!(piped.lines()[0]["source"], format!("standard input at byte {}", offsets[0]));
    let single = room.tamis_reading(
        "text - --page https://lamps.example/3",
        &std::fs::read(room.path("lamps.warc.gz")).expect("was written"),
    );
    assert!(single.stderr.contains("single pages are looked for in a file, not in a pipe"), "{}", single.stderr);
    // Whatever it is called.
    std::fs::rename(room.path("lamps.warc.gz"), room.path("lamps.bin")).expect("is renamed");
    assert_eq!(room.tamis("text lamps.bin").lines().len(), 20);
}

#[test]
fn what_is_broken_costs_itself_and_is_told() {
    let room = Room::new();
    let offsets = lamps(&room);
    let mut bytes = std::fs::read(room.path("lamps.warc.gz")).expect("was written");
    for place in [&offsets[5], &offsets[10]] {
        bytes[*place as usize + 40..][..8].fill(b'#');
    }
    room.write("broken.warc.gz", &bytes);
    let ran = room.tamis("text broken.warc.gz");
    assert_eq!((ran.code, ran.lines().len()), (0, 18));
    assert_eq!(ran.stderr, "warning: broken.warc.gz: 2 damaged places\n");
    room.write("cut.warc.gz", &bytes[..offsets[4] as usize + 30]);
    let ran = room.tamis("text cut.warc.gz");
    assert_eq!((ran.lines().len(), ran.stderr.as_str()), (3, "warning: cut.warc.gz: 1 damaged place\n"));
    room.write("none.warc.gz", b"this is no archive");
    let ran = room.tamis("text none.warc.gz");
    assert_eq!(ran.code, 4);
    assert!(ran.stderr.contains("none.warc.gz is not a WARC archive"), "{}", ran.stderr);
}

#[test]
fn other_media_types_are_read_when_asked_for() {
    let room = Room::new();
    lamps(&room);
    let ran = room.tamis("text lamps.warc.gz --mime text/css --method none");
    assert_eq!(ran.lines().len(), 1);
    assert_eq!(ran.lines()[0]["text"], "h1 { width: 321px }");
    let ran = room.tamis("text lamps.warc.gz --mime image/png");
    assert_eq!(ran.code, 2);
    let expect = "warning: lamps.warc.gz: no pages in it: 22 records of another media type, 1 record of another kind\n";
    assert_eq!(ran.stderr, expect);
}

#[test]
fn single_pages_are_found_by_their_addresses() {
    let room = Room::new();
    let offsets = lamps(&room);
    let one = room.tamis("text lamps.warc.gz --page https://lamps.example/13 --format text");
    assert!(one.stdout.starts_with("Lamp 13\n"), "{}", one.stdout);
    let two = room.tamis("text lamps.warc.gz --page http://www.lamps.example/15 --page https://lamps.example/2");
    let addresses: Vec<Value> = two.lines().iter().map(|line| line["url"].clone()).collect();
    assert_eq!(addresses, ["https://lamps.example/15", "https://lamps.example/2"]);
    let none = room.tamis("text lamps.warc.gz --page https://lamps.example/99");
    assert_eq!(none.code, 4);
    assert!(none.stderr.contains("there is no page https://lamps.example/99 in lamps.warc.gz"), "{}", none.stderr);
    // An index that knows one page: no other is looked for.
    let line = format!(
        "example,lamps)/13 20240102030405 {{\"url\": \"https://lamps.example/13\", \"mime\": \"text/html\", \
         \"status\": \"200\", \"length\": \"300\", \"offset\": \"{}\", \"filename\": \"lamps.warc.gz\"}}\n",
        offsets[15]
    );
    room.write("lamps.cdxj", line.as_bytes());
    let indexed = room.tamis("text lamps.warc.gz --cdx lamps.cdxj --page https://lamps.example/13 --format text");
    assert_eq!(indexed.stdout, one.stdout);
    let missing = room.tamis("text lamps.warc.gz --cdx lamps.cdxj --page https://lamps.example/2");
    assert_eq!(missing.code, 4, "{}", missing.stdout);
}

#[test]
fn one_file_a_page_is_named_after_its_place() {
    let room = Room::new();
    let offsets = lamps(&room);
    assert_eq!(room.tamis("text lamps.warc.gz --output-dir out").code, 0);
    let files = room.list("out");
    assert_eq!(files.len(), 21, "twenty pages and a manifest");
    assert!(files.contains(&format!("lamps.warc.gz/{}.txt", offsets[0])), "{files:?}");
}

#[test]
fn what_the_pages_of_an_archive_repeat_is_left_out() {
    let room = Room::new();
    lamps(&room);
    let ran = room.tamis("text lamps.warc.gz --site --method none");
    assert_eq!((ran.code, ran.lines().len()), (0, 20), "{}", ran.stderr);
    assert!(ran.lines().iter().all(|line| !line["text"].as_str().expect("has text").contains("Home")));
}

#[cfg(feature = "blitz")]
#[test]
fn style_sheets_of_the_archive_serve_the_renderer() {
    let room = Room::new();
    let linked = b"<link rel=stylesheet href=/a.css><h1>Lamp</h1>".to_vec();
    let sheet = b"h1 { width: 321px; margin: 0 }".to_vec();
    let responses = [
        ("https://lamps.example/".to_owned(), 200, "text/html", linked),
        ("https://lamps.example/a.css".to_owned(), 200, "text/css", sheet),
    ];
    archive(&room, "lamps.warc.gz", &responses);
    let ran = room.tamis_with_browser("inspect layout lamps.warc.gz --page https://lamps.example/");
    assert!(ran.stdout.contains("321"), "{}{}", ran.stdout, ran.stderr);
}

#[test]
fn what_is_too_large_is_told_once_whoever_looks_at_it() {
    let room = Room::new();
    let coded = "text/html\r\nContent-Encoding: gzip";
    let address = |number: usize| format!("https://lamps.example/{number}");
    let mut responses: Vec<_> =
        (0..6).map(|number| (address(number), 200, "text/html", page(number).into_bytes())).collect();
    responses[2] = (address(2), 200, coded, gzip("<p>".repeat(8000).as_bytes()));
    responses[4].3 = "<p>".repeat(8000).into_bytes();
    archive(&room, "lamps.warc.gz", &responses);
    for command in ["text", "site --ask text --render none"] {
        let ran = room.tamis(&format!("{command} lamps.warc.gz --max-bytes 12000"));
        let lines = ran.lines();
        // Also what is too large as it stands is an error of that page.
        assert_eq!((ran.code, lines.len()), (4, 6), "{command}: {}", ran.stderr);
        let failed: Vec<&Value> =
            lines.iter().filter(|line| line["status"] == "error").map(|line| &line["url"]).collect();
        assert_eq!(failed, [&Value::from(address(2)), &address(4).into()], "{command}");
        assert_eq!(ran.stderr.matches("12000 bytes that are allowed").count(), 2, "{command}: {}", ran.stderr);
        assert!(!ran.stderr.contains("beyond the limit"), "{command}: {}", ran.stderr);
    }
}

/// Nothing tells that a page does not come but that it has not come: far longer than it takes on a busy machine.
const LONG: Duration = Duration::from_secs(301);

#[test]
fn pages_of_a_pipe_are_done_as_they_come() {
    let room = Room::new();
    let head = "WARC-Type: response\r\nWARC-Target-URI: https://lamps.example/\r\nContent-Type: application/http";
    let block = |number| format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(number)).into_bytes();
    let plain = |number| {
        let head = format!("WARC/1.1\r\n{head}\r\nContent-Length: {}\r\n\r\n", block(number).len());
        [head.into_bytes(), block(number), b"\r\n\r\n".to_vec()].concat()
    };
    let compressed = |number| member(head, &block(number));
    let forms: [&dyn Fn(usize) -> Vec<u8>; 2] = [&plain, &compressed];
    for record in forms {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["text", "-", "--format", "jsonl", "-j", "2"])
            .current_dir(room.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut pipe = child.stdin.take().expect("is piped");
        let lines = BufReader::new(child.stdout.take().expect("is piped")).lines();
        let (sender, results) = mpsc::channel();
        let reader = thread::spawn(move || lines.for_each(|line| drop(sender.send(line.expect("is text")))));
        pipe.write_all(&record(0)).expect("is read");
        for number in 0..5 {
            // Where a record ends is known when the next one begins.
            pipe.write_all(&record(number + 1)).expect("is read");
            let line = results.recv_timeout(LONG).expect("the page is done before more pages come");
            assert!(line.contains(&format!("Lamp {number}")), "{line}");
        }
        drop(pipe);
        assert!(results.recv_timeout(LONG).expect("the last page").contains("Lamp 5"));
        assert!(child.wait().expect("ends").success());
        reader.join().expect("has read all");
    }
}
