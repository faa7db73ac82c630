//! Addresses are fetched by a few threads ahead of their use, and handed out in their order.

use super::fetch_queue::{AddressRole, FetchQueue, FetchTurn, NextFetch};
use super::{AddressError, Network};
use crate::batch::Readiness;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use tamis_fetch::address::without_credentials;
use tamis_fetch::discover::{Listing, ListingLimits, listing};
use tamis_fetch::http::Fetched;
use url::Url;

/// How many servers are asked at the same time; each for one thing only.
const N_THREADS: usize = 8;

/// What is done with sitemaps and feeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lists {
    /// They are fetched like everything else.
    Keep,
    /// The pages that they list take their place, each once.
    Follow,
}

/// What became of an address.
#[derive(Debug)]
#[non_exhaustive]
pub struct FetchedAddress {
    /// What was asked for, without credentials.
    pub url: Url,
    /// What was answered.
    pub result: Result<Fetched, AddressError>,
}

/// Fetched addresses in their order; see [`Network::fetch_all`].
#[derive(Debug)]
pub struct Fetches(Ahead);

impl Network {
    /// Fetches addresses, several hosts at a time, in their order. Not much more than what is asked for is fetched ahead.
    pub fn fetch_all(&self, urls: Vec<Url>, lists: Lists) -> Fetches {
        let ahead = Ahead::new(self.clone(), lists, Exchanges::Keep);
        ahead.add(urls, Listed::No);
        Fetches(ahead)
    }
}

impl Fetches {
    /// What a person should know of the lists that were read, since the last time.
    pub fn notes(&self) -> Vec<String> {
        self.0.notes()
    }
}

impl Iterator for Fetches {
    type Item = FetchedAddress;

    fn next(&mut self) -> Option<FetchedAddress> {
        self.0.next()
    }
}

/// Whether what is added was listed somewhere: such addresses are of pages, and each is given once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Listed {
    No,
    Pages,
    Sitemaps,
}

/// Whether messages are needed as they were sent, or only what was in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exchanges {
    Keep,
    Drop,
}

/// Groups of addresses, fetched ahead of their use.
pub(crate) struct Ahead {
    shared: Arc<Shared>,
    is_started: AtomicBool,
}

struct Shared {
    network: Network,
    lists: Lists,
    exchanges: Exchanges,
    entries: Mutex<FetchQueue>,
    changed: Condvar,
    is_over: AtomicBool,
    /// Whether an address is what the user of these waits for next.
    is_awaited: AtomicBool,
}

impl Ahead {
    pub(crate) fn new(network: Network, lists: Lists, exchanges: Exchanges) -> Ahead {
        let shared = Shared {
            network,
            lists,
            exchanges,
            entries: Mutex::default(),
            changed: Condvar::new(),
            is_over: AtomicBool::new(false),
            is_awaited: AtomicBool::new(false),
        };
        Ahead { shared: Arc::new(shared), is_started: AtomicBool::new(false) }
    }

    /// Skips URLs that were done before, in this order: they are not asked for again, and come first, with the error
    /// [`DoneBefore`](AddressError::DoneBefore).
    pub(crate) fn skipping(self, done_before: Vec<Url>) -> Ahead {
        self.shared.lock().skip(done_before);
        self
    }

    /// Adds a group. Nothing is asked before the first use.
    pub(crate) fn add(&self, urls: Vec<Url>, listed: Listed) {
        let role = match listed {
            Listed::No => AddressRole::Named,
            Listed::Pages => AddressRole::Listed,
            Listed::Sitemaps => AddressRole::Sitemap(1),
        };
        self.shared.lock().add_group(urls, role);
    }

    /// The next answer of the group; `None` once at its end.
    pub(crate) fn next(&self) -> Option<FetchedAddress> {
        self.start();
        let mut entries = self.shared.lock();
        loop {
            match entries.next() {
                NextFetch::Answer(url, result) => {
                    drop(entries);
                    // There is room for more.
                    self.shared.changed.notify_all();
                    return Some(FetchedAddress { url, result: *result });
                }
                NextFetch::End => return None,
                NextFetch::NotYet => {
                    // A page that was listed twice may have been dropped on the way here, which makes room too.
                    self.shared.changed.notify_all();
                    entries = self.shared.wait(entries);
                }
            }
        }
    }

    /// Begins to ask.
    pub(crate) fn start(&self) {
        if self.is_started.swap(true, Ordering::Relaxed) {
            return;
        }
        for number in 0..N_THREADS {
            let shared = Arc::clone(&self.shared);
            let thread = thread::Builder::new().name(format!("fetch-{number}"));
            if thread.spawn(move || shared.work()).is_err() && number == 0 {
                // One thread is all it takes, and a machine that has none for us would not have started this program.
                let shared = Arc::clone(&self.shared);
                thread::spawn(move || shared.work());
            }
        }
    }

    /// Whether the first of all addresses is a list; waits for its answer.
    pub(crate) fn first_is_list(&self) -> bool {
        self.start();
        let mut entries = self.shared.lock();
        while !entries.is_next_there() && !entries.has_lists() {
            entries = self.shared.wait(entries);
        }
        entries.has_lists()
    }

    /// Whether there may be more of the group. If it is known to be over, its end is taken.
    pub(crate) fn goes_on(&self) -> bool {
        !self.shared.lock().pop_end()
    }

