//! Many pages over several threads. One bad page costs one row: a panic or a page that takes too long is that page's
//! error, and the rest goes on.
//!
//! Results come in the order of the jobs whatever the number of threads, so that two runs write the same bytes.
//!
//! How it is bounded:
//! - *Memory.* No more than [`PAGES_PER_THREAD`] jobs a thread are between being taken from the iterator and being
//!   handed over; while the first of them is slow, nothing more is taken.
//! - *Work.* A job counts its steps ([`budget`]); one that takes more than [`Batch::max_steps`] fails with
//!   [`JobError::OutOfSteps`], the same on every machine.
//! - *Time.* A page that exceeds its time is answered with [`JobError::TimedOut`] and asked to stop: its thread leaves it at
//!   the next step that is counted, and takes the next job. A thread that waits for the world and does not count is replaced
//!   at once and ends when it comes back. So no number of slow pages keeps the others from being tried.

#[cfg(test)]
mod tests;
mod workers;

pub use tamis_page::budget;
pub use workers::Clock;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use workers::{Worker, Workers};

/// How many jobs a thread may be taken and not yet handed over. Enough to ride over one page that is ten times slower
/// than its neighbours; few enough that a batch of the largest pages fits into memory.
pub const PAGES_PER_THREAD: usize = 8;

/// How many steps a job may take by default. None of 2,426 real pages takes more than 12 million, whatever the method
/// (`text`, `records`, `depta`, `mdr`, `segment`, `tps`), and a page of as many nodes as are read about 500 million. One that
/// uses it up has kept a core busy for some seconds.
pub const MAX_STEPS: u64 = 3_000_000_000;

/// A run over many pages: how many threads work, what a page may cost, and where jobs come from in their own time.
///
/// ```
/// use std::ops::ControlFlow;
/// use tamis::batch::Batch;
///
/// let mut lengths = Vec::new();
/// Batch::default().with_max_steps(1_000_000).run(
///     ["a", "bbb", "cc"].map(|word| (word, word.len())),
///     || 0,
///     |longest: &mut usize, n_letters| {
///         *longest = n_letters.max(*longest);
///         Ok::<_, tamis::Error>(n_letters)
///     },
///     |word, result| {
///         lengths.push((word, result.ok()));
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!(lengths, [("a", Some(1)), ("bbb", Some(3)), ("cc", Some(2))]);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Batch {
    /// Threads that work at the same time; by default as many as the machine runs at once.
    pub n_threads: NonZeroUsize,
    /// How long a page may take, from reading to the finished result; no limit by default.
    pub timeout: Option<Duration>,
    /// How many [steps](budget) a page may take; [`MAX_STEPS`] by default.
    pub max_steps: u64,
    /// Whether the next job is there. While it is not, results are handed over instead of waiting for it. By default jobs are
    /// always there.
    pub readiness: Readiness,
}

/// Why a job was given up. The errors of a batch are those of its jobs, which have to be able to hold this one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// It took longer than [`Batch::timeout`].
    #[error("the page took longer than {} s", limit.as_secs_f64())]
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// A defect of this program.
    #[error("the program failed on this page: {message}")]
    Panicked {
        /// What the panic said.
        message: String,
    },
    /// It took more steps than [`Batch::max_steps`].
    #[error("the page took more than the {limit} steps that are allowed")]
    OutOfSteps {
        /// The limit.
        limit: u64,
    },
}

impl Batch {
    /// Runs `work` on every job and hands each result to `each` with the job's label, in the order of the jobs, on the
    /// calling thread.
    ///
    /// Each thread makes one state and keeps it from job to job: a reader of pages, a connection. When `each` breaks, no
    /// further job is started and the function returns without waiting for those that run.
    pub fn run<L, J, S, T, E>(
        &self,
        jobs: impl IntoIterator<Item = (L, J)>,
        state: impl Fn() -> S + Send + Sync + 'static,
        work: impl Fn(&mut S, J) -> Result<T, E> + Send + Sync + 'static,
        each: impl FnMut(L, Result<T, E>) -> ControlFlow<()>,
    ) where
        J: Send + 'static,
        S: 'static,
        T: Send + 'static,
        E: From<JobError> + Send + 'static,
    {
        self.run_with_clock(jobs, state, move |state, job, _| work(state, job), each);
    }

