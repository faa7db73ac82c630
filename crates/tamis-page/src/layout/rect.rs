//! Rectangles on a page.

/// A rectangle in CSS pixels. The origin is the top left corner of the page, not of what a screen shows of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// The left edge.
    pub x: f32,
    /// The top edge.
    pub y: f32,
    /// The width, never negative.
    pub width: f32,
    /// The height, never negative.
    pub height: f32,
}

/// Steps a pixel that coordinates are rounded to: those of browser engines, so that no precision is lost and a stored
/// layout is the same layout.
const STEPS: f32 = 64.0;
/// The largest coordinate, in steps. Absurd lengths in a style sheet end here.
const MAX_STEPS: f32 = (1 << 30) as f32;

impl Rect {
    /// A rectangle from its corner and its size; NaN counts as 0, and so does a negative size.
    pub fn new(x: f32, y: f32, width: f32, height: f32) -> Rect {
        Rect { x, y, width, height }.rounded()
    }

    /// A rectangle from its four edges.
    pub fn from_edges(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
        Rect::new(left, top, right - left, bottom - top)
    }

    /// The right edge.
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// Width times height.
    pub fn area(self) -> f64 {
        f64::from(self.width) * f64::from(self.height)
    }

    /// Whether nothing can be seen in it.
    pub fn is_empty(self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Whether `inner` lies within, edges included.
    pub fn contains(self, inner: Rect) -> bool {
        self.x <= inner.x && self.y <= inner.y && self.right() >= inner.right() && self.bottom() >= inner.bottom()
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(self, other: Rect) -> Rect {
        Rect::from_edges(
            self.x.min(other.x),
            self.y.min(other.y),
            self.right().max(other.right()),
            self.bottom().max(other.bottom()),
        )
    }

    /// What both cover; `None` if they share no area.
    pub fn intersection(self, other: Rect) -> Option<Rect> {
        let shared = Rect::from_edges(
            self.x.max(other.x),
            self.y.max(other.y),
            self.right().min(other.right()),
            self.bottom().min(other.bottom()),
        );
        (!shared.is_empty()).then_some(shared)
    }

    pub(super) fn rounded(self) -> Rect {
        Rect {
            x: from_steps(to_steps(self.x)),
            y: from_steps(to_steps(self.y)),
            width: from_steps(to_steps(self.width).max(0)),
            height: from_steps(to_steps(self.height).max(0)),
        }
    }
}

/// A length as a whole number of steps.
pub(super) fn to_steps(length: f32) -> i64 {
    if length.is_nan() {
        return 0;
    }
    (length * STEPS).round().clamp(-MAX_STEPS, MAX_STEPS) as i64
}

/// The length of a number of steps.
pub(super) fn from_steps(steps: i64) -> f32 {
    steps as f32 / STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_is_around_both_and_an_intersection_within_both() {
        let one = Rect::new(0.0, 0.0, 10.0, 10.0);
        let other = Rect::new(5.0, 5.0, 10.0, 10.0);
        assert_eq!(one.union(other), Rect::new(0.0, 0.0, 15.0, 15.0));
        assert_eq!(one.intersection(other), Some(Rect::new(5.0, 5.0, 5.0, 5.0)));
        assert_eq!(one.intersection(Rect::new(10.0, 0.0, 5.0, 5.0)), None);
        assert!(one.union(other).contains(one) && !one.contains(other));
    }

    #[test]
    fn absurd_lengths_become_numbers_that_can_be_stored() {
        let rect = Rect::new(f32::NAN, f32::INFINITY, -5.0, 1e30);
        assert_eq!((rect.x, rect.width), (0.0, 0.0));
        assert!(rect.y.is_finite() && rect.height.is_finite());
        assert_eq!(rect.rounded(), rect);
    }

    #[test]
    fn rounding_again_changes_nothing() {
        for length in [0.1, 1e3 + 0.3, 123_456.78, 4e6 + 0.7, 9e9, -77.77] {
            let once = from_steps(to_steps(length));
            assert_eq!(from_steps(to_steps(once)).to_bits(), once.to_bits(), "{length}");
        }
    }
}
