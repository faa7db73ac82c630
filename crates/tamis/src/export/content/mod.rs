//! The main content as rich text: headings, lists, tables, code and links instead of elements, and the forms that are
//! written of it.
//!
//! [`Content`] is built once from a document and a mask; every form is a walk over it. So what is a list, a data table or
//! a footnote is decided in one place, and each text node of the page stands at most once in it and in each form.
//!
//! Blocks are nested at most 32 deep; what is deeper stands where the limit was reached, so that indentation cannot make a
//! form much larger than its page.

mod build;
mod code;
mod formats;
mod header;
mod html;
mod languages;
mod leaves;
mod markdown;
mod math;
mod notes;
mod options;
mod records;
mod tables;
mod tei;
mod text;
pub(super) mod xml;

pub use header::Header;
pub use options::ContentOptions;

use crate::findings::Findings;
use crate::page::Page;
use build::Builder;
use records::Records;
use std::borrow::Cow;
use std::ops::Range;
use tamis_page::{Mask, Reading};

/// How deep blocks may be nested: lists, quotations, tables.
const MAX_DEPTH: usize = 32;

/// The main content of a page as rich text.
///
/// ```
/// use tamis::export::content::{Content, ContentOptions};
/// use tamis::{Page, Recipe, Task};
///
/// let page = Page::parse("<h1>Lamps</h1><p>All <b>new</b>.<ul><li>Desk<li>Floor</ul>");
/// let findings = tamis::ask(&page, &[Recipe::named(Task::Text, "none")?])?;
/// let content = Content::of(&findings, &ContentOptions::default());
/// assert_eq!(content.to_markdown(), "# Lamps\n\nAll **new**.\n\n- Desk\n- Floor\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Content {
    /// Blocks and what is in them, in the order of the page.
    parts: Vec<ContentPart>,
    /// What the spans of the parts point into.
    text: String,
    comments: Vec<Content>,
}

/// A block, a piece of a line, or text, and how many parts are in it.
#[derive(Clone, Debug)]
struct ContentPart {
    kind: PartKind,
    /// The part after the last one in it.
    end: usize,
}

/// A piece of [`Content::text`].
type Span = Range<usize>;

/// What a part is. First blocks that hold blocks, then blocks that hold a line, then what stands in lines.
#[derive(Clone, PartialEq, Eq, Debug)]
enum PartKind {
    /// With the first number of an ordered one.
    List(Option<u32>),
    Item,
    Definitions,
    Definition,
    Quote,
    Figure,
    Table,
    Row,
    Cell {
        is_header: bool,
        n_columns: u16,
        n_rows: u16,
    },
    /// What the text refers to by a number.
    Note(u32),
    /// One of the things that the page lists.
    Record,

    Heading(u8),
    Paragraph,
    /// Text on a line of its own that nobody called a paragraph.
    Line,
    /// What a definition is of.
    Term,
    /// Of a table or a figure.
    Caption,
    /// Verbatim; with its language, empty where that is not known.
    Code(Span),
    Rule,

    Text(Span),
    Break,
    Strong,
    Emphasis,
    Strike,
    Subscript,
    Superscript,
    CodeSpan,
    Link(Span),
    Image {
        source: Span,
        alt: Span,
    },
    /// TeX.
    Math {
        tex: Span,
        is_block: bool,
    },
    /// With what the page calls it.
    NoteReference(u32, Span),
}

impl PartKind {
    /// Whether it is a block that holds a line.
    fn is_leaf(&self) -> bool {
        matches!(
            self,
            PartKind::Heading(_)
                | PartKind::Paragraph
                | PartKind::Line
                | PartKind::Term
                | PartKind::Caption
                | PartKind::Code(_)
        )
    }

    /// Whether it is a block that holds blocks.
    fn is_container(&self) -> bool {
        matches!(
            self,
            PartKind::List(_)
                | PartKind::Item
                | PartKind::Definitions
                | PartKind::Definition
                | PartKind::Quote
                | PartKind::Figure
                | PartKind::Table
                | PartKind::Row
                | PartKind::Cell { .. }
                | PartKind::Note(_)
                | PartKind::Record
        )
    }
}

