//! Where results go: the manifest of a directory, and a standard output that takes nothing.

#![cfg(unix)]

mod run;

use run::Room;

#[test]
fn a_manifest_says_what_became_of_each_page() {
    let room = Room::with(&[
        ("pages/index.html", "<p>All about lamps, and how they are made of brass."),
        ("pages/a/empty.html", ""),
        ("pages/broken.html.gz", "\u{1f}"),
    ]);
    room.write("pages/broken.html.gz", b"\x1f\x8b\x08 no gzip data");
    room.tamis("text pages --format jsonl --method none --output-dir out").ends_with(4);
    assert_eq!(room.list("out"), ["a/empty.jsonl", "index-2.jsonl", "index.jsonl"]);
    let manifest = room.read("out/index.jsonl");
    let lines: Vec<serde_json::Value> =
        manifest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let keys = |line: &serde_json::Value| {
        ["source", "file", "status"].map(|key| line[key].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(keys(&lines[0]), ["pages/a/empty.html", "a/empty.jsonl", "empty"]);
    assert_eq!(keys(&lines[1]), ["pages/broken.html.gz", "", "failed"]);
    assert_eq!(keys(&lines[2]), ["pages/index.html", "index-2.jsonl", "written"]);
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains("gzip")), "{}", lines[1]);
    assert_eq!(lines[2]["bytes"], room.read("out/index-2.jsonl").len());
    assert_eq!(lines.len(), 3);
    // Of one page too, and of one that failed.
    room.tamis("text pages/broken.html.gz --output-dir one").ends_with(4);
    assert_eq!(room.list("one"), ["index.jsonl"]);
}

#[test]
fn a_standard_output_that_takes_nothing_is_an_error() {
    let room = Room::with(&[("page.html", "<p>All about lamps, and how they are made of brass.")]);
    for arguments in ["text --method none page.html", "text page.html page.html", "--help", "completions bash"] {
        room.shell(&format!("exec \"$TAMIS\" {arguments} >&-"), b"").ends_with(1).says("cannot write standard output");
        room.shell(&format!("exec \"$TAMIS\" {arguments} >/dev/full"), b"")
            .ends_with(1)
            .says("cannot write standard output");
        room.shell(&format!("\"$TAMIS\" {arguments} >/dev/null"), b"").ends_with(0);
    }
    // Nobody needs it where results go elsewhere.
    room.shell("exec \"$TAMIS\" text --method none page.html -o x >&-", b"").ends_with(0);
    // A reader that has had enough is none.
    let many = "page.html ".repeat(3000);
    let ran = room.shell(&format!("{{ \"$TAMIS\" text --method none {many}; echo \"code $?\" >&2; }} | head -1"), b"");
    ran.ends_with(0).says("code 0");
}
