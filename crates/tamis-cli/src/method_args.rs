//! `--method`, `--option` and a flag for each option of the task's methods: all made from the table of methods, so that a
//! new row needs no line here.

use crate::failure::failure;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::marker::PhantomData;
use tamis::errors::MethodError;
use tamis::methods::{self, OptionInfo};
use tamis::{Method, OptionKind, Recipe, Task};

/// Which methods a command runs, as a type.
pub(crate) trait RunsMethods {
    /// What is asked of them.
    const TASK: Task;
    /// The method, for a command that is about one alone.
    const ONLY: Option<&'static str> = None;
    /// Whether there may be several tables, of which one is written or learned.
    const HAS_TABLES: bool = matches!(Self::TASK, Task::Records);

    fn methods() -> impl Iterator<Item = &'static Method> {
        methods::for_task(Self::TASK).filter(|method| Self::ONLY.is_none_or(|only| only == method.name()))
    }
}

/// What the user said about the method.
#[derive(Debug)]
pub(crate) struct MethodArgs<C> {
    method: String,
    /// Option and value as typed, in no particular order: an option is given once.
    options: Vec<(String, String)>,
    command: PhantomData<C>,
}

impl<C: RunsMethods> MethodArgs<C> {
    /// The method with the user's values.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let recipe = Recipe::named(C::TASK, &self.method).map_err(explain::<C>)?;
        let values = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        recipe.with_all(values).map_err(explain::<C>)
    }
}

fn explain<C: RunsMethods>(error: MethodError) -> anyhow::Error {
    match &error {
        MethodError::UnknownOption { method, option } => {
            let owner = C::methods().find(|method| method.options().iter().any(|info| info.name == option));
            let options = methods::find(C::TASK, method).map(Method::options).unwrap_or_default();
            let names: Vec<_> = options.iter().map(|info| info.name).collect();
            let hint = match owner {
                Some(owner) => format!("{} has it: add --method {}", owner.name(), owner.name()),
                None if names.is_empty() => format!("{method} has no options"),
                None => format!("{method} has {}", names.join(", ")),
            };
            failure(&error, hint)
        }
        MethodError::NotRead { read_with: Some((option, word)), .. } => {
            failure(&error, format!("it is read with --{option} {word}"))
        }
        MethodError::BadValue { option, .. } => {
            failure(&error, format!("`tamis {} --help` says what --{option} does", C::TASK.as_str()))
        }
        _ => error.into(),
    }
}

/// The options of all methods that the command runs, those of the same name together, each with its help. Methods of
/// which the same is to be said are named together.
fn flags<C: RunsMethods>() -> Vec<(OptionInfo, String)> {
    let mut infos: Vec<OptionInfo> = Vec::new();
    for info in C::methods().flat_map(Method::options) {
        if !infos.iter().any(|known| known.name == info.name) {
            infos.push(info);
        }
    }
    infos.into_iter().map(|info| (info, help_of_all::<C>(info.name))).collect()
}

fn help_of_all<C: RunsMethods>(option: &str) -> String {
    let mut helps: Vec<(String, Vec<&'static str>)> = Vec::new();
    for method in C::methods() {
        let Some(info) = method.options().into_iter().find(|info| info.name == option) else { continue };
        let help = flag_help(&info);
        match helps.iter_mut().find(|(known, _)| *known == help) {
            Some((_, methods)) => methods.push(method.name()),
            None => helps.push((help, vec![method.name()])),
        }
    }
    let helps = helps.into_iter().map(|(help, methods)| format!("{}: {help}", methods.join(", ")));
    helps.collect::<Vec<_>>().join("; ")
}

/// What an option does, which words it takes and what it is when nothing is said.
fn flag_help(info: &OptionInfo) -> String {
    let choices = match info.kind {
        OptionKind::Choice(words) => format!(", one of {}", words.join(", ")),
        _ => String::new(),
    };
    let default = match (info.default, info.paper) {
        (Some(default), Some(paper)) if default != paper && info.name != "profile" => {
            format!("default: {default}; paper: {paper}")
        }
        (Some(default), _) => format!("default: {default}"),
        (None, Some(paper)) => format!("only with other options; paper: {paper}"),
        (None, None) => "only with other options".to_owned(),
    };
    format!("{}{choices} [{default}]", info.doc)
}

impl<C: RunsMethods> Args for MethodArgs<C> {
    fn augment_args(command: Command) -> Command {
        let possible = C::methods().map(|method| {
            let summary = match method.paper() {
                "" => method.summary().to_owned(),
                paper => format!("{} ({paper})", method.summary()),
            };
            PossibleValue::new(method.name()).help(summary)
        });
        let default = C::ONLY.unwrap_or_else(|| methods::default_for(C::TASK).name());
        let is_choice = C::ONLY.is_none();
        let command = command
            .arg(
                Arg::new("method")
                    .long("method")
                    .value_name("NAME")
                    .value_parser(PossibleValuesParser::new(possible))
                    .default_value(default)
                    .hide(!is_choice)
                    .help_heading("Method")
                    .help(match C::TASK {
                        Task::Records => "How to find records",
                        Task::Segment => "How to cut the page",
                        _ => "How to decide what is kept",
                    }),
            )
            .arg(
                Arg::new("option")
                    .long("option")
                    .value_name("NAME=VALUE")
                    .action(ArgAction::Append)
                    .value_parser(parse_option)
                    .help_heading("Method")
                    .help("Set an option of the method by name; the same as --NAME VALUE"),
            );
        flags::<C>().into_iter().fold(command, |command, (info, help)| command.arg(flag(&info, help)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag(info: &OptionInfo, help: String) -> Arg {
    let flag = Arg::new(info.name).long(info.name).help_heading("Method").help(help).allow_hyphen_values(true);
    match info.kind {
        OptionKind::Flag => {
            flag.value_name("true|false").num_args(0..=1).require_equals(true).default_missing_value("true")
        }
        OptionKind::Count { .. } | OptionKind::CountOrAuto { .. } => flag.value_name("N"),
        OptionKind::Choice(_) => flag.value_name("WORD"),
        _ => flag.value_name("NUMBER"),
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "expected NAME=VALUE".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl<C: RunsMethods> FromArgMatches for MethodArgs<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = matches.get_many::<(String, String)>("option").into_iter().flatten().cloned();
        let flagged = flags::<C>().into_iter().filter_map(|(info, _)| {
            let value = matches.get_one::<String>(info.name)?;
            Some((info.name.to_owned(), value.clone()))
        });
        Ok(MethodArgs {
            method: matches.get_one::<String>("method").cloned().unwrap_or_default(),
            options: named.chain(flagged).collect(),
            command: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
