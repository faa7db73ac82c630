//! Presentational attributes as style.
//!
//! The engine knows a few of them, in lower case, with `#rrggbb` for colours, and takes every `align` for that of a
//! paragraph. Here each element's attributes become one declaration block. It is tied to the element by an attribute of our
//! own and weighs nothing (`:where`), in the first sheet of the page: behind the browser's rules and before all of the
//! page's, as the standard asks. The attribute's name and not its value tells blocks apart, because the engine finds rules by
//! attribute name in constant time.

use super::controls;
use std::collections::HashMap;
use std::fmt::Write as _;
use style::servo::attr::{LengthOrPercentageOrAuto, parse_legacy_color, parse_length};
use tamis_page::{Document, Name, NodeId, NodeKind, QuirksMode, names};

/// A page's declaration blocks, each once.
#[derive(Default)]
pub(crate) struct HintSheet {
    css: String,
    blocks: HashMap<String, u32>,
}

/// More blocks than any honest page has; the elements beyond get none.
const MAX_BLOCKS: usize = 20_000;

impl HintSheet {
    /// The attribute that ties an element to these declarations.
    pub(crate) fn attribute_for(&mut self, declarations: String) -> Option<String> {
        if declarations.is_empty() || (self.blocks.len() >= MAX_BLOCKS && !self.blocks.contains_key(&declarations)) {
            return None;
        }
        let next = self.blocks.len() as u32;
        let css = &mut self.css;
        let block = *self.blocks.entry(declarations).or_insert_with_key(|declarations| {
            let _ = writeln!(css, ":where([tamis-hint-{next}]){{{declarations}}}");
            next
        });
        Some(format!("tamis-hint-{block}"))
    }

    /// Adds a rule that is tied to no element.
    fn push_rule(&mut self, rule: &str) {
        self.css.push_str(rule);
        self.css.push('\n');
    }

    /// The sheet.
    pub(crate) fn css(&self) -> &str {
        &self.css
    }
}

/// Reads the attributes of one element after the other, in document order.
pub(crate) struct Hints<'a> {
    document: &'a Document,
    quirks: QuirksMode,
    /// The tables around the current element, innermost last.
    tables: Vec<TableHints>,
}

/// What a table says about its cells.
struct TableHints {
    table: NodeId,
    cells: String,
}

