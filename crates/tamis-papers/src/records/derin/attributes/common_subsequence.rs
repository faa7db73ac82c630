//! What two sequences have in common, in order.

use std::collections::BTreeMap;

/// The length of the longest common subsequence, sixty-four cells of the table a step (Hyyrö 2004).
pub(crate) fn common_subsequence<T: Ord>(one: &[T], other: &[T]) -> usize {
    let n_prefix = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[n_prefix..], &other[n_prefix..]);
    let n_suffix = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[..one.len() - n_suffix], &other[..other.len() - n_suffix]);
    if one.is_empty() || other.is_empty() {
        return n_prefix + n_suffix;
    }
    let n_words = one.len().div_ceil(64);
    let mut places_of: BTreeMap<&T, Vec<u64>> = BTreeMap::new();
    for (place, token) in one.iter().enumerate() {
        places_of.entry(token).or_insert_with(|| vec![0; n_words])[place / 64] |= 1 << (place % 64);
    }
    // A zero bit marks a row where the length grows.
    let mut row = vec![u64::MAX; n_words];
    for token in other {
        let Some(places) = places_of.get(token) else { continue };
        let mut carry = false;
        for (word, &places) in row.iter_mut().zip(places) {
            let matches = *word & places;
            let (sum, carry_one) = word.overflowing_add(matches);
            let (sum, carry_two) = sum.overflowing_add(u64::from(carry));
            carry = carry_one || carry_two;
            *word = sum | (*word & !places);
        }
    }
    let grown = |(index, word): (usize, &u64)| {
        let n_bits = (one.len() - index * 64).min(64);
        (!word & (u64::MAX >> (64 - n_bits))).count_ones() as usize
    };
    n_prefix + n_suffix + row.iter().enumerate().map(grown).sum::<usize>()
}