    /// Says whether an address is what is wanted next, for [`readiness`](Ahead::readiness).
    pub(crate) fn set_awaited(&self, is_awaited: bool) {
        self.shared.is_awaited.store(is_awaited, Ordering::Relaxed);
    }

    /// Whether the next is there.
    pub(crate) fn readiness(&self) -> Readiness {
        let shared = Arc::clone(&self.shared);
        Readiness::when(move || !shared.is_awaited.load(Ordering::Relaxed) || shared.lock().is_next_there())
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        std::mem::take(&mut self.shared.lock().notes)
    }
}

impl Drop for Ahead {
    /// Requests that are on their way end by themselves.
    fn drop(&mut self) {
        // Under the lock, so that no thread misses it between looking and waiting.
        let _entries = self.shared.lock();
        self.shared.is_over.store(true, Ordering::Relaxed);
        self.shared.changed.notify_all();
    }
}

impl std::fmt::Debug for Ahead {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Ahead").finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, FetchQueue> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, entries: MutexGuard<'a, FetchQueue>) -> MutexGuard<'a, FetchQueue> {
        self.changed.wait(entries).unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does.
    fn work(&self) {
        let mut entries = self.lock();
        while !self.is_over.load(Ordering::Relaxed) {
            let Some(turn) = entries.take_turn() else {
                entries = self.wait(entries);
                continue;
            };
            drop(entries);
            let (result, listing) = catch_unwind(AssertUnwindSafe(|| self.ask(&turn))).unwrap_or_else(|_| {
                let url = without_credentials(&turn.url);
                (Err(AddressError::Panicked { url }), None)
            });
            entries = self.lock();
            entries.answer(&turn, result, listing);
            self.changed.notify_all();
        }
    }

    fn ask(&self, turn: &FetchTurn) -> (Result<Fetched, AddressError>, Option<Listing>) {
        let mut fetched = match self.network.fetch(&turn.url) {
            Ok(fetched) => fetched,
            Err(error) => return (Err(error), None),
        };
        let is_list = self.lists == Lists::Follow && (200..300).contains(&fetched.status);
        let limits = ListingLimits::default();
        let found =
            is_list.then(|| listing(&fetched.body, &fetched.url, fetched.header("content-type"), &limits)).flatten();
        if self.exchanges == Exchanges::Drop {
            fetched.exchanges = Vec::new();
        }
        (Ok(fetched), found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::NetworkOptions;
    use crate::network::test_server::{Reply, Web};
    use std::sync::mpsc;
    use std::time::Duration;

    #[test]
    fn a_page_that_is_dropped_makes_room_for_the_next() {
        let web = Web::start(|_| Reply::html("<p>A page that fills all the room there is."));
        let options = NetworkOptions { allow_private: true, delay: Duration::ZERO, ..NetworkOptions::default() };
        let network = Network::new(&options).expect("can ask");
        let url = |text: &str| text.parse::<Url>().expect("an address");
        let page = network.fetch(&url(&web.url("/"))).expect("a page");
        let pages = |lines: &str| listing(lines.as_bytes(), &url("http://c.example/"), None, &ListingLimits::default());

        let ahead = Ahead::new(network, Lists::Follow, Exchanges::Drop);
        // This test is its only thread.
        ahead.is_started.store(true, Ordering::Relaxed);
        let mut entries = FetchQueue::new(ListingLimits::default(), 10);
        entries.add_group(vec![url("http://a.example/list"), url("http://b.example/list")], AddressRole::Named);
        let first = entries.take_turn().expect("the first list");
        let second = entries.take_turn().expect("the second list");
        entries.answer(&second, Ok(page.clone()), pages("http://c.example/p\nhttp://c.example/q"));
        let early = entries.take_turn().expect("a page of the second list");
        entries.answer(&early, Ok(page.clone()), None);
        assert!(entries.take_turn().is_none(), "there is room");
        entries.answer(&first, Ok(page.clone()), pages("http://c.example/p#1\nhttp://c.example/p#2"));
        let late = entries.take_turn().expect("the page of the first list");
        entries.answer(&late, Ok(page.clone()), None);
        *ahead.shared.lock() = entries;
        assert_eq!(ahead.next().expect("a page").url.as_str(), "http://c.example/p#1");

        let (sleeps, asleep) = mpsc::channel();
        let shared = Arc::clone(&ahead.shared);
        let worker = thread::spawn(move || {
            let mut entries = shared.lock();
            let has_no_turn = entries.take_turn().is_none();
            sleeps.send(has_no_turn).expect("somebody waits for it");
            let woken = shared.changed.wait_timeout(entries, Duration::from_secs(20));
            let (mut entries, timeout) = woken.unwrap_or_else(PoisonError::into_inner);
            let turn = entries.take_turn().expect("there is room again");
            entries.answer(&turn, Ok(page), None);
            shared.changed.notify_all();
            !timeout.timed_out()
        });
        assert_eq!(asleep.recv(), Ok(true), "there is room");
        assert_eq!(ahead.next().expect("a page").url.as_str(), "http://c.example/q");
        assert!(worker.join().expect("works"), "nobody was told that there is room");
        assert!(ahead.next().is_none());
    }
}