    /// Runs work that waits for other jobs in between: a job that [stops its clock](Clock::stopped) while it waits does not pay
    /// with its own time for the time of others. No job may wait for jobs after its own: those may not have been started.
    pub fn run_with_clock<L, J, S, T, E>(
        &self,
        jobs: impl IntoIterator<Item = (L, J)>,
        state: impl Fn() -> S + Send + Sync + 'static,
        work: impl Fn(&mut S, J, &Clock<'_>) -> Result<T, E> + Send + Sync + 'static,
        mut each: impl FnMut(L, Result<T, E>) -> ControlFlow<()>,
    ) where
        J: Send + 'static,
        S: 'static,
        T: Send + 'static,
        E: From<JobError> + Send + 'static,
    {
        let mut jobs = jobs.into_iter();
        let work = Arc::new(work);
        let make = move || -> Worker<J, T, E> {
            let (mut state, work) = (state(), Arc::clone(&work));
            Box::new(move |job, clock| work(&mut state, job, clock))
        };
        let mut workers = Workers::new(self, Arc::new(make));
        // The jobs from `n_handed_over` on that were taken; `None` while one is not finished.
        let mut waiting: VecDeque<Waiting<L, T, E>> = VecDeque::new();
        let mut n_handed_over = 0;
        let n_most = self.n_threads.get() * PAGES_PER_THREAD;
        let mut is_over = false;
        loop {
            // With nothing else to do, the next job is waited for.
            while !is_over && waiting.len() < n_most && (waiting.is_empty() || self.readiness.is_ready()) {
                match jobs.next() {
                    Some((label, job)) => {
                        workers.start(n_handed_over + waiting.len(), job);
                        waiting.push_back(Waiting { label, result: None });
                    }
                    None => is_over = true,
                }
            }
            if waiting.is_empty() {
                break;
            }
            let patience = if is_over || waiting.len() >= n_most { Duration::MAX } else { LOOK_FOR_JOBS };
            for (job, result) in workers.wait(patience) {
                waiting[job - n_handed_over].result = Some(result);
            }
            while waiting.front().is_some_and(|job| job.result.is_some()) {
                let Some(Waiting { label, result: Some(result) }) = waiting.pop_front() else { break };
                n_handed_over += 1;
                if each(label, result).is_break() {
                    return;
                }
            }
        }
    }

    /// Says when the next job is there, for jobs that come from elsewhere in their own time.
    #[must_use]
    pub fn when_ready(mut self, readiness: Readiness) -> Batch {
        self.readiness = readiness;
        self
    }
}

tamis_page::setters! { Batch;
    with_threads n_threads: NonZeroUsize = n_threads, "Sets the number of threads.";
    with_timeout timeout: Duration = Some(timeout), "Sets the limit on the time of a page.";
    with_max_steps max_steps: u64 = max_steps, "Sets the limit on the steps of a page.";
}

impl Default for Batch {
    fn default() -> Batch {
        let n_threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Batch { n_threads, timeout: None, max_steps: MAX_STEPS, readiness: Readiness::default() }
    }
}

/// How often jobs that were not ready are looked for while others run.
const LOOK_FOR_JOBS: Duration = Duration::from_millis(20);

/// Whether the next job is there already, or taking it would mean to wait. Jobs are always ready by default.
#[derive(Clone, Default)]
pub struct Readiness(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Readiness {
    /// Ready when the function says so.
    pub fn when(is_ready: impl Fn() -> bool + Send + Sync + 'static) -> Readiness {
        Readiness(Some(Arc::new(is_ready)))
    }

    /// Whether the next job is there.
    pub fn is_ready(&self) -> bool {
        self.0.as_ref().is_none_or(|is_ready| is_ready())
    }
}

impl std::fmt::Debug for Readiness {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Readiness").field(&self.is_ready()).finish()
    }
}

/// A job that was taken and not yet handed over.
struct Waiting<L, T, E> {
    label: L,
    result: Option<Result<T, E>>,
}
