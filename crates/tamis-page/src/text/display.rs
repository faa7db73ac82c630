//! How an element takes part in the text: by its name, as in the browsers' default style sheet, and by its `hidden` and
//! `style` attributes. Style sheets of the page are not read.

#[allow(clippy::wildcard_imports, reason = "the tables name nearly every element")]
use crate::document::names::*;
use crate::document::{Document, N_ELEMENT_NAMES, Name, Namespace, NodeId};
use crate::visibility::{Markup, Sight, own_markup};

/// How an element takes part in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextDisplay {
    /// Its text continues the line. So does a text node.
    Inline,
    /// Something that stands in the line like a word: an image, a button.
    Separate,
    /// On lines of its own.
    Block,
    /// On lines of its own with an empty line before and after.
    Apart,
    /// A list: on lines of its own with an empty line before and after; inside another list without these.
    List,
    /// A table: on lines of its own with an empty line before and after; inside another table without these.
    Table,
    /// A table cell.
    Cell,
    /// A line break.
    Break,
    /// White space is kept, on lines of its own with an empty line before and after.
    Verbatim,
    /// White space is kept, on lines of its own.
    VerbatimField,
    /// A shadow tree, shown in place of what is around it.
    Shadow,
    /// Neither the element nor its content is shown.
    Hidden,
}

impl TextDisplay {
    /// How a node takes part in the text, by its name and its `hidden` and `style` attributes.
    pub fn of(document: &Document, node: NodeId) -> TextDisplay {
        TextDisplay::of_role(role_of(document, own_markup(document, node), node))
    }

    /// How an element of this name takes part in the text, whatever its attributes say.
    pub fn by_name(document: &Document, node: NodeId) -> TextDisplay {
        TextDisplay::of_role(role_by_name(document, node))
    }

    fn of_role(role: Role) -> TextDisplay {
        match role {
            Role::As(display) => display,
            Role::Select | Role::Choice => Separate,
            Role::Slot => Inline,
        }
    }

    /// Whether it stands in a line of text.
    pub fn is_in_line(self) -> bool {
        matches!(self, Inline | Separate | Break)
    }
}

/// What an element's name says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    As(TextDisplay),
    /// A choice of options.
    Select,
    /// One option.
    Choice,
    /// The place of the light children in a shadow tree.
    Slot,
}

use TextDisplay::{Apart, Block, Break, Cell, Hidden, Inline, List, Separate, Shadow, Table, Verbatim, VerbatimField};

/// How the element takes part, its attributes considered. What hides an element
/// is said in [`Visibility`](crate::Visibility).
pub(super) fn role_of(document: &Document, markup: Markup<'_>, node: NodeId) -> Role {
    match markup.sight {
        Sight::Seen => match role_by_name(document, node) {
            Role::As(Block) if document.is_shadow_root(node) => Role::As(Shadow),
            Role::As(display) => Role::As(styled(display, markup.display)),
            role => role,
        },
        // An element that is seen but shows none of its text has no part in the text.
        Sight::Replaced | Sight::Transparent | Sight::Gone => Role::As(Hidden),
    }
}

fn role_by_name(document: &Document, node: NodeId) -> Role {
    let Some(name) = document.tag(node) else { return Role::As(Inline) };
    match document.namespace(node) {
        Namespace::Html => BY_NAME.get(name.index()).copied().unwrap_or(Role::As(Inline)),
        Namespace::Svg if matches!(name, SVG | TEXT) => Role::As(Separate),
        Namespace::Svg | Namespace::MathMl => Role::As(Inline),
    }
}

/// What the `display` of an inline style makes of an element; it is empty where there is none.
fn styled(by_name: TextDisplay, display: &str) -> TextDisplay {
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

static BY_NAME: [Role; N_ELEMENT_NAMES] = {
    const GROUPS: &[(Role, &[Name])] = &[
        (
            Role::As(Block),
            &[
                HTML, BODY, DIV, LI, DT, DD, CAPTION, THEAD, TBODY, TFOOT, TR, HEADER, FOOTER, MAIN, NAV, SECTION,
                ARTICLE, ASIDE, ADDRESS, HGROUP, SEARCH, FIGCAPTION, FORM, FIELDSET, LEGEND, OPTGROUP, CENTER, DETAILS,
                SUMMARY, DIALOG, MARQUEE, FRAMESET, ISINDEX,
            ],
        ),
        (Role::As(Apart), &[P, H1, H2, H3, H4, H5, H6, BLOCKQUOTE, FIGURE, HR]),
        (Role::As(List), &[UL, OL, DL, DIR, MENU]),
        (Role::As(Table), &[TABLE]),
        (Role::As(Cell), &[TD, TH]),
        (Role::As(Break), &[BR]),
        (Role::As(Verbatim), &[PRE, LISTING, XMP, PLAINTEXT]),
        (Role::As(VerbatimField), &[TEXTAREA]),
        (Role::As(Separate), &[IMG, INPUT, BUTTON, EMBED, OBJECT, APPLET, METER, PROGRESS, MAP, PICTURE]),
        (Role::Select, &[SELECT]),
        (Role::Choice, &[OPTION]),
        (Role::Slot, &[SLOT]),
        // Shown as blocks where they hold a page or a shadow tree.
        (Role::As(Block), &[IFRAME, TEMPLATE]),
    ];
    let mut table = [Role::As(Inline); N_ELEMENT_NAMES];
    let mut group_idx = 0;
    while group_idx < GROUPS.len() {
        let (role, names) = GROUPS[group_idx];
        let mut name_idx = 0;
        while name_idx < names.len() {
            table[names[name_idx].index()] = role;
            name_idx += 1;
        }
        group_idx += 1;
    }
    table
};
