//! What is counted, from the beginning of a crawl.

use super::{Tables, number};
use rusqlite::params;

/// A reason and how often it came up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in super::super) struct Counted {
    pub(in super::super) kind: String,
    pub(in super::super) detail: String,
    pub(in super::super) n: u64,
    /// The first address that it was.
    pub(in super::super) example: String,
}

impl Tables<'_> {
    pub(in super::super) fn count(self, kind: &str, detail: &str, example: &str) -> rusqlite::Result<()> {
        self.count_more(kind, detail, 1, example)
    }

    pub(in super::super) fn count_more(self, kind: &str, detail: &str, n: u64, example: &str) -> rusqlite::Result<()> {
        self.run(
            "INSERT INTO count (kind, detail, n, example) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (kind, detail) DO UPDATE SET n = n + ?3",
            params![kind, detail, n as i64, example],
        )
        .map(drop)
    }

    pub(in super::super) fn forget_counts(self, kind: &str) -> rusqlite::Result<()> {
        self.run("DELETE FROM count WHERE kind = ?", [kind]).map(drop)
    }

    pub(in super::super) fn counts(self) -> rusqlite::Result<Vec<Counted>> {
        let mut select = self
            .connection
            .prepare_cached("SELECT kind, detail, n, example FROM count ORDER BY kind, n DESC, detail")?;
        let counted = select.query_map([], |row| {
            Ok(Counted { kind: row.get(0)?, detail: row.get(1)?, n: number(row, 2)?, example: row.get(3)? })
        })?;
        counted.collect()
    }
}
