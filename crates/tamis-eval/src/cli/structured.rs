//! `tamis-eval structured`

use super::Verdict;
use crate::datasets;
use crate::structured::{Agreement, Extruct, VOCABULARIES, agreement, ours};
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Compares the structured data that we read with extruct's, on the pages of a data set.
#[derive(Args, Debug)]
pub struct StructuredArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// A Python that has extruct
    #[arg(long, value_name = "PYTHON")]
    python: PathBuf,
    /// Print what only one of the two says on each page, up to so many statements a vocabulary
    #[arg(long, value_name = "N", default_value_t = 0)]
    examples: usize,
}

/// The figures of one vocabulary.
#[derive(Clone, Copy, Default)]
struct Figures {
    n_pages: usize,
    n_equal: usize,
    /// Pages of which the other could read nothing, and we could.
    n_unread: usize,
    total: Agreement,
}

pub(super) fn run(args: &StructuredArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut extruct = Extruct::start(&args.python)?;
    let mut figures = [Figures::default(); VOCABULARIES.len()];
    let mut n_pages = 0;
    for case in datasets::cases(&args.data)? {
        let page = case.page_at_its_address()?;
        let (ours, theirs) = (ours(&page), extruct.read(&page)?);
        n_pages += 1;
        for (vocabulary, figures) in VOCABULARIES.iter().zip(&mut figures) {
            let (found, examples) = agreement(&ours[vocabulary], &theirs[vocabulary], args.examples);
            if theirs[vocabulary].is_null() {
                figures.n_unread += usize::from(found.n_ours > 0);
                continue;
            }
            if found.n_ours + found.n_theirs == 0 {
                continue;
            }
            figures.n_pages += 1;
            figures.n_equal += usize::from(found.is_full());
            figures.total.add(found);
            for example in examples {
                writeln!(out, "{} {vocabulary}: {example}", case.id)?;
            }
        }
    }
    if n_pages == 0 {
        bail!("{} has no pages", args.data.display());
    }
    let header = ["pages", "equal", "only ours can read", "our statements", "theirs", "common"];
    writeln!(out, "{:<12} {}", "", header.map(|name| format!("{name:>18}")).join(" "))?;
    for (vocabulary, Figures { n_pages, n_equal, n_unread, total }) in VOCABULARIES.iter().zip(figures) {
        let row = [n_pages, n_equal, n_unread, total.n_ours, total.n_theirs, total.n_common];
        writeln!(out, "{vocabulary:<12} {}", row.map(|number| format!("{number:>18}")).join(" "))?;
    }
    Ok(Verdict::Passed)
}
