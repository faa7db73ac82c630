//! From the tree of areas to regions.

use super::area_tree::{AreaTree, Origin, ROOT};
use super::boxes::{BoxKind, PageBox};
use crate::segment::{AreaValue, Levels, Regions, RegionsBuilder};
use crate::view::RenderedView;

pub(super) fn regions(view: &RenderedView<'_>, boxes: &[PageBox], tree: &AreaTree) -> Regions {
    let mut builder = RegionsBuilder::new();
    let mut ids = vec![builder.root(); tree.areas.len()];
    for id in tree.parents_first() {
        let area = tree.get(id);
        if id != ROOT {
            let raw = builder.add(ids[area.parent as usize], Levels::NONE);
            ids[id as usize] = raw;
            let origin = match area.origin {
                Origin::Box => "box",
                Origin::Homogeneous => "homogeneous",
                Origin::Super => "super",
            };
            builder.set_attribute(raw, "origin", AreaValue::Word(origin));
        }
        builder.set_rect(ids[id as usize], area.bounds.rect());
        for &place in &area.boxes {
            let one = &boxes[place as usize];
            if matches!(one.kind, BoxKind::Text | BoxKind::Replaced) {
                builder.assign(one.node, ids[id as usize]);
            }
        }
    }
    builder.finish(view)
}
