//! What is where in an archive.
//!
//! A sorted table of hashes and places, 24 bytes an entry and three entries a record: by id, by digest and by address. It
//! says where to look; what is found there is compared with what was looked for.

use super::cdx::CdxEntry;
use super::container::Container;
use super::head::{RecordHead, RecordKind};
use super::options::ReadOptions;
use super::records::Place;
use super::statistics::Counters;
use super::surt::surt;
use crate::message::text_of;
use std::hash::{DefaultHasher, Hasher};
use url::Url;

/// How many records of one key are looked at. The nearest ones are of the same visit.
const MAX_LOOKED_AT: usize = 8;

/// The hash of what a record is looked for by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key(u64);

impl Key {
    pub(super) fn of_url(url: &Url) -> Key {
        Key::new(b'u', surt(url).as_bytes())
    }

    fn of_id(id: &[u8]) -> Key {
        Key::new(b'i', id)
    }

    fn of_digest(digest: &[u8]) -> Key {
        Key::new(b'd', &digest.to_ascii_lowercase())
    }

    /// What the original of a revisit is looked for by, the surest first.
    pub(super) fn of_original(revisit: &RecordHead<'_>) -> Vec<Key> {
        let url = revisit.refers_to_target.and_then(|target| Url::parse(&text_of(target)).ok());
        let keys = [
            revisit.refers_to.map(Key::of_id),
            url.as_ref().map(Key::of_url),
            revisit.payload_digest.map(Key::of_digest),
        ];
        keys.into_iter().flatten().collect()
    }

    /// Hashes to the same key in every run: the standard hasher has no seed of its own.
    fn new(kind: u8, bytes: &[u8]) -> Key {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(kind);
        hasher.write(bytes);
        Key(hasher.finish())
    }
}

/// Where something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry {
    key: Key,
    pub(super) file: u32,
    within: u32,
    offset: u64,
}

impl Entry {
    pub(super) fn place(self) -> Place {
        Place { offset: self.offset, within: u64::from(self.within) }
    }
}

/// The table.
#[derive(Default, Debug)]
pub(super) struct Index {
    entries: Vec<Entry>,
}

impl Index {
    /// Reads all files of an archive once. What cannot be read is not found.
    pub(super) fn of(container: &Container, options: &ReadOptions) -> Index {
        let mut index = Index::default();
        let counters = Counters::default();
        let mut n_records = 0;
        for file in 0..container.n_files() {
            let Ok(mut records) = container.records(file, options) else { continue };
            while let Ok(Some(record)) = records.next(&counters) {
                if !matches!(record.head.kind(), RecordKind::Response | RecordKind::Resource) {
                    continue;
                }
                if n_records == options.max_indexed {
                    return index.sorted();
                }
                n_records += 1;
                let url = record.head.target().and_then(|target| Url::parse(&target).ok());
                let keys = [
                    record.head.id.map(Key::of_id),
                    record.head.payload_digest.map(Key::of_digest),
                    url.as_ref().map(Key::of_url),
                ];
                index.add(keys, file, record.place);
            }
        }
        index.sorted()
    }

    /// Takes a table that somebody else made. Records of files that are not in the archive are left out.
    pub(super) fn of_cdx(
        entries: impl Iterator<Item = CdxEntry>,
        container: &Container,
        options: &ReadOptions,
    ) -> Index {
        let mut index = Index::default();
        for entry in entries.take(options.max_indexed) {
            let Some(file) = container.file_named(&entry.filename) else { continue };
            // The original of a revisit is somewhere else.
            if entry.media_type.as_deref() == Some("warc/revisit") {
                continue;
            }
            // Indexes leave out how the digest was made.
            let digest = entry
                .digest
                .as_ref()
                .map(|digest| if digest.contains(':') { digest.clone() } else { format!("sha1:{digest}") });
            let url = Url::parse(&entry.url).ok();
            let keys = [None, digest.map(|digest| Key::of_digest(digest.as_bytes())), url.as_ref().map(Key::of_url)];
            index.add(keys, file, Place { offset: entry.offset, within: 0 });
        }
        index.sorted()
    }

    fn add(&mut self, keys: [Option<Key>; 3], file: usize, place: Place) {
        let (Ok(file), Ok(within)) = (u32::try_from(file), u32::try_from(place.within)) else { return };
        let entries = keys.into_iter().flatten().map(|key| Entry { key, file, within, offset: place.offset });
        self.entries.extend(entries);
    }

    fn sorted(mut self) -> Index {
        self.entries.sort_unstable();
        self.entries.shrink_to_fit();
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The records of a key, the nearest to a place first: those were stored in the same visit.
    pub(super) fn nearest(&self, key: Key, file: usize, place: Place) -> Vec<Entry> {
        let from = self.entries.partition_point(|entry| entry.key < key);
        let until = from + self.entries[from..].partition_point(|entry| entry.key == key);
        let found = &self.entries[from..until];
        // Of an address that was stored thousands of times only the surroundings are looked at.
        let middle = found.partition_point(|entry| (entry.file as usize, entry.offset) < (file, place.offset));
        let from = middle.saturating_sub(MAX_LOOKED_AT);
        let until = (middle + MAX_LOOKED_AT).min(found.len());
        let mut found = found[from..until].to_vec();
        found.sort_by_key(|entry| ((entry.file as usize) != file, entry.offset.abs_diff(place.offset), entry.within));
        found.truncate(MAX_LOOKED_AT);
        found
    }
}
