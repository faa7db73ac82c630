//! Separators: the empty strips between the children of an area, and the lines and edges that are drawn around them.

use super::area_tree::{AreaTree, VisualArea};
use super::bounds::Bounds;
use super::boxes::{BoxKind, PageBox};
use super::rect_index::RectIndex;
use std::ops::ControlFlow;

/// An empty strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Separator {
    pub(super) bounds: Bounds,
    pub(super) is_horizontal: bool,
    pub(super) weight: i32,
}

impl Separator {
    fn new(bounds: Bounds, is_horizontal: bool) -> Separator {
        let weight = bounds.width().min(bounds.height()) / 10;
        // What is higher than wide weighs double, whatever it was found as.
        let weight = if bounds.width() < bounds.height() { 2 * weight } else { weight };
        Separator { bounds, is_horizontal, weight }
    }
}

/// How often the children of an area are looked at for each of them: as deep as cells lie in cells. Beyond that cells are
/// not cut further.
const LOOKS_PER_CHILD: usize = 64;
/// How far above a separator the text is looked for that it is measured by, in windows of double height each.
const N_WINDOWS: u32 = 12;

/// Text of a page by where it is.
pub(super) struct TextIndex {
    index: RectIndex,
    font_sizes: Vec<f32>,
}

impl TextIndex {
    pub(super) fn of(boxes: &[PageBox]) -> TextIndex {
        let texts: Vec<&PageBox> = boxes.iter().filter(|one| one.kind == BoxKind::Text).collect();
        let index = RectIndex::of(texts.iter().map(|one| one.content));
        TextIndex { index, font_sizes: texts.iter().map(|one| one.font_size).collect() }
    }

    /// The font size of the nearest text above a strip that begins within its width.
    fn font_size_above(&self, strip: Bounds, area: Bounds) -> Option<f32> {
        let mut bottom = strip.y1;
        for step in 0..N_WINDOWS {
            let top = (bottom - (64 << step)).max(area.y1);
            let mut nearest: Option<((i32, i32), u32)> = None;
            self.index.visit(Bounds { y1: top, y2: bottom, ..strip }, |id| {
                let text = self.index.rect(id);
                let key = (-text.y2, text.x1);
                let is_above = text.y2 <= strip.y1 && (strip.x1..strip.x2).contains(&text.x1);
                if is_above && nearest.is_none_or(|(before, _)| key < before) {
                    nearest = Some((key, id));
                }
                ControlFlow::Continue(())
            });
            if let Some((_, id)) = nearest {
                return Some(self.font_sizes[id as usize]);
            }
            if top == area.y1 {
                return None;
            }
            bottom = top;
        }
        None
    }
}

/// The separators of an area, the heaviest first.
pub(super) fn of_area(tree: &AreaTree, id: u32, texts: &TextIndex) -> Vec<Separator> {
    let area = tree.get(id);
    let children: Vec<Bounds> = area.children.iter().map(|&child| tree.get(child).bounds).collect();
    let edges = Edges::of(tree, &area.children);
    let mut search = Search { area, children: &children, edges: &edges, texts, found: Vec::new() };
    search.run();
    let mut found = search.found;
    found.retain(|separator| {
        let (own, all) = (separator.bounds, area.bounds);
        let is_at_border = if separator.is_horizontal {
            own.y1 <= all.y1 || own.y2 >= all.y2
        } else {
            own.x1 <= all.x1 || own.x2 >= all.x2
        };
        !is_at_border
    });
    found.sort_by_key(|separator| -separator.weight);
    found
}

/// Which sides of the children are drawn: those with a border, all of those with a background.
struct Edges {
    sides: Vec<[bool; 4]>,
}

impl Edges {
    fn of(tree: &AreaTree, children: &[u32]) -> Edges {
        Edges { sides: children.iter().map(|&child| drawn_sides(tree.get(child))).collect() }
    }
}

pub(super) fn drawn_sides(area: &VisualArea) -> [bool; 4] {
    if area.background.is_some() { [true; 4] } else { area.borders }
}

/// The drawn sides of an area as lines of one pixel.
pub(super) fn drawn_lines(area: &VisualArea) -> impl Iterator<Item = Bounds> {
    let Bounds { x1, y1, x2, y2 } = area.bounds;
    let lines = [
        Bounds::new(x1, y1, x2, y1 + 1),
        Bounds::new(x2 - 1, y1, x2, y2),
        Bounds::new(x1, y2 - 1, x2, y2),
        Bounds::new(x1, y1, x1 + 1, y2),
    ];
    lines.into_iter().zip(drawn_sides(area)).filter(|(_, is_drawn)| *is_drawn).map(|(line, _)| line)
}

/// A rectangle and the children that lie in it.
struct Base {
    bounds: Bounds,
    members: Vec<u32>,
}

struct Search<'a> {
    area: &'a VisualArea,
    children: &'a [Bounds],
    edges: &'a Edges,
    texts: &'a TextIndex,
    found: Vec<Separator>,
}

