//! How large form controls and SVG images are where the page does not say: the engine shows neither letters nor choices.

use super::hints::{Block, non_negative};
use tamis_page::{Document, NodeId, QuirksMode, names};

/// The average letter of a form control and what a text field has besides, in pixels: one of 20 letters is 177 wide inside.
const LETTER_WIDTH: u32 = 8;
const CARET_ROOM: u32 = 17;
/// Height of a line of text in a text area, and the width of its scroll bar.
const LINE_HEIGHT: u32 = 15;
const SCROLL_BAR: u32 = 15;

/// Sets the width of a text field: `size` average letters.
pub(super) fn text_field(block: &mut Block, document: &Document, input: NodeId, size: u32) {
    let kind = document.attribute(input, names::TYPE).unwrap_or("").to_ascii_lowercase();
    if matches!(&*kind, "" | "text" | "password" | "email" | "tel" | "url" | "search") {
        // In quirks mode the width is that of the whole box.
        let extra = if document.quirks() == QuirksMode::Quirks { 8 } else { 0 };
        block.push(&format!("width:{}px;", size * LETTER_WIDTH + CARET_ROOM + extra));
    }
}

/// Sets the size of a text area: 20 letters and 2 lines unless it says otherwise.
pub(super) fn text_area(block: &mut Block, document: &Document, element: NodeId) {
    let number = |name: &str| {
        let attribute = document.attributes(element).find(|attribute| attribute.local_name == name);
        attribute.and_then(|attribute| non_negative(attribute.value)).filter(|number| (1..=1000).contains(number))
    };
    let width = number("cols").unwrap_or(20) * LETTER_WIDTH + SCROLL_BAR;
    block.push(&format!("width:{width}px;height:{}px;", number("rows").unwrap_or(2) * LINE_HEIGHT));
}

/// A menu is as wide as its widest choice, a list as high as the lines it shows. The choices have no box.
pub(super) fn select(block: &mut Block, document: &Document, element: NodeId) {
    const MAX_OPTIONS: usize = 500;
    let attribute = |name: &str| document.attributes(element).find(|attribute| attribute.local_name == name);
    let options = document.descendants(element).filter(|&inner| document.is_html(inner, names::OPTION));
    let mut widest = 0.0_f32;
    for option in options.take(MAX_OPTIONS) {
        let text = document.text_content(option);
        let width: f32 = text.split_whitespace().flat_map(str::chars).take(200).map(letter_width).sum();
        let n_spaces = text.split_whitespace().count().saturating_sub(1);
        widest = widest.max(width + n_spaces as f32 * 0.278);
    }
    let n_lines = attribute("size").and_then(|size| non_negative(size.value)).unwrap_or(0);
    let is_multiple = attribute("multiple").is_some();
    let n_lines = if n_lines == 0 && is_multiple { 4 } else { n_lines.min(1000) };
    let arrow = if n_lines > 1 { 8.0 } else { 24.0 };
    block.push(&format!("width:{:.0}px;", (widest * 13.3333 + arrow).ceil()));
    if n_lines > 1 {
        block.push(&format!("height:{}px;", n_lines * 17 + 2));
    } else {
        block.push("height:19px;");
    }
}

/// About how wide a letter of a sans serif font is, in ems.
fn letter_width(letter: char) -> f32 {
    match letter {
        'i' | 'j' | 'l' | '\'' | '|' => 0.222,
        'I' | 'f' | 't' | '.' | ',' | ':' | ';' | '/' | '!' | '[' | ']' => 0.278,
        'r' | '-' | '(' | ')' => 0.333,
        'm' | 'W' | 'M' => 0.85,
        'w' | 'A'..='Z' => 0.7,
        '\u{2E80}'.. => 1.0,
        _ => 0.556,
    }
}

/// An SVG without a size is as wide as there is room, in the proportion of its `viewBox`.
pub(super) fn svg(document: &Document, element: NodeId) -> String {
    let attribute = |name: &str| document.attributes(element).find(|attribute| attribute.local_name == name);
    let size = |name: &str| attribute(name).filter(|size| !size.value.trim().is_empty());
    let view_box: Vec<f32> = attribute("viewBox")
        .map(|attribute| attribute.value.split([' ', ',']).filter_map(|number| number.trim().parse().ok()).collect())
        .unwrap_or_default();
    let mut block = Block::default();
    if let [_, _, width, height] = view_box[..]
        && width > 0.0
        && height > 0.0
    {
        block.push(&format!("aspect-ratio:{width}/{height};"));
        if size("width").is_none() && size("height").is_none() {
            block.push("width:100%;");
        }
    } else {
        if size("width").is_none() {
            block.push("width:300px;");
        }
        if size("height").is_none() {
            block.push("height:150px;");
        }
    }
    block.0
}
