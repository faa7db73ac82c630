//! What came of a check of a wrapper, and of its repair: a report for people and JSON for machines.

use super::SCHEMA_VERSION;
use crate::wrapper::shortest;
use serde::Serialize;
use std::fmt::Write;
use tamis_page::Selectors;
use tamis_sites::wrapper::{
    CheckReport, CheckedColumn, MatchKind, PageFigures, Repair, Wrapper, WrapperDrift, WrapperPart,
};
use unicode_width::UnicodeWidthStr;

/// A check as a text: what happened and what the figures are. With a repair it says what that changes; without one, what
/// to do about drift is for whoever asked, who knows how it is asked for.
pub fn wrapper_check_text(wrapper: &Wrapper, report: &CheckReport, repair: Option<&Repair>) -> String {
    let n_pages = report.pages.len();
    let n_rows: usize = report.pages.iter().map(|page| page.n_rows).sum();
    let on = format!("{} on {}", count(n_rows, "record"), count(n_pages, "page"));
    let mut text = match report.drifts().len() {
        0 => format!("no drift: {on}\n"),
        n => format!("{}: {on}\n", count(n, "drift")),
    };
    list(&mut text, "drift", report.drifts());
    list(&mut text, "note", report.notices());
    if report.has_drift() {
        text.push('\n');
        text.push_str(&table(report));
        if let Some(repair) = repair {
            text.push('\n');
            repair_text(&mut text, wrapper, repair);
        }
    }
    text
}

fn list(text: &mut String, what: &str, drifts: &[WrapperDrift]) {
    for drift in drifts {
        let _ = writeln!(text, "  {what}: {}", drift.message);
    }
}

/// The figures of the columns, then and now.
fn table(report: &CheckReport) -> String {
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let heading = ["column", "filled", "now", "typed", "now", "characters", "now"].map(str::to_owned);
    let rows = report.columns.iter().map(|CheckedColumn { name, then, now, .. }| {
        let if_any = |figure: String| if now.n_values == 0 { "–".to_owned() } else { figure };
        [
            name.clone(),
            percent(then.fill),
            percent(now.fill()),
            percent(then.typed),
            if_any(percent(now.typed)),
            then.length.to_string(),
            if_any(now.length.to_string()),
        ]
    });
    aligned(&std::iter::once(heading).chain(rows).collect::<Vec<_>>())
}

/// Rows under one another, the first column to the left and figures to the right.
fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: Vec<usize> =
        (0..N).map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from("  ");
        for (column, cell) in row.iter().enumerate() {
            let padding = " ".repeat(widths[column] - cell.width());
            let (before, after) = if column == 0 { ("", padding.as_str()) } else { (padding.as_str(), "") };
            let _ = write!(line, "{before}{cell}{after}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn repair_text(text: &mut String, wrapper: &Wrapper, repair: &Repair) {
    if !repair.has_changes() {
        text.push_str("no repair: all selectors still find something plausible; look at the pages\n");
        return;
    }
    text.push_str("a repaired wrapper would change\n");
    for change in changes(wrapper, repair) {
        let show = |selectors: Option<&Selectors>| selectors.map_or_else(|| "–".to_owned(), shortest);
        let _ = writeln!(text, "  {}: {} → {}", change.what, show(change.then), show(change.now));
        if let Some(reason) = change.reason {
            let _ = writeln!(text, "    {reason}");
        }
    }
    let missing: Vec<&str> = repair.missing().collect();
    if !missing.is_empty() {
        let _ = writeln!(text, "hint: it has no {}; pin what you need to a selector of your own", missing.join(", "));
    }
}

/// A part of a wrapper that has other selectors after a repair.
struct Change<'a> {
    what: String,
    then: Option<&'a Selectors>,
    now: Option<&'a Selectors>,
    reason: Option<String>,
}

