//! Kept text as bytes.

use super::TemplateError;
use super::bytes::{Reader, Writer};
use crate::annotation::KeptMap;
use crate::mapping::{Skeleton, SkeletonId};

pub(super) fn write(writer: &mut Writer, map: &KeptMap) {
    writer.count(map.marks.len());
    let mut next = 0;
    for &(node, is_kept) in &map.marks {
        writer.number(u64::from(node.0 - next) << 1 | u64::from(is_kept));
        next = node.0 + 1;
    }
    super::write_ids(writer, &map.revealed);
}

pub(super) fn read(reader: &mut Reader<'_>, skeleton: &Skeleton) -> Result<KeptMap, TemplateError> {
    let (mut next, mut end) = (0_u32, 0);
    let marks = reader.list(|reader| {
        let head = reader.small()?;
        let node = next.checked_add(head >> 1).filter(|&node| (node as usize) < skeleton.len()).ok_or(TemplateError)?;
        // None is within another.
        if (node as usize) < end {
            return Err(TemplateError);
        }
        let node = SkeletonId(node);
        (next, end) = (node.0 + 1, skeleton.subtree(node).end);
        Ok((node, head & 1 != 0))
    })?;
    let revealed = super::read_ids(reader, skeleton.len())?;
    Ok(KeptMap { marks, revealed })
}
