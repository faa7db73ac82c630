//! From what SQLite says to what a user can use.

use super::super::CrawlError;
use rusqlite::{Error, ErrorCode, ffi};
use std::path::{Path, PathBuf};

/// Which file.
#[derive(Clone)]
pub(super) struct Place(PathBuf);

impl Place {
    pub(super) fn new(path: &Path) -> Place {
        Place(path.to_owned())
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