impl<'a> Hints<'a> {
    pub(crate) fn new(document: &'a Document) -> Hints<'a> {
        Hints { document, quirks: document.quirks(), tables: Vec::new() }
    }

    /// The declarations of the next element.
    pub(crate) fn declarations(&mut self, element: NodeId, sheet: &mut HintSheet) -> String {
        let document = self.document;
        while self.tables.last().is_some_and(|outer| !document.subtree_range(outer.table).contains(&element.index())) {
            self.tables.pop();
        }
        let Some(tag) = document.tag(element) else { return String::new() };
        if !document.is_html(element, tag) {
            return if tag == names::SVG { controls::svg(document, element) } else { String::new() };
        }
        let mut block = Block::default();
        let is_cell = matches!(tag, names::TD | names::TH);
        if is_cell && let Some(table) = self.tables.last() {
            block.0.push_str(&table.cells);
        }
        if self.quirks == QuirksMode::Quirks {
            quirky_margins(&mut block, document, element, tag);
        }
        let mut cells = String::new();
        for attribute in document.attributes(element) {
            let value = attribute.value;
            match attribute.local_name {
                "align" => align(&mut block, tag, value),
                "valign" if takes_cell_alignment(tag) => {
                    block.keyword("vertical-align", value, &["top", "middle", "bottom", "baseline"]);
                }
                "bgcolor" => block.set("background-color", color(value)),
                "background"
                    if is_cell
                        || matches!(
                            tag,
                            names::BODY | names::TABLE | names::TR | names::TBODY | names::THEAD | names::TFOOT
                        ) =>
                {
                    block.url("background-image", value);
                }
                "nowrap" if is_cell => block.push("white-space:nowrap;"),
                "cellpadding" if tag == names::TABLE => {
                    let padding = non_negative(value).map(|padding| format!("padding:{padding}px;"));
                    cells.push_str(&padding.unwrap_or_default());
                }
                "cellspacing" if tag == names::TABLE => block.set("border-spacing", dimension(value)),
                "border" if tag == names::TABLE => table_border(&mut block, &mut cells, value),
                "bordercolor" if tag == names::TABLE => block.set("border-color", color(value)),
                "height" if matches!(tag, names::TABLE | names::TR | names::TBODY) => {
                    block.set("height", dimension(value));
                }
                "width" if tag == names::COL || tag == names::COLGROUP => block.set("width", dimension(value)),
                "text" if tag == names::BODY => block.set("color", color(value)),
                "link" if tag == names::BODY => {
                    if let Some(color) = color(value) {
                        sheet.push_rule(&format!(":where(a[href]){{color:{color}}}"));
                    }
                }
                "color" if matches!(tag, names::FONT | names::BASEFONT) => block.set("color", color(value)),
                "color" if tag == names::HR => {
                    block.set("border-color", color(value));
                    block.set("background-color", color(value));
                }
                "size" if matches!(tag, names::FONT | names::BASEFONT) => {
                    block.set("font-size", font_size(value));
                }
                "face" if tag == names::FONT => block.font_family(value),
                "size" if tag == names::HR => {
                    if let Some(size) = non_negative(value) {
                        block.push(&format!("height:{}px;", size.saturating_sub(2)));
                    }
                }
                "noshade" if tag == names::HR => block.push("border-style:solid;"),
                "clear" if tag == names::BR => block.keyword(
                    "clear",
                    if value.eq_ignore_ascii_case("all") { "both" } else { value },
                    &["left", "right", "both"],
                ),
                "type" if matches!(tag, names::UL | names::OL | names::LI) => block.list_type(value),
                "hidden" => block.push("display:none;"),
                "frameborder" if tag == names::IFRAME && is_off(value) => block.push("border-width:0;"),
                "size" if tag == names::INPUT => {
                    if let Some(size @ 1..=1000) = non_negative(value) {
                        controls::text_field(&mut block, document, element, size);
                    }
                }
                _ => {}
            }
        }
        match tag {
            names::TABLE => self.tables.push(TableHints { table: element, cells }),
            names::SELECT => controls::select(&mut block, document, element),
            names::TEXTAREA => controls::text_area(&mut block, document, element),
            names::TEMPLATE if document.is_shadow_root(element) => block.push("display:contents;"),
            _ => {}
        }
        block.0
    }
}

/// Declarations of one element.
#[derive(Default)]
pub(super) struct Block(pub(super) String);

impl Block {
    pub(super) fn push(&mut self, declarations: &str) {
        self.0.push_str(declarations);
    }

    fn set(&mut self, property: &str, value: Option<impl std::fmt::Display>) {
        if let Some(value) = value {
            let _ = write!(self.0, "{property}:{value};");
        }
    }

    fn keyword(&mut self, property: &str, value: &str, known: &[&str]) {
        let value = value.trim();
        self.set(property, known.iter().find(|keyword| value.eq_ignore_ascii_case(keyword)));
    }

    fn url(&mut self, property: &str, value: &str) {
        let is_plain =
            !value.is_empty() && value.len() < 2000 && !value.contains(['"', '\\', '\n', '\r', '{', '}', ';']);
        self.set(property, is_plain.then(|| format!("url(\"{value}\")")));
    }

    /// Family names as CSS reads them, if they cannot end the declaration.
    fn font_family(&mut self, value: &str) {
        let is_plain = value.len() < 500 && !value.contains(['{', '}', ';', '"', '\'', '\\', '(', ')', '!']);
        self.set("font-family", is_plain.then_some(value).filter(|value| !value.trim().is_empty()));
    }

