//! Sets of links, as a bit set written in runs.
//!
//! A node above links is above a run of them, so a set of nodes is a few runs whatever the number of links, and two
//! sets are equal exactly when their runs are.

use std::ops::Range;

/// A set of links of one path.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct SeedSet {
    runs: Vec<Range<u32>>,
}

impl SeedSet {
    /// A set from runs in order.
    pub(super) fn of_runs(runs: impl IntoIterator<Item = Range<u32>>) -> SeedSet {
        let mut set = SeedSet::default();
        for run in runs {
            set.add(run);
        }
        set
    }

    /// Adds a run that begins at or after the end of the last one, or is a part of it.
    pub(super) fn add(&mut self, run: Range<u32>) {
        match self.runs.last_mut() {
            Some(last) if run.start <= last.end => last.end = last.end.max(run.end),
            _ if run.is_empty() => {}
            _ => self.runs.push(run),
        }
    }

    /// The runs, apart from each other and in order.
    pub(super) fn runs(&self) -> &[Range<u32>] {
        &self.runs
    }

    /// How many links there are.
    pub(super) fn len(&self) -> usize {
        self.runs.iter().map(ExactSizeIterator::len).sum()
    }
}

/// A list of numbers that answers for the least of any range at once.
pub(super) struct RangeMinimum {
    /// The `n`-th row has the least of 2^n numbers from each position on.
    rows: Vec<Vec<u32>>,
}

impl RangeMinimum {
    pub(super) fn of(numbers: Vec<u32>) -> RangeMinimum {
        let mut rows = vec![numbers];
        let mut width = 1;
        while 2 * width <= rows[0].len() {
            let last = &rows[rows.len() - 1];
            let next = (0..=rows[0].len() - 2 * width).map(|start| last[start].min(last[start + width])).collect();
            rows.push(next);
            width *= 2;
        }
        RangeMinimum { rows }
    }

    /// The least number of a range that is not empty.
    pub(super) fn of_range(&self, range: Range<usize>) -> u32 {
        let row = range.len().ilog2() as usize;
        self.rows[row][range.start].min(self.rows[row][range.end - (1 << row)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_runs_are_one() {
        let set = SeedSet::of_runs([0..2, 2..3, 5..6, 5..6]);
        assert_eq!(set.runs(), [0..3, 5..6]);
        assert_eq!(set.len(), 4);
        assert_eq!(set, SeedSet::of_runs([0..3, 5..6]));
    }

    #[test]
    fn the_least_of_any_range() {
        let numbers = [5, 2, 8, 1, 9, 3, 3];
        let minimum = RangeMinimum::of(numbers.to_vec());
        for start in 0..numbers.len() {
            for end in start + 1..=numbers.len() {
                let expected = numbers[start..end].iter().copied().min();
                assert_eq!(Some(minimum.of_range(start..end)), expected, "{start}..{end}");
            }
        }
    }
}
