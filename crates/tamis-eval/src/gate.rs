//! Floors under the figures of accuracy: a change that costs accuracy fails, unless somebody says why.
//!
//! A floor belongs to a data set, named and hashed: on other pages a figure means nothing. Where pages are laid out, it
//! belongs to who does that too. Figures are compared as they are printed, to four digits.

use crate::datasets::{self, LayoutSource, Layouts, PageCase};
use crate::metrics::content::{self, ContentScore};
use crate::metrics::metadata::{self, FIELDS, FieldCounts};
use crate::metrics::records::{self, RecordCounts};
use crate::metrics::segments::{Counted, Level, SegmentsScore};
use crate::predictions;
use crate::segments::{MarkedPage, Segmenter};
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use tamis::{Method, Needs, Page, Recipe, Task};

/// The floors of one method on one data set.
#[derive(Clone, PartialEq, Debug)]
pub struct Floor {
    /// The name of the data set.
    pub set: String,
    /// The hash of its pages and truths.
    pub hash: String,
    /// Who laid the pages out; `None` if nobody did.
    pub layout: Option<String>,
    /// `records`, `segments`, `clean` or `metadata`.
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
        layout: text("layout"),
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
        for (name, text) in [("layout", &floor.layout), ("reason", &floor.reason)] {
            if let Some(text) = text {
                object[name] = text.as_str().into();
            }
        }
        object
    });
    format!("{:#}\n", Value::from(list.collect::<Vec<_>>()))
}

/// Checks every floor of the data set in `directory` with this layout.
///
/// # Errors
/// If the set has no floors, is not the set that they were measured on, or cannot be read or laid out.
pub fn check(directory: &Path, layout: &LayoutSource, floors: &[Floor]) -> anyhow::Result<Vec<Checked>> {
    let set = datasets::set_name(directory)?;
    let cases = datasets::cases(directory)?;
    let mut pages = Pages::of(&cases, layout)?;
    let hash = format!("{:016x}", datasets::corpus_hash(&cases)?);
    let mut checked = Vec::new();
    let layout = layout.name();
    for floor in floors.iter().filter(|floor| floor.set == set && floor.layout == layout) {
        if floor.hash != hash {
            bail!("the floors of {set} were measured on other pages ({} instead of {hash})", floor.hash);
        }
        let figures = measure(&mut pages, &floor.task, &floor.method)?;
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

/// Floors at the present figures of the data set in `directory` with this layout, for all tasks and methods. Floors of
/// other sets and other layouts stay as they are.
///
/// # Errors
/// If a floor would sink and no reason is given, or the set cannot be read or laid out.
pub fn update(
    directory: &Path,
    layout: &LayoutSource,
    floors: &[Floor],
    reason: Option<&str>,
) -> anyhow::Result<Vec<Floor>> {
    let set = datasets::set_name(directory)?;
    let cases = datasets::cases(directory)?;
    let hash = format!("{:016x}", datasets::corpus_hash(&cases)?);
    let mut pages = Pages::of(&cases, layout)?;
    let (replaced, mut updated): (Vec<Floor>, Vec<Floor>) =
        floors.iter().cloned().partition(|floor| floor.set == set && floor.layout == pages.layout);
    for (task, method) in tasks_and_methods(&pages)? {
        let before = replaced.iter().find(|floor| (&*floor.task, &*floor.method) == (task, method));
        let figures: BTreeMap<_, _> = measure(&mut pages, task, method)?
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
        updated.push(Floor { set, hash, layout: pages.layout.clone(), task, method, figures, reason });
    }
    let order = |floor: &Floor| (floor.set.clone(), floor.layout.clone(), floor.task.clone(), floor.method.clone());
    updated.sort_by_key(order);
    Ok(updated)
}

/// The pages of a data set, with layouts if somebody makes them.
struct Pages<'a> {
    cases: &'a [PageCase],
    /// The name that floors have for who lays them out.
    layout: Option<String>,
    layouts: Option<Layouts>,
}

impl Pages<'_> {
    fn of<'a>(cases: &'a [PageCase], layout: &LayoutSource) -> anyhow::Result<Pages<'a>> {
        let name = layout.name();
        let layouts = name.is_some().then(|| Layouts::of(layout.clone())).transpose()?;
        Ok(Pages { cases, layout: name, layouts })
    }

    fn page(&mut self, case: &PageCase) -> anyhow::Result<Page> {
        match &mut self.layouts {
            Some(layouts) => Ok(Page::rendered(layouts.page(case)?)),
            None => case.page(),
        }
    }
}

