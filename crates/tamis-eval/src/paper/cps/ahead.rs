//! The pages that come next, read before their time to learn from the most typical of them.

use super::{Site, SitePage};
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use tamis::PageReader;
use tamis_sites::{ClusterOptions, Fingerprint, most_typical};

/// The fingerprints of pages that were looked up.
#[derive(Default)]
pub(super) struct Ahead {
    known: BTreeMap<usize, Fingerprint>,
}

impl Ahead {
    /// The page to learn from instead of this one: the most typical of the next ones that are like it. `None` if that is
    /// this page itself.
    ///
    /// # Errors
    /// A page cannot be read.
    pub(super) fn typical<'s>(
        &mut self,
        site: &'s Site,
        idx: usize,
        fingerprint: &Fingerprint,
        options: &ClusterOptions,
    ) -> anyhow::Result<Option<&'s SitePage>> {
        let mut reader = PageReader::default();
        let next = idx + 1..(idx + options.look_ahead.max(1)).min(site.pages.len());
        for idx in next.clone() {
            if let Entry::Vacant(place) = self.known.entry(idx) {
                let page = &site.pages[idx];
                let read = reader.read(page.capture()?).with_context(|| page.name.clone())?;
                place.insert(Fingerprint::of(read.document()));
            }
        }
        self.known.retain(|&known, _| known >= idx);
        let alike: Vec<(&SitePage, &Fingerprint)> = next
            .map(|idx| (&site.pages[idx], &self.known[&idx]))
            .filter(|(_, other)| options.are_alike(fingerprint, other))
            .collect();
        let all: Vec<&Fingerprint> = [fingerprint].into_iter().chain(alike.iter().map(|&(_, other)| other)).collect();
        Ok(most_typical(&all).checked_sub(1).map(|place| alike[place].0))
    }
}
