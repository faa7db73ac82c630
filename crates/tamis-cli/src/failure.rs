//! How a run ends, and how errors read: `error: …`, then `hint: …` with what to type instead.

use crate::interrupt::Interrupted;
use crate::standard_output;
use clap::error::ContextKind;
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use tamis::ContentKind;
use tamis::errors::{FindingsError, JobError, PageError, RenderError, SourceError};
use tamis::source::{Origin, lacks_scheme};

/// How a run that was not cut short ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Something was found, and no page failed.
    Found,
    /// No page failed, and nothing was found on any.
    NothingFound,
    /// The pages are not as a wrapper has learned them.
    Drifted,
    /// Some pages failed.
    SomeFailed,
}

/// The codes that are promised to scripts; see the end of `tamis --help`.
const COULD_NOT_RUN: u8 = 1;
const NOTHING_FOUND: u8 = 2;
const DRIFTED: u8 = 3;
const SOME_FAILED: u8 = 4;

/// An error that knows its way out.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    hint: String,
}

/// Whoever reads our output has had enough of it, as `head` does: no error to speak of.
#[derive(Debug)]
pub(crate) struct ReaderLeft;

/// What was asked for is there already.
#[derive(Debug)]
pub(crate) struct NothingToDo(pub(crate) String);

impl End {
    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            End::Found => ExitCode::SUCCESS,
            End::NothingFound => ExitCode::from(NOTHING_FOUND),
            End::Drifted => ExitCode::from(DRIFTED),
            End::SomeFailed => ExitCode::from(SOME_FAILED),
        }
    }
}

/// An error with a hint.
pub(crate) fn failure(message: impl Display, hint: impl Display) -> anyhow::Error {
    Failure { message: message.to_string(), hint: hint.to_string() }.into()
}

/// Prints what ended the run.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if error.is::<ReaderLeft>() {
        return ExitCode::SUCCESS;
    }
    if let Some(nothing) = error.downcast_ref::<NothingToDo>() {
        say(&nothing.0);
        return ExitCode::SUCCESS;
    }
    if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
        interrupted.say();
        return interrupted.exit_code();
    }
    if let Some(usage) = error.downcast_ref::<clap::Error>() {
        return report_usage(usage);
    }
    say(&format!("error: {error:#}"));
    if let Some(failure) = error.downcast_ref::<Failure>() {
        say(&format!("hint: {}", failure.hint));
    }
    ExitCode::from(COULD_NOT_RUN)
}

/// Help and version are no errors; mistakes on the command line get the words of the parser and our exit code.
fn report_usage(usage: &clap::Error) -> ExitCode {
    if !usage.use_stderr() {
        return match standard_output::check().and_then(|()| Ok(usage.print()?)) {
            // A pager that was closed early is no error either.
            Err(error) if !is_broken_pipe(&error) => report(&error.context("cannot write standard output")),
            _ => ExitCode::SUCCESS,
        };
    }
    let message = usage.render().to_string();
    let typed = [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue];
    let typed = typed.into_iter().find_map(|kind| usage.get(kind)).map(ToString::to_string).unwrap_or_default();
    let form = message.lines().find_map(|line| line.strip_prefix("Usage: tamis ")).unwrap_or_default();
    let command = form.split(' ').take_while(|word| word.starts_with(|letter: char| letter.is_ascii_lowercase()));
    let see = ["`tamis help"].into_iter().chain(command).collect::<Vec<_>>().join(" ") + "` lists what there is";
    // How the command would be used with what the parser took the word for is another of its guesses.
    let is_guess = |line: &&str| !typed.is_empty() && (line.starts_with("Usage: ") || line.starts_with("For more "));
    let lines = message.trim_end().lines().filter(|line| !is_guess(line));
    let lines: Vec<String> = lines.map(|line| in_our_words(line, &typed, &see)).collect();
    say(lines.join("\n").trim_end());
    ExitCode::from(COULD_NOT_RUN)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A line of the argument parser's message, its ways of giving a hint made ours.
fn in_our_words(line: &str, typed: &str, see: &str) -> String {
    let values = line.trim().strip_prefix("[possible values: ").and_then(|rest| rest.strip_suffix(']'));
    let tip = line.trim().strip_prefix("tip: ");
    match (values, tip) {
        (Some(values), _) => format!("hint: one of {values}"),
        (_, Some(tip)) if tip.contains(" similar ") => match tip.split('\'').find(|word| is_meant(word, typed)) {
            Some(word) => format!("hint: did you mean {word}?"),
            None => format!("hint: {see}"),
        },
        (_, Some(tip)) if tip.starts_with("to pass ") => format!("hint: {see}"),
        (_, Some(tip)) => format!("hint: {tip}"),
        _ => line.to_owned(),
    }
}

/// Flags that let pages reach more, or reach further, than they may otherwise. Nobody is led to one by a slip of the fingers.
const OPENING: &[&str] = &["--allow-private", "--follow-nofollow", "--ignore-robots", "--network", "--scripts"];

/// Whether someone who typed one word may have meant the other: one letter in four is wrong at most. The parser's own
/// suggestions only sound alike.
fn is_meant(word: &str, typed: &str) -> bool {
    let typed = typed.split('=').next().unwrap_or_default();
    let n_letters = word.trim_start_matches('-').chars().count();
    !OPENING.contains(&word) && n_letters > 0 && n_edits(word, typed) <= n_letters.div_ceil(4)
}

/// How many letters must be inserted, removed, replaced, or swapped with the next one to make one word of the other.
fn n_edits(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut costs = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, found) in other.iter().enumerate() {
            let replaced = costs[i][j] + usize::from(letter != found);
            let is_swap = i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *found;
            let swapped = if is_swap { costs[i - 1][j - 1] + 1 } else { usize::MAX };
            row.push(replaced.min(costs[i][j + 1] + 1).min(row[j] + 1).min(swapped));
        }
        costs.push(row);
    }
    costs[one.len()][other.len()]
}

