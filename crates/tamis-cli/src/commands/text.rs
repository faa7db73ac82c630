//! `tamis text`

use crate::args::content::ContentArgs;
use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use crate::run::site_noise::SiteArgs;
use anyhow::Result;
use clap::Args;
use tamis::Task;

/// The main text of the page
///
/// What a cleaning method keeps, as text; `--method none` is all that a reader sees. Paragraphs and blocks stand on
/// lines of their own, preformatted text stays as it is, and what a browser would not show is left out. One page is
/// written as text, many as JSON Lines, or as text files with --output-dir.
///
/// Other forms are Markdown, plain HTML, XML-TEI and JSON. They hold tables; Markdown and HTML also hold links and
/// formatting, images and comments only if they are asked for. The HTML is a new page with the main content alone;
/// `tamis clean` writes the page itself, less its noise.
#[derive(Args, Debug)]
pub(crate) struct TextArgs {
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    pages: PagesArgs<Text>,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug)]
struct Text;

impl RunsMethods for Text {
    const TASK: Task = Task::Text;
}

pub(crate) fn run(args: &TextArgs) -> Result<End> {
    pages::run_on_site(&args.pages, View::Result, &args.content, &args.site)
}
