//! Many pages of many sites: what is shared by the threads, and what is done in the order of the pages.

use super::input::{SiteInput, looking_ahead};
use super::order::Order;
use super::question::question;
use super::templates::{StoredTemplateInfo, list};
use super::visit::{Path, Visited, visit};
use super::{ClusterOptions, SitePage};
use crate::batch::Batch;
use crate::error::Error;
use crate::page::PageReader;
use crate::recipe::Recipe;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tamis_sites::Clusters;
use tamis_sites::store::{Delta, StoreError, TemplateStore};

/// Many sites, their templates and the store that these are kept in.
///
/// ```
/// use std::ops::ControlFlow;
/// use tamis::batch::Batch;
/// use tamis::site::{self, ClusterOptions, SiteInput, Sites};
/// use tamis::source::{Input, Origin};
/// use tamis::{Capture, PageReader, Recipe, Task};
///
/// let sites = Sites::new(
///     vec![Recipe::named(Task::Segment, "landmarks")?],
///     None,
///     ClusterOptions::default(),
///     site::open_store(None)?,
/// );
/// let pages = ["Lamps", "Desks"].map(|word| {
///     let origin = Origin::Address(format!("https://shop.example/{word}").parse().expect("an address"));
///     let html = format!("<nav><a href=/>Home</a></nav><main><h1>{word}</h1><p>All about {word}.</main>");
///     (word, SiteInput::new(Input::read_already(origin, Ok(Capture::new(html)))))
/// });
/// let mut used = Vec::new();
/// sites.run(
///     pages,
///     &Batch::default(),
///     PageReader::default,
///     |page| page.findings.template().map(|template| template.is_used),
///     |word, result, _| {
///         used.push((word, result.ok().flatten()));
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!(used, [("Lamps", Some(false)), ("Desks", Some(true))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sites {
    memory: Arc<Memory>,
    is_site_by_site: bool,
}

/// What came of the pages so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SiteCounts {
    /// Pages that were handed over.
    pub n_pages: usize,
    /// Those of them that were mapped from a template.
    pub n_mapped: usize,
    /// Those of them whose main table was read by the selectors of the template.
    pub n_applied: usize,
    /// Templates that were learned, each from a page that was asked the long way.
    pub n_new: usize,
    /// Templates that were learned again, likewise.
    pub n_learned_again: usize,
    /// Those of them that failed.
    pub n_failed: usize,
}

/// What the threads share.
pub(super) struct Memory {
    pub(super) recipes: Vec<Recipe>,
    pub(super) options: ClusterOptions,
    question: String,
    known: Mutex<KnownSites>,
    store: Mutex<Box<dyn TemplateStore>>,
}

/// What is known of the sites.
#[derive(Default)]
pub(super) struct KnownSites {
    sites: BTreeMap<String, Clusters>,
    /// Templates of a site that could not be read, until that was said.
    n_unreadable: BTreeMap<String, usize>,
    n_loaded: usize,
    /// Sites that are not in memory any longer.
    n_left: usize,
    /// Templates and what was said to be odd about them.
    pub(super) said: BTreeSet<(String, String)>,
}

/// After how many pages counts are merged into the store.
const PAGES_PER_SAVE: usize = 500;

impl Sites {
    /// Sites whose pages are asked this. `layout` says who lays pages out, if anybody: the reader that
    /// [`run`](Sites::run) is given decides, and answers of another reader are answers to another question.
    pub fn new(
        recipes: Vec<Recipe>,
        layout: Option<&str>,
        options: ClusterOptions,
        store: Box<dyn TemplateStore>,
    ) -> Sites {
        let question = question(&recipes, layout);
        let known = Mutex::new(KnownSites::default());
        let memory = Memory { recipes, options, question, known, store: Mutex::new(store) };
        Sites { memory: Arc::new(memory), is_site_by_site: false }
    }

    /// Expects the pages site by site: what is known of a site stays in memory until the next one begins. A site that comes once
    /// more is loaded from the store again.
    #[must_use]
    pub fn site_by_site(mut self) -> Sites {
        self.is_site_by_site = true;
        self
    }

    /// Runs pages over threads. `finish` makes of each page what is handed over, side by side with other pages; `each`
    /// gets that in the order of the pages, on the calling thread. The results are the same on any number of threads.
    ///
    /// # Errors
    /// The store cannot be read or written. What was handed over until then is complete.
    pub fn run<L, T: Send + 'static>(
        &self,
        pages: impl IntoIterator<Item = (L, SiteInput)>,
        batch: &Batch,
        reader: impl Fn() -> PageReader + Send + Sync + 'static,
        finish: impl Fn(&SitePage) -> T + Send + Sync + 'static,
        mut each: impl FnMut(L, Result<T, Error>, &SiteCounts) -> ControlFlow<()>,
    ) -> Result<SiteCounts, StoreError> {
        let order = Arc::new(Order::default());
        // Also when `each` panics: nobody is left waiting.
        let _end = EndsOrder(Arc::clone(&order));
        let mut counts = SiteCounts::default();
        let mut failed = None;
        let mut last_site: Option<String> = None;
        let pages = looking_ahead(pages.into_iter(), self.memory.options.look_ahead);
        let jobs = pages.enumerate().map(|(number, (label, input))| ((number, label), (number, input)));
        let (memory, their_order) = (Arc::clone(&self.memory), Arc::clone(&order));
        batch.run_with_clock(
            jobs,
            reader,
            move |reader, (number, input), clock| {
                let Visited { page, path, n_ahead } = visit(&memory, &their_order, number, input, reader, clock)?;
                let finished = finish(&page);
                reader.recycle(page.findings.into_page());
                Ok((finished, path, n_ahead, page.site))
            },
            |(number, label), result| {
                // A page that was abandoned does not do it itself.
                order.pass(number);
                counts.n_pages += 1;
                let saved = match &result {
                    Ok((_, path, n_ahead, site)) => {
                        counts.add(*path);
                        counts.n_new += n_ahead;
                        let has_learned = !path.is_hit() || *n_ahead > 0;
                        let is_due = has_learned || counts.n_pages.is_multiple_of(PAGES_PER_SAVE);
                        let is_next = self.is_site_by_site && last_site.as_ref() != Some(site);
                        let left = if is_next { last_site.replace(site.clone()) } else { None };
                        let saved = if is_due || left.is_some() { self.memory.save() } else { Ok(()) };
                        saved.map(|()| left.iter().for_each(|site| self.memory.lock().leave(site)))
                    }
                    Err(_) => {
                        counts.n_failed += 1;
                        Ok(())
                    }
                };
                let result = match (saved, result) {
                    (Err(error), _) | (_, Err(Error::Store(error))) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                    (_, result) => result.map(|(finished, ..)| finished),
                };
                each(label, result, &counts)
            },
        );
        match failed {
            Some(error) => Err(error),
            None => self.memory.save().map(|()| counts),
        }
    }

    /// What the store remembers, of one site or of all, with all that was learned until now.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn templates(&self, site: Option<&str>) -> Result<Vec<StoredTemplateInfo>, StoreError> {
        self.memory.save()?;
        let mut store = self.memory.store.lock().unwrap_or_else(PoisonError::into_inner);
        let sites = match site {
            Some(site) => vec![site.to_owned()],
            None => store.sites()?.into_iter().map(|(site, _)| site).collect(),
        };
        let mut found = Vec::new();
        for site in sites {
            found.extend(list(&store.load(&site)?));
        }
        Ok(found)
    }

    /// Forgets a template of a site, or all of them: their pages are asked anew. Not while pages [run](Sites::run). Says how
    /// many were forgotten.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn forget(&self, site: &str, id: Option<&str>) -> Result<usize, StoreError> {
        self.memory.save()?;
        let n_forgotten = self.memory.store.lock().unwrap_or_else(PoisonError::into_inner).forget(site, id)?;
        // What is left of it is loaded again with its next page.
        self.memory.lock().sites.remove(site);
        Ok(n_forgotten)
    }

    /// How many sites pages came from.
    pub fn n_sites(&self) -> usize {
        let known = self.memory.lock();
        known.sites.len() + known.n_left
    }

    /// How many templates the store had of the sites that pages came from.
    pub fn n_known(&self) -> usize {
        self.memory.lock().n_loaded
    }
}

