//! How an element takes part in the text: by its name, as in the browsers' default style sheet, and by its `hidden` and
//! `style` attributes. Style sheets of the page are not read.

#[allow(clippy::wildcard_imports, reason = "the tables name nearly every element")]
use crate::document::names::*;
use crate::document::{Document, N_ELEMENT_NAMES, Name, Namespace, NodeId};
use crate::visibility::{Markup, Sight};

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

/// How the element takes part, its attributes considered. What hides an element
/// is said in [`Visibility`](crate::Visibility).
pub(super) fn display_of(document: &Document, markup: Markup<'_>, node: NodeId) -> Display {
    match markup.sight {
        Sight::Seen => styled(display_by_name(document, node), markup.display),
        // An element that is seen but shows none of its text has no part in the text.
        Sight::Replaced | Sight::Transparent | Sight::Gone => Hidden,
    }
}

fn display_by_name(document: &Document, node: NodeId) -> Display {
    let Some(name) = document.tag(node) else { return Inline };
    match document.namespace(node) {
        Namespace::Html => BY_NAME.get(name.index()).copied().unwrap_or(Inline),
        Namespace::Svg if matches!(name, SVG | TEXT) => Separate,
        Namespace::Svg | Namespace::MathMl => Inline,
    }
}

/// What the `display` of an inline style makes of an element; it is empty where there is none.
fn styled(by_name: Display, display: &str) -> Display {
    let is_any = |values: &[&str]| values.iter().any(|value| display.eq_ignore_ascii_case(value));
    match by_name {
        _ if display.is_empty() => by_name,
        Inline | Separate if is_any(&["block", "flex", "grid", "table", "list-item", "flow-root"]) => Block,
        Block | Apart | List | Table if is_any(&["inline"]) => Inline,
        Block | Apart | List | Table if is_any(&["inline-block", "inline-flex", "inline-grid", "inline-table"]) => {
            Separate
        }
        _ => by_name,
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
        // Shown as blocks where they hold a page or a shadow tree.
        (Block, &[IFRAME, TEMPLATE]),
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
