//! The steps of the paper, in its order.

use super::candidates::{self, Boxes, Verdict};
use super::options::DerinOptions;
use super::region::{self, Region};
use super::tables::Aligned;
use super::trace::Trace;
use super::view::View;
use super::{initial, outliers, structure};
use crate::records::table::Rejected;
use tamis_page::NodeId;

pub(super) fn run(view: &View<'_, '_>, options: &DerinOptions, trace: &mut Trace) {
    let document = view.document();
    let region = choose(view, options, trace);
    let (records, mut rejected) = initial::records(view, &region);
    trace.initial_records = records.iter().filter_map(|record| record.first().copied()).collect();
    let mut aligned = Aligned::of(view, records, options);
    let mut cohesion = aligned.cohesion();
    trace.cohesion = cohesion.index;
    trace.note_attributes(&aligned.units, &aligned.concepts);
    let mut reasons = vec![format!(
        "{} children of the region show something; they are alike to {:.2} ({:.2} asked for)",
        aligned.records.len(),
        cohesion.index,
        options.min_cohesion
    )];

    if options.ngrams && cohesion.index < options.min_cohesion {
        match structure::discover(&aligned.units, &aligned.concepts, options) {
            Some(structure) => {
                let nodes = |record| structure::nodes_of(document, &aligned.tree, &aligned.units, record);
                let records = structure.records.iter().map(nodes).filter(|nodes| !nodes.is_empty()).collect();
                aligned = Aligned::of(view, records, options);
                cohesion = aligned.cohesion();
                reasons.push(format!(
                    "{} runs of attributes that repeat cut them into {} records",
                    structure.applied.len(),
                    aligned.records.len()
                ));
                (trace.ngrams, trace.applied) = (structure.ranking, structure.applied);
            }
            None => trace.warnings.push("the attributes are too few or too many to look for a structure".to_string()),
        }
    }

    if options.outliers {
        trace.outliers = outliers::find(&aligned.records, &cohesion.means);
        if !trace.outliers.removed.is_empty() {
            let mut is_outlier = vec![false; aligned.records.len()];
            for &record in &trace.outliers.removed {
                is_outlier[record] = true;
            }
            let (mut removed, mut kept) = (Vec::new(), Vec::new());
            for (record, is_outlier) in aligned.records.into_iter().zip(is_outlier) {
                if is_outlier { &mut removed } else { &mut kept }.push(record);
            }
            reasons.push(format!("{} of them are unlike the others", removed.len()));
            rejected.extend(
                removed
                    .into_iter()
                    .flatten()
                    .map(|node| Rejected { node, reason: "is unlike the other records".into() }),
            );
            aligned = Aligned::of(view, kept, options);
            cohesion = aligned.cohesion();
        }
    }
    let table = aligned.into_table(document, region.node, &cohesion.means, rejected);
    trace.region = Some(region);
    trace.answer(table, reasons);
}

/// The main data region: the largest candidate, or an element above it.
fn choose(view: &View<'_, '_>, options: &DerinOptions, trace: &mut Trace) -> Region {
    let document = view.document();
    let mut candidates = candidates::find(view, options, Boxes::Own);
    candidates::rule_out_ancestors(document, &mut candidates, options.max_parent_area);
    let chosen = candidates::largest(document, &candidates);
    let region = match chosen {
        Some(chosen) => {
            candidates[chosen].verdict = Verdict::Chosen;
            region::climb(document, candidates[chosen].node, options)
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
