//! Not too fast for a server.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use url::Url;

/// Hosts that were not asked for longer than any delay are forgotten when there are as many as this.
const MAX_HOSTS: usize = 4096;

/// Waits so that requests to one host begin at least some time apart, whatever the number of threads.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tamis_fetch::http::Pace;
///
/// let pace = Pace::new(Duration::from_millis(20));
/// let begin = Instant::now();
/// for _ in 0..3 {
///     pace.wait("lamps.example:443", Duration::ZERO);
/// }
/// assert!(begin.elapsed() >= Duration::from_millis(40));
/// ```
#[derive(Debug)]
pub struct Pace {
    delay: Duration,
    hosts: Mutex<BTreeMap<String, HostTurn>>,
}

/// When a host is asked.
#[derive(Clone, Copy, Debug)]
struct HostTurn {
    /// The last request begins here; it may still be to come.
    last: Instant,
    /// The next one not before.
    not_before: Instant,
}

impl Pace {
    /// A pace with a delay that holds for every host.
    pub fn new(delay: Duration) -> Pace {
        Pace { delay, hosts: Mutex::new(BTreeMap::new()) }
    }

    /// Waits for the host's turn. `delay` is what this host asks for; the longer one of it and that of the pace counts.
    /// Threads that wait get their turns in the order in which they came.
    pub fn wait(&self, host_and_port: &str, delay: Duration) {
        let turn = self.reserve(host_and_port, delay, Instant::now());
        loop {
            let now = Instant::now();
            if now >= turn {
                return;
            }
            thread::sleep(turn - now);
        }
    }

    /// Nobody asks the host again before `pause` is over: it wants to be left alone.
    pub fn pause(&self, host_and_port: &str, pause: Duration) {
        let now = Instant::now();
        let Some(not_before) = now.checked_add(pause) else { return };
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = hosts.entry(host_and_port.to_owned()).or_insert(HostTurn { last: now, not_before });
        turn.not_before = turn.not_before.max(not_before);
    }

    /// The moment of the next request to the host, which is taken from now on.
    fn reserve(&self, host_and_port: &str, delay: Duration, now: Instant) -> Instant {
        let delay = delay.max(self.delay);
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = match hosts.get(host_and_port) {
            Some(turn) => now.max(turn.not_before).max(turn.last.checked_add(delay).unwrap_or(now)),
            None => now,
        };
        let not_before = turn.checked_add(delay).unwrap_or(turn);
        if hosts.len() >= MAX_HOSTS {
            hosts.retain(|_, turn| turn.not_before > now);
        }
        hosts.insert(host_and_port.to_owned(), HostTurn { last: turn, not_before });
        turn
    }
}

/// The time to wait after so many failures in a row: doubled with each, up to a limit.
pub(crate) fn back_off(first: Duration, n_failures: u32, longest: Duration) -> Duration {
    first.saturating_mul(1 << n_failures.saturating_sub(1).min(20)).min(longest)
}

/// The name under which a host is paced.
pub fn host_and_port(url: &Url) -> String {
    format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn turns_are_a_delay_apart() {
        let pace = Pace::new(100 * MS);
        let now = Instant::now();
        let turns: Vec<Duration> = (0..4).map(|_| pace.reserve("a", Duration::ZERO, now) - now).collect();
        assert_eq!(turns, [Duration::ZERO, 100 * MS, 200 * MS, 300 * MS]);
        assert_eq!(pace.reserve("b", Duration::ZERO, now), now);
        // Whoever comes late does not wait, and the time that went by is not caught up on.
        let later = now + 1000 * MS;
        assert_eq!(pace.reserve("a", Duration::ZERO, later), later);
        assert_eq!(pace.reserve("a", Duration::ZERO, later), later + 100 * MS);
    }

    #[test]
    fn the_longer_delay_counts() {
        let pace = Pace::new(100 * MS);
        let now = Instant::now();
        pace.reserve("a", 10 * MS, now);
        assert_eq!(pace.reserve("a", 500 * MS, now) - now, 500 * MS);
        assert_eq!(pace.reserve("a", 10 * MS, now) - now, 1000 * MS);
    }

    #[test]
    fn a_host_that_wants_to_be_left_alone_is() {
        let pace = Pace::new(Duration::ZERO);
        let now = Instant::now();
        pace.pause("a", Duration::from_hours(1));
        pace.pause("a", MS);
        assert!(pace.reserve("a", Duration::ZERO, now) >= now + Duration::from_hours(1));
        assert_eq!(pace.reserve("b", Duration::ZERO, now), now);
        pace.pause("c", Duration::MAX);
        assert_eq!(pace.reserve("c", Duration::MAX, now), now);
    }

    #[test]
    fn many_threads_keep_one_pace() {
        let pace = Pace::new(5 * MS);
        let begin = Instant::now();
        let starts = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10 {
                        pace.wait("a", Duration::ZERO);
                        starts.lock().unwrap().push(Instant::now());
                    }
                });
            }
        });
        let mut starts = starts.into_inner().unwrap();
        starts.sort();
        // The n-th is never early: that holds on a busy machine too, where each may be late.
        for (n, start) in starts.iter().enumerate() {
            assert!(*start - begin >= 5 * MS * n as u32, "{n}");
        }
    }

    #[test]
    fn hosts_of_long_ago_are_forgotten() {
        let pace = Pace::new(MS);
        let now = Instant::now();
        for number in 0..3 * MAX_HOSTS {
            pace.reserve(&number.to_string(), Duration::ZERO, now + 10 * MS * number as u32);
        }
        assert!(pace.hosts.lock().unwrap().len() <= MAX_HOSTS + 1);
    }

    #[test]
    fn waiting_doubles_up_to_a_limit() {
        let waits: Vec<_> = (1..=6).map(|n| back_off(MS, n, 10 * MS)).collect();
        assert_eq!(waits, [1, 2, 4, 8, 10, 10].map(|wait| wait * MS));
        assert_eq!(back_off(MS, 4_000_000, 10 * MS), 10 * MS);
    }
}
