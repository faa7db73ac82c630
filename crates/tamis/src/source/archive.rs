//! The pages of an archive.

use super::arrivals::{Arrivals, Awaited};
use super::{ArchivePlace, Input, Origin, SourceError, SourceNotes, SourceOptions};
use crate::page::Limits;
use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tamis_fetch::warc::{Archive, ArchiveError, ArchiveRecord, MediaTypes, RawPage, ReadOptions, Statistics};
use url::Url;

/// Cuts an archive into parts of about so many bytes, so that several readers can share it: each reads one
/// ([`SourceOptions::archive_part`]), and all together read every page once. Without an index only a `.warc.gz` is cut, and one
/// with another archive inside must have one; every other archive is one part.
///
/// # Errors
/// The archive or its index cannot be read.
pub fn archive_parts(path: &Path, n_bytes: u64, index: Option<&Path>) -> Result<Vec<Range<u64>>, SourceError> {
    Archive::parts(path, n_bytes, index)
        .map_err(|error| SourceError::Archive { origin: Origin::Path(path.to_owned()), source: Box::new(error) })
}

/// The pages of an archive, as they are given one by one.
#[derive(Debug)]
pub(super) enum ArchivePages {
    /// Read when they are asked for.
    File(Box<OpenArchive>),
    /// Read when they come.
    Pipe(Arrivals),
}

/// Where an archive comes through a pipe.
#[derive(Clone, Debug)]
pub(super) enum ArchivePipe {
    /// Of which the first bytes were read already.
    StandardInput(Vec<u8>),
    /// One with a name.
    Named(PathBuf),
}

impl ArchivePages {
    /// Begins to read a pipe. One that cannot be read is a page that cannot be read.
    pub(super) fn come_from(
        pipe: ArchivePipe,
        options: &SourceOptions,
        notes: &SourceNotes,
        awaited: &Awaited,
    ) -> Result<ArchivePages, Box<Input>> {
        let (kept, for_thread) = (pipe.clone(), (options.clone(), notes.clone()));
        let begun = Arrivals::begin(awaited, move |entrance| match pipe.open(&for_thread.0, &for_thread.1) {
            Ok(mut archive) => while archive.next().is_some_and(|input| entrance.let_in(input)) {},
            Err(input) => drop(entrance.let_in(*input)),
        });
        match begun {
            Ok(arrivals) => Ok(ArchivePages::Pipe(arrivals)),
            // Without a thread for it, pages are written later, which is better than not at all.
            Err(_) => kept.open(options, notes).map(|archive| ArchivePages::File(Box::new(archive))),
        }
    }

    /// The next page.
    pub(super) fn next(&mut self) -> Option<Input> {
        match self {
            ArchivePages::File(archive) => archive.next(),
            ArchivePages::Pipe(arrivals) => arrivals.next(),
        }
    }
}

impl ArchivePipe {
    fn open(self, options: &SourceOptions, notes: &SourceNotes) -> Result<OpenArchive, Box<Input>> {
        match self {
            ArchivePipe::StandardInput(start) => OpenArchive::read(start, options, notes),
            ArchivePipe::Named(path) => OpenArchive::open(path, options, notes),
        }
    }
}

/// An archive that is being read, or searched for single pages.
pub(super) struct OpenArchive {
    path: PathBuf,
    archive: Archive,
    wanted: WantedPages,
    notes: SourceNotes,
    has_ended: bool,
}

enum WantedPages {
    All,
    /// Pages that are still to be looked for.
    Pages(VecDeque<Url>),
}

impl OpenArchive {
    /// Opens an archive; one that cannot be opened is a page that cannot be read.
    pub(super) fn open(path: PathBuf, options: &SourceOptions, notes: &SourceNotes) -> Result<OpenArchive, Box<Input>> {
        let opened = match &options.archive_part {
            Some(part) => Archive::open_part(&path, part.clone(), read_options(options)),
            None => Archive::open(&path, read_options(options)),
        };
        let opened = opened.and_then(|archive| match &options.index {
            Some(index) => archive.with_cdx(index),
            None => Ok(archive),
        });
        OpenArchive::of(path, opened, options, notes)
    }

    /// Reads an archive from standard input, of which the first bytes were read already.
    fn read(start: Vec<u8>, options: &SourceOptions, notes: &SourceNotes) -> Result<OpenArchive, Box<Input>> {
        let path = PathBuf::from("-");
        if !options.pages.is_empty() || options.index.is_some() {
            let origin = Origin::StandardInput;
            let source = "single pages are looked for in a file, not in a pipe".into();
            return Err(Box::new(Input::read_already(origin.clone(), Err(SourceError::Archive { origin, source }))));
        }
        let reader = Cursor::new(start).chain(io::stdin());
        let opened = Archive::read("standard input", reader, read_options(options));
        OpenArchive::of(path, opened, options, notes)
    }

