//! Instructions a byte, counted by valgrind: the same on a busy machine as on an idle one.
//!
//! This program runs itself under `callgrind`, once to parse all pages once and once to parse them twice; the
//! difference is what one pass costs once memory is warm, without start-up, reading and decoding.

use crate::candidates::{self, HTML5EVER, LOL_HTML, OURS, OURS_FRESH, OURS_WHOLE};
use crate::{Args, pages};
use anyhow::{Context as _, bail};
use std::process::Command;

const COUNTED: &[&str] = &[OURS, OURS_FRESH, OURS_WHOLE, LOL_HTML, HTML5EVER];

/// Runs one candidate over all pages a number of times.
pub(crate) fn run_one(args: &Args, name: &str, n_times: usize) -> anyhow::Result<()> {
    let pages = pages::load(args)?;
    let mut candidates = candidates::all();
    let candidate = candidates.iter_mut().find(|candidate| candidate.name == name).context("no such candidate")?;
    for _ in 0..n_times {
        for page in &pages {
            (candidate.run)(page);
        }
    }
    Ok(())
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions a byte: not counted, there is no valgrind on this machine\n");
        return Ok(());
    }
    let n_bytes: usize = pages::load(args)?.iter().map(|page| page.html.len()).sum();
    println!("instructions a byte over {:.1} MB", n_bytes as f64 / 1e6);
    for name in COUNTED {
        let one_pass = count(args, name, 2)? - count(args, name, 1)?;
        println!("{name:<30} {:>8.2}", one_pass as f64 / n_bytes as f64);
    }
    println!();
    Ok(())
}

fn count(args: &Args, name: &str, n_times: usize) -> anyhow::Result<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe()?);
    command.arg("--only").arg(name).arg(n_times.to_string());
    if let Some(n_pages) = args.pages {
        command.arg("--pages").arg(n_pages.to_string());
    }
    command.arg("--data").args(&args.data);
    let output = command.output().context("running valgrind")?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : ").map(|(_, count)| count.trim()));
    match collected.and_then(|count| count.parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => bail!("valgrind counted nothing:\n{report}"),
    }
}
