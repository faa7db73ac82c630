//! What is no store, or cannot be used: a clear error that names it, and not a byte is changed.

use super::server::{self, PASSWORD};
use super::{Place, children, trial};
use postgres::{Client, NoTls};
use rusqlite::Connection;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tamis_sites::store::{SqliteStore, StoreError, TemplateStore, open};

/// The error of opening, as its variant and its message with `STORE` for the location.
#[track_caller]
fn error_of(location: &str) -> String {
    let error = open(location).err().expect("it cannot be opened");
    let message = error.to_string();
    assert!(!message.ends_with('.') && !message.contains('\n'), "{message}");
    assert!(error.hint().is_some(), "{message}");
    children::describe(&error).replace(location, "STORE")
}

/// Opening the file fails with this, and leaves it and its neighbours as they are.
#[track_caller]
fn check_file(path: &Path, expect: &str) {
    let neighbours = || {
        let mut names: Vec<_> =
            fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names.into_iter().map(|name| (fs::read(&name).ok(), name)).collect::<Vec<_>>()
    };
    let before = neighbours();
    assert_eq!(error_of(path.to_str().unwrap()), expect);
    assert!(before == neighbours(), "something was written");
}

/// A store file with some deltas, closed.
fn a_store(place: &Place) {
    let mut store = place.open();
    for number in 1..=5 {
        store.merge(&trial::delta(number)).unwrap();
    }
}

#[test]
fn a_store_of_a_newer_version() {
    let place = Place::file();
    a_store(&place);
    let expect = "Newer: the store STORE has version 7, and this program reads versions up to 1";
    Connection::open(place.path())
        .unwrap()
        .execute_batch("UPDATE meta SET value = '7' WHERE name = 'version'")
        .unwrap();
    assert_eq!(error_of(&place.location()), expect);
    // Also if nothing but the number in the header can be relied on.
    Connection::open(place.path()).unwrap().execute_batch("PRAGMA user_version = 7; DROP TABLE meta").unwrap();
    assert_eq!(error_of(&place.location()), expect);
}

#[test]
fn the_database_of_another_program() {
    let foreign = "Foreign: STORE is no store of templates: it is an SQLite database of another program";
    for (journal, id) in [("DELETE", 0), ("WAL", 0), ("DELETE", 252_006_674)] {
        let place = Place::file();
        let other = Connection::open(place.path()).unwrap();
        other.pragma_update(None, "journal_mode", journal).unwrap();
        other.pragma_update(None, "application_id", id).unwrap();
        other.execute_batch("CREATE TABLE templates (x); INSERT INTO templates VALUES (1)").unwrap();
        // While the other has it open, with what it wrote in its log, and afterwards.
        check_file(&place.path(), foreign);
        drop(other);
        check_file(&place.path(), foreign);
    }
}

#[test]
fn the_database_of_another_program_that_crashed() {
    // What SQLite would repair if it opened the file: a journal with the page as it was before.
    let place = Place::file();
    let other = Connection::open(place.path()).unwrap();
    other.execute_batch("CREATE TABLE t (x); INSERT INTO t VALUES (1)").unwrap();
    other.execute_batch("PRAGMA cache_size = 1; BEGIN; INSERT INTO t SELECT zeroblob(20000)").unwrap();
    let copy = Place::file();
    for ending in ["", "-journal"] {
        fs::copy(format!("{}{ending}", place.location()), format!("{}{ending}", copy.location())).unwrap();
    }
    check_file(&copy.path(), "Foreign: STORE is no store of templates: it is an SQLite database of another program");
}

#[test]
fn a_file_that_is_no_database() {
    let expect = "NotADatabase: STORE is no store of templates: it is no SQLite database, or its beginning is damaged";
    for bytes in [&b"<!DOCTYPE html><p>a page"[..], &[0; 5_000], b"SQLite format 3", &[b'x'; 10_000]] {
        let place = Place::file();
        fs::write(place.path(), bytes).unwrap();
        check_file(&place.path(), expect);
    }
}

#[test]
fn an_empty_file_is_a_new_store() {
    let place = Place::file();
    fs::write(place.path(), "").unwrap();
    a_store(&place);
    assert_eq!(trial::last_number(place.open().as_mut()), 5);
}

#[test]
fn odd_names_are_names_of_files() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["a b%20?mode=ro#x", "file:x?mode=memory", ":memory:", "é'\"", "postgres:"] {
        let path = directory.path().join(name);
        for number in 1..=2 {
            SqliteStore::open(&path).unwrap().merge(&trial::delta(number)).unwrap();
        }
        assert!(path.is_file(), "{name}");
        assert_eq!(trial::last_number(&mut SqliteStore::open(&path).unwrap()), 2);
    }
}

