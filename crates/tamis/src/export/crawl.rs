//! What a crawl met, as a text for people and as JSON.

use crate::crawl::{CrawlReport, Reason, Reasons, total};
use serde::Serialize;
use std::fmt::Write;

/// How many sites that were linked to, and how many reasons of a kind, are named in the text.
const MAX_NAMED: usize = 5;

/// A line for each thing that somebody who started the crawl should know.
pub fn crawl_text(report: &CrawlReport) -> String {
    let mut text = String::new();
    for (what, reasons) in kinds(report) {
        if reasons.is_empty() {
            continue;
        }
        let parts: Vec<String> = reasons.iter().take(MAX_NAMED).map(described).collect();
        let _ = writeln!(text, "{what}: {}{}", parts.join("; "), and_more(reasons.len()));
    }
    if !report.outgoing.is_empty() {
        let named = report.outgoing.iter().take(MAX_NAMED);
        let named: Vec<String> = named.map(|site| format!("{} ({})", site.site, site.links)).collect();
        let more = and_more(report.outgoing.len());
        let _ = writeln!(text, "sites linked to and not crawled: {}{more}", named.join(", "));
    }
    text
}

/// What was not named.
fn and_more(n_found: usize) -> String {
    if n_found > MAX_NAMED { format!(" and {} more", n_found - MAX_NAMED) } else { String::new() }
}

/// All of it as an indented object.
pub fn crawl_json(report: &CrawlReport) -> String {
    let object = CrawlObject {
        known: report.known,
        fetched: report.fetched,
        pages: report.pages,
        done: report.done,
        sites: report.sites,
        queue: report.queue,
        reasons: kinds(report)
            .into_iter()
            .map(|(what, reasons)| ReasonsObject {
                what,
                n: total(reasons),
                by_name: reasons.iter().map(reason_object).collect(),
            })
            .filter(|reasons| reasons.n > 0)
            .collect(),
        outgoing: report.outgoing.iter().map(|site| SiteObject { site: &site.site, links: site.links }).collect(),
    };
    serde_json::to_string_pretty(&object).expect("invariant: the objects are JSON") + "\n"
}

fn kinds(report: &CrawlReport) -> [(&'static str, &Reasons); 12] {
    [
        ("failed", &report.errors),
        ("hosts that did not answer", &report.unreachable),
        ("no page by its status", &report.statuses),
        ("too large", &report.too_large),
        ("of another type", &report.types),
        ("redirected", &report.redirects),
        ("forbidden by robots.txt", &report.robots),
        ("links not to be followed", &report.nofollow),
        ("left out by patterns", &report.patterns),
        ("traps", &report.traps),
        ("links beyond the limit of a page", &report.many_links),
        ("session ids taken out", &report.session_ids),
    ]
}

fn described(Reason { name, n, example, .. }: &Reason) -> String {
    let name = if name.is_empty() { String::new() } else { format!("{name} ") };
    let example = if example.is_empty() { String::new() } else { format!(", as {example}") };
    format!("{name}{n}{example}")
}

fn reason_object(reason: &Reason) -> ReasonObject<'_> {
    ReasonObject { name: &reason.name, n: reason.n, example: &reason.example }
}

#[derive(Serialize)]
struct CrawlObject<'a> {
    known: u64,
    fetched: u64,
    pages: u64,
    done: u64,
    sites: u64,
    queue: u64,
    reasons: Vec<ReasonsObject<'a>>,
    outgoing: Vec<SiteObject<'a>>,
}

#[derive(Serialize)]
struct ReasonsObject<'a> {
    what: &'static str,
    n: u64,
    by_name: Vec<ReasonObject<'a>>,
}

#[derive(Serialize)]
struct ReasonObject<'a> {
    name: &'a str,
    n: u64,
    example: &'a str,
}

#[derive(Serialize)]
struct SiteObject<'a> {
    site: &'a str,
    links: u64,
}
