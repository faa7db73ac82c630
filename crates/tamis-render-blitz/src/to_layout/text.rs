//! Which byte of a text node each byte of a laid out paragraph comes from.
//!
//! The engine joins the text of a paragraph, with white space collapsed and letters transformed. Its pieces are put side by
//! side with the text nodes again, letter by letter.

use tamis_page::NodeId;

/// The part of a paragraph that comes from one text node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    pub(super) node: NodeId,
    /// Where it starts and ends in the paragraph.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Places where the distance between paragraph and node changes: a byte of each.
    breaks: Vec<(usize, usize)>,
}

impl Piece {
    /// The byte of the node that stands at a byte of the paragraph.
    pub(super) fn node_offset(&self, at: usize) -> usize {
        let next = self.breaks.partition_point(|&(paragraph, _)| paragraph <= at);
        match next.checked_sub(1).map(|before| self.breaks[before]) {
            Some((paragraph, node)) => node + (at - paragraph),
            None => 0,
        }
    }
}

/// What the engine joined, in its order.
pub(super) enum Source<'a> {
    /// A text node of the page.
    Text(NodeId, &'a str),
    /// Text that is not in the page: generated content, a line break, a bullet.
    Generated(&'a str),
}

/// Puts the sources side by side with the paragraph.
pub(super) fn align(paragraph: &str, sources: &[Source<'_>]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for source in sources {
        match *source {
            Source::Generated(text) => {
                for letter in text.chars() {
                    at += matched(paragraph, at, letter).unwrap_or(0);
                }
            }
            Source::Text(node, text) => {
                let mut piece = Piece { node, start: at, end: at, breaks: Vec::new() };
                let mut is_started = false;
                let mut distance = None;
                for (offset, letter) in text.char_indices() {
                    let Some(length) = matched(paragraph, at, letter) else { continue };
                    if !is_started {
                        piece.start = at;
                        is_started = true;
                    }
                    if distance != Some(at as isize - offset as isize) {
                        piece.breaks.push((at, offset));
                    }
                    at += length;
                    distance = Some(at as isize - (offset + letter.len_utf8()) as isize);
                }
                piece.end = at;
                if is_started {
                    pieces.push(piece);
                }
            }
        }
    }
    pieces
}

/// How many bytes of the paragraph stand for this letter; `None` if it was left out.
fn matched(paragraph: &str, at: usize, letter: char) -> Option<usize> {
    let rest = paragraph.get(at..)?;
    let next = rest.chars().next()?;
    if next == letter {
        return Some(next.len_utf8());
    }
    if is_white_space(letter) {
        return is_white_space(next).then(|| next.len_utf8());
    }
    if is_white_space(next) {
        // A space that no node accounts for: one that the engine put in. The letter comes after it.
        let spaces: usize = rest.chars().take_while(|&letter| is_white_space(letter)).map(char::len_utf8).sum();
        return matched(paragraph, at + spaces, letter).map(|length| spaces + length);
    }
    let is_prefix = |spelling: &str| rest.starts_with(spelling).then_some(spelling.len());
    let other_case = is_prefix(&letter.to_uppercase().collect::<String>());
    let other_case = other_case.or_else(|| is_prefix(&letter.to_lowercase().collect::<String>()));
    let is_unseen = letter.is_control() || matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{FEFF}');
    other_case.or_else(|| (!is_unseen).then(|| next.len_utf8()))
}

fn is_white_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0C')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paragraph: &str, sources: &[Source<'_>], expect: &[(u32, &str)]) {
        let pieces = align(paragraph, sources);
        let found: Vec<_> = pieces.iter().map(|piece| (piece.node.0, &paragraph[piece.start..piece.end])).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn collapsed_white_space_belongs_to_the_node_that_it_first_stands_in() {
        let sources =
            [Source::Text(NodeId(1), "\n one  "), Source::Text(NodeId(2), " two\n"), Source::Text(NodeId(3), " \n")];
        check("one two", &sources, &[(1, "one "), (2, "two")]);
    }

    #[test]
    fn generated_text_belongs_to_no_node() {
        let sources = [
            Source::Generated("» "),
            Source::Text(NodeId(1), "a"),
            Source::Generated("\n"),
            Source::Text(NodeId(2), "b"),
        ];
        check("» a\nb", &sources, &[(1, "a"), (2, "b")]);
    }

    #[test]
    fn transformed_letters_are_found_again() {
        check("STRASSE", &[Source::Text(NodeId(1), "Straße")], &[(1, "STRASSE")]);
        let pieces = align("STRASSE", &[Source::Text(NodeId(1), "Straße")]);
        assert_eq!(pieces[0].node_offset(0), 0);
        assert_eq!(pieces[0].node_offset(6), 6);
    }

    #[test]
    fn a_byte_of_the_paragraph_leads_to_its_byte_in_the_node() {
        let text = "  one\n\n   two";
        let pieces = align("one two", &[Source::Text(NodeId(1), text)]);
        let piece = &pieces[0];
        assert_eq!(&text[piece.node_offset(0)..=piece.node_offset(2)], "one");
        assert_eq!(&text[piece.node_offset(4)..], "two");
    }
}
