//! Areas as bytes.

use super::TemplateError;
use super::bytes::{Reader, Writer};
use crate::annotation::{AreaMap, StoredArea};
use crate::mapping::{Skeleton, SkeletonId};
use tamis_extract::segment::{Levels, Role};
use tamis_page::Rect;

const IS_PART: u8 = 1;
const IS_BLOCK: u8 = 2;
const HAS_RECT: u8 = 4;

/// The roles by the number that is stored; none is ever renumbered.
const ROLES: [Role; 13] = [
    Role::Other,
    Role::Page,
    Role::Header,
    Role::Nav,
    Role::Sidebar,
    Role::Main,
    Role::List,
    Role::Article,
    Role::Comments,
    Role::Related,
    Role::Ad,
    Role::Cookie,
    Role::Footer,
];

pub(super) fn write(writer: &mut Writer, map: &AreaMap) {
    writer.count(map.areas.len());
    for (number, area) in map.areas.iter().enumerate() {
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let flags = bit(area.levels.is_part, IS_PART)
            | bit(area.levels.is_block, IS_BLOCK)
            | bit(area.rect.is_some(), HAS_RECT);
        writer.byte(super::number_of(&ROLES, &area.role) << 3 | flags);
        if number > 0 {
            writer.number(number as u64 - 1 - u64::from(area.parent));
        }
        if let Some(Rect { x, y, width, height }) = area.rect {
            for edge in [x, y, width, height] {
                writer.signed(edge as i64);
            }
        }
    }
    writer.count(map.marks.len());
    let (mut next, mut last_area) = (0, 0);
    for &(node, area) in &map.marks {
        writer.number(u64::from(node.0 - next));
        next = node.0 + 1;
        let area = area.map_or(0, |area| i64::from(area) + 1);
        writer.signed(area - last_area);
        last_area = area;
    }
}

pub(super) fn read(reader: &mut Reader<'_>, skeleton: &Skeleton) -> Result<AreaMap, TemplateError> {
    let mut n_areas = 0;
    let areas = reader.list(|reader| {
        let head = reader.byte()?;
        let role = *ROLES.get(usize::from(head >> 3)).ok_or(TemplateError)?;
        let parent = match n_areas {
            0 => 0,
            n => n - 1 - reader.index(n as usize)?,
        };
        n_areas += 1;
        let levels = Levels { is_part: head & IS_PART != 0, is_block: head & IS_BLOCK != 0 };
        let rect = if head & HAS_RECT != 0 { Some(read_rect(reader)?) } else { None };
        Ok(StoredArea { parent, levels, role, rect })
    })?;
    if areas.is_empty() {
        return Err(TemplateError);
    }
    let (mut next, mut last_area) = (0_u32, 0_i64);
    let marks = reader.list(|reader| {
        let node = next.checked_add(reader.small()?).filter(|&node| (node as usize) < skeleton.len());
        let node = node.ok_or(TemplateError)?;
        next = node + 1;
        last_area = last_area.checked_add(reader.signed()?).ok_or(TemplateError)?;
        let area = usize::try_from(last_area).ok().filter(|&area| area <= areas.len()).ok_or(TemplateError)?;
        Ok((SkeletonId(node), area.checked_sub(1).map(|area| area as u32)))
    })?;
    Ok(AreaMap { areas, marks })
}

/// Whole pixels, as they are remembered.
fn read_rect(reader: &mut Reader<'_>) -> Result<Rect, TemplateError> {
    const MAX: i64 = 1 << 24;
    // Not by `abs`: the least of all numbers has none.
    let is_edge = |edge: i64| (-MAX..=MAX).contains(&edge);
    let mut edge = || reader.signed().and_then(|edge| if is_edge(edge) { Ok(edge as f32) } else { Err(TemplateError) });
    let (x, y, width, height) = (edge()?, edge()?, edge()?, edge()?);
    if width < 0.0 || height < 0.0 {
        return Err(TemplateError);
    }
    Ok(Rect { x, y, width, height })
}
