//! What `tamis-eval wrappers` prints of detail pages.

use super::{Figures, SiteScore};
use crate::datasets::PageCase;
use std::io::Write;
use std::time::Duration;

/// Figures over sites, printed as they come.
#[derive(Debug, Default)]
pub struct Report {
    n_sites: usize,
    all: Vec<[Figures; 3]>,
    best: Vec<Figures>,
    learning: Duration,
    applying: Duration,
    n_applied: usize,
    n_columns: usize,
}

/// What stands over the lines of the attributes.
pub const HEADING: &str =
    "site                   attribute           prec.  recall     F1    equal contains   best F1  column / best column";

impl Report {
    /// Prints the attributes of a site, with `dump` the wrapper and the values that are wrong too.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(
        &mut self,
        site: &str,
        cases: &[PageCase],
        score: &SiteScore,
        dump: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        self.n_sites += 1;
        self.learning += score.learning;
        self.applying += score.applying.0;
        self.n_applied += score.applying.1;
        self.n_columns += score.wrapper.columns.len();
        if dump {
            dump_wrapper(site, score, out)?;
        }
        for attribute in &score.attributes {
            let name =
                |column: Option<usize>| column.map_or("–", |column| score.wrapper.columns[column].name.as_str());
            let oracle = attribute.best.map(|(_, figures)| figures).unwrap_or_default();
            let [equal, value, contains] = &attribute.figures;
            writeln!(
                out,
                "{site:<22} {:<18} {:>6.3} {:>6.3} {:>6.3}   {:>6.3} {:>8.3}   {:>6.3}  {} / {}",
                attribute.name,
                value.precision(),
                value.recall(),
                value.f1(),
                equal.f1(),
                contains.f1(),
                oracle.f1(),
                name(attribute.column),
                name(attribute.best.map(|(column, _)| column)),
            )?;
            for (page, said) in attribute.wrong.iter().filter(|_| dump) {
                writeln!(out, "    {}: {said:?}", cases[*page].id)?;
            }
            self.all.push(attribute.figures);
            self.best.push(oracle);
        }
        Ok(())
    }

    /// Prints the means of all.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn finish(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let Report { all, best, .. } = self;
        let mean = |read: &dyn Fn(usize) -> f64| (0..all.len()).map(read).sum::<f64>() / all.len().max(1) as f64;
        writeln!(
            out,
            "{:<41} {:>6.4} {:>6.4} {:>6.4}   {:>6.4} {:>8.4}   {:>6.4}",
            format!("mean of {} attributes", all.len()),
            mean(&|place| all[place][1].precision()),
            mean(&|place| all[place][1].recall()),
            mean(&|place| all[place][1].f1()),
            mean(&|place| all[place][0].f1()),
            mean(&|place| all[place][2].f1()),
            mean(&|place| best[place].f1()),
        )?;
        let micros = self.applying.as_secs_f64() * 1e6 / self.n_applied.max(1) as f64;
        let millis = self.learning.as_secs_f64() * 1e3 / self.n_sites.max(1) as f64;
        let n_columns = self.n_columns / self.n_sites.max(1);
        writeln!(out, "{n_columns} columns a wrapper, {millis:.0} ms to learn, {micros:.0} µs a page to apply")?;
        Ok(())
    }
}

fn dump_wrapper(site: &str, score: &SiteScore, out: &mut dyn Write) -> anyhow::Result<()> {
    let wrapper = &score.wrapper;
    writeln!(out, "{site}: {} columns in {:?}", wrapper.columns.len(), wrapper.region)?;
    for column in &wrapper.columns {
        let xpath = column.selectors.xpath.as_deref().unwrap_or_default();
        let css = column.selectors.css.as_deref().unwrap_or("–");
        let example = column.learned.examples.first().map_or("", String::as_str);
        writeln!(out, "    {:<24} {xpath}   {css}   {example}", column.name)?;
    }
    Ok(())
}
