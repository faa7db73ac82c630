//! Multisets of words.

use std::collections::BTreeMap;

/// A multiset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bag<T: Ord> {
    counts: BTreeMap<T, usize>,
    len: usize,
}

impl<T: Ord> FromIterator<T> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Bag<T> {
        let mut bag = Bag { counts: BTreeMap::new(), len: 0 };
        for item in items {
            *bag.counts.entry(item).or_default() += 1;
            bag.len += 1;
        }
        bag
    }
}

impl<T: Ord> Bag<T> {
    /// How many items there are, each as often as it occurs.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many items the two have in common, each as often as it occurs in both.
    pub fn common(&self, other: &Bag<T>) -> usize {
        let (few, many) = if self.counts.len() <= other.counts.len() { (self, other) } else { (other, self) };
        few.counts.iter().map(|(item, &count)| count.min(many.counts.get(item).copied().unwrap_or(0))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_counts_repeated_items() {
        let one: Bag<_> = ["a", "a", "b"].into_iter().collect();
        let other: Bag<_> = ["a", "a", "a", "c"].into_iter().collect();
        assert_eq!((one.len(), one.common(&other), other.common(&one)), (3, 2, 2));
    }
}
