//! The steps of the paper, in its order.

mod choice;
mod climb;
mod outliers;
mod shallow_trees;
mod structure;

pub use choice::candidates;
pub use outliers::Outliers;
pub use outliers::Quartiles;

use super::DerinOptions;
use super::attributes::alignment::Aligned;
use super::attributes::ngrams::RankedNgram;
use super::candidates::{Region, Verdict};
use super::screen::Screen;
use super::trace::{DerinTrace, Steps};
use tamis_extract::records::Rejected;
use tamis_page::NodeId;

/// What the steps of the paper saw.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct PaperTrace {
    /// The stack of n-grams of attributes as it was ranked first, the best on top. Empty where the records were similar
    /// enough.
    pub ngrams: Vec<RankedNgram>,
    /// The n-grams that became records, in the order in which they were taken from the stack.
    pub applied: Vec<RankedNgram>,
    /// How similar the final records are, and which of them are outliers.
    pub outliers: Outliers,
}

pub(super) fn run(view: &Screen<'_, '_>, options: &DerinOptions, trace: &mut DerinTrace) {
    let mut steps = PaperTrace::default();
    let document = view.document();
    let region = choose(view, options, trace);
    let (records, mut rejected) = structure::records(view, &region);
    trace.initial_records = records.iter().filter_map(|record| record.first().copied()).collect();
    let mut aligned = Aligned::of(view, records, options);
    let mut cohesion = aligned.cohesion();
    trace.cohesion = cohesion.index;
    trace.note_attributes(&aligned.units, &aligned.concepts);
    let mut reasons = vec![format!(
        "{} children of the region show something; their cohesion is {:.2} ({:.2} asked for)",
        aligned.records.len(),
        cohesion.index,
        options.min_cohesion
    )];

    if options.ngrams && cohesion.index < options.min_cohesion {
        match structure::discover(&aligned.units, &aligned.concepts, options) {
            Some(structure) => {
                let records = structure.records.iter().map(|children| aligned.records[children.clone()].concat());
                let records = records.collect();
                aligned = Aligned::of(view, records, options);
                cohesion = aligned.cohesion();
                reasons.push(format!(
                    "{} runs of attributes that repeat make {} records of them",
                    structure.applied.len(),
                    aligned.records.len()
                ));
                (steps.ngrams, steps.applied) = (structure.ranking, structure.applied);
            }
            None => trace.warnings.push("the attributes are too few or too many to look for a structure".to_string()),
        }
    }

    if options.outliers {
        steps.outliers = outliers::find(&aligned.records, &cohesion.means);
        if !steps.outliers.removed.is_empty() {
            let mut is_outlier = vec![false; aligned.records.len()];
            for &record in &steps.outliers.removed {
                is_outlier[record] = true;
            }
            let (mut removed, mut kept) = (Vec::new(), Vec::new());
            for (record, is_outlier) in aligned.records.into_iter().zip(is_outlier) {
                if is_outlier { &mut removed } else { &mut kept }.push(record);
            }
            reasons.push(format!("{} of them are unlike the others", removed.len()));
            rejected
                .extend(removed.into_iter().flatten().map(|node| Rejected::new(node, "is unlike the other records")));
            aligned = Aligned::of(view, kept, options);
            cohesion = aligned.cohesion();
        }
    }
    let table = aligned.into_table(document, region.node, &cohesion.means, rejected);
    trace.region = Some(region);
    trace.steps = Steps::Paper(steps);
    trace.answer(table, reasons);
}

/// The main data region: the largest candidate, or an element above it.
fn choose(view: &Screen<'_, '_>, options: &DerinOptions, trace: &mut DerinTrace) -> Region {
    let document = view.document();
    let mut candidates = choice::filtered(view, options);
    choice::rule_out_ancestors(document, &mut candidates, options.max_parent_area);
    let chosen = choice::largest(document, &candidates);
    let region = match chosen {
        Some(chosen) => {
            candidates[chosen].verdict = Verdict::Chosen;
            climb::climb(document, chosen, &candidates, options)
        }
        None => {
            trace.reason = Some(if trace.body.is_none() {
                "neither the body nor the page has a size, so the body is the region".to_string()
            } else if candidates.is_empty() {
                format!("no element has {} children, so the body is the region", options.min_children)
            } else {
                "no candidate passed all filters, so the body is the region".to_string()
            });
            Region::of(document.body().unwrap_or(NodeId::ROOT))
        }
    };
    trace.candidates = candidates;
    region
}
