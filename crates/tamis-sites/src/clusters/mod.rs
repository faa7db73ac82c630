//! The templates of a site, learned while its pages go by.
//!
//! # What it decides
//! Of which template a page is, if of any that is known: then what methods would say about the page is mapped from the
//! template, and no method runs.
//!
//! # Paper
//! Zelený and Burget, "Accelerating the process of web page segmentation via template clustering" (paper 004).
//!
//! # Steps
//! 1. The [fingerprint](Fingerprint) of the page is compared with that of every template; the most similar one from the
//!    threshold on is taken, or with [`Choice::First`] the first, as in the paper. Where no template is similar enough by
//!    its paths with ids, blocks are compared without ids, and at last it is enough that a template has most of the page's
//!    blocks: a short page of a template has few of the blocks of a long one, but hardly any others.
//! 2. What the template names is [mapped](Template::map). A page on which too much of the template's frame is missing is
//!    none of this template.
//! 3. A page of no template is asked the long way, and [learned](Clusters::learn).
//! 4. A template that stops fitting is [noticed](Drift) and learned again.
//!
//! # Where we differ
//! The paper takes the first template that matches and gives no threshold; two pages match from 0.6 on
//! (94 of 100 pairs of pages of one template are that similar, and 1 of 1,000 pairs of two).

mod drift;
mod likeness;
#[cfg(test)]
mod tests;

pub use drift::Drift;
pub use likeness::most_typical;

use crate::fingerprint::Fingerprint;
use crate::label::Hash;
use crate::mapping::Mode;
use crate::store::{Counter, Delta, StoredTemplate, TemplateKey};
use crate::template::{Mapped, Template};
use drift::Watch;
use likeness::Likeness;
use std::sync::{Arc, OnceLock};
use tamis_extract::{Answers, PageView};
use tamis_page::budget;

tamis_extract::options! {
    /// How templates are found and when they are given up. In the paper's profile the first template is taken that is similar
    /// enough by its paths with ids, nodes are found by position, and nothing is learned again.
    pub struct ClusterOptions {
        /// From which similarity on a page is one of a template.
        threshold, with_threshold: f64 = 0.6, in 0.0..=1.0;

        /// Which template is taken if several are similar enough.
        choice, with_choice: Choice = Choice::Best, paper Choice::First;

        /// How nodes of a template are found again: by what they are called, or by their position alone.
        mapping, with_mapping: Mode = Mode::Robust, paper Mode::Strict;

        /// A page is none of a template if a larger share of the template's frame is missing.
        max_missing, with_max_missing: f64 = 0.5, in 0.0..=1.0;

        /// After how many pages in a row that fit badly a template is learned again; 0 for never.
        relearn_after, with_relearn_after: usize = 5, paper 0, in 0..=1_000_000;

        /// Of how many pages, from one of an unknown template on, the most typical is learned; 1 for that page itself.
        look_ahead, with_look_ahead: usize = 8, paper 1, in 1..=64;
    }
    only in Rust {
        /// Which paths are compared.
        compare, with_compare: Compare = Compare::PathsThenBlocks, paper Compare::Paths;
    }
}

tamis_extract::option_words! {
    /// Which template is taken if several are similar enough.
    pub enum Choice {
        /// The most similar one.
        Best = "best",
        /// The first of them, as in the paper: those of a store in the order of their ids, then those that were learned since.
        First = "first",
    }
}

/// Which paths of two pages are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// The paths of all elements with their ids; where no template is similar by those, the paths of blocks without ids.
    PathsThenBlocks,
    /// The paths of all elements with their ids, as in the paper.
    Paths,
}

/// The templates of one site for one question.
#[derive(Clone, Debug)]
pub struct Clusters {
    site: String,
    question: String,
    options: ClusterOptions,
    known: Vec<KnownTemplate>,
    delta: Delta,
}

/// A template that was learned or came from a store.
#[derive(Clone, Debug)]
struct KnownTemplate {
    id: String,
    generation: u32,
    fingerprint: Fingerprint,
    /// Decoded when a page first needs it.
    template: OnceLock<Option<Arc<Template>>>,
    /// As it is stored.
    body: Vec<u8>,
    watch: Watch,
}

/// Names a template of its [`Clusters`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClusterId(usize);

/// How a page was answered.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one a page")]
pub enum Visit {
    /// It belongs to a template.
    Hit(Hit),
    /// Methods have to be asked about it, and their answers learned.
    Miss(Miss),
}

