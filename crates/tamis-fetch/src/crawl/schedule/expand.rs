//! What an answer adds to the frontier, once all answers before it are there.

use super::super::CrawlError;
use super::super::fetcher::{MAX_HOPS, listing_limits, look_into};
use super::super::frontier::{Address, AddressKind, AddressState, MAX_KEPT, NewAddress, Tables};
use super::super::hosts::Host;
use super::super::page::CrawledPage;
use super::{CurrentSite, Links, Rules, Schedule, Totals};
use super::{add_start, canonical, has_credentials, host_name, session_id, site_of};
use crate::address::without_credentials;
use crate::discover::{Listing, listing};
use crate::http::carried_over;
use std::collections::{BTreeMap, HashMap, VecDeque};
use url::Url;

/// How many sitemaps are asked for in a crawl.
const MAX_SITEMAPS: u64 = 10_000;

/// What a transaction changes besides the file.
pub(super) struct Expanding<'a> {
    rules: &'a Rules,
    current: &'a mut CurrentSite,
    hosts: &'a HashMap<i64, Host>,
    links: &'a mut BTreeMap<i64, Links>,
    ready: &'a mut VecDeque<i64>,
    n_undone: &'a mut usize,
    totals: &'a mut Totals,
}

impl Schedule {
    /// Changes the frontier while a site is crawled. An error ends the crawl; what may still be handed out and be done after
    /// it is as it was.
    pub(super) fn change<T>(
        &mut self,
        change: impl FnOnce(Tables, &mut Expanding) -> rusqlite::Result<T>,
    ) -> Result<T, CrawlError> {
        let Schedule { frontier, rules, site, hosts, links, ready, n_undone, totals, .. } = self;
        let current = site.as_mut().ok_or(CrawlError::Broken)?;
        let before = (*totals, ready.len(), *n_undone);
        let mut expanding = Expanding { rules, current, hosts, links, ready, n_undone, totals };
        frontier
            .write(|tables| {
                let result = change(tables, &mut expanding)?;
                expanding.totals.write(tables)?;
                Ok(result)
            })
            .inspect_err(|_| {
                ready.truncate(before.1);
                (*totals, *n_undone) = (before.0, before.2);
            })
    }
}

