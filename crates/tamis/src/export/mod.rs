//! What was found, as HTML, text, JSON or tables. Only here a new tree or a new file format is written; the JSON carries
//! the version of its schema.

mod allowance;
mod columns;
pub mod content;
#[cfg(feature = "crawl")]
mod crawl;
mod excerpt;
mod explain;
mod json;
mod outline;
mod overlay;
mod painted;
#[cfg(feature = "pictures")]
mod picture;
mod removals;
mod report;
mod rows;
mod templates;
mod terminal;
#[cfg(test)]
mod test_pages;
mod webis;
mod wrapper;
mod wrapper_check;

pub use columns::{ColumnPart, ColumnValues, RecordPaths, column_values, column_values_of_tables, record_paths};
#[cfg(feature = "crawl")]
pub use crawl::{crawl_json, crawl_text};
pub use explain::explain;
#[cfg(feature = "schema")]
pub use json::json_schema;
pub use json::{
    Block, Blocks, Json, JsonPart, ManifestEntry, ManifestStatus, PageTurns, SCHEMA_VERSION, blocks_in_order, comments,
    error_line, main_markdown, main_text, page_turns,
};
pub use outline::outline;
#[cfg(feature = "pictures")]
pub use overlay::{overlay_png, template_png};
pub use overlay::{overlay_svg, template_svg};
#[cfg(feature = "pictures")]
pub use picture::png;
pub use report::report;
pub use rows::{csv, markdown, record_lines, tsv};
pub use templates::{template_list, template_text, templates_json};
pub use terminal::terminal;
pub use webis::webis;
pub use wrapper::{WrapperExportError, WrapperExportOptions, WrapperTarget, wrapper};
pub use wrapper_check::{wrapper_check_json, wrapper_check_text};

use crate::error::Error;
use crate::findings::Findings;
use crate::page::Page;
use crate::task::Task;
use content::{Content, ContentOptions, Header};
use std::io;
use tamis_extract::records::Table;
pub use tamis_extract::{CellValue, Decimal, Moment, ValueType};
use tamis_page::{RenderedPage, visible_text};

/// A form that findings can be written in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Format {
    /// The page itself, less what was removed.
    Html,
    /// What a reader sees.
    Text,
    /// The main content alone, as Markdown.
    ContentMarkdown,
    /// The main content alone, as a page of its own in plain HTML.
    ContentHtml,
    /// The main content alone, as XML after the guidelines of the Text Encoding Initiative.
    Tei,
    /// What was found and what the page says about itself, one object a page; indented.
    Json,
    /// What was found and what the page says about itself, one line a page.
    JsonLines,
    /// Records, one JSON object a line.
    RecordLines,
    /// Records as comma-separated values.
    Csv,
    /// Records as tab-separated values.
    Tsv,
    /// Records as a table in Markdown.
    Markdown,
    /// Records as a table for a terminal.
    Table,
    /// The tree of areas for a terminal.
    Outline,
    /// Areas in pixels, as the Webis group's tools for segmentation read them.
    Webis,
    /// Areas over the page as rendered, as a drawing.
    Svg,
    /// Areas over the page as rendered, as a picture.
    Png,
    /// Typed columns in a Parquet file.
    Parquet,
    /// Typed columns in a file of Apache Arrow.
    ArrowFile,
}

/// How findings are written, where a format leaves a choice.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WriteOptions {
    /// The table that is written by formats that hold one table. Default 0, the main one.
    pub table_idx: usize,
    /// Characters in a line of the formats for a terminal. Default 100.
    pub width: usize,
    /// What the page is called in each line of [`Format::RecordLines`] and in [`Format::Webis`]. Default none.
    pub name: Option<String>,
}

/// The page less what was removed. Parsed again it gives the same tree.
pub fn html(findings: &Findings) -> String {
    let document = findings.page().document();
    findings.mask().map_or_else(|| document.to_html(), |mask| document.to_html_under(mask.answer))
}

/// What was found on the page, as an indented JSON object; see [`Json`] for more parts of it.
pub fn json(findings: &Findings) -> String {
    Json::of(findings).pretty()
}

