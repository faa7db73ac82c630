//! A contestant in a process of its own: a page goes in, a line comes back.

use anyhow::Context as _;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running contestant. It ends when this is dropped.
#[derive(Debug)]
pub struct Worker {
    process: Child,
    pages: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// Which version answers.
    pub version: String,
}

/// A contestant that was asked to start.
#[derive(Debug)]
pub enum Started {
    /// It waits for pages.
    Ready(Worker),
    /// It is not there, for this reason.
    Missing(String),
}

/// What came back for one page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The main text.
    pub text: String,
    /// Processor time, bytes to text.
    pub seconds: f64,
    /// The process's memory at the most so far, in bytes.
    pub peak: Option<u64>,
    /// Why there is no text, if the page could not be read.
    pub error: Option<String>,
}

impl Worker {
    /// Starts a contestant and hears its version.
    pub fn start(mut command: Command) -> Started {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) => {
                return Started::Missing(format!("cannot start {}: {error}", command.get_program().display()));
            }
        };
        let (Some(pages), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            return Started::Missing("it has no pipes".to_owned());
        };
        let mut worker =
            Worker { process, pages: Some(pages), answers: BufReader::new(answers), version: String::new() };
        let Ok(hello) = worker.line() else {
            return Started::Missing("it ended before the first page".to_owned());
        };
        match (hello["version"].as_str(), hello["missing"].as_str()) {
            (Some(version), _) => {
                version.clone_into(&mut worker.version);
                Started::Ready(worker)
            }
            (None, reason) => Started::Missing(reason.unwrap_or("it does not say its version").to_owned()),
        }
    }

    /// Hands it a page and waits for the answer.
    ///
    /// # Errors
    /// If it ended, or says what nobody understands.
    pub fn ask(&mut self, page: &[u8]) -> anyhow::Result<Answer> {
        let pages = self.pages.as_mut().context("it is not there any more")?;
        writeln!(pages, "{}", page.len())?;
        pages.write_all(page)?;
        pages.flush()?;
        let line = self.line()?;
        Ok(Answer {
            text: line["text"].as_str().unwrap_or_default().to_owned(),
            seconds: line["seconds"].as_f64().context("an answer without its time")?,
            peak: line["peak"].as_u64(),
            error: line["error"].as_str().map(str::to_owned),
        })
    }

    fn line(&mut self) -> anyhow::Result<Value> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            anyhow::bail!("it ended");
        }
        serde_json::from_str(&line).with_context(|| format!("not an answer: {}", line.trim()))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without more pages it ends by itself.
        self.pages = None;
        let _ = self.process.wait();
    }
}
