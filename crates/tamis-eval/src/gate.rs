//! Floors under the figures of accuracy: a change that costs accuracy fails, unless somebody says why.
//!
//! A floor belongs to a data set, named and hashed: on other pages a figure means nothing. Figures are compared as they
//! are printed, to four digits.

use crate::datasets::{self, PageCase};
use crate::metrics::content::{self, ContentScore};
use crate::metrics::metadata::{self, FIELDS, FieldCounts};
use crate::metrics::records::{self, RecordCounts};
use crate::predictions;
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tamis::{Method, Needs, Recipe, Task};

/// The floors of one method on one data set.
#[derive(Clone, PartialEq, Debug)]
pub struct Floor {
    /// The name of the data set.
    pub set: String,
    /// The hash of its pages and truths.
    pub hash: String,
    /// `records`, `clean` or `metadata`.
    pub task: String,
    /// The method.
    pub method: String,
    /// The least value of each figure.
    pub figures: BTreeMap<String, f64>,
    /// Why a floor was lowered last, if ever.
    pub reason: Option<String>,
}

/// A figure and its floor.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    /// Task, method and figure.
    pub name: String,
    /// The figure now.
    pub figure: f64,
    /// The least it may be.
    pub floor: f64,
}

impl Checked {
    /// Whether the figure stands on its floor or above.
    pub fn holds(&self) -> bool {
        rounded(self.figure) >= rounded(self.floor)
    }
}

/// Reads a file of floors.
///
/// # Errors
/// If it is not a list of floors.
pub fn read(text: &str) -> anyhow::Result<Vec<Floor>> {
    let list: Value = serde_json::from_str(text).context("not JSON")?;
    list.as_array().context("not a list")?.iter().map(read_floor).collect()
}

fn read_floor(floor: &Value) -> anyhow::Result<Floor> {
    let text = |name: &str| floor.get(name).and_then(Value::as_str).map(str::to_owned);
    let required = |name: &str| text(name).with_context(|| format!("a floor without {name}"));
    let figures = floor.get("figures").and_then(Value::as_object).context("a floor without figures")?;
    let figures = figures.iter().map(|(name, figure)| {
        let figure = figure.as_f64().with_context(|| format!("the figure {name} is not a number"))?;
        Ok((name.clone(), figure))
    });
    Ok(Floor {
        set: required("set")?,
        hash: required("hash")?,
        task: required("task")?,
        method: required("method")?,
        figures: figures.collect::<anyhow::Result<_>>()?,
        reason: text("reason"),
    })
}

/// Writes floors as [`read`] reads them.
pub fn write(floors: &[Floor]) -> String {
    let list = floors.iter().map(|floor| {
        let mut object = json!({
            "set": floor.set, "hash": floor.hash, "task": floor.task, "method": floor.method, "figures": floor.figures,
        });
        if let Some(reason) = &floor.reason {
            object["reason"] = reason.as_str().into();
        }
        object
    });
    format!("{:#}\n", Value::from(list.collect::<Vec<_>>()))
}

/// Checks every floor of the data set in `directory`.
///
/// # Errors
/// If the set has no floors, is not the set that they were measured on, or cannot be read.
pub fn check(directory: &Path, floors: &[Floor]) -> anyhow::Result<Vec<Checked>> {
    let set = datasets::set_name(directory)?;
    let cases = datasets::cases(directory)?;
    let hash = format!("{:016x}", datasets::corpus_hash(&cases)?);
    let mut checked = Vec::new();
    for floor in floors.iter().filter(|floor| floor.set == set) {
        if floor.hash != hash {
            bail!("the floors of {set} were measured on other pages ({} instead of {hash})", floor.hash);
        }
        let figures = measure(&cases, &floor.task, &floor.method)?;
        for (name, &least) in &floor.figures {
            let figure = *figures.get(name.as_str()).with_context(|| format!("there is no figure {name}"))?;
            let name = format!("{} {} {name}", floor.task, floor.method);
            checked.push(Checked { name, figure, floor: least });
        }
    }
    if checked.is_empty() {
        bail!("there are no floors for the data set {set}");
    }
    Ok(checked)
}

