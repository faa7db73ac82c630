//! Blocks that have something in common.

use super::survey::Block;
use crate::compare::fingerprint::NumberMap;
use std::hash::BuildHasherDefault;

/// The blocks of a page in groups: those at one kind of place, or with one text.
pub(super) struct Groups {
    groups: Vec<Group>,
    /// The place of each block's group.
    numbers: Vec<u32>,
}

/// A group of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Group {
    /// The first of them.
    pub(super) first: usize,
    pub(super) count: u32,
    pub(super) words: u32,
    pub(super) characters: u32,
    pub(super) link_characters: u32,
}

impl Groups {
    /// Groups the blocks that have one key; a key is [mixed](crate::compare::fingerprint::mix).
    pub(super) fn by(blocks: &[Block], key: impl Fn(&Block) -> u64) -> Groups {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: NumberMap<u32> =
            NumberMap::with_capacity_and_hasher(blocks.len(), BuildHasherDefault::default());
        let mut numbers = Vec::with_capacity(blocks.len());
        for (idx, block) in blocks.iter().enumerate() {
            let number = *known.entry(key(block)).or_insert_with(|| {
                groups.push(Group { first: idx, ..Group::default() });
                groups.len() as u32 - 1
            });
            let group = &mut groups[number as usize];
            group.count += 1;
            group.words += block.text.words;
            group.characters += block.text.characters;
            group.link_characters += block.text.link_characters;
            numbers.push(number);
        }
        Groups { groups, numbers }
    }

    /// The group of a block.
    #[inline]
    pub(super) fn of_block(&self, idx: usize) -> &Group {
        &self.groups[self.numbers[idx] as usize]
    }
}
