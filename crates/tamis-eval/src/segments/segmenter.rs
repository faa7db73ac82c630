//! Whoever cuts a page into blocks.

use super::prediction::block_at;
use super::{Baseline, Paths, read_blocks};
use crate::datasets::{MarkedBlocks, same_nodes};
use crate::metrics::segments::{LeafTexts, Level, SaidBlock};
use serde_json::Value;
use std::collections::BTreeMap;
use tamis::{Needs, Page, Recipe, Regions, Task};
use tamis_page::{Document, NodeId};

/// Whoever cuts a page into blocks.
#[derive(Clone, Debug)]
pub enum Segmenter {
    /// A way that takes no thought.
    Baseline(Baseline),
    /// A method and its options.
    Method(Recipe),
    /// Anybody's answers, by the name of the page.
    File(BTreeMap<String, Value>),
}

impl Segmenter {
    /// The baseline or the method of a name.
    ///
    /// # Errors
    /// If there is neither.
    pub fn named(name: &str) -> anyhow::Result<Segmenter> {
        if let Some(baseline) = Baseline::named(name) {
            return Ok(Segmenter::Baseline(baseline));
        }
        Ok(Segmenter::Method(Recipe::named(Task::Segment, name)?))
    }

    /// All methods, each with the options that we recommend.
    pub fn methods() -> Vec<Segmenter> {
        tamis::methods::for_task(Task::Segment).map(|method| Segmenter::Method(Recipe::of(method))).collect()
    }

    /// The name of the baseline or the method.
    pub fn name(&self) -> String {
        match self {
            Segmenter::Baseline(baseline) => baseline.name(),
            Segmenter::Method(recipe) => recipe.method().name().to_owned(),
            Segmenter::File(_) => "predictions".to_owned(),
        }
    }

    /// Whether it looks at boxes and cannot do without.
    pub fn needs_layout(&self) -> bool {
        matches!(self, Segmenter::Method(recipe) if recipe.method().needs() == Needs::RenderedPage)
    }

    /// The blocks of the page of this name as nodes of the page that `truth` is about. `page` is the same page, perhaps
    /// with a layout.
    ///
    /// # Errors
    /// A method needs a rendered page, and this one was not.
    pub fn blocks(
        &self,
        id: &str,
        page: &Page,
        truth: &MarkedBlocks,
        texts: &LeafTexts,
    ) -> anyhow::Result<Vec<SaidBlock>> {
        let document = truth.page.document();
        match self {
            Segmenter::Baseline(baseline) => Ok(baseline.blocks(document, texts)),
            Segmenter::File(by_id) => {
                let prediction = by_id.get(id).unwrap_or(&Value::Null);
                Ok(read_blocks(prediction, &Paths::of(document)))
            }
            Segmenter::Method(recipe) => {
                let findings = tamis::ask(page, std::slice::from_ref(recipe))?;
                let regions = findings.regions();
                let blocks = regions.map(|found| blocks_of(page.document(), found.answer)).unwrap_or_default();
                Ok(moved(blocks, page.document(), document))
            }
        }
    }
}

/// The two cuts through a tree of areas as blocks: its parts for level 1, its blocks for level 2.
pub fn blocks_of(document: &Document, regions: &Regions) -> Vec<SaidBlock> {
    let block = |id, level| SaidBlock::of(regions.content(document, id), Some(level));
    let parts = regions.parts().map(|id| block(id, Level::One));
    parts.chain(regions.blocks().map(|id| block(id, Level::Two))).collect()
}

/// The blocks of one document as those of another, by the paths of their nodes: a browser may build another tree.
fn moved(blocks: Vec<SaidBlock>, from: &Document, to: &Document) -> Vec<SaidBlock> {
    if same_nodes(from, to) {
        return blocks;
    }
    let (from, to) = (Paths::of(from), Paths::of(to));
    let find = |&node: &NodeId| from.path(node).map(|path| to.find(&path)).unwrap_or_default();
    blocks.iter().map(|block| block_at(block.nodes.iter().map(find), block.level)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn baselines_and_methods_have_names_of_their_own() {
        let mut names: Vec<String> = Baseline::all().into_iter().map(Baseline::name).collect();
        names.extend(Segmenter::methods().iter().map(Segmenter::name));
        for name in &names {
            assert_eq!(Segmenter::named(name).expect("it is one of them").name(), *name);
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Baseline::all().len() + Segmenter::methods().len());
        assert!(Segmenter::named("depth-9").is_err());
    }

    #[test]
    fn blocks_of_another_tree_are_found_by_their_paths() {
        let ours = Document::parse("<p>a<p>b");
        let theirs = Document::parse("<p>a<p>b<!-- added -->");
        let body = |document: &Document| SaidBlock::of(document.body().into_iter().collect(), None);
        let comment = SaidBlock::of(theirs.nodes().next_back().into_iter().collect(), None);
        let blocks = moved(vec![body(&theirs), comment], &theirs, &ours);
        assert_eq!(blocks, [body(&ours), SaidBlock { n_lost: 1, ..SaidBlock::of(Vec::new(), None) }]);
        assert_eq!(moved(vec![body(&ours)], &ours, &ours), [body(&ours)]);
    }
}
