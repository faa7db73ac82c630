//! One score for all candidates: how likely this is what the reader came for.
//!
//! The score is a weighted sum of the [features](Features); [`weights`](super::weights) has the weights, one column for
//! pages without a layout and one for those with. It is no probability yet: among the candidates of a page the best one
//! wins, and how far it is ahead says how sure that is. The [confidence](confidence) has been fitted to how often the
//! winner was right on sites that the weights had not seen.

use super::candidate::Candidate;
use super::features::Features;
use super::weights::{self, Weight};

/// The score of a candidate.
pub(super) fn score(features: &Features, has_layout: bool) -> f64 {
    let terms = features.values().into_iter().zip(&weights::TABLE);
    let bias = if has_layout { weights::BIAS_WITH_LAYOUT } else { weights::BIAS_WITHOUT_LAYOUT };
    bias + terms.map(|(value, weight)| contribution(value, weight, has_layout)).sum::<f64>()
}

fn contribution(value: f64, weight: &Weight, has_layout: bool) -> f64 {
    let factor = if has_layout { weight.with_layout } else { weight.without_layout };
    factor * (value - weight.usual)
}

/// What speaks most for a candidate and against it, in words.
pub(super) fn arguments(features: &Features, has_layout: bool) -> (Vec<&'static str>, Vec<&'static str>) {
    const MIN_CONTRIBUTION: f64 = 0.4;
    const MAX_ARGUMENTS: usize = 4;
    let terms = features.values().into_iter().zip(&weights::TABLE);
    let mut terms: Vec<(f64, &Weight, f64)> =
        terms.map(|(value, weight)| (contribution(value, weight, has_layout), weight, value)).collect();
    terms.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
    let mut sides = (Vec::new(), Vec::new());
    for (amount, weight, value) in terms.into_iter().filter(|term| term.0.abs() >= MIN_CONTRIBUTION) {
        let phrase = if value > weight.usual { weight.when_high } else { weight.when_low };
        let side = if amount > 0.0 { &mut sides.0 } else { &mut sides.1 };
        if !phrase.is_empty() && side.len() < MAX_ARGUMENTS && !side.contains(&phrase) {
            side.push(phrase);
        }
    }
    sides
}

/// How likely the winner is right, from 0 to 1: by its score, by how far it leads the best other list, and by some
/// features that say more of that than they do of which list is best.
pub(super) fn confidence(features: &Features, score: f64, lead: f64, has_layout: bool) -> f64 {
    let [bias, by_score, by_lead] =
        if has_layout { weights::CONFIDENCE_WITH_LAYOUT } else { weights::CONFIDENCE_WITHOUT_LAYOUT };
    let by_features = weights::CONFIDENCE_FEATURES.iter();
    let by_features = by_features.map(|(value, weights)| weights[usize::from(has_layout)] * value(features));
    let x = bias
        + by_score * score.clamp(-20.0, 20.0)
        + by_lead * lead.clamp(0.0, weights::MAX_LEAD)
        + by_features.sum::<f64>();
    1.0 / (1.0 + (-x).exp())
}

/// Whether two candidates are readings of one list: they cover the same part of the page and are about as many.
pub(super) fn are_one_list(one: &Candidate, other: &Candidate) -> bool {
    let (a, b) = (one.extent(), other.extent());
    let common = a.end.min(b.end).saturating_sub(a.start.max(b.start));
    let (few, many) = (one.records.len().min(other.records.len()), one.records.len().max(other.records.len()));
    common * 5 >= a.len().max(b.len()) * 4 && few * 5 >= many * 4
}
