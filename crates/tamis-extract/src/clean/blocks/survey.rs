//! The blocks of a page: runs of text that no line break of the page's structure divides.

use crate::compare::fingerprint;
use std::ops::Range;
use tamis_page::{Document, Name, NodeId, NodeKind, Sight, Sights, Visibility, is_never_shown, names, swar};

/// A run of text on lines of its own: a paragraph, an item, a heading, a cell, a button.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Block {
    /// The innermost element around it that begins a line.
    pub(super) element: NodeId,
    /// Its first text.
    pub(super) first: NodeId,
    /// The position after its last text.
    pub(super) end: NodeId,
    /// What is written in it.
    pub(super) text: TextMarks,
    /// Whether it cannot be seen before something is clicked.
    pub(super) is_hidden: bool,
    /// Whether it stands in a `noscript`.
    pub(super) in_noscript: bool,
}

/// What is written in a block, in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct TextMarks {
    pub(super) characters: u32,
    pub(super) link_characters: u32,
    pub(super) words: u32,
    /// Commas and semicolons of any script.
    pub(super) commas: u32,
    /// Marks at the end of a word that end a sentence.
    pub(super) sentence_ends: u32,
    pub(super) ends_sentence: bool,
    pub(super) has_copyright: bool,
    pub(super) has_time: bool,
    /// Equal for equal texts.
    pub(super) hash: u64,
}

/// Sums over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sums {
    pub(super) words: u32,
    pub(super) characters: u32,
    pub(super) link_characters: u32,
    pub(super) prose: u32,
}

/// All blocks of a page in document order.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub(super) blocks: Vec<Block>,
    /// How many blocks begin before each node, and all of them last.
    before: Vec<u32>,
    /// The sums over the blocks before each, and over all of them last.
    sums: Vec<Sums>,
}

/// `noscript` is read where its prose is more than this many times what can be seen: there the page is in it.
const NOSCRIPT_IS_PAGE: f64 = 1.5;

impl Survey {
    /// Looks at a page; where it was laid out, the layout says what cannot be seen.
    pub(super) fn of(document: &Document, laid_out: Option<&Visibility>) -> Survey {
        let mut blocks = Walk::over(document, laid_out);
        let prose = |in_noscript: bool| -> f64 {
            let blocks = blocks.iter().filter(|block| block.in_noscript == in_noscript);
            blocks.map(|block| f64::from(block.text.prose())).sum()
        };
        if prose(true) <= NOSCRIPT_IS_PAGE * prose(false) {
            blocks.retain(|block| !block.in_noscript);
        }
        let before = blocks_before(document, &blocks);
        let mut sum = Sums::default();
        let mut sums = vec![sum];
        sums.extend(blocks.iter().map(|block| {
            sum.words += block.text.words;
            sum.characters += block.text.characters;
            sum.link_characters += block.text.link_characters;
            sum.prose += block.text.prose();
            sum
        }));
        Survey { blocks, before, sums }
    }

    /// The blocks of a subtree.
    #[inline]
    pub(super) fn range(&self, document: &Document, node: NodeId) -> Range<usize> {
        let range = document.subtree_range(node);
        self.before[range.start] as usize..self.before[range.end] as usize
    }

    /// What a range of blocks amounts to.
    #[inline]
    pub(super) fn sums(&self, range: &Range<usize>) -> Sums {
        let (start, end) = (self.sums[range.start], self.sums[range.end]);
        Sums {
            words: end.words - start.words,
            characters: end.characters - start.characters,
            link_characters: end.link_characters - start.link_characters,
            prose: end.prose - start.prose,
        }
    }

    pub(super) fn total(&self) -> Sums {
        self.sums(&(0..self.blocks.len()))
    }

    /// How many blocks begin before a node.
    pub(super) fn n_before(&self, node: NodeId) -> usize {
        self.before[node.index()] as usize
    }
}

fn blocks_before(document: &Document, blocks: &[Block]) -> Vec<u32> {
    let mut before = vec![0; document.len() + 1];
    let mut position = 0;
    for (idx, block) in blocks.iter().enumerate() {
        before[position..=block.first.index()].fill(idx as u32);
        position = block.first.index() + 1;
    }
    before[position..].fill(blocks.len() as u32);
    before
}

