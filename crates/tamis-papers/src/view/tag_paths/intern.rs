//! Gives each distinct (parent path, tag, class, style) its number.
//!
//! Open addressing with linear probing over a hash of the key; keys are compared in full, so that colliding hashes
//! cannot change an answer. The hash has no secret, so a page can be written whose keys all collide: after
//! [`MAX_PROBES`] steps a key goes to an ordered map instead, and the worst page costs a logarithm, not a scan.

use crate::view::tag_tree::Label;
use std::collections::BTreeMap;

/// What makes a path distinct.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::view) struct PathKey<'d> {
    pub(in crate::view) parent: u32,
    pub(in crate::view) label: Label,
    pub(in crate::view) class: &'d str,
    pub(in crate::view) style: &'d str,
}

impl PathKey<'_> {
    #[inline]
    fn equals(&self, other: &PathKey<'_>) -> bool {
        self.parent == other.parent
            && self.label == other.label
            && same_text(self.class, other.class)
            && same_text(self.style, other.style)
    }
}

/// Equality that does not hand empty texts to `memcmp`. Their pointers dangle, and the masked loads of its AVX-512
/// version took 60 ns on such an address, more than all else in this file (perf, November 2026).
#[inline]
fn same_text(one: &str, other: &str) -> bool {
    one.len() == other.len() && (one.is_empty() || one == other)
}

/// Longer runs do not happen by chance at half load.
const MAX_PROBES: usize = 32;
const INITIAL_SLOTS: usize = 512;
const EMPTY: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(in crate::view) struct PathTable<'d> {
    slots: Vec<u32>,
    entries: Vec<Entry<'d>>,
    crowded_out: BTreeMap<PathKey<'d>, u32>,
}

#[derive(Clone, Debug)]
struct Entry<'d> {
    key: PathKey<'d>,
    hash: u64,
    symbol: u32,
}

impl Default for PathTable<'_> {
    fn default() -> Self {
        PathTable { slots: vec![EMPTY; INITIAL_SLOTS], entries: Vec::new(), crowded_out: BTreeMap::new() }
    }
}

impl<'d> PathTable<'d> {
    /// The number of `key`; a key not seen before gets `next_symbol`.
    #[inline]
    pub(in crate::view) fn intern(&mut self, key: PathKey<'d>, next_symbol: u32) -> u32 {
        let hash = hash_key(&key);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        for _ in 0..MAX_PROBES {
            let Some(entry) = self.entries.get(self.slots[slot] as usize) else {
                self.insert(key, hash, next_symbol);
                return next_symbol;
            };
            if entry.hash == hash && entry.key.equals(&key) {
                return entry.symbol;
            }
            slot = (slot + 1) & mask;
        }
        if let Some(&symbol) = self.crowded_out.get(&key) {
            return symbol;
        }
        self.insert(key, hash, next_symbol);
        next_symbol
    }

    #[inline(never)]
    fn insert(&mut self, key: PathKey<'d>, hash: u64, symbol: u32) {
        self.entries.push(Entry { key, hash, symbol });
        if self.entries.len() * 2 > self.slots.len() {
            let n_slots = self.slots.len() * 2;
            self.slots.clear();
            self.slots.resize(n_slots, EMPTY);
            self.crowded_out.clear();
            for entry_idx in 0..self.entries.len() {
                self.place(entry_idx);
            }
        } else {
            self.place(self.entries.len() - 1);
        }
    }

    fn place(&mut self, entry_idx: usize) {
        let Entry { key, hash, symbol } = self.entries[entry_idx];
        let mask = self.slots.len() - 1;
        for step in 0..MAX_PROBES {
            let slot = &mut self.slots[(hash as usize + step) & mask];
            if *slot == EMPTY {
                *slot = entry_idx as u32;
                return;
            }
        }
        self.crowded_out.insert(key, symbol);
    }
}

