//! Everything that a record shows or points to.

use super::hiding::is_hidden_by_class;
use super::text_runs::TextRun;
use crate::compare::fingerprint;
use crate::records::table::ItemKind;
use crate::values::{Reading, ValueType};
use crate::view::PageView;
use tamis_page::budget;
use tamis_page::{Display, Document, Layout, Mask, Name, NodeId, NodeKind, image_source, names};

/// One item of a record.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Item {
    pub(super) kind: ItemKind,
    /// The text nodes of a run, or the image or link.
    pub(super) nodes: Vec<NodeId>,
    pub(super) text: String,
    /// What was read of the text; of addresses nothing is.
    pub(super) reading: Reading,
    pub(super) value_type: ValueType,
    pub(super) path: ItemPath,
    /// What stands before a colon at the start, as a hash; 0 if nothing does.
    pub(super) label: u64,
    pub(super) text_hash: u64,
}

/// The way from the record down to an item, as hashes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ItemPath {
    /// Tags and classes.
    pub(super) classes: u64,
    /// Tags.
    pub(super) tags: u64,
    /// The last tag with its class.
    pub(super) last: u64,
}

/// How many items of a record are read.
const MAX_ITEMS: usize = 400;

/// The items of a record, in the order of the page.
pub(super) fn read(view: &PageView<'_>, content: &Mask, nodes: &[NodeId]) -> Vec<Item> {
    let document = view.document();
    let layout = view.measured_layout();
    let mut reader = Reader { document, layout, items: Vec::new(), open: Vec::new(), run: None };
    for &root in nodes {
        let end = document.subtree_end(root);
        budget::spend(document.subtree_range(root).len());
        let mut node = root;
        while node < end && reader.items.len() < MAX_ITEMS {
            reader.close_until(node);
            // Inside what a mask leaves out something may be kept, and a line break takes no room but breaks the line.
            let is_kept = content.keeps(node)
                || document.is_html(node, names::BR)
                || document.is_element(node) && content.n_kept_in(document.subtree_range(node)) > 0;
            node = if is_kept { reader.visit(node) } else { document.subtree_end(node) };
        }
        reader.close_until(end);
    }
    reader.finish_run();
    reader.items
}

/// An element that a text or image stands in.
#[derive(Clone, Copy)]
pub(super) struct ElementContext {
    end: NodeId,
    path: ItemPath,
    /// The tag with its class, also of words that are set off.
    pub(super) label: u64,
    is_inline: bool,
    /// The link around it.
    pub(super) link: Option<NodeId>,
}

impl ElementContext {
    /// Above all elements of a record.
    const TOP: ElementContext = ElementContext {
        end: NodeId::ROOT,
        path: ItemPath { classes: 0, tags: 0, last: 0 },
        label: 0,
        is_inline: true,
        link: None,
    };
}

struct Reader<'d> {
    document: &'d Document,
    layout: Option<&'d Layout>,
    items: Vec<Item>,
    /// The elements that the node is in, from the record down.
    open: Vec<ElementContext>,
    /// Texts that are one cell so far, and where the first stands.
    run: Option<(TextRun, ItemPath)>,
}

