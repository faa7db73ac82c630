//! The threads of a batch: they take jobs from one queue, and those that do not come back are left behind.

use super::clock::{Clock, Stop};
use super::{BatchOptions, JobError, MAX_ABANDONED};
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The threads of a batch, seen from the thread that feeds them. Jobs are of type `J` and end with a `T` or an `E`.
pub(super) struct Workers<J, T, E> {
    shared: Arc<Shared<J>>,
    results: mpsc::Receiver<Numbered<T, E>>,
    sender: mpsc::Sender<Numbered<T, E>>,
    make: Arc<Make<J, T, E>>,
    options: BatchOptions,
}

/// The number of a job and its result.
pub(super) type Numbered<T, E> = (usize, Result<T, JobError<E>>);

/// What a thread does with a job, with the state that the thread keeps.
pub(super) type Worker<J, T, E> = Box<dyn FnMut(J, &Clock<'_>) -> Result<T, E>>;

/// Makes the worker of a thread, on that thread.
pub(super) type Make<J, T, E> = dyn Fn() -> Worker<J, T, E> + Send + Sync;

/// What the threads share.
struct Shared<J> {
    state: Mutex<State<J>>,
    /// A job was queued, or the batch is over.
    changed: Condvar,
}

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
    /// The job waits for others, and took so long before.
    Waiting(usize, Duration),
    /// The job was answered for; the thread ends when it notices.
    Abandoned,
}

impl<J: Send + 'static, T: Send + 'static, E: Send + 'static> Workers<J, T, E> {
    pub(super) fn new(options: &BatchOptions, make: Arc<Make<J, T, E>>) -> Workers<J, T, E> {
        let state = State { queue: VecDeque::new(), threads: Vec::new(), n_abandoned: 0, is_over: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let (sender, results) = mpsc::channel();
        Workers { shared, results, sender, make, options: *options }
    }

    /// Queues a job, and starts a thread for it if there are fewer than allowed.
    pub(super) fn start(&mut self, job: usize, input: J) {
        let mut state = self.shared.lock();
        state.queue.push_back((job, input));
        self.shared.changed.notify_one();
        self.fill_up(&mut state);
    }

    /// Starts threads while the queue has work for one more and the bounds allow it.
    fn fill_up(&self, state: &mut State<J>) {
        while state.n_able() < self.options.n_threads.get()
            && state.n_idle() < state.queue.len()
            && state.n_abandoned <= MAX_ABANDONED
        {
            let place = state.threads.len();
            let (shared, sender, make) = (Arc::clone(&self.shared), self.sender.clone(), Arc::clone(&self.make));
            let name = format!("page-{place}");
            if thread::Builder::new().name(name).spawn(move || shared.serve(place, &*make, &sender)).is_err() {
                // The work goes on with the threads there are; if there is none, `abandon_overdue` answers.
                return;
            }
            state.threads.push(Activity::Idle);
        }
    }

    /// Waits until a job is finished, took too long, or has no thread left to run it; for nothing of that longer than
    /// `patience`.
    pub(super) fn wait(&mut self, patience: Duration) -> Vec<Numbered<T, E>> {
        let begun = Instant::now();
        loop {
            let mut answered = self.abandon_overdue();
            answered.extend(self.results.try_iter());
            if !answered.is_empty() {
                return answered;
            }
            // Ends with a result or at a deadline; it cannot be disconnected, `self` has a sender.
            let left = patience.saturating_sub(begun.elapsed());
            if let Ok(result) = self.results.recv_timeout(self.until_next_deadline().min(left)) {
                return vec![result];
            }
            if begun.elapsed() >= patience {
                return Vec::new();
            }
        }
    }

    /// Answers for the jobs that took too long, and for those that no thread is left to run.
    fn abandon_overdue(&self) -> Vec<Numbered<T, E>> {
        let mut state = self.shared.lock();
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
        let state = self.shared.lock();
        let left = state.threads.iter().filter_map(|activity| match activity {
            Activity::At(_, since) => Some(limit.saturating_sub(since.elapsed())),
            // It may go on at any moment, and then there is as much left as before it waited.
            Activity::Waiting(_, used) => Some(limit.saturating_sub(*used).min(LOOK_AGAIN)),
            Activity::Idle | Activity::Abandoned => None,
        });
        left.min().unwrap_or(limit).max(Duration::from_millis(1))
    }
}

/// How often waiting jobs are looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

impl<J> Stop for Shared<J> {
    fn stop(&self, place: usize) {
        let mut state = self.lock();
        if let Activity::At(job, since) = state.threads[place] {
            state.threads[place] = Activity::Waiting(job, since.elapsed());
        }
    }

    fn go_on(&self, place: usize) {
        let mut state = self.lock();
        if let Activity::Waiting(job, used) = state.threads[place] {
            let now = Instant::now();
            state.threads[place] = Activity::At(job, now.checked_sub(used).unwrap_or(now));
        }
    }
}

impl<J, T, E> Drop for Workers<J, T, E> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_over = true;
        state.queue.clear();
        self.shared.changed.notify_all();
    }
}

impl<J> Shared<J> {
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // Nothing can panic while it holds the lock, and the state is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of one thread.
    fn serve<T, E>(&self, place: usize, make: &Make<J, T, E>, results: &mpsc::Sender<Numbered<T, E>>) {
        let mut worker = make();
        while let Some((job, input)) = self.next_job(place) {
            let result = catch_unwind(AssertUnwindSafe(|| worker(input, &Clock::new(self, place))));
            let result = match result {
                Ok(result) => result.map_err(JobError::Failed),
                Err(panic) => {
                    // Whatever the panic left of the worker's state is not to be trusted.
                    worker = make();
                    Err(JobError::Panicked { message: panic_message(&*panic) })
                }
            };
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
