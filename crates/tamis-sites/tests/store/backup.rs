//! The ways of making a backup that `docs/store.md` names.

use super::{Place, contents, trial};
use rusqlite::Connection;
use std::fs;
use tamis_sites::store::{SqliteStore, TemplateStore};

#[test]
fn a_copy_by_vacuum_is_a_store() {
    let place = Place::file();
    let mut store = place.open();
    for number in 1..=9 {
        store.merge(&trial::delta(number)).unwrap();
    }
    let copy = place.path().with_file_name("backup.tamis");
    let other = Connection::open(place.path()).unwrap();
    other.execute("VACUUM INTO ?1", [copy.to_str().unwrap()]).unwrap();
    store.merge(&trial::delta(10)).unwrap();
    let mut restored = SqliteStore::open(&copy).unwrap();
    restored.check().unwrap();
    assert_eq!(trial::last_number(&mut restored), 9);
    restored.merge(&trial::delta(10)).unwrap();
    assert_eq!(contents(&mut restored), contents(store.as_mut()));
}

#[test]
fn a_copy_of_the_file_with_its_log_is_a_store() {
    let (place, copy) = (Place::file(), Place::file());
    let mut store = place.open();
    for number in 1..=9 {
        store.merge(&trial::delta(number)).unwrap();
    }
    for ending in ["", "-wal"] {
        fs::copy(format!("{}{ending}", place.location()), format!("{}{ending}", copy.location())).unwrap();
    }
    assert_eq!(trial::last_number(copy.open().as_mut()), 9);
}
