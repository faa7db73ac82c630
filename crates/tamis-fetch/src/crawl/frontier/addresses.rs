//! Addresses and their states.

use super::{Tables, number};
use rusqlite::{OptionalExtension as _, Row, params};
use sha1::{Digest as _, Sha1};
use url::Url;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum AddressState {
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
pub(in super::super) enum AddressKind {
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
    pub(in super::super) kind: AddressKind,
    pub(in super::super) depth: u32,
    /// How many times it was asked in vain.
    pub(in super::super) round: u32,
    /// How many redirects led to it.
    pub(in super::super) n_hops: u32,
    /// The page, or the redirect, that it was found on.
    pub(in super::super) source: Option<i64>,
    /// When it may be asked again, in milliseconds since 1970.
    pub(in super::super) not_before: i64,
    /// What is asked for instead: the server insists on something that is no part of the address, such as a session id.
    pub(in super::super) spelling: Option<Url>,
}

impl Address {
    /// What is asked for.
    pub(in super::super) fn asked(&self) -> &Url {
        self.spelling.as_ref().unwrap_or(&self.url)
    }
}

/// An address that was not known.
pub(in super::super) struct NewAddress<'a> {
    pub(in super::super) url: &'a Url,
    pub(in super::super) site: i64,
    pub(in super::super) host: i64,
    pub(in super::super) state: AddressState,
    pub(in super::super) kind: AddressKind,
    pub(in super::super) depth: u32,
    pub(in super::super) round: u32,
    pub(in super::super) n_hops: u32,
    pub(in super::super) source: Option<i64>,
}

/// Something that happened before this run.
pub(in super::super) enum Replayed<'a> {
    /// A page was looked into.
    Page(&'a Url, u64),
    /// An address was found, on a page.
    Found(&'a Url, Option<&'a Url>),
}

