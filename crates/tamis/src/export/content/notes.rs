//! Footnotes: which links refer to one, and where it is.

use std::collections::{BTreeMap, BTreeSet};
use tamis_page::{Document, Mask, NodeId, names};

/// The footnotes of a page. A reference and its note link to each other, or the note says what it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    /// Links that refer to a note, with its number.
    references: BTreeMap<NodeId, u32>,
    /// Elements that are a note, with their number.
    notes: BTreeMap<NodeId, u32>,
}

/// The longest text of a reference, in bytes, and the largest note that is looked through for its way back, in nodes.
const MAX_LABEL: usize = 8;
const MAX_NOTE_NODES: usize = 2000;

impl Notes {
    pub(super) fn of(document: &Document, mask: Option<&Mask>) -> Notes {
        let is_kept = |node: NodeId| mask.is_none_or(|mask| mask.keeps(node));
        let links = document.elements_named(names::A).filter(|&link| is_kept(link) && is_reference(document, link));
        let links: Vec<(NodeId, &str)> = links.filter_map(|link| Some((link, fragment(document, link)?))).collect();
        if links.is_empty() {
            return Notes::default();
        }
        let wanted: BTreeSet<&str> = links.iter().map(|&(_, fragment)| fragment).collect();
        let targets = targets(document, &wanted);
        let mut found = Notes::default();
        for (link, fragment) in links {
            let Some(note) = targets.get(fragment).and_then(|&target| note_around(document, target)) else { continue };
            let is_in_table = || document.ancestors(note).any(|node| document.is_html(node, names::TABLE));
            let is_apart = note > link && is_kept(note) && !document.contains(note, link) && !is_in_table();
            if !is_apart || !found.is_disjoint(document, note) || !answers(document, note, link) {
                continue;
            }
            let next = found.notes.len() as u32 + 1;
            let number = *found.notes.entry(note).or_insert(next);
            found.references.insert(link, number);
        }
        found
    }

    /// The number of the note that a link refers to.
    pub(super) fn reference(&self, link: NodeId) -> Option<u32> {
        self.references.get(&link).copied()
    }

    /// The number of the note that an element is.
    pub(super) fn note(&self, node: NodeId) -> Option<u32> {
        self.notes.get(&node).copied()
    }

    /// Whether a list is one of notes: its first item is one.
    pub(super) fn is_list_of_notes(&self, document: &Document, list: NodeId) -> bool {
        let first = document.child_elements(list).next();
        first.is_some_and(|item| self.notes.contains_key(&item))
    }

    fn is_disjoint(&self, document: &Document, note: NodeId) -> bool {
        let before = self.notes.range(..note).next_back();
        let after = self.notes.range(NodeId(note.0 + 1)..).next();
        !before.is_some_and(|(&other, _)| document.contains(other, note))
            && !after.is_some_and(|(&other, _)| document.contains(note, other))
    }
}

/// Whether a link leads back from a note to where it is referred to: inside the page, and without a word of its own.
pub(super) fn is_way_back(document: &Document, link: NodeId) -> bool {
    let text = document.text_content(link);
    let n_words = text.chars().filter(|character| character.is_alphanumeric()).count();
    fragment(document, link).is_some()
        && (n_words <= 1 || document.attribute(link, names::ROLE) == Some("doc-backlink"))
}

/// Whether a link looks like a reference: raised above the line or named one, and short.
fn is_reference(document: &Document, link: NodeId) -> bool {
    let is_raised = || {
        let around = document.ancestors(link).take(2);
        around.chain(document.child_elements(link).take(1)).any(|node| document.is_html(node, names::SUP))
    };
    let is_named = || {
        document.attribute(link, names::ROLE) == Some("doc-noteref")
            || document.classes(link).any(|class| class.contains("footnote") || class.contains("noteref"))
    };
    // A text of two bytes is common; a long subtree is no number.
    fragment(document, link).is_some()
        && document.subtree_range(link).len() < 8
        && (is_raised() || is_named())
        && (1..=MAX_LABEL).contains(&document.text_content(link).trim().len())
}

/// The place in the page that a link leads to.
fn fragment(document: &Document, link: NodeId) -> Option<&str> {
    document.attribute(link, names::HREF)?.trim().strip_prefix('#').filter(|fragment| !fragment.is_empty())
}

/// The first element with each of these identifiers.
fn targets<'d>(document: &'d Document, wanted: &BTreeSet<&'d str>) -> BTreeMap<&'d str, NodeId> {
    let mut targets = BTreeMap::new();
    for node in document.nodes().filter(|&node| document.is_element(node)) {
        let identifiers = [names::ID, names::NAME].into_iter().filter_map(|name| document.attribute(node, name));
        for identifier in identifiers.filter(|identifier| wanted.contains(identifier)) {
            targets.entry(identifier).or_insert(node);
        }
    }
    targets
}

/// The block that a target begins.
fn note_around(document: &Document, target: NodeId) -> Option<NodeId> {
    let is_block = |&node: &NodeId| {
        let blocks = [names::LI, names::P, names::DD, names::DIV, names::ASIDE];
        blocks.into_iter().any(|name| document.is_html(node, name))
    };
    std::iter::once(target).chain(document.ancestors(target).take(3)).find(is_block)
}

/// Whether a note says what it is, or has a link back to the reference.
fn answers(document: &Document, note: NodeId, reference: NodeId) -> bool {
    if matches!(document.attribute(note, names::ROLE), Some("doc-footnote" | "doc-endnote")) {
        return true;
    }
    let around = std::iter::once(reference).chain(document.ancestors(reference).take(2));
    let identifiers: Vec<&str> = around.filter_map(|node| document.attribute(node, names::ID)).collect();
    let mut inner = document.descendants(note).take(MAX_NOTE_NODES);
    inner.any(|node| {
        document.is_html(node, names::A) && fragment(document, node).is_some_and(|back| identifiers.contains(&back))
    })
}
