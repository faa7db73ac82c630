//! What is asked next, and what an answer changes. No thread and no network here: `run` has those.

mod expand;
mod next;
mod settle;

pub(super) use next::{Begin, Job, Step};

use super::fetcher::now_in_ms;
use super::frontier::{AddressKind, AddressState, Frontier, NewAddress, Site, StoredAnswer, Tables};
use super::hosts::{Host, KnownRobots};
use super::options::CrawlOptions;
use super::page::CrawledPage;
use super::report::{CrawlProgress, CrawlReport};
use super::{CrawlError, Links, Patterns, Robots, Traps, canonical, session_id, site_of};
use crate::address::without_credentials;
use crate::http::{Client, timestamp};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use tamis_page::ParsedPage;
use url::Url;

/// Hosts that are kept in memory. A site with a name for each of its users has far more.
const MAX_HOSTS: usize = 4096;
/// The value of a frontier that tells when the crawl began: what depends on the date is then the same in every run.
const BEGAN: &str = "began";
/// No time in the options is longer: a hundred years, so that times can be added up without looking at each sum.
const LONGEST: Duration = Duration::from_hours(100 * 365 * 24);
/// How many sites a report names.
const MAX_OUTGOING: usize = 1000;

/// A crawl: its frontier, and what is under way.
pub(super) struct Schedule {
    frontier: Frontier,
    rules: Rules,
    site: Option<CurrentSite>,
    hosts: HashMap<i64, Host>,
    /// Addresses that are being asked.
    under_way: BTreeSet<i64>,
    n_robots_under_way: usize,
    /// Links of answers that wait for an earlier one. What is not here is read from the answer once more.
    links: BTreeMap<i64, Links>,
    in_memory: PagesInMemory,
    /// Pages to be handed out.
    ready: VecDeque<i64>,
    /// Pages that are ready or handed out, and not done.
    n_undone: usize,
    /// Somebody waits for a page.
    pub(super) is_wanted: bool,
    totals: Totals,
    last_host: Option<String>,
}

/// What does not change while a crawl runs.
struct Rules {
    options: CrawlOptions,
    patterns: Patterns,
    agent: String,
    /// The start addresses that have credentials.
    with_credentials: Vec<Url>,
}

/// The site that is being crawled.
struct CurrentSite {
    site: Site,
    traps: Traps,
    n_waiting: u64,
    /// Answers that wait for an earlier one.
    n_answered: usize,
}

/// Numbers that are kept from the beginning of a crawl.
#[derive(Clone, Copy, Default)]
struct Totals {
    fetched: u64,
    pages: u64,
    done: u64,
    errors: u64,
    bytes: u64,
    sitemaps: u64,
}

/// Pages that were fetched and are still to be handed out. What is not here is read from the frontier, and parsed again.
#[derive(Default)]
struct PagesInMemory {
    pages: BTreeMap<i64, (StoredAnswer, Box<ParsedPage>)>,
    n_bytes: usize,
}

impl PagesInMemory {
    /// About how many bytes they may take together.
    const MAX_BYTES: usize = 32 << 20;

    /// Keeps a page if there is room for it.
    fn put(&mut self, id: i64, answer: &StoredAnswer, parsed: Box<ParsedPage>) -> bool {
        let n_bytes = n_bytes(answer, &parsed);
        let has_room = self.n_bytes + n_bytes <= Self::MAX_BYTES;
        if has_room {
            self.n_bytes += n_bytes;
            self.pages.insert(id, (answer.clone(), parsed));
        }
        has_room
    }

    fn take(&mut self, id: i64) -> Option<(StoredAnswer, Box<ParsedPage>)> {
        let (answer, parsed) = self.pages.remove(&id)?;
        self.n_bytes -= n_bytes(&answer, &parsed);
        Some((answer, parsed))
    }
}

/// About how many bytes a page takes: a node with its attributes has 50 to 100.
fn n_bytes(answer: &StoredAnswer, parsed: &ParsedPage) -> usize {
    let bodies = [&answer.body, &answer.sent].into_iter().flatten().map(|body| body.len());
    bodies.sum::<usize>() + 80 * parsed.document.len()
}

