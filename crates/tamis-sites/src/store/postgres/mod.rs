//! A store in a PostgreSQL database, for many machines.
//!
//! The tables are in a schema of their own, `tamis`, so that the database can hold other things too.

mod failure;
mod opening;

use super::location::without_password;
use super::{Counter, Delta, StoreError, TemplateStore, schema};
use failure::Halt;
use postgres::types::ToSql;
use postgres::{Client, Config, IsolationLevel, Statement};
use std::collections::BTreeMap;

/// A store in a PostgreSQL database. When the server was restarted in between, the next call connects again.
pub struct PostgresStore {
    config: Config,
    location: String,
    session: Session,
}

impl PostgresStore {
    /// Connects to `postgres://user:password@host:port/database`, and makes the tables if there are none.
    ///
    /// # Errors
    /// The server cannot be reached or refuses, or the database has a store of a newer version, or tables of something else
    /// in the schema `tamis`.
    pub fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let location = without_password(address);
        let config = opening::read_address(address, &location)?;
        let session = opening::connect(&config, &location)?;
        Ok(PostgresStore { config, location, session })
    }

    /// Does the work, and does it again over a new connection if the old one turns out to be gone before a commit.
    fn attempt<T>(
        &mut self,
        action: &'static str,
        work: impl Fn(&mut Session) -> Result<T, Halt>,
    ) -> Result<T, StoreError> {
        match work(&mut self.session) {
            Err(Halt::Before(_)) if self.session.client.is_closed() => {
                self.session = opening::connect(&self.config, &self.location)?;
                work(&mut self.session)
            }
            outcome => outcome,
        }
        .map_err(|halt| failure::failure(&self.location, action, halt))
    }
}

impl TemplateStore for PostgresStore {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        self.attempt("read", Session::sites)
    }

    fn load(&mut self, site: &str) -> Result<Delta, StoreError> {
        self.attempt("read", |session| session.load(site))
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError> {
        schema::check_keys(delta)?;
        if delta.is_empty() {
            return Ok(());
        }
        self.attempt("write to", |session| session.merge(delta))
    }

    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        self.attempt("write to", |session| session.forget(site, id))
    }
}

/// A connection, and what it has prepared.
struct Session {
    client: Client,
    prepared: BTreeMap<String, Statement>,
}

/// How many rows go in one statement: each is a round trip to the server, and each size is prepared once.
const ROWS: [usize; 3] = [64, 8, 1];

impl Session {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, Halt> {
        let mut sites = Vec::new();
        for row in self.client.query(schema::SITES, &[])? {
            let n: i64 = row.try_get(1)?;
            sites.push((row.try_get(0)?, usize::try_from(n).unwrap_or_default()));
        }
        sites.sort_unstable();
        Ok(sites)
    }

    fn load(&mut self, site: &str) -> Result<Delta, Halt> {
        let read_templates = self.prepare(schema::TEMPLATES)?;
        let read_counts = self.prepare(schema::COUNTS)?;
        // One view of the database for both, so that templates and counts are of one moment.
        let moment = self.client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
        let mut transaction = moment.read_only(true).start()?;
        let mut delta = Delta::new();
        for row in transaction.query(&read_templates, &[&site])? {
            let row = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
            schema::take_template(&mut delta, site, row).ok_or(Halt::OddValue)?;
        }
        for row in transaction.query(&read_counts, &[&site])? {
            let row = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
            schema::take_count(&mut delta, site, row).ok_or(Halt::OddValue)?;
        }
        transaction.commit()?;
        Ok(delta)
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), Halt> {
        // Rows are written in the order of their keys by everyone, so that two merges wait for each other in one direction
        // only.
        let templates: Vec<_> = delta.templates().iter().map(|(key, it)| (key, i64::from(it.generation), it)).collect();
        let counts: Vec<_> = delta
            .counts()
            .iter()
            .map(|(Counter { key, generation, name }, n)| (key, i64::from(*generation), name, schema::stored_count(*n)))
            .collect();
        let templates = portions(&templates);
        let counts = portions(&counts);
        let add_templates = self.prepare_all(templates.iter().map(|rows| schema::add_templates(rows.len())))?;
        let add_counts = self.prepare_all(counts.iter().map(|rows| schema::add_counts(rows.len())))?;

        let mut transaction = self.client.transaction()?;
        for (rows, add) in templates.iter().zip(&add_templates) {
            let values: Vec<&(dyn ToSql + Sync)> = rows
                .iter()
                .flat_map(|(key, generation, template)| -> [&(dyn ToSql + Sync); 5] {
                    [&key.site, &key.question, &key.id, generation, &template.body]
                })
                .collect();
            transaction.execute(add, &values)?;
        }
        for (rows, add) in counts.iter().zip(&add_counts) {
            let values: Vec<&(dyn ToSql + Sync)> = rows
                .iter()
                .flat_map(|(key, generation, name, n)| -> [&(dyn ToSql + Sync); 6] {
                    [&key.site, &key.question, &key.id, generation, name, n]
                })
                .collect();
            transaction.execute(add, &values)?;
        }
        transaction.commit().map_err(Halt::AtCommit)
    }

    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, Halt> {
        let mut transaction = self.client.transaction()?;
        // Rows are deleted in no order that could be kept, so merges wait until it is done.
        transaction.batch_execute("LOCK TABLE templates, counts IN SHARE ROW EXCLUSIVE MODE")?;
        let mut delete = |from: usize| match id {
            Some(id) => transaction.execute(schema::FORGET_TEMPLATE[from], &[&site, &id]),
            None => transaction.execute(schema::FORGET_SITE[from], &[&site]),
        };
        let n_templates = delete(0)?;
        delete(1)?;
        transaction.commit().map_err(Halt::AtCommit)?;
        Ok(usize::try_from(n_templates).unwrap_or(usize::MAX))
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.prepared.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn prepare_all(&mut self, all: impl Iterator<Item = String>) -> Result<Vec<Statement>, postgres::Error> {
        all.map(|sql| self.prepare(&sql)).collect()
    }
}

/// The rows in portions of the sizes of [`ROWS`], in their order.
fn portions<T>(mut rows: &[T]) -> Vec<&[T]> {
    let mut portions = Vec::new();
    for size in ROWS {
        while rows.len() >= size {
            let (portion, rest) = rows.split_at(size);
            portions.push(portion);
            rows = rest;
        }
    }
    portions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_are_all_rows_in_order() {
        for n in [0, 1, 7, 8, 63, 64, 65, 200] {
            let rows: Vec<usize> = (0..n).collect();
            let portions = portions(&rows);
            assert_eq!(portions.concat(), rows);
            assert!(portions.iter().all(|portion| ROWS.contains(&portion.len())));
        }
    }
}
