//! What is printed when a run could not be finished: `error: …`, then `hint: …` with what to type instead.

use crate::failure::{COULD_NOT_RUN, Failure, NothingToDo, ReaderLeft, say};
use crate::interrupt::Interrupted;
use crate::output::standard_output;
use clap::error::ContextKind;
use std::io;
use std::process::ExitCode;

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
    let failure = error.downcast_ref::<Failure>().map(|failure| failure.hint.clone());
    let hint = || Some(error.downcast_ref::<tamis::Error>()?.hint()?.for_command());
    if let Some(hint) = failure.or_else(hint) {
        say(&format!("hint: {hint}"));
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

/// Flags that let pages or a crawl reach more than they may otherwise. No hint leads to one of them after a typing mistake.
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
