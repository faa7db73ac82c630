//! Which methods gave the answers, with which options.

use super::{Panel, push_text};
use crate::findings::{Findings, Provenance};
use crate::recipe::Recipe;
use std::fmt::Write;

pub(super) fn panel(findings: &Findings) -> Panel {
    let answers = [
        ("Blocks", findings.regions().map(|found| found.provenance)),
        ("Text", findings.mask().map(|found| found.provenance)),
        ("Records", findings.tables().map(|found| found.provenance)),
    ];
    let mut html = String::new();
    for (what, provenance) in answers {
        if let Some(recipe) = provenance.and_then(Provenance::recipe) {
            push_method(&mut html, what, recipe);
        }
    }
    push_page(&mut html, findings);
    let hint = "Who decided, with which options. The options can be set by name on the command line.";
    Panel { id: "methods", title: "Methods", n_entries: None, hint, html }
}

fn push_method(html: &mut String, what: &str, recipe: &Recipe) {
    let method = recipe.method();
    // Writing to a string cannot fail.
    let _ = write!(html, "<h3>{what}: {}</h3>\n<p>It ", method.name());
    push_text(html, method.summary());
    if !method.paper().is_empty() {
        html.push_str(" (");
        push_text(html, method.paper());
        html.push(')');
    }
    html.push_str(".</p>\n");
    let options = recipe.options();
    if options.is_empty() {
        html.push_str("<p class=\"note\">It has no options.</p>\n");
        return;
    }
    html.push_str("<div class=\"wide\"><table class=\"options\">\n<thead><tr><th scope=\"col\">option</th><th scope=\"col\">value</th><th scope=\"col\">what it does</th></tr></thead>\n<tbody>\n");
    let infos = method.options();
    for (name, value) in options {
        let info = infos.iter().find(|info| info.name == name);
        let is_changed = info.is_some_and(|info| info.default != Some(value));
        let mark = if is_changed { " class=\"changed\"" } else { "" };
        let _ = write!(html, "<tr><th scope=\"row\">{name}</th><td{mark}>");
        push_text(html, &value.to_string());
        html.push_str("</td><td>");
        push_text(html, info.map_or("", |info| info.doc));
        html.push_str("</td></tr>\n");
    }
    html.push_str("</tbody>\n</table></div>\n");
}

/// The page in figures.
fn push_page(html: &mut String, findings: &Findings) {
    let page = findings.page();
    let layout = page.layout().map(|layout| {
        let ((width, height), viewport) = (layout.size(), layout.viewport());
        format!(
            "by {} in a window of {}×{}, the page is {width:.0}×{height:.0}",
            layout.renderer(),
            viewport.width,
            viewport.height
        )
    });
    let charset = page.charset().map(|charset| format!("{} ({})", charset.used, charset.source.as_str()));
    let rows = [
        ("bytes", Some(page.n_bytes().to_string())),
        ("nodes", Some(page.document().len().to_string())),
        ("charset", charset),
        ("layout", layout.or_else(|| Some("none".to_owned()))),
        ("tamis", Some(env!("CARGO_PKG_VERSION").to_owned())),
    ];
    html.push_str("<h3>Page</h3>\n<div class=\"wide\"><table class=\"options\">\n<tbody>\n");
    for (name, value) in rows {
        if let Some(value) = value {
            let _ = write!(html, "<tr><th scope=\"row\">{name}</th><td>");
            push_text(html, &value);
            html.push_str("</td></tr>\n");
        }
    }
    html.push_str("</tbody>\n</table></div>\n");
}
