//! Whole sites: a page of each template is asked the long way, every other page is mapped from it.
//!
//! [`Sites`] runs many pages, of one site or of many mixed, over threads. Which template a page is of is decided by
//! [`Clusters`](tamis_sites::Clusters), one for each site, so that no template is ever used for a page of another site.
//!
//! # The same answer on any number of threads
//! Each page may change what is known for those after it, so decisions are taken in the order of the pages. All else runs
//! side by side:
//!
//! 1. A thread reads and parses its page and notes its fingerprint.
//! 2. It waits until all pages before it are that far. Now it is known whether the page can be one of a template: of a
//!    known one, or of one that a page before it is about to become. If a known template is similar, the page is mapped
//!    from it; if none fits and none is about to come, the page is asked the long way at once, or instead of it the one of
//!    the next few pages that is the most typical of them, and the page is mapped from that.
//! 3. It waits for its turn, and the decision is taken with what is known by then. That agrees with what was prepared,
//!    or else what was prepared is thrown away. A page that is asked the long way only now keeps those after it waiting: that
//!    is one that is similar to a page just before it, whose template does not fit it after all.
//! 4. The turn ends; the findings are written, side by side again.
//!
//! A page that fails, panics or takes too long passes its turn on, and waiting costs no page its own time.
//!
//! # What is kept, and when
//! A new template is merged into the store before the result of its page is handed over; counts are merged every few
//! hundred pages and at the end. A store that fails ends the run; what was handed over before is complete.

mod input;
mod options;
mod order;
mod question;
mod run;
mod templates;
#[cfg(test)]
mod tests;
mod visit;

pub use input::{SiteInput, same_name, site_of};
pub use options::{template_options, template_options_with};
pub use question::{question, short};
pub use run::{SiteCounts, Sites};
pub use tamis_sites::store::{self, StoreError, TemplateStore};
pub use tamis_sites::{Choice, ClusterOptions, Drift, Mode, TemplateArea};
pub use templates::{ColumnFill, StoredTemplateInfo, list};

use crate::findings::Findings;
use crate::source::Origin;
use std::time::Duration;

/// A page of a site and what is known of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct SitePage {
    /// Where it is from.
    pub origin: Origin,
    /// The site that it is of.
    pub site: String,
    /// What is known, with the [template](Findings::template).
    pub findings: Findings,
    /// What a person should know about the templates of the site, said once: what drifts, what was learned again.
    pub notes: Vec<String>,
    /// How long the page took, less the time that it waited for others.
    pub elapsed: Duration,
}

/// Which template a page is of, and whether its findings are from there.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct TemplateUse {
    /// The template: site and id.
    pub id: String,
    /// How unlike the page and the template's first page are, from 0 to 1; 0 for that page itself.
    pub distance: f64,
    /// Whether the findings were mapped from the template. If not, the page was asked the long way and is what the
    /// template was learned from.
    pub is_used: bool,
    /// How many of the things that the template names are not on the page.
    pub n_missing: usize,
    /// Why the page was asked the long way, in words.
    pub reason: Option<String>,
    /// Whether its main table was read by the selectors of the template, without mapping a node of it.
    pub is_applied: bool,
    /// Why that was not so and the table was mapped instead, in words; `None` where there was none to map.
    pub why_mapped: Option<String>,
}

/// Opens a store; without a location, one that forgets everything at the end of the run.
///
/// # Errors
/// There is no such store, or it cannot be opened.
pub fn open_store(location: Option<&str>) -> Result<Box<dyn TemplateStore>, StoreError> {
    match location {
        Some(location) => store::open(location),
        None => Ok(Box::new(store::MemoryStore::new())),
    }
}
