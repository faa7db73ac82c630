//! Which of the children is which, by what they are called and what they look like.

use super::MatchKind;
use crate::label::Label;
use std::collections::BTreeMap;
use tamis_page::budget;

/// Tables of at most so many cells are filled to align children; longer lists, of hundreds of children on both sides, are
/// aligned by rank.
const MAX_CELLS: usize = 1 << 16;

/// A child.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sibling {
    pub label: Label,
    pub shape: u32,
}

/// Of each child of the page the place of the child of the skeleton that it is, and how.
pub(crate) fn match_siblings(page: &[Sibling], skeleton: &[Sibling]) -> Vec<(Option<usize>, MatchKind)> {
    let mut matched: Vec<Option<usize>> = vec![None; page.len()];
    // What is alike from the front and from the back needs no table; on most pages that is all.
    let is_same = |(one, other): &(&Sibling, &Sibling)| one == other;
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
fn likeness(one: Sibling, other: Sibling) -> u32 {
    let (a, b) = (one.label, other.label);
    if a.tag != b.tag {
        return 0;
    }
    let by_name = match (a.id == b.id, a.class == b.class) {
        (true, true) if a.id != 0 || a.class != 0 => 24,
        (true, _) if a.id != 0 => 20,
        (true, true) => 12,
        (true, false) => 4,
        // An id that only one of them has, or another id, says that they are different things.
        (false, true) => 6,
        (false, false) => 2,
    };
    by_name + u32::from(one.shape == other.shape) * 3
}

/// The alignment in the order of both with the highest likeness in all.
fn in_order(page: &[Sibling], skeleton: &[Sibling]) -> Vec<Option<usize>> {
    let (n_rows, n_columns) = (page.len() + 1, skeleton.len() + 1);
    if n_rows == 1 || n_columns == 1 {
        return vec![None; page.len()];
    }
    // The best sum for what is left of both lists.
    let mut best = vec![0u32; n_rows * n_columns];
    for row in (0..page.len()).rev() {
        budget::spend(4 * skeleton.len());
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
fn by_rank(page: &[Sibling], skeleton: &[Sibling]) -> Vec<Option<usize>> {
    let sorted = |list: &[Sibling]| {
        let mut sorted: Vec<(Label, usize)> = list.iter().map(|sibling| sibling.label).zip(0..).collect();
        sorted.sort_unstable();
        sorted
    };
    let (ours, theirs) = (sorted(page), sorted(skeleton));
    let mut found = vec![None; page.len()];
    let mut next = 0;
    for (label, idx) in ours {
        while next < theirs.len() && theirs[next].0 < label {
            next += 1;
        }
        if next < theirs.len() && theirs[next].0 == label {
            found[idx] = Some(theirs[next].1);
            next += 1;
        }
    }
    found
}

/// Children without a counterpart are copies of the nearest one that is called the same and looks the same, else of one
/// that is called the same, has the same tag and classes, or at least the same tag where neither has an id.
fn with_copies(page: &[Sibling], skeleton: &[Sibling], matched: &[Option<usize>]) -> Vec<(Option<usize>, MatchKind)> {
    if matched.iter().all(Option::is_some) {
        return matched.iter().map(|&place| (place, MatchKind::Same)).collect();
    }
    // From the strongest likeness to the weakest; zero stands for "any".
    let keys = |Sibling { label, shape }: Sibling| {
        [
            Some((label, shape)),
            Some((label, 0)),
            Some((Label { id: 1, ..label }, 0)),
            (label.id == 0).then_some((Label { id: 1, class: 1, ..label }, 0)),
        ]
    };
    let mut places: BTreeMap<(Label, u32), Vec<usize>> = BTreeMap::new();
    for (place, &sibling) in skeleton.iter().enumerate() {
        for key in keys(sibling).into_iter().flatten() {
            places.entry(key).or_default().push(place);
        }
    }
    let mut found = Vec::with_capacity(page.len());
    // Where in the skeleton we are.
    let mut at = 0;
    for (&sibling, &place) in page.iter().zip(matched) {
        at = place.unwrap_or(at);
        let nearest = |places: &Vec<usize>| {
            let after = places.partition_point(|&place| place <= at);
            places[after.saturating_sub(1)]
        };
        if let Some(place) = place {
            found.push((Some(place), MatchKind::Same));
            continue;
        }
        let copied = keys(sibling).into_iter().flatten().find_map(|key| places.get(&key).map(nearest));
        found.push((copied, if copied.is_some() { MatchKind::Copy } else { MatchKind::Stranger }));
    }
    found
}
