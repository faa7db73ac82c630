//! Addresses and their states.

use super::Tables;
use rusqlite::{OptionalExtension as _, Row, params};
use sha1::{Digest as _, Sha1};
use url::Url;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum State {
    Waiting = 0,
    Answered = 1,
    Ready = 2,
    Done = 3,
    Closed = 4,
    Excluded = 5,
    Parked = 6,
}

/// What is expected at an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Kind {
    /// A page that was linked to.
    Page = 0,
    /// A page that the user named. Patterns and traps are nothing to it.
    Start = 1,
    /// A list of pages.
    Sitemap = 2,
}

/// An address of the queue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Address {
    pub(in super::super) id: i64,
    pub(in super::super) url: Url,
    pub(in super::super) site: i64,
    pub(in super::super) host: i64,
    pub(in super::super) kind: Kind,
    pub(in super::super) depth: u32,
    /// How many times it was asked in vain.
    pub(in super::super) round: u32,
    /// How many redirects led to it.
    pub(in super::super) n_hops: u32,
    /// The page, or the redirect, that it was found on.
    pub(in super::super) source: Option<i64>,
    /// When it may be asked again, in milliseconds since 1970.
    pub(in super::super) not_before: i64,
}

/// An address that was not known.
pub(in super::super) struct NewAddress<'a> {
    pub(in super::super) url: &'a Url,
    pub(in super::super) site: i64,
    pub(in super::super) host: i64,
    pub(in super::super) state: State,
    pub(in super::super) kind: Kind,
    pub(in super::super) depth: u32,
    pub(in super::super) round: u32,
    pub(in super::super) n_hops: u32,
    pub(in super::super) source: Option<i64>,
}

const COLUMNS: &str = "id, url, site, host, kind, depth, round, n_hops, source, not_before";

