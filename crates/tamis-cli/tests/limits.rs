//! What a page may cost: its neighbours nothing, whatever it is.

#![cfg(unix)]

mod run;

use flate2::{Compression, write::GzEncoder};
use run::{Ran, Room};
use std::io::Write;

const LAMPS: &str = "<ul><li><a href=a>Desk lamp</a> on a desk<li><a href=b>Wall light</a> on a wall\
                     <li><a href=c>Lantern</a> in the garden</ul>";

/// A directory with a page among small neighbours.
fn among_neighbours(page: &[u8]) -> Room {
    let room = Room::with(&[("pages/a.html", LAMPS), ("pages/c.html", LAMPS), ("pages/d.html", LAMPS)]);
    room.write("pages/b.html", page);
    room
}

/// The status of each page by its name.
#[track_caller]
fn statuses(ran: &Ran) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    ran.lines().iter().map(|line| (text(&line["source"]), text(&line["status"]))).collect()
}

#[test]
fn a_page_that_inflates_a_thousand_times_costs_its_neighbours_nothing() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&b"<p>x".repeat(12_000_000)).expect("writes to memory");
    let page = encoder.finish().expect("writes to memory");
    assert!(page.len() < 60_000, "{} bytes", page.len());
    let room = among_neighbours(&page);
    for command in ["records", "text", "clean", "segment"] {
        // A gigabyte for the page, the rest for the address space of the threads.
        let line = format!("ulimit -v 2000000; exec \"$TAMIS\" {command} pages -j 2 --render none --timeout 250");
        let ran = room.shell(&line, b"");
        assert!([0, 2, 4].contains(&ran.code), "`{command}` ended with {}:\n{}", ran.code, ran.stderr);
        let statuses = statuses(&ran);
        assert_eq!(statuses.len(), 4, "`{command}`: {statuses:?}\n{}", ran.stderr);
        for (name, status) in statuses.iter().filter(|(name, _)| !name.ends_with("b.html")) {
            assert_eq!(status, "ok", "`{command}` on {name}: {}", ran.stderr);
        }
        // Four times the page as inflated.
        assert!(ran.stdout.len() < 192_000_000, "`{command}` wrote {} bytes", ran.stdout.len());
    }
}

#[test]
fn a_page_that_takes_too_many_steps_fails_with_a_hint_and_the_others_do_not() {
    let room = among_neighbours("<div><p>Some text, and more of it.</p></div>".repeat(40_000).as_bytes());
    let ran = room.tamis("text pages --max-steps 2000000").ends_with(4);
    let failed: Vec<_> = statuses(&ran).into_iter().filter(|(_, status)| status != "ok").collect();
    assert_eq!(failed, [("pages/b.html".to_owned(), "error".to_owned())]);
    assert!(ran.stderr.contains("more than the 2000000 steps"), "{}", ran.stderr);
    assert!(ran.stderr.contains("hint: ") && ran.stderr.contains("--max-steps"), "{}", ran.stderr);
    room.tamis("text pages").ends_with(0);
}

#[test]
fn no_number_of_slow_pages_keeps_the_others_from_being_tried() {
    let room = Room::new();
    let slow = "<dl><dt>a<dd>".repeat(20_000);
    for number in 0..24 {
        room.write(&format!("pages/a{number:02}.html"), slow.as_bytes());
    }
    for name in ["x", "y", "z"] {
        room.write(&format!("pages/{name}.html"), LAMPS.as_bytes());
    }
    let ran = room.tamis("records pages -j 2 --render none --timeout 0.02");
    let statuses = statuses(&ran);
    assert_eq!(statuses.len(), 27, "{}", ran.stderr);
    assert!(!ran.stdout.contains("not tried"), "{}", ran.stdout);
    // The machine may be busy, so that a small page is late too; it is tried all the same.
    let is_answer = |(_, status): &&(String, String)| status == "ok" || status == "error";
    assert_eq!(statuses.iter().filter(is_answer).count(), 27, "{statuses:?}");
    let ran = room.tamis("records pages/x.html pages/y.html pages/z.html --render none").ends_with(0);
    assert_eq!(ran.lines().len(), 3);
}

#[test]
fn records_beyond_the_limit_are_left_out_with_a_warning_and_the_option_raises_it() {
    let room = Room::with(&[("page.html", &format!("<ul>{}</ul>", "<li><a href=a>A title</a> and a text".repeat(50)))]);
    let ran = room.tamis("records page.html --render none --format csv --max-rows 20").ends_with(0);
    assert_eq!(ran.stdout.lines().count(), 21);
    assert!(ran.stderr.contains("warning: page.html: 30 more records are not listed"), "{}", ran.stderr);
    let ran = room.tamis("records page.html --render none --format csv --max-rows 50").ends_with(0);
    assert_eq!((ran.stdout.lines().count(), ran.stderr.as_str()), (51, ""));
}

#[test]
fn what_is_written_grows_with_the_page_only_as_far_as_allowed() {
    let room = Room::with(&[("page.html", &"<p>x".repeat(140_000))]);
    for command in ["records", "records --method depta", "segment --method landmarks"] {
        let ran = room.tamis(&format!("{command} page.html --format json --render none")).ends_with(0);
        assert!(ran.stdout.len() < 20 * 560_000, "`{command}` wrote {} bytes", ran.stdout.len());
        assert!(ran.stderr.contains("are not listed: there are too many"), "{}", ran.stderr);
        serde_json::from_str::<serde_json::Value>(&ran.stdout).expect("what is written is whole");
        let raised =
            room.tamis(&format!("{command} page.html --format json --render none --max-growth 40")).ends_with(0);
        assert!(raised.stdout.len() > ran.stdout.len(), "`{command}` with --max-growth");
    }
}
