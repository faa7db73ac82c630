//! DERIN

mod candidates;
mod cohesion;
mod concepts;
mod options;
mod outliers;
mod region;
mod repeats;
mod similarity;
mod structure;
mod style;
mod tables;
mod trace;
mod units;

pub use candidates::{Candidate, Shares, Verdict, candidates};
pub use options::{DerinOptions, Profile};
pub use outliers::Outliers;
pub use region::Region;
pub use similarity::Similarity;
pub use structure::RankedNgram;
pub use trace::{Attribute, Trace};

use super::Table;
use super::table::Rejected;
use crate::measure::sentences::Sentences;
use crate::measure::shown::shown;
use crate::measure::tag_tree::{TagTree, Texts};
use tables::Aligned;
use tamis_page::render::RenderedPage;
use tamis_page::{Document, Mask, NodeId};
use units::Units;

/// The records of the main data region of a page.
pub fn find(page: &RenderedPage, options: &DerinOptions) -> Vec<Table> {
    explain(page, options).tables
}

/// The same, with everything that led to it.
pub fn explain(page: &RenderedPage, options: &DerinOptions) -> Trace {
    let document = page.document();
    let mask = shown(page);
    let sentences = Sentences::under(document, &mask);
    let view = View { page, mask, sentences };
    let mut trace = Trace { weights: options.weights, ..Trace::default() };
    let region = choose_region(page, options, &mut trace);
    let (records, mut rejected) = view.initial_records(&region);
    trace.initial_records = records.iter().map(|record| record[0]).collect();

    let mut aligned = view.align(records, options);
    repeats::remove_constants(&aligned.units, &mut aligned.concepts, options.min_children);
    let mut cohesion = cohesion::cohesion(&aligned.concepts.sets(&aligned.units));
    trace.cohesion = cohesion.index;
    trace.note_attributes(aligned.units.clone(), &aligned.concepts);

    if options.ngrams && cohesion.index < options.min_cohesion
        && let Some(structure) = structure::discover(&aligned.units, &aligned.concepts, options)
    {
        let nodes = |record| structure::nodes_of(document, &aligned.tree, &aligned.units, record);
        let records = structure.records.iter().map(nodes).filter(|nodes| !nodes.is_empty()).collect();
        aligned = view.align(records, options);
        repeats::remove_constants(&aligned.units, &mut aligned.concepts, options.min_children);
        cohesion = cohesion::cohesion(&aligned.concepts.sets(&aligned.units));
        (trace.ngrams, trace.applied) = (structure.ranking, structure.applied);
    }
    if options.outliers {
        trace.outliers = outliers::find(&cohesion);
        if !trace.outliers.removed.is_empty() {
            let (mut kept, mut is_removed) = (Vec::new(), vec![false; aligned.records.len()]);
            for &record in &trace.outliers.removed {
                is_removed[record] = true;
            }
            for (nodes, is_removed) in aligned.records.into_iter().zip(is_removed) {
                if is_removed {
                    rejected.extend(nodes.first().map(|&node| Rejected { node, reason: "is unlike the other records".into() }));
                } else {
                    kept.push(nodes);
                }
            }
            aligned = view.align(kept, options);
            repeats::remove_constants(&aligned.units, &mut aligned.concepts, options.min_children);
            cohesion = cohesion::cohesion(&aligned.concepts.sets(&aligned.units));
        }
    }
    repeats::remove_repeated(&aligned.units, &mut aligned.concepts);
    trace.tables.extend(aligned.into_table(document, region.node, &cohesion.means, rejected));
    trace.region = Some(region);
    trace
}

fn choose_region(page: &RenderedPage, options: &DerinOptions, trace: &mut Trace) -> Region {
    let (document, layout) = (page.document(), page.layout());
    trace.body = candidates::body_box(document, layout);
    trace.candidates = candidates::find(document, layout, options);
    match candidates::largest(document, &trace.candidates) {
        Some(chosen) => {
            trace.candidates[chosen].verdict = Verdict::Chosen;
            region::climb(document, trace.candidates[chosen].node, options)
        }
        None => {
            trace.reason = Some("no element passed all filters, so the body is the region".to_string());
            Region::of(document.body().unwrap_or(NodeId::ROOT))
        }
    }
}

struct View<'p> {
    page: &'p RenderedPage,
    mask: Mask,
    sentences: Sentences,
}

impl View<'_> {
    fn initial_records(&self, region: &Region) -> (Vec<Vec<NodeId>>, Vec<Rejected>) {
        let document = self.page.document();
        let mut children: Vec<NodeId> = Vec::new();
        if region.groups != [region.node] {
            let holds_group = |&child: &NodeId| region.groups.iter().any(|&group| document.contains(child, group));
            children.extend(document.child_elements(region.node).filter(|child| !holds_group(child)));
        }
        children.extend(region.groups.iter().flat_map(|&group| document.child_elements(group)));
        children.sort_unstable();
        let (mut records, mut rejected) = (Vec::new(), Vec::new());
        for child in children {
            if !self.mask.keeps(child) {
                rejected.push(Rejected { node: child, reason: "is not visible".into() });
            } else if !has_items(document, &self.mask, child) {
                rejected.push(Rejected { node: child, reason: "shows nothing".into() });
            } else {
                records.push(vec![child]);
            }
        }
        (records, rejected)
    }

    fn align(&self, records: Vec<Vec<NodeId>>, options: &DerinOptions) -> Aligned {
        let texts = Texts::Joined(&self.sentences);
        let tree = TagTree::of_records(self.page.document(), Some(&self.mask), texts, &records);
        let units = Units::of(self.page, &tree);
        let concepts = concepts::align(&units, options);
        Aligned { records, tree, units, concepts }
    }
}

fn has_items(document: &Document, mask: &Mask, node: NodeId) -> bool {
    use tamis_page::{NodeKind, names};
    let is_item = |node: NodeId| mask.keeps(node) && match document.kind(node) {
        NodeKind::Text => !document.is_blank_text(node),
        _ => document.is_html(node, names::IMG) || document.is_html(node, names::A),
    };
    document.subtree(node).any(is_item)
}
