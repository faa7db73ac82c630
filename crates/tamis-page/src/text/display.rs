//! How an element takes part in the text: by its name, as in the browsers' default style sheet, and by its `hidden` and
//! `style` attributes. Style sheets of the page are not read.

#[allow(clippy::wildcard_imports, reason = "the tables name nearly every element")]
use crate::document::names::*;
use crate::document::{Document, N_ELEMENT_NAMES, Name, Namespace, NodeId};

/// How an element takes part in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Display {
    /// Its text continues the line.
    Inline,
    /// Something that stands in the line like a word: an image, a button.
    Separate,
    /// On lines of its own.
    Block,
    /// On lines of its own with an empty line before and after.
    Apart,
    /// As `Apart`, but as `Block` inside another list.
    List,
    /// As `Apart`, but as `Block` inside another table.
    Table,
    /// A table cell.
    Cell,
    /// A line break.
    Break,
    /// As `Apart`, white space verbatim.
    Verbatim,
    /// As `Block`, white space verbatim.
    VerbatimField,
    /// A choice of options.
    Select,
    /// One option.
    Choice,
    /// The place of the light children in a shadow tree.
    Slot,
    /// Not shown.
    Hidden,
}

use Display::{
    Apart, Block, Break, Cell, Choice, Hidden, Inline, List, Select, Separate, Slot, Table, Verbatim, VerbatimField,
};

/// How the element takes part, its attributes considered.
pub(super) fn display_of(document: &Document, node: NodeId) -> Display {
    let by_name = display_by_name(document, node);
    if by_name == Hidden {
        let is_shown = document.is_shadow_root(node) || document.is_inlined_frame(node);
        return if is_shown { Block } else { Hidden };
    }
    let is_dialog = document.is_html(node, DIALOG);
    let mut display = if is_dialog { Hidden } else { by_name };
    for attribute in document.attributes(node) {
        match attribute.name {
            HIDDEN if !attribute.value.eq_ignore_ascii_case("until-found") => return Hidden,
            OPEN if is_dialog => display = Block,
            STYLE => match by_style(attribute.value, by_name) {
                // Pages hide themselves until their script has run; they are not meant to stay so.
                Some(Hidden) if is_page(document, node) => {}
                Some(Hidden) => return Hidden,
                Some(styled) if display != Hidden => display = styled,
                _ => {}
            },
            _ => {}
        }
    }
    display
}

fn is_page(document: &Document, node: NodeId) -> bool {
    document.is_html(node, HTML) || document.is_html(node, BODY)
}

fn display_by_name(document: &Document, node: NodeId) -> Display {
    let Some(name) = document.tag(node) else { return Inline };
    match document.namespace(node) {
        Namespace::Html => BY_NAME.get(name.index()).copied().unwrap_or(Inline),
        Namespace::Svg => match name {
            TITLE | DESC | METADATA | STYLE | SCRIPT | DEFS | SYMBOL => Hidden,
            SVG | TEXT => Separate,
            _ => Inline,
        },
        Namespace::MathMl => match name {
            ANNOTATION | ANNOTATION_XML => Hidden,
            _ => Inline,
        },
    }
}

static BY_NAME: [Display; N_ELEMENT_NAMES] = {
    const GROUPS: &[(Display, &[Name])] = &[
        (
            Block,
            &[
                HTML, BODY, DIV, LI, DT, DD, CAPTION, THEAD, TBODY, TFOOT, TR, HEADER, FOOTER, MAIN, NAV, SECTION,
                ARTICLE, ASIDE, ADDRESS, HGROUP, SEARCH, FIGCAPTION, FORM, FIELDSET, LEGEND, OPTGROUP, CENTER, DETAILS,
                SUMMARY, DIALOG, MARQUEE, FRAMESET, ISINDEX,
            ],
        ),
        (Apart, &[P, H1, H2, H3, H4, H5, H6, BLOCKQUOTE, FIGURE, HR]),
        (List, &[UL, OL, DL, DIR, MENU]),
        (Table, &[TABLE]),
        (Cell, &[TD, TH]),
        (Break, &[BR]),
        (Verbatim, &[PRE, LISTING, XMP, PLAINTEXT]),
        (VerbatimField, &[TEXTAREA]),
        (Separate, &[IMG, INPUT, BUTTON, EMBED, OBJECT, APPLET, METER, PROGRESS, MAP, PICTURE]),
        (Select, &[SELECT]),
        (Choice, &[OPTION]),
        (Slot, &[SLOT]),
        // What browsers do not lay out, or only in place of something that they can show.
        (
            Hidden,
            &[
                HEAD, TITLE, BASE, LINK, META, STYLE, SCRIPT, NOSCRIPT, TEMPLATE, DATALIST, COLGROUP, COL, IFRAME,
                FRAME, NOFRAMES, NOEMBED, VIDEO, AUDIO, CANVAS, AREA, PARAM, SOURCE, TRACK, BASEFONT, BGSOUND,
            ],
        ),
    ];
    let mut table = [Inline; N_ELEMENT_NAMES];
    let mut group_idx = 0;
    while group_idx < GROUPS.len() {
        let (display, names) = GROUPS[group_idx];
        let mut name_idx = 0;
        while name_idx < names.len() {
            table[names[name_idx].index()] = display;
            name_idx += 1;
        }
        group_idx += 1;
    }
    table
};

/// What an inline style makes of an element, `None` if nothing. The last declaration counts, an important one more.
fn by_style(style: &str, by_name: Display) -> Option<Display> {
    let mut display = Property::default();
    let mut visibility = Property::default();
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else { continue };
        let property = property.trim_ascii();
        if property.eq_ignore_ascii_case("display") {
            display.set(value);
        } else if property.eq_ignore_ascii_case("visibility") {
            visibility.set(value);
        }
    }
    if display.is("none") || visibility.is("hidden") || visibility.is("collapse") {
        return Some(Hidden);
    }
    let is_any = |values: &[&str]| values.iter().any(|value| display.is(value));
    match by_name {
        Inline | Separate if is_any(&["block", "flex", "grid", "table", "list-item", "flow-root"]) => Some(Block),
        Block | Apart | List | Table if is_any(&["inline"]) => Some(Inline),
        Block | Apart | List | Table if is_any(&["inline-block", "inline-flex", "inline-grid", "inline-table"]) => {
            Some(Separate)
        }
        _ => None,
    }
}

/// The value a property has so far.
#[derive(Default)]
struct Property<'a> {
    value: &'a str,
    is_important: bool,
}

impl<'a> Property<'a> {
    fn set(&mut self, value: &'a str) {
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
