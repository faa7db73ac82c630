//! The tree of blocks, to fold.

use super::picture::{Mark, Picture};
use super::{Panel, cut, push_attribute, push_rest, push_text};
use crate::export::excerpt::excerpt_of;
use crate::export::overlay::scene::MAX_MARKS;
use crate::findings::Findings;
use std::fmt::Write;
use tamis_extract::segment::{Area, AreaId, AreaValue, Regions};

/// The longest reason, in characters.
const MAX_REASON: usize = 500;

pub(super) fn panel(findings: &Findings, picture: &mut Picture<'_>) -> Option<Panel> {
    let regions = findings.regions()?.answer;
    let mut html = String::new();
    if regions.is_empty() {
        html.push_str("<p class=\"note\">The page was not cut into blocks.</p>\n");
    } else {
        html.push_str("<div class=\"list tree\">\n");
        push_tree(&mut html, findings, regions);
        html.push_str("</div>\n");
    }
    push_rest(&mut html, regions.len().saturating_sub(MAX_MARKS), "blocks");
    let drawn = regions.areas().take(MAX_MARKS).skip(1);
    let boxes: Vec<Mark<'_>> = drawn
        .filter_map(|(id, area)| {
            let class = match (area.levels.is_part, area.levels.is_block) {
                (true, true) => "part block",
                (true, false) => "part",
                (false, true) => "block",
                (false, false) => "group",
            };
            Some(Mark { of: row_id(id), color: area.role.as_str(), class, rect: picture.seen(area.rect?)? })
        })
        .collect();
    picture.add_layer("blocks".to_owned(), &boxes);
    let n_entries = Some(regions.len() - 1);
    let hint =
        "Point at a block on the page, or walk through the list with the arrow keys: here stands why it is what it is.";
    Some(Panel { id: "blocks", title: "Blocks", n_entries, hint, html })
}

/// The rows in the order of the tree; an area with others below it can be folded.
fn push_tree(html: &mut String, findings: &Findings, regions: &Regions) {
    let n_shown = regions.len().min(MAX_MARKS);
    // The ends of the areas that are open.
    let mut open: Vec<usize> = Vec::new();
    for (id, area) in regions.areas().take(n_shown) {
        while open.last().is_some_and(|&end| end <= id.index()) {
            open.pop();
            html.push_str("</details>\n");
        }
        let range = regions.subtree_range(id);
        let is_inner = range.len() > 1 && range.start + 1 < n_shown;
        html.push_str(if is_inner { "<details open><summary" } else { "<div tabindex=\"0\"" });
        push_row(html, findings, regions, id, area);
        html.push_str(if is_inner { "</summary>\n" } else { "</div>\n" });
        if is_inner {
            open.push(range.end);
        }
    }
    html.push_str(&"</details>\n".repeat(open.len()));
}

/// The rest of the start tag, and what is in the row.
fn push_row(html: &mut String, findings: &Findings, regions: &Regions, id: AreaId, area: &Area) {
    let document = findings.page().document();
    let (role, reason) = (area.role.as_str(), cut(&area.reason, MAX_REASON));
    // Writing to a string cannot fail.
    let _ = write!(html, " class=\"row\" id=\"{}\" data-c=\"{role}\"", row_id(id));
    push_attribute(html, "data-name", &format!("{role} {}", id.0));
    push_attribute(html, "data-why", reason);
    let _ = write!(html, "><span class=\"tag\">{role} {}</span>", id.0);
    let levels = [(area.levels.is_part, "part"), (area.levels.is_block, "block")];
    for (_, level) in levels.into_iter().filter(|(is_in, _)| *is_in) {
        let _ = write!(html, " <span class=\"level\">{level}</span>");
    }
    if let Some(rect) = area.rect {
        let _ = write!(html, " <span class=\"size\">{:.0}×{:.0}</span>", rect.width, rect.height);
    }
    for &(name, value) in &area.attributes {
        let value = match value {
            AreaValue::Number(number) => format!("{}", (number * 100.0).round() / 100.0),
            AreaValue::Word(word) => word.to_owned(),
            _ => continue,
        };
        html.push_str(" <span class=\"size\">");
        push_text(html, &format!("{name} {value}"));
        html.push_str("</span>");
    }
    if id != AreaId::ROOT {
        html.push_str("<span class=\"words\">");
        push_text(html, &excerpt_of(document, &regions.content(document, id)));
        html.push_str("</span>");
    }
    if !reason.is_empty() {
        html.push_str("<span class=\"reason\">");
        push_text(html, reason);
        html.push_str("</span>");
    }
}

fn row_id(id: AreaId) -> String {
    format!("b{}", id.0)
}
