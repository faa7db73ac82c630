//! The directory of the suite: which file holds what.

use super::ours::{self, OurParsers};
use super::{Kind, Report, Skipped, encoding, tokenizer, tree_construction};
use anyhow::{Context as _, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs every case below `directory`, which holds `tree-construction`, `tokenizer` or `encoding`.
///
/// # Errors
/// If the directory cannot be read or holds none of the three.
pub fn run(directory: &Path) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut parsers = OurParsers::default();
    for file in files(directory)? {
        let name = file.strip_prefix(directory).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let mut parts = name.rsplit('/');
        let (base, folder) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let kind = name.split('/').next().unwrap_or_default();
        let extension = base.rsplit_once('.').map_or("", |(_, extension)| extension);
        let mut skip = |reason| report.skipped.push(Skipped { file: name.clone(), reason });
        match (kind, folder, extension) {
            ("tree-construction" | "encoding", "scripted", "dat") => skip("its pages change themselves by script"),
            ("tree-construction", _, "dat") => {
                let cases = tree_construction::read_cases(&read_text(&file)?);
                report
                    .outcomes
                    .extend(tree_construction::run(&name, &cases, |case, scripting| parsers.dump(case, scripting)));
            }
            ("tokenizer", _, "test") if base == "xmlViolation.test" => skip("it asks for the repairs of an XML tree"),
            ("tokenizer", _, "test") => {
                let cases = tokenizer::read_cases(&read_text(&file)?).with_context(|| name.clone())?;
                report.outcomes.extend(tokenizer::run(&name, &cases, ours::tokenize));
            }
            ("encoding", "encoding", "dat") => {
                let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
                report.outcomes.extend(encoding::run(&name, &bytes));
            }
            _ => {}
        }
    }
    if Kind::ALL.iter().all(|&kind| report.count(kind).1 == 0) {
        bail!("no cases found below {}", directory.display());
    }
    Ok(report)
}

fn read_text(file: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", file.display()))
}

/// All files below a directory, in the order of their names.
fn files(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(directory) = pending.pop() {
        let entries = fs::read_dir(&directory).with_context(|| format!("reading {}", directory.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("reading {}", directory.display()))?;
            let path = entry.path();
            if path.is_dir() { pending.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}
