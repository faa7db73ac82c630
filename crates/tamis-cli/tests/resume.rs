//! Runs that are cut short: what they leave, and that `--resume` makes of it what an uninterrupted run writes.

#![cfg(unix)]

mod run;

use run::{Ran, Room, wait_until};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
#[cfg(feature = "network")]
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
#[cfg(feature = "network")]
use tamis::network::test_server;

/// A directory with so many pages. Some are empty, and some fail.
fn pages(n_pages: usize) -> Room {
    let room = Room::new();
    for number in 0..n_pages {
        let text = format!("The lamp {number} is made of brass, and it has stood on many desks since. ");
        let rows: String =
            (0..60).map(|row| format!("<li><a href=/{row}>Lamp {row}</a> <b>{row} EUR</b></li>")).collect();
        let page = format!(
            "<title>{number}</title><main><h1>Lamp {number}</h1><p>{}</p><ul>{rows}</ul></main>",
            text.repeat(9)
        );
        let page = if number % 17 == 3 { "" } else { page.as_str() };
        room.write(&format!("pages/{}/{number}.html", number % 5), page.as_bytes());
        if number % 41 == 5 {
            room.write(&format!("pages/{}/{number}.html.gz", number % 5), b"\x1f\x8b\x08 this is no gzip data");
        }
    }
    room
}

