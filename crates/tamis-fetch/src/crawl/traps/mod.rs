//! Endless spaces: places where a server makes up a new address for every one that is asked for.
//!
//! # What it decides
//! Whether an address that was just found belongs to such a space, from the address, the page it was found on, and what was
//! found before. A crawl that leaves a page out by mistake is worse than one that fetches too many, so every limit is far
//! beyond what sites need, and most count only addresses that were reached from within the space: a list with a thousand
//! pages is linked from page to page as an endless one is, but it ends.
//!
//! | kind | what is counted | limit |
//! |---|---|---|
//! | [`TooLong`](TrapKind::TooLong), [`TooDeep`](TrapKind::TooDeep), [`RepeatedSegments`](TrapKind::RepeatedSegments) | the address alone | [`address`] |
//! | [`Calendar`](TrapKind::Calendar) | months beyond the present and those that pages without a date link to | [`dates`] |
//! | [`SessionId`](TrapKind::SessionId) | random values that change with every page, in the same place | [`sessions`] |
//! | [`TooManyVariants`](TrapKind::TooManyVariants) | combinations of parameters or of segments, numbers that go up and up | [`variants`], [`numbers`] |
//! | [`SameContent`](TrapKind::SameContent) | addresses of one shape in a row with one and the same content | [`content`] |
//!
//! Memory is bounded: each part has a limit on what it remembers. Addresses made to reach every limit take about 150 MB in
//! all. What was recognised before a limit stays recognised; of what comes after it, no new trap is.

mod address;
mod content;
mod dates;
mod numbers;
mod sessions;
#[cfg(test)]
mod tests;
mod variants;

use address::UrlParts;
use std::fmt;
use url::Url;

/// Recognises traps. One for a crawl; it tells hosts apart itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Traps {
    calendar: dates::Calendars,
    content: content::Contents,
    numbers: numbers::Numbers,
    sections: numbers::Sections,
    sessions: sessions::Sessions,
    variants: variants::Variants,
}

/// Why an address is not asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Trap {
    pub(crate) kind: TrapKind,
    /// What was seen, in words.
    pub(crate) detail: String,
}

/// The kinds of endless spaces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum TrapKind {
    /// The path goes round in circles: `/a/b/a/b/a/b`.
    RepeatedSegments,
    /// The address is longer than addresses are.
    TooLong,
    /// The path has more segments than paths have.
    TooDeep,
    /// A calendar that goes on where there is nothing any more.
    Calendar,
    /// An id that is drawn anew for every page makes an address of every visit.
    SessionId,
    /// A few parameters or segments in ever more combinations, or one number that never stops.
    TooManyVariants,
    /// Addresses of one shape that all have the same content.
    SameContent,
}

impl TrapKind {
    /// The kind in a word or two, as reports name it.
    pub fn name(self) -> &'static str {
        match self {
            TrapKind::RepeatedSegments => "repeated-segments",
            TrapKind::TooLong => "too-long",
            TrapKind::TooDeep => "too-deep",
            TrapKind::Calendar => "calendar",
            TrapKind::SessionId => "session-id",
            TrapKind::TooManyVariants => "too-many-variants",
            TrapKind::SameContent => "same-content",
        }
    }
}

impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Traps {
    /// For a crawl that began on this date (`2024-05-12T03:04:05Z`), also if it goes on now.
    pub(crate) fn begun(date: &str) -> Traps {
        Traps { calendar: dates::Calendars::begun(date), ..Traps::default() }
    }

    /// Looks at an address that was not known before, and remembers it if it is no trap. Addresses are
    /// [canonical](fn@super::canonical), those of a page come one after the other in their order, and `from` is the page, `None`
    /// for the start of a crawl and for sitemaps.
    pub(crate) fn look(&mut self, url: &Url, from: Option<&Url>) -> Option<Trap> {
        if let Some(trap) = address::look(url) {
            return Some(trap);
        }
        let parts = UrlParts::of(url);
        let from = from.map(UrlParts::of);
        let from = from.as_ref();
        // The first that refuses an address keeps it from those after it, which would count it.
        self.content
            .look(&parts, from)
            .or_else(|| self.sessions.look(&parts, from))
            .or_else(|| self.calendar.look(&parts, from))
            .or_else(|| self.variants.look(&parts))
            .or_else(|| self.sections.look(&parts))
            .or_else(|| self.numbers.look(&parts, from))
    }

    /// Remembers an address that was found before, when a crawl goes on: all that were not traps, in the order in which
    /// they were found, each with the page that it was found on.
    pub(crate) fn note(&mut self, url: &Url, from: Option<&Url>) {
        self.look(url, from);
    }

    /// Remembers that a page was fetched; `digest` stands for its content. Many addresses of one shape in a row with the
    /// same content are a trap for those found on them.
    pub(crate) fn note_content(&mut self, url: &Url, digest: u64) {
        self.content.note(&UrlParts::of(url), digest);
    }
}
