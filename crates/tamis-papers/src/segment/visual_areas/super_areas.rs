//! Groups of neighbours: those of one style, then those that no separator keeps apart.

use super::area_tree::{AreaTree, Origin, ROOT};
use super::expand::Field;
use super::grid::Grid;
use super::rect_index::RectIndex;
use super::separators::{self, Separator, TextIndex};
use crate::segment::geometry::{Direction, PixelRect};
use std::ops::ControlFlow;

/// Puts neighbours of one style into areas of their own, from the page down.
pub(super) fn group_homogeneous(tree: &mut AreaTree, texts: &TextIndex) {
    let mut waiting = vec![ROOT];
    while let Some(id) = waiting.pop() {
        group(tree, id, texts, 1, Origin::Homogeneous);
        waiting.extend(&tree.get(id).children);
    }
}

/// Puts neighbours that nothing separates into areas of their own, the innermost areas first.
pub(super) fn group_super_areas(tree: &mut AreaTree, texts: &TextIndex, limit: u32) {
    for id in tree.parents_first().into_iter().rev() {
        group(tree, id, texts, limit, Origin::Super);
    }
}

/// `limit`: how often the children of an area are gone through, and how deep groups are made in groups.
fn group(tree: &mut AreaTree, id: u32, texts: &TextIndex, limit: u32, origin: Origin) {
    if limit == 0 || tree.get(id).children.len() < 2 {
        return;
    }
    let mut separators = separators::of_area(tree, id, texts);
    for _ in 0..limit {
        let groups = pass(tree, id, &separators, origin);
        if groups.is_empty() {
            return;
        }
        for new in groups {
            group(tree, new, texts, limit - 1, origin);
        }
        drop_idle(tree, id, &mut separators);
    }
}

/// Goes through the children once. Answers the new areas.
fn pass(tree: &mut AreaTree, id: u32, separators: &[Separator], origin: Origin) -> Vec<u32> {
    let children = tree.get(id).children.clone();
    let bounds: Vec<PixelRect> = children.iter().map(|&child| tree.get(child).bounds).collect();
    let grid = Grid::of(tree.get(id).bounds, &bounds);
    // Whether a child was looked at or taken, and how many were not.
    let mut is_done = vec![false; children.len()];
    let mut n_left = children.len();
    let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
    let same_style = origin == Origin::Homogeneous;
    let mut field = Field::new(tree, &children, &grid, separators, same_style);
    for place in 0..children.len() as u32 {
        if n_left <= 1 {
            break;
        }
        if is_done[place as usize] {
            continue;
        }
        is_done[place as usize] = true;
        n_left -= 1;
        if !tree.get(children[place as usize]).is_leaf() {
            continue;
        }
        let cells = field.expand(place);
        let members = field.members(cells);
        if members.len() == children.len() {
            break;
        }
        if members.len() > 1 {
            for &member in &members {
                field.is_taken[member as usize] = true;
                n_left -= usize::from(!std::mem::replace(&mut is_done[member as usize], true));
            }
            found.push((place, members));
        }
    }
    if found.is_empty() {
        return Vec::new();
    }
    let is_taken = field.is_taken;
    let mut in_place: Vec<Option<u32>> =
        (0..children.len()).map(|place| (!is_taken[place]).then(|| children[place])).collect();
    let mut groups = Vec::with_capacity(found.len());
    for (place, members) in found {
        let members = members.into_iter().map(|member| children[member as usize]).collect();
        let group = tree.add_group(id, members, origin);
        in_place[place as usize] = Some(group);
        groups.push(group);
    }
    tree.get_mut(id).children = in_place.into_iter().flatten().collect();
    groups
}

/// Drops every separator that no longer has two areas on one of its sides.
fn drop_idle(tree: &AreaTree, id: u32, separators: &mut Vec<Separator>) {
    let children = &tree.get(id).children;
    let index = RectIndex::of(&children.iter().map(|&child| tree.get(child).bounds).collect::<Vec<_>>());
    let has_two = |window: PixelRect| {
        let mut n_areas = 0;
        index.visit(window, |_| {
            n_areas += 1;
            if n_areas > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        n_areas > 1
    };
    separators.retain(|separator| {
        let own = separator.bounds;
        match separator.direction {
            Direction::Horizontal => {
                has_two(PixelRect { top: own.top - 1, bottom: own.top, ..own })
                    || has_two(PixelRect { top: own.bottom, bottom: own.bottom + 1, ..own })
            }
            Direction::Vertical => {
                has_two(PixelRect { left: own.left - 1, right: own.left, ..own })
                    || has_two(PixelRect { left: own.right, right: own.right + 1, ..own })
            }
        }
    });
}
