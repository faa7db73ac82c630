//! The end of a file that a process was writing when it was ended.

use crate::warc::ArchiveError;
use crate::warc::options::ReadOptions;
use crate::warc::records::{Records, SLACK_BYTES};
use crate::warc::statistics::Counters;
use crate::warc::stream::Stream;
use std::fs::File;
use std::path::Path;

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

fn begins_like_an_archive(stream: &mut Stream) -> std::io::Result<bool> {
    const START: &[u8] = b"WARC/";
    while stream.bytes().len() < START.len() {
        if stream.more()?.is_some() {
            return Ok(START.starts_with(stream.bytes()));
        }
    }
    Ok(stream.bytes().starts_with(START))
}
