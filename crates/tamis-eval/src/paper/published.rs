//! What was published about tag path sequences, page by page.

use crate::datasets::PageCase;
use anyhow::Context as _;
use std::ops::Range;

/// A row of a published table.
#[derive(Clone, PartialEq, Debug)]
pub struct PublishedRow {
    /// The name of the page's folder.
    pub page: String,
    /// Elements and text nodes of the page.
    pub nodes: usize,
    /// Elements and text nodes that are left after pruning.
    pub nodes_pruned: usize,
    /// The length of the author's sequence and the region in it, where they are known.
    pub region: Option<(usize, Range<usize>)>,
    /// Records that MDR finds on the page, and how many of them are wanted.
    pub records: (usize, usize),
    /// Records that MDR finds after pruning, and how many of them are wanted.
    pub records_pruned: (usize, usize),
    /// Whether the wanted content was kept.
    pub content_present: bool,
}

impl PublishedRow {
    /// How much smaller the page became, 0 to 1.
    pub fn reduction(&self) -> f64 {
        reduction(self.nodes, self.nodes_pruned)
    }

    /// The share of unwanted records that pruning removed; `None` if the wanted ones went too.
    pub fn noise_removed(&self) -> Option<f64> {
        self.content_present.then(|| noise_removed(self.records, self.records_pruned)).flatten()
    }
}

pub(super) fn reduction(nodes: usize, nodes_pruned: usize) -> f64 {
    1.0 - nodes_pruned as f64 / nodes.max(1) as f64
}

/// Equation 4 of the paper.
pub(super) fn noise_removed(before: (usize, usize), after: (usize, usize)) -> Option<f64> {
    let noise = |(total, targets): (usize, usize)| total.saturating_sub(targets) as f64;
    (noise(before) > 0.0).then(|| 1.0 - noise(after) / noise(before))
}

/// Table I of the paper of 2013: 23 pages, the first border of each threshold.
///
/// # Errors
/// If a row of our own file of facts cannot be read.
pub fn table_1() -> anyhow::Result<Vec<PublishedRow>> {
    let rows = include_str!("../../facts/tps_table1.csv").lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|line| read_row(line).with_context(|| format!("reading the row '{line}'"))).collect()
}

fn read_row(line: &str) -> anyhow::Result<PublishedRow> {
    let fields: Vec<&str> = line.split(',').collect();
    let [page, numbers @ .., content_present] = fields.as_slice() else { anyhow::bail!("too short") };
    let numbers = numbers.iter().map(|field| field.parse()).collect::<Result<Vec<usize>, _>>()?;
    let &[nodes, nodes_pruned, sequence, start, end, _splits, total, targets, total_pruned, targets_pruned] =
        numbers.as_slice()
    else {
        anyhow::bail!("{} numbers", numbers.len())
    };
    Ok(PublishedRow {
        page: (*page).to_owned(),
        nodes,
        nodes_pruned,
        region: Some((sequence, start..end)),
        records: (total, targets),
        records_pruned: (total_pruned, targets_pruned),
        content_present: *content_present == "yes",
    })
}

/// The table of the thesis of 2014: 51 pages, borders beyond the first. It comes with the data set.
pub fn later_table(cases: &[PageCase]) -> Vec<PublishedRow> {
    let row = |case: &PageCase| {
        let published = case.published()?;
        Some(PublishedRow {
            page: case.id.clone(),
            nodes: published.raw_nodes,
            nodes_pruned: published.pruned_nodes,
            region: None,
            records: published.records_raw,
            records_pruned: published.records_pruned,
            content_present: published.region_kept,
        })
    };
    cases.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_1_has_23_pages_and_its_own_averages() -> anyhow::Result<()> {
        let rows = table_1()?;
        assert_eq!(rows.len(), 23);
        assert_eq!(rows.iter().filter(|row| row.content_present).count(), 20);
        // The paper: noise removed 77.03 % on average over the 20 pages with content; youtube's page 52.67 % smaller.
        let noise: Vec<f64> = rows.iter().filter_map(PublishedRow::noise_removed).collect();
        assert!((noise.iter().sum::<f64>() / 20.0 - 0.7703).abs() < 5e-5);
        let youtube = rows.iter().find(|row| row.page == "youtube.html").map(PublishedRow::reduction);
        assert!(youtube.is_some_and(|reduction| (reduction - 0.5267).abs() < 5e-5));
        Ok(())
    }
}
