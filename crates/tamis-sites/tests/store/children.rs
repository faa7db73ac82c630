//! Processes of their own: this program again, told what to do by variables.

use super::trial;
use std::env;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use tamis_sites::store::{Counter, Delta, StoreError, StoredTemplate, TemplateKey, open};

/// A process that does this to the store at a location.
pub(crate) fn command(role: &str, location: &str) -> Command {
    command_of(&env::current_exe().unwrap(), role, location)
}

/// A process that does this to the store at a location, started from a copy of this program.
pub(crate) fn command_of(program: &Path, role: &str, location: &str) -> Command {
    let mut command = Command::new(program);
    command
        .args(["--exact", "children::does_as_it_is_told", "--ignored", "--nocapture", "--test-threads=1"])
        .env("TAMIS_CHILD_ROLE", role)
        .env("TAMIS_CHILD_STORE", location)
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    command
}

/// What the process said: the lines `word rest` with that word.
pub(crate) fn said(output: &str, word: &str) -> Vec<String> {
    output.lines().filter_map(|line| Some(line.strip_prefix(word)?.strip_prefix(' ')?.to_owned())).collect()
}

#[test]
#[ignore = "other tests start it as a process"]
fn does_as_it_is_told() {
    let (Ok(role), Ok(location)) = (env::var("TAMIS_CHILD_ROLE"), env::var("TAMIS_CHILD_STORE")) else { return };
    match role.as_str() {
        "merge" => merge_without_end(&location),
        "add" => add(&location),
        "open" => match open(&location) {
            Ok(_) => say("opened", "it"),
            Err(error) => say("error", &describe(&error)),
        },
        "fill" => fill(&location),
        role => panic!("there is no role {role}"),
    }
}

/// A line of its own at once, whatever stands before it.
fn say(word: &str, rest: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("\n{word} {rest}\n").as_bytes()).unwrap();
    out.flush().unwrap();
}

pub(crate) fn describe(error: &StoreError) -> String {
    let debug = format!("{error:?}");
    format!("{}: {error}", debug.split([' ', '(']).next().unwrap_or_default())
}

fn number(name: &str) -> u64 {
    env::var(name).unwrap().parse().unwrap()
}

/// Merges one delta after the other and acknowledges each, until it is killed or the store is gone.
fn merge_without_end(location: &str) {
    let merge = || -> Result<(), StoreError> {
        let mut store = open(location)?;
        for number in number("TAMIS_CHILD_FIRST").. {
            store.merge(&trial::delta(number))?;
            say("merged", &number.to_string());
        }
        Ok(())
    };
    if let Err(error) = merge() {
        say("error", &describe(&error));
    }
}

/// Adds one to two counts, so many times, and gives a template new generations.
fn add(location: &str) {
    let writer = number("TAMIS_CHILD_WRITER");
    let mut store = open(location).unwrap();
    for generation in 1..=number("TAMIS_CHILD_TIMES") {
        let key = TemplateKey { site: "shared".to_owned(), question: "all".to_owned(), id: "one".to_owned() };
        let mut delta = Delta::new();
        for name in ["of all".to_owned(), format!("of writer {writer}")] {
            delta.add_count(Counter { key: key.clone(), generation: 0, name }, 1);
        }
        let generation = u32::try_from(generation).unwrap();
        delta.add_template(key, StoredTemplate { generation, body: vec![writer as u8; 100] });
        store.merge(&delta).unwrap();
    }
    say("added", "all");
}

/// Merges until there is no room, looks at what is there, makes room and merges once more.
fn fill(location: &str) {
    let mut store = open(location).unwrap();
    let mut number = 0;
    let error = loop {
        match store.merge(&trial::delta(number + 1)) {
            Ok(()) => number += 1,
            Err(error) => break error,
        }
        assert!(number < 100_000, "the disk does not get full");
    };
    say("merged", &number.to_string());
    say("error", &describe(&error));
    assert_eq!(trial::last_number(store.as_mut()), number, "by the same connection");
    drop(store);
    if let Ok(ballast) = env::var("TAMIS_CHILD_BALLAST") {
        std::fs::remove_file(ballast).unwrap();
        let mut store = open(location).unwrap();
        assert_eq!(trial::last_number(store.as_mut()), number, "by a new connection");
        store.merge(&trial::delta(number + 1)).unwrap();
        assert_eq!(trial::last_number(store.as_mut()), number + 1);
        tamis_sites::store::SqliteStore::open(location).unwrap().check().unwrap();
        say("went", "on");
    }
}
