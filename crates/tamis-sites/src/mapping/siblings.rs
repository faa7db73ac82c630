//! Which of the children is which, by their labels.

use super::MatchKind;
use crate::label::Label;

/// Tables of at most so many cells are filled to align children; longer lists, of hundreds of children on both sides, are
/// aligned by rank.
const MAX_CELLS: usize = 1 << 16;

/// Of each child of the page the place of the child of the skeleton that it is, and how.
pub(crate) fn match_siblings(page: &[Label], skeleton: &[Label]) -> Vec<(Option<usize>, MatchKind)> {
    let mut matched: Vec<Option<usize>> = vec![None; page.len()];
    // What is alike from the front and from the back needs no table; on most pages that is all.
    let is_same = |(one, other): &(&Label, &Label)| one == other;
    let n_front = page.iter().zip(skeleton).take_while(is_same).count();
    let (page_rest, skeleton_rest) = (&page[n_front..], &skeleton[n_front..]);
    let n_back = page_rest.iter().rev().zip(skeleton_rest.iter().rev()).take_while(is_same).count();
    for (idx, place) in matched.iter_mut().enumerate() {
        if idx < n_front {
            *place = Some(idx);
        } else if idx >= page.len() - n_back {
            *place = Some(skeleton.len() - (page.len() - idx));
        }
    }
    let page_middle = &page[n_front..page.len() - n_back];
    let skeleton_middle = &skeleton[n_front..skeleton.len() - n_back];
    let middle = if page_middle.len().saturating_mul(skeleton_middle.len()) <= MAX_CELLS {
        in_order(page_middle, skeleton_middle)
    } else {
        by_rank(page_middle, skeleton_middle)
    };
    for (idx, place) in middle.into_iter().enumerate() {
        matched[n_front + idx] = place.map(|place| n_front + place);
    }
    with_copies(page, skeleton, &matched)
}

/// How much speaks for two children being the same; zero if they cannot be.
fn likeness(one: Label, other: Label) -> u32 {
    if one.tag != other.tag {
        return 0;
    }
    match (one.id == other.id, one.class == other.class) {
        (true, true) if one.id != 0 || one.class != 0 => 12,
        (true, _) if one.id != 0 => 10,
        // An id that only one of them has, or another id, says that they are different things.
        (false, true) => 3,
        (false, false) => 1,
        (true, true) => 6,
        (true, false) => 2,
    }
}

/// The alignment in the order of both with the highest likeness in all.
fn in_order(page: &[Label], skeleton: &[Label]) -> Vec<Option<usize>> {
    let (n_rows, n_columns) = (page.len() + 1, skeleton.len() + 1);
    if n_rows == 1 || n_columns == 1 {
        return vec![None; page.len()];
    }
    // The best sum for what is left of both lists.
    let mut best = vec![0u32; n_rows * n_columns];
    for row in (0..page.len()).rev() {
        for column in (0..skeleton.len()).rev() {
            let here = likeness(page[row], skeleton[column]);
            let matched = if here > 0 { here + best[(row + 1) * n_columns + column + 1] } else { 0 };
            best[row * n_columns + column] =
                matched.max(best[(row + 1) * n_columns + column]).max(best[row * n_columns + column + 1]);
        }
    }
    let mut found = vec![None; page.len()];
    let (mut row, mut column) = (0, 0);
    while row < page.len() && column < skeleton.len() {
        let here = likeness(page[row], skeleton[column]);
        let now = best[row * n_columns + column];
        if here > 0 && now == here + best[(row + 1) * n_columns + column + 1] {
            found[row] = Some(column);
            (row, column) = (row + 1, column + 1);
        } else if now == best[row * n_columns + column + 1] {
            column += 1;
        } else {
            row += 1;
        }
    }
    found
}

/// The first child with a label is the first one with that label, and so on.
fn by_rank(page: &[Label], skeleton: &[Label]) -> Vec<Option<usize>> {
    let mut ranked: Vec<(Label, usize)> = skeleton.iter().copied().zip(0..).collect();
    ranked.sort_unstable();
    let mut ours: Vec<(Label, usize)> = page.iter().copied().zip(0..).collect();
    ours.sort_unstable();
    let mut found = vec![None; page.len()];
    let mut next = 0;
    for (label, idx) in ours {
        while next < ranked.len() && ranked[next].0 < label {
            next += 1;
        }
        if next < ranked.len() && ranked[next].0 == label {
            found[idx] = Some(ranked[next].1);
            next += 1;
        }
    }
    found
}

/// Children without a counterpart are copies of the nearest one that is called the same, else of the nearest with the
/// same tag and no id.
fn with_copies(page: &[Label], skeleton: &[Label], matched: &[Option<usize>]) -> Vec<(Option<usize>, MatchKind)> {
    let mut found: Vec<(Option<usize>, MatchKind)> = Vec::with_capacity(page.len());
    // Where in the skeleton we are.
    let mut at = 0;
    for (idx, place) in matched.iter().enumerate() {
        if let Some(place) = *place {
            at = place;
            found.push((Some(place), MatchKind::Same));
            continue;
        }
        let nearest = |is_like: &dyn Fn(Label) -> bool| {
            let before = skeleton[..(at + 1).min(skeleton.len())].iter().rposition(|&label| is_like(label));
            before.or_else(|| skeleton.iter().skip(at).position(|&label| is_like(label)).map(|after| at + after))
        };
        let own = page[idx];
        let copied = nearest(&|label| label == own)
            .or_else(|| nearest(&|label| label.tag == own.tag && label.class == own.class))
            .or_else(|| nearest(&|label| label.tag == own.tag && label.id == 0 && own.id == 0));
        found.push((copied, if copied.is_some() { MatchKind::Copy } else { MatchKind::Stranger }));
    }
    found
}