/// Ends the waiting with the run.
struct EndsOrder(Arc<Order>);

impl Drop for EndsOrder {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl SiteCounts {
    /// The share of the pages that did not fail which no method had to be asked for: as the paper counts, the pages less
    /// the templates that were learned.
    pub fn hit_ratio(&self) -> f64 {
        let n_read = self.n_pages - self.n_failed;
        let n_asked = self.n_new + self.n_learned_again;
        if n_read == 0 { 0.0 } else { n_read.saturating_sub(n_asked) as f64 / n_read as f64 }
    }

    fn add(&mut self, path: Path) {
        match path {
            Path::Mapped => self.n_mapped += 1,
            Path::Applied => {
                self.n_mapped += 1;
                self.n_applied += 1;
            }
            Path::NewTemplate => self.n_new += 1,
            Path::LearnedAgain => self.n_learned_again += 1,
        }
    }
}

impl Memory {
    pub(super) fn lock(&self) -> MutexGuard<'_, KnownSites> {
        // Clusters change as a whole or not at all.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that the templates of a site are known.
    pub(super) fn load(&self, site: &str) -> Result<(), StoreError> {
        let mut known = self.lock();
        if known.sites.contains_key(site) {
            return Ok(());
        }
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let mut clusters = Clusters::new(site, &self.question, self.options);
        let n_unreadable = clusters.add(&store.load(site)?);
        known.n_loaded += clusters.len();
        if n_unreadable > 0 {
            known.n_unreadable.insert(site.to_owned(), n_unreadable);
        }
        known.sites.insert(site.to_owned(), clusters);
        Ok(())
    }

    /// Merges what was learned since the last time into the store.
    fn save(&self) -> Result<(), StoreError> {
        let mut delta = Delta::new();
        for clusters in self.lock().sites.values_mut() {
            delta.merge(clusters.take_delta());
        }
        if delta.is_empty() {
            return Ok(());
        }
        self.store.lock().unwrap_or_else(PoisonError::into_inner).merge(&delta)
    }
}

impl KnownSites {
    /// Lets go of a site of which all is in the store.
    fn leave(&mut self, site: &str) {
        self.n_left += usize::from(self.sites.remove(site).is_some());
    }

    /// The templates of a site that was loaded.
    pub(super) fn clusters(&mut self, site: &str) -> &mut Clusters {
        self.sites.get_mut(site).expect("invariant: a site is loaded before its pages are compared")
    }

    /// What is to be said of a site, once.
    pub(super) fn notes_on(&mut self, site: &str) -> Vec<String> {
        let unreadable = self.n_unreadable.remove(site);
        let say = |n| format!("{site}: {n} of its templates in the store cannot be read by this version");
        unreadable.map(say).into_iter().collect()
    }
}
