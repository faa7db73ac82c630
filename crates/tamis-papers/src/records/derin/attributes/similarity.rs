//! How similar two candidate attributes are: content, style, type, path and neighbours.

use super::units::{Unit, Units};
use std::collections::{BTreeMap, HashMap};
use tamis_extract::ValueType;
use tamis_extract::records::ItemKind;
use tamis_page::budget;

/// The similarity of two attributes by feature, each from 0 to 1 (equation 8).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Similarity {
    /// Cosine of their terms.
    pub content: f64,
    /// The share of equal style features.
    pub style: f64,
    /// 1 if they have the same type.
    pub value_type: f64,
    /// Twice the labels that their paths share in order, over all labels of both.
    pub path: f64,
    /// The mean similarity of what precedes and what follows them.
    pub adjacency: f64,
    /// The weighted sum.
    pub total: f64,
}

/// Compares attributes and remembers terms and paths.
pub(crate) struct Comparer<'u> {
    units: &'u Units,
    /// The sum of these is 1.
    weights: [f64; 5],
    term_numbers: HashMap<String, u32>,
    /// By unit: its terms with their frequencies, in the order of their numbers.
    terms: HashMap<usize, Vec<(u32, f64)>>,
    paths: HashMap<(u32, u32), f64>,
}

/// How many terms of an attribute are looked at.
const MAX_TERMS: usize = 64;

impl<'u> Comparer<'u> {
    pub(crate) fn new(units: &'u Units, weights: [f64; 5]) -> Comparer<'u> {
        let sum: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
        let weights = weights.map(|weight| if sum > 0.0 { weight.max(0.0) / sum } else { 0.2 });
        let (term_numbers, terms, paths) = (HashMap::new(), HashMap::new(), HashMap::new());
        Comparer { units, weights, term_numbers, terms, paths }
    }

    /// All five features of two units and their sum.
    pub(crate) fn similarity(&mut self, one: usize, other: usize) -> Similarity {
        let mut similarity = self.own_features(one, other);
        let (one_before, one_after) = self.units.neighbours(one);
        let (other_before, other_after) = self.units.neighbours(other);
        let before = self.of_neighbours(one_before, other_before);
        similarity.adjacency = f64::midpoint(before, self.of_neighbours(one_after, other_after));
        similarity.total += self.weights[4] * similarity.adjacency;
        similarity
    }

    /// The similarity of neighbours by their own features; two that are both missing are similar.
    fn of_neighbours(&mut self, one: Option<usize>, other: Option<usize>) -> f64 {
        match (one, other) {
            (Some(one), Some(other)) => {
                let own_weight: f64 = self.weights[..4].iter().sum();
                if own_weight > 0.0 { self.own_features(one, other).total / own_weight } else { 0.0 }
            }
            (None, None) => 1.0,
            _ => 0.0,
        }
    }

    /// The first four features and their weighted sum.
    fn own_features(&mut self, one: usize, other: usize) -> Similarity {
        budget::spend(64);
        let (one_unit, other_unit) = (&self.units.all[one], &self.units.all[other]);
        let have_content = !one_unit.text.is_empty() && !other_unit.text.is_empty();
        let n_equal = one_unit.style.iter().zip(&other_unit.style).filter(|(a, b)| a == b).count();
        let style = if have_content { n_equal as f64 / one_unit.style.len() as f64 } else { 0.0 };
        let value_type = f64::from(u8::from(have_content && one_unit.value_type == other_unit.value_type));
        let path = self.path_similarity(one_unit.path, other_unit.path);
        let content = if have_content { self.content_similarity(one, other) } else { 0.0 };
        let features = [content, style, value_type, path];
        let total = features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum();
        Similarity { content, style, value_type, path, adjacency: 0.0, total }
    }

    fn path_similarity(&mut self, one: u32, other: u32) -> f64 {
        if one == other {
            return 1.0;
        }
        let units = self.units;
        *self.paths.entry((one.min(other), one.max(other))).or_insert_with(|| {
            let (one, other) = (units.labels(one), units.labels(other));
            2.0 * common_subsequence(one, other) as f64 / (one.len() + other.len()) as f64
        })
    }

    fn content_similarity(&mut self, one: usize, other: usize) -> f64 {
        let units = self.units;
        for unit in [one, other] {
            let numbers = &mut self.term_numbers;
            self.terms.entry(unit).or_insert_with(|| terms(&units.all[unit], numbers));
        }
        let (one, other) = (&self.terms[&one], &self.terms[&other]);
        let norm = |terms: &[(u32, f64)]| terms.iter().map(|(_, count)| count * count).sum::<f64>().sqrt();
        let norms = norm(one) * norm(other);
        let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
        let mut product = 0.0;
        while let (Some(&&(a, a_count)), Some(&&(b, b_count))) = (one.peek(), other.peek()) {
            if a == b {
                product += a_count * b_count;
            }
            if a <= b {
                one.next();
            }
            if b <= a {
                other.next();
            }
        }
        if norms > 0.0 { product / norms } else { 0.0 }
    }
}

/// The terms of a unit: words without punctuation, or what stands between the separators of an address.
fn terms(unit: &Unit, numbers: &mut HashMap<String, u32>) -> Vec<(u32, f64)> {
    let is_address = unit.kind != ItemKind::Text || unit.value_type == ValueType::Url;
    let is_separator = |c: char| if is_address { "/.:?&=_#-".contains(c) } else { c.is_whitespace() };
    let mut found: Vec<u32> = Vec::new();
    for word in unit.text.split(is_separator).take(MAX_TERMS) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        if !word.is_empty() {
            let next = numbers.len() as u32;
            found.push(*numbers.entry(word.to_lowercase()).or_insert(next));
        }
    }
    found.sort_unstable();
    let mut counted: Vec<(u32, f64)> = Vec::new();
    for term in found {
        match counted.last_mut() {
            Some((last, count)) if *last == term => *count += 1.0,
            _ => counted.push((term, 1.0)),
        }
    }
    counted
}

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
