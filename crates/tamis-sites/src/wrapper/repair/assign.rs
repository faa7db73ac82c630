//! Which fresh column is which old one?

use super::likeness::Likeness;

/// Values less alike than this are others. After a redesign a column may have another name in another element; where most of the
/// record is as it was, what has all that changed is another column.
const MIN_SCORE: f64 = 0.57;
const MIN_SCORE_IN_OLD_DESIGN: f64 = 0.66;
/// Old selectors are given up only for values that are clearly more alike.
const CLEARLY_MORE: f64 = 0.12;
/// Redesigns seldom change the order of columns. Pairs in the old order are taken if their scores are not less than this share of
/// what the surest pairs have in any order.
const IN_ORDER: f64 = 0.93;

/// What is chosen for a column.
pub(super) enum ColumnSource {
    /// Its old selectors.
    Kept,
    /// A fresh column.
    Fresh(usize, Likeness),
    /// Nothing; with the nearest that was left.
    Missing(Option<(usize, Likeness)>),
}

/// Gives each old column its old selectors or one of the fresh columns, none of them twice. `scores` has a row for each old
/// column; `reads` tells which fresh column the old selectors of one read, where these still read something plausible (`kept`).
pub(super) fn assign(
    kept: &[Option<Likeness>],
    scores: &[Vec<Likeness>],
    reads: &[Option<usize>],
) -> Vec<ColumnSource> {
    let n_fresh = scores.first().map_or(0, Vec::len);
    let of = |at: usize, fresh_at: usize| scores[at][fresh_at].score;
    let best = |at: usize| (0..n_fresh).map(|fresh_at| of(at, fresh_at)).fold(0.0, f64::max);
    // A column that went missing may be what another one reads now: after the second of three items is gone, the selector of the
    // second finds the third.
    let is_claimed = |at: usize, fresh_at: usize| {
        let mut lost = (0..kept.len()).filter(|&other| kept[other].is_none());
        lost.any(|other| of(other, fresh_at) >= best(other) && of(other, fresh_at) > of(at, fresh_at) + CLEARLY_MORE)
    };
    let stays = |at: usize| {
        let is_good = |kept: &Likeness| kept.score >= MIN_SCORE && best(at) < kept.score + CLEARLY_MORE;
        kept[at].as_ref().is_some_and(is_good) && !reads[at].is_some_and(|fresh_at| is_claimed(at, fresh_at))
    };
    let stays: Vec<bool> = (0..kept.len()).map(stays).collect();
    // What a column that stays reads is no other's; it holds its place in the order.
    let anchor: Vec<Option<usize>> =
        (0..n_fresh).map(|fresh_at| (0..kept.len()).find(|&at| stays[at] && reads[at] == Some(fresh_at))).collect();
    let is_old_design = 2 * stays.iter().filter(|stays| **stays).count() > stays.len();
    let min_score = if is_old_design { MIN_SCORE_IN_OLD_DESIGN } else { MIN_SCORE };
    let score = |at: usize, fresh_at: usize| match anchor[fresh_at] {
        Some(anchor) if anchor == at => 1.0,
        None if !stays[at] && of(at, fresh_at) >= min_score => of(at, fresh_at),
        _ => 0.0,
    };
    let (surest, in_order) = (surest(kept.len(), n_fresh, &score), in_order(kept.len(), n_fresh, &score));
    let sum = |pairs: &[(usize, usize)]| pairs.iter().map(|&(at, fresh_at)| score(at, fresh_at)).sum::<f64>();
    let pairs = if sum(&in_order) >= IN_ORDER * sum(&surest) { in_order } else { surest };
    let is_taken = |fresh_at: usize| pairs.iter().any(|pair| pair.1 == fresh_at);
    let choose = |at: usize| {
        if stays[at] {
            return ColumnSource::Kept;
        }
        if let Some(&(_, fresh_at)) = pairs.iter().find(|pair| pair.0 == at) {
            let is_read = kept[at].is_some() && reads[at] == Some(fresh_at);
            return if is_read {
                ColumnSource::Kept
            } else {
                ColumnSource::Fresh(fresh_at, scores[at][fresh_at].clone())
            };
        }
        // Old selectors that read something plausible which is no other column are better than nothing.
        let is_plausible = kept[at].as_ref().is_some_and(|kept| kept.score >= MIN_SCORE);
        if is_plausible && !reads[at].is_some_and(is_taken) {
            return ColumnSource::Kept;
        }
        let left = (0..n_fresh).filter(|&fresh_at| !is_taken(fresh_at));
        let nearest = left.max_by(|&one, &other| of(at, one).total_cmp(&of(at, other)).then(other.cmp(&one)));
        ColumnSource::Missing(nearest.map(|fresh_at| (fresh_at, scores[at][fresh_at].clone())))
    };
    (0..kept.len()).map(choose).collect()
}

/// Pairs in any order, the surest first.
fn surest(n_old: usize, n_fresh: usize, score: &dyn Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let all = (0..n_old).flat_map(|at| (0..n_fresh).map(move |fresh_at| (at, fresh_at)));
    let mut all: Vec<(f64, usize, usize)> =
        all.map(|(at, fresh_at)| (score(at, fresh_at), at, fresh_at)).filter(|pair| pair.0 > 0.0).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, at, fresh_at) in all {
        if pairs.iter().all(|pair| pair.0 != at && pair.1 != fresh_at) {
            pairs.push((at, fresh_at));
        }
    }
    pairs
}

/// The pairs in the order of both that have the highest scores in all.
fn in_order(n_old: usize, n_fresh: usize, score: &dyn Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
    let width = n_fresh + 1;
    // Of the columns from an old and a fresh one on.
    let mut best = vec![0.0; (n_old + 1) * width];
    let pair = |best: &[f64], at: usize, fresh_at: usize| score(at, fresh_at) + best[(at + 1) * width + fresh_at + 1];
    for at in (0..n_old).rev() {
        for fresh_at in (0..n_fresh).rev() {
            let without = f64::max(best[(at + 1) * width + fresh_at], best[at * width + fresh_at + 1]);
            best[at * width + fresh_at] = pair(&best, at, fresh_at).max(without);
        }
    }
    let (mut at, mut fresh_at, mut pairs) = (0, 0, Vec::new());
    while at < n_old && fresh_at < n_fresh {
        if score(at, fresh_at) > 0.0 && pair(&best, at, fresh_at) >= best[at * width + fresh_at] {
            pairs.push((at, fresh_at));
            (at, fresh_at) = (at + 1, fresh_at + 1);
        } else if best[(at + 1) * width + fresh_at] >= best[at * width + fresh_at + 1] {
            at += 1;
        } else {
            fresh_at += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_decides_where_scores_do_not() {
        let scores = [[0.7, 0.71, 0.0], [0.7, 0.69, 0.0], [0.0, 0.0, 0.9]];
        let score = |at: usize, fresh_at: usize| scores[at][fresh_at];
        assert_eq!(in_order(3, 3, &score), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(surest(3, 3, &score), [(2, 2), (0, 1), (1, 0)]);
    }

    #[test]
    fn columns_without_a_match_are_passed_over() {
        let scores = [[0.0, 0.9], [0.8, 0.0]];
        let score = |at: usize, fresh_at: usize| scores[at][fresh_at];
        assert_eq!(in_order(2, 2, &score), [(0, 1)]);
        assert_eq!(surest(2, 2, &score), [(0, 1), (1, 0)]);
    }
}