/// A page of a known template.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Hit {
    /// The template.
    pub cluster: ClusterId,
    /// How similar the page is to the template's first page.
    pub similarity: f64,
    /// What the methods would have said.
    pub mapped: Mapped,
    /// Signs that the template no longer fits its site.
    pub drift: Vec<Drift>,
}

/// Why methods have to be asked about a page.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Miss {
    /// No template is similar enough; the one that comes nearest, if any, and its similarity.
    Unknown {
        /// The nearest similarity, zero if there is no template or none near enough to be compared.
        nearest: f64,
    },
    /// Too much of the template's frame is missing.
    DoesNotFit {
        /// The template.
        cluster: ClusterId,
        /// The share that is missing.
        missing: f64,
    },
    /// The template stopped fitting; this page takes the place of its first.
    Relearn {
        /// The template.
        cluster: ClusterId,
        /// Why.
        drift: Vec<Drift>,
    },
}

impl Clusters {
    /// A site without templates.
    pub fn new(site: impl Into<String>, question: impl Into<String>, options: ClusterOptions) -> Clusters {
        Clusters { site: site.into(), question: question.into(), options, known: Vec::new(), delta: Delta::new() }
    }

    /// Adds the templates that a store has of the site. Templates for other questions are passed over, and so are those that cannot be
    /// read; gives the number of the latter.
    pub fn add(&mut self, stored: &Delta) -> usize {
        let mut n_unreadable = 0;
        for (key, template) in stored.templates() {
            if key.site != self.site || key.question != self.question {
                continue;
            }
            let Ok(fingerprint) = Template::decode_fingerprint(&template.body) else {
                n_unreadable += 1;
                continue;
            };
            let counts = stored
                .counts()
                .iter()
                .filter(|(counter, _)| counter.key == *key && counter.generation == template.generation);
            let watch = Watch::of(counts.map(|(counter, &n)| (counter.name.as_str(), n)));
            self.known.push(KnownTemplate {
                id: key.id.clone(),
                generation: template.generation,
                fingerprint,
                template: OnceLock::new(),
                body: template.body.clone(),
                watch,
            });
        }
        n_unreadable
    }

    /// How templates are found and when they are given up.
    pub fn options(&self) -> ClusterOptions {
        self.options
    }

    /// The number of templates.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no template is known.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The name of a template.
    pub fn name(&self, cluster: ClusterId) -> String {
        format!("{}/{}", self.site, self.known[cluster.0].id)
    }

    /// The template that a page with this fingerprint is of, and how similar it is.
    ///
    /// # Errors
    /// No template is similar enough; the highest similarity that was seen.
    pub fn find(&self, fingerprint: &Fingerprint) -> Result<(ClusterId, f64), f64> {
        let mut nearest = 0.0;
        for likeness in self.options.likenesses() {
            match self.find_by(fingerprint, *likeness) {
                Ok(found) => return Ok(found),
                Err(seen) => nearest = f64::max(nearest, seen),
            }
        }
        Err(nearest)
    }

    fn find_by(&self, fingerprint: &Fingerprint, likeness: Likeness) -> Result<(ClusterId, f64), f64> {
        let threshold = likeness.threshold(&self.options);
        let mut best: Option<(ClusterId, f64)> = None;
        for (place, known) in self.known.iter().enumerate() {
            budget::spend(known.fingerprint.paths().len());
            // What cannot beat the best is not worth counting.
            let at_least = best.map_or(threshold, |(_, similarity)| similarity);
            let Some(similarity) = likeness.of(fingerprint, &known.fingerprint, at_least) else { continue };
            if best.is_none_or(|(_, before)| similarity > before) {
                best = Some((ClusterId(place), similarity));
            }
            if self.options.choice == Choice::First && best.is_some() {
                break;
            }
        }
        best.ok_or_else(|| {
            let similarities = self.known.iter().filter_map(|known| likeness.of(fingerprint, &known.fingerprint, 0.0));
            similarities.fold(0.0, f64::max)
        })
    }

    /// Visits the next page. Pages are visited in the order of the site: each may change what is known for those
    /// after it.
    pub fn visit(&mut self, view: &PageView<'_>, fingerprint: &Fingerprint) -> Visit {
        let (cluster, similarity) = match self.find(fingerprint) {
            Ok(found) => found,
            Err(nearest) => return Visit::Miss(Miss::Unknown { nearest }),
        };
        let Some(template) = self.template(cluster) else {
            return Visit::Miss(Miss::Relearn { cluster, drift: Vec::new() });
        };
        let mapped = template.map(view, self.options.mapping);
        self.settle(cluster, similarity, mapped)
    }

