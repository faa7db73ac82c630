//! `--format`, `--with` and what else is said about the form of the output: made from the tables of forms and parts, so that
//! a new row needs no line here.

use crate::args::json_parts;
use crate::args::method::RunsMethods;
use crate::failure::failure;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use console::Term;
use std::marker::PhantomData;
use tamis::Task;
use tamis::export::{Format, JsonPart, WriteOptions};

/// The form of the output that the user chose.
#[derive(Debug)]
pub(crate) struct FormArgs<C> {
    pub(crate) format: Option<Format>,
    /// The parts of JSON that were asked for.
    with: Vec<JsonPart>,
    /// Which table the forms that hold but one write, from 1.
    table: usize,
    /// Whether columns with one value in every row are left out.
    pub(crate) without_constant: bool,
    command: PhantomData<C>,
}

impl<C: RunsMethods> FormArgs<C> {
    /// What JSON holds: the answer, and what was asked for beside it.
    pub(crate) fn parts(&self) -> Vec<JsonPart> {
        JsonPart::default_for(C::TASK).iter().chain(&self.with).copied().collect()
    }
}

impl<C> FormArgs<C> {
    /// The form that is asked for, `asked` by a flag of its own; JSON where parts of it are.
    pub(crate) fn format_for_parts(&self, asked: Option<Format>) -> Result<Option<Format>> {
        self.with.first().map_or(Ok(asked), |&part| format_with(part, asked).map(Some))
    }

    /// Which table to write, and how wide if it is for a terminal.
    pub(crate) fn write_options(&self) -> WriteOptions {
        let mut options = WriteOptions::default();
        options.table_idx = self.table - 1;
        options.width = width();
        options
    }
}

/// How wide the terminal is.
pub(crate) fn width() -> usize {
    Term::stdout().size_checked().map_or(WriteOptions::default().width, |(_, columns)| columns.into())
}

/// The form for parts that were asked for: only JSON has room for them.
fn format_with(part: JsonPart, asked: Option<Format>) -> Result<Format> {
    match asked.unwrap_or(Format::Json) {
        format @ (Format::Json | Format::JsonLines) => Ok(format),
        // One object a record has no room for what is said of the page; JSON of many pages is a line a page.
        format => Err(failure(
            format!("{} is a part of JSON and does not fit into {}", part.as_str(), format.as_str()),
            format!("use --format json with --with {}", part.as_str()),
        )),
    }
}

impl<C: RunsMethods> Args for FormArgs<C> {
    fn augment_args(command: Command) -> Command {
        let formats = Format::for_task(C::TASK).iter();
        let formats =
            formats.map(|format| PossibleValue::new(format.as_str()).aliases(format.aliases()).help(format.summary()));
        let is_choice = C::ONLY.is_none();
        command
            .arg(
                Arg::new("format")
                    .long("format")
                    .value_name("FORMAT")
                    .value_parser(PossibleValuesParser::new(formats))
                    .hide(!is_choice)
                    .help_heading("Output")
                    .display_order(1)
                    .help("The form of the output"),
            )
            .arg(
                Arg::new("with")
                    .long("with")
                    .value_name("PARTS")
                    .action(ArgAction::Append)
                    .value_delimiter(',')
                    .value_parser(json_parts::words(JsonPart::for_task(C::TASK)))
                    .hide(!is_choice)
                    .help_heading("Output")
                    .display_order(4)
                    .help(json_parts::HELP),
            )
            .arg(
                Arg::new("structured")
                    .long("structured")
                    .action(ArgAction::SetTrue)
                    .hide(!is_choice)
                    .help_heading("Output")
                    .display_order(5)
                    .help("The page's data for machines: --with structured")
                    .long_help(
                        "What the page says about itself for machines: JSON-LD, microdata, RDFa, OpenGraph, Twitter \
                         cards and Dublin Core, in the shapes of extruct; short for --with structured",
                    ),
            )
            .arg(
                Arg::new("table")
                    .long("table")
                    .value_name("N")
                    .value_parser(value_parser!(u32).range(1..))
                    .default_value("1")
                    .hide(!C::HAS_TABLES)
                    .help_heading("Output")
                    .display_order(2)
                    .help("Which table to write, where the format holds one"),
            )
            .arg(
                Arg::new("no-constant")
                    .long("no-constant")
                    .action(ArgAction::SetTrue)
                    .hide(C::TASK != Task::Records)
                    .help_heading("Output")
                    .display_order(3)
                    .help("Leave out columns that have one value in all rows"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<C: RunsMethods> FromArgMatches for FormArgs<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let chosen = matches.get_one::<String>("format");
        let format = chosen.and_then(|name| Format::for_task(C::TASK).iter().find(|format| format.is_called(name)));
        let words: Vec<&str> = matches.get_many::<String>("with").into_iter().flatten().map(String::as_str).collect();
        let with = json_parts::named(&words, JsonPart::for_task(C::TASK));
        let structured = matches.get_flag("structured").then_some(JsonPart::Structured);
        Ok(FormArgs {
            with: with.into_iter().chain(structured).collect(),
            format: format.copied(),
            table: matches.get_one::<u32>("table").map_or(1, |&number| number as usize),
            without_constant: matches.get_flag("no-constant"),
            command: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
