//! The texts of all pages, and which of them are the template's own words.

use crate::label::Hash;
use std::collections::HashMap;
use tamis_page::{Document, NodeId, NodeKind, count_characters, is_never_shown, names};

use super::super::PageSet;
use super::super::reading::collapsed;

/// A text node that says something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub(super) node: NodeId,
    /// White space collapsed.
    pub(super) words: String,
    /// What of it names something else.
    pub(super) label: Label,
}

/// What of a text names something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Label {
    /// Nothing.
    None,
    /// All of it, by the number of the label.
    Whole(u32),
    /// The first so many bytes, with their colon, and the number of that label.
    Prefix(u32, usize),
}

/// The texts of all pages, in document order.
#[derive(Debug)]
pub(super) struct Texts {
    all: Vec<Text>,
    /// By node: the number of the first text at or after it.
    first_at: Vec<u32>,
    /// By text: how many characters the texts before it have, and how many of these are in links.
    n_before: Vec<(usize, usize)>,
}

/// Longer texts are prose, whether or not they are on every page.
const MAX_LABEL_CHARS: usize = 60;

impl Texts {
    pub(super) fn of(set: &PageSet) -> Texts {
        let document = set.document();
        let mut found: Vec<(NodeId, usize, String, u32)> = Vec::new();
        let mut paths = vec![0_u32; document.len()];
        for page in 0..set.roots().len() {
            read_page(document, set.root(page), page, &mut paths, &mut found);
        }
        let all = name_labels(document, set.roots().len(), found);
        let mut first_at = vec![all.len() as u32; document.len() + 1];
        let mut rest = all.iter().enumerate().rev().peekable();
        for node in (0..document.len()).rev() {
            first_at[node] = first_at[node + 1];
            if let Some((number, _)) = rest.next_if(|(_, text)| text.node.index() == node) {
                first_at[node] = number as u32;
            }
        }
        let mut n_before = vec![(0, 0)];
        let (mut n_characters, mut n_linked) = (0, 0);
        for text in &all {
            let n = count_characters(&text.words);
            let is_linked = document.ancestors(text.node).take(4).any(|node| document.is_html(node, names::A));
            n_characters += n;
            n_linked += if is_linked { n } else { 0 };
            n_before.push((n_characters, n_linked));
        }
        Texts { all, first_at, n_before }
    }

    /// How many characters the texts in a node have, and how many of these are in links.
    pub(super) fn n_characters(&self, document: &Document, node: NodeId) -> (usize, usize) {
        let range = self.numbers_in(document, node);
        let (start, end) = (self.n_before[range.start], self.n_before[range.end]);
        (end.0 - start.0, end.1 - start.1)
    }

    /// The texts in a node, by their numbers.
    fn numbers_in(&self, document: &Document, node: NodeId) -> std::ops::Range<usize> {
        let range = document.subtree_range(node);
        self.first_at[range.start] as usize..self.first_at[range.end] as usize
    }

    /// The texts in a node.
    pub(super) fn inside(&self, document: &Document, node: NodeId) -> &[Text] {
        &self.all[self.numbers_in(document, node)]
    }

    /// The text before one, on its page.
    pub(super) fn before(&self, document: &Document, page: NodeId, node: NodeId) -> Option<&Text> {
        let before = &self.all[(self.first_at[node.index()] as usize).checked_sub(1)?];
        document.contains(page, before.node).then_some(before)
    }

    /// The text of a node that has one.
    pub(super) fn of_node(&self, node: NodeId) -> Option<&Text> {
        self.all.get(self.first_at[node.index()] as usize).filter(|text| text.node == node)
    }
}

/// Adds the texts of a page, each with a hash of the way to it: tags, classes and columns of tables.
fn read_page(
    document: &Document,
    root: NodeId,
    page: usize,
    paths: &mut [u32],
    found: &mut Vec<(NodeId, usize, String, u32)>,
) {
    let end = document.subtree_end(root);
    let mut node = root;
    while node < end {
        let above = document.parent(node).filter(|_| node != root).map_or(0, |parent| paths[parent.index()]);
        paths[node.index()] = above;
        if document.is_element(node) {
            if is_skipped(document, node) {
                node = document.subtree_end(node);
                continue;
            }
            let is_cell = matches!(document.tag(node), Some(names::TD | names::TH));
            let before =
                std::iter::successors(document.previous_sibling(node), |&node| document.previous_sibling(node));
            let column = if is_cell { before.take(64).filter(|&node| document.is_element(node)).count() } else { 0 };
            let class = document.attribute(node, names::CLASS).unwrap_or_default();
            let hash = Hash::new().number(above).bytes(document.tag_name(node).as_bytes()).byte(b'.');
            paths[node.index()] = hash.bytes(class.as_bytes()).number(column as u32).to_u32();
        } else if document.kind(node) == NodeKind::Text {
            let text = collapsed(document.text(node));
            if text.chars().any(char::is_alphanumeric) {
                found.push((node, page, text, above));
            }
        }
        node = NodeId(node.0 + 1);
    }
}