/// An element around the current node whose end means something.
struct Open {
    end: NodeId,
    kind: OpenKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenKind {
    Line(NodeId),
    Link,
    Hidden,
    Noscript,
}

struct Walk<'a> {
    document: &'a Document,
    sights: Sights<'a>,
    laid_out: Option<&'a Visibility>,
    blocks: Vec<Block>,
    open: Vec<Open>,
    /// The innermost open elements that begin a line.
    lines: Vec<NodeId>,
    current: Option<Block>,
    n_links: u32,
    n_hidden: u32,
    n_noscript: u32,
    n_breaks: u32,
    has_time: bool,
}

impl<'a> Walk<'a> {
    fn over(document: &'a Document, laid_out: Option<&'a Visibility>) -> Vec<Block> {
        let body = document.body().unwrap_or_else(|| document.root());
        let mut walk = Walk {
            document,
            sights: Sights::of(document),
            laid_out,
            blocks: Vec::new(),
            open: Vec::new(),
            lines: vec![body],
            current: None,
            n_links: 0,
            n_hidden: 0,
            n_noscript: 0,
            n_breaks: 0,
            has_time: false,
        };
        let mut node = NodeId(body.0 + 1);
        let end = document.subtree_end(body);
        while node < end {
            while let Some(open) = walk.open.pop_if(|open| open.end <= node) {
                walk.close(open.kind);
            }
            let next = NodeId(node.0 + 1);
            node = match document.kind(node) {
                NodeKind::Text => {
                    walk.text(node);
                    next
                }
                NodeKind::Element => walk.element(node).unwrap_or(next),
                _ => next,
            };
        }
        walk.finish_block();
        walk.blocks
    }

    /// Where to go on, if not in the element.
    fn element(&mut self, node: NodeId) -> Option<NodeId> {
        let document = self.document;
        let (end, tag) = (document.subtree_end(node), document.tag(node)?);
        if document.is_html(node, names::NOSCRIPT) {
            self.n_noscript += 1;
            self.open(end, OpenKind::Noscript);
            return None;
        }
        if is_never_shown(document, node) {
            return Some(end);
        }
        match self.sights.sight(node) {
            Sight::Seen => {}
            Sight::Replaced => return Some(end),
            Sight::Gone | Sight::Transparent => {
                self.n_hidden += 1;
                self.open(end, OpenKind::Hidden);
            }
        }
        if starts_line(tag) {
            self.open(end, OpenKind::Line(node));
            self.lines.push(node);
            return None;
        }
        match tag {
            names::BR => {
                // One break is a line of a poem or an address, two are the end of a paragraph.
                self.n_breaks += 1;
                if self.n_breaks == 2 {
                    self.finish_block();
                }
            }
            names::A if document.attribute(node, names::HREF).is_some() => {
                self.n_links += 1;
                self.open.push(Open { end, kind: OpenKind::Link });
            }
            names::TIME => self.has_time = true,
            _ => {}
        }
        None
    }

    /// Opens an element that divides blocks.
    fn open(&mut self, end: NodeId, kind: OpenKind) {
        self.finish_block();
        self.open.push(Open { end, kind });
    }

    fn close(&mut self, kind: OpenKind) {
        if kind == OpenKind::Link {
            self.n_links -= 1;
            return;
        }
        self.finish_block();
        match kind {
            OpenKind::Line(_) => {
                self.lines.pop();
            }
            OpenKind::Hidden => self.n_hidden -= 1,
            OpenKind::Noscript => self.n_noscript -= 1,
            OpenKind::Link => {}
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.document.text(node);
        let counts = tamis_page::count_text(text);
        if counts.characters == 0 {
            return;
        }
        self.n_breaks = 0;
        let element = self.lines.last().copied().unwrap_or(NodeId::ROOT);
        let is_hidden = match self.laid_out {
            Some(visibility) => !visibility.is_seen(node),
            None => self.n_hidden > 0,
        };
        let in_noscript = self.n_noscript > 0;
        let block = self.current.get_or_insert_with(|| Block {
            element,
            first: node,
            end: node,
            text: TextMarks::default(),
            is_hidden,
            in_noscript,
        });
        block.end = NodeId(node.0 + 1);
        let marks = &mut block.text;
        let characters = counts.characters as u32;
        marks.characters += characters;
        marks.words += counts.words as u32;
        marks.link_characters += if self.n_links > 0 { characters } else { 0 };
        marks.has_time |= std::mem::take(&mut self.has_time);
        marks.read(text, counts.punctuation);
    }

    fn finish_block(&mut self) {
        self.n_breaks = 0;
        self.has_time = false;
        self.blocks.extend(self.current.take());
    }
}

impl TextMarks {
    /// Words that are read as prose: those of a block with a sentence or a long run of words in it that is mostly no link.
    pub(super) fn prose(&self) -> u32 {
        let is_prose = self.words >= 10
            && 3 * self.link_characters <= self.characters
            && (self.ends_sentence || self.sentence_ends > 0 || self.commas > 0 || self.words >= 25);
        if is_prose { self.words } else { 0 }
    }

