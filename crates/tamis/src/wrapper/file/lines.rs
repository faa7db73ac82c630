//! JSON on lines that a person reads: an object or a list that fits stands on one line, others have a line for each of their
//! members.

use std::iter::Peekable;
use std::str::CharIndices;

/// The longest line, unless a text is longer.
const WIDTH: usize = 118;

/// Compact JSON with line breaks and blanks.
pub(super) fn broken(json: &str) -> String {
    let mut written = String::with_capacity(2 * json.len());
    // How deep it is, and for each bracket that is open whether its members have lines of their own.
    let mut open: Vec<bool> = Vec::new();
    let mut characters = json.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => written.push_str(text(json, at, &mut characters)),
            '{' | '[' => {
                let room = WIDTH.saturating_sub(column(&written));
                let is_broken = !fits(&json[at..], room) && !is_empty(&json[at..]);
                open.push(is_broken);
                written.push(character);
                new_line(&mut written, is_broken.then_some(open.len()));
            }
            '}' | ']' => {
                let is_broken = open.pop() == Some(true);
                new_line(&mut written, is_broken.then_some(open.len()));
                written.push(character);
            }
            ',' => {
                written.push(',');
                match open.last() {
                    Some(true) => new_line(&mut written, Some(open.len())),
                    _ => written.push(' '),
                }
            }
            ':' => written.push_str(": "),
            other => written.push(other),
        }
    }
    written + "\n"
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

fn is_empty(json: &str) -> bool {
    json.starts_with("{}") || json.starts_with("[]")
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
