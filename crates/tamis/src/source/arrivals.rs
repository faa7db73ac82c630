//! The pages of a pipe, which come in their own time: a thread waits for them, so that those before are handed over in the
//! meantime.

use super::Input;
use crate::batch::Readiness;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// How many pages are there and not yet asked for, at most: enough that nobody waits for a pipe that is fast.
const N_AHEAD: usize = 8;

/// What is known of a pipe, for whoever wants to know whether its next page is there.
#[derive(Clone, Default, Debug)]
pub(super) struct Awaited(Arc<PipeState>);

#[derive(Default, Debug)]
struct PipeState {
    /// Whether the next page is one of a pipe.
    is_open: AtomicBool,
    /// How many pages came and were not asked for.
    n_there: AtomicUsize,
    /// Whether no more will come.
    is_over: AtomicBool,
}

/// A pipe that is being read.
#[derive(Debug)]
pub(super) struct Arrivals {
    pages: Receiver<Input>,
    thread: Option<JoinHandle<()>>,
    awaited: Awaited,
}

/// Where the thread puts the pages.
pub(super) struct Entrance {
    pages: SyncSender<Input>,
    awaited: Awaited,
}

impl Awaited {
    /// Ready unless a pipe is open whose next page is not there.
    pub(super) fn readiness(&self, others: Readiness) -> Readiness {
        let state = Arc::clone(&self.0);
        Readiness::when(move || {
            let is_there = || state.n_there.load(Ordering::Acquire) > 0 || state.is_over.load(Ordering::Acquire);
            (!state.is_open.load(Ordering::Acquire) || is_there()) && others.is_ready()
        })
    }
}

impl Arrivals {
    /// Begins to read: `read` lets every page in.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub(super) fn begin(awaited: &Awaited, read: impl FnOnce(&Entrance) + Send + 'static) -> io::Result<Arrivals> {
        let (sender, pages) = sync_channel(N_AHEAD);
        let entrance = Entrance { pages: sender, awaited: awaited.clone() };
        awaited.0.n_there.store(0, Ordering::Release);
        awaited.0.is_over.store(false, Ordering::Release);
        let thread = thread::Builder::new().name("pipe".to_owned()).spawn(move || read(&entrance))?;
        awaited.0.is_open.store(true, Ordering::Release);
        Ok(Arrivals { pages, thread: Some(thread), awaited: awaited.clone() })
    }

    /// The next page, which is waited for; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Input> {
        if let Ok(input) = self.pages.recv() {
            self.awaited.0.n_there.fetch_sub(1, Ordering::AcqRel);
            return Some(input);
        }
        // That the pages end with a defect of this program must not look like their end.
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            resume_unwind(panic);
        }
        None
    }
}

impl Drop for Arrivals {
    fn drop(&mut self) {
        self.awaited.0.is_open.store(false, Ordering::Release);
    }
}

impl Entrance {
    /// Lets a page in when there is room. False if nobody wants any more.
    pub(super) fn let_in(&self, input: Input) -> bool {
        // Before it is there: nobody takes one that was not counted.
        self.awaited.0.n_there.fetch_add(1, Ordering::AcqRel);
        self.pages.send(input).is_ok()
    }
}

impl Drop for Entrance {
    fn drop(&mut self) {
        self.awaited.0.is_over.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::sync::mpsc::channel;

    #[test]
    fn a_pipe_is_ready_when_a_page_is_there_and_at_its_end() {
        let (write, pipe) = channel::<&str>();
        let (tell, told) = channel();
        let awaited = Awaited::default();
        let readiness = awaited.readiness(Readiness::default());
        assert!(readiness.is_ready(), "no pipe is open");
        let read = move |entrance: &Entrance| {
            for name in pipe {
                entrance.let_in(Input::file(PathBuf::from(name)));
                tell.send(()).expect("the test listens");
            }
        };
        let mut arrivals = Arrivals::begin(&awaited, read).expect("starts");
        assert!(!readiness.is_ready());
        for name in ["a.html", "b.html"] {
            write.send(name).expect("is read");
            told.recv().expect("a page");
            assert!(readiness.is_ready());
            assert_eq!(arrivals.next().map(|input| input.place), Some(PathBuf::from(name)));
            assert!(!readiness.is_ready());
        }
        drop(write);
        assert!(arrivals.next().is_none() && readiness.is_ready());
        drop(arrivals);
        assert!(readiness.is_ready());
    }

    #[test]
    #[should_panic(expected = "a defect")]
    fn a_defect_is_no_end() {
        let read = |_: &Entrance| panic!("a defect");
        Arrivals::begin(&Awaited::default(), read).expect("starts").next();
    }
}
