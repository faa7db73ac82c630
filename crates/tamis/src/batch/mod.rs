//! Many pages over several threads. One bad page costs one row: a panic or a page that takes too long is that page's
//! error, and the rest goes on.
//!
//! Results come in the order of the jobs whatever the number of threads, so that two runs write the same bytes.
//!
//! How it is bounded:
//! - *Memory.* No more than [`PAGES_PER_THREAD`] jobs a thread are between being taken from the iterator and being
//!   handed over; while the first of them is slow, nothing more is taken.
//! - *Work.* A job counts its steps ([`budget`]); one that takes more than [`BatchOptions::max_steps`] fails with
//!   [`JobError::OutOfSteps`], the same on every machine.
//! - *Time.* A page that exceeds its time is answered with [`JobError::TimedOut`] and asked to stop: its thread leaves it at
//!   the next step that is counted, and takes the next job. A thread that waits for the world and does not count is replaced
//!   at once and ends when it comes back. So no number of slow pages keeps the others from being tried.

mod clock;
mod workers;

pub use clock::Clock;
pub use tamis_page::budget;

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

/// How a batch is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BatchOptions {
    /// Threads that work at the same time; by default as many as the machine runs at once.
    pub n_threads: NonZeroUsize,
    /// How long a page may take, from reading to the finished result; no limit by default.
    pub timeout: Option<Duration>,
    /// How many [steps](budget) a page may take, likewise; [`MAX_STEPS`] by default.
    pub max_steps: u64,
}

/// Why a job has no result; `E` is how jobs fail by themselves.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError<E> {
    /// It said so.
    #[error(transparent)]
    Failed(E),
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
    /// It took more steps than [`BatchOptions::max_steps`].
    #[error("the page took more than the {limit} steps that are allowed")]
    OutOfSteps {
        /// The limit.
        limit: u64,
    },
}

/// Runs `work` on every job and hands each result to `each` with the job's label, in the order of the jobs, on the
/// calling thread.
///
/// Each thread makes one state and keeps it from job to job: a reader of pages, a connection. When `each` breaks, no
/// further job is started and the function returns without waiting for those that run.
///
/// ```
/// use std::ops::ControlFlow;
/// use tamis::batch::{self, BatchOptions};
///
/// let mut lengths = Vec::new();
/// batch::run(
///     ["a", "bbb", "cc"].map(|word| (word, word.len())),
///     &BatchOptions::default(),
///     || 0,
///     |longest: &mut usize, n_letters| {
///         *longest = n_letters.max(*longest);
///         Ok::<_, std::convert::Infallible>(n_letters)
///     },
///     |word, result| {
///         lengths.push((word, result.ok()));
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!(lengths, [("a", Some(1)), ("bbb", Some(3)), ("cc", Some(2))]);
/// ```
pub fn run<L, J, S, T, E>(
    jobs: impl IntoIterator<Item = (L, J)>,
    options: &BatchOptions,
    state: impl Fn() -> S + Send + Sync + 'static,
    work: impl Fn(&mut S, J) -> Result<T, E> + Send + Sync + 'static,
    each: impl FnMut(L, Result<T, JobError<E>>) -> ControlFlow<()>,
) where
    J: Send + 'static,
    S: 'static,
    T: Send + 'static,
    E: Send + 'static,
{
    run_when_ready(jobs, &Readiness::default(), options, state, work, each);
}

/// The same for jobs that come from elsewhere in their own time: as long as none is [ready](Readiness), finished ones are
/// handed over instead of waiting for the next.
pub fn run_when_ready<L, J, S, T, E>(
    jobs: impl IntoIterator<Item = (L, J)>,
    readiness: &Readiness,
    options: &BatchOptions,
    state: impl Fn() -> S + Send + Sync + 'static,
    work: impl Fn(&mut S, J) -> Result<T, E> + Send + Sync + 'static,
    each: impl FnMut(L, Result<T, JobError<E>>) -> ControlFlow<()>,
) where
    J: Send + 'static,
    S: 'static,
    T: Send + 'static,
    E: Send + 'static,
{
    run_with_clock(jobs, readiness, options, state, move |state, job, _| work(state, job), each);
}

