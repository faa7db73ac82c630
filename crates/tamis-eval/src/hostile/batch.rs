//! What hostile pages cost the others in one run.

use super::process::{Cost, End, ProcessLimits, measure};
use super::traps::Trap;
use anyhow::{Context as _, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A run over many pages, without hostile ones and with.
#[derive(Clone, Debug)]
pub struct BatchTrial {
    /// The program.
    pub program: PathBuf,
    /// Where the folder for pages and rows is made, which is removed afterwards. What is there already stays.
    pub folder: PathBuf,
    /// Pages that are well; they come again and again until there are enough.
    pub good: Vec<PathBuf>,
    /// Pages that are not.
    pub traps: Vec<Trap>,
    /// Times the size of each trap.
    pub scale: f64,
    /// How many pages the mixed run has.
    pub n_pages: usize,
    /// How many of a hundred are hostile.
    pub percent_hostile: usize,
    /// What is asked.
    pub command: Vec<String>,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchResult {
    /// Pages that are well.
    pub n_good: usize,
    /// Pages that are not.
    pub n_hostile: usize,
    /// Rows of hostile pages: each has one, whatever became of it.
    pub n_hostile_rows: usize,
    /// Good pages whose row is missing or another one beside hostile pages, by name.
    pub lost: Vec<String>,
    /// The run without hostile pages.
    pub alone: Cost,
    /// The run with them.
    pub mixed: Cost,
}

/// How much longer the run may take with hostile pages in it.
const MOST_TIME: f64 = 1.5;

impl BatchResult {
    /// Whether no page was lost and the run was not much longer.
    pub fn is_well(&self) -> bool {
        let has_ended = |cost: &Cost| matches!(cost.end, End::Code(0 | 2 | 4));
        self.lost.is_empty()
            && self.n_hostile_rows == self.n_hostile
            && has_ended(&self.alone)
            && has_ended(&self.mixed)
            && self.times_longer() <= MOST_TIME
    }

    fn times_longer(&self) -> f64 {
        self.mixed.wall / self.alone.wall.max(1e-9)
    }
}

impl fmt::Display for BatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cost = |cost: &Cost| {
            format!(
                "{:?}, {:.1} s, {:.1} s of processor time, {} MB of memory",
                cost.end,
                cost.wall,
                cost.processor,
                cost.peak / 1_000_000
            )
        };
        writeln!(f, "{} pages alone: {}", self.n_good, cost(&self.alone))?;
        writeln!(f, "with {} hostile pages: {}", self.n_hostile, cost(&self.mixed))?;
        writeln!(f, "{:.2} times as long; at most {MOST_TIME} is well", self.times_longer())?;
        writeln!(f, "{} of {} hostile pages have their row", self.n_hostile_rows, self.n_hostile)?;
        write!(f, "{} good pages lost or changed", self.lost.len())?;
        self.lost.iter().take(10).try_for_each(|name| write!(f, "\n  {name}"))
    }
}

/// Runs both.
///
/// # Errors
/// If the folder cannot be written to, the program cannot be started or writes no rows.
pub fn try_batch(trial: &BatchTrial) -> anyhow::Result<BatchResult> {
    if trial.good.is_empty() || trial.traps.is_empty() {
        bail!("there are no pages to run");
    }
    let made = OwnFolder::below(&trial.folder);
    let made = made.with_context(|| format!("cannot make a folder in {}", trial.folder.display()))?;
    let folder = made.0.as_path();
    let pages = folder.join("pages");
    fs::create_dir_all(&pages).with_context(|| format!("cannot make {}", pages.display()))?;
    let n_hostile = trial.n_pages * trial.percent_hostile / 100;
    let n_good = trial.n_pages - n_hostile;
    for at in 0..n_good {
        let from = &trial.good[at % trial.good.len()];
        let to = pages.join(format!("{:06}-good.html", place(at, n_good)));
        fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    let alone = run(trial, folder, "alone.jsonl")?;
    let before = rows(&folder.join("alone.jsonl"))?;
    for at in 0..n_hostile {
        let trap = &trial.traps[at % trial.traps.len()];
        let n = ((trap.n as f64 * trial.scale) as usize).max(1);
        let made = trap.make(n);
        let to = pages.join(format!("{:06}-hostile.html", place(at, n_hostile)));
        fs::write(&to, &made.page).with_context(|| format!("cannot write {}", to.display()))?;
    }
    let mixed = run(trial, folder, "mixed.jsonl")?;
    let after = rows(&folder.join("mixed.jsonl"))?;
    let lost = before.iter().filter(|(name, row)| after.get(*name) != Some(*row)).map(|(name, _)| name.clone());
    let result = BatchResult {
        n_good,
        n_hostile,
        n_hostile_rows: after.keys().filter(|name| name.contains("-hostile")).count(),
        lost: lost.collect(),
        alone,
        mixed,
    };
    if before.len() != n_good {
        bail!("{} of {n_good} good pages have a row even alone", before.len());
    }
    Ok(result)
}

/// A folder that nobody else has, and that goes at the end.
struct OwnFolder(PathBuf);

impl OwnFolder {
    fn below(folder: &Path) -> io::Result<OwnFolder> {
        fs::create_dir_all(folder)?;
        let mut number = 0;
        loop {
            let own = folder.join(format!("batch-{}-{number}", std::process::id()));
            match fs::create_dir(&own) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                made => return made.map(|()| OwnFolder(own)),
            }
        }
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Spreads so many pages over the order of names.
fn place(at: usize, of: usize) -> usize {
    at * 1_000_000 / of.max(1)
}

fn run(trial: &BatchTrial, folder: &Path, rows: &str) -> anyhow::Result<Cost> {
    let limits = ProcessLimits { time: Duration::from_hours(6), memory: 12_000_000_000 };
    let mut command = Command::new(fs::canonicalize(&trial.program).unwrap_or_else(|_| trial.program.clone()));
    command.current_dir(folder).args(&trial.command).args(["pages", "-o", rows, "--progress", "none"]);
    measure(&mut command, &folder.join("stdout"), &limits).context("cannot run the program")
}

/// Rows by the name of their page.
fn rows(path: &Path) -> anyhow::Result<BTreeMap<String, Value>> {
    let text = fs::read_to_string(path).with_context(|| format!("no rows were written to {}", path.display()))?;
    let mut rows = BTreeMap::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).context("a row is no JSON")?;
        let name = row["source"].as_str().context("a row does not name its page")?.to_owned();
        rows.insert(name, row);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::TRAPS;

    #[test]
    fn what_was_in_the_folder_stays_and_nothing_is_left_behind() {
        let work = tempfile::tempdir().expect("a folder");
        for kept in ["notes.txt", "page.html"] {
            fs::write(work.path().join(kept), "<p>mine").expect("a file");
        }
        let trial = BatchTrial {
            program: "a-program-that-is-not-there".into(),
            folder: work.path().to_owned(),
            good: vec![work.path().join("page.html")],
            traps: TRAPS.iter().flat_map(|table| table.iter()).take(1).copied().collect(),
            scale: 0.001,
            n_pages: 3,
            percent_hostile: 40,
            command: Vec::new(),
        };
        let error = try_batch(&trial).expect_err("there is no such program");
        assert_eq!(error.to_string(), "cannot run the program");
        let mut left: Vec<_> =
            fs::read_dir(work.path()).expect("a folder").flatten().map(|it| it.file_name()).collect();
        left.sort();
        assert_eq!(left, ["notes.txt", "page.html"]);
    }
}
