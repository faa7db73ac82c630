//! The figures of all contestants on one data set, as a table and as JSON.

use crate::metrics::content::{ContentScore, PageContent};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::Write;

/// A data set, and how everybody did on it.
#[derive(Clone, PartialEq, Debug)]
pub struct SetResults {
    /// The name of the data set.
    pub set: String,
    /// The number of its pages.
    pub n_pages: usize,
    /// Everybody who was asked for, ours first.
    pub results: Vec<Entry>,
}

/// A contestant, and its figures or why there are none.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What it did.
    pub outcome: Result<Figures, String>,
}

/// How a contestant did on a data set.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// Its version.
    pub version: String,
    /// Quality over all pages.
    pub total: ContentScore,
    /// Quality by page type.
    pub by_type: BTreeMap<String, ContentScore>,
    /// Processor time for all pages, in seconds.
    pub seconds: f64,
    /// Memory of its process at the most, in bytes.
    pub peak: Option<u64>,
    /// Pages that it could not read.
    pub n_failed: usize,
}

impl Figures {
    /// The figures of pages with their types.
    pub fn of(version: String, pages: &[(Option<String>, PageContent)]) -> Figures {
        let all: Vec<_> = pages.iter().map(|(page_type, page)| (page_type.as_deref(), *page)).collect();
        let mut by_type: BTreeMap<&str, Vec<(Option<&str>, PageContent)>> = BTreeMap::new();
        for &(page_type, page) in &all {
            by_type.entry(page_type.unwrap_or("")).or_default().push((page_type, page));
        }
        Figures {
            version,
            total: ContentScore::of(&all),
            by_type: by_type.into_iter().map(|(name, pages)| (name.to_owned(), ContentScore::of(&pages))).collect(),
            seconds: 0.0,
            peak: None,
            n_failed: 0,
        }
    }

    /// Pages a second on one core.
    pub fn pages_per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.total.n_pages as f64 / self.seconds } else { 0.0 }
    }

    /// The figure that the set is about: words where it has texts, else snippets.
    pub fn quality(&self) -> f64 {
        if self.total.n_text_pages > 0 { self.total.f1 } else { self.total.snippets.f1() }
    }
}

/// Writes the tables of a data set.
///
/// # Errors
/// If `out` cannot be written.
pub fn print(results: &SetResults, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{}: {} pages", results.set, results.n_pages)?;
    writeln!(
        out,
        "{:<18}{:<9} {:>8} {:>8} {:>8} {:>9} {:>8} {:>6}",
        "", "version", "words", "4-grams", "snippets", "pages/s", "MiB", "failed"
    )?;
    for Entry { name, outcome } in &results.results {
        match outcome {
            Ok(figures) => {
                let peak = figures.peak.map_or("–".to_owned(), |peak| (peak >> 20).to_string());
                let [words, shingles, snippets] = three(&figures.total);
                let (version, n_failed) = (&figures.version, figures.n_failed);
                let speed = figures.pages_per_second();
                writeln!(
                    out,
                    "{name:<18}{version:<9} {words:>8} {shingles:>8} {snippets:>8} {speed:>9.1} {peak:>8} {n_failed:>6}"
                )?;
            }
            Err(reason) => writeln!(out, "{name:<18}missing: {reason}")?,
        }
    }
    let types: Vec<&str> = results
        .results
        .iter()
        .find_map(|entry| entry.outcome.as_ref().ok())
        .map(|figures| figures.by_type.keys().map(String::as_str).collect())
        .unwrap_or_default();
    if types.len() > 1 {
        for (index, figure) in ["words", "4-grams", "snippets"].into_iter().enumerate() {
            print_by_type(results, &types, (index, figure), out)?;
        }
    }
    writeln!(out)?;
    Ok(())
}

fn print_by_type(
    results: &SetResults,
    types: &[&str],
    (index, figure): (usize, &str),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    write!(out, "\n{figure:<18}")?;
    for name in types {
        write!(out, " {:>13}", if name.is_empty() { "untyped" } else { name })?;
    }
    writeln!(out)?;
    for Entry { name, outcome } in &results.results {
        let Ok(figures) = outcome else { continue };
        write!(out, "{name:<18}")?;
        for page_type in types {
            let figure = figures.by_type.get(*page_type).map_or("–".to_owned(), |score| three(score)[index].clone());
            write!(out, " {figure:>13}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// F1 of words, of shingles of four and of snippets; a dash where the truth has none.
fn three(score: &ContentScore) -> [String; 3] {
    let spell = |is_there: bool, figure: f64| if is_there { format!("{figure:.4}") } else { "–".to_owned() };
    let has_text = score.n_text_pages > 0;
    let has_snippets = score.snippets.n_wanted + score.snippets.n_unwanted > 0;
    [spell(has_text, score.f1), spell(has_text, score.shingle_f1), spell(has_snippets, score.snippets.f1())]
}

/// Returns the referee's figures of each contestant as JSON, with its speed and its memory.
pub fn to_json(sets: &[SetResults]) -> Value {
    let set = |results: &SetResults| {
        let results_json: Vec<Value> = results.results.iter().map(entry).collect();
        json!({"set": results.set, "pages": results.n_pages, "contestants": results_json})
    };
    json!({"sets": sets.iter().map(set).collect::<Vec<_>>()})
}

fn entry(entry: &Entry) -> Value {
    let mut object = Map::new();
    object.insert("name".to_owned(), entry.name.into());
    match &entry.outcome {
        Err(reason) => {
            object.insert("missing".to_owned(), reason.as_str().into());
        }
        Ok(figures) => {
            object.insert("version".to_owned(), figures.version.as_str().into());
            object.extend(scores(&figures.total));
            object.insert("pages_per_second".to_owned(), json!(figures.pages_per_second()));
            object.insert("peak_bytes".to_owned(), json!(figures.peak));
            object.insert("failed".to_owned(), figures.n_failed.into());
            let by_type = figures.by_type.iter().map(|(name, score)| {
                let mut object = Map::from_iter([("pages".to_owned(), score.n_pages.into())]);
                object.extend(scores(score));
                (name.clone(), object.into())
            });
            object.insert("by_type".to_owned(), by_type.collect::<Map<_, _>>().into());
        }
    }
    object.into()
}

fn scores(score: &ContentScore) -> impl Iterator<Item = (String, Value)> {
    score.figures().into_iter().map(|(name, figure)| (name.to_owned(), json!(figure)))
}
