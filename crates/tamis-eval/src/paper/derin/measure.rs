//! Runs contestants over the pages of a data set.

use super::contestants::Contestant;
use super::region::TruePlaces;
use crate::datasets::{Layouts, PageCase};
use crate::metrics::records::{RecordCounts, score};
use crate::metrics::{f1, share};
use crate::predictions::table_rows;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What was measured on some pages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Records and attributes.
    pub records: RecordCounts,
    /// Pages with an answer.
    pub n_answers: usize,
    /// Pages whose region is right.
    pub n_regions_right: usize,
    /// The overlaps of the regions, added up.
    pub overlap: f64,
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.records.add(&other.records);
        self.n_answers += other.n_answers;
        self.n_regions_right += other.n_regions_right;
        self.overlap += other.overlap;
    }

    /// Precision, recall and F1 of the main region: over pages with an answer, and over all pages.
    pub fn region(&self) -> [f64; 3] {
        let precision = share(self.n_regions_right, self.n_answers);
        let recall = share(self.n_regions_right, self.records.n_pages);
        [precision, recall, f1(precision, recall)]
    }

    /// Precision, recall and F1 of records.
    pub fn of_records(&self) -> [f64; 3] {
        [self.records.precision(), self.records.recall(), self.records.f1()]
    }

    /// Precision, recall and F1 of attributes.
    pub fn of_attributes(&self) -> [f64; 3] {
        self.records.attributes().map_or([0.0; 3], |(precision, recall, f1)| [precision, recall, f1])
    }
}

/// The figures of one contestant by the kind of site, in their order, and in all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DomainFigures {
    /// By the name of the kind.
    pub domains: BTreeMap<String, Figures>,
    /// Of all pages.
    pub total: Figures,
    /// How long it took a page, layout not included; sorted.
    pub times: Vec<Duration>,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measurement {
    /// In the order of the contestants.
    pub contestants: Vec<DomainFigures>,
    /// Why pages could not be laid out.
    pub failures: Vec<String>,
}

/// Measures contestants on all pages with known records. A page that cannot be laid out counts as one without an
/// answer.
///
/// # Errors
/// If a file of the data set cannot be read.
pub fn measure(cases: &[PageCase], layouts: &mut Layouts, contestants: &[Contestant]) -> anyhow::Result<Measurement> {
    let mut measured =
        Measurement { contestants: vec![DomainFigures::default(); contestants.len()], failures: Vec::new() };
    for case in cases {
        let Some(truth) = case.records()? else { continue };
        let page = layouts.page(case);
        if let Err(error) = &page {
            measured.failures.push(format!("{error:#}"));
        }
        let places = page.as_ref().ok().and_then(|page| TruePlaces::find(page.document(), &truth));
        for (contestant, figures) in contestants.iter().zip(&mut measured.contestants) {
            let mut of_page = Figures { records: score(&truth, &[]), ..Figures::default() };
            if let Ok(page) = &page {
                let start = Instant::now();
                let answer = contestant.answer(page);
                figures.times.push(start.elapsed());
                let rows = answer.table.as_ref().map(|table| table_rows(page.document(), table)).unwrap_or_default();
                of_page.records = score(&truth, &rows);
                let region = places.as_ref().map(|places| places.judge(page.document(), &answer)).unwrap_or_default();
                of_page.n_answers = usize::from(answer.table.is_some() || answer.mask.is_some());
                of_page.n_regions_right = usize::from(region.is_right);
                of_page.overlap = region.overlap;
            }
            let domain = case.category().unwrap_or("all pages").to_owned();
            figures.domains.entry(domain).or_default().add(&of_page);
            figures.total.add(&of_page);
        }
    }
    for figures in &mut measured.contestants {
        figures.times.sort_unstable();
    }
    Ok(measured)
}
