//! Files of earlier versions stay readable.
//!
//! `tests/stores` has one file of each version, written by the first program that wrote it. After a change of the tables,
//! and of `VERSION` in `src/store/schema.rs`, the new one is written once by
//! `cargo test -p tamis-sites --test store -- --ignored writes_the_file_of_this_version`.

use super::contents;
use std::fs;
use std::path::{Path, PathBuf};
use tamis_sites::store::{Counter, Delta, SqliteStore, StoredTemplate, TemplateKey, TemplateStore};

/// The version that this program writes.
const VERSION: u32 = 1;

fn file(version: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/stores/v{version}.sqlite"))
}

/// What is in every one of the files.
fn stored() -> Delta {
    let mut delta = Delta::new();
    for (site, n_templates) in [("shop.example", 3_u32), ("news.example", 1)] {
        for number in 0..n_templates {
            let key = TemplateKey {
                site: site.to_owned(),
                question: "records depta similarity=0.8".to_owned(),
                id: format!("{:016x}", number + 7),
            };
            let body = (0..number * 2_500).map(|at| (at % 251) as u8).collect();
            delta.add_template(key.clone(), StoredTemplate { generation: number, body });
            for generation in 0..=number {
                let name = if generation % 2 == 0 { "pages" } else { "misses" }.to_owned();
                delta.add_count(Counter { key: key.clone(), generation, name }, u64::from(generation) * 1_000 + 1);
            }
        }
    }
    let full = TemplateKey { site: "full.example".to_owned(), question: "text".to_owned(), id: "é".to_owned() };
    delta.add_template(full.clone(), StoredTemplate { generation: u32::MAX, body: vec![0, 255] });
    delta.add_count(Counter { key: full, generation: u32::MAX, name: "pages".to_owned() }, u64::MAX);
    delta
}

#[test]
fn the_files_of_all_versions_are_read_and_written() {
    for version in 1..=VERSION {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("store");
        fs::copy(file(version), &path).unwrap();
        let mut store = SqliteStore::open(&path).unwrap();
        store.check().unwrap();
        assert_eq!(contents(&mut store), stored(), "version {version}");

        let mut twice = stored();
        twice.merge(stored());
        store.merge(&stored()).unwrap();
        drop(store);
        assert_eq!(contents(&mut SqliteStore::open(&path).unwrap()), twice, "version {version}");
    }
}

#[test]
fn the_file_of_the_first_version_says_what_it_is() {
    // Without our code: other programs, such as `file`, look there.
    let bytes = fs::read(file(1)).unwrap();
    assert_eq!(&bytes[..16], b"SQLite format 3\0");
    assert_eq!(&bytes[60..64], 1_u32.to_be_bytes(), "user_version");
    assert_eq!(&bytes[68..72], b"tams", "application_id");
}

#[test]
#[ignore = "writes a file into the repository, once for each version"]
fn writes_the_file_of_this_version() {
    let path = file(VERSION);
    assert!(!path.exists(), "{} was written by the first program of its version and stays as it is", path.display());
    let mut store = SqliteStore::open(&path).unwrap();
    store.merge(&stored()).unwrap();
}
