//! How far a crawl is, and what it met.

use super::frontier::{Counted, Site};

/// How far a crawl is. Numbers count from its beginning, not from when it was opened.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct CrawlProgress {
    /// Answers that came, of whatever status.
    pub fetched: u64,
    /// Pages among them that are or were handed out.
    pub pages: u64,
    /// Pages that whoever took them is done with.
    pub done: u64,
    /// Addresses of the site that are still to be asked.
    pub queue: u64,
    /// Addresses that could not be had: failures and statuses of 400 and more.
    pub errors: u64,
    /// Bytes of bodies, as they were sent.
    pub bytes: u64,
    /// The site that is being crawled.
    pub site: Option<String>,
    /// The host that was asked last.
    pub host: Option<String>,
}

/// What a crawl met, from its beginning.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct CrawlReport {
    /// Addresses that are known.
    pub known: u64,
    /// Answers that came.
    pub fetched: u64,
    /// Pages that are or were handed out.
    pub pages: u64,
    /// Pages that whoever took them is done with.
    pub done: u64,
    /// Sites that were begun.
    pub sites: u64,
    /// Addresses of the last site that are still to be asked: by the next run, or with a larger budget.
    pub queue: u64,
    /// Addresses that robots.txt forbids.
    pub robots: Reasons,
    /// Links that were not followed because they, or their page, say `nofollow`.
    pub nofollow: Reasons,
    /// Addresses that the patterns leave out.
    pub patterns: Reasons,
    /// Answers of another type, by type.
    pub types: Reasons,
    /// Answers that are no page, by status.
    pub statuses: Reasons,
    /// Answers that are larger than the limit.
    pub too_large: Reasons,
    /// Addresses without an answer, by what went wrong.
    pub errors: Reasons,
    /// Addresses that redirect elsewhere.
    pub redirects: Reasons,
    /// Links into traps, by kind. They are not asked.
    pub traps: Reasons,
    /// Links beyond the first 10,000 of a page. They are not followed.
    pub many_links: Reasons,
    /// Links of which a session id was taken out, by the name of the parameter.
    pub session_ids: Reasons,
    /// Hosts that did not answer, and how many addresses they leave for the next run.
    pub unreachable: Reasons,
    /// Sites that links lead to and that were not crawled, in the order in which they were found; the first 1,000.
    pub outgoing: Vec<OutgoingSite>,
}

/// Something that was counted, by what it was.
pub type Reasons = Vec<Reason>;

/// How often something happened, with the first address that it happened to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reason {
    /// What it was: a status, a type, the name of an error or of a trap. Empty if there is only one kind.
    pub name: String,
    /// How many times.
    pub n: u64,
    /// The first address that it was.
    pub example: String,
}

/// A site that links lead to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OutgoingSite {
    /// Its name, a registrable domain.
    pub site: String,
    /// How many links lead to it.
    pub links: u64,
}

impl CrawlReport {
    pub(super) fn new(counted: Vec<Counted>, outgoing: Vec<Site>) -> CrawlReport {
        let mut report = CrawlReport::default();
        for Counted { kind, detail, n, example } in counted {
            let reasons = match kind.as_str() {
                "robots" => &mut report.robots,
                "nofollow" => &mut report.nofollow,
                "pattern" => &mut report.patterns,
                "type" => &mut report.types,
                "status" => &mut report.statuses,
                "too large" => &mut report.too_large,
                "error" => &mut report.errors,
                "redirect" => &mut report.redirects,
                "trap" => &mut report.traps,
                "many links" => &mut report.many_links,
                "session id" => &mut report.session_ids,
                "unreachable" => &mut report.unreachable,
                _ => continue,
            };
            reasons.push(Reason { name: detail, n, example });
        }
        report.outgoing =
            outgoing.into_iter().map(|site| OutgoingSite { site: site.name, links: site.n_links }).collect();
        report
    }
}

/// How often any of these happened.
pub fn total(reasons: &[Reason]) -> u64 {
    reasons.iter().map(|reason| reason.n).sum()
}
