//! From the tree of areas to regions with parts and blocks.

use super::VisualAreasOptions;
use super::area_tree::{AreaTree, Origin, ROOT};
use super::boxes::PageBox;
use super::cuts::{Bonds, Coarseness, cut};
use super::grid::Grid;
use crate::segment::geometry::PixelRect;
use tamis_extract::RenderedView;
use tamis_extract::segment::{AreaValue, Regions, RegionsBuilder};

/// Says which areas are parts and which are blocks, and makes areas of children that belong together in one.
pub(super) fn mark(view: &RenderedView<'_>, boxes: &[PageBox], tree: &mut AreaTree, options: &VisualAreasOptions) {
    let bonds = Bonds::of(tree, boxes);
    let page = tree.get(ROOT).bounds;
    // What sticks out to the right, often put there to be out of sight, does not make the page larger.
    let page_area = f64::from(page.width()).min(f64::from(view.layout().viewport().width)) * f64::from(page.height());
    let coarseness = |share: f64, gap: f64| Coarseness {
        min_area: (share * page_area).ceil() as i64,
        min_gap: gap.ceil().clamp(1.0, 1e6) as i32,
    };
    let of_blocks = coarseness(options.block_share, options.block_gap);
    for part in cut(tree, ROOT, coarseness(options.part_share, options.part_gap), &bonds) {
        tree.get_mut(part).levels.is_part = true;
        let area = tree.get(part);
        let is_cut = area.origin == Origin::Cell || area.bounds.area() >= of_blocks.min_area;
        let blocks = if is_cut { cut(tree, part, of_blocks, &bonds) } else { vec![part] };
        for block in blocks {
            tree.get_mut(block).levels.is_block = true;
        }
    }
}

/// The tree as regions. Each area knows where it comes from, its font size, and its place in the grid of the area around it.
pub(super) fn regions(view: &RenderedView<'_>, boxes: &[PageBox], tree: &AreaTree) -> Regions {
    let mut builder = RegionsBuilder::new();
    let mut ids = vec![builder.root(); tree.areas.len()];
    for id in tree.parents_first() {
        let area = tree.get(id);
        let raw = ids[id as usize];
        builder.set_levels(raw, area.levels);
        builder.set_rect(raw, area.bounds.to_rect());
        for &place in area.boxes.iter().filter(|&&place| boxes[place as usize].is_content()) {
            builder.assign(boxes[place as usize].node, raw);
        }
        if area.is_leaf() {
            continue;
        }
        let bounds: Vec<PixelRect> = area.children.iter().map(|&child| tree.get(child).bounds).collect();
        let grid = Grid::of(area.bounds, &bounds);
        for (&child, place) in area.children.iter().zip(&grid.places) {
            let below = builder.add(raw, tree.get(child).levels);
            ids[child as usize] = below;
            builder.set_attribute(below, "origin", AreaValue::Word(tree.get(child).origin.word()));
            let mut number =
                |name: &'static str, value: f64| builder.set_attribute(below, name, AreaValue::Number(value));
            number("font-size", tree.get(child).mean_font_size());
            number("column", f64::from(place.columns.start));
            number("row", f64::from(place.rows.start));
            number("columns", f64::from(place.columns.len()));
            number("rows", f64::from(place.rows.len()));
        }
    }
    builder.finish(view)
}

impl Origin {
    fn word(self) -> &'static str {
        match self {
            Origin::Box => "box",
            Origin::Homogeneous => "homogeneous",
            Origin::Super => "super",
            Origin::Cell => "cell",
        }
    }
}
