//! The table of rooms in ARCHITECTURE.md against `cargo metadata`.

use crate::fixtures::{repository, text_of};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a room uses.
#[derive(Default, PartialEq, Eq, Debug)]
struct Uses {
    ours: BTreeSet<String>,
    outside: BTreeSet<String>,
}

#[test]
fn every_room_uses_what_architecture_says_and_nothing_else() {
    let allowed = rooms_in_architecture();
    let mut complaints = Vec::new();
    for (room, uses) in &rooms_in_cargo() {
        let Some(allowed) = allowed.get(room) else {
            complaints.push(format!("{room} is not in the table"));
            continue;
        };
        for (kind, found, allowed) in
            [("our crates", &uses.ours, &allowed.ours), ("crates from outside", &uses.outside, &allowed.outside)]
        {
            for extra in found.difference(allowed) {
                complaints.push(format!("{room} uses {extra}, which its list of {kind} does not name"));
            }
            for gone in allowed.difference(found) {
                complaints.push(format!("{room} no longer uses {gone}, but its list of {kind} names it"));
            }
        }
    }
    for room in allowed.keys().filter(|room| !rooms_in_cargo().contains_key(*room)) {
        complaints.push(format!("{room} is in the table and not in the workspace"));
    }
    assert!(
        complaints.is_empty(),
        "{}\nhelp: a new edge is a decision; if it is the right one, write it into the table of rooms in ARCHITECTURE.md",
        complaints.join("\n")
    );
}

#[test]
fn development_dependencies_keep_the_same_edges() {
    let allowed = rooms_in_architecture();
    for (room, dependency) in dependencies("dev") {
        if is_ours(&dependency) && dependency != room {
            let allowed = allowed.get(&room).is_some_and(|uses| uses.ours.contains(&dependency));
            assert!(allowed, "{room} uses {dependency} in its tests\nhelp: test it from the room that may use both");
        }
    }
}

#[test]
fn page_extract_and_papers_forbid_the_same_things() {
    let rules = |room: &str| {
        let text = text_of(&format!("crates/{room}/clippy.toml"));
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    for room in ["tamis-extract", "tamis-papers"] {
        let help = format!("help: copy the lists of crates/tamis-page/clippy.toml to crates/{room}/clippy.toml");
        assert_eq!(rules("tamis-page"), rules(room), "{help}");
    }
}

#[test]
fn no_crate_reaches_into_the_tests_of_another() {
    let crates = repository().join("crates");
    for file in rust_files(&crates) {
        let own = file.strip_prefix(&crates).expect("it is there").components().next().expect("a crate").as_os_str();
        let text = fs::read_to_string(&file).expect("it can be read");
        let named = text.split('"').skip(1).filter(|part| part.starts_with("../") && !part.contains('\n'));
        for path in named {
            // A path of a test's data starts at the crate, one of `#[path]` or `include_str!` at the file.
            let folder = file.parent().expect("a file is in a folder").join(path);
            let Ok(reached) = folder.canonicalize() else { continue };
            let Ok(reached) = reached.strip_prefix(&crates) else { continue };
            let mut parts = reached.components().map(std::path::Component::as_os_str);
            let (to, inner) = (parts.next(), parts.next());
            let is_of_other = to.is_some_and(|to| to != own) && inner.is_some_and(|inner| inner == "tests");
            assert!(!is_of_other, "{} reaches into {}", file.display(), reached.display());
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it can be listed").map(|entry| entry.expect("it can be listed").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    files.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// The rows whose first cell is a crate: `| `FOLDER` | question | our crates | from outside | … |`. A crate has the name of
/// its folder in `crates`; the one of the Python package stands beside its package.
fn rooms_in_architecture() -> BTreeMap<String, Uses> {
    let text = text_of("ARCHITECTURE.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let rooms: BTreeMap<String, Uses> = rows
        .map(|row| row.split_once('`').expect("the name of a room ends"))
        .filter_map(|(folder, cells)| {
            let room = if folder == "python" { "tamis-python" } else { folder.strip_prefix("crates/")? };
            // The tables of folders have a path there.
            (!room.contains('/')).then_some((room, cells))
        })
        .map(|(room, cells)| {
            let cells: Vec<&str> = cells.split('|').collect();
            assert!(cells.len() >= 4, "the row of {room} has a cell for our crates and one for crates from outside");
            (room.to_owned(), Uses { ours: quoted(cells[2]), outside: quoted(cells[3]) })
        })
        .collect();
    assert!(rooms.contains_key("tamis-page"), "ARCHITECTURE.md has a table of rooms");
    rooms
}

/// The words between back quotes.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rooms_in_cargo() -> BTreeMap<String, Uses> {
    let mut rooms: BTreeMap<String, Uses> = BTreeMap::new();
    for package in packages() {
        rooms.insert(name_of(&package), Uses::default());
    }
    for (room, dependency) in dependencies("normal").into_iter().chain(dependencies("build")) {
        let uses = rooms.entry(room).or_default();
        if is_ours(&dependency) {
            uses.ours.insert(dependency)
        } else {
            uses.outside.insert(dependency)
        };
    }
    rooms
}

fn is_ours(dependency: &str) -> bool {
    dependency == "tamis" || dependency.starts_with("tamis-")
}

/// Pairs of room and dependency; `kind` is what cargo calls `null` for `normal`.
fn dependencies(kind: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    for package in packages() {
        for dependency in package["dependencies"].as_array().expect("a package has dependencies") {
            if dependency["kind"].as_str().unwrap_or("normal") == kind {
                pairs.push((name_of(&package), name_of(dependency)));
            }
        }
    }
    pairs
}

fn name_of(value: &Value) -> String {
    value["name"].as_str().expect("it has a name").to_owned()
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(repository())
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON");
    metadata["packages"].as_array().expect("there are packages").clone()
}
