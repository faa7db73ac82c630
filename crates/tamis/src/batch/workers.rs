//! The threads of a batch: they take jobs from one queue. Those that are late are asked to stop, and replaced if they do
//! not.

use super::{Batch, JobError};
use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};
use tamis_page::budget::{self, Budget, StopFlag, Stopped};

/// The threads of a batch, seen from the thread that feeds them. Jobs are of type `J` and end with a `T` or an `E`.
pub(super) struct Workers<J, T, E> {
    shared: Arc<Shared<J>>,
    results: mpsc::Receiver<Numbered<T, E>>,
    sender: mpsc::Sender<Numbered<T, E>>,
    make: Arc<Make<J, T, E>>,
    options: Batch,
}

/// The number of a job and its result.
pub(super) type Numbered<T, E> = (usize, Result<T, E>);

/// What a thread does with a job, with the state that the thread keeps.
pub(super) type Worker<J, T, E> = Box<dyn FnMut(J, &Clock<'_>) -> Result<T, E>>;

/// Makes the worker of a thread, on that thread.
pub(super) type Make<J, T, E> = dyn Fn() -> Worker<J, T, E> + Send + Sync;

/// The clock of a job: the time that the job has, and what does not count.
#[derive(Clone, Copy)]
pub struct Clock<'b> {
    batch: &'b dyn Stop,
    place: usize,
}

/// What a clock needs to know of its batch: the times of its threads.
trait Stop {
    fn stop(&self, place: usize);
    fn go_on(&self, place: usize);
}

impl<'b> Clock<'b> {
    fn new(batch: &'b dyn Stop, place: usize) -> Clock<'b> {
        Clock { batch, place }
    }

    /// Waits, at the cost of nobody's time.
    pub fn stopped<R>(&self, wait: impl FnOnce() -> R) -> R {
        self.batch.stop(self.place);
        let waited = wait();
        self.batch.go_on(self.place);
        waited
    }
}

impl fmt::Debug for Clock<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Clock").field("place", &self.place).finish_non_exhaustive()
    }
}

/// What the threads share.
struct Shared<J> {
    state: Mutex<State<J>>,
    /// A job was queued, or the batch is over.
    changed: Condvar,
}

struct State<J> {
    queue: VecDeque<(usize, J)>,
    /// The place is the thread's for life, and another's afterwards.
    threads: Vec<Thread>,
    is_over: bool,
}

/// What a thread is at.
struct Thread {
    activity: Activity,
    /// Ends the work on its job.
    stop: StopFlag,
}

#[derive(Clone, Copy)]
enum Activity {
    Idle,
    /// The job and when it was begun.
    At(usize, Instant),
    /// The job waits for others, and took so long before.
    Waiting(usize, Duration),
    /// The job was answered for and asked to stop, then.
    Stopping(Instant),
    /// It did not stop, and another thread is there in its stead.
    Replaced,
    /// There is no thread at this place.
    Ended,
}

