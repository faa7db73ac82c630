//! Where records begin and end, where they are no children of the region: n-grams of the attributes in page order.

use crate::records::derin::attributes::concepts::Concepts;
use crate::records::derin::attributes::ngrams::{RankedNgram, occurrences, ranked};
use crate::records::derin::attributes::units::Units;
use crate::records::derin::options::DerinOptions;
use crate::view::tag_tree::TagTree;
use std::ops::Range;
use tamis_page::{Document, NodeId};

/// What the search for a structure found.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    /// The units of each record, in page order.
    pub(super) records: Vec<Range<usize>>,
    /// The stack as it is ranked first.
    pub(super) ranking: Vec<RankedNgram>,
    /// What was taken from the stack and made records, in order.
    pub(super) applied: Vec<RankedNgram>,
}

/// The longest n-gram that is looked at, and the longest sequence: beyond them a page is no list of search results.
const MAX_NGRAM: usize = 200;
const MAX_TOKENS: usize = 20_000;
/// How many n-grams of the first ranking are kept to be shown, and how many may be applied.
const MAX_SHOWN: usize = 50;
const MAX_APPLIED: usize = 50;

/// Cuts the sequence of all attributes into records by the n-grams that explain most of it. `None` if the sequence is
/// too short or too long.
pub(super) fn discover(units: &Units, concepts: &Concepts, options: &DerinOptions) -> Option<Structure> {
    let alive: Vec<usize> = (0..units.all.len()).filter(|&unit| concepts.is_alive[unit]).collect();
    let tokens: Vec<u32> = alive.iter().map(|&unit| concepts.of_unit[unit]).collect();
    let max_len = (tokens.len() / options.min_children.max(1)).min(MAX_NGRAM);
    if max_len == 0 || tokens.len() > MAX_TOKENS {
        return None;
    }
    let mut structure = Structure::default();
    let mut ranges: Vec<Range<usize>> = std::iter::once(0..tokens.len()).collect();
    let mut records: Vec<Range<usize>> = Vec::new();
    while !ranges.is_empty() && structure.applied.len() < MAX_APPLIED {
        // The score changes with what is left, so all are ranked again.
        let ranking = ranked(&tokens, &ranges, max_len);
        if structure.applied.is_empty() {
            structure.ranking = ranking.iter().take(MAX_SHOWN).map(|ngram| RankedNgram::of(ngram, &tokens)).collect();
        }
        let Some(best) = ranking.first() else { break };
        structure.applied.push(RankedNgram::of(best, &tokens));
        let mut rest = Vec::new();
        for range in ranges {
            let mut from = range.start;
            for start in occurrences(&tokens, range.clone(), best.tokens(&tokens)) {
                rest.push(from..start);
                records.push(start..start + best.len);
                from = start + best.len;
            }
            rest.push(from..range.end);
        }
        ranges = rest.into_iter().filter(|range| !range.is_empty()).collect();
    }
    // What no n-gram explains: one record for each of the children that it is in.
    for range in ranges {
        let mut from = range.start;
        for token in range.clone() {
            let next = token + 1;
            if next == range.end || units.all[alive[next]].record != units.all[alive[token]].record {
                records.push(from..next);
                from = next;
            }
        }
    }
    records.sort_unstable_by_key(|record| record.start);
    // Values that were taken out go with the record before them.
    let starts: Vec<usize> = records.iter().map(|record| alive[record.start]).collect();
    let ends = starts.iter().skip(1).copied().chain([units.all.len()]);
    structure.records = starts.iter().zip(ends).map(|(&start, end)| start..end).collect();
    if let Some(first) = structure.records.first_mut() {
        first.start = 0;
    }
    Some(structure)
}

/// The nodes of a record that has these units: whole children of the region where all of a child's units are the
/// record's, otherwise the largest nodes inside them.
pub(super) fn nodes_of(document: &Document, tree: &TagTree, units: &Units, record: &Range<usize>) -> Vec<NodeId> {
    let units_in = |node: usize| {
        let position = |bound: usize| units.all.partition_point(|unit| (unit.tree_node as usize) < bound);
        position(node)..position(tree.end(node))
    };
    let mut nodes = Vec::new();
    let first = units.all.get(record.start).map_or(0, |unit| unit.record as usize);
    let last = units.all.get(record.end.saturating_sub(1)).map_or(0, |unit| unit.record as usize);
    for child in tree.children(0).skip(first).take(last + 1 - first) {
        let mut node = child + 1;
        while node < tree.end(child) {
            let inside = units_in(node);
            let is_apart = inside.is_empty() || inside.end <= record.start || inside.start >= record.end;
            let is_whole = inside.start >= record.start && inside.end <= record.end;
            if is_whole && !is_apart {
                nodes.extend(tree.page_nodes(document, node));
            }
            node = if is_apart || is_whole { tree.end(node) } else { node + 1 };
        }
    }
    nodes
}