impl Content {
    /// What the mask of the findings keeps; all that a reader sees where there is none. Where records were found too,
    /// those of the main table are blocks of their own, whether or not the mask keeps them.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
    pub fn of(findings: &Findings, options: &ContentOptions) -> Content {
        let page = findings.page();
        let records = Records::of(page.document(), findings.tables().map_or(&[], |tables| tables.answer));
        let mask = findings.mask().map(|mask| with_records(page, mask.answer, &records));
        Content::under(page, mask.as_deref(), records, *options).with_comments(findings, *options)
    }

    /// The content that the mask of the findings keeps, whether or not records were found, too.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "options may grow")]
    pub fn without_records(findings: &Findings, options: &ContentOptions) -> Content {
        let mask = findings.mask().map(|mask| mask.answer);
        Content::under(findings.page(), mask, Records::default(), *options).with_comments(findings, *options)
    }

    fn with_comments(mut self, findings: &Findings, options: ContentOptions) -> Content {
        if options.comments {
            let comments = findings.comments().iter();
            self.comments = comments.map(|&root| Content::below(findings.page(), root, options)).collect();
            self.comments.retain(|comment| !comment.is_empty());
        }
        self
    }

    fn under(page: &Page, mask: Option<&Mask>, records: Records, options: ContentOptions) -> Content {
        let document = page.document();
        let reading = Reading::of(document, document.root());
        let reading = match mask {
            Some(mask) => reading.under(mask),
            None => reading,
        };
        Builder::new(page, mask, records, options).run(reading)
    }

    /// All that a reader sees of a node.
    fn below(page: &Page, root: tamis_page::NodeId, options: ContentOptions) -> Content {
        Builder::new(page, None, Records::default(), options).run(Reading::of(page.document(), root))
    }

    /// Whether there is nothing in it, comments aside.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Whether it has formulas. A reader of its Markdown has to know the dollars around them; without formulas, dollars
    /// are not escaped.
    pub fn has_formulas(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.kind, PartKind::Math { .. }))
    }

    /// What readers said about the page.
    pub fn comments(&self) -> &[Content] {
        &self.comments
    }

    /// As `CommonMark` with the tables, footnotes and strike-through of GitHub, definition lists, and TeX between dollars.
    pub fn to_markdown(&self) -> String {
        let mut markdown = markdown::write(self);
        for comment in &self.comments {
            if !markdown.is_empty() {
                markdown.push_str("\n---\n\n");
            }
            markdown.push_str(&markdown::write(comment));
        }
        markdown
    }

    /// As a page of its own in plain, semantic HTML.
    pub fn to_html(&self, header: &Header) -> String {
        html::write(self, header)
    }

    /// As XML after the guidelines of the Text Encoding Initiative, shaped as trafilatura does.
    pub fn to_tei(&self, header: &Header) -> String {
        tei::write(self, header)
    }

    /// As text: a line for each block, an empty line where browsers have a margin, one block for each record.
    pub fn to_text(&self) -> String {
        let mut lines = text::write(self);
        for comment in &self.comments {
            if !lines.is_empty() {
                lines.push_str("\n\n");
            }
            lines.push_str(&text::write(comment));
        }
        lines
    }

    fn slice(&self, span: &Span) -> &str {
        &self.text[span.clone()]
    }

    /// The parts right below a range of parts.
    fn children(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &ContentPart)> {
        let mut next = range.start;
        std::iter::from_fn(move || {
            let idx = next;
            let part = (idx < range.end).then(|| &self.parts[idx])?;
            next = part.end;
            Some((idx, part))
        })
    }
}

/// The mask with the records that it left out.
fn with_records<'m>(page: &Page, mask: &'m Mask, records: &Records) -> Cow<'m, Mask> {
    let mut mask = Cow::Borrowed(mask);
    for node in records.nodes() {
        if !mask.keeps(node) {
            mask.to_mut().keep_subtree(page.document(), node);
        }
    }
    mask
}

#[cfg(test)]
mod tests;