    fn list_type(&mut self, value: &str) {
        let style = match value.trim() {
            "1" => "decimal",
            "a" => "lower-alpha",
            "A" => "upper-alpha",
            "i" => "lower-roman",
            "I" => "upper-roman",
            other if other.eq_ignore_ascii_case("disc") => "disc",
            other if other.eq_ignore_ascii_case("circle") => "circle",
            other if other.eq_ignore_ascii_case("square") => "square",
            other if other.eq_ignore_ascii_case("none") => "none",
            _ => return,
        };
        self.set("list-style-type", Some(style));
    }
}

/// In quirks mode the margins that browsers give to paragraphs, lists and headings vanish at the start of the body and at both
/// ends of a cell.
fn quirky_margins(block: &mut Block, document: &Document, element: NodeId, tag: Name) {
    let has_margins = matches!(
        tag,
        names::P
            | names::DL
            | names::UL
            | names::OL
            | names::MENU
            | names::DIR
            | names::BLOCKQUOTE
            | names::PRE
            | names::H1
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
    );
    let Some(parent) = document.parent(element).filter(|_| has_margins) else { return };
    let is_cell = document.is_html(parent, names::TD) || document.is_html(parent, names::TH);
    let is_nothing = |node: NodeId| match document.kind(node) {
        NodeKind::Text => document.is_blank_text(node),
        NodeKind::Element => false,
        _ => true,
    };
    let mut before = std::iter::successors(document.previous_sibling(element), |&node| document.previous_sibling(node));
    let mut after = std::iter::successors(document.next_sibling(element), |&node| document.next_sibling(node));
    if (is_cell || document.is_html(parent, names::BODY)) && before.all(is_nothing) {
        block.push("margin-block-start:0;");
    }
    if is_cell && after.all(is_nothing) {
        block.push("margin-block-end:0;");
    }
}

fn is_off(value: &str) -> bool {
    value.trim() == "0" || value.trim().eq_ignore_ascii_case("no")
}

fn takes_cell_alignment(tag: Name) -> bool {
    matches!(
        tag,
        names::TD | names::TH | names::TR | names::TBODY | names::THEAD | names::TFOOT | names::COL | names::COLGROUP
    )
}

fn align(block: &mut Block, tag: Name, value: &str) {
    let value = value.trim().to_ascii_lowercase();
    match tag {
        // A table is moved, not its text; the engine would have aligned the text, too.
        names::TABLE => block.push(match &*value {
            "left" => "text-align:inherit;float:left;",
            "right" => "text-align:inherit;float:right;",
            "center" | "middle" => "text-align:inherit;margin-inline:auto;",
            _ => "text-align:inherit;",
        }),
        names::IMG | names::IFRAME | names::OBJECT | names::EMBED | names::INPUT | names::VIDEO | names::MARQUEE => {
            block.push(match &*value {
                "left" => "float:left;",
                "right" => "float:right;",
                "top" => "vertical-align:top;",
                "middle" | "center" | "absmiddle" | "abscenter" => "vertical-align:middle;",
                "texttop" => "vertical-align:text-top;",
                "bottom" | "baseline" => "vertical-align:baseline;",
                "absbottom" => "vertical-align:bottom;",
                _ => "",
            });
        }
        names::HR => block.push(match &*value {
            "left" => "margin-left:0;margin-right:auto;",
            "right" => "margin-left:auto;margin-right:0;",
            _ => "",
        }),
        names::CAPTION => block.push(if value == "bottom" { "caption-side:bottom;" } else { "" }),
        names::LEGEND => {}
        _ => block.push(match &*value {
            "left" => "text-align:-moz-left;",
            "right" => "text-align:-moz-right;",
            "center" | "middle" => "text-align:-moz-center;",
            "justify" => "text-align:justify;",
            _ => "",
        }),
    }
}

fn table_border(block: &mut Block, cells: &mut String, value: &str) {
    let width = if value.trim().is_empty() { 1 } else { non_negative(value).unwrap_or(1) };
    if width > 0 {
        block.push(&format!("border:{width}px outset gray;"));
        cells.push_str("border:1px inset gray;");
    }
}

/// A length or a percentage, as CSS writes it: `300`, `300px`, `50%`.
fn dimension(value: &str) -> Option<String> {
    match parse_length(value) {
        LengthOrPercentageOrAuto::Length(length) => Some(format!("{}px", length.to_f32_px())),
        LengthOrPercentageOrAuto::Percentage(share) => Some(format!("{}%", share * 100.0)),
        LengthOrPercentageOrAuto::Auto => None,
    }
}

/// The number that the value begins with.
pub(super) fn non_negative(value: &str) -> Option<u32> {
    let digits = value.trim_start_matches([' ', '\t', '\n', '\r', '\x0C', '+']);
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end.min(9)].parse().ok()
}

/// A colour; almost any text is one.
pub(super) fn color(value: &str) -> Option<String> {
    let components = parse_legacy_color(value).ok()?.into_srgb_legacy().raw_components().to_owned();
    let byte = |share: f32| (share * 255.0).round().clamp(0.0, 255.0) as u8;
    Some(format!("rgb({},{},{})", byte(components[0]), byte(components[1]), byte(components[2])))
}

