//! Tables as bytes.

use super::TemplateError;
use super::bytes::{Reader, Writer};
use super::labels::Labels;
use crate::annotation::{NoWrapper, Pattern, RecordPosition, StoredColumn, StoredTable, TableMap};
use crate::mapping::{Skeleton, SkeletonId};
use tamis_extract::records::TableRole;
use tamis_extract::{DecimalMark, ValueFormat, ValueType};

/// Roles, types, places and attributes by the number that is stored; none is ever renumbered.
const ROLES: [TableRole; 5] = [TableRole::Other, TableRole::Main, TableRole::List, TableRole::Nav, TableRole::Sidebar];
const TYPES: [ValueType; 9] = [
    ValueType::Text,
    ValueType::Date,
    ValueType::Time,
    ValueType::Money,
    ValueType::Integer,
    ValueType::Decimal,
    ValueType::Percentage,
    ValueType::Image,
    ValueType::Url,
];
const PLACES: [RecordPosition; 4] =
    [RecordPosition::First, RecordPosition::Further, RecordPosition::Outside, RecordPosition::Unknown];
const ATTRIBUTES: [Option<&str>; 3] = [None, Some("href"), Some("src")];

const IS_COMMA: u8 = 16;
const HAS_UNIT: u8 = 32;
const IS_USUAL: u8 = 64;
const IS_AD: u8 = 4;

pub(super) fn write(writer: &mut Writer, labels: &Labels, map: &TableMap) {
    writer.count(map.tables.len());
    for table in &map.tables {
        writer.number(u64::from(table.region.0));
        writer.byte(super::number_of(&ROLES, &table.role) << 1 | u8::from(table.reads_hidden));
        writer.number(u64::from(table.nodes_per_record));
        writer.real(table.weight);
        writer.real(table.confidence);
        writer.count(table.columns.len());
        table.columns.iter().for_each(|column| write_column(writer, column));
        writer.count(table.patterns.len());
        table.patterns.iter().for_each(|pattern| write_pattern(writer, labels, pattern));
        writer.count(table.parts.len());
        let mut next = 0;
        for &(node, pattern) in &table.parts {
            writer.number(u64::from(node.0 - next));
            next = node.0 + 1;
            writer.number(u64::from(pattern));
        }
    }
}

pub(super) fn read(reader: &mut Reader<'_>, labels: &Labels, skeleton: &Skeleton) -> Result<TableMap, TemplateError> {
    let tables = reader.list(|reader| {
        let region = SkeletonId(reader.index(skeleton.len())?);
        let head = reader.byte()?;
        let role = *ROLES.get(usize::from(head >> 1)).ok_or(TemplateError)?;
        let nodes_per_record = reader.small()?;
        let (weight, confidence) = (reader.real()?, reader.real()?);
        let columns = reader.list(read_column)?;
        let patterns = reader.list(|reader| read_pattern(reader, labels, columns.len()))?;
        let mut next = 0_u32;
        let parts = reader.list(|reader| {
            let node = read_next(reader, &mut next, skeleton)?;
            Ok((node, reader.index(patterns.len())?))
        })?;
        let reads_hidden = head & 1 != 0;
        Ok(StoredTable {
            region,
            role,
            nodes_per_record,
            weight,
            confidence,
            reads_hidden,
            columns,
            patterns,
            parts,
            wrapper: Err(NoWrapper::NotLearned),
        })
    })?;
    Ok(TableMap { tables })
}

fn write_column(writer: &mut Writer, column: &StoredColumn) {
    let StoredColumn { name, format, attribute, is_usual } = column;
    let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
    let flags = bit(format.decimal_mark == DecimalMark::Comma, IS_COMMA)
        | bit(format.unit.is_some(), HAS_UNIT)
        | bit(*is_usual, IS_USUAL);
    writer.byte(super::number_of(&TYPES, &format.value_type) | flags);
    writer.byte(super::number_of(&ATTRIBUTES, attribute));
    writer.text(name);
    if let Some(unit) = &format.unit {
        writer.text(unit);
    }
}

fn read_column(reader: &mut Reader<'_>) -> Result<StoredColumn, TemplateError> {
    let head = reader.byte()?;
    let attribute = super::read_one_of(reader, &ATTRIBUTES)?;
    let name = reader.text()?;
    let mut format = ValueFormat::of_type(*TYPES.get(usize::from(head & 15)).ok_or(TemplateError)?);
    format.decimal_mark = if head & IS_COMMA != 0 { DecimalMark::Comma } else { DecimalMark::Dot };
    format.unit = if head & HAS_UNIT != 0 { Some(reader.text()?) } else { None };
    Ok(StoredColumn { name, format, attribute, is_usual: head & IS_USUAL != 0 })
}

fn write_pattern(writer: &mut Writer, labels: &Labels, pattern: &Pattern) {
    let Pattern { tree, texts, attributes, place, is_ad, percent } = pattern;
    writer.byte(super::number_of(&PLACES, place) | if *is_ad { IS_AD } else { 0 });
    if *place == RecordPosition::Unknown {
        writer.byte(*percent);
    }
    labels.write_skeleton(writer, tree);
    writer.count(texts.len());
    let mut next = 0;
    for &(node, column) in texts {
        writer.number(u64::from(node.0 - next));
        next = node.0 + 1;
        writer.number(column.map_or(0, |column| u64::from(column) + 1));
    }
    writer.count(attributes.len());
    let mut last = 0;
    for &(node, column) in attributes {
        // A node may have several.
        writer.number(u64::from(node.0 - last));
        last = node.0;
        writer.number(u64::from(column));
    }
}

fn read_pattern(reader: &mut Reader<'_>, labels: &Labels, n_columns: usize) -> Result<Pattern, TemplateError> {
    let head = reader.byte()?;
    let place = *PLACES.get(usize::from(head & !IS_AD)).ok_or(TemplateError)?;
    let percent = if place == RecordPosition::Unknown { reader.byte()? } else { 0 };
    let tree = labels.read_skeleton(reader)?;
    let mut next = 0;
    let texts = reader.list(|reader| {
        let node = read_next(reader, &mut next, &tree)?;
        Ok((node, reader.index(n_columns + 1)?.checked_sub(1)))
    })?;
    let mut last = 0_u32;
    let attributes = reader.list(|reader| {
        let node = last.checked_add(reader.small()?).filter(|&node| (node as usize) < tree.len());
        last = node.ok_or(TemplateError)?;
        Ok((SkeletonId(last), reader.index(n_columns)?))
    })?;
    Ok(Pattern { tree, texts, attributes, place, is_ad: head & IS_AD != 0, percent })
}

/// A node of a tree that comes after the one before.
fn read_next(reader: &mut Reader<'_>, next: &mut u32, tree: &Skeleton) -> Result<SkeletonId, TemplateError> {
    let node = next.checked_add(reader.small()?).filter(|&node| (node as usize) < tree.len()).ok_or(TemplateError)?;
    *next = node + 1;
    Ok(SkeletonId(node))
}
