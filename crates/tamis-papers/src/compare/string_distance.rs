//! Edit distance between sequences of tokens.

use std::collections::BTreeMap;
use tamis_page::budget;

/// The Levenshtein distance between two sequences, `None` if it is above `limit`.
///
/// Bit-parallel (Myers 1999 in the block form of Hyyrö 2003): sixty-four cells of the table a step, so that two
/// sequences of a thousand tokens cost a few ten thousand operations.
pub(crate) fn edit_distance_within<T: Ord>(one: &[T], other: &[T], limit: usize) -> Option<usize> {
    let n_prefix = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[n_prefix..], &other[n_prefix..]);
    let n_suffix = one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[..one.len() - n_suffix], &other[..other.len() - n_suffix]);
    let (pattern, text) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if text.len() - pattern.len() > limit {
        return None;
    }
    if pattern.is_empty() {
        return Some(text.len());
    }
    bit_parallel(pattern, text, limit)
}

/// The distance relative to the mean length of the two sequences: 0 for equal ones, at most 2; `None` if it is above
/// `limit`.
pub(crate) fn normalised_distance_within<T: Ord>(one: &[T], other: &[T], limit: f64) -> Option<f64> {
    let n_total = one.len() + other.len();
    if n_total == 0 {
        return Some(0.0);
    }
    let mean = n_total as f64 / 2.0;
    // One more than the limit allows, against rounding down a product that is a whole number.
    let distance = edit_distance_within(one, other, (limit * mean) as usize + 1)?;
    Some(distance as f64 / mean).filter(|&normalised| normalised <= limit)
}

fn bit_parallel<T: Ord>(pattern: &[T], text: &[T], limit: usize) -> Option<usize> {
    let n_words = pattern.len().div_ceil(64);
    let mut rows_of: BTreeMap<&T, Vec<u64>> = BTreeMap::new();
    for (row, token) in pattern.iter().enumerate() {
        rows_of.entry(token).or_insert_with(|| vec![0; n_words])[row / 64] |= 1 << (row % 64);
    }
    let nowhere = vec![0; n_words];
    let mut increases = vec![u64::MAX; n_words];
    let mut decreases = vec![0_u64; n_words];
    let last_row = 1_u64 << ((pattern.len() - 1) % 64);
    let mut distance = pattern.len();
    // A look into the map and a few operations for each word.
    budget::spend(text.len() * (n_words + 8));
    for (column, token) in text.iter().enumerate() {
        let rows = rows_of.get(token).unwrap_or(&nowhere);
        // The border above the table grows by one a column.
        let (mut carry_up, mut carry_down) = (1_u64, 0_u64);
        for word in 0..n_words {
            let (up, down) = (increases[word], decreases[word]);
            let matches = rows[word] | carry_down;
            let diagonal = (((matches & up).wrapping_add(up)) ^ up) | matches | down;
            let mut horizontal_up = down | !(diagonal | up);
            let mut horizontal_down = up & diagonal;
            if word + 1 == n_words {
                distance += usize::from(horizontal_up & last_row != 0);
                distance -= usize::from(horizontal_down & last_row != 0);
            }
            let (next_up, next_down) = (horizontal_up >> 63, horizontal_down >> 63);
            horizontal_up = horizontal_up << 1 | carry_up;
            horizontal_down = horizontal_down << 1 | carry_down;
            (carry_up, carry_down) = (next_up, next_down);
            let vertical = rows[word] | down;
            increases[word] = horizontal_down | !(vertical | horizontal_up);
            decreases[word] = horizontal_up & vertical;
        }
        // What is left of the text can lower the last row by one a token at most.
        if distance > limit + (text.len() - column - 1) {
            return None;
        }
    }
    Some(distance).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_tags_and_of_letters_are_compared() {
        assert_eq!(edit_distance_within(&["tr", "td", "a"], &["tr", "td", "img", "a"], 10), Some(1));
        assert_eq!(edit_distance_within(b"kitten", b"sitting", 2), None);
    }

    fn by_table(one: &[u8], other: &[u8]) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (i, a) in one.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in other.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = (above + 1).min(row[j] + 1).min(diagonal + usize::from(a != b));
                diagonal = above;
            }
        }
        row[other.len()]
    }

    #[track_caller]
    fn check(one: &str, other: &str, expect: usize) {
        assert_eq!(edit_distance_within(one.as_bytes(), other.as_bytes(), 100), Some(expect));
        assert_eq!(edit_distance_within(other.as_bytes(), one.as_bytes(), expect), Some(expect));
        if expect > 0 {
            assert_eq!(edit_distance_within(one.as_bytes(), other.as_bytes(), expect - 1), None);
        }
    }

    #[test]
    fn known_distances() {
        check("", "", 0);
        check("", "abc", 3);
        check("kitten", "sitting", 3);
        check("flaw", "lawn", 2);
        check("intention", "execution", 5);
    }

    #[test]
    fn equals_the_plain_table_on_sequences_longer_than_a_word() {
        let mut state = 7_u32;
        for round in 0..200 {
            let mut sequence = |n: usize| -> Vec<u8> {
                (0..n)
                    .map(|_| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        (state >> 24) as u8 % 4
                    })
                    .collect()
            };
            let (one, other) = (sequence(round), sequence(250 - round / 2));
            assert_eq!(edit_distance_within(&one, &other, 1000), Some(by_table(&one, &other)), "round {round}");
        }
    }

    #[test]
    fn the_normalised_distance_is_relative_to_the_mean_length() {
        let (three, four) = (["tr", "td", "a"], ["tr", "td", "img", "a"]);
        assert_eq!(normalised_distance_within(&three, &four, 0.3), Some(1.0 / 3.5));
        assert_eq!(normalised_distance_within(&three, &four, 0.28), None);
        assert_eq!(normalised_distance_within::<u8>(&[], &[], 0.3), Some(0.0));
    }
}
