//! What the markup of one element says of whether it is shown: its tag, its attributes, and the `details` that it is a child of.

use super::Sight;
#[allow(clippy::wildcard_imports, reason = "a table of names")]
use crate::document::names::*;
use crate::document::{Document, N_ELEMENT_NAMES, Name, Namespace, NodeId};

/// What the markup of one element says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Markup<'d> {
    pub(crate) sight: Sight,
    /// The `display` of its `style` attribute; empty where there is none.
    pub(crate) display: &'d str,
    /// Whether the `hidden` or the `style` attribute hides it, and nothing else.
    pub(crate) is_by_attribute: bool,
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

pub(super) fn by_tag(document: &Document, node: NodeId) -> TagSight {
    let Some(name) = document.tag(node) else { return TagSight::Seen };
    match tag_sight(name, document.namespace(node)) {
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

/// The properties of a `style` attribute that hide and show. The last declaration counts, an important one more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InlineStyle<'d> {
    display: Property<'d>,
    visibility: Property<'d>,
}

impl<'d> InlineStyle<'d> {
    pub(super) fn of(style: &'d str) -> InlineStyle<'d> {
        let mut found = InlineStyle::default();
        for declaration in style.split(';') {
            let Some((property, value)) = declaration.split_once(':') else { continue };
            let property = property.trim_ascii();
            if property.eq_ignore_ascii_case("display") {
                found.display.set(value);
            } else if property.eq_ignore_ascii_case("visibility") {
                found.visibility.set(value);
            }
        }
        found
    }

    /// Whether it hides its element, one way or the other.
    pub(super) fn hides(&self) -> bool {
        self.is_none() || self.is_hidden()
    }

    /// Whether it makes no box.
    pub(super) fn is_none(&self) -> bool {
        self.display.is("none")
    }

    /// Whether its box cannot be seen.
    fn is_hidden(&self) -> bool {
        self.visibility.is("hidden") || self.visibility.is("collapse")
    }

    /// Whether it can be seen in something that cannot.
    pub(super) fn is_visible(&self) -> bool {
        self.visibility.is("visible")
    }

    pub(super) fn display(&self) -> &'d str {
        self.display.value
    }
}

/// The value a property has so far.
#[derive(Clone, Copy, Debug, Default)]
struct Property<'d> {
    value: &'d str,
    is_important: bool,
}

impl<'d> Property<'d> {
    fn set(&mut self, value: &'d str) {
        let (value, is_important) = match value.split_once('!') {
            Some((value, _)) => (value, true),
            None => (value, false),
        };
        if is_important || !self.is_important {
            *self = Property { value: value.trim_ascii(), is_important };
        }
    }

    fn is(&self, value: &str) -> bool {
        self.value.eq_ignore_ascii_case(value)
    }
}

/// Whether elements of a tag can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagSight {
    Seen,
    /// The element is seen; its content is for browsers that cannot show it.
    Replaced,
    /// Neither.
    Never,
}

/// The elements that the HTML standard's style sheet gives no box (section 15.3.1), scripts being on, but for `rp`.
const NEVER: &[Name] = &[
    HEAD, TITLE, BASE, BASEFONT, LINK, META, STYLE, SCRIPT, NOSCRIPT, TEMPLATE, DATALIST, NOFRAMES, NOEMBED, AREA,
    PARAM,
];

/// Elements whose content is for browsers without them.
const REPLACED: &[Name] = &[IFRAME, FRAME, VIDEO, AUDIO, CANVAS];

static BY_NAME: [TagSight; N_ELEMENT_NAMES] = sights_by_name();

/// What is known of HTML elements, by the number of their name.
pub(crate) const fn sights_by_name() -> [TagSight; N_ELEMENT_NAMES] {
    let mut table = [TagSight::Seen; N_ELEMENT_NAMES];
    let mut idx = 0;
    while idx < NEVER.len() {
        table[NEVER[idx].index()] = TagSight::Never;
        idx += 1;
    }
    idx = 0;
    while idx < REPLACED.len() {
        table[REPLACED[idx].index()] = TagSight::Replaced;
        idx += 1;
    }
    table
}

/// What a tag says of elements with it.
#[inline]
pub(crate) fn tag_sight(name: Name, namespace: Namespace) -> TagSight {
    let is_never = match namespace {
        Namespace::Html => return BY_NAME.get(name.index()).copied().unwrap_or(TagSight::Seen),
        Namespace::Svg => matches!(name, TITLE | DESC | METADATA | STYLE | SCRIPT | DEFS | SYMBOL),
        Namespace::MathMl => matches!(name, ANNOTATION | ANNOTATION_XML),
    };
    if is_never { TagSight::Never } else { TagSight::Seen }
}
