//! Many seeds over several threads.

use super::case::{Case, Verdict};
use super::compare::Difference;
use super::shrink::shrink;
use crate::html5lib::ours::OurParsers;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which seeds, and how.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// The seeds to try.
    pub seeds: Range<u64>,
    /// How many threads work on them.
    pub jobs: usize,
    /// After how many findings to stop.
    pub max_findings: usize,
}

/// What a run showed.
#[derive(Clone, Debug, Default)]
pub struct FuzzReport {
    /// How many inputs were compared.
    pub n_inputs: u64,
    /// How many of them hit a cap of our parser.
    pub n_cap_hit: u64,
    /// How often each known departure of html5ever showed.
    pub known: BTreeMap<&'static str, u64>,
    /// The differences that nothing explains, by seed.
    pub findings: Vec<Finding>,
}

/// A seed whose trees differ, or that made one of the parsers panic.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The seed.
    pub seed: u64,
    /// The input after shrinking.
    pub case: Case,
    /// The first difference; `None` for a panic.
    pub difference: Option<Difference>,
}

/// How many seeds a thread takes at a time.
const BATCH: u64 = 256;

/// Tries the seeds.
pub fn fuzz(options: &FuzzOptions) -> FuzzReport {
    let next = AtomicU64::new(options.seeds.start);
    let report = Mutex::new(FuzzReport::default());
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(BATCH, Ordering::Relaxed);
                    if start >= options.seeds.end {
                        return;
                    }
                    let part = try_seeds(start..(start + BATCH).min(options.seeds.end));
                    let mut report = report.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    report.add(part);
                    if report.findings.len() >= options.max_findings {
                        next.store(options.seeds.end, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
    });
    let mut report = report.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    report.findings.sort_by_key(|finding| finding.seed);
    report
}

impl FuzzReport {
    /// Adds what another run showed.
    pub fn add(&mut self, part: FuzzReport) {
        self.n_inputs += part.n_inputs;
        self.n_cap_hit += part.n_cap_hit;
        for (name, count) in part.known {
            *self.known.entry(name).or_default() += count;
        }
        // Seeds that shrink to the same input are one finding.
        for finding in part.findings {
            if self.findings.iter().all(|other| other.case != finding.case) {
                self.findings.push(finding);
            }
        }
    }
}

fn try_seeds(seeds: Range<u64>) -> FuzzReport {
    let mut report = FuzzReport::default();
    let mut parsers = OurParsers::default();
    for seed in seeds {
        report.n_inputs += 1;
        let case = Case::from_seed(seed);
        match judge(&case, &mut parsers) {
            Some(Verdict::Equal) => {}
            Some(Verdict::CapHit) => report.n_cap_hit += 1,
            Some(Verdict::Known(departure)) => *report.known.entry(departure.name).or_default() += 1,
            Some(Verdict::Different(difference)) => {
                let smallest = catch_unwind(AssertUnwindSafe(|| shrink(&case, &mut parsers))).unwrap_or(case);
                // The shrunken input shows another first difference than the whole one.
                let difference = match judge(&smallest, &mut parsers) {
                    Some(Verdict::Different(smaller)) => smaller,
                    _ => difference,
                };
                report.findings.push(Finding { seed, case: smallest, difference: Some(difference) });
            }
            None => report.findings.push(Finding { seed, case, difference: None }),
        }
    }
    report
}

/// The verdict, or `None` if a parser panicked: that must cost one finding, not the run.
fn judge(case: &Case, parsers: &mut OurParsers) -> Option<Verdict> {
    let verdict = catch_unwind(AssertUnwindSafe(|| case.judge(parsers)));
    if verdict.is_err() {
        *parsers = OurParsers::default();
    }
    verdict.ok()
}