impl Search<'_> {
    /// Finds the strips of a rectangle, then those of the cells between them, until nothing is left to cut.
    fn run(&mut self) {
        let mut looks_left = LOOKS_PER_CHILD * self.children.len();
        let all: Vec<u32> = (0..self.children.len() as u32).collect();
        let mut waiting = vec![Base { bounds: self.area.bounds, members: all }];
        while let Some(base) = waiting.pop() {
            if base.members.len() < 2 || base.members.len() > looks_left {
                continue;
            }
            looks_left -= base.members.len();
            let strips = self.strips(&base);
            let rows = bands((base.bounds.y1, base.bounds.y2), strips.iter().filter(|one| one.is_horizontal), |one| {
                (one.bounds.y1, one.bounds.y2)
            });
            let columns =
                bands((base.bounds.x1, base.bounds.x2), strips.iter().filter(|one| !one.is_horizontal), |one| {
                    (one.bounds.x1, one.bounds.x2)
                });
            self.found.extend(strips);
            let is_cut = rows.len() * columns.len() > 1;
            for cell in self.cells(&base.members, &rows, &columns) {
                let n_cut = self.cut_at_edges(cell, is_cut, &mut waiting);
                looks_left = looks_left.saturating_sub(n_cut);
            }
        }
    }

    fn strips(&self, base: &Base) -> Vec<Separator> {
        let Bounds { x1, y1, x2, y2 } = base.bounds;
        let mut strips = Vec::new();
        let spans = base.members.iter().map(|&member| (self.child(member).y1, self.child(member).y2));
        for (start, end) in gaps((y1, y2), spans.collect()) {
            strips.push(Separator::new(Bounds::new(x1, start, x2, end), true));
        }
        let spans = base.members.iter().map(|&member| (self.child(member).x1, self.child(member).x2));
        for (start, end) in gaps((x1, x2), spans.collect()) {
            strips.push(Separator::new(Bounds::new(start, y1, end, y2), false));
        }
        strips.retain(|separator| self.is_kept(*separator));
        strips
    }

    fn child(&self, member: u32) -> Bounds {
        self.children[member as usize]
    }

    /// A strip must be as long as it is thick and be seen beside the letters around it.
    fn is_kept(&self, separator: Separator) -> bool {
        let own = separator.bounds;
        let (length, thickness) =
            if separator.is_horizontal { (own.width(), own.height()) } else { (own.height(), own.width()) };
        if length < thickness {
            return false;
        }
        let above = if separator.is_horizontal { self.texts.font_size_above(own, self.area.bounds) } else { None };
        let font_size = above.map_or(self.area.mean_font_size(), f64::from);
        separator.weight >= (0.1 * font_size).floor() as i32
    }

    /// The children by the cell they are in; cells without any are not made.
    fn cells(&self, members: &[u32], rows: &[(i32, i32)], columns: &[(i32, i32)]) -> Vec<Base> {
        let band = |bands: &[(i32, i32)], start: i32| bands.partition_point(|band| band.1 <= start);
        let mut placed: Vec<(usize, usize, u32)> = members
            .iter()
            .map(|&member| (band(rows, self.child(member).y1), band(columns, self.child(member).x1), member))
            .collect();
        placed.sort_unstable();
        let chunks = placed.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let base = |chunk: &[(usize, usize, u32)]| {
            let (row, column) = (*rows.get(chunk[0].0)?, *columns.get(chunk[0].1)?);
            let bounds = Bounds::new(column.0, row.0, column.1, row.1);
            Some(Base { bounds, members: chunk.iter().map(|&(_, _, member)| member).collect() })
        };
        chunks.filter_map(base).collect()
    }

    /// Cuts a cell where a drawn side of a child goes all the way through it, and hands on what can be cut further.
    /// Answers how many children were looked at.
    fn cut_at_edges(&self, cell: Base, is_cut: bool, waiting: &mut Vec<Base>) -> usize {
        let Bounds { x1, y1, x2, y2 } = cell.bounds;
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for &member in &cell.members {
            let (child, [top, right, bottom, left]) = (self.child(member), self.edges.sides[member as usize]);
            if child.x1 <= x1 && child.x2 >= x2 {
                ys.extend(
                    [(top, child.y1), (bottom, child.y2)].iter().filter(|(is_drawn, _)| *is_drawn).map(|it| it.1),
                );
            }
            if child.y1 <= y1 && child.y2 >= y2 {
                xs.extend(
                    [(left, child.x1), (right, child.x2)].iter().filter(|(is_drawn, _)| *is_drawn).map(|it| it.1),
                );
            }
        }
        let (rows, columns) = (between((y1, y2), ys), between((x1, x2), xs));
        if rows.len() * columns.len() == 1 {
            if is_cut {
                waiting.push(cell);
            }
            return 0;
        }
        let is_inside = |base: &Base, member: u32| base.bounds.encloses(self.child(member));
        for mut base in self.cells(&cell.members, &rows, &columns) {
            // One that reaches over a cut is in no cell.
            let members = std::mem::take(&mut base.members);
            base.members = members.into_iter().filter(|&member| is_inside(&base, member)).collect();
            waiting.push(base);
        }
        cell.members.len()
    }
}

/// What is left of a span without those in it.
fn gaps((start, end): (i32, i32), mut spans: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    spans.sort_unstable();
    let mut gaps = Vec::new();
    let mut covered = start;
    for span in spans {
        if span.0 > covered {
            gaps.push((covered, span.0.min(end)));
        }
        covered = covered.max(span.1);
    }
    if covered < end {
        gaps.push((covered, end));
    }
    gaps
}

/// What is left of a span between strips, which come in order.
fn bands<'s>(
    (start, end): (i32, i32),
    strips: impl Iterator<Item = &'s Separator>,
    of: impl Fn(&Separator) -> (i32, i32),
) -> Vec<(i32, i32)> {
    gaps((start, end), strips.map(of).collect())
}

/// A span cut at places within it.
fn between((start, end): (i32, i32), mut cuts: Vec<i32>) -> Vec<(i32, i32)> {
    cuts.retain(|&cut| cut > start && cut < end);
    cuts.extend([start, end]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2).map(|pair| (pair[0], pair[1])).collect()
}
