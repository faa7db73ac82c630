//! What of the main content is written, and how: the flags that users of trafilatura know.

use crate::failure::failure;
use anyhow::Result;
use clap::Args;
use tamis::Recipe;
use tamis::Task;
use tamis::export::Format;
use tamis::export::content::ContentOptions;

/// Short forms of --format, and what goes into the content.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Content")]
pub(crate) struct ContentArgs {
    /// Markdown: --format md; with JSON, a key of its own in it
    #[arg(long, conflicts_with_all = ["html", "xmltei"])]
    markdown: bool,

    /// The main content as a page of its own: --format html
    #[arg(long, conflicts_with_all = ["xmltei", "json", "format"])]
    html: bool,

    /// JSON: --format json
    #[arg(long, conflicts_with_all = ["xmltei", "format"])]
    json: bool,

    /// XML after the Text Encoding Initiative: --format xmltei
    #[arg(long, conflicts_with = "format")]
    xmltei: bool,

    /// What readers said, after the content [default: in JSON and TEI, apart]
    #[arg(long, overrides_with = "no_comments")]
    include_comments: bool,
    /// Nothing of what readers said
    #[arg(long, overrides_with = "include_comments")]
    no_comments: bool,

    /// Tables [default]
    #[arg(long, overrides_with = "no_tables")]
    include_tables: bool,
    /// No tables
    #[arg(long, overrides_with = "include_tables")]
    no_tables: bool,

    /// Images with their addresses; text then has the marks of Markdown
    #[arg(long, overrides_with = "no_images")]
    include_images: bool,
    /// No images [default]
    #[arg(long, overrides_with = "include_images")]
    no_images: bool,

    /// Where links lead [default: in Markdown and HTML]
    ///
    /// Text then has the marks of Markdown.
    #[arg(long, overrides_with = "no_links")]
    include_links: bool,
    /// Only the text of links
    #[arg(long, overrides_with = "include_links")]
    no_links: bool,

    /// Bold, italic and the like [default: in Markdown and HTML]
    ///
    /// Text then has the marks of Markdown.
    #[arg(long, overrides_with = "no_formatting")]
    include_formatting: bool,
    /// No bold, no italic
    #[arg(long, overrides_with = "include_formatting")]
    no_formatting: bool,

    /// Metadata in lines of YAML before text and Markdown
    ///
    /// HTML, TEI and JSON always have them.
    #[arg(long)]
    with_metadata: bool,

    /// Rather lose content than keep noise: --favor precision
    #[arg(long, conflicts_with_all = ["favor_recall", "fast"])]
    favor_precision: bool,

    /// Rather keep noise than lose content: --favor recall
    #[arg(long, conflicts_with = "fast")]
    favor_recall: bool,

    /// Less exact and faster: --method weights
    #[arg(long, conflicts_with = "method")]
    fast: bool,

    /// Look for records too, and write each as a block of its own
    #[arg(long)]
    records: bool,
}

impl ContentArgs {
    /// The form that was asked for, by `--format` or by a short form of it.
    pub(crate) fn format(&self, asked: Option<Format>, fits_one_form: bool) -> Result<Option<Format>> {
        Ok(match asked {
            _ if self.html => Some(Format::ContentHtml),
            _ if self.xmltei => Some(Format::Tei),
            _ if self.json => Some(Format::Json),
            // Markdown of many pages goes into their JSON.
            None if self.markdown => fits_one_form.then_some(Format::ContentMarkdown),
            Some(format @ (Format::Text | Format::ContentHtml | Format::Tei)) if self.markdown => {
                return Err(failure(
                    format!("the form cannot be both {} and md", format.as_str()),
                    "give --markdown alone, or with --json",
                ));
            }
            asked => asked,
        })
    }

    /// What goes into a form.
    pub(crate) fn options(&self, format: Format) -> ContentOptions {
        let choice = |includes: bool, excludes: bool, default: bool| (includes || default) && !excludes;
        let default = ContentOptions::for_format(format);
        ContentOptions::default()
            .with_comments(choice(self.include_comments, self.no_comments, default.comments))
            .with_tables(choice(self.include_tables, self.no_tables, default.tables))
            .with_images(choice(self.include_images, self.no_images, default.images))
            .with_links(choice(self.include_links, self.no_links, default.links))
            .with_formatting(choice(self.include_formatting, self.no_formatting, default.formatting))
    }

    /// The method with what the short forms say of it.
    pub(crate) fn preset(&self, recipe: Recipe) -> Result<Recipe> {
        let favor = match (self.favor_precision, self.favor_recall) {
            (true, _) => "precision",
            (_, true) => "recall",
            _ if self.fast => return Ok(Recipe::named(Task::Text, "weights")?),
            _ => return Ok(recipe),
        };
        let method = recipe.method().name();
        let hint = format!("{method} cannot favor anything; leave --method out");
        recipe.with("favor", favor).map_err(|error| failure(error, hint))
    }

    /// Whether JSON holds Markdown.
    pub(crate) fn has_markdown(&self) -> bool {
        self.markdown
    }

    /// Whether metadata go before the content.
    pub(crate) fn has_metadata(&self) -> bool {
        self.with_metadata
    }

    /// What to ask of the page beside its text.
    pub(crate) fn records(&self) -> Option<Recipe> {
        self.records.then(|| Recipe::default_for(Task::Records))
    }
}
