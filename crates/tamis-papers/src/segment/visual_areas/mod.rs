#![doc = include_str!("method.md")]

mod area_tree;
mod box_tree;
mod boxes;
mod cuts;
mod expand;
mod grid;
mod levels;
mod lines;
mod options;
mod rect_index;
mod separators;
mod super_areas;

pub use options::VisualAreasOptions;

use area_tree::AreaTree;
use lines::Joining;
use separators::TextIndex;
use tamis_extract::RenderedView;
use tamis_extract::segment::Regions;

/// The visual areas of a page.
pub fn segment(view: &RenderedView<'_>, options: &VisualAreasOptions) -> Regions {
    trace(view, options).regions
}

/// The same, with what each step left.
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

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests;
