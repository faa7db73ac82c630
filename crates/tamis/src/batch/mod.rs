//! Many pages over several threads. One bad page costs one row: a panic or a page that takes too long is that page's
//! error, and the rest goes on.
//!
//! Results come in the order of the jobs whatever the number of threads, so that two runs write the same bytes.
//!
//! How it is bounded:
//! - *Memory.* No more than [`PAGES_PER_THREAD`] jobs a thread are between being taken from the iterator and being
//!   handed over; while the first of them is slow, nothing more is taken.
//! - *Time.* A thread cannot be stopped from outside, and the methods know no clock. A page that exceeds its time is
//!   answered with [`JobError::TimedOut`], its thread is left to end by itself, its result is dropped, and a new thread
//!   takes its place. The methods are near-linear in a page of limited size, so such a thread does end.
//! - *Both.* When more than [`MAX_ABANDONED`] threads are abandoned and still running, no new ones start; if that leaves
//!   none, the remaining jobs are answered with [`JobError::GaveUp`] at once.

mod crew;

use crate::page::{PageError, PageReader};
use crate::source::SourceError;
use crew::Crew;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

/// How many jobs a thread may be taken and not yet handed over. Enough to ride over one page that is ten times slower
/// than its neighbours; few enough that a batch of the largest pages fits into memory.
pub const PAGES_PER_THREAD: usize = 8;

/// How many abandoned threads may run on.
pub const MAX_ABANDONED: usize = 16;

/// How a batch is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BatchOptions {
    /// Threads that work at the same time; by default as many as the machine runs at once.
    pub n_threads: NonZeroUsize,
    /// How long a page may take, from reading to the finished result; no limit by default.
    pub timeout: Option<Duration>,
}

/// Why a page has no result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// It could not be fetched.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It could not be read.
    #[error(transparent)]
    Page(#[from] PageError),
    /// It took longer than [`BatchOptions::timeout`].
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
    /// Too many pages before this one took too long and are still running.
    #[error("not tried: {MAX_ABANDONED} pages before this one did not end in time")]
    GaveUp,
}

/// Runs `work` on every job and hands each result to `each`, in the order of the jobs, on the calling thread.
///
/// Each thread makes one reader and keeps it from page to page. When `each` breaks, no further job is started and the
/// function returns without waiting for those that run.
pub fn run<J, T>(
    jobs: impl IntoIterator<Item = J>,
    options: &BatchOptions,
    reader: impl Fn() -> PageReader + Send + Sync + 'static,
    work: impl Fn(&mut PageReader, J) -> Result<T, JobError> + Send + Sync + 'static,
    mut each: impl FnMut(Result<T, JobError>) -> ControlFlow<()>,
) where
    J: Send + 'static,
    T: Send + 'static,
{
    let mut jobs = jobs.into_iter().fuse();
    let mut crew = Crew::new(options, Box::new(reader), Box::new(work));
    // The jobs from `n_handed_over` on that were taken; `None` while one is not finished.
    let mut waiting: VecDeque<Option<Result<T, JobError>>> = VecDeque::new();
    let mut n_handed_over = 0;
    loop {
        while waiting.len() < options.n_threads.get() * PAGES_PER_THREAD
            && let Some(job) = jobs.next()
        {
            crew.start(n_handed_over + waiting.len(), job);
            waiting.push_back(None);
        }
        if waiting.is_empty() {
            break;
        }
        for (job, result) in crew.wait() {
            waiting[job - n_handed_over] = Some(result);
        }
        while let Some(result) = waiting.front_mut().and_then(Option::take) {
            waiting.pop_front();
            n_handed_over += 1;
            if each(result).is_break() {
                return;
            }
        }
    }
}

impl BatchOptions {
    /// The same with another number of threads.
    #[must_use]
    pub fn with_threads(mut self, n_threads: NonZeroUsize) -> BatchOptions {
        self.n_threads = n_threads;
        self
    }

