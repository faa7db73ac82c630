//! From what SQLite says to what a user can use.

use super::super::StoreError;
use rusqlite::{Error, ErrorCode, ffi};
use std::path::Path;
use std::time::Duration;

/// Which file, and how long it is waited for.
pub(super) struct StoreFile {
    pub(super) location: String,
    pub(super) patience: Duration,
}

impl StoreFile {
    pub(super) fn new(path: &Path, patience: Duration) -> StoreFile {
        StoreFile { location: path.display().to_string(), patience }
    }

    /// What went wrong when this was tried.
    pub(super) fn failure(&self, action: &'static str, error: Error) -> StoreError {
        let location = self.location.clone();
        match kind_of(&error) {
            FailureCause::Busy => StoreError::Busy { location, waited: self.patience },
            FailureCause::Full => StoreError::Full { location, source: error.into() },
            FailureCause::NoPermission => StoreError::NoPermission { location, source: error.into() },
            FailureCause::NotADatabase => StoreError::NotADatabase { location },
            FailureCause::Damaged => StoreError::Damaged { location, source: error.into() },
            FailureCause::Other => StoreError::Failed { action, location, source: error.into() },
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
enum FailureCause {
    Busy,
    Full,
    NoPermission,
    NotADatabase,
    Damaged,
    Other,
}

fn kind_of(error: &Error) -> FailureCause {
    // A value of another type or range than was ever written.
    let is_odd_value = matches!(
        error,
        Error::IntegralValueOutOfRange(..) | Error::InvalidColumnType(..) | Error::FromSqlConversionFailure(..)
    );
    if is_odd_value {
        return FailureCause::Damaged;
    }
    let Some(said) = error.sqlite_error() else { return FailureCause::Other };
    match said.code {
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => FailureCause::Busy,
        ErrorCode::DiskFull => FailureCause::Full,
        // A quota or the limit of a file's size; only `ENOSPC` itself has a code of its own.
        ErrorCode::SystemIoFailure
            if [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_SHMSIZE].contains(&said.extended_code) =>
        {
            FailureCause::Full
        }
        ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::ReadOnly => FailureCause::NoPermission,
        ErrorCode::NotADatabase => FailureCause::NotADatabase,
        ErrorCode::DatabaseCorrupt => FailureCause::Damaged,
        _ => FailureCause::Other,
    }
}
