//! `tamis wrapper export`

use super::file::WrapperFileArgs;
use crate::args::files;
use crate::args::parse_url;
use crate::failure::{End, failure};
use crate::output;
use crate::output::standard_output;
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};
use tamis::Url;
use tamis::export::{self, WrapperExportError, WrapperExportOptions, WrapperTarget};

/// A program for another tool that gives the same rows
///
/// A complete file that runs as it is: a spider for Scrapy that follows the link to the next page and respects robots.txt, a
/// Python program for parsel, lxml, Beautiful Soup, crawl4ai or Playwright, or the selectors as a list.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    wrapper: WrapperFileArgs,

    /// What it is written for
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    to: String,

    /// Where a spider starts; may be given more than once [default: the pages that the wrapper was learned from]
    #[arg(long, value_name = "URL", value_parser = parse_url)]
    start: Vec<Url>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = files::WRITTEN)]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tamis wrapper export shop.json --to scrapy -o shop.py    then: scrapy runspider shop.py -o lamps.jsonl
  tamis wrapper export shop.json --to lxml -o shop.py      then: python shop.py page.html
  tamis wrapper export shop.json --to xpath                the selectors as a list";

fn targets() -> PossibleValuesParser {
    let targets = WrapperTarget::ALL.into_iter();
    PossibleValuesParser::new(targets.map(|target| PossibleValue::new(target.as_str()).help(target.summary())))
}

pub(crate) fn run(args: &ExportArgs) -> Result<End> {
    let wrapper = args.wrapper.read(&[])?;
    let Some(target) = WrapperTarget::named(&args.to) else {
        return Err(failure(format!("there is no target {}", args.to), "`tamis wrapper export --help` lists them"));
    };
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    output.map(check_name).transpose()?;
    let mut options = WrapperExportOptions::default();
    options.start_urls = args.start.iter().map(Url::to_string).collect();
    let program = export::wrapper(&wrapper, target, &options).map_err(|error| explain(&error))?;
    match output {
        Some(path) => output::write_file(path, program.as_bytes())?,
        None => standard_output::write(program.as_bytes())?,
    }
    Ok(End::Found)
}

fn explain(error: &WrapperExportError) -> anyhow::Error {
    let hint = match error {
        WrapperExportError::NoWords { target, .. } if reads_xpath(*target) => {
            "give it an `xpath` in the file, or try another target: `--to beautifulsoup` and `--to playwright` know more CSS"
        }
        WrapperExportError::NoWords { .. } => "another target may have: `--to lxml` takes every XPath",
        _ => "correct it in the file, or learn it again",
    };
    failure(error, hint)
}

/// Whether the target takes every `XPath`, so that what it lacks is of CSS.
fn reads_xpath(target: WrapperTarget) -> bool {
    matches!(target, WrapperTarget::Lxml | WrapperTarget::Parsel | WrapperTarget::Scrapy)
}

/// The modules that programs import.
const MODULES: [&str; 19] = [
    "argparse", "asyncio", "bs4", "codecs", "crawl4ai", "cssselect", "decimal", "html5lib", "json", "lxml", "os",
    "parsel", "pathlib", "playwright", "re", "scrapy", "sys", "typing", "urllib",
];

/// Python takes a program of the name of a module for the module.
fn check_name(path: &Path) -> Result<()> {
    let is_python = path.extension().is_some_and(|extension| extension == "py");
    let stem = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| is_python && MODULES.contains(stem));
    match stem {
        None => Ok(()),
        Some(stem) => Err(failure(
            format!("{}: the program imports `{stem}`, and Python would take this file for it", path.display()),
            "give the file another name, such as rows.py",
        )),
    }
}
