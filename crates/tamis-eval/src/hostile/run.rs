//! Every question on every trap, at one size and at four times that.

use super::bounds::{Bounds, Broken, Run};
use super::process::{Cost, ProcessLimits, measure};
use super::questions::Question;
use super::traps::{Made, Trap};
use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How traps are run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The program.
    pub program: PathBuf,
    /// A folder for pages and answers; what is made there is removed again.
    pub folder: PathBuf,
    /// Times the size of each trap.
    pub scale: f64,
    /// What ends a run from outside.
    pub limits: ProcessLimits,
    /// Seconds that the program gives a page.
    pub timeout: f64,
    /// What a run may cost.
    pub bounds: Bounds,
}

/// Two sizes of a trap, asked one question.
#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    /// At its size.
    pub one: Run,
    /// At four times that.
    pub four: Run,
    /// What the first broke.
    pub one_broken: Vec<Broken>,
    /// What the second broke; growth is here.
    pub four_broken: Vec<Broken>,
}

impl Pair {
    /// Whether all was well.
    pub fn is_within(&self) -> bool {
        self.one_broken.is_empty() && self.four_broken.is_empty()
    }
}

/// Asks questions of a trap; `each` hears every answer as soon as it is there.
///
/// # Errors
/// If the program cannot be started or the folder cannot be written to.
pub fn run_trap(
    trap: &Trap,
    questions: &[Question],
    options: &RunOptions,
    mut each: impl FnMut(Pair) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let n = ((trap.n as f64 * options.scale) as usize).max(1);
    let stored = [n, 4 * n].map(|n| Stored::write(trap, n, &options.folder));
    let [one, four] = stored;
    let (one, four) = (one?, four?);
    for question in questions.iter().filter(|question| question.looks_at_boxes || !trap.group.is_about_style()) {
        let (mut first, mut second) = (one.ask(question, options)?, four.ask(question, options)?);
        // A busy machine makes single measurements longer, never shorter.
        if options.bounds.grows(&first, &second) {
            let (again, second_again) = (one.ask(question, options)?, four.ask(question, options)?);
            first.cost.processor = first.cost.processor.min(again.cost.processor);
            second.cost.processor = second.cost.processor.min(second_again.cost.processor);
        }
        let one_broken = options.bounds.broken_by(&first);
        let mut four_broken = options.bounds.broken_by(&second);
        if options.bounds.grows(&first, &second) {
            four_broken.push(Broken::Growth);
        }
        each(Pair { one: first, four: second, one_broken, four_broken })?;
    }
    Ok(())
}

/// A trap in a folder of its own, which goes with it.
struct Stored<'t> {
    trap: &'t Trap,
    n: usize,
    folder: PathBuf,
    file_bytes: u64,
    page_bytes: u64,
}

impl<'t> Stored<'t> {
    fn write(trap: &'t Trap, n: usize, below: &Path) -> anyhow::Result<Stored<'t>> {
        let folder = below.join(format!("{}-{n}", trap.name));
        let made = trap.make(n);
        write_made(&made, &folder).with_context(|| format!("cannot write {}", folder.display()))?;
        Ok(Stored { trap, n, folder, file_bytes: made.page.len() as u64, page_bytes: inflated_size(&made.page) })
    }

    fn ask(&self, question: &Question, options: &RunOptions) -> anyhow::Result<Run> {
        let answer = self.folder.join("answer");
        let mut command = Command::new(&options.program);
        command.args(&question.arguments).arg(self.folder.join("page.html")).arg("-o").arg(&answer);
        command.args(["--progress", "none", "--timeout"]).arg(options.timeout.to_string());
        let cost = measure(&mut command, &self.folder.join("stdout"), &options.limits);
        let cost: Cost = cost.with_context(|| format!("cannot run {}", options.program.display()))?;
        let size = |path: &Path| fs::metadata(path).map_or(0, |metadata| metadata.len());
        let output = size(&answer) + size(&self.folder.join("stdout"));
        let _ = fs::remove_file(&answer);
        Ok(Run {
            trap: self.trap.name,
            question: question.name.clone(),
            n: self.n,
            file_bytes: self.file_bytes,
            page_bytes: self.page_bytes,
            output,
            cost,
        })
    }
}

impl Drop for Stored<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Writes a page and the files beside it.
///
/// # Errors
/// If they cannot be written.
pub fn write_made(made: &Made, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("page.html"), &made.page)?;
    made.files.iter().try_for_each(|(name, content)| fs::write(folder.join(name), content))
}

/// Bytes of a page without its compression, as far as anybody reads it.
fn inflated_size(page: &[u8]) -> u64 {
    const MOST: u64 = 64 << 20;
    if !page.starts_with(b"\x1f\x8b") {
        return page.len() as u64;
    }
    let inflated = io::copy(&mut MultiGzDecoder::new(page).take(MOST), &mut io::sink());
    inflated.unwrap_or(0).max(page.len() as u64)
}
