//! What is known of every node of a page: one pass down, one pass up, and any range of siblings is summed in constant
//! time.

use super::candidate::Span;
use crate::compare::fingerprint;
use crate::element_names::ElementNames;
use crate::view::PageView;
use std::ops::Range;
use tamis_page::{Clipping, Document, Features, Layout, Mask, Name, NodeId, NodeKind, Rect, is_never_shown, names};

/// The places of a subtree that show something, as a set of bits: a place is the last few tags above a text, an image,
/// a link or a control. Sets of similar subtrees share most bits. Two places share one by chance in fewer than one of
/// a hundred pairs, which moves a similarity by less than records differ among themselves; in return every subtree has
/// its set after one pass over the page, and two of them are compared in a few instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Places(u128);

impl Places {
    fn of(hash: u64) -> Places {
        Places(1 << (fingerprint::mix(hash) >> 57))
    }

    pub(super) fn union(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// The share of all places of both that both have.
    pub(super) fn similarity(self, other: Places) -> f64 {
        let all = (self.0 | other.0).count_ones();
        if all == 0 { 1.0 } else { f64::from((self.0 & other.0).count_ones()) / f64::from(all) }
    }
}

/// What a range of nodes holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    pub(super) chars: u32,
    /// Characters of text inside links.
    pub(super) link_chars: u32,
    /// Characters that cannot be seen.
    pub(super) hidden_chars: u32,
    /// Characters of texts of some length with punctuation, outside links.
    pub(super) prose_chars: u32,
    /// Texts and images.
    pub(super) items: u32,
    pub(super) links: u32,
    pub(super) images: u32,
    pub(super) headings: u32,
    /// Fields, buttons and choices of forms.
    pub(super) controls: u32,
    /// Short texts with an amount of money.
    pub(super) amounts: u32,
    /// Short texts with a digit, and `time` elements.
    pub(super) figures: u32,
}

impl Totals {
    fn since(self, earlier: Totals) -> Totals {
        Totals {
            chars: self.chars - earlier.chars,
            link_chars: self.link_chars - earlier.link_chars,
            hidden_chars: self.hidden_chars - earlier.hidden_chars,
            prose_chars: self.prose_chars - earlier.prose_chars,
            items: self.items - earlier.items,
            links: self.links - earlier.links,
            images: self.images - earlier.images,
            headings: self.headings - earlier.headings,
            controls: self.controls - earlier.controls,
            amounts: self.amounts - earlier.amounts,
            figures: self.figures - earlier.figures,
        }
    }
}

/// A link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    node: NodeId,
    /// Where it leads, as a hash.
    pub(super) address: u64,
    /// Whether its text is long enough for a title.
    pub(super) is_title: bool,
}

/// A page, surveyed.
pub(super) struct Survey<'v> {
    pub(super) document: &'v Document,
    /// What the page calls its elements.
    pub(super) names: &'v ElementNames,
    pub(super) layout: Option<&'v Layout>,
    clipping: Option<&'v Clipping>,
    pub(super) body: NodeId,
    /// What the body holds.
    pub(super) page: Totals,
    /// By node: places by tags, and by tags with classes.
    by_tags: Vec<Places>,
    by_classes: Vec<Places>,
    /// By node: the sum over all nodes before it.
    totals: Vec<Totals>,
    /// All links with an address, in page order.
    links: Vec<Link>,
    /// By node: the sum over all nodes before it of the hashes of their texts.
    text_hashes: Vec<u64>,
    /// By node: the tag with its first class, as a hash; 0 for all that is no element.
    labels: Vec<u32>,
}

/// What the last step of a place can be beside a tag; no name of a tag has these numbers.
const TEXT_PLACE: u64 = 0xfff1;
const IMAGE_PLACE: u64 = 0xfff2;
const CONTROL_PLACE: u64 = 0xfff3;

/// The text of a link that could be a title has so many characters.
const MIN_TITLE: u32 = 12;
/// Texts of fewer bytes are fields, longer ones may be prose.
const MAX_FIELD: usize = 60;

