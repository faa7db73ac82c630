//! Parsing, features and methods over the pages of a folder.

use crate::candidates::{self, FEATURES, FLOOR, HTML5EVER, OURS, OURS_WHOLE, Page};
use crate::lexbor::Lexbor;
use crate::{Args, clock};
use anyhow::Context as _;
use std::fs;
use std::time::Duration;
use tamis_eval::datasets;
use tamis_page::Document;

/// The pages of all folders, decoded and parsed.
pub(crate) fn load(args: &Args) -> anyhow::Result<Vec<Page>> {
    let mut files = Vec::new();
    for directory in &args.data {
        files.extend(datasets::page_files(directory)?);
    }
    let n_wanted = args.pages.unwrap_or(files.len()).clamp(1, files.len());
    let chosen = (0..n_wanted).map(|i| &files[i * files.len() / n_wanted]);
    chosen
        .map(|path| {
            let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            let html = datasets::decode(bytes);
            Ok(Page { document: Document::parse(html.as_str()), html })
        })
        .collect()
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let pages = load(args)?;
    let n_bytes: usize = pages.iter().map(|page| page.html.len()).sum();
    let n_nodes: usize = pages.iter().map(|page| page.document.len()).sum();
    println!(
        "{} pages, {:.1} MB, {n_nodes} nodes, median of {} rounds",
        pages.len(),
        n_bytes as f64 / 1e6,
        args.rounds
    );

    let mut candidates = candidates::all();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); candidates.len()];
    let mut lexbor = args.lexbor.as_deref().map(|python| Lexbor::start(python, &pages)).transpose()?;
    let mut lexbor_times = Vec::new();
    // The first round warms caches and grows arenas; it does not count.
    for round in 0..=args.rounds {
        for (candidate, times) in candidates.iter_mut().zip(&mut times) {
            let time = clock::time(|| pages.iter().for_each(|page| (candidate.run)(page)));
            if round > 0 {
                times.push(time);
            }
        }
        if let Some(lexbor) = &mut lexbor {
            let time = lexbor.round()?;
            if round > 0 {
                lexbor_times.push(time);
            }
        }
    }
    let medians: Vec<f64> = times.iter_mut().map(|times| clock::median(times).as_secs_f64()).collect();
    let of = |name: &str| {
        let found = candidates.iter().position(|candidate| candidate.name == name);
        medians[found.expect("invariant: the named candidates are in the list")]
    };
    println!("{:<30} {:>9} {:>9} {:>9} {:>14} {:>10}", "", "MB/s", "pages/s", "ns/node", "x html5ever", "x floor");
    for (candidate, &seconds) in candidates.iter().zip(&medians) {
        println!(
            "{:<30} {:>9.0} {:>9.0} {:>9.1} {:>14.2} {:>10.1}",
            candidate.name,
            n_bytes as f64 / 1e6 / seconds,
            pages.len() as f64 / seconds,
            1e9 * seconds / n_nodes as f64,
            of(HTML5EVER) / seconds,
            seconds / of(FLOOR),
        );
    }
    println!("{OURS} is {:.1} times as fast as {HTML5EVER}", of(HTML5EVER) / of(OURS));
    if !lexbor_times.is_empty() {
        let seconds = clock::median(&mut lexbor_times).as_secs_f64();
        println!(
            "lexbor reads {:.0} MB/s: {OURS} is {:.1} times as fast",
            n_bytes as f64 / 1e6 / seconds,
            seconds / of(OURS)
        );
    }
    println!("{OURS_WHOLE} is {:.1} times as fast as {HTML5EVER}", of(HTML5EVER) / of(OURS_WHOLE));
    println!("{FEATURES} takes {:.1} ns a node\n", 1e9 * of(FEATURES) / n_nodes as f64);
    Ok(())
}
