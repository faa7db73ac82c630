//! WACZ: a zip file with archives in `archive/` and their indexes in `indexes/`.
//!
//! Only the directory of a zip file is needed, and of its many features only those that WACZ allows: files that are stored
//! or deflated, and sizes beyond 4 GiB. That is less than the crate for zip files, which brings eight others with it.

use super::container::StoredFile;
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The largest directory that is read: half a million files.
const MAX_DIRECTORY_BYTES: u64 = 64 << 20;
const END_BYTES: u64 = 22;
const MAX_COMMENT_BYTES: u64 = 0xFFFF;

/// What is wrong with a zip file.
type Wrong = &'static str;

pub(super) fn is_archive(name: &str) -> bool {
    let is_of = |end: &str| name.len() > end.len() && name[name.len() - end.len()..].eq_ignore_ascii_case(end);
    name.starts_with("archive/") && name.is_ascii() && (is_of(".warc") || is_of(".warc.gz") || is_of(".warc.zst"))
}

pub(super) fn is_index(name: &str) -> bool {
    let is_of = |end: &str| name.ends_with(end);
    name.starts_with("indexes/") && (is_of(".cdx") || is_of(".cdxj") || is_of(".cdx.gz") || is_of(".cdxj.gz"))
}

/// The files in a zip file, by name.
pub(super) fn parts(file: &mut File, length: u64) -> io::Result<Result<Vec<StoredFile>, Wrong>> {
    let Some((start, size)) = find_directory(file, length)? else { return Ok(Err("its directory is missing")) };
    if size > MAX_DIRECTORY_BYTES || start.checked_add(size).is_none_or(|end| end > length) {
        return Ok(Err("its directory is broken"));
    }
    let directory = read_at(file, start, size)?;
    let mut parts = Vec::new();
    let mut rest = directory.as_slice();
    while rest.starts_with(b"PK\x01\x02") {
        let Some((entry, after)) = entry(rest) else { return Ok(Err("its directory is broken")) };
        rest = after;
        if entry.is_encrypted || !matches!(entry.method, 0 | 8) {
            if is_archive(&entry.name) {
                return Ok(Err("its archives are encrypted, or compressed in a way that WACZ does not allow"));
            }
            continue;
        }
        let local = read_at(file, entry.local, 30)?;
        if !local.starts_with(b"PK\x03\x04") || local.len() < 30 {
            return Ok(Err("a file of its directory is not there"));
        }
        let start = entry.local + 30 + u64::from(number16(&local, 26)) + u64::from(number16(&local, 28));
        let stored = entry.length.min(length.saturating_sub(start));
        parts.push(StoredFile { name: entry.name, start, length: stored, is_deflated: entry.method == 8 });
    }
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Ok(parts))
}

/// Where the directory begins, and how long it is.
fn find_directory(file: &mut File, length: u64) -> io::Result<Option<(u64, u64)>> {
    let tail_start = length.saturating_sub(END_BYTES + MAX_COMMENT_BYTES);
    let tail = read_at(file, tail_start, length - tail_start)?;
    let Some(end) = memchr::memmem::rfind(&tail, b"PK\x05\x06").filter(|end| tail.len() - end >= END_BYTES as usize)
    else {
        return Ok(None);
    };
    let (size, start) = (number32(&tail, end + 12), number32(&tail, end + 16));
    if size != u32::MAX && start != u32::MAX {
        return Ok(Some((u64::from(start), u64::from(size))));
    }
    // The sizes are too large for their fields, and stand in a second end before this one.
    let Some(locator) = end.checked_sub(20).filter(|&locator| tail[locator..].starts_with(b"PK\x06\x07")) else {
        return Ok(None);
    };
    let second = read_at(file, number64(&tail, locator + 8), 56)?;
    let is_there = second.starts_with(b"PK\x06\x06") && second.len() == 56;
    Ok(is_there.then(|| (number64(&second, 48), number64(&second, 40))))
}

struct ZipEntry {
    name: String,
    method: u16,
    is_encrypted: bool,
    length: u64,
    local: u64,
}

/// The first entry of a directory, and what follows it.
fn entry(bytes: &[u8]) -> Option<(ZipEntry, &[u8])> {
    let fixed = bytes.get(..46)?;
    let n_name = usize::from(number16(fixed, 28));
    let n_extra = usize::from(number16(fixed, 30));
    let n_comment = usize::from(number16(fixed, 32));
    let name = String::from_utf8_lossy(bytes.get(46..46 + n_name)?).into_owned();
    let mut extra = bytes.get(46 + n_name..46 + n_name + n_extra)?;
    let after = bytes.get(46 + n_name + n_extra + n_comment..)?;
    let (size, mut length, mut local) =
        (number32(fixed, 24), u64::from(number32(fixed, 20)), u64::from(number32(fixed, 42)));
    while extra.len() >= 4 {
        let n_field = usize::from(number16(extra, 2));
        let field = extra.get(4..4 + n_field)?;
        if number16(extra, 0) == 1 {
            // Only the numbers that do not fit are here, in this order: the size, the length as stored, the place.
            let mut numbers = field.chunks_exact(8).map(|number| number64(number, 0));
            if size == u32::MAX {
                numbers.next();
            }
            if length == u64::from(u32::MAX) {
                length = numbers.next()?;
            }
            if local == u64::from(u32::MAX) {
                local = numbers.next()?;
            }
        }
        extra = &extra[4 + n_field..];
    }
    let is_encrypted = number16(fixed, 8) & 1 == 1;
    Some((ZipEntry { name, method: number16(fixed, 10), is_encrypted, length, local }, after))
}

/// Reads bytes of a file, or as many of them as there are.
fn read_at(file: &mut File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn number16(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn number32(bytes: &[u8], at: usize) -> u32 {
    u32::from(number16(bytes, at)) | u32::from(number16(bytes, at + 2)) << 16
}

fn number64(bytes: &[u8], at: usize) -> u64 {
    u64::from(number32(bytes, at)) | u64::from(number32(bytes, at + 4)) << 32
}

/// The content of a deflated file. Where the data is broken it ends, as a file that was cut off does.
pub(super) struct Inflated<R>(DeflateDecoder<R>);

impl<R: Read> Inflated<R> {
    pub(super) fn new(reader: R) -> Inflated<R> {
        Inflated(DeflateDecoder::new(reader))
    }
}

impl<R: Read> Read for Inflated<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out) {
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(0),
            read => read,
        }
    }
}
