//! Rectangles in whole pixels.

use tamis_page::Rect;

/// A rectangle of whole pixels; the right and the bottom edge are the first column and row outside it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

/// A side of a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl PixelRect {
    /// Around nothing: the union with it is the other rectangle, and nothing overlaps it.
    pub(super) const NOWHERE: PixelRect =
        PixelRect { top: i32::MAX, left: i32::MAX, right: i32::MIN, bottom: i32::MIN };

    /// From the edges left, top, right and bottom.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> PixelRect {
        PixelRect { top, left, right, bottom }
    }

    /// The nearest rectangle of whole pixels; `None` if that is empty.
    pub fn round(rect: Rect) -> Option<PixelRect> {
        let edge = |edge: f32| edge.round() as i32;
        let rounded = PixelRect::new(edge(rect.x), edge(rect.y), edge(rect.right()), edge(rect.bottom()));
        (!rounded.is_empty()).then_some(rounded)
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
        i64::from(self.width()) * i64::from(self.height())
    }

    pub(super) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// Whether both have a pixel in common.
    pub(super) fn overlaps(self, other: PixelRect) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether they overlap, or have nothing between them.
    pub(super) fn touches(self, other: PixelRect) -> bool {
        self.left <= other.right && other.left <= self.right && self.top <= other.bottom && other.top <= self.bottom
    }

    pub(super) fn contains(self, inner: PixelRect) -> bool {
        self.left <= inner.left && self.top <= inner.top && self.right >= inner.right && self.bottom >= inner.bottom
    }

    pub(super) fn union(self, other: PixelRect) -> PixelRect {
        PixelRect::new(
            self.left.min(other.left),
            self.top.min(other.top),
            self.right.max(other.right),
            self.bottom.max(other.bottom),
        )
    }

    /// Smaller by so many pixels on each side; `None` if nothing is left.
    pub(super) fn shrunk(self, by: i32) -> Option<PixelRect> {
        let inner = PixelRect::new(self.left + by, self.top + by, self.right - by, self.bottom - by);
        (!inner.is_empty()).then_some(inner)
    }

    /// How far apart they are: 0 if they overlap or touch, otherwise the gap between their columns, or between their rows
    /// if they have columns in common.
    pub(super) fn distance(self, other: PixelRect) -> i32 {
        let columns = (other.left - self.right).max(self.left - other.right);
        let rows = (other.top - self.bottom).max(self.top - other.bottom);
        if columns > 0 { columns } else { rows.max(0) }
    }

    /// The first side on which both end at the same place.
    pub(super) fn aligned_side(self, other: PixelRect) -> Option<Side> {
        [
            (Side::Left, self.left == other.left),
            (Side::Top, self.top == other.top),
            (Side::Right, self.right == other.right),
            (Side::Bottom, self.bottom == other.bottom),
        ]
        .into_iter()
        .find(|&(_, is_equal)| is_equal)
        .map(|(side, _)| side)
    }

    pub(super) fn to_rect(self) -> Rect {
        Rect::from_edges(self.left as f32, self.top as f32, self.right as f32, self.bottom as f32)
    }
}
