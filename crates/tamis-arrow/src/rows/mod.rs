//! The rows of many pages, whatever their tables look like: one schema a kind of output.

mod block;
mod columns;
mod page;
mod record;
#[cfg(test)]
mod tests;
mod wrapper;

pub use wrapper::WrapperRows;

use crate::batch::field;
use crate::{SCHEMA_VERSION, metadata};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Fields, Schema, SchemaRef};
use block::{BlockLists, PageBlocks};
use columns::{Group, Lists, MAX_BATCH_BYTES, TOO_LARGE, fields, list_of};
use page::{BRIEF, Content, OF_SITE, PageRow, WHOLE};
use record::{PageRecords, Records};
use std::fmt;
use std::sync::{Arc, LazyLock};
use tamis::Findings;
use tamis::export::content::ContentOptions;
use tamis::source::Origin;

/// What a row is. Names and meanings of the columns are in `docs/arrow.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RowKind {
    /// A page and its main text.
    Text,
    /// A record, of any table of its page. A page without records is a row without one, so that no page is missing.
    Records,
    /// A page of a site: its template, text, records and blocks.
    Site,
}

impl RowKind {
    /// The name in the schema's metadata.
    pub fn as_str(self) -> &'static str {
        match self {
            RowKind::Text => "text",
            RowKind::Records => "records",
            RowKind::Site => "site",
        }
    }

    /// The columns.
    pub fn schema(self) -> SchemaRef {
        static SCHEMAS: LazyLock<[SchemaRef; 3]> = LazyLock::new(|| {
            [RowKind::Text, RowKind::Records, RowKind::Site]
                .map(|kind| Arc::new(Schema::new_with_metadata(kind.fields(), metadata(kind.as_str(), SCHEMA_VERSION))))
        });
        let place = match self {
            RowKind::Text => 0,
            RowKind::Records => 1,
            RowKind::Site => 2,
        };
        Arc::clone(&SCHEMAS[place])
    }

    fn fields(self) -> Vec<Field> {
        match self {
            RowKind::Text => fields(WHOLE),
            RowKind::Records => fields(BRIEF).into_iter().chain(Records::fields()).collect(),
            RowKind::Site => {
                let records = field("records", list_of(Fields::from(Records::fields())));
                fields(WHOLE).into_iter().chain(fields(OF_SITE)).chain([records, BlockLists::field()]).collect()
            }
        }
    }
}

/// Rows that become a batch.
///
/// A batch holds at most 2 GiB. A page whose rows no longer fit is added as one that failed, so [`finish`](Rows::finish) while
/// [`n_bytes`](Rows::n_bytes) is far below that: then only a page that is so large by itself is.
///
/// ```
/// use tamis::source::Origin;
/// use tamis::{Page, Recipe, Task};
/// use tamis_arrow::{RowKind, Rows};
///
/// let page = Page::parse("<h1>Lamps</h1><p>A lamp turns power into light.");
/// let findings = tamis::ask(&page, &[Recipe::default_for(Task::Text)])?;
/// let mut rows = Rows::new(RowKind::Text);
/// rows.add(&Origin::Path("lamp.html".into()), &findings);
/// rows.add_failed(&Origin::Path("empty.html".into()), None, "cannot be read");
/// let batch = rows.finish();
/// assert_eq!((batch.num_rows(), batch.schema()), (2, RowKind::Text.schema()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rows {
    kind: RowKind,
    content: Content,
    page: Group<PageRow>,
    of_site: Group<PageRow>,
    /// Where the records of each page end, where a row is a page.
    record_lists: Lists,
    records: Records,
    /// The blocks of each page, where a row is a page of a site.
    blocks: BlockLists,
    max_bytes: usize,
}

impl Rows {
    /// No rows yet.
    pub fn new(kind: RowKind) -> Rows {
        Rows {
            kind,
            content: Content::default(),
            page: Group::new(if kind == RowKind::Records { BRIEF } else { WHOLE }),
            of_site: Group::new(if kind == RowKind::Site { OF_SITE } else { &[] }),
            record_lists: Lists::new(),
            records: Records::new(),
            blocks: BlockLists::new(),
            max_bytes: MAX_BATCH_BYTES,
        }
    }

    /// Sets the options for the main content, and whether its Markdown is written, too. The default is the options of JSON.
    #[must_use]
    pub fn with_content(mut self, options: ContentOptions, has_markdown: bool) -> Rows {
        self.content = Content { options, has_markdown };
        self
    }

    /// Adds the rows of a page.
    pub fn add(&mut self, origin: &Origin, findings: &Findings) {
        self.add_page(origin, None, findings);
    }