/// Whether an element holds no text of the page: code, fields, and what is for browsers that cannot show the element.
fn is_skipped(document: &Document, node: NodeId) -> bool {
    let is_replaced = matches!(
        document.tag(node),
        Some(
            names::SELECT
                | names::TEXTAREA
                | names::BUTTON
                | names::IFRAME
                | names::OBJECT
                | names::VIDEO
                | names::AUDIO
                | names::CANVAS
                | names::SVG
        )
    );
    is_replaced || is_never_shown(document, node)
}

/// On how many pages something is, each page counted once.
#[derive(Clone, Copy, Default)]
struct Pages {
    last: Option<usize>,
    n_pages: usize,
}

impl Pages {
    fn add(&mut self, page: usize) {
        self.n_pages += usize::from(self.last != Some(page));
        self.last = Some(page);
    }
}

/// Tells labels from values. What is on most pages is a label if most of what stands at such places is; with a colon
/// behind it or in an element for labels it need only be on two.
fn name_labels(document: &Document, n_pages: usize, found: Vec<(NodeId, usize, String, u32)>) -> Vec<Text> {
    let mut pages: HashMap<&str, Pages> = HashMap::new();
    let mut prefixes: HashMap<&str, Pages> = HashMap::new();
    for (_, page, text, _) in &found {
        pages.entry(text).or_default().add(*page);
        if let Some(prefix) = prefix(text) {
            prefixes.entry(prefix).or_default().add(*page);
        }
    }
    let is_on = |text: &str, least: usize| pages.get(text).is_some_and(|pages| pages.n_pages >= least.min(n_pages));
    let most = most_of(n_pages);
    // By way: how many texts there are on most pages, of how many.
    let mut ways: HashMap<u32, (usize, usize)> = HashMap::new();
    for (_, _, text, way) in &found {
        let (n_common, n_all) = ways.entry(*way).or_default();
        *n_common += usize::from(is_on(text, most));
        *n_all += 1;
    }
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut number = |label: &str| {
        let label = label.trim_end_matches([':', '：', ' ']);
        let next = numbers.len() as u32;
        *numbers.entry(label.to_owned()).or_insert(next)
    };
    let label = |(node, _, text, way): &(NodeId, usize, String, u32)| {
        let is_worded = text.chars().any(char::is_alphabetic) && text.chars().nth(MAX_LABEL_CHARS).is_none();
        if is_worded && is_on(text, 2) {
            let says_so = text.ends_with([':', '：']) || is_in_label(document, *node);
            let is_common = || {
                let &(n_common, n_all) = ways.get(way).unwrap_or(&(0, 0));
                n_pages > 1 && is_on(text, most) && 2 * n_common >= n_all
            };
            if says_so || is_common() {
                return Label::Whole(number(text));
            }
        }
        match prefix(text) {
            Some(label) if prefixes.get(label).is_some_and(|pages| pages.n_pages >= n_pages.min(2)) => {
                Label::Prefix(number(label), label.len())
            }
            _ => Label::None,
        }
    };
    let labels: Vec<Label> = found.iter().map(label).collect();
    found.into_iter().zip(labels).map(|((node, _, text, _), label)| Text { node, words: text, label }).collect()
}

/// How many of so many pages are most.
pub(super) fn most_of(n_pages: usize) -> usize {
    (3 * n_pages).div_ceil(5)
}

/// Whether a text stands in an element that is for labels.
fn is_in_label(document: &Document, text: NodeId) -> bool {
    document
        .ancestors(text)
        .take(3)
        .any(|node| matches!(document.tag(node), Some(names::DT | names::TH | names::LABEL)))
}

/// `Pages:` of `Pages: 320`.
fn prefix(text: &str) -> Option<&str> {
    let (at, colon) = text.char_indices().take(MAX_LABEL_CHARS).find(|(_, c)| matches!(c, ':' | '：'))?;
    let (label, value) = text.split_at(at + colon.len_utf8());
    let is_worded = label.chars().any(char::is_alphabetic) && !label.chars().any(|c| c.is_ascii_digit());
    let is_apart = colon != ':' || value.starts_with(' ');
    (is_worded && is_apart && value.chars().any(char::is_alphanumeric)).then_some(label)
}
