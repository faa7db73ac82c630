//! Whole sites: the arguments that say what is asked of the pages, and how templates are found and kept.

use crate::failure::failure;
use crate::part_args;
use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint};
use std::collections::BTreeSet;
use tamis::export::JsonPart;
use tamis::site::{Choice, ClusterOptions, Mode};
use tamis::{Method, Needs, Recipe, Task, methods};

/// How templates are found, kept and given up.
#[derive(Args, Debug)]
#[command(next_help_heading = "Templates")]
pub(crate) struct TemplateArgs {
    /// Where templates are kept: a file, which is made if it is not there, or `postgres://user:password@host/database`
    /// [default: nowhere, this run learns anew]
    #[arg(long, value_name = "STORE", value_hint = ValueHint::FilePath)]
    pub(crate) store: Option<String>,

    /// The paper's way: the first template that is similar enough, nodes by position, nothing learned again
    #[arg(long, value_name = "WORD", default_value = "tuned")]
    profile: Profile,

    /// From which similarity on a page is one of a template, from 0 to 1 [default: 0.6]
    #[arg(long, value_name = "NUMBER", value_parser = parse_share)]
    threshold: Option<f64>,

    /// Which template is taken if several are similar enough [default: best; paper: first]
    #[arg(long, value_name = "WORD")]
    choice: Option<ChoiceArg>,

    /// How nodes of a template are found again: by what they are called, or by their position alone [default: robust;
    /// paper: strict]
    #[arg(long, value_name = "WORD")]
    mapping: Option<Mapping>,

    /// A page is none of a template if a larger share of the template's frame is missing, from 0 to 1 [default: 0.5]
    #[arg(long, value_name = "NUMBER", value_parser = parse_share)]
    max_missing: Option<f64>,

    /// After how many pages in a row that fit badly a template is learned again, 0 for never [default: 5; paper: 0]
    #[arg(long, value_name = "N")]
    relearn_after: Option<u32>,

    /// Of how many pages, from one of an unknown template on, the most typical is learned; 1 for that page itself
    /// [default: 8; paper: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    look_ahead: Option<u16>,
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
    #[arg(help = part_args::HELP, value_parser = part_args::words(&JsonPart::ALL))]
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

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Profile {
    Tuned,
    Paper,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ChoiceArg {
    Best,
    First,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Mapping {
    Robust,
    Strict,
}

fn names(task: Task) -> PossibleValuesParser {
    PossibleValuesParser::new(methods::for_task(task).map(Method::name))
}

fn parse_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// What the most demanding method needs.
pub(crate) fn needs(recipes: &[Recipe]) -> Needs {
    recipes.iter().map(|recipe| recipe.method().needs()).max().unwrap_or(Needs::Document)
}

impl AskArgs {
    /// What JSON holds beside the answers.
    pub(crate) fn parts(&self) -> Vec<JsonPart> {
        let words: Vec<&str> = self.with.iter().map(String::as_str).collect();
        part_args::named(&words, &JsonPart::ALL)
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
    pub(crate) fn options(&self) -> ClusterOptions {
        let mut options = match self.profile {
            Profile::Tuned => ClusterOptions::default(),
            Profile::Paper => ClusterOptions::paper(),
        };
        options.threshold = self.threshold.unwrap_or(options.threshold);
        options.max_missing = self.max_missing.unwrap_or(options.max_missing);
        options.relearn_after = self.relearn_after.unwrap_or(options.relearn_after);
        options.look_ahead = self.look_ahead.map_or(options.look_ahead, usize::from);
        options.choice = match self.choice {
            None => options.choice,
            Some(ChoiceArg::Best) => Choice::Best,
            Some(ChoiceArg::First) => Choice::First,
        };
        options.mode = match self.mapping {
            None => options.mode,
            Some(Mapping::Robust) => Mode::Robust,
            Some(Mapping::Strict) => Mode::Strict,
        };
        options
    }
}
