//! The names and shapes of nodes, each once, and trees of them.

use super::TemplateError;
use super::bytes::{Reader, Writer};
use crate::label::Label;
use crate::mapping::{Skeleton, SkeletonId};
use std::collections::{BTreeMap, BTreeSet};

/// The names and shapes of nodes by number.
pub(super) struct Labels {
    list: Vec<(Label, u32)>,
    numbers: BTreeMap<(Label, u32), usize>,
}

impl Labels {
    /// The names in some trees, the frequent ones first: their numbers are short.
    pub(super) fn of<'s>(trees: impl Iterator<Item = &'s Skeleton>) -> Labels {
        let mut counts: BTreeMap<(Label, u32), usize> = BTreeMap::new();
        for tree in trees {
            for node in (0..tree.len() as u32).map(SkeletonId) {
                *counts.entry((tree.label(node), tree.shape(node))).or_default() += 1;
            }
        }
        let mut list: Vec<(Label, u32)> = counts.keys().copied().collect();
        list.sort_by_key(|label| std::cmp::Reverse(counts[label]));
        let numbers = list.iter().copied().zip(0..).collect();
        Labels { list, numbers }
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        let tags: BTreeSet<u32> = self.list.iter().map(|(label, _)| label.tag).collect();
        let shapes: BTreeSet<u32> = self.list.iter().map(|&(_, shape)| shape).collect();
        let (tags, shapes): (Vec<u32>, Vec<u32>) = (tags.into_iter().collect(), shapes.into_iter().collect());
        super::write_sorted(writer, tags.iter().copied());
        super::write_sorted(writer, shapes.iter().copied());
        writer.count(self.list.len());
        for (label, shape) in &self.list {
            let tag = tags.partition_point(|&tag| tag < label.tag) as u64;
            writer.number(tag << 2 | u64::from(label.id != 0) << 1 | u64::from(label.class != 0));
            for number in [label.id, label.class].into_iter().filter(|&number| number != 0) {
                writer.hash(number);
            }
            writer.count(shapes.partition_point(|other| other < shape));
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Labels, TemplateError> {
        let tags = super::read_sorted(reader, u32::MAX)?;
        let shapes = super::read_sorted(reader, u32::MAX)?;
        let list = reader.list(|reader| {
            let head = reader.small()?;
            let tag = *tags.get((head >> 2) as usize).ok_or(TemplateError)?;
            let id = if head & 2 != 0 { reader.hash()? } else { 0 };
            let class = if head & 1 != 0 { reader.hash()? } else { 0 };
            let shape = shapes[reader.index(shapes.len())? as usize];
            Ok((Label { tag, id, class }, shape))
        })?;
        Ok(Labels { list, numbers: BTreeMap::new() })
    }

    /// A tree: of each node its name, and of a node with children the number of nodes in it.
    pub(super) fn write_skeleton(&self, writer: &mut Writer, tree: &Skeleton) {
        writer.count(tree.len());
        for node in (0..tree.len() as u32).map(SkeletonId) {
            let n_nodes = tree.subtree(node).len();
            let name = self.numbers[&(tree.label(node), tree.shape(node))];
            writer.number((name as u64) << 1 | u64::from(n_nodes > 1));
            if n_nodes > 1 {
                writer.count(n_nodes);
            }
        }
    }

    pub(super) fn read_skeleton(&self, reader: &mut Reader<'_>) -> Result<Skeleton, TemplateError> {
        let parts = reader.list(|reader| {
            let head = reader.small()?;
            let (label, shape) = *self.list.get((head >> 1) as usize).ok_or(TemplateError)?;
            let n_nodes = if head & 1 != 0 { reader.small()? } else { 1 };
            Ok((label, shape, n_nodes))
        })?;
        Skeleton::from_parts(parts).ok_or(TemplateError)
    }
}
