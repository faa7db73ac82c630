//! The file of a frontier: how it is opened, what is in it, and what its errors mean.

use super::super::CrawlError;
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, TransactionBehavior, ffi};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf, absolute};
use std::time::Duration;

/// How long a file may be locked by somebody else. A crawl keeps it locked all the time, so that waiting does not help; but a
/// process that was just killed may take a moment to be gone.
const PATIENCE: Duration = Duration::from_millis(500);

/// Opens a frontier so that nobody else can, and makes it if there is no such file or it is empty.
pub(super) fn open(path: &Path, place: &FrontierPath) -> Result<Connection, CrawlError> {
    // An absolute path is a path to SQLite, whatever it looks like: `:memory:` and `file:x?mode=ro` are not.
    let path = absolute(path).map_err(|error| place.unreachable(error))?;
    match fs::metadata(&path) {
        Ok(file) if !file.is_file() => return Err(place.foreign("it is no regular file")),
        Ok(file) if file.len() > 0 => look_at_header(&path, place)?,
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(place.unreachable(error)),
        _ => {}
    }
    let failed = place.failed("open");
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(&failed)?;
    connection.busy_timeout(PATIENCE).map_err(&failed)?;
    // Set before anything is read: then the lock of the first transaction is kept until the connection is closed.
    connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(())).map_err(&failed)?;
    make_tables(&mut connection, place)?;
    // A process that is killed loses nothing that was committed: what it wrote is with the operating system. A machine that
    // loses power may lose the last commits, and the marks of the output with them; syncing each would cost 4 ms a page.
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(&failed)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).map_err(&failed)?;
    connection.pragma_update_and_check(None, "journal_size_limit", 64 << 20, |_| Ok(())).map_err(&failed)?;
    // In pages of 4 KiB: the log is copied into the file, and both are synced, four times less often than by default. Each
    // address changes a random page of an index, and many of them change the same one in the meantime.
    connection.pragma_update_and_check(None, "wal_autocheckpoint", 4000, |_| Ok(())).map_err(&failed)?;
    // Negative: in KiB. The indexes of a million addresses are looked up in this and in the system's own cache.
    connection.pragma_update(None, "cache_size", -16 << 10).map_err(&failed)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Whether the file says that it is ours. It is read as a file that nobody changes, without locks and without repairing what
/// a crash left, since that would write to a file that may be somebody else's. It is read by SQLite, since a file that is
/// closed takes with it the locks that this process has on it, unless SQLite knows of it.
fn look_at_header(path: &Path, place: &FrontierPath) -> Result<(), CrawlError> {
    // A journal may hold the rest of what looks cut off here.
    let may_be_incomplete = ["-wal", "-journal"].iter().any(|ending| beside(path, ending).exists());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let found = Connection::open_with_flags(unchanging(path), flags)
        .and_then(|connection| Ok((number(&connection, "application_id")?, number(&connection, "user_version")?)));
    match found {
        Ok((id, _)) if id != i64::from(APPLICATION_ID) => {
            Err(place.foreign("it is an SQLite database of another program"))
        }
        Ok((_, version)) => check_version(version, place),
        Err(error) => match place.failure("open", error) {
            CrawlError::Damaged { .. } if may_be_incomplete => Ok(()),
            error => Err(error),
        },
    }
}

