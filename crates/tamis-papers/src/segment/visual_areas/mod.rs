#![doc = include_str!("method.md")]

mod area_tree;
mod box_tree;
mod boxes;
mod cuts;
mod expand;
mod grid;
mod levels;
mod lines;
mod rect_index;
mod separators;
mod super_areas;

use area_tree::AreaTree;
use lines::Joining;
use separators::TextIndex;
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;

/// The visual areas of a page.
pub fn segment(view: &RenderedView<'_>, options: &VisualAreasOptions) -> Regions {
    trace(view, options).regions
}

/// Joins the boxes of a page to areas, and keeps what each step left.
pub fn trace(view: &RenderedView<'_>, options: &VisualAreasOptions) -> VisualAreasTrace {
    let boxes = boxes::list(view);
    let box_tree = box_tree::nest(&boxes);
    let mut tree = AreaTree::of(&boxes, &box_tree);
    let mut steps = vec![Step::of("areas", &tree)];
    lines::join_all(&mut tree, Joining::Right, options.line_gap, options.same_style);
    steps.push(Step::of("lines", &tree));
    if options.multi_line {
        lines::join_all(&mut tree, Joining::Down, options.line_gap, options.same_style);
        steps.push(Step::of("multi-line", &tree));
    }
    let texts = TextIndex::of(&boxes);
    if options.homogeneous {
        super_areas::group_homogeneous(&mut tree, &texts);
        steps.push(Step::of("homogeneous", &tree));
    }
    super_areas::group_super_areas(&mut tree, &texts, options.limit as u32);
    steps.push(Step::of("super-areas", &tree));
    tree.collapse();
    steps.push(Step::of("collapse", &tree));
    levels::mark(view, &boxes, &mut tree, options);
    steps.push(Step::of("levels", &tree));
    let regions = levels::regions(view, &boxes, &tree);
    VisualAreasTrace { n_boxes: boxes.len() - 1, steps, regions }
}

/// What the steps found.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct VisualAreasTrace {
    /// How many boxes the page has, texts line by line.
    pub n_boxes: usize,
    /// What each step left.
    pub steps: Vec<Step>,
    /// The answer.
    pub regions: Regions,
}

/// What a step left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The step: `areas`, `lines`, `multi-line`, `homogeneous`, `super-areas`, `collapse` or `levels`.
    pub name: &'static str,
    /// The number of areas, the page included.
    pub n_areas: usize,
    /// How many of them are leaves.
    pub n_leaves: usize,
}

impl Step {
    fn of(name: &'static str, tree: &AreaTree) -> Step {
        let areas = tree.parents_first();
        let n_leaves = areas.iter().filter(|&&id| tree.get(id).is_leaf()).count();
        Step { name, n_areas: areas.len(), n_leaves }
    }
}

tamis_extract::options! {
    /// How areas are joined and grouped, and which of them are parts and blocks. The defaults are the values of the authors'
    /// program, which leaves open which areas are parts and which are blocks.
    ///
    /// ```
    /// use tamis_papers::segment::visual_areas::VisualAreasOptions;
    ///
    /// let fine = VisualAreasOptions::default().with_block_share(0.01).with_block_gap(15.0);
    /// assert_eq!((fine.block_share, fine.part_gap), (0.01, 50.0));
    /// ```
    pub struct VisualAreasOptions {
        /// The largest distance of areas that are one line, in font sizes.
        /// `FindLine` of the program.
        line_gap, with_line_gap: f64 = 1.5, in 0.0..=10.0;

        /// Whether only areas of one style become a line.
        same_style, with_same_style: bool = false;

        /// Whether areas below each other are joined as well (MultiLine).
        multi_line, with_multi_line: bool = false;

        /// Whether neighbours of one style are grouped first (HomogeneousLeaf).
        homogeneous, with_homogeneous: bool = true;

        /// How often the children of an area are gone through for groups (SuperAreas).
        /// It is also how deep groups are made in groups.
        limit, with_limit: usize = 2, in 0..=5;

        /// An area that fills this share of the page is looked into for parts.
        part_share, with_part_share: f64 = 0.5, in 0.0..=1.0;

        /// The smallest gap between two parts, in pixels.
        part_gap, with_part_gap: f64 = 50.0, in 1.0..=10_000.0;

        /// An area that fills this share of the page is looked into for blocks.
        block_share, with_block_share: f64 = 0.03, in 0.0..=1.0;

        /// The smallest gap between two blocks, in pixels.
        block_gap, with_block_gap: f64 = 25.0, in 1.0..=10_000.0;
    }
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
