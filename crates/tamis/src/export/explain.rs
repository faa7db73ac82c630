//! What a method did to a page, told to a person.

use super::json::excerpt;
use super::removals::Removals;
use crate::methods::Answer;
use crate::pipeline::Outcome;
use std::fmt::{Result, Write};
use tamis_extract::records::Table;
use tamis_page::select::write::AbsolutePaths;
use tamis_page::{Document, Mask};

/// Where each decision fell and why: of a mask, what was removed; of tables, what makes them tables and which nodes
/// were turned down.
pub fn explain(outcome: &Outcome<'_>) -> String {
    let document = outcome.page().document();
    let name = outcome.recipe().method().name;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match outcome.answer() {
        Answer::Mask(mask) => explain_mask(&mut text, document, name, mask),
        Answer::Tables(tables) => explain_tables(&mut text, document, name, tables),
    };
    text
}

fn explain_mask(text: &mut String, document: &Document, name: &str, mask: &Mask) -> Result {
    writeln!(text, "{name} kept {} of {} nodes", mask.n_kept(), document.len())?;
    let removals = Removals::of(document, mask);
    for (xpath, removal) in &removals.listed {
        write!(text, "removed {xpath}: {}", removal.reason)?;
        match excerpt(document, removal.node).as_str() {
            "" => writeln!(text)?,
            words => writeln!(text, " \"{words}\"")?,
        }
    }
    removals.warning().map_or(Ok(()), |warning| writeln!(text, "{warning}"))
}

fn explain_tables(text: &mut String, document: &Document, name: &str, tables: &[Table]) -> Result {
    writeln!(text, "{name} found {} table{}", tables.len(), if tables.len() == 1 { "" } else { "s" })?;
    let mut paths = AbsolutePaths::new(document);
    for (table_idx, table) in tables.iter().enumerate() {
        let (number, n_rows, n_columns) = (table_idx + 1, table.rows.len(), table.columns.len());
        let xpath = paths.of(table.region);
        writeln!(text, "table {number}: {n_rows} records, {n_columns} columns in {xpath}")?;
        for reason in table.reasons.iter().chain(&table.warnings) {
            writeln!(text, "  {reason}")?;
        }
        for rejected in &table.rejected {
            writeln!(text, "  no record: {}: {}", paths.of(rejected.node), rejected.reason)?;
        }
    }
    Ok(())
}
