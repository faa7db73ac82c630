//! What the method for the text left out, and why.

use super::picture::{Mark, Picture};
use super::{Panel, cut, push_attribute, push_rest, push_text};
use crate::export::removals::{Removals, RemovedRun};
use crate::findings::Findings;
use std::fmt::Write;

/// The most entries, and the longest path and reason in characters.
const MAX_ENTRIES: usize = 1000;
const MAX_PATH: usize = 200;
const MAX_REASON: usize = 500;

pub(super) fn panel(findings: &Findings, picture: &mut Picture<'_>) -> Option<Panel> {
    let mask = findings.mask()?.answer;
    let document = findings.page().document();
    let removals = Removals::of(document, mask);
    let n_runs = removals.listed.len();
    let mut html = String::new();
    let mut boxes = Vec::new();
    // Writing to a string cannot fail.
    let _ = writeln!(html, "<p class=\"note\">{} of {} nodes were kept.</p>", mask.n_kept(), document.len());
    let (mut shown, mut folded, mut n_folded) = (String::new(), String::new(), 0);
    for (idx, run) in removals.listed.iter().take(MAX_ENTRIES).enumerate() {
        let rect = picture.around_content(run.range.clone());
        // Scripts, styles and the like: nobody misses them.
        let is_folded = run.excerpt.is_empty() && rect.is_none();
        n_folded += usize::from(is_folded);
        push_row(if is_folded { &mut folded } else { &mut shown }, idx, run);
        if let Some(rect) = rect {
            boxes.push(Mark { of: format!("d{idx}"), color: "other", class: "dropped", rect });
        }
    }
    let _ = writeln!(html, "<div class=\"list\">\n{shown}</div>");
    if n_folded > 0 {
        let _ = writeln!(
            html,
            "<details class=\"fold\"><summary>{n_folded} more with nothing to see in them</summary>\n\
             <div class=\"list\">\n{folded}</div></details>"
        );
    }
    push_rest(&mut html, n_runs.saturating_sub(MAX_ENTRIES), "things that were dropped");
    push_rest(&mut html, removals.n_left_out, "nodes that were dropped");
    picture.add_layer("dropped".to_owned(), &boxes);
    let hint = "What is hatched on the page was dropped. Point at it, or walk through the list: here stands why.";
    Some(Panel { id: "dropped", title: "Dropped", n_entries: Some(n_runs), hint, html })
}

fn push_row(html: &mut String, idx: usize, run: &RemovedRun<'_>) {
    let reason = cut(run.reason, MAX_REASON);
    let _ = write!(html, "<div tabindex=\"0\" class=\"row\" id=\"d{idx}\" data-c=\"other\" data-name=\"dropped\"");
    push_attribute(html, "data-why", reason);
    html.push('>');
    if !run.excerpt.is_empty() {
        html.push_str("<span class=\"words\">");
        push_text(html, &run.excerpt);
        html.push_str("</span>");
    }
    html.push_str("<span class=\"reason\">");
    push_text(html, reason);
    html.push_str("</span>");
    html.push_str("<span class=\"path\">");
    push_text(html, cut(&run.first, MAX_PATH));
    if run.last.is_some() {
        let _ = write!(html, " and {} more", run.n_nodes - 1);
    }
    html.push_str("</span></div>\n");
}