impl Expanding<'_> {
    /// Looks into all answers whose turn it is, as long as there may be more pages.
    pub(super) fn expand_answered(&mut self, tables: Tables) -> rusqlite::Result<()> {
        while self.totals.pages < self.rules.max_pages()
            && let Some(address) = tables.answered_head(self.current.site.id, self.rules.max_depth())?
        {
            self.current.n_answered = self.current.n_answered.saturating_sub(1);
            self.expand(tables, &address)?;
        }
        Ok(())
    }

    fn expand(&mut self, tables: Tables, address: &Address) -> rusqlite::Result<()> {
        if self.rules.options.sitemaps && tables.begin_listing(address.host)? {
            self.add_sitemaps_of_host(tables, address)?;
        }
        let (outcome, detail) = tables.outcome(address.id)?;
        match outcome.as_str() {
            "page" => return self.page(tables, address),
            "sitemap" => self.sitemap(tables, address)?,
            "redirect" => match Url::parse(&detail) {
                Ok(target) => self.redirect(tables, address, &target)?,
                Err(_) => self.close(tables, address, "error", "redirect to nowhere")?,
            },
            outcome => self.close(tables, address, outcome, &detail)?,
        }
        tables.close(address.id, outcome == "robots")
    }

    /// Counts why an address is no page.
    fn close(&mut self, tables: Tables, address: &Address, outcome: &str, detail: &str) -> rusqlite::Result<()> {
        let is_error = match outcome {
            "error" | "too large" => true,
            "status" => detail.parse::<u16>().is_ok_and(|status| status >= 400),
            _ => false,
        };
        self.totals.errors += u64::from(is_error);
        tables.count(outcome, detail, &shown(&address.url))
    }

    fn page(&mut self, tables: Tables, address: &Address) -> rusqlite::Result<()> {
        // Before its links: pages that are all the same are a trap for what is found on them.
        let digest = tables.set_ready(address.id, self.totals.pages)?;
        self.current.traps.note_content(&address.url, digest);
        let links = match self.links.remove(&address.id) {
            Some(links) => links,
            None => look_into(&stored_page(tables, address)?.capture, &self.rules.options, &self.rules.agent).0.links,
        };
        if links.n_over_limit > 0 {
            tables.count_more("many links", "", links.n_over_limit as u64, &shown(&address.url))?;
        }
        let follows = self.rules.options.follow_nofollow;
        let canonical = links.canonical.iter().map(|url| (url, false));
        for (url, is_nofollow) in links.links.iter().map(|link| (&link.url, link.is_nofollow)).chain(canonical) {
            if !follows && (links.is_nofollow || is_nofollow) {
                tables.count("nofollow", "", &shown(url))?;
            } else {
                self.found(tables, address, url, address.depth.saturating_add(1))?;
            }
        }
        self.totals.pages += 1;
        self.ready.push_back(address.id);
        *self.n_undone += 1;
        Ok(())
    }

    /// An address was found on a page or in a list.
    fn found(&mut self, tables: Tables, source: &Address, url: &Url, depth: u32) -> rusqlite::Result<()> {
        if !matches!(url.scheme(), "http" | "https") {
            return Ok(());
        }
        if let Some(name) = session_id(url) {
            tables.count("session id", &name, &shown(url))?;
        }
        let url = self.known_as(source, url);
        let site = site_of(&url);
        if site != self.current.site.name {
            return self.outgoing(tables, source, &url, &site);
        }
        if tables.find(&url)?.is_none() {
            self.add(tables, source, &url, (AddressKind::Page, depth, 0, 0))?;
        }
        Ok(())
    }

    /// The spelling under which an address is known that was found at another one. It has the credentials of its host, if
    /// the user gave any: a page does not name them in its links.
    fn known_as(&self, source: &Address, url: &Url) -> Url {
        let known =
            Some(&source.url).filter(|source| has_credentials(source)).into_iter().chain(&self.rules.with_credentials);
        known.fold(canonical(url), |url, from| carried_over(from, url))
    }

    /// An address of this site that was not known.
    fn add(
        &mut self,
        tables: Tables,
        source: &Address,
        url: &Url,
        (kind, depth, round, n_hops): (AddressKind, u32, u32, u32),
    ) -> rusqlite::Result<()> {
        let mut state = AddressState::Waiting;
        if kind == AddressKind::Page {
            let from = (source.kind != AddressKind::Sitemap).then_some(&source.url);
            if let Some(trap) = self.current.traps.look(url, from) {
                return tables.count("trap", trap.kind.name(), &shown(url));
            }
            if let Err(excluded) = self.rules.patterns.is_wanted(url) {
                tables.count("pattern", &excluded.to_string(), &shown(url))?;
                state = AddressState::Excluded;
            }
        }
        let host = tables.host(&host_name(url))?;
        if state == AddressState::Waiting && self.hosts.get(&host).is_some_and(|host| host.is_parked) {
            state = AddressState::Parked;
        }
        if state == AddressState::Waiting && depth <= self.rules.max_depth() {
            self.current.n_waiting += 1;
        }
        let site = self.current.site.id;
        let source = Some(source.id);
        tables.add(&NewAddress { url, site, host, state, kind, depth, round, n_hops, source }).map(drop)
    }

    /// A link that leaves the site: kept for later.
    fn outgoing(&mut self, tables: Tables, source: &Address, url: &Url, site: &str) -> rusqlite::Result<()> {
        let site = tables.site(site)?;
        let is_kept = site.n_kept < MAX_KEPT && tables.find(url)?.is_none();
        tables.count_link(site.id, is_kept)?;
        if is_kept {
            let host = tables.host(&host_name(url))?;
            let is_wanted = self.rules.patterns.is_wanted(url).is_ok();
            let state = if is_wanted { AddressState::Waiting } else { AddressState::Excluded };
            let (site, kind, source) = (site.id, AddressKind::Page, Some(source.id));
            tables.add(&NewAddress { url, site, host, state, kind, depth: 0, round: 0, n_hops: 0, source })?;
        }
        Ok(())
    }

    fn redirect(&mut self, tables: Tables, address: &Address, target: &Url) -> rusqlite::Result<()> {
        if !matches!(target.scheme(), "http" | "https") {
            return self.close(tables, address, "error", "redirect to nowhere");
        }
        let target = self.known_as(address, target);
        tables.count("redirect", "", &shown(&address.url))?;
        let n_hops = address.n_hops + 1;
        if target == address.url || comes_from(tables, address, &target)? {
            return self.close(tables, address, "error", "redirect loop");
        }
        if n_hops > MAX_HOPS {
            return self.close(tables, address, "error", "too many redirects");
        }
        let site = site_of(&target);
        let leaves = site != self.current.site.name && address.kind != AddressKind::Sitemap;
        match (leaves, address.kind) {
            // What the user named has moved: its new place is what is meant.
            (true, AddressKind::Start) => {
                let site = tables.site(&site)?.id;
                tables.set_start(site)?;
                if tables.find(&target)?.is_none() {
                    add_start(tables, &target, site, n_hops)?;
                    tables.reopen_site(site)?;
                }
                Ok(())
            }
            (true, _) => self.outgoing(tables, address, &target, &site),
            (false, kind) if tables.find(&target)?.is_none() => {
                self.add(tables, address, &target, (kind, address.depth, address.round, n_hops))
            }
            (false, _) => Ok(()),
        }
    }

    /// The sitemaps that the robots.txt of a host names.
    fn add_sitemaps_of_host(&mut self, tables: Tables, address: &Address) -> rusqlite::Result<()> {
        let name = host_name(&address.url);
        let robots = self.rules.robots(tables, address.host, &name)?;
        for sitemap in robots.iter().flat_map(|known| known.rules.sitemaps()) {
            self.add_sitemap(tables, address, sitemap, 0)?;
        }
        Ok(())
    }

    fn add_sitemap(&mut self, tables: Tables, address: &Address, url: &Url, n_hops: u32) -> rusqlite::Result<()> {
        let url = self.known_as(address, url);
        let is_wanted = matches!(url.scheme(), "http" | "https") && self.totals.sitemaps < MAX_SITEMAPS;
        if is_wanted && tables.find(&url)?.is_none() {
            self.totals.sitemaps += 1;
            self.add(tables, address, &url, (AddressKind::Sitemap, address.depth, address.round, n_hops))?;
        }
        Ok(())
    }

    /// A list of pages, or of further lists.
    fn sitemap(&mut self, tables: Tables, address: &Address) -> rusqlite::Result<()> {
        let capture = stored_page(tables, address)?.capture;
        let found = listing(&capture.body, &address.url, capture.media_type(), &listing_limits());
        match found {
            Some(Listing::Pages { entries, .. }) => {
                for entry in entries {
                    self.found(tables, address, &entry.url, address.depth.saturating_add(1))?;
                }
            }
            Some(Listing::Index { sitemaps, .. }) if address.n_hops < MAX_HOPS => {
                for sitemap in sitemaps {
                    self.add_sitemap(tables, address, &sitemap, address.n_hops + 1)?;
                }
            }
            _ => self.close(tables, address, "error", "no sitemap")?,
        }
        Ok(())
    }
}

fn stored_page(tables: Tables, address: &Address) -> rusqlite::Result<CrawledPage> {
    CrawledPage::read(address, String::new(), tables.answer(address.id)?)
        .ok_or(rusqlite::Error::IntegralValueOutOfRange(2, 0))
}

/// Whether redirects led from this target to the address.
fn comes_from(tables: Tables, address: &Address, target: &Url) -> rusqlite::Result<bool> {
    let by_redirect = |address: &Address| address.source.filter(|_| address.n_hops > 0 && address.spelling.is_none());
    let mut source = by_redirect(address);
    while let Some(id) = source {
        let earlier = tables.address(id)?;
        if earlier.url == *target {
            return Ok(true);
        }
        source = by_redirect(&earlier);
    }
    Ok(false)
}

/// An address as it may stand in a report.
fn shown(url: &Url) -> String {
    without_credentials(url).into()
}
