//! Standard output. That it is closed or its device is full is an error; that its reader left early is none.

use crate::failure::{ReaderLeft, failure};
use crate::output::unfinished::is_full;
use anyhow::{Context, Result};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// What to do where a device is full and there is nothing to go on with.
pub(crate) const MAKE_ROOM: &str =
    "nothing was left half-written; make room or choose another place, then run it again";

/// Whether there was none when the program began.
static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The standard library puts `/dev/null` in the place of a closed standard output before `main`, and everything written
/// would be lost without a word. What was there can be seen only earlier.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_before_main() {
    let found = rustix::io::fcntl_getfd(rustix::stdio::stdout());
    WAS_CLOSED.store(found.is_err(), Ordering::Relaxed);
}

/// Says at once that nothing can be written.
pub(crate) fn check() -> Result<()> {
    if WAS_CLOSED.load(Ordering::Relaxed) {
        return Err(failure("cannot write standard output: it is closed", "add -o FILE, or leave it open"));
    }
    Ok(())
}

/// Writes all of it, now.
pub(crate) fn write(bytes: &[u8]) -> Result<()> {
    check()?;
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(ReaderLeft.into()),
        Err(error) if is_full(&error) => Err(failure(format!("cannot write standard output: {error}"), MAKE_ROOM)),
        written => written.context("cannot write standard output"),
    }
}