    /// Records a page that was [found](Clusters::find) to be of a template and mapped from it: the last step of a
    /// [visit](Clusters::visit), for callers that map elsewhere.
    pub fn settle(&mut self, cluster: ClusterId, similarity: f64, mapped: Mapped) -> Visit {
        let missing = mapped.frame.missing();
        if missing > self.options.max_missing {
            return Visit::Miss(Miss::DoesNotFit { cluster, missing });
        }
        let relearn_after = self.options.relearn_after;
        let known = &mut self.known[cluster.0];
        let drift = known.watch.page(similarity, &mapped);
        if relearn_after > 0 && known.watch.is_worn_out(relearn_after) {
            return Visit::Miss(Miss::Relearn { cluster, drift });
        }
        let generation = known.generation;
        let key = self.key(cluster);
        for (name, n) in Watch::counts(similarity, &mapped) {
            self.delta.add_count(Counter { key: key.clone(), generation, name }, n);
        }
        Visit::Hit(Hit { cluster, similarity, mapped, drift })
    }

    /// Learns a page that was missed, with the answers about it. The view may be of the page as it was rendered.
    pub fn learn(&mut self, view: &PageView<'_>, answers: &Answers, miss: &Miss) -> ClusterId {
        self.insert(Template::learn(view, answers, None), miss)
    }

    /// Takes the template of a page that was missed, for callers that learn elsewhere.
    pub fn insert(&mut self, template: Template, miss: &Miss) -> ClusterId {
        let body = template.encode();
        let mut known = KnownTemplate {
            id: String::new(),
            generation: 0,
            fingerprint: template.fingerprint().clone(),
            template: OnceLock::from(Some(Arc::new(template))),
            body,
            watch: Watch::default(),
        };
        let cluster = match miss {
            Miss::Relearn { cluster, .. } => {
                let before = &self.known[cluster.0];
                known.id.clone_from(&before.id);
                known.generation = before.generation + 1;
                known.watch = before.watch.after_relearning();
                self.known[cluster.0] = known;
                *cluster
            }
            Miss::Unknown { .. } | Miss::DoesNotFit { .. } => {
                known.id = self.id_for(&known.fingerprint, &known.body);
                self.known.push(known);
                ClusterId(self.known.len() - 1)
            }
        };
        let KnownTemplate { generation, ref body, .. } = self.known[cluster.0];
        let stored = StoredTemplate { generation, body: body.clone() };
        self.delta.add_template(self.key(cluster), stored);
        cluster
    }

    /// What was learned since the last time: for a store.
    pub fn take_delta(&mut self) -> Delta {
        std::mem::take(&mut self.delta)
    }

    /// A template.
    pub fn template(&self, cluster: ClusterId) -> Option<Arc<Template>> {
        let known = &self.known[cluster.0];
        known.template.get_or_init(|| Template::decode(&known.body).ok().map(Arc::new)).clone()
    }

    fn key(&self, cluster: ClusterId) -> TemplateKey {
        let id = self.known[cluster.0].id.clone();
        TemplateKey { site: self.site.clone(), question: self.question.clone(), id }
    }

    /// From the page alone, so that two processes that learn the same page give it the same id.
    fn id_for(&self, fingerprint: &Fingerprint, body: &[u8]) -> String {
        let hash = fingerprint.paths().numbers().iter().fold(Hash::new(), |hash, &path| hash.number(path));
        let hash = hash.bytes(self.question.as_bytes()).bytes(body);
        // Of two pages with one id the second could never be learned.
        let ids = (0..).map(|attempt| format!("{:08x}", hash.number(attempt).to_u32()));
        let is_free = |id: &String| self.known.iter().all(|known| known.id != *id);
        ids.into_iter().find(is_free).expect("invariant: there are more ids than templates")
    }
}

impl ClusterOptions {
    /// Whether a page with this fingerprint would be found to be of a template with that one, were it the only one.
    pub fn are_alike(&self, page: &Fingerprint, template: &Fingerprint) -> bool {
        self.likenesses().iter().any(|likeness| likeness.of(page, template, likeness.threshold(self)).is_some())
    }

    /// The ways to compare pages, each tried where the one before finds nothing.
    fn likenesses(&self) -> &'static [Likeness] {
        match self.compare {
            Compare::PathsThenBlocks => &[Likeness::Paths, Likeness::Blocks, Likeness::Coverage],
            Compare::Paths => &[Likeness::Paths],
        }
    }
}
