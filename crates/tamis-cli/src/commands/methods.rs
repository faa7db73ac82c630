//! The commands that run a method on pages: `tamis clean`, `tamis text`, `tamis records` and `tamis segment`.

use crate::args::content::ContentArgs;
use crate::args::method::RunsMethods;
use crate::failure::End;
use crate::run::pages::{self, PagesArgs, View};
use crate::run::site_noise::SiteArgs;
use anyhow::Result;
use clap::Args;
use tamis::Task;
use tamis::export::Format;

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

pub(crate) fn clean(args: &CleanArgs) -> Result<End> {
    pages::run_with(&args.pages, View::Result, &ContentArgs::default(), None, &args.site)
}

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

pub(crate) fn text(args: &TextArgs) -> Result<End> {
    pages::run_with(&args.pages, View::Result, &args.content, None, &args.site)
}

/// What the page lists, as a table
///
/// Records are things that a page shows one like the other: products, search results, posts. They become the rows of a
/// table with their items aligned into columns; a missing item is an empty cell and never shifts its neighbours. One
/// page is a table on a terminal and JSON elsewhere, many pages are JSON Lines, or files with --output-dir. A page may
/// hold several tables: JSON has them all, the other forms the main one or that of --table.
#[derive(Args, Debug)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pages: PagesArgs<Records>,
}

#[derive(Debug)]
struct Records;

impl RunsMethods for Records {
    const TASK: Task = Task::Records;
}

pub(crate) fn records(args: &RecordsArgs) -> Result<End> {
    pages::run(&args.pages, View::Result)
}

/// The blocks that the page consists of
///
/// A page is cut into areas as a reader sees them, a tree: the page, its parts (header, content, sidebar, footer), the
/// blocks of each part. Each area has a role with a reason, its nodes and, on a rendered page, its place. One page is
/// an outline on a terminal and JSON elsewhere, many pages are JSON Lines, or files with --output-dir. --svg and --png
/// draw the blocks over the page as it was rendered; `tamis report` shows the reasons beside it.
#[derive(Args, Debug)]
pub(crate) struct SegmentArgs {
    #[command(flatten)]
    pages: PagesArgs<Segment>,

    /// The blocks over the page as rendered, as a drawing that needs no other file: --format svg
    #[arg(long, conflicts_with_all = ["format", "png", "structured", "with"], help_heading = "Output")]
    svg: bool,

    /// The blocks over the page as rendered, as a picture: --format png
    #[arg(long, conflicts_with_all = ["format", "structured", "with"], help_heading = "Output")]
    png: bool,
}

#[derive(Debug)]
struct Segment;

impl RunsMethods for Segment {
    const TASK: Task = Task::Segment;
}

pub(crate) fn segment(args: &SegmentArgs) -> Result<End> {
    let drawn = [(args.svg, Format::Svg), (args.png, Format::Png)];
    let drawn = drawn.into_iter().find_map(|(is_asked, format)| is_asked.then_some(format));
    pages::run_with(&args.pages, View::Result, &ContentArgs::default(), drawn, &SiteArgs::default())
}
