//! The lines above the page: which method, how much of what, and what the colours mean.

use super::scene::Scene;
use crate::export::painted::rough_width;
use tamis_extract::segment::Role;
use tamis_page::Rect;

/// Around the page.
pub(super) const MARGIN: f32 = 24.0;
const LINE: f32 = 24.0;
const SIZE: f32 = 13.0;

/// What stands where above the page; the corner of the page is the origin.
pub(super) struct Legend {
    /// How high it is, margins included.
    pub(super) height: f32,
    pub(super) title: LegendLabel,
    /// What was left out.
    pub(super) remarks: Vec<LegendLabel>,
    pub(super) roles: Vec<(Role, LegendLabel)>,
}

/// A text and its place.
pub(super) struct LegendLabel {
    pub(super) text: String,
    /// Around the text; the swatch of a role stands before it.
    pub(super) rect: Rect,
    pub(super) size: f32,
}

impl Legend {
    pub(super) fn of(scene: &Scene) -> Legend {
        let mut flow = Flow { end: scene.paper.right().max(240.0), x: 0.0, line: 0, n_lines: 1 };
        let title = flow.put(title(scene), 16.0, 0.0);
        let remarks: Vec<LegendLabel> = remarks(scene).into_iter().map(|text| flow.put(text, SIZE, 0.0)).collect();
        flow.break_line();
        let roles: Vec<(Role, LegendLabel)> =
            scene.roles().into_iter().map(|role| (role, flow.put(role.as_str().to_owned(), SIZE, 18.0))).collect();
        let height = flow.n_lines as f32 * LINE + MARGIN + 8.0;
        let lift = |entry: LegendLabel| LegendLabel {
            rect: Rect { y: entry.rect.y - height + MARGIN - 6.0, ..entry.rect },
            ..entry
        };
        Legend {
            height,
            title: lift(title),
            remarks: remarks.into_iter().map(lift).collect(),
            roles: roles.into_iter().map(|(role, entry)| (role, lift(entry))).collect(),
        }
    }
}

fn title(scene: &Scene) -> String {
    let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    match &scene.name {
        Some(name) => {
            format!("{name} · {} · {}", plural(scene.n_parts, "part"), plural(scene.n_blocks, "block"))
        }
        None => "no areas were asked for".to_owned(),
    }
}

fn remarks(scene: &Scene) -> Vec<String> {
    let cut = scene.cut_from.map(|height| format!("the first {} of {height:.0} pixels", scene.paper.height));
    let left_out = (scene.n_left_out > 0).then(|| format!("{} more areas are not drawn", scene.n_left_out));
    cut.into_iter().chain(left_out).collect()
}

/// Words one after the other, in as many lines as they need.
struct Flow {
    end: f32,
    x: f32,
    line: usize,
    n_lines: usize,
}

impl Flow {
    fn put(&mut self, text: String, size: f32, before: f32) -> LegendLabel {
        let width = rough_width(&text, size);
        if self.x > 0.0 && self.x + before + width > self.end {
            self.break_line();
        }
        let rect = Rect::new(self.x + before, self.line as f32 * LINE, width, LINE);
        self.x += before + width + 20.0;
        self.n_lines = self.line + 1;
        LegendLabel { text, rect, size }
    }

    fn break_line(&mut self) {
        (self.x, self.line) = (0.0, self.line + 1);
    }
}
