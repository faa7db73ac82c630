//! What is asked next.

use super::super::CrawlError;
use super::super::frontier::{Address, AddressState, Replayed};
use super::{BEGAN, CurrentSite, Schedule, Traps, is_old, now_in_ms};
use std::time::{Duration, Instant};

/// How many addresses are looked at first. Most often the first that is not under way can be asked.
const FEW: usize = 8;

/// What a thread does now.
pub(in super::super) enum Step {
    /// Asks, at a time.
    Ask(Job, Instant),
    /// Waits until this time, or until something changes.
    Wait(Option<Instant>),
    /// There is nothing left.
    End,
}

/// What is asked.
pub(in super::super) enum Job {
    Page(Box<Address>),
    Robots { host: i64, name: String },
}

/// When a job begins.
pub(in super::super) enum Begin {
    Now,
    At(Instant),
    /// Its host has asked to be left alone since. It is looked for once more.
    Never,
}

impl Job {
    pub(in super::super) fn host(&self) -> i64 {
        match self {
            Job::Page(address) => address.host,
            Job::Robots { host, .. } => *host,
        }
    }
}

/// What comes of looking through the first addresses of the queue.
pub(super) enum QueueScan {
    Step(Step),
    /// Something was settled without asking, so that the queue is another one.
    Changed,
    /// None of them can be asked, and there are more.
    More(Option<Instant>),
}

impl Schedule {
    /// What is to be done now.
    pub(in super::super) fn next_step(&mut self, now: Instant) -> Result<Step, CrawlError> {
        loop {
            let Some((site, n_answered)) = self.current_site()? else {
                return Ok(Step::End);
            };
            let is_idle = self.under_way.is_empty() && self.n_robots_under_way == 0;
            if self.totals.pages >= self.rules.max_pages() {
                return Ok(if is_idle { Step::End } else { Step::Wait(None) });
            }
            let widest = self.under_way.len() + self.rules.options.max_waiting.max(FEW);
            let mut limit = self.under_way.len() + FEW;
            loop {
                let waiting = self.frontier.read(|tables| tables.waiting(site, self.rules.max_depth(), limit))?;
                let is_all = waiting.len() < limit;
                if waiting.is_empty() && is_idle {
                    self.end_site(site)?;
                    break;
                }
                match self.look_through(&waiting, n_answered, now)? {
                    QueueScan::Step(step) => return Ok(step),
                    QueueScan::Changed => break,
                    QueueScan::More(wake) if is_all || limit >= widest => return Ok(Step::Wait(wake)),
                    QueueScan::More(_) => limit = widest,
                }
            }
        }
    }

    /// The first of these addresses that can be asked.
    fn look_through(&mut self, waiting: &[Address], n_answered: usize, now: Instant) -> Result<QueueScan, CrawlError> {
        let connections = self.rules.options.connections.max(1);
        let max_waiting = self.rules.options.max_waiting.max(1);
        // What may still become a page: what is answered, under way, or comes before an address and has to wait.
        let n_left = self.rules.max_pages().saturating_sub(self.totals.pages);
        let mut n_before = n_answered + self.under_way.len();
        let mut wake: Option<Instant> = None;
        let mut disallowed: Vec<Address> = Vec::new();
        for (index, address) in waiting.iter().enumerate() {
            if self.under_way.contains(&address.id) {
                continue;
            }
            // All others wait for the first of the queue, so that it does not wait for them, and they leave it its place in
            // the budget: no page is fetched that cannot be handed out.
            let is_full = if index == 0 {
                self.n_undone >= max_waiting && !self.is_starving()
            } else {
                self.n_undone + n_answered + self.under_way.len() >= max_waiting || n_before as u64 >= n_left
            };
            if is_full {
                return Ok(if disallowed.is_empty() {
                    QueueScan::Step(Step::Wait(wake))
                } else {
                    self.disallow(&disallowed)?
                });
            }
            n_before += 1;
            let options = &self.rules.options;
            let (delay, max_delay, obeys) = (options.delay, options.max_delay, options.obey_robots);
            let max_wait = options.max_wait;
            let asks_robots = self.rules.asks_robots();
            let host = self.host(address.host, &address.url, now)?;
            let not_before = host.held(now).or_else(|| {
                let ms = u64::try_from(address.not_before.saturating_sub(now_in_ms())).ok().filter(|ms| *ms > 0);
                // Nobody is told to wait for longer than that, unless the clock was put back.
                ms.map(Duration::from_millis).filter(|wait| *wait <= max_wait).map(|wait| now + wait)
            });
            if let Some(not_before) = not_before {
                wake = Some(wake.map_or(not_before, |wake| wake.min(not_before)));
                continue;
            }
            if asks_robots && host.robots.as_ref().is_none_or(|known| is_old(known.at)) {
                if host.is_asking_robots {
                    continue;
                }
                host.is_asking_robots = true;
                let slot = host.take_slot(now, host.delay(delay, max_delay));
                let job = Job::Robots { host: address.host, name: host.name.clone() };
                self.n_robots_under_way += 1;
                return Ok(QueueScan::Step(Step::Ask(job, slot)));
            }
            if obeys && host.robots.as_ref().is_some_and(|known| !known.rules.is_allowed(address.asked())) {
                disallowed.push(address.clone());
                n_before -= 1;
                continue;
            }
            if host.n_under_way >= connections {
                continue;
            }
            if !disallowed.is_empty() {
                return self.disallow(&disallowed);
            }
            host.n_under_way += 1;
            let slot = host.take_slot(now, host.delay(delay, max_delay));
            self.under_way.insert(address.id);
            return Ok(QueueScan::Step(Step::Ask(Job::Page(Box::new(address.clone())), slot)));
        }
        if disallowed.is_empty() { Ok(QueueScan::More(wake)) } else { self.disallow(&disallowed) }
    }