    /// The same with a limit on the time of a page.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> BatchOptions {
        self.timeout = Some(timeout);
        self
    }
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        let n_threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        BatchOptions { n_threads, timeout: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    fn threads(n_threads: usize) -> BatchOptions {
        BatchOptions::default().with_threads(NonZeroUsize::new(n_threads).expect("not zero"))
    }

    /// Runs `work` on the jobs and gives the results as strings, in the order they were handed over.
    fn results(
        jobs: impl IntoIterator<Item = usize>,
        options: &BatchOptions,
        work: impl Fn(usize) -> usize + Send + Sync + 'static,
    ) -> Vec<Result<usize, String>> {
        let mut results = Vec::new();
        run(
            jobs,
            options,
            PageReader::default,
            move |_, job| Ok(work(job)),
            |result| {
                results.push(result.map_err(|error| error.to_string()));
                ControlFlow::Continue(())
            },
        );
        results
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs_on_any_number_of_threads() {
        let expect: Vec<_> = (0..200).map(|job| Ok(job * 10)).collect();
        for n_threads in [1, 2, 7] {
            let found = results(0..200, &threads(n_threads), |job| {
                // Later jobs of a group of seven end first.
                thread::sleep(Duration::from_micros(700 - 100 * (job as u64 % 7)));
                job * 10
            });
            assert_eq!(found, expect, "{n_threads} threads");
        }
    }

    #[test]
    fn no_jobs_is_no_results() {
        assert_eq!(results([], &threads(3), |job| job), []);
    }

    #[test]
    fn a_panic_costs_one_row() {
        let found = results(0..5, &threads(2), |job| {
            assert!(job != 3, "job {job} is cursed");
            job
        });
        let failed = Err("the program failed on this page: job 3 is cursed".to_owned());
        assert_eq!(found, [Ok(0), Ok(1), Ok(2), failed, Ok(4)]);
    }

    #[test]
    fn a_page_that_takes_too_long_costs_one_row_and_not_the_batch() {
        let options = threads(1).with_timeout(Duration::from_millis(60));
        let begun = Instant::now();
        let found = results(0..4, &options, |job| {
            if job == 1 {
                thread::sleep(Duration::from_secs(20));
            }
            job
        });
        assert_eq!(found, [Ok(0), Err("the page took longer than 0.06 s".to_owned()), Ok(2), Ok(3)]);
        assert!(begun.elapsed() < Duration::from_secs(10), "waited for the slow page");
    }

    #[test]
    fn when_too_many_pages_hang_the_rest_is_given_up_at_once() {
        let options = threads(4).with_timeout(Duration::from_millis(30));
        let begun = Instant::now();
        let found = results(0..1000, &options, |_| {
            thread::sleep(Duration::from_secs(20));
            0
        });
        let n_tried =
            found.iter().filter(|result| **result == Err("the page took longer than 0.03 s".to_owned())).count();
        assert_eq!(found.len(), 1000);
        assert!((MAX_ABANDONED..=MAX_ABANDONED + 4).contains(&n_tried), "{n_tried} were tried");
        assert!(found.iter().skip(n_tried).all(|result| *result == Err(JobError::GaveUp.to_string())));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn jobs_are_taken_only_as_fast_as_results_are_handed_over() {
        let n_taken = AtomicUsize::new(0);
        let mut n_handed_over = 0;
        let jobs = (0..500).inspect(|_| {
            n_taken.fetch_add(1, Ordering::Relaxed);
        });
        run(
            jobs,
            &threads(2),
            PageReader::default,
            |_, job: usize| Ok(job),
            |_| {
                n_handed_over += 1;
                let n_waiting = n_taken.load(Ordering::Relaxed) - n_handed_over;
                assert!(n_waiting <= 2 * PAGES_PER_THREAD, "{n_waiting} jobs wait");
                ControlFlow::Continue(())
            },
        );
        assert_eq!(n_handed_over, 500);
    }

    #[test]
    fn a_break_ends_the_batch() {
        let mut n_handed_over = 0;
        run(
            0..,
            &threads(2),
            PageReader::default,
            |_, job: usize| Ok(job),
            |_| {
                n_handed_over += 1;
                if n_handed_over == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(n_handed_over, 10);
    }
}
