//! A page as lines of text, each with its place: what is compared from page to page.

use super::keys::{Key, element_key, shown_file};
use std::ops::Range;
use tamis_page::{Document, NodeId, NodeKind, TextDisplay, is_never_shown, names};

/// The lines of a page in page order. What a page hides is in them, as some of it is read all the same; scripts and
/// the like are not.
#[derive(Debug, Default)]
pub struct PageLines {
    /// The texts and pictures of all lines, in page order.
    pub pieces: Vec<NodeId>,
    /// Each with its part of the pieces.
    pub lines: Vec<Line>,
}

/// Neighbours that a reader meets in one line, as far as tags tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its part of the pieces.
    pub pieces: Range<usize>,
    /// The elements around its first piece.
    pub place: u64,
    /// Its words and the files of its pictures.
    pub text: u64,
    /// How many words it has.
    pub n_words: u32,
}

impl PageLines {
    /// Cuts a page into lines.
    pub fn of(document: &Document) -> PageLines {
        let mut walk = Walk { found: PageLines::default(), open: Vec::new(), line: None };
        let Some(body) = document.body() else { return walk.found };
        let end = document.subtree_end(body);
        let mut node = body;
        while node < end {
            node = walk.step(document, node);
        }
        walk.end_line();
        walk.found
    }
}

/// Elements that show something without having text.
pub fn is_picture(document: &Document, node: NodeId) -> bool {
    use names::{AUDIO, CANVAS, EMBED, FRAME, IFRAME, IMG, OBJECT, SVG, VIDEO};
    document
        .tag(node)
        .is_some_and(|tag| matches!(tag, AUDIO | CANVAS | EMBED | FRAME | IFRAME | IMG | OBJECT | SVG | VIDEO))
}

struct Walk {
    found: PageLines,
    /// The elements around the next node.
    open: Vec<Open>,
    line: Option<OpenLine>,
}

/// The line that is being read.
struct OpenLine {
    place: u64,
    text: Key,
    n_words: u32,
    first: usize,
}

struct Open {
    end: NodeId,
    place: Key,
    is_line: bool,
}

impl Walk {
    /// Reads a node and answers with the next.
    fn step(&mut self, document: &Document, node: NodeId) -> NodeId {
        while let Some(closed) = self.open.pop_if(|open| open.end <= node) {
            if closed.is_line {
                self.end_line();
            }
        }
        let next = NodeId(node.0 + 1);
        match document.kind(node) {
            NodeKind::Text => {
                let text = document.text(node);
                let n_words = text.split_whitespace().count() as u32;
                if n_words > 0 {
                    self.add(node, n_words, |key| key.words(text));
                }
                next
            }
            NodeKind::Element if is_picture(document, node) => {
                self.add(node, 0, |key| key.bytes(&[0xfd]).word(shown_file(document, node)));
                document.subtree_end(node)
            }
            NodeKind::Element if is_never_shown(document, node) => document.subtree_end(node),
            NodeKind::Element => {
                let display = TextDisplay::of(document, node);
                let is_line = !matches!(display, TextDisplay::Inline | TextDisplay::Separate);
                if is_line {
                    self.end_line();
                }
                let around = self.open.last().map_or(Key::EMPTY, |open| open.place);
                let place = element_key(around, document, node);
                self.open.push(Open { end: document.subtree_end(node), place, is_line });
                next
            }
            _ => next,
        }
    }

    fn add(&mut self, node: NodeId, n_words: u32, extend: impl FnOnce(Key) -> Key) {
        let n_pieces = self.found.pieces.len();
        let place = || self.open.last().map_or(Key::EMPTY, |open| open.place).finish();
        let new = || OpenLine { place: place(), text: Key::EMPTY, n_words: 0, first: n_pieces };
        let line = self.line.get_or_insert_with(new);
        line.text = extend(line.text);
        line.n_words = line.n_words.saturating_add(n_words);
        self.found.pieces.push(node);
    }

    fn end_line(&mut self) {
        if let Some(OpenLine { place, text, n_words, first }) = self.line.take() {
            let pieces = first..self.found.pieces.len();
            self.found.lines.push(Line { pieces, place, text: text.finish(), n_words });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(html: &str) -> Vec<(String, u64, u64)> {
        let document = Document::parse(html);
        let found = PageLines::of(&document);
        let text = |line: &Line| {
            let pieces = found.pieces[line.pieces.clone()].iter();
            pieces.map(|&node| document.text(node).trim()).collect::<Vec<_>>().join("|")
        };
        found.lines.iter().map(|line| (text(line), line.place, line.text)).collect()
    }

    #[test]
    fn blocks_breaks_and_cells_end_a_line_and_marks_do_not() {
        let texts = |html| lines(html).into_iter().map(|(text, _, _)| text).collect::<Vec<_>>();
        assert_eq!(texts("<p>One <b>two</b> three<p>four<br>five"), ["One|two|three", "four", "five"]);
        assert_eq!(texts("<table><tr><td>a<td>b</table>c<script>d</script> <div hidden>e</div>"), ["a", "b", "c", "e"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn a_text_is_its_words_and_a_place_is_its_names_without_numbers() {
        let one = lines("<body class=p1><div id=box7 class='a b2'> Some\n words</div>");
        let other = lines("<body class=q><div id=box12 class='a b'>Some words</div>");
        assert_eq!((one[0].1, one[0].2), (other[0].1, other[0].2));
        let elsewhere = lines("<div class=a>Some words</div>");
        assert_eq!(elsewhere[0].2, one[0].2);
        assert_ne!(elsewhere[0].1, one[0].1);
        assert_ne!(lines("<p>ab c")[0].2, lines("<p>a bc")[0].2);
        assert_ne!(lines("<p><img src=a.png?1>x")[0].2, lines("<p><img src=b.png?1>x")[0].2);
        assert_eq!(lines("<p><img src=a.png?1>x")[0].2, lines("<p><img src=a.png?2>x")[0].2);
    }

    #[test]
    fn a_million_nested_elements_are_walked() {
        let html = "<div>".repeat(300_000) + "x";
        assert_eq!(lines(&html).len(), 1);
    }
}