fn tasks_and_methods(pages: &Pages<'_>) -> anyhow::Result<Vec<(&'static str, &'static str)>> {
    let mut found = Vec::new();
    for (name, task) in [("records", Task::Records), ("clean", Task::Clean), ("segments", Task::Segment)] {
        let mut has_truth = false;
        for case in pages.cases {
            has_truth |= match task {
                Task::Records => case.records()?.is_some(),
                Task::Segment => case.marked_blocks()?.is_some(),
                _ => case.content()?.is_some(),
            };
        }
        if has_truth {
            let is_measured = |method: &&Method| pages.layouts.is_some() || method.needs() != Needs::RenderedPage;
            let methods = tamis::methods::for_task(task).filter(is_measured);
            found.extend(methods.map(Method::name).map(|method| (name, method)));
        }
    }
    if pages.layouts.is_none() && pages.cases.iter().any(|case| case.metadata().is_some()) {
        found.push(("metadata", "metadata"));
    }
    Ok(found)
}

/// The figures of a method by name. Higher is better for all of them.
fn measure(pages: &mut Pages<'_>, task: &str, method: &str) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    match task {
        "records" => measure_records(pages, &Recipe::named(Task::Records, method)?),
        "clean" => measure_clean(pages, &Recipe::named(Task::Clean, method)?),
        "segments" => measure_segments(pages, &Segmenter::named(method)?),
        "metadata" => measure_metadata(pages.cases),
        _ => bail!("there is no task {task}"),
    }
}

fn measure_records(pages: &mut Pages<'_>, recipe: &Recipe) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut total = RecordCounts::default();
    for case in pages.cases {
        if let Some(truth) = case.records()? {
            total.add(&records::score(&truth, &predictions::rows(&pages.page(case)?, recipe)?));
        }
    }
    let mut figures = BTreeMap::from([("record_f1", total.f1()), ("main_table_right", total.main_table_right())]);
    if let Some((_, _, f1)) = total.attributes() {
        figures.insert("attribute_f1", f1);
    }
    Ok(figures)
}

fn measure_clean(pages: &mut Pages<'_>, recipe: &Recipe) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut scores = Vec::new();
    for case in pages.cases {
        if let Some(truth) = case.content()? {
            scores.push((None, content::score(&truth, &predictions::text(&pages.page(case)?, recipe)?)));
        }
    }
    let score = ContentScore::of(&scores);
    let mut figures = BTreeMap::new();
    if score.n_text_pages > 0 {
        figures.extend([("f1", score.f1), ("recall", score.recall), ("shingle_f1", score.shingle_f1)]);
    }
    if score.snippets.n_wanted > 0 {
        figures.insert("snippet_f1", score.snippets.f1());
    }
    Ok(figures)
}

fn measure_segments(pages: &mut Pages<'_>, segmenter: &Segmenter) -> anyhow::Result<BTreeMap<&'static str, f64>> {
    let mut of_levels = Level::ALL.map(|_| Vec::new());
    for case in pages.cases {
        let Some(page) = MarkedPage::read(case, pages.layouts.as_mut())? else { continue };
        let blocks = page.ask(segmenter)?;
        for (scores, figures) in of_levels.iter_mut().zip(page.measure(&blocks, Counted::Everything)) {
            scores.push(figures);
        }
    }
    let [parts, blocks] = of_levels.map(|figures| SegmentsScore::of(&figures));
    Ok(BTreeMap::from([
        ("level_1_chars_f1", parts.chars.f1),
        ("level_1_nodes_f1", parts.nodes.f1),
        ("level_2_chars_f1", blocks.chars.f1),
        ("level_2_nodes_f1", blocks.nodes.f1),
    ]))
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
            layout: Some("embedded".to_owned()),
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