/// The same for work that waits for other jobs in between: a job that [stops its clock](Clock::stopped) while it waits
/// does not pay with its own time for the time of others. Whoever waits must not wait for jobs after its own: those may
/// not have been started.
pub fn run_with_clock<L, J, S, T, E>(
    jobs: impl IntoIterator<Item = (L, J)>,
    readiness: &Readiness,
    options: &BatchOptions,
    state: impl Fn() -> S + Send + Sync + 'static,
    work: impl Fn(&mut S, J, &Clock<'_>) -> Result<T, E> + Send + Sync + 'static,
    mut each: impl FnMut(L, Result<T, JobError<E>>) -> ControlFlow<()>,
) where
    J: Send + 'static,
    S: 'static,
    T: Send + 'static,
    E: Send + 'static,
{
    let mut jobs = jobs.into_iter();
    let work = Arc::new(work);
    let make = move || -> Worker<J, T, E> {
        let (mut state, work) = (state(), Arc::clone(&work));
        Box::new(move |job, clock| work(&mut state, job, clock))
    };
    let mut workers = Workers::new(options, Arc::new(make));
    // The jobs from `n_handed_over` on that were taken; `None` while one is not finished.
    let mut waiting: VecDeque<Waiting<L, T, E>> = VecDeque::new();
    let mut n_handed_over = 0;
    let n_most = options.n_threads.get() * PAGES_PER_THREAD;
    let mut is_over = false;
    loop {
        // With nothing else to do, the next job is waited for.
        while !is_over && waiting.len() < n_most && (waiting.is_empty() || readiness.is_ready()) {
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
    result: Option<Result<T, JobError<E>>>,
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

    /// The same with another limit on the steps of a page.
    #[must_use]
    pub fn with_max_steps(mut self, max_steps: u64) -> BatchOptions {
        self.max_steps = max_steps;
        self
    }
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        let n_threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        BatchOptions { n_threads, timeout: None, max_steps: MAX_STEPS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
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
            jobs.into_iter().map(|job| ((), job)),
            options,
            || (),
            move |(), job| Ok::<_, Infallible>(work(job)),
            |(), result| {
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
    fn a_worker_that_cannot_be_made_costs_one_row() {
        let (sender, ended) = mpsc::channel();
        thread::spawn(move || {
            let n_made = AtomicUsize::new(0);
            let mut results = Vec::new();
            run(
                (0..5).map(|job| ((), job)),
                &threads(1),
                move || assert!(![0, 2].contains(&n_made.fetch_add(1, Ordering::SeqCst)), "no browser"),
                |(), job: usize| {
                    assert!(job != 2, "job {job} is cursed");
                    Ok::<_, Infallible>(job)
                },
                |(), result| {
                    results.push(result.map_err(|error| error.to_string()));
                    ControlFlow::Continue(())
                },
            );
            let _ = sender.send(results);
        });
        let found = ended.recv_timeout(Duration::from_mins(1)).expect("the run ends");
        let failed = |why: &str| Err(format!("the program failed on this page: {why}"));
        assert_eq!(found, [failed("no browser"), Ok(1), failed("job 2 is cursed"), failed("no browser"), Ok(4)]);
    }

    #[test]
    fn a_job_is_answered_before_another_worker_is_made() {
        let (answer, answered) = mpsc::channel();
        let answered = std::sync::Mutex::new(answered);
        let n_made = AtomicUsize::new(0);
        let (was_answered, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&seen);
        run(
            (0..2).map(|job| (job, job)),
            &threads(1),
            move || {
                if n_made.fetch_add(1, Ordering::SeqCst) == 1 {
                    let is_answered = answered.lock().expect("one thread").recv_timeout(Duration::from_secs(20));
                    counted.fetch_add(usize::from(is_answered.is_ok()), Ordering::SeqCst);
                }
            },
            |(), job: usize| {
                assert!(job != 0, "job {job} is cursed");
                Ok::<_, Infallible>(job)
            },
            |_, _| {
                was_answered.fetch_add(1, Ordering::SeqCst);
                let _ = answer.send(());
                ControlFlow::Continue(())
            },
        );
        assert_eq!((was_answered.load(Ordering::SeqCst), seen.load(Ordering::SeqCst)), (2, 1));
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
    fn waiting_for_another_job_costs_no_time_of_ones_own() {
        let options = threads(2).with_timeout(Duration::from_millis(300));
        let mut results = Vec::new();
        run_with_clock(
            (0..4).map(|job| ((), job)),
            &Readiness::default(),
            &options,
            || (),
            |(), job: usize, clock| {
                if job == 1 {
                    clock.stopped(|| thread::sleep(Duration::from_millis(700)));
                }
                if job == 2 {
                    clock.stopped(|| thread::sleep(Duration::from_millis(20)));
                    thread::sleep(Duration::from_secs(20));
                }
                Ok::<_, Infallible>(job)
            },
            |(), result| {
                results.push(result.map_err(|error| error.to_string()));
                ControlFlow::Continue(())
            },
        );
        assert_eq!(results, [Ok(0), Ok(1), Err("the page took longer than 0.3 s".to_owned()), Ok(3)]);
    }

    /// Counts the threads that have one.
    struct Alive(Arc<AtomicUsize>);

    impl Alive {
        fn new(n_alive: &Arc<AtomicUsize>) -> Alive {
            n_alive.fetch_add(1, Ordering::SeqCst);
            Alive(Arc::clone(n_alive))
        }
    }

    impl Drop for Alive {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::SeqCst);
        }
    }

    fn spin() -> usize {
        loop {
            budget::spend(1);
        }
    }

    #[test]
    fn no_number_of_slow_pages_keeps_the_others_from_being_tried() {
        let n_alive = Arc::new(AtomicUsize::new(0));
        let most_alive = Arc::new(AtomicUsize::new(0));
        let (alive, most) = (Arc::clone(&n_alive), Arc::clone(&most_alive));
        let mut found = Vec::new();
        run(
            (0..60).map(|job| (job, job)),
            &threads(2).with_timeout(Duration::from_millis(50)).with_max_steps(u64::MAX),
            move || Alive::new(&alive),
            move |state: &mut Alive, job: usize| {
                most.fetch_max(state.0.load(Ordering::SeqCst), Ordering::SeqCst);
                Ok::<_, Infallible>(if job < 40 { spin() } else { job })
            },
            |job, result| {
                found.push((job, result.map_err(|error| error.to_string())));
                ControlFlow::Continue(())
            },
        );
        let late = || Err("the page took longer than 0.05 s".to_owned());
        let expect: Vec<_> = (0..60).map(|job| (job, if job < 40 { late() } else { Ok(job) })).collect();
        assert_eq!(found, expect);
        let begun = Instant::now();
        while n_alive.load(Ordering::SeqCst) > 0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "a thread is left over");
            thread::sleep(Duration::from_millis(5));
        }
        // A busy machine may let a thread come back late; it is not one for each slow page.
        let most_alive = most_alive.load(Ordering::SeqCst);
        assert!(most_alive <= 8, "{most_alive} threads at a time");
    }

    #[test]
    fn a_page_that_takes_too_many_steps_costs_one_row() {
        let options = threads(1).with_max_steps(1_000_000);
        let found = results(0..4, &options, |job| {
            budget::spend(900_000);
            if job == 2 { spin() } else { job }
        });
        let failed = Err("the page took more than the 1000000 steps that are allowed".to_owned());
        assert_eq!(found, [Ok(0), Ok(1), failed, Ok(3)]);
    }

    #[test]
    fn threads_that_do_not_stop_are_replaced_however_many_they_are() {
        let options = threads(2).with_timeout(Duration::from_millis(20));
        let begun = Instant::now();
        let found = results(0..44, &options, |job| {
            if job < 40 {
                thread::sleep(Duration::from_secs(30));
            }
            job
        });
        let late = || Err("the page took longer than 0.02 s".to_owned());
        let expect: Vec<_> = (0..44).map(|job| if job < 40 { late() } else { Ok(job) }).collect();
        assert_eq!(found, expect);
        assert!(begun.elapsed() < Duration::from_secs(25), "waited for the slow pages");
    }

    #[test]
    fn a_batch_that_is_left_stops_what_runs() {
        let n_alive = Arc::new(AtomicUsize::new(0));
        let alive = Arc::clone(&n_alive);
        run(
            (0..9).map(|job| ((), job)),
            &threads(3).with_max_steps(u64::MAX),
            move || Alive::new(&alive),
            |_, job: usize| Ok::<_, Infallible>(if job == 0 { 0 } else { spin() }),
            |(), _| ControlFlow::Break(()),
        );
        let begun = Instant::now();
        while n_alive.load(Ordering::SeqCst) > 0 {
            assert!(begun.elapsed() < Duration::from_secs(10), "a thread is left over");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn jobs_are_taken_only_as_fast_as_results_are_handed_over() {
        let n_taken = AtomicUsize::new(0);
        let mut n_handed_over = 0;
        let jobs = (0..500).map(|job| {
            n_taken.fetch_add(1, Ordering::Relaxed);
            (job, job)
        });
        run(
            jobs,
            &threads(2),
            || (),
            |(), job: usize| Ok::<_, Infallible>(job),
            |job, result| {
                assert_eq!(result.ok(), Some(job), "a result goes with the label of its job");
                n_handed_over += 1;
                let n_waiting = n_taken.load(Ordering::Relaxed) - n_handed_over;
                assert!(n_waiting <= 2 * PAGES_PER_THREAD, "{n_waiting} jobs wait");
                ControlFlow::Continue(())
            },
        );
        assert_eq!(n_handed_over, 500);
    }

    #[test]
    fn a_thread_keeps_its_state_until_a_job_panics() {
        let mut seen = Vec::new();
        run(
            (0..5).map(|job| ((), job)),
            &threads(1),
            || 0,
            |n_jobs: &mut usize, job: usize| {
                *n_jobs += 1;
                assert!(job != 2, "job 2 is cursed");
                if job == 3 { Err("no") } else { Ok(*n_jobs) }
            },
            |(), result| {
                seen.push(result.map_err(|error| error.to_string()));
                ControlFlow::Continue(())
            },
        );
        let panicked = Err("the program failed on this page: job 2 is cursed".to_owned());
        assert_eq!(seen, [Ok(1), Ok(2), panicked, Err("no".to_owned()), Ok(2)]);
    }

    #[test]
    fn a_break_ends_the_batch() {
        let mut n_handed_over = 0;
        run(
            (0..).map(|job| ((), job)),
            &threads(2),
            || (),
            |(), job: usize| Ok::<_, Infallible>(job),
            |(), _| {
                n_handed_over += 1;
                if n_handed_over == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(n_handed_over, 10);
    }

    #[test]
    fn finished_jobs_are_handed_over_while_the_next_is_awaited() {
        let (sender, receiver) = mpsc::channel::<usize>();
        let n_sent = Arc::new(AtomicUsize::new(0));
        let n_taken = Arc::new(AtomicUsize::new(0));
        let (sent, taken) = (Arc::clone(&n_sent), Arc::clone(&n_taken));
        let readiness = Readiness::when(move || sent.load(Ordering::SeqCst) > taken.load(Ordering::SeqCst));
        let send = move |number: usize| {
            sender.send(number).expect("somebody listens");
            n_sent.fetch_add(1, Ordering::SeqCst);
        };
        send(0);
        let jobs = receiver.into_iter().take(3).map(|number| {
            n_taken.fetch_add(1, Ordering::SeqCst);
            (number, number)
        });
        let mut handed_over = Vec::new();
        run_when_ready(
            jobs,
            &readiness,
            &threads(2),
            || (),
            |(), number| Ok::<_, Infallible>(number),
            |number, _| {
                handed_over.push(number);
                // Only now is there another: whoever took jobs ahead would wait for ever.
                if number < 2 {
                    send(number + 1);
                }
                ControlFlow::Continue(())
            },
        );
        assert_eq!(handed_over, [0, 1, 2]);
    }
}
