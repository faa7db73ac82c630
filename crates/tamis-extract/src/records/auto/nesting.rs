//! How candidates lie in each other: what is a row of records, a record, a part of one, or only some of the records.

use super::candidate::Candidate;
use super::features::{Features, share};
use super::survey::Survey;
use tamis_page::budget;

/// How many records are compared on a page: a bound for very long lists.
const MAX_COMPARED: usize = 8_000_000;

/// Most of: what is inside another candidate may have one record in five elsewhere.
fn is_most(part: usize, whole: usize) -> bool {
    part * 5 >= whole * 4
}

/// Fills the features that come from other candidates.
pub(super) fn compare(survey: &Survey<'_>, candidates: &[Candidate], features: &mut [Features]) {
    let n_chars = |candidate: &Candidate| {
        candidate.records.iter().map(|span| f64::from(survey.n_chars(span.range()))).sum::<f64>()
    };
    let chars: Vec<f64> = candidates.iter().map(n_chars).collect();
    let largest = features.iter().filter(|features| is_list(features)).map(|features| features.text_share);
    let largest = largest.fold(0.0, f64::max);
    for features in features.iter_mut() {
        features.relative_size = share(features.text_share, largest);
    }
    let mut budget = MAX_COMPARED;
    for outer in 0..candidates.len() {
        for inner in 0..candidates.len() {
            let (n_outer, n_inner) = (candidates[outer].records.len(), candidates[inner].records.len());
            if outer == inner || budget < n_outer + n_inner {
                continue;
            }
            let (outside, inside) = (candidates[outer].extent(), candidates[inner].extent());
            let is_inside = outside.start <= inside.start && inside.end <= outside.end;
            if is_inside && is_most(n_inner, n_outer) && chars[inner] <= chars[outer] {
                budget -= n_outer + n_inner;
                budget::spend(n_outer + n_inner);
                compare_nested(candidates, features, &chars, (outer, inner));
            }
            if is_inside && n_inner < n_outer && n_outer <= 3 * n_inner && budget >= n_inner {
                budget -= n_inner;
                budget::spend(8 * n_inner);
                compare_twins(candidates, features, &chars, (outer, inner));
            }
        }
    }
}

/// Whether a candidate looks like a list at all: three records that are similar, and more than paragraphs.
fn is_list(features: &Features) -> bool {
    const MIN_QUALITY: f64 = 0.7;
    const MAX_PROSE: f64 = 0.9;
    features.is_two == 0.0 && quality(features) >= MIN_QUALITY && features.prose < MAX_PROSE
}

/// The lesser of two similarities: the records share places and play the same part.
fn quality(features: &Features) -> f64 {
    features.similarity_by_tags.min(features.similarity_of_parts)
}

fn compare_nested(candidates: &[Candidate], features: &mut [Features], chars: &[f64], (outer, inner): (usize, usize)) {
    let (outer_records, inner_records) = (&candidates[outer].records, &candidates[inner].records);
    // How many inner records each outer one holds.
    let mut n_held = vec![0_u32; outer_records.len()];
    let (mut position, mut n_inside) = (0, 0);
    for span in inner_records {
        while outer_records.get(position).is_some_and(|record| record.end < span.end) {
            position += 1;
        }
        if outer_records.get(position).is_some_and(|record| record.contains(*span)) {
            n_held[position] += 1;
            n_inside += 1;
        }
    }
    if !is_most(n_inside, inner_records.len()) {
        return;
    }
    let coverage = share(chars[inner], chars[outer]);
    let (outer_quality, inner_quality) = (quality(&features[outer]), quality(&features[inner]));
    let raise = |value: &mut f64, to: f64| *value = value.max(to);
    let n_with_one = n_held.iter().filter(|&&n| n == 1).count();
    if is_most(n_with_one, outer_records.len()) {
        if outer_records.len() >= 3 || outer_records.len() == inner_records.len() {
            raise(&mut features[inner].part_of, (1.0 - coverage) * outer_quality);
            raise(&mut features[outer].is_whole, (1.0 - coverage).min(coverage) * inner_quality);
        }
        return;
    }
    if inner_records.len() <= outer_records.len() || inner_records.len() < 3 {
        return;
    }
    let several = n_held.iter().filter(|&&n| n >= 2).count() as f64 / outer_records.len() as f64;
    raise(&mut features[outer].split_up, several * coverage * inner_quality);
    raise(&mut features[outer].inner_lists, several * inner_quality);
    if outer_records.len() >= 3 {
        raise(&mut features[inner].field_of, (1.0 - coverage) * several * outer_quality);
    }
}

fn compare_twins(candidates: &[Candidate], features: &mut [Features], chars: &[f64], (more, fewer): (usize, usize)) {
    let larger = &candidates[more].records;
    if candidates[fewer].records.iter().all(|span| larger.binary_search(span).is_ok()) {
        let twin = (1.0 - share(chars[fewer], chars[more])) * quality(&features[more]);
        features[fewer].larger_twin = features[fewer].larger_twin.max(twin);
    }
}
