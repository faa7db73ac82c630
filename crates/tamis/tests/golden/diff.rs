//! Which lines differ, for a person.

use std::fmt::Write as _;

/// The most lines that are shown of one difference.
const MOST_LINES: usize = 40;
/// Lines that stay the same, shown before and after a change.
const CONTEXT: usize = 2;

/// The changes from one text to the other, `-` and `+` by line.
pub(crate) fn lines(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let n_same_start = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
    let rest = (&before[n_same_start..], &after[n_same_start..]);
    let n_same_end = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(one, other)| one == other).count();
    let changed = changes(&rest.0[..rest.0.len() - n_same_end], &rest.1[..rest.1.len() - n_same_end]);

    let mut edits: Vec<(char, &str)> = Vec::new();
    edits.extend(before[n_same_start.saturating_sub(CONTEXT)..n_same_start].iter().map(|line| (' ', *line)));
    edits.extend(changed);
    edits.extend(before[before.len() - n_same_end..].iter().take(CONTEXT).map(|line| (' ', *line)));
    show(&edits)
}

/// The longest common subsequence decides what stays. The middle of two answers is small; where it is not, all of it
/// counts as changed rather than to wait for a table of millions of cells.
fn changes<'a>(before: &[&'a str], after: &[&'a str]) -> Vec<(char, &'a str)> {
    if before.len() * after.len() > 4_000_000 {
        return before.iter().map(|line| ('-', *line)).chain(after.iter().map(|line| ('+', *line))).collect();
    }
    // lengths[i][j]: of the best common subsequence of before[i..] and after[j..]
    let mut lengths = vec![vec![0_u32; after.len() + 1]; before.len() + 1];
    for i in (0..before.len()).rev() {
        for j in (0..after.len()).rev() {
            lengths[i][j] = if before[i] == after[j] {
                lengths[i + 1][j + 1] + 1
            } else {
                lengths[i + 1][j].max(lengths[i][j + 1])
            };
        }
    }
    let (mut i, mut j, mut edits) = (0, 0, Vec::new());
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            edits.push((' ', before[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == after.len() || (i < before.len() && lengths[i + 1][j] >= lengths[i][j + 1]) {
            edits.push(('-', before[i]));
            i += 1;
        } else {
            edits.push(('+', after[j]));
            j += 1;
        }
    }
    edits
}

/// The edits without the long runs that stay the same.
fn show(edits: &[(char, &str)]) -> String {
    let is_near_change = |at: usize| {
        let near = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(edits.len());
        edits[near].iter().any(|(mark, _)| *mark != ' ')
    };
    let mut out = String::new();
    let mut n_shown = 0;
    let mut is_gap = false;
    for (at, (mark, line)) in edits.iter().enumerate() {
        if !is_near_change(at) {
            is_gap = true;
            continue;
        }
        if n_shown == MOST_LINES {
            let n_left = edits[at..].iter().filter(|(mark, _)| *mark != ' ').count();
            let _ = writeln!(out, "  … {n_left} more changed lines");
            break;
        }
        if is_gap {
            out.push_str("  …\n");
        }
        is_gap = false;
        let cut: String = line.chars().take(200).collect();
        let _ = writeln!(out, "{mark} {cut}");
        n_shown += 1;
    }
    out
}

#[test]
fn a_difference_shows_what_went_and_what_came() {
    let before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj";
    let after = "a\nb\nc\nX\ne\nf\ng\nh\ni\nj\nk";
    assert_eq!(lines(before, after), "  b\n  c\n- d\n+ X\n  e\n  f\n  …\n  i\n  j\n+ k\n");
    assert_eq!(lines("same", "same"), "");
}
