#![doc = include_str!("method.md")]

mod alignment;
mod answer;
mod bands;
mod boxes;
mod clustering;
mod colors;
mod edges;
mod graph;
mod growth;

pub use boxes::{BoxKind, PageBox};

use super::{Direction, PixelRect};
use boxes::TextColor;
use clustering::{Group, Rules, cluster};
use edges::Edge;
use graph::{Graph, GraphModel};
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;

/// The blocks of a page: clusters of boxes that are near each other and look alike.
pub fn segment(view: &RenderedView<'_>, options: &BcsOptions) -> Regions {
    trace(view, options).regions(view)
}

/// Clusters the boxes of a page, and keeps everything that led to the clusters.
pub fn trace(view: &RenderedView<'_>, options: &BcsOptions) -> BcsTrace {
    let (text_color, graph_model) = match options.model {
        Model::Reference => (TextColor::Weighed, GraphModel::OneWay),
        Model::Rewrite => (TextColor::Plain, GraphModel::AllWays),
    };
    let boxes = boxes::of_page(view, text_color);
    let rects: Vec<PixelRect> = boxes.iter().map(|one| one.rect).collect();
    let graph = Graph::of(&rects, graph_model);
    let differences = graph::of_edges(&boxes, &graph, options.model);
    let pairs: Vec<PairTrace> = graph
        .edges
        .iter()
        .zip(&differences)
        .map(|(pair, &difference)| PairTrace { boxes: [pair.a, pair.b], direction: pair.direction, difference })
        .collect();
    let rules = Rules { model: options.model, merge_test: options.merge_test, threshold: options.threshold };
    let (blocks, tally) = cluster(&rects, edges_between(&pairs, options.model), rules);
    let parts = (options.part_threshold > 0.0).then(|| {
        let blocks: Vec<bands::Block> = blocks.iter().map(|block| standing(block, &boxes)).collect();
        bands::of_blocks(&blocks, options.part_threshold)
    });
    BcsTrace {
        merge_test: options.merge_test,
        unclustered: options.unclustered,
        pairs,
        n_merges: tally.merges,
        n_blocked: tally.blocked,
        n_parked: tally.parked,
        blocks: blocks.into_iter().map(Cluster::from).collect(),
        parts: parts.map(|parts| parts.into_iter().map(Cluster::from).collect()),
        boxes,
    }
}

/// How the clusters came about.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct BcsTrace {
    /// How rows and columns were told.
    pub merge_test: MergeTest,
    /// What becomes of boxes that are in no cluster.
    pub unclustered: Unclustered,
    /// The boxes of the page, in document order.
    pub boxes: Vec<PageBox>,
    /// The pairs of boxes that could be clustered.
    pub pairs: Vec<PairTrace>,
    /// Clusters of boxes, and boxes that are in none, from top to bottom and from left to right.
    pub blocks: Vec<Cluster>,
    /// Bands of blocks, from top to bottom, where these were asked for.
    pub parts: Option<Vec<Cluster>>,
    /// How many pairs of boxes or clusters became one.
    pub n_merges: usize,
    /// How many did not because something stood between them.
    pub n_blocked: usize,
    /// How often a pair did not pass the merge test.
    pub n_parked: usize,
}

/// Two boxes that are neighbours.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct PairTrace {
    /// The numbers of the boxes, the one further left or up first.
    pub boxes: [u32; 2],
    /// Whether they are side by side or one above the other.
    pub direction: Direction,
    /// How different they are: 0 is the same, 1 is different.
    pub difference: f64,
}

/// Boxes, or blocks, that belong together.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Cluster {
    /// Where they are.
    pub rect: PixelRect,
    /// Their numbers, in ascending order.
    pub members: Vec<u32>,
    /// How different the most different pair was that it was made of.
    pub difference: f64,
}

impl Cluster {
    /// Whether it is one box by itself.
    pub fn is_single(&self) -> bool {
        self.members.len() == 1
    }
}

impl From<Group> for Cluster {
    fn from(group: Group) -> Cluster {
        Cluster { rect: group.rect, members: group.members, difference: group.difference }
    }
}

fn edges_between(pairs: &[PairTrace], model: Model) -> Vec<Edge> {
    let to_edge = |pair: &PairTrace| {
        let mut edge = Edge::new(pair.boxes, pair.direction, pair.difference, 1);
        if model == Model::Rewrite {
            edge.between = vec![(pair.boxes[0], pair.boxes[1], pair.difference)];
        }
        edge
    };
    pairs.iter().map(to_edge).collect()
}

fn standing(block: &Group, boxes: &[PageBox]) -> bands::Block {
    let boxes = block.members.iter().map(|&member| &boxes[member as usize]);
    bands::Block { rect: block.rect, backgrounds: boxes.map(|one| (one.background, one.rect.area())).collect() }
}

tamis_extract::options! {
    /// How boxes are clustered. The paper's profile is the authors' program with its threshold; boxes outside of clusters are
    /// dropped as in paper 004.
    ///
    /// ```
    /// use tamis_papers::segment::bcs::{BcsOptions, Unclustered};
    ///
    /// let options = BcsOptions::default().with_threshold(0.2);
    /// assert_ne!(options, BcsOptions::paper());
    /// assert_eq!(BcsOptions::paper().unclustered, Unclustered::Drop);
    /// ```
    pub struct BcsOptions {
        /// Whose graph and formulas: the authors' program, or the rewrite of 2018.
        model, with_model: Model = Model::Reference;

        /// How different the boxes of one block may be (CT).
        threshold, with_threshold: f64 = 0.18, paper 0.3, in 0.0..=1.0;

        /// How different the bands of one part of the page may be; 0: each block is a part.
        /// The answer of the paper is flat.
        part_threshold, with_part_threshold: f64 = 0.16, paper 0.0, in 0.0..=1.0;

        /// How rows and columns are told: by all edges in a cluster, or as the authors' program counts.
        merge_test, with_merge_test: MergeTest = MergeTest::Intended, paper MergeTest::Program,
            read if |options| options.model == Model::Reference;

        /// Whether boxes in no cluster are blocks of their own or left out.
        unclustered, with_unclustered: Unclustered = Unclustered::Keep, paper Unclustered::Drop;
    }
}

tamis_extract::option_words! {
    /// Whose graph and formulas are used.
    pub enum Model {
        /// The authors' program.
        Reference = "reference",
        /// The independent rewrite of 2018, nearest to the published formulas: a plain mean of position, colour and shape, no
        /// alignment, and the first pair above the threshold ends everything.
        Rewrite = "rewrite",
    }
}

tamis_extract::option_words! {
    /// How the shapes of two clusters decide whether they may become one.
    pub enum MergeTest {
        /// Rows and columns are told by all edges inside a cluster.
        Intended = "intended",
        /// As the program counts: only edges inside that vanish with a merge, and of these the last one. Nearly everything
        /// is neither a row nor a column, and passes.
        Program = "program",
    }
}

tamis_extract::option_words! {
    /// What becomes of boxes that are in no cluster.
    pub enum Unclustered {
        /// Each is a block of its own.
        Keep = "keep",
        /// They are left out, as paper 004 does.
        Drop = "drop",
    }
}

impl BcsOptions {
    /// The rewrite of 2018, with its threshold.
    #[must_use]
    pub fn rewrite() -> BcsOptions {
        BcsOptions::paper().with_model(Model::Rewrite).with_threshold(0.5)
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
