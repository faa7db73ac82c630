//! What an overlay shows: which areas, where, and where their labels are.

use super::labels::{Grid, Label, place_labels};
use crate::export::painted::{bounded, picture_size};
use crate::findings::Findings;
use tamis_extract::segment::{AreaId, Levels, Regions, Role};
use tamis_page::{Layout, Rect, RenderedPage};
use tamis_sites::TemplateArea;

/// So many areas are drawn; nobody can tell more apart.
pub(in crate::export) const MAX_MARKS: usize = 3000;

/// The page with the areas to draw.
pub(in crate::export) struct Scene {
    /// The part of the page that is drawn.
    pub(in crate::export) paper: Rect,
    /// Areas in the order of the tree, so that what is inside comes later.
    pub(in crate::export) marks: Vec<Mark>,
    /// Which method cut the page, or the name of the template; `None` if no areas were asked for.
    pub(super) name: Option<String>,
    pub(super) n_parts: usize,
    pub(super) n_blocks: usize,
    pub(super) n_left_out: usize,
    /// How high the page is, where it is higher than the picture.
    pub(super) cut_from: Option<f32>,
}

/// An area to draw.
pub(in crate::export) struct Mark {
    pub(in crate::export) id: AreaId,
    pub(in crate::export) role: Role,
    pub(in crate::export) rect: Rect,
    pub(in crate::export) is_part: bool,
    is_block: bool,
    pub(super) label: Option<Label>,
}

impl Scene {
    /// The areas that were found, over the page.
    pub(super) fn of(page: &RenderedPage, findings: &Findings) -> Scene {
        let mut scene = Scene::without_labels(page, findings);
        let mut grid = Grid::of(Some(page), scene.paper);
        place_labels(&mut scene.marks, &mut grid);
        scene
    }

    /// The scene without labels, for a report that shows names elsewhere.
    pub(in crate::export) fn without_labels(page: &RenderedPage, findings: &Findings) -> Scene {
        let paper = paper(page.layout());
        let page_height = page.layout().size().1;
        let found = findings.regions();
        let regions = found.map(|found| found.answer);
        let (marks, n_left_out) = regions.map_or((Vec::new(), 0), |regions| marks(placed(regions), paper));
        Scene {
            paper,
            marks,
            name: found.map(|found| found.provenance.name().to_owned()),
            n_parts: regions.map_or(0, |regions| regions.parts().count()),
            n_blocks: regions.map_or(0, |regions| regions.blocks().count()),
            n_left_out,
            cut_from: (page_height > paper.height).then_some(page_height),
        }
    }

    /// The areas of a template where its first page had them; `None` if that page was not rendered.
    pub(super) fn of_template(name: &str, areas: &[TemplateArea]) -> Option<Scene> {
        let whole = areas.iter().filter_map(|area| area.rect).reduce(Rect::union)?;
        let (width, height) = bounded(whole.right(), whole.bottom());
        let paper = Rect::new(0.0, 0.0, width, height);
        let placed = areas.iter().enumerate();
        let placed = placed.map(|(idx, area)| (AreaId(idx as u32), area.role, area.levels, area.rect));
        let (marks, n_left_out) = marks(placed, paper);
        let count = |is_in: fn(&Levels) -> bool| areas.iter().skip(1).filter(|area| is_in(&area.levels)).count();
        let mut scene = Scene {
            paper,
            marks,
            name: Some(name.to_owned()),
            n_parts: count(|levels| levels.is_part),
            n_blocks: count(|levels| levels.is_block),
            n_left_out,
            cut_from: (whole.bottom() > paper.height + 1.0).then_some(whole.bottom()),
        };
        let mut grid = Grid::of(None, scene.paper);
        place_labels(&mut scene.marks, &mut grid);
        Some(scene)
    }

    /// The roles that are drawn, in their own order.
    pub(super) fn roles(&self) -> Vec<Role> {
        let mut roles: Vec<Role> = self.marks.iter().map(|mark| mark.role).collect();
        roles.sort_unstable();
        roles.dedup();
        roles
    }
}

/// The part of the page that a picture has room for.
fn paper(layout: &Layout) -> Rect {
    let (width, height) = picture_size(layout);
    Rect::new(0.0, 0.0, width, height)
}

/// An area and its place, if that is known.
type Placed = (AreaId, Role, Levels, Option<Rect>);

fn placed(regions: &Regions) -> impl Iterator<Item = Placed> {
    regions.areas().map(|(id, area)| (id, area.role, area.levels, area.rect))
}

/// The parts and blocks that can be seen, and how many more there are. Parts come first where not all have room.
fn marks(areas: impl Iterator<Item = Placed>, paper: Rect) -> (Vec<Mark>, usize) {
    let mut ids: Vec<(AreaId, Role, Levels, Rect)> = areas
        .skip(1)
        .filter(|(_, _, levels, _)| levels.is_part || levels.is_block)
        .filter_map(|(id, role, levels, rect)| Some((id, role, levels, rect?.intersection(paper)?)))
        .collect();
    let n_seen = ids.len();
    if n_seen > MAX_MARKS {
        ids.sort_by_key(|(id, _, levels, _)| (!levels.is_part, *id));
        ids.truncate(MAX_MARKS);
        ids.sort_by_key(|(id, ..)| *id);
    }
    let marks = ids.into_iter().map(|(id, role, levels, rect)| Mark {
        id,
        role,
        rect,
        is_part: levels.is_part,
        is_block: levels.is_block,
        label: None,
    });
    let marks: Vec<Mark> = marks.collect();
    let n_left_out = n_seen - marks.len();
    (marks, n_left_out)
}

impl Mark {
    /// The width of its frame.
    pub(in crate::export) fn line(&self) -> f32 {
        if self.is_part { 3.0 } else { 2.0 }
    }

    /// The middle of the line around it, which keeps clear of the letters; that of a part also of the blocks in it.
    pub(in crate::export) fn frame(&self) -> Rect {
        if self.is_part { grown(self.rect, 2.5) } else { grown(self.rect, 1.0) }
    }

    /// How much of its colour lies over the page: little where blocks of its own lie over that.
    pub(in crate::export) fn tint(&self) -> f32 {
        if self.is_block { 0.15 } else { 0.06 }
    }
}

/// A rectangle with its edges moved out.
pub(super) fn grown(rect: Rect, by: f32) -> Rect {
    Rect::new(rect.x - by, rect.y - by, rect.width + 2.0 * by, rect.height + 2.0 * by)
}
