//! Whatever the input or the machine does: a clear error or an answer, in bounded time and memory, and nothing
//! half-written. Every run has a limit on its address space and its time; see `run`.

#![cfg(unix)]

mod run;

use flate2::{Compression, write::GzEncoder};
use run::Room;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

/// Runs all commands that read a page; each gives an answer.
#[track_caller]
fn check_answers(room: &Room, page: &str) {
    let commands = [
        "clean",
        "clean --format json",
        "clean --method rules --explain",
        "text",
        "text --method none",
        "records",
        "inspect tag-paths",
    ];
    for command in commands {
        let ran = room.tamis(&format!("{command} {page} --timeout 250"));
        assert!([0, 2].contains(&ran.code), "`{command}` ended with {}:\n{}", ran.code, ran.stderr);
        assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    }
}

/// Bytes without order, the same every time.
fn noise(n_bytes: usize) -> Vec<u8> {
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let step = move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..n_bytes).map(step).collect()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).expect("writes to memory");
    encoder.finish().expect("writes to memory")
}

#[test]
fn an_empty_file_has_nothing_to_find() {
    let room = Room::with(&[("page.html", "")]);
    let nothing = "warning: page.html: nothing was found\n";
    room.tamis("clean page.html").ends_with(2).says(nothing).prints("<html><head></head><body></body></html>");
    room.tamis("text --method none page.html").ends_with(2).says(nothing).prints("");
    let ran = room.tamis("text --method none page.html --format jsonl").ends_with(2);
    assert_eq!(ran.lines()[0]["status"], "nothing-found");
    check_answers(&room, "page.html");
}

#[test]
fn a_million_nested_tags_are_read() {
    let room = Room::new();
    for tag in ["<b>", "<ul><li>", "<table><tr><td>", "<svg><g>", "<div>"] {
        let page = tag.repeat(1_000_000 / tag.matches('<').count()) + "treasure";
        room.write("page.html", page.as_bytes());
        room.tamis("text --method none page.html").ends_with(0).quietly().prints("treasure\n");
    }
    check_answers(&room, "page.html");
}

#[test]
fn an_attribute_of_ten_megabytes_is_read() {
    let room = Room::new();
    let value = "word ".repeat(2_000_000);
    room.write("page.html", format!("<p class=\"{value}\">treasure <b style=\"{value}\">chest</b>").as_bytes());
    room.tamis("text --method none page.html").ends_with(0).quietly().prints("treasure chest\n");
    check_answers(&room, "page.html");
}

#[test]
fn a_page_of_fifty_megabytes_is_read() {
    let room = Room::new();
    let paragraph = format!("<p>{}</p>\n", "A sentence of some words. ".repeat(20));
    let script = format!("<script>{}</script>", "var x = '<p>'; ".repeat(100));
    let part = paragraph.repeat(3) + &script;
    room.write("page.html", part.repeat(50_000_000 / part.len() + 1).as_bytes());
    let ran = room.tamis("text --method none page.html").ends_with(0).quietly();
    assert!(ran.stdout.len() > 20_000_000);
    assert!(!ran.stdout.contains("var x"));
    room.tamis("clean page.html -o clean.html").ends_with(0).quietly();
}

#[test]
fn a_page_above_the_limit_is_an_error_with_the_way_out() {
    let room = Room::new();
    room.write("page.html", &vec![b' '; 70 << 20]);
    room.tamis("text --method none page.html")
        .ends_with(4)
        .says("error: page.html has more than the 67108864 bytes that are allowed\n")
        .says("hint: raise the limit with --max-bytes");
    room.tamis("text --method none page.html --max-bytes 80M").ends_with(2);
}

#[test]
fn gzip_data_that_inflates_without_end_is_stopped_at_the_limit() {
    let room = Room::new();
    room.write("bomb.html.gz", &gzip(&vec![b' '; 100_000_000]));
    room.tamis("text --method none bomb.html.gz").ends_with(4).says("more than the 67108864 bytes");
}

#[test]
fn null_and_random_bytes_are_no_page_and_random_markup_is_one() {
    let room = Room::new();
    room.write("null.html", &vec![0; 100_000]);
    room.write("noise.html", &noise(200_000));
    room.write(
        "markup.html",
        &noise(200_000).iter().map(|&byte| b"<>/='\"&;! -abp\0"[byte as usize % 15]).collect::<Vec<_>>(),
    );
    for page in ["null.html", "noise.html"] {
        room.tamis(&format!("text {page}")).ends_with(4).prints("").says("this is binary data, not a page\nhint: ");
    }
    check_answers(&room, "markup.html");
}

#[test]
fn a_wrong_charset_gives_an_answer_and_an_unknown_one_an_error() {
    let room = Room::new();
    let utf_16: Vec<u8> = "<p>treasure".encode_utf16().flat_map(u16::to_le_bytes).collect();
    room.write("utf-16.html", &utf_16);
    room.write("latin.html", b"<meta charset=utf-8><p>caf\xe9");
    room.write("label.html", b"<meta charset=no-such-thing><p>treasure");
    room.tamis("text --method none utf-16.html --charset utf-16le").ends_with(0).prints("treasure\n");
    let ran = room.tamis("text --method none latin.html --format jsonl").ends_with(0);
    assert_eq!(ran.lines()[0]["text"], "caf\u{fffd}");
    assert_eq!(ran.lines()[0]["warnings"][0], "some bytes mean nothing in this charset and were replaced");
    room.tamis("text --method none latin.html --charset windows-1252").ends_with(0).prints("café\n");
    room.tamis("text --method none label.html").ends_with(0).prints("treasure\n");
    room.tamis("text --method none label.html --charset klingon")
        .ends_with(1)
        .says("error: there is no charset 'klingon'\nhint: ");
    check_answers(&room, "utf-16.html --charset gb18030");
}

