//! What is where in an archive, by address, id and digest; and the form of an address in which indexes are sorted.

use super::cdx::CdxEntry;
use super::container::Container;
use super::head::{RecordHead, RecordKind};
use super::options::ReadOptions;
use super::records::RecordPosition;
use super::statistics::Counters;
use crate::message::text_of;
use std::hash::{DefaultHasher, Hasher};
use url::Url;

/// How many records of one key are looked at. The nearest ones are of the same visit.
const MAX_LOOKED_AT: usize = 8;

/// The hash of what a record is looked for by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RecordKey(u64);

impl RecordKey {
    pub(super) fn of_url(url: &Url) -> RecordKey {
        RecordKey::new(b'u', surt(url).as_bytes())
    }

    fn of_id(id: &[u8]) -> RecordKey {
        RecordKey::new(b'i', id)
    }

    fn of_digest(digest: &[u8]) -> RecordKey {
        RecordKey::new(b'd', &digest.to_ascii_lowercase())
    }

    /// What the original of a revisit is looked for by, the surest first.
    pub(super) fn of_original(revisit: &RecordHead<'_>) -> Vec<RecordKey> {
        let url = revisit.refers_to_target.and_then(|target| Url::parse(&text_of(target)).ok());
        let keys = [
            revisit.refers_to.map(RecordKey::of_id),
            url.as_ref().map(RecordKey::of_url),
            revisit.payload_digest.map(RecordKey::of_digest),
        ];
        keys.into_iter().flatten().collect()
    }

    /// Returns an equal number in every run: the standard hasher has no seed of its own.
    fn new(kind: u8, bytes: &[u8]) -> RecordKey {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(kind);
        hasher.write(bytes);
        RecordKey(hasher.finish())
    }
}

/// Where something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct IndexEntry {
    key: RecordKey,
    pub(super) file: u32,
    within: u32,
    offset: u64,
}

impl IndexEntry {
    pub(super) fn place(self) -> RecordPosition {
        RecordPosition { offset: self.offset, within: u64::from(self.within) }
    }
}

/// The table.
#[derive(Default, Debug)]
pub(super) struct Index {
    entries: Vec<IndexEntry>,
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
                    record.head.id.map(RecordKey::of_id),
                    record.head.payload_digest.map(RecordKey::of_digest),
                    url.as_ref().map(RecordKey::of_url),
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
            let keys = [
                None,
                digest.map(|digest| RecordKey::of_digest(digest.as_bytes())),
                url.as_ref().map(RecordKey::of_url),
            ];
            index.add(keys, file, RecordPosition { offset: entry.offset, within: 0 });
        }
        index.sorted()
    }

    fn add(&mut self, keys: [Option<RecordKey>; 3], file: usize, place: RecordPosition) {
        let (Ok(file), Ok(within)) = (u32::try_from(file), u32::try_from(place.within)) else { return };
        let entries = keys.into_iter().flatten().map(|key| IndexEntry { key, file, within, offset: place.offset });
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
    pub(super) fn nearest(&self, key: RecordKey, file: usize, place: RecordPosition) -> Vec<IndexEntry> {
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

/// The sort-friendly form of an address, under which an index lists it. What rarely tells two pages apart is left out:
/// scheme, `www.`, upper case, the order of the query, a slash at the end.
pub fn surt(url: &Url) -> String {
    let Some(host) = url.host_str() else { return url.as_str().to_ascii_lowercase() };
    let host = host.to_ascii_lowercase();
    let is_www =
        |first: &str| first.strip_prefix("www").is_some_and(|end| end.bytes().all(|byte| byte.is_ascii_digit()));
    let host = match host.split_once('.') {
        Some((first, rest)) if is_www(first) && rest.contains('.') => rest,
        _ => host.as_str(),
    };
    let is_number = matches!(url.host(), Some(url::Host::Ipv4(_) | url::Host::Ipv6(_)));
    let mut key = if is_number { host.to_owned() } else { host.rsplit('.').collect::<Vec<_>>().join(",") };
    if let Some(port) = url.port() {
        key.push_str(&format!(":{port}"));
    }
    key.push(')');
    let path = url.path().to_ascii_lowercase();
    key.push_str(if path.len() > 1 { path.trim_end_matches('/') } else { "/" });
    if key.ends_with(')') {
        key.push('/');
    }
    if let Some(query) = url.query().filter(|query| !query.is_empty()) {
        let query = query.to_ascii_lowercase();
        let mut parts: Vec<&str> = query.split('&').collect();
        parts.sort_unstable();
        key.push('?');
        key.push_str(&parts.join("&"));
    }
    key
}

#[cfg(test)]
mod surt_tests {
    use super::*;

    #[track_caller]
    fn check(url: &str, expect: &str) {
        assert_eq!(surt(&Url::parse(url).unwrap()), expect);
    }

    #[test]
    fn hosts_are_turned_around() {
        check("https://www.Example.org:443/A/?b=2&a=1#c", "org,example)/a?a=1&b=2");
        check("http://shop.example.co.uk:8080/", "uk,co,example,shop:8080)/");
        check("http://www3.example.org", "org,example)/");
        check("http://www.example/x/", "example,www)/x");
        check("http://10.0.0.1/x", "10.0.0.1)/x");
        check("http://[::1]/x", "[::1])/x");
        check("http://example.org//", "org,example)/");
        check("http://example.org/?", "org,example)/");
        check("urn:x:Y", "urn:x:y");
    }
}
