//! The edit distance between trees of two levels, a root and its children, in closed form.
//!
//! With insertions and deletions at cost 1 and a renaming at 3, a renaming never pays: deleting and inserting costs 2. So
//! the distance is the number of nodes that a largest order-keeping matching of equal labels leaves over, and between
//! trees of two levels that matching is a longest common subsequence. Any exact algorithm for ordered trees gives the
//! same numbers.

use crate::records::derin::attributes::similarity::common_subsequence;

/// The number of insertions and deletions between two trees, each a root's label and its children's.
pub(crate) fn two_level_distance<L: Ord>(one: (&L, &[L]), other: (&L, &[L])) -> usize {
    let n_children = one.1.len() + other.1.len();
    let n_common = common_subsequence(one.1, other.1);
    if one.0 == other.0 {
        // To match the roots is never worse.
        return n_children - 2 * n_common;
    }
    // A root may instead be matched with a child of the other root.
    let crossed = usize::from(other.1.contains(one.0) || one.1.contains(other.0));
    n_children + 2 - 2 * n_common.max(crossed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_list_and_of_a_table_are_compared() {
        assert_eq!(two_level_distance((&"li", &["img", "a"]), (&"li", &["img", "a", "span", "b"])), 2);
        assert_eq!(two_level_distance((&"li", &["img", "a"]), (&"div", &["img", "a"])), 2);
        assert_eq!(common_subsequence(&["li", "h3", "a"], &["li", "p"]), 1);
    }

    #[track_caller]
    fn check(one: (char, &str), other: (char, &str), expect: usize) {
        let (one_children, other_children): (Vec<char>, Vec<char>) =
            (one.1.chars().collect(), other.1.chars().collect());
        assert_eq!(two_level_distance((&one.0, &one_children), (&other.0, &other_children)), expect);
        assert_eq!(two_level_distance((&other.0, &other_children), (&one.0, &one_children)), expect);
    }

    #[test]
    fn only_insertions_and_deletions_count() {
        check(('l', "ias"), ('l', "ias"), 0);
        check(('l', "ia"), ('l', "iasb"), 2);
        check(('l', "ia"), ('d', "ia"), 2);
        check(('r', "tt"), ('l', "p"), 5);
        check(('l', ""), ('l', ""), 0);
    }

    #[test]
    fn a_root_can_be_a_child_of_the_other() {
        check(('a', ""), ('b', "a"), 1);
        check(('a', "bc"), ('b', ""), 2);
    }

    /// The distance by dynamic programming over forests (Zhang and Shasha 1989) with the costs themselves.
    fn by_forests(one: (char, &str), other: (char, &str)) -> usize {
        let nodes = |(root, children): (char, &str)| {
            let mut labels: Vec<char> = children.chars().collect();
            let leftmost = (0..labels.len()).chain([0]).collect::<Vec<usize>>();
            labels.push(root);
            (labels, leftmost)
        };
        let ((labels, left), (other_labels, other_left)) = (nodes(one), nodes(other));
        let (n, m) = (labels.len(), other_labels.len());
        let mut trees = vec![vec![0_usize; m]; n];
        for i in 0..n {
            for j in 0..m {
                let (from, other_from) = (left[i], other_left[j]);
                let mut forest = vec![vec![0_usize; m + 1]; n + 1];
                for a in from..=i {
                    forest[a + 1][other_from] = forest[a][other_from] + 1;
                }
                for b in other_from..=j {
                    forest[from][b + 1] = forest[from][b] + 1;
                }
                for a in from..=i {
                    for b in other_from..=j {
                        let both_whole = left[a] == from && other_left[b] == other_from;
                        let renamed = 3 * usize::from(labels[a] != other_labels[b]);
                        let matched = if both_whole {
                            forest[a][b] + renamed
                        } else {
                            forest[left[a]][other_left[b]] + trees[a][b]
                        };
                        forest[a + 1][b + 1] = matched.min(forest[a][b + 1] + 1).min(forest[a + 1][b] + 1);
                        if both_whole {
                            trees[a][b] = forest[a + 1][b + 1];
                        }
                    }
                }
            }
        }
        trees[n - 1][m - 1]
    }

    #[test]
    fn the_closed_form_equals_the_general_algorithm() {
        let mut seed = 7_u32;
        let mut letter = |n: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(b'a' + (seed >> 16 & 0xff) as u8 % n as u8)
        };
        for size in 0..400 {
            let one: (char, String) = (letter(3), (0..size % 7).map(|_| letter(4)).collect());
            let other: (char, String) = (letter(3), (0..size % 5).map(|_| letter(4)).collect());
            let (one, other) = ((one.0, one.1.as_str()), (other.0, other.1.as_str()));
            check(one, other, by_forests(one, other));
        }
    }

    #[test]
    fn long_sequences_cross_words() {
        let one: Vec<u32> = (0..200).map(|i| i * 7 % 31).collect();
        let other: Vec<u32> = (0..150).map(|i| i * 5 % 29).collect();
        let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
        for i in 0..one.len() {
            for j in 0..other.len() {
                table[i + 1][j + 1] =
                    if one[i] == other[j] { table[i][j] + 1 } else { table[i][j + 1].max(table[i + 1][j]) };
            }
        }
        assert_eq!(common_subsequence(&one, &other), table[one.len()][other.len()]);
    }
}
