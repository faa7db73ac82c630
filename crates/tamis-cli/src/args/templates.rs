//! Whole sites: the arguments that say what is asked of the pages, and how templates are found and kept.

use crate::args::json_parts;
use crate::args::method::{flag, usual_values};
use crate::failure::failure;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum, ValueHint};
use std::collections::BTreeSet;
use tamis::export::JsonPart;
use tamis::site::{self, ClusterOptions};
use tamis::{Method, Needs, OptionKind, Recipe, Task, methods};

/// How templates are found, kept and given up.
#[derive(Args, Debug)]
#[command(next_help_heading = "Templates")]
pub(crate) struct TemplateArgs {
    /// Where templates are kept: a file, which is made if it is not there, or `postgres://user:password@host/database`
    /// [default: nowhere, this run learns anew]
    #[arg(long, value_name = "STORE", value_hint = ValueHint::FilePath)]
    pub(crate) store: Option<String>,

    #[command(flatten)]
    options: TemplateOptionArgs,
}

/// A flag for each option of templates, made from their table.
#[derive(Debug)]
struct TemplateOptionArgs {
    /// Name and value as typed.
    values: Vec<(&'static str, String)>,
}

impl Args for TemplateOptionArgs {
    fn augment_args(command: Command) -> Command {
        site::template_options().into_iter().fold(command, |command, info| {
            let takes = move |text: &str| match info.kind.parse(text) {
                Some(_) => Ok(text.to_owned()),
                None => Err(format!("it takes {}", info.kind)),
            };
            let words = match info.kind {
                OptionKind::Choice(words) => format!(", one of {}", words.join(", ")),
                _ => String::new(),
            };
            let help = format!("{}{words} [{}]", capitalized(info.doc), usual_values(&info));
            command.arg(flag(&info).help_heading("Templates").value_parser(takes).help(help).hide(false))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// A line of help that stands by itself.
fn capitalized(doc: &str) -> String {
    let (first, rest) = doc.split_at(doc.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}

impl FromArgMatches for TemplateOptionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let value = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(TemplateOptionArgs { values: site::template_options().iter().filter_map(|info| value(info.name)).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// What is asked of the pages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Method")]
pub(crate) struct AskArgs {
    /// What to ask, with commas between
    #[arg(long, value_name = "TASK", value_delimiter = ',', default_value = "segment,text,records")]
    ask: Vec<Ask>,

    /// How to cut pages into blocks
    #[arg(long, value_name = "NAME", value_parser = names(Task::Segment))]
    segment_method: Option<String>,

    /// How to decide what is kept as the main text
    #[arg(long, value_name = "NAME", value_parser = names(Task::Text))]
    text_method: Option<String>,

    /// How to find records
    #[arg(long, value_name = "NAME", value_parser = names(Task::Records))]
    records_method: Option<String>,

    #[arg(long, value_name = "PARTS", value_delimiter = ',', help_heading = "Output")]
    #[arg(help = json_parts::HELP, value_parser = json_parts::words(&JsonPart::ALL))]
    with: Vec<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ask {
    /// The blocks of the page
    Segment,
    /// Its main text
    Text,
    /// What it lists
    Records,
}

fn names(task: Task) -> PossibleValuesParser {
    PossibleValuesParser::new(methods::for_task(task).map(Method::name))
}

/// What the most demanding method needs.
pub(crate) fn needs(recipes: &[Recipe]) -> Needs {
    recipes.iter().map(|recipe| recipe.method().needs()).max().unwrap_or(Needs::Document)
}

impl AskArgs {
    /// What JSON holds beside the answers.
    pub(crate) fn parts(&self) -> Vec<JsonPart> {
        let words: Vec<&str> = self.with.iter().map(String::as_str).collect();
        json_parts::named(&words, &JsonPart::ALL)
    }

    pub(crate) fn recipes(&self) -> Result<Vec<Recipe>> {
        let asked: BTreeSet<Ask> = self.ask.iter().copied().collect();
        let tasks = [
            (Ask::Segment, Task::Segment, &self.segment_method, "segment"),
            (Ask::Text, Task::Text, &self.text_method, "text"),
            (Ask::Records, Task::Records, &self.records_method, "records"),
        ];
        let mut recipes = Vec::new();
        for (ask, task, method, word) in tasks {
            match method {
                Some(_) if !asked.contains(&ask) => {
                    let message = format!("--{word}-method is for {word}, which is not asked");
                    return Err(failure(message, format!("add {word} to --ask, or leave --{word}-method out")));
                }
                Some(name) => recipes.push(Recipe::named(task, name)?),
                None if asked.contains(&ask) => recipes.push(Recipe::default_for(task)),
                None => {}
            }
        }
        Ok(recipes)
    }
}

impl TemplateArgs {
    /// How templates are found, kept and given up.
    pub(crate) fn options(&self) -> Result<ClusterOptions> {
        let values = self.options.values.iter().map(|(name, value)| (*name, value.as_str()));
        Ok(site::template_options_with(values).map_err(tamis::Error::from)?)
    }
}
