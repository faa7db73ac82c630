//! Phase 5: what a candidate looks like: how large it is, whether it is a grid, how similar its nodes are.

use crate::view::paths::{EMPTY_PATH, PagePaths};
use tamis_extract::RenderedView;
use tamis_page::budget;
use tamis_page::{BoxState, Document, Layout, NodeId, NodeKind, Rect, Visibility};

/// What a node takes up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Extent {
    /// Nothing that a reader sees.
    Invisible,
    /// A rectangle.
    Shown(Rect),
    /// Not known: neither the node nor anything in it was measured.
    Unknown,
}

/// Where the nodes of a candidate are.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Geometry {
    /// The sum of the nodes' areas; of a page without boxes, the characters in them.
    pub(super) area: f64,
    pub(super) n_invisible: usize,
    /// How many nodes have a known rectangle.
    pub(super) n_shown: usize,
    /// How many nodes stand below one another, and how many side by side.
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// How many nodes have the left edge of two others, and how many different top edges there are.
    pub(super) n_in_columns: usize,
    pub(super) n_tops: usize,
    /// The share of nodes that lie on another one, 0 to 1.
    pub(super) overlapping: f64,
}

impl Geometry {
    /// Whether the nodes stand in rows and columns.
    pub(super) fn is_grid(&self) -> bool {
        self.rows > 1 && self.columns > 1
    }
}

/// How similar the nodes of a candidate are, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Similarity {
    pub(super) least: f64,
    pub(super) mean: f64,
}

/// Measures candidates of one page.
pub(super) struct Ruler<'p> {
    document: &'p Document,
    layout: &'p Layout,
    visibility: &'p Visibility,
    has_boxes: bool,
    /// The characters before each node, where there are no boxes.
    n_chars_before: Vec<u32>,
    extents: Vec<Option<Extent>>,
}

impl<'p> Ruler<'p> {
    pub(super) fn new(view: &'p RenderedView<'p>) -> Ruler<'p> {
        let (document, layout, visibility) = (view.document(), view.layout(), view.visibility());
        let has_boxes = document.nodes().any(|node| layout.state(node) == BoxState::Rendered);
        let n_chars_before = if has_boxes { Vec::new() } else { count_chars(document) };
        Ruler { document, layout, visibility, has_boxes, n_chars_before, extents: vec![None; document.len()] }
    }

    /// Whether anything is known of where nodes are.
    pub(super) fn has_boxes(&self) -> bool {
        self.has_boxes
    }

    /// What a node takes up. One without a width or height of its own is as wide or high as its children reach.
    pub(super) fn extent(&mut self, node: NodeId) -> Extent {
        if let Some(known) = self.extents[node.index()] {
            return known;
        }
        let extent = match self.layout.rect(node) {
            _ if !self.visibility.is_seen(node) => Extent::Invisible,
            // Something in it may be seen; the node itself is no record.
            Some(rect) if rect.width <= 0.0 && rect.height <= 0.0 => Extent::Invisible,
            Some(rect) if rect.width > 0.0 && rect.height > 0.0 => Extent::Shown(rect),
            Some(rect) => Extent::Shown(self.grown(node, rect)),
            None => self.around_children(node),
        };
        self.extents[node.index()] = Some(extent);
        extent
    }

    fn child_rects(&self, node: NodeId) -> impl Iterator<Item = Rect> + '_ {
        self.document.child_elements(node).filter_map(|child| self.layout.rect(child))
    }

    fn grown(&self, node: NodeId, rect: Rect) -> Rect {
        let right = self.child_rects(node).map(Rect::right).fold(rect.x, f32::max);
        let bottom = self.child_rects(node).map(Rect::bottom).fold(rect.y, f32::max);
        let width = if rect.width > 0.0 { rect.width } else { right - rect.x };
        let height = if rect.height > 0.0 { rect.height } else { bottom - rect.y };
        Rect::new(rect.x, rect.y, width, height)
    }

    fn around_children(&self, node: NodeId) -> Extent {
        let shown = self.child_rects(node).filter(|rect| !rect.is_empty());
        shown.reduce(Rect::union).map_or(Extent::Unknown, Extent::Shown)
    }

    /// Where the nodes of a candidate are.
    pub(super) fn geometry(&mut self, nodes: &[NodeId]) -> Geometry {
        if !self.has_boxes {
            let n_chars = |node: NodeId| {
                let range = self.document.subtree_range(node);
                f64::from(self.n_chars_before[range.end] - self.n_chars_before[range.start])
            };
            return Geometry { area: nodes.iter().map(|&node| n_chars(node)).sum(), ..Geometry::default() };
        }
        let mut geometry = Geometry::default();
        let (mut tops, mut lefts) = (Vec::new(), Vec::new());
        let mut rects = Vec::new();
        for &node in nodes {
            match self.extent(node) {
                Extent::Invisible => geometry.n_invisible += 1,
                Extent::Shown(rect) => {
                    geometry.n_shown += 1;
                    geometry.area += rect.area();
                    rects.push(rect);
                    tops.push(rect.y.round() as i64);
                    lefts.push(rect.x.round() as i64);
                }
                Extent::Unknown => {}
            }
        }
        geometry.rows = most_frequent_multiplicity(&mut lefts);
        geometry.columns = most_frequent_multiplicity(&mut tops);
        // Both are sorted now.
        let same_left = lefts.chunk_by(|one, other| one == other).filter(|run| run.len() > 2);
        geometry.n_in_columns = same_left.map(<[i64]>::len).sum();
        tops.dedup();
        geometry.n_tops = tops.len();
        geometry.overlapping = overlapping(&rects);
        geometry
    }
}

