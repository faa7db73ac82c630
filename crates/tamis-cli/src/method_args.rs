//! `--method`, `--option`, a flag for each option of the stage's methods, and `--format`: all made from the table of
//! methods, so that a new row needs no line here.

use crate::failure::failure;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use console::Term;
use std::marker::PhantomData;
use tamis::errors::MethodError;
use tamis::export::{Format, TableView};
use tamis::{Method, OptionKind, OptionSpec, Recipe, Stage, methods};

/// What a command offers, as a type.
pub(crate) trait Offer {
    /// The stage of its methods.
    const STAGE: Stage;
    /// The method, for a command that is about one alone.
    const ONLY: Option<&'static str> = None;

    fn methods() -> impl Iterator<Item = &'static Method> {
        methods::for_stage(Self::STAGE).filter(|method| Self::ONLY.is_none_or(|only| only == method.name))
    }
}

/// What the user said about the method and the form of the output.
#[derive(Debug)]
pub(crate) struct MethodArgs<O> {
    method: String,
    /// Option and value as typed, in no particular order: an option is given once.
    options: Vec<(String, String)>,
    pub(crate) format: Option<Format>,
    /// Which table the forms that hold but one write, from 1.
    table: usize,
    offer: PhantomData<O>,
}

impl<O: Offer> MethodArgs<O> {
    /// The method with the user's values.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let recipe = Recipe::named(O::STAGE, &self.method).map_err(explain::<O>)?;
        self.options.iter().try_fold(recipe, |recipe, (name, value)| recipe.with(name, value).map_err(explain::<O>))
    }
}

impl<O> MethodArgs<O> {
    /// Which table to write, and how wide if it is for a terminal.
    pub(crate) fn table_view(&self) -> TableView {
        let width = Term::stdout().size_checked().map_or(TableView::default().width, |(_, columns)| columns.into());
        TableView { table_idx: self.table - 1, width }
    }
}

fn explain<O: Offer>(error: MethodError) -> anyhow::Error {
    match &error {
        MethodError::UnknownOption { method, option } => {
            let owner = O::methods().find(|method| method.options.iter().any(|spec| spec.name == option));
            let options = methods::find(O::STAGE, method).map_or(&[][..], |method| method.options);
            let names: Vec<_> = options.iter().map(|spec| spec.name).collect();
            let hint = match owner {
                Some(owner) => format!("{} has it: add --method {}", owner.name, owner.name),
                None if names.is_empty() => format!("{method} has no options"),
                None => format!("{method} has {}", names.join(", ")),
            };
            failure(&error, hint)
        }
        MethodError::BadValue { option, .. } => {
            failure(&error, format!("`tamis {} --help` says what --{option} does", O::STAGE.as_str()))
        }
        _ => error.into(),
    }
}

/// The options of all methods that are offered, those of the same name together.
fn flags<O: Offer>() -> Vec<(&'static OptionSpec, String)> {
    let mut flags: Vec<(&'static OptionSpec, String)> = Vec::new();
    for method in O::methods() {
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

impl<O: Offer> Args for MethodArgs<O> {
    fn augment_args(command: Command) -> Command {
        let possible = O::methods().map(|method| {
            let summary = match method.paper {
                "" => method.summary.to_owned(),
                paper => format!("{} ({paper})", method.summary),
            };
            PossibleValue::new(method.name).help(summary)
        });
        let default = O::ONLY.or_else(|| Some(methods::default_for(O::STAGE)?.name)).unwrap_or("");
        let formats = Format::for_stage(O::STAGE).iter();
        let formats = formats.map(|format| PossibleValue::new(format.as_str()).help(format.summary()));
        let is_choice = O::ONLY.is_none();
        let command = command
            .arg(
                Arg::new("method")
                    .long("method")
                    .value_name("NAME")
                    .value_parser(PossibleValuesParser::new(possible))
                    .default_value(default)
                    .hide(!is_choice)
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
                    .hide(!is_choice)
                    .help_heading("Output")
                    .help("The form of the output"),
            )
            .arg(
                Arg::new("table")
                    .long("table")
                    .value_name("N")
                    .value_parser(value_parser!(u32).range(1..))
                    .default_value("1")
                    .hide(O::STAGE != Stage::Records)
                    .help_heading("Output")
                    .help("Which table to write, where the format holds but one; 1 is the main one"),
            );
        flags::<O>().into_iter().fold(command, |command, (spec, help)| command.arg(flag(spec, help)))
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
        OptionKind::Count { .. } | OptionKind::CountOrAuto { .. } => flag.value_name("N"),
        OptionKind::Choice(_) => flag.value_name("WORD"),
        _ => flag.value_name("NUMBER"),
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "expected NAME=VALUE".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl<O: Offer> FromArgMatches for MethodArgs<O> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = matches.get_many::<(String, String)>("option").into_iter().flatten().cloned();
        let flagged = flags::<O>().into_iter().filter_map(|(spec, _)| {
            let value = matches.get_one::<String>(spec.name)?;
            Some((spec.name.to_owned(), value.clone()))
        });
        let chosen = matches.get_one::<String>("format");
        let format = chosen.and_then(|name| Format::for_stage(O::STAGE).iter().find(|format| format.as_str() == name));
        Ok(MethodArgs {
            method: matches.get_one::<String>("method").cloned().unwrap_or_default(),
            options: named.chain(flagged).collect(),
            format: format.copied(),
            table: matches.get_one::<u32>("table").map_or(1, |&number| number as usize),
            offer: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