fn start(room: &Room, arguments: &str) -> Child {
    listening()
        .args(arguments.split(' '))
        .current_dir(room.path(""))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// The command, which hears an interrupt also where the tests do not: what a shell starts in the background ignores it, and
/// so does all that is started from there.
fn listening() -> Command {
    let program = env!("CARGO_BIN_EXE_tamis");
    if cfg!(not(target_os = "linux")) {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=INT", program]);
    command
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

fn end_of(child: Child) -> Ran {
    let output = child.wait_with_output().expect("ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Waits until the run has done something.
fn wait_for(room: &Room, journal: &str, n_lines: usize) {
    wait_until(&format!("{journal} has {n_lines} lines"), || {
        fs::read_to_string(room.path(journal)).map_or(0, |text| text.lines().count()) >= n_lines
    });
}

/// A page behind all others that never comes, as it is a pipe which nobody writes to: the run cannot end before it is ended.
fn never_ends(room: &Room) -> PathBuf {
    let pipe = room.path("pages/z.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    pipe
}

/// Random numbers that are equal in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}

/// Kills the run twenty times, each time in a run that goes on with the one before, and lets it end. A page behind all others never
/// comes before that, so it cannot end by itself, and the moments are told by what the run has done: it may take half a second here
/// and a hundredth of one elsewhere. It has more than 250 pages.
fn kill_and_resume(room: &Room, arguments: &str, seed: u64, journal: &str) -> Ran {
    let n_lines = || fs::read_to_string(room.path(journal)).map_or(0, |text| text.lines().count());
    let mut chance = Chance(seed);
    let mut n_resumed = 0;
    let pipe = never_ends(room);
    for n_kills in 0..20 {
        let at_kill = (n_lines() + 1 + chance.below(12) as usize).min(250);
        let mut child = start(room, &format!("{arguments} --resume"));
        // Some right at the beginning, most when some pages more are done.
        if n_kills % 4 != 0 {
            wait_until("the run goes on", || n_lines() >= at_kill);
        }
        thread::sleep(Duration::from_micros(chance.below(10_000)));
        child.kill().expect("can be killed");
        let ran = end_of(child);
        assert_eq!(ran.code, -1, "the run ended by itself: {}", ran.stderr);
        n_resumed += usize::from(ran.stderr.contains("going on with"));
        let hidden: Vec<String> =
            room.list("").into_iter().filter(|name| name.contains("/.") || name.starts_with('.')).collect();
        assert_eq!(hidden, [""; 0], "hidden files after kill {n_kills}");
    }
    assert!(n_resumed > 5, "hardly any of the runs went on with something: {n_resumed}");
    fs::remove_file(pipe).expect("is removed");
    room.tamis(&format!("{arguments} --resume"))
}

/// Everything below the directory of results.
fn results(room: &Room, directory: &str) -> Vec<(String, String)> {
    room.list(directory).into_iter().map(|name| (name.clone(), room.read(&format!("{directory}/{name}")))).collect()
}

#[test]
fn twenty_kills_over_a_directory_cost_nothing() {
    let room = pages(300);
    let expect = room.tamis("text pages -j 2 -o whole.jsonl").ends_with(4);
    let ran = kill_and_resume(&room, "text pages -j 2 -o out.jsonl", 1, "out.jsonl.partial.journal").ends_with(4);
    assert!(room.read("out.jsonl") == room.read("whole.jsonl"), "the results are others");
    assert_eq!(expect.stderr.lines().last(), ran.stderr.lines().last(), "the counts are others");
    assert_eq!(room.list("").iter().filter(|name| name.contains("partial")).count(), 0);
}

#[test]
fn twenty_kills_cost_no_file_of_an_output_directory() {
    let room = pages(300);
    room.tamis("records pages -j 2 --output-dir whole").ends_with(4);
    let arguments = "records pages -j 2 --output-dir out";
    kill_and_resume(&room, arguments, 2, "out/index.jsonl.partial.journal").ends_with(4);
    assert!(results(&room, "out") == results(&room, "whole"), "the results are others");
}

#[cfg(feature = "archives")]
#[test]
fn twenty_kills_over_an_archive_cost_nothing() {
    let room = Room::new();
    let mut archive = Vec::new();
    for number in 0..300 {
        // The same addresses come again and again.
        let address = format!("https://lamps.example/{}", number % 7);
        let page = format!("<main><h1>Lamp {number}</h1><p>{}</main>", "All about a lamp of brass. ".repeat(200));
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let head = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2024-01-02T03:04:05Z\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
            http.len()
        );
        archive.extend_from_slice(format!("{head}{http}\r\n\r\n").as_bytes());
    }
    room.write("lamps.warc", &archive);
    room.write("pages/a.html", b"<p>One page more");
    let line = "text lamps.warc pages -j 2 -o";
    room.tamis(&format!("{line} whole.jsonl")).ends_with(0);
    kill_and_resume(&room, &format!("{line} out.jsonl"), 3, "out.jsonl.partial.journal").ends_with(0);
    assert_eq!(room.read("whole.jsonl").lines().count(), 301);
    assert!(room.read("out.jsonl") == room.read("whole.jsonl"), "the results are others");
    // A page is told by its place.
    archive.truncate(archive.len() - 10);
    never_ends(&room);
    let mut child = start(&room, "text lamps.warc pages -j 2 -o out.jsonl");
    wait_for(&room, "out.jsonl.partial.journal", 20);
    child.kill().expect("can be killed");
    end_of(child);
    room.write("lamps.warc", &archive);
    room.tamis("text lamps.warc pages -j 2 -o out.jsonl --resume")
        .ends_with(1)
        .says("has changed since the unfinished run");
}

#[test]
fn an_interrupted_run_says_how_far_it_came_and_goes_on() {
    for (name, code) in [("INT", 130), ("TERM", 143)] {
        let room = pages(300);
        room.tamis("text pages -j 2 -o whole.jsonl").ends_with(4);
        let pipe = never_ends(&room);
        let child = start(&room, "text pages -j 2 -o out.jsonl");
        wait_for(&room, "out.jsonl.partial.journal", 30);
        signal(&child, name);
        let ran = end_of(child).ends_with(code).says("hint: add --resume to the same command to go on");
        let journal = room.read("out.jsonl.partial.journal");
        let n_done = journal.lines().count() - 1;
        assert!((29..312).contains(&n_done), "{n_done}");
        let ran = ran.says(&format!("interrupted: {n_done} pages are done\n"));
        assert!(!ran.stderr.contains("Interrupted"), "a page that was not begun is no error: {}", ran.stderr);
        let partial = room.read("out.jsonl.partial");
        assert!(room.read("whole.jsonl").starts_with(&partial) && partial.ends_with('\n'));
        assert!(!room.path("out.jsonl").exists());
        fs::remove_file(pipe).expect("is removed");
        room.tamis("text pages -o out.jsonl --resume").ends_with(4).says(&format!("{n_done} pages are done"));
        assert!(room.read("out.jsonl") == room.read("whole.jsonl"));
    }
}

#[test]
fn an_interrupted_run_ends_soon_and_a_second_interrupt_ends_it_at_once() {
    let room = pages(3);
    never_ends(&room);
    let interrupt = |signals: &[&str]| {
        let child = start(&room, "text pages -j 2 -o out.jsonl");
        wait_for(&room, "out.jsonl.partial.journal", 4);
        let begun = Instant::now();
        // Two that are the same may come as one.
        for name in signals {
            signal(&child, name);
        }
        end_of(child).ends_with(130).says("interrupted: 3 pages are done\nhint: add --resume");
        fs::remove_file(room.path("out.jsonl.partial.journal")).expect("is removed");
        fs::remove_file(room.path("out.jsonl.partial")).expect("is removed");
        begun.elapsed()
    };
    // Pages on their way are waited for, but not for ever.
    let grace = interrupt(&["INT"]);
    // On a busy machine an end takes its time, too: sooner once is enough.
    let is_at_once = (0..20).any(|_| interrupt(&["INT", "TERM"]) < grace);
    assert!(is_at_once, "a second interrupt does not end the run");
}

#[test]
fn an_interrupt_ends_a_run_whose_errors_nobody_reads() {
    let room = pages(3);
    room.write("pages/y.html.gz", b"\x1f\x8b\x08 this is no gzip data");
    // A pipe that is full: the line about the damaged page waits for a reader that never comes.
    room.shell("mkfifo errors", b"").ends_with(0);
    let errors = fs::File::options().read(true).write(true).open(room.path("errors")).expect("is opened");
    room.shell("dd if=/dev/zero of=errors bs=4096 count=1000 oflag=nonblock", b"").ends_with(1);
    for signals in [&["INT"][..], &["INT", "TERM"]] {
        let mut child = listening()
            .args("text pages -j 1 -o out.jsonl".split(' '))
            .current_dir(room.path(""))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(errors.try_clone().expect("is opened again"))
            .spawn()
            .expect("the command starts");
        wait_for(&room, "out.jsonl.partial.journal", 4);
        for name in signals {
            signal(&child, name);
        }
        let mut status = None;
        wait_until("the run ends", || {
            status = child.try_wait().expect("can be waited for");
            status.is_some()
        });
        assert_eq!(status.and_then(|status| status.code()), Some(130));
        fs::remove_file(room.path("out.jsonl.partial")).expect("is removed");
        fs::remove_file(room.path("out.jsonl.partial.journal")).expect("is removed");
    }
}

#[test]
fn whoever_is_told_to_ignore_an_interrupt_does() {
    let room = pages(20);
    never_ends(&room);
    let ran = room.shell(
        "trap '' INT; \"$TAMIS\" text pages -j 2 -o out.jsonl & \
         until [ -s out.jsonl.partial ] || ! kill -0 $!; do sleep 0.01; done; \
         kill -INT $!; echo '<p>The last lamp of all.' > pages/z.html; wait $!",
        b"",
    );
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    assert!(room.path("out.jsonl").exists());
}

#[test]
fn a_run_that_is_not_the_same_is_not_resumed() {
    let room = pages(100);
    let pipe = never_ends(&room);
    let mut child = start(&room, "text pages -j 2 --method tps -o out.jsonl");
    wait_for(&room, "out.jsonl.partial.journal", 30);
    child.kill().expect("can be killed");
    end_of(child);
    let refused = |arguments: &str, why: &str| {
        room.tamis(arguments).ends_with(1).says(why).says("hint: put it as it was, or leave --resume out");
    };
    refused("text pages -o out.jsonl --resume", "error: this is not the unfinished run: it was begun with --method");
    refused("clean pages --method tps -o out.jsonl --resume", "it is one of `tamis text`");
    let journal = room.read("out.jsonl.partial.journal");
    let text = "text pages --method tps -o out.jsonl --resume";
    room.write("out.jsonl.partial.journal", journal.replacen("\"tamis\":\"", "\"tamis\":\"9", 1).as_bytes());
    refused(text, "it was begun by version 9");
    room.write("out.jsonl.partial.journal", journal.as_bytes());
    room.write("pages/0/00.html", b"<p>A page before the others");
    refused(text, "pages/0/00.html is where pages/0/10.html was");
    fs::remove_file(room.path("pages/0/00.html")).expect("is removed");
    room.write("pages/0/0.html", b"<p>Another page");
    refused(text, "pages/0/0.html has changed since the unfinished run read it");
    fs::remove_dir_all(room.path("pages/0")).expect("is removed");
    refused(text, "is where pages/0/0.html was");
    // What is there is not touched by any of that.
    assert_eq!(room.read("out.jsonl.partial.journal"), journal);
    fs::remove_file(pipe).expect("is removed");
    room.tamis("text pages --method tps -o out.jsonl").says("warning: an unfinished run of out.jsonl was there");
    assert!(room.path("out.jsonl").exists() && !room.path("out.jsonl.partial").exists());
}

#[test]
fn what_never_began_begins_and_what_is_complete_stays() {
    let room = pages(5);
    room.tamis("text pages -o out.jsonl --resume").ends_with(0).says("there is no unfinished run of out.jsonl");
    let written = room.read("out.jsonl");
    room.write("pages/new.html", b"<p>A new page");
    room.tamis("text pages -o out.jsonl --resume").ends_with(0).says("out.jsonl is complete, there is nothing to do");
    assert_eq!(room.read("out.jsonl"), written);
    room.tamis("text pages --output-dir out --resume").ends_with(0).says("there is no unfinished run of");
    room.tamis("text pages --output-dir out --resume").ends_with(0).says("index.jsonl is complete");
    room.tamis("text pages --resume").ends_with(1).says("hint: --resume goes with -o FILE or --output-dir DIR");
    room.tamis("text pages -o - --resume").ends_with(1).says("only files know what was written to them");
    room.write("pages/x.jsonl.partial", b"{}");
    room.tamis("text 'pages/*' -o pages/x.jsonl --resume")
        .ends_with(1)
        .says("x.jsonl.partial is where an unfinished run");
    room.tamis("inspect threshold pages -o x --resume").ends_with(1).says("leave --resume out");
    room.tamis("site pages -o x.jsonl --resume").ends_with(1).says("only a run with --store FILE can be resumed");
}

#[test]
fn a_damaged_journal_costs_the_pages_behind_the_damage() {
    let room = pages(120);
    room.tamis("text pages -j 2 -o whole.jsonl").ends_with(4);
    let begin = |n_lines: usize| {
        let pipe = never_ends(&room);
        let mut child = start(&room, "text pages -j 2 -o out.jsonl");
        wait_for(&room, "out.jsonl.partial.journal", n_lines);
        child.kill().expect("can be killed");
        end_of(child);
        fs::remove_file(pipe).expect("is removed");
        room.read("out.jsonl.partial.journal")
    };
    let check = |what: &str| {
        room.tamis("text pages -o out.jsonl --resume").ends_with(4);
        assert!(room.read("out.jsonl") == room.read("whole.jsonl"), "{what}");
        fs::remove_file(room.path("out.jsonl")).expect("is removed");
    };
    let journal = begin(20);
    room.write("out.jsonl.partial.journal", &journal.as_bytes()[..journal.len() - 7]);
    check("a line that breaks off");
    let journal = begin(20);
    let line = journal.lines().nth(10).expect("has lines");
    room.write("out.jsonl.partial.journal", journal.replacen(line, "\0\0\0", 1).as_bytes());
    check("a line of zeros");
    begin(20);
    let partial = fs::read(room.path("out.jsonl.partial")).expect("is there");
    room.write("out.jsonl.partial", &partial[..partial.len() / 2]);
    check("less output than was noted");
    begin(20);
    room.write("out.jsonl.partial", b"");
    room.write("out.jsonl.partial.journal", b"{\"tam");
    check("no run");
    begin(20);
    room.write("out.jsonl.partial.journal", b"{\"tam");
    room.tamis("text pages -o out.jsonl --resume").ends_with(1).says("out.jsonl.partial.journal does not say");
    fs::remove_file(room.path("out.jsonl.partial")).expect("is removed");
    begin(20);
    fs::remove_file(room.path("out.jsonl.partial.journal")).expect("is removed");
    room.tamis("text pages -o out.jsonl --resume").ends_with(1).says("out.jsonl.partial.journal is not there");
}

#[test]
fn a_file_that_is_gone_or_cut_off_is_written_again() {
    let room = pages(12);
    room.tamis("text pages --output-dir whole").ends_with(4);
    let damages: [fn(PathBuf) -> io::Result<()>; 2] = [|path| fs::remove_file(path), |path| fs::write(path, "half")];
    for damage in damages {
        let pipe = never_ends(&room);
        let mut child = start(&room, "text pages -j 1 --output-dir out");
        wait_for(&room, "out/index.jsonl.partial.journal", 14);
        child.kill().expect("can be killed");
        end_of(child);
        fs::remove_file(pipe).expect("is removed");
        let manifest = room.read("out/index.jsonl.partial");
        let entries: Vec<serde_json::Value> =
            manifest.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(entries.len(), 13);
        let file = format!("out/{}", entries[6]["file"].as_str().expect("has a file"));
        damage(room.path(&file)).expect("is damaged");
        let ran = room.tamis("text pages --output-dir out --resume").ends_with(4);
        ran.says(&format!("warning: {file} is not as it was written")).says("6 pages are done");
        assert!(results(&room, "out") == results(&room, "whole"), "the results are others");
        fs::remove_dir_all(room.path("out")).expect("is removed");
    }
}

#[test]
fn files_of_others_with_such_names_are_kept() {
    let room = pages(3);
    let refused = |mine: &str, arguments: &str| {
        room.write(mine, b"mine");
        let before = room.list("");
        let ran = room.tamis(arguments).ends_with(1).says(&format!("error: nobody knows what is in {mine}: "));
        ran.says("hint: remove it if nobody needs it, or name another output");
        assert_eq!(room.read(mine), "mine", "{arguments}");
        assert_eq!(room.list(""), before, "{arguments}");
        fs::remove_file(room.path(mine)).expect("is removed");
    };
    for resume in ["", " --resume"] {
        refused("out.jsonl.partial", &format!("text pages -o out.jsonl{resume}"));
        refused("out.jsonl.partial", &format!("text pages/0/0.html -o out.jsonl{resume}"));
        refused("out/index.jsonl.partial", &format!("text pages --output-dir out{resume}"));
        refused("out/page.partial", &format!("text pages --output-dir out{resume}"));
    }
    // What a killed run leaves is nobody's.
    let pipe = never_ends(&room);
    let mut child = start(&room, "text pages -j 1 --output-dir out");
    wait_for(&room, "out/index.jsonl.partial.journal", 4);
    child.kill().expect("can be killed");
    end_of(child);
    fs::remove_file(pipe).expect("is removed");
    room.write("out/page.partial", b"half a page");
    room.tamis("text pages --output-dir out").ends_with(0);
    assert!(!room.path("out/page.partial").exists());
}

#[test]
fn links_with_such_names_are_not_followed() {
    let room = pages(3);
    room.write("mine", b"mine");
    for (link, arguments) in [
        ("out.jsonl.partial", "text pages -o out.jsonl"),
        ("out.jsonl.partial.journal", "text pages -o out.jsonl"),
        ("one.txt.partial", "text pages/0/0.html -o one.txt"),
        ("one.txt.partial.journal", "text pages/0/0.html -o one.txt"),
        ("out/page.partial", "text pages --output-dir out"),
        ("out/index.jsonl.partial", "text pages --output-dir out"),
        ("out/index.jsonl.partial.journal", "text pages --output-dir out"),
    ] {
        fs::create_dir_all(room.path("out")).expect("is made");
        std::os::unix::fs::symlink(room.path("mine"), room.path(link)).expect("is linked");
        room.tamis(arguments).ends_with(0);
        assert_eq!(room.read("mine"), "mine", "{link}");
        assert!(!room.path(link).is_symlink(), "{link}");
    }
}

#[test]
fn a_full_disk_costs_nothing_that_was_done() {
    let room = pages(200);
    room.tamis("text pages -j 2 -o whole.jsonl").ends_with(4);
    // Files of 64 KB at most; without the signal, as a full disk has none.
    let limited = "trap '' XFSZ; ulimit -f 128; exec \"$TAMIS\"";
    let ran = room.shell(&format!("{limited} text pages -j 2 -o out.jsonl"), b"").ends_with(1);
    ran.says("error: cannot write out.jsonl.partial").says("hint: what was done is kept: make room, then add --resume");
    assert!(!room.path("out.jsonl").exists());
    room.tamis("text pages -j 2 -o out.jsonl --resume").ends_with(4).says("going on with out.jsonl");
    assert!(room.read("out.jsonl") == room.read("whole.jsonl"));
}

#[test]
fn two_runs_do_not_write_one_file() {
    let room = pages(3);
    let pipe = never_ends(&room);
    let mut child = start(&room, "text pages -j 1 -o out.jsonl");
    wait_for(&room, "out.jsonl.partial.journal", 3);
    let ran = room.tamis("text pages -o out.jsonl");
    child.kill().expect("can be killed");
    end_of(child);
    fs::remove_file(pipe).expect("is removed");
    ran.ends_with(1).says("error: another run is at it");
}

#[test]
fn a_run_over_one_page_does_not_write_to_the_file_of_another() {
    let room = pages(3);
    room.write("page.html", b"<p>All about lamps, and how they are made of brass.");
    // One that begins before the other and ends when that is at work, and one that comes later.
    assert!(Command::new("mkfifo").arg(room.path("late.html")).status().expect("mkfifo runs").success());
    let early = start(&room, "text late.html -o out.jsonl");
    // Waits until it is read.
    let mut late = fs::File::options().write(true).open(room.path("late.html")).expect("is opened");
    let pipe = never_ends(&room);
    let many = start(&room, "text pages -j 1 -o out.jsonl");
    wait_for(&room, "out.jsonl.partial.journal", 4);
    let (partial, journal) = (room.read("out.jsonl.partial"), room.read("out.jsonl.partial.journal"));
    room.tamis("text page.html -o out.jsonl").ends_with(1).says("error: another run is at it").says("hint: wait");
    late.write_all(b"<p>All about lamps that came late.").expect("is written");
    drop(late);
    end_of(early).ends_with(1).says("error: another run is at it");
    assert!(!room.path("out.jsonl").exists());
    assert_eq!((room.read("out.jsonl.partial"), room.read("out.jsonl.partial.journal")), (partial, journal));
    fs::write(&pipe, "<p>All about the last lamp of all.").expect("is written");
    end_of(many).ends_with(0);
    assert_eq!(room.read("out.jsonl").lines().count(), 4);
    // Nobody is at it any more, and nothing is left beside it.
    room.tamis("text page.html -o out.jsonl").ends_with(0);
    assert!(room.read("out.jsonl").starts_with("All about lamps, and how"));
    assert_eq!(room.list("").iter().filter(|name| name.contains("partial")).count(), 0);
}

#[cfg(feature = "sqlite")]
#[test]
fn a_site_with_a_store_goes_on_with_every_page_once() {
    let room = pages(300);
    let site = "site pages -j 2 --ask text --store shop.tamis -o out.jsonl";
    room.tamis("site pages -j 2 --ask text --store other.tamis -o whole.jsonl").ends_with(4);
    let sources = |name: &str| -> Vec<String> {
        let lines = room.read(name);
        let line = |line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["source"].to_string();
        lines.lines().map(line).collect()
    };
    let pipe = never_ends(&room);
    for n_lines in [5, 40, 120] {
        let mut child = start(&room, &format!("{site} --resume"));
        wait_for(&room, "out.jsonl.partial.journal", n_lines);
        child.kill().expect("can be killed");
        end_of(child);
    }
    let child = start(&room, &format!("{site} --resume"));
    wait_for(&room, "out.jsonl.partial.journal", 160);
    signal(&child, "INT");
    end_of(child).ends_with(130).says("hint: add --resume");
    fs::remove_file(pipe).expect("is removed");
    room.tamis(&format!("{site} --resume")).ends_with(4);
    assert_eq!(sources("out.jsonl"), sources("whole.jsonl"));
}

/// A shop with a sitemap of twelve pages, which counts what it is asked.
#[cfg(feature = "network")]
fn shop(asked: &test_server::Asked) -> test_server::Reply {
    let base = &asked.base;
    if asked.target == "/sitemap.xml" {
        let urls: String = (0..12).map(|number| format!("<url><loc>{base}/page/{number}</loc></url>")).collect();
        return test_server::Reply::new("text/xml", format!("<urlset>{urls}</urlset>"));
    }
    if asked.target == "/gone" {
        return test_server::Reply::status(404);
    }
    test_server::Reply::html(format!("<p>This is {} of a shop that sells lamps of brass.", asked.target))
}

#[cfg(feature = "network")]
#[test]
fn no_address_is_asked_for_twice() {
    let room = Room::new();
    // The last page comes when its run was killed.
    let gate = Arc::new(Mutex::new(test_server::Gate::default()));
    gate.lock().expect("no test panics here").open();
    let held = Arc::clone(&gate);
    let web = test_server::Web::start(move |asked| {
        if asked.target == "/c" {
            let gate = held.lock().expect("no test panics here").clone();
            gate.wait();
        }
        shop(asked)
    });
    let addresses = ["/a", "/gone", "/sitemap.xml", "/page/3", "/a", "/b", "/c"].map(|path| web.url(path) + "\n");
    room.write("list.txt", addresses.concat().as_bytes());
    let text = "text --allow-private --delay 0 --method none --urls list.txt";
    room.tamis(&format!("{text} -o whole.jsonl")).ends_with(4);
    assert_eq!(room.read("whole.jsonl").lines().count(), 18);
    let n_whole = web.asked().len();
    for n_done in [1, 2, 3, 9, 13] {
        let n_before = web.asked().len();
        *gate.lock().expect("no test panics here") = test_server::Gate::default();
        let mut child = start(&room, &format!("{text} -o out.jsonl"));
        wait_for(&room, "out.jsonl.partial.journal", n_done);
        child.kill().expect("can be killed");
        end_of(child);
        gate.lock().expect("no test panics here").open();
        web.settle();
        let n_asked_first = web.asked().len() - n_before;
        let journal = room.read("out.jsonl.partial.journal");
        let n_done = journal.lines().count() - 1;
        room.tamis(&format!("{text} -o out.jsonl --resume")).ends_with(4).says(&format!("{n_done} pages are done"));
        assert!(room.read("out.jsonl") == room.read("whole.jsonl"), "after {n_done} pages");
        fs::remove_file(room.path("out.jsonl")).expect("is removed");
        // The sitemap again, and the pages that are not done.
        let n_asked = web.asked().len() - n_before - n_asked_first;
        assert!(n_asked <= 18 - n_done + 1, "{n_done} pages were done, and {n_asked} of {n_whole} asked for");
    }
}
