//! Ctrl-C and the request to end (SIGINT, SIGTERM) during a run over many pages: no further page is begun, those that are
//! on their way are waited for a moment, and the run ends with what it has. The second one ends it at once.
//!
//! Whatever is done is on disk at any moment, so that ending at once costs no more than a kill does: the pages on their way.

use crate::failure::say;
use anyhow::Result;
use std::fmt::{self, Display};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// The signal that came, 0 if none did.
static SIGNAL: AtomicU8 = AtomicU8::new(0);
static N_DONE: AtomicUsize = AtomicUsize::new(0);
static HOW_TO_GO_ON: OnceLock<String> = OnceLock::new();

/// Catches the signals from here on. `how_to_go_on` is what a person is told when one came.
pub(crate) fn listen(how_to_go_on: String) {
    if HOW_TO_GO_ON.set(how_to_go_on).is_ok() {
        #[cfg(unix)]
        signals::listen();
    }
}

/// Leaves the signals to the process that this one works for, which ends it when it ends itself. Those of a terminal come
/// to both, and the page that this one is at would be lost.
pub(crate) fn leave_to_parent() {
    #[cfg(unix)]
    signals::pass_over();
}

/// Whether the run is to end.
pub(crate) fn is_asked() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// An error if the run is to end.
pub(crate) fn check() -> Result<()> {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => Ok(()),
        signal => Err(Interrupted { signal }.into()),
    }
}

/// Counts pages as done, for the message of an interrupted run.
pub(crate) fn count_done(n_pages: usize) {
    N_DONE.fetch_add(n_pages, Ordering::Relaxed);
}

/// A signal ended the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted {
    signal: u8,
}

impl Interrupted {
    /// What shells take for the end by a signal.
    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(128 + self.signal)
    }

    /// Says what is done and how to go on, once.
    pub(crate) fn say(self) {
        static IS_SAID: AtomicBool = AtomicBool::new(false);
        if !IS_SAID.swap(true, Ordering::Relaxed) {
            say(&self.to_string());
            HOW_TO_GO_ON.get().into_iter().for_each(|hint| say(&format!("hint: {hint}")));
        }
    }
}

impl Display for Interrupted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match N_DONE.load(Ordering::Relaxed) {
            1 => out.write_str("interrupted: 1 page is done"),
            n => write!(out, "interrupted: {n} pages are done"),
        }
    }
}

impl std::error::Error for Interrupted {}

#[cfg(unix)]
mod signals {
    use super::{Interrupted, SIGNAL};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, mpsc};
    use std::thread;
    use std::time::Duration;

    /// How long pages that are on their way are waited for: most take milliseconds, one that is laid out a second.
    const GRACE: Duration = Duration::from_secs(3);

    /// How long to wait for a blocked reader of standard error.
    const LAST_WORDS: Duration = Duration::from_millis(500);

    pub(super) fn listen() {
        let wanted = [SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
        // Where signals cannot be caught they end the run at once, as they always did.
        let Ok(mut signals) = Signals::new(wanted) else { return };
        let waits = move || {
            let mut signals = signals.forever();
            let Some(signal) = signals.next() else { return };
            let interrupted = Interrupted { signal: signal as u8 };
            SIGNAL.store(interrupted.signal, Ordering::Relaxed);
            // Its name tells tests that the signal has been seen.
            let end_late = thread::Builder::new().name("grace".to_owned()).spawn(move || {
                thread::sleep(GRACE);
                end_now(interrupted);
            });
            if end_late.is_ok() && signals.next().is_none() {
                return;
            }
            end_now(interrupted);
        };
        let _ = thread::Builder::new().name("signals".to_owned()).spawn(waits);
    }

    pub(super) fn pass_over() {
        for signal in [SIGINT, SIGTERM] {
            let _ = signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false)));
        }
    }

    #[expect(clippy::exit, reason = "the threads that work on pages cannot be stopped in any other way")]
    fn end_now(interrupted: Interrupted) -> ! {
        // Standard error may be a pipe that nobody reads, with another thread waiting in the middle of a line.
        let (told, is_told) = mpsc::channel();
        let tells = move || {
            interrupted.say();
            let _ = told.send(());
        };
        if thread::Builder::new().spawn(tells).is_ok() {
            let _ = is_told.recv_timeout(LAST_WORDS);
        }
        std::process::exit(128 + i32::from(interrupted.signal));
    }

    /// Whether the process that started us has the signal ignored, as `nohup` does and shells do with `&`.
    fn is_ignored(signal: i32) -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