/// Floors at the present figures of the data set in `directory`, for the same tasks and methods as before, or for all if
/// there were none. Floors of other sets stay as they are.
///
/// # Errors
/// If a floor would sink and no reason is given, or the set cannot be read.
pub fn update(directory: &Path, floors: &[Floor], reason: Option<&str>) -> anyhow::Result<Vec<Floor>> {
    let set = datasets::set_name(directory)?;
    let cases = datasets::cases(directory)?;
    let hash = format!("{:016x}", datasets::corpus_hash(&cases)?);
    let mut updated: Vec<Floor> = floors.iter().filter(|floor| floor.set != set).cloned().collect();
    for (task, method) in tasks_and_methods(&cases)? {
        let before = floors.iter().find(|floor| (&*floor.set, &*floor.task, &*floor.method) == (&*set, task, method));
        let figures: BTreeMap<_, _> = measure(&cases, task, method)?
            .into_iter()
            .map(|(name, figure)| (name.to_owned(), rounded(figure)))
            .collect();
        let sinks = before.is_some_and(|before| {
            before.figures.iter().any(|(name, &floor)| figures.get(name).is_none_or(|&figure| figure < rounded(floor)))
        });
        if sinks && reason.is_none() {
            bail!("a floor of {task} {method} on {set} would sink: say why with --lower REASON");
        }
        let old_reason = before.and_then(|before| before.reason.clone());
        let reason = if sinks { reason.map(str::to_owned) } else { old_reason };
        let (set, hash, task, method) = (set.clone(), hash.clone(), task.to_owned(), method.to_owned());
        updated.push(Floor { set, hash, task, method, figures, reason });
    }
    updated.sort_by(|one, other| (&one.set, &one.task, &one.method).cmp(&(&other.set, &other.task, &other.method)));
    Ok(updated)
}

fn tasks_and_methods(cases: &[PageCase]) -> anyhow::Result<Vec<(&'static str, &'static str)>> {
    let mut found = Vec::new();
    for (name, task) in [("records", Task::Records), ("clean", Task::Text)] {
        let mut has_truth = false;
        for case in cases {
            has_truth |= match task {
                Task::Records => case.records()?.is_some(),
                _ => case.content()?.is_some(),
            };
        }
        if has_truth {
            // Pages of a data set come without layouts.
            let methods = tamis::methods::for_task(task).filter(|method| method.needs() != Needs::RenderedPage);
            found.extend(methods.map(Method::name).map(|method| (name, method)));
        }
    }
    if cases.iter().any(|case| case.metadata().is_some()) {
        found.push(("metadata", "metadata"));
    }
    Ok(found)
}

/// The figures of a method by name. Higher is better for all of them.
fn measure(cases: &[PageCase], task: &str, method: &str) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    match task {
        "records" => measure_records(cases, &Recipe::named(Task::Records, method)?),
        "clean" => measure_clean(cases, &Recipe::named(Task::Text, method)?),
        "metadata" => measure_metadata(cases),
        _ => bail!("there is no task {task}"),
    }
}

fn measure_records(cases: &[PageCase], recipe: &Recipe) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut total = RecordCounts::default();
    for case in cases {
        if let Some(truth) = case.records()? {
            total.add(&records::score(&truth, &predictions::rows(&case.page()?, recipe)?));
        }
    }
    let mut figures = BTreeMap::from([("record_f1", total.f1()), ("main_table_right", total.main_table_right())]);
    if let Some((_, _, f1)) = total.attributes() {
        figures.insert("attribute_f1", f1);
    }
    Ok(figures)
}

fn measure_clean(cases: &[PageCase], recipe: &Recipe) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut pages = Vec::new();
    for case in cases {
        if let Some(truth) = case.content()? {
            pages.push((None, content::score(&truth, &predictions::text(&case.page()?, recipe)?)));
        }
    }
    let score = ContentScore::of(&pages);
    let mut figures = BTreeMap::new();
    if score.n_text_pages > 0 {
        figures.extend([("f1", score.f1), ("recall", score.recall), ("shingle_f1", score.shingle_f1)]);
    }
    if score.snippets.n_wanted > 0 {
        figures.insert("snippet_f1", score.snippets.f1());
    }
    Ok(figures)
}

fn measure_metadata(cases: &[PageCase]) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut counts = [FieldCounts::default(); FIELDS.len()];
    for case in cases {
        if let Some(truth) = case.metadata() {
            metadata::add(&mut counts, &truth, &predictions::metadata(&case.page_at_its_address()?));
        }
    }
    Ok(FIELDS
        .into_iter()
        .zip(counts)
        .filter(|(_, counts)| counts.n_pages > 0)
        .map(|(field, counts)| (field, counts.right()))
        .collect())
}

fn rounded(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_read_as_they_are_written() -> anyhow::Result<()> {
        let floor = Floor {
            set: "own".to_owned(),
            hash: "00".to_owned(),
            task: "records".to_owned(),
            method: "mdr".to_owned(),
            figures: BTreeMap::from([("record_f1".to_owned(), 0.5)]),
            reason: Some("a rule went".to_owned()),
        };
        assert_eq!(read(&write(std::slice::from_ref(&floor)))?, [floor]);
        Ok(())
    }

    #[test]
    fn a_figure_holds_if_it_prints_like_its_floor() {
        let checked = |figure, floor| Checked { name: String::new(), figure, floor };
        assert!(checked(0.853_27, 0.8533).holds());
        assert!(!checked(0.853_24, 0.8533).holds());
    }
}
