//! Indexes of archives: CDX, with a column for each fact, and CDXJ, with JSON behind the address and the time.

use super::archive::ArchiveError;
use super::index::surt;
use super::stream::{Boundary, Stream};
use memchr::memchr;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use url::Url;

/// A longer line is no line of an index.
const MAX_LINE_BYTES: usize = 1 << 20;

/// One line of an index: a record and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CdxEntry {
    /// The address under which the line is sorted, see [`surt`].
    pub key: String,
    /// The address as it was asked for.
    pub url: String,
    /// When, as 14 digits.
    pub timestamp: String,
    /// The media type, or `warc/revisit`.
    pub media_type: Option<String>,
    /// The status of the response.
    pub status: Option<u16>,
    /// The digest of the payload.
    pub digest: Option<String>,
    /// The archive that the record is in.
    pub filename: String,
    /// Where it begins there.
    pub offset: u64,
    /// How many bytes it takes there.
    pub length: Option<u64>,
}

/// Reads the lines of an index, compressed or not, one at a time. What is no line of an index is left out.
pub struct Cdx {
    stream: Stream,
    name: String,
    columns: Vec<u8>,
    taken: usize,
    has_failed: bool,
}

impl Cdx {
    /// Opens an index: `.cdx`, `.cdxj`, and either as `.gz`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<Cdx, ArchiveError> {
        let file = File::open(path).map_err(|source| ArchiveError::Open { path: path.to_owned(), source })?;
        Cdx::read(path.display().to_string(), file)
    }

    /// Reads an index from anywhere; `name` is for messages.
    ///
    /// # Errors
    /// If reading fails.
    pub fn read(name: impl Into<String>, reader: impl Read + Send + 'static) -> Result<Cdx, ArchiveError> {
        let name = name.into();
        match Stream::open_text(Box::new(reader), MAX_LINE_BYTES) {
            // Where a file does not say what its columns are, they are those of nearly all.
            Ok(stream) => Ok(Cdx { stream, name, columns: b"NbamskrMSVg".to_vec(), taken: 0, has_failed: false }),
            Err(source) => Err(ArchiveError::Read { name, source }),
        }
    }

    /// The lines for an address, in the order of the index, which is that of time.
    ///
    /// # Errors
    /// If reading fails.
    pub fn lookup(self, url: &Url) -> Result<Vec<CdxEntry>, ArchiveError> {
        let key = surt(url);
        let is_it =
            |entry: &CdxEntry| entry.key == key || Url::parse(&entry.url).is_ok_and(|given| surt(&given) == key);
        self.filter(|entry| entry.as_ref().map_or(true, is_it)).collect()
    }

    /// The next line, without its end.
    fn line(&mut self) -> io::Result<Option<&[u8]>> {
        self.stream.consume(std::mem::take(&mut self.taken));
        let mut searched = 0;
        loop {
            let n_bytes = self.stream.bytes().len();
            if let Some(end) = memchr(b'\n', &self.stream.bytes()[searched..]) {
                self.taken = searched + end + 1;
                return Ok(Some(&self.stream.bytes()[..searched + end]));
            }
            searched = n_bytes;
            if searched > MAX_LINE_BYTES {
                self.stream.consume(searched);
                searched = 0;
            }
            match self.stream.more()? {
                None => {}
                Some(Boundary::End) if searched == 0 => return Ok(None),
                Some(Boundary::End) => {
                    self.taken = searched;
                    return Ok(Some(self.stream.bytes()));
                }
                Some(_) => {
                    self.stream.cross()?;
                }
            }
        }
    }

    fn next_entry(&mut self) -> io::Result<Option<CdxEntry>> {
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            let line = String::from_utf8_lossy(line.trim_ascii_end()).into_owned();
            if let Some(columns) = line.strip_prefix(" CDX ") {
                self.columns = columns.split_ascii_whitespace().filter_map(|column| column.bytes().next()).collect();
                continue;
            }
            let entry = if line.ends_with('}') { of_json(&line) } else { of_columns(&line, &self.columns) };
            if entry.is_some() {
                return Ok(entry);
            }
        }
    }
}

impl Iterator for Cdx {
    type Item = Result<CdxEntry, ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        match self.next_entry() {
            Ok(entry) => entry.map(Ok),
            Err(source) => {
                self.has_failed = true;
                Some(Err(ArchiveError::Read { name: self.name.clone(), source }))
            }
        }
    }
}

