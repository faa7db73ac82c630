//! `tamis clean`

use crate::args::content::ContentArgs;
use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use crate::run::site_noise::SiteArgs;
use anyhow::Result;
use clap::Args;
use tamis::Task;

/// The page without its noise
///
/// Menus, teasers, advertisements and footers go; what is left is the same HTML, its elements in the same places. One
/// page is written as HTML, many as JSON Lines, or as HTML files with --output-dir. By default everything is kept that
/// `text` and `records` would keep. --with removed says in JSON of each part that was removed where it stood, why it
/// went and how it began; --explain says it on standard error.
#[derive(Args, Debug)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    pages: PagesArgs<Clean>,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug)]
struct Clean;

impl RunsMethods for Clean {
    const TASK: Task = Task::Clean;
}

pub(crate) fn run(args: &CleanArgs) -> Result<End> {
    pages::run_on_site(&args.pages, View::Result, &ContentArgs::default(), &args.site)
}
