//! `tamis-eval traps`

use super::Verdict;
use super::mutate::find_pages;
use crate::hostile::batch::{BatchTrial, try_batch};
use crate::hostile::{
    Bounds, Broken, Pair, ProcessLimits, Question, Run, RunOptions, TRAPS, Trap, engines, questions, run_trap,
    write_made,
};
use anyhow::Context as _;
use clap::Args;
use regex::Regex;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;
use tamis::render::Engine;

/// Runs every method and renderer on pages that are out to break them, at one size and at four times that.
#[derive(Args, Debug)]
pub struct TrapsArgs {
    /// Only traps whose name or group matches this regular expression
    #[arg(long, value_name = "REGEX")]
    only: Option<Regex>,
    /// Only questions whose name matches this regular expression, `records|render` and the like
    #[arg(long, value_name = "REGEX")]
    methods: Option<Regex>,
    /// Times the size of each trap
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0)]
    scale: f64,
    /// The program to run [default: the tamis beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Ask the browser too
    #[arg(long)]
    chromium: bool,
    /// Seconds that the program may give a page
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    timeout: f64,
    /// Bytes of memory at which a run is ended
    #[arg(long, value_name = "BYTES", default_value_t = 6_000_000_000)]
    max_memory: u64,
    /// Write every run into this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Where pages and answers are while they are needed
    #[arg(long, value_name = "DIR", default_value = "target/traps")]
    work: PathBuf,
    /// Say which traps there are, and run none
    #[arg(long)]
    list: bool,
    /// Write the traps into this folder, and run none
    #[arg(long, value_name = "DIR")]
    make: Option<PathBuf>,
    /// Instead: a run over pages of this folder, without hostile ones and with
    #[arg(long, value_name = "DIR")]
    batch: Option<PathBuf>,
    /// With --batch: how many pages
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pages: usize,
    /// With --batch: how many of a hundred are hostile
    #[arg(long, value_name = "N", default_value_t = 5)]
    hostile: usize,
    /// With --batch: what the pages are asked
    #[arg(long, value_name = "COMMAND", default_value = "records")]
    ask: String,
}

/// The command, as it is built.
const TAMIS: &str = if cfg!(windows) { "tamis.exe" } else { "tamis" };

pub(super) fn run(args: &TrapsArgs, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let traps: Vec<&Trap> = TRAPS
        .iter()
        .flat_map(|table| table.iter())
        .filter(|trap| {
            args.only.as_ref().is_none_or(|only| only.is_match(trap.name) || only.is_match(trap.group.as_str()))
        })
        .collect();
    if args.list {
        for trap in &traps {
            writeln!(out, "{:10} {:32} {}", trap.group.as_str(), trap.name, trap.n)?;
        }
        return Ok(Verdict::Passed);
    }
    if let Some(folder) = &args.make {
        for trap in &traps {
            let n = ((trap.n as f64 * args.scale) as usize).max(1);
            write_made(&trap.make(n), &folder.join(trap.name))
                .with_context(|| format!("cannot write {}", folder.display()))?;
        }
        writeln!(out, "{} traps are in {}", traps.len(), folder.display())?;
        return Ok(Verdict::Passed);
    }
    let program = match &args.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("cannot tell which program this is")?.with_file_name(TAMIS),
    };
    fs::create_dir_all(&args.work).with_context(|| format!("cannot make {}", args.work.display()))?;
    if let Some(folder) = &args.batch {
        let mut good = Vec::new();
        find_pages(folder, &mut good).with_context(|| format!("cannot read {}", folder.display()))?;
        good.sort();
        let trial = BatchTrial {
            program,
            folder: args.work.clone(),
            good,
            traps: traps.into_iter().copied().collect(),
            scale: args.scale,
            n_pages: args.pages,
            percent_hostile: args.hostile,
            command: args.ask.split_whitespace().map(str::to_owned).collect(),
        };
        let result = try_batch(&trial)?;
        writeln!(out, "{result}")?;
        return Ok(Verdict::passed_if(result.is_well()));
    }
    ask_all(args, program, &traps, out)
}

