//! The results of the workers, in the order of the pages: written, counted, and told about.

use crate::args::{OutputArgs, When};
use crate::failure::End;
use crate::interrupt;
use crate::output::columnar::{ColumnarFile, PageRows};
use crate::output::journal::Status;
use crate::output::progress::Progress;
use crate::output::{Outcome, Output, WriteError};
use anyhow::{Error, Result};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use tamis::export::{self, Format};
use tamis::source::{Origin, Source, SourceNotes, Sources};
use tamis::{Hint, Page, Warning};

/// What results look like, as far as writing them goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub(crate) extension: &'static str,
    /// Whether results end with a line end. HTML does not get one, it would become part of the page.
    pub(crate) ends_with_line: bool,
    /// Whether a failed page is a row in the stream of results.
    pub(crate) has_error_rows: bool,
}

impl Form {
    pub(crate) fn of(format: Format) -> Form {
        Form {
            extension: format.extension(),
            ends_with_line: format == Format::Text,
            // A failed page is no record, and no segmentation.
            has_error_rows: !matches!(format, Format::RecordLines | Format::Webis),
        }
    }
}

/// What a worker made of a page.
pub(crate) struct PageResult {
    pub(crate) bytes: Vec<u8>,
    /// What goes into a file of many pages in place of the bytes.
    pub(crate) rows: Option<PageRows>,
    pub(crate) is_empty: bool,
    /// What a person should know whatever the verbosity.
    pub(crate) remark: Option<String>,
    pub(crate) explanation: Option<String>,
    pub(crate) warnings: Vec<Warning>,
    pub(crate) n_bytes: usize,
    pub(crate) n_nodes: usize,
    pub(crate) elapsed: Duration,
}

impl PageResult {
    /// A result of which nothing more is to be said.
    pub(crate) fn of(page: &Page, bytes: Vec<u8>, begun: Instant) -> PageResult {
        PageResult {
            bytes,
            rows: None,
            is_empty: false,
            remark: None,
            explanation: None,
            warnings: page.warnings().to_vec(),
            n_bytes: page.n_bytes(),
            n_nodes: page.document().len(),
            elapsed: begun.elapsed(),
        }
    }
}

pub(crate) struct Results {
    output: Output,
    form: Form,
    /// The file of all pages, where its format has typed columns.
    columnar: Option<ColumnarFile>,
    is_many: bool,
    verbose: u8,
    progress: Progress,
    /// Remarks on the sources, printed at the end.
    notes: SourceNotes,
    hints_given: BTreeSet<Hint>,
    n_found: usize,
    n_empty: usize,
    n_failed: usize,
    /// The line that is printed at the end in place of the usual count.
    summary: Option<String>,
    /// What made going on pointless.
    fatal: Option<Error>,
}

impl Results {
    pub(crate) fn new(output: Output, form: Form, sources: &Sources, args: &OutputArgs) -> Results {
        // On a terminal the results themselves show the progress.
        if sources.is_many() {
            interrupt::listen(output.how_to_go_on().to_owned());
        }
        let wants_bar = sources.is_many() && args.progress == When::Auto && !output.is_terminal();
        Results {
            output,
            form,
            columnar: None,
            is_many: sources.is_many(),
            verbose: args.verbose,
            progress: if wants_bar { Progress::of(sources.n_left()) } else { Progress::none() },
            notes: sources.notes(),
            hints_given: BTreeSet::new(),
            n_found: 0,
            n_empty: 0,
            n_failed: 0,
            summary: None,
            fatal: None,
        }
    }

    /// Sets the file with typed columns that the rows of all pages go into.
    #[must_use]
    pub(crate) fn with_columnar(mut self, file: Option<ColumnarFile>) -> Results {
        self.columnar = file;
        self
    }

    /// Takes from the sources what an earlier run has done: it is counted, and not done again.
    pub(crate) fn pass_over_done(&mut self, mut sources: Sources) -> Result<Sources> {
        let Results { n_found, n_empty, n_failed, .. } = self;
        self.output.pass_over(&mut sources, self.form.extension, |status| {
            *match status {
                Status::Written => &mut *n_found,
                Status::Empty => &mut *n_empty,
                Status::Failed => &mut *n_failed,
            } += 1;
        })?;
        self.progress.skip(self.n_found + self.n_empty + self.n_failed);
        Ok(sources)
    }

