//! From a record to a page.

use super::head::{RecordKind, without_brackets};
use super::options::Others;
use super::records::{Record, RecordPosition};
use super::resources::resources_of;
use super::shared::Shared;
use super::statistics::Skipped;
use crate::message::MediaTypes;
use crate::message::{Head, decoded_body, text_of};
use std::borrow::Cow;
use std::fmt;
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

/// A page as it stands in the archive: to be [opened](RawPage::open) on whichever thread. A clone is another handle to the
/// same bytes.
#[derive(Clone)]
pub struct RawPage {
    shared: Arc<Shared>,
    record: ArchiveRecord,
    content: Arc<Content>,
    file: usize,
    place: RecordPosition,
}

/// What is known of a page that was not handed out yet.
enum Content {
    /// The response as it stands in the record.
    Response(Vec<u8>),
    /// A page that had to be opened to know that it is one.
    Opened(Box<Capture>),
    /// More than may be held: its head alone is known.
    TooLarge,
}

impl RawPage {
    /// The page in a record, unopened if its head alone tells that it is one.
    pub(super) fn of(record: &Record<'_>, file: usize, shared: &Arc<Shared>) -> Result<RawPage, Skipped> {
        let raw = |about: ArchiveRecord, content| RawPage {
            shared: Arc::clone(shared),
            record: ArchiveRecord { file: shared.file_name(file), ..about },
            content: Arc::new(content),
            file,
            place: record.place,
        };
        if record.is_cut {
            let http_status = status_of_large(record, &shared.options().media_types)?;
            return Ok(raw(ArchiveRecord { http_status, ..about(record) }, Content::TooLarge));
        }
        if record.head.kind() == RecordKind::Response {
            let head = response_head(record)?;
            if is_wanted_by_head(record, &head, &shared.options().media_types)? {
                not_a_redirect(head.status)?;
                let about = ArchiveRecord { http_status: head.status, ..about(record) };
                return Ok(raw(about, Content::Response(record.block.to_vec())));
            }
        }
        let page = page_of(record, file, shared)?;
        Ok(raw(page.record, Content::Opened(Box::new(page.capture))))
    }

    /// The record that it stands in.
    pub fn record(&self) -> &ArchiveRecord {
        &self.record
    }

    /// Undoes the codings of the response. `None` if the record, or what comes out of it, is larger than the limit. The archive's statistics counted it as a
    /// page when it was found: how often and when it is opened changes nothing.
    pub fn open(self) -> Option<ArchivePage> {
        let RawPage { shared, record, content, file, place } = self;
        let capture = match Arc::try_unwrap(content) {
            Ok(Content::Opened(capture)) => Ok(*capture),
            Ok(Content::TooLarge) => return None,
            Ok(Content::Response(block)) => capture_of(&block, &record, shared.options().max_bytes),
            Err(content) => match &*content {
                Content::Opened(capture) => Ok((**capture).clone()),
                Content::TooLarge => return None,
                Content::Response(block) => capture_of(block, &record, shared.options().max_bytes),
            },
        };
        let resources = resources_of(&shared, file, place);
        capture.ok().map(|capture| ArchivePage { capture: capture.with_resources(resources), record })
    }

    /// How many bytes it holds.
    pub fn n_bytes(&self) -> usize {
        match &*self.content {
            Content::Response(block) => block.len(),
            Content::Opened(capture) => capture.body.len(),
            Content::TooLarge => 0,
        }
    }
}

impl fmt::Debug for RawPage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RawPage").field("record", &self.record).finish_non_exhaustive()
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
    if record.is_cut {
        return Err(Skipped::TooLarge);
    }
    let mut page = if kind == RecordKind::Revisit {
        shared.revisited(record, file)?
    } else {
        content_of(record, &shared.options().media_types, shared.options().max_bytes)?
    };
    not_a_redirect(page.record.http_status)?;
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
    if record.head.kind() == RecordKind::Response {
        let head = response_head(record)?;
        about.http_status = head.status;
        // What is not wanted is not decompressed.
        is_wanted_by_head(record, &head, media_types)?;
        let capture = capture_of(record.block, &about, max_bytes)?;
        if !media_types.accepts(content_type_of(record, &head).as_deref(), &capture.body) {
            return Err(Skipped::OtherType);
        }
        return Ok(ArchivePage { capture, record: about });
    }
    let content_type = record.head.content_type.map(text_of);
    if !media_types.accepts(content_type.as_deref(), record.block) {
        return Err(Skipped::OtherType);
    }
    let mut capture = Capture::new(record.block);
    capture.headers = content_type.map(|value| ("Content-Type".to_owned(), value.into_owned())).into_iter().collect();
    capture.url = about.url();
    Ok(ArchivePage { capture, record: about })
}

/// The status of a record that is too large to be held, if its beginning tells that it is a page.
fn status_of_large(record: &Record<'_>, media_types: &MediaTypes) -> Result<Option<u16>, Skipped> {
    let (status, is_page) = match record.head.kind() {
        // What it refers to is somewhere else.
        RecordKind::Revisit => return Err(Skipped::TooLarge),
        RecordKind::Response => {
            let head = response_head(record)?;
            let body = record.block.get(head.body_start..).unwrap_or_default();
            (head.status, media_types.accepts(content_type_of(record, &head).as_deref(), body))
        }
        _ => (None, media_types.accepts(record.head.content_type.map(text_of).as_deref(), record.block)),
    };
    not_a_redirect(status)?;
    if is_page { Ok(status) } else { Err(Skipped::OtherType) }
}

/// The body of a redirect says where the page is, for clients that cannot go there: nobody means it by a page.
fn not_a_redirect(status: Option<u16>) -> Result<(), Skipped> {
    if matches!(status, Some(300..=399)) { Err(Skipped::Redirect) } else { Ok(()) }
}

/// The head of the response in a record.
fn response_head<'a>(record: &Record<'a>) -> Result<Head<'a>, Skipped> {
    if is_http(record) { Ok(Head::parse(record.block)) } else { Err(Skipped::NotHttp) }
}

/// Whether the head of a response says that it is wanted; `false` if it is silent and the body has to tell.
fn is_wanted_by_head(record: &Record<'_>, head: &Head<'_>, media_types: &MediaTypes) -> Result<bool, Skipped> {
    let content_type = content_type_of(record, head);
    match MediaTypes::decides_by(content_type.as_deref()) {
        true if media_types.accepts(content_type.as_deref(), b"") => Ok(true),
        true => Err(Skipped::OtherType),
        false => Ok(false),
    }
}

fn content_type_of<'a>(record: &Record<'a>, head: &Head<'a>) -> Option<Cow<'a, str>> {
    head.values("content-type").last().or(record.head.payload_type).map(text_of)
}

/// A response with its codings undone.
fn capture_of(response: &[u8], record: &ArchiveRecord, max_bytes: usize) -> Result<Capture, Skipped> {
    let head = Head::parse(response);
    let body = decoded_body(&head, &response[head.body_start..], max_bytes).map_err(|_| Skipped::TooLarge)?;
    let mut capture = Capture::new(body.into_owned());
    capture.headers = head.headers();
    capture.url = record.url();
    Ok(capture)
}

impl ArchiveRecord {
    /// The address, if it is one.
    fn url(&self) -> Option<Url> {
        self.target.as_deref().and_then(|target| Url::parse(target).ok())
    }
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
