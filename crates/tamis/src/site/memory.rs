//! A store that forgets everything at the end of the run.

use std::collections::BTreeMap;
use tamis_sites::store::{Delta, StoreError, TemplateStore};

#[derive(Default, Debug)]
pub(super) struct MemoryStore {
    all: Delta,
}

impl MemoryStore {
    /// What is known, less what is not wanted.
    fn part(&self, is_wanted: impl Fn(&str, &str) -> bool) -> Delta {
        let mut part = Delta::new();
        for (key, template) in self.all.templates().iter().filter(|(key, _)| is_wanted(&key.site, &key.id)) {
            part.add_template(key.clone(), template.clone());
        }
        for (counter, &n) in self.all.counts().iter().filter(|(count, _)| is_wanted(&count.key.site, &count.key.id)) {
            part.add_count(counter.clone(), n);
        }
        part
    }
}

impl TemplateStore for MemoryStore {
    fn sites(&mut self) -> Result<Vec<(String, usize)>, StoreError> {
        let mut sites: BTreeMap<&str, usize> = BTreeMap::new();
        for key in self.all.templates().keys() {
            *sites.entry(&key.site).or_default() += 1;
        }
        Ok(sites.into_iter().map(|(site, n)| (site.to_owned(), n)).collect())
    }

    fn load(&mut self, site: &str) -> Result<Delta, StoreError> {
        Ok(self.part(|of, _| of == site))
    }

    fn merge(&mut self, delta: &Delta) -> Result<(), StoreError> {
        self.all.merge(delta.clone());
        Ok(())
    }

    fn forget(&mut self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        let n_before = self.all.templates().len();
        self.all = self.part(|of, template| of != site || id.is_some_and(|id| id != template));
        Ok(n_before - self.all.templates().len())
    }
}
