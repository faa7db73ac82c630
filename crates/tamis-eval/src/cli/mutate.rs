//! `tamis-eval mutate`

use super::Verdict;
use crate::hostile::{Fault, MutateOptions, MutateReport, Sources, TRAPS, mutate, replay};
use anyhow::Context as _;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Spoils pages at random and asks everything of them.
#[derive(Args, Debug)]
pub struct MutateArgs {
    /// A folder with pages to spoil, also below it; may be given more than once. Pages of our own making are always there
    #[arg(long, value_name = "DIR")]
    data: Vec<PathBuf>,
    /// How many pages to make
    #[arg(short, long, value_name = "N", default_value_t = 100_000)]
    n: u64,
    /// The first seed; each page has its own
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    start: u64,
    /// The largest page, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 3000)]
    max_bytes: usize,
    /// How many threads to use
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Stop after this many different faults
    #[arg(long, value_name = "N", default_value_t = 20)]
    max_faults: usize,
    /// Where to keep pages at fault: as they were, and as small as they get
    #[arg(long, value_name = "DIR", default_value = "target/faults")]
    save: PathBuf,
    /// Ask only this page again, as it is; may be given more than once
    #[arg(long, value_name = "FILE")]
    replay: Vec<PathBuf>,
}

/// How often a long run says how far it is.
const PAGES_A_LINE: u64 = 50_000;
/// Of one folder at most so many pages are taken, spread over all of it.
const MAX_PAGES: usize = 2000;
/// The size at which pages of our own making are small enough to be spoilt.
const SIZE_OF_TRAPS: usize = 12;

pub(super) fn run(args: &MutateArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    if !args.replay.is_empty() {
        return again(&args.replay, out);
    }
    let mut pages: Vec<Vec<u8>> =
        TRAPS.iter().flat_map(|group| group.iter()).map(|trap| trap.make(SIZE_OF_TRAPS).page).collect();
    let n_own = pages.len();
    for folder in &args.data {
        let mut paths = Vec::new();
        find_pages(folder, &mut paths).with_context(|| format!("cannot read {}", folder.display()))?;
        paths.sort();
        let every = paths.len().div_ceil(MAX_PAGES).max(1);
        for path in paths.iter().step_by(every) {
            pages.push(fs::read(path).with_context(|| format!("cannot read {}", path.display()))?);
        }
    }
    writeln!(
        out,
        "{} pages from {}, {n_own} pages of our own making and {} given ones",
        args.n,
        args.start,
        pages.len() - n_own
    )?;
    out.flush()?;
    let sources = Sources::new(pages);
    let end = args.start.saturating_add(args.n);
    let mut report = MutateReport::default();
    let mut start = args.start;
    while start < end && report.faults.len() < args.max_faults {
        let next = start.saturating_add(PAGES_A_LINE).min(end);
        let max_faults = args.max_faults - report.faults.len();
        let options = MutateOptions { seeds: start..next, max_bytes: args.max_bytes, jobs: args.jobs, max_faults };
        report.add(mutate(&sources, &options));
        if next < end {
            let faults = report.faults.len();
            writeln!(out, "{} pages, {faults} faults so far, {:.0} pages a second", report.n_pages, report.rate())?;
            out.flush()?;
        }
        start = next;
    }
    writeln!(
        out,
        "{} pages, {:.1} MB, {} refused, {:.0} s, {:.0} pages a second on {} threads",
        report.n_pages,
        report.n_bytes as f64 / 1e6,
        report.n_refused,
        report.time.as_secs_f64(),
        report.rate(),
        args.jobs
    )?;
    if let Some((seed, n_bytes, time)) = report.slowest {
        writeln!(out, "slowest: seed {seed}, {n_bytes} bytes, {:.0} ms", time.as_secs_f64() * 1e3)?;
    }
    for fault in &report.faults {
        let name = fault.seed.unwrap_or_default().to_string();
        let whole = keep(&args.save, &format!("{name}.html"), &fault.page)?;
        keep(&args.save, &format!("{name}-small.html"), &fault.smallest)?;
        tell(fault, out)?;
        writeln!(out, "  again: tamis-eval mutate --replay {}", whole.display())?;
    }
    writeln!(out, "{} faults", report.faults.len())?;
    Ok(Verdict::passed_if(report.faults.is_empty()))
}

fn again(paths: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let mut n_faults = 0;
    for path in paths {
        let page = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        match replay(&page) {
            None => writeln!(out, "{}: no fault", path.display())?,
            Some(fault) => {
                n_faults += 1;
                tell(&fault, out)?;
            }
        }
    }
    Ok(Verdict::passed_if(n_faults == 0))
}

fn tell(fault: &Fault, out: &mut dyn Write) -> anyhow::Result<()> {
    let seed = fault.seed.map_or_else(String::new, |seed| format!(" seed {seed}"));
    writeln!(out, "FAULT{seed}: panic at {}", fault.panic)?;
    writeln!(out, "  {} bytes, of which {} do it:", fault.page.len(), fault.smallest.len())?;
    Ok(writeln!(out, "  {:?}", String::from_utf8_lossy(&fault.smallest))?)
}

fn keep(folder: &Path, name: &str, page: &[u8]) -> anyhow::Result<PathBuf> {
    let path = folder.join(name);
    let kept = fs::create_dir_all(folder).and_then(|()| fs::write(&path, page));
    kept.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// The files below a folder that are pages by their name.
pub(super) fn find_pages(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
                found.push(path);
            }
        }
    }
    Ok(())
}