impl Findings {
    /// Writes the findings in a format; of the tables, the main one where the format holds one table. Where a format of records
    /// is asked for and there is no record, nothing is written.
    ///
    /// ```
    /// use tamis::export::Format;
    /// use tamis::{Page, Recipe, Task};
    ///
    /// let page = Page::parse(
    ///     "<ul><li><a href=1>Desk lamp</a> <b>5 €</b><li><a href=2>Wall light</a> <b>7 €</b><li><a href=3>Lantern</a> <b>9 €</b></ul>",
    /// );
    /// let findings = tamis::ask(&page, &[Recipe::default_for(Task::Records)])?;
    /// let mut csv = Vec::new();
    /// findings.write(Format::Csv, &mut csv)?;
    /// assert!(csv.ends_with(b"Lantern,3,9,EUR\n"));
    /// # Ok::<(), tamis::Error>(())
    /// ```
    ///
    /// # Errors
    /// The output cannot be written; the format shows where things are, and the page was not rendered; or this build does not
    /// have the format. Those with typed columns are in the crate `tamis-arrow`.
    pub fn write(&self, format: Format, out: impl io::Write) -> Result<(), Error> {
        self.write_with(format, &WriteOptions::default(), out)
    }

    /// Writes the findings in a format, with another table, width or name.
    ///
    /// # Errors
    /// As [`write`](Findings::write).
    pub fn write_with(&self, format: Format, options: &WriteOptions, mut out: impl io::Write) -> Result<(), Error> {
        let tables = self.tables().map_or(&[][..], |tables| tables.answer);
        let name = options.name.as_deref();
        let of_table = |write: &dyn Fn(&Page, &Table) -> String| {
            tables.get(options.table_idx).map_or_else(String::new, |table| write(self.page(), table))
        };
        let text = match format {
            Format::Html => html(self),
            Format::Text | Format::ContentMarkdown | Format::ContentHtml | Format::Tei => {
                write_content(self, format, &ContentOptions::for_format(format))
            }
            Format::Json => json(self),
            Format::JsonLines => Json::of(self).line(),
            Format::RecordLines => of_table(&|page, table| record_lines(page, table, name)),
            Format::Csv => of_table(&csv),
            Format::Tsv => of_table(&tsv),
            Format::Markdown => of_table(&markdown),
            Format::Table => terminal(self.page(), tables, options.table_idx, options.width),
            Format::Outline => outline(self, options.width),
            Format::Webis => webis(self, name.unwrap_or_default())?,
            Format::Svg => overlay_svg(self)?,
            #[cfg(feature = "pictures")]
            Format::Png => return Ok(out.write_all(&overlay_png(self)?)?),
            #[cfg(not(feature = "pictures"))]
            Format::Png => return Err(not_here("pictures are drawn by a build with the feature `pictures`")),
            Format::Parquet | Format::ArrowFile => {
                return Err(not_here("files of typed columns are written by the crate tamis-arrow"));
            }
        };
        Ok(out.write_all(text.as_bytes())?)
    }

    /// Returns the findings in a format that is text, as [`write`](Findings::write) writes them.
    ///
    /// # Errors
    /// As [`write`](Findings::write); the format is not text.
    pub fn to_text(&self, format: Format) -> Result<String, Error> {
        let mut bytes = Vec::new();
        self.write(format, &mut bytes)?;
        String::from_utf8(bytes).map_err(|_| not_here("a picture is not text"))
    }
}

fn not_here(why: &str) -> Error {
    io::Error::new(io::ErrorKind::Unsupported, why).into()
}

/// The main content in one of its forms: text, Markdown, HTML, TEI. Plain text is what a reader sees; with links, images
/// or formatting in it, it is written with the marks of Markdown. Nothing is written in another form.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
pub fn write_content(findings: &Findings, format: Format, options: &ContentOptions) -> String {
    let content = || Content::of(findings, options);
    match format {
        Format::Text if options.links || options.images || options.formatting => content().to_markdown(),
        Format::Text if findings.mask().is_some() && (!options.tables || has_records(findings)) => content().to_text(),
        Format::Text => {
            let comments = findings.comments().iter().filter(|_| options.comments);
            let comments = comments.map(|&root| visible_text(findings.page().document(), root));
            let texts = std::iter::once(findings.text().to_owned()).chain(comments);
            texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n\n")
        }
        Format::ContentMarkdown => content().to_markdown(),
        Format::ContentHtml => content().to_html(&Header::of(findings.page())),
        Format::Tei => content().to_tei(&Header::of(findings.page())),
        _ => String::new(),
    }
}

