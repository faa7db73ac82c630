//! Noise across the pages of one site: what every method that finds it needs.
//!
//! A method reads pages one after the other, keeps counts and no page, and then cleans any page of the site. It knows texts and
//! places by a [`Key`], cuts a page into [`PageLines`], gives each piece of a line a [`Verdict`], keeps the
//! labels of what is kept ([`keep_labels`]) and takes out what is left ([`mask_of`]).

use std::ops::Range;
use tamis_page::{Document, Mask, NodeId, NodeKind, TextDisplay, is_never_shown, names};

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

/// A hash that is extended by one part after the other.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(u64);

impl Key {
    /// FNV-1a, by its offset and its prime.
    pub const EMPTY: Key = Key(0xcbf2_9ce4_8422_2325);

    /// The key followed by bytes.
    pub fn bytes(self, bytes: &[u8]) -> Key {
        Key(bytes.iter().fold(self.0, |key, &byte| (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// A text that ends here: `ab` and `c` are another key than `a` and `bc`.
    pub fn word(self, word: &str) -> Key {
        self.bytes(word.as_bytes()).bytes(&[0xff])
    }

    /// The key followed by a number.
    pub fn number(self, number: u64) -> Key {
        self.bytes(&number.to_le_bytes())
    }

    /// A name with its runs of digits as one: numbers in names count things or name the page.
    pub fn name_without_numbers(self, name: &str) -> Key {
        let mut key = self;
        for part in name.split(|letter: char| letter.is_ascii_digit()).filter(|part| !part.is_empty()) {
            key = key.bytes(part.as_bytes()).bytes(&[0xfe]);
        }
        key.bytes(&[0xff])
    }

    /// The words of a text, however they are spaced.
    pub fn words(self, text: &str) -> Key {
        text.split_whitespace().fold(self, Key::word)
    }

    /// The number that stands for all of it.
    pub fn finish(self) -> u64 {
        // The low bits of FNV are its weakest: those of the product's high half go in.
        self.0 ^ (self.0 >> 32)
    }
}

/// What an element is called: its tag, its classes and its id, digits left out. Of `html` and `body` the tag alone: their
/// classes tell one page from another, and all places are below them.
pub fn element_key(key: Key, document: &Document, element: NodeId) -> Key {
    let key = key.word(document.tag_name(element));
    if document.is_html(element, names::BODY) || document.is_html(element, names::HTML) {
        return key;
    }
    let key = document.classes(element).fold(key, Key::name_without_numbers).bytes(b"#");
    document.attribute(element, names::ID).map_or(key, |id| key.name_without_numbers(id))
}

/// The file that an image or a frame shows, without what is asked of the server besides it.
pub fn shown_file(document: &Document, element: NodeId) -> &str {
    let source = [names::SRC, names::DATA].into_iter().find_map(|name| document.attribute(element, name));
    source.unwrap_or("").split(['?', '#']).next().unwrap_or("")
}

/// A label is short; a longer line that repeats is a notice.
const MAX_WORDS: u32 = 6;
/// Elements around a label that are looked at for what it is a label of; a label stands near.
const MAX_LEVELS: usize = 8;

/// Keeps the lines that are labels of something that is kept: the first line of a row, of an item or of a part of the
/// page whose other lines are all kept, and the term before a description that is kept.
pub fn keep_labels(document: &Document, page: &PageLines, verdicts: &mut [Verdict]) {
    let is_noise = |line: &Line| verdicts[line.pieces.clone()].iter().all(Option::is_some);
    let mut n_noise = Vec::with_capacity(page.lines.len() + 1);
    n_noise.push(0_usize);
    for line in &page.lines {
        n_noise.push(n_noise[n_noise.len() - 1] + usize::from(is_noise(line)));
    }
    let mut labels = Vec::new();
    for (idx, line) in page.lines.iter().enumerate() {
        let is_short_noise = n_noise[idx + 1] > n_noise[idx] && line.n_words <= MAX_WORDS && line.n_words > 0;
        if is_short_noise && is_label(document, page, &n_noise, idx) {
            labels.push(line.pieces.clone());
        }
    }
    for pieces in labels {
        verdicts[pieces].fill(None);
    }
}

fn is_label(document: &Document, page: &PageLines, n_noise: &[usize], idx: usize) -> bool {
    let first = page.pieces[page.lines[idx].pieces.start];
    for element in document.ancestors(first).take(MAX_LEVELS) {
        if document.is_html(element, names::BODY) {
            return false;
        }
        let lines = lines_in(document, page, element);
        if lines.len() > 1 {
            return lines.start == idx && n_noise[lines.end] - n_noise[idx + 1] == 0;
        }
        if document.is_html(element, names::DT) {
            let Some(next) = page.lines.get(idx + 1) else { return false };
            let is_kept = n_noise[idx + 2] == n_noise[idx + 1];
            return is_kept && is_description_of(document, element, page.pieces[next.pieces.start]);
        }
    }
    false
}

/// The lines that begin in an element.
fn lines_in(document: &Document, page: &PageLines, element: NodeId) -> Range<usize> {
    let first_piece = |line: &Line| page.pieces[line.pieces.start];
    let start = page.lines.partition_point(|line| first_piece(line) < element);
    let end = page.lines.partition_point(|line| first_piece(line) < document.subtree_end(element));
    start..end
}

/// Whether a text stands in the `dd` after a `dt`.
fn is_description_of(document: &Document, term: NodeId, text: NodeId) -> bool {
    let siblings = std::iter::successors(document.next_sibling(term), |&node| document.next_sibling(node));
    let next = siblings.into_iter().find(|&node| document.is_element(node));
    next.is_some_and(|node| document.is_html(node, names::DD) && document.contains(node, text))
}

/// How much a piece of a page repeats; `None` where it is kept.
pub type Verdict = Option<Evidence>;

/// On how many of the pages that have the place the piece is the same.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// On how many pages it is the same.
    pub n_alike: u32,
    /// How many pages were read.
    pub n_pages: u32,
    /// By the style tree, where it was asked.
    pub importance: Option<f32>,
}

/// Leaves out each outermost element of which all that is shown is noise. `pieces` are in page order, each with its
/// verdict.
pub fn mask_of(document: &Document, pieces: &[NodeId], verdicts: &[Verdict]) -> Mask {
    let mut mask = Mask::keep_all(document);
    let Some(body) = document.body() else { return mask };
    let mut n_noise = Vec::with_capacity(pieces.len() + 1);
    n_noise.push(0);
    for verdict in verdicts {
        n_noise.push(n_noise[n_noise.len() - 1] + usize::from(verdict.is_some()));
    }
    let mut node = NodeId(body.0 + 1);
    let end = document.subtree_end(body);
    let mut first = 0;
    while node < end {
        while pieces.get(first).is_some_and(|&piece| piece < node) {
            first += 1;
        }
        let node_end = document.subtree_end(node);
        let n_inside = pieces[first..].partition_point(|&piece| piece < node_end);
        if n_inside == 0 {
            node = node_end;
        } else if n_noise[first + n_inside] - n_noise[first] == n_inside {
            mask.remove(document, node, reason(verdicts[first..first + n_inside].iter().flatten()));
            node = node_end;
        } else {
            node = NodeId(node.0 + 1);
        }
    }
    mask
}

/// The weakest evidence of all: the rest repeats at least as much.
fn reason<'v>(evidence: impl Iterator<Item = &'v Evidence>) -> String {
    let share = |evidence: &Evidence| f64::from(evidence.n_alike) / f64::from(evidence.n_pages.max(1));
    let weakest = evidence.min_by(|one, other| share(one).total_cmp(&share(other)));
    let Some(Evidence { n_alike, n_pages, importance }) = weakest else { return String::new() };
    let importance = importance.map_or_else(String::new, |importance| format!(" (importance {importance:.2})"));
    format!("the same words in the same place on {n_alike} of {n_pages} pages{importance}")
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
