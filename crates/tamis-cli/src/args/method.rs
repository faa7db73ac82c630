//! `--method`, `--option` and a flag for each option of the task's methods: all made from the table of methods, so that a
//! new row needs no line here.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::marker::PhantomData;
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

/// The method and the options that the user chose.
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
        let recipe = Recipe::named(C::TASK, &self.method).map_err(tamis::Error::from)?;
        let values = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ok(recipe.with_all(values).map_err(tamis::Error::from)?)
    }
}

/// The options of all methods that the command runs, one of each name.
fn options<C: RunsMethods>() -> Vec<OptionInfo> {
    let mut infos: Vec<OptionInfo> = Vec::new();
    for info in C::methods().flat_map(Method::options) {
        if !infos.iter().any(|known| known.name == info.name) {
            infos.push(info);
        }
    }
    infos
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
                    .help("An option of the method; `tamis help methods` lists them, and each is a flag too"),
            );
        options::<C>().iter().fold(command, |command, info| command.arg(flag(info)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// The flag of an option. `tamis help methods` describes it: the help of a command has no room for those of all methods.
pub(crate) fn flag(info: &OptionInfo) -> Arg {
    let flag = Arg::new(info.name).long(info.name).help_heading("Method").hide(true).allow_hyphen_values(true);
    match info.kind {
        OptionKind::Flag => {
            flag.value_name("true|false").num_args(0..=1).require_equals(true).default_missing_value("true")
        }
        OptionKind::Count { .. } | OptionKind::CountOrAuto { .. } => flag.value_name("N"),
        OptionKind::Choice(_) => flag.value_name("WORD"),
        _ => flag.value_name("NUMBER"),
    }
}

/// The value that an option has when nothing is said, and that of the paper if it is another.
pub(crate) fn usual_values(option: &OptionInfo) -> String {
    match (option.default, option.paper) {
        (Some(default), Some(paper)) if default != paper && option.name != "profile" => {
            format!("default: {default}; paper: {paper}")
        }
        (Some(default), _) => format!("default: {default}"),
        (None, Some(paper)) => format!("only with other options; paper: {paper}"),
        (None, None) => "only with other options".to_owned(),
    }
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| "expected NAME=VALUE".to_owned())?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl<C: RunsMethods> FromArgMatches for MethodArgs<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let named = matches.get_many::<(String, String)>("option").into_iter().flatten().cloned();
        let flagged = options::<C>().into_iter().filter_map(|info| {
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
