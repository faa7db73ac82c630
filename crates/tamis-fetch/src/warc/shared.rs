//! What the pages of one archive have in common: where they are from, what is counted, and what is found again.

use super::archive::ArchiveError;
use super::cdx::CdxEntry;
use super::container::Container;
use super::head::{RecordHead, RecordKind};
use super::index::{Index, IndexEntry, RecordKey};
use super::options::ReadOptions;
use super::page::{ArchivePage, about, content_of};
use super::records::Record;
use super::statistics::{Counters, Skipped};
use crate::message::Head;
use crate::message::MediaTypes;
use std::sync::OnceLock;

/// Shared by an archive, its pages and their resources, on any thread.
pub(super) struct Shared {
    options: ReadOptions,
    /// A pipe has none, and nothing can be found in it again.
    container: Option<Container>,
    pub(super) counters: Counters,
    index: OnceLock<Index>,
}

impl Shared {
    pub(super) fn new(options: ReadOptions, container: Option<Container>) -> Shared {
        Shared { options, container, counters: Counters::default(), index: OnceLock::new() }
    }

    pub(super) fn options(&self) -> &ReadOptions {
        &self.options
    }

    pub(super) fn container(&self) -> Option<&Container> {
        self.container.as_ref()
    }

    /// Takes an index that somebody made, if it is of this archive and nothing was looked for yet.
    pub(super) fn use_index(&self, entries: impl Iterator<Item = CdxEntry>) {
        let Some(container) = &self.container else { return };
        let index = Index::of_cdx(entries, container, &self.options);
        if !index.is_empty() {
            // One that is there already is as good.
            let _ = self.index.set(index);
        }
    }

    pub(super) fn file_name(&self, file: usize) -> Option<String> {
        self.container.as_ref().and_then(|container| container.file_name(file))
    }

    /// Counts what became of a record.
    pub(super) fn counted(&self, page: Result<ArchivePage, Skipped>) -> Option<ArchivePage> {
        match page {
            Ok(page) => {
                self.counters.page();
                Some(page)
            }
            Err(reason) => {
                self.counters.skipped(reason);
                None
            }
        }
    }

    /// The table of what is where. Made when it is first needed, out of the indexes of a WACZ or by reading the archive once:
    /// most archives have no revisits, and most pages are not rendered.
    pub(super) fn index(&self) -> Option<&Index> {
        let container = self.container.as_ref()?;
        Some(self.index.get_or_init(|| {
            let indexes = (0..container.n_indexes()).filter_map(|index| container.index(index).ok());
            let index = Index::of_cdx(indexes.flatten().map_while(Result::ok), container, &self.options);
            if index.is_empty() { Index::of(container, &self.options) } else { index }
        }))
    }

    /// Does something with the record at an entry of the index.
    pub(super) fn read<T>(&self, entry: IndexEntry, read: impl FnOnce(&Record<'_>) -> Option<T>) -> Option<T> {
        let container = self.container.as_ref()?;
        let result = container.record_at(entry.file as usize, entry.place(), &self.options, |record| read(record));
        result.unwrap_or_else(|_: ArchiveError| None)
    }

    /// The page that a revisit refers to, with the revisit's own address, date and headers.
    pub(super) fn revisited(&self, revisit: &Record<'_>, file: usize) -> Result<ArchivePage, Skipped> {
        let index = self.index().ok_or(Skipped::UnresolvedRevisit)?;
        let entries = RecordKey::of_original(&revisit.head);
        let entries = entries.into_iter().flat_map(|key| index.nearest(key, file, revisit.place));
        let found = entries.filter_map(|entry| {
            self.read(entry, |original| {
                is_original(&original.head, &revisit.head)
                    .then(|| content_of(original, &MediaTypes::all(), self.options.max_bytes))
            })
        });
        let original = found.into_iter().next().ok_or(Skipped::UnresolvedRevisit)??;
        let mut page = ArchivePage { record: about(revisit), capture: original.capture };
        page.record.http_status = original.record.http_status;
        page.capture.url = page.record.target.as_deref().and_then(|target| url::Url::parse(target).ok());
        let head = Head::parse(revisit.block);
        // `304 Not Modified` says nothing about the content; any other answer describes it anew.
        if head.status.is_some_and(|status| status != 304) && head.values("content-type").next().is_some() {
            page.record.http_status = head.status;
            page.capture.headers = head.headers();
        }
        let content_type = page.capture.header_values("content-type").last().map(str::to_owned);
        if !self.options.media_types.accepts(content_type.as_deref(), &page.capture.body) {
            return Err(Skipped::OtherType);
        }
        Ok(page)
    }
}

/// Whether this is the record that the revisit means. The index is by hash, and two may share one.
fn is_original(original: &RecordHead<'_>, revisit: &RecordHead<'_>) -> bool {
    if !matches!(original.kind(), RecordKind::Response | RecordKind::Resource) {
        return false;
    }
    let same = |one: Option<&[u8]>, other: Option<&[u8]>| one.is_some() && one == other;
    if let (Some(one), Some(other)) = (original.payload_digest, revisit.payload_digest)
        && !one.eq_ignore_ascii_case(other)
    {
        return false;
    }
    same(original.id, revisit.refers_to)
        || same(original.target, revisit.refers_to_target) && same(original.date, revisit.refers_to_date)
        || same(original.payload_digest, revisit.payload_digest)
}
