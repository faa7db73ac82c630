//! The threads of a crawl.

use super::PatternError;
use super::fetcher::{fetch, fetch_robots};
use super::options::CrawlOptions;
use super::page::{CrawledPage, PageId};
use super::report::{CrawlProgress, CrawlReport};
use super::schedule::{Begin, Job, Schedule, Step};
use crate::http::Client;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// A crawl: its pages, in the order of the crawl. [`next`](Iterator::next) waits until there is one; after the last one, or
/// when a budget is used up, it gives none.
///
/// Each page is to be reported as [done](CrawlHandle::done): so many of them as
/// [`max_waiting`](CrawlOptions::max_waiting) are fetched ahead, and what is not done is handed out again when the
/// crawl is opened the next time. Dropping it ends the crawl after the requests that are under way.
pub struct Crawl {
    shared: Arc<Shared>,
}

/// A way to a crawl from wherever its pages are dealt with.
#[derive(Clone)]
pub struct CrawlHandle {
    shared: Arc<Shared>,
}

struct Shared {
    client: Client,
    state: Mutex<CrawlState>,
    /// Threads that have nothing to ask.
    idle: Condvar,
    /// Threads that wait for the time of their request.
    slots: Condvar,
    /// Whoever waits for a page.
    pages: Condvar,
}

struct CrawlState {
    schedule: Schedule,
    /// Nothing more is asked.
    is_over: bool,
    /// Why, if it is not the end.
    error: Option<CrawlError>,
    n_threads: usize,
    n_idle: usize,
    threads: Vec<JoinHandle<()>>,
}

impl Crawl {
    /// Begins a crawl, or goes on with one. The frontier is a file; it is made if it is not there. Nobody else can open it
    /// until this crawl and all its handles are dropped.
    ///
    /// # Errors
    /// The frontier is in use, is something else, or cannot be read and written; a start address or a pattern is wrong.
    pub fn open(frontier: &Path, client: Client, options: CrawlOptions) -> Result<Crawl, CrawlError> {
        let schedule = Schedule::open(frontier, &client, options)?;
        let state = CrawlState { schedule, is_over: false, error: None, n_threads: 0, n_idle: 0, threads: Vec::new() };
        let shared = Arc::new(Shared {
            client,
            state: Mutex::new(state),
            idle: Condvar::new(),
            slots: Condvar::new(),
            pages: Condvar::new(),
        });
        Shared::start_thread(&shared, &mut shared.lock());
        Ok(Crawl { shared })
    }

    /// Whether [`next`](Iterator::next) would not wait.
    pub fn is_ready(&self) -> bool {
        self.shared.lock().is_ready()
    }

    /// A handle, for other threads and for the time when the last page was handed out.
    pub fn handle(&self) -> CrawlHandle {
        CrawlHandle { shared: self.shared.clone() }
    }
}

impl Iterator for Crawl {
    type Item = Result<CrawledPage, CrawlError>;

    fn next(&mut self) -> Option<Result<CrawledPage, CrawlError>> {
        let mut state = self.shared.lock();
        loop {
            if let Some(error) = state.error.take() {
                return Some(Err(error));
            }
            match state.schedule.take_ready() {
                Ok(Some(page)) => return Some(Ok(page)),
                Ok(None) if state.is_over => return None,
                Ok(None) => {
                    state.schedule.is_wanted = true;
                    self.shared.idle.notify_one();
                    state = self.shared.pages.wait(state).unwrap_or_else(PoisonError::into_inner);
                    state.schedule.is_wanted = false;
                }
                Err(error) => {
                    self.shared.end(&mut state, None);
                    return Some(Err(error));
                }
            }
        }
    }
}

impl Drop for Crawl {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        self.shared.end(&mut state, None);
        let threads = std::mem::take(&mut state.threads);
        drop(state);
        for thread in threads {
            // What a thread has to say is in the state.
            let _ = thread.join();
        }
    }
}

