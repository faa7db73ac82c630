//! Areas of a template: V and `M_VD` of paper 004.
//!
//! Of the nodes of an area the topmost with nothing of another area in them are kept. On another page an area is as often
//! as the lowest element around all of it: where a list of the template has ten items, each an area, a page with seven
//! items has seven such areas.

use super::uniform_subtrees::{SubtreeContent, topmost};
use crate::mapping::Fit;
use crate::mapping::{Alignment, MatchKind, Mode, Skeleton, SkeletonId};
use std::collections::BTreeSet;
use tamis_extract::PageView;
use tamis_extract::segment::{AreaId, Levels, RawAreaId, Regions, RegionsBuilder, Role, is_atom};
use tamis_page::{NodeId, Rect};

/// Areas and their nodes in a skeleton.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct AreaMap {
    /// Each after the one above it; the first is the page.
    pub areas: Vec<StoredArea>,
    /// Nodes of the skeleton in document order, each with its area; `None` for what is in no area, such as what cannot be
    /// seen.
    pub marks: Vec<(SkeletonId, Option<u32>)>,
}

/// An area of a template.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StoredArea {
    pub parent: u32,
    pub levels: Levels,
    pub role: Role,
    /// Where it is on the template's first page, if that was rendered.
    pub rect: Option<Rect>,
}

impl AreaMap {
    /// The nodes that the areas consist of, each with its area.
    pub(crate) fn nodes(view: &PageView<'_>, regions: &Regions) -> Vec<(NodeId, Option<AreaId>)> {
        topmost(view.document(), |node, below| {
            // Some methods have areas of elements with nothing to see, such as room for an advertisement, and of controls
            // without what is in them.
            let area = regions.area_of(node);
            match below {
                SubtreeContent::Nothing if area.is_some() || is_atom(view, node) => SubtreeContent::One(area),
                SubtreeContent::One(None) if area.is_some() => SubtreeContent::One(area),
                below => below,
            }
        })
    }

    pub(crate) fn new(regions: &Regions, marks: Vec<(SkeletonId, Option<u32>)>) -> AreaMap {
        let areas = regions.areas().map(|(_, area)| StoredArea {
            parent: area.parent.map_or(0, |parent| parent.0),
            levels: area.levels,
            role: area.role,
            rect: area.rect,
        });
        AreaMap { areas: areas.collect(), marks }
    }

    /// The areas of another page.
    pub(crate) fn apply(
        &self,
        view: &PageView<'_>,
        skeleton: &Skeleton,
        alignment: &Alignment,
        mode: Mode,
    ) -> (Regions, Fit) {
        let anchors = self.anchors(skeleton);
        let mut anchored: Vec<Vec<u32>> = vec![Vec::new(); skeleton.len()];
        for (area, anchor) in anchors.iter().enumerate().skip(1) {
            if let Some(anchor) = anchor {
                anchored[anchor.index()].push(area as u32);
            }
        }
        let mut marks: Vec<Option<Option<u32>>> = vec![None; skeleton.len()];
        for &(node, area) in &self.marks {
            marks[node.index()] = Some(area);
        }
        let around = self.around(skeleton);
        let parents = skeleton.parents();
        let mut builder = RegionsBuilder::new();
        let mut instances: Vec<Option<RawAreaId>> = vec![None; self.areas.len()];
        instances[0] = Some(builder.root());
        let mut is_found = vec![false; skeleton.len()];
        // Of each node of the skeleton the area that its last child on the page begins.
        let mut last_begun: Vec<Option<u32>> = vec![None; skeleton.len()];
        for pair in &alignment.pairs {
            let is_stranger = pair.kind == MatchKind::Stranger;
            let node = pair.skeleton;
            let parent = if is_stranger { node } else { parents[node.index()] };
            if !is_stranger {
                is_found[node.index()] = true;
                last_begun[node.index()] = None;
                let mut begun = None;
                for &area in &anchored[node.index()] {
                    let StoredArea { parent, levels, role, .. } = self.areas[area as usize];
                    let parent = instances[parent as usize].unwrap_or_else(|| builder.root());
                    let instance = builder.add(parent, levels);
                    builder.set_role(instance, role, "as in the template");
                    instances[area as usize] = Some(instance);
                    begun = begun.or(Some(area));
                }
                if node != SkeletonId::ROOT {
                    last_begun[parent.index()] = begun;
                }
            }
            let is_unknown = is_stranger || (marks[node.index()].is_none() && !skeleton.is_open(node));
            if is_unknown {
                // What the template has nothing to say about is as its neighbours are: an area of its own, or a part of
                // the one around it.
                let around = around[parent.index()].filter(|_| mode == Mode::Robust);
                let Some(inside) = around.and_then(|area| instances[area as usize]) else { continue };
                let area = match last_begun[parent.index()] {
                    Some(like) if Some(self.areas[like as usize].parent) == around => {
                        let instance = builder.add(inside, self.areas[like as usize].levels);
                        builder.set_role(instance, Role::Other, "not in the template");
                        instance
                    }
                    _ => inside,
                };
                builder.assign(pair.page, area);
            } else if let Some(Some(area)) = marks[node.index()]
                && let Some(instance) = instances[area as usize]
            {
                builder.assign(pair.page, instance);
            }
        }
        (builder.finish(view), self.fit(skeleton, &is_found))
    }