/// `<font size>`: 1 to 7, or relative to 3.
pub(super) fn font_size(value: &str) -> Option<&'static str> {
    let value = value.trim();
    let size = match value.as_bytes().first()? {
        b'+' => 3 + i64::from(non_negative(&value[1..])?),
        b'-' => 3 - i64::from(non_negative(&value[1..])?),
        _ => i64::from(non_negative(value)?),
    };
    let sizes = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    sizes.get(size.clamp(1, 7) as usize - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, tag: Name, expect: &str) {
        let document = Document::parse(html);
        let mut hints = Hints::new(&document);
        let mut sheet = HintSheet::default();
        let mut found = None;
        for node in document.nodes() {
            let declarations = hints.declarations(node, &mut sheet);
            if document.tag(node) == Some(tag) {
                found = Some(declarations);
            }
        }
        assert_eq!(found.as_deref(), Some(expect));
    }

    #[test]
    fn a_table_speaks_for_its_own_cells() {
        let html = "<table cellpadding=7 border><tr><td><table><tr><td bgcolor=red>";
        check(html, names::TD, "background-color:rgb(255,0,0);");
        check(
            "<table cellpadding=7 border><tr><td nowrap>",
            names::TD,
            "padding:7px;border:1px inset gray;white-space:nowrap;",
        );
        check("<table cellpadding=7><tr><td><table></table><tr><td>", names::TD, "padding:7px;");
    }

    #[test]
    fn what_is_aligned_depends_on_the_element() {
        check("<table ALIGN=Center>", names::TABLE, "text-align:inherit;margin-inline:auto;");
        check("<!doctype html><p align=CENTER>", names::P, "text-align:-moz-center;");
        check("<img align=absmiddle>", names::IMG, "vertical-align:middle;");
        check("<td valign=TOP>", names::BODY, "");
    }

    #[test]
    fn margins_vanish_at_the_ends_of_old_cells() {
        check("<table><tr><td> <p>x</p> </table>", names::P, "margin-block-start:0;margin-block-end:0;");
        check("<table><tr><td>a<p>x</p></table>", names::P, "margin-block-end:0;");
        check("<p>x</p>", names::P, "margin-block-start:0;");
        check("<!doctype html><p>x</p>", names::P, "");
    }

    #[test]
    fn a_value_cannot_end_its_declaration() {
        check("<font face='x;} * {color:red' color=blue>", names::FONT, "color:rgb(0,0,255);");
        check("<body background='a\"){}'>", names::BODY, "");
    }

    #[test]
    fn equal_declarations_are_one_rule() {
        let mut sheet = HintSheet::default();
        let first = sheet.attribute_for("color:red;".to_owned());
        assert_eq!(first.as_deref(), Some("tamis-hint-0"));
        assert_eq!(sheet.attribute_for("color:red;".to_owned()), first);
        assert_eq!(sheet.attribute_for(String::new()), None);
        assert_eq!(sheet.css(), ":where([tamis-hint-0]){color:red;}\n");
    }
}

#[cfg(test)]
mod legacy_tests {
    use super::*;

    #[test]
    fn dimensions_are_numbers_with_or_without_a_unit() {
        let cases =
            [("300", Some("300px")), (" 50% ", Some("50%")), ("12.5px", Some("12.5px")), ("*", None), ("", None)];
        for (value, expect) in cases {
            assert_eq!(dimension(value).as_deref(), expect, "{value}");
        }
    }

    #[test]
    fn colours_have_names_or_digits() {
        let cases = [
            ("#FF0080", Some("rgb(255,0,128)")),
            ("#f08", Some("rgb(255,0,136)")),
            ("teal", Some("rgb(0,128,128)")),
            ("cccccc", Some("rgb(204,204,204)")),
            ("transparent", None),
            ("", None),
        ];
        for (value, expect) in cases {
            assert_eq!(color(value).as_deref(), expect, "{value}");
        }
    }

    #[test]
    fn font_sizes_are_absolute_or_relative() {
        let cases = [
            ("1", Some("x-small")),
            ("+1", Some("large")),
            ("-9", Some("x-small")),
            ("99", Some("xxx-large")),
            ("x", None),
        ];
        for (value, expect) in cases {
            assert_eq!(font_size(value), expect, "{value}");
        }
    }
}