impl Tables<'_> {
    /// The number of an address, if it is known.
    pub(in super::super) fn find(self, url: &Url) -> rusqlite::Result<Option<i64>> {
        let mut select = self.connection.prepare_cached("SELECT id FROM address WHERE hash = ? AND url = ?")?;
        select.query_row(params![hash(url), url.as_str()], |row| row.get(0)).optional()
    }

    /// Adds an address that is not known.
    pub(in super::super) fn add(self, new: &NewAddress) -> rusqlite::Result<i64> {
        self.run(
            "INSERT INTO address (hash, url, site, host, state, kind, depth, round, n_hops, source)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            params![
                hash(new.url),
                new.url.as_str(),
                new.site,
                new.host,
                new.state as i64,
                new.kind as i64,
                new.depth,
                new.round,
                new.n_hops,
                new.source,
            ],
        )?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The first address of a site that was not yet looked into, if its answer is there.
    pub(in super::super) fn answered_head(self, site: i64, max_depth: u32) -> rusqlite::Result<Option<Address>> {
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS}, state FROM address WHERE site = ? AND state <= 1 AND depth <= ?
             ORDER BY depth, round, id LIMIT 1"
        ))?;
        let head =
            select.query_row(params![site, max_depth], |row| Ok((address(row)?, row.get::<_, i64>(10)?))).optional()?;
        Ok(head.filter(|(_, state)| *state == State::Answered as i64).map(|(address, _)| address))
    }

    /// The first addresses of a site that have no answer yet, in order.
    pub(in super::super) fn waiting(self, site: i64, max_depth: u32, limit: usize) -> rusqlite::Result<Vec<Address>> {
        // `state <= 1` is the condition of the index.
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM address WHERE site = ? AND state <= 1 AND state = 0 AND depth <= ?
             ORDER BY depth, round, id LIMIT ?"
        ))?;
        select.query_map(params![site, max_depth, limit as i64], address)?.collect()
    }

    pub(in super::super) fn address(self, id: i64) -> rusqlite::Result<Address> {
        let mut select = self.connection.prepare_cached(&format!("SELECT {COLUMNS} FROM address WHERE id = ?"))?;
        select.query_row([id], address)
    }

    pub(in super::super) fn set_state(self, id: i64, state: State) -> rusqlite::Result<()> {
        self.run("UPDATE address SET state = ? WHERE id = ?", params![state as i64, id]).map(drop)
    }

    /// Puts an address back: to be asked after all others of its depth, and not before a time.
    pub(in super::super) fn ask_again(self, id: i64, round: u32, not_before: i64) -> rusqlite::Result<()> {
        self.run("UPDATE address SET round = ?, not_before = ? WHERE id = ?", params![round, not_before, id]).map(drop)
    }

    /// Takes the addresses of a host out of the queue. Returns how many.
    pub(in super::super) fn park(self, site: i64, host: i64) -> rusqlite::Result<usize> {
        self.run("UPDATE address SET state = 6 WHERE site = ? AND state <= 1 AND state = 0 AND host = ?", [site, host])
    }

    /// Puts back what was taken out; their sites are crawled once more.
    pub(in super::super) fn unpark(self) -> rusqlite::Result<()> {
        self.run("UPDATE site SET state = 0 WHERE state = 2 AND id IN (SELECT site FROM address WHERE state = 6)", [])?;
        self.run("UPDATE address SET state = 0 WHERE state = 6", []).map(drop)
    }

    /// How many addresses of a site are in a state, not deeper than so many links.
    pub(in super::super) fn n_in_queue(self, site: i64, state: State, max_depth: u32) -> rusqlite::Result<u64> {
        let mut select = self.connection.prepare_cached(
            "SELECT COUNT(*) FROM address WHERE site = ? AND state <= 1 AND state = ? AND depth <= ?",
        )?;
        select.query_row(params![site, state as i64, max_depth], |row| row.get(0))
    }

    /// All addresses of a site that were ever taken into the queue, in the order of discovery.
    pub(in super::super) fn each_of_site(self, site: i64, mut take: impl FnMut(&Url)) -> rusqlite::Result<()> {
        let mut select =
            self.connection.prepare("SELECT url FROM address WHERE site = ? AND kind = 0 ORDER BY id")?;
        let mut rows = select.query([site])?;
        while let Some(row) = rows.next()? {
            if let Ok(url) = Url::parse(row.get_ref(0)?.as_str().unwrap_or_default()) {
                take(&url);
            }
        }
        Ok(())
    }

    /// Looks once more at what patterns decide, for each address that was linked to and not yet asked.
    pub(in super::super) fn sort_out(self, mut is_wanted: impl FnMut(&Url) -> bool) -> rusqlite::Result<()> {
        let mut select = self.connection.prepare(
            "SELECT id, url, state FROM address WHERE id > ? AND state IN (0, 5) AND kind = 0 ORDER BY id LIMIT 1000",
        )?;
        let mut last = 0;
        loop {
            let rows = select.query_map([last], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            let rows: Vec<(i64, String, i64)> = rows.collect::<rusqlite::Result<_>>()?;
            let Some((id, ..)) = rows.last() else { return Ok(()) };
            last = *id;
            for (id, url, state) in rows {
                let is_wanted = Url::parse(&url).is_ok_and(|url| is_wanted(&url));
                let wanted = if is_wanted { State::Waiting } else { State::Excluded };
                if wanted as i64 != state {
                    self.set_state(id, wanted)?;
                }
            }
        }
    }

    /// Asks for what was closed for this reason once more.
    pub(in super::super) fn reopen(self, outcome: &str) -> rusqlite::Result<()> {
        self.run(
            "UPDATE address SET state = 0 WHERE state = 4 AND id IN (SELECT id FROM answer WHERE outcome = ?)",
            [outcome],
        )?;
        self.run("DELETE FROM answer WHERE outcome = ?", [outcome]).map(drop)
    }

    pub(in super::super) fn n_known(self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT COUNT(*) FROM address", [], |row| row.get(0))
    }
}

fn address(row: &Row) -> rusqlite::Result<Address> {
    let url: String = row.get(1)?;
    let odd = |column| rusqlite::Error::IntegralValueOutOfRange(column, 0);
    let kind = match row.get::<_, i64>(4)? {
        0 => Kind::Page,
        1 => Kind::Start,
        2 => Kind::Sitemap,
        _ => return Err(odd(4)),
    };
    Ok(Address {
        id: row.get(0)?,
        url: Url::parse(&url).map_err(|_| odd(1))?,
        site: row.get(2)?,
        host: row.get(3)?,
        kind,
        depth: row.get(5)?,
        round: row.get(6)?,
        n_hops: row.get(7)?,
        source: row.get(8)?,
        not_before: row.get(9)?,
    })
}

/// Sixteen hexadecimal digits of the hash in the index instead of the address. Two addresses may share one: the texts are
/// compared as well.
fn hash(url: &Url) -> i64 {
    let digest = Sha1::digest(url.as_str().as_bytes());
    i64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}
