//! An archive in parts, so that several readers can share it.
//!
//! A part is a range of the file that begins where a record does. Whoever reads it gets the records that begin in it, so
//! that all parts together give every record once.

use super::archive::Archive;
use super::archive::ArchiveError;
use super::cdx::Cdx;
use super::stream::find_gzip_member;
use crate::message::inflated_start;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// How much is read at once when the beginning of a record is looked for.
const STEP_BYTES: usize = 1 << 20;

/// How much of a member is decompressed to see whether a record begins in it.
const START_BYTES: usize = 64 << 10;

impl Archive {
    /// Cuts an archive into parts of about so many bytes, for [`open_part`](Archive::open_part). All records are in one of
    /// them.
    ///
    /// With an index, parts begin at records that it names. Without one, a `.warc.gz` is cut where a member begins that holds
    /// the beginning of a record; that is read nowhere else, so an archive that has *another archive* inside, stored and not
    /// compressed, needs an index. Every other archive is one part.
    ///
    /// # Errors
    /// If the archive or its index cannot be read.
    pub fn parts(path: &Path, n_bytes: u64, index: Option<&Path>) -> Result<Vec<Range<u64>>, ArchiveError> {
        let opened = |source| ArchiveError::Open { path: path.to_owned(), source };
        let mut file = File::open(path).map_err(opened)?;
        let length = file.metadata().map_err(opened)?.len();
        let read = |source| ArchiveError::Read { name: path.display().to_string(), source };
        let cuts = match index {
            Some(index) => cuts_of_index(path, index, n_bytes.max(1))?,
            None => cuts_of_members(&mut file, length, n_bytes.max(1)).map_err(read)?,
        };
        let starts = [0].into_iter().chain(cuts.into_iter().filter(|&cut| 0 < cut && cut < length));
        let starts: Vec<u64> = starts.collect();
        let ends = starts[1..].iter().copied().chain([u64::MAX]);
        Ok(starts.iter().zip(ends).map(|(&start, end)| start..end).collect())
    }
}

fn cuts_of_index(path: &Path, index: &Path, n_bytes: u64) -> Result<BTreeSet<u64>, ArchiveError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut offsets = BTreeSet::new();
    for entry in Cdx::open(index)? {
        let entry = entry?;
        if entry.filename.rsplit('/').next() == Some(name.as_str()) {
            offsets.insert(entry.offset);
        }
    }
    let mut next = n_bytes;
    offsets.retain(|&offset| {
        let is_cut = offset >= next;
        if is_cut {
            next = offset.saturating_add(n_bytes);
        }
        is_cut
    });
    Ok(offsets)
}

fn cuts_of_members(file: &mut File, length: u64, n_bytes: u64) -> io::Result<BTreeSet<u64>> {
    let mut cuts = BTreeSet::new();
    let mut next = 0;
    // The first of them only tells whether there are members at all.
    while next < length {
        let Some(start) = next_member(file, next, if next == 0 { 1 } else { length })? else { break };
        cuts.insert(start);
        next = start.saturating_add(n_bytes);
    }
    Ok(cuts)
}

/// The first place from `from` on, and before `end`, where a member with the beginning of a record begins.
fn next_member(file: &mut File, from: u64, end: u64) -> io::Result<Option<u64>> {
    let mut at = from;
    let mut bytes = Vec::new();
    loop {
        file.seek(SeekFrom::Start(at))?;
        bytes.clear();
        let n_read = file.take((STEP_BYTES + START_BYTES) as u64).read_to_end(&mut bytes)?;
        let is_last = n_read < STEP_BYTES + START_BYTES;
        let mut searched = 0;
        while let Some(found) = find_gzip_member(&bytes, searched) {
            if !is_last && found > STEP_BYTES {
                break;
            }
            let start = at + found as u64;
            if start >= end {
                return Ok(None);
            }
            let member = &bytes[found..bytes.len().min(found + START_BYTES)];
            if inflated_start(member, 5) == b"WARC/" {
                return Ok(Some(start));
            }
            searched = found + 1;
        }
        at += STEP_BYTES as u64;
        if is_last || at >= end {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warc::{HttpResponse, NewRecord, ReadOptions, WarcWriter};
    use std::path::PathBuf;
    use tempfile::TempDir;

    /// An archive with a member for each record, and where they begin.
    fn archive(n_pages: usize) -> (TempDir, PathBuf, Vec<u64>) {
        let headers = [("Content-Type".to_owned(), "text/html".to_owned())];
        let mut writer = WarcWriter::new(Vec::new());
        let mut offsets = Vec::new();
        for number in 0..n_pages {
            // What looks like a member, and like a record, in the middle of a page.
            let body: Vec<u8> = [b"<p>\x1f\x8b\x08\x00 WARC/1.1\r\n".as_slice(), &vec![b'x'; 50 * number]].concat();
            let response = HttpResponse { status: 200, headers: &headers, body: &body };
            offsets.push(writer.offset());
            let record = NewRecord::response(format!("https://a.example/{number}"), "2024-01-02T03:04:05Z", response);
            writer.write(&record).expect("to memory");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.warc.gz");
        std::fs::write(&path, writer.into_inner()).expect("a file");
        (folder, path, offsets)
    }

    fn addresses(archive: Archive) -> Vec<String> {
        archive.map(|page| page.expect("it can be read").record.target.expect("it has one")).collect()
    }

    #[test]
    fn parts_begin_at_records_and_give_every_page_once() {
        let (_folder, path, offsets) = archive(40);
        let all = addresses(Archive::open(&path, ReadOptions::default()).expect("an archive"));
        assert_eq!(all.len(), 40);
        for n_bytes in [1, 300, 5_000, 1 << 40] {
            let parts = Archive::parts(&path, n_bytes, None).expect("it can be read");
            assert!(parts.iter().all(|part| offsets.contains(&part.start)), "{parts:?}");
            assert_eq!((parts[0].start, parts.last().map(|part| part.end)), (0, Some(u64::MAX)));
            let pages = parts.iter().flat_map(|part| {
                addresses(Archive::open_part(&path, part.clone(), ReadOptions::default()).expect("an archive"))
            });
            assert_eq!(pages.collect::<Vec<_>>(), all, "{n_bytes}");
        }
        assert_eq!(Archive::parts(&path, 1, None).expect("it can be read").len(), 40);
    }

    #[test]
    fn what_has_no_members_is_one_part_and_nothing_is_behind_the_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.warc");
        std::fs::write(&path, b"WARC/1.1\r\nContent-Length: 0\r\n\r\n\r\n\r\n").expect("a file");
        let parts = Archive::parts(&path, 1, None).expect("it can be read");
        assert_eq!((parts.len(), &parts[0]), (1, &(0..u64::MAX)));
        let behind = Archive::open_part(&path, 1_000..2_000, ReadOptions::default()).expect("an archive");
        assert_eq!(addresses(behind), [""; 0]);
        assert!(Archive::parts(&folder.path().join("none"), 1, None).is_err());
    }
}
