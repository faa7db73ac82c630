//! Rectangles in whole pixels.

use tamis_page::Rect;

/// A rectangle of pixels; `x2` and `y2` are the first pixels behind it, so that two boxes that touch share an edge.
///
/// The author's program names the last pixel inside instead: its distances are one more than the gaps here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bounds {
    pub(super) x1: i32,
    pub(super) y1: i32,
    pub(super) x2: i32,
    pub(super) y2: i32,
}

impl Bounds {
    pub(super) fn new(x1: i32, y1: i32, x2: i32, y2: i32) -> Bounds {
        Bounds { x1, y1, x2, y2 }
    }

    /// The nearest whole pixels.
    pub(super) fn of(rect: Rect) -> Bounds {
        let pixel = |length: f32| length.round() as i32;
        Bounds::new(pixel(rect.x), pixel(rect.y), pixel(rect.right()), pixel(rect.bottom()))
    }

    pub(super) fn rect(self) -> Rect {
        Rect::from_edges(self.x1 as f32, self.y1 as f32, self.x2 as f32, self.y2 as f32)
    }

    pub(super) fn width(self) -> i32 {
        self.x2 - self.x1
    }

    pub(super) fn height(self) -> i32 {
        self.y2 - self.y1
    }

    pub(super) fn area(self) -> i64 {
        if self.is_empty() { 0 } else { i64::from(self.width()) * i64::from(self.height()) }
    }

    pub(super) fn is_empty(self) -> bool {
        self.x1 >= self.x2 || self.y1 >= self.y2
    }

    /// The pixel in the middle, the left or upper one of two.
    pub(super) fn middle(self) -> (i32, i32) {
        (self.x1 + (self.width() - 1).max(0) / 2, self.y1 + (self.height() - 1).max(0) / 2)
    }

    /// Around both; an empty one adds nothing.
    pub(super) fn union(self, other: Bounds) -> Bounds {
        if self.is_empty() {
            return if other.is_empty() { self } else { other };
        }
        if other.is_empty() {
            return self;
        }
        Bounds::new(self.x1.min(other.x1), self.y1.min(other.y1), self.x2.max(other.x2), self.y2.max(other.y2))
    }

    pub(super) fn intersection(self, other: Bounds) -> Bounds {
        Bounds::new(self.x1.max(other.x1), self.y1.max(other.y1), self.x2.min(other.x2), self.y2.min(other.y2))
    }

    pub(super) fn intersects(self, other: Bounds) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Whether the other one lies within, edges included.
    pub(super) fn encloses(self, other: Bounds) -> bool {
        self.x1 <= other.x1 && self.y1 <= other.y1 && self.x2 >= other.x2 && self.y2 >= other.y2
    }
}