fn check_version(version: i64, place: &FrontierPath) -> Result<(), CrawlError> {
    match u32::try_from(version).unwrap_or_default() {
        0 => Err(place.damaged("it does not say which version it is")),
        version if version > VERSION => Err(place.newer(version, VERSION)),
        _ => Ok(()),
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The address by which SQLite opens a file that nobody changes.
fn unchanging(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let escaped = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file://{}{escaped}?immutable=1", if escaped.starts_with('/') { "" } else { "/" })
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

/// One transaction, and not yet with a log: so the first page of the file has our number as soon as there is one, wherever
/// the process is killed. It also takes the lock.
fn make_tables(connection: &mut Connection, place: &FrontierPath) -> Result<(), CrawlError> {
    let failed = place.failed("open");
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive).map_err(&failed)?;
    let n_tables: i64 =
        transaction.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(&failed)?;
    let id = number(&transaction, "application_id").map_err(&failed)?;
    if n_tables == 0 && id == 0 {
        transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(&failed)?;
        transaction.pragma_update(None, "user_version", VERSION).map_err(&failed)?;
        transaction.execute_batch(CREATE).map_err(&failed)?;
    } else if id != i64::from(APPLICATION_ID) {
        return Err(place.foreign("it is an SQLite database of another program"));
    } else {
        check_version(number(&transaction, "user_version").map_err(&failed)?, place)?;
    }
    transaction.commit().map_err(failed)
}

/// `tamf`, in the header of the file.
pub(super) const APPLICATION_ID: i32 = 0x7461_6D66;

/// The version of the tables.
pub(super) const VERSION: u32 = 1;

/// An address is known by a hash of its text: an index of the texts themselves would be as large as the table.
/// The index `queue` has only what is still to be looked at, so that finding what comes next does not depend on how much
/// was crawled before.
pub(super) const CREATE: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE site (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, state INTEGER NOT NULL, is_start INTEGER NOT NULL,
    n_links INTEGER NOT NULL, n_kept INTEGER NOT NULL
);
CREATE INDEX site_order ON site (state, is_start DESC, id);
CREATE TABLE host (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, robots BLOB, robots_status INTEGER, robots_at INTEGER,
    is_listed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE address (
    id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, url TEXT NOT NULL, site INTEGER NOT NULL, host INTEGER NOT NULL,
    state INTEGER NOT NULL, kind INTEGER NOT NULL, depth INTEGER NOT NULL, round INTEGER NOT NULL, n_hops INTEGER NOT NULL,
    source INTEGER, not_before INTEGER NOT NULL DEFAULT 0, place INTEGER,
    digest INTEGER, spelling TEXT
);
CREATE INDEX known ON address (hash);
CREATE INDEX queue ON address (site, depth, round, id) WHERE state <= 1;
CREATE INDEX ready ON address (place) WHERE state = 2;
CREATE TABLE answer (
    id INTEGER PRIMARY KEY, outcome TEXT NOT NULL, detail TEXT NOT NULL, head TEXT, sent BLOB, body BLOB
);
CREATE TABLE count (kind TEXT NOT NULL, detail TEXT NOT NULL, n INTEGER NOT NULL, example TEXT NOT NULL,
    PRIMARY KEY (kind, detail)) WITHOUT ROWID;
";

/// Which file.
#[derive(Clone)]
pub(super) struct FrontierPath(PathBuf);

impl FrontierPath {
    pub(super) fn new(path: &Path) -> FrontierPath {
        FrontierPath(path.to_owned())
    }

    pub(super) fn failed(&self, action: &'static str) -> impl Fn(Error) -> CrawlError + '_ {
        move |error| self.failure(action, error)
    }

    /// What went wrong when this was tried.
    pub(super) fn failure(&self, action: &'static str, error: Error) -> CrawlError {
        let frontier = self.0.clone();
        // A value of another type or range than was ever written.
        let is_odd_value = matches!(
            error,
            Error::IntegralValueOutOfRange(..) | Error::InvalidColumnType(..) | Error::FromSqlConversionFailure(..)
        );
        let Some(said) = error.sqlite_error().filter(|_| !is_odd_value) else {
            return if is_odd_value {
                CrawlError::Damaged { frontier, source: error.into() }
            } else {
                CrawlError::Frontier { action, frontier, source: error.into() }
            };
        };
        // A quota or the limit of a file's size; only `ENOSPC` itself has a code of its own.
        let is_limit = [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE].contains(&said.extended_code);
        match said.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => CrawlError::InUse { frontier },
            ErrorCode::DiskFull => CrawlError::Full { frontier, source: error.into() },
            ErrorCode::SystemIoFailure if is_limit => CrawlError::Full { frontier, source: error.into() },
            ErrorCode::NotADatabase => self.foreign("it is no SQLite database, or its beginning is damaged"),
            ErrorCode::DatabaseCorrupt => CrawlError::Damaged { frontier, source: error.into() },
            _ => CrawlError::Frontier { action, frontier, source: error.into() },
        }
    }

    pub(super) fn foreign(&self, found: &'static str) -> CrawlError {
        CrawlError::Foreign { frontier: self.0.clone(), found }
    }

    pub(super) fn newer(&self, found: u32, known: u32) -> CrawlError {
        CrawlError::Newer { frontier: self.0.clone(), found, known }
    }

    pub(super) fn damaged(&self, found: &str) -> CrawlError {
        CrawlError::Damaged { frontier: self.0.clone(), source: found.into() }
    }

    pub(super) fn unreachable(&self, source: std::io::Error) -> CrawlError {
        CrawlError::Frontier { action: "open", frontier: self.0.clone(), source: source.into() }
    }
}