    /// Of each area the lowest node around all of it.
    fn anchors(&self, skeleton: &Skeleton) -> Vec<Option<SkeletonId>> {
        let parents = skeleton.parents();
        let common = |mut one: SkeletonId, other: SkeletonId| {
            while !skeleton.subtree(one).contains(&other.index()) {
                one = parents[one.index()];
            }
            one
        };
        let mut anchors: Vec<Option<SkeletonId>> = vec![None; self.areas.len()];
        for &(node, area) in &self.marks {
            let Some(area) = area else { continue };
            let anchor = &mut anchors[area as usize];
            *anchor = Some(anchor.map_or(node, |before| common(before, node)));
        }
        for area in (1..self.areas.len()).rev() {
            let Some(here) = anchors[area] else { continue };
            let above = &mut anchors[self.areas[area].parent as usize];
            *above = Some(above.map_or(here, |before| common(before, here)));
        }
        anchors
    }

    /// Of each node of the skeleton the lowest area around all that is in it.
    fn around(&self, skeleton: &Skeleton) -> Vec<Option<u32>> {
        let parents = skeleton.parents();
        let depth = |mut area: u32| {
            let mut depth = 0;
            while area != 0 {
                area = self.areas[area as usize].parent;
                depth += 1;
            }
            depth
        };
        let common = |mut one: u32, mut other: u32| {
            while one != other {
                if depth(one) < depth(other) {
                    std::mem::swap(&mut one, &mut other);
                }
                one = self.areas[one as usize].parent;
            }
            one
        };
        let mut around: Vec<Option<u32>> = vec![None; skeleton.len()];
        for &(node, area) in &self.marks {
            around[node.index()] = area;
        }
        for idx in (1..skeleton.len()).rev() {
            let Some(here) = around[idx] else { continue };
            let above = &mut around[parents[idx].index()];
            *above = Some(above.map_or(here, |before| common(before, here)));
        }
        around
    }

    /// An area is there if one of its nodes is, or one that is called the same beside it: lists have fewer items on one
    /// page than on another.
    fn fit(&self, skeleton: &Skeleton, is_found: &[bool]) -> Fit {
        let parents = skeleton.parents();
        let called = |node: SkeletonId| (parents[node.index()], skeleton.label(node));
        let found: BTreeSet<_> =
            self.marks.iter().filter(|(node, _)| is_found[node.index()]).map(|&(node, _)| called(node)).collect();
        let mut is_there: Vec<Option<bool>> = vec![None; self.areas.len()];
        for &(node, area) in &self.marks {
            let Some(area) = area else { continue };
            let is_area_there = is_there[area as usize].get_or_insert(false);
            *is_area_there |= found.contains(&called(node));
        }
        let named = is_there.iter().flatten();
        Fit { n_named: named.clone().count(), n_missing: named.filter(|&&is_there| !is_there).count() }
    }
}
