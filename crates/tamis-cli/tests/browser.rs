//! What the command does about a browser: takes the one that is there, holds it to its bounds, leaves nothing of it behind.

#![cfg(all(target_os = "linux", feature = "chromium"))]

mod run;

use run::Room;
use std::fs;
use std::time::Duration;

/// Whether tests may start a browser; see `crates/tamis-render-chromium`.
fn has_browser() -> bool {
    std::env::var_os("TAMIS_SKIP_BROWSER_TESTS").is_none()
}

fn room() -> Room {
    let hungry = "<p>x<script>let a = []; for (;;) { a.push(new Uint8Array(1 << 20).fill(1)); \
                  let until = performance.now() + 2; while (performance.now() < until); }</script>";
    Room::with(&[("good.html", "<title>Good</title><p>One"), ("hungry.html", hungry), ("temporary/.keep", "")])
}

/// What is left in the folder for temporary files that the command was given.
fn left(room: &Room) -> Vec<String> {
    let entries = fs::read_dir(room.path("temporary")).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).filter(|name| name != ".keep").collect()
}

#[test]
fn a_screenshot_takes_the_browser_that_is_there() {
    if !has_browser() {
        return;
    }
    let room = room();
    room.shell_with_browser("TMPDIR=$PWD/temporary exec $TAMIS render good.html --screenshot seen.png").ends_with(0);
    assert!(fs::read(room.path("seen.png")).expect("the picture is there").starts_with(b"\x89PNG"));
    assert_eq!(left(&room), [""; 0]);
}

#[test]
fn a_screenshot_without_a_browser_says_how_to_get_one() {
    let room = room();
    let ran = room.shell("TAMIS_CHROMIUM=/nowhere/chromium exec $TAMIS render good.html --screenshot seen.png", b"");
    ran.ends_with(1).says("/nowhere/chromium was not found").says("hint: install it");
    let ran = room.shell("exec $TAMIS render good.html --screenshot seen.png --render embedded", b"");
    ran.ends_with(1).says("--screenshot needs a browser").says("hint: add --render chromium");
    assert!(!room.path("seen.png").exists());
}

#[test]
fn a_page_that_takes_all_memory_in_the_browser_costs_itself_alone() {
    if !has_browser() {
        return;
    }
    let room = room();
    let options = "--method none --render chromium --scripts --browser-memory 400M --output-dir out";
    let ran = room.tamis_with_browser(&format!("text hungry.html good.html {options}")).ends_with(4);
    ran.says("hungry.html: laying the page out takes more than the 419430400 bytes").says("with --browser-memory");
    assert_eq!(room.list("out"), ["good.txt", "index.jsonl"]);
}

#[test]
fn a_command_that_is_killed_leaves_nothing_of_its_browser() {
    if !has_browser() {
        return;
    }
    let room = room();
    // Killed when the browser runs: its folder is there, with what it wrote.
    let line = "export TMPDIR=$PWD/temporary; $TAMIS text hungry.html --method none --render chromium --scripts & \
                until ls temporary/*/Local*State; do kill -0 $! || exit; sleep 0.1; done; kill -9 $!; wait $!; ls -A temporary";
    let ran = room.shell_with_browser(&format!("( {line} ) 2>/dev/null"));
    assert!(ran.stdout.contains("tamis-chromium-"), "{}", ran.stdout);
    for _ in 0..600 {
        if left(&room).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("left after 30 s: {:?}", left(&room));
}
