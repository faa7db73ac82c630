//! Where templates are kept between runs.
//!
//! A store holds bytes and counts; what they mean is known by [`templates`](crate). All that is written is a [`Delta`], and
//! deltas merge in any order, so that many processes and machines can write to one store, or each to its own and have
//! them merged later.

mod delta;

pub use delta::{Counter, Delta, StoredTemplate, TemplateKey};

/// A store of templates. What was merged is there after a crash once [`merge`](TemplateStore::merge) has returned, and
/// a crash at any moment leaves all of a delta or nothing.
pub trait TemplateStore: Send {
    /// The sites that the store knows, in the order of their names, with the number of templates of each.
    ///
    /// # Errors
    /// The store cannot be read.
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError>;

    /// All that is known of a site, as one delta.
    ///
    /// # Errors
    /// The store cannot be read.
    fn load(&mut self, site: &str) -> Result<Delta, StoreError>;

    /// Adds what was learned.
    ///
    /// # Errors
    /// The store cannot be written; then nothing of the delta is in it.
    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError>;

    /// Forgets a template, or with `None` all of a site; gives the number that were forgotten.
    ///
    /// # Errors
    /// The store cannot be written.
    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError>;
}

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {}
