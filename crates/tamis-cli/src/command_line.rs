//! What a run is asked for, to tell whether another one is asked for the same.

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// The version, the command and the options that decide about results.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(crate) struct CommandLine {
    tamis: String,
    command: String,
    /// What was given, each with a number that stands for its values: a password may be among them.
    options: BTreeMap<String, String>,
}

/// What may be different when a run goes on: where pages come from is seen by the pages, and how fast or how patiently they
/// are worked on changes no result that there is.
const WITHOUT_EFFECT: &[&str] = &[
    "sources", "urls", "output", "output_dir", "resume", "jobs", "progress", "explain", "timeout", "delay", "retries",
    "contact", "cache", "fetch_timeout",
];

/// What was typed, parsed.
static PARSED: OnceLock<(Command, ArgMatches)> = OnceLock::new();

/// Keeps what was typed for [`CommandLine::of_this_run`].
pub(crate) fn remember(command: Command, matches: ArgMatches) {
    let _ = PARSED.set((command, matches));
}

/// The file that is read by every page.
const WRAPPER: &str = "wrapper";

impl CommandLine {
    /// The command line of this process, as [`remember`] was given it.
    pub(crate) fn of_this_run() -> CommandLine {
        let none = (Command::default(), ArgMatches::default());
        let (command, matches) = PARSED.get().unwrap_or(&none);
        CommandLine::of(command, matches)
    }

    fn of(command: &Command, matches: &ArgMatches) -> CommandLine {
        let mut found = CommandLine {
            tamis: env!("CARGO_PKG_VERSION").to_owned(),
            command: String::new(),
            options: BTreeMap::new(),
        };
        found.add(command, matches);
        found
    }

    fn add(&mut self, command: &Command, matches: &ArgMatches) {
        for argument in command.get_arguments().map(|argument| argument.get_id().as_str()) {
            let is_given = matches.try_contains_id(argument).unwrap_or(false)
                && matches.value_source(argument) == Some(ValueSource::CommandLine);
            if is_given && !WITHOUT_EFFECT.contains(&argument) {
                let mut hasher = DefaultHasher::new();
                let values = matches.get_raw(argument).into_iter().flatten();
                // Another wrapper in the same file gives other results.
                match argument {
                    WRAPPER => values.for_each(|file| fs::read(file).ok().hash(&mut hasher)),
                    _ => values.for_each(|value| value.hash(&mut hasher)),
                }
                self.options.insert(argument.replace('_', "-"), format!("{:016x}", hasher.finish()));
            }
        }
        let Some((name, matches)) = matches.subcommand() else { return };
        self.command.push_str(if self.command.is_empty() { "" } else { " " });
        self.command.push_str(name);
        if let Some(command) = command.find_subcommand(name) {
            self.add(command, matches);
        }
    }

    /// In which way this one is not asked for what `earlier` was asked for.
    pub(crate) fn difference_from(&self, earlier: &CommandLine) -> Option<String> {
        if self.tamis != earlier.tamis {
            return Some(format!("it was begun by version {}, and this is {}", earlier.tamis, self.tamis));
        }
        if self.command != earlier.command {
            return Some(format!("it is one of `tamis {}`", earlier.command));
        }
        let all = self.options.keys().chain(earlier.options.keys());
        let different = all.into_iter().find(|name| self.options.get(*name) != earlier.options.get(*name))?;
        if different == WRAPPER {
            return Some("it was begun with another wrapper".to_owned());
        }
        Some(match (self.options.get(different), earlier.options.get(different)) {
            (Some(_), None) => format!("it was begun without --{different}"),
            (None, _) => format!("it was begun with --{different}"),
            (Some(_), Some(_)) => format!("it was begun with another --{different}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    fn parse(line: &str) -> CommandLine {
        let mut command = Cli::command();
        let matches = command.try_get_matches_from_mut(line.split(' ')).expect("the line is right");
        CommandLine::of(&command, &matches)
    }

    #[track_caller]
    fn check(earlier: &str, later: &str, difference: Option<&str>) {
        assert_eq!(parse(later).difference_from(&parse(earlier)).as_deref(), difference, "{earlier} / {later}");
    }

    #[test]
    fn options_that_decide_about_results_are_told_apart() {
        let text = "tamis text pages --method tps -o a.jsonl";
        check(text, "tamis text --method=tps pages more -o b --resume -j 2 --timeout 3", None);
        check(text, "tamis text pages -o a.jsonl", Some("it was begun with --method"));
        check("tamis text pages", text, Some("it was begun without --method"));
        check(text, "tamis text pages --method weights", Some("it was begun with another --method"));
        check(text, "tamis clean pages --method tps", Some("it is one of `tamis text`"));
        check("tamis text pages", "tamis text pages -v", Some("it was begun without --verbose"));
        check("tamis text pages -v", "tamis text pages -vv", Some("it was begun with another --verbose"));
        let mut earlier = parse("tamis text pages");
        let later = parse("tamis text pages");
        earlier.tamis = "0.0.1".to_owned();
        assert!(later.difference_from(&earlier).is_some_and(|words| words.contains("version 0.0.1")));
    }

    #[test]
    fn values_are_not_written_down() {
        let line = parse("tamis site p --store postgres://anna:s3cret@h/d");
        assert!(line.options.contains_key("store"));
        assert!(!serde_json::to_string(&line).expect("JSON").contains("s3cret"));
    }
}