fn changes<'a>(wrapper: &'a Wrapper, repair: &'a Repair) -> Vec<Change<'a>> {
    let parts = |wrapper: &'a Wrapper, part: &WrapperPart| match part {
        WrapperPart::Region => Some(&wrapper.region),
        WrapperPart::Record => wrapper.record.as_ref().map(|record| &record.first),
        WrapperPart::Next => wrapper.next.as_ref(),
        _ => None,
    };
    let replaced = repair.replaced.iter().map(|part| Change {
        what: part.to_string(),
        then: parts(wrapper, part),
        now: parts(&repair.wrapper, part),
        reason: None,
    });
    let columns = repair.matches.iter().filter(|found| found.kind != MatchKind::Kept).map(|found| Change {
        what: format!("`{}`", found.column),
        then: column(wrapper, &found.column),
        now: column(&repair.wrapper, &found.column),
        reason: Some(match &found.found {
            Some(name) => format!("found as `{name}`, {:.0} % alike: {}", 100.0 * found.score, found.reason),
            None => format!("left out: {}", found.reason),
        }),
    });
    replaced.chain(columns).collect()
}

fn column<'a>(wrapper: &'a Wrapper, name: &str) -> Option<&'a Selectors> {
    wrapper.columns.iter().find(|column| column.name == name).map(|column| &column.selectors)
}

/// `1 record`, `5 records`.
fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A check as an indented JSON object: whether there is drift, each with its figures, the figures of pages and columns, and
/// what a repair changes.
pub fn wrapper_check_json(wrapper: &Wrapper, report: &CheckReport, repair: Option<&Repair>) -> String {
    let object = ReportObject {
        schema_version: SCHEMA_VERSION,
        drift: report.has_drift(),
        drifts: report.drifts().iter().map(|drift| DriftObject::of(drift, report)).collect(),
        notices: report.notices().iter().map(|drift| DriftObject::of(drift, report)).collect(),
        pages: report.pages.iter().map(|page| PageObject::of(page, &report.columns)).collect(),
        columns: report.columns.iter().map(ColumnObject::of).collect(),
        repair: repair.map(|repair| RepairObject::of(wrapper, repair)),
    };
    serde_json::to_string_pretty(&object).expect("invariant: the objects are JSON") + "\n"
}

#[derive(Serialize)]
struct ReportObject<'a> {
    schema_version: u32,
    drift: bool,
    drifts: Vec<DriftObject<'a>>,
    notices: Vec<DriftObject<'a>>,
    pages: Vec<PageObject<'a>>,
    columns: Vec<ColumnObject<'a>>,
    /// `null` if none was asked for or found.
    repair: Option<RepairObject<'a>>,
}

#[derive(Serialize)]
struct DriftObject<'a> {
    kind: &'static str,
    column: Option<&'a str>,
    then: Option<f64>,
    now: Option<f64>,
    pages: usize,
    /// What these pages are called, as far as that is known.
    sources: Vec<&'a str>,
    message: &'a str,
}

#[derive(Serialize)]
struct PageObject<'a> {
    /// The file or address that it was given by.
    source: Option<&'a str>,
    url: Option<&'a str>,
    region: bool,
    rows: usize,
    next: Option<bool>,
    similarity: Option<f64>,
    /// By the name of the column.
    fill: Vec<FillObject<'a>>,
}

#[derive(Serialize)]
struct FillObject<'a> {
    column: &'a str,
    fill: f64,
}

#[derive(Serialize)]
struct ColumnObject<'a> {
    name: &'a str,
    then: FiguresObject<'a>,
    now: FiguresObject<'a>,
}

#[derive(Serialize)]
struct FiguresObject<'a> {
    fill: f64,
    typed: f64,
    distinct: f64,
    length: usize,
    short: usize,
    long: usize,
    holder: Option<&'a str>,
}

#[derive(Serialize)]
struct RepairObject<'a> {
    changed: bool,
    /// Of the region, the record and the next link.
    parts: Vec<PartObject<'a>>,
    columns: Vec<MatchObject<'a>>,
    missing: Vec<&'a str>,
}

#[derive(Serialize)]
struct PartObject<'a> {
    part: &'static str,
    then: Option<SelectorsObject<'a>>,
    now: Option<SelectorsObject<'a>>,
}

