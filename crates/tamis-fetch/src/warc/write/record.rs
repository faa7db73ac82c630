//! A record to be written.

use super::super::head::RecordKind;
use sha1::{Digest, Sha1};

/// A record that is to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NewRecord {
    /// What it is.
    pub kind: RecordKind,
    /// When it was made, as `2024-01-02T03:04:05Z`.
    pub date: String,
    /// `WARC-Target-URI`: what was asked for.
    pub target: Option<String>,
    /// The type of the block.
    pub content_type: Option<String>,
    /// `WARC-Record-ID` without brackets. If there is none, it is made out of the record and its place in the file.
    pub id: Option<String>,
    /// Other fields: names and values.
    pub fields: Vec<(String, String)>,
    /// What the record holds.
    pub block: Vec<u8>,
    /// Where in the block the payload begins, if it has one: the body of an HTTP message.
    pub payload_start: Option<usize>,
}

/// A response as a client sees it: with its codings undone.
#[derive(Clone, Copy, Debug)]
pub struct HttpResponse<'a> {
    /// Its status.
    pub status: u16,
    /// Its headers as they came.
    pub headers: &'a [(String, String)],
    /// Its body, decompressed.
    pub body: &'a [u8],
}

impl NewRecord {
    /// A record of any kind, without a target and without a payload.
    pub fn new(kind: RecordKind, date: impl Into<String>, block: impl Into<Vec<u8>>) -> NewRecord {
        NewRecord {
            kind,
            date: date.into(),
            target: None,
            content_type: None,
            id: None,
            fields: Vec::new(),
            block: block.into(),
            payload_start: None,
        }
    }

    /// What the file is and who made it: the first record, with fields such as `software` and `operator`.
    pub fn warcinfo(date: impl Into<String>, fields: &[(&str, &str)]) -> NewRecord {
        let block: String =
            fields.iter().map(|(name, value)| format!("{}: {}\r\n", one_line(name), one_line(value))).collect();
        NewRecord::new(RecordKind::Warcinfo, date, block).with_content_type("application/warc-fields")
    }

    /// What a server answered. The headers that say how the body was sent get `X-Crawl-` before their names, as it is
    /// stored differently, and its length is the length that is stored.
    pub fn response(target: impl Into<String>, date: impl Into<String>, response: HttpResponse<'_>) -> NewRecord {
        let (block, payload_start) = message(response, &["content-encoding", "transfer-encoding", "content-length"]);
        let mut record = NewRecord::new(RecordKind::Response, date, block).with_target(target);
        record.payload_start = Some(payload_start);
        record.with_content_type("application/http; msgtype=response")
    }

    /// A response whose body is still in its content coding, as it was sent: only its chunks are put together.
    #[cfg(feature = "network")]
    pub(super) fn coded_response(target: String, date: String, response: HttpResponse<'_>) -> NewRecord {
        let (block, payload_start) = message(response, &["transfer-encoding", "content-length"]);
        let mut record = NewRecord::new(RecordKind::Response, date, block).with_target(target);
        record.payload_start = Some(payload_start);
        record.with_content_type("application/http; msgtype=response")
    }

    /// What a server was asked: the message with its head.
    pub fn request(target: impl Into<String>, date: impl Into<String>, message: impl Into<Vec<u8>>) -> NewRecord {
        let record = NewRecord::new(RecordKind::Request, date, message).with_target(target);
        record.with_content_type("application/http; msgtype=request")
    }

    /// Adds a field, such as `WARC-Concurrent-To` or `WARC-IP-Address`.
    #[must_use]
    pub fn with_field(mut self, name: impl Into<String>, value: impl Into<String>) -> NewRecord {
        self.fields.push((name.into(), value.into()));
        self
    }
}

tamis_page::setters! { NewRecord;
    with_target target: impl Into<String> = Some(target.into()), "Sets what was asked for.";
    with_content_type content_type: impl Into<String> = Some(content_type.into()), "Sets the type of the block.";
    with_id id: impl Into<String> = Some(id.into()), "Sets the name of the record: an address without brackets, such as `urn:uuid:` and a UUID.";
}

/// A response as a message, and where its body begins. Headers that no longer hold get `X-Crawl-` before their names.
fn message(response: HttpResponse<'_>, no_longer: &[&str]) -> (Vec<u8>, usize) {
    let mut block = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status)).into_bytes();
    for (name, value) in response.headers {
        let prefix = if no_longer.iter().any(|other| name.eq_ignore_ascii_case(other)) { "X-Crawl-" } else { "" };
        block.extend_from_slice(format!("{prefix}{}: {}\r\n", one_line(name), one_line(value)).as_bytes());
    }
    block.extend_from_slice(format!("Content-Length: {}\r\n\r\n", response.body.len()).as_bytes());
    let payload_start = block.len();
    block.extend_from_slice(response.body);
    (block, payload_start)
}

/// A value that cannot be more than one: an address or a header with a line break in it would forge fields.
pub(super) fn one_line(value: &str) -> String {
    value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect::<String>().trim().to_owned()
}

/// Some readers want a reason; nobody reads it.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        301 => "Moved Permanently",
        302 => "Found",
        304 => "Not Modified",
        404 => "Not Found",
        500..=599 => "Server Error",
        400..=499 => "Client Error",
        300..=399 => "Redirect",
        _ => "Other",
    }
}

/// The SHA-1 of some bytes in the form that archives use: `sha1:` and base 32.
pub(super) fn sha1_base32(bytes: &[u8]) -> String {
    format!("sha1:{}", base32(&Sha1::digest(bytes)))
}

/// The name of a record: a UUID of version 5, made out of whatever tells it from others.
pub(super) fn record_id(parts: &[&[u8]]) -> String {
    let mut hasher = Sha1::new();
    for part in parts {
        // With their lengths, so that no two lists of parts are the same bytes.
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let mut bytes: [u8; 16] = digest[..16].try_into().expect("invariant: a SHA-1 has 20 bytes");
    bytes[6] = bytes[6] & 0x0F | 0x50;
    bytes[8] = bytes[8] & 0x3F | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("urn:uuid:{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// Base 32 of RFC 4648. A SHA-1 needs no padding.
fn base32(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let bits = |chunk: &[u8]| chunk.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte));
    bytes
        .chunks_exact(5)
        .flat_map(|chunk| {
            let bits = bits(chunk);
            (0..8).rev().map(move |place| char::from(LETTERS[(bits >> (5 * place) & 31) as usize]))
        })
        .collect()
}

#[cfg(test)]
mod digest_tests {
    use super::*;

    #[test]
    fn the_digest_of_nothing_is_the_one_that_every_archive_knows() {
        assert_eq!(sha1_base32(b""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
    }

    #[test]
    fn names_are_made_of_their_parts() {
        let name = record_id(&[b"a", b"bc"]);
        assert_eq!(name, record_id(&[b"a", b"bc"]));
        assert_ne!(name, record_id(&[b"ab", b"c"]));
        assert_eq!((name.len(), &name[..9], &name[23..24]), (45, "urn:uuid:", "5"), "{name}");
    }
}
