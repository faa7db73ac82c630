//! What of the content is written.

use crate::export::Format;

/// What of the main content is written; the names are those of trafilatura's options.
///
/// | | text, TEI | Markdown, HTML |
/// |---|---|---|
/// | [`tables`](ContentOptions::tables) | yes | yes |
/// | [`links`](ContentOptions::links) | no | yes |
/// | [`images`](ContentOptions::images) | no | no |
/// | [`formatting`](ContentOptions::formatting) | no | yes |
/// | [`comments`](ContentOptions::comments) | TEI and JSON, where they stand apart | no |
///
/// The default is that of Markdown and HTML; [`for_format`](ContentOptions::for_format) knows the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ContentOptions {
    /// What readers said about the page, after the content; no by default.
    pub comments: bool,
    /// Tables with their cells; yes by default. Tables that only lay out other content are not meant: what is in them is
    /// content like any other.
    pub tables: bool,
    /// Images with their alternative text; no by default.
    pub images: bool,
    /// Where links lead; yes by default. Their text is always there.
    pub links: bool,
    /// Bold, italic, struck out, above and below the line; yes by default. Headings, lists, quotations and code are
    /// always there.
    pub formatting: bool,
}

impl ContentOptions {
    /// The options that a form is written with if nothing is said.
    pub fn for_format(format: Format) -> ContentOptions {
        let rich = ContentOptions::default();
        match format {
            Format::Text => ContentOptions { links: false, formatting: false, ..rich },
            Format::Tei => ContentOptions { links: false, formatting: false, comments: true, ..rich },
            Format::Json | Format::JsonLines | Format::Parquet | Format::ArrowFile => {
                ContentOptions { comments: true, ..rich }
            }
            _ => rich,
        }
    }
}

tamis_page::setters! { ContentOptions;
    with_comments comments: bool = comments, "Sets whether comments are written.";
    with_tables tables: bool = tables, "Sets whether tables are written.";
    with_images images: bool = images, "Sets whether images are written.";
    with_links links: bool = links, "Sets whether the URLs of links are written.";
    with_formatting formatting: bool = formatting, "Sets whether bold and italic are written.";
}

impl Default for ContentOptions {
    fn default() -> ContentOptions {
        ContentOptions { comments: false, tables: true, images: false, links: true, formatting: true }
    }
}
