//! What a store promises, by every kind of store: the same contents in any order of merges, nothing lost by a crash, exact
//! sums with several processes, old files, and clear errors.
//!
//! `TAMIS_KILLS=1000 cargo test -p tamis-sites --test store -- crash` kills a thousand writers where the usual run kills 25.
//! Tests with PostgreSQL start a server of their own; `TAMIS_SKIP_POSTGRES_TESTS=1` leaves them out.

#![cfg(unix)]
#![expect(clippy::print_stdout, reason = "processes that are started tell by it how far they are")]
#![expect(clippy::unwrap_used, reason = "all of it is tests, and what fails shows its line")]

mod backup;
mod children;
mod compatibility;
mod contract;
mod crash;
mod errors;
mod full_disk;
mod order;
mod processes;
mod server;
mod trial;

use server::Server;
use std::path::PathBuf;
use std::sync::Arc;
use tamis_sites::store::{Delta, MemoryStore, TemplateStore};
use tempfile::TempDir;

/// A place for a store. What it holds is gone at the end of the test.
enum Place {
    Memory,
    File(TempDir),
    /// The server runs as long as somebody has it.
    Database {
        _server: Arc<Server>,
        address: String,
    },
}

impl Place {
    fn file() -> Place {
        Place::File(tempfile::tempdir().unwrap())
    }

    /// `None` if tests with PostgreSQL are to be left out.
    fn database() -> Option<Place> {
        let server = server::shared()?;
        let address = server.new_database();
        Some(Place::Database { _server: server, address })
    }

    fn all() -> Vec<Place> {
        [Place::Memory, Place::file()].into_iter().chain(Place::database()).collect()
    }

    fn path(&self) -> PathBuf {
        match self {
            Place::File(directory) => directory.path().join("templates.tamis"),
            _ => panic!("it is no file"),
        }
    }

    fn location(&self) -> String {
        match self {
            Place::Memory => panic!("memory has no address"),
            Place::File(_) => self.path().to_str().unwrap().to_owned(),
            Place::Database { address, .. } => address.clone(),
        }
    }

    fn open(&self) -> Box<dyn TemplateStore> {
        match self {
            Place::Memory => Box::new(MemoryStore::new()),
            _ => tamis_sites::store::open(&self.location()).unwrap(),
        }
    }
}

/// All that a store holds.
fn contents(store: &mut dyn TemplateStore) -> Delta {
    let mut all = Delta::new();
    for (site, n_templates) in store.sites().unwrap() {
        let delta = store.load(&site).unwrap();
        assert_eq!(delta.templates().len(), n_templates, "the templates of {site}");
        all.merge(delta);
    }
    all
}
