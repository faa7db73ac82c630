//! Cuts through the tree: which children of an area belong together at a given coarseness.
//!
//! The tree has no level that is "the parts of the page": one page paints each of them, the next writes all of its text
//! straight onto the page. So the children of an area are cut apart as its separators are, but only where the gap is wide
//! or a painted area goes right across, and areas that are as good as the whole page are looked into.

use super::area_tree::{AreaTree, Origin, ROOT};
use super::boxes::{BoxKind, NONE, PageBox};
use crate::segment::geometry::{Direction, PixelRect, cut_places};
use std::collections::BTreeMap;

/// A painted area that is so wide (or high), as a share of what it lies among, cuts it in two.
const ACROSS: f64 = 0.8;
/// How often the items of an area are looked at for each of them.
const LOOKS_PER_ITEM: usize = 64;

/// How coarse a cut is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Coarseness {
    /// The number of pixels from which an area is looked into.
    pub(super) min_area: i64,
    /// The smallest gap that keeps two areas apart, in pixels.
    pub(super) min_gap: i32,
}

/// Cuts an area, and the large ones in it, into areas that stand for themselves. Where several children belong together
/// they become an area of their own. Answers the areas that were found, which cover all that is in the first one.
pub(super) fn cut(tree: &mut AreaTree, start: u32, coarseness: Coarseness, bonds: &Bonds) -> Vec<u32> {
    let mut found = Vec::new();
    let mut waiting = vec![start];
    while let Some(id) = waiting.pop() {
        let children = tree.get(id).children.clone();
        let mut cells: Vec<Vec<u32>> = Vec::new();
        for cell in apart(items(tree, &children, bonds), coarseness.min_gap) {
            let is_large = |child: u32| {
                let area = tree.get(child);
                !area.is_leaf() && !bonds.has_content(child) && area.bounds.area() >= coarseness.min_area
            };
            let (mut rest, mut large) = (Vec::new(), Vec::new());
            for item in cell {
                match item.members[..] {
                    [child] if is_large(child) => large.push(child),
                    _ => rest.extend(item.members),
                }
            }
            waiting.extend(large);
            if !rest.is_empty() {
                cells.push(rest);
            }
        }
        if cells.first().is_some_and(|cell| cell.len() == children.len()) || children.is_empty() {
            found.push(id);
        } else {
            found.extend(regroup(tree, id, &children, cells));
        }
    }
    found
}

/// Makes an area of each cell of several children, in the place of its first one.
fn regroup(tree: &mut AreaTree, id: u32, children: &[u32], cells: Vec<Vec<u32>>) -> Vec<u32> {
    let mut places: Vec<(u32, usize)> = children.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let place = |child: u32| {
        places[places.binary_search_by_key(&child, |&(known, _)| known).expect("invariant: cells hold children")].1
    };
    let mut in_place: Vec<Option<u32>> = children.iter().copied().map(Some).collect();
    let mut found = Vec::with_capacity(cells.len());
    for mut cell in cells {
        if let [single] = cell[..] {
            found.push(single);
            continue;
        }
        cell.sort_by_key(|&member| place(member));
        for &member in &cell {
            in_place[place(member)] = None;
        }
        let first = place(cell[0]);
        let group = tree.add_group(id, cell, Origin::Cell);
        in_place[first] = Some(group);
        found.push(group);
    }
    tree.get_mut(id).children = in_place.into_iter().flatten().collect();
    found
}

/// Children of an area that cannot be cut apart because a text goes on from one to the next.
struct CutItem {
    members: Vec<u32>,
    bounds: PixelRect,
    is_painted: bool,
}

fn items(tree: &AreaTree, children: &[u32], bonds: &Bonds) -> Vec<CutItem> {
    let mut items: Vec<CutItem> = Vec::with_capacity(children.len());
    let mut of_bond: BTreeMap<u32, usize> = BTreeMap::new();
    for &child in children {
        let area = tree.get(child);
        let place = *of_bond.entry(bonds.first_bound_to(child)).or_insert(items.len());
        if let Some(item) = items.get_mut(place) {
            item.members.push(child);
            item.bounds = item.bounds.union(area.bounds);
            item.is_painted = false;
        } else {
            items.push(CutItem { members: vec![child], bounds: area.bounds, is_painted: area.background.is_some() });
        }
    }
    items
}

/// Cuts items apart at gaps, downwards and across, and at what is painted right across them.
fn apart(items: Vec<CutItem>, min_gap: i32) -> Vec<Vec<CutItem>> {
    let mut looks_left = LOOKS_PER_ITEM * items.len();
    let mut cells = Vec::new();
    let mut waiting = vec![items];
    while let Some(items) = waiting.pop() {
        if items.len() < 2 || items.len() > looks_left {
            cells.push(items);
            continue;
        }
        looks_left -= items.len();
        let (rows, columns) = (Direction::Horizontal, Direction::Vertical);
        match at_gaps(items, min_gap, rows)
            .or_else(|items| at_gaps(items, min_gap, columns))
            .or_else(|items| at_painted(items, rows))
            .or_else(|items| at_painted(items, columns))
        {
            Ok(smaller) => waiting.extend(smaller),
            Err(items) => cells.push(items),
        }
    }
    cells.retain(|cell| !cell.is_empty());
    cells
}

