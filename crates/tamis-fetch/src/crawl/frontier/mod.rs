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
mod counts;
mod failure;
mod hosts;
mod opening;
mod schema;
mod sites;

pub(super) use addresses::{Address, Kind, NewAddress, Replayed, State};
pub(super) use answers::Answer;
pub(super) use counts::Counted;
pub(super) use hosts::StoredRobots;
pub(super) use sites::{MAX_KEPT, Site};

use super::CrawlError;
use failure::Place;
use rusqlite::{Connection, OptionalExtension as _, ToSql, Transaction, TransactionBehavior, types::FromSql};
use std::path::Path;

/// The file. Only one of these can have it open.
pub(super) struct Frontier {
    connection: Connection,
    place: Place,
}

/// A look at the file, or, inside of [`Frontier::write`], a change of it.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    connection: &'a Connection,
}

impl Frontier {
    pub(super) fn open(path: &Path) -> Result<Frontier, CrawlError> {
        let place = Place::new(path);
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