    /// Reads a text and counts its punctuation marks.
    fn read(&mut self, text: &str, n_punctuation: usize) {
        // Indentation is ASCII, and there is more of it than of all other white space.
        let text = text.trim_ascii().trim();
        // The copyright sign is a symbol, and no ASCII.
        if n_punctuation > 0 || !text.is_ascii() {
            self.read_marks(text);
        }
        if let Some(last) = text.chars().next_back() {
            self.ends_sentence =
                matches!(last, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '؟' | '।' | '"' | '”' | '»' | '」');
        }
        self.hash = fingerprint::mix(self.hash ^ fingerprint::of_text(text));
    }

    fn read_marks(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (chunks, rest) = bytes.as_chunks::<8>();
        for (idx, chunk) in chunks.iter().enumerate() {
            // Most chunks have no such mark in them: that is seen at once.
            let mut marks = marks_of(u64::from_le_bytes(*chunk));
            while marks != 0 {
                self.read_mark(text, 8 * idx + swar::n_before(marks));
                marks &= marks - 1;
            }
        }
        for position in bytes.len() - rest.len()..bytes.len() {
            self.read_mark(text, position);
        }
    }

    fn read_mark(&mut self, text: &str, position: usize) {
        let bytes = text.as_bytes();
        match bytes[position] {
            b',' | b';' => self.commas += 1,
            b'.' | b'!' | b'?' => {
                self.sentence_ends += u32::from(bytes.get(position + 1).is_none_or(u8::is_ascii_whitespace));
            }
            // The bytes that the copyright sign and the marks of East Asia, of the Arabic and of the Indic scripts
            // begin with.
            0xC2 | 0xD8 | 0xE0 | 0xE3 | 0xEF => match text.get(position..).and_then(|rest| rest.chars().next()) {
                Some('©') => self.has_copyright = true,
                Some('。' | '！' | '？' | '｡' | '؟' | '।') => self.sentence_ends += 1,
                Some('、' | '，' | '،' | '；') => self.commas += 1,
                _ => {}
            },
            _ => {}
        }
    }
}

/// The bytes from `!` to `?` that are no digits, and all that are not ASCII: marks are among them.
fn marks_of(chunk: u64) -> u64 {
    let ascii = chunk & !swar::HIGH_BITS;
    swar::between(ascii, b'!', b'/') | swar::between(ascii, b':', b'?') | swar::not_ascii(chunk)
}

/// Whether an element begins a line, or is a control, which stands for itself in one.
#[rustfmt::skip]
fn starts_line(tag: Name) -> bool {
    matches!(
        tag,
        names::ADDRESS | names::ARTICLE | names::ASIDE | names::BLOCKQUOTE | names::BUTTON | names::CAPTION
        | names::CENTER | names::DD | names::DETAILS | names::DIALOG | names::DIR | names::DIV | names::DL
        | names::DT | names::FIELDSET | names::FIGCAPTION | names::FIGURE | names::FOOTER | names::FORM | names::H1
        | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 | names::HEADER | names::HGROUP | names::HR
        | names::IFRAME | names::LABEL | names::LEGEND | names::LI | names::LISTING | names::MAIN | names::MARQUEE
        | names::MENU | names::NAV | names::OL | names::OPTGROUP | names::OPTION | names::P | names::PLAINTEXT
        | names::PRE | names::SEARCH | names::SECTION | names::SELECT | names::SUMMARY | names::TABLE | names::TBODY
        | names::TD | names::TEMPLATE | names::TEXTAREA | names::TFOOT | names::TH | names::THEAD | names::TR
        | names::UL | names::XMP
    )
}
