//! Where records begin and end: at first each child of the region is one; where a record is several children, n-grams of the
//! attributes in page order say so.

use crate::records::derin::DerinOptions;
use crate::records::derin::attributes::concepts::Concepts;
use crate::records::derin::attributes::ngrams::{RankedNgram, occurrences, ranked};
use crate::records::derin::attributes::units::Units;
use crate::records::derin::candidates::Region;
use crate::records::derin::screen::Screen;
use std::ops::Range;
use tamis_extract::records::Rejected;
use tamis_page::NodeId;

/// What the search for a structure found.
#[derive(Clone, Debug, Default)]
pub(super) struct Structure {
    /// The children of the region that each record is, by number and in page order.
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
/// What occurs once is no structure.
const MIN_WHOLE: usize = 2;

/// Joins children to records by the n-grams that explain most of the sequence of all attributes. An n-gram is applied
/// where it begins and ends with a child: the structure is searched for because a record is several children, and no
/// child is cut. `None` if the sequence is too short or too long.
pub(super) fn discover(units: &Units, concepts: &Concepts, options: &DerinOptions) -> Option<Structure> {
    let alive: Vec<usize> = (0..units.all.len()).filter(|&unit| concepts.is_alive[unit]).collect();
    let tokens: Vec<u32> = alive.iter().map(|&unit| concepts.of_unit[unit]).collect();
    let max_len = (tokens.len() / options.min_children.max(1)).min(MAX_NGRAM);
    if max_len == 0 || tokens.len() > MAX_TOKENS {
        return None;
    }
    let child = |token: usize| units.all[alive[token]].record as usize;
    let begins_child = |token: usize| token == 0 || token == tokens.len() || child(token) != child(token - 1);
    let mut structure = Structure::default();
    let mut ranges: Vec<Range<usize>> = std::iter::once(0..tokens.len()).collect();
    // The child that each record begins with.
    let mut first_children: Vec<usize> = Vec::new();
    while !ranges.is_empty() && structure.applied.len() < MAX_APPLIED {
        // The score changes with what is left, so all are ranked again.
        let ranking = ranked(&tokens, &ranges, max_len, begins_child);
        if structure.applied.is_empty() {
            structure.ranking = ranking.iter().take(MAX_SHOWN).map(|ngram| RankedNgram::of(ngram, &tokens)).collect();
        }
        let Some(best) = ranking.iter().find(|ngram| ngram.n_whole >= MIN_WHOLE) else { break };
        structure.applied.push(RankedNgram::of(&best.whole(), &tokens));
        let mut rest = Vec::new();
        for range in ranges {
            let mut from = range.start;
            for start in occurrences(&tokens, range.clone(), best.tokens(&tokens), begins_child) {
                rest.push(from..start);
                first_children.push(child(start));
                from = start + best.len;
            }
            rest.push(from..range.end);
        }
        ranges = rest.into_iter().filter(|range| !range.is_empty()).collect();
    }
    // A child that no n-gram explains is a record.
    first_children.extend(ranges.into_iter().flatten().filter(|&token| begins_child(token)).map(child));
    first_children.sort_unstable();
    // A child with nothing but values that were taken out goes with the record before it.
    if let Some(first) = first_children.first_mut() {
        *first = 0;
    }
    let ends = first_children.iter().skip(1).copied().chain([units.n_records()]);
    structure.records = first_children.iter().zip(ends).map(|(&start, end)| start..end).collect();
    Some(structure)
}

/// The records of a region, one child each, and the children that show nothing (equations 5 and 6).
pub(super) fn records(view: &Screen<'_, '_>, region: &Region) -> (Vec<Vec<NodeId>>, Vec<Rejected>) {
    let document = view.document();
    let mut children: Vec<NodeId> = Vec::new();
    if region.groups != [region.node] {
        // After a climb the children of the region are wrappers: the records are the children of the groups. What holds
        // no group stays, as an outlier if it is one.
        let holds_group = |child: NodeId| {
            let after = region.groups.partition_point(|&group| group < child);
            region.groups.get(after).is_some_and(|&group| document.contains(child, group))
        };
        children.extend(document.child_elements(region.node).filter(|&child| !holds_group(child)));
    }
    children.extend(region.groups.iter().flat_map(|&group| document.child_elements(group)));
    children.sort_unstable();
    let (mut records, mut rejected) = (Vec::new(), Vec::new());
    for child in children {
        if !view.mask.keeps(child) {
            rejected.push(Rejected::new(child, "is not visible"));
        } else if !view.has_items(child) {
            rejected.push(Rejected::new(child, "shows nothing"));
        } else {
            records.push(vec![child]);
        }
    }
    (records, rejected)
}
