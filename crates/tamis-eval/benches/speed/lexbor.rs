//! lexbor, a parser in C, beside ours: Python runs it, through the package `selectolax`, on the same pages in turn with
//! ours. A page is parsed and dropped; what Python adds to that is a call a page.

use crate::candidates::Page;
use anyhow::{Context as _, bail};
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

const PROGRAM: &str = include_str!("lexbor.py");

/// A Python that has all pages and waits for the next round.
pub(crate) struct Lexbor {
    process: Child,
    questions: Option<BufWriter<ChildStdin>>,
    answers: BufReader<ChildStdout>,
}

impl Lexbor {
    /// Starts `python`, which must have `selectolax`, and gives it the pages.
    pub(crate) fn start(python: &Path, pages: &[Page]) -> anyhow::Result<Lexbor> {
        let mut process = Command::new(python)
            .args(["-c", PROGRAM])
            // lexbor frees all memory of a page. That the allocator keeps it for the next page makes lexbor twice as
            // fast, and ours keeps its memory too.
            .env("MALLOC_MMAP_THRESHOLD_", "33554432")
            .env("MALLOC_TRIM_THRESHOLD_", "1000000000")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", python.display()))?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("{} has no standard streams", python.display());
        };
        let mut questions = BufWriter::new(stdin);
        let mut give = || {
            writeln!(questions, "{}", pages.len())?;
            for page in pages {
                writeln!(questions, "{}", page.html.len())?;
                questions.write_all(page.html.as_bytes())?;
            }
            questions.flush()
        };
        give().with_context(|| format!("giving pages to {}; has it selectolax?", python.display()))?;
        Ok(Lexbor { process, questions: Some(questions), answers: BufReader::new(stdout) })
    }

    /// The processor time of one round over all pages.
    pub(crate) fn round(&mut self) -> anyhow::Result<Duration> {
        let questions = self.questions.as_mut().context("invariant: closed only when dropped")?;
        questions.write_all(b"\n")?;
        questions.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(Duration::from_secs_f64(answer.trim().parse().context("lexbor answered with no time")?))
    }
}

impl Drop for Lexbor {
    fn drop(&mut self) {
        // Its standard input ends, and so does it.
        self.questions = None;
        let _ = self.process.wait();
    }
}
