//! JSON on lines that a person reads: an object or a list that fits stands on one line. Of others, those without an object in them
//! have as many members on a line as fit, and the rest a line for each.

use std::iter::Peekable;
use std::str::CharIndices;

/// The longest line, unless a text is longer.
const WIDTH: usize = 118;

/// Compact JSON with line breaks and blanks.
pub(super) fn broken(json: &str) -> String {
    let mut written = String::with_capacity(2 * json.len());
    // What is open, from the outside.
    let mut open: Vec<Layout> = Vec::new();
    let mut characters = json.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => written.push_str(text(json, at, &mut characters)),
            '{' | '[' => {
                let room = WIDTH.saturating_sub(column(&written));
                let layout = Layout::of(&json[at..], room);
                open.push(layout);
                written.push(character);
                new_line(&mut written, (layout != Layout::OneLine).then_some(open.len()));
            }
            '}' | ']' => {
                let is_broken = open.pop().is_some_and(|layout| layout != Layout::OneLine);
                new_line(&mut written, is_broken.then_some(open.len()));
                written.push(character);
            }
            ',' => {
                written.push(',');
                let is_broken = match open.last() {
                    Some(Layout::LineEach) => true,
                    // The next member may be followed by a comma.
                    Some(Layout::Filled) => column(&written) + 2 + member_width(&json[at + 1..]) > WIDTH,
                    _ => false,
                };
                if is_broken {
                    new_line(&mut written, Some(open.len()));
                } else {
                    written.push(' ');
                }
            }
            ':' => written.push_str(": "),
            other => written.push(other),
        }
    }
    written + "\n"
}

/// How the members of an object or a list stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// All on the line that it begins on.
    OneLine,
    /// As many on a line as fit.
    Filled,
    /// A line for each.
    LineEach,
}

impl Layout {
    /// Of the one that the text begins with, where there is so much room left on the line.
    fn of(json: &str, room: usize) -> Layout {
        if json.starts_with("{}") || json.starts_with("[]") || fits(json, room) {
            Layout::OneLine
        } else if has_object(json) {
            Layout::LineEach
        } else {
            Layout::Filled
        }
    }
}

fn new_line(written: &mut String, depth: Option<usize>) {
    if let Some(depth) = depth {
        written.push('\n');
        written.push_str(&"  ".repeat(depth));
    }
}

/// The characters since the last line break.
fn column(written: &str) -> usize {
    written.rsplit('\n').next().unwrap_or("").chars().count()
}

/// The text that begins with the quote at `at`, both quotes included.
fn text<'j>(json: &'j str, at: usize, characters: &mut Peekable<CharIndices<'_>>) -> &'j str {
    let mut is_escaped = false;
    for (end, character) in characters.by_ref() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return &json[at..=end],
            _ => {}
        }
    }
    &json[at..]
}

/// What is in the text and outside of texts in it, with how deep it is, up to the end of what it begins with.
fn structure(json: &str) -> impl Iterator<Item = (char, usize)> {
    let (mut depth, mut is_text, mut is_escaped, mut is_over) = (0_usize, false, false, false);
    json.chars().map_while(move |character| {
        if is_over {
            return None;
        }
        let was_text = is_text;
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_text,
            '"' => is_text = !is_text,
            _ if is_text => {}
            '{' | '[' => depth += 1,
            '}' | ']' => {
                is_over = depth <= 1;
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        Some((if was_text || is_text { '"' } else { character }, depth))
    })
}

/// Whether the object or list that the text begins with has an object in it.
fn has_object(json: &str) -> bool {
    structure(json).skip(1).any(|(character, _)| character == '{')
}

/// The characters up to the comma or the bracket that ends the member which the text begins with, with the blanks between them.
fn member_width(json: &str) -> usize {
    let mut width = 0;
    for (character, depth) in structure(json) {
        match character {
            ',' if depth == 0 => break,
            ',' | ':' => width += 2,
            '}' | ']' if depth == 0 && width == 0 => break,
            _ => width += 1,
        }
        if width > WIDTH {
            break;
        }
    }
    width
}

/// Whether the object or list that the text begins with has so few characters, with the blanks between them. Looks at no more
/// than that.
fn fits(json: &str, room: usize) -> bool {
    let (mut depth, mut is_text, mut is_escaped, mut n) = (0_usize, false, false, 0_usize);
    for character in json.chars() {
        n += 1;
        if n > room {
            return false;
        }
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_text,
            '"' => is_text = !is_text,
            _ if is_text => {}
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth -= 1;
                if depth == 0 {
                    // A comma may follow.
                    return n < room;
                }
            }
            ',' | ':' => n += 1,
            _ => {}
        }
    }
    false
}
