//! What was found, as HTML, text, JSON or tables. Only here a new tree or a new file format is written; the JSON carries
//! the version of its schema.

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
mod room;
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

use crate::findings::Findings;
use crate::page::Page;
use crate::task::Task;
use content::{Content, ContentOptions, Header};
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

/// Which table is written by the forms that hold but one, and how wide a table for a terminal may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableView {
    /// The table, 0 for the main one.
    pub table_idx: usize,
    /// Characters in a line.
    pub width: usize,
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

/// The findings in the form that is asked for; of tables, the main one where the form holds but one. A form with places
/// in pixels is empty if the page was not rendered, and so are those that are no text: `overlay_png` gives a picture, the
/// crate `tamis-arrow` files of typed columns.
pub fn write(findings: &Findings, format: Format) -> String {
    write_table(findings, format, TableView::default())
}

/// Writes the findings in a form, with the table that `view` names. If the form is for records and there are none, nothing is
/// written.
pub fn write_table(findings: &Findings, format: Format, view: TableView) -> String {
    let tables = findings.tables().map_or(&[][..], |tables| tables.answer);
    let of_table = |write: fn(&Page, &Table) -> String| {
        tables.get(view.table_idx).map_or_else(String::new, |table| write(findings.page(), table))
    };
    match format {
        Format::Html => html(findings),
        Format::Text | Format::ContentMarkdown | Format::ContentHtml | Format::Tei => {
            write_content(findings, format, &ContentOptions::for_format(format))
        }
        Format::Json => json(findings),
        Format::JsonLines => Json::of(findings).line(),
        Format::RecordLines => of_table(|page, table| record_lines(page, table, None)),
        Format::Csv => of_table(csv),
        Format::Tsv => of_table(tsv),
        Format::Markdown => of_table(markdown),
        Format::Table => terminal(findings.page(), tables, view.table_idx, view.width),
        Format::Outline => outline(findings, view.width),
        Format::Webis => webis(findings, "").unwrap_or_default(),
        Format::Svg => overlay_svg(findings).unwrap_or_default(),
        Format::Png | Format::Parquet | Format::ArrowFile => String::new(),
    }
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

impl Default for TableView {
    fn default() -> TableView {
        TableView { table_idx: 0, width: 100 }
    }
}
