//! The head of the report: what page it is about, and who said what of it.

use super::{SCRIPT, integrity, push_attribute, push_text, style};
use crate::export::content::Header;
use crate::findings::Findings;
use std::fmt::Write;

pub(super) fn push_head(html: &mut String, findings: &Findings, source: Option<&str>) {
    let page = findings.page();
    let header = Header::of(page);
    let style = style();
    let title = header.title.as_deref().or(source).unwrap_or("A page without a title");
    let (style_source, script_source) = (integrity::source_of(&style), integrity::source_of(SCRIPT));
    // Writing to a string cannot fail.
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {style_source}; \
         script-src {script_source}; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"generator\" content=\"tamis {}\">\n<title>Why: ",
        env!("CARGO_PKG_VERSION")
    );
    push_text(html, title);
    html.push_str("</title>\n<style>");
    html.push_str(&style);
    html.push_str("</style>\n</head>\n<body>\n<header>\n<h1>");
    push_text(html, title);
    html.push_str("</h1>\n");
    push_address(html, page.url().map(url::Url::as_str).or(header.url.as_deref()), source);
    push_facts(html, "facts", &facts(findings, &header));
    push_facts(html, "answers", &answers(findings));
    for warning in page.warnings() {
        html.push_str("<p class=\"warning\">");
        push_text(html, &warning.message());
        html.push_str("</p>\n");
    }
    html.push_str("</header>\n");
}

/// Where the page is, as a link if it leads to the web, and the file it was read from.
fn push_address(html: &mut String, url: Option<&str>, source: Option<&str>) {
    if url.is_none() && source.is_none() {
        return;
    }
    html.push_str("<p class=\"address\">");
    if let Some(url) = url {
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        if is_web {
            html.push_str("<a rel=\"noreferrer noopener\"");
            push_attribute(html, "href", url);
            html.push('>');
        }
        push_text(html, url);
        html.push_str(if is_web { "</a>" } else { "" });
    }
    if let Some(source) = source.filter(|&source| Some(source) != url) {
        html.push_str(if url.is_some() { " · " } else { "" });
        push_text(html, source);
    }
    html.push_str("</p>\n");
}

/// A line of facts.
fn push_facts(html: &mut String, class: &str, facts: &[String]) {
    if facts.is_empty() {
        return;
    }
    let _ = write!(html, "<ul class=\"{class}\">");
    for fact in facts {
        html.push_str("<li>");
        push_text(html, fact);
        html.push_str("</li>");
    }
    html.push_str("</ul>\n");
}

/// What kind of page it is, and what it says of itself.
fn facts(findings: &Findings, header: &Header) -> Vec<String> {
    let kind = findings.kind().map(|(kind, sure)| format!("{} page, {:.0} % sure", kind.as_str(), sure * 100.0));
    let authors = (!header.authors.is_empty()).then(|| format!("by {}", header.authors.join(", ")));
    let rest = [&header.date, &header.site_name, &header.language].map(Option::clone);
    kind.into_iter().chain(authors).chain(rest.into_iter().flatten()).collect()
}

/// Which methods gave which answers.
fn answers(findings: &Findings) -> Vec<String> {
    let by = |what: &str, by: &crate::Provenance| format!("{what} by {}", by.name());
    let blocks = findings.regions().map(|found| by("blocks", found.provenance));
    let text = findings.mask().map(|found| by("text", found.provenance));
    let tables = findings.tables().map(|found| by("records", found.provenance));
    let layout = findings.page().layout().map_or_else(
        || "no layout".to_owned(),
        |layout| {
            let viewport = layout.viewport();
            format!("layout by {} in a window of {}×{}", layout.renderer(), viewport.width, viewport.height)
        },
    );
    blocks.into_iter().chain(text).chain(tables).chain([layout]).collect()
}