#[derive(Serialize)]
struct MatchObject<'a> {
    column: &'a str,
    status: &'static str,
    found: Option<&'a str>,
    score: f64,
    reason: &'a str,
    then: Option<SelectorsObject<'a>>,
    now: Option<SelectorsObject<'a>>,
}

#[derive(Serialize)]
struct SelectorsObject<'a> {
    css: Option<&'a str>,
    xpath: Option<&'a str>,
}

/// To four places: what comes after is noise.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

impl<'a> DriftObject<'a> {
    fn of(drift: &'a WrapperDrift, report: &'a CheckReport) -> DriftObject<'a> {
        let pages = drift.pages.iter().filter_map(|&page| report.pages.get(page));
        DriftObject {
            kind: drift.kind.as_str(),
            column: drift.column.as_deref(),
            then: drift.then.map(rounded),
            now: drift.now.map(rounded),
            pages: drift.pages.len(),
            sources: pages.filter_map(|page| page.name.as_deref()).collect(),
            message: &drift.message,
        }
    }
}

impl<'a> PageObject<'a> {
    fn of(page: &'a PageFigures, columns: &'a [CheckedColumn]) -> PageObject<'a> {
        let fill = columns.iter().zip(&page.fills);
        PageObject {
            source: page.name.as_deref(),
            url: page.url.as_deref(),
            region: page.has_region,
            rows: page.n_rows,
            next: page.has_next,
            similarity: page.similarity.map(rounded),
            fill: fill.map(|(column, &fill)| FillObject { column: &column.name, fill: rounded(fill) }).collect(),
        }
    }
}

impl<'a> ColumnObject<'a> {
    fn of(column: &'a CheckedColumn) -> ColumnObject<'a> {
        let CheckedColumn { name, then, now, .. } = column;
        ColumnObject {
            name,
            then: FiguresObject {
                fill: rounded(then.fill),
                typed: rounded(then.typed),
                distinct: rounded(then.distinct),
                length: then.length,
                short: then.short,
                long: then.long,
                holder: then.holder.as_deref(),
            },
            now: FiguresObject {
                fill: rounded(now.fill()),
                typed: rounded(now.typed),
                distinct: rounded(now.distinct),
                length: now.length,
                short: now.short,
                long: now.long,
                holder: now.holder.as_deref(),
            },
        }
    }
}

impl<'a> RepairObject<'a> {
    fn of(wrapper: &'a Wrapper, repair: &'a Repair) -> RepairObject<'a> {
        let parts = repair.replaced.iter().filter_map(|part| {
            let (name, then, now) = match part {
                WrapperPart::Region => ("region", Some(&wrapper.region), Some(&repair.wrapper.region)),
                WrapperPart::Record => {
                    let first = |wrapper: &'a Wrapper| wrapper.record.as_ref().map(|record| &record.first);
                    ("record", first(wrapper), first(&repair.wrapper))
                }
                WrapperPart::Next => ("next", wrapper.next.as_ref(), repair.wrapper.next.as_ref()),
                _ => return None,
            };
            Some(PartObject { part: name, then: then.map(SelectorsObject::of), now: now.map(SelectorsObject::of) })
        });
        let columns = repair.matches.iter().map(|found| MatchObject {
            column: &found.column,
            status: found.kind.as_str(),
            found: found.found.as_deref(),
            score: rounded(found.score),
            reason: &found.reason,
            then: column(wrapper, &found.column).map(SelectorsObject::of),
            now: column(&repair.wrapper, &found.column).map(SelectorsObject::of),
        });
        RepairObject {
            changed: repair.has_changes(),
            parts: parts.collect(),
            columns: columns.collect(),
            missing: repair.missing().collect(),
        }
    }
}

impl<'a> SelectorsObject<'a> {
    fn of(selectors: &'a Selectors) -> SelectorsObject<'a> {
        SelectorsObject { css: selectors.css.as_deref(), xpath: selectors.xpath.as_deref() }
    }
}

#[cfg(test)]
mod tests;
