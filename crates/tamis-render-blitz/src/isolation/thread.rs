//! One page after the other on a thread with a large stack.

use crate::options::BlitzOptions;
use crate::page::{Engine, OwnStyles, PageSource};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tamis_page::{RenderError, RenderRequest, RenderedPage};

/// Threads that may be left behind with pages that do not end; with more the renderer refuses pages.
const MAX_STRAYS: usize = 4;

/// The engine recurses over the depth of a page; 512 levels, the parser's cap, need a fraction of this.
const STACK_BYTES: usize = 64 << 20;
/// A page that looks at its own clock ends a little late. Only one that never looks is left behind.
const GRACE: Duration = Duration::from_millis(500);

/// Renders on a thread of its own.
#[derive(Default)]
pub(super) struct ThreadWorker {
    thread: Option<Thread>,
    strays: Arc<AtomicUsize>,
}

struct Thread {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
}

struct Job {
    page: PageSource,
    request: RenderRequest,
    options: BlitzOptions,
    styles: OwnStyles,
}

type Answer = Result<RenderedPage, RenderError>;

impl ThreadWorker {
    /// Renders a page; without its own styles if the engine panics on them.
    pub(super) fn render(&mut self, page: PageSource, request: RenderRequest, options: &BlitzOptions) -> Answer {
        let start = Instant::now();
        let again = page.clone();
        match self.attempt(page, request, options.clone(), OwnStyles::Used) {
            Err(RenderError::Crashed { .. }) => {
                let left = options.time_limit.saturating_sub(start.elapsed());
                self.attempt(again, request, options.clone().with_time_limit(left), OwnStyles::GivenUp)
            }
            answer => answer,
        }
    }

    fn attempt(
        &mut self,
        page: PageSource,
        request: RenderRequest,
        options: BlitzOptions,
        styles: OwnStyles,
    ) -> Answer {
        let n_strays = self.strays.load(Ordering::Acquire);
        if n_strays >= MAX_STRAYS {
            return Err(RenderError::Engine {
                message: format!("{n_strays} pages before this one have not ended yet"),
            });
        }
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => Thread::start()?,
        };
        let time_limit = options.time_limit;
        let job = Job { page, request, options, styles };
        if thread.jobs.send(job).is_err() {
            return Err(crashed("its thread has ended"));
        }
        match thread.answers.recv_timeout(time_limit + GRACE) {
            // The thread has ended.
            Ok(answer) if has_panicked(&answer) => answer,
            Ok(answer) => {
                self.thread = Some(thread);
                answer
            }
            Err(RecvTimeoutError::Timeout) => {
                self.leave_behind(thread);
                Err(RenderError::TimedOut { seconds: time_limit.as_secs_f64() })
            }
            Err(RecvTimeoutError::Disconnected) => Err(crashed("its thread has ended")),
        }
    }

    /// Lets a thread run on to its end, with someone to say when that is.
    fn leave_behind(&self, thread: Thread) {
        self.strays.fetch_add(1, Ordering::AcqRel);
        let strays = Arc::clone(&self.strays);
        let Thread { jobs, answers } = thread;
        drop(jobs);
        thread::spawn(move || {
            while answers.recv().is_ok() {}
            strays.fetch_sub(1, Ordering::AcqRel);
        });
    }
}

impl Thread {
    fn start() -> Result<Thread, RenderError> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, answers) = channel();
        let work = move || {
            let mut engine = Engine::new();
            while let Ok(job) = inbox.recv() {
                let run = || engine.render(job.page, job.request, &job.options, job.styles);
                let answer =
                    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| Err(crashed(message_of(&*panic))));
                let is_last = has_panicked(&answer);
                if outbox.send(answer).is_err() || is_last {
                    break;
                }
            }
        };
        thread::Builder::new()
            .name("tamis-render".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(work)
            .map_err(|error| RenderError::Engine { message: format!("no thread could be started: {error}") })?;
        Ok(Thread { jobs, answers })
    }
}

/// Whether the engine panicked on a page. Its state is not to be trusted after that: the thread ends with it.
fn has_panicked(answer: &Answer) -> bool {
    matches!(answer, Err(RenderError::Crashed { .. }))
}

fn crashed(message: &str) -> RenderError {
    RenderError::Crashed { message: message.to_owned() }
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a message")
}
