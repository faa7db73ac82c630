//! Rectangles of whole pixels, the directions of a page, and intervals along one of them.

use tamis_page::Rect;

/// A rectangle of whole pixels; the right and the bottom edge are the first column and row outside it.
///
/// The default is empty. Rectangles are ordered from top to bottom, then from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PixelRect {
    /// The first row.
    pub top: i32,
    /// The first column.
    pub left: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl PixelRect {
    /// Around nothing and away from everything: nothing overlaps it and, unlike with other empty rectangles, nothing
    /// touches it.
    pub(in crate::segment) const NOWHERE: PixelRect =
        PixelRect { top: i32::MAX, left: i32::MAX, right: i32::MIN, bottom: i32::MIN };

    /// From the edges left, top, right and bottom.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> PixelRect {
        PixelRect { top, left, right, bottom }
    }

    /// With every edge on the nearest pixel. A rectangle of less than a pixel may become empty.
    pub fn nearest(rect: Rect) -> PixelRect {
        let edge = |edge: f32| edge.round() as i32;
        PixelRect::new(edge(rect.x), edge(rect.y), edge(rect.right()), edge(rect.bottom()))
    }

    /// The rectangle, made at least one pixel wide and high.
    #[must_use]
    pub fn or_a_pixel(self) -> PixelRect {
        PixelRect {
            right: self.right.max(self.left.saturating_add(1)),
            bottom: self.bottom.max(self.top.saturating_add(1)),
            ..self
        }
    }

    /// The number of columns.
    pub fn width(self) -> i32 {
        self.right.saturating_sub(self.left)
    }

    /// The number of rows.
    pub fn height(self) -> i32 {
        self.bottom.saturating_sub(self.top)
    }

    /// The number of pixels.
    pub fn area(self) -> i64 {
        if self.is_empty() { 0 } else { i64::from(self.width()) * i64::from(self.height()) }
    }

    /// Whether there is no pixel in it.
    pub fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Where it begins and ends along a direction: its columns, or its rows.
    pub fn along(self, direction: Direction) -> (i32, i32) {
        match direction {
            Direction::Horizontal => (self.left, self.right),
            Direction::Vertical => (self.top, self.bottom),
        }
    }

    /// Where it begins and ends across a direction.
    pub fn across(self, direction: Direction) -> (i32, i32) {
        match direction {
            Direction::Horizontal => self.along(Direction::Vertical),
            Direction::Vertical => self.along(Direction::Horizontal),
        }
    }

    /// The pixel in the middle, column and row; the left or upper one of two.
    pub(in crate::segment) fn middle(self) -> (i32, i32) {
        (self.left + (self.width() - 1).max(0) / 2, self.top + (self.height() - 1).max(0) / 2)
    }

    /// The smallest one around both; an empty one adds nothing.
    #[must_use]
    pub fn union(self, other: PixelRect) -> PixelRect {
        if other.is_empty() {
            return self;
        }
        if self.is_empty() {
            return other;
        }
        PixelRect::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// The pixels of both, which may be none.
    #[must_use]
    pub fn intersection(self, other: PixelRect) -> PixelRect {
        PixelRect::new(
            self.left.max(other.left),
            self.top.max(other.top),
            self.right.min(other.right),
            self.bottom.min(other.bottom),
        )
    }

    /// Whether both have a pixel in common.
    pub fn overlaps(self, other: PixelRect) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether they overlap, or have nothing between them.
    pub(in crate::segment) fn touches(self, other: PixelRect) -> bool {
        self.left <= other.right && other.left <= self.right && self.top <= other.bottom && other.top <= self.bottom
    }

    /// Whether the other one lies within, common edges included.
    pub fn contains(self, inner: PixelRect) -> bool {
        self.left <= inner.left && self.top <= inner.top && self.right >= inner.right && self.bottom >= inner.bottom
    }

    /// The rectangle as a layout has it.
    pub fn to_rect(self) -> Rect {
        Rect::from_edges(self.left as f32, self.top as f32, self.right as f32, self.bottom as f32)
    }
}

/// One of the two directions of a page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right: boxes side by side, a separator between what is above and what is below it.
    Horizontal,
    /// From top to bottom: boxes one above the other, a separator between what is left and right of it.
    Vertical,
}

/// One of the four ways to go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::segment) enum Toward {
    Right,
    Left,
    Down,
    Up,
}

impl Toward {
    pub(in crate::segment) fn is_horizontal(self) -> bool {
        matches!(self, Toward::Right | Toward::Left)
    }

    /// Whether coordinates grow on the way.
    pub(in crate::segment) fn is_forward(self) -> bool {
        matches!(self, Toward::Right | Toward::Down)
    }
}

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
    fn edges_go_to_the_nearest_pixel() {
        assert_eq!(PixelRect::nearest(Rect::new(0.4, 1.6, 10.0, 2.0)), PixelRect::new(0, 2, 10, 4));
        let thin = PixelRect::nearest(Rect::new(5.0, 5.0, 10.0, 0.3));
        assert!(thin.is_empty() && thin.area() == 0);
        assert_eq!(thin.or_a_pixel(), PixelRect::new(5, 5, 15, 6));
    }

    #[test]
    fn an_empty_rectangle_overlaps_nothing_and_adds_nothing() {
        let around = PixelRect::new(-5, -5, 5, 5);
        for empty in [PixelRect::default(), PixelRect::NOWHERE] {
            assert!(!around.overlaps(empty) && !empty.overlaps(around));
            assert_eq!((around.union(empty), empty.union(around)), (around, around));
        }
        assert!(around.touches(PixelRect::default()) && !around.touches(PixelRect::NOWHERE));
    }

    #[test]
    fn rectangles_with_a_common_edge_touch_and_do_not_overlap() {
        let (one, other) = (PixelRect::new(0, 0, 10, 10), PixelRect::new(10, 0, 20, 10));
        assert!(one.touches(other) && !one.overlaps(other));
        assert!(!one.touches(PixelRect::new(11, 0, 20, 10)));
        assert!(one.contains(one) && !one.contains(other));
    }

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