/// Whether records were found along with the text.
fn has_records(findings: &Findings) -> bool {
    let main = findings.tables().and_then(|tables| tables.answer.first());
    findings.mask().is_some() && main.is_some_and(|table| !table.rows.is_empty())
}

/// The page with its layout, for a file; [`PageReader`](crate::PageReader) reads it again without a renderer.
pub fn snapshot(page: &RenderedPage) -> Vec<u8> {
    tamis_page::snapshot::write(page)
}

impl Format {
    /// The forms that the answer to a task can be written in, the default for one page first.
    pub fn for_task(task: Task) -> &'static [Format] {
        match task {
            Task::Clean => &[Format::Html, Format::Text, Format::Json, Format::JsonLines],
            Task::Text => &[
                Format::Text,
                Format::ContentMarkdown,
                Format::ContentHtml,
                Format::Tei,
                Format::Json,
                Format::JsonLines,
                Format::Parquet,
                Format::ArrowFile,
            ],
            Task::Records => &[
                Format::Table,
                Format::Json,
                Format::RecordLines,
                Format::Csv,
                Format::Tsv,
                Format::Markdown,
                Format::Text,
                Format::Parquet,
                Format::ArrowFile,
            ],
            Task::Segment => {
                &[Format::Outline, Format::Json, Format::JsonLines, Format::Webis, Format::Svg, Format::Png]
            }
        }
    }

    /// The name, as the command line spells it; no two of a task have the same.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Html | Format::ContentHtml => "html",
            Format::Text => "text",
            Format::Tei => "xmltei",
            Format::Json => "json",
            Format::JsonLines | Format::RecordLines => "jsonl",
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Markdown | Format::ContentMarkdown => "md",
            Format::Table => "table",
            Format::Outline => "outline",
            Format::Webis => "webis",
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Parquet => "parquet",
            Format::ArrowFile => "arrow",
        }
    }

    /// Other names by which users know it.
    pub fn aliases(self) -> &'static [&'static str] {
        match self {
            Format::Text => &["txt"],
            Format::Markdown | Format::ContentMarkdown => &["markdown"],
            Format::Tei => &["tei"],
            Format::ArrowFile => &["feather"],
            _ => &[],
        }
    }

    /// Whether this is a name of it.
    pub fn is_called(self, name: &str) -> bool {
        self.as_str() == name || self.aliases().contains(&name)
    }

    /// The extension of a file in this form.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text | Format::Table | Format::Outline => "txt",
            Format::Tei => "xml",
            Format::Webis => "json",
            other => other.as_str(),
        }
    }

    /// Whether it shows where things are, which takes a page that was rendered.
    pub fn needs_layout(self) -> bool {
        matches!(self, Format::Webis | Format::Svg | Format::Png)
    }

    /// Whether it holds columns with types, which the crate `tamis-arrow` writes.
    pub fn is_columnar(self) -> bool {
        matches!(self, Format::Parquet | Format::ArrowFile)
    }

    /// What it is, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Format::Html => "the page as HTML, less what was removed",
            Format::Text => "what a reader sees",
            Format::ContentMarkdown => "the main content as Markdown",
            Format::ContentHtml => "the main content alone, as a page of its own",
            Format::Tei => "the main content as XML-TEI",
            Format::Json => "what was found and what the page says about itself, one object a page",
            Format::JsonLines => "the same, one line a page",
            Format::RecordLines => "one JSON object a record",
            Format::Csv => "comma-separated values",
            Format::Tsv => "tab-separated values",
            Format::Markdown => "a table in Markdown",
            Format::Table => "a table to look at",
            Format::Outline => "the tree of blocks to look at",
            Format::Webis => "polygons, as the Webis tools for page segmentation read them",
            Format::Svg => "the blocks over the page as rendered, a drawing",
            Format::Png => "the blocks over the page as rendered, a picture",
            Format::Parquet => "typed columns in a Parquet file",
            Format::ArrowFile => "typed columns in an Arrow file",
        }
    }
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { table_idx: 0, width: 100, name: None }
    }
}
