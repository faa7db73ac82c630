//! Kills at any moment: nothing that was acknowledged is lost, nothing is there by half, and nothing is damaged.

use super::server::{Server, wait_for_clients};
use super::{Place, children, trial};
use rustix::process::Signal;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::mpsc;
use std::thread::{self, sleep};
use std::time::Duration;
use tamis_sites::store::{SqliteStore, open};

/// So many kills unless `TAMIS_KILLS` says otherwise.
fn n_kills() -> u64 {
    env::var("TAMIS_KILLS").map_or(25, |text| text.parse().expect("TAMIS_KILLS is a number"))
}

#[test]
fn a_file_survives_the_kill_of_its_writer() {
    check_file(&Place::file());
}

/// On a disk most kills meet a writer that waits for the disk. Here nothing waits, and they meet it writing: into the log,
/// or from the log into the file.
#[test]
fn a_file_in_memory_survives_the_kill_of_its_writer() {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() {
        check_file(&Place::File(tempfile::tempdir_in(memory).unwrap()));
    } else {
        println!("left out: there is no /dev/shm");
    }
}

fn check_file(place: &Place) {
    let mut moments = Moments(1);
    let (mut n_merged, mut n_unanswered, mut n_nothing) = (0, 0, 0);
    let mut before = 0;
    for round in 0..n_kills() {
        // From nothing again and again, since making the file is a moment too.
        if round % 20 == 0 {
            before = 0;
            for ending in ["", "-wal", "-shm", "-journal"] {
                let _ = fs::remove_file(format!("{}{ending}", place.location()));
            }
        }
        let acknowledged = write_until_killed(&place.location(), before, &mut moments, |child| child.kill().unwrap());
        let mut store = SqliteStore::open(place.path()).unwrap();
        store.check().unwrap();
        let now = trial::last_number(&mut store);
        assert!(
            now == acknowledged || now == acknowledged + 1,
            "round {round}: {acknowledged} acknowledged, {now} there"
        );
        n_merged += now - before;
        n_unanswered += now - acknowledged;
        n_nothing += u64::from(now == before);
        before = now;
    }
    println!(
        "{} kills: {n_merged} merges, {n_unanswered} of them there but not acknowledged; \
        {n_nothing} kills before the first merge",
        n_kills()
    );
    assert!(n_merged > 0, "every writer was killed before it wrote");
}

#[test]
fn a_database_survives_the_kill_of_its_writer() {
    let Some(place) = Place::database() else { return };
    let mut moments = Moments(2);
    let mut before = 0;
    for round in 0..n_kills() {
        let acknowledged = write_until_killed(&place.location(), before, &mut moments, |child| child.kill().unwrap());
        wait_for_clients(&place.location());
        let now = trial::last_number(place.open().as_mut());
        assert!(
            now == acknowledged || now == acknowledged + 1,
            "round {round}: {acknowledged} acknowledged, {now} there"
        );
        before = now;
    }
    println!("{} kills: {before} merges", n_kills());
    assert!(before > 0, "every writer was killed before it wrote");
}

#[test]
fn a_database_survives_the_kill_of_its_server() {
    let Some(server) = Server::start() else { return };
    let address = server.new_database();
    // A connection that outlives the server, and finds the new one by itself.
    let mut patient = open(&address).unwrap();
    let mut moments = Moments(3);
    let mut before = 0;
    for round in 0..n_kills().div_ceil(8) {
        let signal = if round % 2 == 0 { Signal::KILL } else { Signal::QUIT };
        let acknowledged = write_until_killed(&address, before, &mut moments, |child| {
            server.end(signal);
            // It must see by itself that the server is gone.
            assert!(child.wait().unwrap().success());
        });
        server.run();
        let now = trial::last_number(open(&address).unwrap().as_mut());
        assert!(
            now == acknowledged || now == acknowledged + 1,
            "round {round}: {acknowledged} acknowledged, {now} there"
        );
        assert_eq!(trial::last_number(patient.as_mut()), now, "by the old connection");
        before = now;
    }
    assert!(before > 0, "every server was killed before it wrote");
}

/// Starts a writer that goes on after a number, ends it at some moment, and gives the last number that it acknowledged.
fn write_until_killed(
    location: &str,
    before: u64,
    moments: &mut Moments,
    kill: impl FnOnce(&mut std::process::Child),
) -> u64 {
    let mut child =
        children::command("merge", location).env("TAMIS_CHILD_FIRST", (before + 1).to_string()).spawn().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let (send, acknowledgements) = mpsc::channel();
    let reader = thread::spawn(move || {
        let mut last = None;
        for line in out.lines().map_while(Result::ok) {
            if let Some(number) = children::said(&line, "merged").first() {
                last = Some(number.parse::<u64>().unwrap());
                // Nobody listens any more after the first.
                let _ = send.send(());
            }
        }
        last
    });
    // One in four while it is still opening the store, the others while it writes.
    if moments.below(4) > 0 {
        let _ = acknowledgements.recv_timeout(Duration::from_secs(20));
    }
    sleep(Duration::from_micros(moments.below(25_000)));
    kill(&mut child);
    child.wait().unwrap();
    reader.join().unwrap().unwrap_or(before)
}

/// Numbers that are the same in every run; when a process is killed by them is up to the machine.
struct Moments(u64);

impl Moments {
    fn below(&mut self, limit: u64) -> u64 {
        // Knuth's constants for a linear congruential generator.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}
