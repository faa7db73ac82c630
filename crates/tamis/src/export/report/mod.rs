//! Why a page was read as it was, as one HTML page for a person: the page as rendered with its blocks over it, beside
//! them the tree of blocks, what was dropped, the tables, the text, and the methods with their options.
//!
//! The file needs nothing beside it and asks for nothing: a policy in it allows its own style and script, by their
//! fingerprints, and nothing else. Text of the page goes through one of two functions that escape it, whatever it says.
//! Without its script it is a long page with all of that, one after the other.
//!
//! Lists have limits, so that no page makes a report that a browser cannot open: 3,000 blocks, 1,000 things dropped, 5
//! tables with 10,000 cells together, 200,000 characters of text. Where a list ends early, it says so.

mod blocks;
mod dropped;
mod head;
mod integrity;
mod methods;
mod picture;
mod tables;
#[cfg(test)]
mod tests;

use super::content::xml::{push_attribute, push_text};
use super::overlay::palette;
use crate::findings::Findings;
use picture::Picture;
use std::fmt::Write;
use tamis_extract::segment::Role;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The most characters of text that are shown.
const MAX_TEXT: usize = 200_000;

/// Everything that was found on the page, with the reasons, as an HTML page for a person. `source` is where the page
/// came from. What was not asked has no place in it; a page that was not rendered has no picture.
pub fn report(findings: &Findings, source: Option<&str>) -> String {
    let mut picture = Picture::of(findings.page());
    // The lists first: they know which boxes go into the picture.
    let panels = [
        blocks::panel(findings, &mut picture),
        dropped::panel(findings, &mut picture),
        tables::panel(findings, &mut picture),
        text_panel(findings),
        Some(methods::panel(findings)),
    ];
    let panels: Vec<Panel> = panels.into_iter().flatten().collect();
    let mut html = String::new();
    head::push_head(&mut html, findings, source);
    html.push_str("<main>\n");
    picture.push(&mut html, findings);
    push_panels(&mut html, &panels);
    html.push_str("</main>\n<script>");
    html.push_str(SCRIPT);
    html.push_str("</script>\n</body>\n</html>\n");
    html
}

/// One of the lists beside the picture.
struct Panel {
    id: &'static str,
    title: &'static str,
    /// How much there is in it, where that can be counted.
    n_entries: Option<usize>,
    /// What to do with it, said where the reasons are shown.
    hint: &'static str,
    html: String,
}

fn push_panels(html: &mut String, panels: &[Panel]) {
    html.push_str("<div id=\"side\">\n<div id=\"tabs\" role=\"tablist\" aria-label=\"What was found\">\n");
    // Writing to a string cannot fail.
    for (idx, Panel { id, title, n_entries, .. }) in panels.iter().enumerate() {
        let count = n_entries.map_or_else(String::new, |n| format!(" <span class=\"count\">{n}</span>"));
        let is_first = idx == 0;
        let _ = writeln!(
            html,
            "<button type=\"button\" role=\"tab\" id=\"tab-{id}\" aria-controls=\"{id}\" aria-selected=\"{is_first}\">{title}{count}</button>"
        );
    }
    html.push_str("</div>\n");
    for Panel { id, title, hint, html: inner, .. } in panels {
        let _ = write!(html, "<section id=\"{id}\" role=\"tabpanel\" aria-labelledby=\"tab-{id}\"");
        push_attribute(html, "data-hint", hint);
        let _ = write!(html, ">\n<h2>{title}</h2>\n{inner}</section>\n");
    }
    html.push_str("</div>\n");
}

fn text_panel(findings: &Findings) -> Option<Panel> {
    findings.mask()?;
    let text = findings.text().trim();
    let shown = cut(text, MAX_TEXT);
    let mut html = String::new();
    if text.is_empty() {
        html.push_str("<p class=\"note\">No text was kept.</p>\n");
    } else {
        html.push_str("<pre class=\"text\" tabindex=\"0\">");
        push_text(&mut html, shown);
        html.push_str("</pre>\n");
    }
    push_rest(&mut html, text.chars().count() - shown.chars().count(), "characters");
    let hint = "What is hatched on the page is not in the text.";
    Some(Panel { id: "text", title: "Text", n_entries: None, hint, html })
}

/// Says that a list goes on.
fn push_rest(html: &mut String, n_left_out: usize, what: &str) {
    if n_left_out > 0 {
        let _ = writeln!(html, "<p class=\"note\">{n_left_out} more {what} are not shown.</p>");
    }
}

/// The style with the colours of roles and columns.
fn style() -> String {
    let mut style = STYLE.to_owned();
    for role in Role::ALL {
        let (color, ink) = (palette::of_role(role), palette::ink_on(palette::of_role(role)));
        let _ = writeln!(
            style,
            "[data-c=\"{}\"]{{--c:{};--on-c:{}}}",
            role.as_str(),
            palette::hex(color),
            palette::hex(ink)
        );
    }
    for (idx, color) in palette::COLUMNS.into_iter().enumerate() {
        let _ = writeln!(
            style,
            "[data-c=\"c{idx}\"]{{--c:{};--on-c:{}}}",
            palette::hex(color),
            palette::hex(palette::ink_on(color))
        );
    }
    style
}

/// The beginning of a text.
fn cut(text: &str, n_chars: usize) -> &str {
    super::overlay::svg::cut(text, n_chars)
}
