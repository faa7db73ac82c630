//! A store that ends with the process.

use super::{Delta, StoreError, TemplateStore, schema};
use std::collections::BTreeMap;

/// A store in memory: for tests, and for a run that keeps nothing. It refuses what the others refuse.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    all: Delta,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }
}

impl TemplateStore for MemoryStore {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        let mut sites: BTreeMap<&str, usize> = BTreeMap::new();
        for counter in self.all.counts().keys() {
            sites.entry(&counter.key.site).or_default();
        }
        for key in self.all.templates().keys() {
            *sites.entry(&key.site).or_default() += 1;
        }
        Ok(sites.into_iter().map(|(site, n)| (site.to_owned(), n)).collect())
    }

    fn load(&mut self, site: &str) -> Result<Delta, StoreError> {
        Ok(self.all.of_site(site))
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError> {
        schema::check_keys(delta)?;
        self.all.merge(delta.clone());
        Ok(())
    }

    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        Ok(self.all.forget(site, id))
    }
}