const COLUMNS: &str = "id, url, site, host, kind, depth, round, n_hops, source, not_before, spelling";

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
            "SELECT {COLUMNS}, state FROM address WHERE site = {site} AND state <= 1 AND depth <= {max_depth}
             ORDER BY depth, round, id LIMIT 1"
        ))?;
        let head = select.query_row([], |row| Ok((address(row)?, row.get::<_, i64>(11)?))).optional()?;
        Ok(head.filter(|(_, state)| *state == AddressState::Answered as i64).map(|(address, _)| address))
    }

    /// The first addresses of a site that have no answer yet, in order.
    pub(in super::super) fn waiting(self, site: i64, max_depth: u32, limit: usize) -> rusqlite::Result<Vec<Address>> {
        // `state <= 1` is the condition of the index, which has the order too. The numbers stand in the text: SQLite plans a
        // statement anew whenever a parameter is as small as the first site's number, which took a sixth of a crawl's time.
        let mut select = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM address WHERE site = {site} AND state <= 1 AND state = 0 AND depth <= {max_depth}
             ORDER BY depth, round, id"
        ))?;
        select.query_map([], address)?.take(limit).collect()
    }

    pub(in super::super) fn address(self, id: i64) -> rusqlite::Result<Address> {
        let mut select = self.connection.prepare_cached(&format!("SELECT {COLUMNS} FROM address WHERE id = ?"))?;
        select.query_row([id], address)
    }

    pub(in super::super) fn set_state(self, id: i64, state: AddressState) -> rusqlite::Result<()> {
        self.run("UPDATE address SET state = ? WHERE id = ?", params![state as i64, id]).map(drop)
    }

    /// Puts an address back: to be asked after all others of its depth, and not before a time.
    pub(in super::super) fn ask_again(self, id: i64, round: u32, not_before: i64) -> rusqlite::Result<()> {
        self.run("UPDATE address SET round = ?, not_before = ? WHERE id = ?", params![round, not_before, id]).map(drop)
    }

    /// Asks for another spelling of the same address, in its place.
    pub(in super::super) fn ask_otherwise(self, id: i64, spelling: &Url, n_hops: u32) -> rusqlite::Result<()> {
        let values = params![spelling.as_str(), n_hops, id];
        self.run("UPDATE address SET spelling = ?, n_hops = ? WHERE id = ?", values).map(drop)
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
    pub(in super::super) fn n_in_queue(self, site: i64, state: AddressState, max_depth: u32) -> rusqlite::Result<u64> {
        let mut select = self.connection.prepare_cached(
            "SELECT COUNT(*) FROM address WHERE site = ? AND state <= 1 AND state = ? AND depth <= ?",
        )?;
        select.query_row(params![site, state as i64, max_depth], |row| number(row, 0))
    }

    /// Tells once more what was found on a site, in the order in which it was: pages with their digests, and after each the
    /// addresses that were new on it.
    pub(in super::super) fn replay(self, site: i64, mut take: impl FnMut(Replayed)) -> rusqlite::Result<()> {
        let mut pages = self
            .connection
            .prepare("SELECT url, digest, place FROM address WHERE site = ? AND place IS NOT NULL ORDER BY place")?;
        let mut pages = pages.query([site])?;
        let mut found = self.connection.prepare(
            "SELECT found.url, source.url, source.place, source.kind FROM address AS found
             LEFT JOIN address AS source ON source.id = found.source
             WHERE found.site = ? AND found.kind = 0 ORDER BY found.id",
        )?;
        let mut found = found.query([site])?;
        let mut page = pages.next()?;
        loop {
            let next = found.next()?;
            let place: Option<i64> = next.map_or(Ok(Some(i64::MAX)), |row| row.get(2))?;
            while let Some(row) = page
                && place.is_some_and(|place| row.get(2).is_ok_and(|own: i64| own <= place))
            {
                if let Some(url) = url_of(row, 0)? {
                    take(Replayed::Page(&url, row.get::<_, i64>(1)? as u64));
                }
                page = pages.next()?;
            }
            let Some(row) = next else { return Ok(()) };
            let source =
                if row.get::<_, Option<i64>>(3)? == Some(AddressKind::Sitemap as i64) { None } else { url_of(row, 1)? };
            if let Some(url) = url_of(row, 0)? {
                take(Replayed::Found(&url, source.as_ref()));
            }
        }
    }

    /// Looks once more at what patterns decide, for each address that was linked to and not yet asked.
    pub(in super::super) fn sort_out(
        self,
        mut is_wanted: impl FnMut(&Url) -> rusqlite::Result<bool>,
    ) -> rusqlite::Result<()> {
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
                let is_wanted = Url::parse(&url).map_or(Ok(false), |url| is_wanted(&url))?;
                let wanted = if is_wanted { AddressState::Waiting } else { AddressState::Excluded };
                if wanted as i64 != state {
                    self.set_state(id, wanted)?;
                }
            }
        }
    }

    /// The user names an address that is known and was not asked: neither patterns nor how deep it was found matter any more.
    pub(in super::super) fn make_start(self, id: i64) -> rusqlite::Result<bool> {
        let n_changed = self.run(
            "UPDATE address SET kind = 1, state = 0, depth = 0, round = 0
             WHERE id = ? AND (state = 5 OR state = 0 AND kind = 0)",
            [id],
        )?;
        Ok(n_changed > 0)
    }

    /// Asks once more for what was closed for this reason, or will be as soon as the answers before it are there: neither has
    /// an answer after this.
    pub(in super::super) fn reopen(self, outcome: &str) -> rusqlite::Result<()> {
        self.run(
            "UPDATE address SET state = 0 WHERE state IN (1, 4) AND id IN (SELECT id FROM answer WHERE outcome = ?)",
            [outcome],
        )?;
        self.run("DELETE FROM answer WHERE outcome = ?", [outcome]).map(drop)
    }

    pub(in super::super) fn n_known(self) -> rusqlite::Result<u64> {
        self.connection.query_row("SELECT COUNT(*) FROM address", [], |row| number(row, 0))
    }
}

fn address(row: &Row) -> rusqlite::Result<Address> {
    let url: String = row.get(1)?;
    let odd = |column| rusqlite::Error::IntegralValueOutOfRange(column, 0);
    let kind = match row.get::<_, i64>(4)? {
        0 => AddressKind::Page,
        1 => AddressKind::Start,
        2 => AddressKind::Sitemap,
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
        spelling: url_of(row, 10)?,
    })
}

fn url_of(row: &Row, column: usize) -> rusqlite::Result<Option<Url>> {
    Ok(row.get_ref(column)?.as_str_or_null()?.and_then(|text| Url::parse(text).ok()))
}

/// Sixteen hexadecimal digits of the hash in the index instead of the address. Two addresses may share one: the texts are
/// compared as well.
fn hash(url: &Url) -> i64 {
    let digest = Sha1::digest(url.as_str().as_bytes());
    i64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}