fn hash_key(key: &PathKey<'_>) -> u64 {
    let numbers = u64::from(key.parent) << 32 | key.label.index() as u64;
    let mut hash = fold(numbers ^ SEEDS[0], SEEDS[1]);
    hash = hash_bytes(hash, key.class.as_bytes());
    hash_bytes(hash.rotate_left(32), key.style.as_bytes())
}

/// Odd constants without structure (the digits of the golden ratio and of its powers).
const SEEDS: [u64; 3] = [0x9E37_79B9_7F4A_7C15, 0xC6BC_2796_92B5_C323, 0xD1B5_4A32_D192_ED03];

/// Sixteen bytes a multiplication; the length is part of the hash, so that padding is unambiguous.
#[inline]
fn hash_bytes(hash: u64, bytes: &[u8]) -> u64 {
    if bytes.is_empty() {
        return hash;
    }
    let mut hash = hash ^ (bytes.len() as u64).wrapping_mul(SEEDS[2]);
    let (pairs, rest) = bytes.as_chunks::<16>();
    for pair in pairs {
        hash = fold(hash ^ word(&pair[..8]), SEEDS[1] ^ word(&pair[8..]));
    }
    let (low, high) = rest.split_at(rest.len().min(8));
    fold(hash ^ word(low), SEEDS[1] ^ word(high))
}

/// Up to eight bytes as a number.
#[inline]
fn word(bytes: &[u8]) -> u64 {
    if let Ok(eight) = <[u8; 8]>::try_from(bytes) {
        return u64::from_le_bytes(eight);
    }
    match bytes.len() {
        0 => 0,
        // First, middle and last byte are all bytes when there are three or fewer.
        n @ 1..=3 => u64::from(bytes[0]) | u64::from(bytes[n / 2]) << 8 | u64::from(bytes[n - 1]) << 16,
        // Two overlapping halves.
        n => {
            let half =
                |at: usize| u64::from(u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
            half(0) | half(n - 4) << 32
        }
    }
}

/// The two halves of the product of both, mixed.
#[inline]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use tamis_page::names;

    fn key(parent: u32, class: &str) -> PathKey<'_> {
        PathKey { parent, label: Label::of(names::DIV), class, style: "" }
    }

    #[test]
    fn equal_keys_share_a_number_whatever_the_number_of_keys() {
        let classes: Vec<String> = (0..5000).map(|i| format!("class-{i}")).collect();
        let mut table = PathTable::default();
        for round in 0..2 {
            for (i, class) in classes.iter().enumerate() {
                let symbol = table.intern(key(7, class), i as u32);
                assert_eq!(symbol, i as u32, "round {round}");
            }
        }
    }

    #[test]
    fn keys_that_all_collide_are_told_apart() {
        let classes: Vec<String> = (0..300).map(|i| format!("class-{i}")).collect();
        let mut table = PathTable::default();
        for (i, class) in classes.iter().enumerate() {
            table.insert(key(0, class), 42, i as u32);
        }
        assert!(!table.crowded_out.is_empty());
        assert_eq!(table.crowded_out.get(&key(0, "class-299")), Some(&299));
        assert_eq!(table.entries.len(), 300);
    }

    #[test]
    fn the_parts_of_a_key_are_not_interchangeable() {
        let mut table = PathTable::default();
        let keys = [
            PathKey { parent: 0, label: Label::of(names::DIV), class: "ab", style: "c" },
            PathKey { parent: 0, label: Label::of(names::DIV), class: "a", style: "bc" },
            PathKey { parent: 0, label: Label::of(names::DIV), class: "", style: "abc" },
            PathKey { parent: 0, label: Label::of(names::P), class: "ab", style: "c" },
            PathKey { parent: 1, label: Label::of(names::DIV), class: "ab", style: "c" },
        ];
        for (i, key) in keys.into_iter().enumerate() {
            assert_eq!(table.intern(key, i as u32), i as u32);
        }
    }
}