impl Schedule {
    pub(super) fn open(path: &Path, client: &Client, options: CrawlOptions) -> Result<Schedule, CrawlError> {
        let patterns = Patterns::new(&options.include, &options.exclude)?;
        let agent = client.options().user_agent();
        let start = starts(&options, client)?;
        let mut frontier = Frontier::open(path)?;
        let with_credentials = start.iter().filter(|url| has_credentials(url)).cloned().collect();
        let options = with_finite_times(options);
        let rules = Rules { options, patterns, agent, with_credentials };
        let (ready, totals, n_known) = frontier.write(|tables| {
            take_up(tables, &rules, &start)?;
            Ok((tables.ready()?, Totals::read(tables)?, tables.n_known()?))
        })?;
        if n_known == 0 {
            return Err(CrawlError::NoStart);
        }
        Ok(Schedule {
            frontier,
            rules,
            site: None,
            hosts: HashMap::new(),
            under_way: BTreeSet::new(),
            n_robots_under_way: 0,
            links: BTreeMap::new(),
            in_memory: PagesInMemory::default(),
            n_undone: ready.len(),
            ready: ready.into(),
            is_wanted: false,
            totals,
            last_host: None,
        })
    }

    pub(super) fn options(&self) -> &CrawlOptions {
        &self.rules.options
    }

    pub(super) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The next page to be handed out.
    pub(super) fn take_ready(&mut self) -> Result<Option<CrawledPage>, CrawlError> {
        let Some(id) = self.ready.front().copied() else { return Ok(None) };
        let (answer, parsed) = self.in_memory.take(id).unzip();
        let page = self.frontier.read(|tables| {
            let address = tables.address(id)?;
            let site = tables.site_name(address.site)?;
            let answer = answer.map_or_else(|| tables.answer(id), Ok)?;
            CrawledPage::read(&address, site, answer).ok_or(rusqlite::Error::IntegralValueOutOfRange(2, 0))
        })?;
        self.ready.pop_front();
        Ok(Some(CrawledPage { parsed, ..page }))
    }

    /// What came of a page is written.
    pub(super) fn done(&mut self, id: i64, marks: &[(&str, u64)]) -> Result<(), CrawlError> {
        let mut totals = self.totals;
        let was_ready = self.frontier.write(|tables| {
            let was_ready = tables.set_done(id, marks)?;
            if was_ready {
                totals.done += 1;
                totals.write(tables)?;
            }
            Ok(was_ready)
        })?;
        if was_ready {
            self.totals = totals;
            self.n_undone -= 1;
            self.ready.retain(|ready| *ready != id);
        }
        Ok(())
    }

    /// An output is so long before anything is added to it.
    pub(super) fn set_mark(&mut self, output: &str, length: u64) -> Result<(), CrawlError> {
        self.frontier.write(|tables| tables.set_mark(output, length))
    }

    /// The length of an output after the last page that was done.
    pub(super) fn mark(&self, output: &str) -> Result<Option<u64>, CrawlError> {
        self.frontier.read(|tables| tables.mark(output))
    }

    pub(super) fn progress(&self) -> CrawlProgress {
        CrawlProgress {
            fetched: self.totals.fetched,
            pages: self.totals.pages,
            done: self.totals.done,
            queue: self.site.as_ref().map_or(0, |current| current.n_waiting),
            errors: self.totals.errors,
            bytes: self.totals.bytes,
            site: self.site.as_ref().map(|current| current.site.name.clone()),
            host: self.last_host.clone(),
        }
    }

    pub(super) fn report(&self) -> Result<CrawlReport, CrawlError> {
        let (counts, outgoing, known, sites) = self.frontier.read(|tables| {
            Ok((tables.counts()?, tables.outgoing(MAX_OUTGOING)?, tables.n_known()?, tables.n_sites_begun()?))
        })?;
        let mut report = CrawlReport::new(counts, outgoing);
        (report.known, report.sites) = (known, sites);
        (report.fetched, report.pages, report.done) = (self.totals.fetched, self.totals.pages, self.totals.done);
        report.queue = self.progress().queue;
        Ok(report)
    }

    /// A host, with what is known of it.
    fn host(&mut self, id: i64, url: &Url, now: Instant) -> Result<&mut Host, CrawlError> {
        if !self.hosts.contains_key(&id) {
            if self.hosts.len() >= MAX_HOSTS {
                self.hosts.retain(|_, host| !host.is_idle(now));
            }
            let name = host_name(url);
            let robots = self.frontier.read(|tables| self.rules.robots(tables, id, &name))?;
            self.hosts.insert(id, Host::new(name, robots, now));
        }
        Ok(self.hosts.get_mut(&id).expect("invariant: it was just put there"))
    }
}

impl Rules {
    fn max_depth(&self) -> u32 {
        self.options.max_depth.unwrap_or(u32::MAX)
    }

    fn max_pages(&self) -> u64 {
        self.options.max_pages.unwrap_or(u64::MAX)
    }

