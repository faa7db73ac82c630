//! Attributes by concept: candidate attributes that mean the same in different records share a cluster. Values that tell
//! nothing, the same in every record or there twice in one, are taken out.

use super::similarity::Comparer;
use super::units::Units;
use crate::compare::clustering::average_linkage;
use crate::records::derin::DerinOptions;
use std::collections::{HashMap, HashSet};

/// Which concept each candidate attribute is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Concepts {
    /// By unit; concepts are numbered by their first unit.
    pub(crate) of_unit: Vec<u32>,
    pub(crate) n_different: usize,
    /// Whether a unit still counts: constant and repeated values are taken out.
    pub(crate) is_alive: Vec<bool>,
    /// Whether there were too many kinds of attributes to compare all of them.
    pub(crate) cut_short: bool,
}

/// Attributes of equal path, style, type and number among such in their record: these start as one cluster, which
/// average linkage would make of them first, as they differ in content and neighbours alone.
struct Group {
    units: Vec<usize>,
    /// A bit a record.
    records: Vec<u64>,
}

/// The most groups that are clustered; the smallest of a page with more stay by themselves.
const MAX_GROUPS: usize = 400;

/// Clusters the units by concept. Two units of one record never share one, nor do a text and an address.
pub(crate) fn align(units: &Units, options: &DerinOptions) -> Concepts {
    let groups = groups(units);
    let mut largest: Vec<usize> = (0..groups.len()).collect();
    largest.sort_by_key(|&group| (std::cmp::Reverse(groups[group].units.len()), group));
    largest.truncate(MAX_GROUPS);
    largest.sort_unstable();

    let n_samples = match largest.len() {
        0..=60 => 4,
        61..=160 => 2,
        _ => 1,
    };
    let mut comparer = Comparer::new(units, options.weights);
    let sizes: Vec<u32> = largest.iter().map(|&group| groups[group].units.len() as u32).collect();
    let clusters = average_linkage(&sizes, options.max_cluster_distance, |one, other| {
        distance(&mut comparer, units, &groups[largest[one]], &groups[largest[other]], n_samples)
    });

    let mut cluster_of_group: Vec<Option<usize>> = vec![None; groups.len()];
    for (&group, cluster) in largest.iter().zip(clusters) {
        cluster_of_group[group] = Some(cluster);
    }
    let mut group_of_unit = vec![0; units.all.len()];
    for (number, group) in groups.iter().enumerate() {
        for &unit in &group.units {
            group_of_unit[unit] = number;
        }
    }
    // A cluster, or a group of its own.
    let mut numbers: HashMap<(Option<usize>, usize), u32> = HashMap::new();
    let of_unit = group_of_unit.iter().map(|&group| {
        let key = cluster_of_group[group].map_or((None, group), |cluster| (Some(cluster), 0));
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert(next)
    });
    let of_unit: Vec<u32> = of_unit.collect();
    let is_alive = units.all.iter().map(|unit| !unit.text.is_empty()).collect();
    let cut_short = groups.len() > MAX_GROUPS || units.cut_short;
    Concepts { n_different: numbers.len(), of_unit, is_alive, cut_short }
}

fn groups(units: &Units) -> Vec<Group> {
    let n_words = units.n_records().div_ceil(64);
    let mut number_of = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut n_before = HashMap::new();
    for record in 0..units.n_records() {
        n_before.clear();
        for index in units.of_record(record) {
            let unit = &units.all[index];
            let signature = (unit.path, unit.style, unit.value_type, unit.kind);
            let ordinal = n_before.entry(signature).or_insert(0_u32);
            *ordinal += 1;
            let next = groups.len();
            let group = *number_of.entry((signature, *ordinal)).or_insert(next);
            if group == next {
                groups.push(Group { units: Vec::new(), records: vec![0; n_words] });
            }
            groups[group].units.push(index);
            groups[group].records[record / 64] |= 1 << (record % 64);
        }
    }
    groups
}

/// The mean distance between units of two groups, `None` if they must stay apart.
fn distance(comparer: &mut Comparer<'_>, units: &Units, one: &Group, other: &Group, n_samples: usize) -> Option<f64> {
    let have_different_kinds = units.all[one.units[0]].kind != units.all[other.units[0]].kind;
    if have_different_kinds || one.records.iter().zip(&other.records).any(|(a, b)| a & b != 0) {
        return None;
    }
    let (one, other) = (sample(&one.units, n_samples), sample(&other.units, n_samples));
    let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| (a, b)));
    let sum: f64 = pairs.map(|(a, b)| comparer.similarity(a, b).total).sum();
    Some(1.0 - sum / (one.len() * other.len()) as f64)
}

/// Evenly spread units, the first among them.
fn sample(units: &[usize], n_samples: usize) -> Vec<usize> {
    let n_taken = units.len().min(n_samples);
    (0..n_taken).map(|index| units[index * units.len() / n_taken]).collect()
}

impl Concepts {
    /// The concepts that each record has, in ascending order.
    pub(crate) fn sets(&self, units: &Units) -> Vec<Vec<u32>> {
        let set = |record: usize| {
            let alive = units.of_record(record).filter(|&unit| self.is_alive[unit]);
            let mut set: Vec<u32> = alive.map(|unit| self.of_unit[unit]).collect();
            set.sort_unstable();
            set.dedup();
            set
        };
        (0..units.n_records()).map(set).collect()
    }
}

/// Takes out concepts whose value is the same in all records that have it, at least `min_records` of them: text of the
/// template, such as "and up".
pub(crate) fn remove_constants(units: &Units, concepts: &mut Concepts, min_records: usize) {
    struct ConceptValue {
        first: usize,
        n_units: usize,
        differs: bool,
    }
    let mut seen: Vec<Option<ConceptValue>> = Vec::new();
    seen.resize_with(concepts.n_different, || None);
    for (index, unit) in units.all.iter().enumerate().filter(|&(index, _)| concepts.is_alive[index]) {
        match &mut seen[concepts.of_unit[index] as usize] {
            Some(seen) => {
                seen.n_units += 1;
                seen.differs |= units.all[seen.first].text != unit.text;
            }
            unseen => *unseen = Some(ConceptValue { first: index, n_units: 1, differs: false }),
        }
    }
    let is_constant =
        |concept: usize| seen[concept].as_ref().is_some_and(|seen| !seen.differs && seen.n_units >= min_records.max(2));
    // Records that are equal in everything are still records.
    if (0..concepts.n_different).all(|concept| seen[concept].is_none() || is_constant(concept)) {
        return;
    }
    for (alive, &concept) in concepts.is_alive.iter_mut().zip(&concepts.of_unit) {
        *alive &= !is_constant(concept as usize);
    }
}

/// Takes out a value that an earlier attribute of the same record has.
pub(crate) fn remove_repeated(units: &Units, concepts: &mut Concepts) {
    for record in 0..units.n_records() {
        let mut seen: HashSet<&str> = HashSet::new();
        for index in units.of_record(record) {
            if concepts.is_alive[index] && !seen.insert(&units.all[index].text) {
                concepts.is_alive[index] = false;
            }
        }
    }
}
