//! What can be wrong with a store.

use std::error::Error;
use std::time::Duration;

/// What a database or the operating system said.
type Cause = Box<dyn Error + Send + Sync>;

/// Why a store cannot be used. The location is the path, or the address without its password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A later version of the program wrote it.
    #[error("the store {location} has version {found}, and this program reads versions up to {known}")]
    Newer {
        /// Which store.
        location: String,
        /// Its version.
        found: u32,
        /// The newest version that is read.
        known: u32,
    },
    /// Something else is there. It was not written to.
    #[error("{location} is no store of templates: {found}")]
    Foreign {
        /// Where.
        location: String,
        /// What is there.
        found: String,
    },
    /// The file is no SQLite database, or its first bytes are gone. It was not written to.
    #[error("{location} is no store of templates: it is no SQLite database, or its beginning is damaged")]
    NotADatabase {
        /// The file.
        location: String,
    },
    /// The file was cut off, or bytes in it were changed.
    #[error("the store {location} is damaged")]
    Damaged {
        /// Which store.
        location: String,
        /// What was found.
        source: Cause,
    },
    /// The user may not read and write it.
    #[error("no permission to read and write the store {location}")]
    NoPermission {
        /// Which store.
        location: String,
        /// What was refused.
        source: Cause,
    },
    /// A directory has that path.
    #[error("cannot open the store {location}: it is a directory")]
    Directory {
        /// The directory.
        location: String,
    },
    /// The directory that the file would be in is not there.
    #[error("cannot make the store {location}: there is no directory {directory}")]
    NoDirectory {
        /// The file.
        location: String,
        /// What is missing.
        directory: String,
    },
    /// There is no room on the disk. Nothing of what was to be written is there, all else is.
    #[error("cannot write to the store {location}: the disk is full, or a limit is reached")]
    Full {
        /// Which store.
        location: String,
        /// What the database said.
        source: Cause,
    },
    /// Others kept the store locked.
    #[error("the store {location} was in use by another process for more than {} s", waited.as_secs_f32())]
    Busy {
        /// Which store.
        location: String,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The address cannot be read.
    #[error("cannot read the address {location}: {problem}")]
    Address {
        /// The address.
        location: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// No server answers, or it went away.
    #[error("cannot reach the PostgreSQL server of {location}")]
    Unreachable {
        /// The address.
        location: String,
        /// What was answered.
        source: Cause,
    },
    /// The server knows no such user or database, or the password is wrong.
    #[error("the PostgreSQL server refuses to open {location}")]
    Refused {
        /// The address.
        location: String,
        /// What the server said.
        source: Cause,
    },
    /// The connection broke after the commit was sent and before it was answered.
    #[error("the connection to {location} broke during a commit: all of the merge is there, or nothing")]
    Uncertain {
        /// The address.
        location: String,
        /// How it broke.
        source: Cause,
    },
    /// The program was built without this kind of store.
    #[error("cannot open the store {location}: the program was built without the feature {feature}")]
    NotBuiltIn {
        /// Which store.
        location: String,
        /// What it needs.
        feature: &'static str,
    },
    /// A delta has a key that no store takes. Nothing was written.
    #[error("cannot store a template of the site {site:?}: its key {problem}")]
    Key {
        /// The beginning of the site's name.
        site: String,
        /// What is wrong with the key.
        problem: &'static str,
    },
    /// Anything else that the database said.
    #[error("cannot {action} the store {location}")]
    Failed {
        /// What was tried.
        action: &'static str,
        /// Which store.
        location: String,
        /// What the database said.
        source: Cause,
    },
}

impl StoreError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            StoreError::Newer { .. } => "use the newer program, or name another store",
            StoreError::Foreign { .. } | StoreError::NotADatabase { .. } => {
                "name another file or database; one that is not there yet is made"
            }
            StoreError::Damaged { .. } => "take the last backup; docs/store.md says how one is made",
            StoreError::NoPermission { .. } => {
                "both the file and its directory must be writable; in PostgreSQL the schema 'tamis' must belong to the user"
            }
            StoreError::Directory { .. } => "name a file in it",
            StoreError::NoDirectory { .. } => "make the directory first",
            StoreError::Full { .. } => "make room and run it again; what was stored before is still there",
            StoreError::Busy { .. } => "wait for the other process to end, or run fewer at once",
            StoreError::Address { .. } => {
                "write postgres://user:password@host:5432/database, with %40 for @ and %2F for / in a password"
            }
            StoreError::Unreachable { .. } => "look whether the server runs, and at host and port of the address",
            StoreError::Refused { .. } => "look at user, password and database of the address",
            StoreError::Uncertain { .. } => "compare the counts in the store before the merge is repeated",
            StoreError::NotBuiltIn { feature: "postgres", .. } => "build with --features postgres, or name a file",
            StoreError::NotBuiltIn { .. } => "build with --features sqlite",
            StoreError::Key { .. } | StoreError::Failed { .. } => return None,
        })
    }
}
