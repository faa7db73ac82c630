//! What a run adds to a store.

use crate::label;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// Which template: of which site, for which question, and which of those.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TemplateKey {
    /// The site, such as `shop.example`.
    pub site: String,
    /// What is asked of its pages: methods and their options, in a spelling that is the same for the same question.
    pub question: String,
    /// The template; made from the page that was its first, so that two processes give the same page the same id.
    pub id: String,
}

/// A template as a store holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTemplate {
    /// How often it was learned again; the higher one replaces the lower.
    pub generation: u32,
    /// The template, encoded.
    pub body: Vec<u8>,
}

/// A figure that is summed over the pages of a template. The name says what is counted; counts of different
/// generations are counted apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counter {
    /// Of which template.
    pub key: TemplateKey,
    /// Of which generation of it.
    pub generation: u32,
    /// What is counted.
    pub name: String,
}

/// Templates and counts to be added to others. Merging is commutative and associative: of two templates with one key the
/// higher generation stays, of the same generation the one whose bytes come last; counts are added, up to
/// [`MAX_COUNT`](Delta::MAX_COUNT).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Delta {
    templates: BTreeMap<TemplateKey, StoredTemplate>,
    counts: BTreeMap<Counter, u64>,
}

impl Delta {
    /// The highest count; more stays there. It is the largest number that every database can hold.
    pub const MAX_COUNT: u64 = i64::MAX.unsigned_abs();

    /// Nothing.
    pub fn new() -> Delta {
        Delta::default()
    }

    /// Whether it adds nothing.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty() && self.counts.is_empty()
    }

    /// The templates, in the order of their keys.
    pub fn templates(&self) -> &BTreeMap<TemplateKey, StoredTemplate> {
        &self.templates
    }

    /// The counts, in the order of their names.
    pub fn counts(&self) -> &BTreeMap<Counter, u64> {
        &self.counts
    }

    /// Adds a template.
    pub fn add_template(&mut self, key: TemplateKey, template: StoredTemplate) {
        use std::collections::btree_map::Entry;
        match self.templates.entry(key) {
            Entry::Vacant(place) => {
                place.insert(template);
            }
            Entry::Occupied(mut place) => {
                let there = place.get();
                if (template.generation, &template.body) > (there.generation, &there.body) {
                    place.insert(template);
                }
            }
        }
    }

    /// Adds to a count.
    pub fn add_count(&mut self, counter: Counter, n: u64) {
        let count = self.counts.entry(counter).or_default();
        *count = count.saturating_add(n).min(Delta::MAX_COUNT);
    }

    /// Adds all of another delta.
    pub fn merge(&mut self, other: Delta) {
        for (key, template) in other.templates {
            self.add_template(key, template);
        }
        for (counter, n) in other.counts {
            self.add_count(counter, n);
        }
    }

    /// Divides the delta into `n_slices`. All of a site is in one slice, and its number is the same for every delta and on every
    /// machine, so that slices of one number can be merged apart from the others.
    pub fn into_slices(self, n_slices: NonZeroU32) -> Vec<Delta> {
        let mut slices = vec![Delta::new(); n_slices.get() as usize];
        let place = |site: &str| (label::Hash::new().bytes(site.as_bytes()).to_u32() % n_slices) as usize;
        for (key, template) in self.templates {
            slices[place(&key.site)].templates.insert(key, template);
        }
        for (counter, n) in self.counts {
            slices[place(&counter.key.site)].counts.insert(counter, n);
        }
        slices
    }

    /// What it holds of one site.
    pub(super) fn of_site(&self, site: &str) -> Delta {
        // Keys are in the order of their sites: the others are not looked at.
        let key = TemplateKey { site: site.to_owned(), question: String::new(), id: String::new() };
        let counter = Counter { key: key.clone(), generation: 0, name: String::new() };
        let templates = self.templates.range(key..).take_while(|(key, _)| key.site == site);
        let counts = self.counts.range(counter..).take_while(|(counter, _)| counter.key.site == site);
        Delta {
            templates: templates.map(|(key, template)| (key.clone(), template.clone())).collect(),
            counts: counts.map(|(counter, n)| (counter.clone(), *n)).collect(),
        }
    }

    /// Takes a template with its counts out, or with `None` all of a site; gives the number of templates taken out.
    pub(super) fn forget(&mut self, site: &str, id: Option<&str>) -> usize {
        let is_kept = |key: &TemplateKey| key.site != site || id.is_some_and(|id| key.id != id);
        let n_before = self.templates.len();
        self.templates.retain(|key, _| is_kept(key));
        self.counts.retain(|counter, _| is_kept(&counter.key));
        n_before - self.templates.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_have_all_of_a_site_and_together_everything() {
        let mut whole = Delta::new();
        for site in 0..40 {
            for id in ["a", "b"] {
                let key = TemplateKey { site: format!("{site}.example"), question: "text".into(), id: id.into() };
                whole.add_template(key.clone(), StoredTemplate { generation: 0, body: vec![site] });
                whole.add_count(Counter { key, generation: 0, name: "pages".into() }, 1 + u64::from(site));
            }
        }
        let slices = whole.clone().into_slices(NonZeroU32::new(3).expect("not zero"));
        assert!(slices.len() == 3 && slices.iter().all(|slice| !slice.is_empty()), "{slices:?}");
        for site in 0..40 {
            let of_site = |slice: &Delta| slice.of_site(&format!("{site}.example"));
            let parts: Vec<Delta> = slices.iter().map(of_site).filter(|part| !part.is_empty()).collect();
            assert_eq!(parts, [of_site(&whole)]);
        }
        let mut again = Delta::new();
        for slice in slices {
            again.merge(slice);
        }
        assert_eq!(again, whole);
    }
}
