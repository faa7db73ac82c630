//! What the methods did to a page, told to a person.

use super::outline::cuts;
use super::removals::Removals;
use crate::findings::{AttributedAnswer, Findings};
use crate::site_noise::SiteNoise;
use std::fmt::{Result, Write};
use tamis_extract::records::Table;
use tamis_extract::segment::Regions;
use tamis_page::{AbsolutePaths, Document, Mask};

/// Where each decision fell and why: of a mask, what was removed; of tables, what makes them tables and which nodes
/// were turned down; of areas, the role of each.
pub fn explain(findings: &Findings) -> String {
    let document = findings.page().document();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = findings.mask().map_or(Ok(()), |mask| explain_mask(&mut text, document, mask, findings.site_noise()));
    let _ = findings.tables().map_or(Ok(()), |tables| explain_tables(&mut text, document, tables));
    let _ = findings.regions().map_or(Ok(()), |regions| explain_regions(&mut text, document, regions));
    text
}

fn explain_mask(
    text: &mut String,
    document: &Document,
    mask: AttributedAnswer<'_, Mask>,
    site: Option<&SiteNoise>,
) -> Result {
    let (name, mask) = (mask.provenance.name(), mask.answer);
    let less = site.map_or_else(String::new, |noise| {
        format!(", less what {} found to repeat on {} pages of the site,", noise.recipe().name(), noise.n_pages())
    });
    writeln!(text, "{name}{less} kept {} of {} nodes", mask.n_kept(), document.len())?;
    let removals = Removals::of(document, mask);
    for run in &removals.listed {
        write!(text, "removed {}", run.first)?;
        if let Some(last) = &run.last {
            write!(text, " to {last} ({} nodes)", run.n_nodes)?;
        }
        write!(text, ": {}", run.reason)?;
        match run.excerpt.as_str() {
            "" => writeln!(text)?,
            words => writeln!(text, " \"{words}\"")?,
        }
    }
    removals.warning().map_or(Ok(()), |warning| writeln!(text, "{warning}"))
}

fn explain_tables(text: &mut String, document: &Document, tables: AttributedAnswer<'_, [Table]>) -> Result {
    let (name, reason, tables) = (tables.provenance.name(), tables.reason, tables.answer);
    writeln!(text, "{name} found {} table{}", tables.len(), if tables.len() == 1 { "" } else { "s" })?;
    if let Some(reason) = reason {
        writeln!(text, "  {reason}")?;
    }
    let mut paths = AbsolutePaths::new(document);
    for (table_idx, table) in tables.iter().enumerate() {
        let (number, n_rows, n_columns) = (table_idx + 1, table.rows.len(), table.columns.len());
        let xpath = paths.of(table.region);
        let (role, confidence) = (table.role.as_str(), table.confidence);
        writeln!(
            text,
            "table {number} ({role}, confidence {confidence:.2}): {n_rows} records, {n_columns} columns in {xpath}"
        )?;
        for reason in table.reasons.iter().chain(&table.warnings) {
            writeln!(text, "  {reason}")?;
        }
        for (row_idx, row) in table.rows.iter().enumerate() {
            if let Some(evidence) = &row.ad {
                writeln!(text, "  advertisement: record {}: {evidence}", row_idx + 1)?;
            }
        }
        for rejected in &table.rejected {
            writeln!(text, "  no record: {}: {}", paths.of(rejected.node), rejected.reason)?;
        }
    }
    Ok(())
}

fn explain_regions(text: &mut String, document: &Document, regions: AttributedAnswer<'_, Regions>) -> Result {
    let (name, regions) = (regions.provenance.name(), regions.answer);
    writeln!(text, "{name} cut the page: {}", cuts(regions))?;
    let mut paths = AbsolutePaths::new(document);
    for (id, area) in regions.areas().skip(1) {
        let content = regions.content(document, id);
        let indent = "  ".repeat(regions.depth(id));
        let place = content.first().map_or_else(String::new, |&node| paths.of(node));
        let more = if content.len() > 1 { format!(" and {} more", content.len() - 1) } else { String::new() };
        writeln!(text, "{indent}{} {place}{more}: {}", area.role.as_str(), area.reason)?;
    }
    Ok(())
}
