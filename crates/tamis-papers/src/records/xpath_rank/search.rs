//! All phases in order.

use super::features::{Comparer, Ruler, Similarity};
use super::filters::{self, Flaw};
use super::ranking::{self, Ranked};
use super::seeds::Outline;
use super::simplification::Writer;
use super::{Kinds, Order, XPathRankOptions};
use super::{RankedXPath, XPathRankTrace, candidates, kinds, seeds};
use crate::view::paths::PagePaths;
use tamis_extract::RenderedView;

/// Searches a page, and keeps account of what was dropped.
pub fn trace(view: &RenderedView<'_>, options: &XPathRankOptions) -> XPathRankTrace {
    let document = view.document();
    let tag_paths = PagePaths::of(document);
    let outline = Outline::of(document, &tag_paths);
    let paths = seeds::find(document, &outline, options.min_repetition);
    let found = candidates::find(document, &paths, options.min_repetition);
    let mut search =
        XPathRankTrace { n_seed_paths: paths.len(), n_candidates: found.candidates.len(), ..XPathRankTrace::default() };
    let mut ruler = Ruler::new(view);
    let mut comparer = Comparer::new(document, &tag_paths);
    let mut writer = Writer::new(document, &outline, &paths);
    let mut kept = Vec::new();
    for candidate in found.candidates {
        match filters::check(&mut ruler, &candidate, options) {
            Ok(geometry) => kept.push((candidate, geometry)),
            Err(Flaw::Invisible) => search.n_invisible += 1,
            Err(Flaw::SingleRow) => search.n_single_row += 1,
            Err(Flaw::NoGrid) => search.n_no_grid += 1,
        }
    }
    // The largest first: should the page be too large to compare and write all of them, the rest matters least.
    kept.sort_by(|(_, one), (_, other)| other.area.total_cmp(&one.area));
    let mut n_not_compared = 0;
    let mut ranked: Vec<Ranked> = Vec::with_capacity(kept.len());
    for (candidate, geometry) in kept {
        let similarities = comparer.similarities(&candidate.nodes).unwrap_or_else(|| {
            n_not_compared += 1;
            vec![0.0; candidate.nodes.len()]
        });
        let similarity = Similarity::of(&similarities);
        let is_menu = options.order == Order::Discounted && filters::is_menu(document, &candidate.nodes);
        let is_similar = ranking::is_similar(similarity, options) && !is_menu;
        let xpath = writer.write(&candidate);
        ranked.push(Ranked { xpath, nodes: candidate.nodes, geometry, similarities, similarity, is_similar });
    }
    ranking::sort(&mut ranked, options.order);
    let n_ranked = ranked.len();
    ranking::remove_rows(document, &mut comparer, &mut ranked, options.rows);
    search.n_rows = n_ranked - ranked.len();
    if options.kinds == Kinds::Column {
        kinds::join(document, &mut ruler, &mut ranked);
    }
    if !ruler.has_boxes() {
        search.warnings.push("the page was not rendered: the number of characters stands for the area".to_string());
    }
    if found.ran_out || n_not_compared > 0 {
        search.warnings.push("the page is too large to look at all sets of nodes".to_string());
    }
    search.ranked = ranked.into_iter().map(RankedXPath::from).collect();
    search
}

impl From<Ranked> for RankedXPath {
    fn from(ranked: Ranked) -> RankedXPath {
        RankedXPath {
            xpath: ranked.xpath,
            nodes: ranked.nodes,
            area: ranked.geometry.area,
            rows: ranked.geometry.rows,
            columns: ranked.geometry.columns,
            similarities: ranked.similarities,
            min_similarity: ranked.similarity.least,
            mean_similarity: ranked.similarity.mean,
            is_similar: ranked.is_similar,
        }
    }
}

impl RankedXPath {
    /// Why the nodes are records, in words and figures that a user can read.
    pub fn reasons(&self) -> Vec<String> {
        let kind = if self.is_similar { "similar" } else { "not very similar" };
        let mut reasons = vec![format!(
            "{} selects {} nodes that are {kind}: similarity {:.2} on average, {:.2} at least",
            self.xpath,
            self.nodes.len(),
            self.mean_similarity,
            self.min_similarity,
        )];
        if self.rows > 0 {
            let (rows, columns) = (self.rows, self.columns);
            reasons.push(format!(
                "they take up {:.0} square pixels, {rows} below and {columns} beside each other",
                self.area
            ));
        }
        reasons
    }
}
