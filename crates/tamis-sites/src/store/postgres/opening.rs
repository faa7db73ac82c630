//! Connecting: first look what is in the schema, then make it ours or use it.

use super::super::{StoreError, schema};
use super::Session;
use super::failure::{Halt, failure};
use postgres::config::SslMode;
use postgres::{Client, Config, GenericClient, NoTls};
use std::collections::BTreeMap;
use std::time::Duration;

/// How long a server may take to answer, unless the address says so.
const PATIENCE: Duration = Duration::from_secs(10);

pub(super) fn read_address(address: &str, location: &str) -> Result<Config, StoreError> {
    let unreadable = |problem| StoreError::Address { location: location.to_owned(), problem };
    // What the reader complains about may be a part of the password, so it is not repeated.
    let mut config: Config = address.parse().map_err(|_| unreadable("it is not written as one"))?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(unreadable("it asks for TLS, which this program does not speak"));
    }
    if config.get_hosts().is_empty() {
        return Err(unreadable("it names no host"));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    if config.get_application_name().is_none() {
        config.application_name("tamis");
    }
    Ok(config)
}

pub(super) fn connect(config: &Config, location: &str) -> Result<Session, StoreError> {
    let mut client = config.connect(NoTls).map_err(|error| {
        if error.code().is_none() {
            // Whatever it is: no server of PostgreSQL answered there.
            return StoreError::Unreachable { location: location.to_owned(), source: error.into() };
        }
        failure(location, "open", Halt::Before(error))
    })?;
    match set_up(&mut client) {
        Ok(Schema::Ours) => Ok(Session { client, prepared: BTreeMap::new() }),
        Ok(Schema::Newer(found)) => {
            Err(StoreError::Newer { location: location.to_owned(), found, known: schema::VERSION })
        }
        Ok(_) => Err(StoreError::Foreign {
            location: location.to_owned(),
            found: "its schema 'tamis' holds something else".to_owned(),
        }),
        // The answer to the commit that makes empty tables need not be known: whoever comes next will see.
        Err(Halt::AtCommit(error)) => Err(failure(location, "open", Halt::Before(error))),
        Err(halt) => Err(failure(location, "open", halt)),
    }
}

/// What is in the schema `tamis`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Schema {
    None,
    Empty,
    Ours,
    Newer(u32),
    Other,
}

fn set_up(client: &mut Client) -> Result<Schema, Halt> {
    client.batch_execute("SET search_path TO tamis")?;
    // A server may be set to answer a commit before it is on its disk. The other settings all wait for that.
    if client.query_one("SHOW synchronous_commit", &[])?.try_get::<_, &str>(0)? == "off" {
        client.batch_execute("SET synchronous_commit TO on")?;
    }
    match look(client)? {
        Schema::None | Schema::Empty => make_tables(client),
        found => Ok(found),
    }
}

/// Looks without changing anything.
fn look(client: &mut impl GenericClient) -> Result<Schema, Halt> {
    let row = client.query_one(
        "SELECT COUNT(*), COUNT(relname), COALESCE(BOOL_OR(relname = 'meta'), FALSE) FROM pg_namespace
        LEFT JOIN pg_class ON relnamespace = pg_namespace.oid WHERE nspname = 'tamis'",
        &[],
    )?;
    let (n_rows, n_tables, has_meta): (i64, i64, bool) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if n_rows == 0 {
        return Ok(Schema::None);
    }
    if n_tables == 0 {
        return Ok(Schema::Empty);
    }
    if !has_meta {
        return Ok(Schema::Other);
    }
    let rows = match client.query(schema::META, &[]) {
        Ok(rows) => rows,
        // Another table with that name: it has no such column.
        Err(error) if error.code().is_some_and(|code| code.code() == "42703") => return Ok(Schema::Other),
        // It is in the schema and yet not found.
        Err(error) if error.code().is_some_and(|code| code.code() == "42P01") => return Err(Halt::Hidden),
        Err(error) => return Err(error.into()),
    };
    let text = |row: &postgres::Row, column: usize| row.try_get::<_, String>(column).unwrap_or_default();
    let rows: Vec<(String, String)> = rows.iter().map(|row| (text(row, 0), text(row, 1))).collect();
    Ok(match schema::read_meta(&rows) {
        schema::Meta::Known => Schema::Ours,
        schema::Meta::Newer(version) => Schema::Newer(version),
        schema::Meta::Other => Schema::Other,
    })
}

fn make_tables(client: &mut Client) -> Result<Schema, Halt> {
    let mut transaction = client.transaction()?;
    // `IF NOT EXISTS` fails when two do it at once, so that they do it one after the other.
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&i64::from(schema::APPLICATION_ID)])?;
    let found = look(&mut transaction)?;
    if found == Schema::None {
        transaction.batch_execute("CREATE SCHEMA tamis")?;
    }
    if matches!(found, Schema::None | Schema::Empty) {
        transaction.batch_execute(schema::CREATE)?;
        for (name, value) in schema::meta() {
            transaction.execute(schema::ADD_META, &[&name, &value])?;
        }
        transaction.commit().map_err(Halt::AtCommit)?;
        return Ok(Schema::Ours);
    }
    Ok(found)
}
