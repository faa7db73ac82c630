//! Which fresh column is which old one?

use super::likeness::Likeness;

/// Values less alike than this are others.
const MIN_SCORE: f64 = 0.55;
/// Old selectors are given up only for values that are clearly more alike.
const CLEARLY_MORE: f64 = 0.12;
/// Redesigns seldom change the order of columns. Pairs in the old order are taken if their scores are not less than this share of
/// what the surest pairs have in any order.
const IN_ORDER: f64 = 0.93;

/// What is chosen for a column.
pub(super) enum Choice {
    /// Its old selectors.
    Kept,
    /// A fresh column.
    Fresh(usize, Likeness),
    /// Nothing; with the nearest that was left.
    Missing(Option<(usize, Likeness)>),
}

/// Gives each old column its old selectors or one of the fresh columns, none of them twice. `scores` has a row for each old
/// column; `reads` tells which fresh column the old selectors of one read, where these still read something plausible (`kept`).
pub(super) fn assign(kept: &[Option<Likeness>], scores: &[Vec<Likeness>], reads: &[Option<usize>]) -> Vec<Choice> {
    let n_fresh = scores.first().map_or(0, Vec::len);
    let is_read = |at: usize, fresh_at: usize| kept[at].is_some() && reads[at] == Some(fresh_at);
    // Where the old selectors of one column read what is clearly another now, they are given up.
    let score = |at: usize, fresh_at: usize| {
        let score = scores[at][fresh_at].score + if is_read(at, fresh_at) { CLEARLY_MORE } else { 0.0 };
        if score >= MIN_SCORE { score } else { 0.0 }
    };
    let (surest, in_order) = (surest(kept.len(), n_fresh, &score), in_order(kept.len(), n_fresh, &score));
    let sum = |pairs: &[(usize, usize)]| pairs.iter().map(|&(at, fresh_at)| score(at, fresh_at)).sum::<f64>();
    let pairs = if sum(&in_order) >= IN_ORDER * sum(&surest) { in_order } else { surest };
    let taken_by = |fresh_at: usize| pairs.iter().find(|pair| pair.1 == fresh_at).map(|pair| pair.0);
    let choose = |at: usize| {
        let is_free = reads[at].is_none_or(|fresh_at| taken_by(fresh_at).is_none_or(|by| by == at));
        let plausible = kept[at].as_ref().filter(|kept| is_free && kept.score >= MIN_SCORE);
        let paired = pairs.iter().find(|pair| pair.0 == at).map(|pair| pair.1);
        match (paired, plausible) {
            (Some(fresh_at), Some(_)) if is_read(at, fresh_at) => Choice::Kept,
            (Some(fresh_at), Some(kept)) if scores[at][fresh_at].score < kept.score + CLEARLY_MORE => Choice::Kept,
            (Some(fresh_at), _) => Choice::Fresh(fresh_at, scores[at][fresh_at].clone()),
            (None, Some(_)) => Choice::Kept,
            (None, None) => {
                let left = (0..n_fresh).filter(|&fresh_at| taken_by(fresh_at).is_none());
                let nearest = left.max_by(|&one, &other| {
                    scores[at][one].score.total_cmp(&scores[at][other].score).then(other.cmp(&one))
                });
                Choice::Missing(nearest.map(|fresh_at| (fresh_at, scores[at][fresh_at].clone())))
            }
        }
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
