//! What an answer, or none, changes.

use super::super::CrawlError;
use super::super::fetcher::{Answered, Failure, Outcome, PageContent, RobotsOutcome, Trouble};
use super::super::frontier::{Address, StoredAnswer, StoredRobots};
use super::super::hosts::KnownRobots;
use super::next::QueueScan;
use super::{Robots, Schedule, is_old, now_in_ms, robots_url};
use crate::http::back_off;
use std::time::{Duration, Instant};

/// How many links are kept in memory, without their page, while that waits for an earlier one.
const MAX_KEPT_LINKS: usize = 1000;

impl Schedule {
    /// An address was asked.
    pub(in super::super) fn settle(
        &mut self,
        address: &Address,
        outcome: Outcome,
        now: Instant,
    ) -> Result<(), CrawlError> {
        self.page_is_back(address);
        match outcome {
            Outcome::Answered(answered) => {
                let Answered { answer, content, n_bytes } = *answered;
                if let Some(host) = self.hosts.get_mut(&address.host) {
                    host.reached();
                }
                self.totals.fetched += u64::from(answer.outcome != "error");
                self.totals.bytes += n_bytes;
                if let Some(PageContent { links, parsed }) = content {
                    let is_kept = parsed.is_some_and(|parsed| self.in_memory.put(address.id, &answer, parsed));
                    if is_kept || links.links.len() <= MAX_KEPT_LINKS {
                        self.links.insert(address.id, links);
                    }
                }
                self.answered(&[(address.id, answer)])
            }
            Outcome::Elsewhere(spelling) => {
                self.totals.fetched += 1;
                self.change(|tables, _| tables.ask_otherwise(address.id, &spelling, address.n_hops + 1))
            }
            Outcome::Failed(failure) => self.failed(address, failure, now),
        }
    }

    /// These addresses are not asked, as robots.txt forbids it.
    pub(super) fn disallow(&mut self, addresses: &[Address]) -> Result<QueueScan, CrawlError> {
        let disallowed = StoredAnswer { outcome: "robots".to_owned(), ..StoredAnswer::default() };
        let answers: Vec<_> = addresses.iter().map(|address| (address.id, disallowed.clone())).collect();
        self.answered(&answers)?;
        Ok(QueueScan::Changed)
    }

    /// These answers are there. Those whose turn it is are looked into, all in one transaction.
    fn answered(&mut self, answers: &[(i64, StoredAnswer)]) -> Result<(), CrawlError> {
        if let Some(current) = &mut self.site {
            current.n_waiting = current.n_waiting.saturating_sub(answers.len() as u64);
            current.n_answered += answers.len();
        }
        self.change(|tables, expanding| {
            for (id, answer) in answers {
                tables.set_answered(*id, answer)?;
            }
            expanding.expand_answered(tables)
        })
    }

    fn failed(&mut self, address: &Address, failure: Failure, now: Instant) -> Result<(), CrawlError> {
        let (retries, first, longest) = self.waits();
        let wait = |n_failures| back_off(first, n_failures, longest);
        let Some(host) = self.hosts.get_mut(&address.host) else { return Ok(()) };
        match failure.trouble {
            Trouble::Gone => {
                // Not the page's fault: it keeps its place and its tries.
                if host.not_reached(now, retries, wait) {
                    return self.park(address.host, &failure.detail);
                }
                return Ok(());
            }
            Trouble::Busy(Some(asked)) if asked > longest => {
                return self.park(address.host, &format!("asks to be left alone for {} s", asked.as_secs()));
            }
            Trouble::Busy(asked) => host.hold(now + asked.unwrap_or_else(|| wait(address.round + 1))),
            Trouble::None => {}
        }
        host.reached();
        if address.round >= retries {
            let answer =
                StoredAnswer { outcome: failure.outcome.to_owned(), detail: failure.detail, ..StoredAnswer::default() };
            self.totals.fetched += u64::from(failure.outcome == "status");
            return self.answered(&[(address.id, answer)]);
        }
        let not_before = now_in_ms() + wait(address.round + 1).as_millis() as i64;
        self.change(|tables, expanding| {
            tables.ask_again(address.id, address.round + 1, not_before)?;
            // What waited for it need not any more.
            expanding.expand_answered(tables)
        })
    }

    /// A robots.txt was asked for.
    pub(in super::super) fn settle_robots(
        &mut self,
        host_id: i64,
        name: &str,
        outcome: RobotsOutcome,
        now: Instant,
    ) -> Result<(), CrawlError> {
        self.robots_are_back(host_id);
        let (retries, first, longest) = self.waits();
        let wait = |n_failures| back_off(first, n_failures, longest);
        let Some(host) = self.hosts.get_mut(&host_id) else { return Ok(()) };
        let (detail, trouble) = match outcome {
            RobotsOutcome::Answered { stored, retry_after } => {
                let StoredRobots { status, body, at } = &stored;
                let url = robots_url(name).ok_or(CrawlError::Broken)?;
                let rules = Robots::of_status(*status, body, &self.rules.agent, &url);
                host.reached();
                if rules.is_temporary() {
                    (format!("robots.txt: {status}"), Trouble::Busy(retry_after))
                } else {
                    host.n_robots_failures = 0;
                    host.robots = Some(KnownRobots { rules, at: *at });
                    return self.frontier.write(|tables| tables.set_robots(host_id, &stored));
                }
            }
            RobotsOutcome::Refused => {
                // Its pages are refused as well, each with its own count; nothing of it is ever asked.
                host.robots = Some(KnownRobots { rules: Robots::allow_all(), at: now_in_ms() });
                return Ok(());
            }
            RobotsOutcome::Failed { detail, trouble } => (detail, trouble),
        };
        if let Some(known) = host.robots.as_mut().filter(|known| is_old(known.at)) {
            // The old rules hold for another hour.
            known.at = now_in_ms() - 23 * 60 * 60 * 1000;
            return Ok(());
        }
        let is_given_up = match trouble {
            Trouble::Gone => host.not_reached(now, retries, wait),
            Trouble::Busy(Some(asked)) if asked > longest => true,
            Trouble::Busy(_) | Trouble::None => {
                host.n_robots_failures += 1;
                let asked = if let Trouble::Busy(asked) = trouble { asked } else { None };
                host.hold(now + asked.unwrap_or_else(|| wait(host.n_robots_failures)));
                host.n_robots_failures > retries
            }
        };
        if is_given_up { self.park(host_id, &detail) } else { Ok(()) }
    }

    /// Leaves a host for the next run.
    fn park(&mut self, host_id: i64, reason: &str) -> Result<(), CrawlError> {
        let Some(site) = self.site.as_ref().map(|current| current.site.id) else { return Ok(()) };
        let name = self.hosts.get(&host_id).map_or_else(String::new, |host| host.name.clone());
        if let Some(host) = self.hosts.get_mut(&host_id) {
            host.is_parked = true;
        }
        let detail = format!("{name}: {reason}");
        let n_parked = self.change(|tables, expanding| {
            let n_parked = tables.park(site, host_id)? as u64;
            tables.count_more("unreachable", &detail, n_parked, &name)?;
            expanding.expand_answered(tables)?;
            Ok(n_parked)
        })?;
        if let Some(current) = &mut self.site {
            current.n_waiting = current.n_waiting.saturating_sub(n_parked);
        }
        Ok(())
    }

    /// How many times, for how long at first, and for how long at most.
    fn waits(&self) -> (u32, Duration, Duration) {
        let options = &self.rules.options;
        (options.retries, options.back_off, options.max_wait)
    }
}
