//! Opening a file: first look whose it is, then make it ours or use it.

use super::super::{StoreError, schema};
use super::failure::StoreFile;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf, absolute};
use std::thread::sleep;
use std::time::{Duration, Instant};

pub(super) fn open(path: &Path, place: &StoreFile) -> Result<Connection, StoreError> {
    // An absolute path is a path to SQLite, whatever it looks like: `:memory:` and `file:x?mode=ro` are not.
    let path = absolute(path).map_err(|error| StoreError::Failed {
        action: "open",
        location: place.location.clone(),
        source: error.into(),
    })?;
    if look_at_path(&path, place)? == FileContent::Bytes {
        look_at_header(&path, place)?;
    }
    let failed = |error| place.failure("open", error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    connection.busy_timeout(place.patience).map_err(failed)?;
    // SQLite gives a file that cannot be written as one to be read.
    if connection.is_readonly("main").map_err(failed)? {
        let source = "the file is read-only".into();
        return Err(StoreError::NoPermission { location: place.location.clone(), source });
    }
    let deadline = Instant::now() + place.patience;
    loop {
        match set_up(&mut connection, place) {
            // Not all of these steps wait by themselves: two processes that change to the log at once do not.
            Err(StoreError::Busy { .. }) if Instant::now() < deadline => sleep(Duration::from_millis(5)),
            Err(error) => return Err(error),
            Ok(()) => return Ok(connection),
        }
    }
}

#[derive(PartialEq, Eq)]
enum FileContent {
    Nothing,
    Bytes,
}

/// What has that path, without opening it.
fn look_at_path(path: &Path, place: &StoreFile) -> Result<FileContent, StoreError> {
    let location = place.location.clone();
    match fs::metadata(path) {
        Ok(file) if file.is_dir() => Err(StoreError::Directory { location }),
        Ok(file) if !file.is_file() => Err(place.foreign("it is no regular file")),
        Ok(file) if file.len() == 0 => Ok(FileContent::Nothing),
        Ok(_) => Ok(FileContent::Bytes),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Err(StoreError::NoPermission { location, source: error.into() })
        }
        Err(_) => match path.parent() {
            Some(directory) if !directory.is_dir() => {
                Err(StoreError::NoDirectory { location, directory: directory.display().to_string() })
            }
            _ => Ok(FileContent::Nothing),
        },
    }
}

/// Whether the file says that it is ours. It is read as a file that nobody changes: without locks, and without repairing
/// what a crash left, since that would write to a file that may be somebody else's. It is read by SQLite, since a file that
/// is closed takes with it the locks that other connections of this process have on it, unless SQLite knows of it.
fn look_at_header(path: &Path, place: &StoreFile) -> Result<(), StoreError> {
    // A log or a journal may hold the rest of what looks cut off here. Asked first: a store that is being made has its
    // journal until it is complete.
    let may_be_incomplete = ["-wal", "-journal"].iter().any(|ending| beside(path, ending).exists());
    let n_bytes = fs::metadata(path).map_or(0, |file| file.len());
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let header = Connection::open_with_flags(unchanging(path), flags)
        .and_then(|connection| Ok((number(&connection, "application_id")?, number(&connection, "page_size")?)));
    match header {
        Ok((id, _)) if id != i64::from(schema::APPLICATION_ID) => {
            Err(place.foreign("it is an SQLite database of another program"))
        }
        // SQLite itself takes what is missing in the last page for zeros.
        Ok((_, page_size)) if !may_be_incomplete && !n_bytes.is_multiple_of(page_size.unsigned_abs()) => {
            Err(place.damaged("it ends in the middle of a page".to_owned()))
        }
        Ok(_) => Ok(()),
        Err(error) => match place.failure("open", error) {
            StoreError::Damaged { .. } if may_be_incomplete => Ok(()),
            error => Err(error),
        },
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

/// Makes the tables if there are none, and sees to it that what is written stays. Can be repeated.
fn set_up(connection: &mut Connection, place: &StoreFile) -> Result<(), StoreError> {
    let failed = |error| place.failure("open", error);
    // With a log, FULL syncs it at every commit; the default would sync it only when it is copied into the file.
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
    // On macOS a sync reaches the disk only this way. Elsewhere it does nothing.
    connection.pragma_update(None, "fullfsync", true).map_err(failed)?;
    if is_blank(connection).map_err(failed)? {
        make_tables(connection).map_err(failed)?;
    }
    check_version(connection, place)?;
    let mode: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).map_err(failed)?;
    if mode != "wal" {
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).map_err(failed)?;
    }
    // After a large merge the log is cut back to this.
    connection.pragma_update_and_check(None, "journal_size_limit", 16 << 20, |_| Ok(())).map_err(failed)
}

fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    let n_tables: i64 = connection.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(n_tables == 0 && number(connection, "application_id")? == 0)
}

fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}

/// One transaction, and not yet with a log: so the first page of the file has our number as soon as there is one, and
/// [`look_at_header`] sees it wherever the process is killed.
fn make_tables(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Exclusive)?;
    // Another process may have been faster.
    if is_blank(&transaction)? {
        transaction.pragma_update(None, "application_id", schema::APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", schema::VERSION)?;
        transaction.execute_batch(schema::CREATE)?;
        for row in schema::meta() {
            transaction.execute(schema::ADD_META, row)?;
        }
    }
    transaction.commit()
}

fn check_version(connection: &Connection, place: &StoreFile) -> Result<(), StoreError> {
    let failed = |error| place.failure("open", error);
    if number(connection, "application_id").map_err(failed)? != i64::from(schema::APPLICATION_ID) {
        return Err(place.foreign("it is an SQLite database of another program"));
    }
    let newer = |found| StoreError::Newer { location: place.location.clone(), found, known: schema::VERSION };
    // Where a newer version keeps its tables is not known, but it keeps this number.
    let version = u32::try_from(number(connection, "user_version").map_err(failed)?).unwrap_or_default();
    if version > schema::VERSION {
        return Err(newer(version));
    }
    let mut statement = connection.prepare(schema::META).map_err(failed)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).map_err(failed)?;
    let rows: Vec<(String, String)> = rows.collect::<rusqlite::Result<_>>().map_err(failed)?;
    match schema::read_meta(&rows) {
        schema::Meta::Known => Ok(()),
        schema::Meta::Newer(found) => Err(newer(found)),
        schema::Meta::Other => Err(place.damaged("its table 'meta' does not say what it is".to_owned())),
    }
}