#[test]
fn a_file_that_was_cut_off() {
    let place = Place::file();
    a_store(&place);
    let whole = fs::read(place.path()).unwrap();
    for length in [whole.len() - 1, whole.len() / 2, 5_000, 4_096, 2_000, 600] {
        let cut = Place::file();
        fs::write(cut.path(), &whole[..length]).unwrap();
        check_file(&cut.path(), "Damaged: the store STORE is damaged");
    }
    let cut = Place::file();
    fs::write(cut.path(), &whole[..90]).unwrap();
    let error = error_of(&cut.location());
    assert!(error.starts_with("NotADatabase: ") || error.starts_with("Damaged: "), "{error}");
    assert_eq!(fs::read(cut.path()).unwrap(), whole[..90]);
}

#[test]
fn damage_in_the_middle_is_found_by_reading() {
    let place = Place::file();
    a_store(&place);
    let mut bytes = fs::read(place.path()).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[4_096..middle].fill(0xaa);
    fs::write(place.path(), &bytes).unwrap();
    let found = SqliteStore::open(place.path()).and_then(|mut store| store.check()).unwrap_err();
    assert!(matches!(found, StoreError::Damaged { .. }), "{found:?}");
}

#[test]
fn what_is_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    assert_eq!(error_of(path), "Directory: cannot open the store STORE: it is a directory");
    assert_eq!(error_of("/dev/null"), "Foreign: STORE is no store of templates: it is no regular file");
    let missing = format!("{path}/not/there");
    let error = error_of(&missing);
    assert_eq!(error, format!("NoDirectory: cannot make the store STORE: there is no directory {path}/not"));
    assert_eq!(fs::read_dir(path).unwrap().count(), 0);
    assert!(open("").is_err());
}

#[test]
fn no_permission() {
    let directory = tempfile::tempdir().unwrap();
    // As a user who is not root, and by a program that this user can start.
    let program = directory.path().join("program");
    // By another process: were it written by this one, a process that another test starts meanwhile could hold it open for
    // writing, and what is being written cannot be started.
    let copied = Command::new("cp").args([&std::env::current_exe().unwrap(), &program]).status().unwrap();
    assert!(copied.success());
    let set_mode = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(directory.path(), 0o755);
    let user = server::unprivileged();
    let open_as_user = |path: &Path| {
        let mut command = children::command_of(&program, "open", path.to_str().unwrap());
        if let Some((uid, gid)) = user {
            command.uid(uid).gid(gid);
        }
        let output = command.output().unwrap();
        assert!(output.status.success());
        children::said(&String::from_utf8_lossy(&output.stdout), "error").join("")
    };
    for (mode_of_folder, mode_of_file) in [(0o755, 0o444), (0o755, 0o000), (0o555, 0o644), (0o000, 0o644)] {
        let folder = directory.path().join(format!("{mode_of_folder:o}-{mode_of_file:o}"));
        let path = folder.join("store");
        fs::create_dir(&folder).unwrap();
        SqliteStore::open(&path).unwrap().merge(&trial::delta(1)).unwrap();
        for (path, mode) in [(&path, mode_of_file), (&folder, mode_of_folder)] {
            if let Some((uid, gid)) = user {
                chown(path, Some(uid), Some(gid)).unwrap();
            }
            set_mode(path, mode);
        }
        let expect = format!("NoPermission: no permission to read and write the store {}", path.display());
        assert_eq!(open_as_user(&path), expect, "{mode_of_folder:o} {mode_of_file:o}");
        set_mode(&folder, 0o755);
        set_mode(&path, 0o644);
        assert_eq!(trial::last_number(&mut SqliteStore::open(&path).unwrap()), 1);
    }
    // A new one where nothing may be made.
    let folder = directory.path().join("closed");
    fs::create_dir(&folder).unwrap();
    set_mode(&folder, 0o555);
    let error = open_as_user(&folder.join("new"));
    assert!(error.starts_with("NoPermission: "), "{error}");
}

