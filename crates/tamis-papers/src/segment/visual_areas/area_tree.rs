//! The tree of visual areas, which the operators change.

use super::box_tree::BoxTree;
use super::boxes::{NONE, PageBox, TextStyle};
use crate::segment::geometry::PixelRect;
use tamis_extract::segment::Levels;
use tamis_page::Color;

/// The whole page.
pub(super) const ROOT: u32 = 0;

pub(super) struct AreaTree {
    pub(super) areas: Vec<VisualArea>,
}

pub(super) struct VisualArea {
    pub(super) parent: u32,
    pub(super) children: Vec<u32>,
    pub(super) bounds: PixelRect,
    /// What is in it and not in an area below it, by place in the list of boxes.
    pub(super) boxes: Vec<u32>,
    /// The colour behind it, if it differs from that around it.
    pub(super) background: Option<Color>,
    /// Whether it has a border at the top, right, bottom and left.
    pub(super) borders: [bool; 4],
    /// Of all text in it.
    pub(super) look: TextStyle,
    /// Where it has no text.
    pub(super) font_size: f32,
    pub(super) origin: Origin,
    /// Whether it is a part or a block of the page.
    pub(super) levels: Levels,
}

/// Where an area comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A box, or a line of boxes.
    Box,
    /// Neighbours of one look.
    Homogeneous,
    /// Neighbours that no separator keeps apart.
    Super,
    /// What belongs together in a cut through the tree.
    Cell,
}

impl AreaTree {
    /// One area for each visually separated box that is larger than a pixel.
    pub(super) fn of(boxes: &[PageBox], tree: &BoxTree) -> AreaTree {
        let mut areas: Vec<VisualArea> = Vec::new();
        let mut of_box = vec![NONE; boxes.len()];
        for (idx, one) in boxes.iter().enumerate() {
            if !tree.is_separated[idx] && idx != 0 {
                continue;
            }
            let bounds = tree.bounds[idx];
            let parent = if idx == 0 { NONE } else { of_box[tree.parents[idx] as usize] };
            let is_large = bounds.width() > 1 || bounds.height() > 1 || parent == ROOT;
            // What is too small to see goes with all that is in it.
            if idx != 0 && (parent == NONE || !is_large) {
                continue;
            }
            of_box[idx] = areas.len() as u32;
            let background = tree.backgrounds[idx];
            areas.push(VisualArea {
                parent,
                children: Vec::new(),
                bounds,
                boxes: vec![idx as u32],
                background: background.is_separated.then_some(background.color),
                borders: one.borders.map(|width| width > 0),
                look: one.look,
                font_size: one.font_size,
                origin: Origin::Box,
                levels: Levels::NONE,
            });
        }
        let mut tree = AreaTree { areas };
        for idx in (1..tree.areas.len()).rev() {
            let VisualArea { parent, bounds, look, .. } = tree.areas[idx];
            let above = &mut tree.areas[parent as usize];
            above.children.push(idx as u32);
            above.bounds = above.bounds.union(bounds);
            above.look.add(look);
        }
        tree.areas.iter_mut().for_each(|area| area.children.reverse());
        tree
    }

    pub(super) fn get(&self, id: u32) -> &VisualArea {
        &self.areas[id as usize]
    }

    pub(super) fn get_mut(&mut self, id: u32) -> &mut VisualArea {
        &mut self.areas[id as usize]
    }

    /// Every area before those below it.
    pub(super) fn parents_first(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.areas.len());
        let mut stack = vec![ROOT];
        while let Some(id) = stack.pop() {
            order.push(id);
            stack.extend(self.get(id).children.iter().rev());
        }
        order
    }

    /// Puts some children of an area into a new one. Where it stands among the others is up to the caller.
    pub(super) fn add_group(&mut self, parent: u32, members: Vec<u32>, origin: Origin) -> u32 {
        let id = self.areas.len() as u32;
        let mut group = VisualArea {
            parent,
            children: Vec::new(),
            bounds: PixelRect::default(),
            boxes: Vec::new(),
            background: None,
            borders: [false; 4],
            look: TextStyle::default(),
            font_size: self.get(members[0]).font_size,
            origin,
            levels: Levels::NONE,
        };
        for &member in &members {
            let member = self.get_mut(member);
            member.parent = id;
            group.bounds = group.bounds.union(member.bounds);
            group.look.add(member.look);
        }
        group.children = members;
        self.areas.push(group);
        id
    }

    /// An area whose only child is a leaf takes what is in it.
    pub(super) fn collapse(&mut self) {
        for id in self.parents_first().into_iter().rev() {
            let [child] = self.get(id).children[..] else { continue };
            if self.get(child).is_leaf() {
                let boxes = std::mem::take(&mut self.get_mut(child).boxes);
                let area = self.get_mut(id);
                area.boxes.extend(boxes);
                area.children.clear();
            }
        }
    }
}

impl VisualArea {
    pub(super) fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// The mean over its text; without text that of the box.
    pub(super) fn mean_font_size(&self) -> f64 {
        if self.look.n_chars > 0.0 { self.look.font_size / self.look.n_chars } else { f64::from(self.font_size) }
    }

    /// Whether two areas look the same: letters of one size (to a pixel), as bold, as slanted and as dark.
    pub(super) fn has_style_of(&self, other: &VisualArea) -> bool {
        let mean = |sum: f64, look: TextStyle| if look.n_chars > 0.0 { sum / look.n_chars } else { 0.0 };
        let differ = |value: fn(TextStyle) -> f64| {
            (mean(value(self.look), self.look) - mean(value(other.look), other.look)).abs()
        };
        (self.mean_font_size() - other.mean_font_size()).abs() <= 1.0
            && differ(|look| look.bold) <= 0.8
            && differ(|look| look.italic) <= 0.8
            && differ(|look| look.luminosity) <= 0.005
            && self.background == other.background
    }
}
