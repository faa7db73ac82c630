//! What each tag says: the one list of elements that are never shown.

#[allow(clippy::wildcard_imports, reason = "a table of names")]
use crate::document::names::*;
use crate::document::{N_ELEMENT_NAMES, Name, Namespace};

/// Whether elements of a tag can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagSight {
    Seen,
    /// The element is seen; what is in it stands for it where it cannot be shown.
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

static BY_NAME: [TagSight; N_ELEMENT_NAMES] = by_name();

/// What is known of HTML elements, by the number of their name.
pub(crate) const fn by_name() -> [TagSight; N_ELEMENT_NAMES] {
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
