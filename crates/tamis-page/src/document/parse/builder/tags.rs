//! What the specification says about elements by name: the special category, scopes, implied end tags.

use crate::document::name::N_ELEMENT_NAMES;
#[allow(clippy::wildcard_imports, reason = "the tables below name a hundred of them")]
use crate::document::names::*;
use crate::document::{Name, Namespace};

/// "Special" elements end the search of an end tag for its start tag.
pub(super) const SPECIAL: u16 = 1 << 0;
/// Ends "has an element in scope".
pub(super) const SCOPE: u16 = 1 << 1;
/// Ends "in list item scope", besides [`SCOPE`].
pub(super) const LIST_ITEM_SCOPE: u16 = 1 << 2;
/// Ends "in button scope", besides [`SCOPE`].
pub(super) const BUTTON_SCOPE: u16 = 1 << 3;
/// Ends "in table scope".
pub(super) const TABLE_SCOPE: u16 = 1 << 4;
/// Popped by "generate implied end tags".
pub(super) const IMPLIED_END: u16 = 1 << 5;
/// Popped by "generate all implied end tags thoroughly", besides [`IMPLIED_END`].
pub(super) const THOROUGHLY_IMPLIED_END: u16 = 1 << 6;

/// Remembered by the list of active formatting elements.
pub(super) const FORMATTING: u16 = 1 << 7;

/// In body, the end tag of the current element takes it off the stack and does nothing else.
pub(super) const ENDS_PLAINLY: u16 = 1 << 8;
/// In body, the start tag closes a paragraph and does nothing else but open the element.
pub(super) const STARTS_BLOCK: u16 = 1 << 9;
/// In body, the start tag reopens formatting elements and does nothing else but open the element.
pub(super) const STARTS_INLINE: u16 = 1 << 10;
/// The start tag is processed as in the head, wherever it stands.
pub(super) const IN_HEAD: u16 = 1 << 11;
/// A part of a table: its tags mean nothing outside of tables.
pub(super) const TABLE_PART: u16 = 1 << 12;
/// No SVG or MathML has the start tag, so it ends them.
pub(super) const BREAKS_OUT: u16 = 1 << 13;

const SPECIAL_NAMES: &[Name] = &[
    ADDRESS, APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON, CAPTION, CENTER, COL,
    COLGROUP, DD, DETAILS, DIR, DIV, DL, DT, EMBED, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM, FRAME, FRAMESET, H1,
    H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, IFRAME, IMG, INPUT, KEYGEN, LI, LINK, LISTING, MAIN, MARQUEE,
    MENU, META, NAV, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, P, PARAM, PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION,
    SELECT, SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, UL, WBR,
    XMP,
];
const SCOPE_NAMES: &[Name] = &[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE];
const TABLE_SCOPE_NAMES: &[Name] = &[HTML, TABLE, TEMPLATE];
const IMPLIED_END_NAMES: &[Name] = &[DD, DT, LI, OPTGROUP, OPTION, P, RB, RP, RT, RTC];
const THOROUGHLY_IMPLIED_END_NAMES: &[Name] = &[CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR];

const STARTS_BLOCK_NAMES: &[Name] = &[
    ADDRESS, ARTICLE, ASIDE, BLOCKQUOTE, CENTER, DETAILS, DIALOG, DIR, DIV, DL, FIELDSET, FIGCAPTION, FIGURE, FOOTER,
    HEADER, HGROUP, MAIN, MENU, NAV, OL, P, SEARCH, SECTION, SUMMARY, UL,
];
const STARTS_INLINE_NAMES: &[Name] = &[
    ABBR, BDI, BDO, CITE, DATA, DEL, DFN, INS, KBD, LABEL, LEGEND, MARK, PICTURE, Q, SAMP, SLOT, SPAN, SUB, SUP, TIME,
    VAR,
];
/// Those, headings, list items and buttons.
const ENDS_PLAINLY_NAMES: &[Name] =
    &[BUTTON, DD, DT, H1, H2, H3, H4, H5, H6, LI, LISTING, OPTGROUP, OPTION, PRE, SELECT];

const FORMATTING_NAMES: &[Name] = &[A, B, BIG, CODE, EM, FONT, I, NOBR, S, SMALL, STRIKE, STRONG, TT, U];
const IN_HEAD_NAMES: &[Name] = &[BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE, TITLE];
const TABLE_PART_NAMES: &[Name] = &[CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR];
const BREAKS_OUT_NAMES: &[Name] = &[
    B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6, HEAD, HR, I, IMG,
    LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRONG, STRIKE, SUB, SUP, TABLE, TT, U, UL, VAR,
];

static HTML_PROPERTIES: [u16; N_ELEMENT_NAMES] = {
    let mut table = [0u16; N_ELEMENT_NAMES];
    let sets: [(&[Name], u16); 14] = [
        (SPECIAL_NAMES, SPECIAL),
        (SCOPE_NAMES, SCOPE),
        (&[OL, UL], LIST_ITEM_SCOPE),
        (&[BUTTON], BUTTON_SCOPE),
        (TABLE_SCOPE_NAMES, TABLE_SCOPE),
        (IMPLIED_END_NAMES, IMPLIED_END),
        (THOROUGHLY_IMPLIED_END_NAMES, THOROUGHLY_IMPLIED_END),
        (FORMATTING_NAMES, FORMATTING),
        (STARTS_BLOCK_NAMES, STARTS_BLOCK | ENDS_PLAINLY),
        (STARTS_INLINE_NAMES, STARTS_INLINE | ENDS_PLAINLY),
        (ENDS_PLAINLY_NAMES, ENDS_PLAINLY),
        (IN_HEAD_NAMES, IN_HEAD),
        (TABLE_PART_NAMES, TABLE_PART),
        (BREAKS_OUT_NAMES, BREAKS_OUT),
    ];
    let mut set = 0;
    while set < sets.len() {
        let (names, property) = sets[set];
        let mut i = 0;
        while i < names.len() {
            table[names[i].index()] |= property;
            i += 1;
        }
        set += 1;
    }
    table
};

#[inline]
pub(super) fn properties(name: Name, namespace: Namespace) -> u16 {
    match namespace {
        Namespace::Html => HTML_PROPERTIES.get(name.index()).copied().unwrap_or(0),
        Namespace::MathMl if matches!(name, MI | MO | MN | MS | MTEXT | ANNOTATION_XML) => SPECIAL | SCOPE,
        Namespace::Svg if matches!(name, ADJUSTED_FOREIGNOBJECT | DESC | TITLE) => SPECIAL | SCOPE,
        _ => 0,
    }
}

/// `h1` to `h6`.
pub(super) fn is_heading(name: Name) -> bool {
    matches!(name, H1 | H2 | H3 | H4 | H5 | H6)
}

/// Whether HTML elements of this name have the property.
#[inline]
pub(super) fn has(name: Name, property: u16) -> bool {
    properties(name, Namespace::Html) & property != 0
}
