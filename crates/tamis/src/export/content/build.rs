//! From elements to rich text: one walk over what a reader meets.

use super::code::Code;
use super::leaves::Draft;
use super::notes::{Notes, is_way_back};
use super::records::Records;
use super::{Content, ContentOptions, PartKind, math, tables};
use crate::page::Page;
use tamis_page::{Document, Mask, NodeId, NodeKind, Reading, TextDisplay, absolute_url, image_source, names};
use url::Url;

/// Addresses longer than this are no addresses to write down.
const MAX_ADDRESS: usize = 4096;
/// A heading with more nodes in it was never closed.
const MAX_LINE_NODES: usize = 300;

/// Makes rich text of what a reader meets.
pub(super) struct Builder<'p> {
    pub(super) document: &'p Document,
    mask: Option<&'p Mask>,
    base: Option<Url>,
    options: ContentOptions,
    records: Records,
    notes: Notes,
    has_math_script: bool,
    pub(super) draft: Draft,
    /// Elements around the current node whose end means something.
    pub(super) open: Vec<(NodeId, Closing)>,
    pub(super) code: Option<Code>,
    last_link: Option<NodeId>,
    last_parent: NodeId,
    links: Vec<NodeId>,
    /// The footnote around the current node: where it ends, and whether something was said in it.
    note: Option<(NodeId, bool)>,
}

pub(super) enum Closing {
    Block,
    Separate,
    Mark(PartKind),
    Link(Option<PartKind>),
    Verbatim,
}

