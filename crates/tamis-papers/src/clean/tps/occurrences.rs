//! Where each symbol of a shrinking sequence first and last occurs.
//!
//! Only the ends of a symbol's range matter for a border, so the search never reads the sequence itself. The ends
//! are kept as bits over positions, which gives them in order without sorting; a cut costs one step for each position
//! that it removes, over all cuts at most the length of the sequence.

use std::ops::Range;

pub(super) struct Occurrences<'s> {
    symbols: &'s [u32],
    range: Range<usize>,
    /// The next and the previous position with the same symbol.
    next: Vec<u32>,
    previous: Vec<u32>,
    ranges: Vec<SymbolRange>,
    /// A bit for each position that is the first or the last of a symbol that occurs more than once.
    ends: Vec<u64>,
    /// By number of occurrences: how many symbols occur that often.
    n_symbols_of_count: Vec<u32>,
    lowest_count: usize,
    n_symbols: usize,
}

#[derive(Clone, Copy, Default)]
struct SymbolRange {
    count: u32,
    first: u32,
    last: u32,
}

/// The first or the last occurrence of a symbol.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) position: u32,
    /// How often the symbol occurs.
    pub(super) count: u32,
    pub(super) is_first: bool,
}

impl<'s> Occurrences<'s> {
    /// Of the whole sequence; symbols are below `n_symbols`.
    pub(super) fn of(symbols: &'s [u32], n_symbols: usize) -> Occurrences<'s> {
        let mut next = vec![0; symbols.len()];
        let mut previous = vec![0; symbols.len()];
        let mut ranges = vec![SymbolRange::default(); n_symbols];
        for (position, &symbol) in symbols.iter().enumerate() {
            let range = &mut ranges[symbol as usize];
            if range.count == 0 {
                range.first = position as u32;
            } else {
                next[range.last as usize] = position as u32;
                previous[position] = range.last;
            }
            range.count += 1;
            range.last = position as u32;
        }
        let highest_count = ranges.iter().map(|range| range.count).max().unwrap_or(0);
        let mut occurrences = Occurrences {
            symbols,
            range: 0..symbols.len(),
            next,
            previous,
            ends: vec![0; symbols.len().div_ceil(64)],
            n_symbols_of_count: vec![0; highest_count as usize + 1],
            lowest_count: 1,
            n_symbols: 0,
            ranges: Vec::new(),
        };
        for range in ranges.iter().filter(|range| range.count > 0) {
            occurrences.n_symbols += 1;
            occurrences.n_symbols_of_count[range.count as usize] += 1;
            if range.count > 1 {
                occurrences.flip(range.first);
                occurrences.flip(range.last);
            }
        }
        occurrences.ranges = ranges;
        occurrences
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// How many distinct symbols the range has.
    pub(super) fn n_symbols(&self) -> usize {
        self.n_symbols
    }

    /// How many symbols occur exactly `count` times.
    pub(super) fn n_symbols_of_count(&self, count: u32) -> usize {
        self.n_symbols_of_count[count as usize] as usize
    }

    /// The lowest number of times that a symbol of the range occurs.
    ///
    /// The mark sinks by at most one for each position cut off, so that it climbs over all calls at most twice the
    /// length of the sequence.
    pub(super) fn lowest_count(&mut self) -> Option<u32> {
        if self.n_symbols == 0 {
            return None;
        }
        while self.n_symbols_of_count[self.lowest_count] == 0 {
            self.lowest_count += 1;
        }
        Some(self.lowest_count as u32)
    }

    /// The ends of all symbols that occur more than once, in order of position.
    pub(super) fn ends(&self) -> impl Iterator<Item = End> + '_ {
        let words = self.range.start / 64..self.range.end.div_ceil(64);
        words.flat_map(move |word_idx| {
            let mut word = self.ends[word_idx];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                let position = word_idx * 64 + bit;
                let range = self.ranges[self.symbols[position] as usize];
                let position = position as u32;
                Some(End { position, count: range.count, is_first: range.first == position })
            })
        })
    }

    /// Drops all positions below `start`.
    pub(super) fn cut_before(&mut self, start: usize) {
        for position in self.range.start..start {
            let symbol = self.symbols[position] as usize;
            self.drop_end(symbol, position as u32);
            self.ranges[symbol].first = self.next[position];
            self.restore_ends(symbol, self.next[position]);
        }
        self.range.start = start;
    }

    /// Drops all positions from `end` on.
    pub(super) fn cut_from(&mut self, end: usize) {
        for position in (end..self.range.end).rev() {
            let symbol = self.symbols[position] as usize;
            self.drop_end(symbol, position as u32);
            self.ranges[symbol].last = self.previous[position];
            self.restore_ends(symbol, self.previous[position]);
        }
        self.range.end = end;
    }

    /// One occurrence less of `symbol`, that at its end `position`.
    #[inline]
    fn drop_end(&mut self, symbol: usize, position: u32) {
        let count = self.ranges[symbol].count;
        if count > 1 {
            self.flip(position);
        }
        self.n_symbols_of_count[count as usize] -= 1;
        if count == 1 {
            self.n_symbols -= 1;
        } else {
            self.n_symbols_of_count[count as usize - 1] += 1;
            self.lowest_count = self.lowest_count.min(count as usize - 1);
        }
        self.ranges[symbol].count = count - 1;
    }

    /// Marks the new end of `symbol`; a symbol that occurs once has no ends.
    #[inline]
    fn restore_ends(&mut self, symbol: usize, new_end: u32) {
        match self.ranges[symbol].count {
            0 => {}
            // The new end is the other end, which was marked.
            _ => self.flip(new_end),
        }
    }

    #[inline]
    fn flip(&mut self, position: u32) {
        self.ends[position as usize / 64] ^= 1 << (position % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(occurrences: &mut Occurrences<'_>, symbols: &[u32], range: Range<usize>) {
        let part = &symbols[range.clone()];
        let mut distinct = part.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let count = |symbol| part.iter().filter(|&&other| other == symbol).count();
        let expected: Vec<(usize, usize, bool)> = range
            .clone()
            .filter_map(|position| {
                let symbol = symbols[position];
                let is_first = !symbols[range.start..position].contains(&symbol);
                let is_last = !symbols[position + 1..range.end].contains(&symbol);
                (count(symbol) > 1 && (is_first || is_last)).then_some((position, count(symbol), is_first))
            })
            .collect();
        let found: Vec<_> =
            occurrences.ends().map(|end| (end.position as usize, end.count as usize, end.is_first)).collect();
        assert_eq!(found, expected, "{range:?}");
        assert_eq!(occurrences.range(), range);
        assert_eq!(occurrences.n_symbols(), distinct.len());
        let lowest = distinct.iter().map(|&symbol| count(symbol) as u32).min();
        assert_eq!(occurrences.lowest_count(), lowest);
        if let Some(lowest) = lowest {
            let n_lowest = distinct.iter().filter(|&&symbol| count(symbol) as u32 == lowest).count();
            assert_eq!(occurrences.n_symbols_of_count(lowest), n_lowest);
        }
    }

    #[test]
    fn cuts_leave_the_same_as_counting_anew() {
        // A sequence with symbols that occur once, twice and often, over more than one word of bits.
        let symbols: Vec<u32> =
            (0..200u32).map(|i| (i * i + i / 7) % 23 + if i % 50 == 3 { 30 + i / 50 } else { 0 }).collect();
        let mut occurrences = Occurrences::of(&symbols, 64);
        let mut range = 0..symbols.len();
        check(&mut occurrences, &symbols, range.clone());
        for step in 0..60 {
            if step % 3 == 0 {
                range.end = range.end.saturating_sub(step % 5 + 1).max(range.start);
                occurrences.cut_from(range.end);
            } else {
                range.start = (range.start + step % 4 + 1).min(range.end);
                occurrences.cut_before(range.start);
            }
            check(&mut occurrences, &symbols, range.clone());
        }
    }

    #[test]
    fn an_empty_sequence_has_no_symbols() {
        let mut occurrences = Occurrences::of(&[], 0);
        assert_eq!(occurrences.lowest_count(), None);
        assert_eq!(occurrences.ends().count(), 0);
    }
}
