//! From what PostgreSQL says to what a user can use.

use super::super::StoreError;
use postgres::Error;
use std::error::Error as _;

/// Why some work ended.
pub(super) enum Halt {
    /// Before a commit: nothing was written.
    Before(Error),
    /// While the commit was under way.
    AtCommit(Error),
    /// There is a number in the tables that was never written.
    OddValue,
    /// The tables are there, but this user is not shown them.
    Hidden,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Before(error)
    }
}

pub(super) fn failure(location: &str, action: &'static str, halt: Halt) -> StoreError {
    let location = location.to_owned();
    let (error, is_commit) = match halt {
        Halt::OddValue => return StoreError::Damaged { location, source: "a number in it is out of range".into() },
        Halt::Hidden => {
            let source = "the schema 'tamis' is not open to this user".into();
            return StoreError::NoPermission { location, source };
        }
        Halt::Before(error) => (error, false),
        Halt::AtCommit(error) => (error, true),
    };
    match kind_of(&error) {
        FailureCause::Gone if is_commit => StoreError::Uncertain { location, source: cause(error) },
        FailureCause::Gone => StoreError::Unreachable { location, source: cause(error) },
        FailureCause::Refused => StoreError::Refused { location, source: cause(error) },
        FailureCause::NoPermission => StoreError::NoPermission { location, source: cause(error) },
        FailureCause::Full => StoreError::Full { location, source: cause(error) },
        FailureCause::Damaged => StoreError::Damaged { location, source: cause(error) },
        FailureCause::Other => StoreError::Failed { action, location, source: cause(error) },
    }
}

/// The server's own words where there are some; the error itself then says only that there are.
fn cause(error: Error) -> Box<dyn std::error::Error + Send + Sync> {
    if error.as_db_error().is_none() {
        return error.into();
    }
    error.into_source().unwrap_or_else(|| "no reason was given".into())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FailureCause {
    Gone,
    Refused,
    NoPermission,
    Full,
    Damaged,
    Other,
}

fn kind_of(error: &Error) -> FailureCause {
    match error.code() {
        Some(code) => kind_of_code(code.code()),
        None if error.is_closed() || error.source().is_some_and(<dyn std::error::Error>::is::<std::io::Error>) => {
            FailureCause::Gone
        }
        None => FailureCause::Other,
    }
}

/// By the codes of the appendix "PostgreSQL Error Codes".
fn kind_of_code(code: &str) -> FailureCause {
    match code {
        // Shutdown by an administrator, after a crash, or not up yet.
        "57P01" | "57P02" | "57P03" => FailureCause::Gone,
        // No privilege; a standby, which can only be read.
        "42501" | "25006" => FailureCause::NoPermission,
        // No such database; too many connections.
        "3D000" | "53300" => FailureCause::Refused,
        "53100" => FailureCause::Full,
        _ => match &code[..2] {
            "08" => FailureCause::Gone,
            "28" => FailureCause::Refused,
            "XX" | "58" => FailureCause::Damaged,
            _ => FailureCause::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_what_can_be_done() {
        for (code, kind) in [
            ("57P01", FailureCause::Gone),
            ("08006", FailureCause::Gone),
            ("28P01", FailureCause::Refused),
            ("3D000", FailureCause::Refused),
            ("42501", FailureCause::NoPermission),
            ("53100", FailureCause::Full),
            ("XX001", FailureCause::Damaged),
            ("42P01", FailureCause::Other),
        ] {
            assert_eq!(kind_of_code(code), kind, "{code}");
        }
    }
}