impl<J: Send + 'static, T: Send + 'static, E: From<JobError> + Send + 'static> Workers<J, T, E> {
    pub(super) fn new(options: &Batch, make: Arc<Make<J, T, E>>) -> Workers<J, T, E> {
        let state = State { queue: VecDeque::new(), threads: Vec::new(), is_over: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
        let (sender, results) = mpsc::channel();
        Workers { shared, results, sender, make, options: options.clone() }
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
        while state.n_able() < self.options.n_threads.get() && state.n_idle() < state.queue.len() {
            let ended = state.threads.iter().position(|thread| matches!(thread.activity, Activity::Ended));
            let place = ended.unwrap_or(state.threads.len());
            let (shared, sender, make) = (Arc::clone(&self.shared), self.sender.clone(), Arc::clone(&self.make));
            let (name, max_steps) = (format!("page-{place}"), self.options.max_steps);
            let serve = move || shared.serve(place, &*make, max_steps, &sender);
            if thread::Builder::new().name(name).spawn(serve).is_err() {
                // The work goes on with the threads there are; if there is none, `work_here` does it.
                return;
            }
            let thread = Thread { activity: Activity::Idle, stop: StopFlag::default() };
            match state.threads.get_mut(place) {
                Some(old) => *old = thread,
                None => state.threads.push(thread),
            }
        }
    }

    /// Waits until a job is finished or took too long; for nothing of that longer than `patience`.
    pub(super) fn wait(&mut self, patience: Duration) -> Vec<Numbered<T, E>> {
        let begun = Instant::now();
        loop {
            let mut answered = self.stop_overdue();
            answered.extend(self.results.try_iter());
            if answered.is_empty() {
                answered.extend(self.work_here());
            }
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

    /// Answers for the jobs that took too long and asks them to stop; replaces the threads that were asked and did not.
    fn stop_overdue(&self) -> Vec<Numbered<T, E>> {
        let mut state = self.shared.lock();
        let mut answered = Vec::new();
        if let Some(limit) = self.options.timeout {
            for thread in &mut state.threads {
                match thread.activity {
                    Activity::At(job, since) if since.elapsed() >= limit => {
                        thread.stop.stop();
                        thread.activity = Activity::Stopping(Instant::now());
                        answered.push((job, Err(JobError::TimedOut { limit }.into())));
                    }
                    Activity::Stopping(since) if since.elapsed() >= PATIENCE_WITH_THREADS => {
                        thread.activity = Activity::Replaced;
                    }
                    _ => {}
                }
            }
        }
        self.fill_up(&mut state);
        answered
    }

    /// Does a job on the calling thread if the system gives us no other, without a limit on its time: better late than
    /// not at all.
    fn work_here(&self) -> Option<Numbered<T, E>> {
        let mut state = self.shared.lock();
        let has_thread = state.threads.iter().any(|thread| !matches!(thread.activity, Activity::Ended));
        if has_thread {
            return None;
        }
        let (job, input) = state.queue.pop_front()?;
        let place = state.threads.len();
        let stop = StopFlag::default();
        let activity = Activity::Waiting(job, Duration::ZERO);
        state.threads.push(Thread { activity, stop: stop.clone() });
        drop(state);
        let result = match made(&*self.make) {
            Ok(mut worker) => self.shared.run_job(place, &mut worker, input, self.options.max_steps, stop),
            Err(message) => Err(JobError::Panicked { message }),
        };
        self.shared.lock().threads.truncate(place);
        Some((job, result.unwrap_or_else(|given_up| Err(given_up.into()))))
    }

    fn until_next_deadline(&self) -> Duration {
        let limit = self.options.timeout.unwrap_or(Duration::MAX);
        let state = self.shared.lock();
        let left = state.threads.iter().filter_map(|thread| match thread.activity {
            Activity::At(_, since) => Some(limit.saturating_sub(since.elapsed())),
            // It may go on at any moment, and then there is as much left as before it waited.
            Activity::Waiting(_, used) => Some(limit.saturating_sub(used).min(LOOK_AGAIN)),
            Activity::Stopping(since) => Some(PATIENCE_WITH_THREADS.saturating_sub(since.elapsed())),
            // The system gave us no thread for a job that waits: perhaps it does later.
            Activity::Idle | Activity::Replaced | Activity::Ended => (!state.queue.is_empty()).then_some(LOOK_AGAIN),
        });
        left.min().unwrap_or(limit).max(Duration::from_millis(1))
    }
}

/// How often waiting jobs are looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// How long a thread that was asked to stop has for that. Methods look at the flag some thousand times a second; what does
/// not is waiting for the world, which may take as long as its own limits.
const PATIENCE_WITH_THREADS: Duration = Duration::from_millis(250);

impl<J> Stop for Shared<J> {
    fn stop(&self, place: usize) {
        let mut state = self.lock();
        let activity = &mut state.threads[place].activity;
        if let Activity::At(job, since) = *activity {
            *activity = Activity::Waiting(job, since.elapsed());
        }
    }

    fn go_on(&self, place: usize) {
        let mut state = self.lock();
        let activity = &mut state.threads[place].activity;
        if let Activity::Waiting(job, used) = *activity {
            let now = Instant::now();
            *activity = Activity::At(job, now.checked_sub(used).unwrap_or(now));
        }
    }
}

impl<J, T, E> Drop for Workers<J, T, E> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_over = true;
        state.queue.clear();
        // Nobody waits for what they are at.
        state.threads.iter().for_each(|thread| thread.stop.stop());
        self.shared.changed.notify_all();
    }
}