    /// Whether somebody waits for a page and none can come, since all that may be held are in other hands.
    fn is_starving(&self) -> bool {
        self.is_wanted && self.ready.is_empty() && self.under_way.is_empty()
    }

    /// Whether a job whose time has come begins now.
    pub(in super::super) fn begin(&mut self, job: &Job, now: Instant) -> Begin {
        let (delay, max_delay) = (self.rules.options.delay, self.rules.options.max_delay);
        let Some(host) = self.hosts.get_mut(&job.host()) else { return Begin::Now };
        if host.is_parked || host.held(now).is_some() {
            match job {
                Job::Page(address) => self.page_is_back(address),
                Job::Robots { host, .. } => self.robots_are_back(*host),
            }
            return Begin::Never;
        }
        match host.begin(now, host.delay(delay, max_delay)) {
            Ok(()) => {
                self.last_host = Some(host.name.clone());
                Begin::Now
            }
            Err(later) => Begin::At(later),
        }
    }

    /// A page is not being asked any more.
    pub(super) fn page_is_back(&mut self, address: &Address) {
        self.under_way.remove(&address.id);
        if let Some(host) = self.hosts.get_mut(&address.host) {
            host.n_under_way -= 1;
        }
    }

    /// A robots.txt is not being asked for any more.
    pub(super) fn robots_are_back(&mut self, host: i64) {
        self.n_robots_under_way -= 1;
        if let Some(host) = self.hosts.get_mut(&host) {
            host.is_asking_robots = false;
        }
    }

    /// How many threads there is something to do for.
    pub(in super::super) fn n_threads(&self) -> usize {
        /// Hosts of one site that are asked side by side.
        const MAX_SIDE_BY_SIDE: usize = 8;
        self.rules.options.connections.max(1) * self.hosts.len().clamp(1, MAX_SIDE_BY_SIDE)
    }

    /// The site that is being crawled, and how many of its answers wait; the next one is begun if there is none.
    fn current_site(&mut self) -> Result<Option<(i64, usize)>, CrawlError> {
        if self.site.is_none() {
            let (max_sites, max_depth) = (self.rules.options.max_sites, self.rules.max_depth());
            let Some(site) = self.frontier.write(|tables| tables.begin_site(max_sites, max_depth))? else {
                return Ok(None);
            };
            let (traps, n_waiting, n_answered) = self.frontier.read(|tables| {
                let mut traps = Traps::begun(&tables.value::<String>(BEGAN)?.unwrap_or_default());
                tables.replay(site.id, |replayed| match replayed {
                    Replayed::Page(url, digest) => traps.note_content(url, digest),
                    Replayed::Found(url, source) => traps.note(url, source),
                })?;
                let n_waiting = tables.n_in_queue(site.id, AddressState::Waiting, max_depth)?;
                Ok((traps, n_waiting, tables.n_in_queue(site.id, AddressState::Answered, max_depth)? as usize))
            })?;
            self.site = Some(CurrentSite { site, traps, n_waiting, n_answered });
            // A run that was killed may have left answers that nobody looked into.
            self.change(|tables, expanding| expanding.expand_answered(tables))?;
        }
        Ok(self.site.as_ref().map(|current| (current.site.id, current.n_answered)))
    }

    fn end_site(&mut self, site: i64) -> Result<(), CrawlError> {
        self.frontier.write(|tables| tables.end_site(site))?;
        self.site = None;
        self.hosts.clear();
        Ok(())
    }
}
