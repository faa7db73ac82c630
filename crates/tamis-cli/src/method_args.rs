//! `--method`, `--option`, a flag for each option of the stage's methods, and `--format`: all made from the table of
//! methods, so that a new row needs no line here.

use crate::failure::failure;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::marker::PhantomData;
use tamis::errors::MethodError;
use tamis::export::Format;
use tamis::{OptionKind, OptionSpec, Recipe, Stage, methods};

/// The stage of a command, as a type.
pub(crate) trait ForStage {
    const STAGE: Stage;
}

/// What the user said about the method and the form of the output.
#[derive(Debug)]
pub(crate) struct MethodArgs<S> {
    method: String,
    /// Option and value as typed, in no particular order: an option is given once.
    options: Vec<(String, String)>,
    pub(crate) format: Option<Format>,
    stage: PhantomData<S>,
}

impl<S: ForStage> MethodArgs<S> {
    /// The method with the user's values.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let recipe = Recipe::named(S::STAGE, &self.method).map_err(explain::<S>)?;
        self.options.iter().try_fold(recipe, |recipe, (name, value)| recipe.with(name, value).map_err(explain::<S>))
    }
}

fn explain<S: ForStage>(error: MethodError) -> anyhow::Error {
    match &error {
        MethodError::UnknownOption { method, .. } => {
            let options = methods::find(S::STAGE, method).map_or(&[][..], |method| method.options);
            let names: Vec<_> = options.iter().map(|spec| spec.name).collect();
            let hint = if names.is_empty() {
                format!("{method} has no options; see `tamis {} --help`", S::STAGE.as_str())
            } else {
                format!("{method} has: {}", names.join(", "))
            };
            failure(&error, hint)
        }
        MethodError::BadValue { option, .. } => {
            failure(&error, format!("`tamis {} --help` says what --{option} does", S::STAGE.as_str()))
        }
        _ => error.into(),
    }
}

/// The options of all methods of a stage, those of the same name together.
fn flags(stage: Stage) -> Vec<(&'static OptionSpec, String)> {
    let mut flags: Vec<(&'static OptionSpec, String)> = Vec::new();
    for method in methods::for_stage(stage) {
        for spec in method.options {
            let choices = match spec.kind {
                OptionKind::Choice(words) => format!(", one of {}", words.join(", ")),
                _ => String::new(),
            };
            let help = format!("{}: {}{choices} [default: {}]", method.name, spec.doc, spec.default);
            match flags.iter_mut().find(|(known, _)| known.name == spec.name) {
                Some((_, known)) => *known = format!("{known}; {help}"),
                None => flags.push((spec, help)),
            }
        }
    }
    flags
}

impl<S: ForStage> Args for MethodArgs<S> {
    fn augment_args(command: Command) -> Command {
        let possible = methods::for_stage(S::STAGE).map(|method| {
            let summary = match method.paper {
                "" => method.summary.to_owned(),
                paper => format!("{} ({paper})", method.summary),
            };
            PossibleValue::new(method.name).help(summary)
        });
        let default = methods::default_for(S::STAGE).map_or("", |method| method.name);
        let formats = Format::for_stage(S::STAGE).iter().map(|format| format.as_str());
        let command = command
            .arg(
                Arg::new("method")
                    .long("method")
                    .value_name("NAME")
                    .value_parser(PossibleValuesParser::new(possible))
                    .default_value(default)
                    .help_heading("Method")
                    .help("How to decide what is kept"),
            )
            .arg(
                Arg::new("option")
                    .long("option")
                    .value_name("NAME=VALUE")
                    .action(ArgAction::Append)
                    .value_parser(parse_option)
                    .help_heading("Method")
                    .help("Set an option of the method by name; the same as --NAME VALUE"),
            )
            .arg(
                Arg::new("format")
                    .long("format")
                    .value_name("FORMAT")
                    .value_parser(PossibleValuesParser::new(formats))
                    .help_heading("Output")
                    .help("The form of the output; see above for the default"),
            );
        flags(S::STAGE).into_iter().fold(command, |command, (spec, help)| command.arg(flag(spec, help)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn flag(spec: &'static OptionSpec, help: String) -> Arg {
    let flag = Arg::new(spec.name).long(spec.name).help_heading("Method").help(help).allow_hyphen_values(true);
    match spec.kind {
        OptionKind::Flag => {
            flag.value_name("true|false").num_args(0..=1).require_equals(true).default_missing_value("true")
        }
        OptionKind::Count { .. } => flag.value_name("N"),
        OptionKind::Choice(_) => flag.value_name("WORD"),
        _ => flag.value_name("NUMBER"),
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "expected NAME=VALUE".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl<S: ForStage> FromArgMatches for MethodArgs<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = matches.get_many::<(String, String)>("option").into_iter().flatten().cloned();
        let flagged = flags(S::STAGE).into_iter().filter_map(|(spec, _)| {
            let value = matches.get_one::<String>(spec.name)?;
            Some((spec.name.to_owned(), value.clone()))
        });
        let chosen = matches.get_one::<String>("format");
        let format = chosen.and_then(|name| Format::for_stage(S::STAGE).iter().find(|format| format.as_str() == name));
        Ok(MethodArgs {
            method: matches.get_one::<String>("method").cloned().unwrap_or_default(),
            options: named.chain(flagged).collect(),
            format: format.copied(),
            stage: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
