//! Running text: the white space of a page becomes single spaces between words, or nothing.

use super::script::{is_unspaced, joins_lines};
use crate::swar::{self, HIGH_BITS};

/// Splits the text nodes of a line into words, with the gaps between them decided as [`visible_text`](crate::visible_text)
/// does: white space is collapsed over the borders of elements, a line break between two ideographs is nothing, and
/// characters without a shape are left out.
///
/// ```
/// use tamis_page::RunningText;
///
/// let (mut running, mut line) = (RunningText::default(), String::new());
/// for text in ["Desk\n ", " lamp,", "\tnew"] {
///     running.push(line.clone().chars().next_back(), text, |has_space, word| {
///         line.push_str(if has_space { " " } else { "" });
///         line.push_str(word);
///     });
/// }
/// assert_eq!(line, "Desk lamp, new");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct RunningText {
    gap: Space,
}

/// What white space stands between the text so far and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Space {
    #[default]
    None,
    /// White space with a line break in it, which stands for nothing between ideographs.
    LineBreak,
    Some,
}

impl RunningText {
    /// Text that follows this gap.
    pub(super) fn after(gap: Space) -> RunningText {
        RunningText { gap }
    }

    /// The gap at the end.
    pub(super) fn gap(self) -> Space {
        self.gap
    }

    /// Puts a space before the next word, whatever the white space.
    pub fn space(&mut self) {
        self.gap = Space::Some;
    }

    /// The next word stands apart if its letters and those of what is `written` say so: pages set words apart by a
    /// margin between two elements.
    pub fn word_boundary(&mut self, written: &str, next: &str) {
        if is_word_boundary(written, next) {
            self.space();
        }
    }

    /// A new line begins, and with it no gap.
    pub fn restart(&mut self) {
        self.gap = Space::None;
    }

    /// Reads a text node after the character `last`: `emit` gets words, several where single spaces stand between them, or
    /// a piece of a word, and whether there is a space before it.
    #[inline]
    pub fn push<'t>(&mut self, mut last: Option<char>, text: &'t str, mut emit: impl FnMut(bool, &'t str)) {
        let mut word = |gap: &mut Space, last: &mut Option<char>, word: &'t str| {
            let Some(first) = word.chars().next() else { return };
            let has_space = match std::mem::take(gap) {
                Space::None => false,
                Space::Some => true,
                Space::LineBreak => !(joins_lines(first) && last.is_some_and(joins_lines)),
            };
            emit(has_space, word);
            *last = word.chars().next_back();
        };
        let bytes = text.as_bytes();
        let mut position = 0;
        while position < bytes.len() {
            let end = plain_end(bytes, position);
            word(&mut self.gap, &mut last, &text[position..end]);
            position = end;
            let Some(character) = text[position..].chars().next() else { break };
            let start = position;
            position += character.len_utf8();
            match character {
                '\n' | '\r' if self.gap == Space::None => self.gap = Space::LineBreak,
                ' ' | '\t' | '\n' | '\r' | '\x0C' => {
                    // Spaces around a line break are part of it.
                    if self.gap == Space::None {
                        let has_line_break = text[position..]
                            .bytes()
                            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C'))
                            .any(|byte| byte == b'\n');
                        self.gap = if has_line_break { Space::LineBreak } else { Space::Some };
                    }
                }
                '\u{AD}' | '\u{FEFF}' | '\u{2060}' => {}
                '\u{200B}' if !last.is_some_and(is_unspaced) => {}
                _ if character.is_whitespace() => self.gap = Space::Some,
                _ if character.is_control() => {}
                _ => word(&mut self.gap, &mut last, &text[start..position]),
            }
        }
    }
}

/// Where the words end that begin at a position and can be taken as they are: those with single spaces between them.
#[inline]
fn plain_end(bytes: &[u8], start: usize) -> usize {
    let is_plain = |&byte: &u8| !MAY_BE_SPACE[usize::from(byte)];
    let mut end = start;
    loop {
        // Most of the text: eight bytes at a time. A space at the start is none between words.
        while end > start
            && let Some(nine) = bytes.get(end..).and_then(<[u8]>::first_chunk::<9>)
        {
            let n_plain = n_plain(nine);
            end += n_plain;
            if n_plain < 8 {
                break;
            }
        }
        match bytes.get(end) {
            Some(b' ') if end > start && bytes.get(end + 1).is_some_and(is_plain) => end += 1,
            Some(byte) if is_plain(byte) => {
                end += 1;
                end += bytes[end..].iter().take_while(|byte| !byte.is_ascii() && is_plain(byte)).count();
            }
            _ => return end,
        }
    }
}

/// How many of the first eight of nine bytes are ASCII and no white space but single spaces between words.
#[inline]
fn n_plain(nine: &[u8; 9]) -> usize {
    let may_be_space = |chunk: u64| {
        let ascii = chunk & !HIGH_BITS;
        !swar::between(ascii, b'!', b'~') & HIGH_BITS | swar::not_ascii(chunk)
    };
    let (chunk, next) = (swar::from(nine, 0), swar::from(nine, 1));
    let spaces = swar::between(chunk & !HIGH_BITS, b' ', b' ') & !chunk;
    swar::n_before(may_be_space(chunk) & !(spaces & !may_be_space(next)))
}

/// Whether the letters around a place say that a word ends and another begins there.
pub(super) fn is_word_boundary(written: &str, next: &str) -> bool {
    let mut before = written.chars().rev();
    let before = [before.next(), before.next(), before.next()];
    let mut after = next.chars();
    let after = (after.next(), after.next());
    let is_letter = |character: Option<char>| character.is_some_and(char::is_alphabetic);
    let (Some(last), Some(first)) = (before[0], after.0) else { return false };
    if last.is_lowercase() {
        first.is_uppercase() && is_letter(before[1])
            || first.is_ascii_digit() && is_letter(before[1]) && is_letter(before[2])
    } else {
        last.is_ascii_digit() && first.is_uppercase() && after.1.is_some_and(char::is_lowercase)
    }
}

/// Bytes that begin a character which is white space or has no shape, or may do so.
static MAY_BE_SPACE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte <= 0x20 {
        table[byte] = true;
        byte += 1;
    }
    // U+007F; U+0080–00BF; U+1680; U+2000–206F; U+3000; U+FEFF
    let others = [0x7F, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF];
    let mut i = 0;
    while i < others.len() {
        table[others[i]] = true;
        i += 1;
    }
    table
};