/// A line for the person at the terminal. That it cannot be written is not worth another.
pub(crate) fn say(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// What to do about a page that failed, where we know.
pub(crate) fn hint(error: &JobError<FindingsError>) -> Option<&'static str> {
    match error {
        JobError::Failed(error) => hint_of_page(error),
        JobError::TimedOut { .. } => Some(MORE_TIME),
        JobError::OutOfSteps { .. } => Some(MORE_STEPS),
        JobError::Panicked { .. } => Some("this is a defect of tamis: please report it with the page"),
        _ => None,
    }
}

/// For what begins like a host.
pub(crate) const ADD_SCHEME: &str =
    "there is no such file; for a page of the web write https:// before it, as in https://example.org/page";

pub(crate) const MORE_STEPS: &str = "the page was made to be slow, or is very large: allow more work with --max-steps, for example \
                          --max-steps 100000000000 --timeout 600, or read less of it with --max-nodes";

pub(crate) const MORE_TIME: &str = "give the page more time with --timeout, for example --timeout 120";

fn hint_of_page(error: &FindingsError) -> Option<&'static str> {
    match error {
        FindingsError::Source(SourceError::TooLarge { .. }) | FindingsError::Page(PageError::TooLarge { .. }) => {
            Some("raise the limit with --max-bytes, for example --max-bytes 1G")
        }
        FindingsError::Source(SourceError::Gzip { is_truncated: true, .. }) => {
            Some("the file is incomplete: fetch it again, or inflate what is there with `gzip -dc`")
        }
        FindingsError::Source(SourceError::Gzip { .. }) => Some("the file is damaged: fetch it again"),
        FindingsError::Source(SourceError::Read { source, origin }) => match source.kind() {
            io::ErrorKind::NotFound => Some(hint_of_missing(origin)),
            io::ErrorKind::PermissionDenied => Some("check the permissions with `ls -l`"),
            _ => None,
        },
        FindingsError::Source(SourceError::NotBuilt { feature: "archives", .. }) => {
            Some("build it with the feature `archives`")
        }
        FindingsError::Source(SourceError::NotInArchive { .. }) => Some(
            "--page takes the address as the archive has it; scheme, `www.` and the order of the query do not matter",
        ),
        FindingsError::Source(SourceError::NotBuilt { feature: "network", .. }) => Some(
            "build it with the feature `network`, or fetch the page with another tool: `curl -s URL | tamis text -`",
        ),
        FindingsError::Source(SourceError::OtherType { .. }) => Some(
            "--mime says which types are pages, for example --mime 'text/*'; `tamis fetch URL` gives what is there",
        ),
        FindingsError::Source(SourceError::BadLine { .. }) => {
            Some("a list has one address a line, as in https://example.org/page; `#` begins a comment")
        }
        #[cfg(feature = "network")]
        FindingsError::Source(SourceError::Fetch { error, .. }) => {
            error.downcast_ref().and_then(crate::network_args::hint)
        }
        FindingsError::Page(PageError::NotAPage { kind }) => hint_of_kind(*kind),
        FindingsError::NotRendered(_) => {
            Some("use --render embedded or --render chromium, or give a page that `tamis render` has stored")
        }
        FindingsError::Page(PageError::Render(RenderError::TooLarge { .. })) => {
            Some("use a method that needs no layout; `tamis help methods` lists them")
        }
        FindingsError::Page(PageError::Render(RenderError::OutOfMemory { .. })) => {
            Some("use a method that needs no layout; a page in a browser gets more with --browser-memory")
        }
        FindingsError::Page(PageError::Render(RenderError::TimedOut { .. })) => Some(MORE_TIME),
        _ => None,
    }
}

/// What may have been meant by a file that is not there.
fn hint_of_missing(origin: &Origin) -> &'static str {
    match origin.path().and_then(Path::to_str) {
        Some(named) if named.contains("://") => {
            "only http and https addresses are fetched; name a file by its path, without file://"
        }
        Some(named) if lacks_scheme(named) => ADD_SCHEME,
        _ => "check the spelling; `-` reads standard input",
    }
}

/// What to do with what is no page.
fn hint_of_kind(kind: ContentKind) -> Option<&'static str> {
    match kind {
        ContentKind::Feed | ContentKind::Sitemap if cfg!(not(feature = "network")) => Some(
            "build it with the feature `network` to fetch the pages that it lists, or fetch them with another tool",
        ),
        kind => kind.hint(),
    }
}

impl Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Display for NothingToDo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NothingToDo {}

impl Display for ReaderLeft {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the reader of the output has left")
    }
}

impl std::error::Error for ReaderLeft {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_names_what_was_meant_and_nothing_that_opens() {
        for (typed, word) in
            [("claen", "clean"), ("--formt", "--format"), ("--max-table=3", "--max-tables"), ("--tbale", "--table")]
        {
            assert!(is_meant(word, typed), "{typed}");
        }
        let wrong = [
            ("--all-pages", "--allow-private"),
            ("--allow-privat", "--allow-private"),
            ("--colour", "--column"),
            ("tsp", "text"),
        ];
        for (typed, word) in wrong {
            assert!(!is_meant(word, typed), "{typed}");
        }
    }
}
