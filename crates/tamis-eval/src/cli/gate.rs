//! `tamis-eval gate`

use super::Verdict;
use crate::datasets::LayoutSource;
use crate::gate;
use anyhow::Context as _;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Checks that no figure fell below its floor.
#[derive(Args, Debug)]
pub struct GateArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Who lays the pages out: embedded, chromium, none, or a directory of stored pages. Floors with a layout are checked
    /// with the same one only
    #[arg(long, value_name = "WHO", default_value = "none")]
    layout: LayoutSource,
    /// The file of floors
    #[arg(long, value_name = "FILE", default_value = "crates/tamis-eval/floors.json")]
    floors: PathBuf,
    /// Set the floors of this data set and layout to the present figures, if none sinks
    #[arg(long)]
    update: bool,
    /// With --update: let floors sink, for this reason
    #[arg(long, value_name = "REASON", requires = "update")]
    lower: Option<String>,
}

pub(super) fn run(args: &GateArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let text = fs::read_to_string(&args.floors).with_context(|| format!("reading {}", args.floors.display()))?;
    let floors = gate::read(&text).with_context(|| format!("reading {}", args.floors.display()))?;
    if args.update {
        let updated = gate::update(&args.data, &args.layout, &floors, args.lower.as_deref())?;
        fs::write(&args.floors, gate::write(&updated)).with_context(|| format!("writing {}", args.floors.display()))?;
        return Ok(Verdict::Passed);
    }
    let checked = gate::check(&args.data, &args.layout, &floors)?;
    for figure in &checked {
        let verdict = if figure.holds() { "ok" } else { "BELOW ITS FLOOR" };
        writeln!(out, "{:<40} {:.4}, floor {:.4}: {verdict}", figure.name, figure.figure, figure.floor)?;
    }
    Ok(Verdict::passed_if(checked.iter().all(gate::Checked::holds)))
}