/// How many characters there are before each node, and in all. White space does not count.
fn count_chars(document: &Document) -> Vec<u32> {
    let mut counts = Vec::with_capacity(document.len() + 1);
    let mut n_chars = 0_u32;
    for node in document.nodes() {
        counts.push(n_chars);
        if document.kind(node) == NodeKind::Text {
            let here = document.text(node).chars().filter(|c| !c.is_whitespace()).count();
            n_chars = n_chars.saturating_add(u32::try_from(here).unwrap_or(u32::MAX));
        }
    }
    counts.push(n_chars);
    counts
}

/// How many nodes are compared with each other.
const MAX_COMPARED: usize = 128;

/// The share of rectangles whose middle lies in another one, of the first ones.
fn overlapping(rects: &[Rect]) -> f64 {
    let rects = &rects[..rects.len().min(MAX_COMPARED)];
    let lies_on = |one: &Rect, other: &Rect| {
        let (x, y) = (one.x + one.width / 2.0, one.y + one.height / 2.0);
        other.x < x && x < other.right() && other.y < y && y < other.bottom()
    };
    let lies_on_another = |(position, one): &(usize, &Rect)| {
        rects.iter().enumerate().any(|(other_position, other)| *position != other_position && lies_on(one, other))
    };
    rects.iter().enumerate().filter(lies_on_another).count() as f64 / rects.len().max(1) as f64
}

/// How often most of the numbers occur: 3 where each left edge is that of three nodes. The smaller of two.
fn most_frequent_multiplicity(numbers: &mut [i64]) -> usize {
    numbers.sort_unstable();
    let mut multiplicities: Vec<usize> = numbers.chunk_by(|one, other| one == other).map(<[i64]>::len).collect();
    multiplicities.sort_unstable();
    let runs = multiplicities.chunk_by(|one, other| one == other);
    // Of several runs of the same length `max_by_key` takes the last, so they come from the largest.
    runs.rev().max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

/// Compares the nodes of candidates of one page by the tags below them.
pub(super) struct Comparer<'p> {
    document: &'p Document,
    paths: &'p PagePaths,
    /// By path, how often it occurs in the node that is looked at, and in how many nodes of the candidate.
    counts: Vec<u32>,
    n_nodes_with: Vec<u32>,
    n_elements_left: usize,
}

/// The most nodes that are read for all candidates together: some tenths of a second.
const MAX_ELEMENTS: usize = 100_000_000;

