//! The tables of a store and the SQL that reads and writes them: one text for SQLite and PostgreSQL.
//!
//! Both know `TEXT`, `BIGINT`, `BYTEA`, `$1` and `ON CONFLICT`. To SQLite `$1` is a name, and names get their numbers in the
//! order in which they first occur: so they occur here in ascending order. Texts are compared byte by byte in both, except
//! where PostgreSQL sorts: sorting is left to Rust.
//!
//! A change of the tables is a new [`VERSION`], with a step that brings older stores up to it, and a store file of the
//! version before beside `tests/stores/v1.sqlite`.

use super::{Counter, Delta, StoreError, StoredTemplate, TemplateKey};

/// What `meta` says a store is.
pub(super) const FORMAT: &str = "tamis templates";

/// The version that is written, and the newest that is read.
pub(super) const VERSION: u32 = 1;

/// The number by which an SQLite file says whose it is, and PostgreSQL's lock for making the tables: `tams`.
pub(super) const APPLICATION_ID: i32 = 0x7461_6d73;

/// Makes the tables.
pub(super) const CREATE: &str = "
    CREATE TABLE meta (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
    );
    CREATE TABLE templates (
        site TEXT NOT NULL,
        question TEXT NOT NULL,
        id TEXT NOT NULL,
        generation BIGINT NOT NULL,
        body BYTEA NOT NULL,
        PRIMARY KEY (site, question, id)
    );
    CREATE TABLE counts (
        site TEXT NOT NULL,
        question TEXT NOT NULL,
        id TEXT NOT NULL,
        generation BIGINT NOT NULL,
        name TEXT NOT NULL,
        n BIGINT NOT NULL,
        PRIMARY KEY (site, question, id, generation, name)
    );
";

pub(super) const ADD_META: &str = "INSERT INTO meta (name, value) VALUES ($1, $2)";
pub(super) const META: &str = "SELECT name, value FROM meta";

