//! Records to a file.

use super::record::{NewRecord, one_line, record_id, sha1_base32};
use crate::warc::ArchiveError;
use crate::warc::options::ReadOptions;
use crate::warc::records::{Records, SLACK_BYTES};
use crate::warc::statistics::Counters;
use crate::warc::stream::Stream;
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

/// Cuts off what is behind the last whole record, and says where that ends. A file that is no `.warc.gz` is left alone.
pub(super) fn cut_broken_end(path: &Path, file: &File) -> Result<u64, ArchiveError> {
    let name = || path.display().to_string();
    let failed = |source| ArchiveError::Read { name: name(), source };
    let length = file.metadata().map_err(failed)?.len();
    if length == 0 {
        return Ok(0);
    }
    let max_bytes = ReadOptions::default().max_bytes;
    let reader = Box::new(file.try_clone().map_err(failed)?);
    let stream = Stream::open(reader, 0, max_bytes + SLACK_BYTES).map_err(failed)?;
    let mut stream = stream.filter(Stream::is_gzip).ok_or_else(|| ArchiveError::NotAnArchive { name: name() })?;
    // A file of something else must not be emptied because there is no whole record in it.
    if !begins_like_an_archive(&mut stream).map_err(failed)? {
        return Err(ArchiveError::NotAnArchive { name: name() });
    }
    let mut records = Records::new(stream, max_bytes, Some(length));
    let counters = Counters::default();
    while records.next(&counters).map_err(failed)?.is_some() {}
    let end = records.whole_until();
    if end < length {
        file.set_len(end).map_err(failed)?;
    }
    Ok(end)
}

fn begins_like_an_archive(stream: &mut Stream) -> io::Result<bool> {
    const START: &[u8] = b"WARC/";
    while stream.bytes().len() < START.len() {
        if stream.more()?.is_some() {
            return Ok(START.starts_with(stream.bytes()));
        }
    }
    Ok(stream.bytes().starts_with(START))
}
