//! Records to a file.

use super::digest::{record_id, sha1_base32};
use super::record::{NewRecord, one_line};
use super::repair::cut_broken_end;
use crate::warc::ArchiveError;
use libdeflater::{CompressionLvl, Compressor};
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Writes `.warc.gz`.
///
/// Each record is one write: a process that is ended at any moment leaves a file in which all records but the last are whole,
/// and [`append`](WarcWriter::append) goes on behind them.
///
/// ```
/// use tamis_fetch::warc::{Archive, HttpResponse, NewRecord, ReadOptions, WarcWriter};
///
/// let date = "2024-01-02T03:04:05Z";
/// let headers = [("Content-Type".to_owned(), "text/html".to_owned())];
/// let response = HttpResponse { status: 200, headers: &headers, body: b"<p>A lamp" };
/// let mut writer = WarcWriter::new(Vec::new());
/// writer.write(&NewRecord::warcinfo(date, &[("software", "example")]))?;
/// writer.write(&NewRecord::response("https://lamps.example/", date, response))?;
///
/// let mut archive = Archive::read("example", std::io::Cursor::new(writer.into_inner()), ReadOptions::default())?;
/// let page = archive.next().expect("there is a page")?;
/// assert_eq!(page.capture.body, b"<p>A lamp");
/// assert_eq!((page.record.http_status, page.record.date.as_deref()), (Some(200), Some(date)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WarcWriter<W> {
    output: W,
    offset: u64,
    compressor: Compressor,
    plain: Vec<u8>,
    compressed: Vec<u8>,
    has_failed: bool,
}

/// Where a record was written to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Written {
    /// Where it begins in the file.
    pub offset: u64,
    /// How many bytes of the file it takes.
    pub length: u64,
    /// Its name, without brackets.
    pub id: String,
    /// The digest of its payload.
    pub payload_digest: Option<String>,
}

impl WarcWriter<File> {
    /// Makes a new file, or goes on behind the last whole record of one that is there. What is behind that, the record that
    /// was being written when a process ended, is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has something in it that is no `.warc.gz`.
    pub fn append(path: &Path) -> Result<WarcWriter<File>, ArchiveError> {
        let open = |source| ArchiveError::Open { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(open)?;
        let offset = cut_broken_end(path, &file)?;
        file.seek(SeekFrom::Start(offset)).map_err(open)?;
        Ok(WarcWriter { offset, ..WarcWriter::new(file) })
    }
}

impl<W: Write> WarcWriter<W> {
    /// Writes to the beginning of something.
    pub fn new(output: W) -> WarcWriter<W> {
        WarcWriter {
            output,
            offset: 0,
            compressor: Compressor::new(CompressionLvl::default()),
            plain: Vec::new(),
            compressed: Vec::new(),
            has_failed: false,
        }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// If writing fails. Then the file ends with a part of a record, and nothing more can be written.
    pub fn write(&mut self, record: &NewRecord) -> io::Result<Written> {
        if self.has_failed {
            return Err(io::Error::other("an earlier record could not be written"));
        }
        let block_digest = sha1_base32(&record.block);
        let payload = record.payload_start.and_then(|start| record.block.get(start..));
        let payload_digest = payload.map(sha1_base32);
        let target = record.target.as_deref().map(one_line);
        let date = one_line(&record.date);
        let id = record.id.as_deref().map_or_else(
            || {
                let target = target.as_deref().unwrap_or_default();
                let place = self.offset.to_le_bytes();
                record_id(&[
                    record.kind.name().as_bytes(),
                    target.as_bytes(),
                    date.as_bytes(),
                    &place,
                    block_digest.as_bytes(),
                ])
            },
            one_line,
        );
        self.plain.clear();
        let mut field = |name: &str, value: &str| {
            self.plain.extend_from_slice(format!("{name}: {value}\r\n").as_bytes());
        };
        field("WARC-Type", record.kind.name());
        field("WARC-Record-ID", &format!("<{id}>"));
        field("WARC-Date", &date);
        if let Some(target) = &target {
            field("WARC-Target-URI", target);
        }
        field("WARC-Block-Digest", &block_digest);
        if let Some(digest) = &payload_digest {
            field("WARC-Payload-Digest", digest);
        }
        for (name, value) in &record.fields {
            field(&one_line(name), &one_line(value));
        }
        if let Some(content_type) = &record.content_type {
            field("Content-Type", &one_line(content_type));
        }
        field("Content-Length", &record.block.len().to_string());
        self.plain.splice(0..0, *b"WARC/1.1\r\n");
        self.plain.extend_from_slice(b"\r\n");
        self.plain.extend_from_slice(&record.block);
        self.plain.extend_from_slice(b"\r\n\r\n");
        let length = self.write_member()?;
        let offset = self.offset;
        self.offset += length;
        Ok(Written { offset, length, id, payload_digest })
    }

    /// Compresses what is in the buffer, and writes it at once.
    fn write_member(&mut self) -> io::Result<u64> {
        self.compressed.resize(self.compressor.gzip_compress_bound(self.plain.len()), 0);
        let n_bytes = self
            .compressor
            .gzip_compress(&self.plain, &mut self.compressed)
            .map_err(|error| io::Error::other(error.to_string()))?;
        if let Err(error) = self.output.write_all(&self.compressed[..n_bytes]) {
            self.has_failed = true;
            return Err(error);
        }
        Ok(n_bytes as u64)
    }

    /// Where the next record will begin.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// What is written to.
    pub fn get_ref(&self) -> &W {
        &self.output
    }

    /// What was written to, back.
    pub fn into_inner(self) -> W {
        self.output
    }
}