/// The items between gaps that run in a direction; `Err` if there is no gap.
fn at_gaps(mut items: Vec<CutItem>, min_gap: i32, direction: Direction) -> Result<Vec<Vec<CutItem>>, Vec<CutItem>> {
    items.sort_by_key(|item| item.bounds.across(direction));
    let starts = cut_places(items.iter().map(|item| item.bounds.across(direction)), min_gap);
    if starts.is_empty() {
        return Err(items);
    }
    let mut cells = Vec::with_capacity(starts.len() + 1);
    for &start in starts.iter().rev() {
        cells.push(items.split_off(start));
    }
    cells.push(items);
    Ok(cells)
}

/// Each painted item that goes right across in a direction, and what lies between them; `Err` if there is none.
fn at_painted(items: Vec<CutItem>, direction: Direction) -> Result<Vec<Vec<CutItem>>, Vec<CutItem>> {
    let all = items.iter().fold(PixelRect::default(), |all, item| all.union(item.bounds));
    let length = |bounds: PixelRect| f64::from(bounds.along(direction).1 - bounds.along(direction).0);
    let goes_across = |item: &CutItem| item.is_painted && length(item.bounds) >= ACROSS * length(all);
    let middle = |item: &CutItem| item.bounds.across(direction).0 + item.bounds.across(direction).1;
    let mut cuts: Vec<i32> = items.iter().filter(|item| goes_across(item)).map(middle).collect();
    if cuts.is_empty() {
        return Err(items);
    }
    cuts.sort_unstable();
    let mut between: Vec<Vec<CutItem>> = (0..=cuts.len()).map(|_| Vec::new()).collect();
    let mut cells = Vec::new();
    for item in items {
        if goes_across(&item) {
            cells.push(vec![item]);
        } else {
            between[cuts.partition_point(|&cut| cut <= middle(&item))].push(item);
        }
    }
    cells.extend(between.into_iter().filter(|cell| !cell.is_empty()));
    Ok(cells)
}

/// What a cut must not go through.
pub(super) struct Bonds {
    /// Of each area another one beside it that holds more of the same text, the first of them all.
    first: Vec<u32>,
    /// Areas with content that is in no area below them.
    has_content: Vec<bool>,
}

impl Bonds {
    pub(super) fn of(tree: &AreaTree, boxes: &[PageBox]) -> Bonds {
        let n_areas = tree.areas.len();
        let mut bonds = Bonds { first: (0..n_areas as u32).collect(), has_content: vec![false; n_areas] };
        let mut depths = vec![0u32; n_areas];
        let mut of_box = vec![NONE; boxes.len()];
        for id in tree.parents_first() {
            if id != ROOT {
                depths[id as usize] = depths[tree.get(id).parent as usize] + 1;
            }
            for &place in &tree.get(id).boxes {
                of_box[place as usize] = id;
                bonds.has_content[id as usize] |= boxes[place as usize].is_content();
            }
        }
        // Lines of a text are mostly in areas side by side; where they are far apart in a deep tree some stay unbound.
        let mut steps_left = LOOKS_PER_ITEM * boxes.len();
        for place in 1..boxes.len() {
            let is_next_line = boxes[place].kind == BoxKind::Text && boxes[place].node == boxes[place - 1].node;
            let (mut one, mut other) = (of_box[place - 1], of_box[place]);
            if !is_next_line || one == NONE || other == NONE {
                continue;
            }
            while one != other && steps_left > 0 {
                steps_left -= 1;
                if depths[one as usize] < depths[other as usize] {
                    std::mem::swap(&mut one, &mut other);
                }
                if tree.get(one).parent == tree.get(other).parent {
                    bonds.bind(one, other);
                    break;
                }
                one = tree.get(one).parent;
            }
        }
        // The first of them all has a lower number than the rest.
        for id in 0..n_areas {
            bonds.first[id] = bonds.first[bonds.first[id] as usize];
        }
        bonds
    }

    fn bind(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        self.first[one.max(other) as usize] = one.min(other);
    }

    /// The first of those bound so far; halves the way to it.
    fn find(&mut self, mut id: u32) -> u32 {
        while self.first[id as usize] != id {
            let next = self.first[self.first[id as usize] as usize];
            self.first[id as usize] = next;
            id = next;
        }
        id
    }

    fn first_bound_to(&self, id: u32) -> u32 {
        self.first.get(id as usize).copied().unwrap_or(id)
    }

    fn has_content(&self, id: u32) -> bool {
        self.has_content.get(id as usize).copied().unwrap_or(false)
    }
}