    /// Whether robots.txt is asked for at all.
    fn asks_robots(&self) -> bool {
        self.options.obey_robots || self.options.sitemaps
    }

    /// The stored rules of a host.
    fn robots(&self, tables: Tables, host: i64, name: &str) -> rusqlite::Result<Option<KnownRobots>> {
        let stored = tables.robots(host)?;
        Ok(stored.zip(robots_url(name)).map(|(stored, url)| {
            let rules = Robots::of_status(stored.status, &stored.body, &self.agent, &url);
            KnownRobots { rules, at: stored.at }
        }))
    }

    /// What decides which of the known addresses are asked. If it is not what it was, they are looked at once more.
    fn fingerprint(&self) -> String {
        let CrawlOptions { include, exclude, max_depth, obey_robots, .. } = &self.options;
        format!("{include:?} {exclude:?} {max_depth:?} {obey_robots}")
    }
}

impl Totals {
    fn read(tables: Tables) -> rusqlite::Result<Totals> {
        let text: String = tables.value("totals")?.unwrap_or_default();
        let mut numbers = text.split(' ').map(|number| number.parse().unwrap_or_default());
        let mut next = || numbers.next().unwrap_or_default();
        Ok(Totals { fetched: next(), pages: next(), done: next(), errors: next(), bytes: next(), sitemaps: next() })
    }

    fn write(&self, tables: Tables) -> rusqlite::Result<()> {
        let Totals { fetched, pages, done, errors, bytes, sitemaps } = self;
        tables.set_value("totals", format!("{fetched} {pages} {done} {errors} {bytes} {sitemaps}"))
    }
}

fn with_finite_times(mut options: CrawlOptions) -> CrawlOptions {
    for time in [&mut options.delay, &mut options.max_delay, &mut options.back_off, &mut options.max_wait] {
        *time = (*time).min(LONGEST);
    }
    options
}

/// The start addresses in the spelling under which they are known.
fn starts(options: &CrawlOptions, client: &Client) -> Result<Vec<Url>, CrawlError> {
    let of = |url: &Url| {
        client.options().policy.check_url(url).map_err(|refused| CrawlError::Start {
            address: without_credentials(url).into(),
            problem: refused.to_string(),
        })?;
        Ok(canonical(url))
    };
    options.start.iter().map(of).collect()
}

/// Makes a frontier that may be new, or of a run that was killed, what these options ask for.
fn take_up(tables: Tables, rules: &Rules, start: &[Url]) -> rusqlite::Result<()> {
    if tables.value::<String>(BEGAN)?.is_none() {
        tables.set_value(BEGAN, timestamp(SystemTime::now()))?;
    }
    tables.unpark()?;
    tables.forget_counts("unreachable")?;
    for url in start {
        let site = tables.site(&site_of(url))?.id;
        tables.set_start(site)?;
        let is_new = match tables.find(url)? {
            Some(id) => tables.make_start(id)?,
            None => {
                add_start(tables, url, site, 0)?;
                true
            }
        };
        if is_new {
            tables.reopen_site(site)?;
        }
    }
    let fingerprint = rules.fingerprint();
    let before: Option<String> = tables.value("options")?;
    if before.as_ref() != Some(&fingerprint) {
        if before.is_some() {
            // First, so that the patterns decide over these too.
            tables.reopen("robots")?;
            tables.forget_counts("robots")?;
            tables.forget_counts("pattern")?;
            tables.sort_out(|url| match rules.patterns.is_wanted(url) {
                Ok(()) => Ok(true),
                Err(excluded) => {
                    tables.count("pattern", &excluded.to_string(), without_credentials(url).as_str())?;
                    Ok(false)
                }
            })?;
            tables.reopen_sites(rules.max_depth())?;
        }
        tables.set_value("options", fingerprint)?;
    }
    Ok(())
}

fn add_start(tables: Tables, url: &Url, site: i64, n_hops: u32) -> rusqlite::Result<()> {
    let host = tables.host(&host_name(url))?;
    let (state, kind) = (AddressState::Waiting, AddressKind::Start);
    tables.add(&NewAddress { url, site, host, state, kind, depth: 0, round: 0, n_hops, source: None }).map(drop)
}

fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Scheme, host and port: what has a robots.txt of its own and is left in peace between two requests.
fn host_name(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn robots_url(host: &str) -> Option<Url> {
    Url::parse(&format!("{host}/robots.txt")).ok()
}

/// Whether rules are so old that they are asked for again: a day, as RFC 9309 has it.
fn is_old(at: i64) -> bool {
    now_in_ms().saturating_sub(at) > 24 * 60 * 60 * 1000
}
