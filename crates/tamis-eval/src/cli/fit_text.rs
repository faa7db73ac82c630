//! `tamis-eval fit-text`

use super::Verdict;
use crate::fit_text::{
    Columns, Figures, TrainOptions, figures, out_of_fold, read_pages, train, written, written_words,
};
use anyhow::{Context as _, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Fits the weights of the default method for main text.
#[derive(Args, Debug)]
pub struct FitTextArgs {
    /// The data sets
    #[arg(long, value_name = "DIR", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Into how many parts the sites are divided; each is scored by weights that were fitted on the others
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..))]
    folds: u8,
    /// What large weights cost
    #[arg(long, value_name = "NUMBER", default_value_t = TrainOptions::default().penalty)]
    penalty: f32,
    /// Write the weights into this source file of the method
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Write the words of class names and their weights into this source file
    #[arg(long, value_name = "FILE", requires = "write")]
    write_words: Option<PathBuf>,
}

pub(super) fn run(args: &FitTextArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut pages = Vec::new();
    for directory in &args.data {
        pages.extend(read_pages(directory)?);
    }
    if pages.iter().all(|page| page.blocks.is_empty()) {
        bail!("no page has a block and a truth to fit to");
    }
    let columns = Columns::of(&pages);
    let options = TrainOptions { penalty: args.penalty, ..TrainOptions::default() };
    let all: Vec<usize> = (0..pages.len()).collect();
    let fitted = train(&pages, &columns, &all, options);
    let chances: Vec<Vec<f32>> = columns.rows.iter().map(|rows| fitted.probabilities(rows)).collect();
    print("sites not seen", &figures(&pages, &out_of_fold(&pages, &columns, usize::from(args.folds), options)), out)?;
    print("fitted on all", &figures(&pages, &chances), out)?;
    writeln!(out, "{} columns, {} of them words", columns.len(), columns.words.len())?;
    let sources = [(&args.write, written(&columns, &fitted)), (&args.write_words, written_words(&columns, &fitted))];
    for (file, source) in sources {
        let Some(file) = file else { continue };
        fs::write(file, source).with_context(|| format!("writing {}", file.display()))?;
        writeln!(out, "wrote {}", file.display())?;
    }
    Ok(Verdict::Passed)
}

fn print(title: &str, figures: &Figures, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{title}")?;
    for (set, score) in figures {
        let (f1, snippets) = (score.f1, score.snippets.f1());
        writeln!(out, "  {set:<12} words {f1:.4}  snippets {snippets:.4}")?;
        for (name, (n_pages, f1)) in score.by_type.iter().filter(|_| score.by_type.len() > 1) {
            writeln!(out, "    {name:<14} {f1:.4}  {n_pages} pages")?;
        }
    }
    Ok(())
}
