//! Answers, until whoever takes the pages is done with them.

use super::{AddressState, Tables};
use rusqlite::params;
use tamis_page::Body;

/// What came of asking an address.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct StoredAnswer {
    /// What it is, in a word: `page`, `redirect`, or why it is none.
    pub(in super::super) outcome: String,
    /// The target of a redirect, the number of a status, the name of an error.
    pub(in super::super) detail: String,
    /// The exchange but for its body, as JSON.
    pub(in super::super) head: Option<String>,
    /// The body as it was sent, if that is not the same.
    pub(in super::super) sent: Option<Body>,
    pub(in super::super) body: Option<Body>,
    /// Stands for the body after that is gone.
    pub(in super::super) digest: u64,
}

impl Tables<'_> {
    /// An answer is there, and nobody has looked into it.
    pub(in super::super) fn set_answered(self, id: i64, answer: &StoredAnswer) -> rusqlite::Result<()> {
        self.run(
            "INSERT OR REPLACE INTO answer (id, outcome, detail, head, sent, body) VALUES (?, ?, ?, ?, ?, ?)",
            params![id, answer.outcome, answer.detail, answer.head, answer.sent.as_deref(), answer.body.as_deref()],
        )?;
        let values = params![AddressState::Answered as i64, answer.digest as i64, id];
        self.run("UPDATE address SET state = ?, digest = ? WHERE id = ?", values).map(drop)
    }

    pub(in super::super) fn answer(self, id: i64) -> rusqlite::Result<StoredAnswer> {
        let mut select =
            self.connection.prepare_cached("SELECT outcome, detail, head, sent, body FROM answer WHERE id = ?")?;
        select.query_row([id], |row| {
            Ok(StoredAnswer {
                outcome: row.get(0)?,
                detail: row.get(1)?,
                head: row.get(2)?,
                sent: row.get::<_, Option<Vec<u8>>>(3)?.map(Body::from),
                body: row.get::<_, Option<Vec<u8>>>(4)?.map(Body::from),
                digest: 0,
            })
        })
    }

    /// What it is and its detail, without reading the body.
    pub(in super::super) fn outcome(self, id: i64) -> rusqlite::Result<(String, String)> {
        let mut select = self.connection.prepare_cached("SELECT outcome, detail FROM answer WHERE id = ?")?;
        select.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The page can be handed out, as the `place`th of the crawl. Returns its digest.
    pub(in super::super) fn set_ready(self, id: i64, place: u64) -> rusqlite::Result<u64> {
        let mut update =
            self.connection.prepare_cached("UPDATE address SET state = ?, place = ? WHERE id = ? RETURNING digest")?;
        update.query_row(params![AddressState::Ready as i64, place as i64, id], |row| Ok(row.get::<_, i64>(0)? as u64))
    }

    /// The pages that can be handed out, in their order.
    pub(in super::super) fn ready(self) -> rusqlite::Result<Vec<i64>> {
        let mut select = self.connection.prepare_cached("SELECT id FROM address WHERE state = 2 ORDER BY place")?;
        select.query_map([], |row| row.get(0))?.collect()
    }

    /// What came of the page is written, and the outputs are so long. Returns whether the page was ready.
    pub(in super::super) fn set_done(self, id: i64, marks: &[(&str, u64)]) -> rusqlite::Result<bool> {
        // 2 is `State::Ready`.
        let values = params![AddressState::Done as i64, id];
        if self.run("UPDATE address SET state = ? WHERE id = ? AND state = 2", values)? == 0 {
            return Ok(false);
        }
        self.run("DELETE FROM answer WHERE id = ?", [id])?;
        for (name, mark) in marks {
            self.set_mark(name, *mark)?;
        }
        Ok(true)
    }

    /// An output is so long.
    pub(in super::super) fn set_mark(self, output: &str, length: u64) -> rusqlite::Result<()> {
        self.set_value(&mark_key(output), length as i64)
    }

    /// How long an output was after the last page that was done.
    pub(in super::super) fn mark(self, output: &str) -> rusqlite::Result<Option<u64>> {
        Ok(self.value::<i64>(&mark_key(output))?.map(|mark| mark as u64))
    }

    /// The address is no page. What was disallowed is remembered: it may be allowed later.
    pub(in super::super) fn close(self, id: i64, is_remembered: bool) -> rusqlite::Result<()> {
        self.set_state(id, AddressState::Closed)?;
        if !is_remembered {
            self.run("DELETE FROM answer WHERE id = ?", [id])?;
        }
        Ok(())
    }
}

/// Marks stand beside the other values of a frontier.
fn mark_key(output: &str) -> String {
    format!("mark {output}")
}