impl Reader<'_> {
    /// Leaves the elements that end before a node. A block that ends, ends a run.
    fn close_until(&mut self, node: NodeId) {
        while let Some(place) = self.open.pop_if(|place| place.end <= node) {
            if !place.is_inline {
                self.finish_run();
            }
        }
    }

    /// Reads a node and returns the next one to look at.
    fn visit(&mut self, node: NodeId) -> NodeId {
        match self.document.kind(node) {
            NodeKind::Text => self.visit_text(node),
            NodeKind::Element => return self.visit_element(node),
            _ => {}
        }
        NodeId(node.0 + 1)
    }

    fn visit_text(&mut self, node: NodeId) {
        if self.document.is_blank_text(node) {
            if let Some((run, _)) = &mut self.run {
                run.add_blank();
            }
            return;
        }
        let place = self.open.last().copied().unwrap_or(ElementContext::TOP);
        if self.run.as_ref().is_some_and(|(run, _)| !run.is_continued_by(self.document, node, place)) {
            self.finish_run();
        }
        let (run, _) = self.run.get_or_insert_with(|| (TextRun::default(), place.path));
        run.add(self.document, node, place);
    }

    fn visit_element(&mut self, node: NodeId) -> NodeId {
        let document = self.document;
        let end = document.subtree_end(node);
        let Some(tag) = document.tag(node) else { return NodeId(node.0 + 1) };
        if self.layout.is_none() && is_hidden_by_class(document, node) {
            return end;
        }
        let place = self.place(node, tag);
        if !place.is_inline {
            self.finish_run();
        }
        match tag {
            // A long link may be broken into lines.
            names::BR if place.link.is_some() => {}
            names::BR | names::HR | names::INPUT | names::BUTTON => self.cut_run(),
            names::IMG => {
                self.cut_run();
                if let Some(source) = image_source(document, node) {
                    self.push(ItemKind::Image, vec![node], source.trim().to_string(), place.path);
                }
            }
            names::A => {
                let address = document.attribute(node, names::HREF).map(str::trim);
                if let Some(address) = address.filter(|address| !address.is_empty()) {
                    self.push(ItemKind::Link, vec![node], address.to_string(), place.path);
                }
            }
            names::SELECT | names::TEXTAREA | names::SVG => return end,
            _ => {}
        }
        self.open.push(place);
        NodeId(node.0 + 1)
    }

    fn place(&self, node: NodeId, tag: Name) -> ElementContext {
        let above = self.open.last().copied().unwrap_or(ElementContext::TOP);
        let label = fingerprint::of_element(self.document, node, tag);
        let path = if fingerprint::is_set_off(tag) {
            above.path
        } else {
            let tags = fingerprint::mix(above.path.tags ^ (tag.index() as u64 + 1));
            ItemPath { classes: fingerprint::mix(above.path.classes ^ label), tags, last: label }
        };
        ElementContext {
            end: self.document.subtree_end(node),
            path,
            label,
            is_inline: is_inline(self.layout, node, tag),
            link: if tag == names::A { Some(node) } else { above.link },
        }
    }

    fn cut_run(&mut self) {
        if let Some((run, _)) = &mut self.run {
            run.cut();
        }
    }

    fn finish_run(&mut self) {
        let Some((run, path)) = self.run.take() else { return };
        let (nodes, text) = run.into_parts();
        // A bar or a dot between two items is no item.
        if text.chars().any(char::is_alphanumeric) {
            self.push(ItemKind::Text, nodes, text, path);
        }
    }

    fn push(&mut self, kind: ItemKind, nodes: Vec<NodeId>, text: String, path: ItemPath) {
        let reading = if kind == ItemKind::Text { Reading::of(&text) } else { Reading::Other };
        let (value_type, label) = match kind {
            ItemKind::Image => (ValueType::Image, 0),
            ItemKind::Link => (ValueType::Url, 0),
            ItemKind::Text => (reading.value_type(), colon_label(&text)),
        };
        let text_hash = fingerprint::of_text(&text);
        self.items.push(Item { kind, nodes, text, reading, value_type, path, label, text_hash });
    }
}

/// What stands before a colon near the start.
fn colon_label(text: &str) -> u64 {
    const MAX_LABEL: usize = 30;
    let colon = text.char_indices().take(MAX_LABEL).find(|&(_, c)| c == ':').map(|(at, _)| at);
    let Some((label, rest)) = colon.map(|at| text.split_at(at)) else { return 0 };
    let is_label = label.len() > 1 && !label.contains(|c: char| c.is_ascii_digit()) && !rest.starts_with("://");
    if is_label { fingerprint::of_text(label) } else { 0 }
}

/// Whether an element flows with the text around it: by its layout where there is one, else by its tag.
fn is_inline(layout: Option<&Layout>, node: NodeId, tag: Name) -> bool {
    if let Some(display) = layout.map(|layout| layout.display(node)).filter(|&display| display != Display::default()) {
        return display.is_inline();
    }
    matches!(
        tag,
        names::A
            | names::SPAN
            | names::B
            | names::STRONG
            | names::I
            | names::EM
            | names::U
            | names::S
            | names::SMALL
            | names::BIG
            | names::FONT
            | names::MARK
            | names::SUB
            | names::SUP
            | names::ABBR
            | names::ACRONYM
            | names::CITE
            | names::CODE
            | names::DEL
            | names::INS
            | names::DFN
            | names::KBD
            | names::LABEL
            | names::Q
            | names::SAMP
            | names::TIME
            | names::VAR
            | names::TT
            | names::STRIKE
            | names::BDI
            | names::BDO
            | names::BR
            | names::IMG
            | names::WBR
            | names::DATA
            | names::NOBR
    )
}
