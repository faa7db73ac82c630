//! Many spoilt pages over several threads: does one of them end in a panic?

use super::ask::Asker;
use super::mutation::{Sources, mutated};
use super::shrink::shrink;
use std::cell::RefCell;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Which pages, and how.
#[derive(Clone, Debug)]
pub struct MutateOptions {
    /// A page a seed.
    pub seeds: Range<u64>,
    /// The largest page, in bytes.
    pub max_bytes: usize,
    /// How many threads work on them.
    pub jobs: usize,
    /// After how many faults to stop.
    pub max_faults: usize,
}

/// What a run showed.
#[derive(Clone, Debug, Default)]
pub struct MutateReport {
    /// How many pages were asked everything.
    pub n_pages: u64,
    /// Their bytes.
    pub n_bytes: u64,
    /// How many were refused, because they are no pages any more.
    pub n_refused: u64,
    /// From the first page to the last.
    pub time: Duration,
    /// The page that took longest: its seed, its size and its time.
    pub slowest: Option<(u64, usize, Duration)>,
    /// Pages that made a method panic, one a place in the code, by seed.
    pub faults: Vec<Fault>,
}

/// A page that made a method panic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Which page it was; `None` for one that was given.
    pub seed: Option<u64>,
    /// Where the panic was, and what it said.
    pub panic: String,
    /// The page.
    pub page: Vec<u8>,
    /// The least of it that still ends there.
    pub smallest: Vec<u8>,
}

/// How many pages a thread takes at a time.
const BATCH: u64 = 64;
/// How often a page at fault is tried again to make it small.
const MAX_TRIES: usize = 3000;

thread_local! {
    /// What the last panic of this thread said.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Asks everything of a page for each seed.
pub fn mutate(sources: &Sources, options: &MutateOptions) -> MutateReport {
    let begun = Instant::now();
    let next = AtomicU64::new(options.seeds.start);
    let all = Mutex::new(MutateReport::default());
    let work = || {
        let mut asker = Asker::default();
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            if start >= options.seeds.end {
                return;
            }
            let part = try_seeds(&mut asker, sources, start..(start + BATCH).min(options.seeds.end), options.max_bytes);
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(part);
            if all.faults.len() >= options.max_faults {
                next.store(options.seeds.end, Ordering::Relaxed);
            }
        }
    };
    quietly(|| {
        std::thread::scope(|scope| (0..options.jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    });
    let mut report = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.faults.sort_by_key(|fault| fault.seed);
    report.time = begun.elapsed();
    report
}

/// Asks everything of a page again; the fault, if there still is one.
pub fn replay(page: &[u8]) -> Option<Fault> {
    quietly(|| fault_of(&mut Asker::default(), None, page))
}

impl MutateReport {
    /// Pages a second.
    pub fn rate(&self) -> f64 {
        self.n_pages as f64 / self.time.as_secs_f64().max(1e-9)
    }

    /// Adds what another run showed.
    pub fn add(&mut self, part: MutateReport) {
        self.time += part.time;
        self.n_pages += part.n_pages;
        self.n_bytes += part.n_bytes;
        self.n_refused += part.n_refused;
        self.slowest = [self.slowest, part.slowest].into_iter().flatten().max_by_key(|&(.., time)| time);
        // Panics at one place are one fault.
        for fault in part.faults {
            if self.faults.iter().all(|known| known.panic != fault.panic) {
                self.faults.push(fault);
            }
        }
    }
}

fn try_seeds(asker: &mut Asker, sources: &Sources, seeds: Range<u64>, max_bytes: usize) -> MutateReport {
    let mut report = MutateReport::default();
    for seed in seeds {
        let page = mutated(sources, seed, max_bytes);
        let begun = Instant::now();
        let answer = panic::catch_unwind(AssertUnwindSafe(|| asker.ask(&page)));
        let one = MutateReport {
            n_pages: 1,
            n_bytes: page.len() as u64,
            n_refused: u64::from(answer.as_ref().is_ok_and(|is_page| !is_page)),
            slowest: Some((seed, page.len(), begun.elapsed())),
            ..MutateReport::default()
        };
        report.add(one);
        if answer.is_err() {
            *asker = Asker::default();
            let faults = fault_of(asker, Some(seed), &page).into_iter().collect();
            report.add(MutateReport { faults, ..MutateReport::default() });
        }
    }
    report
}

/// The fault of a page, made as small as it gets.
fn fault_of(asker: &mut Asker, seed: Option<u64>, page: &[u8]) -> Option<Fault> {
    let panic = panic_of(asker, page)?;
    let smallest = shrink(page, MAX_TRIES, |less| panic_of(asker, less).as_ref() == Some(&panic));
    Some(Fault { seed, panic, page: page.to_vec(), smallest })
}

/// Where the page makes a method panic.
fn panic_of(asker: &mut Asker, page: &[u8]) -> Option<String> {
    panic::catch_unwind(AssertUnwindSafe(|| asker.ask(page))).is_err().then(|| {
        *asker = Asker::default();
        LAST_PANIC.take()
    })
}

/// Runs with panics kept for us instead of printed.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        // The place alone: numbers in the message differ from page to page.
        LAST_PANIC.set(place);
    }));
    let answer = work();
    panic::set_hook(before);
    answer
}
