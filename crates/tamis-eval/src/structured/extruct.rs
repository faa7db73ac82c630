//! extruct in a Python of its own.

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tamis::Page;

/// A Python that waits for pages. It ends with this.
#[derive(Debug)]
pub struct Extruct {
    process: Child,
    pages: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Extruct {
    /// Starts a Python that has extruct.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(python: &Path) -> anyhow::Result<Extruct> {
        let mut process = Command::new(python)
            .args(["-c", include_str!("extruct.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", python.display()))?;
        let pages = process.stdin.take();
        let answers = process.stdout.take().context("invariant: the output is a pipe")?;
        Ok(Extruct { process, pages, answers: BufReader::new(answers) })
    }

    /// What extruct finds on a page, from the same characters that we parsed.
    ///
    /// # Errors
    /// If the Python ended, for example since it has no extruct.
    pub fn read(&mut self, page: &Page) -> anyhow::Result<Value> {
        let url = page.base_url().map(String::from);
        let pages = self.pages.as_mut().context("invariant: the pipe is open until this is dropped")?;
        writeln!(pages, "{}", json!({"html": page.document().source(), "url": url}))?;
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the Python ended; does it have extruct? (pip install extruct)");
        }
        serde_json::from_str(&line).context("the answer of extruct is not JSON")
    }
}

impl Drop for Extruct {
    fn drop(&mut self) {
        // The end of its input is the end of its loop.
        drop(self.pages.take());
        let _ = self.process.wait();
    }
}
