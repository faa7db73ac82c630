//! A guess at the records of a page.

use super::profile::Profile;
use super::survey::{Places, Survey};
use std::ops::Range;
use tamis_page::{Document, NodeId};

/// Neighbouring siblings, as the range of nodes from the first to the end of the last one's subtree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Span {
    pub(super) first: NodeId,
    pub(super) end: NodeId,
}

impl Span {
    /// One node.
    pub(super) fn of(document: &Document, node: NodeId) -> Span {
        Span { first: node, end: document.subtree_end(node) }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.first.index()..self.end.index()
    }

    pub(super) fn contains(self, other: Span) -> bool {
        self.first <= other.first && other.end <= self.end
    }

    /// The siblings.
    pub(super) fn nodes(self, document: &Document) -> impl Iterator<Item = NodeId> + '_ {
        let next = move |&node: &NodeId| Some(document.subtree_end(node)).filter(|&next| next < self.end);
        std::iter::successors(Some(self.first), next)
    }

    /// All nodes inside, in the order of the page.
    pub(super) fn subtree(self) -> impl Iterator<Item = NodeId> {
        (self.first.0..self.end.0).map(NodeId)
    }

    /// Its places, by tags and by classes.
    pub(super) fn places(self, survey: &Survey<'_>) -> [Places; 2] {
        self.nodes(survey.document).fold([Places::default(); 2], |all, node| {
            let own = survey.places(node);
            [all[0].union(own[0]), all[1].union(own[1])]
        })
    }
}

/// Where a candidate comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Source {
    /// Siblings with one tag, or one tag and class: what MDR compares, and rows of a `table`.
    Siblings,
    /// Nodes with one path of tags, or of tags and classes, under several parents: cards in the rows of a grid.
    TagPaths,
    /// All nodes of the page with one tag and class, at any depth: what a short XPath selects.
    Classes,
    /// Neighbouring siblings that repeat as a group: generalized nodes, `dt` with `dd`, several rows of a `table`.
    Groups,
    /// Items of one type in microdata.
    Microdata,
}

impl Source {
    /// What the records of such a candidate are.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Siblings => "siblings with one tag",
            Source::TagPaths => "elements with one path of tags",
            Source::Classes => "elements with one class",
            Source::Groups => "groups of siblings",
            Source::Microdata => "items of one type",
        }
    }
}

/// Possible records in page order; none holds another.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Candidate {
    pub(super) source: Source,
    pub(super) records: Vec<Span>,
    /// What each is compared by; known once the candidate has its boundaries.
    pub(super) profiles: Vec<Profile>,
    /// Spans among them that are no records, and why.
    pub(super) rejected: Vec<(Span, &'static str)>,
}

impl Candidate {
    pub(super) fn new(source: Source, records: Vec<Span>) -> Candidate {
        Candidate { source, records, profiles: Vec::new(), rejected: Vec::new() }
    }

    /// From the first record to the last.
    pub(super) fn extent(&self) -> Range<usize> {
        let start = self.records.first().map_or(0, |record| record.first.index());
        let end = self.records.last().map_or(start, |record| record.end.index());
        start..end
    }

    /// The lowest element that holds all records.
    pub(super) fn region(&self, survey: &Survey<'_>) -> NodeId {
        let document = survey.document;
        let Some(first) = self.records.first() else { return survey.body };
        let end = self.extent().end;
        let mut above = document.ancestors(first.first);
        above.find(|&node| document.subtree_end(node).index() >= end).unwrap_or(survey.body)
    }

    /// Takes in further records.
    pub(super) fn add(&mut self, more: Vec<(Span, Profile)>) {
        let mut all: Vec<(Span, Profile)> = self.records.drain(..).zip(self.profiles.drain(..)).chain(more).collect();
        all.sort_by_key(|(span, _)| *span);
        (self.records, self.profiles) = all.into_iter().unzip();
    }
}