impl<J> Shared<J> {
    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // Nothing can panic while it holds the lock, and the state is whole between any two statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The life of one thread.
    fn serve<T, E: From<JobError>>(
        &self,
        place: usize,
        make: &Make<J, T, E>,
        max_steps: u64,
        results: &mpsc::Sender<Numbered<T, E>>,
    ) {
        let mut worker = made(make);
        while let Some((job, input, stop)) = self.next_job(place) {
            let result = match &mut worker {
                Ok(worker) => self.run_job(place, worker, input, max_steps, stop),
                Err(message) => Err(JobError::Panicked { message: mem::take(message) }),
            };
            // Whatever unwinding left of the worker's state is not to be trusted.
            let is_spoiled = result.is_err();
            let Some(was_answered) = self.come_back(place) else { return };
            let result = result.unwrap_or_else(|given_up| Err(given_up.into()));
            if !was_answered && results.send((job, result)).is_err() {
                return;
            }
            // After the answer: to start another browser takes its time, which is not the job's.
            if is_spoiled {
                let spoiled = mem::replace(&mut worker, made(make));
                let _ = catch_unwind(AssertUnwindSafe(move || drop(spoiled)));
            }
        }
    }

    /// Notes that a thread is free again. Says whether its job was answered for already; `None` if the thread is not needed
    /// any more.
    fn come_back(&self, place: usize) -> Option<bool> {
        let mut state = self.lock();
        let activity = state.threads[place].activity;
        let n_able = state.n_able();
        if let Activity::Replaced = activity
            && n_able > 0
        {
            state.threads[place].activity = Activity::Ended;
            return None;
        }
        state.threads[place].activity = Activity::Idle;
        Some(matches!(activity, Activity::Stopping(_) | Activity::Replaced))
    }

    /// Runs a job to its end, or until it is given up.
    fn run_job<T, E>(
        &self,
        place: usize,
        worker: &mut Worker<J, T, E>,
        input: J,
        max_steps: u64,
        stop: StopFlag,
    ) -> Result<Result<T, E>, JobError> {
        let budget = Budget { max_steps, stop: Some(stop) };
        let work = || budget::within(&budget, || worker(input, &Clock::new(self, place)));
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(Stopped::OutOfSteps)) => Err(JobError::OutOfSteps { limit: max_steps }),
            // Whoever asked has answered for the job.
            Ok(Err(Stopped::Asked)) => Err(JobError::TimedOut { limit: Duration::ZERO }),
            Err(panic) => Err(JobError::Panicked { message: panic_message(&*panic) }),
        }
    }

    /// Waits for a job and notes when it begins; `None` when the batch is over.
    fn next_job(&self, place: usize) -> Option<(usize, J, StopFlag)> {
        let state = self.lock();
        let mut state = self
            .changed
            .wait_while(state, |state| state.queue.is_empty() && !state.is_over)
            .unwrap_or_else(PoisonError::into_inner);
        let (job, input) = state.queue.pop_front()?;
        let stop = StopFlag::default();
        state.threads[place] = Thread { activity: Activity::At(job, Instant::now()), stop: stop.clone() };
        Some((job, input, stop))
    }
}

impl<J> State<J> {
    /// The threads that can take a job now or soon.
    fn n_able(&self) -> usize {
        let is_able = |thread: &&Thread| !matches!(thread.activity, Activity::Replaced | Activity::Ended);
        self.threads.iter().filter(is_able).count()
    }

    fn n_idle(&self) -> usize {
        self.threads.iter().filter(|thread| matches!(thread.activity, Activity::Idle)).count()
    }
}

/// A worker, or why there is none: a thread that ended here would be waited for. The next job is answered with it, and then it is
/// tried again.
fn made<J, T, E>(make: &Make<J, T, E>) -> Result<Worker<J, T, E>, String> {
    catch_unwind(AssertUnwindSafe(make)).map_err(|panic| panic_message(&*panic))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}
