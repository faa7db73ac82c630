//! `tamis-eval fit`

use super::{Verdict, calibration};
use crate::datasets::LayoutSource;
use crate::fit::confidence::{self, Logistic};
use crate::fit::softmax::{self, SoftmaxOptions, Weights};
use crate::fit::weights_file::{self, Column, Fitted};
use crate::fit::{Candidate, CandidatePage, Matrix, SetFigures, figures, folds, read_pages, signs};
use crate::metrics::share;
use anyhow::{Context as _, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use tamis_extract::records::auto::Features;

/// Fits the weights of the default method for records.
#[derive(Args, Debug)]
pub struct FitArgs {
    /// The data sets
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Who lays the pages out: none, embedded, chromium, firefox, or a directory of stored pages, which may have a folder
    /// for each data set
    #[arg(long, value_name = "WHO", default_value = "none")]
    layout: LayoutSource,
    /// Into how many parts the sites are divided; each is scored by weights that were fitted on the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..))]
    folds: u8,
    /// How much a page of a data set counts when the weights are fitted, instead of what we chose; may be given several times
    #[arg(long = "weight", value_name = "SET=NUMBER", value_parser = set_weight)]
    weights: Vec<(String, f64)>,
    /// What large weights cost
    #[arg(long, value_name = "NUMBER", default_value_t = SoftmaxOptions::default().penalty)]
    penalty: f64,
    /// Write the weights into this table of the method, in the column for pages with or without a layout
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

pub(super) fn run(args: &FitArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut pages = Vec::new();
    for directory in &args.data {
        pages.extend(read_pages(directory, &args.layout)?);
    }
    for (set, weight) in &args.weights {
        let mut of_set = pages.iter_mut().filter(|page| page.set == *set).peekable();
        if of_set.peek().is_none() {
            bail!("no page is of the data set {set}");
        }
        of_set.for_each(|page| page.weight = *weight);
    }
    if pages.iter().all(|page| page.candidates.is_empty()) {
        bail!("no page has a candidate and a truth to fit to");
    }
    let matrix = Matrix::of(&pages);
    let folds = folds::folds(&pages, usize::from(args.folds));
    let (signs, options) = (signs(), SoftmaxOptions { penalty: args.penalty, ..SoftmaxOptions::default() });

    let out_of_fold = folds::scores_out_of_fold(&matrix, &pages, &folds, &signs, options);
    let fitted = softmax::fit(&matrix, &pages, |_| true, &signs, options);
    let on_all: Vec<Vec<f64>> = (0..pages.len()).map(|page| fitted.scores(&matrix, page)).collect();
    // Of two with one F1, the one that is right.
    let worth = |candidate: &Candidate| candidate.f1 + if candidate.is_right { 1e-6 } else { 0.0 };
    let f1 = |page: &CandidatePage| page.candidates.iter().map(worth).collect();
    let best: Vec<Vec<f64>> = pages.iter().map(f1).collect();
    print_figures([&best, &out_of_fold, &on_all].map(|scores| figures(&pages, scores)), out)?;
    print_weights(&fitted, out)?;

    let samples = confidence::samples(&pages, &out_of_fold, &confidence::feature_positions());
    writeln!(out, "\nconfidence on sites that neither weights nor confidence have seen")?;
    calibration::print(&confidence::out_of_fold(&pages, &samples, &folds), out)?;

    if let Some(file) = &args.write {
        let column = if args.layout == LayoutSource::None { Column::WithoutLayout } else { Column::WithLayout };
        let fitted = Fitted {
            weights: fitted.unscaled(&matrix),
            means: matrix.means.clone(),
            bias: fitted.bias,
            confidence: Logistic::fit(samples.iter()),
        };
        let source = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
        let updated = weights_file::update(&source, column, &fitted).with_context(|| file.display().to_string())?;
        fs::write(file, updated).with_context(|| format!("writing {}", file.display()))?;
        writeln!(out, "\nwrote {}; cargo fmt puts its lines in order", file.display())?;
    }
    Ok(Verdict::Passed)
}

fn set_weight(argument: &str) -> Result<(String, f64), String> {
    let (set, weight) = argument.split_once('=').ok_or("not SET=NUMBER")?;
    let weight = weight.parse::<f64>().ok().filter(|weight| weight.is_finite() && *weight >= 0.0);
    Ok((set.to_owned(), weight.ok_or("the weight is not a number from 0 on")?))
}

/// The figures of the best candidate, out of fold, and fitted on all pages.
fn print_figures([best, out_of_fold, on_all]: [Vec<SetFigures>; 3], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "                        best candidate   sites not seen   fitted on all")?;
    writeln!(out, "pages with a list        right      F1   right      F1   right      F1")?;
    let by_set = || best.iter().zip(&out_of_fold).zip(&on_all);
    for ((best, out_of_fold), on_all) in by_set().filter(|((best, _), _)| best.n_lists > 0) {
        write!(out, "  {:<12} {:>5}", best.set, best.n_lists)?;
        for figures in [best, out_of_fold, on_all] {
            write!(out, "    {:>6.3}  {:>6.3}", figures.right(), figures.f1())?;
        }
        writeln!(out)?;
    }
    writeln!(out, "pages that list nothing: share with a candidate above \"no list\"")?;
    for ((best, out_of_fold), on_all) in by_set().filter(|((best, _), _)| best.n_nothing > 0) {
        let above = |figures: &SetFigures| share(figures.n_above_no_list, figures.n_nothing);
        let (set, n) = (&best.set, best.n_nothing);
        writeln!(out, "  {set:<12} {n:>5} {:>27.3} {:>17.3}", above(out_of_fold), above(on_all))?;
    }
    Ok(())
}

/// The weights, the largest first, on the scale where every feature differs by 1.
fn print_weights(fitted: &Weights, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut weights: Vec<(&str, f64)> = Features::NAMES.iter().copied().zip(fitted.weights.iter().copied()).collect();
    weights.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
    let weights: Vec<String> = weights.iter().map(|(name, weight)| format!("{name} {weight:+.2}")).collect();
    writeln!(out, "\nweights: {}", weights.join("; "))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_of_a_set_is_a_name_and_a_number() {
        assert_eq!(set_weight("lamps=0.5"), Ok(("lamps".to_owned(), 0.5)));
        for wrong in ["lamps", "lamps=", "lamps=-1", "lamps=inf"] {
            assert!(set_weight(wrong).is_err(), "{wrong}");
        }
    }
}
