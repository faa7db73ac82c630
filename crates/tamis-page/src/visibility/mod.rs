//! Which nodes of a page cannot be seen. This is the only definition: text, counts and every method use it.
//!
//! Three things hide a node:
//!
//! 1. **Its tag** ([`is_never_shown`]): `head`, `script`, `noscript`, an inert `template` and the like have no box in
//!    any browser. What stands in a `video`, `canvas` or `iframe` is for browsers without them: the element is seen,
//!    its content is not.
//! 2. **Its markup** ([`Sights`]): the `hidden` attribute, `display: none` or `visibility: hidden` in its `style`
//!    attribute, a `dialog` that is not open, `input type=hidden`, and all but the summary of a `details` that is not
//!    open. Style sheets are not read. `aria-hidden` hides from screen readers only, so it hides nothing here. Nor does
//!    what hides most of the page: that is there until a script has run.
//! 3. **Its layout**, where there is one: no box, an empty box, a box left of or above the page, a box that `visibility`
//!    or `opacity` hides. What was laid out is known better than what the markup says, so the markup counts only where
//!    nothing was measured, or where an image was not loaded.
//!
//! A node inherits what hides its parent. [`Visibility`] says it for all nodes of a page.
//!
//! `noscript` is hidden because a reader has scripts, and what pages put there is a request to switch them on or a
//! second copy of an image. `rp` is not, though browsers hide it: they can set ruby above the line, and text cannot.
//!
//! ```
//! use tamis_page::{Document, names, Visibility};
//!
//! let document = Document::parse("<p>One<p hidden>Two<p style='visibility: hidden'>Three");
//! let visibility = Visibility::of(&document, None);
//! let seen: Vec<bool> = document.elements_named(names::P).map(|node| visibility.is_seen(node)).collect();
//! assert_eq!(seen, [true, false, false]);
//! ```

pub(crate) mod markup;
mod page;
mod sights;

pub(crate) use markup::{Markup, own_markup};
pub use page::Visibility;
pub use sights::Sights;

use crate::document::names::{SCRIPT, STYLE};
use crate::document::{Document, NodeId};
use markup::{TagSight, by_tag};

/// Whether a node can be seen, by its own tag and attributes and by the `details` that it is a child of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sight {
    /// Nothing of its own hides it.
    Seen,
    /// It can be seen, but not what is in it.
    Replaced,
    /// It takes its room on the page and cannot be seen: `visibility: hidden`.
    Transparent,
    /// Neither it nor its content is on the page.
    Gone,
}

impl Sight {
    /// Whether the node itself can be seen.
    pub fn is_seen(self) -> bool {
        matches!(self, Sight::Seen | Sight::Replaced)
    }
}

/// Whether no browser ever shows the element or what is in it, by its tag alone.
#[inline]
pub fn is_never_shown(document: &Document, node: NodeId) -> bool {
    by_tag(document, node) == TagSight::Never
}

/// Whether the content of the element is written for machines and is no text at all: `script` and `style`.
pub fn is_code(document: &Document, node: NodeId) -> bool {
    matches!(document.tag(node), Some(SCRIPT | STYLE))
}

#[cfg(test)]
mod tests;
