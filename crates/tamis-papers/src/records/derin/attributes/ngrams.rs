//! N-grams of a sequence of tokens that occur more than once, ranked by how much of the sequence they explain.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;
use tamis_page::budget;

/// A run of tokens that occurs at least twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub(crate) struct Ngram {
    /// Where in the sequence it first occurs.
    pub start: usize,
    /// How many tokens it has.
    pub len: usize,
    /// How often it occurs, counted from the left without overlaps.
    pub n_occurrences: usize,
    /// How many of them begin and end at a bound.
    pub n_whole: usize,
    /// How many tokens are left when all of its occurrences are taken away.
    pub n_left: usize,
}

impl Ngram {
    /// The n-gram as if only its occurrences between bounds counted.
    pub(crate) fn whole(self) -> Ngram {
        let n_fewer = self.n_occurrences - self.n_whole;
        Ngram { n_occurrences: self.n_whole, n_left: self.n_left + self.len * n_fewer, ..self }
    }

    /// Its tokens.
    pub(crate) fn tokens<'t>(&self, tokens: &'t [u32]) -> &'t [u32] {
        &tokens[self.start..self.start + self.len]
    }

    /// Length times frequency over what is left; without end where nothing is left.
    pub(crate) fn score(&self) -> f64 {
        (self.len * self.n_occurrences) as f64 / self.n_left as f64
    }
}

/// A run of attributes that was ranked, or became the structure of records.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RankedNgram {
    /// The concepts in order; in the tuned profile, the kinds of children.
    pub concepts: Vec<u32>,
    /// How often it occurs without overlaps.
    pub n_occurrences: usize,
    /// How many attributes are left without it.
    pub n_left: usize,
    /// Equation 10; without end where nothing is left.
    pub score: f64,
}

impl RankedNgram {
    pub(crate) fn of(ngram: &Ngram, tokens: &[u32]) -> RankedNgram {
        let (n_occurrences, n_left) = (ngram.n_occurrences, ngram.n_left);
        RankedNgram { concepts: ngram.tokens(tokens).to_vec(), n_occurrences, n_left, score: ngram.score() }
    }
}

/// All n-grams of up to `max_len` tokens that occur at least twice within the ranges, the one with the highest score
/// first; of equal scores the shorter, then the earlier. No n-gram reaches over the end of a range. `is_bound` says
/// whether something begins with the token at a position and what is before it ends there.
pub(crate) fn ranked(
    tokens: &[u32],
    ranges: &[Range<usize>],
    max_len: usize,
    is_bound: impl Fn(usize) -> bool,
) -> Vec<Ngram> {
    let n_tokens: usize = ranges.iter().map(Range::len).sum();
    // Where an n-gram of the current length starts, its number, and where its range ends.
    let starts = ranges.iter().flat_map(|range| range.clone().map(|start| (start, 0_u32, range.end)));
    let mut windows: Vec<(usize, u32, usize)> = starts.collect();
    let mut found = Vec::new();
    for len in 1..=max_len {
        budget::spend(16 * windows.len());
        let mut number_of: HashMap<(u32, u32), u32> = HashMap::new();
        let mut counts: Vec<Count> = Vec::new();
        windows.retain_mut(|(start, number, end)| {
            if *start + len > *end {
                return false;
            }
            let next = counts.len() as u32;
            *number = *number_of.entry((*number, tokens[*start + len - 1])).or_insert(next);
            if *number == next {
                counts.push(Count { first: *start, ..Count::default() });
            }
            if let Some(count) = counts.get_mut(*number as usize) {
                count.all.add(*start, len);
                if is_bound(*start) && is_bound(*start + len) {
                    count.whole.add(*start, len);
                }
            }
            true
        });
        // What occurs once cannot be the beginning of something that occurs twice.
        windows.retain(|&(_, number, _)| counts[number as usize].all.n > 1);
        if windows.is_empty() {
            break;
        }
        found.extend(counts.iter().filter(|count| count.all.n > 1).map(|count| Ngram {
            start: count.first,
            len,
            n_occurrences: count.all.n,
            n_whole: count.whole.n,
            n_left: n_tokens - len * count.all.n,
        }));
    }
    found.sort_by(rank);
    found
}

/// Occurrences of an n-gram while they are counted.
#[derive(Default)]
struct Count {
    first: usize,
    all: Apart,
    whole: Apart,
}

/// How many occurrences there are without overlaps, and where the last of them ends.
#[derive(Default)]
struct Apart {
    n: usize,
    end: usize,
}

impl Apart {
    fn add(&mut self, start: usize, len: usize) {
        if start >= self.end {
            self.n += 1;
            self.end = start + len;
        }
    }
}