impl<'v> Survey<'v> {
    /// Looks at what of the body is under a mask; `None` if the page has no body.
    pub(super) fn of(view: &'v PageView<'_>, mask: Option<&Mask>) -> Option<Survey<'v>> {
        let document = view.document();
        let body = document.body()?;
        let n = document.len();
        let mut pass = Pass {
            document,
            counts: view.features(),
            seen: view.visibility().seen(),
            sum: Totals::default(),
            text_hash: 0,
            links: Vec::new(),
            by_tags: vec![Places::default(); n],
            by_classes: vec![Places::default(); n],
            labels: vec![0; n],
            tag_chains: vec![0; n],
            class_chains: vec![0; n],
        };
        let range = document.subtree_range(body);
        let mut totals = Vec::with_capacity(n + 1);
        totals.resize(range.start, Totals::default());
        let mut text_hashes = Vec::with_capacity(n + 1);
        text_hashes.resize(range.start, 0);
        let mut skipped_until = NodeId::ROOT;
        for node in document.subtree(body) {
            totals.push(pass.sum);
            text_hashes.push(pass.text_hash);
            if node >= skipped_until && mask.is_none_or(|mask| mask.keeps(node) || document.is_element(node)) {
                skipped_until = pass.visit(node);
            }
        }
        totals.resize(n + 1, pass.sum);
        text_hashes.resize(n + 1, pass.text_hash);
        let Pass { sum, mut links, mut by_tags, mut by_classes, labels, .. } = pass;
        for link in &mut links {
            let range = document.subtree_range(link.node);
            link.is_title = totals[range.end].chars - totals[range.start].chars >= MIN_TITLE;
        }
        for index in range.clone().skip(1).rev() {
            let parent = document.parent(NodeId(index as u32)).unwrap_or(body).index();
            by_tags[parent] = by_tags[parent].union(by_tags[index]);
            by_classes[parent] = by_classes[parent].union(by_classes[index]);
        }
        Some(Survey {
            document,
            names: view.names(),
            layout: view.measured_layout(),
            clipping: view.clipping(),
            body,
            page: sum,
            by_tags,
            by_classes,
            totals,
            text_hashes,
            links,
            labels,
        })
    }

    /// What a range of nodes holds.
    pub(super) fn totals(&self, range: Range<usize>) -> Totals {
        self.totals[range.end].since(self.totals[range.start])
    }

    /// How many texts and images a range of nodes has.
    #[inline]
    pub(super) fn n_items(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].items - self.totals[range.start].items
    }

    /// How many characters a range of nodes has.
    #[inline]
    pub(super) fn n_chars(&self, range: Range<usize>) -> u32 {
        self.totals[range.end].chars - self.totals[range.start].chars
    }

    /// A number for the texts of a range of nodes, whatever their order.
    pub(super) fn text_hash(&self, range: Range<usize>) -> u64 {
        self.text_hashes[range.end].wrapping_sub(self.text_hashes[range.start])
    }

    /// The characters of the page that can be seen.
    pub(super) fn n_visible(&self) -> u32 {
        self.page.chars - self.page.hidden_chars
    }

    /// The tag of an element with its first class, as a hash.
    #[inline]
    pub(super) fn label(&self, node: NodeId) -> u32 {
        self.labels[node.index()]
    }

    /// The links of a span; the one around it where it has none.
    pub(super) fn links(&self, span: Span) -> &[Link] {
        let after = |node: NodeId| self.links.partition_point(|link| link.node < node);
        let inside = &self.links[after(span.first)..after(span.end)];
        if !inside.is_empty() {
            return inside;
        }
        let around = self.document.ancestors(span.first).take(2).find(|&node| self.document.is_html(node, names::A));
        let place = around.and_then(|node| self.links.binary_search_by_key(&node, |link| link.node).ok());
        place.map_or(&[], |place| &self.links[place..=place])
    }

    /// The places of one node's subtree, by tags and by classes.
    #[inline]
    pub(super) fn places(&self, node: NodeId) -> [Places; 2] {
        [self.by_tags[node.index()], self.by_classes[node.index()]]
    }

    /// The box around what can be seen of the nodes of a span; `None` where nothing can, or nobody measured.
    pub(super) fn rect(&self, span: Span) -> Option<Rect> {
        let clipping = self.clipping?;
        let boxes = span.nodes(self.document).filter_map(|node| clipping.visible_rect(node));
        boxes.reduce(Rect::union)
    }
}