    /// Adds the rows of a page of a site whose name is known.
    pub fn add_of_site(&mut self, origin: &Origin, site: &str, findings: &Findings) {
        self.add_page(origin, Some(site), findings);
    }

    /// Adds the row of a page that failed. Without an address, that by which it was asked for counts.
    pub fn add_failed(&mut self, origin: &Origin, url: Option<&str>, error: &str) {
        self.add_failed_page(origin, None, url, error);
    }

    /// Adds the row of a page that failed, of a site whose name is known.
    pub fn add_failed_of_site(&mut self, origin: &Origin, site: &str, url: Option<&str>, error: &str) {
        self.add_failed_page(origin, Some(site), url, error);
    }

    fn add_failed_page(&mut self, origin: &Origin, site: Option<&str>, url: Option<&str>, error: &str) {
        let mut row = PageRow::failed(origin, url, error).with_site(site);
        if !self.has_room_for(self.n_bytes_of(&row)) {
            row = PageRow::nameless(TOO_LARGE);
        }
        self.page.append(Some(&row));
        match self.kind {
            RowKind::Text => {}
            RowKind::Records => self.records.append_null(),
            RowKind::Site => {
                self.of_site.append(Some(&row));
                self.record_lists.end(None);
                self.blocks.append(None);
            }
        }
    }

    fn add_page(&mut self, origin: &Origin, site: Option<&str>, findings: &Findings) {
        let row = match self.kind {
            RowKind::Records => PageRow::brief(origin, findings),
            RowKind::Text | RowKind::Site => PageRow::whole(origin, findings, self.content).with_site(site),
        };
        let records = (self.kind != RowKind::Text).then(|| PageRecords::of(findings));
        let blocks = (self.kind == RowKind::Site).then(|| PageBlocks::of(findings));
        let row = row.with_warning(records.as_ref().and_then(|records| records.warning.as_ref()));
        let row = row.with_warning(blocks.as_ref().and_then(|blocks| blocks.warning.as_ref()));
        // Where a row is a record, each says of which page it is.
        let n_rows =
            records.as_ref().filter(|_| self.kind == RowKind::Records).map_or(1, |records| records.len().max(1));
        let n_bytes = records.as_ref().map_or(0, |records| self.records.n_bytes_of(records))
            + blocks.as_ref().map_or(0, |blocks| self.blocks.n_bytes_of(blocks));
        if !self.has_room_for(n_bytes.saturating_add(self.n_bytes_of(&row).saturating_mul(n_rows))) {
            return self.add_failed_page(origin, site, page_url(findings), TOO_LARGE);
        }
        (0..n_rows).for_each(|_| self.page.append(Some(&row)));
        let Some(records) = records else { return };
        self.records.append_all(&records);
        if self.kind == RowKind::Site {
            self.of_site.append(Some(&row));
            self.blocks.append(blocks.as_ref());
            self.record_lists.end(findings.tables().map(|_| self.records.n_rows()));
        } else if records.len() == 0 {
            self.records.append_null();
        }
    }

    /// About how many bytes of memory the row of a page would take.
    fn n_bytes_of(&self, row: &PageRow) -> usize {
        self.page.n_bytes_of(row) + self.of_site.n_bytes_of(row)
    }

    fn has_room_for(&self, n_bytes: usize) -> bool {
        self.n_bytes().saturating_add(n_bytes) <= self.max_bytes
    }

    /// How many there are.
    pub fn n_rows(&self) -> usize {
        self.page.n_rows()
    }

    /// About how many bytes of memory they take.
    pub fn n_bytes(&self) -> usize {
        self.page.n_bytes() + self.of_site.n_bytes() + self.records.n_bytes() + self.blocks.n_bytes()
    }

    /// The batch; there are no rows after it.
    pub fn finish(&mut self) -> RecordBatch {
        let mut columns: Vec<ArrayRef> = self.page.finish();
        match self.kind {
            RowKind::Text => {}
            RowKind::Records => columns.extend(self.records.finish()),
            RowKind::Site => {
                columns.extend(self.of_site.finish());
                let records = self.records.finish();
                columns.push(self.record_lists.finish(Fields::from(Records::fields()), records));
                columns.push(self.blocks.finish());
            }
        }
        RecordBatch::try_new(self.kind.schema(), columns).expect("invariant: the columns are those of the schema")
    }
}

fn page_url(findings: &Findings) -> Option<&str> {
    findings.page().url().map(tamis::Url::as_str)
}

impl fmt::Debug for Rows {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Rows").field("kind", &self.kind).field("n_rows", &self.n_rows()).finish_non_exhaustive()
    }
}
