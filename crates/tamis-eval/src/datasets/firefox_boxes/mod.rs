//! Firefox's rectangles as a layout: `boxes.tsv` beside a page.
//!
//! The file lists every HTML element that the browser had below `body`, in document order, with its depth, tag and
//! edges. The browser had run the page's scripts, so its elements are not quite ours: both trees are aligned by tags
//! and order, and an element of ours without a partner is one that nobody measured ([`BoxState::Unknown`]), unless its
//! name says that it makes no box.
//!
//! **All edges zero.** A browser answers so for an element that makes no box: `display: none`, `script`, `meta`. A box
//! without a size has the edges of its place, which is the corner of the page only by accident. So an element with all
//! edges zero is not rendered, unless something inside it has a box, which nothing below `display: none` can have; then
//! it is an empty box at the corner.
//!
//! What the file does not have stays unknown: styles, lines, the boxes of text and of SVG. Boxes count as visible; what
//! is hidden by `visibility` or `opacity` has a rectangle like any other. `html` and `body` are given the size of the
//! page.
//!
//! [`BoxState::Unknown`]: tamis_page::BoxState::Unknown

mod alignment;
mod boxes_file;
mod layout;
mod page_elements;

pub(crate) use alignment::{Outliner, align};
pub use layout::read;

/// The width of the browser's window.
const WINDOW_WIDTH: f32 = 1423.0;

/// How well a file of rectangles fits a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fit {
    /// Elements of our document below `body` that a browser would list.
    pub n_ours: usize,
    /// Elements in the file.
    pub n_theirs: usize,
    /// Pairs of the two.
    pub n_aligned: usize,
}

impl Fit {
    /// The share of our elements that found a rectangle, 0 to 1.
    pub fn of_ours(&self) -> f64 {
        crate::metrics::share(self.n_aligned, self.n_ours)
    }

    /// The share of the file's elements that found theirs, 0 to 1.
    pub fn of_theirs(&self) -> f64 {
        crate::metrics::share(self.n_aligned, self.n_theirs)
    }

    /// Adds the counts of another page.
    pub fn add(&mut self, other: &Fit) {
        self.n_ours += other.n_ours;
        self.n_theirs += other.n_theirs;
        self.n_aligned += other.n_aligned;
    }
}