/// `org,example)/ 20240102030405 {"url": …}`
fn of_json(line: &str) -> Option<CdxEntry> {
    let (key, rest) = line.split_once(' ')?;
    let (timestamp, json) = rest.split_once(' ')?;
    let fields: Map<String, Value> = serde_json::from_str(json).ok()?;
    // Numbers are written as texts by some, and as numbers by others.
    let text = |name: &str| match fields.get(name)? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    Some(CdxEntry {
        key: key.to_owned(),
        url: text("url")?,
        timestamp: timestamp.to_owned(),
        media_type: text("mime"),
        status: text("status").and_then(|status| status.parse().ok()),
        digest: text("digest"),
        filename: text("filename")?,
        offset: text("offset")?.parse().ok()?,
        length: text("length").and_then(|length| length.parse().ok()),
    })
}

/// A value for each column, in the order that the first line gives.
fn of_columns(line: &str, columns: &[u8]) -> Option<CdxEntry> {
    let values: Vec<&str> = line.split(' ').collect();
    // The older form has neither meta tags nor a length.
    let columns = if values.len() == 9 && columns.len() == 11 { b"NbamskrVg" } else { columns };
    if values.len() != columns.len() {
        return None;
    }
    let text = |column: u8| {
        let at = columns.iter().position(|&given| given == column)?;
        Some(values[at]).filter(|value| *value != "-").map(str::to_owned)
    };
    Some(CdxEntry {
        key: text(b'N').unwrap_or_default(),
        url: text(b'a')?,
        timestamp: text(b'b').unwrap_or_default(),
        media_type: text(b'm'),
        status: text(b's').and_then(|status| status.parse().ok()),
        digest: text(b'k'),
        filename: text(b'g')?,
        offset: text(b'V')?.parse().ok()?,
        length: text(b'S').and_then(|length| length.parse().ok()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: &str = "\
 CDX N b a m s k r M S V g
org,example)/ 20240102030405 http://example.org/ text/html 200 AAAA - - 120 0 a.warc.gz
org,example)/lamp 20240102030406 http://example.org/lamp warc/revisit - AAAA - - 80 120 a.warc.gz
not a line of an index
org,example)/lamp 20250102030406 {\"url\": \"http://www.example.org/Lamp\", \"mime\": \"text/html\", \"status\": \"404\", \"digest\": \"sha1:BBBB\", \"length\": 70, \"offset\": \"200\", \"filename\": \"b.warc.gz\"}
org,example)/x 20250102030406 {\"url\": broken}
";

    fn lookup(lines: &str, url: &str) -> Vec<(String, u64, Option<u64>)> {
        let cdx = Cdx::read("test", io::Cursor::new(lines.as_bytes().to_vec())).unwrap();
        let found = cdx.lookup(&Url::parse(url).unwrap()).unwrap();
        found.into_iter().map(|entry| (entry.filename, entry.offset, entry.length)).collect()
    }

    #[test]
    fn both_forms_are_read_and_what_is_neither_is_left_out() {
        let cdx = Cdx::read("test", io::Cursor::new(LINES.as_bytes().to_vec())).unwrap();
        let entries: Vec<CdxEntry> = cdx.map(Result::unwrap).collect();
        assert_eq!(entries.len(), 3);
        assert_eq!((entries[0].status, entries[1].status, entries[2].status), (Some(200), None, Some(404)));
        assert_eq!(entries[1].media_type.as_deref(), Some("warc/revisit"));
        assert_eq!(entries[2].digest.as_deref(), Some("sha1:BBBB"));
    }

    #[test]
    fn an_address_is_found_in_any_spelling() {
        let expect = vec![("a.warc.gz".to_owned(), 120, Some(80)), ("b.warc.gz".to_owned(), 200, Some(70))];
        assert_eq!(lookup(LINES, "https://www.example.org/LAMP/"), expect);
        assert_eq!(lookup(LINES, "http://example.org/other"), []);
    }

    #[test]
    fn the_older_form_has_nine_columns() {
        let line = "org,example)/ 20040102030405 http://example.org/ text/html 200 AAAA - 17 a.arc.gz";
        assert_eq!(lookup(line, "http://example.org/"), [("a.arc.gz".to_owned(), 17, None)]);
    }
}
