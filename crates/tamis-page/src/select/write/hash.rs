//! A hash for short keys of which an index looks up hundreds a page: words multiplied and folded, from a start that
//! nobody outside can know.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A map whose order is never looked at.
pub(super) type Map<K, V> = std::collections::HashMap<K, V, Seed>;

/// Where the hashes of a map start.
#[derive(Clone, Copy)]
pub(super) struct Seed(u64);

impl Default for Seed {
    fn default() -> Seed {
        Seed(RandomState::new().build_hasher().finish())
    }
}

impl BuildHasher for Seed {
    type Hasher = Folding;

    fn build_hasher(&self) -> Folding {
        Folding(self.0)
    }
}

pub(super) struct Folding(u64);

impl Folding {
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(0x9e37_79b9_7f4a_7c15_u64 ^ self.0.rotate_left(32) | 1);
        self.0 = (product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(29);
    }
}

impl Hasher for Folding {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.fold(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.fold(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, byte: u8) {
        self.fold(u64::from(byte));
    }

    fn write_u32(&mut self, word: u32) {
        self.fold(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.fold(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.fold(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_differ_a_little_have_different_hashes() {
        let seed = Seed::default();
        let mut hashes: Vec<u64> = Vec::new();
        for number in 0..2000_u32 {
            hashes.extend([seed.hash_one(number), seed.hash_one(format!("class-{number}")), seed.hash_one((number, 1))]);
        }
        for len in 0..40 {
            hashes.push(seed.hash_one("\0".repeat(len)));
        }
        let n_hashes = hashes.len();
        // A table looks at the lowest and at the highest bits.
        for bits in [|hash: &u64| hash & 0xfff_ffff_ffff, |hash: &u64| hash >> 20] {
            let mut parts: Vec<u64> = hashes.iter().map(bits).collect();
            parts.sort_unstable();
            parts.dedup();
            assert_eq!(parts.len(), n_hashes);
        }
    }
}
