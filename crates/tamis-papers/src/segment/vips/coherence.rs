//! The degree of coherence of every area, from the weights of the separators in it.

use super::options::Normalisation;
use super::trace::VipsTrace;

/// The degree of coherence that a separator leaves to the area it divides.
pub(super) fn of_weight(weight: u32, (lightest, heaviest): (u32, u32), normalisation: Normalisation) -> u8 {
    let above = weight.saturating_sub(lightest);
    let coherence = match normalisation {
        Normalisation::Fixed40 => 11u32.saturating_sub((10 * above).div_ceil(40u32.saturating_sub(lightest).max(1))),
        Normalisation::MinMax => 10u32.saturating_sub((9 * above).div_ceil((heaviest - lightest).max(1))),
    };
    coherence.max(1) as u8
}

/// Settles the coherence of all areas, from the leaves up: no area is more coherent than one in it. The page has 1.
pub(super) fn settle(trace: &mut VipsTrace, normalisation: Normalisation) {
    let weights = trace.separators.iter().map(|separator| separator.weight);
    let range = (weights.clone().min().unwrap_or(0), weights.max().unwrap_or(0));
    for idx in (0..trace.areas.len()).rev() {
        let area = &mut trace.areas[idx];
        let own = match area.weight {
            Some(weight) => of_weight(weight, range, normalisation),
            None => area.coherence_by_rule(),
        };
        // Areas below this one have been here already.
        area.coherence = area.coherence.min(own);
        let coherence = area.coherence;
        if let Some(parent) = area.parent {
            let above = &mut trace.areas[parent].coherence;
            *above = coherence.min(*above);
        }
    }
    trace.areas[0].coherence = 1;
}

/// Which areas a permitted degree of coherence gives: those that are coherent enough while nothing around them is, and
/// the leaves.
pub(super) fn cut(trace: &VipsTrace, pdoc: u8) -> Vec<bool> {
    let mut is_leaf = vec![true; trace.areas.len()];
    for area in &trace.areas {
        if let Some(parent) = area.parent {
            is_leaf[parent] = false;
        }
    }
    let mut is_given = vec![false; trace.areas.len()];
    let mut is_open = vec![false; trace.areas.len()];
    for (idx, area) in trace.areas.iter().enumerate() {
        let is_reached = area.parent.is_none_or(|parent| is_open[parent]);
        let is_whole = area.parent.is_some() && area.coherence > pdoc || is_leaf[idx];
        is_given[idx] = is_reached && is_whole;
        is_open[idx] = is_reached && !is_whole;
    }
    is_given
}
