//! The threads of a batch: they take jobs from one queue, and those that do not come back are left behind.

use super::{BatchOptions, JobError, MAX_ABANDONED};
use crate::page::PageReader;
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The threads of a batch, seen from the thread that feeds them.
pub(super) struct Crew<J, T> {
    bench: Arc<Bench<J, T>>,
    results: mpsc::Receiver<(usize, Result<T, JobError>)>,
    sender: mpsc::Sender<(usize, Result<T, JobError>)>,
    options: BatchOptions,
}

/// What the threads share.
struct Bench<J, T> {
    state: Mutex<State<J>>,
    /// A job was queued, or the batch is over.
    changed: Condvar,
    reader: Box<dyn Fn() -> PageReader + Send + Sync>,
    work: Box<Work<J, T>>,
}

pub(super) type Work<J, T> = dyn Fn(&mut PageReader, J) -> Result<T, JobError> + Send + Sync;

struct State<J> {
    queue: VecDeque<(usize, J)>,
    /// What each thread is at; the place is the thread's for life.
    threads: Vec<Activity>,
    n_abandoned: usize,
    is_over: bool,
}

#[derive(Clone, Copy)]
enum Activity {
    Idle,
    /// The job and when it was begun.
    At(usize, Instant),
    /// The job was answered for; the thread ends when it notices.
    Abandoned,
}

impl<J: Send + 'static, T: Send + 'static> Crew<J, T> {
    pub(super) fn new(
        options: &BatchOptions,
        reader: Box<dyn Fn() -> PageReader + Send + Sync>,
        work: Box<Work<J, T>>,
    ) -> Crew<J, T> {
        let state = State { queue: VecDeque::new(), threads: Vec::new(), n_abandoned: 0, is_over: false };
        let bench = Arc::new(Bench { state: Mutex::new(state), changed: Condvar::new(), reader, work });
        let (sender, results) = mpsc::channel();
        Crew { bench, results, sender, options: *options }
    }

    /// Queues a job, and starts a thread for it if there are fewer than allowed.
    pub(super) fn start(&mut self, job: usize, input: J) {
        let mut state = self.bench.lock();
        state.queue.push_back((job, input));
        self.bench.changed.notify_one();
        self.fill_up(&mut state);
    }

    /// Starts threads while the queue has work for one more and the bounds allow it.
    fn fill_up(&self, state: &mut State<J>) {
        while state.n_able() < self.options.n_threads.get()
            && state.n_idle() < state.queue.len()
            && state.n_abandoned <= MAX_ABANDONED
        {
            let place = state.threads.len();
            let (bench, sender) = (Arc::clone(&self.bench), self.sender.clone());
            let name = format!("page-{place}");
            if thread::Builder::new().name(name).spawn(move || bench.serve(place, &sender)).is_err() {
                // The work goes on with the threads there are; if there is none, `abandon_overdue` answers.
                return;
            }
            state.threads.push(Activity::Idle);
        }
    }

    /// Waits until a job is finished, took too long, or has no thread left to run it.
    pub(super) fn wait(&mut self) -> Vec<(usize, Result<T, JobError>)> {
        loop {
            let mut answered = self.abandon_overdue();
            answered.extend(self.results.try_iter());
            if !answered.is_empty() {
                return answered;
            }
            // Ends with a result or at a deadline; it cannot be disconnected, `self` has a sender.
            if let Ok(result) = self.results.recv_timeout(self.until_next_deadline()) {
                return vec![result];
            }
        }
    }

    /// Answers for the jobs that took too long, and for those that no thread is left to run.
    fn abandon_overdue(&self) -> Vec<(usize, Result<T, JobError>)> {
        let mut state = self.bench.lock();
        let mut answered = Vec::new();
        if let Some(limit) = self.options.timeout {
            for place in 0..state.threads.len() {
                if let Activity::At(job, since) = state.threads[place]
                    && since.elapsed() >= limit
                {
                    state.threads[place] = Activity::Abandoned;
                    state.n_abandoned += 1;
                    answered.push((job, Err(JobError::TimedOut { limit })));
                }
            }
        }
        self.fill_up(&mut state);
        if state.n_able() == 0 {
            answered.extend(state.queue.drain(..).map(|(job, _)| (job, Err(JobError::GaveUp))));
        }
        answered
    }

    fn until_next_deadline(&self) -> Duration {
        let limit = self.options.timeout.unwrap_or(Duration::MAX);
        let state = self.bench.lock();
        let left = state.threads.iter().filter_map(|activity| match activity {
            Activity::At(_, since) => Some(limit.saturating_sub(since.elapsed())),
            _ => None,
        });
        left.min().unwrap_or(limit).max(Duration::from_millis(1))
    }
}

impl<J, T> Drop for Crew<J, T> {
    fn drop(&mut self) {
        let mut state = self.bench.lock();
        state.is_over = true;
        state.queue.clear();
        self.bench.changed.notify_all();
    }
}

impl<J, T> Bench<J, T> {
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // Nothing can panic while it holds the lock, and the state is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of one thread.
    fn serve(&self, place: usize, results: &mpsc::Sender<(usize, Result<T, JobError>)>) {
        let mut reader = (self.reader)();
        while let Some((job, input)) = self.next_job(place) {
            let result = catch_unwind(AssertUnwindSafe(|| (self.work)(&mut reader, input)));
            let result = result.unwrap_or_else(|panic| {
                // Whatever the panic left of the reader is not to be trusted.
                reader = (self.reader)();
                Err(JobError::Panicked { message: panic_message(&*panic) })
            });
            let mut state = self.lock();
            if let Activity::Abandoned = state.threads[place] {
                state.n_abandoned -= 1;
                return;
            }
            state.threads[place] = Activity::Idle;
            drop(state);
            if results.send((job, result)).is_err() {
                return;
            }
        }
    }

    /// Waits for a job and notes when it begins; `None` when the batch is over.
    fn next_job(&self, place: usize) -> Option<(usize, J)> {
        let state = self.lock();
        let mut state = self
            .changed
            .wait_while(state, |state| state.queue.is_empty() && !state.is_over)
            .unwrap_or_else(PoisonError::into_inner);
        let (job, input) = state.queue.pop_front()?;
        state.threads[place] = Activity::At(job, Instant::now());
        Some((job, input))
    }
}

impl<J> State<J> {
    /// The threads that can still take a job.
    fn n_able(&self) -> usize {
        self.threads.iter().filter(|activity| !matches!(activity, Activity::Abandoned)).count()
    }

    fn n_idle(&self) -> usize {
        self.threads.iter().filter(|activity| matches!(activity, Activity::Idle)).count()
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}
