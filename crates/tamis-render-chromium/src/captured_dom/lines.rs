//! The lines of a text node.
//!
//! The browser gives a box for each range of text that it shaped at once, and counts in UTF-16. A line is what stands
//! side by side, and counts in bytes.

use super::protocol::Bounds;
use tamis_page::{Line, Rect};

/// A range of a text node.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextBox {
    pub(super) bounds: Bounds,
    /// In UTF-16 units of the node's text.
    pub(super) start: u32,
    /// In UTF-16 units of the text as it is drawn, which `text-transform` can make longer.
    pub(super) length: u32,
}

/// The lines of a text from its boxes, moved by `offset`.
pub(super) fn lines(text: &str, boxes: &[TextBox], offset: (f32, f32)) -> Vec<Line> {
    let units = Units::of(text);
    let mut starts: Vec<u32> = boxes.iter().map(|text_box| text_box.start).collect();
    starts.sort_unstable();
    let mut lines: Vec<Line> = Vec::new();
    for text_box in boxes {
        // A box ends where another begins, however long it claims to be.
        let next = starts.get(starts.partition_point(|&start| start <= text_box.start));
        let end = text_box.start.saturating_add(text_box.length).min(next.copied().unwrap_or(u32::MAX));
        let (start, end) = (units.byte(text_box.start), units.byte(end));
        let [x, y, width, height] = text_box.bounds;
        let rect = Rect::new(x + offset.0, y + offset.1, width, height);
        match lines.last_mut().filter(|line| stand_side_by_side(line.rect, rect)) {
            Some(line) => {
                line.rect = line.rect.union(rect);
                (line.start, line.end) = (line.start.min(start), line.end.max(end));
            }
            None => lines.push(Line { rect, start, end }),
        }
    }
    lines
}

/// Whether one continues the other: as high, and next to it on either side.
fn stand_side_by_side(one: Rect, other: Rect) -> bool {
    let gap = (other.x - one.right()).max(one.x - other.right());
    (one.y - other.y).abs() < 0.5 && (one.height - other.height).abs() < 0.5 && gap < 1.0
}

/// Positions in UTF-16 to positions in bytes.
enum Units {
    /// They are the same.
    Ascii(u32),
    /// The byte of each unit, and the length of the text.
    Table(Vec<u32>),
}

impl Units {
    fn of(text: &str) -> Units {
        if text.is_ascii() {
            return Units::Ascii(text.len() as u32);
        }
        let mut table = Vec::with_capacity(text.len());
        for (at, character) in text.char_indices() {
            // The second half of a pair begins where the first does: no position is inside a character.
            table.extend(std::iter::repeat_n(at as u32, character.len_utf16()));
        }
        table.push(text.len() as u32);
        Units::Table(table)
    }

    fn byte(&self, unit: u32) -> u32 {
        match self {
            Units::Ascii(length) => unit.min(*length),
            Units::Table(table) => table.get(unit as usize).or(table.last()).copied().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, boxes: &[(u32, u32, Bounds)], expect: &[(&str, f32)]) {
        let boxes: Vec<TextBox> =
            boxes.iter().map(|&(start, length, bounds)| TextBox { bounds, start, length }).collect();
        let lines = lines(text, &boxes, (0.0, 100.0));
        let found: Vec<(&str, f32)> =
            lines.iter().map(|line| (&text[line.start as usize..line.end as usize], line.rect.y)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn boxes_that_stand_side_by_side_are_one_line() {
        let text = "  hello\n   big   world";
        let boxes =
            [(2, 6, [0.0, 0.0, 40.0, 19.0]), (11, 4, [39.9, 0.0, 30.0, 19.0]), (17, 5, [0.0, 19.0, 40.0, 19.0])];
        check(text, &boxes, &[("hello\n   big ", 100.0), ("world", 119.0)]);
    }

    #[test]
    fn lines_of_two_columns_are_two() {
        check("ab", &[(0, 1, [0.0, 0.0, 10.0, 19.0]), (1, 1, [300.0, 0.0, 10.0, 19.0])], &[("a", 100.0), ("b", 100.0)]);
    }

    #[test]
    fn positions_are_counted_in_bytes() {
        let boxes = [(0, 3, [0.0, 0.0, 10.0, 19.0]), (3, 3, [0.0, 19.0, 10.0, 19.0])];
        check("é😀x¢z", &boxes, &[("é😀", 100.0), ("x¢z", 119.0)]);
    }

    #[test]
    fn a_box_that_drawing_made_longer_ends_where_the_next_begins() {
        let boxes = [(0, 2, [0.0, 0.0, 10.0, 19.0]), (1, 9, [0.0, 19.0, 10.0, 19.0])];
        check("ßx", &boxes, &[("ß", 100.0), ("x", 119.0)]);
    }
}
