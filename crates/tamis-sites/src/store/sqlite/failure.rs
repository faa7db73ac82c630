//! From what SQLite says to what a user can use.

use super::super::StoreError;
use rusqlite::{Error, ErrorCode, ffi};
use std::path::Path;
use std::time::Duration;

/// Which file, and how long it is waited for.
pub(super) struct Place {
    pub(super) location: String,
    pub(super) patience: Duration,
}

impl Place {
    pub(super) fn new(path: &Path, patience: Duration) -> Place {
        Place { location: path.display().to_string(), patience }
    }

    /// What went wrong when this was tried.
    pub(super) fn failure(&self, action: &'static str, error: Error) -> StoreError {
        let location = self.location.clone();
        match kind_of(&error) {
            Kind::Busy => StoreError::Busy { location, waited: self.patience },
            Kind::Full => StoreError::Full { location, source: error.into() },
            Kind::NoPermission => StoreError::NoPermission { location, source: error.into() },
            Kind::NotADatabase => StoreError::NotADatabase { location },
            Kind::Damaged => StoreError::Damaged { location, source: error.into() },
            Kind::Other => StoreError::Failed { action, location, source: error.into() },
        }
    }

    pub(super) fn damaged(&self, found: String) -> StoreError {
        StoreError::Damaged { location: self.location.clone(), source: found.into() }
    }

    pub(super) fn foreign(&self, found: impl Into<String>) -> StoreError {
        StoreError::Foreign { location: self.location.clone(), found: found.into() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Busy,
    Full,
    NoPermission,
    NotADatabase,
    Damaged,
    Other,
}

fn kind_of(error: &Error) -> Kind {
    // A value of another type or range than was ever written.
    let is_odd_value = matches!(
        error,
        Error::IntegralValueOutOfRange(..) | Error::InvalidColumnType(..) | Error::FromSqlConversionFailure(..)
    );
    if is_odd_value {
        return Kind::Damaged;
    }
    let Some(said) = error.sqlite_error() else { return Kind::Other };
    match said.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Kind::Busy,
        ErrorCode::DiskFull => Kind::Full,
        // A quota or the limit of a file's size; only `ENOSPC` itself has a code of its own.
        ErrorCode::SystemIoFailure
            if [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE].contains(&said.extended_code) =>
        {
            Kind::Full
        }
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => Kind::NoPermission,
        ErrorCode::NotADatabase => Kind::NotADatabase,
        ErrorCode::DatabaseCorrupt => Kind::Damaged,
        _ => Kind::Other,
    }
}
