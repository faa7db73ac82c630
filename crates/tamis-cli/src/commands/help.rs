//! `tamis help`

use super::Cli;
use crate::args::method::usual_values;
use crate::failure::{End, failure};
use crate::output::standard_output;
use anyhow::Result;
use clap::{Args, CommandFactory};
use std::fmt::Write;
use tamis::methods;
use tamis::{Method, Needs, Task};

/// What a command takes, or the methods and their options
///
/// `tamis help records` names every flag in a line, `tamis records --help` explains them.
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// A command, `methods`, or `methods NAME` for the options of one method
    #[arg(value_name = "COMMAND")]
    topic: Vec<String>,
}

/// The text before the list of methods.
const METHODS: &str = "\
The methods that read a page, by command; the first is the default, --method NAME chooses another.
An option is a flag of its own, as in `tamis records page.html --max-tables 3`; --option max-tables=3 is the same.
";

pub(crate) fn run(args: &HelpArgs) -> Result<End> {
    let topic: Vec<&str> = args.topic.iter().map(String::as_str).collect();
    let text = match topic[..] {
        ["methods"] => format!("{METHODS}{}", list(|_| true)),
        ["methods", name] => list(|method| method.name() == name),
        _ => {
            let flag = if topic.is_empty() { "--help" } else { "-h" };
            let words = ["tamis"].into_iter().chain(topic).chain([flag]);
            // The help of a command is what the parser answers that flag with.
            return Cli::command().try_get_matches_from(words).map(|_| End::Found).map_err(Into::into);
        }
    };
    if text.is_empty() {
        return Err(failure("there is no method of this name", "`tamis help methods` lists them"));
    }
    standard_output::write(text.as_bytes()).map(|()| End::Found)
}

/// The methods that are `wanted` with their options, under the first command that runs them.
fn list(wanted: impl Fn(&Method) -> bool) -> String {
    let mut text = String::new();
    let mut listed: Vec<&Method> = Vec::new();
    for task in [Task::Records, Task::Text, Task::Segment, Task::Clean] {
        let (again, new): (Vec<_>, Vec<_>) =
            methods::for_task(task).filter(|method| wanted(method)).partition(|method| listed.contains(method));
        if !new.is_empty() {
            let _ = writeln!(text, "\ntamis {}", task.as_str());
        }
        for method in &new {
            describe(&mut text, method);
        }
        if !new.is_empty() && !again.is_empty() {
            let names: Vec<&str> = again.iter().map(|method| method.name()).collect();
            let _ = writeln!(text, "\n  {}: see above", names.join(", "));
        }
        listed.extend(new);
    }
    text
}

fn describe(text: &mut String, method: &Method) {
    let paper = if method.paper().is_empty() { String::new() } else { format!(" ({})", method.paper()) };
    let needs = if method.needs() == Needs::RenderedPage { "; looks at the page as rendered" } else { "" };
    let _ = writeln!(text, "\n  {}{paper}\n    {}{needs}", method.name(), method.summary());
    for option in method.options() {
        let _ = writeln!(text, "    --{:<22} {}", option.name, option.doc);
        let _ = writeln!(text, "      {:<22} {} [{}]", "", option.kind, usual_values(&option));
    }
}
