//! What the scoring commands have in common: whose answers, for which pages, and what is shown.

use crate::datasets::{self, LayoutSource, Layouts, PageCase};
use crate::predictions;
use anyhow::{Context as _, bail};
use clap::Args;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use tamis::{Needs, Page, Recipe, Task};

/// Whose answers are scored on which pages.
#[derive(Args, Debug)]
pub(super) struct ScoringArgs {
    /// The data set
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The method that answers
    #[arg(long, value_name = "NAME", conflicts_with = "predictions")]
    method: Option<String>,
    /// An option of the method; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "method")]
    options: Vec<String>,
    /// Who lays the pages out: embedded, chromium, firefox (rectangles that come with some data sets), none, or a
    /// directory of stored pages [default: embedded for a method that needs boxes, none for others]
    #[arg(long, value_name = "WHO")]
    layout: Option<LayoutSource>,
    /// Score the answers of a file instead (JSON Lines)
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// Write the answers to a file
    #[arg(long, value_name = "FILE")]
    write_predictions: Option<PathBuf>,
    /// Print the figures of each page too
    #[arg(long)]
    pub(super) pages: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub(super) json: bool,
}

enum Answers {
    Method(Recipe),
    File(BTreeMap<String, Value>),
}

impl ScoringArgs {
    /// Every page of the set for which `truth` knows something, with the truth and the answer. An answer is made by
    /// `answer` or read by `read`; `write` turns it into a line of predictions.
    pub(super) fn answers<T, A>(
        &self,
        task: Task,
        truth: impl Fn(&PageCase) -> anyhow::Result<Option<T>>,
        answer: impl Fn(&Page, &Recipe) -> anyhow::Result<A>,
        read: impl Fn(Option<&Value>) -> A,
        write: impl Fn(&str, &A) -> Value,
    ) -> anyhow::Result<Vec<(String, T, A)>> {
        let answers = self.open(task)?;
        let mut layouts = match (&answers, self.layout.clone()) {
            (Answers::Method(recipe), layout) if recipe.method().needs() == Needs::RenderedPage => {
                Some(Layouts::of(layout.unwrap_or(LayoutSource::Embedded))?)
            }
            (Answers::Method(_), Some(layout)) if layout != LayoutSource::None => Some(Layouts::of(layout)?),
            _ => None,
        };
        let mut lines = Vec::new();
        let mut found = Vec::new();
        for case in datasets::cases(&self.data)? {
            let Some(truth) = truth(&case)? else { continue };
            let answer = match &answers {
                Answers::Method(recipe) => match &mut layouts {
                    Some(layouts) => answer(&Page::rendered(layouts.page(&case)?), recipe)?,
                    None => answer(&case.page()?, recipe)?,
                },
                Answers::File(by_id) => read(by_id.get(&case.id)),
            };
            if self.write_predictions.is_some() {
                writeln!(lines, "{}", write(&case.id, &answer))?;
            }
            found.push((case.id, truth, answer));
        }
        if found.is_empty() {
            bail!("no page of {} has a truth to score by", self.data.display());
        }
        if let Some(file) = &self.write_predictions {
            fs::write(file, lines).with_context(|| format!("writing {}", file.display()))?;
        }
        Ok(found)
    }

    fn open(&self, task: Task) -> anyhow::Result<Answers> {
        if let Some(file) = &self.predictions {
            let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            return Ok(Answers::File(predictions::read(&text).with_context(|| format!("reading {}", file.display()))?));
        }
        let recipe = match &self.method {
            Some(name) => Recipe::named(task, name)?,
            None => Recipe::default_for(task),
        };
        let mut values = Vec::new();
        for option in &self.options {
            values.push(option.split_once('=').with_context(|| format!("'{option}' is not NAME=VALUE"))?);
        }
        Ok(Answers::Method(recipe.with_all(values)?))
    }
}
