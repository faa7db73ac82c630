//! What was read and what was left out.

use std::sync::atomic::{AtomicU64, Ordering};

/// What became of the records of an archive. Every record is a page or counted under one reason; damage is counted by place,
/// as nobody knows how many records were there.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// Records whose head could be read.
    pub records: u64,
    /// Pages that were handed out, opened or not.
    pub pages: u64,
    /// Records of a kind that was not asked for: requests, metadata.
    pub other_kinds: u64,
    /// Responses that are not HTTP, such as those of a name server.
    pub not_http: u64,
    /// Records of a media type that was not asked for.
    pub other_types: u64,
    /// Responses that say that the page is elsewhere.
    pub redirects: u64,
    /// Records larger than the limit, as they are stored or when their body is decompressed.
    pub too_large: u64,
    /// Revisits of a record that is not in the archive, or not to be found in it.
    pub unresolved_revisits: u64,
    /// Places where a member or a record is broken or cut off.
    pub damaged: u64,
    /// Bytes of the archive.
    pub bytes: u64,
    /// Bytes of records, decompressed.
    pub decoded_bytes: u64,
}

/// Why a record is no page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Skipped {
    OtherKind,
    NotHttp,
    OtherType,
    Redirect,
    TooLarge,
    UnresolvedRevisit,
}

/// Counts from any thread. The order does not matter to a sum.
#[derive(Default, Debug)]
pub(super) struct Counters {
    records: AtomicU64,
    pages: AtomicU64,
    other_kinds: AtomicU64,
    not_http: AtomicU64,
    other_types: AtomicU64,
    redirects: AtomicU64,
    too_large: AtomicU64,
    unresolved_revisits: AtomicU64,
    damaged: AtomicU64,
    bytes: AtomicU64,
    decoded_bytes: AtomicU64,
}

impl Counters {
    pub(super) fn record(&self) {
        self.records.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn page(&self) {
        self.pages.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn damage(&self) {
        self.damaged.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn read(&self, n_bytes: u64, n_decoded_bytes: u64) {
        self.bytes.fetch_add(n_bytes, Ordering::Relaxed);
        self.decoded_bytes.fetch_add(n_decoded_bytes, Ordering::Relaxed);
    }

    pub(super) fn skipped(&self, reason: Skipped) {
        let counter = match reason {
            Skipped::OtherKind => &self.other_kinds,
            Skipped::NotHttp => &self.not_http,
            Skipped::OtherType => &self.other_types,
            Skipped::Redirect => &self.redirects,
            Skipped::TooLarge => &self.too_large,
            Skipped::UnresolvedRevisit => &self.unresolved_revisits,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn statistics(&self) -> Statistics {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Statistics {
            records: get(&self.records),
            pages: get(&self.pages),
            other_kinds: get(&self.other_kinds),
            not_http: get(&self.not_http),
            other_types: get(&self.other_types),
            redirects: get(&self.redirects),
            too_large: get(&self.too_large),
            unresolved_revisits: get(&self.unresolved_revisits),
            damaged: get(&self.damaged),
            bytes: get(&self.bytes),
            decoded_bytes: get(&self.decoded_bytes),
        }
    }
}
