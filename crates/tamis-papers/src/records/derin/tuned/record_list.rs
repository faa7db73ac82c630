//! How the children of an element read as records: one child a record, or a pattern of several, without what is unlike
//! the rest.

use super::parts::{self, Budget, RecordPart};
use crate::compare::clustering::average_linkage;
use crate::records::derin::DerinOptions;
use crate::records::derin::attributes::cohesion::jaccard;
use crate::records::derin::attributes::ngrams::{Ngram, RankedNgram, ranked};
use crate::records::derin::screen::Screen;
use std::collections::HashMap;
use tamis_page::NodeId;

/// Records among the children of an element.
#[derive(Clone, Debug)]
pub(super) struct RecordList {
    /// The element that holds all records.
    pub(super) element: NodeId,
    pub(super) records: Vec<Vec<NodeId>>,
    /// How similar each record is to the typical one.
    pub(super) similarities: Vec<f64>,
    /// Children that are no records, with how similar they are to the typical one.
    pub(super) rejected: Vec<(NodeId, f64)>,
    /// The first node of the typical record, its box and its places.
    pub(super) typical: RecordPart,
    /// The room and the text of all records.
    pub(super) area: f64,
    pub(super) n_chars: usize,
    /// The pattern of several children that a record is, and how all patterns were ranked.
    pub(super) pattern: Option<RankedNgram>,
    pub(super) ranking: Vec<RankedNgram>,
    pub(super) n_climbed: usize,
}

/// A record less similar than this to the typical one is an outlier. Adverts and panels are mostly below it, records that
/// lack half of their items above. From 0.28 to 0.4, F1 on two sets of result pages changes by less than 0.01.
pub(super) const MIN_SIMILARITY: f64 = 0.3;
/// Children are of one kind if they share half of their places on average.
const MAX_KIND_DISTANCE: f64 = 0.5;
/// A pattern is looked for if less than this share of the children is of one kind, and explains at least this share.
const MIN_EXPLAINED: f64 = 0.7;
/// The most children of one record, and of an element in which a pattern is searched for.
const MAX_PATTERN: usize = 12;
const MAX_SEQUENCE: usize = 20_000;
/// How many different children are compared to find kinds, and how many records to find the typical one.
const MAX_DIFFERENT: usize = 200;
const MAX_SAMPLE: usize = 60;
/// How many patterns are kept to be shown.
const MAX_SHOWN: usize = 50;

/// Reads the children of an element; `None` if there are fewer than two records among them.
pub(super) fn read(
    view: &Screen<'_, '_>,
    element: NodeId,
    is_measured: bool,
    options: &DerinOptions,
    budget: &mut Budget,
) -> Option<RecordList> {
    let parts = parts::parts(view, element, is_measured, budget);
    if parts.len() < 2 {
        return None;
    }
    let (pattern, ranking, groups) = if options.ngrams {
        let kinds = kinds(&parts);
        let ranking = patterns(&parts, &kinds);
        let best = ranking.iter().find(|ngram| explains_enough(ngram, &kinds)).copied();
        let groups = best.map(|best| by_pattern(&kinds, best.tokens(&kinds)));
        let shown = ranking.iter().take(MAX_SHOWN).map(|ngram| RankedNgram::of(ngram, &kinds)).collect();
        (best.map(|best| RankedNgram::of(&best, &kinds)), shown, groups)
    } else {
        (None, Vec::new(), None)
    };
    let groups = groups.unwrap_or_else(|| (0..parts.len()).map(|part| vec![part]).collect());
    let list = RecordList {
        element,
        records: Vec::new(),
        similarities: Vec::new(),
        rejected: Vec::new(),
        typical: parts[0].clone(),
        area: 0.0,
        n_chars: 0,
        pattern,
        ranking,
        n_climbed: 0,
    };
    list.fill(&parts, &groups, options.outliers)
}

impl RecordList {
    /// Takes the groups that are like the typical one as records.
    fn fill(mut self, parts: &[RecordPart], groups: &[Vec<usize>], without_outliers: bool) -> Option<RecordList> {
        let merged: Vec<RecordPart> =
            groups.iter().filter_map(|group| RecordPart::merged(group.iter().map(|&index| &parts[index]))).collect();
        self.typical = merged[typical(&merged)?].clone();
        let mut is_grouped = vec![false; parts.len()];
        for (group, part) in groups.iter().zip(&merged) {
            let similarity = jaccard(&part.places, &self.typical.places);
            for &index in group {
                is_grouped[index] = true;
            }
            if without_outliers && similarity < MIN_SIMILARITY {
                self.rejected.extend(part.nodes.iter().map(|&node| (node, similarity)));
            } else {
                self.add(part, similarity);
            }
        }
        for (part, _) in parts.iter().zip(is_grouped).filter(|(_, is_grouped)| !is_grouped) {
            let similarity = jaccard(&part.places, &self.typical.places);
            self.rejected.extend(part.nodes.iter().map(|&node| (node, similarity)));
        }
        (self.records.len() > 1).then_some(self)
    }

