//! A template: what is remembered of the page that was its first.

use crate::annotation::{AreaMap, Fit};
use crate::fingerprint::Fingerprint;
use crate::mapping::{Mode, Skeleton, align};
use tamis_extract::PageView;
use tamis_extract::segment::Regions;

/// A Cluster Representative, C = (D, V, M) of paper 004.
#[derive(Clone, Debug)]
pub struct Template {
    fingerprint: Fingerprint,
    skeleton: Skeleton,
    areas: AreaMap,
}

impl Template {
    /// Learns a template.
    pub fn learn(view: &PageView<'_>, regions: &Regions) -> Template {
        // As other pages will be seen: without a layout.
        let plain = PageView::of(view.document());
        let nodes = AreaMap::nodes(&plain, regions);
        let (skeleton, places) =
            Skeleton::around(view.document(), &nodes.iter().map(|&(node, _)| node).collect::<Vec<_>>());
        let marks = places.iter().zip(&nodes).filter_map(|(place, (_, area))| Some(((*place)?, area.map(|area| area.0))));
        let areas = AreaMap::new(regions, marks.collect());
        Template { fingerprint: Fingerprint::of(view.document()), skeleton, areas }
    }

    /// The paths of its first page.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// The areas of another page.
    pub fn map(&self, view: &PageView<'_>, mode: Mode) -> (Regions, Fit) {
        let alignment = align(view.document(), &self.skeleton, mode);
        self.areas.apply(view, &self.skeleton, &alignment, mode)
    }

    /// Nodes of the skeleton.
    pub fn n_nodes(&self) -> usize {
        self.skeleton.len()
    }
}