fn rank(one: &Ngram, other: &Ngram) -> Ordering {
    other.score().total_cmp(&one.score()).then(one.len.cmp(&other.len)).then(one.start.cmp(&other.start))
}

/// Where a run of tokens occurs in a range between bounds, from the left without overlaps.
pub(crate) fn occurrences(
    tokens: &[u32],
    range: Range<usize>,
    ngram: &[u32],
    is_bound: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut position = range.start;
    while !ngram.is_empty() && position + ngram.len() <= range.end {
        let end = position + ngram.len();
        if is_bound(position) && is_bound(end) && tokens[position..end] == *ngram {
            starts.push(position);
            position = end;
        } else {
            position += 1;
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ngram_that_explains_everything_comes_first() {
        let tokens = [1, 2, 3, 1, 2, 3, 1, 2, 3];
        let best = ranked(&tokens, std::slice::from_ref(&(0..9)), 3, |_| true)[0];
        assert_eq!((best.tokens(&tokens), best.n_occurrences, best.n_left), (&[1, 2, 3][..], 3, 0));
    }

    fn tokens(text: &str) -> Vec<u32> {
        text.bytes().map(u32::from).collect()
    }

    #[track_caller]
    fn check(text: &str, max_len: usize, expect: &[(&str, usize, usize)]) {
        let all = tokens(text);
        let found = ranked(&all, std::slice::from_ref(&(0..all.len())), max_len, |_| true);
        let spelled: Vec<(&str, usize, usize)> =
            found.iter().map(|ngram| (&text[ngram.start..][..ngram.len], ngram.n_occurrences, ngram.n_left)).collect();
        assert_eq!(spelled, expect, "{text}");
    }

    #[test]
    fn the_score_is_length_times_frequency_over_what_is_left() {
        check("abxab", 2, &[("ab", 2, 1), ("a", 2, 3), ("b", 2, 3)]);
    }

    #[test]
    fn occurrences_do_not_overlap() {
        check("aaaaa", 2, &[("a", 5, 0), ("aa", 2, 1)]);
    }

    #[test]
    fn of_equal_scores_the_shorter_comes_first() {
        let found = ranked(&tokens("abababab"), std::slice::from_ref(&(0..8)), 4, |_| true);
        assert_eq!((found[0].len, found[0].n_left), (2, 0));
        assert_eq!((found[1].len, found[1].n_left), (4, 0));
    }

    #[test]
    fn nothing_that_occurs_once_is_ranked() {
        check("abc", 3, &[]);
        check("", 3, &[]);
        check("aa", 0, &[]);
    }

    #[test]
    fn no_ngram_reaches_over_the_end_of_a_range() {
        let all = tokens("abab");
        let found = ranked(&all, &[0..1, 1..3, 3..4], 2, |_| true);
        assert!(found.iter().all(|ngram| ngram.len == 1));
        assert_eq!(occurrences(&all, 0..4, &tokens("ab"), |_| true), [0, 2]);
        assert_eq!(occurrences(&all, 1..4, &tokens("ab"), |_| true), [2]);
        assert!(occurrences(&all, 0..4, &[], |_| true).is_empty());
    }

    #[test]
    fn occurrences_between_bounds_are_counted_apart() {
        // ab|c|ab|ca|b: the second `abc` ends inside of what begins with c.
        let all = tokens("abcabcab");
        let is_bound = |position: usize| [0, 2, 3, 5, 7, 8].contains(&position);
        let found = ranked(&all, std::slice::from_ref(&(0..8)), 3, is_bound);
        let of = |text: &str| *found.iter().find(|ngram| *ngram.tokens(&all) == tokens(text)).expect("it is ranked");
        assert_eq!((of("abc").n_occurrences, of("abc").n_whole, of("abc").n_left), (2, 1, 2));
        assert_eq!((of("abc").whole().n_occurrences, of("abc").whole().n_left), (1, 5));
        assert_eq!((of("ab").n_occurrences, of("ab").n_whole), (3, 2));
        assert_eq!(of("bc").n_whole, 0);
        assert_eq!(occurrences(&all, 0..8, &tokens("ab"), is_bound), [0, 3]);
        assert_eq!(occurrences(&all, 0..8, &tokens("bc"), is_bound), []);
    }

    #[test]
    fn ten_thousand_equal_tokens_are_no_problem() {
        let found = ranked(&vec![7; 10_000], std::slice::from_ref(&(0..10_000)), 64, |_| true);
        assert_eq!((found[0].len, found[0].n_occurrences), (1, 10_000));
    }
}