fn ask_all(args: &TrapsArgs, program: PathBuf, traps: &[&Trap], out: &mut dyn Write) -> anyhow::Result<Verdict> {
    let wanted: &[Engine] = if args.chromium { &[Engine::Embedded, Engine::Chromium] } else { &[Engine::Embedded] };
    // What another program can start is for it to say.
    let engines = if args.program.is_some() { wanted.to_vec() } else { engines(wanted) };
    if engines.len() < wanted.len() {
        writeln!(out, "left out: {} of {} renderers cannot be started", wanted.len() - engines.len(), wanted.len())?;
    }
    let questions: Vec<Question> = questions(&engines)
        .into_iter()
        .filter(|question| args.methods.as_ref().is_none_or(|methods| methods.is_match(&question.name)))
        .collect();
    let options = RunOptions {
        program,
        folder: args.work.clone(),
        scale: args.scale,
        limits: ProcessLimits { time: Duration::from_secs_f64(args.timeout + 30.0), memory: args.max_memory },
        timeout: args.timeout,
        bounds: Bounds::default(),
    };
    let mut json = match &args.json {
        Some(path) => {
            Some(BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?))
        }
        None => None,
    };
    let mut totals = Totals::default();
    for trap in traps {
        run_trap(trap, &questions, &options, |pair| {
            if let Some(json) = &mut json {
                writeln!(json, "{}\n{}", pair.one.json(&pair.one_broken), pair.four.json(&pair.four_broken))?;
                json.flush()?;
            }
            tell(&pair, out)?;
            totals.add(&pair);
            Ok(())
        })?;
    }
    totals.tell(traps.len(), questions.len(), out)?;
    Ok(Verdict::passed_if(totals.broken.is_empty()))
}

/// What broke a bound is told at once: a long run should not have to end before somebody looks.
fn tell(pair: &Pair, out: &mut dyn Write) -> anyhow::Result<()> {
    for (run, broken) in [(&pair.one, &pair.one_broken), (&pair.four, &pair.four_broken)] {
        if broken.is_empty() {
            continue;
        }
        let broken: Vec<&str> = broken.iter().map(|bound| bound.as_str()).collect();
        writeln!(out, "BROKEN {} by `{}` on {}", broken.join(", "), run.question, in_short(run))?;
        if run.cost.processor > pair.one.cost.processor {
            writeln!(out, "    at a quarter of the size: {:.2} s", pair.one.cost.processor)?;
        }
        if let Some(line) = run.cost.said.lines().next() {
            writeln!(out, "    {}", line.chars().take(200).collect::<String>())?;
        }
    }
    Ok(out.flush()?)
}

fn in_short(run: &Run) -> String {
    let Run { trap, n, page_bytes, output, cost, .. } = run;
    format!(
        "{trap} n={n} ({:.2} MB): {:?}, {:.2} s, {} MB of memory, {:.1} MB written",
        *page_bytes as f64 / 1e6,
        cost.end,
        cost.processor,
        cost.peak / 1_000_000,
        *output as f64 / 1e6
    )
}

/// Sums for the end of the report.
#[derive(Default)]
struct Totals {
    n_runs: usize,
    n_out_of_steps: usize,
    processor: f64,
    broken: BTreeMap<Broken, usize>,
    slowest: Option<Run>,
    largest: Option<Run>,
}

impl Totals {
    fn add(&mut self, pair: &Pair) {
        for (run, broken) in [(&pair.one, &pair.one_broken), (&pair.four, &pair.four_broken)] {
            self.n_runs += 1;
            self.n_out_of_steps += usize::from(run.is_out_of_steps());
            self.processor += run.cost.processor;
            for &bound in broken {
                *self.broken.entry(bound).or_default() += 1;
            }
            if self.slowest.as_ref().is_none_or(|slowest| run.cost.processor > slowest.cost.processor) {
                self.slowest = Some(run.clone());
            }
            if self.largest.as_ref().is_none_or(|largest| run.cost.peak > largest.cost.peak) {
                self.largest = Some(run.clone());
            }
        }
    }

    fn tell(&self, n_traps: usize, n_questions: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(
            out,
            "{n_traps} traps, {n_questions} questions, {} runs, {:.0} s of processor time",
            self.n_runs, self.processor
        )?;
        if let (Some(slowest), Some(largest)) = (&self.slowest, &self.largest) {
            writeln!(out, "slowest: `{}` on {}", slowest.question, in_short(slowest))?;
            writeln!(out, "most memory: `{}` on {}", largest.question, in_short(largest))?;
        }
        if self.n_out_of_steps > 0 {
            writeln!(out, "out of steps, which is allowed: {} runs", self.n_out_of_steps)?;
        }
        if self.broken.is_empty() {
            writeln!(out, "no bound was broken")?;
        }
        for (bound, count) in &self.broken {
            writeln!(out, "broken: {} {count} times", bound.as_str())?;
        }
        Ok(())
    }
}