    fn of(
        path: PathBuf,
        opened: Result<Archive, ArchiveError>,
        options: &SourceOptions,
        notes: &SourceNotes,
    ) -> Result<OpenArchive, Box<Input>> {
        let wanted = match options.pages.as_slice() {
            [] => WantedPages::All,
            pages => WantedPages::Pages(pages.iter().cloned().collect()),
        };
        match opened {
            Ok(archive) => Ok(OpenArchive { path, archive, wanted, notes: notes.clone(), has_ended: false }),
            Err(error) => {
                let origin = Origin::Path(path);
                let error = SourceError::Archive { origin: origin.clone(), source: Box::new(error) };
                Err(Box::new(Input::read_already(origin, Err(error))))
            }
        }
    }

    /// The next page. An archive that cannot be read on ends with the error as its last page.
    fn next(&mut self) -> Option<Input> {
        if self.has_ended {
            return None;
        }
        if let WantedPages::Pages(pages) = &mut self.wanted {
            let url = pages.pop_front()?;
            return Some(self.find(url));
        }
        match self.archive.next_raw() {
            Some(Ok(page)) => {
                let origin = Origin::Archive(Box::new(place(&self.path, page.record())));
                Some(Input::archived(origin, page))
            }
            Some(Err(error)) => {
                self.has_ended = true;
                let origin = Origin::Path(self.path.clone());
                let error = SourceError::Archive { origin: origin.clone(), source: Box::new(error) };
                Some(Input::read_already(origin, Err(error)))
            }
            None => {
                self.has_ended = true;
                let statistics = self.archive.statistics();
                self.notes.add_damage(statistics.damaged);
                if let Some(note) = note(&statistics) {
                    self.notes.add(format!("{}: {note}", name(&self.path)));
                }
                None
            }
        }
    }

    /// One page by its address.
    fn find(&self, url: Url) -> Input {
        match self.archive.page_of(&url) {
            Some(page) => {
                let origin = Origin::Archive(Box::new(place(&self.path, &page.record)));
                Input::read_already(origin, Ok(page.capture))
            }
            None => {
                let origin = Origin::Path(self.path.clone());
                Input::read_already(origin.clone(), Err(SourceError::NotInArchive { origin, url: Box::new(url) }))
            }
        }
    }
}

impl std::fmt::Debug for OpenArchive {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("OpenArchive").field("path", &self.path).finish_non_exhaustive()
    }
}

/// What an archive is called.
fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

fn read_options(options: &SourceOptions) -> ReadOptions {
    let types = options.media_types.as_deref().map_or_else(MediaTypes::html, MediaTypes::parse);
    ReadOptions::default().with_max_bytes(options.limits.max_bytes).with_media_types(types)
}

/// The page that a record holds.
pub(super) fn open(page: RawPage, origin: &Origin, limits: &Limits) -> Result<tamis_page::Capture, SourceError> {
    let too_large = || SourceError::TooLarge { origin: origin.clone(), limit: limits.max_bytes };
    page.open().map(|page| page.capture).ok_or_else(too_large)
}

fn place(path: &Path, record: &ArchiveRecord) -> ArchivePlace {
    ArchivePlace {
        path: path.to_owned(),
        file: record.file.clone(),
        offset: record.offset,
        within: record.within,
        url: record.target.clone(),
        date: record.date.clone(),
        digest: record.digest.clone(),
        http_status: record.http_status,
    }
}

/// What was lost, and why there is nothing if there is nothing.
fn note(statistics: &Statistics) -> Option<String> {
    let Statistics { records, other_kinds, not_http, other_types, redirects, too_large, .. } = *statistics;
    let losses = [
        (statistics.damaged, "damaged place"),
        (too_large, "record beyond the limit on bytes"),
        (statistics.unresolved_revisits, "revisit of a page that is not in the archive"),
    ];
    let others = [
        (other_types, "record of another media type"),
        (redirects, "redirect"),
        (not_http, "response that is not HTTP"),
        (other_kinds, "record of another kind"),
    ];
    let n_left_out = other_kinds + not_http + other_types + redirects + too_large + statistics.unresolved_revisits;
    let is_empty = n_left_out >= records;
    let counted = losses.iter().chain(others.iter().filter(|_| is_empty)).filter(|(count, _)| *count > 0);
    let parts: Vec<String> = counted.map(|&(count, what)| counted_words(count, what)).collect();
    match (is_empty, parts.is_empty()) {
        (false, true) => None,
        (false, false) => Some(parts.join(", ")),
        (true, true) => Some("no pages in it".to_owned()),
        (true, false) => Some(format!("no pages in it: {}", parts.join(", "))),
    }
}

fn counted_words(count: u64, what: &str) -> String {
    let (first, rest) = what.split_once(' ').map_or((what, String::new()), |(first, rest)| (first, format!(" {rest}")));
    match what {
        _ if count == 1 => format!("1 {what}"),
        "damaged place" => format!("{count} damaged places"),
        _ => format!("{count} {first}s{rest}"),
    }
}
