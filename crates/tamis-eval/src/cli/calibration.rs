//! `tamis-eval calibration`

use super::Verdict;
use crate::datasets::{self, LayoutSource, Layouts, Listing, PageCase};
use crate::metrics::calibration::{Calibration, Outcome, Tally};
use crate::metrics::records::score;
use crate::metrics::share;
use crate::predictions;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use tamis::{Findings, Page, Recipe, Task};

/// Says how often the default method is right when it is as sure as it says.
#[derive(Args, Debug)]
pub struct CalibrationArgs {
    /// The data sets
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Who lays a page out whose answer is unsure: none, embedded, chromium, firefox, or a directory of stored pages,
    /// which may have a folder for each data set
    #[arg(long, value_name = "WHO", default_value = "none")]
    layout: LayoutSource,
}

/// A data set and what became of its pages.
#[derive(Default)]
struct SetTally {
    set: String,
    calibration: Calibration,
    n_laid_out: usize,
    n_not_laid_out: usize,
}

pub(super) fn run(args: &CalibrationArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let recipe = Recipe::named(Task::Records, "auto")?;
    let mut sets = Vec::new();
    for directory in &args.data {
        let set = datasets::set_name(directory)?;
        let mut layouts = match &args.layout {
            LayoutSource::None => None,
            source => Some(Layouts::of(source.for_set(&set))?),
        };
        let mut tally = SetTally { set, ..SetTally::default() };
        for case in datasets::cases(directory)? {
            if let Some(listing) = case.listing()? {
                let findings = tally.ask(&case, &recipe, layouts.as_mut())?;
                tally.add(&listing, &findings);
            }
        }
        sets.push(tally);
    }
    let curves: Vec<(String, Calibration)> =
        sets.iter().map(|tally| (tally.set.clone(), tally.calibration.clone())).collect();
    print(&curves, out)?;
    writeln!(out, "\npages without a table")?;
    for tally in &sets {
        let Calibration { n_lists_without: lists, n_nothing_without: nothing, .. } = tally.calibration;
        let set = &tally.set;
        writeln!(out, "  {set:<12} {lists:>5} that list something, {nothing:>5} that list nothing")?;
    }
    if args.layout != LayoutSource::None {
        writeln!(out, "\nunsure without a layout")?;
        for SetTally { set, n_laid_out, n_not_laid_out, .. } in &sets {
            writeln!(out, "  {set:<12} {n_laid_out:>5} laid out, {n_not_laid_out:>5} could not be")?;
        }
    }
    Ok(Verdict::Passed)
}

impl SetTally {
    /// As a reader with a renderer on demand does it: first without a layout, and with one where that is unsure.
    fn ask(&mut self, case: &PageCase, recipe: &Recipe, layouts: Option<&mut Layouts>) -> anyhow::Result<Findings> {
        let recipes = std::slice::from_ref(recipe);
        let findings = tamis::ask(&case.page()?, recipes)?;
        let Some(layouts) = layouts.filter(|_| findings.wants_layout()) else { return Ok(findings) };
        if let Ok(page) = layouts.page(case) {
            self.n_laid_out += 1;
            return Ok(tamis::ask(&Page::rendered(page), recipes)?);
        }
        self.n_not_laid_out += 1;
        Ok(findings)
    }

    fn add(&mut self, listing: &Listing, findings: &Findings) {
        let table = findings.tables().and_then(|tables| tables.answer.first());
        match (listing, table) {
            (Listing::Nothing, None) => self.calibration.n_nothing_without += 1,
            (Listing::Records(_), None) => self.calibration.n_lists_without += 1,
            (Listing::Nothing, Some(table)) => self.calibration.add(table.confidence, Outcome::ListsNothing),
            (Listing::Records(truth), Some(table)) => {
                let rows = predictions::table_rows(findings.page().document(), table);
                let is_right = score(truth, &rows).n_right == 1;
                self.calibration.add(table.confidence, if is_right { Outcome::Right } else { Outcome::Wrong });
            }
        }
    }
}

/// Prints the curve of all sets together, and the figures of each.
pub(super) fn print(sets: &[(String, Calibration)], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut all = Calibration::default();
    for (_, calibration) in sets {
        all.extend(calibration);
    }
    writeln!(out, "confidence     pages   right   pages with a list   right")?;
    for (from, to, tally) in all.curve() {
        writeln!(out, "{from:.2} to {to:.2} {}", columns(tally))?;
    }
    writeln!(out, "above 0.90   {}", columns(all.above(0.9)))?;
    writeln!(out, "below 0.50   {}", columns(all.below(0.5)))?;
    writeln!(out, "\npages with a list: right above 0.9 and below 0.5")?;
    for (set, calibration) in sets {
        let (above, below) = (calibration.above(0.9), calibration.below(0.5));
        if above.n_lists + below.n_lists > 0 {
            let figures = |tally: Tally| format!("{:.3} of {:>4}", tally.right_of_lists(), tally.n_lists);
            writeln!(out, "  {set:<12} {}   {}", figures(above), figures(below))?;
        }
    }
    writeln!(out, "\npages that list nothing, with a table of a confidence above 0.5")?;
    for (set, calibration) in sets {
        let (n, n_above) = (calibration.n_nothing(), calibration.above(0.5).n_nothing());
        if n > 0 {
            writeln!(out, "  {set:<12} {n_above:>5} of {n:>4}, {:.3}", share(n_above, n))?;
        }
    }
    Ok(())
}

fn columns(tally: Tally) -> String {
    let (right, right_of_lists) = (tally.right(), tally.right_of_lists());
    format!("{:>7} {right:>7.3} {:>19} {right_of_lists:>7.3}", tally.n_pages, tally.n_lists)
}
