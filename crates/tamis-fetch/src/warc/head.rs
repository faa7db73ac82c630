//! The head of a record.

use crate::message::{fields, text_of};
use memchr::memchr;

/// What a record is, by its `WARC-Type`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordKind {
    /// What the file is and who made it.
    Warcinfo,
    /// What a server answered.
    Response,
    /// A file that came without a protocol, such as a screenshot or a file from a disk.
    Resource,
    /// What the server was asked.
    Request,
    /// What is known about another record.
    Metadata,
    /// An answer with the same content as an earlier one, which is not stored again.
    Revisit,
    /// Another record in a different format, such as its text.
    Conversion,
    /// The next piece of a record that was too long for its file.
    Continuation,
    /// A kind that the standard does not know.
    Other,
}

impl RecordKind {
    /// Its name in the standard.
    pub fn name(self) -> &'static str {
        match self {
            RecordKind::Warcinfo => "warcinfo",
            RecordKind::Response => "response",
            RecordKind::Resource => "resource",
            RecordKind::Request => "request",
            RecordKind::Metadata => "metadata",
            RecordKind::Revisit => "revisit",
            RecordKind::Conversion => "conversion",
            RecordKind::Continuation => "continuation",
            RecordKind::Other => "other",
        }
    }

    fn parse(name: &[u8]) -> RecordKind {
        const NAMED: [RecordKind; 8] = [
            RecordKind::Response,
            RecordKind::Request,
            RecordKind::Metadata,
            RecordKind::Revisit,
            RecordKind::Warcinfo,
            RecordKind::Resource,
            RecordKind::Conversion,
            RecordKind::Continuation,
        ];
        let found = NAMED.into_iter().find(|kind| name.eq_ignore_ascii_case(kind.name().as_bytes()));
        found.unwrap_or(RecordKind::Other)
    }
}

/// The fields of a record that are read. Each as it came; the first one if it came more than once.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct RecordHead<'a> {
    pub(super) kind: Option<&'a [u8]>,
    pub(super) length: Option<&'a [u8]>,
    pub(super) id: Option<&'a [u8]>,
    pub(super) date: Option<&'a [u8]>,
    pub(super) target: Option<&'a [u8]>,
    pub(super) content_type: Option<&'a [u8]>,
    pub(super) payload_type: Option<&'a [u8]>,
    pub(super) payload_digest: Option<&'a [u8]>,
    pub(super) refers_to: Option<&'a [u8]>,
    pub(super) refers_to_target: Option<&'a [u8]>,
    pub(super) refers_to_date: Option<&'a [u8]>,
}

impl<'a> RecordHead<'a> {
    /// Reads a head from `WARC/1.1` to its empty line.
    pub(super) fn parse(head: &'a [u8]) -> RecordHead<'a> {
        let mut found = RecordHead::default();
        let first_end = memchr(b'\n', head).map_or(head.len(), |end| end + 1);
        for (name, value) in fields(&head[first_end..]) {
            let is = |wanted: &str| name.eq_ignore_ascii_case(wanted.as_bytes());
            // By length first: a head has a dozen fields, and there are millions of heads.
            let slot = match name.len() {
                9 if is("WARC-Type") => &mut found.kind,
                9 if is("WARC-Date") => &mut found.date,
                12 if is("Content-Type") => &mut found.content_type,
                14 if is("Content-Length") => &mut found.length,
                14 if is("WARC-Record-ID") => &mut found.id,
                14 if is("WARC-Refers-To") => &mut found.refers_to,
                15 if is("WARC-Target-URI") => &mut found.target,
                19 if is("WARC-Payload-Digest") => &mut found.payload_digest,
                19 if is("WARC-Refers-To-Date") => &mut found.refers_to_date,
                25 if is("WARC-Refers-To-Target-URI") => &mut found.refers_to_target,
                28 if is("WARC-Identified-Payload-Type") => &mut found.payload_type,
                _ => continue,
            };
            slot.get_or_insert(value);
        }
        found
    }

    pub(super) fn kind(&self) -> RecordKind {
        self.kind.map_or(RecordKind::Other, RecordKind::parse)
    }

    /// How long the block behind the head is, if that is a number.
    pub(super) fn length(&self) -> Option<u64> {
        let digits = std::str::from_utf8(self.length?).ok()?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    }

    pub(super) fn target(&self) -> Option<String> {
        self.target.map(|target| text_of(without_brackets(target)).into_owned())
    }
}

/// An address without the `<` and `>` that the grammar of the first standard asked for by mistake.
pub(super) fn without_brackets(address: &[u8]) -> &[u8] {
    address.strip_prefix(b"<").and_then(|address| address.strip_suffix(b">")).unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_any_spelling() {
        let head =
            b"WARC/1.0\nwarc-type: Response\r\nContent-Length:12\r\nWARC-Target-URI: <http://a.example/>\r\n\r\n";
        let head = RecordHead::parse(head);
        assert_eq!((head.kind(), head.length()), (RecordKind::Response, Some(12)));
        assert_eq!(head.target().as_deref(), Some("http://a.example/"));
    }

    #[test]
    fn a_length_that_is_no_number_is_none() {
        for length in ["", "-1", "+1", "1x", "99999999999999999999999"] {
            let head = format!("WARC/1.0\r\nContent-Length: {length}\r\n\r\n");
            assert_eq!(RecordHead::parse(head.as_bytes()).length(), None, "{length}");
        }
    }

    #[test]
    fn the_first_of_two_fields_counts() {
        let head = RecordHead::parse(b"WARC/1.0\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n");
        assert_eq!(head.length(), Some(1));
    }
}
