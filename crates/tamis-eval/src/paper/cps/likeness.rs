//! Is what was mapped what plain segmentation would have given?

use super::causes::{Cause, Effect, Judge};
use super::structure::Structure;
use crate::metrics::share;
use std::collections::{BTreeMap, BTreeSet};
use tamis_extract::PageView;
use tamis_extract::segment::{Area, AreaId, Regions};
use tamis_page::{Document, NodeId};
use tamis_sites::Fit;

/// Mapped areas beside plain ones, summed over pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Likeness {
    /// The number of pages that were compared.
    pub n_pages: usize,
    /// All areas, parts, blocks.
    pub levels: [LevelLikeness; 3],
    /// The recall of all areas with the paper's mapping.
    pub strict_recall: f64,
    /// Things that templates name: how many are found by their names, of how many.
    pub robust: (usize, usize),
    /// Things that templates name: how many are found by their position, of how many.
    pub strict: (usize, usize),
    /// Nodes that distinguished paths lead to, and all.
    pub strict_nodes: (usize, usize),
    /// Areas all of whose nodes distinguished paths lead to, and all.
    pub strict_areas: (usize, usize),
    /// Why areas of plain segmentation were not mapped.
    pub causes: BTreeMap<(Cause, Effect), usize>,
}

/// Areas of one level.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LevelLikeness {
    /// Of the plain areas of a page the share that was mapped, summed over pages.
    pub recall: f64,
    /// Of the mapped areas of a page the share that plain segmentation gives too, summed over pages.
    pub precision: f64,
    /// Areas that both have, in all.
    pub n_equal: usize,
    /// Areas of plain segmentation.
    pub n_plain: usize,
    /// Areas that were mapped.
    pub n_mapped: usize,
}

/// A page that was compared: both segmentations are of the same document.
pub(super) struct Compared<'a> {
    /// As plain segmentation saw the page.
    pub view: &'a PageView<'a>,
    pub plain: &'a Regions,
    pub robust: (&'a Regions, Fit),
    pub strict: (&'a Regions, Fit),
    pub distinguished: [(usize, usize); 2],
    /// The structure of the template's first page.
    pub first: &'a Structure,
}

type IsOfLevel = fn(&Area) -> bool;
const LEVELS: [IsOfLevel; 3] = [|_| true, |area| area.levels.is_part, |area| area.levels.is_block];

impl Likeness {
    pub(super) fn add(&mut self, page: &Compared<'_>) {
        self.n_pages += 1;
        let document = page.view.document();
        for (sums, is_of_level) in self.levels.iter_mut().zip(LEVELS) {
            sums.add(&keys(document, page.plain, is_of_level), &keys(document, page.robust.0, is_of_level));
        }
        let plain = keys(document, page.plain, LEVELS[0]);
        let strict = keys(document, page.strict.0, LEVELS[0]);
        self.strict_recall += share_or_one(plain.intersection(&strict).count(), plain.len());
        let add = |sum: &mut (usize, usize), (part, whole)| *sum = (sum.0 + part, sum.1 + whole);
        let found = |fit: Fit| (fit.n_named - fit.n_missing, fit.n_named);
        add(&mut self.robust, found(page.robust.1));
        add(&mut self.strict, found(page.strict.1));
        add(&mut self.strict_nodes, page.distinguished[0]);
        add(&mut self.strict_areas, page.distinguished[1]);
        self.add_causes(page);
    }

    fn add_causes(&mut self, page: &Compared<'_>) {
        let document = page.view.document();
        let mapped = keys(document, page.robust.0, LEVELS[0]);
        let is_mapped = |nodes: &Vec<NodeId>| mapped.contains(nodes);
        let plain = page.plain.areas().skip(1).map(|(id, _)| (page.plain.content(document, id), id));
        // Areas with the same nodes count once, as in the figures.
        let unequal: BTreeMap<Vec<NodeId>, AreaId> = plain.filter(|(nodes, _)| !is_mapped(nodes)).collect();
        if unequal.is_empty() {
            return;
        }
        let own = Structure::of(document);
        let judge = Judge::new(page.view, page.plain, page.robust.0);
        for (nodes, area) in unequal {
            *self.causes.entry(judge.cause(area, &nodes, &own, page.first)).or_default() += 1;
        }
    }

    /// Adds what was counted on other pages.
    pub fn merge(&mut self, other: &Likeness) {
        self.n_pages += other.n_pages;
        self.strict_recall += other.strict_recall;
        for (sum, more) in self.levels.iter_mut().zip(&other.levels) {
            sum.recall += more.recall;
            sum.precision += more.precision;
            sum.n_equal += more.n_equal;
            sum.n_plain += more.n_plain;
            sum.n_mapped += more.n_mapped;
        }
        for (sum, more) in [
            (&mut self.robust, other.robust),
            (&mut self.strict, other.strict),
            (&mut self.strict_nodes, other.strict_nodes),
            (&mut self.strict_areas, other.strict_areas),
        ] {
            *sum = (sum.0 + more.0, sum.1 + more.1);
        }
        for (cause, n_areas) in &other.causes {
            *self.causes.entry(*cause).or_default() += n_areas;
        }
    }

    /// A sum over pages as a mean.
    pub fn mean(&self, sum: f64) -> f64 {
        if self.n_pages == 0 { 0.0 } else { sum / self.n_pages as f64 }
    }
}

impl LevelLikeness {
    fn add(&mut self, plain: &BTreeSet<Vec<NodeId>>, mapped: &BTreeSet<Vec<NodeId>>) {
        let n_equal = plain.intersection(mapped).count();
        self.recall += share_or_one(n_equal, plain.len());
        self.precision += share_or_one(n_equal, mapped.len());
        self.n_equal += n_equal;
        self.n_plain += plain.len();
        self.n_mapped += mapped.len();
    }
}

/// All of nothing is all.
fn share_or_one(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { share(part, whole) }
}

/// The areas of a level, each as its topmost nodes.
fn keys(document: &Document, regions: &Regions, is_of_level: IsOfLevel) -> BTreeSet<Vec<NodeId>> {
    let areas = regions.areas().skip(1).filter(|(_, area)| is_of_level(area));
    areas.map(|(id, _)| regions.content(document, id)).collect()
}