/// The pass down.
struct Pass<'v> {
    document: &'v Document,
    counts: &'v Features,
    seen: &'v Mask,
    sum: Totals,
    text_hash: u64,
    links: Vec<Link>,
    by_tags: Vec<Places>,
    by_classes: Vec<Places>,
    labels: Vec<u32>,
    /// By node: the last four tags in 16 bits each, and the last two labels in 32 bits each.
    tag_chains: Vec<u64>,
    class_chains: Vec<u64>,
}

impl Pass<'_> {
    /// Counts a node; what is before the node that is returned needs no look.
    fn visit(&mut self, node: NodeId) -> NodeId {
        match self.document.kind(node) {
            NodeKind::Text => self.visit_text(node),
            NodeKind::Element => return self.visit_element(node),
            _ => {}
        }
        node
    }

    fn visit_text(&mut self, node: NodeId) {
        let (document, index) = (self.document, node.index());
        if document.is_blank_text(node) {
            return;
        }
        self.put(node, TEXT_PLACE);
        let counts = self.counts.counts(index..index + 1);
        let sum = &mut self.sum;
        sum.items += 1;
        sum.chars += counts.text_chars;
        sum.link_chars += counts.link_chars;
        if !self.seen.keeps(node) {
            sum.hidden_chars += counts.text_chars;
        }
        let text = document.text(node).trim();
        self.text_hash = self.text_hash.wrapping_add(fingerprint::of_text(text));
        let sum = &mut self.sum;
        if text.len() < MAX_FIELD {
            if text.bytes().any(|byte| byte.is_ascii_digit()) {
                sum.figures += 1;
                sum.amounts += u32::from(has_currency(text));
            }
        } else if counts.link_chars == 0 && counts.punctuation > 0 {
            sum.prose_chars += counts.text_chars;
        }
    }

    fn visit_element(&mut self, node: NodeId) -> NodeId {
        let (document, index) = (self.document, node.index());
        let end = document.subtree_end(node);
        if is_never_shown(document, node) {
            return end;
        }
        let Some(tag) = document.tag(node) else { return node };
        let parent = document.parent(node).unwrap_or(node).index();
        let label = (fingerprint::of_element(document, node, tag) >> 32) as u32;
        self.labels[index] = label;
        if is_structureless(tag) {
            self.tag_chains[index] = self.tag_chains[parent];
            self.class_chains[index] = self.class_chains[parent];
        } else {
            self.tag_chains[index] = self.tag_chains[parent] << 16 | (tag.index() as u64 & 0xffff);
            self.class_chains[index] = self.class_chains[parent] << 32 | u64::from(label);
        }
        match tag {
            names::IMG => {
                self.put(node, IMAGE_PLACE);
                self.sum.items += 1;
                self.sum.images += 1;
            }
            names::PICTURE | names::VIDEO => self.put(node, IMAGE_PLACE),
            names::SVG => {
                self.put(node, IMAGE_PLACE);
                return end;
            }
            names::A => {
                self.by_tags[index] = Places::of(self.tag_chains[index]);
                self.by_classes[index] = Places::of(self.class_chains[index]);
                if let Some(address) = document.attribute(node, names::HREF) {
                    self.sum.links += 1;
                    self.links.push(Link { node, address: fingerprint::of_text(address.trim()), is_title: false });
                }
            }
            names::INPUT | names::SELECT | names::TEXTAREA | names::BUTTON => {
                self.put(node, CONTROL_PLACE);
                self.sum.controls += 1;
                if tag == names::SELECT {
                    return end;
                }
            }
            names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6 => self.sum.headings += 1,
            names::TIME => self.sum.figures += 1,
            _ => {}
        }
        node
    }

    /// Notes that something is at the place of a node: what it is, below its parent.
    fn put(&mut self, node: NodeId, what: u64) {
        let parent = self.document.parent(node).unwrap_or(node).index();
        self.by_tags[node.index()] = Places::of(self.tag_chains[parent] << 16 | what);
        self.by_classes[node.index()] = Places::of(self.class_chains[parent] ^ what);
    }
}

fn has_currency(text: &str) -> bool {
    text.contains(['$', '€', '£', '¥', '₹', '₽', '₩', '₺', '฿', '₫', '₴', '₪', '₱'])
}

/// Whether a tag is no step of a path: it sets words off, or breaks a line.
pub(super) fn is_structureless(tag: Name) -> bool {
    fingerprint::is_set_off(tag) || tag == names::BR
}
