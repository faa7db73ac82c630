//! How often this process did what it should do once a page. Tests hold the commands to it; nothing else reads the counts.

use std::sync::atomic::{AtomicU64, Ordering};

static PARSES: AtomicU64 = AtomicU64::new(0);
static BODY_COPIES: AtomicU64 = AtomicU64::new(0);
static METHOD_RUNS: AtomicU64 = AtomicU64::new(0);

/// How many pages were parsed. A frame inside of a page is part of it.
pub fn parses() -> u64 {
    PARSES.load(Ordering::Relaxed)
}

/// How often the bytes or the text of a page were copied because somebody else held them too.
pub fn body_copies() -> u64 {
    BODY_COPIES.load(Ordering::Relaxed)
}

/// How often a method looked at a page.
pub fn method_runs() -> u64 {
    METHOD_RUNS.load(Ordering::Relaxed)
}

/// Counts a method that looks at a page.
pub fn method_run() {
    METHOD_RUNS.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn page_parsed() {
    PARSES.fetch_add(1, Ordering::Relaxed);
}

pub(crate) fn body_copied() {
    BODY_COPIES.fetch_add(1, Ordering::Relaxed);
}
