//! A store that is only read, and what was learned over it.

use super::{Delta, StoreError, TemplateStore, schema};
use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store over another one, which it does not write to: what is merged stays with this one, until somebody
/// [takes](Learned::take) it. For a worker whose work may be thrown away and done again: only what is kept of it is merged.
///
/// ```
/// use tamis_sites::store::{Delta, LearningStore, MemoryStore, StoredTemplate, TemplateKey, TemplateStore};
///
/// let key = TemplateKey { site: "shop.example".into(), question: "records".into(), id: "a1".into() };
/// let mut delta = Delta::new();
/// delta.add_template(key, StoredTemplate { generation: 0, body: b"areas".to_vec() });
///
/// let (mut store, learned) = LearningStore::over(Box::new(MemoryStore::new()));
/// store.merge(&delta)?;
/// assert_eq!(store.load("shop.example")?, delta);
/// assert_eq!(learned.take(), delta);
/// # Ok::<(), tamis_sites::store::StoreError>(())
/// ```
pub struct LearningStore {
    base: Box<dyn TemplateStore>,
    learned: Learned,
}

/// What a [`LearningStore`] was told; another handle to it.
#[derive(Clone, Debug, Default)]
pub struct Learned(Arc<Mutex<Delta>>);

impl LearningStore {
    /// A store that knows what the other one does.
    pub fn over(base: Box<dyn TemplateStore>) -> (LearningStore, Learned) {
        let learned = Learned::default();
        (LearningStore { base, learned: learned.clone() }, learned)
    }
}

impl Learned {
    /// All that was merged since the last time.
    pub fn take(&self) -> Delta {
        mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Delta> {
        // A delta is whole between any two calls.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TemplateStore for LearningStore {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        let mut sites: BTreeMap<String, usize> = self.base.sites()?.into_iter().collect();
        let learned = self.learned.lock().clone();
        for site in learned.counts().keys().map(|counter| &counter.key.site) {
            sites.entry(site.clone()).or_default();
        }
        for site in learned.templates().keys().map(|key| &key.site) {
            // The base may have the same template.
            sites.insert(site.clone(), self.load(site)?.templates().len());
        }
        Ok(sites.into_iter().collect())
    }

    fn load(&mut self, site: &str) -> Result<Delta, StoreError> {
        let mut known = self.base.load(site)?;
        known.merge(self.learned.lock().of_site(site));
        Ok(known)
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError> {
        schema::check_keys(delta)?;
        self.learned.lock().merge(delta.clone());
        Ok(())
    }

    /// Forgets what was learned; what the store below knows stays.
    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        Ok(self.learned.lock().forget(site, id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Counter, MemoryStore, StoredTemplate, TemplateKey};

    fn delta(site: &str, id: &str, n: u64) -> Delta {
        let key = TemplateKey { site: site.to_owned(), question: "q".to_owned(), id: id.to_owned() };
        let mut delta = Delta::new();
        delta.add_template(key.clone(), StoredTemplate { generation: 0, body: id.into() });
        delta.add_count(Counter { key, generation: 0, name: "pages".to_owned() }, n);
        delta
    }

    #[test]
    fn what_is_learned_is_known_and_the_store_below_stays_as_it_is() {
        let mut base = MemoryStore::new();
        base.merge(&delta("a", "1", 5)).expect("a store in memory");
        let before = base.clone();
        let (mut store, learned) = LearningStore::over(Box::new(base));
        store.merge(&delta("a", "1", 2)).expect("the key is fine");
        store.merge(&delta("b", "2", 1)).expect("the key is fine");
        let sites = store.sites().expect("a store in memory");
        assert_eq!(sites, [("a".to_owned(), 1), ("b".to_owned(), 1)]);
        let known = store.load("a").expect("a store in memory");
        assert_eq!(known.counts().values().copied().collect::<Vec<_>>(), [7]);

        let taken = learned.take();
        assert!(learned.take().is_empty());
        let mut merged = before.clone();
        merged.merge(&taken).expect("the key is fine");
        let mut at_once = before;
        for delta in [delta("b", "2", 1), delta("a", "1", 2)] {
            at_once.merge(&delta).expect("the key is fine");
        }
        for site in ["a", "b"] {
            assert_eq!(merged.load(site).expect("in memory"), at_once.load(site).expect("in memory"));
        }
    }
}