#[test]
fn truncated_gzip_costs_its_own_page_and_no_other() {
    let room = Room::with(&[("good.html", "<p>treasure")]);
    let stored = gzip(&noise(10_000));
    room.write("bad.html.gz", &stored[..stored.len() / 2]);
    room.tamis("text --method none bad.html.gz")
        .ends_with(4)
        .prints("")
        .says("error: cannot inflate bad.html.gz: the gzip data ends too early")
        .says("\nhint: ");
    let ran = room.tamis("text --method none bad.html.gz good.html").ends_with(4);
    assert_eq!([&ran.lines()[0]["status"], &ran.lines()[1]["status"]], ["error", "ok"]);
    assert_eq!(ran.lines()[1]["text"], "treasure");
    room.tamis("text --method none bad.html.gz good.html --output-dir out").ends_with(4);
    assert_eq!(room.list("out"), ["good.txt", "index.jsonl"]);
}

#[test]
fn what_cannot_be_read_costs_its_own_row() {
    let room = Room::with(&[("pages/good.html", "<p>treasure"), ("pages/closed/page.html", "<p>secret")]);
    std::os::unix::fs::symlink("nowhere", room.path("pages/dangling.html")).expect("is linked");
    fs::create_dir(room.path("pages/directory.html")).expect("is made");
    let closed = room.path("pages/closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("permissions are set");
    // Permissions do not bind root: then the page in there is read like any other, and the rest is the same.
    let expect_of_closed = if fs::read_dir(&closed).is_ok() { "ok" } else { "error" };
    let ran = room.tamis("text --method none pages");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).expect("permissions are set");
    let ran = ran.ends_with(4).says("error: cannot read pages/dangling.html: No such file or directory");
    let statuses: Vec<_> = ran.lines().iter().map(|line| line["status"].clone()).collect();
    assert_eq!(statuses, [expect_of_closed, "error", "ok"]);
}

#[test]
fn a_pipe_that_nobody_writes_to_ends_with_the_timeout() {
    let room = Room::with(&[("good.html", "<p>treasure")]);
    let ran = room
        .shell("mkfifo pipe && exec \"$TAMIS\" text --method none pipe good.html --timeout 5 -j 1", b"")
        .ends_with(4);
    let ran = ran.says("error: pipe: the page took longer than 5 s\nhint: give the page more time with --timeout");
    assert_eq!(ran.lines()[1]["text"], "treasure");
}

#[test]
fn a_full_disk_is_an_error_and_leaves_nothing_half_written() {
    let room = Room::with(&[("page.html", "<p>treasure")]);
    for line in [
        "clean page.html -o /dev/full",
        "text --method none page.html > /dev/full",
        "text --method none page.html page.html -o /dev/full",
    ] {
        room.tamis(line).ends_with(1).says("No space left on device").says("\nhint: nothing was left half-written");
    }
    room.tamis("completions bash > /dev/full").ends_with(1).says("error: cannot write standard output");
}

#[test]
fn a_write_that_fails_half_way_leaves_the_old_file_or_none() {
    let room = Room::with(&[("small.html", "<p>treasure")]);
    room.write("large.html", "<p>treasure ".repeat(100_000).as_bytes());
    room.write("old.txt", b"old");
    // A limit on the size of files stands for a disk that fills up: the write fails after the first blocks.
    let limited = "trap '' XFSZ; ulimit -f 64; exec \"$TAMIS\"";
    room.shell(&format!("{limited} text --method none large.html -o old.txt"), b"")
        .ends_with(1)
        .says("error: cannot write");
    assert_eq!(room.read("old.txt"), "old");
    room.shell(&format!("{limited} text --method none large.html small.html --output-dir out"), b"").ends_with(4);
    assert_eq!(room.list("out"), ["index.jsonl", "small.txt"]);
    assert_eq!(room.list(""), ["large.html", "old.txt", "out/index.jsonl", "out/small.txt", "small.html"]);
}

#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let room = Room::new();
    room.write("page.html", "<p>treasure ".repeat(200_000).as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["text".as_ref(), room.path("page.html").as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdout = child.stdout.take().expect("is piped");
    stdout.read_exact(&mut [0; 100]).expect("the text begins");
    drop(stdout);
    let ended = child.wait_with_output().expect("the command ends");
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn the_limit_on_nodes_gives_the_beginning_and_says_so() {
    let room = Room::new();
    room.write("page.html", "<p>treasure</p>".repeat(10_000).as_bytes());
    let ran = room.tamis("text --method none page.html --max-nodes 1000").ends_with(0);
    let ran = ran.says("warning: page.html: the page has more nodes than the limit; the rest was not read");
    assert!((100..1000).contains(&ran.stdout.matches("treasure").count()));
}