/// The rows of [`ADD_META`].
pub(super) fn meta() -> [(&'static str, String); 2] {
    [("format", FORMAT.to_owned()), ("version", VERSION.to_string())]
}

/// What the rows of [`META`] say.
pub(super) enum Meta {
    Known,
    Newer(u32),
    Other,
}

pub(super) fn read_meta(rows: &[(String, String)]) -> Meta {
    let value = |wanted: &str| rows.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    match (value("format"), value("version").and_then(|version| version.parse::<u32>().ok())) {
        (Some(FORMAT), Some(1..=VERSION)) => Meta::Known,
        (Some(FORMAT), Some(newer @ 1..)) => Meta::Newer(newer),
        _ => Meta::Other,
    }
}

pub(super) const SITES: &str = "
    SELECT site, CAST(SUM(n) AS BIGINT) FROM (
        SELECT site, COUNT(*) AS n FROM templates GROUP BY site
        UNION ALL
        SELECT DISTINCT site, 0 AS n FROM counts
    ) AS known GROUP BY site";
pub(super) const TEMPLATES: &str = "SELECT question, id, generation, body FROM templates WHERE site = $1";
pub(super) const COUNTS: &str = "SELECT question, id, generation, name, n FROM counts WHERE site = $1";
pub(super) const FORGET_SITE: [&str; 2] =
    ["DELETE FROM templates WHERE site = $1", "DELETE FROM counts WHERE site = $1"];
pub(super) const FORGET_TEMPLATE: [&str; 2] =
    ["DELETE FROM templates WHERE site = $1 AND id = $2", "DELETE FROM counts WHERE site = $1 AND id = $2"];

/// Adds so many templates at once, by the rule of [`Delta::add_template`].
pub(super) fn add_templates(n_rows: usize) -> String {
    format!(
        "INSERT INTO templates (site, question, id, generation, body) VALUES {}
        ON CONFLICT (site, question, id) DO UPDATE SET generation = excluded.generation, body = excluded.body
        WHERE excluded.generation > templates.generation
        OR (excluded.generation = templates.generation AND excluded.body > templates.body)",
        rows(n_rows, 5)
    )
}

/// Adds so many counts at once, by the rule of [`Delta::add_count`].
pub(super) fn add_counts(n_rows: usize) -> String {
    format!(
        "INSERT INTO counts (site, question, id, generation, name, n) VALUES {}
        ON CONFLICT (site, question, id, generation, name) DO UPDATE SET n =
        CASE WHEN counts.n > {max} - excluded.n THEN {max} ELSE counts.n + excluded.n END",
        rows(n_rows, 6),
        max = Delta::MAX_COUNT
    )
}

/// `($1, $2), ($3, $4)` for two rows of two.
fn rows(n_rows: usize, n_columns: usize) -> String {
    let row = |row_idx: usize| {
        let names: Vec<String> = (1..=n_columns).map(|column| format!("${}", row_idx * n_columns + column)).collect();
        format!("({})", names.join(", "))
    };
    (0..n_rows).map(row).collect::<Vec<_>>().join(", ")
}

/// Adds a row of [`TEMPLATES`] to the delta; `None` if it has a number that is never written.
pub(super) fn take_template(delta: &mut Delta, site: &str, row: (String, String, i64, Vec<u8>)) -> Option<()> {
    let (question, id, generation, body) = row;
    let generation = u32::try_from(generation).ok()?;
    delta.add_template(TemplateKey { site: site.to_owned(), question, id }, StoredTemplate { generation, body });
    Some(())
}

/// Adds a row of [`COUNTS`] to the delta; `None` if it has a number that is never written.
pub(super) fn take_count(delta: &mut Delta, site: &str, row: (String, String, i64, String, i64)) -> Option<()> {
    let (question, id, generation, name, n) = row;
    let (generation, n) = (u32::try_from(generation).ok()?, u64::try_from(n).ok()?);
    let key = TemplateKey { site: site.to_owned(), question, id };
    delta.add_count(Counter { key, generation, name }, n);
    Some(())
}

/// A count as a database holds it.
pub(super) fn stored_count(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// The bytes that the parts of a key, with the name of a counter, may have together. PostgreSQL takes no more than 2,704
/// into an index; a key that one store takes and another does not could not be merged.
const MAX_KEY_BYTES: usize = 2_048;

/// Refuses what one of the databases could not hold.
pub(super) fn check_keys(delta: &Delta) -> Result<(), StoreError> {
    let templates = delta.templates().keys().map(|key| (key, ""));
    let counters = delta.counts().keys().map(|counter| (&counter.key, counter.name.as_str()));
    for (key, name) in templates.chain(counters) {
        let parts = [key.site.as_str(), key.question.as_str(), key.id.as_str(), name];
        let problem = if parts.iter().map(|part| part.len()).sum::<usize>() > MAX_KEY_BYTES {
            "is longer than 2,048 bytes"
        } else if parts.iter().any(|part| part.contains('\0')) {
            "has a NUL character"
        } else {
            continue;
        };
        return Err(StoreError::Key { site: key.site.chars().take(80).collect(), problem });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_values_occur_in_ascending_order() {
        assert_eq!(rows(2, 3), "($1, $2, $3), ($4, $5, $6)");
        assert!(add_counts(1).contains("> 9223372036854775807 - excluded.n"));
    }

    #[test]
    fn meta_tells_versions_apart() {
        let read = |format: &str, version: &str| {
            read_meta(&[("version".to_owned(), version.to_owned()), ("format".to_owned(), format.to_owned())])
        };
        assert!(matches!(read(FORMAT, "1"), Meta::Known));
        assert!(matches!(read(FORMAT, "2"), Meta::Newer(2)));
        for (format, version) in [("other", "1"), (FORMAT, "0"), (FORMAT, "-1"), (FORMAT, "one"), ("", "")] {
            assert!(matches!(read(format, version), Meta::Other), "{format} {version}");
        }
        assert!(matches!(read_meta(&[]), Meta::Other));
    }
}