    /// Adds a record.
    pub(super) fn add(&mut self, part: &RecordPart, similarity: f64) {
        self.area += part.area;
        self.n_chars += part.n_chars;
        self.records.push(part.nodes.clone());
        self.similarities.push(similarity);
    }

    pub(super) fn mean_similarity(&self) -> f64 {
        self.similarities.iter().sum::<f64>() / self.similarities.len().max(1) as f64
    }
}

/// The part that is most like the others, the large ones above all; the first of several.
fn typical(parts: &[RecordPart]) -> Option<usize> {
    let n_sampled = parts.len().min(MAX_SAMPLE);
    let sample: Vec<usize> = (0..n_sampled).map(|index| index * parts.len() / n_sampled).collect();
    let similarity_to_all = |one: usize| {
        let weighted = |&other: &usize| parts[other].area.sqrt() * jaccard(&parts[one].places, &parts[other].places);
        sample.iter().map(weighted).sum::<f64>()
    };
    let sums: Vec<f64> = sample.iter().map(|&one| similarity_to_all(one)).collect();
    let best = (0..n_sampled).max_by(|&one, &other| sums[one].total_cmp(&sums[other]).then(other.cmp(&one)));
    best.map(|index| sample[index])
}

/// A number for each part that parts of one kind share.
fn kinds(parts: &[RecordPart]) -> Vec<u32> {
    let mut number_of: HashMap<&[u32], usize> = HashMap::new();
    let mut different: Vec<(&[u32], u32)> = Vec::new();
    let mut numbers = Vec::with_capacity(parts.len());
    for part in parts {
        let number = *number_of.entry(&part.places).or_insert(different.len());
        match different.get_mut(number) {
            Some((_, count)) => *count += 1,
            None => different.push((&part.places, 1)),
        }
        numbers.push(number);
    }
    let n_compared = different.len().min(MAX_DIFFERENT);
    let sizes: Vec<u32> = different[..n_compared].iter().map(|&(_, count)| count).collect();
    let clusters = average_linkage(&sizes, MAX_KIND_DISTANCE, |one, other| {
        Some(1.0 - jaccard(different[one].0, different[other].0))
    });
    // Those that were not compared are kinds of their own.
    numbers.into_iter().map(|number| clusters.get(number).copied().unwrap_or(number + n_compared) as u32).collect()
}

/// N-grams of the kinds of several children, the best first; none where most children are of one kind.
fn patterns(parts: &[RecordPart], kinds: &[u32]) -> Vec<Ngram> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    let mut rooms: HashMap<u32, f64> = HashMap::new();
    for (part, &kind) in parts.iter().zip(kinds) {
        *counts.entry(kind).or_insert(0) += 1;
        *rooms.entry(kind).or_insert(0.0) += part.area;
    }
    // In the order of the page, so that the first of equals counts.
    let largest = kinds.iter().copied().reduce(|best, kind| if rooms[&kind] > rooms[&best] { kind } else { best });
    let share = largest.map_or(0.0, |kind| counts[&kind] as f64 / kinds.len() as f64);
    if share >= MIN_EXPLAINED || kinds.len() > MAX_SEQUENCE {
        return Vec::new();
    }
    let max_len = (kinds.len() / 2).min(MAX_PATTERN);
    ranked(kinds, std::slice::from_ref(&(0..kinds.len())), max_len, |_| true)
}

fn explains_enough(ngram: &Ngram, kinds: &[u32]) -> bool {
    ngram.len > 1 && (ngram.len * ngram.n_occurrences) as f64 >= MIN_EXPLAINED * kinds.len() as f64
}

/// Records that begin where the pattern does and end before the next one; the last ends with the pattern.
fn by_pattern(kinds: &[u32], pattern: &[u32]) -> Vec<Vec<usize>> {
    let head = pattern[0];
    // A pattern such as `a a b` begins with two heads.
    let n_heads = pattern.iter().take_while(|&&kind| kind == head).count();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, &kind) in kinds.iter().enumerate() {
        let is_next_head = groups
            .last()
            .is_some_and(|group: &Vec<usize>| group.len() < n_heads && group.iter().all(|&other| kinds[other] == head));
        match groups.last_mut() {
            Some(group) if kind != head || is_next_head => group.push(index),
            _ if kind == head => groups.push(vec![index]),
            _ => {}
        }
    }
    if let Some(last) = groups.last_mut() {
        last.truncate(pattern.len());
    }
    groups
}
