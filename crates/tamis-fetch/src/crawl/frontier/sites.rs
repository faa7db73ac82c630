//! Sites, one of which is crawled at a time, hosts, and what is counted for the report.

use super::{Tables, number};
use rusqlite::{OptionalExtension as _, Row, params};
use tamis_page::Body;

/// How many addresses of another site are kept to begin with. Of the others only the number is kept: the buttons that share a
/// page elsewhere would otherwise take as much room as the site itself.
pub(in super::super) const MAX_KEPT: u64 = 1000;

/// A site that links led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Site {
    pub(in super::super) id: i64,
    pub(in super::super) name: String,
    pub(in super::super) is_start: bool,
    /// How many links of other sites lead to it.
    pub(in super::super) n_links: u64,
    /// How many of them are kept.
    pub(in super::super) n_kept: u64,
}

impl Tables<'_> {
    /// A site by its name; it is added if it is new.
    pub(in super::super) fn site(self, name: &str) -> rusqlite::Result<Site> {
        let mut select =
            self.connection.prepare_cached("SELECT id, name, is_start, n_links, n_kept FROM site WHERE name = ?")?;
        if let Some(site) = select.query_row([name], site).optional()? {
            return Ok(site);
        }
        self.run("INSERT INTO site (name, state, is_start, n_links, n_kept) VALUES (?, 0, 0, 0, 0)", [name])?;
        let id = self.connection.last_insert_rowid();
        Ok(Site { id, name: name.to_owned(), is_start: false, n_links: 0, n_kept: 0 })
    }

    /// A site is to be crawled whatever the number of sites.
    pub(in super::super) fn set_start(self, site: i64) -> rusqlite::Result<()> {
        self.run("UPDATE site SET is_start = 1 WHERE id = ?", [site]).map(drop)
    }

    /// A site that was crawled has something new.
    pub(in super::super) fn reopen_site(self, site: i64) -> rusqlite::Result<()> {
        self.run("UPDATE site SET state = 0 WHERE id = ? AND state = 2", [site]).map(drop)
    }

    pub(in super::super) fn site_name(self, site: i64) -> rusqlite::Result<String> {
        let mut select = self.connection.prepare_cached("SELECT name FROM site WHERE id = ?")?;
        select.query_row([site], |row| row.get(0))
    }

    /// Counts a link that leads to another site.
    pub(in super::super) fn count_link(self, site: i64, is_kept: bool) -> rusqlite::Result<()> {
        self.run("UPDATE site SET n_links = n_links + 1, n_kept = n_kept + ? WHERE id = ?", params![is_kept, site])
            .map(drop)
    }

    /// The site to be crawled now: the one that was begun, then those of the start addresses, then others as long as fewer
    /// than so many were crawled.
    pub(in super::super) fn begin_site(self, max_sites: u32, max_depth: u32) -> rusqlite::Result<Option<Site>> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, name, is_start, n_links, n_kept FROM site
             WHERE state < 2
               AND (state = 1 OR is_start OR (SELECT COUNT(*) FROM site WHERE state > 0) < ?)
               AND EXISTS (SELECT 1 FROM address WHERE site = site.id AND address.state <= 1 AND depth <= ?)
             ORDER BY state DESC, is_start DESC, id LIMIT 1",
        )?;
        let found = select.query_row(params![max_sites, max_depth], site).optional()?;
        if let Some(site) = &found {
            self.run("UPDATE site SET state = 1 WHERE id = ?", [site.id])?;
        }
        Ok(found)
    }

    pub(in super::super) fn end_site(self, site: i64) -> rusqlite::Result<()> {
        self.run("UPDATE site SET state = 2 WHERE id = ?", [site]).map(drop)
    }

    /// Other options than before: whatever has addresses that are wanted now is crawled once more.
    pub(in super::super) fn reopen_sites(self, max_depth: u32) -> rusqlite::Result<()> {
        self.run(
            "UPDATE site SET state = 0 WHERE state = 2
             AND EXISTS (SELECT 1 FROM address WHERE site = site.id AND address.state <= 1 AND depth <= ?)",
            [max_depth],
        )
        .map(drop)
    }

    pub(in super::super) fn n_sites_begun(self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT COUNT(*) FROM site WHERE state > 0", [], |row| number(row, 0))
    }

    /// The sites that links led to and that were not crawled, in the order in which they were found.
    pub(in super::super) fn outgoing(self, limit: usize) -> rusqlite::Result<Vec<Site>> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, name, is_start, n_links, n_kept FROM site WHERE state = 0 AND n_links > 0 ORDER BY id LIMIT ?",
        )?;
        select.query_map([limit as i64], site)?.collect()
    }
}

fn site(row: &Row) -> rusqlite::Result<Site> {
    Ok(Site {
        id: row.get(0)?,
        name: row.get(1)?,
        is_start: row.get(2)?,
        n_links: number(row, 3)?,
        n_kept: number(row, 4)?,
    })
}

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
        let read = |row: &Row| {
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

/// A reason and how often it came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Counted {
    pub(in super::super) kind: String,
    pub(in super::super) detail: String,
    pub(in super::super) n: u64,
    /// The first address that it was.
    pub(in super::super) example: String,
}

impl Tables<'_> {
    pub(in super::super) fn count(self, kind: &str, detail: &str, example: &str) -> rusqlite::Result<()> {
        self.count_more(kind, detail, 1, example)
    }

    pub(in super::super) fn count_more(self, kind: &str, detail: &str, n: u64, example: &str) -> rusqlite::Result<()> {
        self.run(
            "INSERT INTO count (kind, detail, n, example) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (kind, detail) DO UPDATE SET n = n + ?3",
            params![kind, detail, n as i64, example],
        )
        .map(drop)
    }

    pub(in super::super) fn forget_counts(self, kind: &str) -> rusqlite::Result<()> {
        self.run("DELETE FROM count WHERE kind = ?", [kind]).map(drop)
    }

    pub(in super::super) fn counts(self) -> rusqlite::Result<Vec<Counted>> {
        let mut select = self
            .connection
            .prepare_cached("SELECT kind, detail, n, example FROM count ORDER BY kind, n DESC, detail")?;
        let counted = select.query_map([], |row| {
            Ok(Counted { kind: row.get(0)?, detail: row.get(1)?, n: number(row, 2)?, example: row.get(3)? })
        })?;
        counted.collect()
    }
}
