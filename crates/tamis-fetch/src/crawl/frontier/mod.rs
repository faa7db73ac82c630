//! The frontier: every address that a crawl knows, in a file.
//!
//! # States of an address
//! *waiting* → *answered* → *ready* → *done*, or *closed* from *answered*. An address that is being asked is still waiting, so
//! that it is asked again by the run after one that was killed. Answered: the answer is in the file, but earlier ones are
//! missing, and it has not yet been looked into. Ready: its links are in the file, and it can be handed out. Done: whoever took
//! it has written what came of it; the body is gone. Closed: it is no page.
//!
//! Two more are no part of the queue: *excluded* by the patterns, to be asked if those change, and *parked*, of a host that does
//! not answer, to be asked by the next run.
//!
//! # Order
//! The queue is ordered by depth, round and number. Numbers are given in the order of discovery. An address that failed and
//! may do better comes back in the next round: after all others of its depth. Answers are looked into in this order only, so
//! that neither the numbers nor the order of pages depend on which answer came first.

mod addresses;
mod answers;
mod opening;
mod sites;

pub(super) use addresses::{Address, AddressKind, AddressState, NewAddress, Replayed};
pub(super) use answers::StoredAnswer;
pub(super) use sites::Counted;
pub(super) use sites::StoredRobots;
pub(super) use sites::{MAX_KEPT, Site};

use super::CrawlError;
use opening::FrontierPath;
use rusqlite::{Connection, OptionalExtension as _, ToSql, Transaction, TransactionBehavior, types::FromSql};
use std::path::Path;

/// The file. Only one of these can have it open.
pub(super) struct Frontier {
    connection: Connection,
    place: FrontierPath,
}

/// A look at the file, or, inside of [`Frontier::write`], a change of it.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    connection: &'a Connection,
}

impl Frontier {
    pub(super) fn open(path: &Path) -> Result<Frontier, CrawlError> {
        let place = FrontierPath::new(path);
        let connection = opening::open(path, &place)?;
        Ok(Frontier { connection, place })
    }

    /// Reads something.
    pub(super) fn read<T>(&self, look: impl FnOnce(Tables) -> rusqlite::Result<T>) -> Result<T, CrawlError> {
        look(Tables { connection: &self.connection }).map_err(self.place.failed("read"))
    }

    /// Writes all of it, or nothing.
    pub(super) fn write<T>(&mut self, change: impl FnOnce(Tables) -> rusqlite::Result<T>) -> Result<T, CrawlError> {
        let failed = self.place.failed("write to");
        let transaction: Transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
        let result = change(Tables { connection: &transaction }).map_err(&failed)?;
        transaction.commit().map_err(&failed)?;
        Ok(result)
    }
}

impl Tables<'_> {
    /// A value that stands by itself.
    pub(super) fn value<T: FromSql>(self, name: &str) -> rusqlite::Result<Option<T>> {
        let mut select = self.connection.prepare_cached("SELECT value FROM meta WHERE name = ?")?;
        select.query_row([name], |row| row.get(0)).optional()
    }

    pub(super) fn set_value(self, name: &str, value: impl ToSql) -> rusqlite::Result<()> {
        let mut insert = self.connection.prepare_cached("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")?;
        insert.execute(rusqlite::params![name, value])?;
        Ok(())
    }

    fn run(self, sql: &str, values: impl rusqlite::Params) -> rusqlite::Result<usize> {
        self.connection.prepare_cached(sql)?.execute(values)
    }
}

/// A count. SQLite has signed numbers only.
fn number(row: &rusqlite::Row, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)?.cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use url::Url;

    #[test]
    fn a_file_that_may_not_grow_keeps_what_it_has() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frontier");
        let mut frontier = Frontier::open(&path).unwrap();
        frontier.connection.pragma_update_and_check(None, "max_page_count", 100, |_| Ok(())).unwrap();
        let mut n_kept = 0;
        let error = loop {
            let written = frontier.write(|tables| {
                for part in ["first", "second"] {
                    let url = Url::parse(&format!("http://h.example/{part}/{n_kept}")).unwrap();
                    let id = tables.add(&NewAddress {
                        url: &url,
                        site: 1,
                        host: 1,
                        state: AddressState::Waiting,
                        kind: AddressKind::Page,
                        depth: 0,
                        round: 0,
                        n_hops: 0,
                        source: None,
                    })?;
                    let body = Some(vec![1; 6000].into());
                    tables.set_answered(
                        id,
                        &StoredAnswer { outcome: "page".to_owned(), body, ..StoredAnswer::default() },
                    )?;
                }
                Ok(())
            });
            match written {
                Ok(()) => n_kept += 2,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, CrawlError::Full { .. }), "{error:?}");
        assert!(n_kept > 0);
        let count =
            |frontier: &Frontier| frontier.read(|tables| tables.n_in_queue(1, AddressState::Answered, 0)).unwrap();
        assert_eq!(count(&frontier), n_kept);
        drop(frontier);
        assert_eq!(count(&Frontier::open(&path).unwrap()), n_kept);
    }

    #[test]
    fn what_happened_is_told_in_its_order() {
        let directory = tempfile::tempdir().unwrap();
        let mut frontier = Frontier::open(&directory.path().join("frontier")).unwrap();
        let told = frontier
            .write(|tables| {
                let site = tables.site("h.example")?.id;
                let host = tables.host("http://h.example")?;
                let add = |path: &str, kind, source| {
                    let url = Url::parse(&format!("http://h.example{path}")).unwrap();
                    let state = AddressState::Waiting;
                    let (depth, round, n_hops) = (0, 0, 0);
                    tables.add(&NewAddress { url: &url, site, host, state, kind, depth, round, n_hops, source })
                };
                let answered = |id, place| {
                    tables.set_answered(id, &StoredAnswer { digest: place + 100, ..StoredAnswer::default() })?;
                    tables.set_ready(id, place)
                };
                let start = add("/", AddressKind::Start, None)?;
                answered(start, 0)?;
                let first = add("/1", AddressKind::Page, Some(start))?;
                let second = add("/2", AddressKind::Page, Some(start))?;
                answered(first, 1)?;
                answered(second, 2)?;
                add("/3", AddressKind::Page, Some(second))?;
                let mut told = Vec::new();
                tables.replay(site, |replayed| {
                    told.push(match replayed {
                        Replayed::Page(url, digest) => format!("{} {digest}", url.path()),
                        Replayed::Found(url, from) => format!("{} on {}", url.path(), from.unwrap().path()),
                    });
                })?;
                Ok(told)
            })
            .unwrap();
        assert_eq!(told, ["/ 100", "/1 on /", "/2 on /", "/1 101", "/2 102", "/3 on /2"]);
    }
}
