//! The time that a job has, and what does not count.

/// The clock of a job.
#[derive(Clone, Copy)]
pub struct Clock<'b> {
    batch: &'b dyn Stop,
    place: usize,
}

/// What a clock needs to know of its batch: the times of its threads.
pub(super) trait Stop {
    fn stop(&self, place: usize);
    fn go_on(&self, place: usize);
}

impl<'b> Clock<'b> {
    pub(super) fn new(batch: &'b dyn Stop, place: usize) -> Clock<'b> {
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

impl std::fmt::Debug for Clock<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Clock").field("place", &self.place).finish_non_exhaustive()
    }
}
