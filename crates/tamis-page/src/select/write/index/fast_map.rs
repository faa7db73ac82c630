//! Maps whose keys are small numbers that we gave ourselves. Texts of the page are looked up in ordinary maps: there a
//! page could choose keys that collide.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(in super::super) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// Multiplies and folds; the constant is that of the golden ratio.
#[derive(Default)]
pub(in super::super) struct FastHasher(u64);

impl FastHasher {
    #[inline]
    fn add(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number ^ 0x2545_f491_4f6c_dd1d) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.add(number as u64);
    }
}
