//! Rectangles of whole pixels, as separators are found between them.

use tamis_page::Rect;

/// A rectangle of whole pixels; the right and the bottom edge are not in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pixels {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The column after the last.
    pub right: i32,
    /// The row after the last.
    pub bottom: i32,
}

impl Pixels {
    /// The rectangle with its edges rounded; a box that can be seen has at least one pixel.
    pub(super) fn around(rect: Rect) -> Pixels {
        let (left, top) = (rect.x.round() as i32, rect.y.round() as i32);
        let (right, bottom) = (rect.right().round() as i32, rect.bottom().round() as i32);
        Pixels { left, top, right: right.max(left + 1), bottom: bottom.max(top + 1) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    pub(super) fn area(self) -> f64 {
        f64::from(self.right - self.left) * f64::from(self.bottom - self.top)
    }

    /// The smallest one around both.
    #[must_use]
    pub(super) fn union(self, other: Pixels) -> Pixels {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        Pixels {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn to_rect(self) -> Rect {
        Rect::from_edges(self.left as f32, self.top as f32, self.right as f32, self.bottom as f32)
    }
}