impl CrawlHandle {
    /// The result of a page is written, and the outputs, each by its name, are so long now. All of that is noted at once: the
    /// page will not be handed out again, and [`mark`](CrawlHandle::mark) is where an output is cut off when the crawl goes
    /// on.
    ///
    /// # Errors
    /// The frontier cannot be written: the page then counts as not done.
    pub fn done(&self, id: PageId, marks: &[(&str, u64)]) -> Result<(), CrawlError> {
        self.shared.lock().schedule.done(id.0, marks)?;
        self.shared.idle.notify_one();
        Ok(())
    }

    /// An output is so long before anything is added to it: a kill before the first page is done costs what was added.
    ///
    /// # Errors
    /// The frontier cannot be written.
    pub fn set_mark(&self, output: &str, length: u64) -> Result<(), CrawlError> {
        self.shared.lock().schedule.set_mark(output, length)
    }

    /// The length of an output after the last page that was done; `None` if the crawl never wrote to it.
    ///
    /// # Errors
    /// The frontier cannot be read.
    pub fn mark(&self, output: &str) -> Result<Option<u64>, CrawlError> {
        self.shared.lock().schedule.mark(output)
    }

    /// Whether the next page can be had without waiting, or there is none.
    pub fn is_ready(&self) -> bool {
        self.shared.lock().is_ready()
    }

    /// How far the crawl is.
    pub fn progress(&self) -> CrawlProgress {
        self.shared.lock().schedule.progress()
    }

    /// What the crawl met so far.
    ///
    /// # Errors
    /// The frontier cannot be read.
    pub fn report(&self) -> Result<CrawlReport, CrawlError> {
        self.shared.lock().schedule.report()
    }

    /// Asks nothing more. Pages that are fetched are still handed out.
    pub fn stop(&self) {
        let mut state = self.shared.lock();
        self.shared.end(&mut state, None);
    }
}

impl CrawlState {
    fn is_ready(&self) -> bool {
        self.schedule.has_ready() || self.is_over
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, CrawlState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the crawl and wakes everyone up.
    fn end(&self, state: &mut CrawlState, error: Option<CrawlError>) {
        state.is_over = true;
        if state.error.is_none() {
            state.error = error;
        }
        self.idle.notify_all();
        self.slots.notify_all();
        self.pages.notify_all();
    }

    fn start_thread(shared: &Arc<Shared>, state: &mut CrawlState) {
        let thread_shared = shared.clone();
        let started = thread::Builder::new().name("crawl".to_owned()).spawn(move || {
            let guard = Guard { shared: &thread_shared };
            if let Err(error) = ask_until_the_end(&thread_shared) {
                thread_shared.end(&mut thread_shared.lock(), Some(error));
            }
            std::mem::forget(guard);
        });
        match started {
            Ok(thread) => {
                state.threads.push(thread);
                state.n_threads += 1;
            }
            // The others go on without it.
            Err(_) if state.n_threads > 0 => {}
            Err(_) => shared.end(state, Some(CrawlError::Broken)),
        }
    }
}

/// Ends the crawl if its thread breaks off, so that nobody waits for ever.
struct Guard<'a> {
    shared: &'a Shared,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.shared.end(&mut self.shared.lock(), Some(CrawlError::Broken));
    }
}

/// What each thread does.
fn ask_until_the_end(shared: &Arc<Shared>) -> Result<(), CrawlError> {
    let options = shared.lock().schedule.options().clone();
    let mut state = shared.lock();
    loop {
        if state.is_over {
            return Ok(());
        }
        let step = state.schedule.next_step(Instant::now())?;
        if state.schedule.has_ready() {
            shared.pages.notify_all();
        }
        let (job, slot) = match step {
            Step::Ask(job, slot) => (job, slot),
            Step::Wait(until) => {
                state.n_idle += 1;
                state = match until {
                    Some(until) => {
                        let time = until.saturating_duration_since(Instant::now());
                        shared.idle.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0
                    }
                    None => shared.idle.wait(state).unwrap_or_else(PoisonError::into_inner),
                };
                state.n_idle -= 1;
                continue;
            }
            Step::End => {
                shared.end(&mut state, None);
                return Ok(());
            }
        };
        // Whoever has found something wakes the next one up, until one finds nothing.
        if state.n_idle > 0 {
            shared.idle.notify_one();
        } else if state.n_threads < state.schedule.n_threads() {
            Shared::start_thread(shared, &mut state);
        }
        let mut time = Begin::At(slot);
        while let Begin::At(slot) = time {
            state = wait_until(shared, state, slot);
            if state.is_over {
                return Ok(());
            }
            time = state.schedule.begin(&job, Instant::now());
        }
        if matches!(time, Begin::Never) {
            continue;
        }
        drop(state);
        match job {
            Job::Page(address) => {
                let outcome = fetch(&shared.client, &options, &address);
                state = shared.lock();
                state.schedule.settle(&address, outcome, Instant::now())?;
            }
            Job::Robots { host, name } => {
                let outcome = fetch_robots(&shared.client, &name);
                state = shared.lock();
                state.schedule.settle_robots(host, &name, outcome, Instant::now())?;
            }
        }
        if state.schedule.has_ready() {
            shared.pages.notify_all();
        }
    }
}

