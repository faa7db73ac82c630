//! The commands: those that run a method on pages in one file, the others in a file each.

mod completions;
#[cfg(feature = "crawl")]
mod crawl;
#[cfg(feature = "network")]
mod fetch;
mod help;
mod inspect;
mod methods;
mod render;
mod report;
mod site;
mod templates;
mod wrapper;

use crate::failure::End;
use anyhow::Result;
use clap::{Parser, Subcommand};

/// Sift a web page: keep what is worth keeping.
///
/// tamis reads HTML pages from files, directories, web archives, addresses or standard input and gives back the page without its
/// noise, its text, or what it lists as a table. It never goes to the network unless told to: by an address, a sitemap, a feed,
/// or --network.
#[derive(Parser, Debug)]
#[command(name = "tamis", version, max_term_width = 100, arg_required_else_help = true, disable_help_subcommand = true, after_help = EXAMPLES, after_long_help = EXAMPLES_AND_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Clean(methods::CleanArgs),
    Text(methods::TextArgs),
    Records(methods::RecordsArgs),
    Segment(methods::SegmentArgs),
    Wrapper(wrapper::WrapperArgs),
    Report(report::ReportArgs),
    Site(site::SiteArgs),
    #[cfg(feature = "network")]
    Fetch(fetch::FetchArgs),
    #[cfg(feature = "crawl")]
    Crawl(crawl::CrawlArgs),
    Templates(templates::TemplatesArgs),
    Render(render::RenderPageArgs),
    Inspect(inspect::InspectArgs),
    Completions(completions::CompletionsArgs),
    Help(help::HelpArgs),
    /// Lay out the pages that another tamis sends; not for people
    #[command(name = crate::args::rendering::WORKER_COMMAND, hide = true)]
    RenderWorker,
}

/// The examples stand at the end of both helps, the exit codes only at the end of the long one.
macro_rules! examples {
    () => {
        "\
Examples:
  tamis clean page.html                       the page without its noise, as HTML
  tamis text https://example.org              the main text of a page on the web
  tamis records page.html --format csv        what the page lists, as a table
  tamis clean pages/ -j 4 --output-dir out/   a directory, four pages at a time
  tamis clean page.html --with removed        as JSON, with what was removed and why
  tamis render page.html --png page.png       where everything is, as a picture
  tamis report page.html -o why.html          what was found and why, to look at
  tamis wrapper learn page.html -o shop.json  the table as selectors, for other pages and tools
  tamis site pages/ --store shop.tamis        a whole site, each template asked once
  tamis text crawl.warc.gz > text.jsonl       every page of a web archive
  tamis records https://shop.example/lamps    a page of the web; sitemaps and feeds too
  tamis crawl https://shop.example/ -o s.jsonl    a whole site of the web, politely
  tamis help methods                          how pages are read, and every option of it
"
    };
}

const EXAMPLES: &str = concat!(examples!(), "\n`tamis help COMMAND` says more.");

const EXAMPLES_AND_CODES: &str = concat!(
    examples!(),
    "
Exit codes:
  0  done
  1  could not run: a mistake on the command line, or the output cannot be written
  2  nothing was found on any page
  3  the pages are no longer as a wrapper has learned them (`tamis wrapper check`)
  4  some pages failed; the others were written
  130, 143  interrupted; --resume goes on

A reader that leaves early, as `head` does, is no error."
);

/// Runs the command that was typed.
pub(crate) fn run(cli: Cli) -> Result<End> {
    match cli.command {
        Command::Clean(args) => methods::clean(&args),
        Command::Text(args) => methods::text(&args),
        Command::Records(args) => methods::records(&args),
        Command::Segment(args) => methods::segment(&args),
        Command::Wrapper(args) => wrapper::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Site(args) => site::run(&args),
        #[cfg(feature = "network")]
        Command::Fetch(args) => fetch::run(&args),
        #[cfg(feature = "crawl")]
        Command::Crawl(args) => crawl::run(&args),
        Command::Templates(args) => templates::run(&args),
        Command::Render(args) => render::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Help(args) => help::run(&args),
        Command::RenderWorker => render::run_worker(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use tamis::Task;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_option_of_a_method_is_a_flag_of_the_commands_that_run_it() {
        for task in Task::ALL {
            let cli = Cli::command();
            let command = cli.find_subcommand(task.as_str()).expect("a task is a command");
            for option in tamis::methods::for_task(task).flat_map(tamis::Method::options) {
                let has_flag = command.get_arguments().any(|argument| argument.get_long() == Some(option.name));
                assert!(has_flag, "tamis {} --{}", task.as_str(), option.name);
            }
        }
    }
}
