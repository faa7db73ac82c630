//! A host while it is being crawled: when it may be asked, and what.

use super::Robots;
use std::time::{Duration, Instant};

/// A host (`https://shop.example:8443`).
pub(super) struct Host {
    pub(super) name: String,
    pub(super) robots: Option<KnownRobots>,
    /// Whether its robots.txt is on its way.
    pub(super) is_asking_robots: bool,
    /// How many times in a row its robots.txt could not be had.
    pub(super) n_robots_failures: u32,
    /// Whether it is left for the next run.
    pub(super) is_parked: bool,
    /// How many requests are under way or have their time.
    pub(super) n_under_way: usize,
    /// How many times in a row it could not be reached.
    n_failures: u32,
    /// Whether it ever was, in this run.
    was_reached: bool,
    /// It is not asked before this.
    held_until: Instant,
    /// The time of the next request.
    next_slot: Instant,
    /// When the last request really began.
    last_begin: Option<Instant>,
}

/// The rules of a host, and when they were asked for, in milliseconds since 1970.
pub(super) struct KnownRobots {
    pub(super) rules: Robots,
    pub(super) at: i64,
}

/// How many more times than a page a host is tried that answered before, until it is left for the next run: with one second
/// to begin with it gets two minutes. One that never did may be a mistake in writing.
const MORE_FAILURES: u32 = 4;

/// How far requests may be behind their times and still make up for it, in delays.
const MAX_LAG: u32 = 8;
/// No two requests begin closer to each other than so many hundredths of the delay, also if the first was late.
const CLOSEST: u32 = 97;

impl Host {
    pub(super) fn new(name: String, robots: Option<KnownRobots>, now: Instant) -> Host {
        Host {
            name,
            robots,
            is_asking_robots: false,
            n_robots_failures: 0,
            is_parked: false,
            n_under_way: 0,
            n_failures: 0,
            was_reached: false,
            held_until: now,
            next_slot: now,
            last_begin: None,
        }
    }

    /// How far apart its requests begin.
    pub(super) fn delay(&self, delay: Duration, max_delay: Duration) -> Duration {
        let asked = self.robots.as_ref().and_then(|known| known.rules.crawl_delay());
        asked.map_or(delay, |asked| asked.min(max_delay).max(delay))
    }

    /// Takes the next time at which it may be asked. Times lie on a grid as long as requests are there to take them, so that a
    /// thread that wakes up late does not delay all that come after it: what is lost is made up for, but
    /// [slowly](Host::begin).
    pub(super) fn take_slot(&mut self, now: Instant, delay: Duration) -> Instant {
        let slot = self.next_slot.max(self.held_until);
        // What a thread that was late has lost is made up for, but not an hour in which there was nothing to ask.
        self.next_slot = slot.max(now.checked_sub(delay * MAX_LAG).unwrap_or(now)) + delay;
        slot.max(now)
    }

    /// A request begins now, unless the one before it was late, and too little time has passed since: then this is when it
    /// may begin.
    pub(super) fn begin(&mut self, now: Instant, delay: Duration) -> Result<(), Instant> {
        let earliest = self.last_begin.map_or(now, |last| last + delay * CLOSEST / 100);
        if earliest > now {
            return Err(earliest);
        }
        self.last_begin = Some(now);
        Ok(())
    }

    /// Whether it is left alone, and until when.
    pub(super) fn held(&self, now: Instant) -> Option<Instant> {
        (self.held_until > now).then_some(self.held_until)
    }

    /// Leaves it alone for so long.
    pub(super) fn hold(&mut self, until: Instant) {
        self.held_until = self.held_until.max(until);
    }

    /// It could not be reached. Requests that fail together count once. Returns whether it is to be given up for this run.
    pub(super) fn not_reached(&mut self, now: Instant, retries: u32, wait: impl Fn(u32) -> Duration) -> bool {
        if self.held(now).is_none() {
            self.n_failures += 1;
            self.hold(now + wait(self.n_failures));
        }
        self.n_failures > if self.was_reached { retries.saturating_add(MORE_FAILURES) } else { retries }
    }

    /// It answered.
    pub(super) fn reached(&mut self) {
        (self.n_failures, self.was_reached) = (0, true);
    }

    /// Whether nothing is lost if it is forgotten.
    pub(super) fn is_idle(&self, now: Instant) -> bool {
        self.n_under_way == 0
            && !self.is_parked
            && !self.is_asking_robots
            && self.n_failures == 0
            && self.n_robots_failures == 0
            && self.held(now).is_none()
            && self.next_slot <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::back_off;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn slots_lie_on_a_grid_while_they_are_taken_in_time() {
        let start = Instant::now();
        let mut host = Host::new("http://h".to_owned(), None, start);
        let delay = 20 * MS;
        let slots: Vec<_> = (0..5).map(|at| host.take_slot(start + at * 19 * MS, delay) - start).collect();
        assert_eq!(slots, [0, 20, 40, 60, 80].map(|at| at * MS));
        // A little that is lost is made up for, as fast as `begin` allows; much is not.
        assert_eq!(host.take_slot(start + 150 * MS, delay) - start, 150 * MS);
        assert_eq!(host.take_slot(start + 150 * MS, delay) - start, 150 * MS);
        assert_eq!(host.take_slot(start + 150 * MS, delay) - start, 150 * MS);
        assert_eq!(host.take_slot(start + 150 * MS, delay) - start, 160 * MS);
        let slots: Vec<_> = (0..11).map(|_| host.take_slot(start + 9000 * MS, delay) - start).collect();
        assert_eq!(slots[..9], [9000 * MS; 9]);
        assert_eq!(slots[9..], [9020 * MS, 9040 * MS]);
    }

    #[test]
    fn what_a_late_request_loses_is_made_up_for_slowly() {
        let start = Instant::now();
        let mut host = Host::new("http://h".to_owned(), None, start);
        let delay = 20 * MS;
        assert_eq!(host.begin(start + 15 * MS, delay), Ok(()));
        let earliest = start + 15 * MS + delay * 97 / 100;
        assert_eq!(host.begin(start + 20 * MS, delay), Err(earliest));
        assert_eq!(host.begin(earliest, delay), Ok(()));
        assert_eq!(host.begin(earliest + delay, delay), Ok(()));
    }

    #[test]
    fn failures_that_come_together_count_once() {
        let start = Instant::now();
        let mut host = Host::new("http://h".to_owned(), None, start);
        let wait = |n| back_off(100 * MS, n, Duration::from_secs(1));
        for _ in 0..50 {
            assert!(!host.not_reached(start, 2, wait));
        }
        assert_eq!((host.n_failures, host.held(start)), (1, Some(start + 100 * MS)));
        let until_given_up = |host: &mut Host| {
            let mut now = start;
            let mut waits = 0;
            while !host.not_reached(now, 2, wait) {
                now = host.held(now).unwrap_or(now);
                waits += 1;
            }
            waits
        };
        assert_eq!(until_given_up(&mut Host::new("http://h".to_owned(), None, start)), 2);
        host.reached();
        host.held_until = start;
        assert_eq!(until_given_up(&mut host), 6);
    }
}
