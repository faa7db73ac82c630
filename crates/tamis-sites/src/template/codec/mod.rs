//! Templates as bytes, for a store.
//!
//! The first byte is the version; then come the fingerprint, so that it can be read alone, the names of all nodes, each
//! once, the skeleton, what was said, and last the wrappers of tables. Numbers are short where they are small, and sorted numbers are written by what
//! each is larger than the one before. Whoever reads checks everything: what comes out is a template whose every number
//! means something, or nothing does.

mod areas;
mod bytes;
mod kept_text;
mod labels;
mod tables;
#[cfg(test)]
mod tests;
mod wrappers;

use super::{StoredAnswers, Template, TemplateError};
use crate::annotation::{NoWrapper, TableMap};
use crate::fingerprint::{Fingerprint, PathSet};
use crate::mapping::SkeletonId;
use bytes::{Reader, Writer};
use labels::Labels;
use tamis_extract::clean::blocks::PageKind;

const VERSION: u8 = 1;

/// What a template says, as bits of a byte.
const HAS_AREAS: u8 = 1;
const HAS_KEPT: u8 = 2;
const HAS_KIND: u8 = 4;
const HAS_TABLES: u8 = 8;
/// Templates that were stored before there were wrappers have tables without them.
const HAS_WRAPPERS: u8 = 16;

/// The kinds of pages by the number that is stored; none is ever renumbered.
const KINDS: [PageKind; 7] = [
    PageKind::Other,
    PageKind::Article,
    PageKind::List,
    PageKind::Product,
    PageKind::Forum,
    PageKind::Doc,
    PageKind::Service,
];

pub(super) fn encode(template: &Template) -> Vec<u8> {
    let Template { fingerprint, skeleton, answers } = template;
    let StoredAnswers { areas, kept, comments, kind, tables } = answers;
    // What says nothing of wrappers is written as it was read.
    let is_wrapped = |map: &&TableMap| map.tables.iter().any(|table| table.wrapper != Err(NoWrapper::NotLearned));
    let wrapped = tables.as_ref().filter(is_wrapped);
    let mut writer = Writer::default();
    writer.byte(VERSION);
    write_fingerprint(&mut writer, fingerprint);
    let flags = [
        (areas.is_some(), HAS_AREAS),
        (kept.is_some(), HAS_KEPT),
        (kind.is_some(), HAS_KIND),
        (tables.is_some(), HAS_TABLES),
        (wrapped.is_some(), HAS_WRAPPERS),
    ];
    writer.byte(flags.iter().filter(|(is_there, _)| *is_there).map(|(_, bit)| bit).sum());
    let trees =
        tables.iter().flat_map(|map| &map.tables).flat_map(|table| &table.patterns).map(|pattern| &pattern.tree);
    let labels = Labels::of(std::iter::once(skeleton).chain(trees));
    labels.write(&mut writer);
    labels.write_skeleton(&mut writer, skeleton);
    if let Some(map) = areas {
        areas::write(&mut writer, map);
    }
    if let Some(map) = kept {
        kept_text::write(&mut writer, map);
    }
    write_ids(&mut writer, comments);
    if let Some((kind, confidence)) = kind {
        writer.byte(number_of(&KINDS, kind));
        writer.real(*confidence);
    }
    if let Some(map) = tables {
        tables::write(&mut writer, &labels, map);
    }
    if let Some(map) = wrapped {
        wrappers::write(&mut writer, map);
    }
    writer.bytes
}

pub(super) fn decode(bytes: &[u8]) -> Result<Template, TemplateError> {
    let mut reader = Reader::new(bytes);
    let fingerprint = read_head(&mut reader)?;
    let flags = reader.byte()?;
    let has = |bit: u8| flags & bit != 0;
    if flags & !(HAS_AREAS | HAS_KEPT | HAS_KIND | HAS_TABLES | HAS_WRAPPERS) != 0 {
        return Err(TemplateError);
    }
    let labels = Labels::read(&mut reader)?;
    let skeleton = labels.read_skeleton(&mut reader)?;
    let areas = if has(HAS_AREAS) { Some(areas::read(&mut reader, &skeleton)?) } else { None };
    let kept = if has(HAS_KEPT) { Some(kept_text::read(&mut reader, &skeleton)?) } else { None };
    let comments = read_ids(&mut reader, skeleton.len())?;
    let kind = if has(HAS_KIND) { Some((read_one_of(&mut reader, &KINDS)?, reader.real()?)) } else { None };
    let mut tables = if has(HAS_TABLES) { Some(tables::read(&mut reader, &labels, &skeleton)?) } else { None };
    if has(HAS_WRAPPERS) {
        wrappers::read(&mut reader, tables.as_mut().ok_or(TemplateError)?)?;
    }
    if !reader.is_at_end() {
        return Err(TemplateError);
    }
    let answers = StoredAnswers { areas, kept, comments, kind, tables };
    Ok(Template { fingerprint, skeleton, answers })
}

pub(super) fn decode_fingerprint(bytes: &[u8]) -> Result<Fingerprint, TemplateError> {
    read_head(&mut Reader::new(bytes))
}

fn read_head(reader: &mut Reader<'_>) -> Result<Fingerprint, TemplateError> {
    if reader.byte()? != VERSION {
        return Err(TemplateError);
    }
    let paths = PathSet::from_numbers(read_sorted(reader, u32::MAX)?);
    let blocks = PathSet::from_numbers(read_sorted(reader, u32::MAX)?);
    Ok(Fingerprint::from_sets(paths, blocks))
}

fn write_fingerprint(writer: &mut Writer, fingerprint: &Fingerprint) {
    for set in [fingerprint.paths(), fingerprint.blocks()] {
        write_sorted(writer, set.numbers().iter().copied());
    }
}

/// Numbers that are sorted, each once.
fn write_sorted(writer: &mut Writer, numbers: impl ExactSizeIterator<Item = u32>) {
    writer.count(numbers.len());
    let mut next = 0;
    for number in numbers {
        writer.number(u64::from(number) - next);
        next = u64::from(number) + 1;
    }
}

fn read_sorted(reader: &mut Reader<'_>, most: u32) -> Result<Vec<u32>, TemplateError> {
    let mut next = 0_u32;
    let mut is_full = false;
    reader.list(|reader| {
        let number = reader.small().ok().and_then(|more| next.checked_add(more)).ok_or(TemplateError)?;
        if is_full || number > most {
            return Err(TemplateError);
        }
        (next, is_full) = (number.wrapping_add(1), number == u32::MAX);
        Ok(number)
    })
}

fn write_ids(writer: &mut Writer, ids: &[SkeletonId]) {
    write_sorted(writer, ids.iter().map(|id| id.0));
}

/// Nodes of a tree of `n` nodes.
fn read_ids(reader: &mut Reader<'_>, n: usize) -> Result<Vec<SkeletonId>, TemplateError> {
    let most = u32::try_from(n.saturating_sub(1)).map_err(|_| TemplateError)?;
    Ok(read_sorted(reader, most)?.into_iter().map(SkeletonId).collect())
}

/// The place of a value in its list; that of the first for a value that is newer than this version.
fn number_of<T: PartialEq>(all: &[T], one: &T) -> u8 {
    all.iter().position(|other| other == one).unwrap_or(0) as u8
}

fn read_one_of<T: Copy>(reader: &mut Reader<'_>, all: &[T]) -> Result<T, TemplateError> {
    all.get(usize::from(reader.byte()?)).copied().ok_or(TemplateError)
}