impl<'p> Comparer<'p> {
    pub(super) fn new(document: &'p Document, paths: &'p PagePaths) -> Comparer<'p> {
        let n_paths = paths.n_paths();
        Comparer {
            document,
            paths,
            counts: vec![0; n_paths],
            n_nodes_with: vec![0; n_paths],
            n_elements_left: MAX_ELEMENTS,
        }
    }

    /// How like each node is to what the nodes of the candidate have in common: the cosine of two vectors with a place
    /// for each path below a node. One counts the paths of the node, the other the nodes that have the path. `None`
    /// once more would have to be read than may be.
    ///
    /// The nodes of a candidate have the same tags above them, so paths from the root are as good as paths from the
    /// node.
    pub(super) fn similarities(&mut self, nodes: &[NodeId]) -> Option<Vec<f64>> {
        let n_elements: usize = nodes.iter().map(|&node| self.document.subtree_range(node).len()).sum();
        self.n_elements_left = self.n_elements_left.checked_sub(2 * n_elements)?;
        let mut paths_of_all: Vec<u32> = Vec::new();
        let mut paths: Vec<u32> = Vec::new();
        for &node in nodes {
            self.count(node, &mut paths);
            for path in paths.drain(..) {
                self.counts[path as usize] = 0;
                if self.n_nodes_with[path as usize] == 0 {
                    paths_of_all.push(path);
                }
                self.n_nodes_with[path as usize] += 1;
            }
        }
        let square = |number: u32| f64::from(number) * f64::from(number);
        let norm_of_all = paths_of_all.iter().map(|&path| square(self.n_nodes_with[path as usize])).sum::<f64>().sqrt();
        let mut similarities = Vec::with_capacity(nodes.len());
        for &node in nodes {
            self.count(node, &mut paths);
            let (mut product, mut norm) = (0.0, 0.0);
            for path in paths.drain(..) {
                let count = std::mem::take(&mut self.counts[path as usize]);
                product += f64::from(count) * f64::from(self.n_nodes_with[path as usize]);
                norm += square(count);
            }
            similarities.push(if norm > 0.0 { product / (norm.sqrt() * norm_of_all) } else { 0.0 });
        }
        for path in paths_of_all {
            self.n_nodes_with[path as usize] = 0;
        }
        Some(similarities)
    }

    /// How like two nodes are: the cosine of the vectors that count the paths below them. 0 once more would have to be
    /// read than may be.
    pub(super) fn similarity(&mut self, one: NodeId, other: NodeId) -> f64 {
        let n_elements = self.document.subtree_range(one).len() + self.document.subtree_range(other).len();
        let Some(n_left) = self.n_elements_left.checked_sub(n_elements) else { return 0.0 };
        self.n_elements_left = n_left;
        let mut paths = Vec::new();
        self.count(one, &mut paths);
        let counts: Vec<(u32, u32)> =
            paths.drain(..).map(|path| (path, std::mem::take(&mut self.counts[path as usize]))).collect();
        self.count(other, &mut paths);
        let square = |number: u32| f64::from(number) * f64::from(number);
        let product: f64 =
            counts.iter().map(|&(path, count)| f64::from(count) * f64::from(self.counts[path as usize])).sum();
        let norm: f64 = counts.iter().map(|&(_, count)| square(count)).sum();
        let other_norm: f64 = paths.drain(..).map(|path| square(std::mem::take(&mut self.counts[path as usize]))).sum();
        if norm > 0.0 && other_norm > 0.0 { product / (norm * other_norm).sqrt() } else { 0.0 }
    }

    /// Counts the paths below a node; `paths` gets each of them once.
    fn count(&mut self, node: NodeId, paths: &mut Vec<u32>) {
        let range = self.document.subtree_range(node);
        budget::spend(range.len());
        for &path in self.paths.paths(range.start + 1..range.end).iter().filter(|&&path| path != EMPTY_PATH) {
            let count = &mut self.counts[path as usize];
            if *count == 0 {
                paths.push(path);
            }
            *count += 1;
        }
    }
}

impl Similarity {
    pub(super) fn of(similarities: &[f64]) -> Similarity {
        let least = similarities.iter().copied().fold(f64::INFINITY, f64::min);
        let mean = similarities.iter().sum::<f64>() / similarities.len().max(1) as f64;
        Similarity { least: if least.is_finite() { least } else { 0.0 }, mean }
    }
}
