//! Whole sites from the network: their pages one after the other, for [`Sites`](crate::site::Sites) to read.
//!
//! What is asked, in which order and how politely is decided in tamis-fetch; here its pages become inputs. A page that was
//! handed out and is not [done](CrawlHandle::done) is handed out again when the crawl goes on.

pub use tamis_fetch::crawl::{
    CrawlError, CrawlHandle, CrawlOptions, CrawlProgress, CrawlReport, OutgoingSite, PageId, Reason, Reasons, site_of,
    total,
};
pub use tamis_fetch::warc::MediaTypes;

use crate::batch::Readiness;
use crate::network::{Fetched, Network};
use crate::site::SiteInput;
use crate::source::{Input, Origin};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A crawl: its pages, each with what is needed to be done with it.
pub struct Crawl {
    pages: tamis_fetch::crawl::Crawl,
    failure: CrawlFailure,
    keeps_exchanges: bool,
    /// Who lends pages their style sheets and images.
    lender: Option<Network>,
}

/// A page of a crawl that is on its way to its result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CrawlTicket {
    /// For [`CrawlHandle::done`].
    pub id: PageId,
    /// Its address.
    pub origin: Origin,
    /// What was asked and answered, if that is [kept](Crawl::keeping_exchanges), for an archive.
    pub fetched: Option<Fetched>,
}

/// What ended a crawl before its end, if anything did.
#[derive(Clone, Debug, Default)]
pub struct CrawlFailure(Arc<Mutex<Option<CrawlError>>>);

impl CrawlFailure {
    /// The error, once.
    pub fn take(&self) -> Option<CrawlError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Crawl {
    /// Begins a crawl, or goes on with the one in the file `frontier`. The limits of the network hold, but for the delay and the
    /// retries, which are the crawl's own. Pages are parsed once if [`CrawlOptions::parse`] is what the [limits](crate::Limits) of
    /// their reader say.
    ///
    /// # Errors
    /// The frontier is in use or cannot be read and written; a start address or a pattern is wrong.
    pub fn open(frontier: &Path, network: &Network, options: CrawlOptions) -> Result<Crawl, CrawlError> {
        let pages = tamis_fetch::crawl::Crawl::open(frontier, network.client().clone(), options)?;
        Ok(Crawl { pages, failure: CrawlFailure::default(), keeps_exchanges: false, lender: None })
    }

    /// Keeps requests and answers beside each page.
    #[must_use]
    pub fn keeping_exchanges(mut self) -> Crawl {
        self.keeps_exchanges = true;
        self
    }

    /// Gives each page style sheets and images of the network.
    #[must_use]
    pub fn with_resources_of(mut self, network: Network) -> Crawl {
        self.lender = Some(network);
        self
    }

    /// For whoever is done with pages, and to see how far the crawl is.
    pub fn handle(&self) -> CrawlHandle {
        self.pages.handle()
    }

    /// What ended it, to be looked at after its last page.
    pub fn failure(&self) -> CrawlFailure {
        self.failure.clone()
    }

    /// Whether the next page is there.
    pub fn readiness(&self) -> Readiness {
        let handle = self.handle();
        Readiness::when(move || handle.is_ready())
    }
}

impl Iterator for Crawl {
    type Item = (CrawlTicket, SiteInput);

    fn next(&mut self) -> Option<(CrawlTicket, SiteInput)> {
        match self.pages.next()? {
            Ok(page) => {
                let origin = Origin::Address(page.fetched.url.clone());
                let capture = match &self.lender {
                    Some(network) => network.lend(page.capture),
                    None => page.capture,
                };
                let fetched = self.keeps_exchanges.then_some(page.fetched);
                let ticket = CrawlTicket { id: page.id, origin: origin.clone(), fetched };
                let input = Input::read_already(origin, Ok(capture));
                Some((ticket, SiteInput::new(input).with_site(Some(page.site)).with_parsed(page.parsed)))
            }
            Err(error) => {
                *self.failure.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                None
            }
        }
    }
}

impl std::fmt::Debug for Crawl {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Crawl").finish_non_exhaustive()
    }
}
