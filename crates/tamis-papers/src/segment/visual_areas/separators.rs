//! Separators: the empty strips between the children of an area, and the lines and edges that are drawn around them.

use super::area_tree::{AreaTree, VisualArea};
use super::boxes::{BoxKind, PageBox};
use super::rect_index::RectIndex;
use crate::segment::geometry::{Direction, PixelRect, gaps};
use std::ops::ControlFlow;

/// An empty strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Separator {
    pub(super) bounds: PixelRect,
    /// Which way it runs.
    pub(super) direction: Direction,
    pub(super) weight: i32,
}

impl Separator {
    fn new(bounds: PixelRect, direction: Direction) -> Separator {
        let weight = bounds.width().min(bounds.height()) / 10;
        // What is higher than wide weighs double, whatever it was found as.
        let weight = if bounds.width() < bounds.height() { 2 * weight } else { weight };
        Separator { bounds, direction, weight }
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
        let index = RectIndex::of(&texts.iter().map(|one| one.content).collect::<Vec<_>>());
        TextIndex { index, font_sizes: texts.iter().map(|one| one.font_size).collect() }
    }

    /// The font size of the nearest text above a strip that begins within its width.
    fn font_size_above(&self, strip: PixelRect, area: PixelRect) -> Option<f32> {
        let mut bottom = strip.top;
        for step in 0..N_WINDOWS {
            let top = (bottom - (64 << step)).max(area.top);
            let mut nearest: Option<((i32, i32, i32, u32), u32)> = None;
            self.index.visit(PixelRect { top, bottom, ..strip }, |id| {
                let text = self.index.rect(id);
                // Of several on one spot the highest.
                let key = (-text.bottom, text.left, text.top, id);
                let is_above = text.bottom <= strip.top && (strip.left..strip.right).contains(&text.left);
                if is_above && nearest.is_none_or(|(before, _)| key < before) {
                    nearest = Some((key, id));
                }
                ControlFlow::Continue(())
            });
            if let Some((_, id)) = nearest {
                return Some(self.font_sizes[id as usize]);
            }
            if top == area.top {
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
    let children: Vec<PixelRect> = area.children.iter().map(|&child| tree.get(child).bounds).collect();
    let sides: Vec<[bool; 4]> = area.children.iter().map(|&child| drawn_sides(tree.get(child))).collect();
    let mut search = Search { area, children: &children, sides: &sides, texts, found: Vec::new() };
    search.run();
    let mut found = search.found;
    found.retain(|separator| {
        let (own, all) = (separator.bounds.across(separator.direction), area.bounds.across(separator.direction));
        let is_at_border = own.0 <= all.0 || own.1 >= all.1;
        !is_at_border
    });
    found.sort_by_key(|separator| -separator.weight);
    found
}

/// Which sides of an area are drawn: those with a border, all of one with a background.
pub(super) fn drawn_sides(area: &VisualArea) -> [bool; 4] {
    if area.background.is_some() { [true; 4] } else { area.borders }
}

/// The drawn sides of an area as lines of one pixel.
pub(super) fn drawn_lines(area: &VisualArea) -> impl Iterator<Item = PixelRect> {
    let PixelRect { left: x1, top: y1, right: x2, bottom: y2 } = area.bounds;
    let lines = [
        PixelRect::new(x1, y1, x2, y1 + 1),
        PixelRect::new(x2 - 1, y1, x2, y2),
        PixelRect::new(x1, y2 - 1, x2, y2),
        PixelRect::new(x1, y1, x1 + 1, y2),
    ];
    lines.into_iter().zip(drawn_sides(area)).filter(|(_, is_drawn)| *is_drawn).map(|(line, _)| line)
}

/// A rectangle and the children that lie in it.
struct Base {
    bounds: PixelRect,
    members: Vec<u32>,
}

struct Search<'a> {
    area: &'a VisualArea,
    children: &'a [PixelRect],
    /// Which sides of each child are drawn.
    sides: &'a [[bool; 4]],
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
            let [rows, columns] = [Direction::Horizontal, Direction::Vertical].map(|direction| {
                let strips = strips.iter().filter(|strip| strip.direction == direction);
                gaps(base.bounds.across(direction), strips.map(|strip| strip.bounds.across(direction)).collect())
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
        let mut strips = Vec::new();
        for direction in [Direction::Horizontal, Direction::Vertical] {
            let spans = base.members.iter().map(|&member| self.child(member).across(direction));
            for (start, end) in gaps(base.bounds.across(direction), spans.collect()) {
                let bounds = match direction {
                    Direction::Horizontal => PixelRect { top: start, bottom: end, ..base.bounds },
                    Direction::Vertical => PixelRect { left: start, right: end, ..base.bounds },
                };
                strips.push(Separator::new(bounds, direction));
            }
        }
        strips.retain(|separator| self.is_kept(*separator));
        strips
    }

    fn child(&self, member: u32) -> PixelRect {
        self.children[member as usize]
    }

    /// A strip must be as long as it is thick and be seen beside the letters around it.
    fn is_kept(&self, separator: Separator) -> bool {
        let own = separator.bounds;
        let (length, thickness) = match separator.direction {
            Direction::Horizontal => (own.width(), own.height()),
            Direction::Vertical => (own.height(), own.width()),
        };
        if length < thickness {
            return false;
        }
        let above = match separator.direction {
            Direction::Horizontal => self.texts.font_size_above(own, self.area.bounds),
            Direction::Vertical => None,
        };
        let font_size = above.map_or(self.area.mean_font_size(), f64::from);
        separator.weight >= (0.1 * font_size).floor() as i32
    }

    /// The children by the cell they are in; cells without any are not made.
    fn cells(&self, members: &[u32], rows: &[(i32, i32)], columns: &[(i32, i32)]) -> Vec<Base> {
        let band = |bands: &[(i32, i32)], start: i32| bands.partition_point(|band| band.1 <= start);
        let mut placed: Vec<(usize, usize, u32)> = members
            .iter()
            .map(|&member| (band(rows, self.child(member).top), band(columns, self.child(member).left), member))
            .collect();
        placed.sort_unstable();
        let chunks = placed.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
        let base = |chunk: &[(usize, usize, u32)]| {
            let (row, column) = (*rows.get(chunk[0].0)?, *columns.get(chunk[0].1)?);
            let bounds = PixelRect::new(column.0, row.0, column.1, row.1);
            Some(Base { bounds, members: chunk.iter().map(|&(_, _, member)| member).collect() })
        };
        chunks.filter_map(base).collect()
    }

    /// Cuts a cell where a drawn side of a child goes all the way through it, and hands on what can be cut further.
    /// Answers how many children were looked at.
    fn cut_at_edges(&self, cell: Base, is_cut: bool, waiting: &mut Vec<Base>) -> usize {
        let PixelRect { left: x1, top: y1, right: x2, bottom: y2 } = cell.bounds;
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for &member in &cell.members {
            let (child, [top, right, bottom, left]) = (self.child(member), self.sides[member as usize]);
            if child.left <= x1 && child.right >= x2 {
                ys.extend(
                    [(top, child.top), (bottom, child.bottom)].iter().filter(|(is_drawn, _)| *is_drawn).map(|it| it.1),
                );
            }
            if child.top <= y1 && child.bottom >= y2 {
                xs.extend(
                    [(left, child.left), (right, child.right)].iter().filter(|(is_drawn, _)| *is_drawn).map(|it| it.1),
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
        let is_inside = |base: &Base, member: u32| base.bounds.contains(self.child(member));
        for mut base in self.cells(&cell.members, &rows, &columns) {
            // One that reaches over a cut is in no cell.
            let members = std::mem::take(&mut base.members);
            base.members = members.into_iter().filter(|&member| is_inside(&base, member)).collect();
            waiting.push(base);
        }
        cell.members.len()
    }
}

/// A span cut at places within it.
fn between((start, end): (i32, i32), mut cuts: Vec<i32>) -> Vec<(i32, i32)> {
    cuts.retain(|&cut| cut > start && cut < end);
    cuts.extend([start, end]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2).map(|pair| (pair[0], pair[1])).collect()
}
