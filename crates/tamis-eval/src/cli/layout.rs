//! `tamis-eval layout`

use super::Verdict;
use crate::datasets::{self, LayoutSource, Layouts};
use crate::layout_agreement::{Agreement, Cost, compare, measure};
use crate::metrics::share;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Compares a renderer with another one.
#[derive(Args, Debug)]
pub struct LayoutArgs {
    /// The data sets
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Who is judged: embedded, chromium, firefox, or a directory of stored pages
    #[arg(long, value_name = "WHO", default_value = "embedded")]
    layout: LayoutSource,
    /// Whom it is compared with; rectangles of firefox come with some data sets
    #[arg(long, value_name = "WHO", default_value = "chromium")]
    against: LayoutSource,
    /// Print a line for each page
    #[arg(long)]
    pages: bool,
}

/// A page that takes longer is counted: a user would wonder.
const LONG: Duration = Duration::from_secs(2);

/// The figures of a data set.
#[derive(Default)]
struct Tally {
    agreement: Agreement,
    n_compared: usize,
    n_same_largest: usize,
    n_same_innermost: usize,
    judged: Bill,
    other: Bill,
}

/// What one of the two renderers cost.
#[derive(Default)]
struct Bill {
    costs: Vec<Cost>,
    n_failed: usize,
}

pub(super) fn run(args: &LayoutArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut judged = Layouts::of(args.layout.clone())?;
    let mut other = Layouts::of(args.against.clone())?;
    let mut n_failed = 0;
    for directory in &args.data {
        let mut tally = Tally::default();
        for case in datasets::cases(directory)? {
            let ours = tally.judged.pay(out, || judged.page(&case))?;
            let theirs = tally.other.pay(out, || other.page(&case))?;
            let (Some(ours), Some(theirs)) = (ours, theirs) else { continue };
            let agreement = compare(&ours, &theirs);
            if args.pages {
                let word = |is_same: bool| if is_same { "same" } else { "OTHER" };
                let (largest, innermost) = (word(agreement.same_largest), word(agreement.same_innermost));
                let sizes = share(agreement.n_same_size, agreement.n_boxes);
                writeln!(out, "largest {largest:<6} innermost {innermost:<6} sizes {sizes:.2} {}", case.id)?;
            }
            tally.add(&agreement);
        }
        n_failed += tally.judged.n_failed;
        writeln!(out, "{}", directory.display())?;
        tally.print(out)?;
    }
    Ok(Verdict::passed_if(n_failed == 0))
}

impl Bill {
    /// Renders a page and notes what it cost; a failure is told and counted.
    fn pay<T>(&mut self, out: &mut dyn Write, render: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<Option<T>> {
        let (page, cost) = measure(render);
        self.costs.push(cost);
        match page {
            Ok(page) => Ok(Some(page)),
            Err(error) => {
                self.n_failed += 1;
                writeln!(out, "failed: {error:#}")?;
                Ok(None)
            }
        }
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
        let milliseconds = |time: fn(&Cost) -> Duration| {
            let mut times: Vec<Duration> = self.costs.iter().map(time).collect();
            times.sort_unstable();
            let at = |share: f64| times.get((times.len() as f64 * share) as usize).map_or(0.0, Duration::as_secs_f64);
            [at(0.5), at(0.95), at(0.999_999)].map(|seconds| seconds * 1e3)
        };
        let [cpu, cpu_95, cpu_most] = milliseconds(|cost| cost.cpu);
        let [wall, wall_95, wall_most] = milliseconds(|cost| cost.wall);
        let peak = self.costs.iter().filter_map(|cost| cost.peak_bytes).max().unwrap_or(0) >> 20;
        let n_long = self.costs.iter().filter(|cost| cost.wall > LONG).count();
        writeln!(
            out,
            "  {name}: {} pages, {} failed, {n_long} above {} s",
            self.costs.len(),
            self.n_failed,
            LONG.as_secs()
        )?;
        writeln!(
            out,
            "    CPU of this process  median {cpu:>7.1}  95 % {cpu_95:>7.1}  most {cpu_most:>8.1} ms, peak {peak} MB"
        )?;
        writeln!(out, "    wall                 median {wall:>7.1}  95 % {wall_95:>7.1}  most {wall_most:>8.1} ms")?;
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, page: &Agreement) {
        self.agreement.add(page);
        self.n_compared += 1;
        self.n_same_largest += usize::from(page.same_largest);
        self.n_same_innermost += usize::from(page.same_innermost);
    }

    fn print(&mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.judged.print("judged", out)?;
        self.other.print("other", out)?;
        let Agreement { n_elements, n_pairs, n_boxes, n_styles, .. } = self.agreement;
        let agreement = &mut self.agreement;
        let percent = |part: usize, whole: usize| 100.0 * share(part, whole);
        let of = |n_same: usize, n: usize| format!("{n_same:>5} of {n:<6} {:5.1} %", percent(n_same, n));
        let n_pages = self.n_compared;
        writeln!(out, "  DERIN's choice (innermost)  {}", of(self.n_same_innermost, n_pages))?;
        writeln!(out, "  largest candidate           {}", of(self.n_same_largest, n_pages))?;
        let (n_both, n_either) = (agreement.n_large_enough_on_both, agreement.n_large_enough);
        writeln!(out, "  pass the size filters       {}", of(n_both, n_either))?;
        writeln!(out, "  elements paired             {:5.1} %", percent(n_pairs, n_elements))?;
        writeln!(out, "  box or no box               {:5.1} %", percent(agreement.n_same_state, n_pairs))?;
        writeln!(out, "  size within 90 %            {:5.1} %", percent(agreement.n_same_size, n_boxes))?;
        writeln!(out, "  place within 90 %           {:5.1} %", percent(agreement.n_same_place, n_boxes))?;
        agreement.area_errors.sort_by(f64::total_cmp);
        let error = |share: f64| {
            let at = (agreement.area_errors.len() as f64 * share) as usize;
            100.0 * agreement.area_errors.get(at).copied().unwrap_or(0.0)
        };
        writeln!(out, "  error of the area           median {:.2} %, 90 % of boxes {:.1} %", error(0.5), error(0.9))?;
        for (property, &n_same) in &agreement.same_style {
            writeln!(out, "  same {property:<22} {:5.1} %", percent(n_same, n_styles))?;
        }
        Ok(())
    }
}