#[test]
fn a_store_that_others_keep_locked() {
    let place = Place::file();
    a_store(&place);
    let other = Connection::open(place.path()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut store = SqliteStore::open_with_patience(place.path(), Duration::from_millis(100)).unwrap();
    let error = store.merge(&trial::delta(6)).unwrap_err();
    assert_eq!(
        children::describe(&error).replace(&place.location(), "STORE"),
        "Busy: the store STORE was in use by another process for more than 0.1 s"
    );
    // It can be read all the time, and written when the other is done.
    assert_eq!(trial::last_number(&mut store), 5);
    other.execute_batch("ROLLBACK").unwrap();
    store.merge(&trial::delta(6)).unwrap();
    assert_eq!(trial::last_number(&mut store), 6);
}

#[test]
fn addresses_that_lead_nowhere() {
    let cases = [
        (
            "postgres://u:hidden@127.0.0.1:1/d",
            "Unreachable: cannot reach the PostgreSQL server of postgres://u:***@127.0.0.1:1/d",
        ),
        ("postgres://u:hidden/d", "Address: cannot read the address postgres://u:***/d: it is not written as one"),
        ("postgres://", "Address: cannot read the address STORE: it names no host"),
        (
            "postgresql://u:hidden@h/d?sslmode=require",
            "Address: cannot read the address postgresql://u:***@h/d: it asks for TLS, which this program does not speak",
        ),
    ];
    for (address, expect) in cases {
        assert_eq!(error_of(address), expect);
        assert!(!format!("{:?}", open(address).err()).contains("hidden"));
    }
}

#[test]
fn databases_that_cannot_be_used() {
    let Some(server) = server::shared() else { return };
    let shown = |address: &str| address.replace(PASSWORD, "***");
    let error = |address: &str| {
        let error = open(address).err().expect("it cannot be opened");
        assert!(!format!("{error:?} {error}").contains(PASSWORD));
        let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        (children::describe(&error).replace(&shown(address), "STORE"), cause)
    };

    let (message, cause) = error(&server.address("not_there"));
    assert_eq!(message, "Refused: the PostgreSQL server refuses to open STORE");
    assert!(cause.contains("database \"not_there\" does not exist"), "{cause}");

    let address = server.address("postgres").replace(PASSWORD, "wrong");
    let refused = open(&address).err().expect("the password is wrong");
    assert!(matches!(refused, StoreError::Refused { .. }) && !format!("{refused:?}").contains("wrong"), "{refused:?}");

    for (set_up, expect) in [
        ("CREATE SCHEMA tamis; CREATE TABLE tamis.templates (x TEXT)", "something else"),
        ("CREATE SCHEMA tamis; CREATE TABLE tamis.meta (x TEXT)", "something else"),
        ("CREATE SCHEMA tamis; CREATE TABLE tamis.meta (name TEXT, value TEXT)", "something else"),
    ] {
        let address = server.new_database();
        let mut client = Client::connect(&address, NoTls).unwrap();
        client.batch_execute(set_up).unwrap();
        let (message, _) = error(&address);
        assert_eq!(message, format!("Foreign: STORE is no store of templates: its schema 'tamis' holds {expect}"));
        let tables = "SELECT COUNT(*) FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid
            WHERE nspname = 'tamis' AND relkind = 'r'";
        assert_eq!(client.query_one(tables, &[]).unwrap().get::<_, i64>(0), 1, "something was written");
    }

    let address = server.new_database();
    drop(open(&address).unwrap());
    let mut client = Client::connect(&address, NoTls).unwrap();
    client.batch_execute("UPDATE tamis.meta SET value = '7' WHERE name = 'version'").unwrap();
    let (message, _) = error(&address);
    assert_eq!(message, "Newer: the store STORE has version 7, and this program reads versions up to 1");
}

#[test]
fn what_a_server_refuses_is_not_written() {
    let Some(server) = server::shared() else { return };
    let address = server.new_database();
    let mut store = open(&address).unwrap();
    store.merge(&trial::delta(1)).unwrap();
    let mut client = Client::connect(&address, NoTls).unwrap();
    // A server with a full disk, in its own words, in the middle of a merge.
    client
        .batch_execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER fail BEFORE UPDATE ON tamis.counts FOR EACH ROW EXECUTE FUNCTION fail()",
        )
        .unwrap();
    let error = store.merge(&trial::delta(2)).unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    assert_eq!(trial::last_number(store.as_mut()), 1);
    client.batch_execute("DROP TRIGGER fail ON tamis.counts").unwrap();
    store.merge(&trial::delta(2)).unwrap();
    assert_eq!(trial::last_number(store.as_mut()), 2);

    // A user who may connect and nothing else.
    client.batch_execute("CREATE ROLE guest LOGIN PASSWORD 'guest'").unwrap();
    let guest = address.replace(&format!("tamis:{PASSWORD}"), "guest:guest");
    let error = open(&guest).err().expect("a guest may not write");
    assert!(matches!(error, StoreError::NoPermission { .. }), "{error:?}");
}
