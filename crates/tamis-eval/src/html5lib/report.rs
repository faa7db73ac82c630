//! What came out of a run, and how it is printed.

use super::KnownDifferences;
use std::io::{self, Write};

/// What a case exercises.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A whole document to a tree.
    Document,
    /// A fragment in its context to a tree.
    Fragment,
    /// Characters to tokens.
    Tokenizer,
    /// Bytes to the name of their encoding.
    Encoding,
}

impl Kind {
    /// All kinds, in the order of the report.
    pub const ALL: [Kind; 4] = [Kind::Document, Kind::Fragment, Kind::Tokenizer, Kind::Encoding];

    /// The kind's name in reports and in the file of known differences.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Document => "documents",
            Kind::Fragment => "fragments",
            Kind::Tokenizer => "tokenizer",
            Kind::Encoding => "encoding",
        }
    }
}

/// One run of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What the case exercises.
    pub kind: Kind,
    /// The file of the suite, relative to its directory.
    pub file: String,
    /// What was parsed.
    pub input: String,
    /// How: the context, the scripting flag, the initial state.
    pub variant: String,
    /// Whether the right answer came out.
    pub passed: bool,
    /// The right answer.
    pub expected: String,
    /// The answer that came out.
    pub got: String,
}

/// Cases that were not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// The file of the suite, relative to its directory.
    pub file: String,
    /// Why.
    pub reason: &'static str,
}

/// A run of the suite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Every case that was run.
    pub outcomes: Vec<Outcome>,
    /// The files that were not.
    pub skipped: Vec<Skipped>,
}

impl Report {
    /// How many cases of a kind passed, and how many there are.
    pub fn count(&self, kind: Kind) -> (usize, usize) {
        let of_kind = self.outcomes.iter().filter(|outcome| outcome.kind == kind);
        (of_kind.clone().filter(|outcome| outcome.passed).count(), of_kind.count())
    }

    /// The failures that no known difference explains.
    pub fn unexplained<'a>(&'a self, known: &'a KnownDifferences) -> impl Iterator<Item = &'a Outcome> {
        self.outcomes.iter().filter(|outcome| !outcome.passed && known.reason(outcome).is_none())
    }

    /// Prints the totals, the known differences with their reasons, and the other failures; with what was expected and
    /// what came out if `verbose`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn print(&self, known: &KnownDifferences, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
        for kind in Kind::ALL {
            let (passed, total) = self.count(kind);
            if total > 0 {
                let share = 100.0 * passed as f64 / total as f64;
                writeln!(out, "{:<10} {passed:>6} of {total:>6}  {share:6.2} %", kind.as_str())?;
            }
        }
        for skipped in &self.skipped {
            writeln!(out, "not run: {} ({})", skipped.file, skipped.reason)?;
        }
        let failed = || self.outcomes.iter().filter(|outcome| !outcome.passed);
        for outcome in failed() {
            if let Some(reason) = known.reason(outcome) {
                writeln!(out, "known: {} {:?} ({}): {reason}", outcome.file, outcome.input, outcome.variant)?;
            }
        }
        for outcome in self.unexplained(known) {
            writeln!(out, "FAILED: {} {:?} ({})", outcome.file, outcome.input, outcome.variant)?;
            if verbose {
                writeln!(out, "expected:\n{}\ngot:\n{}\n", outcome.expected, outcome.got)?;
            }
        }
        for (file, input) in known.outdated(&self.outcomes) {
            writeln!(out, "listed as a known difference but passes: {file} {input:?}")?;
        }
        Ok(())
    }
}
