//! From a record to a page.

use super::head::{RecordHead, RecordKind, without_brackets};
use super::options::{MediaTypes, Others};
use super::records::{Place, Record};
use super::resources::resources_of;
use super::shared::Shared;
use super::statistics::Skipped;
use crate::message::{Head, decoded_body, text_of};
use std::borrow::Cow;
use std::sync::Arc;
use tamis_page::Capture;
use url::Url;

/// A page of an archive, and where it is from.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ArchivePage {
    /// The page: its address, the headers that describe its body, and the body with every coding undone.
    pub capture: Capture,
    /// The record that it stands in.
    pub record: ArchiveRecord,
}

/// What a record says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ArchiveRecord {
    /// The file inside of a WACZ.
    pub file: Option<String>,
    /// Where the record begins in its file, or the member that it is in, in bytes.
    pub offset: u64,
    /// How many decompressed bytes of the member are before it. Zero in every archive with a member for each record.
    pub within: u64,
    /// How many bytes of the file it takes; unknown if others share its member.
    pub length: Option<u64>,
    /// What it is. A revisit has the body of the record that it refers to.
    pub kind: RecordKind,
    /// `WARC-Record-ID`, without its brackets.
    pub id: Option<String>,
    /// `WARC-Target-URI`, as it was written.
    pub target: Option<String>,
    /// `WARC-Date`.
    pub date: Option<String>,
    /// `WARC-Payload-Digest`, such as `sha1:` and 32 letters.
    pub digest: Option<String>,
    /// The status of an HTTP response.
    pub http_status: Option<u16>,
}

/// A record that can be a page, as it stands in the archive: to be [opened](RawPage::open) on whichever thread.
pub struct RawPage {
    pub(super) shared: Arc<Shared>,
    pub(super) head: Vec<u8>,
    pub(super) block: Vec<u8>,
    pub(super) file: usize,
    pub(super) place: Place,
    pub(super) length: Option<u64>,
}

impl RawPage {
    /// Reads the response and undoes its codings. `None` if it is not a page that was asked for; the archive's statistics
    /// count why.
    pub fn open(self) -> Option<ArchivePage> {
        let head = RecordHead::parse(&self.head);
        let record = Record { head, raw_head: &self.head, block: &self.block, place: self.place, length: self.length };
        self.shared.counted(page_of(&record, self.file, &self.shared))
    }

    /// How many bytes it holds.
    pub fn n_bytes(&self) -> usize {
        self.block.len()
    }
}

/// Whether a record of this kind can be a page.
pub(super) fn is_wanted(kind: RecordKind, others: Others) -> bool {
    match kind {
        RecordKind::Response | RecordKind::Revisit => true,
        RecordKind::Resource => others != Others::None,
        RecordKind::Conversion => others == Others::ResourcesAndConversions,
        _ => false,
    }
}

/// The page in a record, with what the archive has of its style sheets and images.
pub(super) fn page_of(record: &Record<'_>, file: usize, shared: &Arc<Shared>) -> Result<ArchivePage, Skipped> {
    let kind = record.head.kind();
    if !is_wanted(kind, shared.options().others) {
        return Err(Skipped::OtherKind);
    }
    let mut page = if kind == RecordKind::Revisit {
        shared.revisited(record, file)?
    } else {
        content_of(record, &shared.options().media_types, shared.options().max_bytes)?
    };
    page.record.file = shared.file_name(file);
    page.capture.resources = resources_of(shared, file, record.place);
    Ok(page)
}

/// The page in a record that has its content with it.
pub(super) fn content_of(
    record: &Record<'_>,
    media_types: &MediaTypes,
    max_bytes: usize,
) -> Result<ArchivePage, Skipped> {
    let mut about = about(record);
    let (headers, body) = if record.head.kind() == RecordKind::Response {
        if !is_http(record) {
            return Err(Skipped::NotHttp);
        }
        let head = Head::parse(record.block);
        about.http_status = head.status;
        let content_type = head.values("content-type").last().or(record.head.payload_type).map(text_of);
        // What is not wanted is not decompressed.
        if MediaTypes::decides_by(content_type.as_deref()) && !media_types.accepts(content_type.as_deref(), b"") {
            return Err(Skipped::OtherType);
        }
        let body = decoded_body(&head, &record.block[head.body_start..], max_bytes).map_err(|_| Skipped::TooLarge)?;
        if !media_types.accepts(content_type.as_deref(), &body) {
            return Err(Skipped::OtherType);
        }
        (head.headers(), body)
    } else {
        let content_type = record.head.content_type.map(text_of);
        if !media_types.accepts(content_type.as_deref(), record.block) {
            return Err(Skipped::OtherType);
        }
        let headers = content_type.map(|value| ("Content-Type".to_owned(), value.into_owned()));
        (headers.into_iter().collect(), Cow::Borrowed(record.block))
    };
    let mut capture = Capture::new(body.into_owned());
    capture.headers = headers;
    capture.url = about.target.as_deref().and_then(|target| Url::parse(target).ok());
    Ok(ArchivePage { capture, record: about })
}

/// By its type; and where that is missing or wrong, by its first bytes.
fn is_http(record: &Record<'_>) -> bool {
    let is_declared = record.head.content_type.is_some_and(|content_type| {
        content_type.get(..16).is_some_and(|start| start.eq_ignore_ascii_case(b"application/http"))
    });
    is_declared || record.block.starts_with(b"HTTP/")
}

pub(super) fn about(record: &Record<'_>) -> ArchiveRecord {
    let text = |value: Option<&[u8]>| value.map(|value| text_of(value).into_owned());
    ArchiveRecord {
        file: None,
        offset: record.place.offset,
        within: record.place.within,
        length: record.length,
        kind: record.head.kind(),
        id: text(record.head.id.map(without_brackets)),
        target: record.head.target(),
        date: text(record.head.date),
        digest: text(record.head.payload_digest),
        http_status: None,
    }
}
