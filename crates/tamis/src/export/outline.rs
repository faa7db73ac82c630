//! The tree of areas for a person at a terminal: a line each, indented.

use super::excerpt::excerpt_of;
use crate::findings::Findings;
use std::fmt::Write;
use tamis_extract::segment::Regions;
use unicode_width::UnicodeWidthChar;

/// The areas, each with its role, its place and its first words, in lines of at most `width` characters.
pub fn outline(findings: &Findings, width: usize) -> String {
    let Some(found) = findings.regions() else { return String::new() };
    let (document, regions) = (findings.page().document(), found.answer);
    let mut text = String::new();
    for (id, area) in regions.areas() {
        let mut line = "  ".repeat(regions.depth(id));
        // Writing to a string cannot fail.
        let _ = write!(line, "{}", area.role.as_str());
        if let Some(rect) = area.rect {
            let _ = write!(line, " {:.0}×{:.0} at {:.0},{:.0}", rect.width, rect.height, rect.x, rect.y);
        }
        let is_inner = regions.children(id).next().is_some();
        if !is_inner {
            let _ = write!(line, "  {}", excerpt_of(document, &regions.content(document, id)));
        }
        text.push_str(cut(line.trim_end(), width));
        text.push('\n');
    }
    let _ = writeln!(text, "{} ({})", cuts(regions), found.provenance.name());
    text
}

/// How many areas are in each cut.
pub(super) fn cuts(regions: &Regions) -> String {
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    format!("{}, {}", count(regions.parts().count(), "part"), count(regions.blocks().count(), "block"))
}

/// The beginning of a line, as wide as there is room.
fn cut(line: &str, width: usize) -> &str {
    let mut used = 0;
    for (place, letter) in line.char_indices() {
        used += letter.width().unwrap_or(0);
        if used > width {
            return &line[..place];
        }
    }
    line
}
