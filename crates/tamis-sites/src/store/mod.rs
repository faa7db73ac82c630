//! Where templates are kept between runs.
//!
//! A store holds bytes and counts; what they mean is known by those who put them there. All that is written is a
//! [`Delta`], and deltas merge in any order and any grouping, so that many processes and machines can write to one store,
//! or each to its own and have them merged later ([`merge_stores`]).
//!
//! # Which store
//! [`open`] takes the path of a file or the address of a PostgreSQL database. The file is an SQLite database: it is the
//! embedded database that lets a second process read and write the same file, so that a command, a server and a notebook
//! can share one (redb and fjall refuse the second process, LMDB wants its size said beforehand). PostgreSQL is for many
//! machines. Both have the same tables and are read and written by the same SQL (`schema.rs`). [`MemoryStore`] is for a
//! run that keeps nothing. The calls block; no asynchronous runtime is in the interface. (The client for PostgreSQL has
//! one inside and must not be called from an asynchronous task.)
//!
//! # What is promised
//! A delta is **acknowledged** when [`merge`](TemplateStore::merge) has returned `Ok`. Then it is on the disk: SQLite has
//! synced its log (`synchronous = FULL`), PostgreSQL has too (`synchronous_commit` is never `off`). A process that is
//! killed, or a machine that loses power, loses nothing that was acknowledged, as far as disk and file system keep what
//! they synced.
//!
//! One merge is **one transaction**: whoever reads sees all of the delta or nothing of it, also after a crash. One
//! [`load`](TemplateStore::load) sees the store as it was at one moment.
//!
//! A merge that fails has written nothing and can be repeated. The one exception has a name,
//! [`StoreError::Uncertain`]: the connection to PostgreSQL broke after the commit was sent and before its answer came.
//!
//! Nothing that is stored depends on a clock, a machine or the order of merges.
//!
//! ```
//! use tamis_sites::store::{Delta, MemoryStore, StoredTemplate, TemplateKey, TemplateStore};
//!
//! let key = TemplateKey { site: "shop.example".into(), question: "records".into(), id: "a1".into() };
//! let mut delta = Delta::new();
//! delta.add_template(key, StoredTemplate { generation: 0, body: b"areas".to_vec() });
//!
//! let mut store = MemoryStore::new(); // or store::open("templates.tamis")?
//! store.merge(&delta)?;
//! assert_eq!(store.sites()?, [("shop.example".to_owned(), 1)]);
//! assert_eq!(store.load("shop.example")?, delta);
//! # Ok::<(), tamis_sites::store::StoreError>(())
//! ```

mod delta;
mod delta_bytes;
mod error;
mod learned;
mod location;
mod memory;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg_attr(not(any(feature = "sqlite", feature = "postgres")), expect(dead_code, reason = "no database is built in"))]
mod schema;
#[cfg(feature = "sqlite")]
mod sqlite;

pub use delta::{Counter, Delta, StoredTemplate, TemplateKey};
pub use delta_bytes::DeltaError;
pub use error::StoreError;
pub use learned::{Learned, LearningStore};
pub use location::{is_address, merge_stores, open};
pub use memory::MemoryStore;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;

/// A store of templates. What was merged is there after a crash once [`merge`](TemplateStore::merge) has returned, and
/// a crash at any moment leaves all of a delta or nothing.
pub trait TemplateStore: Send {
    /// The sites that the store knows, in the order of their names, with the number of templates of each. A site of which
    /// there are only counts has none.
    ///
    /// # Errors
    /// The store cannot be read.
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError>;

    /// All that is known of a site, as one delta. Nothing is known of a site that was never seen.
    ///
    /// # Errors
    /// The store cannot be read.
    fn load(&mut self, site: &str) -> Result<Delta, StoreError>;

    /// Adds what was learned, by the rules of [`Delta`].
    ///
    /// # Errors
    /// The store cannot be written; then nothing of the delta is in it, unless it says [`StoreError::Uncertain`]. Or the
    /// delta has a key that no store takes: [`StoreError::Key`].
    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError>;

    /// Forgets a template with its counts, or with `None` all of a site; gives the number of templates that were forgotten.
    /// A delta that is merged later brings them back.
    ///
    /// # Errors
    /// The store cannot be written.
    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError>;
}
