//! Which cost is too high.

use super::process::{Cost, End};
use serde_json::{Value, json};

/// What a run on a hostile page may cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// How much more processor time four times the page may take.
    pub growth: f64,
    /// Seconds below which growth is nobody's concern.
    pub free_time: f64,
    /// Bytes of memory for a page of less than [`small_page`](Bounds::small_page).
    pub memory: u64,
    /// Bytes of a file that counts as small.
    pub small_page: u64,
    /// Bytes of output for each byte of the page.
    pub output: f64,
    /// Bytes of output that are nobody's concern: short records of a small page are many times as long in JSON, and what is
    /// written of any page may reach 8 MiB.
    pub free_output: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            growth: 5.0,
            free_time: 1.0,
            memory: 1_000_000_000,
            small_page: 10_000_000,
            output: 20.0,
            free_output: 10_000_000,
        }
    }
}

/// One question on one page.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// The name of the trap.
    pub trap: &'static str,
    /// The name of the question.
    pub question: String,
    /// The size that the trap was made at.
    pub n: usize,
    /// Bytes of the page's file.
    pub file_bytes: u64,
    /// Bytes of the page, inflated.
    pub page_bytes: u64,
    /// Bytes of the answer.
    pub output: u64,
    /// What it cost.
    pub cost: Cost,
}

/// A bound that was broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Broken {
    /// The process did not end by itself with 0, 2 or 4.
    End,
    /// It said that something panicked.
    Panic,
    /// The page ran into `--timeout`: only the clock ended the work, and on a page of four times the size nothing can be said
    /// about growth. To run out of steps is allowed, and [told apart](Run::is_out_of_steps).
    Time,
    /// It took too much memory.
    Memory,
    /// It wrote too much.
    Output,
    /// Four times the page took far more than four times the time.
    Growth,
}

impl Broken {
    /// The name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Broken::End => "end",
            Broken::Panic => "panic",
            Broken::Time => "time",
            Broken::Memory => "memory",
            Broken::Output => "output",
            Broken::Growth => "growth",
        }
    }
}

impl Bounds {
    /// The bounds that one run breaks.
    pub fn broken_by(&self, run: &Run) -> Vec<Broken> {
        let is_small = run.file_bytes < self.small_page;
        let checks = [
            (!matches!(run.cost.end, End::Code(0 | 2 | 4)), Broken::End),
            (run.cost.said.contains("panicked"), Broken::Panic),
            (run.is_late(), Broken::Time),
            (is_small && run.cost.peak > self.memory, Broken::Memory),
            (run.output > self.free_output && run.output as f64 > self.output * run.page_bytes as f64, Broken::Output),
        ];
        checks.into_iter().filter(|&(is_broken, _)| is_broken).map(|(_, bound)| bound).collect()
    }

    /// Whether processor time grew out of proportion from a page to one of four times its size.
    pub fn grows(&self, one: &Run, four: &Run) -> bool {
        /// Below this, time is that of starting the program.
        const START: f64 = 0.05;
        let (one, four) = (one.cost.processor.max(START), four.cost.processor);
        four > self.free_time && four > self.growth * one
    }
}

impl Run {
    /// Whether the page, or its layout, was given up because of the time it took.
    pub fn is_late(&self) -> bool {
        self.cost.said.contains("took longer than")
    }

    /// Whether the page was given up because of the work it took.
    pub fn is_out_of_steps(&self) -> bool {
        self.cost.said.contains("steps that are allowed")
    }

    /// The run for a machine.
    pub fn json(&self, broken: &[Broken]) -> Value {
        let end = match self.cost.end {
            End::Code(code) => json!(code),
            End::Signal(signal) => json!(format!("signal {signal}")),
            End::TooLong => json!("too long"),
            End::TooMuchMemory => json!("too much memory"),
        };
        json!({
            "trap": self.trap,
            "question": self.question,
            "n": self.n,
            "file_bytes": self.file_bytes,
            "page_bytes": self.page_bytes,
            "end": end,
            "processor_seconds": (self.cost.processor * 1000.0).round() / 1000.0,
            "wall_seconds": (self.cost.wall * 1000.0).round() / 1000.0,
            "peak_bytes": self.cost.peak,
            "output_bytes": self.output,
            "out_of_steps": self.is_out_of_steps(),
            "broken": broken.iter().map(|bound| bound.as_str()).collect::<Vec<_>>(),
            "said": self.cost.said.lines().next().unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tamis::batch::JobError;

    fn run(end: End, processor: f64, peak: u64, output: u64) -> Run {
        let cost = Cost { end, processor, wall: processor, peak, said: String::new() };
        Run { trap: "t", question: "q".into(), n: 1, file_bytes: 1000, page_bytes: 1_000_000, output, cost }
    }

    #[test]
    fn each_bound_can_be_broken() {
        let bounds = Bounds::default();
        assert_eq!(bounds.broken_by(&run(End::Code(4), 9.0, 1, 1)), []);
        assert_eq!(bounds.broken_by(&run(End::Code(101), 0.0, 1, 1)), [Broken::End]);
        assert_eq!(bounds.broken_by(&run(End::TooLong, 0.0, 1, 1)), [Broken::End]);
        assert_eq!(
            bounds.broken_by(&run(End::Code(0), 0.0, 2_000_000_000, 30_000_000)),
            [Broken::Memory, Broken::Output]
        );
        let mut panicked = run(End::Code(0), 0.0, 1, 1);
        panicked.cost.said = "thread 'main' panicked at".into();
        assert_eq!(bounds.broken_by(&panicked), [Broken::Panic]);
    }

    #[test]
    fn to_run_out_of_time_breaks_a_bound_and_to_run_out_of_steps_does_not() {
        // The words are those of the program.
        let said = |error: JobError| {
            let mut run = run(End::Code(4), 0.0, 1, 1);
            run.cost.said = format!("error: page.html: {error}\nhint: another page");
            run
        };
        let bounds = Bounds::default();
        let late = said(JobError::TimedOut { limit: Duration::from_secs(20) });
        assert_eq!((bounds.broken_by(&late), late.is_out_of_steps()), (vec![Broken::Time], false));
        assert_eq!(late.json(&[Broken::Time])["broken"], json!(["time"]));
        let much = said(JobError::OutOfSteps { limit: 1000 });
        assert_eq!((bounds.broken_by(&much), much.is_out_of_steps()), (vec![], true));
        assert_eq!(much.json(&[])["out_of_steps"], json!(true));
    }

    #[test]
    fn growth_counts_beyond_a_second() {
        let bounds = Bounds::default();
        let grows = |one, four| bounds.grows(&run(End::Code(0), one, 1, 1), &run(End::Code(0), four, 1, 1));
        assert!(grows(0.5, 3.0));
        assert!(!grows(0.5, 2.4));
        assert!(!grows(0.01, 0.9));
        assert!(grows(0.0, 1.1));
    }
}
