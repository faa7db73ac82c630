//! A store in a file: SQLite with a write-ahead log.
//!
//! Beside the file there are `-wal`, what was written last, and `-shm`, which tells the processes about each other; the last
//! process that closes the store removes them. A process that is killed leaves them, and the next one reads the log.

mod failure;
mod opening;

use super::{Counter, Delta, StoreError, TemplateStore, schema};
use failure::StoreFile;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params};
use std::path::Path;
use std::time::Duration;

/// How long others may keep the store locked. A merge of a thousand templates takes far less than a second, so that this is
/// enough for a long queue.
const PATIENCE: Duration = Duration::from_mins(1);

/// A store in a file. Several processes, and several of these in one process, may have the same file open. It must be on
/// a disk of this machine: network file systems do not keep the locks that SQLite relies on.
pub struct SqliteStore {
    connection: Connection,
    place: StoreFile,
}

impl SqliteStore {
    /// Opens a store, and makes it if there is no such file or it is empty.
    ///
    /// # Errors
    /// The file is something else or of a newer version, or it cannot be read and written.
    pub fn open(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        SqliteStore::open_with_patience(path, PATIENCE)
    }

    /// Opens the store as [`open`](SqliteStore::open) does; while another process is writing, this and each later call waits for it,
    /// `patience` at most.
    ///
    /// # Errors
    /// The file is something else or of a newer version, or it cannot be read and written.
    pub fn open_with_patience(path: impl AsRef<Path>, patience: Duration) -> Result<SqliteStore, StoreError> {
        let place = StoreFile::new(path.as_ref(), patience);
        let connection = opening::open(path.as_ref(), &place)?;
        Ok(SqliteStore { connection, place })
    }

    /// Reads every page of the file and looks for damage.
    ///
    /// # Errors
    /// There is damage, or the file cannot be read.
    pub fn check(&mut self) -> Result<(), StoreError> {
        let mut found: Vec<String> = Vec::new();
        self.connection
            .pragma_query(None, "integrity_check", |row| {
                found.push(row.get(0)?);
                Ok(())
            })
            .map_err(|error| self.place.failure("read", error))?;
        if found == ["ok"] { Ok(()) } else { Err(self.place.damaged(found.join("; "))) }
    }

    fn read(&mut self, site: &str) -> rusqlite::Result<Delta> {
        // One transaction, so that templates and counts are of one moment.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Deferred)?;
        let mut delta = Delta::new();
        read_rows(&transaction, schema::TEMPLATES, site, |row| {
            let row = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            schema::take_template(&mut delta, site, row).ok_or(rusqlite::Error::IntegralValueOutOfRange(2, 0))
        })?;
        read_rows(&transaction, schema::COUNTS, site, |row| {
            let row = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?);
            schema::take_count(&mut delta, site, row).ok_or(rusqlite::Error::IntegralValueOutOfRange(4, 0))
        })?;
        Ok(delta)
    }

    fn write(&mut self, delta: &Delta) -> rusqlite::Result<()> {
        // The lock is taken at once: a transaction that reads first and writes later can find that another one wrote
        // in between, and no waiting helps then.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let mut add_template = transaction.prepare_cached(&schema::add_templates(1))?;
            for (key, template) in delta.templates() {
                add_template.execute(params![key.site, key.question, key.id, template.generation, template.body])?;
            }
            let mut add_count = transaction.prepare_cached(&schema::add_counts(1))?;
            for (Counter { key, generation, name }, n) in delta.counts() {
                add_count.execute(params![
                    key.site,
                    key.question,
                    key.id,
                    generation,
                    name,
                    schema::stored_count(*n)
                ])?;
            }
        }
        transaction.commit()
    }

    fn remove(&mut self, site: &str, id: Option<&str>) -> rusqlite::Result<usize> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let delete = |from: usize| match id {
            Some(id) => transaction.execute(schema::FORGET_TEMPLATE[from], params![site, id]),
            None => transaction.execute(schema::FORGET_SITE[from], params![site]),
        };
        let n_templates = delete(0)?;
        delete(1)?;
        transaction.commit()?;
        Ok(n_templates)
    }

    fn list(&mut self) -> rusqlite::Result<Vec<(String, usize)>> {
        let mut statement = self.connection.prepare_cached(schema::SITES)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)))?;
        let mut sites: Vec<(String, usize)> = rows.collect::<rusqlite::Result<_>>()?;
        sites.sort_unstable();
        Ok(sites)
    }
}

fn read_rows(
    transaction: &Transaction,
    sql: &str,
    site: &str,
    mut take: impl FnMut(&Row) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare_cached(sql)?;
    let mut rows = statement.query([site])?;
    while let Some(row) = rows.next()? {
        take(row)?;
    }
    Ok(())
}

impl TemplateStore for SqliteStore {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        self.list().map_err(|error| self.place.failure("read", error))
    }

    fn load(&mut self, site: &str) -> Result<Delta, StoreError> {
        self.read(site).map_err(|error| self.place.failure("read", error))
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError> {
        schema::check_keys(delta)?;
        if delta.is_empty() {
            return Ok(());
        }
        self.write(delta).map_err(|error| self.place.failure("write to", error))
    }

    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        self.remove(site, id).map_err(|error| self.place.failure("write to", error))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{StoredTemplate, TemplateKey};
    use super::*;

    #[test]
    fn a_file_that_may_not_grow_keeps_what_it_has() {
        let directory = tempfile::tempdir().unwrap();
        let mut store = SqliteStore::open(directory.path().join("store")).unwrap();
        store.connection.pragma_update_and_check(None, "max_page_count", 60, |_| Ok(())).unwrap();
        let mut kept = Delta::new();
        let error = loop {
            let mut delta = Delta::new();
            for part in ["first", "second"] {
                let id = format!("{part} of {}", kept.templates().len());
                let key = TemplateKey { site: "s".to_owned(), question: "q".to_owned(), id };
                delta.add_template(key, StoredTemplate { generation: 0, body: vec![1; 6_000] });
            }
            match store.merge(&delta) {
                Ok(()) => kept.merge(delta),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        assert!(!kept.is_empty());
        assert_eq!(store.load("s").unwrap(), kept);
        store.check().unwrap();
        drop(store);
        let mut store = SqliteStore::open(directory.path().join("store")).unwrap();
        assert_eq!(store.load("s").unwrap(), kept);
    }

    #[test]
    fn what_is_acknowledged_is_synced() {
        let directory = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let store = SqliteStore::open(directory.path().join("store")).unwrap();
            let setting = |name: &str| store.connection.pragma_query_value(None, name, |row| row.get::<_, String>(0));
            assert_eq!(setting("journal_mode").unwrap(), "wal");
            let full = store.connection.pragma_query_value(None, "synchronous", |row| row.get::<_, i64>(0));
            assert_eq!(full.unwrap(), 2);
        }
    }
}