/// Sleeps until the time has come, or the crawl is over.
fn wait_until<'a>(
    shared: &'a Shared,
    mut state: MutexGuard<'a, CrawlState>,
    slot: Instant,
) -> MutexGuard<'a, CrawlState> {
    loop {
        let time = slot.saturating_duration_since(Instant::now());
        if time.is_zero() || state.is_over {
            return state;
        }
        state = shared.slots.wait_timeout(state, time).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// What a database or the operating system said.
type Cause = Box<dyn Error + Send + Sync>;

/// Why a crawl cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CrawlError {
    /// Another process, or another crawl of this one, has the frontier open.
    #[error("the frontier {} is in use by another crawl", frontier.display())]
    InUse {
        /// The file.
        frontier: PathBuf,
    },
    /// A later version of the program wrote it.
    #[error("the frontier {} has version {found}, and this program reads versions up to {known}", frontier.display())]
    Newer {
        /// The file.
        frontier: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that is read.
        known: u32,
    },
    /// Something else is there. It was not written to.
    #[error("{} is no frontier of a crawl: {found}", frontier.display())]
    Foreign {
        /// The file.
        frontier: PathBuf,
        /// What is there.
        found: &'static str,
    },
    /// The file was cut off, or bytes in it were changed.
    #[error("the frontier {} is damaged", frontier.display())]
    Damaged {
        /// The file.
        frontier: PathBuf,
        /// What was found.
        source: Cause,
    },
    /// There is no room on the disk. Everything that was committed before is there.
    #[error("cannot write to the frontier {}: the disk is full, or a limit is reached", frontier.display())]
    Full {
        /// The file.
        frontier: PathBuf,
        /// What the database said.
        source: Cause,
    },
    /// Anything else that the database or the system said.
    #[error("cannot {action} the frontier {}", frontier.display())]
    Frontier {
        /// What was tried.
        action: &'static str,
        /// The file.
        frontier: PathBuf,
        /// What was said.
        source: Cause,
    },
    /// There is neither a start address nor a frontier that has addresses.
    #[error("there is no address to begin with")]
    NoStart,
    /// A start address cannot be crawled.
    #[error("cannot begin at {address}: {problem}")]
    Start {
        /// The address, without credentials.
        address: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A pattern cannot be read.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// A thread of the crawl broke off. What was committed is there, and the crawl can be opened again.
    #[error("a thread of the crawl broke off")]
    Broken,
}

impl CrawlError {
    /// What the user can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        Some(match self {
            CrawlError::InUse { .. } => "wait for the other crawl to end, or name another frontier",
            CrawlError::Newer { .. } => "use the newer program, or name another frontier",
            CrawlError::Foreign { .. } => "name another file; one that is not there yet is made",
            CrawlError::Damaged { .. } => "begin again with another frontier",
            CrawlError::Full { .. } => "make room and run it again; the crawl goes on where it stopped",
            CrawlError::NoStart => "name an address",
            CrawlError::Start { .. } => "write a whole address such as https://shop.example/",
            CrawlError::Pattern(_) => "write a pattern such as https://shop.example/c/** or */login*",
            CrawlError::Frontier { .. } | CrawlError::Broken => return None,
        })
    }
}
