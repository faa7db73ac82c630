//! Whether something is an archive, by how it begins.

use crate::message::inflated_start;

/// How many of the first bytes [`begins_archive`] wants to see.
pub const START_BYTES: usize = 4096;

/// Whether these are the first bytes of a WARC file, compressed or not: of a pipe, or of a file whose name does not tell. The first
/// [`START_BYTES`] are enough. Zstandard is taken for an archive, as no page comes so; a WACZ is a file, and has a name.
///
/// ```
/// use tamis_fetch::warc::begins_archive;
///
/// assert!(begins_archive(b"WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
/// assert!(!begins_archive(b"<!doctype html><title>WARC/1.1</title>"));
/// ```
pub fn begins_archive(start: &[u8]) -> bool {
    const RECORD: &[u8] = b"WARC/";
    match start {
        [0x1f, 0x8b, 8, ..] => inflated_start(start, RECORD.len()).starts_with(RECORD),
        // A frame, or the skippable one with the dictionary of all frames.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x5d, 0x2a, 0x4d, 0x18, ..] => true,
        _ => start.starts_with(RECORD),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warc::{NewRecord, WarcWriter};

    #[test]
    fn an_archive_is_known_by_its_first_bytes() {
        let mut writer = WarcWriter::new(Vec::new());
        writer.write(&NewRecord::warcinfo("2024-01-02T03:04:05Z", &[("software", "example")])).expect("to memory");
        let archive = writer.into_inner();
        assert!(begins_archive(&archive));
        assert!(begins_archive(&archive[..100]));
        assert!(!begins_archive(&archive[..20]));
        assert!(!begins_archive(b""));
        // A page that was compressed.
        let page = [&archive[..10], &[0x4b, 0x4c, 0x4a, 0x06, 0x00]].concat();
        assert!(!begins_archive(&page));
    }
}
