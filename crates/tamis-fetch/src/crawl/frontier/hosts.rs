//! Hosts and what they said to robots.

use super::Tables;
use rusqlite::{OptionalExtension as _, params};
use tamis_page::Body;

/// A robots.txt as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct StoredRobots {
    pub(in super::super) status: u16,
    pub(in super::super) body: Body,
    /// In milliseconds since 1970.
    pub(in super::super) at: i64,
}

impl Tables<'_> {
    /// The number of a host (`https://shop.example:8443`); it is added if it is new.
    pub(in super::super) fn host(self, name: &str) -> rusqlite::Result<i64> {
        let mut select = self.connection.prepare_cached("SELECT id FROM host WHERE name = ?")?;
        if let Some(id) = select.query_row([name], |row| row.get(0)).optional()? {
            return Ok(id);
        }
        self.run("INSERT INTO host (name) VALUES (?)", [name])?;
        Ok(self.connection.last_insert_rowid())
    }

    pub(in super::super) fn robots(self, host: i64) -> rusqlite::Result<Option<StoredRobots>> {
        let mut select = self.connection.prepare_cached(
            "SELECT robots_status, robots, robots_at FROM host WHERE id = ? AND robots_at IS NOT NULL",
        )?;
        let read = |row: &rusqlite::Row| {
            Ok(StoredRobots { status: row.get(0)?, body: row.get::<_, Vec<u8>>(1)?.into(), at: row.get(2)? })
        };
        select.query_row([host], read).optional()
    }

    pub(in super::super) fn set_robots(self, host: i64, robots: &StoredRobots) -> rusqlite::Result<()> {
        self.run(
            "UPDATE host SET robots_status = ?, robots = ?, robots_at = ? WHERE id = ?",
            params![robots.status, &robots.body[..], robots.at, host],
        )
        .map(drop)
    }

    /// Whether this is the first time that it is asked for the sitemaps of a host.
    pub(in super::super) fn begin_listing(self, host: i64) -> rusqlite::Result<bool> {
        Ok(self.run("UPDATE host SET is_listed = 1 WHERE id = ? AND is_listed = 0", [host])? == 1)
    }
}