impl<'p> Builder<'p> {
    pub(super) fn new(
        page: &'p Page,
        mask: Option<&'p Mask>,
        records: Records,
        options: ContentOptions,
    ) -> Builder<'p> {
        let document = page.document();
        Builder {
            document,
            mask,
            base: page.base_url(),
            options,
            records,
            notes: Notes::of(document, mask),
            has_math_script: math::has_math_script(document),
            draft: Draft::default(),
            open: Vec::new(),
            code: None,
            last_link: None,
            last_parent: document.root(),
            links: Vec::new(),
            note: None,
        }
    }

    pub(super) fn run(mut self, mut reading: Reading<'p>) -> Content {
        while let Some((node, display)) = reading.next() {
            self.close_before(node);
            if self.document.kind(node) == NodeKind::Text {
                self.text(node);
            } else if !self.element(node, display) {
                reading.pass_over(node);
            }
        }
        self.close_before(NodeId(u32::MAX));
        self.draft.finish()
    }

    fn close_before(&mut self, node: NodeId) {
        while let Some((_, closing)) = self.open.pop_if(|(end, _)| *end <= node) {
            match closing {
                Closing::Block => match &mut self.code {
                    Some(code) => code.is_at_border = true,
                    None => self.draft.boundary(),
                },
                Closing::Separate => self.draft.running.space(),
                Closing::Mark(kind) => self.draft.formats.close(&kind),
                Closing::Link(link) => {
                    link.inspect(|link| self.draft.formats.close(link));
                    self.links.pop();
                }
                Closing::Verbatim => self.close_code(),
            }
        }
        self.draft.close_before(node);
        self.note = self.note.filter(|&(end, _)| node < end);
    }

    fn text(&mut self, node: NodeId) {
        let text = self.document.text(node);
        if let Some(code) = &mut self.code {
            code.push(text);
            return;
        }
        if text.chars().all(is_unseen) {
            // A line break between ideographs is white space too.
            self.draft.text(if text.contains('\n') { "\n" } else { " " });
            return;
        }
        if let Some((_, has_text)) = &mut self.note {
            // The arrow of a way back that is no link.
            if !*has_text && matches!(text.trim(), "^" | "↑" | "↩") {
                return;
            }
            *has_text = true;
        }
        self.separate(node, text);
        if !self.has_math_script || self.draft.formats.is_code() || !text.contains(['\\', '$']) {
            self.draft.text(text);
            return;
        }
        for piece in math::split(text) {
            match piece {
                Ok(formula) => self.formula(&formula),
                Err(text) => self.draft.text(text),
            }
        }
    }

    /// Sets words apart that only a style sheet does, as visible text does.
    fn separate(&mut self, node: NodeId, text: &str) {
        let link = self.links.last().copied();
        if link.is_some() && self.last_link.is_some() && link != self.last_link {
            self.draft.running.space();
        }
        self.last_link = link;
        let Some(parent) = self.document.parent(node) else { return };
        let is_span = |element: NodeId| {
            [names::SPAN, names::TIME, names::LABEL].into_iter().any(|name| self.document.is_html(element, name))
        };
        let last = std::mem::replace(&mut self.last_parent, parent);
        if last != parent && !self.draft.formats.is_code() && (is_span(parent) || is_span(last)) {
            self.draft.word_boundary(text);
        }
    }

    /// Begins an element; `false` if what is in it is not read.
    fn element(&mut self, node: NodeId, display: TextDisplay) -> bool {
        let document = self.document;
        let end = document.subtree_end(node);
        if self.code.is_some() {
            return self.element_in_code(node, display);
        }
        if let Some(formula) = math::formula(document, node) {
            self.formula(&formula);
            return false;
        }
        if display == TextDisplay::Hidden || math::is_rendering(document, node) {
            return false;
        }
        if let Some(&end) = self.records.ends.get(&node) {
            self.draft.push_frame(PartKind::Record, end);
        }
        if let Some(number) = self.notes.note(node) {
            self.draft.push_frame(PartKind::Note(number), end);
            self.note = Some((end, false));
        }
        if !self.marks(node, end) {
            return false;
        }
        match display {
            TextDisplay::Hidden | TextDisplay::Inline => {}
            TextDisplay::Separate => {
                self.draft.running.space();
                self.open.push((end, Closing::Separate));
                if document.is_html(node, names::IMG) {
                    self.image(node);
                }
            }
            TextDisplay::Shadow => self.open.push((end, Closing::Separate)),
            TextDisplay::Break => self.draft.line_break(),
            TextDisplay::Verbatim => self.open_code(node, end),
            TextDisplay::Table => return self.table(node, end),
            _ => self.block(node, end),
        }
        true
    }

    /// What the element marks in a line; `false` if it is not read.
    fn marks(&mut self, node: NodeId, end: NodeId) -> bool {
        let document = self.document;
        let Some(name) = document.tag(node).filter(|_| document.namespace(node) == tamis_page::Namespace::Html) else {
            return true;
        };
        let kind = match name {
            names::A => return self.link(node, end),
            names::CODE | names::TT | names::KBD | names::SAMP => PartKind::CodeSpan,
            _ if !self.options.formatting => return true,
            names::B | names::STRONG => PartKind::Strong,
            names::I | names::EM | names::DFN | names::VAR => PartKind::Emphasis,
            names::S | names::STRIKE | names::DEL => PartKind::Strike,
            names::SUB => PartKind::Subscript,
            names::SUP => PartKind::Superscript,
            _ => return true,
        };
        self.draft.formats.open(kind.clone());
        self.open.push((end, Closing::Mark(kind)));
        true
    }

    fn link(&mut self, node: NodeId, end: NodeId) -> bool {
        let document = self.document;
        let Some(href) = document.attribute(node, names::HREF) else { return true };
        if let Some(number) = self.notes.reference(node) {
            let label = self.draft.keep(document.text_content(node).trim());
            self.draft.object(PartKind::NoteReference(number, label));
            return false;
        }
        if self.note.is_some() && is_way_back(document, node) || self.is_own_anchor(node, href) {
            return false;
        }
        let address = self.options.links.then(|| self.address(href)).flatten();
        let link = address.map(|address| PartKind::Link(self.draft.keep(&address)));
        if let Some(link) = &link {
            self.draft.formats.open(link.clone());
        }
        self.links.push(node);
        self.open.push((end, Closing::Link(link)));
        true
    }

    /// Whether a link is the handle by which a heading or a term is linked to: it leads there and has no word.
    fn is_own_anchor(&self, node: NodeId, href: &str) -> bool {
        let has_word = |inner: NodeId| self.document.text(inner).contains(char::is_alphanumeric);
        self.draft.is_in_title() && href.contains('#') && !self.document.descendants(node).any(has_word)
    }

    fn address(&self, href: &str) -> Option<String> {
        let href = href.trim_matches(|character: char| character <= ' ');
        let is_script = |scheme: &str| href.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        if href.is_empty() || ["javascript:", "vbscript:", "data:"].into_iter().any(is_script) {
            return None;
        }
        let address = match absolute_url(self.base.as_ref(), href) {
            Some(url) => String::from(url),
            None if self.base.is_none() => href.split_whitespace().collect::<Vec<_>>().join("%20"),
            None => return None,
        };
        (address.len() <= MAX_ADDRESS).then_some(address)
    }

    fn image(&mut self, node: NodeId) {
        let document = self.document;
        let is_tiny = |name| document.attribute(node, name).is_some_and(|size| matches!(size.trim(), "0" | "1" | "2"));
        if !self.options.images || is_tiny(names::WIDTH) || is_tiny(names::HEIGHT) {
            return;
        }
        let Some(source) = image_source(document, node).and_then(|source| self.address(source)) else { return };
        let alt = document.attribute(node, names::ALT).unwrap_or("");
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        let (source, alt) = (self.draft.keep(&source), self.draft.keep(&alt));
        self.draft.object(PartKind::Image { source, alt });
    }

    fn formula(&mut self, formula: &math::Formula<'_>) {
        let tex = self.draft.keep(&formula.tex);
        if formula.is_block && !self.draft.is_flat() {
            self.draft.block(PartKind::Math { tex, is_block: true }, None);
        } else {
            self.draft.object(PartKind::Math { tex, is_block: false });
        }
    }

    fn table(&mut self, node: NodeId, end: NodeId) -> bool {
        let document = self.document;
        let is_data = !self.records.around.contains(&node) && tables::is_data_table(document, self.mask, node);
        if is_data && !self.options.tables {
            self.draft.boundary();
            return false;
        }
        if is_data && self.draft.has_room(5) {
            self.draft.push_frame(PartKind::Table, end);
        } else {
            self.draft.boundary();
        }
        self.open.push((end, Closing::Block));
        true
    }

    /// A block by its name or role; one that is out of its place is a block like any other.
    fn block(&mut self, node: NodeId, end: NodeId) {
        let document = self.document;
        let draft = &mut self.draft;
        draft.boundary();
        self.open.push((end, Closing::Block));
        let is_list_item = || document.attribute(node, names::ROLE) == Some("listitem");
        match document.tag(node).unwrap_or(names::DIV) {
            names::P => draft.paragraph(end),
            name @ (names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6) => {
                let level = 1 + (name.index() - names::H1.index()) as u8;
                self.flat(PartKind::Heading(level), node, end);
            }
            names::HR => draft.rule(),
            names::BLOCKQUOTE => draft.push_frame(PartKind::Quote, end),
            names::FIGURE => draft.push_frame(PartKind::Figure, end),
            names::FIGCAPTION | names::CAPTION => self.flat(PartKind::Caption, node, end),
            names::UL | names::DIR | names::MENU => self.list(None, node, end),
            names::OL => {
                let start = document.attribute(node, names::START).and_then(|start| start.trim().parse::<u32>().ok());
                self.list(Some(start.unwrap_or(1).min(999_999_999)), node, end);
            }
            names::LI if matches!(draft.innermost(), Some(PartKind::List(_))) => draft.push_frame(PartKind::Item, end),
            names::DL => draft.push_frame(PartKind::Definitions, end),
            names::DT if draft.innermost() == Some(&PartKind::Definitions) => self.flat(PartKind::Term, node, end),
            names::DD if draft.innermost() == Some(&PartKind::Definitions) => {
                draft.push_frame(PartKind::Definition, end);
            }
            names::TR if draft.innermost() == Some(&PartKind::Table) => draft.push_frame(PartKind::Row, end),
            name @ (names::TD | names::TH) if draft.innermost() == Some(&PartKind::Row) => {
                let (n_columns, n_rows) = tables::spans(document, node);
                draft.push_frame(PartKind::Cell { is_header: name == names::TH, n_columns, n_rows }, end);
                // An empty cell is a cell too.
                draft.open_frames();
            }
            _ => match document.attribute(node, names::ROLE) {
                Some("list") => self.list(None, node, end),
                Some("heading") => {
                    let level = document.attribute(node, names::ARIA_LEVEL).and_then(|level| level.trim().parse().ok());
                    self.flat(PartKind::Heading(level.unwrap_or(2).clamp(1, 6)), node, end);
                }
                Some(_) if is_list_item() && matches!(draft.innermost(), Some(PartKind::List(_))) => {
                    draft.push_frame(PartKind::Item, end);
                }
                _ => {}
            },
        }
    }

    fn list(&mut self, start: Option<u32>, node: NodeId, end: NodeId) {
        let is_of_records = self.records.around.contains(&node);
        // An item with a heading is a section of the page: cards, steps of a tour.
        let is_of_sections = start.is_none() && self.first_item_has_heading(node);
        if !is_of_records && !is_of_sections && !self.notes.is_list_of_notes(self.document, node) {
            self.draft.push_frame(PartKind::List(start), end);
        }
    }

    fn first_item_has_heading(&self, list: NodeId) -> bool {
        let document = self.document;
        let headings = [names::H1, names::H2, names::H3, names::H4, names::H5, names::H6];
        let is_heading = |node: NodeId| headings.into_iter().any(|name| document.is_html(node, name));
        let first = document.child_elements(list).next();
        first.is_some_and(|item| document.descendants(item).take(MAX_LINE_NODES).any(is_heading))
    }

    /// An element that is one line, unless there is more in it than a line can hold.
    fn flat(&mut self, kind: PartKind, node: NodeId, end: NodeId) {
        let document = self.document;
        let is_more = |inner: NodeId| {
            matches!(
                document.tag(inner),
                Some(
                    names::TABLE
                        | names::UL
                        | names::OL
                        | names::DL
                        | names::PRE
                        | names::BLOCKQUOTE
                        | names::FIGURE
                        | names::H1
                        | names::H2
                        | names::H3
                        | names::H4
                        | names::H5
                        | names::H6
                )
            )
        };
        let is_line = document.subtree_range(node).len() <= MAX_LINE_NODES && !document.descendants(node).any(is_more);
        if is_line && !self.draft.is_flat() {
            self.draft.open_flat(kind, end);
        }
    }
}

/// Whether nothing is seen of a character: white space, joiners and marks of direction alone.
fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{FEFF}')
}
