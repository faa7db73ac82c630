//! What `tamis-eval wrappers` prints.

use super::trials::{SitePage, Trial, TrialFigures, attribute_f1};
use crate::metrics::share;
use std::io::Write;
use tamis::Table;
use tamis_page::Selectors;
use tamis_sites::wrapper::Wrapper;

/// The figures over all sites.
///
/// # Errors
/// If they cannot be written.
pub fn print(figures: &[(usize, TrialFigures)], out: &mut dyn Write) -> anyhow::Result<()> {
    write!(out, "{:<23}", "learned on")?;
    for (n_learned, _) in figures {
        write!(out, " {:>10}", format!("{n_learned} page{}", if *n_learned == 1 { "" } else { "s" }))?;
    }
    writeln!(out)?;
    let mut line = |name: &str, value: &dyn Fn(&TrialFigures) -> f64| -> anyhow::Result<()> {
        write!(out, "{name:<23}")?;
        for (_, figures) in figures {
            write!(out, " {:>10.4}", value(figures))?;
        }
        writeln!(out)?;
        Ok(())
    };
    line("pages applied to", &|it| it.applied.n_pages as f64)?;
    line("extraction: record F1", &|it| it.extracted.f1())?;
    line("wrapper: record P", &|it| it.applied.precision())?;
    line("wrapper: record R", &|it| it.applied.recall())?;
    line("wrapper: record F1", &|it| it.applied.f1())?;
    line("ratio", &TrialFigures::record_ratio)?;
    line("extraction: attr. P", &|it| it.extracted.attributes().map_or(0.0, |it| it.0))?;
    line("extraction: attr. R", &|it| it.extracted.attributes().map_or(0.0, |it| it.1))?;
    line("extraction: attr. F1", &|it| attribute_f1(&it.extracted))?;
    line("wrapper: attr. P", &|it| it.applied.attributes().map_or(0.0, |it| it.0))?;
    line("wrapper: attr. R", &|it| it.applied.attributes().map_or(0.0, |it| it.1))?;
    line("wrapper: attr. F1", &|it| attribute_f1(&it.applied))?;
    line("ratio", &TrialFigures::attribute_ratio)?;
    line("columns a wrapper", &|it| it.style.n_columns as f64 / it.style.n_wrappers.max(1) as f64)?;
    line("columns by counting", &|it| share(it.style.n_counting, it.style.n_columns))?;
    line("columns by a list", &|it| share(it.style.n_lists, it.style.n_columns))?;
    line("columns in CSS too", &|it| share(it.style.n_in_css, it.style.n_columns))?;
    line("regions by counting", &|it| share(it.style.n_counted_regions, it.style.n_wrappers))?;
    line("records by counting", &|it| share(it.style.n_counted_records, it.style.n_wrappers))?;
    line("wrappers with next", &|it| share(it.style.n_next, it.style.n_wrappers))
}

/// Each trial of a site, with its wrapper and, where they differ in how much they find, both tables.
///
/// # Errors
/// If it cannot be written.
pub fn dump(site: &str, pages: &[SitePage], trials: &[Trial], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "=== {site}")?;
    let mut last: Option<&[usize]> = None;
    for trial in trials {
        let names: Vec<&str> = trial.learned.iter().map(|&page| pages[page].id.as_str()).collect();
        if last != Some(&trial.learned) {
            writeln!(out, "--- learned on {}", names.join(", "))?;
            for &page in &trial.learned {
                let (extracted, rows) =
                    (&pages[page].extracted, pages[page].table.as_ref().map_or(0, |it| it.rows.len()));
                writeln!(
                    out,
                    "    there: {rows} rows, record F1 {:.3}, attribute F1 {:.3}",
                    extracted.f1(),
                    attribute_f1(extracted)
                )?;
            }
            match &trial.wrapper {
                Some(wrapper) => dump_wrapper(wrapper, out)?,
                None => writeln!(out, "    nothing was learned")?,
            }
            last = Some(&trial.learned);
        }
        let (applied, extracted) = (&trial.counts, &pages[trial.applied].extracted);
        writeln!(
            out,
            "    applied to {}: record F1 {:.3} (extraction {:.3}), attribute F1 {:.3} ({:.3}); {} true records",
            pages[trial.applied].id,
            applied.f1(),
            extracted.f1(),
            attribute_f1(applied),
            attribute_f1(extracted),
            applied.n_records(),
        )?;
        dump_table("wrapper", trial.table.as_ref(), out)?;
        dump_table("extraction", pages[trial.applied].table.as_ref(), out)?;
    }
    Ok(())
}

fn dump_wrapper(wrapper: &Wrapper, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut line = |name: &str, selectors: &Selectors, more: String| -> anyhow::Result<()> {
        let (css, xpath) = (selectors.css.as_deref().unwrap_or("-"), selectors.xpath.as_deref().unwrap_or("-"));
        writeln!(out, "    {name:<24} {xpath}    {{ {css} }} {more}")?;
        Ok(())
    };
    line("[region]", &wrapper.region, String::new())?;
    if let Some(record) = &wrapper.record {
        line("[record]", &record.first, format!("nodes {}", record.n_nodes))?;
    }
    for column in &wrapper.columns {
        let kind = column.format.value_type.as_str();
        let more = format!("{kind} node {} fill {:.2}", column.node, column.learned.fill);
        line(&column.name, &column.selectors, more)?;
    }
    match &wrapper.next {
        Some(next) => line("[next]", next, String::new()),
        None => Ok(()),
    }
}

fn dump_table(name: &str, table: Option<&Table>, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some(table) = table else {
        writeln!(out, "      {name}: no table")?;
        return Ok(());
    };
    writeln!(out, "      {name}: {} rows", table.rows.len())?;
    for row in [0, table.rows.len() / 2].into_iter().filter_map(|row| table.rows.get(row)) {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            if let Some(cell) = cell {
                let text: String = cell.text.chars().take(60).collect();
                write!(out, "        {}={text:?}", column.name)?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
