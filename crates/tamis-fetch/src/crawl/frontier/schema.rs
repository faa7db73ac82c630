//! The tables of a frontier.

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
