//! Intervals of pixels along one direction, from the first to before the end.

/// What is left of an interval without those that lie in it, from its start on.
pub(in crate::segment) fn gaps((start, end): (i32, i32), mut spans: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    spans.sort_unstable();
    let mut gaps = Vec::new();
    let mut covered = start;
    for span in spans {
        if span.0 > covered {
            gaps.push((covered, span.0.min(end)));
        }
        covered = covered.max(span.1);
    }
    if covered < end {
        gaps.push((covered, end));
    }
    gaps
}

/// Where a row of intervals, sorted by their start, can be cut: the places of those that begin at least `min_gap` pixels
/// after the end of all before them.
pub(in crate::segment) fn cut_places(spans: impl Iterator<Item = (i32, i32)>, min_gap: i32) -> Vec<usize> {
    let mut places = Vec::new();
    let mut reached = i32::MIN;
    for (place, (start, end)) in spans.enumerate() {
        if place > 0 && start.saturating_sub(reached) >= min_gap {
            places.push(place);
        }
        reached = reached.max(end);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_no_interval_reaches_into() {
        assert_eq!(gaps((10, 90), vec![(70, 90), (10, 30), (20, 50)]), [(50, 70)]);
        assert_eq!(gaps((0, 100), vec![(70, 90), (10, 30)]), [(0, 10), (30, 70), (90, 100)]);
        // Touching intervals, and one across everything.
        assert_eq!(gaps((0, 20), vec![(0, 10), (10, 20)]), []);
        assert_eq!(gaps((0, 30), vec![(0, 10), (20, 30), (0, 30)]), []);
        assert_eq!(gaps((0, 30), vec![]), [(0, 30)]);
    }

    #[test]
    fn a_row_is_cut_where_nothing_reaches_across() {
        let row = [(0, 10), (2, 40), (30, 35), (40, 50), (55, 60)];
        assert_eq!(cut_places(row.into_iter(), 0), [3, 4]);
        assert_eq!(cut_places(row.into_iter(), 5), [4]);
        assert_eq!(cut_places(row.into_iter(), 6), []);
    }
}