    /// Takes the result of the next page; breaks when no further one is wanted.
    pub(crate) fn receive(
        &mut self,
        origin: &Origin,
        place: &Path,
        result: Result<PageResult, tamis::Error>,
    ) -> ControlFlow<()> {
        self.receive_of_site(origin, place, None, result)
    }

    /// Takes the result of the next page of a site whose name is known; breaks when no further one is wanted.
    pub(crate) fn receive_of_site(
        &mut self,
        origin: &Origin,
        place: &Path,
        site: Option<&str>,
        result: Result<PageResult, tamis::Error>,
    ) -> ControlFlow<()> {
        // It may have failed for no other reason; the next run has it again.
        if result.is_err() && interrupt::is_asked() {
            return ControlFlow::Break(());
        }
        // Also for a page that failed: what the others are called does not depend on it.
        self.output.name(place, self.form.extension);
        let outcome = match result {
            Ok(result) => self.succeed(origin, result),
            Err(error) => self.fail(origin, site, error),
        };
        let done = outcome.or_else(|error| self.cannot_write(origin, error)).and_then(|outcome| {
            *match outcome.status {
                Status::Written => &mut self.n_found,
                Status::Empty => &mut self.n_empty,
                Status::Failed => &mut self.n_failed,
            } += 1;
            self.output.page_done(origin, outcome)
        });
        self.progress.step();
        match done {
            Ok(()) => {
                interrupt::count_done(1);
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.fatal = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Says something that is not about one page alone.
    pub(crate) fn note(&self, note: &str) {
        self.progress.say(&format!("warning: {note}"));
    }

    /// Says more beside the bar.
    pub(crate) fn show(&self, text: &str) {
        self.progress.show(text);
    }

    /// The line that is printed at the end in place of the usual count.
    pub(crate) fn sum_up(&mut self, summary: String) {
        self.summary = Some(summary);
    }

    /// Ends a run that something else than a page cut short. A file that is whole or not at all is dropped, so that the old one
    /// stays; one that grows page by page is kept as far as it is, to be gone on with.
    pub(crate) fn abandon(self) {
        self.progress.finish();
        for note in self.notes.take() {
            self.note(&note);
        }
        if self.is_many {
            self.progress.say(&format!("the run is not complete: {}", self.output.how_to_go_on()));
        }
        self.output.give_up();
    }

    /// Ends the run: puts the output in its place and sums up.
    pub(crate) fn finish(mut self) -> Result<End> {
        self.progress.finish();
        for note in self.notes.take() {
            self.note(&note);
        }
        let stopped = self.fatal.map_or_else(interrupt::check, Err);
        if let Err(error) = stopped {
            self.output.give_up();
            return Err(error);
        }
        // A single page that failed leaves the file of an earlier run alone.
        if self.n_found + self.n_empty > 0 || self.is_many || matches!(self.output, Output::Directory(_)) {
            if let Some(file) = self.columnar {
                let ended = file.finish().and_then(|bytes| self.output.write(&bytes).map_err(WriteError::into_error));
                if let Err(error) = ended {
                    self.output.give_up();
                    return Err(error);
                }
            }
            self.output.finish()?;
        }
        let nothing = if self.n_empty > 0 { format!(", nothing found on {}", self.n_empty) } else { String::new() };
        // That some of many are empty is said in their rows.
        let is_empty = self.n_found == 0 && self.n_empty > 0;
        let is_told = is_empty || self.n_failed > 0 || self.verbose > 0 || self.progress.is_shown();
        if let Some(summary) = &self.summary {
            self.progress.say(&format!("{summary}{nothing}"));
        } else if self.is_many && is_told {
            let n_pages = self.n_found + self.n_empty + self.n_failed;
            let failed = if self.n_failed > 0 { format!(", {} failed", self.n_failed) } else { String::new() };
            let pages = if n_pages == 1 { "page" } else { "pages" };
            self.progress.say(&format!("{n_pages} {pages}: {} written{nothing}{failed}", self.n_found + self.n_empty));
        }
        Ok(match (self.n_failed, self.n_found) {
            (0, 0) => End::NothingFound,
            (0, _) => End::Found,
            _ => End::SomeFailed,
        })
    }

    /// A page with a result.
    fn succeed(&mut self, origin: &Origin, result: PageResult) -> Result<Outcome, WriteError> {
        self.tell(&origin.to_string(), &result);
        let PageResult { mut bytes, rows, is_empty, warnings, remark, .. } = result;
        if let (Some(file), Some(rows)) = (&mut self.columnar, rows) {
            bytes = file.add(rows).map_err(WriteError::Fatal)?;
        }
        // On a terminal a line end does no harm and keeps the prompt on its own line.
        let wants_line_end = self.form.ends_with_line || self.output.is_terminal();
        if wants_line_end && !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
        self.output.write(&bytes)?;
        let warnings = warnings.iter().map(|warning| warning.message().into_owned()).chain(remark).collect();
        let status = if is_empty { Status::Empty } else { Status::Written };
        Ok(Outcome { status, error: None, warnings, n_bytes: bytes.len() })
    }

    /// A page without a result: a line for the person, and on a stream of many pages a row for the program.
    fn fail(&mut self, origin: &Origin, site: Option<&str>, error: tamis::Error) -> Result<Outcome, WriteError> {
        let hint = error.hint();
        let row = export::error_line(Some(origin), &error);
        // These name the page themselves.
        let names_page = matches!(error, tamis::Error::Source(_));
        let message = format!("{:#}", Error::new(error));
        self.progress.say(&if names_page {
            format!("error: {message}")
        } else {
            format!("error: {origin}: {message}")
        });
        if let Some(hint) = hint.filter(|hint| self.hints_given.insert(hint.clone())) {
            self.progress.say(&format!("hint: {}", hint.for_command()));
        }
        let has_row = self.is_many && self.form.has_error_rows && !matches!(self.output, Output::Directory(_));
        if has_row {
            let row = match &mut self.columnar {
                Some(file) => file.add_failed(origin, site, &message).map_err(WriteError::Fatal)?,
                None => row.into_bytes(),
            };
            self.output.write(&row)?;
        }
        Ok(failed(message))
    }

    /// A page whose result has no place.
    fn cannot_write(&mut self, origin: &Origin, error: WriteError) -> Result<Outcome> {
        match error {
            WriteError::Page(error) => {
                self.progress.say(&format!("error: {origin}: {error:#}"));
                Ok(failed(format!("{error:#}")))
            }
            WriteError::Fatal(error) => Err(error),
        }
    }

    /// What a person wants to know about a page that went well.
    fn tell(&self, name: &str, result: &PageResult) {
        for warning in result.warnings.iter().filter(|warning| warning.is_loss() || self.verbose > 0) {
            self.progress.say(&format!("warning: {name}: {}", warning.message()));
        }
        if let Some(remark) = &result.remark {
            self.progress.say(&format!("warning: {name}: {remark}"));
        }
        // Of many pages the empty ones are counted at the end.
        if result.is_empty && result.remark.is_none() && !self.is_many {
            self.progress.say(&format!("warning: {name}: nothing was found"));
        }
        if let Some(explanation) = &result.explanation {
            let heading = if self.is_many { format!("{name}\n") } else { String::new() };
            self.progress.say(format!("{heading}{explanation}").trim_end());
        }
        if self.verbose > 0 {
            let PageResult { n_bytes, n_nodes, elapsed, .. } = result;
            let ms = elapsed.as_secs_f64() * 1000.0;
            self.progress.say(&format!("{name}: {n_bytes} bytes, {n_nodes} nodes, {ms:.1} ms"));
        }
    }
}

fn failed(error: String) -> Outcome {
    Outcome { status: Status::Failed, error: Some(error), warnings: Vec::new(), n_bytes: 0 }
}
