//! From what a user types to a store, and from one store to another.

use super::{Delta, StoreError, TemplateStore};

/// Opens a store, and makes it if there is none. The location is the path of a file, or an address that starts with
/// `postgres://` or `postgresql://`.
///
/// ```no_run
/// # fn main() -> Result<(), tamis_sites::store::StoreError> {
/// let mut on_disk = tamis_sites::store::open("templates.tamis")?;
/// let mut shared = tamis_sites::store::open("postgres://reader:secret@db.example/templates")?;
/// # Ok(()) }
/// ```
///
/// # Errors
/// The store is of a newer version, or something else, or cannot be reached or written. What is there is left as it is.
pub fn open(location: &str) -> Result<Box<dyn TemplateStore>, StoreError> {
    if is_address(location) { open_address(location) } else { open_file(location) }
}

/// Adds all that one store holds to another, in one merge: after an error nothing was added, and it can be repeated. Counts
/// are added, so a store is merged once into another.
///
/// # Errors
/// One cannot be read, or the other cannot be written.
pub fn merge_stores(from: &mut dyn TemplateStore, into: &mut dyn TemplateStore) -> Result<(), StoreError> {
    let mut all = Delta::new();
    for (site, _) in from.sites()? {
        all.merge(from.load(&site)?);
    }
    into.merge(&all)
}

/// Whether a location is the address of a database, which every machine reaches, and not a file of one of them.
pub fn is_address(location: &str) -> bool {
    // Schemes are read without regard to case, as in every address.
    let scheme = location.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("postgres" | "postgresql"))
}

#[cfg(feature = "sqlite")]
fn open_file(location: &str) -> Result<Box<dyn TemplateStore>, StoreError> {
    Ok(Box::new(super::SqliteStore::open(location)?))
}

#[cfg(not(feature = "sqlite"))]
fn open_file(location: &str) -> Result<Box<dyn TemplateStore>, StoreError> {
    Err(StoreError::NotBuiltIn { location: location.to_owned(), feature: "sqlite" })
}

#[cfg(feature = "postgres")]
fn open_address(location: &str) -> Result<Box<dyn TemplateStore>, StoreError> {
    Ok(Box::new(super::PostgresStore::open(location)?))
}

#[cfg(not(feature = "postgres"))]
fn open_address(location: &str) -> Result<Box<dyn TemplateStore>, StoreError> {
    Err(StoreError::NotBuiltIn { location: without_password(location), feature: "postgres" })
}

/// The address as it may be shown: without the password, and without the parameters, which can have one too.
pub(super) fn without_password(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
    // A password can have any sign that somebody forgot to escape, so all before the last `@` may be a part of it.
    let (who, place) = rest.rsplit_once('@').map_or((None, rest), |(who, place)| (Some(who), place));
    if who.is_some_and(|who| who.contains("password=")) {
        return format!("{scheme}://***");
    }
    let place = place.split(['?', '#']).next().unwrap_or_default();
    let (hosts, database) =
        place.split_once('/').map_or((place, String::new()), |(hosts, name)| (hosts, format!("/{name}")));
    let hosts: Vec<String> = hosts.split(',').map(without_odd_port).collect();
    let place = format!("{}{database}", hosts.join(","));
    match who {
        None => format!("{scheme}://{place}"),
        Some(who) => match who.split_once([':', '/', '?', '#']) {
            None => format!("{scheme}://{who}@{place}"),
            Some((user, _)) => format!("{scheme}://{user}:***@{place}"),
        },
    }
}

/// What is no number is no port; it is a password when the `@` was forgotten.
fn without_odd_port(host: &str) -> String {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') && port.contains(|c: char| !c.is_ascii_digit()) => {
            format!("{name}:***")
        }
        _ => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_known_by_its_scheme() {
        for address in ["postgres://h/d", "postgresql://u@h/d", "Postgres://h"] {
            assert!(is_address(address), "{address}");
        }
        for path in ["store.tamis", "./postgres", "/var/postgres:/x", "postgres", "http://h/d", ""] {
            assert!(!is_address(path), "{path}");
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        #[track_caller]
        fn check(address: &str, expect: &str) {
            assert_eq!(without_password(address), expect);
        }
        check("postgres://h:5432/d", "postgres://h:5432/d");
        check("postgres://u@h/d", "postgres://u@h/d");
        check("postgres://u:secret@h:5432/d", "postgres://u:***@h:5432/d");
        check("postgresql://u:se@cr/et?x#y@h/d", "postgresql://u:***@h/d");
        check("postgres://h/d?user=u&password=secret", "postgres://h/d");
        check("postgres://u:secret@h/d?password=secret", "postgres://u:***@h/d");
        check("postgres://h/d?password=sec@ret", "postgres://***");
        check("postgres://u:secret/d", "postgres://u:***/d");
        check("postgres://u:secret", "postgres://u:***");
        check("postgres://u:secret@[::1]:5432,other:5433/d", "postgres://u:***@[::1]:5432,other:5433/d");
        check("postgres://[::1]/d", "postgres://[::1]/d");
        check("postgres://", "postgres://");
    }
}
