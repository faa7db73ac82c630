//! Ways over a page.

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
