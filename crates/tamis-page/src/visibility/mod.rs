//! What of a page cannot be seen: the one definition, for text, for counts and for every method.
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
//!    nobody measured, or where an image was not loaded.
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

mod page;
mod sights;
mod style;
pub(crate) mod tags;

pub use page::Visibility;
pub use sights::Sights;
pub(crate) use style::Markup;

use crate::document::names::{AUDIO, BODY, CONTROLS, DETAILS, DIALOG, HIDDEN, HTML, INPUT, OPEN, STYLE, SUMMARY, TYPE};
use crate::document::{Document, NodeId};
use style::InlineStyle;
use tags::TagSight;

/// Whether a node can be seen, by its own tag and attributes and by the `details` that it is a child of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sight {
    /// Nothing of its own hides it.
    Seen,
    /// It can be seen, but not what is in it.
    Replaced,
    /// It takes its room on the page and cannot be seen: `visibility: hidden`.
    Transparent,
    /// It is not on the page, nor is what is in it.
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
    matches!(document.tag(node), Some(crate::names::SCRIPT | STYLE))
}

/// What the element's own tag and attributes say.
pub(crate) fn own_markup(document: &Document, node: NodeId) -> Markup<'_> {
    let tag = by_tag(document, node);
    if tag == TagSight::Never {
        return Markup { sight: Sight::Gone, display: "", is_by_attribute: false };
    }
    let (mut is_gone, mut is_hidden) = (is_unless_attribute(document, node), false);
    let mut style = InlineStyle::default();
    for attribute in document.raw_attributes(node) {
        match attribute.name {
            HIDDEN => is_hidden = !document.resolve(attribute.value).eq_ignore_ascii_case("until-found"),
            OPEN => is_gone &= !document.is_html(node, DIALOG),
            CONTROLS => is_gone &= !document.is_html(node, AUDIO),
            TYPE => {
                is_gone |=
                    document.is_html(node, INPUT) && document.resolve(attribute.value).eq_ignore_ascii_case("hidden");
            }
            STYLE => style = InlineStyle::of(document.resolve(attribute.value)),
            _ => {}
        }
    }
    if !is_gone && !is_hidden && tag == TagSight::Seen && !style.hides() {
        return Markup { sight: Sight::Seen, display: style.display(), is_by_attribute: false };
    }
    // Pages hide themselves until their script has run; they are not meant to stay so.
    let is_page = document.is_html(node, BODY) || document.is_html(node, HTML);
    let sight = if is_page {
        Sight::Seen
    } else if is_gone || is_hidden || style.is_none() {
        Sight::Gone
    } else if style.is_hidden() {
        Sight::Transparent
    } else if tag == TagSight::Replaced {
        Sight::Replaced
    } else {
        Sight::Seen
    };
    let is_by_attribute = !is_page && !is_gone && (is_hidden || style.is_none() || style.is_hidden());
    Markup { sight, display: style.display(), is_by_attribute }
}

fn by_tag(document: &Document, node: NodeId) -> TagSight {
    let Some(name) = document.tag(node) else { return TagSight::Seen };
    match tags::tag_sight(name, document.namespace(node)) {
        TagSight::Seen => TagSight::Seen,
        // The content of a shadow root and of a frame with its page is a part of the page.
        _ if document.is_shadow_root(node) || document.is_inlined_frame(node) => TagSight::Seen,
        hidden => hidden,
    }
}

/// Elements that are hidden unless an attribute shows them.
fn is_unless_attribute(document: &Document, node: NodeId) -> bool {
    document.is_html(node, DIALOG) || document.is_html(node, AUDIO)
}

/// Whether the node is in a `details` that is not open, and is not its summary: the first one.
#[inline]
pub(crate) fn is_closed_away(document: &Document, node: NodeId) -> bool {
    let is_summary = |node: NodeId| document.is_html(node, SUMMARY);
    let Some(parent) = document.parent(node) else { return false };
    if !document.is_html(parent, DETAILS) || document.attribute(parent, OPEN).is_some() {
        return false;
    }
    // Of many summaries each looks back to the one before it, so that all of them together look at each sibling once.
    let before = |node: NodeId| document.previous_sibling(node);
    !is_summary(node) || std::iter::successors(before(node), |&sibling| before(sibling)).any(is_summary)
}

#[cfg(test)]
mod tests;
